//! Clues along a line of cells.

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use super::{compare, digit, has_values, neighbours, once, sum, value};
use crate::drawing::{Drawing, End, GREY, Text};
use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::{Arg, Kind, Shape, Tool};
use crate::lower::{Lower, first_repeat};
use crate::puzzle::{Clue, Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[&THERMO, &SLOW_THERMO, &ARROW];

const BULB: Drawing = Drawing::Line {
    colour: GREY,
    width: 0.33,
    core: None,
    ends: [End::Bulb, End::Plain],
    text: Text::None,
};

const SLOW_BULB: Drawing = Drawing::Line {
    colour: "#6495ED",
    width: 0.3,
    core: Some(("#B0E0E6", 0.12)),
    ends: [End::Bulb, End::Plain],
    text: Text::None,
};

const LINE: &[Arg] = &[Arg::new("cells", Shape::Cells(2))];

static THERMO: Kind = Kind {
    name: "thermo",
    aliases: &["thermometer"],
    args: LINE,
    summary: "Digits rise from the bulb, the first cell.",
    example: "thermo r1c3-5",
    check: |clue, puzzle| {
        once("thermometer", clue.list(0), puzzle)?;
        let (cells, n) = (clue.list(0).len(), puzzle.grid.digit_count());
        if cells <= n || has_values(puzzle) {
            return Ok(());
        }
        let message = format!("thermometer of {cells} cells needs {cells} digits, there are {n}");
        Err(Flaw::new(Part::Whole, message))
    },
    meaning: |clue, puzzle| rising(clue, puzzle, Cmp::Lt),
    lower: |clue, _, lower| lower_chain(clue, lower, true),
    words: |clue, puzzle| format!("the thermometer {}", puzzle.grid.told(clue.list(0))),
    elsewhere: &[
        (Tool::FPuzzles, "thermometer"),
        (Tool::SudokuMaker, "300"),
        (Tool::Iss, "Thermo"),
        (Tool::Rangsk, "thermo"),
    ],
    drawing: BULB,
    ..Kind::PLAIN
};

static SLOW_THERMO: Kind = Kind {
    name: "slow-thermo",
    aliases: &["slow-thermometer", "slowthermo"],
    args: LINE,
    summary: "Digits never fall from the bulb on; they may repeat.",
    example: "slow-thermo r1c3-5",
    check: |clue, puzzle| once("slow thermometer", clue.list(0), puzzle),
    meaning: |clue, puzzle| rising(clue, puzzle, Cmp::Le),
    lower: |clue, _, lower| lower_chain(clue, lower, false),
    words: |clue, puzzle| format!("the slow thermometer {}", puzzle.grid.told(clue.list(0))),
    elsewhere: &[
        (Tool::FPuzzles, "slowthermometer"),
        (Tool::SudokuMaker, "300 slow"),
        (Tool::Rangsk, "slowthermo"),
    ],
    drawing: SLOW_BULB,
    ..Kind::PLAIN
};

static ARROW: Kind = Kind {
    name: "arrow",
    aliases: &[],
    args: &[
        Arg::new("circle", Shape::Cells(1)),
        Arg::new("equals", Shape::Equals(false)),
        Arg::new("shaft", Shape::Cells(1)),
    ],
    summary: "The digits of the shaft add up to the circle; a pill of two or three cells is \
              read as one number, its digits written one after the other.",
    example: "arrow r5c5 = r4c5 r3c5",
    check: check_arrow,
    meaning: |clue, puzzle| {
        let head = match clue.list(0) {
            [circle] => value(*circle, puzzle),
            cells => pill(cells),
        };
        vec![compare(head, Cmp::Eq, sum(clue.list(1), puzzle))]
    },
    lower: lower_arrow,
    words: |clue, puzzle| format!("the arrow from {}", puzzle.grid.told(clue.list(0))),
    elsewhere: &[
        (Tool::FPuzzles, "arrow"),
        (Tool::SudokuMaker, "408"),
        (Tool::Iss, "Arrow, PillArrow"),
        (Tool::Rangsk, "arrow"),
    ],
    drawing: Drawing::Arrow { text: Text::None },
    ..Kind::PLAIN
};

fn rising(clue: &Clue, puzzle: &Puzzle, op: Cmp) -> Vec<Formula<Name>> {
    neighbours(clue).map(|(a, b)| compare(value(a, puzzle), op, value(b, puzzle))).collect()
}

fn lower_chain(clue: &Clue, lower: &mut Lower<'_>, strict: bool) {
    if first_repeat(clue.list(0)).is_none() {
        let vars = lower.values(clue.list(0));
        return lower.post(Constraint::Chain { vars, strict });
    }
    for (a, b) in neighbours(clue) {
        let op = if strict { Cmp::Lt } else { Cmp::Le };
        lower.linear(&[(1, a), (-1, b)], op, 0);
    }
}

/// The number a pill shows: digits side by side, so a 12 after a 1 makes 112.
fn pill(cells: &[CellId]) -> Expr<Name> {
    let mut cells = cells.iter();
    let first = cells.next().map_or(Expr::Const(0), |&c| digit(c));
    cells.fold(first, |left, &cell| {
        let two_places = Formula::Cmp(Cmp::Ge, digit(cell), Expr::Const(10));
        let extra = Expr::Mul(Box::new(Expr::Const(90)), Box::new(Expr::Holds(two_places.into())));
        let shift = Expr::Sum(vec![Expr::Const(10), extra]);
        Expr::Sum(vec![Expr::Mul(Box::new(left), Box::new(shift)), digit(cell)])
    })
}

/// One way to read a pill: as a linear sum, under the digits it allows.
#[derive(Clone, Debug, PartialEq)]
struct Reading {
    weights: Vec<i64>,
    allowed: Vec<(CellId, Vec<i64>)>,
}

/// All ways to read a pill: its later digits may be one or two places wide.
fn readings(cells: &[CellId], puzzle: &Puzzle) -> Vec<Reading> {
    let grid = &puzzle.grid;
    let narrow: Vec<i64> = grid.digits().filter(|&d| d < 10).collect();
    let wide: Vec<i64> = grid.digits().filter(|&d| d >= 10).collect();
    let mut ways = vec![Reading { weights: vec![1], allowed: vec![] }];
    for &cell in cells.iter().skip(1) {
        let widths = [(10, &narrow), (100, &wide)].into_iter().filter(|(_, v)| !v.is_empty());
        let longer = |way: &Reading, shift: i64, values: &Vec<i64>| {
            let weights = way.weights.iter().map(|w| w * shift).chain([1]).collect();
            let narrows = values.len() < grid.digit_count();
            let more = narrows.then(|| (cell, values.clone()));
            Reading { weights, allowed: way.allowed.iter().cloned().chain(more).collect() }
        };
        let all =
            widths.flat_map(|(shift, values)| ways.iter().map(move |w| longer(w, shift, values)));
        ways = all.collect();
    }
    ways
}

fn lower_arrow(clue: &Clue, puzzle: &Puzzle, lower: &mut Lower<'_>) {
    let (circle, shaft) = (clue.list(0), clue.list(1));
    if circle.len() > 1 && has_values(puzzle) {
        // The pill shows digits, the shaft adds up what cells count for.
        return clue.meaning(puzzle).iter().for_each(|formula| lower.formula(formula));
    }
    let mut branches: Vec<Vec<Constraint>> = Vec::new();
    for Reading { weights, allowed } in readings(circle, puzzle) {
        let head = weights.into_iter().zip(circle.iter().copied());
        let terms: Vec<_> = head.chain(shaft.iter().map(|&c| (-1, c))).collect();
        let linear = Constraint::Linear { terms: lower.terms(&terms), op: Cmp::Eq, rhs: 0 };
        let domain = |(cell, values)| Constraint::Domain { var: lower.cell(cell), values };
        branches.push(allowed.into_iter().map(domain).chain([linear]).collect());
    }
    if branches.len() == 1 {
        branches.remove(0).into_iter().for_each(|c| lower.post(c));
    } else {
        lower.post(Constraint::Or(branches));
    }
}

fn check_arrow(clue: &Clue, puzzle: &Puzzle) -> Result<(), Flaw> {
    let (circle, shaft) = (clue.list(0), clue.list(1));
    if circle.len() > 3 {
        let message = format!("a circle has 1 cell and a pill 2 or 3, not {}", circle.len());
        return Err(Flaw::new(Part::Arg(0), message));
    }
    if let Some(cell) = first_repeat(circle) {
        let message = format!("the circle names {} twice", puzzle.grid.name(cell));
        return Err(Flaw::new(Part::Cell(cell), message));
    }
    let least = puzzle.grid.lo() * shaft.len() as i64;
    if circle.len() == 1 && !has_values(puzzle) && least > puzzle.grid.hi() {
        let message = format!("arrow of {} cells sums to at least {least}", shaft.len());
        let help = format!("the circle holds at most {}", puzzle.grid.hi());
        return Err(Flaw::new(Part::Arg(2), message).help(help));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn pills_are_read_as_written() {
        let cells: Vec<_> = (0..3).map(CellId::new).collect();
        let read = |digits: [i64; 3]| {
            pill(&cells).eval(&|n| match n {
                Name::Cell(c) => digits[c.index()],
                Name::Var(_) => 0,
            })
        };
        assert_eq!(read([1, 2, 3]), Some(123));
        assert_eq!(read([1, 12, 3]), Some(1123));
        assert_eq!(read([0, 10, 16]), Some(1016));
    }

    #[test]
    fn readings_split_only_where_digits_have_two_places() {
        let cells: Vec<_> = (0..2).map(CellId::new).collect();
        let small = Puzzle::sudoku(Grid::nine());
        assert_eq!(readings(&cells, &small), [Reading { weights: vec![10, 1], allowed: vec![] }]);
        let large = Puzzle::sudoku(Grid::new(16, 16).unwrap());
        let weights: Vec<_> = readings(&cells, &large).into_iter().map(|r| r.weights).collect();
        assert_eq!(weights, [vec![10, 1], vec![100, 1]]);
    }

    #[test]
    fn a_pill_keeps_the_order_it_is_listed_in() {
        let cells = [CellId::new(5), CellId::new(4)];
        let Expr::Sum(parts) = pill(&cells) else { panic!("a pill is a sum") };
        assert_eq!(parts[1], digit(CellId::new(4)));
    }
}
