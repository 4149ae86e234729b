//! One variable and the values it may take.
//!
//! Plain domains are applied at the root. This propagator is for those that are not plain:
//! a wide variable with gaps (it steps over a gap when a bound reaches it), and a domain
//! that holds only in a branch of a disjunction.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Values {
    var: VarId,
    /// Sorted.
    values: Box<[i64]>,
}

impl Values {
    /// The values are sorted.
    pub(crate) fn new(var: VarId, values: Vec<i64>) -> Self {
        Self { var, values: values.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        ctx.keep_values(self.var, &self.values)?;
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        watch(self.var, Event::Bounds);
    }
}
