//! SudokuMaker: a puzzle as JSON whose elements have numbers for types, and links that pack
//! it.
//!
//! Cells are counted from 0, row by row. Borders, corners and places outside the grid have
//! numbers of their own; [`geometry`] knows them.

mod geometry;
mod read;
mod write;

pub(crate) use read::{is_puzzle, read_json};
pub(crate) use write::{write_json, write_link};

use pencilmark_puzzle::Grid;

use crate::import::{Import, Reading, Trouble};
use crate::json::Json;
use crate::pack::{Alphabet, lz_unpack};

/// How an element lists its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// It is about the whole grid.
    Flag,
    /// `cells`, each by itself.
    Each,
    /// `cells`, all together.
    Cells,
    /// `lines`.
    Lines,
    /// `clues` with `value` and `edge`.
    Edges,
    /// `clues` with `value` and `outerCell`.
    Outside,
}

/// Their number, our name, the form, and how few cells say anything.
const TABLE: &[(i64, &str, Form, usize)] = &[
    (12, "anti-king", Form::Flag, 0),
    (13, "anti-knight", Form::Flag, 0),
    (14, "disjoint-groups", Form::Flag, 0),
    (15, "non-consecutive", Form::Flag, 0),
    (100, "even", Form::Each, 1),
    (101, "odd", Form::Each, 1),
    (102, "maximum", Form::Each, 1),
    (103, "minimum", Form::Each, 1),
    (200, "difference", Form::Edges, 2),
    (201, "ratio", Form::Edges, 2),
    (305, "extra-region", Form::Cells, 1),
    (400, "renban", Form::Lines, 2),
    (402, "palindrome", Form::Lines, 2),
    (403, "between-line", Form::Lines, 3),
    (405, "sequence", Form::Lines, 2),
    (407, "lockout", Form::Lines, 2),
    (409, "double-arrow", Form::Lines, 2),
    (501, "sandwich", Form::Outside, 1),
    (502, "x-sum", Form::Outside, 1),
    (503, "skyscraper", Form::Outside, 1),
    (504, "numbered-room", Form::Outside, 1),
    (600, "row-indexer", Form::Cells, 1),
    (601, "column-indexer", Form::Cells, 1),
];

/// How far apart the ends of a lockout line are there.
fn lockout(grid: &Grid) -> i64 {
    grid.digit_count() as i64 / 2
}

/// Low, middle and high digits, as entropy has them; the middle ones may be more or fewer.
fn thirds(grid: &Grid) -> Vec<Vec<i64>> {
    let outer = (grid.digit_count() as i64 + 1) / 3;
    let (low, high) = (grid.lo() + outer, grid.hi() - outer);
    let third = |d: i64| i64::from(d >= low) + i64::from(d > high);
    (0..3).map(|t| grid.digits().filter(|&d| third(d) == t).collect()).collect()
}

/// Reads the JSON, as it stands in a file.
pub(crate) fn read(text: &str) -> Reading<Import> {
    let json = crate::fpuzzles::parse(text)?;
    read_json(&json)
}

/// Reads the packed puzzle of a link: what follows `?puzzle=`.
pub(crate) fn read_packed(packed: &str) -> Reading<Import> {
    let text = lz_unpack(packed.trim(), Alphabet::Uri).map_err(|why| {
        Trouble::new(format!("the packed part of the link cannot be read: {why}"))
            .help("copy the whole link again; they are easily cut")
    })?;
    if Json::parse(&text).is_err() {
        let message = "the packed part of the link cannot be read: \
                       it is no puzzle when it is unpacked";
        return Err(Trouble::new(message).help("copy the whole link again; they are easily cut"));
    }
    read(&text).map_err(Trouble::unplaced)
}

#[cfg(test)]
mod tests;
