//! A flag that tells whether a linear comparison holds.
//!
//! While the flag is open, bounds (and for two small variables with equal coefficients,
//! their domains) decide the comparison if they can. Once the flag is known, the
//! comparison or its negation is propagated by the same propagators it would have alone.

use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::expr::Cmp;
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::bounds::{Range, mask_from, range, times};
use crate::prop::{Event, Prop};

#[derive(Clone, Debug)]
pub(crate) struct Reified {
    flag: VarId,
    terms: Box<[(i64, VarId)]>,
    op: Cmp,
    rhs: i64,
    /// The comparison.
    yes: Box<[Prop]>,
    /// Its negation.
    no: Box<[Prop]>,
}

impl Reified {
    /// The terms name each variable once, without zeros.
    pub(crate) fn new(
        flag: VarId,
        (terms, op, rhs): (Vec<(i64, VarId)>, Cmp, i64),
        yes: Vec<Prop>,
        no: Vec<Prop>,
    ) -> Self {
        Self { flag, terms: terms.into(), op, rhs, yes: yes.into(), no: no.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        ctx.at_least(self.flag, 0)?;
        ctx.at_most(self.flag, 1)?;
        match ctx.value(self.flag) {
            Some(1) => run(ctx, &self.yes)?,
            Some(_) => run(ctx, &self.no)?,
            None => {
                if let Some(holds) = self.decided(ctx) {
                    ctx.fix(self.flag, i64::from(holds))?;
                }
            }
        }
        Ok(Status::Again)
    }

    /// Whether the comparison holds, if that is certain.
    fn decided<L: Log>(&self, ctx: &Ctx<'_, L>) -> Option<bool> {
        let add = |a: Range, b: Range| (a.0.saturating_add(b.0), a.1.saturating_add(b.1));
        let terms = self.terms.iter().map(|&(c, v)| times((c.into(), c.into()), range(ctx, v)));
        let (lo, hi) = terms.fold((0, 0), add);
        let rhs = i128::from(self.rhs);
        let at_most = |limit: i128| {
            if hi <= limit { Some(true) } else { (lo > limit).then_some(false) }
        };
        match self.op {
            Cmp::Le => at_most(rhs),
            Cmp::Lt => at_most(rhs - 1),
            Cmp::Gt => at_most(rhs).map(|holds| !holds),
            Cmp::Ge => at_most(rhs - 1).map(|holds| !holds),
            Cmp::Eq => self.equal(ctx, (lo, hi)),
            Cmp::Ne => self.equal(ctx, (lo, hi)).map(|holds| !holds),
        }
    }

    fn equal<L: Log>(&self, ctx: &Ctx<'_, L>, (lo, hi): Range) -> Option<bool> {
        let rhs = i128::from(self.rhs);
        if !(lo..=hi).contains(&rhs) {
            return Some(false);
        }
        if lo == hi {
            return Some(true);
        }
        let possible = match *self.terms {
            [(c, v)] => {
                let c = i128::from(c);
                let value = i64::try_from(rhs / c).ok();
                rhs % c == 0 && value.is_some_and(|value| ctx.contains(v, value))
            }
            [(1, a), (-1, b)] => self.meet(ctx, a, b, self.rhs),
            [(-1, b), (1, a)] => self.meet(ctx, a, b, self.rhs),
            _ => true,
        };
        if possible { None } else { Some(false) }
    }

    /// Whether `a = b + by` is possible.
    fn meet<L: Log>(&self, ctx: &Ctx<'_, L>, a: VarId, b: VarId, by: i64) -> bool {
        if !ctx.is_small(a) {
            return true;
        }
        match ctx.offset(a).checked_sub(by) {
            Some(offset) => ctx.mask(a) & mask_from(ctx, b, offset) != 0,
            None => true,
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        watch(self.flag, Event::Any);
        let equality = matches!(self.op, Cmp::Eq | Cmp::Ne);
        let event = if equality { Event::Any } else { Event::Bounds };
        self.terms.iter().for_each(|&(_, v)| watch(v, event));
        self.parts().for_each(|p| p.watches(watch));
    }

    /// The propagators of both outcomes.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Prop> {
        self.yes.iter().chain(&self.no)
    }
}

/// Runs each once: what one writes wakes the owner again.
fn run<L: Log>(ctx: &mut Ctx<'_, L>, props: &[Prop]) -> Outcome {
    props.iter().try_for_each(|p| p.propagate(ctx).map(|_| ()))
}
