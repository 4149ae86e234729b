//! What every importer of a foreign format gives back: a puzzle, and what was lost.

use std::ops::Range;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use crate::diagnostic::{Diagnostic, Place};

/// A puzzle that was read, and what of it could not be.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Rules that the file has only as drawings or words, each named. The puzzle does not
    /// have them, so it may have more solutions than its author meant.
    pub warnings: Vec<String>,
}

impl Import {
    pub(crate) fn new(puzzle: Puzzle) -> Import {
        Import { puzzle, warnings: vec![] }
    }

    /// Adds a clue.
    pub(crate) fn add(&mut self, clue: Clue) {
        self.puzzle.clues.push(clue);
    }

    /// Names something that was lost, once.
    pub(crate) fn warn(&mut self, warning: impl Into<String>) {
        let warning = warning.into();
        if !self.warnings.contains(&warning) && self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(warning);
        }
    }
}

/// More warnings than this help nobody.
const MAX_WARNINGS: usize = 20;

/// Why a text is not a puzzle of its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    /// Which bytes of the text are at fault, if these bytes are what the person sees.
    pub at: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

/// What an importer's parts give back.
pub(crate) type Reading<T> = Result<T, Trouble>;

impl Trouble {
    pub fn new(message: impl Into<String>) -> Trouble {
        Trouble { at: None, message: message.into(), help: None }
    }

    pub fn at(mut self, at: Range<usize>) -> Trouble {
        self.at = Some(at);
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Trouble {
        self.help = Some(help.into());
        self
    }

    /// Without its place: the text was unpacked and nobody has seen it.
    pub fn unplaced(mut self) -> Trouble {
        self.at = None;
        self
    }

    /// The error as people see it. `first` is the line of the file on which the text starts.
    pub fn diagnostic(self, file: &str, text: &str, first: usize) -> Diagnostic {
        let place = match self.at {
            None => Place::new(first, "", 0, 0),
            Some(at) => place(text, at, first),
        };
        Diagnostic { help: self.help, ..Diagnostic::new(file, place, self.message) }
    }
}

fn place(text: &str, at: Range<usize>, first: usize) -> Place {
    let floor = |mut i: usize| {
        i = i.min(text.len());
        while !text.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    // What is missing at the end of a text is missing on its last line.
    let start = floor(at.start).min(text.trim_end().len());
    let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let line = text[line_start..].split('\n').next().unwrap_or_default();
    let line = line.trim_end_matches('\r');
    let number = first + text[..start].matches('\n').count();
    let from = (start - line_start).min(line.len());
    let to = floor(at.end).saturating_sub(line_start).clamp(from, line.len());
    Place::new(number, line, from, to)
}

/// A clue of a kind that is known to exist.
pub(crate) fn clue(kind: &str) -> Clue {
    Clue::new(kinds::find(kind).unwrap_or_else(|| panic!("there is a kind {kind}")))
}

/// A clue that limits cells to some digits: a given if it is one cell and one digit.
pub(crate) fn digits_in(cell: CellId, digits: Vec<i64>) -> Clue {
    let clue = if digits.len() == 1 { Clue::new(&kinds::GIVEN) } else { clue("candidates") };
    Clue { cells: vec![vec![cell]], numbers: digits, ..clue }
}

/// A grid of this size, or why not.
pub(crate) fn grid(rows: i64, cols: i64) -> Reading<Grid> {
    let side = |n: i64| usize::try_from(n).unwrap_or(0);
    Grid::new(side(rows), side(cols)).ok_or_else(|| {
        let most = Grid::MAX_SIDE;
        Trouble::new(format!("a grid of {rows} rows and {cols} columns cannot be read"))
            .help(format!("sides go from 1 to {most}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_placed_in_its_line() {
        let text = "{\n  \"size\": x\n}";
        let shown = Trouble::new("no size").at(12..13).diagnostic("f", text, 5).to_string();
        assert!(shown.starts_with("f:6:11: no size\n  6 |   \"size\": x\n"), "{shown}");
        let lost = Trouble::new("cut").diagnostic("f", text, 1).to_string();
        assert_eq!(lost, "f:1:1: cut");
        let end = Trouble::new("cut").at(20..20).diagnostic("f", "{\n \"size\": 9\n\n", 1);
        assert_eq!((end.place.line, end.place.source.as_str()), (2, " \"size\": 9"));
        // Places outside the text, or inside a letter, are moved.
        let _ = Trouble::new("?").at(400..900).diagnostic("f", "é", 1);
        let _ = Trouble::new("?").at(1..1).diagnostic("f", "é", 1);
    }
}
