//! What propagators over any mix of small and wide variables share.
//!
//! Ranges are in 128 bits: products of two 64-bit numbers fit, so nothing here overflows.

use crate::bits::{low_bits, shift};
use crate::context::{Conflict, Ctx, Outcome};
use crate::ids::VarId;
use crate::log::Log;

/// All numbers from the first to the second; empty if the first is larger.
pub(crate) type Range = (i128, i128);

/// The bounds of a variable.
pub(super) fn range<L: Log>(ctx: &Ctx<'_, L>, var: VarId) -> Range {
    (ctx.min(var).into(), ctx.max(var).into())
}

/// Keeps a variable inside a range.
pub(super) fn within<L: Log>(ctx: &mut Ctx<'_, L>, var: VarId, (lo, hi): Range) -> Outcome {
    if lo > hi || lo > i64::MAX.into() || hi < i64::MIN.into() {
        return Err(Conflict);
    }
    ctx.at_least(var, lo.max(i64::MIN.into()) as i64)?;
    ctx.at_most(var, hi.min(i64::MAX.into()) as i64)
}

/// The domain as a mask whose bit 0 stands for `offset`; values outside the word are lost.
pub(super) fn mask_from<L: Log>(ctx: &Ctx<'_, L>, var: VarId, offset: i64) -> u64 {
    if ctx.is_small(var) {
        return shift(ctx.mask(var), ctx.offset(var).saturating_sub(offset));
    }
    let lo = ctx.min(var).saturating_sub(offset).clamp(0, 64);
    let hi = ctx.max(var).saturating_sub(offset).clamp(-1, 63);
    low_bits((hi + 1) as u32) & !low_bits(lo as u32)
}

/// Whether two variables have a value in common, as far as can be seen.
pub(super) fn overlap<L: Log>(ctx: &Ctx<'_, L>, a: VarId, b: VarId) -> bool {
    if ctx.is_small(a) {
        ctx.mask(a) & mask_from(ctx, b, ctx.offset(a)) != 0
    } else if ctx.is_small(b) {
        overlap(ctx, b, a)
    } else {
        ctx.min(a) <= ctx.max(b) && ctx.min(b) <= ctx.max(a)
    }
}

/// Takes from each of two variables what the other cannot be.
pub(super) fn equate<L: Log>(ctx: &mut Ctx<'_, L>, a: VarId, b: VarId) -> Outcome {
    for (x, y) in [(a, b), (b, a)] {
        if ctx.is_small(x) {
            ctx.keep(x, mask_from(ctx, y, ctx.offset(x)))?;
        } else {
            within(ctx, x, range(ctx, y))?;
        }
    }
    Ok(())
}

/// The smallest range with all products.
pub(crate) fn times(a: Range, b: Range) -> Range {
    let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    hull(corners.into_iter())
}

/// The smallest range with all of these.
pub(crate) fn hull(values: impl Iterator<Item = i128>) -> Range {
    values.fold((i128::MAX, i128::MIN), |(lo, hi), v| (lo.min(v), hi.max(v)))
}

/// The parts of a range above and below zero.
pub(crate) fn signed((lo, hi): Range) -> impl Iterator<Item = Range> {
    [(lo.max(1), hi), (lo, hi.min(-1))].into_iter().filter(|(lo, hi)| lo <= hi)
}

/// A range for `x` where `x * y = product`; none if `x` can be anything.
pub(super) fn factor(product: Range, y: Range) -> Option<Range> {
    let has_zero = |r: Range| r.0 <= 0 && r.1 >= 0;
    if has_zero(product) && has_zero(y) {
        return None;
    }
    let mut found = (i128::MAX, i128::MIN);
    for part in signed(y) {
        for (p, d) in
            [(product.0, part.0), (product.0, part.1), (product.1, part.0), (product.1, part.1)]
        {
            let floor = floor_div(p, d);
            let ceil = floor + i128::from(floor * d != p);
            found = (found.0.min(ceil), found.1.max(floor));
        }
    }
    Some(found)
}

fn floor_div(a: i128, b: i128) -> i128 {
    let q = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_of_a_range() {
        assert_eq!(factor((6, 7), (2, 3)), Some((2, 3)));
        assert_eq!(factor((7, 7), (4, 5)), Some((2, 1)), "none");
        assert_eq!(factor((5, 6), (-2, 2)), Some((-6, 6)));
        assert_eq!(factor((-1, 1), (-2, 2)), None);
        assert_eq!(factor((1, 9), (0, 0)), Some((i128::MAX, i128::MIN)), "none");
    }
}
