//! The largest (or smallest) of a list, by bounds.
//!
//! No element passes the result, the result lies between the largest lower and the largest
//! upper bound, and a sole element that can still reach it must be it. Elements that see the
//! result stay below it. One pass. The
//! smallest is the largest of the mirrored: ranges are negated on the way in and out.

use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::bounds::{Range, equate, range, within};

#[derive(Clone, Debug)]
pub(crate) struct Extreme {
    vars: Box<[VarId]>,
    /// For each of the list, 1 if it is known to differ from the result, else 0.
    gaps: Box<[i128]>,
    result: VarId,
    max: bool,
}

impl Extreme {
    /// The list is not empty; `differs` tells which of it cannot be equal to the result.
    pub(crate) fn new(
        vars: Vec<VarId>,
        result: VarId,
        max: bool,
        differs: impl Fn(VarId) -> bool,
    ) -> Self {
        let gaps = vars.iter().map(|&v| i128::from(differs(v))).collect();
        Self { vars: vars.into(), gaps, result, max }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let views = self.vars.iter().zip(&self.gaps).map(|(&v, gap)| (self.view(ctx, v), gap));
        let ranges = views.map(|((lo, hi), gap)| (lo + gap, hi - gap));
        let tops = ranges.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))).ok_or(Conflict)?;
        self.keep(ctx, self.result, tops)?;
        let (least, most) = self.view(ctx, self.result);
        for (&var, gap) in self.vars.iter().zip(&self.gaps) {
            self.keep(ctx, var, (i128::MIN + 1, most - gap))?;
        }
        let mut reaching = self.vars.iter().filter(|&&v| self.view(ctx, v).1 >= least);
        if let (Some(&only), None) = (reaching.next(), reaching.next()) {
            equate(ctx, only, self.result)?;
        }
        Ok(Status::Again)
    }

    /// Those that stay below the result differ from it.
    pub(crate) fn relies_on(&self) -> Vec<(VarId, VarId)> {
        let differ = self.vars.iter().zip(&self.gaps).filter(|(_, gap)| **gap == 1);
        differ.map(|(&v, _)| (v, self.result)).collect()
    }

    fn view<L: Log>(&self, ctx: &Ctx<'_, L>, var: VarId) -> Range {
        let (lo, hi) = range(ctx, var);
        if self.max { (lo, hi) } else { (-hi, -lo) }
    }

    fn keep<L: Log>(&self, ctx: &mut Ctx<'_, L>, var: VarId, (lo, hi): Range) -> Outcome {
        within(ctx, var, if self.max { (lo, hi) } else { (-hi, -lo) })
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Bounds));
        watch(self.result, Event::Bounds);
    }
}
