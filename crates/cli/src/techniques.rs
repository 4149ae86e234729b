//! `techniques`: the table of techniques.

use std::fmt::Write;

use pencilmark::logic::ENTRIES;

use crate::json::Object;

/// The table, easiest first, as text or as one JSON object a line.
pub fn list(json: bool) -> String {
    let mut entries: Vec<_> = ENTRIES.iter().collect();
    entries.sort_by_key(|e| (e.rating, e.technique));
    if json {
        let mut out = Vec::new();
        for entry in entries {
            let mut object = Object::new(&mut out);
            object.text("key", entry.key).text("name", entry.name).text("code", entry.code);
            object.plain("rating", tenths(entry.rating)).plain("score", entry.score);
            object.text("level", entry.level.name()).text("summary", entry.summary);
            object.plain("uniqueness", entry.technique.needs_uniqueness());
            object.end_line();
        }
        return String::from_utf8_lossy(&out).into_owned();
    }
    let mut text = String::from("rating  score  code  technique\n");
    for entry in entries {
        let (rating, score) = (tenths(entry.rating), entry.score);
        let _ = writeln!(text, "{rating:>6}  {score:>5}  {:<4}  {}", entry.code, entry.name);
        let _ = writeln!(text, "                     {} ({})", entry.summary, entry.key);
    }
    text
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
