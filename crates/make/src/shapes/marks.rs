//! Marks between neighbours. All of them are shown, and the puzzle says so.

use pencilmark_puzzle::{CellId, Puzzle};

use super::{Canvas, add};
use crate::chance::Chance;

impl Canvas<'_> {
    /// White dots between consecutive digits, black ones where one is twice the other; between
    /// 1 and 2 either.
    pub(super) fn kropki(&self, puzzle: &mut Puzzle, chance: &mut Chance) {
        for (a, b) in self.pairs() {
            let (low, high) = self.sorted(a, b);
            let (white, black) = (high - low == 1, high == 2 * low);
            if black && (!white || chance.happens(1, 2)) {
                add(puzzle, "ratio", |clue| clue.number(2).over([a, b]));
            } else if white {
                add(puzzle, "difference", |clue| clue.number(1).over([a, b]));
            }
        }
        add(puzzle, "strict-kropki", |clue| clue);
    }

    /// X between digits that add up to ten, V for five.
    pub(super) fn xv(&self, puzzle: &mut Puzzle) {
        for (a, b) in self.pairs() {
            match self.digit(a) + self.digit(b) {
                10 => add(puzzle, "x", |clue| clue.over([a, b])),
                5 => add(puzzle, "v", |clue| clue.over([a, b])),
                _ => {}
            }
        }
        add(puzzle, "negative-xv", |clue| clue);
    }

    fn sorted(&self, a: CellId, b: CellId) -> (i64, i64) {
        let (a, b) = (self.digit(a), self.digit(b));
        (a.min(b), a.max(b))
    }

    /// All cells that share a side, each pair once.
    fn pairs(&self) -> Vec<(CellId, CellId)> {
        let pair = |(cell, (down, right))| Some((cell, self.grid.step(cell, down, right)?));
        let steps = |cell| [(0, 1), (1, 0)].map(|step| (cell, step));
        self.grid.cells().flat_map(steps).filter_map(pair).collect()
    }
}
