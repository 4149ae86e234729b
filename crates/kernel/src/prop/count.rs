//! How many variables have one of some values.
//!
//! Counts those that surely have one and those that still may; when the count has no play
//! left, the undecided are told. Complete for small variables. Costs a pass over the list.

use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::bounds::within;

#[derive(Clone, Debug)]
pub(crate) struct Count {
    vars: Box<[VarId]>,
    /// For each small variable, the values looked for as bits of its mask.
    masks: Box<[u64]>,
    /// The values looked for, sorted, each once.
    values: Box<[i64]>,
    count: VarId,
}

/// What a variable adds to the count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Adds {
    One,
    Nothing,
    Open,
}

impl Count {
    /// The values are sorted, each once; the masks are for the small variables, anything
    /// for the others.
    pub(crate) fn new(vars: Vec<VarId>, masks: Vec<u64>, values: Vec<i64>, count: VarId) -> Self {
        Self { vars: vars.into(), masks: masks.into(), values: values.into(), count }
    }

    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let (mut sure, mut open) = (0, 0);
        for i in 0..self.vars.len() {
            match self.adds(ctx, i) {
                Adds::One => sure += 1,
                Adds::Open => open += 1,
                Adds::Nothing => {}
            }
        }
        within(ctx, self.count, (sure, sure + open))?;
        let none_more = i128::from(ctx.max(self.count)) == sure;
        let all_more = i128::from(ctx.min(self.count)) == sure + open;
        if open > 0 && (none_more || all_more) {
            for i in 0..self.vars.len() {
                if self.adds(ctx, i) == Adds::Open {
                    self.decide(ctx, i, all_more)?;
                }
            }
        }
        Ok(Status::Again)
    }

    fn adds<L: Log>(&self, ctx: &Ctx<'_, L>, i: usize) -> Adds {
        let var = self.vars[i];
        let (has, all) = if ctx.is_small(var) {
            let (mask, wanted) = (ctx.mask(var), self.masks[i]);
            (mask & wanted != 0, mask & !wanted == 0)
        } else {
            let (lo, hi) = (ctx.min(var), ctx.max(var));
            let from = self.values.partition_point(|&v| v < lo);
            let inside = self.values[from..].partition_point(|&v| v <= hi) as u64;
            (inside > 0, inside == ctx.size(var))
        };
        match (has, all) {
            (false, _) => Adds::Nothing,
            (true, true) => Adds::One,
            (true, false) => Adds::Open,
        }
    }

    fn decide<L: Log>(&self, ctx: &mut Ctx<'_, L>, i: usize, wanted: bool) -> Outcome {
        let var = self.vars[i];
        if ctx.is_small(var) {
            return ctx.keep(var, if wanted { self.masks[i] } else { !self.masks[i] });
        }
        if wanted {
            return ctx.keep_values(var, &self.values);
        }
        // Each round takes one of the listed values off an end.
        loop {
            let (lo, hi) = (ctx.min(var), ctx.max(var));
            let listed = |v: i64| self.values.binary_search(&v).is_ok();
            let Some(end) = [lo, hi].into_iter().find(|&v| listed(v)) else { return Ok(()) };
            ctx.remove(var, end)?;
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
        watch(self.count, Event::Bounds);
    }
}
