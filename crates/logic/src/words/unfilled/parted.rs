//! Why cells do not make a number with no digit twice in some houses: what they make at least or at
//! most in each house, or, if that does not tell it, all together.

mod piece;
#[cfg(test)]
mod tests;

pub(super) use piece::Piece;

use std::ops::ControlFlow;

use super::super::homes::Home;
use super::super::{cell, cells, constraints, either, join};
use super::linear::{self, Equation, extent};
use crate::board::{Board, Mark};
use crate::find::innies::sum_of;
use crate::sets::{Cell, Digits, Each, fewest};

/// Cells that are filled one after the other to find the nearest number that all make.
const TRIED: usize = 20_000;
/// Words and commas in the names of all cells of a sum beyond which they are not named.
const FEW: usize = 4;

/// That a sum cannot be made with no digit twice in some houses, and which of them it takes.
pub(super) fn fault(board: &Board, unit: usize, homes: &[Home], left: &[Digits]) -> Option<String> {
    sums(board, unit).iter().find_map(|(terms, total)| {
        Sum { board, homes, terms, total: *total, left, all: "its cells" }.fault()
    })
}

/// Why a cell cannot be a digit: what the others of the sum make whatever it is, or all with it. A
/// cell beside the sum takes its digit from those that it shares a house with.
pub(super) fn erased(
    board: &Board,
    unit: usize,
    homes: &[Home],
    left: &[Digits],
    mark: Mark,
) -> Option<String> {
    let value = board.value(mark.digit);
    let beside = |c: Cell| {
        let holds = |home: &Home| home.list.contains(&mark.cell) && home.list.contains(&c);
        c != mark.cell && left[c] >> mark.digit & 1 == 1 && homes.iter().any(holds)
    };
    sums(board, unit).iter().find_map(|(terms, total)| {
        let mut with = left.to_vec();
        let Some(&(sign, _)) = terms.iter().find(|t| t.1 == mark.cell) else {
            let seen: Vec<Cell> = terms.iter().map(|t| t.1).filter(|&c| beside(c)).collect();
            seen.iter().for_each(|&c| with[c] &= !(1 << mark.digit));
            if seen.is_empty() || seen.iter().any(|&c| with[c] == 0) {
                return None;
            }
            let told = Sum { board, homes, terms, total: *total, left: &with, all: "its cells" };
            let (at, told) = (cell(board, mark.cell), told.fault()?);
            let seen = either(board, seen);
            return Some(format!("with {value} in {at} and so not in {seen}, {told}"));
        };
        with[mark.cell] = 1 << mark.digit;
        let rest: Vec<(i64, Cell)> = terms.iter().copied().filter(|t| t.1 != mark.cell).collect();
        let total = *total;
        let need = total - sign * value;
        let others = Sum { board, homes, terms: &rest, total: need, left, all: "the others" };
        let all = Sum { board, homes, terms, total, left: &with, all: "its cells" };
        others.far(&others.houses()).or_else(|| {
            let told = all.fault()?;
            Some(format!("with {value} in {}, {told}", cell(board, mark.cell)))
        })
    })
}

/// What a constraint says of sums of its cells.
fn sums(board: &Board, unit: usize) -> Vec<Equation> {
    match sum_of(board, unit) {
        Some((own, sum)) => vec![(own.into_iter().map(|c| (1, c)).collect(), sum)],
        None => linear::equations(board, unit).collect(),
    }
}

/// Cells with their signs, and what they are to make.
struct Sum<'b> {
    board: &'b Board,
    /// Where no digit is twice.
    homes: &'b [Home],
    terms: &'b [(i64, Cell)],
    total: i64,
    left: &'b [Digits],
    /// What to call all of them if they are many.
    all: &'static str,
}

/// What some cells make at least or at most, and what each of the houses has of it that matter.
struct Bound {
    makes: i64,
    of: Vec<(usize, i64)>,
}

/// The least or the most.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::words) enum End {
    Low,
    High,
}

impl End {
    pub(in crate::words) fn of<T>(self, (least, most): (T, T)) -> T {
        match self {
            End::Low => least,
            End::High => most,
        }
    }

    pub(in crate::words) fn other(self) -> End {
        match self {
            End::Low => End::High,
            End::High => End::Low,
        }
    }

    pub(in crate::words) fn words(self) -> &'static str {
        self.of(("at least", "at most"))
    }
}

