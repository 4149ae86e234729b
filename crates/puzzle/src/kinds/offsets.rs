//! More clues about the whole grid: cells at some distance from each other.

use pencilmark_kernel::expr::{Cmp, Formula};

use super::global::{SIDE, pairs};
use super::{compare, digit, distance, has_values, number, sum};
use crate::flaw::{Flaw, Part};
use crate::grid::{CellId, Grid};
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] =
    &[&ANTI_CONSECUTIVE, &DIAGONAL_NON_CONSECUTIVE, &ANTI_TAXICAB, &TAXICAB, &CHESS, &KNIGHTMARE];

const DIAGONAL: &[(isize, isize)] = &[(1, 1), (1, -1)];
const KNIGHT: &[(isize, isize)] = &[(1, 2), (1, -2), (2, 1), (2, -1)];

static ANTI_CONSECUTIVE: Kind = Kind {
    name: "anti-consecutive",
    aliases: &["anticonsecutive"],
    summary: "Orthogonal neighbours are not consecutive, whether or not a dot is between them.",
    example: "anti-consecutive",
    meaning: |_, puzzle| not_consecutive(puzzle, SIDE),
    lower: |_, puzzle, lower| lower_not_consecutive(puzzle, SIDE, lower),
    words: |_, _| "the anti-consecutive rule".into(),
    elsewhere: &[(Tool::Iss, "AntiConsecutive")],
    ..Kind::PLAIN
};

static DIAGONAL_NON_CONSECUTIVE: Kind = Kind {
    name: "diagonal-non-consecutive",
    aliases: &["diagonal-nonconsecutive"],
    summary: "Cells that touch diagonally are not consecutive.",
    example: "diagonal-non-consecutive",
    meaning: |_, puzzle| not_consecutive(puzzle, DIAGONAL),
    lower: |_, puzzle, lower| lower_not_consecutive(puzzle, DIAGONAL, lower),
    words: |_, _| "the diagonal non-consecutive rule".into(),
    elsewhere: &[(Tool::Rangsk, "dnc"), (Tool::Iss, "Pair")],
    ..Kind::PLAIN
};

static ANTI_TAXICAB: Kind = Kind {
    name: "anti-taxicab",
    aliases: &["self-taxicab"],
    summary: "Two cells that both hold x are never x steps along rows and columns apart.",
    example: "anti-taxicab",
    meaning: |_, puzzle| {
        let not_both = |(a, b): (CellId, CellId)| {
            let x = steps(&puzzle.grid, a, b) as i64;
            let is_not = |cell| compare(digit(cell), Cmp::Ne, number(x));
            Formula::Or(vec![is_not(a), is_not(b)])
        };
        let near = |&(a, b): &(CellId, CellId)| {
            puzzle.grid.digits().contains(&(steps(&puzzle.grid, a, b) as i64))
        };
        all_pairs(&puzzle.grid).filter(near).map(not_both).collect()
    },
    lower: |clue, puzzle, lower| {
        if has_values(puzzle) {
            return clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
        }
        for (a, b) in all_pairs(&puzzle.grid) {
            let x = steps(&puzzle.grid, a, b) as i64;
            if puzzle.grid.digits().contains(&x) {
                lower.pair(a, b, ("anti-taxicab", x), |p, q| p != x || q != x);
            }
        }
    },
    words: |_, _| "the anti-taxicab rule".into(),
    elsewhere: &[(Tool::Iss, "AntiTaxicab"), (Tool::Rangsk, "selftaxi")],
    ..Kind::PLAIN
};

