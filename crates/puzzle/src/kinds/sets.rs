//! Cages and groups of cells whose digits are counted or compared as sets.

use std::collections::BTreeMap;

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};

use super::{can_differ, compare, count, digit, digits, distinct, has_values, needs, number, sum};
use crate::drawing::{self, Drawing, End, GREY, Mark, Text};
use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[
    &MULTI_CAGE,
    &DIGITAL_ROOT,
    &RELLIK,
    &EQUALITY,
    &LOOK_AND_SAY,
    &CONTAINS,
    &CONTAINS_EXACTLY,
    &QUADRUPLE,
    &QUADRUPLE_SET,
    &CLONE,
    &SAME_DIGITS,
    &COUNTING_CIRCLES,
    &COUNT_DISTINCT,
    &VALUE_INDEXING,
];

static MULTI_CAGE: Kind = Kind {
    name: "multi-cage",
    aliases: &["multi-sum-cage"],
    args: &[Arg::new("sum", Shape::Numbers(false)), Arg::new("cells", Shape::Cells(1))],
    summary: "Digits do not repeat in the cage and add up to one of the sums.",
    example: "multi-cage 12 15 r1c1-3",
    check: |clue, puzzle| can_differ("cage", clue.list(0), puzzle),
    differ: true,
    meaning: |clue, puzzle| {
        let total = sum(clue.list(0), puzzle);
        vec![distinct(clue.list(0)), Formula::In(total, clue.numbers.clone())]
    },
    lower: |clue, puzzle, lower| {
        lower_sets(clue, puzzle, lower, |set| clue.numbers.contains(&set.iter().sum()));
    },
    elsewhere: &[(Tool::Rangsk, "mskiller"), (Tool::Iss, "NFA")],
    drawing: drawing::cage(Text::Either),
    ..Kind::PLAIN
};

static DIGITAL_ROOT: Kind = Kind {
    name: "digital-root-cage",
    args: &[Arg::new("root", Shape::Number), Arg::new("cells", Shape::Cells(1))],
    summary: "Digits do not repeat in the cage; the digits of their sum, added until one is left, \
              make the root.",
    example: "digital-root-cage 7 r1c1-3",
    check: |clue, puzzle| {
        can_differ("cage", clue.list(0), puzzle)?;
        let root = (0..=9).contains(&first(clue));
        if root { Ok(()) } else { Err(Flaw::new(Part::Arg(0), "a root is one digit")) }
    },
    differ: true,
    meaning: |clue, puzzle| {
        let total = sum(clue.list(0), puzzle);
        let nine = Box::new(number(9));
        let root = Expr::Rem(Box::new(total), nine, Rounding::Floor);
        vec![distinct(clue.list(0)), compare(root, Cmp::Eq, number(first(clue) % 9))]
    },
    lower: |clue, puzzle, lower| {
        let root = first(clue) % 9;
        lower_sets(clue, puzzle, lower, |set| set.iter().sum::<i64>().rem_euclid(9) == root);
    },
    elsewhere: &[(Tool::FPuzzles, "cage with DR"), (Tool::Iss, "NFA")],
    drawing: Drawing::Cage { colour: "#000000", text: Text::After("DR") },
    ..Kind::PLAIN
};