impl Sum<'_> {
    /// That the sum cannot be made, and which houses it takes.
    fn fault(&self) -> Option<String> {
        let houses = self.houses();
        self.far(&houses).or_else(|| self.apart(&houses))
    }

    fn houses(&self) -> Vec<usize> {
        (0..self.homes.len()).collect()
    }

    fn side(&self, sign: i64) -> Vec<Cell> {
        self.terms.iter().filter(|t| t.0 == sign).map(|t| t.1).collect()
    }

    /// That what both sides make in their houses is too far from each other.
    fn far(&self, houses: &[usize]) -> Option<String> {
        let (plus, minus) = (self.side(1), self.side(-1));
        [End::Low, End::High].into_iter().find_map(|end| {
            let (up, down) =
                (self.bound(&plus, houses, end)?, self.bound(&minus, houses, end.other())?);
            let made = up.makes - down.makes;
            if !end.of((made > self.total, made < self.total)) {
                return None;
            }
            let parts = [(&plus, up, end), (&minus, down, end.other())];
            let told = parts.into_iter().filter(|(own, ..)| !own.is_empty());
            let told = told.map(|(own, bound, end)| self.told(own, &bound, end));
            Some(join(&told.collect::<Vec<_>>(), "and"))
        })
    }

    fn told(&self, own: &[Cell], bound: &Bound, end: End) -> String {
        let verb = if own.len() == 1 { "is" } else { "make" };
        let makes = format!("{} {verb} {} {}", self.named(own), end.words(), bound.makes);
        let name = |unit: usize| self.home(unit);
        match &bound.of[..] {
            [] => makes,
            &[(unit, _)] => format!("{makes} with no digit twice in {}", name(unit)),
            more => {
                let each: Vec<String> =
                    more.iter().map(|&(unit, made)| format!("{} ({made})", name(unit))).collect();
                format!("{makes} with no digit twice in {}", join(&each, "and"))
            }
        }
    }

    /// What to call some cells; many that are all are not told one by one.
    fn named(&self, own: &[Cell]) -> String {
        let names = cells(self.board, own.iter().copied());
        let many = own.len() == self.terms.len() && names.matches(['-', ',', ' ']).count() > FEW;
        if many { self.all.into() } else { names }
    }

    /// What to call a house; one that is told by its cells, only by those that matter.
    fn home(&self, at: usize) -> String {
        let Home { list, name, unit, .. } = &self.homes[at];
        let Some(unit) = *unit else { return name.clone() };
        let name = constraints::unit(self.board, unit);
        let own: Vec<Cell> = self.terms.iter().map(|t| t.1).filter(|c| list.contains(c)).collect();
        match name.split_once(" (") {
            Some((line, _)) => format!("{line} (in {})", cells(self.board, own)),
            None => name,
        }
    }

    /// What cells make, with those of one house after another taken together, in the order of houses
    /// that says most.
    fn bound(&self, own: &[Cell], houses: &[usize], end: End) -> Option<Bound> {
        let mut best: Option<Bound> = None;
        for first in 0..houses.len().max(1) {
            let (before, after) = houses.split_at(first);
            let bound = self.one_bound(own, after.iter().chain(before), end)?;
            let better =
                |best: &Bound| end.of((bound.makes > best.makes, bound.makes < best.makes));
            if best.as_ref().is_none_or(better) {
                best = Some(bound);
            }
        }
        best
    }

    fn one_bound<'h>(
        &self,
        own: &[Cell],
        houses: impl Iterator<Item = &'h usize>,
        end: End,
    ) -> Option<Bound> {
        let makes = |some: &[Cell], differ: bool| {
            extent(self.board, some, self.left, &|_, _| differ).map(|both| end.of(both))
        };
        let (mut rest, mut bound) = (own.to_vec(), Bound { makes: 0, of: vec![] });
        for &unit in houses {
            let scope = &self.homes[unit].list;
            let (inside, outside): (Vec<Cell>, Vec<Cell>) =
                rest.iter().partition(|c| scope.contains(c));
            let made = makes(&inside, true)?;
            if made != makes(&inside, false)? {
                bound.makes += made;
                bound.of.push((unit, made));
                rest = outside;
            }
        }
        bound.makes += makes(&rest, false)?;
        bound.of.sort_unstable();
        Some(bound)
    }

    /// The nearest that all cells make, with as few of the houses as will do.
    fn apart(&self, houses: &[usize]) -> Option<String> {
        let (plus, minus) = (self.side(1), self.side(-1));
        let missed = |houses: &[usize]| {
            let [low, high] = [End::High, End::Low].map(|end| self.nearest(houses, end));
            let (low, high) = (low?, high?);
            (low != Some(self.total) && high != Some(self.total)).then_some((low, high))
        };
        missed(houses)?;
        let needed = fewest(houses, &|some| missed(some).is_some());
        let (low, high) = missed(&needed)?;
        let own = |side: &[Cell]| self.named(side);
        let verb = if plus.len() == 1 { "is" } else { "make" };
        let made = match (minus.is_empty(), low, high) {
            (true, None, Some(high)) => format!("{} {verb} at least {high}", own(&plus)),
            (true, Some(low), None) => format!("{} {verb} at most {low}", own(&plus)),
            (true, Some(low), Some(high)) => {
                format!("{} {verb} {low} or less or {high} or more", own(&plus))
            }
            (false, None, Some(high)) if high > 0 => {
                format!("{} {verb} at least {high} more than {}", own(&plus), own(&minus))
            }
            (false, Some(low), None) if low < 0 => {
                let verb = if minus.len() == 1 { "is" } else { "make" };
                format!("{} {verb} at least {} more than {}", own(&minus), -low, own(&plus))
            }
            (false, Some(low), Some(high)) if low < 0 && high > 0 => format!(
                "{} {verb} at least {high} more or {} less than {}",
                own(&plus),
                -low,
                own(&minus)
            ),
            _ => return None,
        };
        let homes = join(&needed.iter().map(|&u| self.home(u)).collect::<Vec<_>>(), "and");
        Some(match needed.is_empty() {
            true => made,
            false => format!("{made} with no digit twice in {homes}"),
        })
    }

    /// Of what all cells can make, the least from the total on, or the most up to it; none if there is
    /// none, and nothing if it takes too long.
    fn nearest(&self, houses: &[usize], end: End) -> Option<Option<i64>> {
        let apart = |a: Cell, b: Cell| {
            let both = |u: &usize| {
                let scope = &self.homes[*u].list;
                scope.contains(&a) && scope.contains(&b)
            };
            houses.iter().any(both)
        };
        let mut terms = self.terms.to_vec();
        terms.sort_by_key(|t| (self.left[t.1].count_ones(), t.1));
        let mut fill = Fill { sum: self, terms, end, way: vec![], best: None, tried: 0 };
        match fill.go(0, &apart) {
            ControlFlow::Continue(()) => Some(fill.best),
            ControlFlow::Break(()) => None,
        }
    }
}

