//! `find`: all instances of one technique.

use pencilmark::formats::Item;
use pencilmark::logic::find::{self as finders, View, fish};
use pencilmark::logic::story::Guide;
use pencilmark::logic::{Board, Found, Marks, Technique, long, short};

use super::{Answer, Ask, Out, logic};
use crate::json::Object;

pub(super) fn find(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let case = ask.case(item)?;
    let Some(technique) = ask.options().technique else {
        return Ok(logic::report(&case.truth, false));
    };
    let found = match technique.0 {
        Technique::Alone | Technique::Several | Technique::Contradiction => {
            let guide = Guide::new(&case.board, ask.options().manner, &case.truth);
            guide.within(&ask.limits).every(&case.marks, technique.0)
        }
        _ => instances(&case.board, &case.marks, technique),
    };
    let siamese = technique.1;
    if ask.options().json {
        for one in &found {
            let mut object = ask.object(sink.out());
            let view = View { board: &case.board, marks: &case.marks };
            let told = told(view, one, siamese);
            logic::found(&mut object, &case.board, one, (&told, &long(view, one)));
            object.end_line();
        }
    } else {
        for one in &found {
            ask.start_line(sink.out());
            let text = told(View { board: &case.board, marks: &case.marks }, one, siamese);
            sink.out().extend_from_slice(text.as_bytes());
            sink.out().push(b'\n');
        }
    }
    if found.is_empty() && !ask.options().quiet {
        sink.err().push_str(&format!("{}: {}\n", (ask.label)(), none(technique.0)));
    }
    Ok(logic::report(&case.truth, !found.is_empty()))
}

/// That there is no instance of a technique.
pub(super) fn none(technique: Technique) -> String {
    format!("no instance of {}", technique.name())
}

/// An instance in a line. Siamese fish are two of which the first is shown.
fn told(view: View<'_>, found: &Found, siamese: bool) -> String {
    let text = short(view, found);
    if siamese { format!("Siamese {text}") } else { text }
}

/// All instances of a technique, each conclusion once.
pub(super) fn instances(
    board: &Board,
    marks: &Marks,
    (technique, siamese): (Technique, bool),
) -> Vec<Found> {
    let view = View { board, marks };
    if !siamese {
        return finders::all(view, technique);
    }
    let mut all: Vec<Found> = Vec::new();
    fish::siamese(view, technique, &mut |found| {
        if !all.iter().any(|f| f.remove == found.remove) {
            all.push(found);
        }
        false
    });
    all
}

/// The instances in one line of a library.
pub(super) fn write(
    out: &mut Vec<u8>,
    line: usize,
    board: &Board,
    marks: &Marks,
    found: &[Found],
    (siamese, json): (bool, bool),
) {
    let view = View { board, marks };
    for one in found {
        let text = told(view, one, siamese);
        if json {
            let mut object = Object::new(out);
            object.plain("line", line);
            logic::found(&mut object, board, one, (&text, &long(view, one)));
            object.end_line();
        } else {
            out.extend_from_slice(format!("{line}: {text}\n").as_bytes());
        }
    }
}
