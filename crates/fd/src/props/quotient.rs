//! `X // Y = Z` and `X div Y = Z`.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::domain::algebra::Rounding;
use crate::error::{Res, Stop, ensure};
use crate::expr::{Arg, Expr, Op1, Op2, Rel};
use crate::int::Int;
use crate::store::{PropId, Store};

/// `X rdiv Y = Z`: an exact quotient is a product.
pub(super) fn exact(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    s.kill(id);
    s.post(Rel::Eq, &Expr::op2(Op2::Mul, z.into(), y.into()), &x.into())
}

fn divide(rounding: Rounding, a: &Bound, b: &Bound) -> Bound {
    match rounding {
        Rounding::Truncate => a.div_trunc(b),
        Rounding::Floor => a.div_floor(b),
    }
}

pub(super) fn run(s: &mut Store, id: PropId, r: Rounding, x: &Arg, y: &Arg, z: &Arg) -> Res {
    match (s.int(x), s.int(y), s.int(z)) {
        (Some(x), Some(y), _) => {
            s.kill(id);
            let quotient = match r {
                Rounding::Truncate => x.div_trunc(&y),
                Rounding::Floor => x.div_floor(&y),
            };
            s.equate(z, &Arg::Int(quotient.ok_or(Stop::Fail)?))
        }
        (Some(x), None, Some(z)) => divisor(s, r, &x, y, &z),
        (Some(x), None, None) => of_constant(s, r, &x, y, z),
        (None, Some(y), z_value) => {
            ensure(!y.is_zero())?;
            if y == Int::ONE {
                s.kill(id);
                return s.equate(x, z);
            }
            if y == Int::from(-1) {
                s.kill(id);
                return s.post(Rel::Eq, &z.into(), &Expr::op1(Op1::Neg, x.into()));
            }
            match z_value {
                Some(z) => dividend(s, id, r, x, &y, &z),
                None => by_constant(s, r, x, &y, z),
            }
        }
        (None, None, Some(z)) => {
            let (Some((vx, dx)), dy) = (s.free_dom(x), s.arg_dom(y)) else { return Ok(()) };
            if dy.min().signum() < 0 || dx.min().signum() < 0 {
                return Ok(());
            }
            let (xl, xu) = (dx.min(), dx.max());
            let z = Bound::from(&z);
            let low = dy.min().mul(&z).max(xl.clone());
            let high = dy.max().mul(&z.plus(1)).plus(-1).min(xu.clone());
            s.set_bounds(vx, &dx, (&xl, &xu), (&low, &high))
        }
        (None, None, None) => {
            if s.same(x, y) {
                s.kill(id);
                return s.equate(z, &Arg::from(1));
            }
            let (dx, dy) = (s.arg_dom(x), s.arg_dom(y));
            let Some((vz, dz)) = s.free_dom(z) else { return Ok(()) };
            let high = dx.min().abs().max(dx.max());
            let mut dz = dz.intersect(&Domain::range(&high.neg(), &high));
            ensure(!dz.is_empty())?;
            if dx.min().signum() >= 0 && dy.min().signum() >= 0 {
                dz = dz.at_least(&Bound::from(0));
            }
            s.put(vz, dz)
        }
    }
}

