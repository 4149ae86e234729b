//! `variants`: the kinds of clues, with syntax, meaning, example and other tools' names.

use std::fmt::Write;

use lexopt::{Arg, Parser};
use pencilmark::formats::nearest;
use pencilmark::puzzle::{Kind, kinds};

use crate::args::Complaint;
use crate::json::Object;

/// One line for the list of commands.
pub const SUMMARY: &str = "list the kinds of clues, or show one";

/// The help of this command.
pub const HELP: &str = "\
List the kinds of clues, or show one.

Usage: pencilmark variants [OPTIONS] [NAME]

Without a name: every kind, how it is written, what it requires, an example and
what other tools call it. With a name, or a name that another tool has for it:
the same at length; with any other word: the kinds that have to do with it.
Statements that are no clues are shown by their name, too: grid, digits,
regions, var, let, define, ...

Options:
      --json              one object for each kind, on a line
  -h, --help              this text

Examples:
  pencilmark variants
      all kinds
  pencilmark variants whisper
      one kind in full

Exit: 0; 2 if there is no such kind.
";

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    name: Option<String>,
    json: bool,
}

/// Reads the words after `variants`. `None`: help was asked for.
pub fn parse(words: &mut Parser) -> Result<Option<Wanted>, Complaint> {
    let mut wanted = Wanted::default();
    while let Some(arg) = words.next().map_err(|e| e.to_string())? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Long("json") => wanted.json = true,
            Arg::Value(word) if wanted.name.is_none() => {
                wanted.name = Some(word.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    Ok(Some(wanted))
}

/// The answer, or why there is none.
pub fn variants(wanted: &Wanted) -> Result<Vec<u8>, Complaint> {
    let statement = wanted.name.as_ref().and_then(|name| {
        let lower = name.to_lowercase();
        STATEMENTS.iter().find(|s| s.name == lower)
    });
    if let Some(statement) = statement {
        return Ok(statement.shown(wanted.json));
    }
    let shown: Vec<&'static Kind> = match &wanted.name {
        None => kinds::all().collect(),
        Some(name) => called(name)?,
    };
    let mut out = Vec::new();
    match (wanted.json, &wanted.name) {
        (true, _) => shown.into_iter().for_each(|kind| json(kind, &mut out)),
        (false, None) => out.extend_from_slice(list(&shown).as_bytes()),
        (false, Some(_)) => {
            let all: Vec<String> = shown.into_iter().map(full).collect();
            out.extend_from_slice(all.join("\n").as_bytes());
        }
    }
    Ok(out)
}

/// The kind of this name or alias; else all that another tool calls so.
fn called(name: &str) -> Result<Vec<&'static Kind>, Complaint> {
    let lower = name.to_lowercase();
    if let Some(kind) = kinds::find(&lower) {
        return Ok(vec![kind]);
    }
    let theirs = |k: &&'static Kind| {
        let names = k.elsewhere.iter().flat_map(|(_, names)| names.split(", "));
        names.chain(k.aliases.iter().copied()).chain([k.name]).any(|n| plain(n) == plain(name))
    };
    let found: Vec<_> = kinds::all().filter(theirs).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    // What people call several kinds; then a word that kinds have to do with: `killer`.
    let word = plain(name);
    let one = word.strip_suffix('s').filter(|one| one.len() > 2);
    for word in [Some(word.as_str()), one].into_iter().flatten() {
        if let Some((_, all)) = COMMON.iter().find(|(common, _)| *common == word) {
            return Ok(all.iter().filter_map(|kind| kinds::find(kind)).collect());
        }
        let about = |k: &&'static Kind| {
            let names = k.elsewhere.iter().map(|e| e.1).chain(k.aliases.iter().copied());
            names.chain([k.name, k.summary]).any(|n| plain(n).contains(word))
        };
        let found: Vec<_> = kinds::all().filter(about).collect();
        if !found.is_empty() && word.len() > 2 {
            return Ok(found);
        }
    }
    let known = kinds::all().flat_map(|k| k.aliases.iter().copied().chain([k.name]));
    let known = known.chain(STATEMENTS.iter().map(|s| s.name));
    Err(match nearest(&lower, known) {
        Some(near) => format!("there is no kind `{name}`; did you mean `{near}`?"),
        None => format!("there is no kind `{name}`"),
    })
}

