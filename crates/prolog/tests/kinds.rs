//! Every kind of clue as a predicate: `lib/pencilmark_kinds.pl` and the table in `docs/prolog.md`
//! are made from the table of kinds, and puzzles written with the predicates have the solutions
//! of the same puzzles as files.
//!
//! `PENCILMARK_BLESS=1` writes both again.

use std::collections::{BTreeSet, HashSet};

use pencilmark_prolog::machine::Machine;
use pencilmark_puzzle::random::{random_kinds, random_puzzle_of};
use pencilmark_puzzle::{Arg, CellId, Clue, Kind, Puzzle, Settings, Shape, Solver, kinds};

const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lib/pencilmark_kinds.pl");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/prolog.md");

/// The predicate of a kind: its name with underscores. `sum/3` is library(clpfd)'s.
fn predicate(kind: &Kind) -> String {
    match kind.name {
        "sum" => "sum_of".to_string(),
        name => name.replace('-', "_"),
    }
}

fn optional(arg: &Arg) -> bool {
    use Shape::{NumberOr, Numbers, OptionalNumber, Word};
    matches!(arg.shape, OptionalNumber | NumberOr(_) | Numbers(true) | Word(_))
}

/// The ways to call a kind: all arguments, then without the last optional one, and so on.
fn ways(kind: &Kind) -> Vec<Vec<&'static Arg>> {
    let mut ways: Vec<Vec<&Arg>> = vec![kind.args.iter().collect()];
    while let Some(last) = ways[ways.len() - 1].iter().rposition(|arg| optional(arg)) {
        let mut fewer = ways[ways.len() - 1].clone();
        fewer.remove(last);
        ways.push(fewer);
    }
    ways.reverse();
    ways
}

/// A Prolog variable and how the library passes it on; `=` has no variable.
fn passed(arg: &Arg) -> (Option<String>, String) {
    let mut name = arg.what.replace(' ', "_");
    name[..1].make_ascii_uppercase();
    let what = match arg.shape {
        Shape::Equals(_) => return (None, "=".into()),
        Shape::Number | Shape::OptionalNumber | Shape::NumberOr(_) | Shape::Digit => "number",
        Shape::Digits | Shape::Numbers(_) => "numbers",
        Shape::Cells(_) | Shape::Line(_) | Shape::Diagonal => "cells",
        Shape::Lists(_) => "lists",
        Shape::Counts => "counts",
        Shape::Sign | Shape::Word(_) | Shape::Formula => "text",
    };
    (Some(name.clone()), format!("{what}({name})"))
}

/// The predicates that `lib/pencilmark.pl` has itself.
fn by_hand() -> HashSet<String> {
    let text = include_str!("../lib/pencilmark.pl");
    let list = text.split("])").next().unwrap_or_default();
    list.split(|c: char| c.is_whitespace() || ",[]".contains(c)).map(String::from).collect()
}

fn library() -> String {
    let by_hand = by_hand();
    let (mut exports, mut clauses) = (Vec::new(), String::new());
    for kind in kinds::all() {
        for way in ways(kind) {
            let (names, parts): (Vec<_>, Vec<_>) = way.into_iter().map(passed).unzip();
            let names: Vec<String> = names.into_iter().flatten().collect();
            let export = format!("{}/{}", predicate(kind), names.len() + 1);
            if by_hand.contains(&export) {
                continue;
            }
            exports.push(export);
            let head = std::iter::once("Rows".to_string()).chain(names);
            clauses += &format!(
                "{}({}) :-\n    kind(Rows, '{}', [{}]).\n\n",
                predicate(kind),
                head.collect::<Vec<_>>().join(", "),
                kind.name,
                parts.join(", ")
            );
        }
    }
    format!(
        "% Every kind of clue as a predicate, made from the table of kinds by tests/kinds.rs.\n\n\
         :- module(pencilmark_kinds,\n          [ {}\n          ]).\n\
         :- use_module(library(pencilmark_clues)).\n\n{}\n",
        exports.join(",\n            "),
        clauses.trim_end()
    )
}

