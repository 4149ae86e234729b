//! Domains under arithmetic: images and preimages under shifts, products and quotients.
//!
//! Products and quotients map interval by interval, which keeps results small at the price of
//! not excluding values inside an interval.

use super::{Domain, INF, LIMIT, Mask, Range, Repr, SUP};
use crate::bound::Bound;
use crate::int::Int;

/// Which quotient: rounding toward zero, or toward minus infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// `//`
    Truncate,
    /// `div`
    Floor,
}

impl Domain {
    /// Every value plus an offset.
    pub fn shift(&self, offset: &Int) -> Domain {
        if let Some(by) = offset.as_i64()
            && let Some((lo, hi)) = self.word_ends()
            && by.unsigned_abs() <= LIMIT as u64
        {
            let move_end = |end: i64| if end == INF || end == SUP { end } else { end + by };
            let fits = |end: i64| end == INF || end == SUP || (-LIMIT..=LIMIT).contains(&end);
            if fits(move_end(lo)) && fits(move_end(hi)) {
                return match &self.0 {
                    Range(lo, hi) => Domain(Range(move_end(*lo), move_end(*hi))),
                    Mask(base, bits) => Domain(Mask(base + by, *bits)),
                    _ => Domain::from_sorted(
                        self.word_intervals()
                            .into_iter()
                            .map(|(a, b)| (move_end(a), move_end(b)))
                            .collect(),
                    ),
                };
            }
        }
        let offset = Bound::from(offset);
        self.map_intervals(|a, b| (a.add(&offset), b.add(&offset)))
    }

    /// Every value with the other sign.
    pub fn negate(&self) -> Domain {
        let flip = |end: i64| match end {
            INF => SUP,
            SUP => INF,
            n => -n,
        };
        match &self.0 {
            Repr::Empty => Domain(Repr::Empty),
            Range(lo, hi) => Domain(Range(flip(*hi), flip(*lo))),
            Mask(base, bits) => {
                let top = 63 - bits.leading_zeros();
                Domain(Mask(-(base + i64::from(top)), bits.reverse_bits() >> (63 - top)))
            }
            Repr::List(list) => {
                Domain::from_sorted(list.iter().rev().map(|&(a, b)| (flip(b), flip(a))).collect())
            }
            Repr::Wide(_) => self.map_intervals(|a, b| (b.neg(), a.neg())),
        }
    }

    /// The intervals of this, multiplied.
    pub fn expand(&self, by: &Int) -> Domain {
        if *by == Int::ONE {
            return self.clone();
        }
        let factor = Bound::N(by.abs());
        let positive = if by.sign() < 0 { self.negate() } else { self.clone() };
        positive.map_intervals(|a, b| (a.mul(&factor), b.mul(&factor)))
    }

    /// What times the factor may be in this.
    pub fn contract(&self, by: &Int) -> Domain {
        let factor = Bound::N(by.abs());
        let positive = if by.sign() < 0 { self.negate() } else { self.clone() };
        let slack = factor.plus(-1);
        positive.map_intervals(|a, b| {
            let lo = if a.signum() >= 0 { a.add(&slack) } else { a.clone() };
            let hi = if b.signum() >= 0 { b.clone() } else { b.sub(&slack) };
            (lo.div_trunc(&factor), hi.div_trunc(&factor))
        })
    }

    /// What divided by the divisor may be in this.
    pub fn expand_quotient(&self, by: &Int, rounding: Rounding) -> Domain {
        let factor = Bound::N(by.abs());
        let image = self.map_intervals(|a, b| match rounding {
            Rounding::Truncate => {
                let lo =
                    if a.signum() <= 0 { a.plus(-1).mul(&factor).plus(1) } else { a.mul(&factor) };
                let hi =
                    if b.signum() < 0 { b.mul(&factor) } else { b.plus(1).mul(&factor).plus(-1) };
                (lo, hi)
            }
            Rounding::Floor => (a.mul(&factor), b.plus(1).mul(&factor).plus(-by.sign())),
        });
        if by.sign() < 0 { image.negate() } else { image }
    }

    /// The quotients of this by the divisor.
    pub fn contract_quotient(&self, by: &Int, rounding: Rounding) -> Domain {
        let factor = Bound::N(by.abs());
        let positive = if by.sign() < 0 { self.negate() } else { self.clone() };
        positive.map_intervals(|a, b| match rounding {
            Rounding::Truncate => (a.div_trunc(&factor), b.div_trunc(&factor)),
            Rounding::Floor => (a.div_floor(&factor), b.div_floor(&factor)),
        })
    }

    fn map_intervals(&self, f: impl Fn(&Bound, &Bound) -> (Bound, Bound)) -> Domain {
        Domain::from_bounds(self.intervals().iter().map(|(a, b)| f(a, b)).collect())
    }
}
