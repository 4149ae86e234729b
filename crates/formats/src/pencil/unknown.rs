//! Statements that do not exist, and what was perhaps meant.

use pencilmark_puzzle::kinds;

use super::statements::Statement;
use super::{MAX_ERRORS, Parser, cells, header};
use crate::near::nearest;

const MAP_HELP: &str = "the lines of a grid stand indented below `givens`";

impl<'a> Parser<'a> {
    pub(super) fn unknown(&mut self, statement: &Statement<'a>) {
        // One complaint is enough for all the lines of a map.
        let before = self.errors.last().and_then(|error| error.help.as_deref());
        if before == Some(MAP_HELP) && looks_like_map(statement) {
            return;
        }
        let word = statement.word;
        // Nobody sees more complaints than the first few, and advice takes time; nor is a word
        // that is far longer than any statement a slip of the pen.
        let slip = self.errors.len() < 2 * MAX_ERRORS && word.len() < 100;
        let help = if slip { hint(statement) } else { None };
        let help = match help {
            None if word == "---" => Some("it separates puzzles; this is read as one".into()),
            None if looks_like_map(statement) => Some(MAP_HELP.into()),
            help => help,
        };
        let shown: String = word.chars().take(30).collect();
        let message = format!("there is no statement `{shown}`");
        self.error(statement.word_mark, message, help);
    }

    /// Rows of a grid of which there are too few, or too many, to be one: that is all there is.
    pub(super) fn rows_of_no_grid(&mut self, statements: &[Statement<'a>]) -> bool {
        let cells = |s: &Statement<'_>| {
            let all = s.word.chars().chain(s.rest.text.chars());
            all.filter(|c| c.is_ascii_digit() || "._*".contains(*c)).count()
        };
        let n = statements.first().map_or(0, cells);
        let rows = statements.len() > 1
            && n > 3
            && statements.iter().all(|s| looks_like_map(s) && cells(s) == n);
        if rows {
            let message = format!("{} rows of {n} cells are not a square grid", statements.len());
            self.error(statements[0].word_mark, message, None);
        }
        rows
    }
}

/// What was perhaps meant.
fn hint(statement: &Statement<'_>) -> Option<String> {
    let word = statement.word;
    if word.starts_with("//") || word.starts_with('%') {
        return Some("remarks start with `#`".into());
    }
    if cells::looks_like_cells(word) {
        let rest = statement.rest.text;
        let digit = rest.strip_prefix('=').map(str::trim).filter(|d| d.parse::<i64>().is_ok());
        return Some(match digit {
            Some(digit) => format!("write: given {} {digit}", super::args::shorten(word)),
            None => {
                format!("write: rule {} {}", super::args::shorten(word), super::args::shorten(rest))
            }
        });
    }
    let lower = word.to_lowercase();
    let second = statement.rest.text.split_whitespace().next().unwrap_or_default();
    let joined = format!("{lower}-{}", second.to_lowercase());
    if kinds::find(&joined).is_some() {
        return Some(format!("did you mean `{joined}`?"));
    }
    let also = WORDS.iter().find(|(theirs, _)| *theirs == lower);
    if let Some((_, ours)) = also {
        return Some(format!("it is called {ours} here"));
    }
    let plain = |text: &str| text.to_lowercase().replace(['-', ' ', '_'], "");
    let elsewhere = kinds::all().find(|kind| {
        let names = kind.elsewhere.iter().flat_map(|(_, names)| names.split(", "));
        names.into_iter().any(|name| plain(name) == plain(word))
    });
    if let Some(kind) = elsewhere {
        return Some(format!("it is called `{}` here", kind.name));
    }
    let kinds_by_name = kinds::all().flat_map(|k| k.aliases.iter().copied().chain([k.name]));
    let known = kinds_by_name.chain(header::WORDS.iter().copied()).chain(["givens"]);
    if let Some(near) = nearest(word, known) {
        return Some(format!("did you mean `{near}`?"));
    }
    // A part of the names of a few kinds.
    let part = |name: &&str| name.split('-').any(|part| part == lower);
    let parts = kinds::all().map(|k| k.name).filter(part).take(4);
    let parts: Vec<String> = parts.map(|name| format!("`{name}`")).collect();
    match parts.len() {
        0 => None,
        _ => Some(format!("did you mean {}?", parts.join(", "))),
    }
}

/// Words that people have for what other programs call otherwise.
const WORDS: &[(&str, &str)] = &[
    ("kropki", "`difference` and `ratio`, or `strict-kropki` if all dots are drawn,"),
    ("white", "`difference`"),
    ("black", "`ratio`"),
    ("whitedot", "`difference`"),
    ("blackdot", "`ratio`"),
    ("white-dot", "`difference`"),
    ("black-dot", "`ratio`"),
    ("dot", "`difference` or `ratio`"),
    ("xv", "`x` and `v`"),
    ("yinyang", "`yin-yang`"),
];

pub(super) fn looks_like_map(statement: &Statement<'_>) -> bool {
    let (word, rest) = (statement.word, statement.rest.text);
    let of_a_map = |c: char| c.is_ascii_digit() || "._*-|+ \t".contains(c);
    word.len() + rest.len() > 2 && word.chars().chain(rest.chars()).all(of_a_map)
}
