//! Many cells whose sum is nearly the most, or nearly the least, that they can make.
//!
//! The ways to fill more than a few cells are too many to go through. But parts of them lie in a house
//! or a cage, so each part makes at most so much; if all together make hardly more than they must,
//! none of them may stay far below its most.

use super::{Balance, MOST_CELLS, Rest};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Digit, Digits, Each};
use crate::technique::Technique;

/// Cells that are looked at together.
pub(super) const CELLS: usize = 12;

/// Cells that differ, with one sign, and how far they reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) sign: i64,
    pub(crate) cells: Vec<Cell>,
    /// The constraint by which they differ; a cell by itself needs none.
    pub(crate) by: Option<usize>,
    /// The most that they make, or the least: whichever lets all make most, or least.
    pub(crate) end: i64,
}

/// All parts of a sum, and what they leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tight {
    /// Whether it is the most that they make; else it is the least.
    pub(crate) most: bool,
    pub(crate) parts: Vec<Part>,
    /// What all make at the end.
    pub(crate) end: i64,
    /// How far each part may be from its end.
    pub(crate) slack: i64,
    /// What goes.
    pub(crate) gone: Vec<Mark>,
}

impl Tight {
    /// What goes from some cells that make a number, by how far they reach with no digit twice in
    /// these constraints.
    pub(crate) fn of(
        view: View<'_>,
        terms: &[(i64, Cell)],
        left: i64,
        units: &[usize],
    ) -> Option<Tight> {
        [true, false].into_iter().find_map(|most| {
            let mut parts = parted(view.board, terms, units);
            for part in &mut parts {
                part.end = part.reach(view, most, None)?;
            }
            let end: i64 = parts.iter().map(|part| part.sign * part.end).sum();
            let slack = if most { end - left } else { left - end };
            let gone = match slack {
                0.. => parts.iter().flat_map(|part| part.gone(view, most, slack)).collect(),
                _ => vec![],
            };
            (!gone.is_empty()).then_some(Tight { most, parts, end, slack, gone })
        })
    }

    /// The constraints by which cells differ.
    pub(crate) fn units(&self) -> Vec<usize> {
        self.parts.iter().filter_map(|part| part.by).collect()
    }
}

impl Part {
    /// Whether this part is at its most where all are: what is taken away is at its least.
    pub(crate) fn is_high(&self, most: bool) -> bool {
        most == (self.sign > 0)
    }

    /// What the cells make at most, or at least, if need be with a mark that is true.
    fn reach(&self, view: View<'_>, most: bool, with: Option<Mark>) -> Option<i64> {
        let left = |&c: &Cell| match with {
            Some(mark) if mark.cell == c => 1 << mark.digit,
            _ => view.marks.of[c],
        };
        let left: Vec<Digits> = self.cells.iter().map(left).collect();
        let digits = extreme(&left, view.board.digits, self.is_high(most))?;
        Some(digits.into_iter().map(|d| view.board.value(d)).sum())
    }

    /// The marks with which it stays too far from its end.
    fn gone(&self, view: View<'_>, most: bool, slack: i64) -> Vec<Mark> {
        let all = self.cells.iter();
        let all =
            all.flat_map(|&c| Each(view.marks.of[c]).map(move |d| Mark { cell: c, digit: d }));
        let goes = |mark: &Mark| {
            let made = self.reach(view, most, Some(*mark));
            made.is_none_or(|made| (made - self.end).abs() > slack)
        };
        all.filter(goes).collect()
    }
}

/// The highest, or the lowest, different digits that cells can have. One digit after another is taken
/// if there is still a way to fill in all that were taken: what is taken then is never a mistake, for
/// which digits have cells of their own is a matroid.
fn extreme(left: &[Digits], digits: usize, high: bool) -> Option<Vec<Digit>> {
    /// Finds a cell for a digit, if need be by moving others.
    fn place(left: &[Digits], digit: Digit, at: &mut [Option<Digit>], tried: &mut [bool]) -> bool {
        for cell in 0..left.len() {
            if left[cell] >> digit & 1 == 0 || std::mem::replace(&mut tried[cell], true) {
                continue;
            }
            if at[cell].is_none_or(|other| place(left, other, at, tried)) {
                at[cell] = Some(digit);
                return true;
            }
        }
        false
    }
    let mut at = vec![None; left.len()];
    for digit in 0..digits {
        let digit = if high { digits - 1 - digit } else { digit };
        place(left, digit, &mut at, &mut vec![false; left.len()]);
    }
    at.into_iter().collect()
}

