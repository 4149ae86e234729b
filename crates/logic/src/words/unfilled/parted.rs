//! Why cells do not make a number with no digit twice in some houses: what they make at least or at
//! most in each house, or, if that does not tell it, all together.

use std::collections::BTreeSet;
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
pub(super) enum End {
    Low,
    High,
}

impl End {
    pub(super) fn of<T>(self, (least, most): (T, T)) -> T {
        match self {
            End::Low => least,
            End::High => most,
        }
    }

    pub(super) fn other(self) -> End {
        match self {
            End::Low => End::High,
            End::High => End::Low,
        }
    }

    pub(super) fn words(self) -> &'static str {
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

    /// All that the cells make with no digit twice in some houses, until that takes too long.
    fn each(
        &self,
        houses: &[usize],
        way: &mut Vec<usize>,
        made: i64,
        tried: &mut usize,
        all: &mut BTreeSet<i64>,
    ) -> ControlFlow<()> {
        let Some(&(sign, cell)) = self.terms.get(way.len()) else {
            all.insert(made);
            return ControlFlow::Continue(());
        };
        for digit in Each(self.left[cell]) {
            let home = |u: &usize| &self.homes[*u].list;
            let apart =
                |c: Cell| houses.iter().any(|u| home(u).contains(&c) && home(u).contains(&cell));
            let mut before = self.terms.iter().zip(way.iter());
            if before.any(|(t, &d)| d == digit && apart(t.1)) {
                continue;
            }
            *tried += 1;
            if *tried > TRIED {
                return ControlFlow::Break(());
            }
            way.push(digit);
            let gone = self.each(houses, way, made + sign * self.board.value(digit), tried, all);
            way.pop();
            gone?;
        }
        ControlFlow::Continue(())
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

/// Some cells, and where no digit of theirs is twice.
pub(super) struct Piece<'b> {
    pub board: &'b Board,
    pub homes: &'b [Home],
    pub own: &'b [Cell],
    pub left: &'b [Digits],
}

impl Piece<'_> {
    /// What the cells make at least or at most, and how that is told.
    pub(super) fn bound(&self, end: End) -> Option<(i64, String)> {
        let terms = self.terms();
        let sum = self.sum(&terms);
        let bound = sum.bound(self.own, &sum.houses(), end)?;
        Some((bound.makes, sum.told(self.own, &bound, end)))
    }

    /// All that the cells make, and behind them the houses that this takes; nothing if there are too
    /// many ways.
    pub(super) fn made(&self) -> Option<(BTreeSet<i64>, String)> {
        let terms = self.terms();
        let sum = self.sum(&terms);
        let made = |houses: &[usize]| {
            let (mut all, mut tried) = (BTreeSet::new(), 0);
            sum.each(houses, &mut vec![], 0, &mut tried, &mut all).is_continue().then_some(all)
        };
        let all = made(&sum.houses())?;
        let needed = fewest(&sum.houses(), &|some| made(some).as_ref() == Some(&all));
        let homes = join(&needed.iter().map(|&u| sum.home(u)).collect::<Vec<_>>(), "and");
        let once = match needed.is_empty() {
            true => String::new(),
            false => format!(" with no digit twice in {homes}"),
        };
        Some((all, once))
    }

    fn terms(&self) -> Vec<(i64, Cell)> {
        self.own.iter().map(|&c| (1, c)).collect()
    }

    fn sum<'s>(&'s self, terms: &'s [(i64, Cell)]) -> Sum<'s> {
        let Piece { board, homes, left, .. } = *self;
        Sum { board, homes, terms, total: 0, left, all: "its cells" }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// All that cells make with no digit twice in some houses, tried out.
    fn tried(sum: &Sum<'_>, houses: &[usize], way: &mut Vec<usize>, made: i64, all: &mut Vec<i64>) {
        let Some(&(sign, cell)) = sum.terms.get(way.len()) else { return all.push(made) };
        for digit in Each(sum.left[cell]) {
            let scope = |u: &usize| &sum.homes[*u].list;
            let sees =
                |c: Cell| houses.iter().any(|u| scope(u).contains(&c) && scope(u).contains(&cell));
            let mut before = sum.terms.iter().zip(way.iter());
            if !before.any(|(t, &d)| d == digit && sees(t.1)) {
                way.push(digit);
                tried(sum, houses, way, made + sign * sum.board.value(digit), all);
                way.pop();
            }
        }
    }

    /// The number behind some words.
    fn after(text: &str, words: &str) -> Option<i64> {
        text.split_once(words)?.1.split(' ').find_map(|word| word.parse().ok())
    }

    #[test]
    fn what_cells_make_at_least_and_at_most_is_so() {
        let board = Board::new(&pencilmark_formats::parse("six", "grid 6\n").expect("a puzzle"));
        let mut state: u64 = 17;
        let mut next = |below: u64| {
            state =
                state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            (state >> 33) % below
        };
        let homes: Vec<Home> =
            (0..board.units.len()).filter_map(|unit| Home::of(&board, unit)).collect();
        let (mut told, mut silent) = ([0, 0], 0);
        for round in 0..3000 {
            let mut own: Vec<Cell> = (0..18).filter(|_| next(3) == 0).collect();
            own.truncate(6);
            if own.len() < 2 {
                continue;
            }
            let minus = if round % 3 == 0 { 1 + next(own.len() as u64 - 1) as usize } else { 0 };
            let sign = |at: usize| if at < minus { -1 } else { 1 };
            let terms: Vec<(i64, Cell)> =
                own.iter().enumerate().map(|(at, &c)| (sign(at), c)).collect();
            let houses: Vec<usize> = (0..homes.len()).filter(|_| next(3) > 0).collect();
            let mut left = vec![board.all(); board.cells];
            own.iter().for_each(|&c| left[c] = next(64) & next(64) | 1 << next(6));
            let total = if minus > 0 { 0 } else { own.len() as i64 + next(16) as i64 };
            let sum =
                Sum { board: &board, homes: &homes, terms: &terms, total, left: &left, all: "all" };
            let mut all = vec![];
            tried(&sum, &houses, &mut vec![], 0, &mut all);
            for (at, why) in [sum.far(&houses), sum.apart(&houses)].into_iter().enumerate() {
                let Some(why) = why else {
                    silent += usize::from(at == 1 && !all.is_empty() && !all.contains(&total));
                    continue;
                };
                told[at] += 1;
                assert!(!all.contains(&total), "{why} {left:?}");
                if minus > 0 {
                    continue;
                }
                let least = after(&why, "at least ").or_else(|| after(&why, " or less or "));
                let most = after(&why, "at most ").or_else(|| after(&why, " make "));
                let gap = why.contains(" or less or ");
                let low = least.is_none_or(|n| {
                    n > total && all.iter().all(|made| *made >= n || gap && *made < total)
                });
                let high = most.filter(|_| gap || least.is_none()).is_none_or(|n| {
                    n < total && all.iter().all(|made| *made <= n || gap && *made > total)
                });
                assert!(low && high, "{why} {total} {all:?}");
            }
        }
        assert!(told[0] > 300 && told[1] > 500 && silent == 0, "{told:?} {silent}");
    }
}
