//! `X * Y = Z`: bounds in general, whole domains when a factor is a constant.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::{Arg, Expr, Op2, Rel};
use crate::int::Int;
use crate::store::{PropId, Store};

pub(super) fn run(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    if let Some(c) = s.int(x) {
        return constant(s, id, &c, y, z);
    }
    if let Some(c) = s.int(y) {
        return constant(s, id, &c, x, z);
    }
    if let Some(product) = s.int(z) {
        return known_product(s, id, x, y, &product);
    }
    if s.same(x, y) {
        s.kill(id);
        let square = Expr::op2(Op2::Pow, x.into(), Expr::word(2));
        return s.post(Rel::Eq, &square, &z.into());
    }
    bounds(s, id, x, y, z)
}

fn constant(s: &mut Store, id: PropId, c: &Int, y: &Arg, z: &Arg) -> Res {
    if let Some(y) = s.int(y) {
        s.kill(id);
        return s.equate(z, &Arg::Int(c * &y));
    }
    if c.is_zero() {
        s.kill(id);
        return s.equate(z, &Arg::from(0));
    }
    if *c == Int::ONE {
        s.kill(id);
        return s.equate(z, y);
    }
    if let Some(z) = s.int(z) {
        s.kill(id);
        ensure(z.mod_floor(c) == Some(Int::ZERO))?;
        return s.equate(y, &Arg::Int(z.div_trunc(c).unwrap_or(Int::ZERO)));
    }
    if s.same(y, z) {
        s.kill(id);
        return s.equate(y, &Arg::from(0));
    }
    let (Some((_, dy)), Some((vz, dz))) = (s.free_dom(y), s.free_dom(z)) else { return Ok(()) };
    let dz = dz.intersect(&dy.expand(c));
    s.put(vz, dz.clone())?;
    match s.free_dom(y) {
        Some((vy, dy)) => s.put(vy, dy.intersect(&dz.contract(c))),
        None => {
            s.kill(id);
            let Some(y) = s.int(y) else { return Ok(()) };
            s.equate(z, &Arg::Int(c * &y))
        }
    }
}

fn known_product(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Int) -> Res {
    if s.same(x, y) {
        s.kill(id);
        let root = z.root_exact(&Int::from(2)).ok_or(crate::Stop::Fail)?;
        return s.narrow(x, &Domain::from_values([&root, &-&root]));
    }
    let (Some((vx, dx)), Some((_, dy))) = (s.free_dom(x), s.free_dom(y)) else { return Ok(()) };
    let (xl, xu) = (dx.min(), dx.max());
    let bz = Bound::from(z);
    let (nxl, nxu) = factor((&bz, &bz), (&dy.min(), &dy.max()), (&xl, &xu))?;
    s.set_bounds(vx, &dx, (&xl, &xu), (&nxl, &nxu))?;
    match s.free_dom(y) {
        Some((vy, dy2)) => {
            let (yl, yu) = (dy2.min(), dy2.max());
            let (nyl, nyu) = factor((&bz, &bz), (&nxl, &nxu), (&yl, &yu))?;
            s.set_bounds(vy, &dy2, (&yl, &yu), (&nyl, &nyu))?;
        }
        None => {
            let Some(y) = s.int(y) else { return Ok(()) };
            if y.is_zero() {
                s.kill(id);
                ensure(z.is_zero())?;
            } else {
                ensure(z.mod_floor(&y) == Some(Int::ZERO))?;
                s.kill(id);
                s.equate(x, &Arg::Int(z.div_trunc(&y).unwrap_or(Int::ZERO)))?;
            }
        }
    }
    if z.is_zero() {
        if !dx.contains(&Int::ZERO) {
            s.kill(id);
            s.equate(y, &Arg::from(0))
        } else if !dy.contains(&Int::ZERO) {
            s.kill(id);
            s.equate(x, &Arg::from(0))
        } else {
            Ok(())
        }
    } else {
        s.exclude_value(x, &Int::ZERO)?;
        s.exclude_value(y, &Int::ZERO)
    }
}

fn bounds(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    let Some((vx, dx)) = s.free_dom(x) else { return Ok(()) };
    let (dy, dz) = (s.arg_dom(y), s.arg_dom(z));
    if !dz.contains(&Int::ZERO) {
        if s.same(y, z) {
            s.kill(id);
            return s.equate(x, &Arg::from(1));
        }
        if s.same(x, z) {
            s.kill(id);
            return s.equate(y, &Arg::from(1));
        }
    }
    let (xl, xu) = (dx.min(), dx.max());
    let (zl, zu) = (dz.min(), dz.max());
    let (nxl, nxu) = factor((&zl, &zu), (&dy.min(), &dy.max()), (&xl, &xu))?;
    s.set_bounds(vx, &dx, (&xl, &xu), (&nxl, &nxu))?;
    let (nyl, nyu) = match s.free_dom(y) {
        Some((vy, dy)) => {
            let (yl, yu) = (dy.min(), dy.max());
            let (nyl, nyu) = factor((&zl, &zu), (&nxl, &nxu), (&yl, &yu))?;
            s.set_bounds(vy, &dy, (&yl, &yu), (&nyl, &nyu))?;
            (nyl, nyu)
        }
        None => {
            let dy = s.arg_dom(y);
            (dy.min(), dy.max())
        }
    };
    let Some((vz, mut dz)) = s.free_dom(z) else { return Ok(()) };
    let products = [nxl.mul(&nyl), nxl.mul(&nyu), nxu.mul(&nyl), nxu.mul(&nyu)];
    let (Some(low), Some(high)) = (products.iter().min(), products.iter().max()) else {
        return Ok(());
    };
    if *low > dz.min() || *high < dz.max() {
        dz = dz.intersect(&Domain::range(low, high));
        s.put(vz, dz.clone())?;
    }
    if !dz.contains(&Int::ZERO) {
        s.exclude_value(x, &Int::ZERO)?;
        s.exclude_value(y, &Int::ZERO)?;
    }
    Ok(())
}

