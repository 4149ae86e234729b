//! A file of JSON: which program wrote it.

use crate::import::{Import, Reading, Trouble};
use crate::json::Json;
use crate::{fpuzzles, lisudoku, own, sudokumaker, sudokupad};

/// Whether a text starts as JSON does.
pub(crate) fn fits(first: &str) -> bool {
    first.trim_start().starts_with('{')
}

/// Reads JSON of any program; each has keys that no other has.
pub(crate) fn read(text: &str) -> Reading<Import> {
    let json = match Json::parse(text) {
        Ok(json) => json,
        Err(error) => match Json::parse_zipped(text) {
            Ok(json) if sudokupad::is_board(&json) => json,
            _ => return Err(Trouble::new(error.message).at(error.at..error.at + 1)),
        },
    };
    if own::is_puzzle(&json) {
        return own::read_json(&json);
    }
    if sudokumaker::is_puzzle(&json) {
        return sudokumaker::read_json(&json);
    }
    if lisudoku::is_puzzle(&json) {
        return lisudoku::read_json(&json);
    }
    if sudokupad::is_board(&json) {
        return sudokupad::read_board(&json);
    }
    if !json.get("size").is_null() || !json.get("grid").is_null() {
        return fpuzzles::read_board(&json);
    }
    Err(Trouble::new("no program that is known writes such JSON")
        .help("known: ours, f-puzzles, SudokuPad, SudokuMaker, lisudoku"))
}
