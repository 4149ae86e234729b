//! Why no line that a regular expression or an automaton reads has what is left of its cells: from
//! one end on, what some cells are says what the next would have to be.

use std::collections::{BTreeMap, BTreeSet};

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
/// Lines whose number tells anything.
const FEW_LINES: u64 = 1000;
/// Sets of states that are kept apart while lines are counted.
const MOST_SETS: usize = 2000;

/// How it is told that one end of a line is at fault, or one place within it.
pub(in crate::words) const ENDS: &str = "its line can only ";
pub(in crate::words) const READS: &str = "that it reads ";
pub(in crate::words) const PLACE: &str = " in place ";

/// The automaton of a constraint and the line that it reads.
pub(in crate::words) struct Machine<'b> {
    pub automaton: &'b Automaton,
    line: Vec<Place>,
}

/// That of a constraint, if it has one.
pub(in crate::words) fn machine(board: &Board, unit: usize) -> Option<Machine<'_>> {
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
    Some(Machine { automaton, line: vars.iter().map(place).collect() })
}

impl Machine<'_> {
    /// The cells of the line, if it has nothing else.
    pub(in crate::words) fn cells(&self) -> Option<Vec<Cell>> {
        self.line.iter().map(|place| place.cell()).collect()
    }

    /// How many lines there are, if they are few.
    pub(in crate::words) fn few_lines(&self, board: &Board) -> Option<u64> {
        let full = vec![board.all(); board.cells];
        let few = self.automaton.arcs.len() <= MOST_ARCS;
        let count = || Walk::new(board, self.automaton, &self.line, &full, false).lines();
        few.then(count).flatten().filter(|count| *count <= FEW_LINES)
    }
}

/// That a line cannot be read.
pub(super) fn fault(board: &Board, unit: usize, left: &[Digits]) -> Option<String> {
    let Machine { automaton, line } = machine(board, unit)?;
    if automaton.arcs.len() > MOST_ARCS {
        return None;
    }
    let back: Vec<Place> = line.iter().rev().copied().collect();
    let walks = [
        Walk::new(board, automaton, &line, left, false),
        Walk::new(board, automaton, &back, left, true),
    ];
    let stops: Vec<Stop> = walks.iter().filter_map(Walk::stop).collect();
    // What the line says by itself is told at the nearer end.
    let near = |s: &Stop| if s.needed.is_empty() { s.at } else { 0 };
    let Stop { needed, told, .. } = stops.into_iter().min_by_key(|s| (s.needed.len(), near(s)))?;
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

/// Where a line cannot be read on.
struct Stop {
    /// The cells that leave nothing for the next one.
    needed: Vec<Cell>,
    at: usize,
    told: String,
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
                    Place::Cell(_) if free.contains(&at) => digit(arc).is_some(),
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

    fn stop(&self) -> Option<Stop> {
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
            (true, ..) => self.everywhere(end, could),
            _ => {
                let shown: Vec<Cell> = needed.iter().rev().copied().collect();
                // Of a cell that comes twice nothing is known but what is supposed.
                let so = if needed.contains(&own) { "; then" } else { ", so" };
                format!("{}{so} {must}", join(&said(board, &shown, left), "and"))
            }
        };
        Some(Stop { needed, at: end, told })
    }

    /// What stands in one place of every line, and how many lines there are, if they are few.
    fn everywhere(&self, at: usize, could: Digits) -> String {
        let is_cell = |place: &&Place| place.cell().is_some();
        let before = match self.back {
            true => &self.line[at + 1..],
            false => &self.line[..at],
        };
        let place = before.iter().filter(is_cell).count() + 1;
        let (lines, have) = match self.lines() {
            _ if could == 0 => return "it reads no line of so many cells".into(),
            Some(1) => ("the only line".into(), "has"),
            Some(count) if count <= FEW_LINES => (format!("all {count} lines"), "have"),
            _ => ("every line".into(), "has"),
        };
        format!("{lines} {READS}{have} {}{PLACE}{place}", digits(self.board, could, "or"))
    }

    /// How many lines can be read, each counted once in however many ways it is read.
    fn lines(&self) -> Option<u64> {
        let start: BTreeSet<usize> = self.start.intersection(&self.alive[0]).copied().collect();
        let mut here = BTreeMap::from([(start, 1u64)]);
        for (own, alive) in self.line.iter().zip(&self.alive[1..]) {
            let letters: Vec<i64> = match own {
                Place::Cell(_) => (0..self.board.digits).map(|d| self.board.value(d)).collect(),
                Place::Fixed(value) => vec![*value],
                Place::Any => return None,
            };
            let mut next: BTreeMap<BTreeSet<usize>, u64> = BTreeMap::new();
            for (states, count) in &here {
                for letter in &letters {
                    let goes = |arc: &&Arc| {
                        arc.1 == *letter && states.contains(&arc.0) && alive.contains(&arc.2)
                    };
                    let to: BTreeSet<usize> =
                        self.arcs.iter().filter(goes).map(|arc| arc.2).collect();
                    if !to.is_empty() {
                        let sum = next.entry(to).or_default();
                        *sum = sum.checked_add(*count)?;
                    }
                }
            }
            if next.len() > MOST_SETS {
                return None;
            }
            here = next;
        }
        here.values().try_fold(0u64, |all, count| all.checked_add(*count))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::brute;
    use super::*;

    /// How many lines there are and what stands in each of their places, against all fillings.
    #[test]
    fn lines_are_counted_as_they_are() {
        let patterns = [
            ".[124]3.",
            "(1|2)*(3|12)*4?.*",
            "(12|21)..|.3.4",
            "[13]*2[13]*",
            "(.1|1.)+",
            "1234",
            "(1|12|123).*4",
        ];
        let mut within = 0;
        for pattern in patterns {
            let text = format!("grid 4\nboxes none\nrule regex(r1c1-4; \"{pattern}\")\n");
            let board = Board::new(&pencilmark_formats::parse("line", &text).expect("a puzzle"));
            let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
            let posted = &board.lowered.problem.posted()[board.units[unit].posted[0]].constraint;
            let automaton = match posted {
                Constraint::Regular { automaton, .. } => automaton,
                Constraint::Formula(Formula::Regular(_, automaton)) => automaton,
                other => panic!("{other:?}"),
            };
            let ways = brute::fillings(&board, unit);
            let full = vec![board.all(); board.cells];
            for back in [false, true] {
                let mut line: Vec<Place> = (0..4).map(Place::Cell).collect();
                if back {
                    line.reverse();
                }
                let walk = Walk::new(&board, automaton, &line, &full, back);
                assert_eq!(walk.lines(), Some(ways.len() as u64), "{pattern} {back}");
                for at in 0..4 {
                    let place = if back { 3 - at } else { at };
                    let there = ways.iter().fold(0, |all: Digits, way| all | 1 << way[place]);
                    let could = walk.could(at, &[0, 1, 2, 3]);
                    assert_eq!(could, there, "{pattern} {back} {at}");
                    let told = walk.everywhere(at, could);
                    assert!(told.ends_with(&format!("in place {}", place + 1)), "{told}");
                    within += usize::from(count(there) < 4);
                }
            }
        }
        assert!(within > 15, "{within}");
    }
}
