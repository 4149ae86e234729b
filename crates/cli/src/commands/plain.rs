//! Plain 9x9 lines, by the solver that is made for them.

use std::cell::RefCell;

use pencilmark::classic::{Digits, Solver};
use pencilmark::formats::Item;
use pencilmark::{CompileOptions, DeriveOptions};

use super::Ask;
use crate::options::Options;
use crate::report::Found;

/// What the solver for plain grids found.
pub(super) struct Plain {
    pub(super) found: Found,
    pub(super) solutions: Vec<Digits>,
    pub(super) guesses: u64,
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
pub(super) fn is_plain(options: &Options, limit: u64) -> bool {
    limit <= FEW
        && options.derive == DeriveOptions::default()
        && options.compile == CompileOptions::default()
        && options.nodes.is_none()
        && options.random.is_none()
        && options.estimate.is_none()
}

impl Ask<'_> {
    /// The solutions of a plain 9x9 line, up to a limit. None if the puzzle is another one, or
    /// if the general solver was asked for by its options, or has to be asked after all.
    pub(super) fn plain(&self, item: &Item, limit: u64) -> Option<Plain> {
        let Item::Classic(line, _) = item else { return None };
        if line.n != 9 || !is_plain(self.options(), limit) {
            return None;
        }
        let mut cells = [b'.'; 81];
        for (cell, &digit) in cells.iter_mut().zip(&line.givens).filter(|(_, d)| **d > 0) {
            *cell = b'0' + digit;
        }
        let mut solutions = Vec::new();
        let see = |digits| solutions.push(digits);
        let count = SOLVER.with_borrow_mut(|solver| solver.each(&cells, limit, see));
        let exact = count.solutions < limit;
        let found = Found { count: count.solutions, exact };
        (!count.gave_up).then_some(Plain { found, solutions, guesses: count.guesses })
    }
}
