//! Lines that say how the digits along them go on: whispers, renbans, palindromes and such.

use std::hash::Hash;

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};

use super::{
    compare, distance, has_values, needs, neighbours, number, once, pairwise, value, values,
};
use crate::drawing::{self, End, GREY, Text};
use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::Lower;
use crate::machine::automaton;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[
    &PALINDROME,
    &RENBAN,
    &NABNER,
    &WHISPER,
    &DUTCH_WHISPER,
    &MODULAR,
    &PARITY,
    &ENTROPIC,
    &BETWEEN,
    &LOCKOUT,
    &SEQUENCE,
];

const LINE: &[Arg] = &[Arg::new("cells", Shape::Cells(2))];

static PALINDROME: Kind = Kind {
    name: "palindrome",
    args: LINE,
    summary: "The line reads the same from both ends.",
    example: "palindrome r1c1-5",
    meaning: |clue, puzzle| {
        let line = clue.list(0);
        let ends = line.iter().zip(line.iter().rev()).take(line.len() / 2);
        ends.map(|(&a, &b)| compare(value(a, puzzle), Cmp::Eq, value(b, puzzle))).collect()
    },
    elsewhere: &[
        (Tool::FPuzzles, "palindrome"),
        (Tool::SudokuMaker, "402"),
        (Tool::Iss, "Palindrome"),
        (Tool::Rangsk, "palindrome"),
    ],
    drawing: drawing::line(GREY, 0.25),
    ..Kind::PLAIN
};

static RENBAN: Kind = Kind {
    name: "renban",
    args: LINE,
    summary: "Consecutive digits in any order, none twice.",
    example: "renban r1c1-4",
    check: |clue, puzzle| different("renban", clue, puzzle),
    differ: true,
    meaning: |clue, puzzle| {
        let all = values(clue.list(0), puzzle);
        let span = Expr::minus(Expr::Max(all.clone()), Expr::Min(all.clone()));
        let gap_free = compare(span, Cmp::Eq, number(all.len() as i64 - 1));
        vec![Formula::Distinct(all), gap_free]
    },
    lower: |clue, puzzle, lower| {
        lower_sets(clue, puzzle, lower, |set| set.windows(2).all(|w| w[0] + 1 == w[1]));
    },
    elsewhere: &[
        (Tool::FPuzzles, "renban"),
        (Tool::SudokuMaker, "400"),
        (Tool::Iss, "Renban"),
        (Tool::Rangsk, "renban"),
    ],
    drawing: drawing::line("#F067F0", 0.125),
    ..Kind::PLAIN
};

static NABNER: Kind = Kind {
    name: "nabner",
    args: LINE,
    summary: "No two digits of the line are equal or consecutive.",
    example: "nabner r1c1-4",
    check: |clue, puzzle| {
        once("nabner", clue.list(0), puzzle)?;
        let most = puzzle.grid.digit_count().div_ceil(2);
        let message = format!("nabner has too many cells: {most} at most with these digits");
        needs(has_values(puzzle) || clue.list(0).len() <= most, &message)
    },
    meaning: |clue, puzzle| {
        pairwise(clue.list(0), |a, b| compare(distance(a, b, puzzle), Cmp::Ge, number(2)))
    },
    lower: |clue, puzzle, lower| {
        lower_sets(clue, puzzle, lower, |set| set.windows(2).all(|w| w[0] + 1 < w[1]));
    },
    elsewhere: &[(Tool::FPuzzles, "nabner"), (Tool::Iss, "PairX"), (Tool::Rangsk, "nabner")],
    drawing: drawing::line("#C9C883", 0.125),
    ..Kind::PLAIN
};

