//! `X mod Y = Z` and `X rem Y = Z`: the ends of dividend and result when the divisor is known.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, Stop, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{FdVar, PropId, Store};

fn modulus(a: &Int, b: &Int) -> Int {
    a.mod_floor(b).unwrap_or(Int::ZERO)
}

fn rem(a: &Int, b: &Int) -> Int {
    a.rem_trunc(b).unwrap_or(Int::ZERO)
}

/// The least number at or above `at` that leaves `z` when divided by positive `y`, give or take
/// the sign conventions of the caller.
fn next_above(at: &Int, y: &Int, z: &Int) -> Int {
    let steps = &(&(at - z) + y) - &Int::ONE;
    &(&steps.div_floor(y).unwrap_or(Int::ZERO) * y) + z
}

fn steps_below(at: &Int, y: &Int, z: &Int) -> Int {
    &(at - z).div_floor(y).unwrap_or(Int::ZERO) * y
}

pub(super) fn modulo(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    match (s.int(x), s.int(y)) {
        (Some(x), Some(y)) => {
            s.kill(id);
            s.equate(z, &Arg::Int(x.mod_floor(&y).ok_or(Stop::Fail)?))
        }
        (Some(_), None) => Ok(()),
        (None, Some(y)) => {
            ensure(!y.is_zero())?;
            if y.abs() == Int::ONE {
                s.kill(id);
                return s.equate(z, &Arg::from(0));
            }
            match s.int(z) {
                Some(z) => mod_result(s, x, &y, &z),
                None => mod_divisor(s, id, x, &y, z),
            }
        }
        (None, None) if s.same(x, y) => {
            s.kill(id);
            s.equate(z, &Arg::from(0))
        }
        _ => Ok(()),
    }
}

fn mod_divisor(s: &mut Store, id: PropId, x: &Arg, y: &Int, z: &Arg) -> Res {
    let top = &y.abs() - &Int::ONE;
    let dx = s.arg_dom(x);
    let (low, high) = if y.sign() < 0 {
        (-&top, Int::ZERO)
    } else if let (Bound::N(xl), Bound::N(xu)) = (dx.min(), dx.max())
        && xl.sign() >= 0
        && xu < *y
    {
        s.kill(id);
        s.equate(z, x)?;
        (xl, xu)
    } else {
        (Int::ZERO, top)
    };
    let (z_min, z_max) = match s.free_dom(z) {
        Some((vz, dz)) => {
            let dz = dz.intersect(&Domain::range(&Bound::N(low), &Bound::N(high)));
            ensure(!dz.is_empty())?;
            let ends = (dz.min(), dz.max());
            s.put(vz, dz)?;
            ends
        }
        None => {
            let value = s.arg_dom(z);
            (value.min(), value.max())
        }
    };
    let (Bound::N(z_min), Bound::N(z_max)) = (z_min, z_max) else { return Ok(()) };
    let fits = |n: &Int| z_min <= *n && *n <= z_max;
    if let Some((vx, dx)) = s.free_dom(x)
        && let Bound::N(min) = dx.min()
        && !fits(&modulus(&min, y))
    {
        if y.sign() > 0 {
            s.put(vx, dx.at_least(&Bound::N(next_above(&min, y, &z_min))))?;
        } else {
            s.exclude_value(x, &min)?;
        }
    }
    if let Some((vx, dx)) = s.free_dom(x)
        && let Bound::N(max) = dx.max()
        && !fits(&modulus(&max, y))
    {
        if y.sign() > 0 {
            let prev = &steps_below(&max, y, &z_min) + &z_max;
            s.put(vx, dx.at_most(&Bound::N(prev)))?;
        } else {
            s.exclude_value(x, &max)?;
        }
    }
    Ok(())
}

fn mod_result(s: &mut Store, x: &Arg, y: &Int, z: &Int) -> Res {
    ends(s, x, |n| modulus(n, y) == *z, |_| y.sign() > 0, y, z)
}

