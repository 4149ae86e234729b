//! Dots and letters on the edge between two cells. A longer list means one on each edge
//! along it.

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use super::{compare, distance, has_values, neighbours, value};
use crate::drawing::{Drawing, Text};
use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[&DIFFERENCE, &RATIO, &X, &V, &EDGE_SUM, &GREATER];

const PAIRS: &[Arg] = &[Arg::new("cells", Shape::Cells(2))];

static DIFFERENCE: Kind = Kind {
    name: "difference",
    aliases: &["white-dot"],
    args: &[Arg::new("difference", Shape::NumberOr(1)), Arg::new("cells", Shape::Cells(2))],
    summary: "Neighbours along the list differ by the number, 1 if none is given.",
    example: "difference r1c1 r1c2",
    check: |clue, puzzle| check_edges(clue, puzzle, "differ by", difference),
    meaning: |clue, puzzle| {
        let k = Expr::Const(number(clue));
        each(clue, |a, b| compare(distance(a, b, puzzle), Cmp::Eq, k.clone()))
    },
    lower: |clue, _, lower| lower_edges(clue, lower, "difference", difference),
    words: |clue, puzzle| edge_words("difference", clue, puzzle),
    elsewhere: &[
        (Tool::FPuzzles, "difference"),
        (Tool::SudokuMaker, "200"),
        (Tool::Iss, "WhiteDot"),
        (Tool::Rangsk, "difference"),
    ],
    drawing: Drawing::Dot { fill: "#FFFFFF" },
    ..Kind::PLAIN
};

static RATIO: Kind = Kind {
    name: "ratio",
    aliases: &["black-dot"],
    args: &[Arg::new("ratio", Shape::NumberOr(2)), Arg::new("cells", Shape::Cells(2))],
    summary: "Of neighbours along the list one is so many times the other, twice if no number \
              is given.",
    example: "ratio r1c1 r1c2",
    check: |clue, puzzle| check_edges(clue, puzzle, "have the ratio", ratio),
    meaning: |clue, puzzle| {
        let k = number(clue);
        let times = |a, b| {
            let product = Expr::Mul(Box::new(Expr::Const(k)), Box::new(value(b, puzzle)));
            compare(value(a, puzzle), Cmp::Eq, product)
        };
        each(clue, |a, b| Formula::Or(vec![times(a, b), times(b, a)]))
    },
    lower: |clue, _, lower| lower_edges(clue, lower, "ratio", ratio),
    words: |clue, puzzle| edge_words("ratio", clue, puzzle),
    elsewhere: &[
        (Tool::FPuzzles, "ratio"),
        (Tool::SudokuMaker, "201"),
        (Tool::Iss, "BlackDot"),
        (Tool::Rangsk, "ratio"),
    ],
    drawing: Drawing::Dot { fill: "#000000" },
    ..Kind::PLAIN
};

static X: Kind = Kind {
    name: "x",
    aliases: &[],
    args: PAIRS,
    summary: "Neighbours along the list add up to 10.",
    example: "x r1c1 r1c2",
    check: |clue, puzzle| check_edges(clue, puzzle, "add up to", |_, a, b| a + b == 10),
    meaning: |clue, puzzle| each(clue, |a, b| super::sum_is(&[a, b], 10, puzzle)),
    lower: |clue, _, lower| lower_edges(clue, lower, "x", |_, a, b| a + b == 10),
    words: |clue, puzzle| format!("the X on {}", between(clue, puzzle)),
    elsewhere: &[
        (Tool::FPuzzles, "xv"),
        (Tool::SudokuMaker, "202"),
        (Tool::Iss, "X"),
        (Tool::Rangsk, "sum:10"),
    ],
    drawing: Drawing::Edge { text: Text::After("X") },
    ..Kind::PLAIN
};

static V: Kind = Kind {
    name: "v",
    aliases: &[],
    args: PAIRS,
    summary: "Neighbours along the list add up to 5.",
    example: "v r1c1 r1c2",
    check: |clue, puzzle| check_edges(clue, puzzle, "add up to", |_, a, b| a + b == 5),
    meaning: |clue, puzzle| each(clue, |a, b| super::sum_is(&[a, b], 5, puzzle)),
    lower: |clue, _, lower| lower_edges(clue, lower, "v", |_, a, b| a + b == 5),
    words: |clue, puzzle| format!("the V on {}", between(clue, puzzle)),
    elsewhere: &[
        (Tool::FPuzzles, "xv"),
        (Tool::SudokuMaker, "202"),
        (Tool::Iss, "V"),
        (Tool::Rangsk, "sum:5"),
    ],
    drawing: Drawing::Edge { text: Text::After("V") },
    ..Kind::PLAIN
};

