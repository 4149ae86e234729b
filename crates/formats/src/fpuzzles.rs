//! f-puzzles: a board as JSON, and links that hold it packed.
//!
//! Constraints are told by their key; most have one of a few shapes, so one table serves
//! reading and writing. What a board only draws (lines, circles, texts) has no meaning that
//! a program could know: it is named in a warning.

mod cells;
mod drawn;
mod read;
mod write;

pub(crate) use drawn::compare_with_rules;
pub(crate) use read::read_board;
pub(crate) use write::{board, write_json, write_link};

use crate::import::{Import, Reading, Trouble};
use crate::json::Json;
use crate::pack::{Alphabet, lz_unpack};

/// How a constraint lists its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `true`: it is about the whole grid.
    Flag,
    /// The same, with the number that our clue has.
    Sign(i64),
    /// `cells`.
    Cells,
    /// `cells` and a `value`.
    CellsValue,
    /// `cell`.
    Cell,
    /// `lines`, each a list of cells.
    Lines,
    /// `lines` and a `value` for all of them.
    LinesValue,
    /// `cell` outside the grid and a `value`: a row or column from its end.
    Outside,
}

/// Their name, ours, the form, and how few cells say anything.
const TABLE: &[(&str, &str, Form, usize)] = &[
    ("diagonal+", "diagonal", Form::Sign(1), 0),
    ("diagonal-", "diagonal", Form::Sign(-1), 0),
    ("antiknight", "anti-knight", Form::Flag, 0),
    ("antiking", "anti-king", Form::Flag, 0),
    ("disjointgroups", "disjoint-groups", Form::Flag, 0),
    ("nonconsecutive", "non-consecutive", Form::Flag, 0),
    ("extraregion", "extra-region", Form::Cells, 1),
    ("killercage", "cage", Form::CellsValue, 1),
    ("odd", "odd", Form::Cell, 1),
    ("even", "even", Form::Cell, 1),
    ("minimum", "minimum", Form::Cell, 1),
    ("maximum", "maximum", Form::Cell, 1),
    ("thermometer", "thermo", Form::Lines, 2),
    ("slowthermometer", "slow-thermo", Form::Lines, 2),
    ("palindrome", "palindrome", Form::Lines, 2),
    ("betweenline", "between-line", Form::Lines, 3),
    ("renban", "renban", Form::Lines, 2),
    ("nabner", "nabner", Form::Lines, 2),
    ("whispers", "whisper", Form::LinesValue, 2),
    ("modularline", "modular-line", Form::Lines, 2),
    ("entropicline", "entropic-line", Form::Lines, 2),
    ("regionsumline", "region-sum-line", Form::Lines, 2),
    ("doublearrow", "double-arrow", Form::Lines, 2),
    ("zipperline", "zipper", Form::Lines, 3),
    ("lockout", "lockout", Form::Lines, 2),
    ("difference", "difference", Form::CellsValue, 2),
    ("ratio", "ratio", Form::CellsValue, 2),
    ("rowindexer", "row-indexer", Form::Cells, 1),
    ("columnindexer", "column-indexer", Form::Cells, 1),
    ("boxindexer", "box-indexer", Form::Cells, 1),
    ("sandwichsum", "sandwich", Form::Outside, 1),
    ("xsum", "x-sum", Form::Outside, 1),
    ("skyscraper", "skyscraper", Form::Outside, 1),
];

/// Reads the JSON of a board, as it stands in a file.
pub(crate) fn read(text: &str) -> Reading<Import> {
    let json = parse(text)?;
    read_board(&json)
}

/// JSON, or why it is none.
pub(crate) fn parse(text: &str) -> Reading<Json> {
    Json::parse(text).map_err(|e| Trouble::new(e.message).at(e.at..e.at + 1))
}

/// Reads the packed board of a link: what follows `?load=`.
pub(crate) fn read_packed(packed: &str) -> Reading<Import> {
    let text = unpack(packed)?;
    read(&text).map_err(Trouble::unplaced)
}

/// The text that LZ-String has packed. Links lose one of two slashes on their way through
/// some programs; so if it cannot be read, slashes are doubled until it can.
pub(crate) fn unpack(packed: &str) -> Reading<String> {
    let packed = packed.trim();
    let whole = |text: &str| Json::parse(text).is_ok() || Json::parse_zipped(text).is_ok();
    let first = lz_unpack(packed, Alphabet::Base64);
    if let Ok(text) = &first
        && whole(text)
    {
        return Ok(text.clone());
    }
    let slashes: Vec<usize> = packed.match_indices('/').map(|(i, _)| i).collect();
    // More than this and the link is damaged in another way.
    if slashes.len() <= 16 && packed.len() < 1 << 16 {
        for &at in &slashes {
            let doubled = format!("{}/{}", &packed[..at], &packed[at..]);
            if let Some(text) = lz_unpack(&doubled, Alphabet::Base64).ok().filter(|t| whole(t)) {
                return Ok(text);
            }
        }
    }
    let why = first.err().unwrap_or("it is no puzzle when it is unpacked");
    Err(Trouble::new(format!("the packed part of the link cannot be read: {why}"))
        .help("copy the whole link again; they are easily cut"))
}

/// The JSON of a board as f-puzzles packs it into a link, behind `?load=`. An error says why it
/// cannot be read.
pub fn unpack_fpuzzles(packed: &str) -> Result<String, String> {
    unpack(packed).map_err(|trouble| trouble.message)
}

#[cfg(test)]
mod tests;
