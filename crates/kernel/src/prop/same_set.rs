//! Two lists of variables use the same set of values.
//!
//! Box and line that cross, with the crossing left out; rows and jigsaw regions with what
//! they share left out (the law of leftovers). It wakes on fixed cells only: waking on
//! every change costs more than it saves.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct SameSet {
    a: Box<[VarId]>,
    b: Box<[VarId]>,
}

impl SameSet {
    pub(crate) fn new(a: Vec<VarId>, b: Vec<VarId>) -> Self {
        Self { a: a.into(), b: b.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let union = |ctx: &Ctx<'_, L>, list: &[VarId]| list.iter().fold(0, |m, &v| m | ctx.mask(v));
        let (a, b) = (union(ctx, &self.a), union(ctx, &self.b));
        if a == b {
            return Ok(Status::Fixpoint);
        }
        let both = a & b;
        for (list, mask) in [(&self.a, a), (&self.b, b)] {
            if mask != both {
                for &var in list {
                    ctx.keep(var, both)?;
                }
            }
        }
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.a.iter().chain(&self.b).for_each(|&v| watch(v, Event::Fixed));
    }
}
