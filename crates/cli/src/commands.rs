//! The commands: each asks the library one question about one puzzle and writes the answer.

mod candidates;
mod check;
mod convert;
mod count;
mod draw;
mod explain;
mod find;
mod finder;
pub mod gallery;
mod grade;
mod hint;
mod library;
mod lines;
mod logic;
mod plain;
mod setters;
mod solve;
mod turns;

use std::borrow::Cow;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use pencilmark::formats::{Item, Position};
use pencilmark::kernel::search::{Search, SearchOptions};
use pencilmark::logic::Board;
use pencilmark::{ClassicLine, Diagnostic, Grid, Limits, Puzzle, Settings, Solver, Stop};

use crate::album::Album;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::json::{Object, text as string};
use crate::options::{Command, Options};
use crate::ordered::Sink;
use crate::progress::ProgressLine;
use crate::report::{Found, Report};
use crate::screen::Screen;
use crate::source::Entry;
use crate::terminal::Terminal;
use finder::Finder;
use turns::{Turn, Turns};

pub use library::{is_library, library};
pub use lines::Question;

/// Where an answer is written to.
type Out<'a> = Sink<'a, Screen>;
/// An answer, or what turned out to be wrong with the puzzle.
type Answer = Result<Report, Vec<Diagnostic>>;

/// What all threads share.
pub struct Context {
    /// What was asked for.
    pub options: Options,
    /// Where the output goes.
    pub terminal: Terminal,
    /// Whether to stop.
    pub interrupt: Interrupt,
    /// The line that tells how far we are.
    pub progress: Arc<ProgressLine>,
    /// Whether there is only one puzzle.
    single: bool,
    /// The empty grid of each size, compiled when the first line needs it.
    skeletons: [OnceLock<Option<Solver>>; Grid::MAX_SIDE + 1],
    /// Where pictures go.
    pub album: Album,
    /// The board of the empty 9x9 grid, for techniques.
    plain_board: OnceLock<Board>,
}

impl Context {
    /// Nothing compiled yet.
    pub fn new(
        options: Options,
        terminal: Terminal,
        interrupt: Interrupt,
        progress: Arc<ProgressLine>,
        single: bool,
        album: Album,
    ) -> Context {
        let skeletons = [const { OnceLock::new() }; Grid::MAX_SIDE + 1];
        let plain_board = OnceLock::new();
        Context { options, terminal, interrupt, progress, single, skeletons, album, plain_board }
    }

    /// Whether there is only one puzzle, so that progress is progress of it.
    fn is_single(&self) -> bool {
        self.single
    }

    /// How many threads work on one puzzle: with many puzzles each has one, with one it has all.
    fn threads(&self) -> usize {
        if self.single { self.options.threads } else { 1 }
    }

    /// The empty grid with this many rows.
    fn skeleton(&self, n: usize) -> Option<&Solver> {
        let make =
            || Some(Solver::new(&ClassicLine::skeleton(n)?, self.settings(Limits::default())));
        self.skeletons.get(n)?.get_or_init(make).as_ref()
    }

    fn settings(&self, limits: Limits) -> Settings {
        let Options { derive, compile, .. } = self.options;
        Settings { derive, compile, limits, threads: self.threads() }
    }

    /// The limits of a puzzle that is begun now.
    fn limits(&self, started: Instant) -> Limits {
        let progress = self.progress.clone();
        let hear = move |at| progress.search(at);
        Limits {
            deadline: self.options.time_limit.and_then(|limit| started.checked_add(limit)),
            nodes: self.options.nodes,
            cancel: Some(self.interrupt.asked.clone()),
            progress: (self.single && self.progress.is_wanted()).then(|| Arc::new(hear) as _),
        }
    }
}

/// One question about one puzzle.
struct Ask<'a> {
    context: &'a Context,
    file: &'a str,
    position: Position,
    /// Whether it is a plain puzzle on one line.
    is_line: bool,
    label: &'a dyn Fn() -> String,
    /// What was lost when the puzzle was read.
    warnings: &'a [String],
    limits: Limits,
    started: Instant,
    /// Its place among all puzzles.
    order: usize,
}

