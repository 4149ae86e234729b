//! Why no line that a regular expression or an automaton reads has what is left of its cells: from
//! one end on, what some cells are says what the next would have to be.

use std::collections::BTreeSet;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_kernel::{Constraint, VarId};

use super::super::{cell, digits, join};
use super::few::said;
use crate::board::Board;
use crate::sets::{Cell, Digits, count};

/// Cells whose marks are told, and arcs that are looked at.
const MOST_CELLS: usize = 5;
const MOST_ARCS: usize = 4000;

/// How it is told that one end of a line is at fault, or one cell within it.
pub(in crate::words) const ENDS: &str = "its line can only ";
pub(in crate::words) const NO_LINE: &str = "whatever the other cells are, it cannot have ";

/// That a line cannot be read.
pub(super) fn fault(board: &Board, unit: usize, left: &[Digits]) -> Option<String> {
    let &[posted] = &board.units[unit].posted[..] else { return None };
    let (vars, automaton): (Vec<Expr<VarId>>, _) =
        match &board.lowered.problem.posted()[posted].constraint {
            Constraint::Regular { vars, automaton } => {
                (vars.iter().map(|&var| Expr::Var(var)).collect(), automaton)
            }
            Constraint::Formula(Formula::Regular(line, automaton)) => (line.clone(), automaton),
            _ => return None,
        };
    let place = |expr: &Expr<VarId>| match expr {
        Expr::Var(var) => board.lowered.cells.binary_search(var).map_or(Place::Any, Place::Cell),
        Expr::Const(value) => Place::Fixed(*value),
        _ => Place::Any,
    };
    let line: Vec<Place> = vars.iter().map(place).collect();
    if automaton.arcs.len() > MOST_ARCS {
        return None;
    }
    let back: Vec<Place> = line.iter().rev().copied().collect();
    let walks = [
        Walk::new(board, automaton, &line, left, false),
        Walk::new(board, automaton, &back, left, true),
    ];
    let stops: Vec<(Vec<Cell>, String)> = walks.iter().filter_map(Walk::stop).collect();
    let (needed, told) = stops.into_iter().min_by_key(|(needed, _)| needed.len())?;
    (needed.len() <= MOST_CELLS).then_some(told)
}

/// `(from, value, to)`.
type Arc = (usize, i64, usize);

/// What stands in a place of a line; of anything but cells and numbers nothing is known.
#[derive(Clone, Copy)]
enum Place {
    Cell(Cell),
    Fixed(i64),
    Any,
}

impl Place {
    fn cell(self) -> Option<Cell> {
        match self {
            Place::Cell(cell) => Some(cell),
            _ => None,
        }
    }
}

/// A line read from one of its ends.
struct Walk<'b> {
    board: &'b Board,
    line: &'b [Place],
    left: &'b [Digits],
    /// In the direction of the walk.
    arcs: Vec<Arc>,
    start: BTreeSet<usize>,
    /// Before each cell, the states from which the line can be read to its end.
    alive: Vec<BTreeSet<usize>>,
    back: bool,
}

impl<'b> Walk<'b> {
    fn new(
        board: &'b Board,
        automaton: &Automaton,
        line: &'b [Place],
        left: &'b [Digits],
        back: bool,
    ) -> Walk<'b> {
        let turned =
            |&(from, value, to): &Arc| if back { (to, value, from) } else { (from, value, to) };
        let arcs: Vec<Arc> = automaton.arcs.iter().map(turned).collect();
        let first = BTreeSet::from([automaton.start]);
        let last: BTreeSet<usize> = automaton.accepting.iter().copied().collect();
        let (start, end) = if back { (last, first) } else { (first, last) };
        let mut alive = vec![end];
        for own in line.iter().rev() {
            let next = &alive[alive.len() - 1];
            let fits = |arc: &&Arc| {
                let there = match own {
                    Place::Cell(_) => board.digit(arc.1).is_some(),
                    Place::Fixed(value) => arc.1 == *value,
                    Place::Any => true,
                };
                there && next.contains(&arc.2)
            };
            let before = arcs.iter().filter(fits).map(|arc| arc.0).collect();
            alive.push(before);
        }
        alive.reverse();
        Walk { board, line, left, arcs, start, alive, back }
    }

    /// What a cell could be, if those before it are what is left of them, or, some of them, anything.
    fn could(&self, upto: usize, free: &[usize]) -> Digits {
        let mut here: BTreeSet<usize> = self.start.intersection(&self.alive[0]).copied().collect();
        let digit = |arc: &Arc| self.board.digit(arc.1);
        for at in 0..upto {
            let goes = |arc: &&Arc| {
                let there = match self.line[at] {
                    Place::Cell(_) if free.contains(&at) => true,
                    Place::Cell(c) => digit(arc).is_some_and(|d| self.left[c] >> d & 1 == 1),
                    Place::Fixed(value) => arc.1 == value,
                    Place::Any => true,
                };
                there && here.contains(&arc.0) && self.alive[at + 1].contains(&arc.2)
            };
            here = self.arcs.iter().filter(goes).map(|arc| arc.2).collect();
        }
        let goes = |arc: &&Arc| here.contains(&arc.0) && self.alive[upto + 1].contains(&arc.2);
        self.arcs.iter().filter(goes).filter_map(digit).fold(0, |all, d| all | 1 << d)
    }

    /// The cells that leave nothing for the next one, and that in words.
    fn stop(&self) -> Option<(Vec<Cell>, String)> {
        let (board, left) = (self.board, self.left);
        let shut = |at: usize, free: &[usize]| {
            let (own, could) = (self.line[at].cell()?, self.could(at, free));
            (could & left[own] == 0).then_some((own, could))
        };
        let end = (0..self.line.len()).find(|&at| shut(at, &[]).is_some())?;
        // Cells farther away say less.
        let mut free: Vec<usize> = Vec::new();
        for at in 0..end {
            free.push(at);
            if shut(end, &free).is_none() {
                free.pop();
            }
        }
        let (own, could) = shut(end, &free)?;
        let needed: Vec<Cell> = (0..end)
            .filter(|at| !free.contains(at))
            .filter_map(|at| self.line[at].cell())
            .collect();
        let (name, most) = (cell(board, own), digits(board, could, "or"));
        let must = match count(could) <= board.digits / 2 + 1 {
            _ if could == 0 => format!("nothing would be left for {name}"),
            true => format!("{name} would have to be {most}"),
            false => format!("{name} could not be {}", digits(board, board.all() & !could, "or")),
        };
        let told = match (needed.is_empty(), end, self.back) {
            (true, 0, false) => format!("{ENDS}begin with {most}"),
            (true, 0, true) => format!("{ENDS}end with {most}"),
            (true, ..) => format!("{NO_LINE}{} in {name}", digits(board, left[own], "or")),
            _ => {
                let shown: Vec<Cell> = needed.iter().rev().copied().collect();
                // Of a cell that comes twice nothing is known but what is supposed.
                let so = if needed.contains(&own) { "; then" } else { ", so" };
                format!("{}{so} {must}", join(&said(board, &shown, left), "and"))
            }
        };
        Some((needed, told))
    }
}
