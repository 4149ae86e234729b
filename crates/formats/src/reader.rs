//! Puzzles from a stream, one at a time.
//!
//! Cost: one line or one puzzle is in memory at a time, and both have a limit, so a file of
//! any size can be read.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::BufRead;

use pencilmark_puzzle::{Grid, Origin, Puzzle};

use crate::block::Block;
use crate::classic::ClassicLine;
use crate::detect::{follows_a_heading, is_short, of_line, of_whole, says_anything};
use crate::diagnostic::{Diagnostic, Place};
use crate::format::{Format, Unit};
use crate::import::Import;
use crate::lines::{Line, Lines};
use crate::pencil;
use crate::text::{drawing, jigsaw, spaced, sumocue};

/// The most bytes of one puzzle that is more than a line.
pub const MAX_PUZZLE: usize = 1 << 20;

/// The longest row of a grid, too large as it may be, that is known for one.
const MAX_ROW: usize = 60;

/// Where in a stream a puzzle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its number, from 1.
    pub number: usize,
    /// Its first line, from 1.
    pub line: usize,
}

/// One puzzle of a stream.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A plain puzzle, with the line it stood in.
    Classic(ClassicLine, Origin),
    /// A puzzle in statements.
    Puzzle(Box<Puzzle>),
    /// A puzzle in another format, with what was lost on the way.
    Import(Box<Import>),
}

impl Item {
    /// The puzzle in full, looked at for clashing givens. `name` is what errors call the file.
    pub fn checked(self, name: &str) -> Result<Puzzle, Vec<Diagnostic>> {
        match self {
            Item::Puzzle(puzzle) => Ok(*puzzle),
            Item::Import(import) => Ok(import.puzzle),
            Item::Classic(..) => pencil::checked_line(name, self.into_puzzle()),
        }
    }

    /// The puzzle in full.
    pub fn into_puzzle(self) -> Puzzle {
        match self {
            Item::Puzzle(puzzle) => *puzzle,
            Item::Import(import) => import.puzzle,
            Item::Classic(line, origin) => {
                let puzzle = line.to_puzzle(Some(origin));
                puzzle.unwrap_or_else(|| Puzzle::sudoku(Grid::nine()))
            }
        }
    }

    /// What was lost when it was read.
    pub fn warnings(&self) -> &[String] {
        match self {
            Item::Import(import) => &import.warnings,
            _ => &[],
        }
    }
}

/// Reads all puzzles of a stream. `name` is what errors call it.
pub fn items<R: BufRead>(input: R, name: &str) -> Items<R> {
    items_from(input, name, None)
}

/// The same in a format that is known; if none is, it is found out.
pub fn items_from<R: BufRead>(input: R, name: &str, format: Option<Format>) -> Items<R> {
    Items {
        lines: Lines::new(input),
        name: name.to_string(),
        unit: format.map(|f| f.info().unit),
        format,
        number: 0,
        done: false,
        ahead: VecDeque::new(),
        paired: false,
    }
}

/// The same, every puzzle in full and checked for clashing givens.
pub fn puzzles<R: BufRead>(
    input: R,
    name: &str,
) -> impl Iterator<Item = (Position, Result<Puzzle, Vec<Diagnostic>>)> {
    let name = name.to_string();
    items(input, &name.clone())
        .map(move |(position, item)| (position, item.and_then(|item| item.checked(&name))))
}

/// Reads one text that is one puzzle, in a format that is known or found out.
pub fn import(name: &str, text: &str, format: Option<Format>) -> Result<Import, Vec<Diagnostic>> {
    match items_from(text.as_bytes(), name, format).next() {
        Some((_, Ok(Item::Import(import)))) => Ok(*import),
        Some((_, Ok(item))) => item.checked(name).map(Import::new),
        Some((_, Err(errors))) => Err(errors),
        None => Err(vec![Diagnostic::no_puzzle(name)]),
    }
}

