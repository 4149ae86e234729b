//! What the commands about techniques share: boards, states, steps as JSON.

use std::borrow::Cow;

use pencilmark::formats::{Item, Place};
use pencilmark::logic::state::Unread;
use pencilmark::logic::story::Truth;
use pencilmark::logic::tell::End;
use pencilmark::logic::{Board, Found, Mark, Marks, Step, state};
use pencilmark::puzzle::Puzzle;
use pencilmark::{Diagnostic, Grid, Status};

use super::Ask;
use crate::exit::Exit;
use crate::json::{self, Object};
use crate::report::Report;
use crate::techniques::tenths;
use crate::words::plural;

/// A puzzle as techniques see it.
pub(super) struct Case<'a> {
    pub(super) board: Cow<'a, Board>,
    pub(super) marks: Marks,
    pub(super) truth: Truth,
}

impl Ask<'_> {
    /// The board of a puzzle, the marks to start from, and its solutions.
    pub(super) fn case(&self, item: &Item) -> Result<Case<'_>, Vec<Diagnostic>> {
        // The board that plain lines share knows no givens, which pictures tell from other digits.
        let options = self.options();
        let drawn = options.pictures.is_some() || options.html.is_some();
        let plain = match item {
            Item::Classic(line, _) if line.n == 9 && options.state.is_none() && !drawn => {
                Some(line)
            }
            _ => None,
        };
        if let Some(line) = plain {
            let make = || Board::new(&Puzzle::sudoku(Grid::nine()));
            let board = self.context.plain_board.get_or_init(make);
            let mut marks = Marks::full(board);
            for (cell, &digit) in line.givens.iter().enumerate().filter(|(_, d)| **d > 0) {
                marks.give(board, cell, usize::from(digit) - 1);
            }
            let truth = self.truth_of_line(line);
            // Clashing givens are told with their place.
            if truth == Truth::None {
                self.puzzle(item)?;
            }
            return Ok(Case { board: Cow::Borrowed(board), marks, truth });
        }
        let puzzle = self.puzzle(item)?;
        let board = Board::new(&puzzle);
        let truth = Truth::of(&board, &self.limits);
        let marks = match &self.options().state {
            Some((file, text)) => state::read(&board, text)
                .map_err(|e| vec![unread(&file.to_string_lossy(), text, &e)])?,
            None => Marks::start(&board),
        };
        Ok(Case { board: Cow::Owned(board), marks, truth })
    }

    fn truth_of_line(&self, line: &pencilmark::ClassicLine) -> Truth {
        let Some((solver, mut found)) = self.line_search(line, &self.limits) else {
            return Truth::Unknown;
        };
        let first = match found.next_solution() {
            Ok(Some(solution)) => solution.values(&solver.lowered().cells),
            Ok(None) => return Truth::None,
            Err(_) => return Truth::Unknown,
        };
        match found.next_solution() {
            Ok(None) => Truth::Known(first.iter().map(|&v| 1 << (v - 1)).collect()),
            Ok(Some(_)) => {
                let puzzle = pencilmark::ClassicLine::skeleton(line.n);
                let Some(mut puzzle) = puzzle else { return Truth::Unknown };
                let cells: Vec<_> = puzzle.grid.cells().collect();
                for (cell, &d) in cells.into_iter().zip(&line.givens).filter(|(_, d)| **d > 0) {
                    puzzle.add_given(cell, d.into(), None);
                }
                Truth::of(&Board::new(&puzzle), &self.limits)
            }
            Err(_) => Truth::Unknown,
        }
    }
}

/// What is wrong with a state, and where.
pub(super) fn unread(file: &str, text: &str, wrong: &Unread) -> Diagnostic {
    let before = &text[..wrong.at.start];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let source = text[start..].lines().next().unwrap_or_default().to_string();
    let place = Place {
        line: before.matches('\n').count() + 1,
        column: text[start..wrong.at.start].chars().count() + 1,
        width: text[wrong.at.clone()].chars().count().max(1),
        source,
    };
    Diagnostic {
        file: file.into(),
        place,
        message: wrong.message.clone(),
        help: Some("a state is a digit or the marks of each cell".into()),
        also: None,
    }
}

/// What the solutions of a puzzle say about it.
pub(super) fn status(truth: &Truth) -> Status {
    match truth {
        Truth::Known(cells) if cells.iter().all(|d| d.is_power_of_two()) => Status::Unique,
        Truth::Known(_) => Status::Multiple,
        Truth::None => Status::None,
        Truth::Unknown => Status::Unknown,
    }
}

/// The report of steps that ended so.
pub(super) fn ended(truth: &Truth, end: End, yes: bool) -> Report {
    let report = report(truth, yes);
    let yes = if end == End::Late && !yes { Exit::Limit } else { report.yes };
    Report { yes, ..report }
}

