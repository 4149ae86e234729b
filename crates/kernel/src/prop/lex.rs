//! One list comes before another in lexicographic order.
//!
//! Complete when no variable occurs twice (Frisch and others 2002), without memory: find
//! the first position that is not yet equal, and see whether the rest could be in order.
//! If not, that position must decide. One pass.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Lex {
    pairs: Box<[(VarId, VarId)]>,
    strict: bool,
}

impl Lex {
    /// Pairs at the same position, and whether the lists must differ.
    pub(crate) fn new(pairs: Vec<(VarId, VarId)>, strict: bool) -> Self {
        Self { pairs: pairs.into(), strict }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        for (i, &(a, b)) in self.pairs.iter().enumerate() {
            ctx.at_most(a, ctx.max(b))?;
            ctx.at_least(b, ctx.min(a))?;
            if ctx.max(a) < ctx.min(b) {
                return Ok(Status::Again);
            }
            if ctx.value(a).is_some() && ctx.value(a) == ctx.value(b) {
                continue;
            }
            if !self.can_follow(ctx, i + 1) {
                // Both are above the lower and below the upper end of i64 where they meet.
                let (top, bottom) = (ctx.max(b).checked_sub(1), ctx.min(a).checked_add(1));
                ctx.at_most(a, top.ok_or(Conflict)?)?;
                ctx.at_least(b, bottom.ok_or(Conflict)?)?;
            }
            return Ok(Status::Again);
        }
        if self.strict { Err(Conflict) } else { Ok(Status::Again) }
    }

    /// Whether the lists could be in order from position `from` on.
    fn can_follow<L: Log>(&self, ctx: &Ctx<'_, L>, from: usize) -> bool {
        for &(a, b) in &self.pairs[from..] {
            let (least, most) = (ctx.min(a), ctx.max(b));
            if least != most {
                return least < most;
            }
        }
        !self.strict
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        for &(a, b) in &self.pairs {
            watch(a, Event::Bounds);
            watch(b, Event::Bounds);
        }
    }
}
