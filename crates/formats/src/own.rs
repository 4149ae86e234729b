//! Our own JSON: everything that a puzzle is, for programs. docs/formats.md describes it.
//!
//! What is written reads back equal. Formulas are texts of the rule language, so that they
//! are as readable here as in a `.pencil` file, and there is one parser for them.

use std::fmt::Write;

use pencilmark_puzzle::{Clue, Grid, Layer, NamedVar, Puzzle, formula_text, kinds};

use crate::export::Export;
use crate::import::{Import, Reading, Trouble, grid};
use crate::json::{Json, write as write_json};
use crate::near::nearest;

/// The key that marks such a file, with the version of the format.
const MARK: &str = "pencilmark";
const VERSION: i64 = 1;

pub(crate) fn is_puzzle(json: &Json) -> bool {
    !json.get(MARK).is_null()
}

/// The puzzle on one line.
pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let mut json = Json::object().with(MARK, VERSION);
    let texts = [
        ("title", &puzzle.title),
        ("author", &puzzle.author),
        ("source", &puzzle.source),
        ("rules", &puzzle.rules),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            json.set(key, text.as_str());
        }
    }
    let grid = &puzzle.grid;
    json = json.with("rows", grid.rows()).with("columns", grid.cols());
    json.set("digits", vec![grid.lo(), grid.hi()]);
    if !puzzle.vars.is_empty() {
        json.set("vars", vars(puzzle));
    }
    let clues: Vec<Json> = puzzle.clues.iter().map(|clue| clue_json(clue, puzzle)).collect();
    json.set("clues", clues);
    Ok(Export { text: write_json(&json) + "\n", warnings: vec![] })
}

/// Variables in their order; those of a layer are one entry.
fn vars(puzzle: &Puzzle) -> Vec<Json> {
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(var) = puzzle.vars.get(at) {
        let layer = puzzle.layers.iter().find(|(_, first)| *first == at);
        let (key, name, step) = match layer {
            Some((layer, _)) => ("layer", &layer.name, puzzle.grid.size()),
            None => ("name", &var.name, 1),
        };
        list.push(Json::object().with(key, name.as_str()).with("from", var.lo).with("to", var.hi));
        at += step;
    }
    list
}

fn clue_json(clue: &Clue, puzzle: &Puzzle) -> Json {
    let mut json = Json::object().with("kind", clue.kind.name);
    if !clue.numbers.is_empty() {
        json.set("numbers", clue.numbers.clone());
    }
    if !clue.cells.is_empty() {
        let list = |cells: &Vec<_>| cells.iter().map(|&c| puzzle.grid.name(c)).collect::<Vec<_>>();
        json.set("cells", clue.cells.iter().map(list).collect::<Vec<_>>());
    }
    if let Some(formula) = &clue.formula {
        json.set("formula", formula_text(formula, puzzle));
    }
    json
}

/// Reads the JSON, as it stands in a file.
pub(crate) fn read(text: &str) -> Reading<Import> {
    read_json(&crate::fpuzzles::parse(text)?)
}

