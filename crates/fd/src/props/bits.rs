//! Shifts, and functions on bits, which wait for their arguments.

use crate::error::{FdError, Res, Stop};
use crate::expr::{Arg, Expr, Op1, Op2, Rel};
use crate::int::Int;
use crate::store::{PropId, Store};

/// The value of a function of one argument.
pub(crate) fn eval1(op: Op1, a: &Int) -> Res<Int> {
    let positive =
        |r: Option<Int>, what| r.ok_or_else(|| Stop::from(FdError::TypeOrDomain(what, a.clone())));
    Ok(match op {
        Op1::Neg => -a,
        Op1::Abs => a.abs(),
        Op1::Not => a.not(),
        Op1::Msb => positive(a.msb(), "not_less_than_one")?,
        Op1::Lsb => positive(a.lsb(), "not_less_than_one")?,
        Op1::Popcount => positive(a.popcount(), "not_less_than_zero")?,
    })
}

/// The value of a function of two arguments; failure where it has none.
pub(crate) fn eval2(op: Op2, a: &Int, b: &Int) -> Res<Int> {
    Ok(match op {
        Op2::Add => a + b,
        Op2::Sub => a - b,
        Op2::Mul => a * b,
        Op2::Min => a.min(b).clone(),
        Op2::Max => a.max(b).clone(),
        Op2::Mod => a.mod_floor(b).ok_or(Stop::Fail)?,
        Op2::Rem => a.rem_trunc(b).ok_or(Stop::Fail)?,
        Op2::Quot => a.div_trunc(b).ok_or(Stop::Fail)?,
        Op2::Div => a.div_floor(b).ok_or(Stop::Fail)?,
        Op2::Rdiv => match (a.div_trunc(b), a.rem_trunc(b)) {
            (Some(q), Some(r)) if r.is_zero() => q,
            _ => return Err(Stop::Fail),
        },
        Op2::Pow => a.pow(b)?,
        Op2::Shl => a.shift_left(b)?,
        Op2::Shr => a.shift_left(&-b)?,
        Op2::And => a.and(b),
        Op2::Or => a.or(b),
        Op2::Xor => a.xor(b),
    })
}

pub(super) fn func1(s: &mut Store, id: PropId, op: Op1, a: &Arg, r: &Arg) -> Res {
    let Some(a) = s.int(a) else { return Ok(()) };
    s.kill(id);
    s.equate(r, &Arg::Int(eval1(op, &a)?))
}

pub(super) fn func2(s: &mut Store, id: PropId, op: Op2, a: &Arg, b: &Arg, r: &Arg) -> Res {
    let (Some(a), Some(b)) = (s.int(a), s.int(b)) else { return Ok(()) };
    s.kill(id);
    s.equate(r, &Arg::Int(eval2(op, &a, &b)?))
}

/// `Z = X << (Y*sign)`
pub(super) fn shift(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg, sign: i64) -> Res {
    let by = s.int(y);
    if by == Some(Int::ZERO) {
        s.kill(id);
        return s.equate(z, x);
    }
    let steps = |flip: i64| {
        let signed = Expr::op2(Op2::Mul, y.into(), Expr::word(sign * flip));
        let signed = if flip < 0 {
            Expr::op2(Op2::Mul, Expr::op1(Op1::Neg, y.into()), Expr::word(sign))
        } else {
            signed
        };
        Expr::op2(Op2::Pow, Expr::word(2), signed)
    };
    match (s.int(x), by, s.int(z)) {
        (Some(a), Some(by), _) => {
            s.kill(id);
            let value = a.shift_left(&(&by * &Int::from(sign)))?;
            s.equate(z, &Arg::Int(value))
        }
        (Some(a), None, Some(r)) => {
            s.kill(id);
            if a.is_zero() {
                crate::error::ensure(r.is_zero())
            } else if r.abs() > a.abs() {
                s.post(Rel::Eq, &z.into(), &Expr::op2(Op2::Mul, x.into(), steps(1)))
            } else {
                s.post(Rel::Eq, &Expr::op2(Op2::Div, x.into(), steps(-1)), &z.into())
            }
        }
        (None, Some(by), _) => {
            s.kill(id);
            let by = &by * &Int::from(sign);
            if by.sign() > 0 {
                let factor = Int::ONE.shift_left(&by)?;
                let product = Expr::op2(Op2::Mul, x.into(), Expr::Int(factor));
                s.post(Rel::Eq, &z.into(), &product)
            } else {
                let divisor = Int::ONE.shift_left(&-&by)?;
                let quotient = Expr::op2(Op2::Div, x.into(), Expr::Int(divisor));
                s.post(Rel::Eq, &quotient, &z.into())
            }
        }
        _ => Ok(()),
    }
}