static WHISPER: Kind = Kind {
    name: "whisper",
    aliases: &["whispers", "german-whisper", "german-whispers"],
    args: &[Arg::new("difference", Shape::OptionalNumber), Arg::new("cells", Shape::Cells(2))],
    summary: "Neighbours on the line differ by at least the number; without one, by half the \
              number of digits, rounded up (5 of 9).",
    example: "whisper r1c1-5",
    check: |clue, puzzle| apart("whisper", clue, puzzle, whisper(clue, puzzle)),
    meaning: |clue, puzzle| farther(clue, puzzle, whisper(clue, puzzle)),
    elsewhere: &[
        (Tool::FPuzzles, "whispers"),
        (Tool::SudokuMaker, "401"),
        (Tool::Iss, "Whisper"),
        (Tool::Rangsk, "whispers"),
    ],
    drawing: drawing::labelled("#67F067", 0.094, End::Plain, Text::Before("+")),
    ..Kind::PLAIN
};

static DUTCH_WHISPER: Kind = Kind {
    name: "dutch-whisper",
    aliases: &["dutch-whispers"],
    args: LINE,
    summary: "Neighbours on the line differ by at least half the number of digits, rounded up, \
              less one (4 of 9).",
    example: "dutch-whisper r1c1-5",
    check: |clue, puzzle| apart("whisper", clue, puzzle, half(puzzle) - 1),
    meaning: |clue, puzzle| farther(clue, puzzle, half(puzzle) - 1),
    elsewhere: &[(Tool::SudokuMaker, "401"), (Tool::Iss, "Whisper~4")],
    drawing: drawing::line("#FF9A00", 0.094),
    ..Kind::PLAIN
};

static MODULAR: Kind = Kind {
    name: "modular-line",
    aliases: &["modular", "modularline"],
    args: &[Arg::new("modulus", Shape::NumberOr(3)), Arg::new("cells", Shape::Cells(2))],
    summary: "Any so many neighbours on the line, three if no number is given, leave different \
              remainders when divided by the number.",
    example: "modular-line r1c1-5",
    check: |clue, _| match modulus(clue) {
        2..=64 => Ok(()),
        m => Err(Flaw::new(Part::Arg(0), format!("{m} is no modulus")).help("2 or more")),
    },
    meaning: |clue, puzzle| windows_differ(clue, modulus(clue), |c| remainder(c, clue, puzzle)),
    lower: |clue, puzzle, lower| {
        let m = modulus(clue);
        lower_ranks(clue, puzzle, lower, m as usize, |v| v.rem_euclid(m));
    },
    elsewhere: &[
        (Tool::FPuzzles, "modularline"),
        (Tool::SudokuMaker, "406"),
        (Tool::Iss, "Modular"),
        (Tool::Rangsk, "modl"),
    ],
    drawing: drawing::labelled("#33BBBB", 0.08, End::Plain, Text::After("mod ")),
    ..Kind::PLAIN
};

static PARITY: Kind = Kind {
    name: "parity-line",
    args: LINE,
    summary: "Odd and even digits take turns.",
    example: "parity-line r1c1-5",
    meaning: |clue, puzzle| windows_differ(clue, 2, |c| remainder(c, clue, puzzle)),
    lower: |clue, puzzle, lower| lower_ranks(clue, puzzle, lower, 2, |v| v.rem_euclid(2)),
    elsewhere: &[(Tool::SudokuMaker, "406"), (Tool::Iss, "Modular~2")],
    drawing: drawing::labelled("#33BBBB", 0.08, End::Plain, Text::After("mod 2")),
    ..Kind::PLAIN
};

