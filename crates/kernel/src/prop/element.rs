//! `value` is the element of a list at `index`, counted from 1.
//!
//! A position stays while its variable and the value have something in common; the value
//! keeps what some position offers. Complete where all are small; with wide variables it
//! reasons on bounds. Costs a pass over the positions left.

use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::bounds::{equate, mask_from, overlap, range, within};

#[derive(Clone, Debug)]
pub(crate) struct Element {
    index: VarId,
    list: Box<[VarId]>,
    value: VarId,
}

impl Element {
    pub(crate) fn new(index: VarId, list: Vec<VarId>, value: VarId) -> Self {
        Self { index, list: list.into(), value }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        within(ctx, self.index, (1, self.list.len() as i128))?;
        self.narrow_index(ctx)?;
        self.narrow_value(ctx)?;
        if let Some(at) = ctx.value(self.index) {
            equate(ctx, self.at(at), self.value)?;
        }
        Ok(Status::Again)
    }

    fn at(&self, index: i64) -> VarId {
        self.list[index as usize - 1]
    }

    fn narrow_index<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Outcome {
        if ctx.is_small(self.index) {
            let offset = ctx.offset(self.index);
            let fits = |&bit: &u32| overlap(ctx, self.at(offset + i64::from(bit)), self.value);
            let kept = Ones(ctx.mask(self.index)).filter(fits).fold(0, |m, bit| m | 1 << bit);
            return ctx.keep(self.index, kept);
        }
        // At the end of the list a step further is a conflict, so both loops end.
        while !overlap(ctx, self.at(ctx.min(self.index)), self.value) {
            ctx.at_least(self.index, ctx.min(self.index) + 1)?;
        }
        while !overlap(ctx, self.at(ctx.max(self.index)), self.value) {
            ctx.at_most(self.index, ctx.max(self.index) - 1)?;
        }
        Ok(())
    }

    fn narrow_value<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Outcome {
        let places = ctx.min(self.index)..=ctx.max(self.index);
        let places = places.filter(|&i| ctx.contains(self.index, i)).map(|i| self.at(i));
        if ctx.is_small(self.value) {
            let offset = ctx.offset(self.value);
            let offered = places.fold(0, |m, v| m | mask_from(ctx, v, offset));
            return ctx.keep(self.value, offered);
        }
        let ranges = places.map(|v| range(ctx, v));
        let offered = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        offered.map_or(Err(Conflict), |offered| within(ctx, self.value, offered))
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        watch(self.index, Event::Any);
        watch(self.value, Event::Any);
        self.list.iter().for_each(|&v| watch(v, Event::Any));
    }
}