impl Ask<'_> {
    fn options(&self) -> &Options {
        &self.context.options
    }

    /// The puzzle in full.
    fn puzzle<'i>(&self, item: &'i Item) -> Result<Cow<'i, Puzzle>, Vec<Diagnostic>> {
        match item {
            Item::Puzzle(puzzle) => Ok(Cow::Borrowed(puzzle)),
            Item::Import(import) => Ok(Cow::Borrowed(&import.puzzle)),
            Item::Classic(..) => item.clone().checked(self.file).map(Cow::Owned),
        }
    }

    /// The puzzle ready to be solved.
    fn solver(&self, puzzle: &Puzzle) -> Solver {
        Solver::new(puzzle, self.context.settings(self.limits.clone()))
    }

    /// A search of a plain line on the skeleton of its size: no model is built.
    fn line_search(&self, line: &ClassicLine, limits: &Limits) -> Option<(&Solver, Search<'_>)> {
        let solver = self.context.skeleton(line.n)?;
        let mut search = search(solver, limits);
        for (&cell, &digit) in solver.lowered().cells.iter().zip(&line.givens) {
            if digit > 0 {
                search.fix(cell, digit.into());
            }
        }
        Some((solver, search))
    }

    /// The same within the limits of the puzzle, by the engines that were asked for.
    fn line_finder(&self, line: &ClassicLine) -> Option<(&Solver, Finder<'_>)> {
        let (solver, search) = self.line_search(line, &self.limits)?;
        let Some(turn) = Turn::of(self, solver) else {
            return Some((solver, Finder::marks(search)));
        };
        let fixed = solver.lowered().cells.iter().zip(&line.givens);
        let fixed = fixed.filter(|(_, digit)| **digit > 0);
        let fixed = fixed.map(|(&cell, &digit)| (cell, u32::from(digit) - 1)).collect();
        let turns = Turns::new(solver, search, &self.limits, turn).with_fixed(fixed);
        Some((solver, Finder::Turns(Box::new(turns))))
    }

    /// Opens the object of this puzzle.
    fn object<'o>(&self, out: &'o mut Vec<u8>) -> Object<'o> {
        let mut object = Object::new(out);
        let Position { number, line } = self.position;
        object.text("file", self.file).plain("number", number).plain("line", line);
        if !self.warnings.is_empty() {
            object.list("warnings", self.warnings, |out, warning| string(out, warning));
        }
        object
    }

    /// Fills in the rest of the object and ends the line.
    fn close(&self, mut object: Object<'_>, report: &Report) {
        report.json(&mut object, self.started.elapsed());
        object.end_line();
    }

    /// Starts a line of text: with several files each line names its own.
    fn start_line(&self, out: &mut Vec<u8>) {
        if self.options().files.len() > 1 {
            out.extend_from_slice((self.label)().as_bytes());
            out.extend_from_slice(b": ");
        }
    }
}

/// A search of a puzzle.
fn search<'s>(solver: &'s Solver, limits: &Limits) -> Search<'s> {
    Search::new(solver.model(), SearchOptions { limits: limits.clone(), ..Default::default() })
}

/// How many solutions a search finds, up to `most`, why it stopped, and its nodes.
fn drain(mut search: Finder<'_>, most: u64) -> (Found, Option<Stop>, u64) {
    let mut count = 0;
    let (exact, stopped) = loop {
        if count >= most {
            break (false, None);
        }
        match search.next_solution() {
            Ok(Some(_)) => count += 1,
            Ok(None) => break (true, None),
            Err(stop) => break (false, Some(stop)),
        }
    };
    (Found { count, exact }, stopped, search.nodes())
}

/// Answers one entry of the input, whatever it is.
pub fn answer(context: &Context, entry: Entry, sink: &mut Out<'_>) {
    let started = Instant::now();
    let label = || entry.label();
    let ask = Ask {
        context,
        file: &entry.file,
        position: entry.position,
        is_line: entry.is_line,
        label: &label,
        warnings: entry.item.as_ref().map_or(&[], Item::warnings),
        limits: context.limits(started),
        started,
        order: entry.order,
    };
    let mark = sink.out().len();
    let item = match &entry.item {
        Ok(item) => item,
        // Of several files each has its answer; one that is not there is an error and nothing else.
        Err(errors)
            if !entry.is_open && context.options.files.len() == 1 && !context.options.json =>
        {
            complain(errors, sink);
            return sink.tally().note_bad(Exit::Bad);
        }
        Err(errors) => return bad(&ask, errors, mark, sink),
    };
    warn(&ask, item.warnings(), sink);
    let run = match context.options.command {
        Command::Convert => {
            return match convert::convert(&ask, item, sink) {
                Ok(()) => {}
                Err(errors) => bad(&ask, &errors, mark, sink),
            };
        }
        Command::Draw => {
            let drawn = catch_unwind(AssertUnwindSafe(|| draw::draw(&ask, item, sink)));
            return match drawn {
                Ok(Ok(exit)) => sink.tally().exit = sink.tally().exit.max(exit),
                Ok(Err(errors)) => bad(&ask, &errors, mark, sink),
                Err(_) => bug(&ask, mark, sink),
            };
        }
        Command::Minimise => setters::minimise,
        Command::Redundant => setters::redundant,
        Command::Complete => setters::complete,
        Command::Solve => solve::solve,
        Command::Check => check::check,
        Command::Count => count::count,
        Command::Candidates => candidates::candidates,
        Command::Explain => explain::explain,
        Command::Hint => hint::hint,
        Command::Grade => grade::grade,
        Command::Find => find::find,
    };
    // A batch must outlive a bug in one puzzle.
    match catch_unwind(AssertUnwindSafe(|| run(&ask, item, sink))) {
        Ok(Ok(report)) => done(&ask, &entry, &report, sink),
        Ok(Err(errors)) => bad(&ask, &errors, mark, sink),
        Err(_) => bug(&ask, mark, sink),
    }
}

