//! A puzzle as an answer set program: for clingo, and for ours.

use std::fmt::Write;

use pencilmark_puzzle::{ASP_DEFINED, CellId, Clue, Puzzle, asp_rules};

use super::named::{self, Call};
use super::{Shared, heading, keeps_neighbours_apart, split, words};
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
    variables(puzzle, &mut out);
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
    let (calls, others) = split(puzzle, &shared);
    say_calls(puzzle, &calls, &mut out);
    let (mut ids, mut rules) = (0, false);
    for clue in others {
        let _ = writeln!(out, "\n% {}", words(clue, puzzle));
        match leaps(clue.kind.name) {
            Some(rule) => out += rule,
            None if keeps_neighbours_apart(clue, puzzle) => out += CONSECUTIVE,
            None if clue.kind.name == "chaos-construction" => out += &chaos(puzzle, clue),
            None => {
                rules = true;
                out += &asp_rules(puzzle, clue, &mut ids);
            }
        }
    }
    out += "\n";
    if rules && ids > 0 {
        out += "% Statements and expressions above have numbers: holds(I), value(I,V).\n";
        out += ASP_DEFINED;
    }
    out += "#show cell/3.\n";
    if !puzzle.vars.is_empty() {
        out += "#show var/2.\n";
    }
    Ok(Export { text: out, warnings: vec![] })
}

/// Values besides digits: a layer has one for each cell, row by row.
fn variables(puzzle: &Puzzle, out: &mut String) {
    let size = puzzle.grid.size();
    let of_layer =
        |i: usize| puzzle.layers.iter().any(|(_, first)| (*first..first + size).contains(&i));
    for (layer, first) in &puzzle.layers {
        let (from, to) = (first + 1, first + size);
        let _ = writeln!(
            out,
            "\n% Every cell has a value `{}`, var(Number,Value), row by row.",
            layer.name
        );
        let _ = writeln!(out, "1 {{ var(I,{}..{}) }} 1 :- I = {from}..{to}.", layer.lo, layer.hi);
    }
    for (i, var) in puzzle.vars.iter().enumerate().filter(|(i, _)| !of_layer(*i)) {
        let _ = writeln!(out, "1 {{ var({},{}..{}) }} 1.  % {}", i + 1, var.lo, var.hi, var.name);
    }
}

/// Regions that are to be found.
fn chaos(puzzle: &Puzzle, clue: &Clue) -> String {
    let (grid, first) = (&puzzle.grid, puzzle.layer("region").unwrap_or(0));
    let (rows, cols) = (grid.rows(), grid.cols());
    let size = clue.numbers.first().map_or(grid.house_size() as i64, |n| *n).max(1);
    let regions = grid.size() as i64 / size;
    format!(
        "region(R,C,K) :- var({first}+(R-1)*{cols}+C,K), R = 1..{rows}, C = 1..{cols}.
:- K = 1..{regions}, #count {{ R,C : region(R,C,K) }} != {size}.
:- cell(R,C,V), cell(S,D,V), region(R,C,K), region(S,D,K), (R,C) < (S,D).
% Regions are numbered in the order of their first cells.
start(K,P) :- K = 1..{regions}, P = #min {{ (R-1)*{cols}+C : region(R,C,K) }}.
:- start(K,P), start(K+1,Q), P > Q.
% From the first cell all others of the region are reached, from side to side.
linked(R,C) :- region(R,C,K), start(K,(R-1)*{cols}+C).
linked(S,D) :- linked(R,C), region(R,C,K), region(S,D,K), |R-S| + |C-D| = 1.
:- region(R,C,_), not linked(R,C).
"
    )
}

fn place(puzzle: &Puzzle, cell: CellId) -> String {
    format!("{},{}", puzzle.grid.row_of(cell) + 1, puzzle.grid.col_of(cell) + 1)
}

/// Clues that are said by name: facts for each clue, and rules for all of a name.
fn say_calls(puzzle: &Puzzle, calls: &[Call], out: &mut String) {
    if calls.is_empty() {
        return;
    }
    *out += "\n% Clues have numbers, and places for their cells: place(Clue,I,Row,Column).\n";
    *out += "at(K,I,V) :- place(K,I,R,C), cell(R,C,V).\n";
    *out += "length(K,N) :- place(K,_,_,_), N = #count { I : place(K,I,_,_) }.\n";
    let mut number = 0;
    for named in named::used(calls.iter()) {
        let _ = writeln!(out, "\n% {}", named.sentence);
        for call in calls.iter().filter(|c| c.named.name == named.name) {
            number += 1;
            let numbers: String = call.numbers.iter().map(|n| format!(",{n}")).collect();
            let cells = call.lists.iter().flatten().enumerate();
            let places = cells.map(|(i, &c)| format!("{number},{},{}", i + 1, place(puzzle, c)));
            let places: Vec<String> = places.collect();
            let _ =
                writeln!(out, "{}({number}{numbers}). place({}).", named.name, places.join("; "));
        }
        *out += named.asp;
    }
}

const CONSECUTIVE: &str = "\
:- cell(R,C,V), cell(R,C+1,W), |V-W| = 1.
:- cell(R,C,V), cell(R+1,C,W), |V-W| = 1.
";

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
