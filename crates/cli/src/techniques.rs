//! `techniques`: the table of techniques, and one of them with an example.

use std::fmt::Write;

use pencilmark::draw::{View, terminal};
use pencilmark::logic::example::{example, line};
use pencilmark::logic::reason::Reason;
use pencilmark::logic::{ENTRIES, Entry, Step, Technique};

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

/// One technique, with an example in letters where there is one.
pub fn one(technique: Technique, json: bool) -> String {
    let entry = technique.entry();
    if json {
        return object(entry);
    }
    let (rating, score, level) = (tenths(entry.rating), entry.score, entry.level.name());
    let mut text = format!("{}: rating {rating}, score {score}, {level}\n", entry.name);
    let _ = writeln!(text, "{}", entry.summary);
    let Some(example) = example(technique) else {
        text.push_str("\nSteps of this sort: pencilmark explain puzzles/spoons.pencil\n");
        return text;
    };
    let step = Step::new(&example.board, &example.marks, &example.found, Reason::default(), 1);
    let view = gallery::view(&example.board, &example.marks, &step);
    text.push('\n');
    text.push_str(&terminal::draw(&View { title: false, ..view }, terminal::Options::default()));
    let _ = writeln!(text, "{}\n{}", step.short, step.long);
    let _ = writeln!(text, "\nThe state, for --from:\n{}", example.line);
    text
}

fn object(entry: &Entry) -> String {
    let mut out = Vec::new();
    let mut object = Object::new(&mut out);
    object.text("key", entry.key).text("name", entry.name).text("code", entry.code);
    object.plain("rating", tenths(entry.rating)).plain("score", entry.score);
    object.text("level", entry.level.name()).text("summary", entry.summary);
    object.plain("uniqueness", entry.technique.needs_uniqueness());
    if let Some(line) = line(entry.technique) {
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
}
