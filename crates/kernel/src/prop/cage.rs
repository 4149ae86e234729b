//! A cage: different values with a given sum.
//!
//! The sets of values with the right size and sum are listed once. A set stays possible
//! while it covers the fixed cells and each open cell can take one of it, all different;
//! a cell keeps what some possible set gives it. For cages of up to four open cells this
//! is complete: each value left in a cell belongs to a filling of the cage. A value in
//! every possible set is required, and cells outside that see all its places lose it.

use std::sync::Arc;

use crate::bits::{Ones, is_single};
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::all_distinct;

/// Cages over more values than this are handled as sums: their sets are too many to list.
pub(crate) const MAX_CAGE_VALUES: u32 = 16;

/// Cages of more cells than this never fit [`MAX_CAGE_VALUES`] values.
const MAX_CELLS: usize = MAX_CAGE_VALUES as usize;

#[derive(Clone, Debug)]
pub(crate) struct Cage {
    vars: Box<[VarId]>,
    /// Sets of values, as masks, with the size and sum of the cage.
    sets: Arc<[u64]>,
    /// Variables that see every cell of the cage.
    watchers: Box<[VarId]>,
}

impl Cage {
    pub(crate) fn new(vars: Vec<VarId>, sets: Arc<[u64]>, watchers: Vec<VarId>) -> Self {
        Self { vars: vars.into(), sets, watchers: watchers.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut open = [0u64; MAX_CELLS];
        let mut open_vars = [VarId::new(0); MAX_CELLS];
        let (mut n, mut fixed, mut union) = (0, 0u64, 0u64);
        for &var in &self.vars {
            let mask = ctx.mask(var);
            if is_single(mask) {
                if fixed & mask != 0 {
                    return Err(Conflict);
                }
                fixed |= mask;
            } else {
                (open[n], open_vars[n]) = (mask, var);
                n += 1;
            }
            union |= mask;
        }
        for mask in &mut open[..n] {
            *mask &= !fixed;
        }
        let mut found = Found { keep: [0; MAX_CELLS], required: u64::MAX, possible: 0 };
        for &set in self.sets.iter() {
            if set & !union == 0 && fixed & !set == 0 {
                found.try_set(&open[..n], set & !fixed, set);
            }
        }
        if found.possible == 0 {
            return Err(Conflict);
        }
        for (&var, &keep) in open_vars[..n].iter().zip(&found.keep) {
            ctx.keep(var, keep)?;
        }
        self.require(ctx, found.required & !fixed, &open_vars[..n])?;
        // A value lost in one cell can rule a set out for the others.
        Ok(if n > EXACT_CELLS { Status::Again } else { Status::Fixpoint })
    }

    /// Values that the cage must hold: hidden singles inside, exclusion outside.
    fn require<L: Log>(&self, ctx: &mut Ctx<'_, L>, required: u64, open: &[VarId]) -> Outcome {
        if required == 0 {
            return Ok(());
        }
        for v in Ones(required) {
            let bit = 1u64 << v;
            let mut places = open.iter().filter(|&&var| ctx.mask(var) & bit != 0);
            let (Some(&first), None) = (places.next(), places.next()) else { continue };
            ctx.keep(first, bit)?;
        }
        for &outside in &self.watchers {
            ctx.erase(outside, required)?;
        }
        Ok(())
    }

    /// A cell outside loses a value because it sees the whole cage.
    pub(crate) fn relies_on(&self, target: Option<VarId>) -> Vec<(VarId, VarId)> {
        let outside = target.filter(|t| !self.vars.contains(t));
        outside.into_iter().flat_map(|t| self.vars.iter().map(move |&v| (t, v))).collect()
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

/// Up to this many open cells a set's fillings are enumerated; beyond, sets are matched.
const EXACT_CELLS: usize = 4;

struct Found {
    keep: [u64; MAX_CELLS],
    required: u64,
    possible: u64,
}

impl Found {
    /// Adds what the cells can take from `set` if all of it can be placed.
    fn try_set(&mut self, open: &[u64], left: u64, set: u64) {
        let used = match *open {
            [] => true,
            [a] => self.place_one(a, left),
            [a, b] => self.place_two(a, b, left),
            _ => self.place_many(open, left),
        };
        if used {
            self.possible |= set;
            self.required &= set;
        }
    }

    #[inline]
    fn place_one(&mut self, a: u64, left: u64) -> bool {
        self.keep[0] |= a & left;
        a & left != 0
    }

    #[inline]
    fn place_two(&mut self, a: u64, b: u64, left: u64) -> bool {
        let low = left & left.wrapping_neg();
        let high = left ^ low;
        let mut used = false;
        for (x, y) in [(low, high), (high, low)] {
            if a & x != 0 && b & y != 0 {
                self.keep[0] |= x;
                self.keep[1] |= y;
                used = true;
            }
        }
        used
    }

    fn place_many(&mut self, open: &[u64], left: u64) -> bool {
        let mut masks = [0u64; MAX_CELLS];
        let masks = &mut masks[..open.len()];
        let mut covered = 0;
        for (mask, &cell) in masks.iter_mut().zip(open) {
            *mask = cell & left;
            if *mask == 0 {
                return false;
            }
            covered |= *mask;
        }
        if covered != left || !all_distinct::filter(masks) {
            return false;
        }
        for (keep, mask) in self.keep.iter_mut().zip(masks) {
            *keep |= *mask;
        }
        true
    }
}

/// All sets of `size` of the lowest `values` bits whose positions add up to `sum`.
pub(crate) fn sets_with_sum(values: u32, size: usize, sum: i64) -> Arc<[u64]> {
    fn go(from: u32, values: u32, size: usize, sum: i64, set: u64, out: &mut Vec<u64>) {
        if size == 0 {
            if sum == 0 {
                out.push(set);
            }
            return;
        }
        for v in from..values {
            if i64::from(v) * size as i64 > sum {
                return;
            }
            go(v + 1, values, size - 1, sum - i64::from(v), set | 1 << v, out);
        }
    }
    let mut out = Vec::new();
    if sum >= 0 {
        go(0, values, size, sum, 0, &mut out);
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::sets_with_sum;

    #[test]
    fn sets_of_three_below_nine() {
        // Bits count from 0: 1+2+3 = 6 in digits is 0+1+2 = 3 in bits.
        assert_eq!(sets_with_sum(9, 3, 3).to_vec(), [0b111]);
        assert_eq!(sets_with_sum(9, 2, 8).len(), 4);
        assert_eq!(sets_with_sum(9, 2, 16).len(), 0);
        assert_eq!((0..=72).map(|s| sets_with_sum(9, 4, s).len()).sum::<usize>(), 126);
    }
}
