//! `check`: no, one or several solutions, and if there is none, why.

use std::io::Write;

use pencilmark::formats::Item;
use pencilmark::{Count, Diagnostic, Puzzle, Status, Stop};

use super::finder::Finder;
use super::turns::Turn;
use super::{Answer, Ask, Out, drain};
use crate::exit::Exit;
use crate::json::Object;
use crate::options::Engine;
use crate::report::{Found, Report, status_word};

pub(super) fn check(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let (found, stopped, nodes) = verdict(ask, item)?;
    let status = found.status();
    let yes = if status == Status::Unique { Exit::Yes } else { Exit::No };
    let mut report = Report { status, found: Some(found), stopped, nodes, yes };
    let mut why = None;
    if status == Status::None {
        // Two equal givens in a row are a slip of the writer, not a contradiction.
        let puzzle = ask.puzzle(item)?;
        if ask.options().why {
            match Why::find(ask, &puzzle) {
                Ok(found) => why = found,
                // That there is no solution is known; what was asked for is not.
                Err(stop) => report.stopped = Some(stop),
            }
        }
    }
    let out = sink.out();
    if ask.options().json {
        let mut object = ask.object(out);
        if let Some(why) = why {
            why.json(&mut object);
        }
        ask.close(object, &report);
        return Ok(report);
    }
    ask.start_line(out);
    let _ = writeln!(out, "{}", status_word(status));
    if let Some(why) = why {
        why.clues.iter().for_each(|clue| clue.print(out, ask.file));
        if !why.smallest {
            let label = (ask.label)();
            sink.err().push_str(&format!("{label}: there may be a smaller set of such clues\n"));
        }
    }
    Ok(report)
}

type Verdict = (Found, Option<Stop>, u64);

fn verdict(ask: &Ask<'_>, item: &Item) -> Result<Verdict, Vec<Diagnostic>> {
    if ask.options().engine == Engine::Clauses {
        let solver = ask.solver(&*ask.puzzle(item)?);
        return Ok(match Finder::new(ask, &solver) {
            Ok(finder) => drain(finder, 2),
            Err(stop) => (Found { count: 0, exact: false }, Some(stop), 0),
        });
    }
    if let Some(plain) = ask.plain(item, 2) {
        return Ok((plain.found, plain.stopped, plain.guesses));
    }
    if let Item::Classic(line, _) = item
        && let Some((_, finder)) = ask.line_finder(line)
    {
        return Ok(drain(finder, 2));
    }
    let solver = ask.solver(&*ask.puzzle(item)?);
    let mut spent = 0;
    let counted = |found: Count, spent: u64| {
        let nodes = spent + found.stats.nodes;
        (Found { count: found.count, exact: found.exact }, found.stopped, nodes)
    };
    let mut turn = Turn::of(ask, &solver);
    while let Some(now) = turn {
        let found = solver.count_within(2, &now.of_marks(&ask.limits));
        if found.stopped != Some(Stop::Nodes) {
            return Ok(counted(found, spent));
        }
        spent += found.stats.nodes;
        let (result, conflicts) = now.by_clauses(&solver, &ask.limits, 2);
        spent += conflicts;
        if let Some((found, stopped)) = result {
            return Ok((found, stopped, spent));
        }
        turn = now.next(&ask.limits);
    }
    Ok(counted(solver.count(2), spent))
}

/// Clues that contradict each other.
struct Why {
    clues: Vec<BrokenClue>,
    smallest: bool,
}

struct BrokenClue {
    /// The line of the file, if it was written in one.
    line: Option<usize>,
    /// The line as written.
    source: Option<String>,
    words: String,
}

impl Why {
    /// Tells whoever waits of sets on the way to a smallest one.
    fn find(ask: &Ask<'_>, puzzle: &Puzzle) -> Result<Option<Why>, Stop> {
        let progress = &ask.context.progress;
        let see = |clues: Vec<usize>| {
            if ask.context.is_single() {
                progress.clues(clues.len(), |object| Why::of(puzzle, &clues, false).json(object));
            }
        };
        let found = ask.solver(puzzle).contradictions(see)?;
        Ok(found.map(|found| Why::of(puzzle, &found.clues, found.smallest)))
    }

    fn of(puzzle: &Puzzle, clues: &[usize], smallest: bool) -> Why {
        let clue = |&place: &usize| {
            let clue = &puzzle.clues[place];
            BrokenClue {
                line: clue.origin.as_ref().map(|o| o.line),
                source: clue.origin.as_ref().map(|o| o.text.trim().to_string()),
                words: clue.words(puzzle),
            }
        };
        let mut clues: Vec<BrokenClue> = clues.iter().map(clue).collect();
        // In the order of the file; what was never written down, like a row, comes first.
        clues.sort_by_key(|clue| clue.line);
        Why { clues, smallest }
    }

    fn json(self, object: &mut Object<'_>) {
        object.list("why", self.clues, BrokenClue::json).plain("smallest", self.smallest);
    }
}

impl BrokenClue {
    fn json(out: &mut Vec<u8>, clue: BrokenClue) {
        let mut object = Object::new(out);
        match clue.line {
            Some(line) => object.plain("line", line),
            None => object.plain("line", "null"),
        };
        object.text("text", clue.source.as_ref().unwrap_or(&clue.words));
        object.text("clue", &clue.words);
        object.end();
    }

    /// `file:line: text   (words)`: editors jump to such places.
    fn print(&self, out: &mut Vec<u8>, file: &str) {
        let _ = match (&self.source, self.line) {
            (Some(source), Some(line)) => {
                writeln!(out, "  {file}:{line}: {source}  ({})", self.words)
            }
            _ => writeln!(out, "  {file}: {}", self.words),
        };
    }
}