/// Cells that are filled one after the other.
struct Fill<'s> {
    sum: &'s Sum<'s>,
    terms: Vec<(i64, Cell)>,
    end: End,
    way: Vec<usize>,
    best: Option<i64>,
    tried: usize,
}

impl Fill<'_> {
    fn go(&mut self, made: i64, apart: &dyn Fn(Cell, Cell) -> bool) -> ControlFlow<()> {
        let at = self.way.len();
        let reach = |sign: i64, digits: Digits| {
            let ends = (digits.trailing_zeros() as usize, 63 - digits.leading_zeros() as usize);
            let (low, high) = (self.sum.board.value(ends.0), self.sum.board.value(ends.1));
            if sign > 0 { (low, high) } else { (-high, -low) }
        };
        let (mut least, mut most) = (made, made);
        for &(sign, cell) in &self.terms[at..] {
            let (low, high) = reach(sign, self.sum.left[cell]);
            (least, most) = (least + low, most + high);
        }
        let total = self.sum.total;
        let useless = match self.end {
            End::Low => most < total || self.best.is_some_and(|best| least >= best),
            End::High => least > total || self.best.is_some_and(|best| most <= best),
        };
        if useless {
            return ControlFlow::Continue(());
        }
        let Some(&(sign, cell)) = self.terms.get(at) else {
            self.best = Some(made);
            return ControlFlow::Continue(());
        };
        for digit in Each(self.sum.left[cell]) {
            let twice =
                |(&(_, other), &d): (&(i64, Cell), &usize)| d == digit && apart(cell, other);
            if self.terms.iter().zip(&self.way).any(twice) {
                continue;
            }
            self.tried += 1;
            if self.tried > TRIED {
                return ControlFlow::Break(());
            }
            self.way.push(digit);
            let gone = self.go(made + sign * self.sum.board.value(digit), apart);
            self.way.pop();
            gone?;
        }
        ControlFlow::Continue(())
    }
}