/// Without what differs from hand to hand: capitals, hyphens, blanks, how umlauts are written.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace(['-', ' ', '_'], "");
    let spelt = [("ä", "a"), ("ae", "a"), ("ö", "o"), ("oe", "o"), ("ü", "u"), ("ue", "u")];
    spelt.iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// Dots between cells.
const DOTS: &[&str] =
    &["difference", "ratio", "strict-kropki", "negative-difference", "negative-ratio"];

/// What people call several kinds, as [`plain`] has it.
const COMMON: &[(&str, &[&str])] = &[
    ("kropki", DOTS),
    ("kropkidot", DOTS),
    ("dot", DOTS),
    ("white", &["difference"]),
    ("black", &["ratio"]),
];

/// A statement that is no clue.
struct Statement {
    name: &'static str,
    syntax: &'static str,
    meaning: &'static str,
    example: &'static str,
}

impl Statement {
    fn shown(&self, json: bool) -> Vec<u8> {
        let mut out = Vec::new();
        if json {
            let mut object = Object::new(&mut out);
            object.text("name", self.name).text("syntax", self.syntax);
            object.text("meaning", self.meaning).text("example", self.example);
            object.end_line();
            return out;
        }
        let text = format!(
            "{}\n\n{}\n\nExample:      {}\n",
            self.syntax,
            self.meaning,
            self.example.replace('\n', "\n              ")
        );
        text.into_bytes()
    }
}

const fn statement(
    name: &'static str,
    syntax: &'static str,
    meaning: &'static str,
    example: &'static str,
) -> Statement {
    Statement { name, syntax, meaning, example }
}

/// What a puzzle file has besides clues.
const STATEMENTS: &[Statement] = &[
    statement(
        "grid",
        "grid SIDE | ROWSxCOLUMNS",
        "The size of the grid, up to 25. Rows, columns and boxes are houses.",
        "grid 9",
    ),
    statement("digits", "digits LO-HI", "The digits, if they are not those from 1.", "digits 0-8"),
    statement("rows", "rows none", "Digits may repeat in rows.", "rows none"),
    statement("columns", "columns none", "Digits may repeat in columns.", "columns none"),
    statement(
        "boxes",
        "boxes none | HEIGHTxWIDTH",
        "The shape of the boxes, or that there are none.",
        "boxes 2x3",
    ),
    statement(
        "regions",
        "regions, and a map below it",
        "Irregular regions instead of boxes: cells with the same letter; `.` is in none.",
        "regions\n  AAAB\n  CADB\n  CCDB\n  CDDB",
    ),
    statement(
        "givens",
        "givens, and a map below it",
        "Digits that are given, `.` for none.",
        "givens\n  1...\n  ..2.\n  .3..\n  ...4",
    ),
    statement("title", "title TEXT", "What the puzzle is called.", "title Spoons"),
    statement("author", "author TEXT", "Who made it.", "author Phistomefel"),
    statement("source", "source TEXT", "Where it was published.", "source a magazine"),
    statement(
        "rules",
        "rules TEXT",
        "The rules in words, for people; one line each.",
        "rules Normal rules apply.",
    ),
    statement(
        "var",
        "var NAME, ... in LO..HI",
        "A value outside the grid, of which rules can speak.",
        "var total in 1..45",
    ),
    statement(
        "layer",
        "layer NAME in LO..HI",
        "One value more for each cell; `NAME(r1c1)` is that of r1c1.",
        "layer shade in 0..1",
    ),
    statement(
        "let",
        "let NAME = CELLS",
        "A name for a list of cells, for rules and clues.",
        "let ring = r1c1-9 r2-9c9",
    ),
    statement(
        "define",
        "define NAME(PARAMETER, ...): STATEMENT",
        "A name for a rule, to be used in others.",
        "define far(a, b): |a - b| >= 5",
    ),
];