/// Parts that differ by one of these constraints, the largest first.
fn parted(board: &Board, terms: &[(i64, Cell)], units: &[usize]) -> Vec<Part> {
    let (mut rest, mut parts) = (terms.to_vec(), Vec::new());
    while let Some(&(sign, first)) = rest.first() {
        let mut best = Part { sign, cells: vec![first], by: None, end: 0 };
        for &unit in units {
            for sign in [1, -1] {
                let scope = &board.units[unit].scope;
                let inside = |t: &&(i64, Cell)| t.0 == sign && scope.contains(&t.1);
                let cells: Vec<Cell> = rest.iter().filter(inside).map(|t| t.1).collect();
                let differ = |&(a, b): &(Cell, Cell)| board.makes_differ(unit, a, b);
                let mut pairs = cells.windows(2).map(|pair| (pair[0], pair[1]));
                if cells.len() > best.cells.len() && pairs.all(|pair| differ(&pair)) {
                    best = Part { sign, cells, by: Some(unit), end: 0 };
                }
            }
        }
        rest.retain(|t| !best.cells.contains(&t.1));
        parts.push(best);
    }
    parts
}

impl Balance {
    /// What follows from how far many cells reach, if anything does.
    pub(super) fn tight(self, view: View<'_>) -> Option<Found> {
        let board = view.board;
        let (terms, left) = Rest::of(board, &self.houses, &self.sums).open(view);
        if terms.len() <= MOST_CELLS {
            return None;
        }
        let mut own: Vec<usize> = self.houses.iter().map(|&h| board.houses[h].unit).collect();
        own.extend(&self.sums);
        let all: Vec<usize> = (0..board.units.len()).collect();
        let tight = Tight::of(view, &terms, left, &all)?;
        let mut apart = tight.units();
        apart.retain(|u| !own.contains(u));
        let rating = Technique::Innies.entry().rating + self.cost as u32 / 4;
        let Balance { houses, sums, .. } = self;
        let found = Found::new(Technique::Innies, Pattern::Innies { houses, sums, apart });
        Some(found.rated(rating).removing(tight.gone))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The highest and the lowest sums of different digits, by trying all.
    fn every(left: &[Digits]) -> Vec<usize> {
        let ways = |ways: Vec<Vec<usize>>, &own: &Digits| {
            let more = |way: Vec<usize>| {
                let free = Each(own).filter(|d| !way.contains(d)).collect::<Vec<_>>();
                let with = move |d| way.iter().copied().chain([d]).collect::<Vec<_>>();
                free.into_iter().map(with).collect::<Vec<_>>()
            };
            ways.into_iter().flat_map(more).collect()
        };
        let all: Vec<Vec<usize>> = left.iter().fold(vec![vec![]], ways);
        all.iter().map(|way| way.iter().sum()).collect()
    }

    #[test]
    fn the_highest_and_the_lowest_digits_are_found() {
        let mut state: u64 = 7;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let mut none = 0;
        for _ in 0..2000 {
            let count = 1 + next(5);
            let left: Vec<Digits> = (0..count).map(|_| (1 + next(63)) & (1 + next(63))).collect();
            let sums = every(&left);
            let made = |high: bool| extreme(&left, 6, high).map(|way| way.iter().sum::<usize>());
            assert_eq!(made(true), sums.iter().copied().max(), "{left:?}");
            assert_eq!(made(false), sums.iter().copied().min(), "{left:?}");
            none += usize::from(sums.is_empty());
        }
        assert!((100..1500).contains(&none), "{none}");
    }
}