/// The rows of the table in the manual.
fn table() -> String {
    let mut rows = String::from("| predicate | holds when |\n|---|---|\n");
    for kind in kinds::all() {
        let calls = ways(kind).into_iter().map(|way| {
            let names = way.into_iter().filter_map(|arg| passed(arg).0);
            let args: Vec<String> = std::iter::once("Rows".to_string()).chain(names).collect();
            format!("`{}({})`", predicate(kind), args.join(", "))
        });
        let calls: Vec<String> = calls.collect();
        rows += &format!("| {} | {} |\n", calls.join(", "), kind.summary.replace('|', "\\|"));
    }
    rows
}

/// Compares a file, or a part of it, with what it should be; or writes it.
fn same_text(path: &str, wanted: &str, between: Option<(&str, &str)>) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let (before, seen, after) = match between {
        None => ("", text.as_str(), ""),
        Some((from, to)) => {
            let (before, rest) = text.split_once(from).expect("the table's start");
            let (seen, after) = rest.split_once(to).expect("the table's end");
            (before, seen, after)
        }
    };
    if std::env::var_os("PENCILMARK_BLESS").is_some() {
        let (from, to) = between.unwrap_or_default();
        let text = format!("{before}{from}{wanted}{to}{after}");
        std::fs::write(path, text).expect("it can be written");
        return;
    }
    assert!(seen == wanted, "{path} is not what the table of kinds says: PENCILMARK_BLESS=1");
}

#[test]
fn every_kind_has_a_predicate() {
    same_text(LIBRARY, &library(), None);
}

#[test]
fn every_kind_is_in_the_manual() {
    same_text(PAGE, &table(), Some(("<!-- kinds -->\n", "<!-- end of kinds -->")));
}

/// One clue as a call.
fn call(clue: &Clue, puzzle: &Puzzle) -> String {
    let grid = &puzzle.grid;
    let mut numbers = clue.numbers.iter().copied().peekable();
    let mut lists = clue.cells.iter();
    let text = |cells: &[CellId]| {
        let names: Vec<String> = cells.iter().map(|&c| grid.name(c)).collect();
        format!("\"{}\"", names.join(" "))
    };
    let mut args = vec!["Rows".to_string()];
    for arg in clue.kind.args {
        match arg.shape {
            Shape::Equals(_) => {}
            Shape::Number | Shape::Digit => {
                args.push(numbers.next().expect("a number").to_string());
            }
            Shape::OptionalNumber | Shape::NumberOr(_) => {
                args.extend(numbers.next().map(|n| n.to_string()));
            }
            Shape::Digits | Shape::Numbers(_) => {
                let all: Vec<i64> = numbers.by_ref().collect();
                if !(all.is_empty() && optional(arg)) {
                    args.push(format!("{all:?}"));
                }
            }
            Shape::Counts => {
                let all: Vec<i64> = numbers.by_ref().collect();
                let pairs: Vec<String> =
                    all.chunks(2).map(|pair| format!("{}-{}", pair[0], pair[1])).collect();
                args.push(format!("[{}]", pairs.join(",")));
            }
            Shape::Sign => {
                let sign = numbers.next().expect("a sign");
                args.push(if sign > 0 { "+" } else { "-" }.to_string());
            }
            Shape::Word(words) => {
                let word = numbers.next().and_then(|n| words.get(n as usize - 1));
                args.extend(word.map(|word| word.to_string()));
            }
            Shape::Cells(_) | Shape::Line(_) => args.push(text(lists.next().expect("cells"))),
            Shape::Diagonal => {
                let cells = lists.next().expect("a diagonal");
                let (a, b) = (cells[0], *cells.get(1).unwrap_or(&cells[0]));
                let down = if grid.row_of(b) > grid.row_of(a) { "down" } else { "up" };
                let right = if grid.col_of(b) > grid.col_of(a) { "right" } else { "left" };
                args.push(format!("[\"{}\", {down}-{right}]", grid.name(a)));
            }
            Shape::Lists(_) => {
                let all: Vec<String> =
                    lists.by_ref().map(|list| format!("[{}]", text(list))).collect();
                args.push(format!("[{}]", all.join(",")));
            }
            Shape::Formula => unreachable!("rules have a test of their own"),
        }
    }
    format!("{}({})", predicate(clue.kind), args.join(", "))
}