static TAXICAB: Kind = Kind {
    name: "taxicab",
    args: &[Arg::new("distance", Shape::Number)],
    summary: "Cells exactly so many steps along rows and columns apart differ.",
    example: "taxicab 4",
    check: |clue, _| match first(clue) {
        1.. => Ok(()),
        _ => Err(Flaw::new(Part::Arg(0), "a distance is 1 or more")),
    },
    meaning: |clue, puzzle| {
        let far = |&(a, b): &(CellId, CellId)| steps(&puzzle.grid, a, b) as i64 == first(clue);
        all_pairs(&puzzle.grid).filter(far).map(differ).collect()
    },
    elsewhere: &[(Tool::Rangsk, "taxi")],
    ..Kind::PLAIN
};

static CHESS: Kind = Kind {
    name: "chess",
    args: &[Arg::new("down", Shape::Number), Arg::new("right", Shape::Number)],
    summary: "Cells that a leap of these two lengths, either one down and the other across, \
              leads to differ.",
    example: "chess 1 3",
    check: |clue, _| {
        let leap = clue.numbers.len() == 2 && clue.numbers.iter().all(|n| (0..=25).contains(n));
        if leap && clue.numbers.iter().any(|&n| n > 0) {
            return Ok(());
        }
        Err(Flaw::new(Part::Whole, "a leap has two lengths, not both 0"))
    },
    meaning: |clue, puzzle| {
        let grid = &puzzle.grid;
        let leap = |&(a, b): &(CellId, CellId)| {
            let down = grid.row_of(a).abs_diff(grid.row_of(b)) as i64;
            let right = grid.col_of(a).abs_diff(grid.col_of(b)) as i64;
            let told = [clue.numbers[0], clue.numbers[1]];
            told == [down, right] || told == [right, down]
        };
        if clue.numbers.len() < 2 {
            return vec![];
        }
        all_pairs(grid).filter(leap).map(differ).collect()
    },
    elsewhere: &[(Tool::Rangsk, "chess")],
    ..Kind::PLAIN
};

static KNIGHTMARE: Kind = Kind {
    name: "knightmare",
    args: &[Arg::new("sum", Shape::Numbers(true))],
    summary: "Cells a knight's move of chess apart do not add up to one of the numbers, 5 or 15 \
              if none are given.",
    example: "knightmare",
    meaning: |clue, puzzle| {
        let sums = if clue.numbers.is_empty() { &[5, 15][..] } else { &clue.numbers };
        let never = |(a, b): (CellId, CellId)| {
            let one = |&n: &i64| compare(sum(&[a, b], puzzle), Cmp::Ne, number(n));
            Formula::And(sums.iter().map(one).collect())
        };
        pairs(&puzzle.grid, KNIGHT).map(never).collect()
    },
    elsewhere: &[(Tool::Rangsk, "knightmare"), (Tool::Iss, "Pair")],
    ..Kind::PLAIN
};

fn first(clue: &Clue) -> i64 {
    clue.numbers.first().copied().unwrap_or(0)
}

fn differ((a, b): (CellId, CellId)) -> Formula<Name> {
    compare(digit(a), Cmp::Ne, digit(b))
}

fn not_consecutive(puzzle: &Puzzle, moves: &[(isize, isize)]) -> Vec<Formula<Name>> {
    let one = |(a, b)| compare(distance(a, b, puzzle), Cmp::Ne, number(1));
    pairs(&puzzle.grid, moves).map(one).collect()
}

fn lower_not_consecutive(puzzle: &Puzzle, moves: &[(isize, isize)], lower: &mut Lower<'_>) {
    for (a, b) in pairs(&puzzle.grid, moves) {
        lower.pair(a, b, ("non-consecutive", 1), |x, y| (x - y).abs() != 1);
    }
}

fn steps(grid: &Grid, a: CellId, b: CellId) -> usize {
    grid.row_of(a).abs_diff(grid.row_of(b)) + grid.col_of(a).abs_diff(grid.col_of(b))
}

fn all_pairs(grid: &Grid) -> impl Iterator<Item = (CellId, CellId)> + use<> {
    let n = grid.size();
    (0..n).flat_map(move |j| (0..j).map(move |i| (CellId::new(i), CellId::new(j))))
}
