//! `grade`: how hard a puzzle is.

use std::fmt::Write;

use pencilmark::formats::{Item, digit_letter};
use pencilmark::logic::Marks;
use pencilmark::logic::grade::{Bottleneck, Grade, Wanted, grade as graded};
use pencilmark::logic::story::{Most, Truth};
use pencilmark::logic::tell::End;

use super::{Answer, Ask, Out, logic};
use crate::report::status_word;
use crate::techniques::tenths;

pub(super) fn grade(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let options = ask.options();
    let case = ask.case(item)?;
    let format = options.format.as_deref();
    let needs = |c: &str| options.json || format.is_none_or(|f| f.contains(c));
    let wanted = Wanted {
        rating: ["%r", "%p", "%d", "%t", "%c"].into_iter().any(needs),
        score: needs("%s") || needs("%l"),
        bottleneck: needs("%b"),
        uniqueness: options.manner.uniqueness,
        most: Most::default(),
    };
    let known = matches!(&case.truth, Truth::Known(_));
    let grade = known.then(|| graded(&case.board, &case.marks, &case.truth, wanted, &ask.limits));
    let unique = logic::status(&case.truth) == pencilmark::Status::Unique;
    let late = grade.as_ref().is_some_and(|g| g.late);
    let yes = unique && grade.as_ref().is_some_and(|g| g.solved) && !late;
    let end = if late { End::Late } else { End::Solved };
    let report = logic::ended(&case.truth, end, yes);
    let out = sink.out();
    if options.json {
        let mut object = ask.object(out);
        if late {
            object.plain("late", true);
        }
        if let Some(grade) = grade.as_ref().filter(|_| unique && !late) {
            object.plain("rating", tenths(grade.rating)).plain("pearl", tenths(grade.pearl));
            object.plain("diamond", tenths(grade.diamond)).plain("score", grade.score);
            object.text("level", grade.level.name());
            object.text("hardest", grade.hardest.map_or("", |t| t.name()));
            object.plain("solved", grade.solved);
            object.list("census", &grade.census, |out, (technique, n)| {
                crate::json::list(out, [0, 1], |out, i| match i {
                    0 => crate::json::text(out, technique.name()),
                    _ => crate::json::plain(out, n),
                });
            });
            if let Some(narrow) = &grade.bottleneck {
                let mut own = crate::json::Object::new(object.value("bottleneck"));
                own.plain("step", narrow.step).text("technique", narrow.technique.name());
                own.plain("rating", tenths(narrow.rating));
                if let Some(ways) = narrow.ways {
                    own.plain("ways", ways);
                }
                own.end();
            }
        }
        ask.close(object, &report);
        return Ok(report);
    }
    ask.start_line(out);
    let text = match (&grade, unique) {
        _ if late => "the time was up".into(),
        (Some(grade), true) => match format {
            Some(format) => filled(format, ask, &case.marks, grade),
            None => line(grade),
        },
        _ => status_word(report.status).into(),
    };
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
    Ok(report)
}

fn line(grade: &Grade) -> String {
    let parts = [grade.rating, grade.pearl, grade.diamond].map(tenths).join("/");
    let mut text = format!("{parts}  {}  score {}", grade.level.name(), grade.score);
    if let Some(hardest) = grade.hardest {
        let _ = write!(text, "  hardest {}", hardest.name());
    }
    if let Some(narrow) = &grade.bottleneck {
        let _ = write!(text, "  bottleneck {}", told(narrow));
    }
    if !grade.solved {
        text.push_str("  not solved by these techniques");
    }
    text
}

/// The step, its technique and rating, and how many like it there were to choose from.
fn told(narrow: &Bottleneck) -> String {
    let (step, name, rating) = (narrow.step, narrow.technique.name(), tenths(narrow.rating));
    let choice = match narrow.ways {
        Some(1) => "the only one there".to_string(),
        Some(ways) => format!("one of {ways} there"),
        None => "which has to be searched for".to_string(),
    };
    format!("step {step}: {name} ({rating}), {choice}")
}

fn filled(format: &str, ask: &Ask<'_>, marks: &Marks, grade: &Grade) -> String {
    let mut text = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('r') => text.push_str(&tenths(grade.rating)),
            Some('p') => text.push_str(&tenths(grade.pearl)),
            Some('d') => text.push_str(&tenths(grade.diamond)),
            Some('l') => text.push_str(grade.level.name()),
            Some('s') => text.push_str(&grade.score.to_string()),
            Some('t') => text.push_str(grade.hardest.map_or("", |t| t.name())),
            Some('n') => text.push_str(&ask.position.number.to_string()),
            Some('b') => {
                let narrow = grade.bottleneck.as_ref();
                let ways = narrow.map_or(0, |n| n.ways.unwrap_or(1));
                let _ = write!(text, "{}:{ways}", narrow.map_or(0, |n| n.step));
            }
            Some('c') => {
                let one =
                    |(t, n): &(pencilmark::logic::Technique, usize)| format!("{} x{n}", t.name());
                let all: Vec<String> = grade.census.iter().map(one).collect();
                text.push_str(&all.join(", "));
            }
            Some('g') => text.extend(marks.value.iter().map(|v| match v {
                Some(d) => digit_letter(i64::from(*d) + 1),
                None => '.',
            })),
            Some('%') => text.push('%'),
            Some(other) => {
                text.push('%');
                text.push(other);
            }
            None => text.push('%'),
        }
    }
    text
}