/// The report of a command about techniques.
pub(super) fn report(truth: &Truth, yes: bool) -> Report {
    let exit = match (yes, truth) {
        (true, _) => Exit::Yes,
        (false, Truth::Unknown) => Exit::Limit,
        (false, _) => Exit::No,
    };
    Report { status: status(truth), found: None, stopped: None, nodes: 0, yes: exit }
}

/// Marks as `[row, column, digit]`.
pub(super) fn marks(out: &mut Vec<u8>, board: &Board, list: &[Mark]) {
    json::list(out, list, |out, m| mark(out, board, *m));
}

fn mark(out: &mut Vec<u8>, board: &Board, m: Mark) {
    let columns = board.puzzle.grid.cols();
    let place = [m.cell / columns + 1, m.cell % columns + 1];
    let numbers = [place[0] as i64, place[1] as i64, board.value(m.digit)];
    json::list(out, numbers, json::plain);
}

/// Digits and marks, row by row.
pub(super) fn state(out: &mut Vec<u8>, board: &Board, marks: &Marks) {
    let columns = board.puzzle.grid.cols();
    let mut object = Object::new(out);
    object.list("digits", super::draw::digits(board, marks).chunks(columns), |out, row| {
        json::list(out, row, |out, digit| match digit {
            Some(digit) => json::plain(out, digit),
            None => json::plain(out, "null"),
        });
    });
    let left = super::draw::candidates(board, &|cell| marks.of[cell]);
    object.list("marks", left.chunks(columns), |out, row| {
        json::list(out, row, |out, cell| json::list(out, cell, json::plain));
    });
    object.end();
}

/// The fields of a step.
pub(super) fn step(object: &mut Object<'_>, board: &Board, step: &Step) {
    object.plain("n", step.n).plain("level", step.level);
    object.text("technique", step.technique.name()).text("code", step.technique.entry().code);
    object.plain("rating", tenths(step.rating));
    marks(object.value("place"), board, &step.place);
    marks(object.value("remove"), board, &step.remove);
    let mut because = Object::new(object.value("because"));
    let words = |&clue: &usize| board.puzzle.clues[clue].words(&board.puzzle);
    because.list("clues", &step.clues, |out, clue| {
        let mut object = Object::new(out);
        object.plain("number", clue).text("words", &words(clue));
        if let Some(origin) = &board.puzzle.clues[*clue].origin {
            object.plain("line", origin.line);
        }
        object.end();
    });
    marks(because.value("gone"), board, &step.reason.gone);
    because.list("marks", &step.marks, |out, &(m, role)| {
        let mut object = Object::new(out);
        mark(object.value("mark"), board, m);
        object.text("role", &role.name());
        object.end();
    });
    because.list("links", &step.links, |out, link| {
        let mut object = Object::new(out);
        mark(object.value("from"), board, link.from);
        mark(object.value("to"), board, link.to);
        object.plain("strong", link.strong);
        object.end();
    });
    because.plain("uniqueness", step.reason.unique);
    because.end();
    object.text("short", &step.short).text("text", &step.long);
    if let Some(whole) = &step.whole {
        object.text("whole", whole);
    }
}

/// The fields of what was found, without a reason.
pub(super) fn found(
    object: &mut Object<'_>,
    board: &Board,
    found: &Found,
    (short, text): (&str, &str),
) {
    object.text("technique", found.technique.name()).text("code", found.technique.entry().code);
    object.plain("rating", tenths(found.rating));
    marks(object.value("place"), board, &found.place);
    marks(object.value("remove"), board, &found.remove);
    object.text("short", short).text("text", text);
}

/// Lines of a step that a person may read: a proof that is longer is for machines.
const READABLE: usize = 40;

/// Lines of a step below its picture.
pub(super) const BESIDE_A_PICTURE: usize = 12;

/// The text, or its first lines and the last one, with what was left out between them.
pub(super) fn cut(text: &str, most: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (Some(last), true) = (lines.last(), lines.len() > most) else { return text.into() };
    let (first, left_out) = (lines[..most - 1].join("\n"), lines.len() - most);
    let left_out = plural(left_out as u64, "more line");
    format!("{first}\n({left_out}: `--whole` prints them, `--json` has them.)\n{last}")
}

/// The text of a step as it is printed: in brief, and cut, unless all of it was asked for.
pub(super) fn readable(ask: &Ask<'_>, step: &Step) -> String {
    match (&step.whole, ask.options().whole) {
        (whole, true) => whole.as_ref().unwrap_or(&step.long).clone(),
        (None, false) => cut(&step.long, READABLE),
        (Some(_), false) => format!(
            "{}\n(Parts are told in brief: `--whole` prints every line, `--json` has them.)",
            cut(&step.long, READABLE)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn long_proofs_keep_their_start_and_their_end() {
        let text = "Suppose.\na\nb\nc\nSo it is not.";
        assert_eq!(cut(text, 5), text);
        let short =
            "Suppose.\na\n(2 more lines: `--whole` prints them, `--json` has them.)\nSo it is not.";
        assert_eq!(cut(text, 3), short);
    }
}