static EDGE_SUM: Kind = Kind {
    name: "edge-sum",
    aliases: &[],
    args: &[Arg::new("sum", Shape::Number), Arg::new("cells", Shape::Cells(2))],
    summary: "Neighbours along the list add up to the number.",
    example: "edge-sum 7 r1c1 r1c2",
    check: |clue, puzzle| check_edges(clue, puzzle, "add up to", |k, a, b| a + b == k),
    meaning: |clue, puzzle| each(clue, |a, b| super::sum_is(&[a, b], number(clue), puzzle)),
    lower: |clue, _, lower| lower_edges(clue, lower, "edge-sum", |k, a, b| a + b == k),
    elsewhere: &[(Tool::SudokuMaker, "202"), (Tool::Rangsk, "sum")],
    drawing: Drawing::Edge { text: Text::Numbers },
    ..Kind::PLAIN
};

static GREATER: Kind = Kind {
    name: "greater",
    aliases: &["greater-than", "inequality"],
    args: PAIRS,
    summary: "Each cell of the list is greater than the next one.",
    example: "greater r1c1 r1c2",
    check: |clue, puzzle| {
        super::once("inequality", clue.list(0), puzzle)?;
        let fits = has_values(puzzle) || clue.list(0).len() <= puzzle.grid.digit_count();
        super::needs(fits, "there are not so many digits to fall through")
    },
    meaning: |clue, puzzle| each(clue, |a, b| compare(value(a, puzzle), Cmp::Gt, value(b, puzzle))),
    lower: |clue, _, lower| {
        let vars = lower.values(clue.list(0)).into_iter().rev().collect();
        lower.post(Constraint::Chain { vars, strict: true });
    },
    words: |clue, puzzle| {
        let names: Vec<String> = clue.list(0).iter().map(|&c| puzzle.grid.name(c)).collect();
        names.join(" > ")
    },
    elsewhere: &[(Tool::SudokuMaker, "GreaterThan"), (Tool::Iss, "GreaterThan")],
    drawing: Drawing::Chevron,
    ..Kind::PLAIN
};

/// Whether two digits satisfy the edge clue with this number.
type Holds = fn(i64, i64, i64) -> bool;

fn difference(k: i64, a: i64, b: i64) -> bool {
    (a - b).abs() == k
}

fn ratio(k: i64, a: i64, b: i64) -> bool {
    // The number comes from a file and may be large.
    a.checked_mul(k) == Some(b) || b.checked_mul(k) == Some(a)
}

fn number(clue: &Clue) -> i64 {
    match (clue.numbers.first(), clue.kind.name) {
        (Some(&k), _) => k,
        (None, "x") => 10,
        (None, "v") => 5,
        (None, "ratio") => 2,
        (None, _) => 1,
    }
}

fn each(clue: &Clue, one: impl Fn(CellId, CellId) -> Formula<Name>) -> Vec<Formula<Name>> {
    neighbours(clue).map(|(a, b)| one(a, b)).collect()
}

fn lower_edges(clue: &Clue, lower: &mut Lower<'_>, name: &'static str, holds: Holds) {
    let k = number(clue);
    for (a, b) in neighbours(clue) {
        lower.pair(a, b, (name, k), |x, y| holds(k, x, y));
    }
}

fn check_edges(clue: &Clue, puzzle: &Puzzle, verb: &str, holds: Holds) -> Result<(), Flaw> {
    if let Some((cell, _)) = neighbours(clue).find(|(a, b)| a == b) {
        let message = format!("{} stands next to itself", puzzle.grid.name(cell));
        return Err(Flaw::new(Part::Cell(cell), message));
    }
    let (k, digits) = (number(clue), puzzle.grid.digits());
    if has_values(puzzle) || digits.clone().any(|a| digits.clone().any(|b| holds(k, a, b))) {
        return Ok(());
    }
    let help = format!("the digits are {} to {}", puzzle.grid.lo(), puzzle.grid.hi());
    let part = if clue.numbers.is_empty() { Part::Whole } else { Part::Arg(0) };
    Err(Flaw::new(part, format!("no two digits {verb} {k}")).help(help))
}

fn edge_words(what: &str, clue: &Clue, puzzle: &Puzzle) -> String {
    format!("the {what} {} on {}", number(clue), between(clue, puzzle))
}

/// The cells of a mark between two of them, which has no direction; longer lists have one.
fn between(clue: &Clue, puzzle: &Puzzle) -> String {
    let mut cells = clue.list(0).to_vec();
    if cells.len() == 2 {
        cells.sort_unstable();
    }
    puzzle.grid.told(&cells)
}