/// Tells what of a puzzle is lost. In JSON it is a field.
fn warn(ask: &Ask<'_>, warnings: &[String], sink: &mut Out<'_>) {
    if ask.options().quiet || ask.options().json {
        return;
    }
    for warning in warnings {
        let _ = writeln!(sink.err(), "{}: warning: {warning}", (ask.label)());
    }
}

fn done(ask: &Ask<'_>, entry: &Entry, report: &Report, sink: &mut Out<'_>) {
    sink.tally().note(report);
    let options = ask.options();
    // What these have to say besides their answer they have said themselves.
    let told = options.estimate.is_some()
        || matches!(
            options.command,
            Command::Explain
                | Command::Hint
                | Command::Find
                | Command::Minimise
                | Command::Redundant
                | Command::Complete
        );
    if options.quiet || options.json || told {
        return;
    }
    // A remark on each of a million lines would drown what they say; on one it may help.
    // Whether a solution is unique is said nowhere else, so each drawn one has its remark.
    if !entry.is_line && options.command == Command::Solve {
        let remark = report.talk(&entry.label(), ask.started.elapsed());
        sink.err().push_str(&remark);
    } else if entry.position.number == 1 {
        sink.tally().only = Some(report.talk(&entry.label(), ask.started.elapsed()));
    }
}

/// The puzzle cannot be read.
fn bad(ask: &Ask<'_>, errors: &[Diagnostic], mark: usize, sink: &mut Out<'_>) {
    complain(errors, sink);
    invalid(ask, mark, sink, |object| {
        object.text("error", &errors.first().map_or(String::new(), |e| e.message.clone()));
        object.list("errors", errors, |out, error| {
            let mut object = Object::new(out);
            let place = &error.place;
            if place.line > 0 {
                object.plain("line", place.line).plain("column", place.column);
                object.plain("width", place.width.max(1));
            }
            object.text("message", &error.message);
            if let Some(help) = &error.help {
                object.text("help", help);
            }
            object.end();
        });
    });
    sink.tally().note_bad(Exit::Bad);
}

fn complain(errors: &[Diagnostic], sink: &mut Out<'_>) {
    for error in errors {
        let _ = writeln!(sink.err(), "{error}");
    }
}

/// Something in us is broken; the panic itself has told where.
fn bug(ask: &Ask<'_>, mark: usize, sink: &mut Out<'_>) {
    const MESSAGE: &str = "a bug in Pencilmark; please report it with this puzzle";
    let _ = writeln!(sink.err(), "{}: {MESSAGE}", (ask.label)());
    invalid(ask, mark, sink, |object| {
        object.text("error", MESSAGE);
    });
    sink.tally().note_bad(Exit::Bug);
}

/// Writes the answer in place of an answer.
fn invalid(ask: &Ask<'_>, mark: usize, sink: &mut Out<'_>, fields: impl FnOnce(&mut Object<'_>)) {
    let out = sink.out();
    out.truncate(mark);
    if ask.options().json {
        let mut object = ask.object(out);
        fields(&mut object);
        return object.end_line();
    }
    let lines = match ask.options().command {
        Command::Check | Command::Count | Command::Grade => true,
        Command::Solve => solve::is_on_one_line(ask),
        Command::Candidates | Command::Convert | Command::Draw => false,
        Command::Explain | Command::Hint | Command::Find => false,
        Command::Minimise | Command::Redundant | Command::Complete => false,
    };
    if lines {
        ask.start_line(out);
        out.extend_from_slice(b"invalid\n");
        // Several solutions of a puzzle are a paragraph, and so is what stands for them.
        if ask.options().command == Command::Solve && ask.options().wanted > 1 {
            out.push(b'\n');
        }
    }
}