static ENTROPIC: Kind = Kind {
    name: "entropic-line",
    aliases: &["entropic", "entropicline"],
    args: LINE,
    summary: "Any three neighbours on the line are one low, one middle and one high digit; where \
              the digits do not fall into three equal parts, the middle one differs in size.",
    example: "entropic-line r1c1-5",
    check: |_, puzzle| needs(puzzle.grid.digit_count() >= 3, "entropy needs three digits"),
    meaning: |clue, puzzle| windows_differ(clue, 3, |c| rank(c, puzzle)),
    lower: |clue, puzzle, lower| {
        let (low, high) = thirds(puzzle);
        lower_ranks(clue, puzzle, lower, 3, |v| i64::from(v >= low) + i64::from(v > high));
    },
    elsewhere: &[
        (Tool::FPuzzles, "entropicline"),
        (Tool::SudokuMaker, "406"),
        (Tool::Iss, "Entropic"),
        (Tool::Rangsk, "entrol"),
    ],
    drawing: drawing::line("#FFCCAA", 0.08),
    ..Kind::PLAIN
};

static BETWEEN: Kind = Kind {
    name: "between-line",
    aliases: &["between", "betweenline"],
    args: &[Arg::new("cells", Shape::Cells(2))],
    summary: "Digits inside the line lie strictly between the digits at its ends.",
    example: "between-line r1c1-5",
    meaning: |clue, puzzle| {
        inside(clue, puzzle, |a, b, x| {
            Formula::Or(vec![
                Formula::And(vec![less(a, x), less(x, b)]),
                Formula::And(vec![less(b, x), less(x, a)]),
            ])
        })
    },
    lower: |clue, puzzle, lower| {
        // With nothing between them the ends may be anything.
        if clue.list(0).len() > 2 {
            lower_ends(clue, puzzle, lower, |a, b| a != b, |a, b, x| a.min(b) < x && x < a.max(b));
        }
    },
    elsewhere: &[
        (Tool::FPuzzles, "betweenline"),
        (Tool::SudokuMaker, "403"),
        (Tool::Iss, "Between"),
        (Tool::Rangsk, "betweenline"),
    ],
    drawing: drawing::ended(GREY, 0.03, End::Circle),
    ..Kind::PLAIN
};

static LOCKOUT: Kind = Kind {
    name: "lockout",
    aliases: &["lockout-line"],
    args: &[Arg::new("difference", Shape::OptionalNumber), Arg::new("cells", Shape::Cells(2))],
    summary: "The ends of the line differ by at least the number, 4 if none is given; digits \
              inside are smaller than both ends or larger than both.",
    example: "lockout r1c1-5",
    check: |clue, puzzle| apart("lockout", clue, puzzle, lockout(clue)),
    meaning: |clue, puzzle| {
        let mut all = inside(clue, puzzle, |a, b, x| {
            Formula::Or(vec![
                Formula::And(vec![less(x, a), less(x, b)]),
                Formula::And(vec![less(a, x), less(b, x)]),
            ])
        });
        if let [a, .., b] = *clue.list(0) {
            all.push(compare(distance(a, b, puzzle), Cmp::Ge, number(lockout(clue))));
        }
        all
    },
    lower: |clue, puzzle, lower| {
        let least = lockout(clue);
        let ends = move |a: i64, b: i64| (a - b).abs() >= least;
        lower_ends(clue, puzzle, lower, ends, |a, b, x| x < a.min(b) || x > a.max(b));
    },
    elsewhere: &[(Tool::FPuzzles, "lockout"), (Tool::SudokuMaker, "407"), (Tool::Iss, "Lockout")],
    drawing: drawing::labelled(GREY, 0.03, End::Diamond, Text::Before("+")),
    ..Kind::PLAIN
};

static SEQUENCE: Kind = Kind {
    name: "sequence",
    aliases: &["sequence-line", "arithmetic-line"],
    args: LINE,
    summary: "Digits go up or down along the line by the same step, which may be 0.",
    example: "sequence r1c1-4",
    meaning: |clue, puzzle| {
        let steps = |w: &[CellId]| {
            let [a, b, c] = [w[0], w[1], w[2]].map(|cell| value(cell, puzzle));
            compare(Expr::minus(b.clone(), a), Cmp::Eq, Expr::minus(c, b))
        };
        clue.list(0).windows(3).map(steps).collect()
    },
    lower: |clue, puzzle, lower| {
        let start = (None::<i64>, None::<i64>);
        let step = |&(last, by): &(Option<i64>, Option<i64>), v: i64| match (last, by) {
            (None, _) => Some((Some(v), None)),
            (Some(last), None) => Some((Some(v), Some(v - last))),
            (Some(last), Some(by)) => (v - last == by).then_some((Some(v), Some(by))),
        };
        lower_machine(clue, puzzle, lower, clue.list(0), start, step);
    },
    elsewhere: &[(Tool::SudokuMaker, "405"), (Tool::Iss, "NFA")],
    drawing: drawing::line("#CFCFCF", 0.12),
    ..Kind::PLAIN
};

