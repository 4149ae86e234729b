//! Negative constraints: what neighbours without a mark must not do.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use super::global::{SIDE, pairs};
use super::{compare, distance, neighbours, number, sum, value};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] =
    &[&NEGATIVE_RATIO, &NEGATIVE_DIFFERENCE, &NEGATIVE_XV, &NEGATIVE_SUM, &STRICT_KROPKI];

const DOTS: &[&str] = &["difference", "ratio"];
const SUMS: &[&str] = &["x", "v", "edge-sum"];

static NEGATIVE_RATIO: Kind = Kind {
    name: "negative-ratio",
    args: &[Arg::new("ratio", Shape::Numbers(true))],
    summary: "Orthogonal neighbours without a dot have none of the ratios; if none are told, none \
              of those on the board, or 2 if there are none.",
    example: "negative-ratio",
    meaning: |clue, puzzle| {
        let ratios = told(clue, puzzle, "ratio", 2);
        unmarked(puzzle, DOTS, |a, b| ratios.iter().map(|&k| not_ratio(a, b, k, puzzle)).collect())
    },
    elsewhere: &[
        (Tool::FPuzzles, "negative: ratio"),
        (Tool::SudokuMaker, "201 negative"),
        (Tool::Rangsk, "ratio:neg"),
    ],
    ..Kind::PLAIN
};

static NEGATIVE_DIFFERENCE: Kind = Kind {
    name: "negative-difference",
    args: &[Arg::new("difference", Shape::Numbers(true))],
    summary: "Orthogonal neighbours without a dot have none of the differences; if none are told, \
              none of those on the board, or 1 if there are none.",
    example: "negative-difference",
    meaning: |clue, puzzle| {
        let differences = told(clue, puzzle, "difference", 1);
        let not = |a, b, k: i64| compare(distance(a, b, puzzle), Cmp::Ne, number(k));
        unmarked(puzzle, DOTS, |a, b| differences.iter().map(|&k| not(a, b, k)).collect())
    },
    elsewhere: &[(Tool::SudokuMaker, "200 negative"), (Tool::Rangsk, "difference:neg")],
    ..Kind::PLAIN
};

static NEGATIVE_XV: Kind = Kind {
    name: "negative-xv",
    aliases: &["strict-xv"],
    summary: "Orthogonal neighbours without an X or V add up to neither 5 nor 10.",
    example: "negative-xv",
    meaning: |_, puzzle| {
        let not = |a, b, k| compare(sum(&[a, b], puzzle), Cmp::Ne, number(k));
        unmarked(puzzle, SUMS, |a, b| [5, 10].into_iter().map(|k| not(a, b, k)).collect())
    },
    lower: |_, puzzle, lower| {
        for (a, b) in free(puzzle, SUMS) {
            lower.pair(a, b, ("negative-xv", 0), |x, y| x + y != 5 && x + y != 10);
        }
    },
    elsewhere: &[
        (Tool::FPuzzles, "negative: xv"),
        (Tool::SudokuMaker, "202 negative"),
        (Tool::Iss, "StrictXV"),
        (Tool::Rangsk, "sum:neg5, sum:neg10"),
    ],
    ..Kind::PLAIN
};

static NEGATIVE_SUM: Kind = Kind {
    name: "negative-sum",
    args: &[Arg::new("sum", Shape::Numbers(false))],
    summary: "Orthogonal neighbours without a sum between them add up to none of the numbers.",
    example: "negative-sum 10",
    meaning: |clue, puzzle| {
        let not = |a, b, k: i64| compare(sum(&[a, b], puzzle), Cmp::Ne, number(k));
        unmarked(puzzle, SUMS, |a, b| clue.numbers.iter().map(|&k| not(a, b, k)).collect())
    },
    elsewhere: &[(Tool::SudokuMaker, "202 negative"), (Tool::Rangsk, "sum:neg")],
    ..Kind::PLAIN
};

static STRICT_KROPKI: Kind = Kind {
    name: "strict-kropki",
    aliases: &["negative-kropki"],
    summary: "Orthogonal neighbours without a dot are not consecutive, and neither is twice the \
              other.",
    example: "strict-kropki",
    meaning: |_, puzzle| {
        unmarked(puzzle, DOTS, |a, b| {
            let apart = compare(distance(a, b, puzzle), Cmp::Ne, number(1));
            vec![apart, not_ratio(a, b, 2, puzzle)]
        })
    },
    lower: |_, puzzle, lower| {
        let good = |x: i64, y: i64| (x - y).abs() != 1 && x != 2 * y && y != 2 * x;
        for (a, b) in free(puzzle, DOTS) {
            lower.pair(a, b, ("strict-kropki", 0), good);
        }
    },
    elsewhere: &[(Tool::Iss, "StrictKropki")],
    ..Kind::PLAIN
};

/// The numbers of the clue; without any, those of the marks on the board, or the usual one.
fn told(clue: &Clue, puzzle: &Puzzle, marks: &'static str, usual: i64) -> Vec<i64> {
    if !clue.numbers.is_empty() {
        return clue.numbers.clone();
    }
    let mut all: Vec<i64> =
        puzzle.clues_of(marks).filter_map(|c| c.numbers.first().copied()).collect();
    all.sort_unstable();
    all.dedup();
    if all.is_empty() { vec![usual] } else { all }
}

fn not_ratio(a: CellId, b: CellId, k: i64, puzzle: &Puzzle) -> Formula<Name> {
    let times = |a, b| {
        let product = Expr::Mul(Box::new(number(k)), Box::new(value(b, puzzle)));
        compare(value(a, puzzle), Cmp::Ne, product)
    };
    Formula::And(vec![times(a, b), times(b, a)])
}

/// What holds of each two orthogonal neighbours that carry none of these marks.
fn unmarked(
    puzzle: &Puzzle,
    marks: &[&'static str],
    holds: impl Fn(CellId, CellId) -> Vec<Formula<Name>>,
) -> Vec<Formula<Name>> {
    free(puzzle, marks).into_iter().map(|(a, b)| Formula::And(holds(a, b))).collect()
}

/// Each two orthogonal neighbours that carry none of these marks.
fn free(puzzle: &Puzzle, marks: &[&'static str]) -> Vec<(CellId, CellId)> {
    let clues = marks.iter().flat_map(|kind| puzzle.clues_of(kind));
    let marked: Vec<(CellId, CellId)> = clues.flat_map(neighbours).collect();
    let free = |&(a, b): &(CellId, CellId)| !marked.contains(&(a, b)) && !marked.contains(&(b, a));
    pairs(&puzzle.grid, SIDE).filter(free).collect()
}
