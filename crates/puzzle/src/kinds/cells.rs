//! Clues about single cells.

use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};

use super::{digit, sound, value};
use crate::drawing::{self, Drawing, GREY, Mark};
use crate::flaw::{Flaw, Part};
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[&GIVEN, &CANDIDATES, &ODD, &EVEN, &MINIMUM, &MAXIMUM];

const CELLS: &[Arg] = &[Arg::new("cells", Shape::Cells(1))];

/// A digit that is told from the start.
pub static GIVEN: Kind = Kind {
    name: "given",
    aliases: &[],
    args: &[
        Arg::new("cells", Shape::Cells(1)),
        Arg::new("equals", Shape::Equals(true)),
        Arg::new("digit", Shape::Digit),
    ],
    summary: "The cell holds the digit.",
    example: "given r1c1 5",
    check: check_given,
    meaning: |clue, _| {
        let Some((cell, d)) = clue.as_given() else {
            return vec![];
        };
        vec![Formula::Cmp(Cmp::Eq, digit(cell), Expr::Const(d))]
    },
    lower: |clue, _, lower| {
        if let Some((cell, d)) = clue.as_given() {
            lower.domain(cell, vec![d]);
        }
    },
    words: |clue, puzzle| match clue.as_given() {
        Some((cell, d)) => format!("the given {d} in {}", puzzle.grid.name(cell)),
        None => "a given".into(),
    },
    drawing: Drawing::Digit,
    ..Kind::PLAIN
};

static CANDIDATES: Kind = Kind {
    name: "candidates",
    aliases: &["pencilmarks"],
    args: &[Arg::new("cells", Shape::Cells(1)), Arg::new("digits", Shape::Digits)],
    summary: "Each of the cells holds one of the digits.",
    example: "candidates r1c1 123",
    check: |clue, puzzle| match clue.numbers.iter().find(|d| !puzzle.grid.digits().contains(d)) {
        Some(digit) => {
            let message = format!("no cell can hold the digit {digit}");
            Err(Flaw::new(Part::Arg(1), message).help(digits_of(puzzle)))
        }
        None => Ok(()),
    },
    meaning: |clue, _| {
        let one = |&cell| Formula::In(digit(cell), clue.numbers.clone());
        clue.list(0).iter().map(one).collect()
    },
    lower: |clue, _, lower| {
        clue.list(0).iter().for_each(|&cell| lower.domain(cell, clue.numbers.clone()));
    },
    words: |clue, puzzle| {
        let digits: Vec<_> = clue.numbers.iter().map(i64::to_string).collect();
        let cells = puzzle.grid.told(clue.list(0));
        format!("the candidates {} in {cells}", digits.join(" "))
    },
    elsewhere: &[(Tool::FPuzzles, "givenPencilMarks")],
    drawing: Drawing::Marks,
    ..Kind::PLAIN
};

static ODD: Kind = Kind {
    name: "odd",
    aliases: &[],
    args: CELLS,
    summary: "Each of the cells holds an odd digit.",
    example: "odd r1c1 r5c5",
    check: sound,
    meaning: |clue, _| parity(clue, 1),
    lower: |clue, puzzle, lower| lower_parity(clue, puzzle, lower, 1),
    words: |clue, puzzle| format!("odd {}", puzzle.grid.told(clue.list(0))),
    elsewhere: &[(Tool::FPuzzles, "odd"), (Tool::SudokuMaker, "101"), (Tool::Rangsk, "odd")],
    drawing: drawing::mark(Mark::Disc, GREY),
    ..Kind::PLAIN
};

static EVEN: Kind = Kind {
    name: "even",
    aliases: &[],
    args: CELLS,
    summary: "Each of the cells holds an even digit.",
    example: "even r1c2 r2c1",
    check: sound,
    meaning: |clue, _| parity(clue, 0),
    lower: |clue, puzzle, lower| lower_parity(clue, puzzle, lower, 0),
    words: |clue, puzzle| format!("even {}", puzzle.grid.told(clue.list(0))),
    elsewhere: &[(Tool::FPuzzles, "even"), (Tool::SudokuMaker, "100"), (Tool::Rangsk, "even")],
    drawing: drawing::mark(Mark::Square, GREY),
    ..Kind::PLAIN
};

static MINIMUM: Kind = Kind {
    name: "minimum",
    aliases: &["min"],
    args: CELLS,
    summary: "Each of the cells is smaller than its orthogonal neighbours that are not marked so \
              too.",
    example: "minimum r5c5",
    meaning: |clue, puzzle| extremes(clue, puzzle, Cmp::Lt),
    elsewhere: &[(Tool::FPuzzles, "minimum"), (Tool::SudokuMaker, "103"), (Tool::Rangsk, "min")],
    drawing: drawing::mark(Mark::Inward, "#CCCCCC"),
    ..Kind::PLAIN
};

static MAXIMUM: Kind = Kind {
    name: "maximum",
    aliases: &["max"],
    args: CELLS,
    summary: "Each of the cells is larger than its orthogonal neighbours that are not marked so \
              too.",
    example: "maximum r5c5",
    meaning: |clue, puzzle| extremes(clue, puzzle, Cmp::Gt),
    elsewhere: &[(Tool::FPuzzles, "maximum"), (Tool::SudokuMaker, "102"), (Tool::Rangsk, "max")],
    drawing: drawing::mark(Mark::Outward, "#CCCCCC"),
    ..Kind::PLAIN
};

/// Marked cells are not compared with each other, whichever clue marks them.
fn extremes(clue: &Clue, puzzle: &Puzzle, op: Cmp) -> Vec<Formula<Name>> {
    let grid = &puzzle.grid;
    let marked: Vec<_> = puzzle.clues_of(clue.kind.name).flat_map(|c| c.list(0)).collect();
    let beside = |&cell: &_| {
        let near = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let near = near.into_iter().filter_map(move |(d, r)| grid.step(cell, d, r));
        near.map(move |other| (cell, other))
    };
    let pairs = clue.list(0).iter().flat_map(beside);
    let free = pairs.filter(|(_, b)| !marked.contains(&b) && !clue.list(0).contains(b));
    free.map(|(a, b)| Formula::Cmp(op, value(a, puzzle), value(b, puzzle))).collect()
}

fn check_given(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    match clue.as_given() {
        Some((cell, d)) if !puzzle.grid.digits().contains(&d) => {
            let message = format!("{d} in {} is not a digit of this grid", puzzle.grid.name(cell));
            Err(Flaw::new(Part::Arg(2), message).help(digits_of(puzzle)))
        }
        _ => Ok(()),
    }
}

fn digits_of(puzzle: &Puzzle) -> String {
    format!("the digits are {} to {}", puzzle.grid.lo(), puzzle.grid.hi())
}

fn parity(clue: &Clue, remainder: i64) -> Vec<Formula<Name>> {
    let rem = |cell| Expr::Rem(Box::new(digit(cell)), Box::new(Expr::Const(2)), Rounding::Floor);
    let one = |&cell| Formula::Cmp(Cmp::Eq, rem(cell), Expr::Const(remainder));
    clue.list(0).iter().map(one).collect()
}

fn lower_parity(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>, remainder: i64) {
    let values: Vec<i64> = puzzle.grid.digits().filter(|d| d % 2 == remainder).collect();
    clue.list(0).iter().for_each(|&cell| lower.domain(cell, values.clone()));
}