/// The digits of all solutions.
fn solved(puzzle: &Puzzle) -> BTreeSet<Vec<i64>> {
    let solver = Solver::new(puzzle, Settings::default());
    solver.solutions().map(|s| s.expect("no limits").cells).collect()
}

/// The digits of all solutions of a program over `Rows`.
fn programmed(puzzle: &Puzzle, goals: &[String]) -> BTreeSet<Vec<i64>> {
    let mut machine = Machine::new();
    machine.consult_text("test", ":- use_module(library(pencilmark)).").expect("it loads");
    let (rows, cols) = (puzzle.grid.rows(), puzzle.grid.cols());
    let (lo, hi) = (puzzle.grid.lo(), puzzle.grid.hi());
    let query = format!(
        "grid({rows}, {cols}, Rows), append(Rows, Cells), Cells ins {lo}..{hi}, {}, \
         layers(Rows, Named), findall(V, member(_=V, Named), Vs0), term_variables(Vs0-Named, Vs), \
         findall(Cells, (labeling([ff], Cells), once(labeling([ff], Vs))), All), \
         S = All.",
        goals.join(", ")
    );
    let answers = match machine.run_text(&query, 1) {
        Ok(answers) => answers.join(" "),
        Err(error) => panic!("{query}\n{error}"),
    };
    if answers == "false." {
        return BTreeSet::new();
    }
    let text = answers.rsplit("S=[").next().unwrap_or_default();
    let grids = text.split(']').map(|grid| {
        let numbers = grid.split(|c: char| !(c.is_ascii_digit() || c == '-'));
        numbers.filter_map(|n| n.parse().ok()).collect::<Vec<i64>>()
    });
    grids.filter(|grid| !grid.is_empty()).collect()
}

/// Kinds that mean something else after others: these come first, and those last.
fn order(clue: &Clue) -> i32 {
    let name = clue.kind.name;
    match name {
        "box" | "region" | "chaos-construction" => 0,
        _ if name.starts_with("negative") || name == "strict-kropki" => 2,
        _ if name == "rank-ties" || name == "full-rank" => 2,
        _ => 1,
    }
}

fn compare(puzzle: &Puzzle) {
    let mut clues: Vec<&Clue> = puzzle.clues.iter().collect();
    clues.sort_by_key(|clue| order(clue));
    let goals: Vec<String> = clues.iter().map(|clue| call(clue, puzzle)).collect();
    let wanted = solved(puzzle);
    assert_eq!(programmed(puzzle, &goals), wanted, "{}", goals.join(",\n"));
}

#[test]
fn puzzles_of_every_kind_have_the_same_solutions() {
    for kind in random_kinds() {
        let seeds = (0..60).map(|seed| random_puzzle_of(kind, 7000 + seed));
        let fits = |p: &Puzzle| {
            p.vars.is_empty()
                && p.grid.size() <= 16
                && p.clues.iter().any(|c| c.kind.name == kind)
                && p.clues.iter().all(|c| c.formula.is_none())
        };
        if kind == "rule" {
            continue;
        }
        let puzzles: Vec<Puzzle> = seeds.filter(fits).take(1).collect();
        assert!(!puzzles.is_empty(), "no small puzzle with {kind}");
        puzzles.iter().for_each(compare);
    }
}

