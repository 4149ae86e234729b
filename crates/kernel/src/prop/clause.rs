//! At least one of several variables is among its own values.
//!
//! Only whether a variable can still be among them matters, and it hears of nothing else. Complete, where
//! no variable occurs twice.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// Variables, and the bits that would do.
    ways: Box<[(VarId, u64)]>,
}

impl Clause {
    /// Small variables, each once.
    pub(crate) fn new(ways: Vec<(VarId, u64)>) -> Self {
        Self { ways: ways.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut open = None;
        for &(var, bits) in &self.ways {
            let mask = ctx.mask(var);
            if mask & bits == 0 {
                continue;
            }
            if mask & !bits == 0 || open.is_some() {
                return Ok(Status::Fixpoint);
            }
            open = Some((var, bits));
        }
        let (var, bits) = open.ok_or(Conflict)?;
        ctx.keep(var, bits)?;
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.ways.iter().for_each(|&(var, bits)| watch(var, Event::Side(bits)));
    }
}
