//! A number tells how many variables have the value of a first one: all of some lists, or of
//! each list those at its start, up to the first that has another value.
//!
//! Goes through the values of the first variable. With one of them, a list has a least and a
//! largest count; if the number cannot be reached, the value goes. The others keep what some
//! value leaves them: where a list must count so many, its first ones are equal, and the next
//! one is not if it must not count more. Costs a pass over the lists for each value.

use crate::bits::{Ones, low_bits};
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Alike {
    number: VarId,
    first: VarId,
    lists: Box<[Box<[VarId]>]>,
    /// What the number counts besides.
    base: i64,
    /// Whether variables count behind one that has another value.
    gaps: bool,
}

/// How many of a list have a value: at least, and at most.
type Span = (usize, usize);

impl Alike {
    /// All but the number are small, and their masks start at the same value.
    pub(crate) fn new(
        number: VarId,
        first: VarId,
        lists: &[Vec<VarId>],
        base: i64,
        gaps: bool,
    ) -> Self {
        let lists = lists.iter().map(|l| l[..].into()).collect();
        Self { number, first, lists, base, gaps }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut keep = std::mem::take(&mut ctx.state.scratch.words);
        keep.clear();
        keep.resize(self.lists.iter().map(|l| l.len()).sum(), 0);
        let result = self.run(ctx, &mut keep);
        ctx.state.scratch.words = keep;
        result.map(|()| Status::Again)
    }

    fn run<L: Log>(&self, ctx: &mut Ctx<'_, L>, keep: &mut [u64]) -> Result<(), Conflict> {
        let (mut values, mut least, mut most) = (0u64, i64::MAX, i64::MIN);
        for bit in Ones(ctx.mask(self.first)) {
            let mut sum = (0, 0);
            for list in &self.lists {
                let (lo, hi) = self.span(ctx, list, 1 << bit);
                sum = (sum.0 + lo, sum.1 + hi);
            }
            // What the number allows of these counts.
            let lo = ctx.min(self.number).saturating_sub(self.base).max(sum.0 as i64);
            let hi = ctx.max(self.number).saturating_sub(self.base).min(sum.1 as i64);
            if lo > hi {
                continue;
            }
            values |= 1 << bit;
            (least, most) = (least.min(lo), most.max(hi));
            self.keep_with(ctx, 1 << bit, sum, (lo as usize, hi as usize), keep);
        }
        ctx.keep(self.first, values)?;
        ctx.at_least(self.number, least.saturating_add(self.base))?;
        ctx.at_most(self.number, most.saturating_add(self.base))?;
        let vars = self.lists.iter().flatten();
        vars.zip(keep.iter()).try_for_each(|(&var, &keep)| ctx.keep(var, keep))
    }

    /// How many of a list can have the value, and how many must.
    fn span<L: Log>(&self, ctx: &Ctx<'_, L>, list: &[VarId], bit: u64) -> Span {
        let is = |v: &&VarId| ctx.mask(**v) == bit;
        let can = |v: &&VarId| ctx.mask(**v) & bit != 0;
        match self.gaps {
            true => (list.iter().filter(is).count(), list.iter().filter(can).count()),
            false => (list.iter().take_while(is).count(), list.iter().take_while(can).count()),
        }
    }

    /// Adds what variables can have if the first one has this value.
    fn keep_with<L: Log>(
        &self,
        ctx: &Ctx<'_, L>,
        bit: u64,
        all: Span,
        (least, most): Span,
        keep: &mut [u64],
    ) {
        let mut rest = keep;
        for list in &self.lists {
            let (here, behind) = rest.split_at_mut(list.len());
            rest = behind;
            let (lo, hi) = self.span(ctx, list, bit);
            // Not fewer than the others leave, and not more than they leave room for.
            let need = lo.max(least.saturating_sub(all.1 - hi));
            let room = hi.min(most - (all.0 - lo));
            for (i, (&var, keep)) in list.iter().zip(here).enumerate() {
                let mask = ctx.mask(var);
                let can = mask & bit != 0;
                let (must, must_not) = match self.gaps {
                    true => (can && need == hi, room == lo && mask != bit),
                    false => (i < need, i == need && need == room),
                };
                *keep |= match (must, must_not) {
                    (true, _) => bit,
                    (_, true) => low_bits(64) & !bit,
                    _ => low_bits(64),
                };
            }
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        watch(self.number, Event::Bounds);
        watch(self.first, Event::Any);
        self.lists.iter().flatten().for_each(|&v| watch(v, Event::Any));
    }
}
