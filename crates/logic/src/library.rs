//! States as text: HoDoKu's library lines, and grids of candidates.
//!
//! A library line is
//! `:code:candidates:givens:deleted candidates:eliminations:placements:extra`; digits that
//! were placed, not given, have a `+` before them, and candidates are written digit, row,
//! column. Only plain 9x9 puzzles can be written so.

use pencilmark_puzzle::{Grid, Puzzle};

use crate::board::{Board, Mark};
use crate::found::Found;
use crate::marks::Marks;

/// A library line taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The code of the technique, without its variant.
    pub code: String,
    /// What follows the dash of the code.
    pub variant: String,
    /// The digits the line is about.
    pub digits: Vec<i64>,
    /// What the cells hold: digit and whether it was given.
    pub cells: Vec<Option<(i64, bool)>>,
    /// Candidates that are gone before.
    pub deleted: Vec<(i64, usize)>,
    /// What the technique erases.
    pub eliminations: Vec<(i64, usize)>,
    /// What the technique places.
    pub placements: Vec<(i64, usize)>,
}

impl Library {
    /// Reads a line; an error says what was expected.
    pub fn parse(line: &str) -> Result<Library, String> {
        let parts: Vec<&str> = line.trim().split(':').collect();
        let [_, code, digits, cells, deleted, eliminations, placements, ..] = parts[..] else {
            return Err("a library line has seven fields, each after a `:`".into());
        };
        let (code, variant) = code.split_once('-').unwrap_or((code, ""));
        Ok(Library {
            code: code.into(),
            variant: variant.into(),
            digits: digits.chars().filter_map(|c| c.to_digit(10)).map(i64::from).collect(),
            cells: grid(cells)?,
            deleted: triples(deleted)?,
            eliminations: triples(eliminations)?,
            placements: triples(placements)?,
        })
    }

    /// A state and what was found in it as a line.
    pub fn line(code: &str, board: &Board, marks: &Marks, found: &Found) -> String {
        let mut plain = Marks::full(board);
        let mut cells = String::new();
        for (cell, value) in marks.value.iter().enumerate() {
            let Some(digit) = value.map(usize::from) else {
                cells.push('.');
                continue;
            };
            plain.place(board, Mark { cell, digit });
            if !marks.given.has(cell) {
                cells.push('+');
            }
            cells.push_str(&board.value(digit).to_string());
        }
        let triple =
            |m: Mark| format!("{}{}{}", board.value(m.digit), m.cell / 9 + 1, m.cell % 9 + 1);
        let triples = |list: Vec<Mark>| list.into_iter().map(triple).collect::<Vec<_>>().join(" ");
        let deleted = triples(plain.all().filter(|&m| !marks.has(m)).collect());
        let (gone, placed) = (triples(found.remove.clone()), triples(found.place.clone()));
        format!(":{code}::{cells}:{deleted}:{gone}:{placed}:")
    }

    /// The puzzle whose givens are those of the line.
    pub fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        for (cell, value) in puzzle.grid.cells().zip(&self.cells) {
            if let &Some((digit, true)) = value {
                puzzle.add_given(cell, digit, None);
            }
        }
        puzzle
    }

    /// The marks of the line on the board of its puzzle.
    pub fn marks(&self, board: &Board) -> Marks {
        let mut marks = Marks::full(board);
        for (cell, value) in self.cells.iter().enumerate() {
            let Some((value, given)) = *value else { continue };
            let Some(digit) = board.digit(value) else { continue };
            match given {
                true => marks.give(board, cell, digit),
                false => marks.place(board, Mark { cell, digit }),
            }
        }
        for &(value, cell) in &self.deleted {
            if let Some(digit) = board.digit(value) {
                marks.erase(board, Mark { cell, digit });
            }
        }
        marks
    }
}

fn grid(text: &str) -> Result<Vec<Option<(i64, bool)>>, String> {
    let mut cells = Vec::with_capacity(81);
    let mut given = true;
    for c in text.chars() {
        match c {
            '+' => given = false,
            '.' | '0' => cells.push(None),
            '1'..='9' => {
                cells.push(Some((i64::from(c as u8 - b'0'), given)));
                given = true;
            }
            _ => return Err(format!("`{c}` is not a digit, a `.` or a `+`")),
        }
    }
    match cells.len() {
        81 => Ok(cells),
        n => Err(format!("{n} cells where 81 were expected")),
    }
}

/// Candidates as digit, row, column.
fn triples(text: &str) -> Result<Vec<(i64, usize)>, String> {
    let one = |word: &str| {
        let digits: Vec<usize> =
            word.chars().filter_map(|c| c.to_digit(10)).map(|d| d as usize).collect();
        match digits[..] {
            [d, r, c] if word.len() == 3 && d * r * c > 0 => Ok((d as i64, (r - 1) * 9 + c - 1)),
            _ => Err(format!("`{word}` is not a digit, a row and a column from 1 to 9")),
        }
    };
    text.split_whitespace().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_placed_and_what_is_gone() {
        let cells = format!("1+2{}", ".".repeat(79));
        let line = Library::parse(&format!(":0300-1:3:{cells}:345 999:311::")).expect("a line");
        assert_eq!((line.code.as_str(), line.variant.as_str()), ("0300", "1"));
        assert_eq!(line.deleted, [(3, 3 * 9 + 4), (9, 80)]);
        assert_eq!(line.eliminations, [(3, 0)]);
        let board = Board::new(&line.puzzle());
        let marks = line.marks(&board);
        assert_eq!((marks.value[0], marks.value[1]), (Some(0), Some(1)));
        assert!(marks.given.has(0) && !marks.given.has(1));
        assert!(!marks.has(Mark { cell: 80, digit: 8 }));
    }

    #[test]
    fn bad_lines_are_refused() {
        for line in ["", ":0300:1:12:::", ":0300:1", "::::::::", ":1:2:x:::::"] {
            assert!(Library::parse(line).is_err(), "{line}");
        }
        let cells = ".".repeat(81);
        assert!(Library::parse(&format!(":0300:3:{cells}:3é5:::")).is_err());
        assert!(Library::parse(&format!(":0300:3:{cells}:305:::")).is_err());
    }
}
