//! A plain puzzle as one line of characters, row by row: the form in which people keep
//! millions of them.
//!
//! Digits above 9 are letters, `A` for 10; if there are only letters, `A` is 1. Grids above 9
//! may also have two decimals for each cell. Blanks are `.`, `0`, `_`, `*`,
//! `-` or `?`, and `X` in grids up to 9. Whatever follows a blank, a comma or `#` is a remark.

use pencilmark_puzzle::{CellId, Grid, Origin, Puzzle};

use crate::diagnostic::{Diagnostic, Place};

/// The givens of a plain puzzle. Cheaper than a [`Puzzle`]: a batch can lower the empty
/// grid once and only set the givens of each line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicLine {
    /// How many rows and columns.
    pub n: usize,
    /// The digit of each cell, row by row; 0 where there is none.
    pub givens: Vec<u8>,
}

impl ClassicLine {
    /// Reads a line. `number` is its place in the file, for errors.
    pub fn parse(file: &str, number: usize, line: &str) -> Result<ClassicLine, Box<Diagnostic>> {
        let (start, text) = cells_of(line);
        if let Some(quickly) = ClassicLine::plain(text) {
            return Ok(quickly);
        }
        let error = |at: usize, end: usize, message: String| {
            Diagnostic::new(file, Place::new(number, line, at, end), message)
        };
        let length = text.chars().count();
        let Some(n) = side(length) else {
            let message = format!("{length} characters do not make a square grid");
            let near = (length as f64).sqrt().round().clamp(1.0, 25.0) as usize;
            let help = match length > Grid::MAX_SIDE * Grid::MAX_SIDE {
                true => format!("sides go from 1 to {}", Grid::MAX_SIDE),
                false => format!("a {near}x{near} grid has {} cells", near * near),
            };
            let message = match (1..1000).find(|n| n * n == length) {
                Some(n) => format!("a grid of {n} rows and {n} columns cannot be read"),
                None => message,
            };
            return Err(Box::new(error(start, start + text.len(), message).help(help)));
        };
        let only_letters = only_letters(text, n);
        let mut givens = Vec::with_capacity(length);
        for (at, c) in text.char_indices() {
            let (at, end) = (start + at, start + at + c.len_utf8());
            match value(c, only_letters) {
                _ if matches!(c, 'x' | 'X') && has_crosses(n) => givens.push(0),
                Some(v) if v as usize <= n => givens.push(v),
                Some(v) => {
                    let message =
                        format!("`{c}` means {v}, but the digits of this grid end at {n}");
                    return Err(Box::new(error(at, end, message)));
                }
                None => {
                    let help =
                        "blanks are `.` `0` `_` `*` `-` `?`; digits above 9 are letters from `A`";
                    let error = error(at, end, format!("`{c}` is not a digit"));
                    return Err(Box::new(error.help(help)));
                }
            }
        }
        Ok(ClassicLine { n, givens })
    }

    /// A text without fault, byte by byte: batches spend their time here.
    fn plain(text: &str) -> Option<ClassicLine> {
        let Some(n) = side(text.len()) else { return ClassicLine::decimals(text) };
        let only_letters = only_letters(text, n);
        let digit = |&b: &u8| match b {
            b'x' | b'X' if has_crosses(n) => Some(0),
            b => value(char::from(b), only_letters).filter(|&v| v as usize <= n),
        };
        let givens = text.as_bytes().iter().map(digit).collect::<Option<Vec<u8>>>()?;
        Some(ClassicLine { n, givens })
    }

    /// A grid above 9 with two decimals for each cell, `00` for none.
    fn decimals(text: &str) -> Option<ClassicLine> {
        let n = (10..=Grid::MAX_SIDE).find(|n| 2 * n * n == text.len())?;
        let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let digit = |pair: &[u8]| match pair {
            b".." => Some(0),
            pair => std::str::from_utf8(pair).ok()?.parse().ok().filter(|&d| d as usize <= n),
        };
        let givens = text.as_bytes().chunks(2).map(digit).collect::<Option<Vec<u8>>>();
        Some(ClassicLine { n, givens: givens.filter(|_| plain)? })
    }

    /// Whether a line looks like one of these.
    pub(crate) fn fits(line: &str) -> bool {
        let (start, cells) = cells_of(line);
        // What a drawing starts with: one cell and others, or some cells and a bar.
        let rest = line[start + cells.len()..].trim_start();
        let drawn = rest.starts_with('|') || cells.len() == 1 && !rest.is_empty();
        !drawn && ClassicLine::plain(cells).is_some()
    }

    /// Whether a line was meant to be one of these, however many faults it has: longer than
    /// any row of a map, and at least half of it digits and dots.
    pub(crate) fn is_attempt(line: &str) -> bool {
        let cells = cells_of(line).1;
        let plain = cells.bytes().filter(|b| b.is_ascii_digit() || *b == b'.').count();
        cells.len() > Grid::MAX_SIDE && plain * 2 >= cells.len()
    }

    /// The empty grid that all lines of this size share.
    pub fn skeleton(n: usize) -> Option<Puzzle> {
        Some(Puzzle::sudoku(Grid::new(n, n)?))
    }

    /// The puzzle, without looking for clashing givens.
    pub fn to_puzzle(&self, origin: Option<Origin>) -> Option<Puzzle> {
        let mut puzzle = ClassicLine::skeleton(self.n)?;
        for (i, &digit) in self.givens.iter().enumerate().filter(|(_, d)| **d > 0) {
            puzzle.add_given(CellId::new(i), digit as i64, origin.clone());
        }
        Some(puzzle)
    }

