//! Maps of the grid: one indented line for each row, one character for each cell, or
//! words with blanks between them.

use pencilmark_puzzle::{CellId, Clue, kinds};

use super::statements::{Mark, Statement, Word, words};
use super::{ClueMarks, Parser};
use crate::export::count;

impl<'a> Parser<'a> {
    pub(super) fn read_givens(&mut self, statement: &Statement<'a>) {
        let Some(map) = self.read_map(statement) else {
            return;
        };
        let zero_is_digit = self.puzzle.grid.lo() == 0;
        for (i, word) in map.into_iter().enumerate() {
            let blank = matches!(word.text, "." | "_" | "*" | "-");
            if blank || (word.text == "0" && !zero_is_digit) {
                continue;
            }
            let Some(digit) = digit_value(word.text) else {
                let message = format!("`{}` is not a digit", super::args::shorten(word.text));
                let help = "blanks are `.` or `_`; digits above 9 are letters from `A`, or \
                            numbers with blanks between them";
                self.error(word.mark, message, Some(help.into()));
                continue;
            };
            let clue = Clue::new(&kinds::GIVEN).number(digit).over([CellId::new(i)]);
            self.add(clue, ClueMarks::whole(word.mark));
        }
    }

    /// The words of a map, row by row; nothing if its shape is wrong.
    pub(super) fn read_map(&mut self, statement: &Statement<'a>) -> Option<Vec<Word<'a>>> {
        let (rows, cols) = (self.puzzle.grid.rows(), self.puzzle.grid.cols());
        if !statement.rest.text.is_empty() {
            let message = format!("expected nothing after `{}`", statement.word);
            let help = format!("its {rows} lines stand indented below");
            self.error(statement.rest.mark, message, Some(help));
            return None;
        }
        if statement.block.len() != rows {
            let n = statement.block.len();
            let message = format!(
                "the map has {}, but the grid has {}",
                count(n, "line"),
                count(rows, "row")
            );
            let help = "one indented line for each row";
            self.error(statement.word_mark, message, Some(help.into()));
            return None;
        }
        let mut map = Vec::with_capacity(rows * cols);
        for &line in &statement.block {
            let split = words(line);
            let letters: Vec<Word<'a>> = split.iter().flat_map(|&w| characters(w)).collect();
            // Blanks may separate cells, or only group them.
            let row = if split.len() == cols { split } else { letters };
            if row.len() != cols {
                let message =
                    format!("this line has {} cells, but the grid has {cols} columns", row.len());
                self.error(line.mark, message, None);
                return None;
            }
            map.extend(row);
        }
        Some(map)
    }
}

fn characters(word: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    word.text.char_indices().map(move |(at, c)| {
        let (start, end) = (word.mark.start + at, word.mark.start + at + c.len_utf8());
        let text = &word.text[at..at + c.len_utf8()];
        Word { text, mark: Mark { start, end, ..word.mark } }
    })
}

/// A number, or a letter for a digit above 9.
pub(super) fn digit_value(text: &str) -> Option<i64> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse().ok();
    }
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => c.to_digit(36).map(i64::from),
        _ => None,
    }
}
