//! `techniques`: the table of techniques, and one of them with an example.

use std::fmt::Write;

use pencilmark::draw::{View, terminal};
use pencilmark::logic::example::{example, line};
use pencilmark::logic::reason::Reason;
use pencilmark::logic::story::{Manner, Truth};
use pencilmark::logic::tell::Telling;
use pencilmark::logic::{Board, ENTRIES, Entry, Marks, Step, Technique};

use crate::commands::gallery;
use crate::json::Object;

/// What `techniques --help` prints.
pub const HELP: &str = "\
pencilmark techniques: list the techniques, or show one

Usage: pencilmark techniques [--json] [NAME]

NAME is a name, a key or a code of HoDoKu: x-wing, \"X-Wing\", 0300.

  -j, --json   one JSON object for each technique: key, name, code, rating,
               score, level, summary, uniqueness, example
  -h, --help   this help

Examples:
  pencilmark techniques
  pencilmark techniques skyscraper
  pencilmark techniques --json | grep fish
";

/// The table, easiest first, as text or as one JSON object a line.
pub fn list(json: bool) -> String {
    let mut entries: Vec<_> = ENTRIES.iter().collect();
    entries.sort_by_key(|e| (e.rating, e.technique));
    if json {
        return entries.into_iter().map(object).collect();
    }
    let mut text = String::from("rating  score  code  technique\n");
    for entry in entries {
        let (rating, score) = (tenths(entry.rating), entry.score);
        let _ = writeln!(text, "{rating:>6}  {score:>5}  {:<4}  {}", entry.code, entry.name);
        let _ = writeln!(text, "                     {} ({})", entry.summary, entry.key);
    }
    text.push_str("\n`pencilmark techniques NAME` shows one with an example.\n");
    text
}

/// One technique, with an example in letters.
pub fn one(technique: Technique, json: bool) -> String {
    let entry = technique.entry();
    if json {
        return object(entry);
    }
    let (rating, score, level) = (tenths(entry.rating), entry.score, entry.level.name());
    let mut text = format!("{}: rating {rating}, score {score}, {level}\n", entry.name);
    let _ = writeln!(text, "{}", entry.summary);
    text.push('\n');
    if let Some(example) = example(technique) {
        let step = Step::new(&example.board, &example.marks, &example.found, Reason::default(), 1);
        text.push_str(&shown(&example.board, &example.marks, &step));
        let _ = writeln!(text, "\nThe state, for --from:\n{}", example.line);
    } else if let Some((clues, (board, marks, step))) =
        clues(technique).and_then(|clues| Some((clues, met(clues, technique)?)))
    {
        text.push_str(&shown(&board, &marks, &step));
        let _ = write!(text, "\nStep {} of `pencilmark explain` for this puzzle:\n{clues}", step.n);
    }
    text
}

/// A step in letters and words.
fn shown(board: &Board, marks: &Marks, step: &Step) -> String {
    let view = View { title: false, ..gallery::view(board, marks, step) };
    let picture = terminal::draw(&view, terminal::Options::default());
    format!("{picture}{}\n{}\n", step.short, step.long)
}

/// A puzzle with a step of a technique that plain Sudoku does not have.
fn clues(technique: Technique) -> Option<&'static str> {
    Some(match technique {
        Technique::Alone => "grid 4\ncage 3 r1c1 r1c2\n",
        Technique::HouseExclusion => "grid 6\nanti-king\ngiven r1c1 1\ngiven r3c4 2\n",
        Technique::CellExclusion => "grid 6\nedge-sum 5 r5c3 r5c4\nnon-consecutive\n",
        Technique::Innies => "grid 9\ncage 22 r1c1 r1c2 r1c3 r1c4\ncage 19 r1c5 r1c6 r1c7 r1c8\n",
        Technique::Several => "grid 9\ncage 3 r1c1 r1c2\ncage 9 r1c3 r1c4 r2c4\n",
        Technique::Contradiction => {
            "grid 6\nlittle-killer 12 r3c1 down-right\nlittle-killer 25 r1c6 down-left\n\
             little-killer 10 r1c3 down-left\nlittle-killer 15 r2c1 down-right\n\
             little-killer 11 r1c4 down-left\nlittle-killer 14 r1c4 down-right\n\
             little-killer 13 r1c5 down-left\ngiven r3c5 3\n"
        }
        _ => return None,
    })
}

/// The first step of a technique in the explanation of a puzzle, and the marks before it.
fn met(clues: &str, technique: Technique) -> Option<(Board, Marks, Step)> {
    let board = Board::new(&pencilmark::formats::parse("example", clues).ok()?);
    let truth = Truth::of(&board, &Default::default());
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    loop {
        let marks = telling.marks().clone();
        let step = telling.step()?;
        if step.technique == technique {
            drop(telling);
            return Some((board, marks, step));
        }
    }
}

fn object(entry: &Entry) -> String {
    let mut out = Vec::new();
    let mut object = Object::new(&mut out);
    object.text("key", entry.key).text("name", entry.name).text("code", entry.code);
    object.plain("rating", tenths(entry.rating)).plain("score", entry.score);
    object.text("level", entry.level.name()).text("summary", entry.summary);
    object.plain("uniqueness", entry.technique.needs_uniqueness());
    if let Some(line) = line(entry.technique).or_else(|| clues(entry.technique)) {
        object.text("example", line);
    }
    object.end_line();
    String::from_utf8_lossy(&out).into_owned()
}

/// A rating as people write it.
pub fn tenths(rating: u32) -> String {
    format!("{}.{}", rating / 10, rating % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_listed() {
        let (text, json) = (list(false), list(true));
        assert_eq!(json.lines().count(), ENTRIES.len());
        assert!(ENTRIES.iter().all(|e| text.contains(e.name) && text.contains(e.key)));
    }

    #[test]
    fn every_technique_has_an_example() {
        for entry in ENTRIES {
            let met = || clues(entry.technique).and_then(|clues| met(clues, entry.technique));
            assert!(line(entry.technique).is_some() || met().is_some(), "{}", entry.key);
        }
    }
}
