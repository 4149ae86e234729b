//! `X ^ Y = Z`.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, Stop, ensure};
use crate::expr::{Arg, Expr, Formula, Rel};
use crate::int::Int;
use crate::store::{PropId, Store};

pub(super) fn run(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    let (one, zero) = (Some(Int::ONE), Some(Int::ZERO));
    let (vx, vy, vz) = (s.int(x), s.int(y), s.int(z));
    if vx == one || vy == zero {
        s.kill(id);
        return s.equate(z, &Arg::from(1));
    }
    if vx == zero {
        s.kill(id);
        s.narrow(z, &Domain::words(0, 1))?;
        let is_zero = Formula::Rel(Rel::Eq, y.into(), Expr::word(0));
        return s.post_iff(&Formula::Truth(z.clone()), &is_zero);
    }
    if vy == one {
        s.kill(id);
        return s.equate(z, x);
    }
    match (vx, vy, vz) {
        (Some(base), Some(exp), _) => {
            ensure(exp.sign() >= 0 || base == Int::from(-1))?;
            s.kill(id);
            let power = base.pow(&exp)?;
            s.equate(z, &Arg::Int(power))
        }
        (Some(base), None, Some(power)) => {
            if power > Int::ONE {
                s.kill(id);
                let log = exact_log(&power, &base).ok_or(Stop::Fail)?;
                return s.equate(y, &Arg::from(log));
            }
            Ok(())
        }
        (Some(base), None, None) => known_base(s, &base, y, z),
        (None, Some(exp), Some(power)) => {
            let root = power.root_exact(&exp).ok_or(Stop::Fail)?;
            s.kill(id);
            if exp.is_even() {
                s.narrow(x, &Domain::from_values([&root, &-&root]))
            } else {
                s.equate(x, &Arg::Int(root))
            }
        }
        (None, None, Some(power)) => known_power(s, x, y, &power),
        (None, Some(exp), None) if exp.sign() > 0 => known_exponent(s, x, &exp, z),
        (None, _, None) => {
            let (dx, dy) = (s.arg_dom(x), s.arg_dom(y));
            if let (Bound::N(xl), Bound::N(yl), Some((var, dz))) =
                (dx.min(), dy.min(), s.free_dom(z))
                && xl.sign() > 0
                && yl.sign() > 0
            {
                return s.put(var, dz.at_least(&Bound::N(xl.pow(&yl)?)));
            }
            Ok(())
        }
    }
}

fn known_base(s: &mut Store, base: &Int, y: &Arg, z: &Arg) -> Res {
    if base.sign() <= 0 {
        return Ok(());
    }
    let dy = s.arg_dom(y);
    if dy.min().signum() >= 0
        && let Some((vz, dz)) = s.free_dom(z)
    {
        let b = Bound::from(base);
        let range = Domain::range(&b.pow(&dy.min())?, &b.pow(&dy.max())?);
        s.put(vz, dz.intersect(&range))?;
    }
    if let Some((_, dz)) = s.free_dom(z)
        && let Bound::N(top) = dz.max()
        && top.sign() > 0
    {
        let most = Bound::from(floor_log(&top, base));
        s.narrow(y, &Domain::range(&Bound::Inf, &most))?;
    }
    Ok(())
}

fn known_power(s: &mut Store, x: &Arg, y: &Arg, power: &Int) -> Res {
    let Some((_, dx)) = s.free_dom(x) else { return Ok(()) };
    let Bound::N(low) = dx.min() else { return Ok(()) };
    if low <= Int::ONE || *power <= Int::ONE || low > *power {
        return Ok(());
    }
    // The least exponent, not below the base itself, that overshoots.
    let log = floor_log(power, &low);
    let Some(low_word) = low.as_i64() else { return Ok(()) };
    let exp = low_word.max(log + 1);
    let Some((vy, dy)) = s.free_dom(y) else { return Ok(()) };
    let dy = dy.intersect(&Domain::range(&Bound::from(1), &Bound::from(exp - 1)));
    ensure(!dy.is_empty())?;
    let least = dy.min();
    s.put(vy, dy)?;
    if let (Some((vx, dx)), Bound::N(least)) = (s.free_dom(x), least) {
        let root = power.root_floor(&least).ok_or(Stop::Fail)?;
        s.put(vx, dx.intersect(&Domain::range(&Bound::N(low), &Bound::N(root))))?;
    }
    Ok(())
}

