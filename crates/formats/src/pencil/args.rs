//! The arguments of a clue, read as its kind's table entry says.

use pencilmark_puzzle::{CellId, Clue, Kind, Shape, kinds};

use super::cells::looks_like_cells;
use super::maps::digit_value;
use super::statements::{Mark, Statement, Word};
use super::{ClueMarks, Parser};

/// Names of the diagonal directions: rows down, columns to the right.
pub(crate) const DIRECTIONS: [(&str, &str, isize, isize); 4] = [
    ("down-right", "dr", 1, 1),
    ("down-left", "dl", 1, -1),
    ("up-right", "ur", -1, 1),
    ("up-left", "ul", -1, -1),
];

/// Directions along rows and columns: rows down, columns to the right.
const SIDES: [(&str, isize, isize); 4] =
    [("right", 0, 1), ("left", 0, -1), ("down", 1, 0), ("up", -1, 0)];

/// A clue in the making: what is left to read and what has been read.
struct Reading<'s, 'a> {
    statement: &'s Statement<'a>,
    words: Vec<Word<'a>>,
    next: usize,
    clue: Clue,
    marks: ClueMarks,
    /// Whether its number is open.
    hole: bool,
}

impl<'a> Reading<'_, 'a> {
    fn peek(&self) -> Option<Word<'a>> {
        self.words.get(self.next).copied()
    }
}

impl<'a> Parser<'a> {
    pub(super) fn read_kind(&mut self, kind: &'static Kind, statement: &Statement<'a>) {
        if kind.args.iter().any(|a| a.shape == Shape::Formula) {
            if let Some(formula) = self.read_rule(statement) {
                let clue = Clue::new(kind).stating(formula);
                self.add(clue, ClueMarks::whole(statement.whole()));
            }
            return;
        }
        let mut reading = Reading {
            statement,
            words: statement.words(),
            next: 0,
            clue: Clue::new(kind),
            marks: ClueMarks::whole(statement.whole()),
            hole: false,
        };
        for arg in kind.args {
            let from = reading.next;
            if self.read_arg(arg.what, arg.shape, &mut reading).is_none() {
                return;
            }
            let mark = join(&reading.words[from..reading.next]);
            reading.marks.args.push(mark);
        }
        if !self.nothing_after(&reading.words, reading.next, &usage(kind)) {
            return;
        }
        match &mut *self.holes {
            Some(holes) if reading.hole => holes.push(reading.clue),
            _ => self.add(reading.clue, reading.marks),
        }
    }

