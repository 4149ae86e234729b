//! A solver's own state as text: a digit or the marks of every cell.
//!
//! Read are: a line with one character for each cell (`.` or `0` for an empty one), and a
//! table with the marks of each cell, separated by blanks, as `pencilmark candidates` and
//! HoDoKu print it; lines and corners around the cells are ignored. `+5` is a digit that was
//! placed. Where nothing has a plus, a digit alone in its cell is placed, unless the table itself
//! speaks against it: a cell in a house with it still has that digit among several marks. HoDoKu
//! reads its tables by the same rule.

use std::ops::Range;

use crate::board::{Board, Mark};
use crate::marks::Marks;
use crate::sets::{Cell, Digit, Digits, Each, only};

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
        let said = |w: &&str| said(board, w).map_err(|e| Unread::part(text, w, e));
        let cells: Vec<Said> = words.iter().map(said).collect::<Result<_, _>>()?;
        return Ok(from_table(board, &cells));
    }
    // HoDoKu writes `+` before digits that were not given.
    let chars = words.iter().flat_map(|w| w.split("").filter(|c| !c.is_empty() && *c != "+"));
    let chars: Vec<&str> = chars.collect();
    if chars.len() == n {
        return from_digits(board, text, &chars);
    }
    if let Some(wrong) = uneven(board, text, &lines) {
        return Err(wrong);
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

/// The first row of a table that has too many or too few cells, if it is clear what its rows are.
fn uneven(board: &Board, text: &str, lines: &[&str]) -> Option<Unread> {
    let (rows, columns) = (board.puzzle.grid.rows(), board.puzzle.grid.cols());
    let cells = |line: &str| line.split([' ', '\t', '|']).filter(|w| !w.is_empty()).count();
    let even = lines.iter().filter(|line| cells(line) == columns).count();
    if lines.len() != rows || even * 2 < rows {
        return None;
    }
    let (at, line) = lines.iter().enumerate().find(|(_, line)| cells(line) != columns)?;
    let message = format!("{} cells in row {}, where {columns} were expected", cells(line), at + 1);
    Some(Unread::part(text, line, message))
}

/// A line of a frame: `+-----+` and the like. A lone `-` is a cell without marks.
fn is_frame(line: &str) -> bool {
    line.len() > 2 && line.chars().all(|c| "+-.'*:=|_ ".contains(c)) && line.contains("--")
}

fn digit(board: &Board, c: char) -> Option<usize> {
    let value = c.to_digit(36)?;
    board.digit(i64::from(value))
}

/// What a table says of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    /// `.`: whatever the digits in sight leave.
    Nothing,
    /// These marks and no others.
    Marks(Digits),
    /// `+5`: a digit that was written down.
    Placed(Digit),
}

/// What is said of one cell.
fn said(board: &Board, word: &str) -> Result<Said, String> {
    if let Some(digit) = word.strip_prefix('+') {
        let wrong = || format!("`{word}` is not a digit of this grid");
        return only(digits(board, digit)?).map(Said::Placed).ok_or_else(wrong);
    }
    Ok(match word {
        "-" => Said::Marks(0),
        "." => Said::Nothing,
        "0" if board.digit(0).is_none() => Said::Nothing,
        _ => Said::Marks(digits(board, word)?),
    })
}

/// The marks of one cell: digits side by side, letters above 9, or numbers with commas.
fn digits(board: &Board, word: &str) -> Result<Digits, String> {
    let wrong = || format!("`{word}` is not a list of digits");
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

fn from_table(board: &Board, cells: &[Said]) -> Marks {
    let mut marks = Marks::start(board);
    let is_told = cells.iter().any(|said| matches!(said, Said::Placed(_)));
    for (cell, &said) in cells.iter().enumerate() {
        let given = marks.value[cell].map(usize::from);
        let digit = match said {
            Said::Placed(digit) => Some(digit),
            // Another digit than the puzzle gave stays to be seen: it is a mistake.
            Said::Marks(digits) if given.is_some_and(|g| digits >> g & 1 == 0) => {
                Each(digits).next()
            }
            Said::Marks(digits) if !is_told && given.is_none() => {
                only(digits).filter(|&digit| is_settled(board, cells, Mark { cell, digit }))
            }
            _ => None,
        };
        if let Some(digit) = digit.filter(|&digit| given != Some(digit)) {
            marks.place(board, Mark { cell, digit });
        }
    }
    for (cell, &said) in cells.iter().enumerate() {
        let Said::Marks(digits) = said else { continue };
        for digit in Each(marks.of[cell] & !digits) {
            marks.erase(board, Mark { cell, digit });
        }
    }
    marks
}

/// Whether no cell in a house with this one has the digit among its marks. Houses alone, as not
/// everyone who keeps marks follows a placed digit through cages and knight's moves.
fn is_settled(board: &Board, cells: &[Said], mark: Mark) -> bool {
    let houses = board.houses_of[mark.cell].iter();
    let has = |c: &Cell| match cells[*c] {
        Said::Marks(digits) => digits >> mark.digit & 1 == 1 && only(digits).is_none(),
        Said::Nothing | Said::Placed(_) => false,
    };
    !houses.flat_map(|&h| &board.houses[h].list).any(has)
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

    /// The digits that a table of 4x4 places.
    fn placed(table: &str) -> String {
        let marks = read(&board(), table).expect("a table");
        let name = |v: &Option<u8>| v.map_or('.', |d| char::from(b'1' + d));
        marks.value.iter().map(name).collect()
    }

    #[test]
    fn a_digit_alone_in_its_cell_is_placed_unless_another_still_has_it() {
        // Digits with blanks between them are a grid of digits.
        assert_eq!(placed("1 . . .  . . 3 .  . 2 . .  . . . 4"), "1.....3..2.....4");
        // What is said of nothing does not speak against it.
        assert_eq!(placed("1 . . .  . 34 . .  . . . .  . . . 4"), "1..............4");
        // r1c4 has 1 among its marks: r1c1 is a naked single that nobody has written down.
        assert_eq!(placed("1 . . 12  . . 3 .  . . . .  . . . ."), "......3.........");
        // Two digits that see each other were both written down, and one is a mistake.
        assert_eq!(placed("1 . . 1  . 34 . .  . . . .  . . . ."), "1..1............");
    }

    #[test]
    fn a_plus_says_which_digits_are_placed() {
        assert_eq!(placed("+1 2 . 13  . . . .  . . . .  . . . ."), "1...............");
        assert_eq!(placed("+1.+2............."), "1.2.............");
    }

    #[test]
    fn marks_in_cages_and_at_knights_moves_do_not_unsettle_a_digit() {
        let text = "grid 4\nanti-knight\n";
        let board = Board::new(&pencilmark_formats::parse("knight", text).expect("a puzzle"));
        let marks = read(&board, "1 34 34 2 . . 12 . . . . . . . . .").expect("a table");
        assert_eq!(marks.value[0], Some(0));
        assert_eq!(marks.of[6], 0b10);
    }

    #[test]
    fn bad_states_are_refused() {
        let board = board();
        let plus = "+12 . . . . . . . . . . . . . . .";
        for text in
            ["", "123", "5...............", "1 2 3", plus, "1x 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4"]
        {
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
        // Of a table the row that lacks a cell, though the last cell is the one that is missed.
        let table = "1 2 3 4\n12 23 3\n1 2 3 4\n1 2 3 4\n";
        assert_eq!(at(table).as_deref(), Some("12 23 3"));
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
