//! `value` is the element of a list at `index`, counted from 1.
//!
//! A position stays while its variable and the value have something in common; the value
//! keeps what some position offers. Complete where all are small; with wide variables it
//! reasons on bounds. Costs a pass over the positions left.
//!
//! If the value is known, one of the positions left has it: whoever sees all of these cannot.

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
    /// Who may lose the value; nobody unless all of the list are small and start alike.
    loses: Loses,
}

/// Who may lose a value that one of the positions has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loses {
    Nobody,
    /// Only the list itself: a branch narrows its own variables only.
    List,
    Everybody,
}

impl Element {
    /// If somebody may lose the value, all of the list must be small and start alike.
    pub(crate) fn new(index: VarId, list: Vec<VarId>, value: VarId, loses: Loses) -> Self {
        let loses = if list.len() <= 64 { loses } else { Loses::Nobody };
        Self { index, list: list.into(), value, loses }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        within(ctx, self.index, (1, self.list.len() as i128))?;
        self.narrow_index(ctx)?;
        self.narrow_value(ctx)?;
        if let Some(at) = ctx.value(self.index) {
            equate(ctx, self.at(at), self.value)?;
        } else if self.loses != Loses::Nobody
            && let Some(bit) = self.known(ctx.value(self.value), ctx.offset(self.list[0]))
        {
            let places = |i: usize| ctx.contains(self.index, i as i64 + 1);
            let places = (0..self.list.len()).filter(|&i| places(i)).fold(0, |m, i| m | 1 << i);
            match self.loses {
                Loses::Everybody => {
                    ctx.erase_from_all_that_see(&self.list, places, bit)?;
                }
                _ => self.erase_in_list(ctx, places, bit)?,
            }
        }
        Ok(Status::Again)
    }

    /// Takes a value that one of these places has from the others that see them all.
    fn erase_in_list<L: Log>(&self, ctx: &mut Ctx<'_, L>, places: u64, bit: u64) -> Outcome {
        for (i, &var) in self.list.iter().enumerate() {
            if places >> i & 1 == 0 && ctx.mask(var) & bit != 0 {
                let model = ctx.model;
                if Ones(places).all(|k| model.sees(var, self.list[k as usize])) {
                    ctx.erase(var, bit)?;
                }
            }
        }
        Ok(())
    }

    /// The value as a bit of the list's masks, if there is one.
    fn known(&self, value: Option<i64>, offset: i64) -> Option<u64> {
        let bit = value?.checked_sub(offset).filter(|b| (0..64).contains(b))?;
        Some(1 << bit)
    }

    /// Whoever loses the value sees all that may have it.
    pub(crate) fn relies_on(
        &self,
        target: Option<(VarId, u64)>,
        domains: &[u64],
        sees: &dyn Fn(VarId, VarId) -> bool,
    ) -> Vec<(VarId, VarId)> {
        let Some((target, bit)) = target.filter(|_| self.loses != Loses::Nobody) else {
            return Vec::new();
        };
        // Some position that is left has the value, so all that is left of it has been kept.
        let places: Vec<VarId> =
            self.list.iter().copied().filter(|v| domains[v.index()] & bit != 0).collect();
        let seen = places.iter().filter(|&&v| v != target && sees(target, v));
        seen.map(|&v| (target, v)).collect()
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