/// Kinds with layers, and rules: too many values for the random puzzles.
const BY_HAND: [(&str, &str); 9] = [
    (
        "grid 3\nboxes none\nchaos-construction\nchaos-arrow r1c1\nchaos-count r3c3 others\n\
         given r1c1 2\n",
        "rows(Rows), columns(Rows), chaos_construction(Rows), chaos_arrow(Rows, r1c1), \
         chaos_count(Rows, r3c3, others), given(Rows, r1c1, 2)",
    ),
    (
        "grid 3x4\ndigits 1-2\nrows none\ncolumns none\nyin-yang\n\
         rule each cell a in grid(): a = shade(a) + 1\nrule shade(r1c1) = 1\n",
        "yin_yang(Rows), rule(Rows, \"each cell a in grid(): a = shade(a) + 1\"), \
         rule(Rows, \"shade(r1c1) = 1\")",
    ),
    (
        "grid 4\ndoublers\ncage 6 r1c1-2\nthermo r3c3 r3c4 r4c4\ngiven r1c1 = 2 r4c1 = 3\n",
        "sudoku(Rows), doublers(Rows), cage(Rows, 6, \"r1c1-2\"), \
         thermo(Rows, [3-3, 3-4, 4-4]), given(Rows, r1c1, 2), given(Rows, r4c1, 3)",
    ),
    (
        "grid 4\nnegators\nsum 0 r1c1-2 r2c1\nx-sum 5 r4c1 right\n\
         givens\n 3241\n 1423\n 4132\n ....\n",
        "sudoku(Rows), negators(Rows), sum_of(Rows, 0, \"r1c1-2 r2c1\"), \
         x_sum(Rows, 5, \"r4c1 right\"), givens(Rows, [\"3241\", \"1423\", \"4132\", \"....\"])",
    ),
    (
        "grid 4\nmultipliers 3\nlittle-killer 18 r1c1 dr\nwhisper 4 r2c1-3\n\
         givens\n 3142\n 2413\n 1324\n ....\n",
        "sudoku(Rows), multipliers(Rows, 3), little_killer(Rows, 18, [1-1, down-right]), \
         whisper(Rows, 4, \"r2c1-3\"), givens(Rows, [\"3142\", \"2413\", \"1324\", \"....\"])",
    ),
    (
        "grid 3\ndigits 0-3\nschroedinger-cells\nsum 4 r1c1 r2c2 r3c3\nwhisper 2 r1c1-3\n\
         given r1c1 = 3 r1c2 = 0 r1c3 = 1 r2c1 = 0 r2c2 = 1 r2c3 = 3\n",
        "rows(Rows), columns(Rows), schroedinger_cells(Rows), \
         sum_of(Rows, 4, \"r1c1 r2c2 r3c3\"), whisper(Rows, 2, \"r1c1-3\"), Rows = [[3,0,1],[0,1,3]|_]",
    ),
    (
        "grid 4\nrule r1c1 + r1c2 = r4c4 or r2c2 = 3\ngiven r1c4 = 1\n",
        "sudoku(Rows), rule(Rows, \"r1c1 + r1c2 = r4c4 or r2c2 = 3\"), given(Rows, r1c4, 1)",
    ),
    // Regions instead of boxes, by a map; and cells by their variables.
    (
        "grid 4\nboxes none\nregions\n AABB\n AACB\n DCCB\n DDDC\nregion-sum-line r2c1 r3c2\n",
        "latin(Rows), regions(Rows, [\"AABB\", \"AACB\", \"DCCB\", \"DDDC\"]), \
         Rows = [_, [A|_], [_, B|_]|_], region_sum_line(Rows, [A, B])",
    ),
    (
        "grid 6\nboxes 3x2\ndisjoint-groups\nrenban r1c1-5\n\
         givens\n 12....\n 345...\n 5612..\n ......\n ......\n ......\n",
        "latin(Rows), boxes(Rows, 3, 2), disjoint_groups(Rows), renban(Rows, \"r1c1-5\"), \
         givens(Rows, [\"12....\", \"345...\", \"5612..\", \"......\", \"......\", \"......\"])",
    ),
];

#[test]
fn puzzles_with_layers_and_rules_have_the_same_solutions() {
    for (file, goals) in BY_HAND {
        let puzzle = pencilmark_formats::parse("test", file).expect("a puzzle");
        let wanted = solved(&puzzle);
        assert!(!wanted.is_empty(), "no solution\n{file}");
        assert_eq!(programmed(&puzzle, &[goals.to_string()]), wanted, "{goals}");
    }
}

#[test]
fn between_them_the_tests_have_every_kind() {
    let told: String = BY_HAND.iter().map(|(_, goals)| *goals).collect();
    let random = random_kinds();
    for kind in kinds::all() {
        let seen = told.contains(&format!("{}(", predicate(kind)));
        assert!(seen || random.contains(&kind.name), "{}", kind.name);
    }
}
