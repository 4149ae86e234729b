//! The `.pencil` file: one statement a line, in any order.
//!
//! Reading goes in four steps: split into statements, read what the others depend on (the
//! grid, its digits, its variables), read the clues, and ask the puzzle whether its clues
//! make sense. Errors are collected; a bad statement does not hide the next one.

pub(crate) use args::DIRECTIONS;
pub(crate) use cells::looks_like_cells as is_cell;
mod args;
mod cells;
mod header;
mod maps;
mod names;
mod rule;
mod rule_atoms;
mod rule_calls;
mod rule_each;
mod rule_lists;
mod rule_sets;
mod rule_tokens;
mod statements;
mod unknown;

use pencilmark_puzzle::{CellId, Clue, Flaw, Grid, Origin, Part, Puzzle, kinds};

use crate::diagnostic::{Diagnostic, Place};
use statements::{Mark, Statement, split};

/// More errors than this help nobody.
const MAX_ERRORS: usize = 10;

/// Reads one puzzle. `name` is what errors call the file.
pub fn parse(name: &str, text: &str) -> Result<Puzzle, Vec<Diagnostic>> {
    parse_bytes(name, text.as_bytes())
}

/// Reads one puzzle from bytes that may not even be text.
pub fn parse_bytes(name: &str, bytes: &[u8]) -> Result<Puzzle, Vec<Diagnostic>> {
    parse_at(name, bytes, 1)
}

/// Reads one puzzle in which a number may still be open: `cage ? r1c1 r1c2`. Clues with an open
/// number, without it, are no part of the puzzle.
pub fn parse_with_holes(name: &str, bytes: &[u8]) -> Result<(Puzzle, Vec<Clue>), Vec<Diagnostic>> {
    let mut holes = Some(Vec::new());
    let puzzle = parse_into(name, bytes, 1, &mut holes)?;
    Ok((puzzle, holes.unwrap_or_default()))
}

/// Reads one puzzle that starts at some line of its file.
pub(crate) fn parse_at(
    name: &str,
    bytes: &[u8],
    first_line: usize,
) -> Result<Puzzle, Vec<Diagnostic>> {
    parse_into(name, bytes, first_line, &mut None)
}

fn parse_into(
    name: &str,
    bytes: &[u8],
    first_line: usize,
    holes: &mut Option<Vec<Clue>>,
) -> Result<Puzzle, Vec<Diagnostic>> {
    if bytes.contains(&0) {
        return Err(vec![Diagnostic::whole(name, "this is a binary file, not a puzzle")]);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let good = &bytes[..e.valid_up_to()];
        let line = first_line + good.iter().filter(|&&b| b == b'\n').count();
        let start = good.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let rest = bytes[start..].split(|&b| b == b'\n').next().unwrap_or_default();
        let source = String::from_utf8_lossy(rest);
        let place = Place::new(line, source.trim_end(), good.len() - start, good.len() - start);
        vec![Diagnostic::new(name, place, "this line is not UTF-8 text")]
    })?;
    let lines: Vec<&str> = text.split('\n').map(|l| l.trim_end_matches('\r')).collect();
    Parser {
        file: name,
        first_line,
        lines,
        errors: vec![],
        puzzle: Puzzle::blank(Grid::nine()),
        marks: vec![],
        houses: None,
        names: names::Names::default(),
        holes,
    }
    .run()
}

/// Looks for flaws in a puzzle read from a line of characters.
pub(crate) fn checked_line(name: &str, puzzle: Puzzle) -> Result<Puzzle, Vec<Diagnostic>> {
    let place = |clue: &Clue| {
        let (origin, (cell, _)) = (clue.origin.as_ref()?, clue.as_given()?);
        let indent = origin.text.len() - origin.text.trim_start().len();
        let at = indent + cell.index();
        Some(Place::new(origin.line, &origin.text, at, at + 1))
    };
    let diagnostic = |flaw: Flaw| {
        let here = place(&puzzle.clues[flaw.clue]).unwrap_or_else(Place::file);
        let also = flaw.also.and_then(|i| place(&puzzle.clues[i]));
        Diagnostic { also, help: flaw.help, ..Diagnostic::new(name, here, flaw.message) }
    };
    let errors: Vec<_> = puzzle.check().into_iter().take(MAX_ERRORS).map(diagnostic).collect();
    if errors.is_empty() { Ok(puzzle) } else { Err(errors) }
}

