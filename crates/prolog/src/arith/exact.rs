//! The four operations and division on numbers of all types.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::ops::DivRemEuclid;
use dashu_ratio::RBig;

use super::{ArithError, ArithState, MAX_BITS, MAX_PRODUCT_BITS, compare, nearest_float};
use crate::number::Number;

type Answer = Result<Number, ArithError>;

/// Bits up to which multiplication takes no longer than the size of the result says.
const WORDS: usize = 1 << 16;
/// The most bits of rationals that are computed with: every step looks for common factors.
const MAX_RATIO_BITS: usize = 1 << 21;

/// An integer of any size, or `None`.
pub(super) fn to_big(number: &Number) -> Option<IBig> {
    match number {
        Number::Int(value) => Some(IBig::from(*value)),
        Number::Big(value) => Some(value.clone()),
        _ => None,
    }
}

pub(super) fn to_ratio(number: &Number) -> RBig {
    match number {
        Number::Int(value) => RBig::from(*value),
        Number::Big(value) => RBig::from(value.clone()),
        Number::Ratio(value) => value.clone(),
        Number::Float(value) => RBig::try_from(*value).unwrap_or(RBig::ZERO),
    }
}

/// A rational in its simplest form.
pub(super) fn ratio(value: RBig) -> Number {
    if value.is_int() { Number::big(value.into_parts().0) } else { Number::Ratio(value) }
}

pub(super) fn bit_length(value: &IBig) -> usize {
    use dashu_int::ops::BitTest;
    value.bit_len()
}

fn ratio_bits(value: &RBig) -> usize {
    use dashu_int::ops::BitTest;
    value.numerator().bit_len() + value.denominator().bit_len()
}

/// Two numbers at the simplest type that holds both.
enum Pair {
    Big(IBig, IBig),
    Ratio(RBig, RBig),
    Float(f64, f64),
}

fn pair(state: &ArithState, x: &Number, y: &Number) -> Result<Pair, ArithError> {
    Ok(match (x, y) {
        (Number::Float(_), _) | (_, Number::Float(_)) => {
            Pair::Float(promote(state, x)?, promote(state, y)?)
        }
        (Number::Ratio(_), _) | (_, Number::Ratio(_)) => {
            let (a, b) = (to_ratio(x), to_ratio(y));
            if ratio_bits(&a) + ratio_bits(&b) > MAX_RATIO_BITS {
                return Err(ArithError::Resource);
            }
            Pair::Ratio(a, b)
        }
        _ => Pair::Big(to_big(x).unwrap_or(IBig::ZERO), to_big(y).unwrap_or(IBig::ZERO)),
    })
}

/// Floats stay as they are, others must fit.
fn promote(state: &ArithState, number: &Number) -> Result<f64, ArithError> {
    match number {
        Number::Float(value) => Ok(*value),
        _ => state.to_float(number),
    }
}

pub(super) fn add(state: &ArithState, x: &Number, y: &Number) -> Answer {
    if let (Number::Int(a), Number::Int(b)) = (x, y)
        && let Some(sum) = a.checked_add(*b)
    {
        return Ok(Number::Int(sum));
    }
    match pair(state, x, y)? {
        Pair::Big(a, b) => Ok(Number::big(a + b)),
        Pair::Ratio(a, b) => Ok(ratio(a + b)),
        Pair::Float(a, b) => state.check(a + b),
    }
}

pub(super) fn sub(state: &ArithState, x: &Number, y: &Number) -> Answer {
    if let (Number::Int(a), Number::Int(b)) = (x, y)
        && let Some(difference) = a.checked_sub(*b)
    {
        return Ok(Number::Int(difference));
    }
    match pair(state, x, y)? {
        Pair::Big(a, b) => Ok(Number::big(a - b)),
        Pair::Ratio(a, b) => Ok(ratio(a - b)),
        Pair::Float(a, b) => state.check(a - b),
    }
}

