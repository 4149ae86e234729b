//! All that some cells make, and what that is at its ends.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::super::super::join;
use super::{End, Sum, TRIED};
use crate::board::Board;
use crate::sets::{Cell, Digits, Each, fewest};
use crate::words::homes::Home;

/// Some cells, and where no digit of theirs is twice.
pub(in crate::words) struct Piece<'b> {
    pub board: &'b Board,
    pub homes: &'b [Home],
    pub own: &'b [Cell],
    pub left: &'b [Digits],
}

impl Piece<'_> {
    /// What the cells make at least or at most, and how that is told.
    pub(in crate::words) fn bound(&self, end: End) -> Option<(i64, String)> {
        let terms = self.terms();
        let sum = self.sum(&terms);
        let bound = sum.bound(self.own, &sum.houses(), end)?;
        Some((bound.makes, sum.told(self.own, &bound, end)))
    }

    /// All that the cells make, and behind them the houses that this takes; nothing if there are too
    /// many ways.
    pub(in crate::words) fn made(&self) -> Option<(BTreeSet<i64>, String)> {
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

impl Sum<'_> {
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
}
