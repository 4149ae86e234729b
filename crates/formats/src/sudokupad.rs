//! SudokuPad: ids that hold their puzzle, and the JSON (SCL) most of them pack.
//!
//! SudokuPad draws everything and checks little. Houses, cages that may not repeat digits,
//! anti-knight and anti-king are typed; lines, arrows, dots and texts are only drawn, and
//! named in warnings. Nothing is guessed from colours.

mod read;
mod write;

pub(crate) use read::{is_board, read_board};
pub(crate) use write::{write_json, write_link};

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use crate::fpuzzles;
use crate::import::{Import, Reading, Trouble, clue};
use crate::json::Json;

/// How an id says what it holds.
const PREFIXES: &[(&str, Packing)] = &[
    ("fpuzzles", Packing::Fpuzzles),
    ("fpuz", Packing::Fpuzzles),
    ("scl", Packing::Scl),
    ("ctc", Packing::Scl),
    ("scf", Packing::Scf),
    ("classic", Packing::Classic),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Fpuzzles,
    Scl,
    Scf,
    Classic,
}

fn packing(id: &str) -> Option<(Packing, &str)> {
    PREFIXES.iter().find_map(|&(prefix, packing)| Some((packing, id.strip_prefix(prefix)?)))
}

/// Whether a word is an id with its puzzle in it, not only a name.
pub(crate) fn is_id(word: &str) -> bool {
    let letters = |text: &str| text.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
    match packing(word.trim()) {
        Some((Packing::Fpuzzles | Packing::Scl, rest)) => rest.len() > 40 && letters(rest),
        Some((Packing::Scf, rest)) => {
            rest.len() >= 13 && rest.bytes().all(|b| b.is_ascii_alphanumeric())
        }
        Some((Packing::Classic, rest)) => rest.len() >= 10 && !rest.contains(' ') && letters(rest),
        // Bare packed JSON: `{"` always packs to these letters.
        None => word.trim().starts_with("N4Ig") && word.len() > 40 && letters(word.trim()),
    }
}

/// Whether a word that is no id is the start of one: `{"` always packs to these letters.
pub(crate) fn is_cut(word: &str) -> bool {
    let packed = match packing(word.trim()) {
        Some((Packing::Fpuzzles | Packing::Scl, rest)) => rest,
        Some(_) => return false,
        None => word.trim(),
    };
    !is_id(word) && packed.starts_with("N4Ig")
}

/// Reads a puzzle from its id.
pub(crate) fn read_id(id: &str) -> Reading<Import> {
    let id = id.trim();
    let Some((packing, rest)) = packing(id) else {
        return read_text(&fpuzzles::unpack(id)?).map_err(Trouble::unplaced);
    };
    match packing {
        Packing::Fpuzzles => fpuzzles::read_packed(rest),
        Packing::Scl => read_text(&fpuzzles::unpack(rest)?).map_err(Trouble::unplaced),
        Packing::Scf => read_scf(rest),
        Packing::Classic => read_classic(rest),
    }
}

/// Reads the JSON of a board, plain or zipped.
pub(crate) fn read(text: &str) -> Reading<Import> {
    read_text(text)
}

/// JSON of a board of this program or of f-puzzles.
fn read_text(text: &str) -> Reading<Import> {
    let plain = Json::parse(text);
    let json = match plain {
        Ok(json) => json,
        Err(error) => Json::parse_zipped(text)
            .map_err(|_| Trouble::new(error.message).at(error.at..error.at + 1))?,
    };
    if is_board(&json) {
        return read_board(&json);
    }
    fpuzzles::read_board(&json)
}

/// A plain puzzle, each letter a digit and how many blanks follow it; then letters for rules.
fn read_scf(text: &str) -> Reading<Import> {
    let text = text.trim_end_matches(".scf");
    let mut digits: Vec<u8> = Vec::new();
    let mut letters = text.chars();
    while digits.len() < 81 {
        let Some(letter) = letters.next() else {
            return Err(Trouble::new(format!("{} cells of 81 are told", digits.len())));
        };
        digits.extend(unzip(letter)?);
    }
    digits.truncate(81);
    let mut import = Import::new(plain(9, &digits));
    for rule in letters {
        match rule {
            'w' => import.add(clue("windoku")),
            'x' => import.add(clue("diagonals")),
            other => {
                import.warn(format!("the rule `{other}` of the link is not known, so it is lost"))
            }
        }
    }
    Ok(import)
}

/// A digit and up to five blanks.
fn unzip(letter: char) -> Reading<Vec<u8>> {
    let value = match letter {
        '0'..='9' => letter as u8 - b'0',
        'A'..='Z' => letter as u8 - b'A' + 10,
        'a'..='x' => letter as u8 - b'a' + 36,
        _ => return Err(Trouble::new(format!("`{letter}` does not belong into such a link"))),
    };
    let mut cells = vec![value % 10];
    cells.extend(std::iter::repeat_n(0, usize::from(value / 10)));
    Ok(cells)
}

/// The letters of the older form, each for a run of so many blanks, from 1.
const RUNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";

/// Two forms that are not marked: the one whose cells make a square is meant.
fn read_classic(text: &str) -> Reading<Import> {
    let square = |cells: &Vec<u8>| {
        let n = (2..=9).find(|n| n * n == cells.len())?;
        cells.iter().all(|d| usize::from(*d) <= n).then_some(n)
    };
    let newer: Option<Vec<Vec<u8>>> = text.chars().map(|c| unzip(c).ok()).collect();
    let newer = newer.map(|cells| cells.concat());
    let run = |c: char| match RUNS.find(c) {
        Some(at) => Some(vec![0; at + 1]),
        None => c.to_digit(10).map(|d| vec![d as u8]),
    };
    let older: Option<Vec<Vec<u8>>> = text.chars().map(run).collect();
    let older = older.map(|cells| cells.concat());
    let found =
        [newer, older].into_iter().flatten().find_map(|cells| Some((square(&cells)?, cells)));
    match found {
        Some((n, cells)) => Ok(Import::new(plain(n, &cells))),
        None => Err(Trouble::new("the cells of this link do not make a square grid")),
    }
}

fn plain(n: usize, digits: &[u8]) -> Puzzle {
    let mut puzzle = Puzzle::sudoku(Grid::new(n, n).unwrap_or_else(Grid::nine));
    for (i, &digit) in digits.iter().enumerate().filter(|(_, d)| **d > 0) {
        puzzle.add_given(CellId::new(i), digit.into(), None);
    }
    puzzle
}

#[cfg(test)]
mod tests;
