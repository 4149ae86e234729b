//! Exponentiation: exact where both numbers are, as far as a result of sensible size goes.

use std::cmp::Ordering;

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, PowerOfTwo, UnsignedAbs},
};
use dashu_ratio::RBig;

use super::{
    ArithError, ArithState, MAX_BITS, MAX_PRODUCT_BITS, exact, exact::ratio, exact::to_big,
};
use crate::number::Number;

type Answer = Result<Number, ArithError>;

pub(super) fn power(state: &ArithState, x: &Number, y: &Number) -> Answer {
    let exponent_sign = match y {
        Number::Float(f) if f.is_nan() => None,
        _ => Some(super::compare(y, &Number::Int(0)).unwrap_or(Ordering::Equal)),
    };
    if exponent_sign == Some(Ordering::Equal) {
        return Ok(Number::Int(1));
    }
    match (x, exponent_sign) {
        (Number::Int(1), _) => return Ok(Number::Int(1)),
        (Number::Int(0), Some(Ordering::Greater)) => return Ok(Number::Int(0)),
        (Number::Int(0), Some(_)) => return state.zero_div(1, "**"),
        (Number::Int(-1), _) if matches!(y, Number::Int(_) | Number::Big(_)) => {
            let odd = to_big(y).is_some_and(|e| e.bit(0));
            return Ok(Number::Int(if odd { -1 } else { 1 }));
        }
        _ => {}
    }
    let negative = exponent_sign == Some(Ordering::Less);
    match (x, y) {
        (Number::Int(_) | Number::Big(_), Number::Int(_) | Number::Big(_)) => {
            let exponent = small_exponent(y)?;
            if !negative {
                return integer_power(x, exponent);
            }
            if state.prefer_rationals {
                return ratio_power(&exact::to_ratio(x), exponent, true);
            }
            real_power(state, x, y, negative)
        }
        (Number::Ratio(base), Number::Int(_) | Number::Big(_)) => {
            ratio_power(base, small_exponent(y)?, negative)
        }
        (_, Number::Ratio(exponent)) => root_power(state, x, exponent, negative),
        _ => real_power(state, x, y, negative),
    }
}

/// The absolute value of an exponent.
fn small_exponent(y: &Number) -> Result<usize, ArithError> {
    match y {
        Number::Int(value) => {
            usize::try_from(value.unsigned_abs()).map_err(|_| ArithError::Resource)
        }
        _ => Err(ArithError::Resource),
    }
}

fn integer_power(base: &Number, exponent: usize) -> Answer {
    if let Number::Int(value) = base
        && let Some(power) = u32::try_from(exponent).ok().and_then(|e| value.checked_pow(e))
    {
        return Ok(Number::Int(power));
    }
    let base = to_big(base).unwrap_or(IBig::ZERO);
    big_power(&base, exponent).map(Number::big)
}

fn big_power(base: &IBig, exponent: usize) -> Result<IBig, ArithError> {
    let magnitude = base.clone().unsigned_abs();
    if magnitude <= UBig::ONE {
        let odd = exponent % 2 == 1;
        return Ok(if odd || exponent == 0 { base.clone() } else { base * base });
    }
    let bits = (exact::bit_length(base) - 1).max(1).checked_mul(exponent);
    let limit = if magnitude.is_power_of_two() { MAX_BITS } else { MAX_PRODUCT_BITS };
    if bits.is_none_or(|bits| bits > limit) {
        return Err(ArithError::Resource);
    }
    Ok(base.pow(exponent))
}

fn ratio_power(base: &RBig, exponent: usize, negative: bool) -> Answer {
    let top = big_power(base.numerator(), exponent)?;
    let bottom = big_power(&IBig::from(base.denominator().clone()), exponent)?;
    let (top, bottom) = if negative { (bottom, top) } else { (top, bottom) };
    Ok(ratio(RBig::from(top) / RBig::from(bottom)))
}

fn real_power(state: &ArithState, x: &Number, y: &Number, negative: bool) -> Answer {
    let (a, b) = (state.to_float(x)?, state.to_float(y)?);
    if a == 0.0 && negative {
        let odd = matches!(y, Number::Int(e) if e % 2 != 0);
        return state.zero_div(if odd && a.is_sign_negative() { -1 } else { 1 }, "**");
    }
    state.check(if a == 1.0 { 1.0 } else { a.powf(b) })
}

/// A rational exponent: an exact root where there is one.
fn root_power(state: &ArithState, x: &Number, exponent: &RBig, negative: bool) -> Answer {
    let Ok(degree) = usize::try_from(exponent.denominator()) else {
        return Err(ArithError::Resource);
    };
    let odd_top = exponent.numerator().bit(0);
    let below_zero = match x {
        Number::Float(f) => *f < 0.0,
        _ => exact::order_sign(x) < 0,
    };
    if below_zero && degree % 2 == 0 {
        return state.check(f64::NAN);
    }
    if let Number::Float(f) = x
        && *f == 0.0
    {
        return real_power(state, x, &Number::Ratio(exponent.clone()), negative);
    }
    let top = usize::try_from(&exponent.numerator().clone().unsigned_abs()).ok();
    if let (false, Some(top)) = (matches!(x, Number::Float(_)), top) {
        let base = exact::to_ratio(x);
        let bottom = IBig::from(base.denominator().clone());
        if let (Some(a), Some(b)) = (root(base.numerator(), degree), root(&bottom, degree)) {
            return ratio_power(&(RBig::from(a) / RBig::from(b)), top, negative);
        }
    }
    let base = match x {
        Number::Float(value) => value.abs(),
        _ => state.to_float(x)?.abs(),
    };
    let value = base.powf(state.to_float(&Number::Ratio(exponent.clone()))?);
    state.check(if below_zero && odd_top { -value } else { value })
}

/// The exact root of an integer, if it has one.
fn root(value: &IBig, degree: usize) -> Option<IBig> {
    let magnitude = value.clone().unsigned_abs();
    let root = IBig::from(magnitude.nth_root(degree));
    let root = if *value < IBig::ZERO { -root } else { root };
    (root.pow(degree) == *value).then_some(root)
}

/// `Base ^ Exponent mod Modulus`.
pub(super) fn powm(x: &Number, y: &Number, z: &Number) -> Answer {
    let integer = |n: &Number| to_big(n).ok_or_else(|| ArithError::integer(n, "powm", 3));
    let (mut base, exponent, modulus) = (integer(x)?, integer(y)?, integer(z)?);
    for (number, value) in [(x, &base), (y, &exponent)] {
        if *value < IBig::ZERO {
            let place = Some(("powm", 3));
            return Err(ArithError::Domain("not_less_than_zero", number.clone(), place));
        }
    }
    if modulus <= IBig::ZERO {
        return Err(ArithError::Domain("not_less_than_one", z.clone(), Some(("powm", 3))));
    }
    let mut result = IBig::ONE % &modulus;
    base %= &modulus;
    for i in 0..exact::bit_length(&exponent) {
        if exponent.bit(i) {
            result = result * &base % &modulus;
        }
        base = &base * &base % &modulus;
    }
    Ok(Number::big(result))
}
