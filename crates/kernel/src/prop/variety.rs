//! A number tells how many different values some variables have.
//!
//! Values that fixed variables have are there in any case. At least so many more: open variables
//! no two of which can be alike, nor like a fixed one (chosen greedily, few values first). At most
//! so many more: as many open variables as can be given values of their own, that is a matching.
//! Every number between is possible, so variables lose values only where the number leaves one
//! end. If it is the least, every value is one of those that make it up; if it is the most and
//! takes every variable, or every value, these are different, or there (Beldiceanu 2001, Bessiere
//! and others 2006). The least number is hard to find, so this is not complete.

use crate::bits::{Ones, is_single};
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

/// The most variables: places are bits of a word.
pub(crate) const MAX_VARIETY: usize = 64;

#[derive(Clone, Debug)]
pub(crate) struct Variety {
    number: VarId,
    vars: Box<[VarId]>,
}

/// What the open variables may be.
struct Open {
    /// Values that fixed variables have.
    used: u64,
    /// Masks of the others, in the order of the list.
    masks: [u64; MAX_VARIETY],
    len: usize,
}

impl Variety {
    /// At most [`MAX_VARIETY`] small variables whose masks start at the same value.
    pub(crate) fn new(number: VarId, vars: Vec<VarId>) -> Self {
        Self { number, vars: vars.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut open = Open { used: 0, masks: [0; MAX_VARIETY], len: 0 };
        for &var in &self.vars {
            let mask = ctx.mask(var);
            if is_single(mask) {
                open.used |= mask;
            } else {
                open.masks[open.len] = mask;
                open.len += 1;
            }
        }
        let used = open.used.count_ones() as usize;
        let (packed, union) = open.packed();
        let (least, most) = (used + packed, used + open.matched());
        ctx.at_least(self.number, least as i64)?;
        ctx.at_most(self.number, most as i64)?;
        let (lo, hi) = ctx.bounds(self.number);
        if hi == least as i64 && lo != most as i64 {
            self.each_open(ctx, |ctx, var| ctx.keep(var, open.used | union))?;
        } else if lo == most as i64 && hi != least as i64 {
            self.spread(ctx, &open, most - used)?;
        }
        Ok(Status::Again)
    }

    fn each_open<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        mut narrow: impl FnMut(&mut Ctx<'_, L>, VarId) -> Outcome,
    ) -> Outcome {
        for &var in &self.vars {
            if !is_single(ctx.mask(var)) {
                narrow(ctx, var)?;
            }
        }
        Ok(())
    }

    /// As many values as there can be: each variable a new one, or each value somewhere.
    fn spread<L: Log>(&self, ctx: &mut Ctx<'_, L>, open: &Open, more: usize) -> Outcome {
        let fresh = open.all().fold(0, |all, mask| all | mask) & !open.used;
        if more == open.len {
            self.each_open(ctx, |ctx, var| ctx.erase(var, open.used))?;
        }
        if more == fresh.count_ones() as usize {
            for bit in Ones(fresh) {
                let mut places =
                    self.vars.iter().filter(|&&v| ctx.mask(v) >> bit & 1 == 1).copied();
                if let (Some(only), None) = (places.next(), places.next()) {
                    ctx.keep(only, 1 << bit)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        watch(self.number, Event::Bounds);
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

impl Open {
    fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.masks[..self.len].iter().copied()
    }

    /// Variables that differ from each other and from all that are fixed: how many, and what they
    /// can be.
    fn packed(&self) -> (usize, u64) {
        let (mut count, mut union) = (0, 0);
        for size in 2..=64 {
            for mask in self.all().filter(|mask| mask.count_ones() == size) {
                if mask & (self.used | union) == 0 {
                    (count, union) = (count + 1, union | mask);
                }
            }
            // A larger one would need so many values that nobody has taken.
            if (!(self.used | union)).count_ones() <= size {
                break;
            }
        }
        (count, union)
    }

    /// How many variables can have values of their own that no fixed one has.
    fn matched(&self) -> usize {
        let mut taken_by = [usize::MAX; 64];
        (0..self.len).filter(|&place| self.augment(place, &mut 0, &mut taken_by)).count()
    }

    /// Gives a variable a value of its own, if others can move; asks each value once.
    fn augment(&self, place: usize, asked: &mut u64, taken_by: &mut [usize; 64]) -> bool {
        loop {
            let left = self.masks[place] & !self.used & !*asked;
            if left == 0 {
                return false;
            }
            let bit = left.trailing_zeros() as usize;
            *asked |= 1 << bit;
            let other = taken_by[bit];
            if other == usize::MAX || self.augment(other, asked, taken_by) {
                taken_by[bit] = place;
                return true;
            }
        }
    }
}