    /// The line, with `.` for blanks.
    pub fn text(&self) -> String {
        // Letters alone would be read from `A` for 1, so that is how they are written then.
        let letters = self.n > 9 && self.givens.iter().all(|d| *d == 0 || *d > 9);
        if letters {
            return self
                .givens
                .iter()
                .map(|&d| if d == 0 { '.' } else { char::from(b'A' + d - 1) })
                .collect();
        }
        self.givens.iter().map(|&d| if d == 0 { '.' } else { digit_letter(d as i64) }).collect()
    }
}

/// The character for a digit: letters from 10 on; `?` beyond `Z`.
pub fn digit_letter(digit: i64) -> char {
    match u32::try_from(digit) {
        Ok(d) if d < 36 => char::from_digit(d, 36).unwrap_or('?').to_ascii_uppercase(),
        _ => '?',
    }
}

/// The part of a line that holds the cells, and where it starts.
fn cells_of(line: &str) -> (usize, &str) {
    let mut start = line.len() - line.trim_start().len();
    match line.as_bytes().get(start) {
        // A table with texts in quotation marks.
        Some(b'"') => start += 1,
        // The library of HoDoKu: what is shown, candidates, the grid, what is erased.
        Some(b':') => {
            let before = line[start..].match_indices(':').nth(2).map_or(0, |colon| colon.0 + 1);
            start += before;
        }
        _ => {}
    }
    let rest = &line[start..];
    let ends = |b: &u8| {
        b.is_ascii_whitespace()
            || matches!(b, b',' | b';' | b'#' | b'"')
            || *b == b':' && line.trim_start().starts_with(':')
    };
    let end = rest.bytes().position(|b| ends(&b)).unwrap_or(rest.len());
    (start, &rest[..end])
}

fn side(length: usize) -> Option<usize> {
    (1..=Grid::MAX_SIDE).find(|n| n * n == length)
}

/// Whether a cross is a blank: no digit of the grid, and the line more than a word.
fn has_crosses(n: usize) -> bool {
    (4..=9).contains(&n)
}

/// Whether a large grid has letters for all its digits, from `A` for 1.
fn only_letters(text: &str, n: usize) -> bool {
    n > 9 && !text.bytes().any(|b| (b'1'..=b'9').contains(&b))
}

fn value(c: char, only_letters: bool) -> Option<u8> {
    match c {
        '.' | '0' | '_' | '*' | '-' | '?' => Some(0),
        '1'..='9' => Some(c as u8 - b'0'),
        'A'..='Y' if only_letters => Some(c as u8 - b'A' + 1),
        'a'..='y' if only_letters => Some(c as u8 - b'a' + 1),
        'A'..='P' => Some(c as u8 - b'A' + 10),
        'a'..='p' => Some(c as u8 - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "..95...371379...522....369.352.1...6...4523...81.3.2..6.3.4.8.952...1.6....3.7...";

    #[test]
    fn every_blank_and_remark_is_understood() {
        let plain = ClassicLine::parse("f", 1, EASY).unwrap();
        assert_eq!((plain.n, plain.givens[2], plain.givens[0]), (9, 9, 0));
        for blank in ["0", "_", "*", "-", "?", "X", "x"] {
            let line = format!("  {} 17 clues, easy", EASY.replace('.', blank));
            assert_eq!(ClassicLine::parse("f", 1, &line).unwrap(), plain);
        }
        for line in [format!("\"{EASY}\",\"{EASY}\""), format!(":0000:x:{EASY}:114 115::")] {
            assert_eq!(ClassicLine::parse("f", 1, &line).unwrap(), plain);
            assert!(ClassicLine::fits(&line), "{line}");
        }
        let solved = format!("{EASY},{}", "1".repeat(81));
        assert_eq!(ClassicLine::parse("f", 1, &solved).unwrap(), plain);
        assert_eq!(plain.text(), EASY);
    }

    #[test]
    fn sizes_from_one_to_twenty_five() {
        assert_eq!(ClassicLine::parse("f", 1, "1").unwrap().n, 1);
        let large = format!("P1{}", ".".repeat(623));
        let large = ClassicLine::parse("f", 1, &large).unwrap();
        assert_eq!((large.n, large.givens[0]), (25, 25));
        let puzzle = large.to_puzzle(None).unwrap();
        assert_eq!(puzzle.clues.len(), 3 * 25 + 2);
        let letters = ClassicLine::parse("f", 1, &format!("AP{}", ".".repeat(254))).unwrap();
        assert_eq!(letters.givens[..2], [1, 16], "only letters: A is 1");
        let decimals = ClassicLine::parse("f", 1, &format!("0116{}", "00".repeat(254))).unwrap();
        assert_eq!((decimals.n, &decimals.givens[..2]), (16, &[1, 16][..]));
    }

    #[test]
    fn errors_point_at_the_character() {
        let error = |line: &str| ClassicLine::parse("f", 3, line).unwrap_err();
        assert_eq!(error("1..4").message, "`4` means 4, but the digits of this grid end at 2");
        assert_eq!(error("12&1").place.column, 3);
        assert_eq!(error("12&1").message, "`&` is not a digit");
        let short = error(&EASY[1..]);
        assert_eq!(short.message, "80 characters do not make a square grid");
        assert_eq!(short.help.as_deref(), Some("a 9x9 grid has 81 cells"));
    }
}