static RELLIK: Kind = Kind {
    name: "rellik",
    aliases: &["rellik-cage"],
    args: &[Arg::new("sum", Shape::Number), Arg::new("cells", Shape::Cells(1))],
    summary: "Digits do not repeat in the cage, and no one or more of them add up to the sum.",
    example: "rellik 10 r1c1-3",
    check: |clue, puzzle| {
        needs(clue.list(0).len() <= 16, "a rellik cage has at most 16 cells")?;
        can_differ("cage", clue.list(0), puzzle)
    },
    differ: true,
    meaning: |clue, puzzle| {
        let cells = clue.list(0);
        let some = |subset: u32| {
            let inside = (0..cells.len()).filter(|i| subset >> i & 1 == 1).map(|i| cells[i]);
            let part: Vec<CellId> = inside.collect();
            compare(sum(&part, puzzle), Cmp::Ne, number(first(clue)))
        };
        let parts = (1..1u32 << cells.len().min(16)).map(some);
        [distinct(cells)].into_iter().chain(parts).collect()
    },
    lower: |clue, puzzle, lower| {
        let total = first(clue);
        lower_sets(clue, puzzle, lower, |set| !some_sum_to(set, total, false));
    },
    elsewhere: &[(Tool::Iss, "RellikCage")],
    drawing: Drawing::Cage { colour: "#C00000", text: Text::After("not ") },
    ..Kind::PLAIN
};

static EQUALITY: Kind = Kind {
    name: "equality-cage",
    args: &[Arg::new("cells", Shape::Cells(2))],
    summary: "Digits do not repeat in the cage; as many are even as odd, and as many low as high. \
              Of an odd number of digits the middle one is neither low nor high.",
    example: "equality-cage r1c1-4",
    check: |clue, puzzle| {
        needs(
            clue.list(0).len().is_multiple_of(2),
            "an equality cage has an even number of cells",
        )?;
        can_differ("cage", clue.list(0), puzzle)
    },
    differ: true,
    meaning: |clue, puzzle| {
        let cells = clue.list(0);
        let half = Expr::Const(cells.len() as i64 / 2);
        let among = |set: Vec<i64>| {
            let one = |&c: &CellId| Expr::Holds(Box::new(Formula::In(digit(c), set.clone())));
            Expr::Sum(cells.iter().map(one).collect())
        };
        let half_of = |set: Vec<i64>| compare(among(set), Cmp::Eq, half.clone());
        let [low, high] = halves(puzzle);
        let parity = |r: i64| puzzle.grid.digits().filter(|d| d % 2 == r).collect::<Vec<_>>();
        let mut all = vec![distinct(cells)];
        all.extend([low, high, parity(0), parity(1)].map(half_of));
        all
    },
    lower: |clue, puzzle, lower| {
        let half = clue.list(0).len() / 2;
        let [low, high] = halves(puzzle);
        let good = |set: &[i64]| {
            let among = |which: &[i64]| set.iter().filter(|d| which.contains(d)).count();
            let even = set.iter().filter(|d| *d % 2 == 0).count();
            even == half && among(&low) == half && among(&high) == half
        };
        let vars = lower.list(clue.list(0));
        if !lower.one_of_the_sets(vars, good) {
            clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
        }
    },
    elsewhere: &[(Tool::Iss, "EqualityCage")],
    drawing: Drawing::Cage { colour: "#008000", text: Text::After("=") },
    ..Kind::PLAIN
};

static LOOK_AND_SAY: Kind = Kind {
    name: "look-and-say",
    args: &[Arg::new("counts", Shape::Counts), Arg::new("cells", Shape::Cells(1))],
    summary: "Each of the digits told occurs exactly so often among the cells; of other digits \
              nothing is said.",
    example: "look-and-say 2x5 1x7 r1c1-4",
    check: |clue, puzzle| {
        let digit = |pair: &[i64]| pair.get(1).is_some_and(|d| puzzle.grid.digits().contains(d));
        let cells = clue.list(0).len() as i64;
        let fits = |pair: &[i64]| digit(pair) && (0..=cells).contains(&pair[0]);
        if clue.numbers.chunks(2).all(fits) {
            return Ok(());
        }
        Err(Flaw::new(Part::Arg(0), "these counts are impossible").help("write 2x5 for two fives"))
    },
    meaning: |clue, _| {
        let one = |p: &[i64]| compare(count(clue.list(0), p[1]), Cmp::Eq, number(p[0]));
        clue.numbers.chunks_exact(2).map(one).collect()
    },
    words: |clue, puzzle| {
        let pairs = clue.numbers.chunks_exact(2).map(|p| format!("{}x{}", p[0], p[1]));
        let pairs: Vec<String> = pairs.collect();
        format!("the look and say {} {}", pairs.join(" "), puzzle.grid.told(clue.list(0)))
    },
    elsewhere: &[(Tool::SudokuMaker, "304"), (Tool::Iss, "LookAndSay")],
    drawing: drawing::cage(Text::Counts),
    ..Kind::PLAIN
};

