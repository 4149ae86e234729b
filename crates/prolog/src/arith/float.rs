//! Functions that give floats.

use super::{ArithError, ArithState, Op, exact};
use crate::number::Number;

type Answer = Result<Number, ArithError>;

pub(super) fn unary(state: &ArithState, op: Op, x: &Number) -> Answer {
    let x = state.to_float(x)?;
    state.check(match op {
        Op::Sqrt => x.sqrt(),
        Op::Sin => x.sin(),
        Op::Cos => x.cos(),
        Op::Tan => x.tan(),
        Op::Asin => x.asin(),
        Op::Acos => x.acos(),
        Op::Atan => x.atan(),
        Op::Sinh => x.sinh(),
        Op::Cosh => x.cosh(),
        Op::Tanh => x.tanh(),
        Op::Asinh => libm::asinh(x),
        Op::Acosh => libm::acosh(x),
        Op::Atanh => libm::atanh(x),
        Op::Log => x.ln(),
        Op::Log10 => x.log10(),
        Op::Exp => x.exp(),
        Op::Erf => libm::erf(x),
        Op::Erfc => 1.0 - libm::erf(x),
        Op::Lgamma if x <= 0.0 => f64::INFINITY,
        Op::Lgamma => libm::lgamma(x),
        _ => f64::NAN,
    })
}

pub(super) fn binary(state: &ArithState, op: Op, x: &Number, y: &Number) -> Answer {
    match op {
        Op::Atan2 => state.check(state.to_float(x)?.atan2(state.to_float(y)?)),
        Op::NextToward => {
            let (from, to) = (state.to_float(x)?, state.to_float(y)?);
            state.check(libm::nextafter(from, to))
        }
        Op::CopySign => copy_sign(state, x, y),
        // The direction is not kept by the machine's floats: rounding stays to nearest.
        Op::RoundToward => Ok(x.clone()),
        _ => Err(ArithError::eval("undefined")),
    }
}

fn copy_sign(state: &ArithState, x: &Number, y: &Number) -> Answer {
    if let (Number::Float(a), Number::Float(b)) = (x, y) {
        return Ok(Number::Float(if a.is_nan() { f64::NAN } else { a.copysign(*b) }));
    }
    let negative = |n: &Number| match n {
        Number::Float(f) => f.is_sign_negative(),
        _ => exact::order_sign(n) < 0,
    };
    if negative(x) == negative(y) {
        return Ok(x.clone());
    }
    match x {
        Number::Float(f) => Ok(Number::Float(-f)),
        _ => exact::sub(state, &Number::Int(0), x),
    }
}
