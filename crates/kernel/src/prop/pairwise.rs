//! Every two variables take an allowed pair of a symmetric relation: renban lines, modular
//! lines, sets of like parity.
//!
//! A value survives if each other variable has a partner for it: arc consistency on all
//! pairs, in one pass up and one pass down over the products of partners, repeated until
//! nothing changes. Where the values must all differ and their sets can be listed, the
//! compiler takes [`crate::prop::Cage`] instead, which is complete.

use std::sync::Arc;

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::{Event, Relation};

/// The most variables one propagator holds; partners are kept on the stack.
pub(crate) const MAX_VARS: usize = 32;

#[derive(Clone, Debug)]
pub(crate) struct Pairwise {
    vars: Box<[VarId]>,
    relation: Arc<Relation>,
}

impl Pairwise {
    /// The variables are small, different and share their offset; the relation is symmetric.
    pub(crate) fn new(vars: Vec<VarId>, relation: Arc<Relation>) -> Self {
        debug_assert!(vars.len() <= MAX_VARS);
        Self { vars: vars.into(), relation }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut before = [u64::MAX; MAX_VARS];
        let mut partners = u64::MAX;
        for (slot, &var) in before.iter_mut().zip(&self.vars) {
            *slot = partners;
            partners &= self.relation.after(ctx.mask(var));
        }
        let mut after = u64::MAX;
        for (before, &var) in before.iter().zip(&self.vars).rev() {
            ctx.keep(var, before & after)?;
            after &= self.relation.after(ctx.mask(var));
        }
        Ok(Status::Again)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}