const DIGITS_AND_CELLS: &[Arg] =
    &[Arg::new("digits", Shape::Digits), Arg::new("cells", Shape::Cells(1))];

static CONTAINS: Kind = Kind {
    name: "contains",
    aliases: &["contain-at-least"],
    args: DIGITS_AND_CELLS,
    summary: "Each of the digits occurs among the cells at least as often as it is told.",
    example: "contains 5 7 r1c1-4",
    check: check_contents,
    meaning: |clue, _| contents(clue, Cmp::Ge),
    lower: lower_contents,
    elsewhere: &[(Tool::SudokuMaker, "Required"), (Tool::Iss, "ContainAtLeast")],
    drawing: drawing::cage(Text::After("has ")),
    ..Kind::PLAIN
};

static CONTAINS_EXACTLY: Kind = Kind {
    name: "contains-exactly",
    aliases: &["contain-exact"],
    args: DIGITS_AND_CELLS,
    summary: "Each of the digits occurs among the cells exactly as often as it is told.",
    example: "contains-exactly 5 7 r1c1-4",
    check: check_contents,
    meaning: |clue, _| contents(clue, Cmp::Eq),
    lower: |clue, puzzle, lower| {
        clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
        only_these(clue, puzzle, lower);
    },
    elsewhere: &[(Tool::Iss, "ContainExact")],
    drawing: drawing::cage(Text::After("exactly ")),
    ..Kind::PLAIN
};

static QUADRUPLE: Kind = Kind {
    name: "quadruple",
    aliases: &["quad"],
    args: DIGITS_AND_CELLS,
    summary: "Each of the digits occurs among the four cells around a corner at least as often as \
              it is told.",
    example: "quadruple 5 7 r1-2c1-2",
    check: check_contents,
    meaning: |clue, _| contents(clue, Cmp::Ge),
    lower: lower_contents,
    elsewhere: &[
        (Tool::FPuzzles, "quadruple"),
        (Tool::SudokuMaker, "303"),
        (Tool::Iss, "Quad"),
        (Tool::Rangsk, "quad"),
    ],
    drawing: Drawing::Corner { dashed: false },
    ..Kind::PLAIN
};

static QUADRUPLE_SET: Kind = Kind {
    name: "quadruple-set",
    args: DIGITS_AND_CELLS,
    summary: "Each of the digits occurs among the four cells around a corner; told twice it need \
              not occur twice.",
    example: "quadruple-set 5 5 r1-2c1-2",
    check: |clue, puzzle| check_digits(clue, puzzle),
    meaning: |clue, _| {
        let one = |&d: &i64| compare(count(clue.list(0), d), Cmp::Ge, number(1));
        clue.numbers.iter().map(one).collect()
    },
    elsewhere: &[(Tool::FPuzzles, "quadruple, as its own page checks it")],
    drawing: Drawing::Corner { dashed: true },
    ..Kind::PLAIN
};