fn less(a: &Expr<Name>, b: &Expr<Name>) -> Formula<Name> {
    compare(a.clone(), Cmp::Lt, b.clone())
}

/// A statement about the two ends of the line and each cell inside it.
fn inside(
    clue: &Clue,
    puzzle: &Puzzle,
    one: impl Fn(&Expr<Name>, &Expr<Name>, &Expr<Name>) -> Formula<Name>,
) -> Vec<Formula<Name>> {
    let [a, middle @ .., b] = clue.list(0) else {
        return vec![];
    };
    let (a, b) = (value(*a, puzzle), value(*b, puzzle));
    middle.iter().map(|&x| one(&a, &b, &value(x, puzzle))).collect()
}

/// Half the digits, rounded up.
fn half(puzzle: &Puzzle) -> i64 {
    puzzle.grid.digit_count().div_ceil(2) as i64
}

fn whisper(clue: &Clue, puzzle: &Puzzle) -> i64 {
    clue.numbers.first().copied().unwrap_or_else(|| half(puzzle))
}

fn lockout(clue: &Clue) -> i64 {
    clue.numbers.first().copied().unwrap_or(4)
}

fn modulus(clue: &Clue) -> i64 {
    match (clue.kind.name, clue.numbers.first()) {
        ("parity-line", _) => 2,
        (_, first) => first.copied().unwrap_or(3),
    }
}

fn remainder(cell: CellId, clue: &Clue, puzzle: &Puzzle) -> Expr<Name> {
    let m = Box::new(number(modulus(clue)));
    Expr::Rem(Box::new(value(cell, puzzle)), m, Rounding::Floor)
}

/// The smallest middle digit and the largest.
pub(super) fn thirds(puzzle: &Puzzle) -> (i64, i64) {
    let grid = &puzzle.grid;
    let outer = (grid.digit_count() as i64 + 1) / 3;
    (grid.lo() + outer, grid.hi() - outer)
}

/// 0 for a low digit, 1 for a middle one, 2 for a high one.
fn rank(cell: CellId, puzzle: &Puzzle) -> Expr<Name> {
    let (low, high) = thirds(puzzle);
    let at_least =
        |op, bound| Expr::Holds(Box::new(compare(value(cell, puzzle), op, number(bound))));
    Expr::Sum(vec![at_least(Cmp::Ge, low), at_least(Cmp::Gt, high)])
}

fn farther(clue: &Clue, puzzle: &Puzzle, least: i64) -> Vec<Formula<Name>> {
    neighbours(clue).map(|(a, b)| compare(distance(a, b, puzzle), Cmp::Ge, number(least))).collect()
}

/// In any `size` neighbours along the line, what is told of them differs.
fn windows_differ(
    clue: &Clue,
    size: i64,
    told: impl Fn(CellId) -> Expr<Name>,
) -> Vec<Formula<Name>> {
    let line = clue.list(0);
    let near = |i: usize| (i + 1..line.len()).take_while(move |j| ((j - i) as i64) < size);
    let pairs = (0..line.len()).flat_map(|i| near(i).map(move |j| (i, j)));
    pairs.map(|(i, j)| compare(told(line[i]), Cmp::Ne, told(line[j]))).collect()
}

