//! Clues about the whole grid that look at every two by two square, or at every house.

use std::sync::Arc;

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use super::along::thirds;
use super::{compare, count, digit, needs, number};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] =
    &[&GLOBAL_ENTROPY, &GLOBAL_MODULAR, &DUTCH_FLATMATES, &SAME_SETS, &DOPPELGANGER];

static GLOBAL_ENTROPY: Kind = Kind {
    name: "global-entropy",
    summary: "Every two by two square holds a low, a middle and a high digit.",
    example: "global-entropy",
    check: |_, puzzle| needs(puzzle.grid.digit_count() >= 3, "entropy needs three digits"),
    meaning: |_, puzzle| {
        let (low, high) = thirds(puzzle);
        let grid = &puzzle.grid;
        let groups = [grid.lo()..=low - 1, low..=high, high + 1..=grid.hi()];
        each_square(puzzle, &groups.map(|g| g.collect::<Vec<i64>>()))
    },
    lower: |_, puzzle, lower| {
        let (low, high) = thirds(puzzle);
        lower_squares(puzzle, lower, 3, |v| usize::from(v >= low) + usize::from(v > high));
    },
    elsewhere: &[(Tool::Iss, "GlobalEntropy"), (Tool::SudokuMaker, "16")],
    ..Kind::PLAIN
};

static GLOBAL_MODULAR: Kind = Kind {
    name: "global-modular",
    aliases: &["global-mod"],
    args: &[Arg::new("modulus", Shape::NumberOr(3))],
    summary: "Every two by two square holds digits of every remainder when divided by the number, \
              3 if none is given; with 2 it holds odd and even digits.",
    example: "global-modular",
    check: |clue, _| needs((2..=4).contains(&modulus(clue)), "the modulus is 2, 3 or 4"),
    meaning: |clue, puzzle| {
        let m = modulus(clue);
        let group = |r: i64| puzzle.grid.digits().filter(|d| d % m == r).collect();
        each_square(puzzle, &(0..m).map(group).collect::<Vec<Vec<i64>>>())
    },
    lower: |clue, puzzle, lower| {
        let m = modulus(clue);
        lower_squares(puzzle, lower, m as usize, |v| (v % m) as usize);
    },
    elsewhere: &[(Tool::Iss, "GlobalMod"), (Tool::SudokuMaker, "16")],
    ..Kind::PLAIN
};

static DUTCH_FLATMATES: Kind = Kind {
    name: "dutch-flatmates",
    summary: "Every 5 has a 1 directly above it or a 9 directly below it, or both.",
    example: "dutch-flatmates",
    meaning: |_, puzzle| {
        let grid = &puzzle.grid;
        let is = |cell, v| compare(digit(cell), Cmp::Eq, number(v));
        let one = |cell| {
            let above = grid.step(cell, -1, 0).map(|c| is(c, 1));
            let below = grid.step(cell, 1, 0).map(|c| is(c, 9));
            let other = compare(digit(cell), Cmp::Ne, number(5));
            Formula::Or([Some(other), above, below].into_iter().flatten().collect())
        };
        grid.cells().map(one).collect()
    },
    elsewhere: &[(Tool::Iss, "DutchFlatmates")],
    ..Kind::PLAIN
};

static SAME_SETS: Kind = Kind {
    name: "same-digits-in-houses",
    aliases: &["region-same-values"],
    summary: "All houses with the most cells hold the same set of digits.",
    example: "same-digits-in-houses",
    check: |_, puzzle| needs(largest(puzzle).len() > 1, "there are no two houses to compare"),
    meaning: |_, puzzle| {
        let houses = largest(puzzle);
        let has = |house: &[CellId], d| Box::new(compare(count(house, d), Cmp::Ge, number(1)));
        let same = |house: &Vec<CellId>, d| Formula::Iff(has(&houses[0], d), has(house, d));
        let rest = houses.iter().skip(1);
        rest.flat_map(|house| puzzle.grid.digits().map(|d| same(house, d))).collect()
    },
    lower: |_, puzzle, lower| {
        let houses: Vec<_> = largest(puzzle).iter().map(|house| lower.list(house)).collect();
        for pair in houses.windows(2) {
            lower.post(Constraint::SameSet { a: pair[0].clone(), b: pair[1].clone() });
        }
    },
    elsewhere: &[(Tool::Iss, "RegionSameValues")],
    ..Kind::PLAIN
};

