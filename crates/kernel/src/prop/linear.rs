//! Linear comparisons by bounds: right for wide domains and long sums.

use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

/// Coefficients and variables; no coefficient is 0.
pub(crate) type Terms = Box<[(i64, VarId)]>;

/// The least a term can be.
fn least<L: Log>(ctx: &Ctx<'_, L>, (c, v): (i64, VarId)) -> i128 {
    i128::from(c) * i128::from(if c > 0 { ctx.min(v) } else { ctx.max(v) })
}

/// The most a term can be.
fn most<L: Log>(ctx: &Ctx<'_, L>, (c, v): (i64, VarId)) -> i128 {
    i128::from(c) * i128::from(if c > 0 { ctx.max(v) } else { ctx.min(v) })
}

fn clamp(n: i128) -> i64 {
    n.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// `c * v <= limit`.
fn cap<L: Log>(ctx: &mut Ctx<'_, L>, (c, v): (i64, VarId), limit: i128) -> Outcome {
    let bound = limit.div_euclid(c.unsigned_abs().into());
    if c > 0 { ctx.at_most(v, clamp(bound)) } else { ctx.at_least(v, clamp(-bound)) }
}

fn lower_all<L: Log>(ctx: &mut Ctx<'_, L>, terms: &Terms, rhs: i128) -> Outcome {
    let floor: i128 = terms.iter().map(|&t| least(ctx, t)).sum();
    let slack = rhs - floor;
    if slack < 0 {
        return Err(Conflict);
    }
    for &term in terms {
        let low = least(ctx, term);
        if most(ctx, term) - low > slack {
            cap(ctx, term, low + slack)?;
        }
    }
    Ok(())
}

/// `terms <= rhs`.
#[derive(Clone, Debug)]
pub(crate) struct AtMost {
    terms: Terms,
    rhs: i128,
}

impl AtMost {
    /// The right side is wider than a value: a negated one can be 2^63.
    pub(crate) fn new(terms: Terms, rhs: i128) -> Self {
        Self { terms, rhs }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        lower_all(ctx, &self.terms, self.rhs)?;
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.terms.iter().for_each(|&(_, v)| watch(v, Event::Bounds));
    }
}

/// `terms = rhs`, by bounds.
#[derive(Clone, Debug)]
pub(crate) struct Equal {
    terms: Terms,
    negated: Terms,
    rhs: i64,
}

impl Equal {
    pub(crate) fn new(terms: Terms, rhs: i64) -> Self {
        let negated = terms.iter().map(|&(c, v)| (-c, v)).collect();
        Self { terms, negated, rhs }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        lower_all(ctx, &self.terms, self.rhs.into())?;
        lower_all(ctx, &self.negated, -i128::from(self.rhs))?;
        // A bound that moved may move the others again.
        Ok(Status::Again)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.terms.iter().for_each(|&(_, v)| watch(v, Event::Bounds));
    }
}

/// `terms != rhs`: acts when one variable is left.
#[derive(Clone, Debug)]
pub(crate) struct Differ {
    terms: Terms,
    rhs: i64,
}

impl Differ {
    pub(crate) fn new(terms: Terms, rhs: i64) -> Self {
        Self { terms, rhs }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut rest = i128::from(self.rhs);
        let mut open = None;
        for &(c, v) in &self.terms {
            match ctx.value(v) {
                Some(value) => rest -= i128::from(c) * i128::from(value),
                None if open.is_none() => open = Some((c, v)),
                None => return Ok(Status::Fixpoint),
            }
        }
        match open {
            None if rest == 0 => Err(Conflict),
            Some((c, v)) if rest % i128::from(c) == 0 => {
                if let Ok(value) = i64::try_from(rest / i128::from(c)) {
                    ctx.remove(v, value)?;
                }
                Ok(Status::Fixpoint)
            }
            _ => Ok(Status::Fixpoint),
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        // A wide variable cannot lose an inner value, so its bounds are watched as well.
        self.terms.iter().for_each(|&(_, v)| watch(v, Event::Bounds));
    }
}