fn different(what: &str, clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    match has_values(puzzle) {
        true => once(what, clue.list(0), puzzle),
        false => super::can_differ(what, clue.list(0), puzzle),
    }
}

fn apart(what: &str, clue: &Clue, puzzle: &Puzzle, least: i64) -> Result<(), Flaw> {
    let widest = puzzle.grid.hi() - puzzle.grid.lo();
    if least <= widest || has_values(puzzle) || clue.list(0).len() < 2 {
        return Ok(());
    }
    let message = format!("no two digits of this {what} differ by {least}");
    Err(Flaw::new(Part::Arg(0), message).help(format!("at most {widest}")))
}

/// Different digits whose set is good, listed if they can be.
fn lower_sets(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>, good: impl Fn(&[i64]) -> bool) {
    let vars = lower.values(clue.list(0));
    if has_values(puzzle) || !lower.one_of_the_sets(vars, good) {
        clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
    }
}

/// A line read by a machine; by the meaning if the machine is too large. What it does must depend
/// on nothing but the kind, the clue's numbers and the grid: clues that agree in these share it.
pub(super) fn lower_machine<S: Hash + Ord + Clone>(
    clue: &Clue,
    puzzle: &Puzzle,
    lower: &mut Lower<'_>,
    line: &[CellId],
    start: S,
    step: impl Fn(&S, i64) -> Option<S>,
) {
    lower_machine_to(clue, puzzle, lower, line, start, step, |_| true);
}

/// The same where not every state is good at the end.
pub(super) fn lower_machine_to<S: Hash + Ord + Clone, I: IntoIterator<Item = S>>(
    clue: &Clue,
    puzzle: &Puzzle,
    lower: &mut Lower<'_>,
    line: &[CellId],
    start: S,
    step: impl Fn(&S, i64) -> I,
    good: impl Fn(&S) -> bool,
) {
    let letters = line.first().map_or((0, 0), |&cell| puzzle.range(puzzle.value_of(cell)));
    let machine = (clue.kind.name, clue.numbers.clone(), letters);
    let make = || automaton(letters.0..=letters.1, start, step, good);
    match lower.automaton(machine, make) {
        Some(automaton) => {
            let vars = lower.values(line);
            lower.post(Constraint::Regular { vars, automaton });
        }
        None => clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula)),
    }
}

/// Ranks that differ in any `size` neighbours; the last `size - 1` ranks are the state.
fn lower_ranks(
    clue: &Clue,
    puzzle: &Puzzle,
    lower: &mut Lower<'_>,
    size: usize,
    rank: impl Fn(i64) -> i64,
) {
    if size > 5 {
        return clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
    }
    let step = |last: &Vec<i64>, v: i64| {
        let rank = rank(v);
        if last.contains(&rank) {
            return None;
        }
        let mut next = last.clone();
        next.push(rank);
        if next.len() == size {
            next.remove(0);
        }
        Some(next)
    };
    lower_machine(clue, puzzle, lower, clue.list(0), vec![], step);
}

/// The two ends first, then what lies inside: the ends are the state.
fn lower_ends(
    clue: &Clue,
    puzzle: &Puzzle,
    lower: &mut Lower<'_>,
    ends: impl Fn(i64, i64) -> bool,
    fits: impl Fn(i64, i64, i64) -> bool,
) {
    let [a, middle @ .., b] = clue.list(0) else { return };
    let line: Vec<CellId> = [*a, *b].into_iter().chain(middle.iter().copied()).collect();
    let step = |&(a, b): &(Option<i64>, Option<i64>), v: i64| match (a, b) {
        (None, _) => Some((Some(v), None)),
        (Some(a), None) => ends(a, v).then_some((Some(a), Some(v))),
        (Some(a), Some(b)) => fits(a, b, v).then_some((Some(a), Some(b))),
    };
    lower_machine(clue, puzzle, lower, &line, (None, None), step);
}
