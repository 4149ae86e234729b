//! Cells as people write them: `r1c1`, `r1c1-3`, `r1-3c2`, `r1-2c1-3`, one or more in a word.

use pencilmark_puzzle::{CellId, Grid};

use super::Parser;
use super::statements::Word;

/// A range of rows or columns, from 1; it may run backwards.
pub(super) type Span = (usize, usize);

/// Whether a word means cells, rightly written or not.
pub(crate) fn looks_like_cells(word: &str) -> bool {
    let mut chars = word.chars();
    matches!(chars.next(), Some('r' | 'R')) && chars.next().is_some_and(|c| c.is_ascii_digit())
}

/// One cell or range at the start of a text: its rows, its columns and its length.
pub(super) fn scan(text: &str) -> Option<(Span, Span, usize)> {
    let rest = text.strip_prefix(['r', 'R'])?;
    let (rows, rest) = scan_span(rest)?;
    let rest = rest.strip_prefix(['c', 'C'])?;
    let (cols, rest) = scan_span(rest)?;
    Some((rows, cols, text.len() - rest.len()))
}

fn scan_span(text: &str) -> Option<(Span, &str)> {
    let (first, rest) = scan_number(text)?;
    let range = rest.strip_prefix(['-', '–']).and_then(scan_number);
    match range {
        Some((last, rest)) => Some(((first, last), rest)),
        None => Some(((first, first), rest)),
    }
}

fn scan_number(text: &str) -> Option<(usize, &str)> {
    let length = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text[..length].parse().ok()?;
    Some((number, &text[length..]))
}

/// The cells of a range, row by row, or the name of the first one that the grid lacks.
pub(super) fn expand(grid: &Grid, rows: Span, cols: Span) -> Result<Vec<CellId>, String> {
    // Ends are checked first: a range up to a billion must not be walked.
    for (r, c) in [(rows.0, cols.0), (rows.1, cols.1)] {
        if r == 0 || c == 0 || grid.cell(r - 1, c - 1).is_none() {
            return Err(format!("r{r}c{c}"));
        }
    }
    let mut cells = Vec::new();
    for r in walk(rows) {
        cells.extend(walk(cols).filter_map(|c| grid.cell(r - 1, c - 1)));
    }
    Ok(cells)
}

fn walk((from, to): Span) -> Box<dyn Iterator<Item = usize>> {
    if from <= to { Box::new(from..=to) } else { Box::new((to..=from).rev()) }
}

impl<'a> Parser<'a> {
    /// The cells of a word; nothing if it is wrong, and then that has been said.
    pub(super) fn cells_of(&mut self, word: Word<'a>) -> Option<Vec<CellId>> {
        let mut cells = Vec::new();
        let mut rest = word.text;
        while !rest.is_empty() {
            let Some((rows, cols, length)) = scan(rest) else {
                let message = format!("`{}` is not a cell", word.text);
                let help = "cells are written `r1c1`, ranges `r1c1-3` or `r1-3c2`";
                self.error(word.mark, message, Some(help.into()));
                return None;
            };
            match expand(&self.puzzle.grid, rows, cols) {
                Ok(more) => cells.extend(more),
                Err(name) => {
                    let message = self.outside(&name);
                    self.error(word.mark, message, None);
                    return None;
                }
            }
            rest = &rest[length..];
        }
        Some(cells)
    }

    pub(super) fn outside(&self, name: &str) -> String {
        let grid = &self.puzzle.grid;
        format!("{name} is outside the {}x{} grid", grid.rows(), grid.cols())
    }
}
