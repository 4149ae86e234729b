//! Functions of integers: bits, shifts, divisors, random numbers.

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, Gcd, UnsignedAbs},
};

use super::{ArithError, ArithState, MAX_BITS, Op, exact::bit_length, exact::to_big};
use crate::number::Number;

type Answer = Result<Number, ArithError>;

fn integer(number: &Number, name: &'static str, arity: i32) -> Result<IBig, ArithError> {
    to_big(number).ok_or_else(|| ArithError::integer(number, name, arity))
}

pub(super) fn gcd(x: &Number, y: &Number) -> Answer {
    let (a, b) = (integer(x, "gcd", 2)?, integer(y, "gcd", 2)?);
    Ok(Number::big(greatest(a, b).into()))
}

fn greatest(a: IBig, b: IBig) -> UBig {
    let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
    if a == UBig::ZERO {
        b
    } else if b == UBig::ZERO {
        a
    } else {
        a.gcd(&b)
    }
}

pub(super) fn lcm(x: &Number, y: &Number) -> Answer {
    let (a, b) = (integer(x, "lcm", 2)?, integer(y, "lcm", 2)?);
    if a == IBig::ZERO || b == IBig::ZERO {
        return Ok(Number::Int(0));
    }
    let divisor = greatest(a.clone(), b.clone());
    let product = a.unsigned_abs() / divisor * b.unsigned_abs();
    Ok(Number::big(product.into()))
}

pub(super) fn bitwise(op: Op, x: &Number, y: &Number) -> Answer {
    if let (Number::Int(a), Number::Int(b)) = (x, y) {
        return Ok(Number::Int(match op {
            Op::And => a & b,
            Op::Or => a | b,
            _ => a ^ b,
        }));
    }
    let name = match op {
        Op::And => "/\\",
        Op::Or => "\\/",
        _ => "xor",
    };
    let (a, b) = (integer(x, name, 2)?, integer(y, name, 2)?);
    Ok(Number::big(match op {
        Op::And => a & b,
        Op::Or => a | b,
        _ => a ^ b,
    }))
}

pub(super) fn not(x: &Number) -> Answer {
    match x {
        Number::Int(value) => Ok(Number::Int(!value)),
        _ => Ok(Number::big(!integer(x, "\\", 1)?)),
    }
}

pub(super) fn shift(x: &Number, y: &Number, name: &'static str, left: bool) -> Answer {
    let value = integer(x, name, 2)?;
    let amount = integer(y, name, 2)?;
    let left = left != (amount < IBig::ZERO);
    let amount = usize::try_from(&amount.unsigned_abs()).unwrap_or(usize::MAX);
    if left {
        let bits = bit_length(&value).checked_add(amount);
        if bits.is_none_or(|bits| bits > MAX_BITS) {
            return Err(ArithError::Resource);
        }
        return Ok(Number::big(value << amount));
    }
    if amount > bit_length(&value) {
        return Ok(Number::Int(if value < IBig::ZERO && y_fits(y) { -1 } else { 0 }));
    }
    Ok(Number::big(value >> amount))
}

/// Shifts by more than a machine word give zero, whatever is shifted.
fn y_fits(y: &Number) -> bool {
    matches!(y, Number::Int(_))
}

pub(super) fn get_bit(x: &Number, y: &Number) -> Answer {
    let (value, index) = (integer(x, "getbit", 2)?, integer(y, "getbit", 2)?);
    for (number, big) in [(y, &index), (x, &value)] {
        if *big < IBig::ZERO {
            let place = Some(("getbit", 2));
            return Err(ArithError::Domain("not_less_than_zero", number.clone(), place));
        }
    }
    let index = usize::try_from(&index).unwrap_or(usize::MAX);
    Ok(Number::Int(i64::from(value.bit(index))))
}

pub(super) fn count(op: Op, x: &Number) -> Answer {
    let name = match op {
        Op::Msb => "msb",
        Op::Lsb => "lsb",
        _ => "popcount",
    };
    let value = integer(x, name, 1)?;
    let place = Some((name, 1));
    if op == Op::PopCount {
        if value < IBig::ZERO {
            return Err(ArithError::Domain("not_less_than_zero", x.clone(), place));
        }
        return Ok(Number::Int(value.unsigned_abs().count_ones() as i64));
    }
    if value <= IBig::ZERO {
        return Err(ArithError::Domain("not_less_than_one", x.clone(), place));
    }
    Ok(Number::Int(match op {
        Op::Msb => bit_length(&value) as i64 - 1,
        _ => value.trailing_zeros().unwrap_or(0) as i64,
    }))
}

pub(super) fn random(state: &mut ArithState, x: &Number) -> Answer {
    let limit = integer(x, "random", 1)?;
    if limit <= IBig::ZERO {
        return Err(ArithError::Domain("not_less_than_one", x.clone(), Some(("random", 1))));
    }
    if let Ok(limit) = u64::try_from(&limit) {
        return Ok(Number::big(IBig::from(state.random_below(limit))));
    }
    let mut value = IBig::ZERO;
    for _ in 0..bit_length(&limit) / 64 + 2 {
        value = (value << 64) + IBig::from(state.random_bits());
    }
    Ok(Number::big(value % limit))
}
