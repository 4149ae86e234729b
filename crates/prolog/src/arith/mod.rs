//! Arithmetic: evaluation of expressions over integers, rationals and floats.
//!
//! [`Op`] names a function; [`apply`] computes it on numbers without touching the heap, so that
//! compiled arithmetic can use it as well as [`eval`], which walks a term.

mod bits;
mod error;
mod eval;
mod exact;
mod float;
mod op;
mod power;
mod round;

pub use error::ArithError;
pub use eval::{eval, eval_int, throw_error};
pub use op::{Functions, Op};

use crate::number::Number;
use std::cmp::Ordering;

/// The most bits an integer may have; beyond it a resource error is raised, not memory exhausted.
pub const MAX_BITS: usize = 1 << 30;
/// The same for products and powers of large numbers, which take far longer than their size says.
const MAX_PRODUCT_BITS: usize = MAX_BITS / 8;

/// What a float operation does in a special case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnSpecial {
    /// Raise an evaluation error.
    Error,
    /// Give the IEEE value.
    Value,
}

/// Flags and state of arithmetic.
#[derive(Clone, Debug)]
pub struct ArithState {
    /// Overflow gives infinity?
    pub float_overflow: OnSpecial,
    /// Division of a float by zero gives infinity?
    pub float_zero_div: OnSpecial,
    /// An undefined result gives NaN?
    pub float_undefined: OnSpecial,
    /// Underflow is ignored unless this is [`OnSpecial::Error`].
    pub float_underflow: OnSpecial,
    /// `1/3` is a rational.
    pub prefer_rationals: bool,
    /// The flag `iso`.
    pub iso: bool,
    /// State of the random numbers.
    pub seed: u64,
}

impl Default for ArithState {
    fn default() -> Self {
        let seed = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0x9e37_79b9_7f4a_7c15, |t| t.as_nanos() as u64);
        ArithState {
            float_overflow: OnSpecial::Error,
            float_zero_div: OnSpecial::Error,
            float_undefined: OnSpecial::Error,
            float_underflow: OnSpecial::Value,
            prefer_rationals: false,
            iso: false,
            seed,
        }
    }
}

impl ArithState {
    /// 64 random bits.
    pub fn random_bits(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.seed;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A random float strictly between 0 and 1.
    pub fn random_float(&mut self) -> f64 {
        loop {
            let value = (self.random_bits() >> 11) as f64 / (1u64 << 53) as f64;
            if value > 0.0 {
                return value;
            }
        }
    }

    /// A random integer from 0 below `limit`.
    pub fn random_below(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        ((u128::from(self.random_bits()) * u128::from(limit)) >> 64) as u64
    }

    /// Lets a float result through, or raises what the flags ask for.
    pub fn check(&self, value: f64) -> Result<Number, ArithError> {
        if value.is_finite() {
            let tiny = value.is_subnormal() && self.float_underflow == OnSpecial::Error;
            return if tiny {
                Err(ArithError::eval("underflow"))
            } else {
                Ok(Number::Float(value))
            };
        }
        if value.is_nan() {
            return match self.float_undefined {
                OnSpecial::Value => Ok(Number::Float(value)),
                OnSpecial::Error => Err(ArithError::eval("undefined")),
            };
        }
        match self.float_overflow {
            OnSpecial::Value => Ok(Number::Float(value)),
            OnSpecial::Error => Err(ArithError::eval("float_overflow")),
        }
    }

    /// What a division by zero gives.
    fn zero_div(&self, sign: i32, name: &'static str) -> Result<Number, ArithError> {
        if sign == 0 {
            if self.float_undefined == OnSpecial::Value {
                return Ok(Number::Float(f64::NAN));
            }
        } else if self.float_zero_div == OnSpecial::Value {
            return Ok(Number::Float(f64::INFINITY.copysign(f64::from(sign))));
        }
        Err(ArithError::Evaluation("zero_divisor", Some((name, 2))))
    }

    /// A number as a float; too large ones overflow.
    pub fn to_float(&self, number: &Number) -> Result<f64, ArithError> {
        match number {
            Number::Float(value) => match self.check(*value)? {
                Number::Float(value) => Ok(value),
                _ => Ok(*value),
            },
            _ => {
                let value = nearest_float(number);
                self.check(value)?;
                Ok(value)
            }
        }
    }
}

/// The float nearest to a number; infinite where it is too large.
pub fn nearest_float(number: &Number) -> f64 {
    match number {
        Number::Int(value) => *value as f64,
        Number::Big(value) => value.to_f64().value(),
        Number::Ratio(value) => value.to_f64().value(),
        Number::Float(value) => *value,
    }
}

/// Order as `<` and `=:=` see it: with a float, both are compared as floats. `None` for NaN.
pub fn compare(left: &Number, right: &Number) -> Option<Ordering> {
    match (left, right) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
        (Number::Float(_), _) | (_, Number::Float(_)) => {
            nearest_float(left).partial_cmp(&nearest_float(right))
        }
        _ => left.compare(right),
    }
}

