//! `generate`: new puzzles, each with exactly one solution.

mod options;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use pencilmark::draw::{Theme, View, picture, svg};
use pencilmark::formats::{Export, Format, export, parse_with_holes, separator};
use pencilmark::make::{Bounds, GaveUp, Generator, Hole, Made, Missed, fill};
use pencilmark::{Limits, Puzzle, Stop};

use crate::album::make_folder;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::json::{Object, rows};
use crate::ordered::{Ordered, Sink};
use crate::progress::{ProgressLine, Reader};
use crate::screen::{Screen, talk};
use crate::techniques::tenths;
use crate::terminal::{Colour, Terminal};
use crate::words::{number, plural, time};

pub use options::{HELP, Order, SUMMARY, parse};

/// Makes what was ordered.
pub fn serve(order: &Order) -> Exit {
    let started = Instant::now();
    let source = match Source::new(order) {
        Ok(source) => source,
        Err(complaint) => {
            talk(&format!("{complaint}\n"));
            return Exit::Bad;
        }
    };
    if let Some(folder) = &order.pictures
        && let Err(complaint) = make_folder(folder)
    {
        talk(&format!("pencilmark: {complaint}\n"));
        return Exit::Bad;
    }
    let interrupt = match Interrupt::listen() {
        Ok(interrupt) => interrupt,
        Err(error) => {
            talk(&format!("pencilmark: cannot listen for signals: {error}\n"));
            return Exit::Bug;
        }
    };
    interrupt.set_idle(false);
    let terminal = Terminal::find(Colour::Never);
    let person = terminal.err && !order.quiet;
    let reader = match (order.progress, person) {
        (true, _) => Reader::Program,
        (_, true) => Reader::Person,
        _ => Reader::Nobody,
    };
    let progress = Arc::new(ProgressLine::new(reader));
    let workshop = Workshop {
        order,
        source,
        ordered: Ordered::new(Screen::new(progress.clone(), false), terminal.out),
        interrupt,
        progress,
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
    };
    // A single puzzle is made by all threads together.
    let hands = order.threads.min(usize::try_from(order.count).unwrap_or(usize::MAX));
    std::thread::scope(|scope| {
        for _ in 1..hands {
            scope.spawn(|| workshop.work());
        }
        workshop.work();
    });
    workshop.progress.clear();
    let done = workshop.done.load(Ordering::Relaxed);
    if !order.quiet && !order.json {
        let seed = order.recipe.seed;
        let words =
            format!("{} (seed {seed}, {})\n", plural(done, "puzzle"), time(started.elapsed()));
        workshop.ordered.talk(&words);
    }
    let tally = workshop.ordered.tally();
    if workshop.interrupt.by_signal() { Exit::Interrupted } else { tally.exit }
}

/// Where puzzles come from.
enum Source {
    /// A recipe.
    Recipe(Box<Generator>),
    /// A puzzle with open numbers, and how many givens it may get.
    Shapes(Box<Puzzle>, Vec<Hole>, Bounds),
}

impl Source {
    fn new(order: &Order) -> Result<Source, String> {
        let Some(file) = &order.from else {
            let generator = Generator::new(order.recipe.clone());
            let generator = generator.map_err(|e| format!("pencilmark: {e}"))?;
            return Ok(Source::Recipe(Box::new(generator)));
        };
        let text = crate::source::text(file).map_err(|e| format!("pencilmark: {e}"))?;
        let name = file.to_string_lossy();
        let (puzzle, holes) = parse_with_holes(&name, text.as_bytes()).map_err(|errors| {
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        })?;
        let hi = if holes.is_empty() { puzzle.grid.size() } else { 0 };
        let givens = order.recipe.clues.unwrap_or(Bounds { lo: 0, hi });
        let holes = holes.into_iter().map(Hole).collect();
        Ok(Source::Shapes(Box::new(puzzle), holes, givens))
    }
}

struct Workshop<'a> {
    order: &'a Order,
    source: Source,
    ordered: Ordered<Screen>,
    interrupt: Interrupt,
    progress: Arc<ProgressLine>,
    /// The number of the next puzzle.
    next: AtomicU64,
    done: AtomicU64,
}

