//! Why sums with values outside the grid do not come out: what their cells make with no digit twice in
//! some houses, and what the values do.

use std::collections::BTreeSet;

use pencilmark_kernel::Constraint;
use pencilmark_kernel::expr::Cmp;

use super::super::hidden::{self, Outside};
use super::super::homes::Home;
use super::super::{cell, cells, either, join, runs};
use super::parted::{End, Piece};
use crate::board::{Board, Mark};
use crate::oracle::Range;
use crate::sets::{Cell, Digits};

/// Runs of numbers that some cells or values make and that are listed.
const LISTED: usize = 4;
/// Numbers beyond which nobody looks for gaps.
const WIDE: usize = 200;

/// What is known: what is left of cells and of values, and where no digit is twice.
#[derive(Clone, Copy)]
pub(super) struct Known<'b> {
    pub board: &'b Board,
    pub homes: &'b [Home],
    pub left: &'b [Digits],
    pub outside: &'b Outside,
}

/// What it is that cannot be.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Mark(Mark),
    /// Values of a variable, by its place.
    Value(usize, Range),
}

/// Why a sum with values outside the grid leaves out what is asked.
pub(super) fn erased(known: Known<'_>, unit: usize, asked: Asked) -> Option<String> {
    let board = known.board;
    let posted = board.units[unit].posted.iter();
    posted.map(|&at| &board.lowered.problem.posted()[at].constraint).find_map(|c| match c {
        Constraint::Linear { terms, op: Cmp::Eq, rhs } => {
            let mut sum = Sum { known, sides: Default::default() };
            let mut own = None;
            for &(sign, var) in terms {
                let term = match board.lowered.cells.binary_search(&var) {
                    Ok(cell) => Term::Cell(cell),
                    Err(_) => Term::Var(board.lowered.vars.iter().position(|v| *v == var)?),
                };
                match (term, asked) {
                    (Term::Cell(c), Asked::Mark(m)) if c == m.cell => own = Some(sign),
                    (Term::Var(v), Asked::Value(of, _)) if v == of => own = Some(sign),
                    _ if sign.abs() == 1 => sum.sides[usize::from(sign < 0)].push(term),
                    _ => return None,
                }
            }
            let outside = sum.sides.iter().flatten().any(|t| matches!(t, Term::Var(_)));
            if !outside && matches!(asked, Asked::Mark(_)) {
                return None;
            }
            match (own, asked) {
                (Some(sign), _) => sum.without(sign, asked, *rhs),
                (None, Asked::Mark(mark)) => sum.beside(mark, *rhs),
                (None, Asked::Value(..)) => None,
            }
        }
        _ => None,
    })
}

#[derive(Clone, Copy)]
enum Term {
    Cell(Cell),
    Var(usize),
}

/// All terms but the one that is asked about: those that count up, and those that count down.
struct Sum<'b> {
    known: Known<'b>,
    sides: [Vec<Term>; 2],
}

/// Cells or values of one sign.
enum Part {
    Cells(Vec<Cell>),
    Vars(Vec<usize>),
}