    /// Reads one argument; nothing if it is wrong, and then that has been said.
    fn read_arg(&mut self, what: &str, shape: Shape, reading: &mut Reading<'_, 'a>) -> Option<()> {
        let word = reading.peek();
        let kind = reading.clue.kind;
        let missing = |parser: &mut Self, reading: &Reading<'_, 'a>, wanted: &str| {
            parser.expected(wanted, reading.statement, reading.next, &usage(kind));
            None
        };
        match shape {
            Shape::Number | Shape::OptionalNumber | Shape::NumberOr(_)
                if self.holes.is_some() && word.is_some_and(|w| w.text == "?") =>
            {
                reading.hole = true;
                reading.next += 1;
            }
            Shape::Number => {
                let Some(n) = word.and_then(|w| w.text.parse().ok()) else {
                    return missing(self, reading, &format!("the {what}, a whole number"));
                };
                reading.clue.numbers.push(n);
                reading.next += 1;
            }
            Shape::OptionalNumber | Shape::NumberOr(_) => {
                let number = word.filter(|w| is_number_like(w.text));
                if number.is_some() {
                    return self.read_arg(what, Shape::Number, reading);
                }
                if let Shape::NumberOr(default) = shape {
                    reading.clue.numbers.push(default);
                }
            }
            Shape::Digit => {
                let large = self.puzzle.grid.hi() > 9;
                let letter = |w: &Word<'a>| large && !is_number_like(w.text);
                match word.filter(letter).and_then(|w| digit_value(w.text)) {
                    Some(digit) => {
                        reading.clue.numbers.push(digit);
                        reading.next += 1;
                    }
                    None => return self.read_arg(what, Shape::Number, reading),
                }
            }
            Shape::Digits => self.read_digits_arg(reading)?,
            Shape::Cells(least) => self.read_cells_arg(least, reading)?,
            Shape::Equals(optional) => match word {
                Some(w) if w.text == "=" => reading.next += 1,
                _ if optional => {}
                _ => return missing(self, reading, "`=`"),
            },
            Shape::Diagonal => self.read_diagonal(reading)?,
            Shape::Sign => {
                let sign = match word.map(|w| w.text) {
                    Some("+") => 1,
                    Some("-") => -1,
                    _ => return missing(self, reading, "`+` or `-`"),
                };
                reading.clue.numbers.push(sign);
                reading.next += 1;
            }
            Shape::Numbers(none) => {
                while let Some(w) = reading.peek().filter(|w| is_number_like(w.text)) {
                    let Ok(n) = w.text.parse() else {
                        return missing(self, reading, &format!("the {what}, a whole number"));
                    };
                    reading.clue.numbers.push(n);
                    reading.next += 1;
                }
                if !none && reading.clue.numbers.is_empty() {
                    return missing(self, reading, &format!("the {what}, a whole number"));
                }
            }
            Shape::Counts => {
                let pair = |text: &str| -> Option<[i64; 2]> {
                    let (n, digit) = text.split_once(['x', 'X', '×'])?;
                    Some([n.parse().ok()?, digit.parse().ok()?])
                };
                while let Some(numbers) = reading.peek().and_then(|w| pair(w.text)) {
                    reading.clue.numbers.extend(numbers);
                    reading.next += 1;
                }
                if reading.clue.numbers.is_empty() {
                    return missing(self, reading, "counts, such as 2x5 for two fives");
                }
            }
            Shape::Line(least) => self.read_line(least, reading)?,
            Shape::Lists(least) => {
                loop {
                    self.read_cells_arg(1, reading)?;
                    if reading.peek().is_none_or(|w| w.text != "/") {
                        break;
                    }
                    reading.next += 1;
                }
                if reading.clue.cells.len() < least {
                    return missing(self, reading, "`/` and another list of cells");
                }
            }
            Shape::Word(words) => {
                let told =
                    word.and_then(|w| words.iter().position(|&t| w.text.eq_ignore_ascii_case(t)));
                if let Some(place) = told {
                    reading.clue.numbers.push(place as i64 + 1);
                    reading.next += 1;
                }
            }
            // Statements with a formula are not read word by word.
            Shape::Formula => {}
        }
        Some(())
    }

    fn read_cells_arg(&mut self, least: usize, reading: &mut Reading<'_, 'a>) -> Option<()> {
        let mut list: Vec<CellId> = Vec::new();
        while let Some(word) = reading.peek() {
            let named = self.names.lists.iter().find(|(name, _)| *name == word.text);
            let cells = match named.map(|(_, cells)| cells.clone()) {
                Some(cells) => cells,
                None if looks_like_cells(word.text) => self.cells_of(word)?,
                None => break,
            };
            reading.marks.cells.extend(cells.iter().map(|&c| (c, word.mark)));
            list.extend(cells);
            reading.next += 1;
        }
        if list.len() < least {
            let wanted = match (least, list.len()) {
                (1, _) => "a cell".to_string(),
                (n, 0) => format!("at least {n} cells"),
                (n, _) => format!("at least {n} cells, one more cell"),
            };
            let usage = usage(reading.clue.kind);
            self.expected(&wanted, reading.statement, reading.next, &usage);
            return None;
        }
        reading.clue.cells.push(list);
        Some(())
    }

    /// Cells in the order of reading, or a cell on the edge and a direction.
    fn read_line(&mut self, least: usize, reading: &mut Reading<'_, 'a>) -> Option<()> {
        let from = reading.next;
        self.read_cells_arg(1, reading)?;
        let told = |w: Word<'a>| SIDES.iter().find(|(name, ..)| w.text.eq_ignore_ascii_case(name));
        if let Some(&(_, down, right)) = reading.peek().and_then(told) {
            let cells = reading.clue.cells.pop()?;
            if cells.len() > 1 || self.puzzle.grid.step(cells[0], -down, -right).is_some() {
                let place = join(&reading.words[from..reading.next]).unwrap_or(reading.marks.whole);
                let message = "a line starts at one cell on the edge of the grid";
                self.error(place, message, Some(usage(reading.clue.kind)));
                return None;
            }
            reading.next += 1;
            reading.clue.cells.push(self.puzzle.grid.ray(cells[0], down, right));
        }
        if reading.clue.cells.last().is_none_or(|line| line.len() < least) {
            let wanted = format!("a line of at least {least} cells");
            self.expected(&wanted, reading.statement, from, &usage(reading.clue.kind));
            return None;
        }
        Some(())
    }

