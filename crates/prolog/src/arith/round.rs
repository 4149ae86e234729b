//! Between floats, rationals and integers.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::{
    ArithError, ArithState, Op,
    exact::{floor_big, ratio},
};
use crate::number::Number;

type Answer = Result<Number, ArithError>;

pub(super) fn round(state: &ArithState, op: Op, x: &Number) -> Answer {
    match (op, x) {
        (Op::Float, _) => Ok(Number::Float(state.to_float(x)?)),
        (Op::FloatIntegerPart, Number::Float(f)) => state.check(f.trunc()),
        (Op::FloatFractionalPart, Number::Float(f)) if f.is_infinite() => {
            Ok(Number::Float(0.0f64.copysign(*f)))
        }
        (Op::FloatFractionalPart, Number::Float(f)) => state.check(f.fract().copysign(*f)),
        (Op::FloatFractionalPart, Number::Int(_) | Number::Big(_)) => Ok(Number::Int(0)),
        (Op::FloatFractionalPart, Number::Ratio(r)) => {
            Ok(ratio(r.clone() - RBig::from(truncate(r))))
        }
        (_, Number::Int(_) | Number::Big(_)) => Ok(x.clone()),
        (_, Number::Float(f)) if !f.is_finite() => Ok(x.clone()),
        // The float nearest to the largest small integer rounds to it.
        (Op::Integer, Number::Float(f)) if *f == 9_223_372_036_854_775_808.0 => {
            Ok(Number::Int(i64::MAX))
        }
        (_, Number::Float(f)) => Ok(from_float(match op {
            Op::Integer => f.round(),
            Op::Floor => f.floor(),
            Op::Ceiling => f.ceil(),
            _ => f.trunc(),
        })),
        (_, Number::Ratio(r)) => Ok(Number::big(match op {
            Op::Integer => {
                let half = RBig::from(IBig::ONE) / RBig::from(IBig::from(2));
                let below = *r.numerator() < IBig::ZERO;
                truncate(&if below { r.clone() - half } else { r.clone() + half })
            }
            Op::Floor => floor(r),
            Op::Ceiling => floor(r) + IBig::ONE,
            _ => truncate(r),
        })),
    }
}

fn floor(r: &RBig) -> IBig {
    floor_big(r.numerator().clone(), IBig::from(r.denominator().clone()))
}

fn truncate(r: &RBig) -> IBig {
    r.numerator() / IBig::from(r.denominator().clone())
}

/// A float without fraction as an integer.
fn from_float(f: f64) -> Number {
    if (-9.2e18..=9.2e18).contains(&f) {
        return Number::Int(f as i64);
    }
    Number::big(IBig::try_from(f).unwrap_or(IBig::ZERO))
}

pub(super) fn rational(op: Op, x: &Number) -> Answer {
    match (op, x) {
        (Op::Numerator, Number::Ratio(r)) => Ok(Number::big(r.numerator().clone())),
        (Op::Denominator, Number::Ratio(r)) => Ok(Number::big(IBig::from(r.denominator().clone()))),
        (Op::Denominator, Number::Int(_) | Number::Big(_)) => Ok(Number::Int(1)),
        (Op::Numerator | Op::Denominator, Number::Float(_)) => {
            let name = if op == Op::Numerator { "numerator" } else { "denominator" };
            Err(ArithError::Type("rational", x.clone(), Some((name, 1))))
        }
        (_, Number::Float(f)) if f.is_nan() => Err(ArithError::eval("undefined")),
        (_, Number::Float(f)) if f.is_infinite() => Err(ArithError::eval("rational_overflow")),
        (Op::Rational, Number::Float(f)) => Ok(ratio(RBig::try_from(*f).unwrap_or(RBig::ZERO))),
        (_, Number::Float(f)) => Ok(ratio(simplest(*f))),
        _ => Ok(x.clone()),
    }
}

/// The first convergent of the continued fraction that is the same float.
fn simplest(f: f64) -> RBig {
    let exact = RBig::try_from(f).unwrap_or(RBig::ZERO);
    let (mut top, mut last_top) = (IBig::ONE, IBig::ZERO);
    let (mut bottom, mut last_bottom) = (IBig::ZERO, IBig::ONE);
    let mut rest = exact.clone();
    loop {
        let whole = floor(&rest);
        let next_top = &whole * &top + &last_top;
        let next_bottom = &whole * &bottom + &last_bottom;
        (last_top, top) = (top, next_top);
        (last_bottom, bottom) = (bottom, next_bottom);
        let candidate = RBig::from(top.clone()) / RBig::from(bottom.clone());
        let fraction = rest - RBig::from(whole);
        if candidate.to_f64().value() == f || fraction.is_zero() {
            return candidate;
        }
        rest = RBig::ONE / fraction;
    }
}