pub(super) fn mul(state: &ArithState, x: &Number, y: &Number) -> Answer {
    if let (Number::Int(a), Number::Int(b)) = (x, y)
        && let Some(product) = a.checked_mul(*b)
    {
        return Ok(Number::Int(product));
    }
    match pair(state, x, y)? {
        Pair::Big(a, b) => {
            let (l, r) = (bit_length(&a), bit_length(&b));
            let limit = if l.min(r) > WORDS { MAX_PRODUCT_BITS } else { MAX_BITS };
            if l + r > limit {
                return Err(ArithError::Resource);
            }
            Ok(Number::big(a * b))
        }
        Pair::Ratio(a, b) => Ok(ratio(a * b)),
        Pair::Float(a, b) => state.check(a * b),
    }
}

pub(super) fn divide(state: &ArithState, x: &Number, y: &Number) -> Answer {
    if let Number::Float(divisor) = y
        && divisor.is_infinite()
    {
        return match x {
            Number::Float(f) if f.is_finite() => state.check(0.0 * sign_of(*f) * sign_of(*divisor)),
            Number::Float(_) => state.check(f64::NAN),
            _ => Ok(Number::Int(0)),
        };
    }
    if !state.iso
        && let Some(answer) = exact_division(state, x, y)
    {
        return answer;
    }
    let (a, b) = (state.to_float(x)?, state.to_float(y)?);
    if b == 0.0 && a != 0.0 && !a.is_nan() {
        let sign = if a.is_sign_negative() == b.is_sign_negative() { 1 } else { -1 };
        return state.zero_div(sign, "/");
    }
    state.check(a / b)
}

/// Division without floats; `None` where floats are needed.
fn exact_division(state: &ArithState, x: &Number, y: &Number) -> Option<Answer> {
    match (x, y) {
        (Number::Float(_), _) | (_, Number::Float(_)) => None,
        (_, Number::Int(0)) => Some(state.zero_div(order_sign(x), "/")),
        (Number::Ratio(_), _) | (_, Number::Ratio(_)) => Some(Ok(ratio(to_ratio(x) / to_ratio(y)))),
        (Number::Int(a), Number::Int(b)) if a.checked_rem(*b) == Some(0) => {
            a.checked_div(*b).map(|q| Ok(Number::Int(q)))
        }
        _ => {
            let quotient = to_ratio(x) / to_ratio(y);
            (quotient.is_int() || state.prefer_rationals).then(|| Ok(ratio(quotient)))
        }
    }
}

fn sign_of(value: f64) -> f64 {
    if value < 0.0 {
        -1.0
    } else if value > 0.0 {
        1.0
    } else {
        0.0
    }
}

/// The sign of an exact number.
pub(super) fn order_sign(number: &Number) -> i32 {
    match number.compare(&Number::Int(0)) {
        Some(Ordering::Less) => -1,
        Some(Ordering::Greater) => 1,
        _ => 0,
    }
}

pub(super) fn rdiv(x: &Number, y: &Number) -> Answer {
    for number in [x, y] {
        if matches!(number, Number::Float(_)) {
            return Err(ArithError::wrong("rational", number, "rdiv", 2));
        }
    }
    if order_sign(y) == 0 {
        return Err(ArithError::Evaluation("zero_divisor", Some(("/", 2))));
    }
    Ok(ratio(to_ratio(x) / to_ratio(y)))
}

/// Two integers, the second not zero.
fn integers(x: &Number, y: &Number, name: &'static str) -> Result<(IBig, IBig), ArithError> {
    let a = to_big(x).ok_or_else(|| ArithError::integer(x, name, 2))?;
    let b = to_big(y).ok_or_else(|| ArithError::integer(y, name, 2))?;
    if b == IBig::ZERO {
        return Err(ArithError::Evaluation("zero_divisor", Some((name, 2))));
    }
    Ok((a, b))
}