impl Workshop<'_> {
    fn work(&self) {
        while !self.interrupt.asked() && !self.ordered.is_closed() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.order.count {
                return;
            }
            let Ok(piece) = usize::try_from(number) else { return };
            let mut sink = self.ordered.sink(piece);
            let exit = self.make(number, &mut sink);
            sink.tally().exit = exit;
            let cut = exit == Exit::Interrupted;
            sink.finish(cut);
            if self.ordered.is_closed() {
                self.interrupt.ask();
            }
        }
    }

    fn make(&self, number: u64, sink: &mut Sink<'_, Screen>) -> Exit {
        let limits = Limits {
            deadline: Instant::now().checked_add(self.order.time_limit),
            cancel: Some(self.interrupt.asked.clone()),
            ..Limits::default()
        };
        let threads = if self.order.count == 1 { self.order.threads } else { 1 };
        let made = match &self.source {
            Source::Recipe(generator) => {
                let hear = || {
                    let done = self.done.load(Ordering::Relaxed);
                    self.progress.making(done, generator.attempts());
                };
                generator.make_together(number, &limits, threads, &hear)
            }
            Source::Shapes(puzzle, holes, givens) => {
                let hear = |attempts| {
                    self.progress.making(self.done.load(Ordering::Relaxed), attempts);
                };
                fill(puzzle, holes, *givens, self.order.recipe.seed, number, &limits, &hear)
            }
        };
        match made {
            Ok(made) => {
                let exit = self.print(number, &made, sink);
                self.done.fetch_add(1, Ordering::Relaxed);
                exit
            }
            Err(gave_up) if gave_up.stop == Stop::Cancelled => Exit::Interrupted,
            Err(gave_up) => {
                sink.err().push_str(&apology(number, &gave_up, self.order));
                match &gave_up.best {
                    Some(best) => self.print(number, best, sink).max(Exit::Limit),
                    None => Exit::Limit,
                }
            }
        }
    }

    fn print(&self, nth: u64, made: &Made, sink: &mut Sink<'_, Screen>) -> Exit {
        let order = self.order;
        let plain = made
            .puzzle
            .clues
            .iter()
            .all(|clue| matches!(clue.kind.name, "row" | "column" | "box" | "given"))
            && made.puzzle.box_shape().is_some()
            && made.puzzle.clues_of("box").next().is_some();
        let format = order.to.unwrap_or(if plain { Format::Line } else { Format::Pencil });
        let Export { text, warnings, .. } = match export(&made.puzzle, format) {
            Ok(export) => export,
            Err(message) => {
                sink.err().push_str(&format!("pencilmark: {message}\n"));
                return Exit::Bad;
            }
        };
        for warning in warnings.iter().filter(|_| !order.quiet && !order.json) {
            sink.err().push_str(&format!("puzzle {}: warning: {warning}\n", nth + 1));
        }
        if let Some(folder) = &order.pictures {
            let file = folder.join(format!("{:04}.svg", nth + 1));
            let drawn = svg(&picture(&View::new(&made.puzzle)), Theme::Light);
            if let Err(error) = std::fs::write(&file, drawn) {
                sink.err().push_str(&format!("pencilmark: {}: {error}\n", file.display()));
                return Exit::Bad;
            }
        }
        let out = sink.out();
        if order.json {
            let mut object = Object::new(out);
            object.plain("n", nth + 1).plain("seed", order.recipe.seed);
            object.text("format", format.info().name).text("puzzle", text.trim_end());
            rows(object.value("solution"), &made.solution, made.puzzle.grid.cols());
            object.plain("givens", made.givens);
            if let Some(grade) = &made.grade {
                if grade.rating > 0 {
                    object.plain("rating", tenths(grade.rating));
                }
                if order.recipe.level.is_some() {
                    object.text("level", grade.level.name()).plain("score", grade.score);
                }
                if let Some(hardest) = grade.hardest {
                    object.text("hardest", hardest.name());
                }
            }
            object.end_line();
            return Exit::Yes;
        }
        if nth > 0 {
            out.extend_from_slice(separator(format).as_bytes());
        }
        out.extend_from_slice(text.as_bytes());
        if !text.ends_with('\n') {
            out.push(b'\n');
        }
        Exit::Yes
    }
}

/// What was tried in vain.
fn apology(nth: u64, gave_up: &GaveUp, order: &Order) -> String {
    let mut text = format!(
        "pencilmark: puzzle {}: nothing like that within {}",
        nth + 1,
        time(order.time_limit)
    );
    match gave_up.attempts {
        0 => text += "; that was not enough for one attempt",
        attempts => text += &format!("; {}", plural(attempts, "attempt")),
    }
    let missed: Vec<String> = gave_up
        .missed
        .iter()
        .map(|&(missed, times)| {
            let what = match missed {
                Missed::Board => "found no filled grid".into(),
                Missed::Ambiguous => "had several solutions".into(),
                Missed::Clues => "needed more givens".into(),
                Missed::NotMinimal => "had givens to spare".into(),
                Missed::TooHard => "came out too hard".into(),
                Missed::Grade(level) => format!("came out {}", level.name().to_lowercase()),
                Missed::Rating => "were rated otherwise".into(),
                Missed::Lacks(technique) => format!("did not take {}", technique.name()),
                Missed::Takes(technique) => format!("took {}", technique.name()),
            };
            format!("{} {what}", number(times))
        })
        .collect();
    if !missed.is_empty() {
        text += &format!(": {}", missed.join(", "));
    }
    if let Some(best) = &gave_up.best {
        text += &format!("; printed is the nearest, with {}", plural(best.givens as u64, "given"));
        if let Some(grade) = best.grade.as_ref().filter(|grade| grade.rating > 0) {
            text += &format!(", rated {}", tenths(grade.rating));
        }
    }
    text.push('\n');
    text
}
