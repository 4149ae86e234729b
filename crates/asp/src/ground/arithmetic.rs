//! Operations on terms: 64-bit integers, exact or refused.

use crate::ast::{Binary, Unary};
use crate::symbol::{Sym, Symbols, View};

/// Why an operation has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// Not on these: the instance is dropped.
    Undefined,
    /// The result does not fit into 64 bits: an error.
    Overflow,
}

pub(crate) fn unary(op: Unary, sym: Sym, symbols: &mut Symbols) -> Result<Sym, Failure> {
    let value = match symbols.view(sym) {
        View::Int(value) => value,
        View::Fun { negative, name, args }
            if op == Unary::Minus && !symbols.text(name).is_empty() =>
        {
            let args = args.to_vec();
            return Ok(symbols.fun(!negative, name, &args));
        }
        _ => return Err(Failure::Undefined),
    };
    let result = match op {
        Unary::Minus => value.checked_neg(),
        Unary::Complement => Some(!value),
        Unary::Absolute => value.checked_abs(),
    };
    result.map(|value| symbols.int(value)).ok_or(Failure::Overflow)
}

pub(crate) fn binary(op: Binary, a: Sym, b: Sym, symbols: &mut Symbols) -> Result<Sym, Failure> {
    let (Some(a), Some(b)) = (symbols.as_int(a), symbols.as_int(b)) else {
        return Err(Failure::Undefined);
    };
    integers(op, a, b).map(|value| symbols.int(value))
}

/// The same on plain integers.
pub(crate) fn integers(op: Binary, a: i64, b: i64) -> Result<i64, Failure> {
    let result = match op {
        Binary::Xor => Some(a ^ b),
        Binary::Or => Some(a | b),
        Binary::And => Some(a & b),
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div | Binary::Mod if b == 0 => return Err(Failure::Undefined),
        Binary::Div => a.checked_div(b),
        Binary::Mod => Some(a.wrapping_rem(b)),
        Binary::Pow => return power(a, b),
    };
    result.ok_or(Failure::Overflow)
}

fn power(base: i64, exponent: i64) -> Result<i64, Failure> {
    match (base, exponent) {
        (0, ..0) => Err(Failure::Undefined),
        (_, ..0) => Ok(0),
        (0 | 1, _) => Ok(if exponent == 0 { 1 } else { base }),
        (-1, _) => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => {
            let exponent = u32::try_from(exponent).map_err(|_| Failure::Overflow)?;
            base.checked_pow(exponent).ok_or(Failure::Overflow)
        }
    }
}