/// An iterator over the puzzles of a stream.
pub struct Items<R> {
    lines: Lines<R>,
    name: String,
    /// The format of all puzzles, if it was told or if they share one.
    format: Option<Format>,
    /// How the stream is cut, once that is known.
    unit: Option<Unit>,
    number: usize,
    done: bool,
    /// The lines that told the format.
    ahead: VecDeque<Line>,
    /// Whether a line of givens had its regions on the next line.
    paired: bool,
}

impl<R: BufRead> Iterator for Items<R> {
    type Item = (Position, Result<Item, Vec<Diagnostic>>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let found = match self.unit {
            None => self.start(),
            Some(unit) => self.next_unit(unit, None),
        };
        let Some((line, item)) = found else {
            self.done = true;
            if self.number > 0 {
                return None;
            }
            self.number = 1;
            let empty = Diagnostic::no_puzzle(&self.name);
            let help = "write `grid 9` and some clues, or a line of 81 characters";
            return Some((Position { number: 1, line: 1 }, Err(vec![empty.help(help)])));
        };
        self.number += 1;
        Some((Position { number: self.number, line }, item))
    }
}

/// Bytes as text. Most are, and then one look in large steps is enough.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::from)
}

/// Lines above a puzzle that say nothing, and the number of the first of them.
struct Before {
    first: usize,
    text: Vec<u8>,
}

type Found = Option<(usize, Result<Item, Vec<Diagnostic>>)>;

impl<R: BufRead> Items<R> {
    /// Plain 9x9 lines that follow, up to `most`, as far as they are at hand; none if
    /// something else follows. Taken together they cost a fraction of one by one.
    pub fn block(&mut self, most: usize) -> Block {
        if !self.has_blocks() {
            return Block::default();
        }
        let block = self.lines.block(self.number, most);
        self.number += block.len();
        block
    }

    /// Whether there are such lines.
    pub fn is_block_next(&mut self) -> bool {
        self.has_blocks() && self.lines.is_block_next()
    }

    fn has_blocks(&self) -> bool {
        let plain = self.unit == Some(Unit::Line) && self.format.is_none_or(|f| f == Format::Line);
        plain && !self.done && self.ahead.is_empty()
    }

    fn next_unit(&mut self, unit: Unit, before: Option<Before>) -> Found {
        match unit {
            Unit::Line => self.next_line(),
            Unit::Statements | Unit::Whole => self.next_text(before),
        }
    }

    /// Skips to the first line that says anything and settles the format; see
    /// [`crate::detect()`].
    fn start(&mut self) -> Found {
        let mut before = Before { first: self.lines.number + 1, text: Vec::new() };
        while let Some(line) = self.lines.next_line() {
            let problem = line.problem(&self.name);
            let text = lossy(&line.bytes).into_owned();
            // A line that is too long still starts with what tells the format.
            if let Some(problem) = problem
                && (line.fatal() || !says_anything(&text))
            {
                self.done = line.fatal();
                return Some((line.number, Err(vec![problem])));
            }
            if says_anything(&text) {
                self.ahead.push_back(line);
                let unit = self.settle(&text);
                self.unit = Some(unit);
                return self.next_unit(unit, Some(before));
            }
            before.text.extend_from_slice(&line.bytes);
            before.text.push(b'\n');
            if before.text.len() > MAX_PUZZLE {
                // Only comments so far: the puzzle may as well start below them.
                before = Before { first: line.number + 1, text: Vec::new() };
            }
        }
        None
    }

