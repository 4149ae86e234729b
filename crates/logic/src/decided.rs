//! Cells that are doubled or negated, or hold two digits: what marks prove of them.
//!
//! Marks say nothing of such things, so no step could: they are steps of their own, that place and
//! erase nothing. Only constraints that speak of values outside the grid are asked; what houses say
//! of digits the marks show.

use pencilmark_kernel::Model;
use pencilmark_kernel::search::{Limits, Search, SearchOptions};
use pencilmark_puzzle::CellId;

use crate::board::{Board, Mark};
use crate::check::Verdict;
use crate::found::{Found, Pattern};
use crate::oracle::{Facts, Oracle};
use crate::reason::Reason;
use crate::sets::{Cell, Each};
use crate::story::rated;
use crate::technique::Technique;

/// Nodes for one question.
const NODES: u64 = 30;
/// Cells of a constraint that is looked at with all that is said of each.
const SMALL: usize = 5;
/// Constraints that one step takes, as long as others are to come.
const MOST: usize = 5;

/// What was told already.
#[derive(Default)]
pub(crate) struct Decided {
    told: Vec<usize>,
}

impl Decided {
    /// The next cell of which these facts prove it, by few constraints around it unless nothing
    /// else is left to tell.
    pub(crate) fn next(
        &mut self,
        oracle: &Oracle<'_>,
        facts: &Facts,
        last: bool,
    ) -> Option<(Found, Reason)> {
        let board = oracle.board();
        let flags: Vec<usize> = flags(board).filter(|var| !self.told.contains(var)).collect();
        if flags.is_empty() {
            return None;
        }
        let is_outside = |u: &usize| board.units[*u].outside;
        let outside = (0..board.units.len()).filter(is_outside);
        let all: Vec<(usize, Vec<Cell>)> = outside.map(|u| (u, cells_of(board, u))).collect();
        for var in flags {
            let near = near(&all, cell_of(board, var)?);
            let far = || all.iter().map(|(u, _)| *u).collect::<Vec<_>>();
            let known = |units: &Vec<usize>| proves(oracle, units, facts, var);
            let units = Some(near).filter(known).or_else(|| last.then(far).filter(known));
            let Some(units) = units else { continue };
            let reason = smallest(oracle, &units, facts, var);
            if reason.units.len() > MOST && !last {
                continue;
            }
            self.told.push(var);
            let mut clues: Vec<usize> = reason.units.iter().map(|&u| board.units[u].clue).collect();
            clues.sort_unstable();
            clues.dedup();
            let pattern = Pattern::Decided { var, units: reason.units.clone() };
            // What a clue says of each of its cells is one thought.
            let found = match clues.len() {
                1 => Found::new(Technique::Alone, pattern),
                many => Found::new(Technique::Several, pattern).rated(rated::several(many)),
            };
            return Some((found, reason));
        }
        None
    }
}

/// The cells that a constraint speaks of, by their digits or in any other way.
pub(crate) fn cells_of(board: &Board, unit: usize) -> Vec<Cell> {
    let own = &board.units[unit];
    let posted = board.lowered.problem.posted();
    let vars = own.posted.iter().flat_map(|&p| posted[p].constraint.scope());
    let place = |var| board.lowered.vars.iter().position(|v| *v == var);
    let mut cells = own.scope.clone();
    cells.extend(vars.filter_map(place).filter_map(|at| cell_of(board, at)));
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The constraints on a cell, and those on nothing but cells of these that are small.
fn near(all: &[(usize, Vec<Cell>)], cell: Cell) -> Vec<usize> {
    let on = |cells: &[Cell]| cells.contains(&cell);
    let small = all.iter().filter(|(_, cells)| on(cells) && cells.len() <= SMALL);
    let around: Vec<Cell> = small.flat_map(|(_, cells)| cells.iter().copied()).collect();
    let inside = |cells: &[Cell]| cells.iter().all(|c| around.contains(c));
    let near = all.iter().filter(|(_, cells)| on(cells) || inside(cells));
    near.map(|(unit, _)| *unit).collect()
}

/// The variables that say of a cell whether it is doubled, negated or holds two digits.
fn flags(board: &Board) -> impl Iterator<Item = usize> + '_ {
    let named = |name: &str| ["modified", "schroedinger"].contains(&name);
    let layers = board.puzzle.layers.iter().filter(move |(layer, _)| named(&layer.name));
    layers.flat_map(|&(_, at)| at..at + board.puzzle.grid.size())
}

