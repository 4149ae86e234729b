//! Quotient and remainder: `a = b * quotient + remainder`, by bounds.
//!
//! The divisor is never 0. Quotients are hulls over the positive and the negative part of
//! the divisor, where rounding is monotone; the rest is `a - remainder = b * quotient`.
//! When dividend and divisor are known the answer is computed. Constant cost.

use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::expr::Rounding;
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::bounds::{Range, factor, hull, range, signed, times, within};

#[derive(Clone, Debug)]
pub(crate) struct DivRem {
    a: VarId,
    b: VarId,
    quotient: VarId,
    remainder: VarId,
    rounding: Rounding,
}

impl DivRem {
    pub(crate) fn new([a, b, quotient, remainder]: [VarId; 4], rounding: Rounding) -> Self {
        Self { a, b, quotient, remainder, rounding }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        ctx.remove(self.b, 0)?;
        if let (Some(a), Some(b)) = (ctx.value(self.a), ctx.value(self.b)) {
            ctx.fix(self.quotient, self.rounding.quotient(a, b).ok_or(Conflict)?)?;
            ctx.fix(self.remainder, self.rounding.remainder(a, b).ok_or(Conflict)?)?;
            return Ok(Status::Again);
        }
        let (quotients, remainders) =
            quotients_and_remainders(range(ctx, self.a), range(ctx, self.b), self.rounding);
        within(ctx, self.quotient, quotients)?;
        within(ctx, self.remainder, remainders)?;
        self.narrow_by_product(ctx)?;
        Ok(Status::Again)
    }

    fn narrow_by_product<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Outcome {
        let (b, q) = (range(ctx, self.b), range(ctx, self.quotient));
        let whole = times(b, q);
        let rest = range(ctx, self.remainder);
        within(ctx, self.a, (whole.0 + rest.0, whole.1 + rest.1))?;
        let a = range(ctx, self.a);
        within(ctx, self.remainder, (a.0 - whole.1, a.1 - whole.0))?;
        let rest = range(ctx, self.remainder);
        let whole = (a.0 - rest.1, a.1 - rest.0);
        if let Some(allowed) = factor(whole, b) {
            within(ctx, self.quotient, allowed)?;
        }
        if let Some(allowed) = factor(whole, range(ctx, self.quotient)) {
            within(ctx, self.b, allowed)?;
        }
        Ok(())
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        for var in [self.a, self.b, self.quotient, self.remainder] {
            watch(var, Event::Bounds);
        }
    }
}

/// Hulls of what division can give; empty if the divisor can only be 0.
pub(crate) fn quotients_and_remainders(a: Range, b: Range, rounding: Rounding) -> (Range, Range) {
    let quotients = hull(signed(b).flat_map(|(lo, hi)| {
        let corners = [(a.0, lo), (a.0, hi), (a.1, lo), (a.1, hi)];
        corners.map(|(x, y)| match rounding {
            Rounding::Truncate => x / y,
            // Rounding down by the euclidean quotient needs a positive divisor.
            Rounding::Floor => (x * y.signum()).div_euclid(y.abs()),
        })
    }));
    // A remainder is nearer to zero than the divisor and has the sign of the divisor
    // (rounding down) or of the dividend (towards zero).
    let most = b.1.max(-b.0) - 1;
    let signs = match rounding {
        Rounding::Truncate => a,
        Rounding::Floor => b,
    };
    let remainders = (signs.0.min(0).max(-most), signs.1.max(0).min(most));
    (quotients, remainders)
}
