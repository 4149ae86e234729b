//! `solve`: solutions as they are found, and whether there are others.

use pencilmark::formats::Item;
use pencilmark::{ClassicLine, Grid, Solver, Status, Stop};

use super::finder::Finder;
use super::plain::Plain;
use super::{Answer, Ask, Out};
use crate::exit::Exit;
use crate::grid_text::Board;
use crate::json;
use crate::options::{Engine, Form};
use crate::report::{Found, Report, status_word};

pub(super) fn solve(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let form = form(ask, item);
    if let (Form::Line, Item::Classic(line, _)) = (form, item)
        && ask.options().engine != Engine::Clauses
        && ask.options().random.is_none()
        && let Some(grid) = Grid::new(line.n, line.n)
        && let Some(report) = solve_line(ask, item, line, Board::plain(&grid), sink)
    {
        if report.status == Status::None {
            // Two equal givens in a row are a slip of the writer, not a hard puzzle.
            item.clone().checked(ask.file)?;
        }
        return Ok(report);
    }
    let puzzle = ask.puzzle(item)?;
    let board = Board::new(&puzzle);
    let title = puzzle.title.as_deref();
    if form != Form::Line && !ask.options().json && !ask.context.single {
        let title = title.map_or(String::new(), |t| format!(": {t}"));
        sink.out().extend_from_slice(format!("# {}{title}\n", (ask.label)()).as_bytes());
    }
    let printing = Printing { ask, form, board };
    if let Some(plain) = ask.plain(item, ask.options().wanted.saturating_add(1)) {
        return Ok(printing.run_plain(plain, sink));
    }
    let solver = ask.solver(&puzzle);
    let finder = Finder::new(ask, &solver);
    Ok(printing.run(&solver, finder, sink))
}

/// A plain line, answered by a line.
fn solve_line(
    ask: &Ask<'_>,
    item: &Item,
    line: &ClassicLine,
    board: Board,
    sink: &mut Out<'_>,
) -> Option<Report> {
    let printing = Printing { ask, form: Form::Line, board };
    if let Some(plain) = ask.plain(item, ask.options().wanted.saturating_add(1)) {
        return Some(printing.run_plain(plain, sink));
    }
    let (solver, finder) = ask.line_finder(line)?;
    Some(printing.run(solver, Ok(finder), sink))
}

/// Whether answers are lines that stand for the lines of the input.
pub(super) fn is_on_one_line(ask: &Ask<'_>) -> bool {
    match ask.options().form {
        Some(form) => form == Form::Line,
        None => ask.is_line,
    }
}

fn form(ask: &Ask<'_>, item: &Item) -> Form {
    match (ask.options().form, item) {
        (Some(form), _) => form,
        (None, Item::Classic(..)) => Form::Line,
        (None, _) if ask.context.terminal.out => Form::Grid,
        (None, _) => Form::Rows,
    }
}

/// Solutions on their way out.
struct Printing<'a> {
    ask: &'a Ask<'a>,
    form: Form,
    board: Board,
}

impl Printing<'_> {
    /// All that the solver for plain grids found.
    fn run_plain(&self, plain: Plain, sink: &mut Out<'_>) -> Report {
        let wanted = usize::try_from(self.ask.options().wanted).unwrap_or(usize::MAX);
        self.begin(sink.out());
        for (nth, cells) in plain.solutions.iter().take(wanted).enumerate() {
            self.put(sink.out(), nth as u64 + 1, cells, &[]);
        }
        let found = plain.found;
        let report = Report {
            status: found.status(),
            found: Some(found),
            stopped: plain.stopped,
            nodes: plain.guesses,
            yes: if found.count > 0 { Exit::Yes } else { Exit::No },
        };
        self.end(sink.out(), &report, Vec::new());
        report
    }

    fn run(
        &self,
        solver: &Solver,
        mut search: Result<Finder<'_>, Stop>,
        sink: &mut Out<'_>,
    ) -> Report {
        let lowered = solver.lowered();
        let wanted = self.ask.options().wanted;
        let mut vars = Vec::new();
        self.begin(sink.out());
        let mut count = 0;
        // One more than wanted is looked for, to know whether there are others.
        let (exact, stopped) = loop {
            match search.as_mut().map_err(|stop| *stop).and_then(Finder::next_solution) {
                Ok(None) => break (true, None),
                Err(stop) => break (false, Some(stop)),
                Ok(Some(solution)) => {
                    count += 1;
                    if count > wanted {
                        break (false, None);
                    }
                    let cells = solution.values(&lowered.cells);
                    let values = solution.values(&lowered.vars);
                    self.put(sink.out(), count, &cells, &values);
                    if self.ask.options().json && !values.is_empty() {
                        vars.push(values);
                    }
                    // Whoever waits for an earlier puzzle to be printed loses no time by it.
                    match sink.breathe() {
                        Some(waited) => {
                            let _ = search.as_mut().map(|search| search.postpone(waited));
                        }
                        None => break (false, None),
                    }
                }
            }
        };
        let found = Found { count, exact };
        let report = Report {
            status: found.status(),
            found: Some(found),
            stopped,
            nodes: search.map_or(0, |search| search.nodes()),
            yes: if count > 0 { Exit::Yes } else { Exit::No },
        };
        self.end(sink.out(), &report, vars);
        report
    }

    fn begin(&self, out: &mut Vec<u8>) {
        if self.ask.options().json {
            let mut object = self.ask.object(out);
            object.value("solutions").push(b'[');
            object.pause();
        }
    }

    fn put(&self, out: &mut Vec<u8>, nth: u64, cells: &[i64], vars: &[i64]) {
        if self.ask.options().json {
            if nth > 1 {
                out.push(b',');
            }
            return json::rows(out, cells, self.board.columns());
        }
        if nth > 1 {
            out.push(b'\n');
        }
        match self.form {
            Form::Line => self.board.line(out, cells, vars),
            Form::Rows => self.board.lines(out, cells, vars),
            Form::Grid => self.board.draw(out, cells, vars, self.ask.context.terminal.colour),
        }
    }

    fn end(&self, out: &mut Vec<u8>, report: &Report, vars: Vec<Vec<i64>>) {
        let options = self.ask.options();
        if options.json {
            out.push(b']');
            let mut object = json::Object::reopen(out);
            if !self.board.names().is_empty() {
                object.list("vars", vars, |out, values| {
                    let mut object = json::Object::new(out);
                    for (name, value) in self.board.names().iter().zip(values) {
                        object.plain(name, value);
                    }
                    object.end();
                });
            }
            return self.ask.close(object, report);
        }
        let printed = report.found.map_or(0, |f| f.count.min(options.wanted));
        if self.form != Form::Line {
            if !self.ask.context.single {
                out.push(b'\n');
            }
            return;
        }
        let word = status_word(report.status);
        if printed == 0 {
            out.extend_from_slice(word.as_bytes());
        } else if options.wanted == 1 && report.status != Status::Unique {
            out.push(b' ');
            out.extend_from_slice(word.as_bytes());
        }
        // Several solutions of a puzzle are a paragraph.
        out.extend_from_slice(if options.wanted > 1 { b"\n\n" } else { b"\n" });
    }
}