fn list(kinds: &[&'static Kind]) -> String {
    let mut text = String::new();
    for kind in kinds {
        let _ = writeln!(text, "{}", kind.synopsis());
        wrapped(kind.summary, &mut text);
        let example = kind.example.lines().next().unwrap_or_default();
        let tools = kind.elsewhere.iter().map(|(tool, names)| format!("{}: {names}", tool.name()));
        let also = tools.collect::<Vec<_>>().join("; ");
        wrapped(&format!("e.g. {example}"), &mut text);
        wrapped(&also, &mut text);
    }
    text
}

/// Text in lines of 80 characters, indented.
fn wrapped(text: &str, out: &mut String) {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.len() + word.len() > 74 {
            let _ = writeln!(out, "    {}", line.trim_end());
            line.clear();
        }
        line += word;
        line.push(' ');
    }
    if !line.is_empty() {
        let _ = writeln!(out, "    {}", line.trim_end());
    }
}

fn full(kind: &'static Kind) -> String {
    let mut text = format!("{}\n\n", kind.synopsis());
    let _ = writeln!(text, "{}\n", kind.summary);
    for (i, line) in kind.example.lines().enumerate() {
        let _ =
            writeln!(text, "{}{line}", if i == 0 { "Example:      " } else { "              " });
    }
    if !kind.aliases.is_empty() {
        let _ = writeln!(text, "Also:         {}", kind.aliases.join(", "));
    }
    for (tool, names) in kind.elsewhere {
        let _ = writeln!(text, "{:<13} {names}", format!("{}:", tool.name()));
    }
    text
}

fn json(kind: &'static Kind, out: &mut Vec<u8>) {
    let mut object = Object::new(out);
    object.text("name", kind.name).text("syntax", &kind.synopsis());
    object.text("meaning", kind.summary).text("example", kind.example);
    object.list("aliases", kind.aliases, |out, alias| crate::json::text(out, alias));
    object.list("elsewhere", kind.elsewhere, |out, (tool, name)| {
        let mut object = Object::new(out);
        object.text("tool", tool.name()).text("name", name);
        object.end();
    });
    object.end_line();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &str) -> String {
        let wanted = Wanted { name: Some(name.into()), json: false };
        String::from_utf8(variants(&wanted).unwrap()).unwrap()
    }

    #[test]
    fn names_of_other_tools_are_found() {
        assert!(shown("StrictXV").starts_with("negative-xv"));
        assert!(shown("killercage").starts_with("cage [SUM] CELLS"));
        assert!(shown("LookAndSay").contains("2x5"));
    }

    #[test]
    fn statements_that_are_no_clues_are_shown() {
        for statement in STATEMENTS {
            assert!(kinds::find(statement.name).is_none(), "{} is a kind", statement.name);
            let text = shown(statement.name);
            assert!(text.starts_with(statement.syntax), "{text}");
            let layer = if statement.name == "let" { "grid 9\n" } else { "" };
            let grid = if statement.example.contains('\n') { "grid 4\n" } else { layer };
            let six = if statement.name == "boxes" { "grid 6\n" } else { grid };
            let file = format!("{six}{}\n", statement.example);
            pencilmark::formats::parse("t", &file).unwrap_or_else(|e| panic!("{file}{}", e[0]));
        }
        assert!(shown("var").contains("outside the grid") && !shown("var").contains("yin"));
    }

    #[test]
    fn unknown_kinds_are_refused() {
        let wanted = Wanted { name: Some("thremo".into()), json: false };
        assert!(variants(&wanted).unwrap_err().contains("did you mean `thermo`?"));
    }

    #[test]
    fn every_kind_is_listed_once_in_both_forms() {
        let out =
            |json| String::from_utf8(variants(&Wanted { name: None, json }).unwrap()).unwrap();
        assert_eq!(out(true).lines().count(), kinds::all().count());
        let heads = |text: &str| text.lines().filter(|l| !l.starts_with(' ')).count();
        assert_eq!(heads(&out(false)), kinds::all().count());
        assert!(out(false).lines().all(|line| line.chars().count() <= 80));
        assert!(shown("kropki").contains("strict-kropki"));
    }
}
