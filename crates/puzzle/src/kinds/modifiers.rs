//! Cells that count for something else than their digit: doublers, negators, multipliers,
//! Schroedinger cells. Each keeps what cells count for in the layer `value`.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use super::regions::layer;
use super::{compare, digit, needs, number};
use crate::flaw::Flaw;
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::puzzle::{Clue, Layer, Name, Puzzle, VALUE};

pub(crate) static KINDS: &[&Kind] = &[&DOUBLERS, &NEGATORS, &MULTIPLIERS, &SCHROEDINGER];

/// 1 where a cell is modified.
const MODIFIED: &str = "modified";
/// The second digit of a cell that has two; else its only one.
const SECOND: &str = "second";
/// 1 where a cell has two digits.
const DOUBLE: &str = "schroedinger";

static DOUBLERS: Kind = Kind {
    name: "doublers",
    summary: "One cell in each row, column and box counts double, and no digit is doubled twice. \
              Other clues use what cells count for, `value`; where, is to be found: `modified`.",
    example: "doublers",
    check: no_other,
    layers: |clue, puzzle| modified_layers(clue, puzzle),
    meaning: modified,
    words: |_, _| "the doublers".into(),
    elsewhere: &[(Tool::Iss, "Var with Sum")],
    ..Kind::PLAIN
};

static NEGATORS: Kind = Kind {
    name: "negators",
    summary: "One cell in each row, column and box counts as minus its digit, and no digit is \
              negated twice.",
    example: "negators",
    check: no_other,
    layers: |clue, puzzle| modified_layers(clue, puzzle),
    meaning: modified,
    words: |_, _| "the negators".into(),
    elsewhere: &[(Tool::Iss, "Var with Sum")],
    ..Kind::PLAIN
};

static MULTIPLIERS: Kind = Kind {
    name: "multipliers",
    args: &[Arg::new("factor", Shape::Number)],
    summary: "One cell in each row, column and box counts so many times its digit, and no digit \
              is multiplied twice.",
    example: "multipliers 3",
    check: |clue, puzzle| {
        needs((-100..=100).contains(&factor(clue)), "a factor is between -100 and 100")?;
        no_other(clue, puzzle)
    },
    layers: |clue, puzzle| modified_layers(clue, puzzle),
    meaning: modified,
    elsewhere: &[(Tool::Iss, "Var with Sum")],
    ..Kind::PLAIN
};

static SCHROEDINGER: Kind = Kind {
    name: "schroedinger-cells",
    aliases: &["schrodinger-cells", "schroedinger"],
    summary: "One cell in each row, column and box holds two digits, `second` being the larger, so \
              that every house holds all digits, one more than it has cells. The cell counts for \
              their sum, `value`.",
    example: "schroedinger-cells\ndigits 0-9",
    check: |clue, puzzle| {
        let houses = houses(puzzle);
        let one_more = |house: &Vec<CellId>| house.len() + 1 == puzzle.grid.digit_count();
        needs(houses.iter().all(one_more), "there must be one digit more than cells in a house")?;
        no_other(clue, puzzle)
    },
    layers: |_, puzzle| {
        let (lo, hi) = (puzzle.grid.lo(), puzzle.grid.hi());
        let layer = |name: &str, lo, hi| Layer { name: name.into(), lo, hi };
        vec![layer(DOUBLE, 0, 1), layer(SECOND, lo, hi), layer(VALUE, lo, 2 * hi)]
    },
    meaning: schroedinger,
    words: |_, _| "the Schroedinger cells".into(),
    elsewhere: &[(Tool::Iss, "Var with Or")],
    ..Kind::PLAIN
};

fn factor(clue: &Clue) -> i64 {
    match clue.kind.name {
        "negators" => -1,
        "multipliers" => clue.numbers.first().copied().unwrap_or(1),
        _ => 2,
    }
}