/// Where the parts of a clue stand.
#[derive(Clone, Debug)]
struct ClueMarks {
    whole: Mark,
    args: Vec<Option<Mark>>,
    cells: Vec<(CellId, Mark)>,
}

impl ClueMarks {
    fn whole(whole: Mark) -> ClueMarks {
        ClueMarks { whole, args: vec![], cells: vec![] }
    }

    fn part(&self, part: Part) -> Mark {
        let found = match part {
            Part::Whole => None,
            Part::Arg(i) => self.args.get(i).copied().flatten(),
            // The last mention: that is the one too many.
            Part::Cell(cell) => self.cells.iter().rev().find(|(c, _)| *c == cell).map(|(_, m)| *m),
        };
        found.unwrap_or(self.whole)
    }
}

struct Parser<'a> {
    file: &'a str,
    first_line: usize,
    lines: Vec<&'a str>,
    errors: Vec<Diagnostic>,
    puzzle: Puzzle,
    /// For each clue of the puzzle, where it stands.
    marks: Vec<ClueMarks>,
    /// What houses that nobody wrote down are blamed on.
    houses: Option<Mark>,
    /// Lists and rules with a name.
    names: names::Names<'a>,
    /// Clues whose number is open, if there may be such.
    holes: &'a mut Option<Vec<Clue>>,
}

impl<'a> Parser<'a> {
    fn run(mut self) -> Result<Puzzle, Vec<Diagnostic>> {
        let statements = split(&self.lines);
        if statements.is_empty() {
            let empty = Diagnostic::no_puzzle(self.file);
            return Err(vec![empty.help("write `grid 9` and some clues")]);
        }
        if self.rows_of_no_grid(&statements) {
            return Err(self.errors);
        }
        self.read_header(&statements);
        for statement in &statements {
            self.read_clue(statement);
        }
        self.look_for_flaws();
        if self.errors.is_empty() {
            return Ok(self.puzzle);
        }
        self.errors.sort_by_key(|e| e.place.line);
        self.errors.truncate(MAX_ERRORS);
        Err(self.errors)
    }

    /// Reads a statement that is not part of the header.
    fn read_clue(&mut self, statement: &Statement<'a>) {
        let word = statement.word.to_lowercase();
        match word.as_str() {
            "given" => self.read_given(statement),
            "givens" => self.read_givens(statement),
            _ if header::WORDS.contains(&word.as_str()) => {}
            _ => match kinds::find(&word) {
                Some(kind) => self.read_kind(kind, statement),
                None => self.unknown(statement),
            },
        }
    }

    /// Adds a clue and remembers where it stands.
    fn add(&mut self, clue: Clue, marks: ClueMarks) {
        let origin = self.origin(marks.whole);
        self.puzzle.add(clue.from(Some(origin)));
        self.marks.push(marks);
    }

    fn origin(&self, mark: Mark) -> Origin {
        let text = self.lines[mark.line].trim_end().to_string();
        Origin { line: self.first_line + mark.line, text }
    }

    fn place(&self, mark: Mark) -> Place {
        let line = self.lines[mark.line];
        Place::new(self.first_line + mark.line, line, mark.start, mark.end)
    }

    fn error(&mut self, mark: Mark, message: impl Into<String>, help: Option<String>) {
        let place = self.place(mark);
        self.errors.push(Diagnostic { help, ..Diagnostic::new(self.file, place, message) });
    }

    fn look_for_flaws(&mut self) {
        let mut blamed: Vec<Mark> = Vec::new();
        for flaw in self.puzzle.check() {
            let mark = self.marks[flaw.clue].part(flaw.part);
            // All rows share the `grid` line: one complaint is enough.
            let is_house = Some(self.marks[flaw.clue].whole) == self.houses;
            if is_house && blamed.contains(&mark) {
                continue;
            }
            blamed.push(mark);
            let also = flaw.also.map(|i| self.place(self.marks[i].whole));
            let place = self.place(mark);
            let error = Diagnostic::new(self.file, place, flaw.message);
            self.errors.push(Diagnostic { help: flaw.help, also, ..error });
        }
    }
}

#[cfg(test)]
mod tests;
