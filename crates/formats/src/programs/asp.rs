//! A puzzle as an answer set program: for clingo, and for ours.

use std::fmt::Write;

use pencilmark_puzzle::{ASP_DEFINED, CellId, Clue, Puzzle, asp_rules};

use super::{Shared, heading, words};
use crate::export::Export;

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let (shared, grid) = (Shared::of(puzzle), &puzzle.grid);
    let mut out = heading(puzzle, "%");
    out +=
        "% Run it with `clingo FILE 0`: each answer set is a solution, cell(Row,Column,Digit).\n\n";
    let (lo, hi) = (grid.lo(), grid.hi());
    let _ = writeln!(out, "% Every cell holds one digit from {lo} to {hi}.");
    let _ = writeln!(
        out,
        "1 {{ cell(R,C,{lo}..{hi}) }} 1 :- R = 1..{}, C = 1..{}.",
        grid.rows(),
        grid.cols()
    );
    for (i, var) in puzzle.vars.iter().enumerate() {
        let _ = writeln!(out, "1 {{ var({},{}..{}) }} 1.  % {}", i + 1, var.lo, var.hi, var.name);
    }
    if shared.rows {
        out += "\n% No row has a digit twice.\n:- cell(R,C,V), cell(R,D,V), C < D.\n";
    }
    if shared.columns {
        out += "\n% Neither has a column.\n:- cell(R,C,V), cell(S,C,V), R < S.\n";
    }
    if let Some((h, w)) = shared.boxes {
        let _ = writeln!(out, "\n% Neither has a box of {h}x{w}.");
        let _ = writeln!(
            out,
            "box(R,C,(R-1)/{h},(C-1)/{w}) :- R = 1..{}, C = 1..{}.",
            grid.rows(),
            grid.cols()
        );
        out += ":- cell(R,C,V), cell(S,D,V), box(R,C,A,B), box(S,D,A,B), (R,C) < (S,D).\n";
    }
    let places: Vec<_> = puzzle.clues.iter().filter_map(Clue::as_given).collect();
    if !places.is_empty() {
        out += "\n% These digits are given.\n";
        let fact =
            |&(cell, digit): &(CellId, i64)| format!("given({},{digit}).", place(puzzle, cell));
        let facts: Vec<String> = places.iter().map(fact).collect();
        facts.chunks(6).for_each(|line| out += &format!("{}\n", line.join(" ")));
        out += ":- given(R,C,V), not cell(R,C,V).\n";
    }
    // Where cells count for something else than their digits, one rule would not serve all.
    let plain = puzzle.layer(pencilmark_puzzle::VALUE).is_none();
    if plain {
        lists(puzzle, &mut out);
    }
    let mut ids = 0;
    for clue in puzzle.clues.iter().filter(|c| !(shared.says(c) || plain && is_listed(c))) {
        let _ = writeln!(out, "\n% {}", words(clue, puzzle));
        match leaps(clue.kind.name) {
            Some(rule) => out += rule,
            None => out += &asp_rules(puzzle, clue, &mut ids),
        }
    }
    out += "\n";
    out += ASP_DEFINED;
    out += "#show cell/3.\n";
    if !puzzle.vars.is_empty() {
        out += "#show var/2.\n";
    }
    Ok(Export { text: out, warnings: vec![] })
}

fn place(puzzle: &Puzzle, cell: CellId) -> String {
    format!("{},{}", puzzle.grid.row_of(cell) + 1, puzzle.grid.col_of(cell) + 1)
}

/// Kinds of which each clue is a few facts, and one rule serves them all.
fn is_listed(clue: &Clue) -> bool {
    let plain = |list: &[CellId]| (1..list.len()).all(|i| !list[..i].contains(&list[i]));
    ["region", "extra-region", "cage", "thermo"].contains(&clue.kind.name) && plain(clue.list(0))
}

fn lists(puzzle: &Puzzle, out: &mut String) {
    let of = |kinds: &[&str]| -> Vec<&Clue> {
        puzzle.clues.iter().filter(|c| kinds.contains(&c.kind.name) && is_listed(c)).collect()
    };
    let regions = of(&["region", "extra-region"]);
    if !regions.is_empty() {
        *out += "\n% Regions: no digit twice.\n";
        for (i, clue) in regions.iter().enumerate() {
            members(puzzle, clue, "region", i + 1, out);
        }
        *out += ":- cell(R,C,V), cell(S,D,V), region(K,R,C), region(K,S,D), (R,C) < (S,D).\n";
    }
    let cages = of(&["cage"]);
    if !cages.is_empty() {
        *out += "\n% Cages: no digit twice; where there is a sum, the digits add up to it.\n";
        for (i, clue) in cages.iter().enumerate() {
            members(puzzle, clue, "cage", i + 1, out);
            if let Some(sum) = clue.numbers.first() {
                let _ = writeln!(out, "cage_sum({},{sum}).", i + 1);
            }
        }
        *out += ":- cell(R,C,V), cell(S,D,V), cage(K,R,C), cage(K,S,D), (R,C) < (S,D).\n";
        *out += ":- cage_sum(K,S), #sum { V,R,C : cage(K,R,C), cell(R,C,V) } != S.\n#defined cage_sum/2.\n";
    }
    let thermos = of(&["thermo"]);
    if !thermos.is_empty() {
        *out += "\n% Thermometers: digits rise from the bulb, the first place.\n";
        for (i, clue) in thermos.iter().enumerate() {
            let fact = |(at, &c): (usize, &CellId)| {
                format!("thermo({},{},{}).", i + 1, at + 1, place(puzzle, c))
            };
            let facts: Vec<String> = clue.list(0).iter().enumerate().map(fact).collect();
            let _ = writeln!(out, "{}  % {}", facts.join(" "), words(clue, puzzle));
        }
        *out += ":- thermo(K,I,R,C), thermo(K,I+1,S,D), cell(R,C,V), cell(S,D,W), V >= W.\n";
    }
}

fn members(puzzle: &Puzzle, clue: &Clue, name: &str, number: usize, out: &mut String) {
    let places = clue.list(0).iter().map(|&c| format!("{number},{}", place(puzzle, c)));
    let places: Vec<String> = places.collect();
    let _ = writeln!(out, "{name}({}).  % {}", places.join("; "), words(clue, puzzle));
}

/// Rules about cells at some distance.
fn leaps(kind: &str) -> Option<&'static str> {
    match kind {
        "anti-king" => Some(":- cell(R,C,V), cell(R+1,D,V), |C-D| = 1.\n"),
        "anti-knight" => Some(
            ":- cell(R,C,V), cell(R+1,D,V), |C-D| = 2.\n:- cell(R,C,V), cell(R+2,D,V), |C-D| = 1.\n",
        ),
        _ => None,
    }
}