fn modified_layers(clue: &Clue, puzzle: &Puzzle) -> Vec<Layer> {
    let (lo, hi, k) = (puzzle.grid.lo(), puzzle.grid.hi(), factor(clue));
    let ends = [lo, hi, k.saturating_mul(lo), k.saturating_mul(hi)];
    let (least, most) =
        (ends.into_iter().min().unwrap_or(lo), ends.into_iter().max().unwrap_or(hi));
    vec![
        Layer { name: MODIFIED.into(), lo: 0, hi: 1 },
        Layer { name: VALUE.into(), lo: least, hi: most },
    ]
}

fn houses(puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let of = |kind| puzzle.clues_of(kind).map(|c| c.list(0).to_vec());
    of("row").chain(of("column")).chain(of("box")).chain(of("region")).collect()
}

/// What a cell counts for is told once.
fn no_other(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    let tells = |c: &&Clue| KINDS.iter().any(|k| k.name == c.kind.name);
    let others = puzzle.clues.iter().filter(tells).filter(|c| *c != clue).count();
    needs(others == 0, "another clue already tells what cells count for")
}

fn one_of_each(puzzle: &Puzzle, flags: &[Expr<Name>]) -> Vec<Formula<Name>> {
    let one = |house: &Vec<CellId>| {
        let inside = house.iter().map(|c| flags[c.index()].clone()).collect();
        compare(Expr::Sum(inside), Cmp::Eq, number(1))
    };
    houses(puzzle).iter().map(one).collect()
}

fn modified(clue: &Clue, puzzle: &Puzzle) -> Vec<Formula<Name>> {
    let (Some(flags), Some(values)) = (layer(puzzle, MODIFIED), layer(puzzle, VALUE)) else {
        return vec![];
    };
    let mut all = one_of_each(puzzle, &flags);
    for d in puzzle.grid.digits() {
        let this = |cell: CellId| {
            let flag = compare(flags[cell.index()].clone(), Cmp::Eq, number(1));
            let held = compare(digit(cell), Cmp::Eq, number(d));
            Expr::Holds(Box::new(Formula::And(vec![flag, held])))
        };
        let times = Expr::Sum(puzzle.grid.cells().map(this).collect());
        all.push(compare(times, Cmp::Le, number(1)));
    }
    for cell in puzzle.grid.cells() {
        let (flag, value) = (&flags[cell.index()], &values[cell.index()]);
        let is = |flag_is: i64, counts: Expr<Name>| {
            let flag = compare(flag.clone(), Cmp::Eq, number(flag_is));
            Formula::And(vec![flag, compare(value.clone(), Cmp::Eq, counts)])
        };
        let more = Expr::Mul(Box::new(number(factor(clue))), Box::new(digit(cell)));
        all.push(Formula::Or(vec![is(0, digit(cell)), is(1, more)]));
    }
    all
}

fn schroedinger(_: &Clue, puzzle: &Puzzle) -> Vec<Formula<Name>> {
    let layers = (layer(puzzle, DOUBLE), layer(puzzle, SECOND), layer(puzzle, VALUE));
    let (Some(flags), Some(seconds), Some(values)) = layers else {
        return vec![];
    };
    let mut all = one_of_each(puzzle, &flags);
    let second = |cell: CellId| seconds[cell.index()].clone();
    for house in houses(puzzle) {
        let pairs = super::pairwise(&house, |a, b| {
            let differ = |x, y| compare(x, Cmp::Ne, y);
            Formula::And(vec![
                differ(digit(a), digit(b)),
                differ(digit(a), second(b)),
                differ(second(a), digit(b)),
                differ(second(a), second(b)),
            ])
        });
        all.extend(pairs);
    }
    for cell in puzzle.grid.cells() {
        let (flag, value) = (&flags[cell.index()], &values[cell.index()]);
        let is = |flag_is: i64, op, counts: Expr<Name>| {
            Formula::And(vec![
                compare(flag.clone(), Cmp::Eq, number(flag_is)),
                compare(digit(cell), op, second(cell)),
                compare(value.clone(), Cmp::Eq, counts),
            ])
        };
        let both = Expr::Sum(vec![digit(cell), second(cell)]);
        all.push(Formula::Or(vec![is(0, Cmp::Eq, digit(cell)), is(1, Cmp::Lt, both)]));
    }
    all
}