/// The bounds of a factor within `l3..u3`, if the product is within `l1..u1` and the other factor
/// within `l2..u2`.
fn factor(
    (l1, u1): (&Bound, &Bound),
    (l2, u2): (&Bound, &Bound),
    (l3, u3): (&Bound, &Bound),
) -> Res<(Bound, Bound)> {
    let straddles = |l: &Bound, u: &Bound| l.signum() < 0 && u.signum() > 0;
    if straddles(l2, u2) && straddles(l3, u3) && (u1.signum() < 0 || l1.signum() > 0) {
        // Both factors may have either sign and the product has one: the two ways to split the
        // signs are examined apart.
        let negative = (l2.clone(), Bound::from(-1));
        let positive = (Bound::from(1), u2.clone());
        let below = (l3.clone(), Bound::from(-1));
        let above = (Bound::from(1), u3.clone());
        let product = (l1.clone(), u1.clone());
        let (one, two) = if u1.signum() < 0 {
            (
                half(&negative, &above, &product)?.unwrap_or((Bound::Inf, Bound::from(-1))),
                half(&positive, &below, &product)?.unwrap_or((Bound::from(1), Bound::Sup)),
            )
        } else {
            (
                half(&negative, &below, &product)?.unwrap_or((Bound::from(1), Bound::Sup)),
                half(&positive, &above, &product)?.unwrap_or((Bound::Inf, Bound::from(-1))),
            )
        };
        let low = one.0.min(two.0).max(l3.clone());
        let high = one.1.max(two.1).min(u3.clone());
        return Ok((low, high));
    }
    let low = min_factor(l1, u1, l2, u2).max(l3.clone());
    let high = max_factor(l1, u1, l2, u2).min(u3.clone());
    Ok((low, high))
}

/// The bounds of the second factor of a product on its own, or `None` if there is no solution.
fn half(
    first: &(Bound, Bound),
    second: &(Bound, Bound),
    product: &(Bound, Bound),
) -> Res<Option<(Bound, Bound)>> {
    let mut s = Store::new();
    let vars = [s.new_var(), s.new_var(), s.new_var()];
    let mut solve = || -> Res {
        // The order in which the variables become known does not matter here.
        for (var, (lo, hi)) in vars.iter().zip([product, first, second]) {
            s.put(*var, Domain::range(lo, hi))?;
        }
        let product = Expr::op2(Op2::Mul, Expr::Var(vars[1]), Expr::Var(vars[2]));
        s.post(Rel::Eq, &product, &Expr::Var(vars[0]))
    };
    match solve() {
        Ok(()) => {
            let dom = s.domain(vars[2]);
            Ok(Some((dom.min(), dom.max())))
        }
        Err(crate::Stop::Fail) => Ok(None),
        Err(error) => Err(error),
    }
}

fn quotients(l1: &Bound, u1: &Bound, l2: &Bound, u2: &Bound) -> [Bound; 4] {
    [l1.div_trunc(l2), l1.div_trunc(u2), u1.div_trunc(l2), u1.div_trunc(u2)]
}

fn min_factor(l1: &Bound, u1: &Bound, l2: &Bound, u2: &Bound) -> Bound {
    if l1.signum() >= 0 && l2.signum() > 0 && u2.finite() {
        l1.add(u2).plus(-1).div_trunc(u2)
    } else if l1.signum() > 0 && u2.signum() < 0 {
        u1.div_trunc(u2)
    } else if l1.signum() > 0 && l2.signum() >= 0 {
        Bound::from(1)
    } else if l1.signum() > 0 {
        u1.neg()
    } else if u1.signum() < 0 && u2.signum() <= 0 {
        if l2.finite() { u1.add(l2).plus(1).div_trunc(l2) } else { Bound::from(1) }
    } else if u1.signum() < 0 && l2.signum() >= 0 {
        l1.div_trunc(l2)
    } else if u1.signum() < 0 {
        l1.clone()
    } else if l2.signum() <= 0 && u2.signum() >= 0 {
        Bound::Inf
    } else {
        quotients(l1, u1, l2, u2).into_iter().min().unwrap_or(Bound::Inf)
    }
}

fn max_factor(l1: &Bound, u1: &Bound, l2: &Bound, u2: &Bound) -> Bound {
    if l1.signum() >= 0 && l2.signum() >= 0 {
        u1.div_trunc(l2)
    } else if l1.signum() > 0 && u2.signum() <= 0 {
        if l2.finite() { l1.sub(l2).plus(-1).div_trunc(l2) } else { Bound::from(-1) }
    } else if l1.signum() > 0 {
        u1.clone()
    } else if u1.signum() < 0 && u2.signum() < 0 {
        l1.div_trunc(u2)
    } else if u1.signum() < 0 && l2.signum() >= 0 {
        if u2.finite() { u1.sub(u2).plus(1).div_trunc(u2) } else { Bound::from(-1) }
    } else if u1.signum() < 0 {
        l1.neg()
    } else if l2.signum() <= 0 && u2.signum() >= 0 {
        Bound::Sup
    } else {
        quotients(l1, u1, l2, u2).into_iter().max().unwrap_or(Bound::Sup)
    }
}
