//! Values that rise (or never fall) along a line: thermometers.
//!
//! One pass up and one pass down; for a chain alone this is everything there is to find.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Chain {
    vars: Box<[VarId]>,
    /// The least rise from one to the next: 1 or 0.
    step: i64,
}

impl Chain {
    pub(crate) fn new(vars: Vec<VarId>, strict: bool) -> Self {
        Self { vars: vars.into(), step: i64::from(strict) }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut floor = i64::MIN;
        for &var in &self.vars {
            ctx.at_least(var, floor)?;
            floor = ctx.min(var).saturating_add(self.step);
        }
        let mut ceiling = i64::MAX;
        for &var in self.vars.iter().rev() {
            ctx.at_most(var, ceiling)?;
            ceiling = ctx.max(var).saturating_sub(self.step);
        }
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Bounds));
    }
}
