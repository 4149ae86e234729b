//! No two of some lists are equal.
//!
//! Two lists that have the same known values in all places but one differ there. Costs a
//! glance at every pair of lists, mostly at their first places.

use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Unequal {
    lists: Box<[Box<[VarId]>]>,
    /// Every variable once.
    scope: Box<[VarId]>,
}

impl Unequal {
    /// All lists are of one length.
    pub(crate) fn new(lists: &[Vec<VarId>]) -> Self {
        let mut scope: Vec<VarId> = lists.iter().flatten().copied().collect();
        scope.sort_unstable();
        scope.dedup();
        Self { lists: lists.iter().map(|l| l[..].into()).collect(), scope: scope.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        for (i, a) in self.lists.iter().enumerate() {
            for b in &self.lists[..i] {
                differ(ctx, a, b)?;
            }
        }
        Ok(Status::Again)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.scope.iter().for_each(|&v| watch(v, Event::Fixed));
    }
}

fn differ<L: Log>(ctx: &mut Ctx<'_, L>, a: &[VarId], b: &[VarId]) -> Outcome {
    let mut open = None;
    for (&a, &b) in a.iter().zip(b) {
        if a == b {
            continue;
        }
        match (ctx.value(a), ctx.value(b)) {
            (Some(x), Some(y)) if x == y => {}
            (Some(_), Some(_)) => return Ok(()),
            (None, None) => return Ok(()),
            (known_a, known_b) => {
                let value = known_a.or(known_b);
                let var = if known_a.is_some() { b } else { a };
                if open.is_some() || value.is_some_and(|v| !ctx.contains(var, v)) {
                    return Ok(());
                }
                open = value.map(|v| (var, v));
            }
        }
    }
    match open {
        Some((var, value)) => ctx.remove(var, value),
        None => Err(Conflict),
    }
}