impl Sum<'_> {
    /// Why what is asked, counted so often, does not make a total with the others.
    fn without(&self, sign: i64, asked: Asked, total: i64) -> Option<String> {
        let board = self.known.board;
        let (lo, hi) = match asked {
            Asked::Mark(mark) => (board.value(mark.digit), board.value(mark.digit)),
            Asked::Value(_, range) => range,
        };
        // What the others have to make.
        let ends = (total - sign * lo, total - sign * hi);
        let (least, most) = (ends.0.min(ends.1), ends.0.max(ends.1));
        let parts = self.parts();
        self.far(&parts, (least, most)).or_else(|| self.missed(&parts, (least, most)))
    }

    /// Why a mark beside the sum does not leave its cells what they need: it takes its digit from
    /// those that it shares a house with.
    fn beside(&self, mark: Mark, total: i64) -> Option<String> {
        let Known { board, homes, left, .. } = self.known;
        let shares =
            |c: &Cell| homes.iter().any(|h| h.list.contains(&mark.cell) && h.list.contains(c));
        let cell_of = |t: &Term| if let Term::Cell(c) = *t { Some(c) } else { None };
        let there = |c: &Cell| left[*c] >> mark.digit & 1 == 1;
        let own = self.sides.iter().flatten().filter_map(cell_of);
        let seen: Vec<Cell> = own.filter(|c| shares(c) && there(c)).collect();
        let mut with = left.to_vec();
        seen.iter().for_each(|&c| with[c] &= !(1 << mark.digit));
        if seen.is_empty() || seen.iter().any(|&c| with[c] == 0) {
            return None;
        }
        let known = Known { left: &with, ..self.known };
        let rest = Sum { known, sides: self.sides.clone() };
        let parts = rest.parts();
        let told = rest.far(&parts, (total, total));
        let told = told.or_else(|| rest.missed(&parts, (total, total)))?;
        let (value, at) = (board.value(mark.digit), cell(board, mark.cell));
        Some(format!("with {value} in {at} and so not in {}, {told}", either(board, seen)))
    }

    fn parts(&self) -> Vec<(i64, Part)> {
        let mut parts = Vec::new();
        for (at, side) in self.sides.iter().enumerate() {
            let sign = if at == 0 { 1 } else { -1 };
            let cell = |t: &Term| if let Term::Cell(c) = *t { Some(c) } else { None };
            let var = |t: &Term| if let Term::Var(v) = *t { Some(v) } else { None };
            let (own, vars): (Vec<Cell>, Vec<usize>) =
                (side.iter().filter_map(cell).collect(), side.iter().filter_map(var).collect());
            if !own.is_empty() {
                parts.push((sign, Part::Cells(own)));
            }
            if !vars.is_empty() {
                parts.push((sign, Part::Vars(vars)));
            }
        }
        parts
    }

    /// That the others make too much, or too little.
    fn far(&self, parts: &[(i64, Part)], (least, most): Range) -> Option<String> {
        [End::Low, End::High].into_iter().find_map(|end| {
            let of = |&(sign, ref part): &(i64, Part)| {
                let end = if sign > 0 { end } else { end.other() };
                let (makes, told) = self.bound(part, end)?;
                Some((sign * makes, told))
            };
            let bounds: Vec<(i64, String)> = parts.iter().map(of).collect::<Option<_>>()?;
            let made: i64 = bounds.iter().map(|b| b.0).sum();
            let told: Vec<String> = bounds.into_iter().map(|b| b.1).collect();
            end.of((made > most, made < least)).then(|| join(&told, "and"))
        })
    }

    /// What a part makes at its end, and how that is told.
    fn bound(&self, part: &Part, end: End) -> Option<(i64, String)> {
        let Known { board, homes, left, outside } = self.known;
        match part {
            Part::Cells(own) => Piece { board, homes, own, left }.bound(end),
            Part::Vars(vars) => {
                let reach = |&var: &usize| {
                    let left = outside.left_of(board, var);
                    Some(end.of((left.first()?.0, left.last()?.1)))
                };
                let makes: i64 = vars.iter().map(reach).sum::<Option<i64>>()?;
                let verb = if vars.len() == 1 { "is" } else { "make" };
                let told = format!("{} {verb} {} {makes}", hidden::named(board, vars), end.words());
                Some((makes, told))
            }
        }
    }

    /// All that each part makes, where nothing of it comes out.
    fn missed(&self, parts: &[(i64, Part)], (least, most): Range) -> Option<String> {
        let Known { board, homes, left, .. } = self.known;
        let mut made = BTreeSet::from([0]);
        let mut told = Vec::new();
        for (sign, part) in parts {
            let (name, count, sums) = match part {
                Part::Cells(own) => {
                    let (sums, once) = Piece { board, homes, own, left }.made()?;
                    (format!("{}{once}", cells(board, own.iter().copied())), own.len(), sums)
                }
                Part::Vars(vars) => (hidden::named(board, vars), vars.len(), self.values(vars)?),
            };
            let all: Vec<i64> = sums.iter().copied().collect();
            let runs = runs(&all);
            if runs.len() > LISTED || made.len() * sums.len() > WIDE * WIDE {
                return None;
            }
            let verb = if count == 1 { "is" } else { "make" };
            told.push(format!("{name} {verb} {}", join(&runs, "or")));
            made = made.iter().flat_map(|m| sums.iter().map(move |s| m + sign * s)).collect();
        }
        let comes_out = made.iter().any(|m| (least..=most).contains(m));
        (!comes_out).then(|| join(&told, "and"))
    }

    /// All that some values make.
    fn values(&self, vars: &[usize]) -> Option<BTreeSet<i64>> {
        let Known { board, outside, .. } = self.known;
        let mut sums = BTreeSet::from([0]);
        for &var in vars {
            let left = outside.left_of(board, var);
            let wide = left.iter().map(|(lo, hi)| hi.abs_diff(*lo)).sum::<u64>();
            if wide as usize * sums.len() > WIDE * WIDE {
                return None;
            }
            let values = || left.iter().flat_map(|&(lo, hi)| lo..=hi);
            sums = sums.iter().flat_map(|s| values().map(move |v| s + v)).collect();
        }
        Some(sums)
    }
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::*;
    use crate::found::Hidden;
    use crate::sets::Each;

    /// What cells make with no digit twice in some houses, tried out.
    fn cells_make(known: Known<'_>, own: &[Cell]) -> BTreeSet<i64> {
        fn go(known: Known<'_>, own: &[Cell], way: &mut Vec<usize>, all: &mut BTreeSet<i64>) {
            let Some(&cell) = own.get(way.len()) else {
                all.insert(way.iter().map(|&d| known.board.value(d)).sum());
                return;
            };
            for digit in Each(known.left[cell]) {
                let shares = |c: &Cell| {
                    known.homes.iter().any(|h| h.list.contains(c) && h.list.contains(&cell))
                };
                if own.iter().zip(way.iter()).any(|(c, d)| *d == digit && shares(c)) {
                    continue;
                }
                way.push(digit);
                go(known, own, way, all);
                way.pop();
            }
        }
        let mut all = BTreeSet::new();
        go(known, own, &mut vec![], &mut all);
        all
    }

    /// What some cells or values make is at its ends as told.
    fn is_bound(sum: &Sum<'_>, part: &Part, made: &BTreeSet<i64>) -> bool {
        [End::Low, End::High].into_iter().all(|end| {
            let (makes, told) = sum.bound(part, end).expect("a bound");
            let so = |m: &i64| end.of((*m >= makes, *m <= makes));
            made.iter().all(so) && told.contains(&format!("{} {makes}", end.words()))
        })
    }

    /// Three cells that make three values and a cell: what is told of a mark or a value is so, and
    /// nothing that it says cannot be can be.
    #[test]
    fn sums_with_values_outside_say_what_is_so() {
        let text = "grid 6\nvar x, y, z in 1..6\nrule r1c1 + r1c2 + r2c2 = x + y + z + r3c3\n";
        let board = Board::new(&pencilmark_formats::parse("values", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a rule");
        let all: Vec<Home> =
            (0..board.units.len()).filter_map(|unit| Home::of(&board, unit)).collect();
        let (own, far): (Vec<Cell>, Cell) = (vec![0, 1, 7], 14);
        let mut rng = Rng::new(5);
        let (mut told, mut listed, mut near) = (0, 0, 0);
        for _ in 0..4000 {
            let homes: Vec<Home> = all.iter().filter(|_| rng.below(3) > 0).cloned().collect();
            let mut left = vec![board.all(); board.cells];
            let mut outside = Outside::default();
            for c in own.iter().copied().chain([far]) {
                left[c] = (rng.below(64) & rng.below(64)) | 1 << rng.below(6);
            }
            for var in 0..3 {
                let stays = 1 + rng.below(6) as i64;
                let gone = (1..=6).filter(|v| *v != stays && rng.below(3) > 0);
                let gone: Vec<Hidden> =
                    gone.map(|value| Hidden { var, from: value, to: value }).collect();
                outside.learn(&board, &gone, &left);
            }
            let known = Known { board: &board, homes: &homes, left: &left, outside: &outside };
            let values = |var: usize| -> Vec<i64> {
                outside.left_of(&board, var).iter().flat_map(|&(lo, hi)| lo..=hi).collect()
            };
            let asked = match rng.below(3) {
                0 => {
                    let cell = own[rng.below(3) as usize];
                    Asked::Mark(Mark { cell, digit: left[cell].trailing_zeros() as usize })
                }
                1 => {
                    let cell = [2, 5, 6, 13, 19][rng.below(5) as usize];
                    Asked::Mark(Mark { cell, digit: rng.below(6) as usize })
                }
                _ => {
                    let var = rng.below(3) as usize;
                    let value = values(var)[0];
                    Asked::Value(var, (value, value))
                }
            };
            let Some(why) = erased(known, unit, asked) else { continue };
            told += 1;
            // With what is asked supposed, no way is left.
            let mut with = left.clone();
            let mut one = None;
            match asked {
                Asked::Mark(mark) => {
                    with[mark.cell] = 1 << mark.digit;
                    let beside = !own.contains(&mark.cell);
                    near += usize::from(beside);
                    let shares = |c: &Cell| {
                        homes.iter().any(|h| h.list.contains(&mark.cell) && h.list.contains(c))
                    };
                    for &c in own.iter().chain([&far]).filter(|c| beside && shares(c)) {
                        with[c] &= !(1 << mark.digit);
                    }
                }
                Asked::Value(var, (value, _)) => one = Some((var, value)),
            }
            let of = |var: usize| one.filter(|o| o.0 == var).map_or(values(var), |o| vec![o.1]);
            let sums = cells_make(Known { left: &with, ..known }, &own);
            let right: BTreeSet<i64> = Each(with[far])
                .flat_map(|d| of(0).into_iter().map(move |x| x + 1 + d as i64))
                .flat_map(|s| of(1).into_iter().map(move |y| s + y))
                .flat_map(|s| of(2).into_iter().map(move |z| s + z))
                .collect();
            assert!(sums.is_disjoint(&right), "{why} {left:?}");
            // And each number is right.
            let (homes, own) = (&homes[..], &own[..]);
            let (made, _) = Piece { board: &board, homes, own, left: &left }.made().expect("few");
            assert_eq!(made, cells_make(known, own), "{left:?}");
            let sum = Sum { known, sides: Default::default() };
            assert!(made.is_empty() || is_bound(&sum, &Part::Cells(own.into()), &made));
            let values = sum.values(&[0, 1]).expect("few");
            assert!(is_bound(&sum, &Part::Vars(vec![0, 1]), &values), "{why}");
            listed += usize::from(!why.contains(" at "));
        }
        assert!(told > 400 && listed > 10 && near > 20, "{told} {listed} {near}");
    }
}