/// Dividend and quotient are known.
fn divisor(s: &mut Store, r: Rounding, x: &Int, y: &Arg, z: &Int) -> Res {
    let Some((vy, dy)) = s.free_dom(y) else { return Ok(()) };
    let (yl, yu) = (dy.min(), dy.max());
    let (bx, bz) = (Bound::from(x), Bound::from(z));
    if z.is_zero() {
        let allowed = match r {
            Rounding::Truncate => {
                let beyond = &x.abs() + &Int::ONE;
                Domain::from_intervals(&[
                    (Bound::Inf, Bound::N(-&beyond)),
                    (Bound::N(beyond), Bound::Sup),
                ])
            }
            Rounding::Floor => match x.sign() {
                0 => Domain::singleton(&Int::ZERO).complement(),
                1 => Domain::range(&bx.plus(1), &Bound::Sup),
                _ => Domain::range(&Bound::Inf, &bx.plus(-1)),
            },
        };
        return s.put(vy, dy.intersect(&allowed));
    }
    let (low, high) = match r {
        Rounding::Truncate => {
            let next = bx.div_trunc(&bz.plus(z.sign()));
            if x.sign() == z.sign() {
                (next.plus(1), bx.div_trunc(&bz))
            } else {
                (bx.div_trunc(&bz), next.plus(-1))
            }
        }
        Rounding::Floor => {
            let square = bz.mul(&bz.plus(1));
            if x.sign() == 1 {
                (bx.mul(&bz).div_floor(&square).plus(1), bx.div_floor(&bz))
            } else {
                let minus = bx.neg();
                (minus.div_floor(&bz).neg(), minus.mul(&bz).div_floor(&square).neg().plus(-1))
            }
        }
    };
    s.set_bounds(vy, &dy, (&yl, &yu), (&low.max(yl.clone()), &high.min(yu.clone())))
}

/// Only the dividend is known.
fn of_constant(s: &mut Store, r: Rounding, x: &Int, y: &Arg, z: &Arg) -> Res {
    let dy = s.arg_dom(y);
    let Some((vz, dz)) = s.free_dom(z) else { return Ok(()) };
    let (yl, yu) = (dy.min(), dy.max());
    let (zl, zu) = (dz.min(), dz.max());
    let bx = Bound::from(x);
    let one_sided = yl.signum() > 0 || yu.signum() < 0;
    let (low, high) = if !one_sided {
        (bx.abs().neg(), bx.abs())
    } else if x.sign() >= 0 {
        (divide(r, &bx, &yu), divide(r, &bx, &yl))
    } else {
        (divide(r, &bx, &yl), divide(r, &bx, &yu))
    };
    let (low, high) = (low.max(zl.clone()), high.min(zu.clone()));
    s.set_bounds(vz, &dz, (&zl, &zu), (&low, &high))?;
    if x.sign() >= 0
        && low.signum() > 0
        && let Some((vy, dy)) = s.free_dom(y)
    {
        let from = divide(r, &bx, &high.plus(1)).plus(1);
        let to = divide(r, &bx, &low);
        return s.put(vy, dy.intersect(&Domain::range(&from, &to)));
    }
    Ok(())
}

/// Divisor and quotient are known.
fn dividend(s: &mut Store, id: PropId, r: Rounding, x: &Arg, y: &Int, z: &Int) -> Res {
    s.kill(id);
    let Some((vx, dx)) = s.free_dom(x) else { return Ok(()) };
    let (xl, xu) = (dx.min(), dx.max());
    let (by, bz) = (Bound::from(y), Bound::from(z));
    let (low, high) = match r {
        Rounding::Truncate => {
            if z.sign() == y.sign() {
                (bz.mul(&by), bz.abs().plus(1).mul(&by.abs()).plus(-1))
            } else if z.is_zero() {
                (by.abs().neg().plus(1), by.abs().plus(-1))
            } else {
                (bz.plus(z.sign()).mul(&by).plus(1), bz.mul(&by))
            }
        }
        Rounding::Floor => {
            if y.sign() > 0 {
                (bz.mul(&by), bz.plus(1).mul(&by).plus(-1))
            } else {
                (bz.plus(1).mul(&by).plus(1), bz.mul(&by))
            }
        }
    };
    s.set_bounds(vx, &dx, (&xl, &xu), (&low.max(xl.clone()), &high.min(xu.clone())))
}

/// Only the divisor is known.
fn by_constant(s: &mut Store, r: Rounding, x: &Arg, y: &Int, z: &Arg) -> Res {
    let (Some((_, dx)), Some((vz, dz))) = (s.free_dom(x), s.free_dom(z)) else { return Ok(()) };
    let dz = dz.intersect(&dx.contract_quotient(y, r));
    s.put(vz, dz.clone())?;
    if let Some((vx, dx)) = s.free_dom(x) {
        s.put(vx, dx.intersect(&dz.expand_quotient(y, r)))?;
    }
    Ok(())
}