    /// Digits, each a word; where all digits have one character they may stand together.
    fn read_digits_arg(&mut self, reading: &mut Reading<'_, 'a>) -> Option<()> {
        let one_place = self.puzzle.grid.hi() <= 9;
        let from = reading.next;
        while let Some(word) = reading.peek() {
            if !word.text.chars().all(|c| c.is_ascii_digit()) {
                break;
            }
            if one_place {
                reading.clue.numbers.extend(word.text.bytes().map(|b| i64::from(b - b'0')));
            } else {
                reading.clue.numbers.extend(word.text.parse::<i64>().ok());
            }
            reading.next += 1;
        }
        if from == reading.next {
            self.expected("digits", reading.statement, from, &usage(reading.clue.kind));
            return None;
        }
        Some(())
    }

    fn read_diagonal(&mut self, reading: &mut Reading<'_, 'a>) -> Option<()> {
        self.read_cells_arg(1, reading)?;
        let cells = reading.clue.cells.pop()?;
        let direction = reading.peek().map(|w| w.text.to_lowercase());
        let named = |d: &&(&str, &str, isize, isize)| {
            direction.as_ref().is_some_and(|word| word == d.0 || word == d.1)
        };
        let Some(&(_, _, down, right)) = DIRECTIONS.iter().find(named) else {
            let wanted = "a direction: down-right, down-left, up-right or up-left";
            self.expected(wanted, reading.statement, reading.next, &usage(reading.clue.kind));
            return None;
        };
        if cells.len() > 1 {
            let place = join(&reading.words[..reading.next]).unwrap_or(reading.marks.whole);
            self.error(place, "a diagonal starts at one cell", Some(usage(reading.clue.kind)));
            return None;
        }
        reading.next += 1;
        reading.clue.cells.push(self.puzzle.grid.ray(cells[0], down, right));
        Some(())
    }

    /// `given CELLS [=] DIGIT`, any number of times; each cell is a clue.
    pub(super) fn read_given(&mut self, statement: &Statement<'a>) {
        let mut reading = Reading {
            statement,
            words: statement.words(),
            next: 0,
            clue: Clue::new(&kinds::GIVEN),
            marks: ClueMarks::whole(statement.whole()),
            hole: false,
        };
        loop {
            let from = reading.next;
            for arg in kinds::GIVEN.args {
                if self.read_arg(arg.what, arg.shape, &mut reading).is_none() {
                    return;
                }
            }
            let digit_mark = reading.words[reading.next - 1].mark;
            let whole = join(&reading.words[from..reading.next]).unwrap_or(reading.marks.whole);
            let cells = reading.clue.cells.pop().unwrap_or_default();
            let open = std::mem::take(&mut reading.hole);
            let digit = reading.clue.numbers.pop().unwrap_or_default();
            for cell in cells {
                if let Some(holes) = self.holes.as_mut().filter(|_| open) {
                    holes.push(Clue::new(&kinds::GIVEN).over([cell]));
                    continue;
                }
                let clue = Clue::new(&kinds::GIVEN).number(digit).over([cell]);
                let args = vec![None, None, Some(digit_mark)];
                self.add(clue, ClueMarks { whole, args, cells: reading.marks.cells.clone() });
            }
            reading.marks.cells.clear();
            if reading.next == reading.words.len() {
                return;
            }
        }
    }

    /// Says what should stand at a word of the statement, or behind its end.
    pub(super) fn expected(
        &mut self,
        wanted: &str,
        statement: &Statement<'a>,
        at: usize,
        example: &str,
    ) {
        let (mark, found) = match statement.words().get(at) {
            Some(word) => (word.mark, format!(", found `{}`", shorten(word.text))),
            None => (statement.end(), String::new()),
        };
        let message = format!("expected {wanted}{found}");
        self.error(mark, message, Some(format!("write: {example}")));
    }

    /// Whether the words end here; if not, says so.
    pub(super) fn nothing_after(&mut self, words: &[Word<'a>], at: usize, example: &str) -> bool {
        let Some(mark) = join(&words[at.min(words.len())..]) else {
            return true;
        };
        let message = format!("unexpected `{}`", shorten(words[at].text));
        self.error(mark, message, Some(format!("write: {example}")));
        false
    }
}

fn usage(kind: &Kind) -> String {
    format!("{} (for example `{}`)", kind.synopsis(), kind.example)
}

fn is_number_like(text: &str) -> bool {
    text.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(30) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_string(),
    }
}

/// From the first word to the last.
fn join(words: &[Word<'_>]) -> Option<Mark> {
    let (first, last) = (words.first()?, words.last()?);
    Some(Mark { end: last.mark.end, ..first.mark })
}
