//! Clues written outside the grid.

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use super::along::lower_machine_to;
use super::{compare, distinct, has_values, needs, number, sum_is, value, values};
use crate::drawing::{self, Drawing, End, Frame, GREY, Text};
use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::{Lower, first_repeat};
use crate::machine::automaton;
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[
    &LITTLE_KILLER,
    &SANDWICH,
    &LUNCHBOX,
    &X_SUM,
    &SKYSCRAPER,
    &HIDDEN_SKYSCRAPER,
    &NUMBERED_ROOM,
];

static LITTLE_KILLER: Kind = Kind {
    name: "little-killer",
    aliases: &["littlekiller"],
    args: &[Arg::new("sum", Shape::Number), Arg::new("diagonal", Shape::Diagonal)],
    summary: "The digits of the diagonal that enters the grid at the cell add up to the sum; \
              they may repeat.",
    example: "little-killer 14 r1c4 down-left",
    check: check_little_killer,
    meaning: |clue, puzzle| {
        clue.numbers.iter().map(|&total| sum_is(clue.list(0), total, puzzle)).collect()
    },
    lower: super::cages::lower_sum,
    words: |clue, puzzle| {
        let total = clue.numbers.first().copied().unwrap_or(0);
        let name = |c: Option<_>| c.map_or(String::new(), |&c| puzzle.grid.name(c));
        let (first, last) = (name(clue.list(0).first()), name(clue.list(0).last()));
        format!("the little killer {total} from {first} to {last}")
    },
    elsewhere: &[
        (Tool::FPuzzles, "littlekillersum"),
        (Tool::SudokuMaker, "500"),
        (Tool::Iss, "LittleKiller"),
        (Tool::Rangsk, "lk"),
    ],
    drawing: Drawing::OutsideArrow,
    ..Kind::PLAIN
};

const CLUE_AND_LINE: &[Arg] =
    &[Arg::new("number", Shape::Number), Arg::new("line", Shape::Line(1))];