/// Computes a function. There must be as many numbers as the function has arguments.
pub fn apply(state: &mut ArithState, op: Op, args: &[Number]) -> Result<Number, ArithError> {
    match args {
        [] => constant(state, op),
        [x] => unary(state, op, x),
        [x, y] => binary(state, op, x, y),
        [x, y, z] => power::powm(x, y, z),
        _ => Err(ArithError::eval("undefined")),
    }
}

/// Computes a function of two arguments.
#[inline]
pub fn binary(
    state: &mut ArithState,
    op: Op,
    x: &Number,
    y: &Number,
) -> Result<Number, ArithError> {
    match op {
        Op::Add => exact::add(state, x, y),
        Op::Sub => exact::sub(state, x, y),
        Op::Mul => exact::mul(state, x, y),
        Op::Divide => exact::divide(state, x, y),
        Op::IntDiv => exact::int_div(x, y),
        Op::FloorDiv => exact::floor_div(x, y),
        Op::Mod => exact::modulo(x, y),
        Op::Rem => exact::remainder(x, y),
        Op::Rdiv => exact::rdiv(x, y),
        Op::Min => exact::min_max(x, y, Ordering::Less),
        Op::Max => exact::min_max(x, y, Ordering::Greater),
        Op::Gcd => bits::gcd(x, y),
        Op::Lcm => bits::lcm(x, y),
        Op::And | Op::Or | Op::Xor => bits::bitwise(op, x, y),
        Op::ShiftLeft => bits::shift(x, y, "<<", true),
        Op::ShiftRight => bits::shift(x, y, ">>", false),
        Op::GetBit => bits::get_bit(x, y),
        Op::Power => power::power(state, x, y),
        _ => float::binary(state, op, x, y),
    }
}

/// Computes a function of one argument.
pub fn unary(state: &mut ArithState, op: Op, x: &Number) -> Result<Number, ArithError> {
    match op {
        Op::Plus | Op::Eval => Ok(x.clone()),
        Op::Minus => match x {
            Number::Float(value) if value.is_nan() => Ok(x.clone()),
            Number::Float(value) => Ok(Number::Float(-value)),
            _ => exact::sub(state, &Number::Int(0), x),
        },
        Op::Abs => exact::abs(x),
        Op::Sign => exact::sign(x),
        Op::Not => bits::not(x),
        Op::Msb | Op::Lsb | Op::PopCount => bits::count(op, x),
        Op::Random => bits::random(state, x),
        Op::Integer
        | Op::Truncate
        | Op::Floor
        | Op::Ceiling
        | Op::Float
        | Op::FloatIntegerPart
        | Op::FloatFractionalPart => round::round(state, op, x),
        Op::Rational | Op::Rationalize | Op::Numerator | Op::Denominator => round::rational(op, x),
        _ => float::unary(state, op, x),
    }
}

fn constant(state: &mut ArithState, op: Op) -> Result<Number, ArithError> {
    Ok(Number::Float(match op {
        Op::Pi => std::f64::consts::PI,
        Op::E => std::f64::consts::E,
        Op::Inf => f64::INFINITY,
        Op::Nan => f64::NAN,
        Op::Epsilon => f64::EPSILON,
        Op::RandomFloat => state.random_float(),
        Op::CpuTime => cpu_time(),
        _ => return Err(ArithError::eval("undefined")),
    }))
}

/// Seconds of processor time this process has used.
pub fn cpu_time() -> f64 {
    // Fields 14 and 15 of the process statistics, in hundredths of a second; finer is the
    // scheduler's count in nanoseconds, where there is one.
    let nanos = std::fs::read_to_string("/proc/self/schedstat").ok().and_then(|text| {
        text.split_whitespace().next().and_then(|field| field.parse::<f64>().ok())
    });
    match nanos {
        Some(nanos) => nanos / 1e9,
        None => {
            use std::{sync::OnceLock, time::Instant};
            static START: OnceLock<Instant> = OnceLock::new();
            START.get_or_init(Instant::now).elapsed().as_secs_f64()
        }
    }
}