static CLONE: Kind = Kind {
    name: "clone",
    aliases: &["clones"],
    args: &[
        Arg::new("cells", Shape::Cells(1)),
        Arg::new("equals", Shape::Equals(false)),
        Arg::new("copy", Shape::Cells(1)),
    ],
    summary: "Each cell of the first list holds the digit of the cell at the same place of the \
              second.",
    example: "clone r1c1-3 = r5c4-6",
    check: |clue, _| {
        let same = clue.list(0).len() == clue.list(1).len();
        needs(same, "a clone has as many cells as its original")
    },
    meaning: |clue, _| {
        let pairs = clue.list(0).iter().zip(clue.list(1));
        pairs.map(|(&a, &b)| compare(digit(a), Cmp::Eq, digit(b))).collect()
    },
    elsewhere: &[
        (Tool::FPuzzles, "clone"),
        (Tool::SudokuMaker, "302"),
        (Tool::Iss, "SameValues"),
        (Tool::Rangsk, "clone"),
    ],
    drawing: Drawing::Fill { colour: GREY, outlined: false, text: Text::Named("") },
    ..Kind::PLAIN
};

static SAME_DIGITS: Kind = Kind {
    name: "same-digits",
    aliases: &["same-values"],
    args: &[Arg::new("cells", Shape::Lists(2))],
    summary: "All lists hold the same digits, each as often, in any order.",
    example: "same-digits r1c1-3 / r4c4-6",
    check: |clue, _| {
        let same = clue.cells.iter().all(|list| list.len() == clue.list(0).len());
        needs(same, "lists with the same digits have as many cells")
    },
    meaning: |clue, puzzle| {
        let rest = clue.cells.iter().skip(1);
        let alike = |list: &Vec<CellId>| match (clue.list(0), &list[..]) {
            ([a], [b]) => vec![compare(digit(*a), Cmp::Eq, digit(*b))],
            (first, list) => {
                let same = |d| compare(count(first, d), Cmp::Eq, count(list, d));
                puzzle.grid.digits().map(same).collect()
            }
        };
        rest.flat_map(alike).collect()
    },
    lower: |clue, puzzle, lower| {
        // The count of each digit, and the sets: these prune before anything is known.
        clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
        let lists: Vec<_> = clue.cells.iter().map(|list| lower.list(list)).collect();
        for pair in lists.windows(2).filter(|pair| pair[0].len() > 1) {
            lower.post(Constraint::SameSet { a: pair[0].clone(), b: pair[1].clone() });
        }
    },
    elsewhere: &[(Tool::Iss, "SameValues")],
    drawing: drawing::cage(Text::Named("digits ")),
    ..Kind::PLAIN
};

static COUNTING_CIRCLES: Kind = Kind {
    name: "counting-circles",
    args: &[Arg::new("cells", Shape::Cells(1))],
    summary: "A digit that occurs in the circles occurs in them exactly as often as it says.",
    example: "counting-circles r1c1 r2c5 r5c5 r9c9",
    meaning: |clue, puzzle| {
        let one = |d| Formula::In(count(clue.list(0), d), vec![0, d]);
        puzzle.grid.digits().map(one).collect()
    },
    elsewhere: &[(Tool::Iss, "CountingCircles")],
    drawing: drawing::mark(Mark::Ring, "#A1A1A1"),
    ..Kind::PLAIN
};

static COUNT_DISTINCT: Kind = Kind {
    name: "count-distinct",
    aliases: &["countdistinct"],
    args: &[
        Arg::new("cell", Shape::Cells(1)),
        Arg::new("equals", Shape::Equals(false)),
        Arg::new("cells", Shape::Cells(1)),
    ],
    summary: "The first cell says how many different digits the others hold.",
    example: "count-distinct r5c5 = r4c4-6 r6c4-6",
    check: |clue, _| needs(clue.list(0).len() == 1, "one cell says how many digits there are"),
    meaning: |clue, puzzle| {
        let used = |d| Expr::Holds(Box::new(compare(count(clue.list(1), d), Cmp::Ge, number(1))));
        let different = Expr::Sum(puzzle.grid.digits().map(used).collect());
        clue.list(0).iter().map(|&c| compare(digit(c), Cmp::Eq, different.clone())).collect()
    },
    elsewhere: &[(Tool::Iss, "CountDistinct")],
    drawing: Drawing::Count { text: Text::After("distinct") },
    ..Kind::PLAIN
};

