//! A constraint tested when it is ground: the last resort, right for everything.
//!
//! It waits until one variable is left and tries that one's values, if they can be listed.
//! For what no other propagator can say: sums beyond 64 bits under a negation, automata
//! whose complement is too large.

use crate::bits::Ones;
use crate::constraint::Constraint;
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Check {
    meaning: Box<Constraint>,
    vars: Box<[VarId]>,
}

impl Check {
    pub(crate) fn new(meaning: Constraint) -> Self {
        let vars = meaning.scope().into();
        Self { meaning: Box::new(meaning), vars }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut open = self.vars.iter().copied().filter(|&v| ctx.value(v).is_none());
        let holds = |ctx: &Ctx<'_, L>, var: Option<VarId>, value: i64| {
            self.meaning.holds(&|v| if Some(v) == var { value } else { ctx.min(v) })
        };
        match (open.next(), open.next()) {
            (None, _) if !holds(ctx, None, 0) => return Err(Conflict),
            (Some(var), None) if ctx.is_small(var) => {
                let offset = ctx.offset(var);
                let fits = |&bit: &u32| holds(ctx, Some(var), offset + i64::from(bit));
                let kept = Ones(ctx.mask(var)).filter(fits).fold(0, |m, bit| m | 1 << bit);
                ctx.keep(var, kept)?;
            }
            _ => {}
        }
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Fixed));
    }
}