static SANDWICH: Kind = Kind {
    name: "sandwich",
    aliases: &["sandwich-sum", "sandwichsum"],
    args: &[Arg::new("sum", Shape::Number), Arg::new("line", Shape::Line(2))],
    summary: "The digits between the smallest and the largest digit of the grid, in either order, \
              add up to the sum.",
    example: "sandwich 12 r3c1 right",
    check: |_, puzzle| needs(puzzle.grid.digit_count() > 1, "a sandwich needs two digits"),
    meaning: |clue, puzzle| {
        let (lo, hi) = (puzzle.grid.lo(), puzzle.grid.hi());
        let is = |cell, d| compare(super::digit(cell), Cmp::Eq, number(d));
        let bread = |line: &[CellId]| {
            let [a, filling @ .., b] = line else { return Formula::Const(false) };
            let rising = Formula::And(vec![is(*a, lo), is(*b, hi)]);
            let falling = Formula::And(vec![is(*a, hi), is(*b, lo)]);
            let ends = Formula::Or(vec![rising, falling]);
            Formula::And(vec![ends, sum_is(filling, first(clue), puzzle)])
        };
        let line = clue.list(0);
        let pairs = (0..line.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        vec![Formula::Or(pairs.map(|(i, j)| bread(&line[i..=j])).collect())]
    },
    lower: lower_sandwich,
    elsewhere: &[
        (Tool::FPuzzles, "sandwichsum"),
        (Tool::SudokuMaker, "501"),
        (Tool::Iss, "Sandwich"),
        (Tool::Rangsk, "sandwich"),
    ],
    drawing: Drawing::Outside { frame: Frame::None },
    ..Kind::PLAIN
};

static LUNCHBOX: Kind = Kind {
    name: "lunchbox",
    args: &[Arg::new("sum", Shape::Number), Arg::new("cells", Shape::Cells(2))],
    summary: "Digits do not repeat; those between the smallest and the largest of the cells add \
              up to the sum.",
    example: "lunchbox 12 r1c1-4",
    check: |clue, puzzle| super::can_differ("lunchbox", clue.list(0), puzzle),
    differ: true,
    meaning: |clue, puzzle| {
        let line = clue.list(0);
        let all = values(line, puzzle);
        let (least, most) = (Expr::Min(all.clone()), Expr::Max(all));
        let is = |i: usize, e: &Expr<Name>| compare(value(line[i], puzzle), Cmp::Eq, e.clone());
        let bread = |(i, j): (usize, usize)| {
            let rising = Formula::And(vec![is(i, &least), is(j, &most)]);
            let falling = Formula::And(vec![is(i, &most), is(j, &least)]);
            let ends = Formula::Or(vec![rising, falling]);
            Formula::And(vec![ends, sum_is(&line[i + 1..j], first(clue), puzzle)])
        };
        let pairs = (0..line.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        vec![distinct(line), Formula::Or(pairs.map(bread).collect())]
    },
    lower: lower_lunchbox,
    elsewhere: &[(Tool::Iss, "Lunchbox")],
    drawing: drawing::labelled(GREY, 0.4, End::Plain, Text::Numbers),
    ..Kind::PLAIN
};

static X_SUM: Kind = Kind {
    name: "x-sum",
    aliases: &["xsum"],
    args: &[Arg::new("sum", Shape::Number), Arg::new("line", Shape::Line(1))],
    summary: "The first cells of the line, as many as its first digit says, add up to the sum.",
    example: "x-sum 20 r1c1 right",
    meaning: |clue, puzzle| {
        let line = clue.list(0);
        let way = |n: usize| {
            let head = compare(super::digit(line[0]), Cmp::Eq, number(n as i64));
            Formula::And(vec![head, sum_is(&line[..n], first(clue), puzzle)])
        };
        vec![Formula::Or((0..=line.len()).map(way).collect())]
    },
    elsewhere: &[
        (Tool::FPuzzles, "xsum"),
        (Tool::SudokuMaker, "502"),
        (Tool::Iss, "XSum"),
        (Tool::Rangsk, "xsum"),
    ],
    drawing: Drawing::Outside { frame: Frame::Circle },
    ..Kind::PLAIN
};

static SKYSCRAPER: Kind = Kind {
    name: "skyscraper",
    aliases: &["skyscrapers"],
    args: CLUE_AND_LINE,
    summary: "So many digits of the line are larger than all before them; a 0 is never seen.",
    example: "skyscraper 3 r1c1 right",
    meaning: |clue, puzzle| {
        let line = clue.list(0);
        let seen = |i: usize| {
            let taller =
                |j: usize| compare(value(line[j], puzzle), Cmp::Lt, value(line[i], puzzle));
            let stands = compare(value(line[i], puzzle), Cmp::Gt, number(0));
            let all = (0..i).map(taller).chain([stands]).collect();
            Expr::Holds(Box::new(Formula::And(all)))
        };
        let count = Expr::Sum((0..line.len()).map(seen).collect());
        vec![compare(count, Cmp::Eq, number(first(clue)))]
    },
    lower: |clue, puzzle, lower| {
        let seen = first(clue);
        let line = clue.list(0);
        let ranges = line.iter().map(|&cell| puzzle.range(puzzle.value_of(cell)));
        let small = ranges.into_iter().all(|(lo, hi)| hi.saturating_sub(lo) < 64);
        if line.len() <= LONGEST && small && first_repeat(line).is_none() {
            let vars = lower.values(line);
            return lower.post(Constraint::Visible { vars, count: seen });
        }
        let step = move |&(top, n): &(i64, i64), v: i64| {
            let next = if v > top { (v, n + 1) } else { (top, n) };
            (next.1 <= seen).then_some(next)
        };
        let good = move |state: &(i64, i64)| state.1 == seen;
        lower_machine_to(clue, puzzle, lower, clue.list(0), (0, 0), step, good);
    },
    elsewhere: &[
        (Tool::FPuzzles, "skyscraper"),
        (Tool::SudokuMaker, "503"),
        (Tool::Iss, "Skyscraper"),
        (Tool::Rangsk, "skyscraper"),
    ],
    drawing: Drawing::Outside { frame: Frame::House },
    ..Kind::PLAIN
};

static HIDDEN_SKYSCRAPER: Kind = Kind {
    name: "hidden-skyscraper",
    aliases: &["hidden-skyscrapers"],
    args: CLUE_AND_LINE,
    summary: "The first digit of the line that is not larger than all before it is the number.",
    example: "hidden-skyscraper 3 r1c1 right",
    meaning: |clue, puzzle| {
        let line = clue.list(0);
        let at = |i: usize| value(line[i], puzzle);
        let way = |i: usize| {
            let mut all: Vec<_> = (1..i).map(|j| compare(at(j - 1), Cmp::Lt, at(j))).collect();
            all.push(compare(at(i), Cmp::Le, at(i - 1)));
            all.push(compare(at(i), Cmp::Eq, number(first(clue))));
            Formula::And(all)
        };
        vec![Formula::Or((1..line.len()).map(way).collect())]
    },
    lower: |clue, puzzle, lower| {
        let hidden = first(clue);
        let step = move |&top: &Option<i64>, v: i64| match top {
            None => Some(None),
            Some(top) if v > top => Some(Some(v)),
            Some(_) => (v == hidden).then_some(None),
        };
        let start = Some(i64::MIN);
        lower_machine_to(clue, puzzle, lower, clue.list(0), start, step, Option::is_none);
        hidden_once(clue, puzzle, lower);
    },
    elsewhere: &[(Tool::Iss, "HiddenSkyscraper")],
    drawing: Drawing::Outside { frame: Frame::HiddenHouse },
    ..Kind::PLAIN
};

static NUMBERED_ROOM: Kind = Kind {
    name: "numbered-room",
    aliases: &["numbered-rooms"],
    args: CLUE_AND_LINE,
    summary: "The first digit of the line says which cell of the line, itself the first, holds \
              the number.",
    example: "numbered-room 3 r1c1 right",
    check: |clue, puzzle| {
        let digit = puzzle.grid.digits().contains(&first(clue));
        if digit { Ok(()) } else { Err(Flaw::new(Part::Arg(0), "no cell holds this number")) }
    },
    meaning: |clue, _| {
        let line = clue.list(0);
        let room = Expr::Element(Box::new(super::digit(line[0])), super::digits(line));
        vec![compare(room, Cmp::Eq, number(first(clue)))]
    },
    elsewhere: &[(Tool::SudokuMaker, "504"), (Tool::Iss, "NumberedRoom")],
    drawing: Drawing::Outside { frame: Frame::Room },
    ..Kind::PLAIN
};

fn first(clue: &Clue) -> i64 {
    clue.numbers.first().copied().unwrap_or(0)
}

/// Where digits differ, the hidden one is nowhere but where it is hidden.
fn hidden_once(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let (line, hidden) = (clue.list(0), first(clue));
    let Some(house) = line_house(puzzle, line).filter(|_| !has_values(puzzle)) else { return };
    let step = move |&top: &Option<i64>, v: i64| match top {
        None => (v != hidden).then_some(None),
        Some(top) if v > top => (v != hidden).then_some(Some(v)),
        Some(_) => (v == hidden).then_some(None),
    };
    let letters = (puzzle.grid.lo(), puzzle.grid.hi());
    let machine = ("hidden-skyscraper in a house", clue.numbers.clone(), letters);
    let start = Some(i64::MIN);
    let make = || automaton(letters.0..=letters.1, start, step, Option::is_none);
    if let Some(automaton) = lower.automaton(machine, make) {
        lower.derive([house], Constraint::Regular { vars: lower.list(line), automaton });
    }
}

/// Before the bread, inside with the sum so far, behind it. A digit of bread that comes again
/// starts over: only where digits may repeat, so every pair is tried.
fn lower_sandwich(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    if has_values(puzzle) {
        // The bread is told by digits, the filling by what cells count for.
        return clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
    }
    let (lo, hi, total) = (puzzle.grid.lo(), puzzle.grid.hi(), first(clue));
    let step = move |&state: &(u8, i64, i64), v: i64| {
        let next = match state {
            (0, ..) if v == lo || v == hi => [Some((0, 0, 0)), Some((1, v, 0))],
            (0, ..) => [Some((0, 0, 0)), None],
            (1, bread, so_far) if v == lo + hi - bread && so_far == total => {
                let more = (so_far + v <= total).then_some((1, bread, so_far + v));
                [more, Some((2, 0, 0))]
            }
            (1, bread, so_far) if so_far + v <= total => [Some((1, bread, so_far + v)), None],
            (1, ..) => [None, None],
            _ => [Some((2, 0, 0)), None],
        };
        next.into_iter().flatten()
    };
    let line = clue.list(0);
    let read = |lower: &mut Lower<'_>| {
        lower_machine_to(clue, puzzle, lower, line, (0, 0, 0), step, |state| state.0 == 2);
    };
    // Where digits differ, what is between is a set with this sum, as in a cage.
    match line_house(puzzle, line) {
        Some(house) if puzzle.grid.digit_count() <= FEW_DIGITS => {
            let (vars, ends) = (lower.list(line), Some((lo, hi)));
            lower.derive_all([house], Constraint::Filling { vars, ends, sum: total }, read);
        }
        _ => read(lower),
    }
}

/// With more digits there are too many sets to go through.
const FEW_DIGITS: usize = 12;

/// Longer lines of skyscrapers are read by an automaton.
const LONGEST: usize = 16;

/// The row or column that a line lies in, by its place among the clues.
fn line_house(puzzle: &Puzzle, line: &[CellId]) -> Option<usize> {
    let is_line = |clue: &Clue| matches!(clue.kind.name, "row" | "column");
    let holds = |clue: &Clue| line.iter().all(|cell| clue.list(0).contains(cell));
    let differ = first_repeat(line).is_none();
    puzzle.clues.iter().position(|clue| differ && is_line(clue) && holds(clue))
}

/// Smallest and largest are guessed at the start: before the bread, inside, behind it.
fn lower_lunchbox(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    if has_values(puzzle) || puzzle.grid.digit_count() > 16 {
        return clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
    }
    let (digits, total) = (puzzle.grid.digits(), first(clue));
    if puzzle.grid.digit_count() <= FEW_DIGITS && first_repeat(clue.list(0)).is_none() {
        let vars = lower.list(clue.list(0));
        return lower.post(Constraint::Filling { vars, ends: None, sum: total });
    }
    lower.distinct(clue.list(0));
    type State = Option<(i64, i64, Option<(i64, i64)>, bool)>;
    let read = move |(lo, hi, inside, done): (i64, i64, Option<(i64, i64)>, bool), v: i64| {
        if v < lo || v > hi {
            return None;
        }
        let bread = v == lo || v == hi;
        match (inside, done) {
            (_, true) => (!bread).then_some((lo, hi, None, true)),
            (None, false) if bread => Some((lo, hi, Some((v, 0)), false)),
            (None, false) => Some((lo, hi, None, false)),
            (Some((from, _)), false) if v == from => None,
            (Some((_, so_far)), false) if bread => {
                (so_far == total).then_some((lo, hi, None, true))
            }
            (Some((from, so_far)), false) => {
                (so_far + v <= total).then_some((lo, hi, Some((from, so_far + v)), false))
            }
        }
    };
    let step = move |state: &State, v: i64| -> Vec<State> {
        match *state {
            Some(state) => read(state, v).map(Some).into_iter().collect(),
            None => {
                let spans = digits.clone().flat_map(|lo| digits.clone().map(move |hi| (lo, hi)));
                let starts = spans.filter(|(lo, hi)| lo < hi);
                starts.filter_map(|(lo, hi)| read((lo, hi, None, false), v)).map(Some).collect()
            }
        }
    };
    let good = |state: &State| state.is_some_and(|(.., done)| done);
    lower_machine_to(clue, puzzle, lower, clue.list(0), None, step, good);
}

fn check_little_killer(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    let grid = &puzzle.grid;
    if let [first, second, ..] = *clue.list(0) {
        let down = grid.row_of(second) as isize - grid.row_of(first) as isize;
        let right = grid.col_of(second) as isize - grid.col_of(first) as isize;
        if grid.step(first, -down, -right).is_some() {
            let name = grid.name(first);
            let message = format!("the diagonal does not enter the grid at {name}");
            let help = "start at the cell of the edge where the arrow points in";
            return Err(Flaw::new(Part::Arg(1), message).help(help));
        }
    }
    super::cages::check_sum("diagonal", clue, puzzle)
}
