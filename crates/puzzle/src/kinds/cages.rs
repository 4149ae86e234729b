//! Cages and sums over any cells.

use super::{can_differ, can_sum, distinct, has_values, sum_is};
use crate::drawing::{self, Text};
use crate::flaw::Flaw;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::{Lower, first_repeat};
use crate::puzzle::{Clue, Puzzle};
use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::Cmp;

pub(crate) static KINDS: &[&Kind] = &[&CAGE, &SUM];

static CAGE: Kind = Kind {
    name: "cage",
    aliases: &["killer", "killer-cage", "killercage"],
    args: &[Arg::new("sum", Shape::OptionalNumber), Arg::new("cells", Shape::Cells(1))],
    summary: "Digits do not repeat in the cage and add up to the sum, if there is one.",
    example: "cage 15 r1c1 r1c2 r2c1",
    check: check_cage,
    differ: true,
    meaning: |clue, puzzle| {
        let cells = clue.list(0);
        let sum = clue.numbers.first().map(|&total| sum_is(cells, total, puzzle));
        std::iter::once(distinct(cells)).chain(sum).collect()
    },
    lower: lower_cage,
    words: |clue, puzzle| {
        // A cage has no direction.
        let mut cells = clue.list(0).to_vec();
        cells.sort_unstable();
        let cells = puzzle.grid.told(&cells);
        match clue.numbers.first() {
            Some(total) => format!("the cage {cells} with sum {total}"),
            None => format!("the cage {cells}"),
        }
    },
    elsewhere: &[
        (Tool::FPuzzles, "killercage"),
        (Tool::SudokuMaker, "301"),
        (Tool::Iss, "Cage"),
        (Tool::Rangsk, "killer"),
    ],
    drawing: drawing::cage(Text::Numbers),
    ..Kind::PLAIN
};

static SUM: Kind = Kind {
    name: "sum",
    aliases: &[],
    args: &[Arg::new("sum", Shape::Number), Arg::new("cells", Shape::Cells(1))],
    summary: "The digits add up to the sum; they may repeat.",
    example: "sum 20 r1c1 r5c5 r9c9",
    check: |clue, puzzle| check_sum("sum", clue, puzzle),
    meaning: |clue, puzzle| {
        clue.numbers.iter().map(|&total| sum_is(clue.list(0), total, puzzle)).collect()
    },
    lower: lower_sum,
    words: |clue, puzzle| {
        let total = clue.numbers.first().copied().unwrap_or(0);
        format!("the sum {total} of {}", puzzle.grid.told(clue.list(0)))
    },
    elsewhere: &[(Tool::Iss, "Sum"), (Tool::SudokuMaker, "SumComponent")],
    drawing: drawing::cage(Text::After("sum ")),
    ..Kind::PLAIN
};

fn check_cage(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    let cells = clue.list(0);
    can_differ("cage", cells, puzzle)?;
    let Some(&total) = clue.numbers.first() else {
        return Ok(());
    };
    if has_values(puzzle) {
        return Ok(());
    }
    let smallest: Vec<i64> = puzzle.grid.digits().take(cells.len()).collect();
    let largest: Vec<i64> = puzzle.grid.digits().rev().take(cells.len()).collect();
    can_sum("cage", 0, total, &smallest, &largest)
}

fn lower_cage(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let cells = clue.list(0);
    match clue.numbers.first() {
        Some(_) if has_values(puzzle) => {
            lower.distinct(cells);
            lower_sum(clue, puzzle, lower);
        }
        Some(&sum) if first_repeat(cells).is_none() => {
            let vars = lower.list(cells);
            lower.post(Constraint::Cage { vars, sum });
        }
        _ => lower.distinct(cells),
    }
}

/// Whether digits that may repeat can add up to the clue's number.
pub(super) fn check_sum(what: &str, clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    let Some(&total) = clue.numbers.first() else {
        return Ok(());
    };
    let n = clue.list(0).len();
    let name = clue.list(0).first().map(|&cell| puzzle.value_of(cell));
    let (lo, hi) = name.map_or((0, 0), |name| puzzle.range(name));
    can_sum(what, 0, total, &vec![lo; n], &vec![hi; n])
}

pub(super) fn lower_sum(clue: &Clue, _: &Puzzle, lower: &mut Lower<'_>) {
    let terms: Vec<_> = clue.list(0).iter().map(|&cell| (1, cell)).collect();
    if let Some(&total) = clue.numbers.first() {
        lower.linear(&terms, Cmp::Eq, total);
    }
}
