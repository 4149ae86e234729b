//! `|a - b| = diff`, by bounds.
//!
//! Each end stays within the largest difference of the other and, once it is known on
//! which side it lies, at least the smallest difference away. Constant cost. Small
//! variables get a table instead.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::bounds::{range, within};

#[derive(Clone, Debug)]
pub(crate) struct AbsDiff {
    a: VarId,
    b: VarId,
    diff: VarId,
}

impl AbsDiff {
    pub(crate) fn new(a: VarId, b: VarId, diff: VarId) -> Self {
        Self { a, b, diff }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let (a, b) = (range(ctx, self.a), range(ctx, self.b));
        let gap = (a.0 - b.1).max(b.0 - a.1).max(0);
        within(ctx, self.diff, (gap, (a.1 - b.0).max(b.1 - a.0)))?;
        let d = range(ctx, self.diff);
        for (x, y) in [(self.a, self.b), (self.b, self.a)] {
            let (from, to) = (range(ctx, x), range(ctx, y));
            let mut allowed = (to.0 - d.1, to.1 + d.1);
            // Too near to lie below: it lies above, and the other way round.
            if from.0 > to.1 - d.0 {
                allowed.0 = allowed.0.max(to.0 + d.0);
            }
            if from.1 < to.0 + d.0 {
                allowed.1 = allowed.1.min(to.1 - d.0);
            }
            within(ctx, x, allowed)?;
        }
        Ok(Status::Again)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        [self.a, self.b, self.diff].into_iter().for_each(|v| watch(v, Event::Bounds));
    }
}
