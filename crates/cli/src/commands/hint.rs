//! `hint`: where the next step is, what it is, or why it is right.

use pencilmark::formats::Item;
use pencilmark::logic::mistake::why_wrong;
use pencilmark::logic::story::Truth;
use pencilmark::logic::tell::{End, Telling, mistakes};
use pencilmark::logic::{Board, HouseRole, Mark, Marks, Step, Technique, digits_named, named};

use super::{Answer, Ask, Out, explain, logic};
use crate::options::Strength;

pub(super) fn hint(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let options = ask.options();
    let case = ask.case(item)?;
    let board = case.board.as_ref();
    let wrong = mistakes(&case.marks, &case.truth);
    if let Some(mut why) = explain::impossible(board, &case.truth, &wrong) {
        let each = wrong.iter().take(MOST_WRONG);
        let told: Vec<String> = match options.strength {
            Strength::Where => vec![],
            Strength::What => each.map(|&c| what_wrong(board, &case.marks, c)).collect(),
            Strength::Why => each.map(|&c| why_wrong(board, &case.marks, &case.truth, c)).collect(),
        };
        if !told.is_empty() {
            why = format!("{why}: {}", told.join(" ").trim_end_matches('.'));
        }
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
        Strength::What => what(board, &step),
        Strength::Why => {
            format!("{} ({}.)", logic::readable(ask, &step), step.technique.name())
        }
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

/// Wrong cells of which it is told why.
const MOST_WRONG: usize = 3;
/// More constraints than this are no place to look at.
const MOST_PLACES: usize = 3;

/// Whether a digit of a cell is wrong or marks are missing there, but not which would be right.
fn what_wrong(board: &Board, marks: &Marks, cell: usize) -> String {
    let name = board.puzzle.grid.name(pencilmark::CellId::new(cell));
    match marks.value[cell] {
        Some(digit) => {
            format!("{name} cannot be {}.", digits_named(board, 1 << digit))
        }
        None if marks.of[cell] == 0 => format!("{name} has no marks left."),
        None => format!("{name} lacks a mark that it needs."),
    }
}

/// Where a step is: the houses or the few clues that it looks at, or else a cell that it changes.
fn place(board: &Board, step: &Step) -> String {
    let base = step.houses.iter().filter(|(_, role)| *role == HouseRole::Base);
    let houses: Vec<usize> = base.map(|&(house, _)| board.houses[house].unit).collect();
    let units = if houses.is_empty() { &step.reason.units } else { &houses };
    if (1..=MOST_PLACES).contains(&units.len()) {
        return named(board, units);
    }
    let cells = step.place.iter().chain(&step.remove).take(1);
    let name = |m: &Mark| board.puzzle.grid.name(pencilmark::CellId::new(m.cell));
    cells.map(name).collect::<Vec<_>>().join(" ")
}

/// The technique, and the digits, cells or clues it is about, but not what comes of it.
fn what(board: &Board, step: &Step) -> String {
    let head = step.short.split(" => ").next().unwrap_or_default();
    let gone = step.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    match (step.technique, step.place.first()) {
        (Technique::HiddenSingle, Some(mark)) => {
            let (name, digit) = (step.technique.name(), board.value(mark.digit));
            format!("{name}: {digit} in {}.", place(board, step))
        }
        (Technique::Alone | Technique::Several, Some(_)) => {
            format!("{head}. It leaves a cell one digit.")
        }
        // That any digit goes somewhere is no help.
        (Technique::Alone | Technique::Several, None) if gone != board.all() => {
            format!("{head}. Look where {} can stand.", digits_named(board, gone))
        }
        _ if head.contains(':') => format!("{head}."),
        _ => format!("{head} in {}.", place(board, step)),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
