//! Cells that tell where something stands: row, column and box indexers.

use pencilmark_kernel::expr::{Cmp, Formula};

use super::{compare, digit, has_values, needs, number, regions};
use crate::drawing::{Drawing, Mark, Text};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[&ROW_INDEXER, &COLUMN_INDEXER, &BOX_INDEXER];

const CELLS: &[Arg] = &[Arg::new("cells", Shape::Cells(1))];

static ROW_INDEXER: Kind = Kind {
    name: "row-indexer",
    aliases: &["rowindexer"],
    args: CELLS,
    summary: "A digit v in row r says that the cell in row v of the same column holds r.",
    example: "row-indexer r1-9c1",
    meaning: |clue, puzzle| indexes(clue, puzzle, |cell| in_column(puzzle, cell)),
    lower: |clue, puzzle, lower| {
        lower_indexes(clue, puzzle, lower, |cell| in_column(puzzle, cell));
    },
    elsewhere: &[
        (Tool::FPuzzles, "rowindexer"),
        (Tool::SudokuMaker, "600"),
        (Tool::Iss, "Indexing~R"),
        (Tool::Rangsk, "rowindexer"),
    ],
    drawing: Drawing::Cell { mark: Mark::Frame, colour: "#7CC77C", text: Text::After("r") },
    ..Kind::PLAIN
};

static COLUMN_INDEXER: Kind = Kind {
    name: "column-indexer",
    aliases: &["columnindexer", "col-indexer"],
    args: CELLS,
    summary: "A digit v in column c says that the cell in column v of the same row holds c.",
    example: "column-indexer r1-9c1",
    meaning: |clue, puzzle| indexes(clue, puzzle, |cell| in_row(puzzle, cell)),
    lower: |clue, puzzle, lower| {
        lower_indexes(clue, puzzle, lower, |cell| in_row(puzzle, cell));
    },
    elsewhere: &[
        (Tool::FPuzzles, "columnindexer"),
        (Tool::SudokuMaker, "601"),
        (Tool::Iss, "Indexing~C"),
        (Tool::Rangsk, "colindexer"),
    ],
    drawing: Drawing::Cell { mark: Mark::Frame, colour: "#C77C7C", text: Text::After("c") },
    ..Kind::PLAIN
};

static BOX_INDEXER: Kind = Kind {
    name: "box-indexer",
    aliases: &["boxindexer"],
    args: CELLS,
    summary: "A digit v in the p-th cell of a box says that the v-th cell of the box holds p.",
    example: "box-indexer r1-3c1-3",
    check: |clue, puzzle| {
        let boxes = regions(puzzle);
        let boxed = clue.list(0).iter().all(|c| boxes.iter().any(|b| b.contains(c)));
        needs(boxed, "a box indexer stands in a box")
    },
    meaning: |clue, puzzle| {
        let boxes = regions(puzzle);
        indexes(clue, puzzle, |cell| {
            let mut cells = boxes.iter().find(|b| b.contains(&cell)).cloned().unwrap_or_default();
            cells.sort_unstable();
            let at = cells.iter().position(|&c| c == cell).unwrap_or(0);
            (cells, at)
        })
    },
    elsewhere: &[(Tool::FPuzzles, "boxindexer"), (Tool::Rangsk, "boxindexer")],
    drawing: Drawing::Cell { mark: Mark::Frame, colour: "#7C7CC7", text: Text::After("b") },
    ..Kind::PLAIN
};

/// For each digit v a cell can hold: it holds v exactly if the v-th cell of its house holds the
/// cell's own place. A digit that names no cell, 0 among them, is not there.
fn indexes(
    clue: &Clue,
    puzzle: &Puzzle,
    house: impl Fn(CellId) -> (Vec<CellId>, usize),
) -> Vec<Formula<Name>> {
    let mut all = Vec::new();
    for &cell in clue.list(0) {
        let (cells, at) = house(cell);
        for v in puzzle.grid.digits() {
            let here = compare(digit(cell), Cmp::Eq, number(v));
            match usize::try_from(v - 1).ok().and_then(|i| cells.get(i)) {
                Some(&other) => {
                    let there = compare(digit(other), Cmp::Eq, number(at as i64 + 1));
                    all.push(Formula::Iff(Box::new(here), Box::new(there)));
                }
                None => all.push(Formula::Not(Box::new(here))),
            }
        }
        // A place that no digit names cannot hold it either.
        for (i, &other) in cells.iter().enumerate() {
            if !puzzle.grid.digits().contains(&(i as i64 + 1)) {
                let there = compare(digit(other), Cmp::Eq, number(at as i64 + 1));
                all.push(Formula::Not(Box::new(there)));
            }
        }
    }
    all
}

/// The column of a cell, and its place there.
fn in_column(puzzle: &Puzzle, cell: CellId) -> (Vec<CellId>, usize) {
    (puzzle.grid.column(puzzle.grid.col_of(cell)), puzzle.grid.row_of(cell))
}

/// The row of a cell, and its place there.
fn in_row(puzzle: &Puzzle, cell: CellId) -> (Vec<CellId>, usize) {
    (puzzle.grid.row(puzzle.grid.row_of(cell)), puzzle.grid.col_of(cell))
}

/// The same as pairs, whose tables all cells share.
fn lower_indexes(
    clue: &Clue,
    puzzle: &Puzzle,
    lower: &mut Lower<'_>,
    house: impl Fn(CellId) -> (Vec<CellId>, usize),
) {
    let digits = puzzle.grid.digits();
    let named = *digits.start() == 1;
    for &cell in clue.list(0) {
        let (cells, at) = house(cell);
        if has_values(puzzle) || !named || cells.len() != digits.clone().count() {
            // Digits without a place, and places without a digit, are left to the meaning.
            let all = indexes(clue, puzzle, &house);
            return all.iter().for_each(|formula| lower.formula(formula));
        }
        let own = at as i64 + 1;
        for (v, &other) in digits.clone().zip(&cells) {
            lower.pair(cell, other, ("index", v * 64 + own), |x, y| (x == v) == (y == own));
        }
    }
}