pub(crate) fn read_json(json: &Json) -> Reading<Import> {
    let fault = |json: &Json, message: String| Trouble::new(message).at(json.at..json.at + 1);
    let version = json.get(MARK);
    if version.integer() != Some(VERSION) {
        return Err(fault(version, format!("version {VERSION} of the format is read, no other")));
    }
    let number = |json: &Json, what: &str| {
        json.integer().ok_or_else(|| fault(json, format!("{what} should be a whole number")))
    };
    let board =
        grid(number(json.get("rows"), "`rows`")?, number(json.get("columns"), "`columns`")?)?;
    let board = match json.get("digits").items() {
        [] => board,
        [lo, hi] => {
            let (lo_n, hi_n) = (number(lo, "a digit")?, number(hi, "a digit")?);
            let range = board.with_digits(lo_n, hi_n);
            range.ok_or_else(|| fault(lo, format!("the digits {lo_n} to {hi_n} cannot be read")))?
        }
        _ => {
            return Err(fault(
                json.get("digits"),
                "`digits` are the smallest and the largest".into(),
            ));
        }
    };
    let mut puzzle = Puzzle::blank(board);
    let text = |key: &str| json.get(key).text().map(str::to_string);
    (puzzle.title, puzzle.author) = (text("title"), text("author"));
    (puzzle.source, puzzle.rules) = (text("source"), text("rules"));
    for var in json.get("vars").items() {
        let (lo, hi) = (number(var.get("from"), "`from`")?, number(var.get("to"), "`to`")?);
        if puzzle.vars.len() > MAX_VARS || lo > hi {
            return Err(fault(var, "too many variables, or one without a value".into()));
        }
        match (var.get("layer").text(), var.get("name").text()) {
            (Some(name), _) => puzzle.add_layer(Layer { name: name.into(), lo, hi }, None),
            (None, Some(name)) => {
                if puzzle.vars.iter().any(|v| v.name == name) || crate::pencil::is_cell(name) {
                    let message = format!("`{name}` is a cell, or declared twice");
                    return Err(fault(var, message));
                }
                puzzle.vars.push(NamedVar { name: name.into(), lo, hi, called: None, origin: None })
            }
            _ => return Err(fault(var, "a variable has a `name`, or is a `layer`".into())),
        }
    }
    let mut formulas = Vec::new();
    let mut lost = unknown(json, KEYS);
    for entry in json.get("clues").items() {
        let (clue, formula) = read_clue(entry, &puzzle.grid)?;
        if clue.kind.name == "rule" && formula.is_none() {
            return Err(fault(entry, "a rule has a `formula`".into()));
        }
        lost.extend(unknown(entry, &["kind", "numbers", "cells", "formula"]));
        formulas.extend(formula.map(|text| (puzzle.clues.len(), entry.get("formula"), text)));
        puzzle.add(clue);
    }
    for (at, place, text) in formulas {
        let formula = read_formula(&text, &puzzle).map_err(|e| fault(place, e))?;
        puzzle.clues[at].formula = Some(formula);
    }
    let mut import = Import::new(puzzle);
    lost.into_iter().for_each(|key| import.warn(format!("`{key}` is no key that is known")));
    Ok(import)
}

/// What a puzzle may have.
const KEYS: &[&str] = &[
    "pencilmark",
    "title",
    "author",
    "source",
    "rules",
    "rows",
    "columns",
    "digits",
    "vars",
    "clues",
];

/// Keys that say nothing.
fn unknown(json: &Json, known: &[&str]) -> Vec<String> {
    let keys = json.entries().iter().map(|(key, _)| key.clone());
    keys.filter(|key| !known.contains(&key.as_str())).collect()
}

const MAX_VARS: usize = 10_000;

fn read_clue(entry: &Json, grid: &Grid) -> Reading<(Clue, Option<String>)> {
    let fault = |json: &Json, message: String| Trouble::new(message).at(json.at..json.at + 1);
    let name = entry.get("kind").text().unwrap_or_default();
    let kind = kinds::find(name).ok_or_else(|| {
        let trouble = fault(entry, format!("there is no kind of clue `{name}`"));
        match nearest(name, kinds::all().map(|k| k.name)) {
            Some(near) => trouble.help(format!("did you mean `{near}`?")),
            None => trouble,
        }
    })?;
    let mut clue = Clue::new(kind);
    for n in entry.get("numbers").items() {
        clue.numbers
            .push(n.integer().ok_or_else(|| fault(n, "this is not a whole number".into()))?);
    }
    for list in entry.get("cells").items() {
        let mut cells = Vec::new();
        for word in list.items() {
            let found = word.text().and_then(|t| {
                let (row, col) = t.strip_prefix('r')?.split_once('c')?;
                let at = |n: &str| n.parse::<usize>().ok()?.checked_sub(1);
                grid.cell(at(row)?, at(col)?)
            });
            cells.push(found.ok_or_else(|| fault(word, "this is not a cell of the grid".into()))?);
        }
        clue.cells.push(cells);
    }
    Ok((clue, entry.get("formula").text().map(str::to_string)))
}

