//! `minimise`, `redundant` and `complete`: help for a setter with a puzzle in hand.

use std::fmt::Write;

use pencilmark::formats::{Format, Item, Place, export, separator};
use pencilmark::make::{self, Hopeless};
use pencilmark::puzzle::kinds;
use pencilmark::{Clue, Diagnostic, Puzzle, Status, Stop};

use super::convert::is_first;
use super::{Answer, Ask, Out, string};
use crate::exit::Exit;
use crate::json::Object;
use crate::report::Report;
use crate::words::plural;

const NO_SOLUTION: &str = "there is no solution";

pub(super) fn minimise(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let puzzle = ask.puzzle(item)?;
    let options = ask.options();
    match make::minimise(&puzzle, &options.kinds, options.seed, &ask.limits) {
        Err(stop) => Ok(stopped(ask, stop, sink)),
        Ok(Err(Status::None)) => Ok(told(ask, NO_SOLUTION, Status::None, sink)),
        Ok(Err(status)) => Ok(told(ask, "there are several solutions", status, sink)),
        Ok(Ok((less, taken))) => {
            let words =
                format!("{} taken away, {} left", plural(taken.len() as u64, "clue"), local(&less));
            let report = report(Status::Unique, Exit::Yes);
            write(ask, usual(item), &less, &report, sink, |object| {
                object.list("taken", &taken, |out, &at| {
                    string(out, &puzzle.clues[at].words(&puzzle));
                });
            })?;
            remark(ask, &words, sink);
            Ok(report)
        }
    }
}

/// How many clues say something about cells of their own.
fn local(puzzle: &Puzzle) -> usize {
    let house = |name: &str| matches!(name, "row" | "column" | "box" | "region");
    puzzle.clues.iter().filter(|c| !c.cells.is_empty() && !house(c.kind.name)).count()
}

pub(super) fn redundant(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let puzzle = ask.puzzle(item)?;
    let threads = ask.context.threads();
    let kinds = &ask.options().kinds;
    let (status, spare) = match make::redundant(&puzzle, kinds, &ask.limits, threads) {
        Ok((Status::None, _)) => return Ok(told(ask, NO_SOLUTION, Status::None, sink)),
        Ok(found) => found,
        Err(stop) => return Ok(stopped(ask, stop, sink)),
    };
    let exit = if spare.is_empty() { Exit::Yes } else { Exit::No };
    let report = report(status, exit);
    if ask.options().json {
        let mut object = ask.object(sink.out());
        object.list("redundant", &spare, |out, &at| {
            let clue = &puzzle.clues[at];
            let mut object = Object::new(out);
            match &clue.origin {
                Some(origin) => object.plain("line", origin.line).text("text", origin.text.trim()),
                None => object.plain("line", "null"),
            };
            object.text("clue", &clue.words(&puzzle));
            object.end();
        });
        ask.close(object, &report);
        return Ok(report);
    }
    let mut text = String::new();
    for at in &spare {
        let clue = &puzzle.clues[*at];
        let line = clue.origin.as_ref().map_or(String::new(), |o| format!("{}:", o.line));
        let _ = writeln!(text, "{}:{line} {}", ask.file, clue.words(&puzzle));
    }
    sink.out().extend_from_slice(text.as_bytes());
    if spare.is_empty() {
        remark(ask, "every clue is needed", sink);
    }
    Ok(report)
}

pub(super) fn complete(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let puzzle = ask.puzzle(item)?;
    let kind = match &ask.options().kinds[..] {
        [] => &kinds::GIVEN,
        [.., name] => kinds::find(name).unwrap_or(&kinds::GIVEN),
    };
    let completion = match make::complete(&puzzle, kind, ask.options().seed, &ask.limits) {
        Ok(Ok(completion)) => completion,
        Ok(Err(Hopeless::NoSolution)) => {
            return Ok(told(ask, NO_SOLUTION, Status::None, sink));
        }
        Ok(Err(Hopeless::Kind)) => {
            let words = format!("no clues `{}` were found that leave one solution", kind.name);
            return Ok(told(ask, &words, Status::Multiple, sink));
        }
        Err(stop) => return Ok(stopped(ask, stop, sink)),
    };
    let mut more = puzzle.clone().into_owned();
    more.clues.extend(completion.clues.iter().cloned());
    let name = |clue: &Clue| match clue.as_given() {
        Some((cell, digit)) => format!("{} = {digit}", puzzle.grid.name(cell)),
        None => clue.words(&puzzle),
    };
    let names: Vec<String> = completion.clues.iter().map(name).collect();
    let words = match (&names[..], completion.fewest) {
        ([], _) => "one solution already".into(),
        (names, true) => format!("{}; fewer do not do", names.join(", ")),
        (names, false) => format!("{}; perhaps fewer would do", names.join(", ")),
    };
    let report = report(Status::Unique, Exit::Yes);
    // A line holds digits only.
    let usual = if *kind == kinds::GIVEN { usual(item) } else { Format::Pencil };
    write(ask, usual, &more, &report, sink, |object| {
        object.list("added", &names, |out, name| string(out, name));
        object.plain("fewest", completion.fewest);
    })?;
    remark(ask, &words, sink);
    Ok(report)
}

fn report(status: Status, yes: Exit) -> Report {
    Report { status, found: None, stopped: None, nodes: 0, yes }
}

/// The format that a puzzle came in, as far as it is written when nothing is asked for.
fn usual(item: &Item) -> Format {
    if matches!(item, Item::Classic(..)) { Format::Line } else { Format::Pencil }
}

/// Writes a changed puzzle in its usual format, or as was asked for.
fn write(
    ask: &Ask<'_>,
    usual: Format,
    puzzle: &Puzzle,
    report: &Report,
    sink: &mut Out<'_>,
    fields: impl FnOnce(&mut Object<'_>),
) -> Result<(), Vec<Diagnostic>> {
    let to = ask.options().to.unwrap_or(usual);
    let export = export(puzzle, to).map_err(|message| {
        let place = Place { line: 0, column: 0, width: 0, source: String::new() };
        vec![Diagnostic { file: (ask.label)(), place, message, help: None, also: None }]
    })?;
    if ask.options().json {
        let mut object = ask.object(sink.out());
        object.text("format", to.info().name).text("puzzle", export.text.trim_end());
        fields(&mut object);
        ask.close(object, report);
        return Ok(());
    }
    if !is_first(ask) {
        sink.out().extend_from_slice(separator(to).as_bytes());
    }
    sink.out().extend_from_slice(export.text.as_bytes());
    super::warn(ask, &export.warnings, sink);
    Ok(())
}

fn remark(ask: &Ask<'_>, words: &str, sink: &mut Out<'_>) {
    if !ask.options().quiet && !ask.options().json {
        let label = (ask.label)();
        let _ = writeln!(sink.err(), "{label}: {words}");
    }
}

/// The answer is no, and this is why.
fn told(ask: &Ask<'_>, words: &str, status: Status, sink: &mut Out<'_>) -> Report {
    let report = report(status, Exit::No);
    if ask.options().json {
        let mut object = ask.object(sink.out());
        object.text("error", words);
        ask.close(object, &report);
    }
    remark(ask, words, sink);
    report
}

fn stopped(ask: &Ask<'_>, stop: Stop, sink: &mut Out<'_>) -> Report {
    let report = Report { stopped: Some(stop), ..report(Status::Unknown, Exit::Limit) };
    if ask.options().json {
        let object = ask.object(sink.out());
        ask.close(object, &report);
    }
    remark(ask, "a limit was reached first", sink);
    report
}
