//! Many puzzles at once: threads take puzzles from one source and write to one output.
//!
//! There is no queue. Whoever is free takes the next puzzles from the source, under a lock,
//! with a number that gives their output its place. What is in memory is what is being
//! worked on, and a bounded number of answers that wait for an earlier one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pencilmark::formats::{Diagnostic, Place};

use crate::album::Album;
use crate::commands::{self, Context, Question};
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::options::{Command, Options};
use crate::ordered::Ordered;
use crate::progress::{ProgressLine, Reader};
use crate::screen::{Screen, talk};
use crate::source::{Entry, Source, Stack};
use crate::terminal::Terminal;

/// Answers every puzzle of the command line.
pub fn run(options: Options) -> Exit {
    let started = Instant::now();
    let interrupt = match Interrupt::listen() {
        Ok(interrupt) => interrupt,
        Err(error) => {
            talk(&format!("pencilmark: cannot listen for signals: {error}\n"));
            return Exit::Bug;
        }
    };
    let mut source = Source::new(&options.files, options.from);
    let single = options.files.len() < 2 && is_single(&mut source, &options);
    if let Some(complaint) = without_puzzle(&mut source, &options) {
        talk(&format!("{complaint}\n"));
        return Exit::Bad;
    }
    let terminal = Terminal::find(options.colour);
    let album = match Album::new(&options, single, terminal.out) {
        Ok(album) => album,
        Err(complaint) => {
            talk(&format!("pencilmark: {complaint}\n"));
            return Exit::Bad;
        }
    };
    // On a terminal a batch is its own progress.
    let person = terminal.err && !options.quiet && (single || !terminal.out);
    let reader = match (options.progress, person) {
        (true, _) => Reader::Program,
        (_, true) => Reader::Person,
        _ => Reader::Nobody,
    };
    let progress = Arc::new(ProgressLine::new(reader));
    let screen = Screen::new(progress.clone(), !single);
    let threads = options.threads;
    // Steps of one puzzle are worth reading while the next is looked for.
    let lively = terminal.out || single && options.command == Command::Explain;
    let crew = Crew {
        ordered: Ordered::new(screen, lively),
        source: Mutex::new((source, 0)),
        at_work: Mutex::new(0),
        context: Context::new(options, terminal, interrupt, progress, single, album),
        started,
    };
    std::thread::scope(|scope| {
        for _ in 1..if single { 1 } else { threads } {
            scope.spawn(|| crew.work());
        }
        crew.work();
    });
    let exit = crew.conclude();
    if exit == Exit::Interrupted {
        return exit;
    }
    let Context { album, options, .. } = &crew.context;
    match album.finish(&options.picture) {
        Ok(()) => exit,
        Err(complaint) => {
            talk(&format!("pencilmark: {complaint}\n"));
            exit.max(Exit::Bad)
        }
    }
}

/// What is wrong with a state that no puzzle was named for, if none comes from standard input.
fn without_puzzle(source: &mut Source, options: &Options) -> Option<Diagnostic> {
    let (file, text) = options.state.as_ref().filter(|_| options.files.is_empty())?;
    let errors = source.first()?.item.as_ref().err()?;
    if !errors.iter().all(Diagnostic::is_no_puzzle) {
        return None;
    }
    let source = text.lines().next().unwrap_or_default().to_string();
    Some(Diagnostic {
        file: file.to_string_lossy().into(),
        place: Place { line: 1, column: 1, width: 1, source },
        message: "this is a state, but no puzzle is named that it is a state of".into(),
        help: Some(
            "name the file of the puzzle too; lines of a library, such as `:0300:...`, hold both"
                .into(),
        ),
        also: None,
    })
}

/// Whether all threads should work on one puzzle. To know, one must read on; but whoever
/// feeds us lines and waits for each answer must not wait for ever, so this is done for
/// lines only where it matters.
fn is_single(source: &mut Source, options: &Options) -> bool {
    let (command, html) = (options.command, options.html.is_some());
    let patient = html || matches!(command, Command::Count | Command::Candidates | Command::Draw);
    (patient || !source.first().is_some_and(|e| e.is_line)) && source.is_single()
}

struct Crew {
    context: Context,
    /// The puzzles, and the number of the next piece of work.
    source: Mutex<(Source, usize)>,
    ordered: Ordered<Screen>,
    /// How many threads are not just waiting for input.
    at_work: Mutex<usize>,
    started: Instant,
}

/// A piece of work should take about this long: long enough that taking it costs nothing,
/// short enough that the threads end together.
const SHORT: Duration = Duration::from_millis(1);
const LONG: Duration = Duration::from_millis(8);
const MOST: usize = 512;
/// So many plain lines at once: half a millisecond of the easiest ones.
const LINES: usize = 1024;

/// A piece of work.
enum Piece {
    Entries(Vec<Entry>),
    Lines(Stack, Question),
}

impl Crew {
    fn work(&self) {
        let mut size = 1;
        while !self.context.interrupt.asked() && !self.ordered.is_closed() {
            let Some((number, piece)) = self.take(size) else { return };
            self.begin();
            let started = Instant::now();
            self.answer(number, piece);
            size = match started.elapsed() {
                time if time < SHORT => (size * 2).min(MOST),
                time if time > LONG => (size / 2).max(1),
                _ => size,
            };
            self.end();
        }
    }

    fn take(&self, most: usize) -> Option<(usize, Piece)> {
        let mut source = lock(&self.source);
        let piece = match Question::of(&self.context) {
            None => Piece::Entries(source.0.take(most)),
            Some(question) => match source.0.take_lines(LINES) {
                Some(stack) => Piece::Lines(stack, question),
                None => Piece::Entries(source.0.take_before_lines(most)),
            },
        };
        let number = source.1;
        source.1 += 1;
        let nothing = matches!(&piece, Piece::Entries(entries) if entries.is_empty());
        (!nothing).then_some((number, piece))
    }

    fn answer(&self, number: usize, piece: Piece) {
        let mut sink = self.ordered.sink(number);
        let mut cut = false;
        match piece {
            Piece::Entries(entries) => {
                for entry in entries {
                    cut = self.context.interrupt.asked();
                    if cut {
                        break;
                    }
                    commands::answer(&self.context, entry, &mut sink);
                }
            }
            Piece::Lines(stack, question) => {
                cut = question.answer(&self.context, &stack, &mut sink);
            }
        }
        sink.finish(cut);
        if self.ordered.is_closed() {
            self.context.interrupt.ask();
        }
    }

    fn begin(&self) {
        let mut at_work = lock(&self.at_work);
        *at_work += 1;
        self.context.interrupt.set_idle(false);
    }

    /// The last to stop ends the process if it was told to: another thread may be waiting
    /// for input and never look up.
    fn end(&self) {
        let mut at_work = lock(&self.at_work);
        *at_work -= 1;
        if *at_work == 0 {
            // First this, then the question: a signal in between ends the process itself.
            self.context.interrupt.set_idle(true);
            if self.context.interrupt.asked() {
                self.conclude().now();
            }
        }
    }

    /// Says what is to be said at the end.
    fn conclude(&self) -> Exit {
        let tally = self.ordered.tally();
        let options = &self.context.options;
        if !options.quiet && !options.json {
            match &tally.only {
                Some(remark) if tally.puzzles() == 1 => self.ordered.talk(remark),
                _ if tally.puzzles() > 1 => {
                    self.ordered.talk(&tally.talk(self.started.elapsed()));
                }
                _ => {}
            }
        }
        self.context.progress.clear();
        if self.context.interrupt.by_signal() { Exit::Interrupted } else { tally.exit }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