/// A formula in the rule language: read by the parser of `.pencil` files, on a grid of the
/// same size with the same variables.
pub(crate) fn read_formula(
    text: &str,
    puzzle: &Puzzle,
) -> Result<pencilmark_kernel::expr::Formula<pencilmark_puzzle::Name>, String> {
    if text.contains(['\n', '\r', '#']) {
        return Err("a formula is one line".into());
    }
    let grid = &puzzle.grid;
    let mut file =
        format!("grid {}x{}\ndigits {}-{}\n", grid.rows(), grid.cols(), grid.lo(), grid.hi());
    // There may be fewer digits than a row has cells.
    file += "rows none\ncolumns none\n";
    let mut at = 0;
    while let Some(var) = puzzle.vars.get(at) {
        let layer = puzzle.layers.iter().find(|(_, first)| *first == at);
        let (word, name) = layer.map_or(("var", &var.name), |(layer, _)| ("layer", &layer.name));
        let _ = writeln!(file, "{word} {name} in {}..{}", var.lo, var.hi);
        at += if layer.is_some() { grid.size() } else { 1 };
    }
    let _ = writeln!(file, "rule {text}");
    let read = crate::pencil::parse("formula", &file)
        .map_err(|errors| errors.first().map_or(String::new(), |e| e.message.clone()))?;
    let rule = read.clues.into_iter().next_back().and_then(|clue| clue.formula);
    rule.ok_or_else(|| "this is no formula".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark_puzzle::random::random_puzzle;

    #[test]
    fn what_is_written_is_read() {
        for seed in 0..150 {
            let puzzle = random_puzzle(seed);
            let text = write(&puzzle).unwrap().text;
            let again = read(&text).unwrap_or_else(|e| panic!("seed {seed}: {e:?}\n{text}"));
            assert_eq!(again.puzzle, puzzle, "seed {seed}\n{text}");
        }
    }

    #[test]
    fn faults_are_placed() {
        let kind = r#"{"pencilmark":1,"rows":4,"columns":4,"clues":[{"kind":"termo"}]}"#;
        let error = read(kind).unwrap_err();
        assert_eq!(error.help.as_deref(), Some("did you mean `thermo`?"));
        assert_eq!(error.at.map(|at| at.start), kind.find("{\"kind"));
        for text in [
            r#"{"pencilmark":2,"rows":4,"columns":4}"#,
            r#"{"pencilmark":1,"rows":4}"#,
            r#"{"pencilmark":1,"rows":4,"columns":4,"digits":[1,2,3]}"#,
            r#"{"pencilmark":1,"rows":4,"columns":4,"clues":[{"kind":"odd","cells":[["r5c1"]]}]}"#,
            r#"{"pencilmark":1,"rows":4,"columns":4,"clues":[{"kind":"rule","formula":"r1c1 ="}]}"#,
            r#"{"pencilmark":1,"rows":4,"columns":4,"vars":[{"from":1,"to":2}]}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_says_nothing_is_told() {
        let with = |rest: &str| read(&format!(r#"{{"pencilmark":1,"rows":4,"columns":4,{rest}}}"#));
        let import = with(r#""foo":1,"clues":[{"kind":"rule","fomula":"","formula":"r1c1 = 1"}]"#);
        assert_eq!(
            import.unwrap().warnings,
            ["`foo` is no key that is known", "`fomula` is no key that is known"]
        );
        assert!(with(r#""clues":[{"kind":"rule"}]"#).is_err());
        let twice = r#""vars":[{"name":"k","from":1,"to":2},{"name":"k","from":1,"to":2}]"#;
        assert!(with(twice).is_err());
        assert!(with(r#""vars":[{"name":"r1c1","from":1,"to":2}]"#).is_err());
    }
}
