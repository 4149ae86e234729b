//! A solver's own state as text: a digit or the marks of every cell.
//!
//! Read are: a line with one character for each cell (`.` or `0` for an empty one), and a
//! table with the marks of each cell, separated by blanks, as `pencilmark candidates` and
//! HoDoKu print it; lines and corners around the cells are ignored.

use std::ops::Range;

use crate::board::{Board, Mark};
use crate::marks::Marks;
use crate::sets::{Digits, Each, only};

/// A text that is no state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// What is wrong.
    pub message: String,
    /// The bytes of the text that are.
    pub at: Range<usize>,
}

impl Unread {
    /// About a part of the text.
    fn part(text: &str, part: &str, message: String) -> Unread {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        Unread { message, at: start..start + part.len() }
    }
}

/// Reads a state; an error says what was expected.
pub fn read(board: &Board, text: &str) -> Result<Marks, Unread> {
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#') && !is_frame(l))
        .collect();
    let words: Vec<&str> =
        lines.iter().flat_map(|l| l.split([' ', '\t', '|'])).filter(|w| !w.is_empty()).collect();
    let n = board.cells;
    if words.len() == n && n > 1 {
        let marks = |w: &&str| digits(board, w).map_err(|e| Unread::part(text, w, e));
        let cells: Vec<Digits> = words.iter().map(marks).collect::<Result<_, _>>()?;
        return Ok(from_marks(board, &cells));
    }
    let chars: Vec<&str> =
        words.iter().flat_map(|w| w.split("").filter(|c| !c.is_empty())).collect();
    if chars.len() == n {
        return from_digits(board, text, &chars);
    }
    // Marks have blanks between them, a line has not.
    let (parts, what) = if words.len() > 1 && chars.len() > n {
        (&words, "lists of marks")
    } else {
        (&chars, if chars.len() == 1 { "character" } else { "characters" })
    };
    let message = format!("{} {what}, where {n} cells were expected", parts.len());
    Err(match (parts.get(n), parts.last()) {
        (Some(extra), _) => Unread::part(text, extra, message),
        (None, Some(last)) => Unread::part(text, last, message),
        (None, None) => Unread { message: "nothing is there".into(), at: 0..0 },
    })
}

/// A line of a frame: `+-----+` and the like. A lone `-` is a cell without marks.
fn is_frame(line: &str) -> bool {
    line.len() > 2 && line.chars().all(|c| "+-.'*:=|_ ".contains(c)) && line.contains("--")
}

fn digit(board: &Board, c: char) -> Option<usize> {
    let value = c.to_digit(36)?;
    board.digit(i64::from(value))
}

/// The marks of one cell: digits side by side, letters above 9, or numbers with commas.
fn digits(board: &Board, word: &str) -> Result<Digits, String> {
    let wrong = || format!("`{word}` is not a list of digits");
    if word == "-" {
        return Ok(0);
    }
    if word == "." || word == "0" && board.digit(0).is_none() {
        return Ok(board.all());
    }
    if word.contains(',') || board.digits > 35 {
        let number =
            |part: &str| part.parse::<i64>().ok().and_then(|v| board.digit(v)).ok_or_else(wrong);
        return word.split(',').try_fold(0, |all, part| Ok(all | 1 << number(part)?));
    }
    word.chars().try_fold(0, |all, c| Ok(all | 1 << digit(board, c).ok_or_else(wrong)?))
}

fn from_digits(board: &Board, text: &str, chars: &[&str]) -> Result<Marks, Unread> {
    let mut marks = Marks::start(board);
    for (cell, &c) in chars.iter().enumerate() {
        if matches!(c, "." | "_" | "-") || c == "0" && board.digit(0).is_none() {
            continue;
        }
        let wrong = || Unread::part(text, c, format!("`{c}` is not a digit of this grid"));
        let digit = c.chars().next().and_then(|c| digit(board, c)).ok_or_else(wrong)?;
        // Another digit than the puzzle gave stays to be seen: it is a mistake.
        if marks.value[cell].map(usize::from) != Some(digit) {
            marks.place(board, Mark { cell, digit });
        }
    }
    Ok(marks)
}

/// A cell with one mark is placed if the puzzle gave it, or if no cell that sees it has that
/// mark any more: that is how placed digits look in such a table.
fn from_marks(board: &Board, cells: &[Digits]) -> Marks {
    let mut marks = Marks::start(board);
    for (cell, &digits) in cells.iter().enumerate() {
        let given = marks.value[cell].map(usize::from);
        if let (Some(given), Some(other)) = (given, Each(digits).next())
            && digits >> given & 1 == 0
        {
            marks.place(board, Mark { cell, digit: other });
        }
        let Some(digit) = only(digits) else { continue };
        let alone = board.differ[cell].iter().all(|&p| cells[p] >> digit & 1 == 0);
        if alone && marks.value[cell].is_none() {
            marks.place(board, Mark { cell, digit });
        }
    }
    for (cell, &digits) in cells.iter().enumerate() {
        for digit in Each(marks.of[cell] & !digits) {
            marks.erase(board, Mark { cell, digit });
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use pencilmark_puzzle::{Grid, Puzzle};

    use super::*;

    fn board() -> Board {
        Board::new(&Puzzle::sudoku(Grid::new(4, 4).expect("a grid")))
    }

    #[test]
    fn a_line_and_a_table_say_the_same() {
        let board = board();
        let line = read(&board, "1..............4").expect("a line");
        let table = "\
            +--------+---------+\n| 1  234 | 234 23 |\n| 234 234 | 1234 123 |\n\
            +--------+---------+\n| 234 1234 | 123 123 |\n| 23 123 | 123 4 |\n+---+\n";
        let table = read(&board, table).expect("a table");
        assert_eq!(line.value, table.value);
        assert_eq!(line.of[1], 0b1110);
        assert_eq!(table.of[1], 0b1110);
    }

    #[test]
    fn bad_states_are_refused() {
        let board = board();
        for text in ["", "123", "5...............", "1 2 3", "1x 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4"] {
            assert!(read(&board, text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let board = board();
        let at = |text: &str| read(&board, text).map_err(|e| text[e.at].to_string()).err();
        assert_eq!(at("1...............x").as_deref(), Some("x"));
        assert_eq!(at("1...............\n.").as_deref(), Some("."));
        assert_eq!(at("1......7........").as_deref(), Some("7"));
        assert_eq!(at("123").as_deref(), Some("3"));
        assert_eq!(at("1 2 3 4 12 2x 3 4 1 2 3 4 1 2 3 4").as_deref(), Some("2x"));
        assert_eq!(at("1 2 3 4 12 23 3 4 1 2 3 4 1 2 3 4 é").as_deref(), Some("é"));
        assert_eq!(at("").as_deref(), Some(""));
    }

    #[test]
    fn no_text_makes_it_panic() {
        let board = board();
        let alphabet: Vec<char> = "1234.|-+:, \n\t0aZ9é#".chars().collect();
        let mut seed = 7u64;
        for _ in 0..2000 {
            let mut text = String::new();
            for _ in 0..seed % 60 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                text.push(alphabet[(seed >> 33) as usize % alphabet.len()]);
            }
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99991);
            let _ = read(&board, &text);
            let _ = crate::library::Library::parse(&text);
        }
    }
}
