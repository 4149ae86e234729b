//! One list comes before another in lexicographic order.
//!
//! Complete when no variable occurs twice (Frisch and others 2002), without memory: find
//! the first position that is not yet equal, and see whether the rest could be in order.
//! If not, that position must decide. One pass.

use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Lex {
    smaller: Box<[VarId]>,
    larger: Box<[VarId]>,
    strict: bool,
}

impl Lex {
    /// Pairs at the same position, and whether the lists must differ.
    pub(crate) fn new(pairs: Vec<(VarId, VarId)>, strict: bool) -> Self {
        let (smaller, larger): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        Self { smaller: smaller.into(), larger: larger.into(), strict }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        in_order(ctx, &self.smaller, &self.larger, self.strict)?;
        Ok(Status::Again)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        for (&a, &b) in self.smaller.iter().zip(&self.larger) {
            watch(a, Event::Bounds);
            watch(b, Event::Bounds);
        }
    }
}

/// Requires that one list comes before the other of the same length.
pub(super) fn in_order<L: Log>(
    ctx: &mut Ctx<'_, L>,
    smaller: &[VarId],
    larger: &[VarId],
    strict: bool,
) -> Outcome {
    for (i, (&a, &b)) in smaller.iter().zip(larger).enumerate() {
        ctx.at_most(a, ctx.max(b))?;
        ctx.at_least(b, ctx.min(a))?;
        let ((low, high), (least, most)) = (ctx.bounds(a), ctx.bounds(b));
        if high < least {
            return Ok(());
        }
        if low == high && (low, high) == (least, most) {
            continue;
        }
        if !can_follow(ctx, &smaller[i + 1..], &larger[i + 1..], strict) {
            // Both are above the lower and below the upper end of i64 where they meet.
            let (top, bottom) = (ctx.max(b).checked_sub(1), ctx.min(a).checked_add(1));
            ctx.at_most(a, top.ok_or(Conflict)?)?;
            ctx.at_least(b, bottom.ok_or(Conflict)?)?;
        }
        return Ok(());
    }
    if strict { Err(Conflict) } else { Ok(()) }
}

/// Whether the lists could be in order, as far as bounds tell.
pub(super) fn can_follow<L: Log>(
    ctx: &Ctx<'_, L>,
    smaller: &[VarId],
    larger: &[VarId],
    strict: bool,
) -> bool {
    for (&a, &b) in smaller.iter().zip(larger) {
        let (least, most) = (ctx.min(a), ctx.max(b));
        if least != most {
            return least < most;
        }
    }
    !strict
}