    /// Tells from the first line, and from those below it if need be, how to go on.
    fn settle(&mut self, first: &str) -> Unit {
        let line = of_line(first);
        // Rows of a grid that is too large are no puzzles by themselves.
        let row = line == Some(Format::Line) && first.trim().len() <= MAX_ROW;
        if row && !ClassicLine::fits(first) && drawing::is_too_large(&self.look_ahead()) {
            self.format = Some(Format::Grid);
            return Unit::Whole;
        }
        if line.is_some() && !is_short(first) {
            return Unit::Line;
        }
        if let Some(format) = of_whole(first, || self.look_ahead()) {
            self.format = Some(format);
            return format.info().unit;
        }
        if line.is_some() || self.is_heading() {
            return Unit::Line;
        }
        self.format = Some(Format::Pencil);
        Unit::Statements
    }

    /// The text of so many lines as a drawing may have.
    fn look_ahead(&mut self) -> String {
        while self.ahead.len() < 3 * Grid::MAX_SIDE {
            let Some(line) = self.lines.next_line() else { break };
            let fatal = line.fatal();
            self.ahead.push_back(line);
            if fatal {
                break;
            }
        }
        let mut text = String::new();
        for line in &self.ahead {
            text += &lossy(&line.bytes);
            text.push('\n');
        }
        text
    }

    /// Whether plain puzzles start below the line just read.
    fn is_heading(&mut self) -> bool {
        if self.ahead.len() < 2 {
            let Some(line) = self.lines.next_line() else { return false };
            self.ahead.push_back(line);
        }
        follows_a_heading(&lossy(&self.ahead[1].bytes))
    }

    fn take_line(&mut self) -> Option<Line> {
        self.ahead.pop_front().or_else(|| self.lines.next_line())
    }

    fn next_line(&mut self) -> Found {
        while let Some(line) = self.take_line() {
            let number = line.number;
            if let Some(problem) = line.problem(&self.name) {
                self.done = line.fatal();
                return Some((number, Err(vec![problem])));
            }
            let text = lossy(&line.bytes);
            let mut text = text.trim_start_matches('\u{feff}').trim_end();
            if !says_anything(text) || text.trim() == "---" {
                continue;
            }
            let format = self.format.or_else(|| of_line(text));
            let several = if format == Some(Format::SumoCue) { self.with_rows(text) } else { None };
            let spaced = match format {
                Some(Format::Line) if !ClassicLine::fits(text) => spaced::compact(text),
                _ => None,
            };
            text = several.as_deref().or(spaced.as_deref()).unwrap_or(text);
            if let Some(both) = self.with_layout(text, format) {
                return Some((number, self.import(Format::Jigsaw, &both, number)));
            }
            let item = match format {
                None | Some(Format::Line) => {
                    let origin = Origin { line: number, text: text.to_string() };
                    let item = ClassicLine::parse(&self.name, number, text);
                    item.map(|line| Item::Classic(line, origin)).map_err(|e| vec![*e])
                }
                Some(format) => self.import(format, text, number),
            };
            return Some((number, item));
        }
        None
    }

    /// A line of givens and the line of regions below it, which belong together. Whoever feeds
    /// lines one by one gets each answer at once, so the next line is looked at only if it is
    /// there, or if the one before had such company.
    fn with_layout(&mut self, givens: &str, format: Option<Format>) -> Option<String> {
        let may = match format {
            Some(Format::Jigsaw) => !jigsaw::fits(givens),
            Some(Format::Line) => self.format.is_none(),
            _ => false,
        };
        if !may || self.ahead.is_empty() && !self.lines.more && !self.paired {
            return None;
        }
        if self.ahead.is_empty() {
            if self.lines.is_plain_next() {
                return None;
            }
            let line = self.lines.next_line()?;
            self.ahead.push_back(line);
        }
        let below = lossy(&self.ahead.front()?.bytes);
        let (givens, below) = (givens.trim(), below.trim());
        if givens.len() != below.len() || !jigsaw::is_layout(below) {
            return None;
        }
        let both = format!("{givens}\n{below}");
        self.ahead.pop_front();
        self.paired = true;
        Some(both)
    }

