//! One checker for each kind: the sentence of the rules on a filled grid.

mod lines;
mod sets;
mod whole;

use pencilmark_puzzle::{CellId, Clue, Puzzle};

/// A filled grid and the clues around it.
pub struct Board<'a> {
    pub puzzle: &'a Puzzle,
    pub cells: &'a [i64],
}

pub type Check = fn(&Clue, &Board<'_>) -> bool;

impl<'a> Board<'a> {
    pub fn new(puzzle: &'a Puzzle, cells: &'a [i64]) -> Self {
        Board { puzzle, cells }
    }

    pub fn at(&self, cell: CellId) -> i64 {
        self.cells[cell.index()]
    }

    /// The digits of a list of the clue.
    pub fn digits(&self, clue: &Clue, list: usize) -> Vec<i64> {
        clue.list(list).iter().map(|&c| self.at(c)).collect()
    }

    /// Row and column, from 0.
    pub fn place(&self, cell: CellId) -> (i64, i64) {
        (self.puzzle.grid.row_of(cell) as i64, self.puzzle.grid.col_of(cell) as i64)
    }

    pub fn lo(&self) -> i64 {
        self.puzzle.grid.lo()
    }

    pub fn hi(&self) -> i64 {
        self.puzzle.grid.hi()
    }

    /// All pairs of different cells, the earlier first.
    pub fn pairs(&self) -> Vec<(CellId, CellId)> {
        let n = self.cells.len();
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        pairs.map(|(i, j)| (CellId::new(i), CellId::new(j))).collect()
    }

    /// How far apart two cells are, in rows and in columns.
    pub fn apart(&self, a: CellId, b: CellId) -> (i64, i64) {
        let ((r1, c1), (r2, c2)) = (self.place(a), self.place(b));
        ((r1 - r2).abs(), (c1 - c2).abs())
    }

    /// Pairs of cells that share a side.
    pub fn sides(&self) -> Vec<(CellId, CellId)> {
        let beside = |&(a, b): &(CellId, CellId)| {
            let (down, right) = self.apart(a, b);
            down + right == 1
        };
        self.pairs().into_iter().filter(beside).collect()
    }

    /// The houses of a kind.
    pub fn houses(&self, kind: &'static str) -> Vec<Vec<CellId>> {
        self.puzzle.clues_of(kind).map(|c| c.list(0).to_vec()).collect()
    }

    /// Boxes, or if there are none the regions.
    pub fn boxes(&self) -> Vec<Vec<CellId>> {
        let boxes = self.houses("box");
        if boxes.is_empty() { self.houses("region") } else { boxes }
    }

    /// Whether a pair carries one of these marks.
    pub fn marked(&self, a: CellId, b: CellId, marks: &[&'static str]) -> bool {
        let clues = marks.iter().flat_map(|&m| self.puzzle.clues_of(m));
        let on = |c: &Clue| c.list(0).windows(2).any(|w| w == [a, b] || w == [b, a]);
        clues.into_iter().any(on)
    }
}

pub fn differ(digits: &[i64]) -> bool {
    (0..digits.len()).all(|i| (0..i).all(|j| digits[i] != digits[j]))
}

pub fn checker(kind: &str) -> Option<Check> {
    lines::checker(kind).or_else(|| sets::checker(kind)).or_else(|| whole::checker(kind))
}
