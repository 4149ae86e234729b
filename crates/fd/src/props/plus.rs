//! `X + Y = Z`: bounds while all three are open, whole domains once one has a value.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::{Arg, Expr, Op2, Rel};
use crate::int::Int;
use crate::store::{FdVar, PropId, Store};

impl Store {
    /// Narrows a variable to an interval, unless the interval says nothing new.
    pub(crate) fn set_bounds(
        &mut self,
        var: FdVar,
        dom: &Domain,
        old: (&Bound, &Bound),
        new: (&Bound, &Bound),
    ) -> Res {
        if old == new {
            return Ok(());
        }
        self.put(var, dom.intersect(&Domain::range(new.0, new.1)))
    }
}

pub(super) fn run(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    let (one, other, total) = (s.free(x), s.free(y), s.free(z));
    if one.is_none()
        && let Some(c) = s.int(x)
    {
        return constant(s, id, &c, y, z);
    }
    if other.is_none()
        && let Some(c) = s.int(y)
    {
        return constant(s, id, &c, x, z);
    }
    if total.is_none()
        && let Some(sum) = s.int(z)
    {
        return known_sum(s, id, x, y, &sum);
    }
    if one != other && one != total && other != total {
        return bounds(s, x, y, z);
    }
    if s.same(x, y) {
        s.kill(id);
        let twice = Expr::op2(Op2::Mul, Expr::word(2), x.into());
        return s.post(Rel::Eq, &twice, &z.into());
    }
    if s.same(x, z) {
        s.kill(id);
        return s.equate(y, &Arg::from(0));
    }
    s.kill(id);
    s.equate(x, &Arg::from(0))
}

fn constant(s: &mut Store, id: PropId, c: &Int, y: &Arg, z: &Arg) -> Res {
    if c.is_zero() {
        s.kill(id);
        return s.equate(y, z);
    }
    if s.same(y, z) {
        s.kill(id);
        return ensure(c.is_zero());
    }
    match (s.free_dom(y), s.free_dom(z)) {
        (None, _) => {
            s.kill(id);
            let Some(y) = s.int(y) else { return Ok(()) };
            s.equate(z, &Arg::Int(c + &y))
        }
        (_, None) => {
            s.kill(id);
            let Some(z) = s.int(z) else { return Ok(()) };
            s.equate(y, &Arg::Int(&z - c))
        }
        (Some((_, dy)), Some((vz, dz))) => {
            let dz = dz.intersect(&dy.shift(c));
            s.put(vz, dz.clone())?;
            if let Some((vy, dy)) = s.free_dom(y) {
                s.put(vy, dy.intersect(&dz.shift(&-c)))?;
            }
            Ok(())
        }
    }
}

/// A small domain: its first value and the others as bits from there.
type Bits = (i64, u64);

/// The bits of a domain, counted from another place.
#[inline]
fn aligned((from, bits): Bits, to: i64) -> u64 {
    match to - from {
        shift @ 0..64 => bits >> shift,
        shift @ -63..0 => bits << -shift,
        _ => 0,
    }
}

/// The values `C - V`.
#[inline]
pub(super) fn mirrored((from, bits): Bits, c: i64) -> Bits {
    (c - from - 63, bits.reverse_bits())
}

/// Two variables whose values come in pairs: first the second one loses what has no partner,
/// then the first one. `partners` gives the values that go with those of a domain.
pub(super) fn paired(
    s: &mut Store,
    (x, dx): (FdVar, Bits),
    (y, dy): (FdVar, Bits),
    partners: impl Fn(Bits) -> Bits,
    back: impl Fn(Bits) -> Bits,
) -> Res {
    let both = dy.1 & aligned(partners(dx), dy.0);
    ensure(both != 0)?;
    if both != dy.1 {
        s.put(y, Domain::from_bits(dy.0, both))?;
    }
    let Some(x) = s.free(&Arg::Var(x)) else { return Ok(()) };
    let left = back((dy.0, both));
    if s.root_domain(x).as_mask().is_some_and(|dx| dx.1 & !aligned(left, dx.0) == 0) {
        return Ok(());
    }
    let dom = s.root_domain(x).intersect(&Domain::from_bits(left.0, left.1));
    s.put(x, dom)
}

fn known_sum(s: &mut Store, id: PropId, x: &Arg, y: &Arg, sum: &Int) -> Res {
    if s.same(x, y) {
        s.kill(id);
        ensure(sum.is_even())?;
        let half = sum.div_trunc(&Int::from(2)).unwrap_or(Int::ZERO);
        return s.equate(x, &Arg::Int(half));
    }
    let (Some((_, dx)), Some((vy, dy))) = (s.free_dom(x), s.free_dom(y)) else { return Ok(()) };
    let dy = dy.intersect(&dx.negate().shift(sum));
    s.put(vy, dy.clone())?;
    if let Some((vx, dx)) = s.free_dom(x) {
        s.put(vx, dx.intersect(&dy.negate().shift(sum)))?;
    }
    Ok(())
}

fn bounds(s: &mut Store, x: &Arg, y: &Arg, z: &Arg) -> Res {
    let Some((vx, dx)) = s.free_dom(x) else { return Ok(()) };
    let (dy, dz) = (s.arg_dom(y), s.arg_dom(z));
    let (xl, xu) = (dx.min(), dx.max());
    let (yl, yu) = (dy.min(), dy.max());
    let (zl, zu) = (dz.min(), dz.max());
    let nxl = xl.clone().max(zl.sub(&yu));
    let nxu = xu.clone().min(zu.sub(&yl));
    s.set_bounds(vx, &dx, (&xl, &xu), (&nxl, &nxu))?;
    let (nyl, nyu) = match s.free_dom(y) {
        Some((vy, dy)) => {
            let (yl, yu) = (dy.min(), dy.max());
            let nyl = yl.clone().max(zl.sub(&nxu));
            let nyu = yu.clone().min(zu.sub(&nxl));
            s.set_bounds(vy, &dy, (&yl, &yu), (&nyl, &nyu))?;
            (nyl, nyu)
        }
        None => {
            let dy = s.arg_dom(y);
            (dy.min(), dy.max())
        }
    };
    if let Some((vz, dz)) = s.free_dom(z) {
        let (zl, zu) = (dz.min(), dz.max());
        let nzl = zl.clone().max(nxl.add(&nyl));
        let nzu = zu.clone().min(nxu.add(&nyu));
        s.set_bounds(vz, &dz, (&zl, &zu), (&nzl, &nzu))?;
    }
    Ok(())
}