    /// The first line of a SumoCue puzzle and its rows, if they stand on lines of their own.
    /// A line with more entries than any row holds all of them.
    fn with_rows(&mut self, head: &str) -> Option<String> {
        let mut text = head.to_string();
        // No more lines than a drawing has: a file of blank ones must not be read again and again.
        for _ in 0..3 * Grid::MAX_SIDE {
            if sumocue::is_whole(&text) {
                break;
            }
            let Some(line) = self.take_line() else { break };
            let row = lossy(&line.bytes).into_owned();
            if line.problem(&self.name).is_some() || !sumocue::is_row(&row) {
                self.ahead.push_front(line);
                break;
            }
            text = format!("{text}\n{}", row.trim_end());
        }
        Some(text)
    }

    /// A puzzle in another format, checked.
    fn import(&self, format: Format, text: &str, line: usize) -> Result<Item, Vec<Diagnostic>> {
        let Some(read) = format.info().read else {
            let message = format!("puzzles are not read from {}", format.info().name);
            return Err(vec![Diagnostic::whole(&self.name, message)]);
        };
        let mut import = read(text).map_err(|e| vec![e.diagnostic(&self.name, text, line)])?;
        // What cannot be obeyed is an answer, not an error, if it stands so in the file; but a
        // clue without its cells is none.
        let mut errors = Vec::new();
        for flaw in import.puzzle.check() {
            let words = import.puzzle.clues[flaw.clue].words(&import.puzzle);
            let message = format!("{words}: {}", flaw.message);
            // Nor is one with a number beyond all sums of digits.
            let huge = |n: &i64| !(-100_000..=100_000).contains(n);
            let huge = import.puzzle.clues[flaw.clue].numbers.iter().any(huge);
            if huge || flaw.message.contains("needs at least") {
                let error = Diagnostic::new(&self.name, Place::file(), message);
                errors.push(Diagnostic { help: flaw.help, ..error });
            } else {
                import.warn(message);
            }
        }
        errors.truncate(10);
        if errors.is_empty() { Ok(Item::Import(Box::new(import))) } else { Err(errors) }
    }

    /// All up to the next `---`; stretches that say nothing are skipped.
    fn next_text(&mut self, before: Option<Before>) -> Found {
        let Before { mut first, mut text } = before.unwrap_or_else(|| Before {
            first: self.ahead.front().map_or(self.lines.number + 1, |line| line.number),
            text: Vec::new(),
        });
        let most = text.len() + MAX_PUZZLE;
        let (mut says, mut problem) = (false, None);
        loop {
            let line = self.take_line();
            let end = line.as_ref().is_none_or(|l| l.bytes.trim_ascii() == b"---");
            if end && (says || problem.is_some()) {
                break;
            }
            let line = line?;
            if end {
                text.clear();
                first = line.number + 1;
                continue;
            }
            if problem.is_none() {
                problem = line.problem(&self.name);
            }
            if line.fatal() {
                self.done = true;
                break;
            }
            says |= says_anything(&lossy(&line.bytes));
            if text.len() + line.bytes.len() > most && problem.is_none() {
                let message = "a puzzle of more than 1 MB is not read";
                let place = Place::new(first, "", 0, 0);
                problem = Some(Diagnostic::new(&self.name, place, message));
            }
            if problem.is_none() {
                text.extend_from_slice(&line.bytes);
                text.push(b'\n');
            }
        }
        let item = match (problem, self.format) {
            (Some(problem), _) => Err(vec![problem]),
            (None, None | Some(Format::Pencil)) => {
                pencil::parse_at(&self.name, &text, first).map(|p| Item::Puzzle(Box::new(p)))
            }
            (None, Some(format)) => match std::str::from_utf8(&text) {
                Ok(text) => self.import(format, text.trim_start_matches('\u{feff}'), first),
                Err(_) => Err(vec![Diagnostic::whole(&self.name, "this is not UTF-8 text")]),
            },
        };
        Some((first, item))
    }
}

#[cfg(test)]
mod tests;