static DOPPELGANGER: Kind = Kind {
    name: "doppelganger",
    summary: "With one more digit than cells in a house, from 0: every house holds a 0 and misses \
              one other digit; no two rows miss the same, nor two columns, nor two boxes; and at \
              each 0 its row, column and box miss different digits.",
    example: "doppelganger\ndigits 0-9",
    check: |_, puzzle| {
        let grid = &puzzle.grid;
        let digits = grid.lo() == 0 && grid.hi() as usize == grid.rows();
        needs(grid.rows() == grid.cols() && digits, "a square grid of side n with digits 0 to n")
    },
    differ: true,
    meaning: |_, puzzle| {
        let families = houses(puzzle);
        let mut all = Vec::new();
        for family in &families {
            all.extend(family.iter().map(|house| compare(count(house, 0), Cmp::Eq, number(1))));
            all.push(Formula::Distinct(
                family.iter().map(|house| missing(house, puzzle)).collect(),
            ));
        }
        for cell in puzzle.grid.cells() {
            let mine = families.iter().filter_map(|f| f.iter().find(|h| h.contains(&cell)));
            let missed = mine.map(|house| missing(house, puzzle)).collect();
            let other = compare(digit(cell), Cmp::Ne, number(0));
            all.push(Formula::Or(vec![other, Formula::Distinct(missed)]));
        }
        all
    },
    elsewhere: &[(Tool::Iss, "Doppelganger")],
    ..Kind::PLAIN
};

fn modulus(clue: &Clue) -> i64 {
    clue.numbers.first().copied().unwrap_or(3)
}

/// Every two by two square.
fn squares(puzzle: &Puzzle) -> impl Iterator<Item = Vec<CellId>> {
    let grid = &puzzle.grid;
    let corners = grid.cells().map(|c| (grid.row_of(c), grid.col_of(c)));
    let corners = corners.filter(|&(r, c)| r + 1 < grid.rows() && c + 1 < grid.cols());
    corners.map(|(row, col)| grid.rectangle(row, col, 2, 2))
}

/// One constraint for all groups of a square: so a cell hears which groups the others leave to it.
fn lower_squares(
    puzzle: &Puzzle,
    lower: &mut Lower<'_>,
    groups: usize,
    group: impl Fn(i64) -> usize,
) {
    let grid = &puzzle.grid;
    let of = |g: usize| grid.digits().filter(|&d| group(d) == g).collect();
    let groups: Arc<[Vec<i64>]> = (0..groups).map(of).collect();
    for square in squares(puzzle) {
        lower.post(Constraint::Cover { vars: lower.list(&square), groups: groups.clone() });
    }
}

/// Each two by two square holds a digit of each group.
fn each_square(puzzle: &Puzzle, groups: &[Vec<i64>]) -> Vec<Formula<Name>> {
    let mut all = Vec::new();
    for square in squares(puzzle) {
        for group in groups {
            let here = |&c: &CellId| Formula::In(digit(c), group.clone());
            all.push(Formula::Or(square.iter().map(here).collect()));
        }
    }
    all
}

/// Rows, columns and boxes (or regions) of the puzzle, kind by kind.
fn houses(puzzle: &Puzzle) -> Vec<Vec<Vec<CellId>>> {
    let of = |kind| puzzle.clues_of(kind).map(|c| c.list(0).to_vec()).collect::<Vec<_>>();
    [of("row"), of("column"), of("box"), of("region")]
        .into_iter()
        .filter(|f| !f.is_empty())
        .collect()
}

fn largest(puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let all = houses(puzzle).concat();
    let size = all.iter().map(Vec::len).max().unwrap_or(0);
    all.into_iter().filter(|house| house.len() == size).collect()
}

/// The digit a house misses: all digits together less those that are there.
fn missing(house: &[CellId], puzzle: &Puzzle) -> Expr<Name> {
    let total: i64 = puzzle.grid.digits().sum();
    Expr::minus(number(total), Expr::Sum(super::digits(house)))
}