pub(super) fn int_div(x: &Number, y: &Number) -> Answer {
    if let (Number::Int(a), Number::Int(b)) = (x, y)
        && let Some(quotient) = a.checked_div(*b)
    {
        return Ok(Number::Int(quotient));
    }
    let (a, b) = integers(x, y, "//")?;
    Ok(Number::big(a / b))
}

pub(super) fn floor_div(x: &Number, y: &Number) -> Answer {
    if let (Number::Int(a), Number::Int(b)) = (x, y)
        && let Some(quotient) = a.checked_div(*b)
    {
        let inexact = a % b != 0 && (*a < 0) != (*b < 0);
        return Ok(Number::Int(if inexact { quotient - 1 } else { quotient }));
    }
    let (a, b) = integers(x, y, "div")?;
    Ok(Number::big(floor_big(a, b)))
}

/// The quotient rounded down.
pub(super) fn floor_big(a: IBig, b: IBig) -> IBig {
    let (quotient, remainder) = a.div_rem_euclid(&b);
    // Euclid's remainder is never negative: with a negative divisor the quotient is rounded up.
    if b < IBig::ZERO && remainder != dashu_int::UBig::ZERO {
        quotient - IBig::ONE
    } else {
        quotient
    }
}

pub(super) fn modulo(x: &Number, y: &Number) -> Answer {
    if let (Number::Int(a), Number::Int(b)) = (x, y)
        && *b != 0
    {
        let remainder = a.wrapping_rem(*b);
        let adjust = remainder != 0 && (remainder < 0) != (*b < 0);
        return Ok(Number::Int(if adjust { remainder + b } else { remainder }));
    }
    let (a, b) = integers(x, y, "mod")?;
    let floor = floor_big(a.clone(), b.clone());
    Ok(Number::big(a - floor * b))
}

pub(super) fn remainder(x: &Number, y: &Number) -> Answer {
    if let (Number::Int(a), Number::Int(b)) = (x, y)
        && *b != 0
    {
        return Ok(Number::Int(a.wrapping_rem(*b)));
    }
    let (a, b) = integers(x, y, "rem")?;
    Ok(Number::big(a % b))
}

pub(super) fn min_max(x: &Number, y: &Number, wanted: Ordering) -> Answer {
    let is_nan = |n: &Number| matches!(n, Number::Float(f) if f.is_nan());
    let is_minus_zero =
        |n: &Number| matches!(n, Number::Float(f) if *f == 0.0 && f.is_sign_negative());
    Ok(match compare(x, y) {
        None => if is_nan(x) { y } else { x }.clone(),
        Some(Ordering::Equal) => {
            let prefers_minus = wanted == Ordering::Less;
            if is_minus_zero(x) {
                if prefers_minus { x } else { y }.clone()
            } else if is_minus_zero(y) {
                if prefers_minus { y } else { x }.clone()
            } else {
                match (x, y) {
                    (Number::Float(_), _) => x.clone(),
                    (_, Number::Float(_)) => Number::Float(nearest_float(x)),
                    _ => x.clone(),
                }
            }
        }
        Some(order) => if order == wanted { x } else { y }.clone(),
    })
}

pub(super) fn abs(x: &Number) -> Answer {
    Ok(match x {
        Number::Int(value) => match value.checked_abs() {
            Some(value) => Number::Int(value),
            None => Number::big(-IBig::from(*value)),
        },
        Number::Big(value) if *value < IBig::ZERO => Number::big(-value.clone()),
        Number::Ratio(value) if order_sign(x) < 0 => Number::Ratio(-value.clone()),
        Number::Float(value) => Number::Float(value.abs()),
        _ => x.clone(),
    })
}

pub(super) fn sign(x: &Number) -> Answer {
    Ok(match x {
        Number::Float(value) if value.is_nan() => Number::Float(f64::NAN),
        Number::Float(value) => Number::Float(sign_of(*value)),
        _ => Number::Int(i64::from(order_sign(x))),
    })
}
