//! The marks of a board: what changes while a puzzle is solved.
//!
//! A cell is *placed* when its digit is written down, and then has no marks. Placing takes
//! the digit from the cells that see it, as people do when they keep pencil marks; whatever
//! else a digit excludes is a step of its own.

use crate::board::{Board, Mark};
use crate::sets::{Cell, Cells, Digit, Digits, Each, count};

/// Placed digits and marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The digit written in each cell.
    pub value: Vec<Option<u8>>,
    /// The marks of each cell; none once it is placed.
    pub of: Vec<Digits>,
    /// For each digit the cells that have it as a mark. Only for boards with patterns.
    pub at: Vec<Cells>,
    /// The cells without a digit. Only for boards with patterns.
    pub open: Cells,
    /// The cells whose digit the puzzle gave. Only for boards with patterns.
    pub given: Cells,
    /// How many cells have no digit.
    pub left: usize,
}

impl Marks {
    /// Every mark, nothing placed.
    pub fn full(board: &Board) -> Marks {
        let all: Cells = if board.patterns { (0..board.cells).collect() } else { Cells::EMPTY };
        Marks {
            value: vec![None; board.cells],
            of: vec![board.all(); board.cells],
            at: vec![all; board.digits],
            open: all,
            given: Cells::EMPTY,
            left: board.cells,
        }
    }

    /// The givens of the puzzle placed, and what they exclude erased; where the puzzle gives
    /// marks, no others.
    pub fn start(board: &Board) -> Marks {
        let mut marks = Marks::full(board);
        for clue in board.puzzle.clues.iter().filter(|c| c.kind.name == "candidates") {
            let given = clue.numbers.iter().filter_map(|&value| board.digit(value));
            let given: Digits = given.fold(0, |all, digit| all | 1 << digit);
            for cell in clue.list(0).iter().map(|cell| cell.index()) {
                let others: Vec<Digit> = Each(marks.of[cell] & !given).collect();
                others.into_iter().for_each(|digit| {
                    marks.erase(board, Mark { cell, digit });
                });
            }
        }
        for clue in &board.puzzle.clues {
            if let Some((cell, value)) = clue.as_given()
                && let Some(digit) = board.digit(value)
            {
                marks.give(board, cell.index(), digit);
            }
        }
        marks
    }

    /// Places a digit of the puzzle.
    pub fn give(&mut self, board: &Board, cell: Cell, digit: Digit) {
        self.place(board, Mark { cell, digit });
        if board.patterns {
            self.given.insert(cell);
        }
    }

    /// Whether a mark is there.
    #[inline]
    pub fn has(&self, mark: Mark) -> bool {
        self.of[mark.cell] >> mark.digit & 1 == 1
    }

    /// Erases a mark; whether it was there.
    #[inline]
    pub fn erase(&mut self, board: &Board, mark: Mark) -> bool {
        let had = self.has(mark);
        self.of[mark.cell] &= !(1 << mark.digit);
        if board.patterns {
            self.at[mark.digit].remove(mark.cell);
        }
        had
    }

    /// Writes a digit into a cell and takes it from the cells that see it.
    pub fn place(&mut self, board: &Board, mark: Mark) {
        let Mark { cell, digit } = mark;
        if self.value[cell].is_none() {
            self.left -= 1;
        }
        self.value[cell] = Some(digit as u8);
        self.of[cell] = 0;
        if !board.patterns {
            board.differ[cell].iter().for_each(|&other| self.of[other] &= !(1 << digit));
            return;
        }
        self.open.remove(cell);
        self.at.iter_mut().for_each(|at| at.remove(cell));
        for peer in self.at[digit] & board.peers[cell] {
            self.of[peer] &= !(1 << digit);
        }
        self.at[digit] -= board.peers[cell];
    }

    /// What a cell may still be, placed or not.
    #[inline]
    pub fn left_of(&self, cell: Cell) -> Digits {
        self.value[cell].map_or(self.of[cell], |d| 1 << d)
    }

    /// Whether every cell has a digit.
    pub fn is_done(&self) -> bool {
        self.left == 0
    }

    /// Whether a cell is left without any digit.
    pub fn is_broken(&self) -> bool {
        (0..self.of.len()).any(|c| self.left_of(c) == 0)
    }

    /// How many marks there are.
    pub fn total(&self) -> usize {
        self.of.iter().map(|&m| count(m)).sum()
    }

    /// All marks, cell by cell.
    pub fn all(&self) -> impl Iterator<Item = Mark> + '_ {
        let of = |cell: Cell| Each(self.of[cell]).map(move |digit| Mark { cell, digit });
        (0..self.of.len()).flat_map(of)
    }

    /// The cells with exactly two marks.
    pub fn bivalue(&self) -> Cells {
        self.open.filter(|&c| count(self.of[c]) == 2).collect()
    }
}