/// Moves both ends of `x` inward to the next value that may leave `z`.
fn ends(
    s: &mut Store,
    x: &Arg,
    fits: impl Fn(&Int) -> bool,
    may_jump: impl Fn(&Int) -> bool,
    y: &Int,
    z: &Int,
) -> Res {
    if let Some((vx, dx)) = s.free_dom(x)
        && let Bound::N(min) = dx.min()
        && !fits(&min)
    {
        if may_jump(&min) {
            s.put(vx, dx.at_least(&Bound::N(next_above(&min, y, z))))?;
        } else {
            s.exclude_value(x, &min)?;
        }
    }
    if let Some((vx, dx)) = s.free_dom(x)
        && let Bound::N(max) = dx.max()
        && !fits(&max)
    {
        if may_jump(&max) {
            let prev = &steps_below(&max, y, z) + z;
            s.put(vx, dx.at_most(&Bound::N(prev)))?;
        } else {
            s.exclude_value(x, &max)?;
        }
    }
    Ok(())
}

pub(super) fn remainder(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    match (s.int(x), s.int(y)) {
        (Some(x), Some(y)) => {
            s.kill(id);
            s.equate(z, &Arg::Int(x.rem_trunc(&y).ok_or(Stop::Fail)?))
        }
        (Some(x), None) => {
            let high = Bound::N(x.abs());
            let dy = s.arg_dom(y);
            let low = match dy.min() {
                Bound::N(min) if x.sign() >= 0 && min.sign() >= 0 => Bound::from(0),
                _ => high.neg(),
            };
            s.narrow(z, &Domain::range(&low, &high))
        }
        (None, Some(y)) => {
            ensure(!y.is_zero())?;
            if y.abs() == Int::ONE {
                s.kill(id);
                return s.equate(z, &Arg::from(0));
            }
            match s.int(z) {
                Some(z) => {
                    ends(s, x, |n| rem(n, &y) == z, |n| y.sign() > 0 && n.sign() > 0, &y, &z)
                }
                None => rem_divisor(s, id, x, &y, z),
            }
        }
        (None, None) => {
            if s.same(x, y) {
                s.kill(id);
                return s.equate(z, &Arg::from(0));
            }
            match s.free_dom(z) {
                Some((vz, dz)) => rem_open(s, x, y, vz, &dz),
                None => Ok(()),
            }
        }
    }
}

fn rem_divisor(s: &mut Store, id: PropId, x: &Arg, y: &Int, z: &Arg) -> Res {
    let top = &y.abs() - &Int::ONE;
    let (mut low, mut high) = (-&top, top);
    let dx = s.arg_dom(x);
    if let (Bound::N(xl), Bound::N(xu)) = (dx.min(), dx.max())
        && y.sign() > 0
    {
        if xl.abs() < *y && xu < *y {
            s.kill(id);
            s.equate(z, x)?;
            low = xl;
        } else if xl.sign() < 0 && xl.abs() < *y {
            low = xl;
        } else if xl.sign() >= 0 {
            low = Int::ZERO;
        }
        if xu.sign() > 0 && xu < *y {
            high = xu;
        } else if xu.sign() < 0 {
            high = Int::ZERO;
        }
    }
    let dz = match s.free_dom(z) {
        Some((vz, dz)) => {
            let dz = dz.intersect(&Domain::range(&Bound::N(low), &Bound::N(high)));
            s.put(vz, dz.clone())?;
            dz
        }
        None => s.arg_dom(z),
    };
    if let Some((_, dx)) = s.free_dom(x)
        && let Bound::N(min) = dx.min()
        && !dz.contains(&rem(&min, y))
    {
        s.exclude_value(x, &min)?;
    }
    if let Some((_, dx)) = s.free_dom(x)
        && let Bound::N(max) = dx.max()
        && !dz.contains(&rem(&max, y))
    {
        s.exclude_value(x, &max)?;
    }
    Ok(())
}

fn rem_open(s: &mut Store, x: &Arg, y: &Arg, vz: FdVar, dz: &Domain) -> Res {
    let (dx, dy) = (s.arg_dom(x), s.arg_dom(y));
    let (xl, xu) = (dx.min(), dx.max());
    let most = dy.min().abs().max(dy.max());
    let zero = Bound::from(0);
    let low = if xl.signum() >= 0 { zero.clone() } else { xl.clone() };
    let high = if xu.signum() <= 0 { zero } else { xu.clone() };
    let low = low.max(most.neg().plus(1)).max(xl.clone().min(xu.neg()));
    let high = high.min(most.plus(-1)).min(xl.abs().max(xu));
    s.put(vz, dz.intersect(&Domain::range(&low, &high)))
}