/// Whether some constraints and facts leave no way but that it is so.
fn proves(oracle: &Oracle<'_>, units: &[usize], facts: &Facts, var: usize) -> bool {
    let board = oracle.board();
    let speaks = |u: &usize| {
        let posted = board.lowered.problem.posted();
        let flag = board.lowered.vars[var];
        board.units[*u].posted.iter().any(|&p| posted[p].constraint.scope().contains(&flag))
    };
    if !units.iter().any(speaks) {
        return false;
    }
    let model = oracle.part_model(units);
    let mut search = given(&model, board, units, facts);
    search.fix(board.lowered.vars[var], 0);
    matches!(search.next_solution(), Ok(None))
}

/// A search of some constraints with the facts about their cells.
fn given<'m>(model: &'m Model, board: &Board, units: &[usize], facts: &Facts) -> Search<'m> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let options = SearchOptions { limits, ..SearchOptions::default() };
    let mut search = Search::new(model, options);
    for (cell, &digits) in facts.iter().enumerate().filter(|&(_, &d)| d != board.all()) {
        if units.iter().any(|&u| board.units[u].scope.contains(&cell)) {
            let values: Vec<i64> = Each(digits).map(|d| board.value(d)).collect();
            search.keep(board.lowered.cells[cell], &values);
        }
    }
    search
}

/// What it takes: no constraint and no mark can be left out.
fn smallest(oracle: &Oracle<'_>, units: &[usize], facts: &Facts, var: usize) -> Reason {
    let board = oracle.board();
    let mut units = units.to_vec();
    // Large parts first, for most of them have nothing to do with it.
    let mut part = units.len().div_ceil(2);
    loop {
        let mut at = 0;
        while at < units.len() {
            let mut rest = units.clone();
            rest.drain(at..(at + part).min(units.len()));
            match proves(oracle, &rest, facts, var) {
                true => units = rest,
                false => at += part,
            }
        }
        if part <= 1 {
            break;
        }
        part = part.div_ceil(2);
    }
    let touched = |c: Cell| units.iter().any(|&u| board.units[u].scope.contains(&c));
    let mut given: Facts = facts.clone();
    for cell in (0..board.cells).filter(|&c| facts[c] != board.all()) {
        given[cell] = board.all();
        if touched(cell) && !proves(oracle, &units, &given, var) {
            given[cell] = facts[cell];
            for digit in Each(board.all() & !facts[cell]) {
                given[cell] |= 1 << digit;
                if !proves(oracle, &units, &given, var) {
                    given[cell] &= !(1 << digit);
                }
            }
        }
    }
    let gone = |cell: Cell| Each(board.all() & !given[cell]).map(move |digit| Mark { cell, digit });
    let gone = (0..board.cells).flat_map(gone).collect();
    Reason { units, gone, unique: false, smallest: true }
}

/// Checks a reason as the checker does for marks.
pub(crate) fn check(oracle: &Oracle<'_>, var: usize, reason: &Reason) -> Verdict {
    let board = oracle.board();
    let mut facts: Facts = vec![board.all(); board.cells];
    reason.gone.iter().for_each(|m| facts[m.cell] &= !(1 << m.digit));
    if !proves(oracle, &reason.units, &facts, var) {
        return Verdict::Wrong;
    }
    let without = |at: usize| {
        let mut rest = reason.units.clone();
        rest.remove(at);
        proves(oracle, &rest, &facts, var)
    };
    let with = |m: &Mark| {
        let mut more = facts.clone();
        more[m.cell] |= 1 << m.digit;
        proves(oracle, &reason.units, &more, var)
    };
    match (0..reason.units.len()).any(without) || reason.gone.iter().any(with) {
        true => Verdict::Superfluous,
        false => Verdict::Right,
    }
}

/// The cell that a variable says something of.
pub(crate) fn cell_of(board: &Board, var: usize) -> Option<Cell> {
    board.puzzle.cell_of(pencilmark_puzzle::Name::Var(var)).map(CellId::index)
}