static VALUE_INDEXING: Kind = Kind {
    name: "value-indexing",
    args: &[Arg::new("cells", Shape::Cells(3))],
    summary: "The second cell says which of the cells after it holds the digit of the first.",
    example: "value-indexing r1c1-6",
    meaning: |clue, _| match clue.list(0) {
        [held, place, rest @ ..] => {
            let element = Expr::Element(Box::new(digit(*place)), digits(rest));
            vec![compare(element, Cmp::Eq, digit(*held))]
        }
        _ => vec![],
    },
    elsewhere: &[(Tool::Iss, "ValueIndexing")],
    drawing: drawing::labelled("#A1A1A1", 0.06, End::Plain, Text::After("index")),
    ..Kind::PLAIN
};

fn first(clue: &Clue) -> i64 {
    clue.numbers.first().copied().unwrap_or(0)
}

fn some_sum_to(set: &[i64], total: i64, any: bool) -> bool {
    match set.split_first() {
        None => any && total == 0,
        Some((v, rest)) => some_sum_to(rest, total, any) || some_sum_to(rest, total - v, true),
    }
}

/// Low digits and high ones; a middle digit is neither.
fn halves(puzzle: &Puzzle) -> [Vec<i64>; 2] {
    let half = puzzle.grid.digit_count() / 2;
    [puzzle.grid.digits().take(half).collect(), puzzle.grid.digits().rev().take(half).collect()]
}

fn lower_sets(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>, good: impl Fn(&[i64]) -> bool) {
    let vars = lower.list(clue.list(0));
    if has_values(puzzle) || !lower.one_of_the_sets(vars, good) {
        clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
    }
}

/// How often each digit is told.
fn times(clue: &Clue) -> BTreeMap<i64, i64> {
    let mut times = BTreeMap::new();
    clue.numbers.iter().for_each(|&d| *times.entry(d).or_default() += 1);
    times
}

fn contents(clue: &Clue, op: Cmp) -> Vec<Formula<Name>> {
    let one = |(d, n)| compare(count(clue.list(0), d), op, number(n));
    times(clue).into_iter().map(one).collect()
}

/// Digits that must occur, all at once if they are few; those told twice are counted.
fn lower_contents(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let cells = clue.list(0);
    let few = clue.numbers.len() <= MOST_COVERED && cells.len() <= MOST_COVERING;
    if times(clue).into_iter().any(|(_, n)| n > 1) || !few {
        clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
        return only_these(clue, puzzle, lower);
    }
    let groups = clue.numbers.iter().map(|&d| vec![d]).collect();
    lower.post(Constraint::Cover { vars: lower.list(cells), groups });
}

/// Digits that take all the cells leave no other, which the count of each does not say alone.
fn only_these(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let cells = clue.list(0);
    if clue.numbers.len() == cells.len() {
        for other in puzzle.grid.digits().filter(|d| !clue.numbers.contains(d)) {
            lower.formula(&compare(count(cells, other), Cmp::Eq, number(0)));
        }
    }
}

/// Digits and cells of one constraint; the kernel only checks larger ones.
const MOST_COVERED: usize = 6;
const MOST_COVERING: usize = 16;

fn check_digits(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    match clue.numbers.iter().find(|d| !puzzle.grid.digits().contains(d)) {
        Some(d) => Err(Flaw::new(Part::Arg(0), format!("no cell can hold the digit {d}"))),
        None => Ok(()),
    }
}

fn check_contents(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    check_digits(clue, puzzle)?;
    let (n, cells) = (clue.numbers.len(), clue.list(0).len());
    if n <= cells {
        return Ok(());
    }
    Err(Flaw::new(
        Part::Arg(0),
        match cells {
            1 => format!("one cell cannot hold {n} digits"),
            _ => format!("{cells} cells cannot hold {n} digits"),
        },
    ))
}
