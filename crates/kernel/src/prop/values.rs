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
    /// The same as a mask if the variable is small.
    mask: Option<u64>,
}

impl Values {
    /// The values are sorted. A small variable tells what bit 0 of its mask stands for.
    pub(crate) fn new(var: VarId, values: Vec<i64>, offset: Option<i64>) -> Self {
        let bits = |offset: i64| values.iter().map(move |v| v.wrapping_sub(offset));
        let mask = |offset| {
            bits(offset).filter(|b| (0..64).contains(b)).fold(0u64, |mask, b| mask | 1 << b)
        };
        let mask = offset.map(mask);
        Self { var, values: values.into(), mask }
    }

    /// Whether the variable is small.
    pub(crate) fn is_small(&self) -> bool {
        self.mask.is_some()
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        match self.mask {
            Some(mask) => ctx.keep(self.var, mask)?,
            None => ctx.keep_values(self.var, &self.values)?,
        }
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        watch(self.var, Event::Bounds);
    }
}
