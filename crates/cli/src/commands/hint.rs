//! `hint`: where the next step is, what it is, or why it is right.

use pencilmark::formats::Item;
use pencilmark::logic::story::Truth;
use pencilmark::logic::tell::{End, Telling, mistakes};
use pencilmark::logic::{Board, Step, named};

use super::{Answer, Ask, Out, explain, logic};
use crate::options::Strength;

pub(super) fn hint(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let options = ask.options();
    let case = ask.case(item)?;
    let board = case.board.as_ref();
    let wrong = mistakes(&case.marks, &case.truth);
    if let Some(why) = explain::impossible(board, &case.truth, &wrong) {
        let out = sink.out();
        if options.json {
            let mut object = ask.object(out);
            if matches!(case.truth, Truth::Unknown) {
                // Nothing is known to be wrong.
                object.text("text", &format!("{}.", capital(&why)));
                object.end_line();
                return Ok(logic::report(&case.truth, false));
            }
            object.text("wrong", &why);
            let columns = board.puzzle.grid.cols();
            object.list("cells", &wrong, |out, c| {
                crate::json::list(out, [c / columns + 1, c % columns + 1], |out, n| {
                    crate::json::plain(out, n);
                });
            });
            object.end_line();
        } else {
            ask.start_line(out);
            out.extend_from_slice(format!("{}.\n", capital(&why)).as_bytes());
        }
        return Ok(logic::report(&case.truth, false));
    }
    let telling = Telling::new(board, options.manner, &case.truth, case.marks);
    let mut telling = telling.within(&ask.limits);
    let Some(step) = telling.step() else {
        let end = telling.end();
        let text = match end {
            End::Solved => "The puzzle is solved.",
            End::Late => "No step was found in time.",
            _ => "Nothing more follows.",
        };
        match options.json {
            true => {
                let mut object = ask.object(sink.out());
                object.text("text", text);
                object.end_line();
            }
            false => {
                ask.start_line(sink.out());
                sink.out().extend_from_slice(format!("{text}\n").as_bytes());
            }
        }
        return Ok(logic::ended(&case.truth, end, end == End::Solved));
    };
    let text = match options.strength {
        Strength::Where => format!("Look at {}.", place(board, &step)),
        Strength::What => format!("{}: look at {}.", step.technique.name(), place(board, &step)),
        Strength::Why => format!("{} ({}.)", step.long, step.technique.name()),
    };
    let out = sink.out();
    if options.json {
        let mut object = ask.object(out);
        match options.strength {
            Strength::Why => logic::step(&mut object, board, &step),
            Strength::What => {
                object.text("technique", step.technique.name()).text("text", &text);
            }
            Strength::Where => {
                object.text("text", &text);
            }
        }
        object.end_line();
    } else {
        ask.start_line(out);
        out.extend_from_slice(text.as_bytes());
        out.push(b'\n');
    }
    Ok(logic::report(&case.truth, true))
}

/// Where a step is: its clues, or else its cells.
fn place(board: &Board, step: &Step) -> String {
    if !step.reason.units.is_empty() {
        return named(board, &step.reason.units);
    }
    let cells = step.place.iter().chain(&step.remove).take(1);
    let name =
        |m: &pencilmark::logic::Mark| board.puzzle.grid.name(pencilmark::CellId::new(m.cell));
    cells.map(name).collect::<Vec<_>>().join(" ")
}

pub(super) fn capital(text: &str) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
