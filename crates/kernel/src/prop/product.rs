//! `a * b = product`, by bounds.
//!
//! Each bound is the hull of what the other two allow; zero is taken out of the factors
//! when the product cannot be zero. Constant cost. Small factors get a table instead.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::bounds::{factor, range, times, within};

#[derive(Clone, Debug)]
pub(crate) struct Product {
    a: VarId,
    b: VarId,
    product: VarId,
}

impl Product {
    pub(crate) fn new(a: VarId, b: VarId, product: VarId) -> Self {
        Self { a, b, product }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        within(ctx, self.product, times(range(ctx, self.a), range(ctx, self.b)))?;
        for (x, y) in [(self.a, self.b), (self.b, self.a)] {
            if !ctx.contains(self.product, 0) {
                ctx.remove(x, 0)?;
            }
            if let Some(allowed) = factor(range(ctx, self.product), range(ctx, y)) {
                within(ctx, x, allowed)?;
            }
        }
        Ok(Status::Again)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        [self.a, self.b].into_iter().for_each(|v| watch(v, Event::Bounds));
        // Its zero may go from the middle.
        watch(self.product, Event::Any);
    }
}
