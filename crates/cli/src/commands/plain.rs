//! Plain 9x9 puzzles, by the solver that is made for them.

use std::cell::RefCell;

use pencilmark::classic::{Count, Digits, Solver};
use pencilmark::formats::Item;
use pencilmark::{Answer, ClassicLine, CompileOptions, DeriveOptions, Puzzle, Stop, is_plain};

use super::Ask;
use crate::options::{Engine, Options};
use crate::report::Found;

/// What the solver for plain grids found.
pub(super) struct Plain {
    pub(super) found: Found,
    pub(super) solutions: Vec<Vec<i64>>,
    pub(super) guesses: u64,
    pub(super) stopped: Option<Stop>,
}

/// More solutions than this are for the general solver, which hears of clocks and Ctrl-C.
const FEW: u64 = 1000;

/// About a tenth of a second: a line that needs more guesses is asked of the general solver.
const GUESSES: u64 = 100_000;

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(solver());
}

/// A solver that gives up in time.
pub(super) fn solver() -> Solver {
    Solver::new().with_guesses(GUESSES)
}

/// Whether so many solutions may be asked of the solver for plain grids: nothing was asked for
/// that only the general one has.
pub(super) fn may_be_plain(options: &Options, limit: u64) -> bool {
    limit <= FEW
        && options.derive == DeriveOptions::default()
        && options.compile == CompileOptions::default()
        && options.nodes.is_none()
        && options.engine != Engine::Clauses
        && options.random.is_none()
        && options.estimate.is_none()
}

impl Ask<'_> {
    /// The solutions of a plain 9x9 puzzle, up to a limit. None if the puzzle is another one, or
    /// if the general solver was asked for by its options, or has to be asked after all.
    pub(super) fn plain(&self, item: &Item, limit: u64) -> Option<Plain> {
        if !may_be_plain(self.options(), limit) {
            return None;
        }
        match item {
            Item::Classic(line, _) => plain_line(line, limit),
            Item::Puzzle(puzzle) => self.plain_puzzle(puzzle, limit),
            Item::Import(import) => self.plain_puzzle(&import.puzzle, limit),
        }
    }

    fn plain_puzzle(&self, puzzle: &Puzzle, limit: u64) -> Option<Plain> {
        if !is_plain(puzzle) {
            return None;
        }
        let Answer { solutions, complete, stopped, stats, .. } = self.solver(puzzle).solve(limit);
        let solutions: Vec<_> = solutions.into_iter().map(|filled| filled.cells).collect();
        let found = Found { count: solutions.len() as u64, exact: complete };
        Some(Plain { found, solutions, guesses: stats.nodes, stopped })
    }
}

fn plain_line(line: &ClassicLine, limit: u64) -> Option<Plain> {
    if line.n != 9 {
        return None;
    }
    let mut cells = [b'.'; 81];
    for (cell, &digit) in cells.iter_mut().zip(&line.givens).filter(|(_, d)| **d > 0) {
        *cell = b'0' + digit;
    }
    let mut solutions = Vec::new();
    let see = |digits: Digits| solutions.push(digits.0.map(i64::from).into());
    let count = SOLVER.with_borrow_mut(|solver| solver.each(&cells, limit, see));
    let exact = count.solutions < limit;
    let found = Found { count: count.solutions, exact };
    let Count { guesses, gave_up, .. } = count;
    (!gave_up).then_some(Plain { found, solutions, guesses, stopped: None })
}
