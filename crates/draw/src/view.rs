//! What a picture shows: a puzzle, what is filled in, and what a step points at.

use std::borrow::Cow;

use pencilmark_puzzle::{CellId, Drawing, Puzzle};

/// Everything that is to be seen.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Digits that are filled in, by cell; givens need not be repeated.
    pub digits: Vec<Option<i64>>,
    /// The candidates of every cell, if they are shown.
    pub candidates: Option<Vec<Vec<i64>>>,
    /// Marks that were erased, shown as dots.
    pub erased: Vec<Erased>,
    /// What a step points at.
    pub highlights: Vec<Highlight>,
    /// A line below the picture.
    pub caption: Option<String>,
    /// Whether title and author stand above it.
    pub title: bool,
}

impl<'a> View<'a> {
    /// The puzzle as it is printed.
    pub fn new(puzzle: &'a Puzzle) -> View<'a> {
        View {
            puzzle,
            digits: vec![None; puzzle.grid.size()],
            candidates: None,
            erased: vec![],
            highlights: vec![],
            caption: None,
            title: false,
        }
    }

    /// The small digits of each cell: the candidates, else those that the puzzle gives.
    pub(crate) fn marks(&self) -> Option<Cow<'_, [Vec<i64>]>> {
        if let Some(candidates) = &self.candidates {
            return Some(Cow::Borrowed(candidates.as_slice()));
        }
        let given = |c: &&pencilmark_puzzle::Clue| matches!(c.kind.drawing, Drawing::Marks);
        let mut clues = self.puzzle.clues.iter().filter(given).peekable();
        clues.peek()?;
        let mut marks: Vec<Option<Vec<i64>>> = vec![None; self.puzzle.grid.size()];
        for clue in clues {
            for cell in clue.list(0) {
                let mark = &mut marks[cell.index()];
                match mark {
                    // A cell may be listed twice: both must hold.
                    Some(digits) => digits.retain(|d| clue.numbers.contains(d)),
                    None => *mark = Some(clue.numbers.clone()),
                }
            }
        }
        Some(Cow::Owned(marks.into_iter().map(Option::unwrap_or_default).collect()))
    }
}

/// A mark that was erased, and how much it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erased {
    /// The cell.
    pub cell: CellId,
    /// The digit.
    pub digit: i64,
    /// 0: by looking at one pair of cells. 1: by one rule alone. More: by several together.
    pub level: usize,
}

/// Something that a step points at.
#[derive(Clone, Debug, PartialEq)]
pub enum Highlight {
    /// Cells that belong together: a house, a cage.
    Cells(Vec<CellId>),
    /// A line around some cells, and what they are in the step.
    Outline(Vec<CellId>, Outline),
    /// A candidate and the part it plays.
    Candidate(CellId, i64, Role),
    /// A link of a chain, from candidate to candidate; strong links are solid, weak ones dashed.
    Link((CellId, i64), (CellId, i64), bool),
}

/// What outlined cells are in a step. Each has a line of its own kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A clue that is added up: one thin line around it.
    Sum,
    /// Cells that the sums leave out: a thick frame in each.
    Inner,
    /// Cells in which the sums stick out: a thick dashed frame in each.
    Outer,
    /// Cells that a line of thought comes through: a thin dashed frame in each.
    Passed,
    /// Where it ends, as nothing is left: a thick line around them, below one cell a cross.
    Broken,
}

/// The part that a candidate plays in a step. Each has a sign of its own besides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The step rests on it: a ring.
    Reason,
    /// The step erases it: a stroke through it.
    Removed,
    /// The step places it: a square.
    Placed,
    /// It is assumed in a chain: a thick ring.
    On,
    /// It is excluded in a chain: a dashed ring.
    Off,
}
