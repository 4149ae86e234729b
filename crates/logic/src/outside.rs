//! What is left of values outside the grid while a trace is followed.

use std::collections::BTreeMap;

use pencilmark_puzzle::Name;

use crate::board::Board;
use crate::found::Hidden;
use crate::oracle::Range;

/// What is left of values of which something was told; of the others their whole range.
#[derive(Clone, Default)]
pub(crate) struct Ranges {
    left: BTreeMap<usize, Vec<Range>>,
}

impl Ranges {
    /// What is left of a value.
    pub(crate) fn left_of(&self, board: &Board, var: usize) -> Vec<Range> {
        let whole = || vec![board.puzzle.range(Name::Var(var))];
        self.left.get(&var).cloned().unwrap_or_else(whole)
    }

    /// Those of which something was told.
    pub(crate) fn told(&self) -> impl Iterator<Item = (usize, &[Range])> {
        self.left.iter().map(|(&var, left)| (var, &left[..]))
    }

    /// Takes it that a value is this.
    pub(crate) fn suppose(&mut self, board: &Board, var: usize, value: i64) {
        let left = within(&self.left_of(board, var), (value, value));
        self.left.insert(var, left);
    }

    /// Takes note of what a value is not.
    pub(crate) fn lose(&mut self, board: &Board, &Hidden { var, from, to }: &Hidden) {
        let old = self.left_of(board, var);
        let mut left = Vec::new();
        if let Some(below) = from.checked_sub(1) {
            left.extend(within(&old, (i64::MIN, below)));
        }
        if let Some(above) = to.checked_add(1) {
            left.extend(within(&old, (above, i64::MAX)));
        }
        self.left.insert(var, left);
    }

    /// What is left of some values of a variable.
    pub(crate) fn among(&self, board: &Board, &Hidden { var, from, to }: &Hidden) -> Vec<Range> {
        within(&self.left_of(board, var), (from, to))
    }
}

/// What of some ranges lies between two values.
fn within(ranges: &[Range], (from, to): Range) -> Vec<Range> {
    let cut = ranges.iter().map(|&(lo, hi)| (lo.max(from), hi.min(to)));
    cut.filter(|(lo, hi)| lo <= hi).collect()
}