fn known_exponent(s: &mut Store, x: &Arg, exp: &Int, z: &Arg) -> Res {
    let even = exp.is_even();
    if even {
        s.post_geq(z, &Arg::from(0))?;
    }
    let (Some((_, dx)), Some((vz, dz))) = (s.free_dom(x), s.free_dom(z)) else { return Ok(()) };
    let (xl, xu) = (dx.min(), dx.max());
    let (zl, zu) = (dz.min(), dz.max());
    let dx1 = if dz.contains(&Int::ZERO) { dx.clone() } else { dx.remove(&Int::ZERO) };
    let dz1 = if dx.contains(&Int::ZERO) { dz } else { dz.remove(&Int::ZERO) };
    let be = Bound::from(exp);
    let dz2 = if even {
        let low = if xl.signum() >= 0 {
            xl.pow(&be)?
        } else if xu.signum() <= 0 {
            xu.pow(&be)?
        } else {
            Bound::from(0)
        };
        let high = xl.abs().max(xu.abs()).pow(&be)?;
        dz1.intersect(&Domain::range(&low, &high))
    } else if xl.finite() {
        dz1.intersect(&Domain::range(&xl.pow(&be)?, &xu.pow(&be)?))
    } else {
        dz1
    };
    s.put(vz, dz2)?;
    let ceil_root = |n: &Int| -> Res<Int> {
        let root = n.root_floor(exp).ok_or(Stop::Fail)?;
        Ok(if root.pow(exp)? < *n { &root + &Int::ONE } else { root })
    };
    let range = match (&zl, &zu) {
        (_, Bound::N(top)) if even => {
            let high = top.root_floor(exp).ok_or(Stop::Fail)?;
            let low = match &zl {
                Bound::N(least) if xl.signum() >= 0 => ceil_root(least)?,
                _ => -&high,
            };
            ensure(low <= high)?;
            Domain::range(&Bound::N(low), &Bound::N(high))
        }
        (Bound::N(least), Bound::N(top)) if least.sign() >= 0 => {
            let high = top.root_floor(exp).ok_or(Stop::Fail)?;
            let low = ceil_root(least)?;
            ensure(low <= high)?;
            Domain::range(&Bound::N(low), &Bound::N(high))
        }
        _ => dx1.clone(),
    };
    if let Some((vx, dx)) = s.free_dom(x) {
        s.put(vx, dx.intersect(&dx1).intersect(&range))?;
    }
    Ok(())
}

/// The exponent that takes the base to the power, from 1 up.
fn exact_log(power: &Int, base: &Int) -> Option<i64> {
    if base.abs() <= Int::ONE {
        return None;
    }
    let (mut at, mut log) = (base.clone(), 1);
    while at < *power {
        at = &at * base;
        log += 1;
    }
    (at == *power).then_some(log)
}

/// The largest exponent whose power does not exceed the number, for bases above 1.
fn floor_log(number: &Int, base: &Int) -> i64 {
    let (mut at, mut log) = (base.clone(), 0);
    while at <= *number {
        at = &at * base;
        log += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs() {
        let n = Int::from;
        assert_eq!(exact_log(&n(8), &n(2)), Some(3));
        assert_eq!(exact_log(&n(4), &n(-2)), Some(2));
        assert_eq!(exact_log(&n(8), &n(-2)), None);
        assert_eq!(exact_log(&n(2), &n(-1)), None);
        assert_eq!(floor_log(&n(100), &n(2)), 6);
        assert_eq!(floor_log(&n(1), &n(2)), 0);
    }
}
