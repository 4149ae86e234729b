//! `X + Y = Z`: bounds while all three are open, whole domains once one has a value.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::{Arg, Expr, Op2, Rel};
use crate::int::Int;
use crate::store::{FdVar, PropId, Store};

/// A constant that keeps differences of ends within a word.
fn small(c: &Int) -> Option<i64> {
    c.as_i64().filter(|c| c.unsigned_abs() <= 1 << 60)
}

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
    if let Some(c) = small(c)
        && let Some([y, z]) = small_pair(s, y, z)
    {
        return paired(s, y, z, |(at, bits)| (at + c, bits), |(at, bits)| (at - c, bits));
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
fn mirrored((from, bits): Bits, c: i64) -> Bits {
    (c - from - 63, bits.reverse_bits())
}

/// Two variables whose values come in pairs: first the second one loses what has no partner,
/// then the first one. `partners` gives the values that go with those of a domain.
fn paired(
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

/// The two variables and their domains, if both are open, different and small.
fn small_pair(s: &Store, x: &Arg, y: &Arg) -> Option<[(FdVar, Bits); 2]> {
    let (x, y) = (s.free(x)?, s.free(y)?);
    let (dx, dy) = (s.root_domain(x).as_mask()?, s.root_domain(y).as_mask()?);
    (x != y).then_some([(x, dx), (y, dy)])
}

fn known_sum(s: &mut Store, id: PropId, x: &Arg, y: &Arg, sum: &Int) -> Res {
    if s.same(x, y) {
        s.kill(id);
        ensure(sum.is_even())?;
        let half = sum.div_trunc(&Int::from(2)).unwrap_or(Int::ZERO);
        return s.equate(x, &Arg::Int(half));
    }
    if let Some(sum) = small(sum)
        && let Some([x, y]) = small_pair(s, x, y)
    {
        let partner = |dom| mirrored(dom, sum);
        return paired(s, x, y, partner, partner);
    }
    let (Some((_, dx)), Some((vy, dy))) = (s.free_dom(x), s.free_dom(y)) else { return Ok(()) };
    let dy = dy.intersect(&dx.negate().shift(sum));
    s.put(vy, dy.clone())?;
    if let Some((vx, dx)) = s.free_dom(x) {
        s.put(vx, dx.intersect(&dy.negate().shift(sum)))?;
    }
    Ok(())
}

/// The same on words, when all three are finite; `None` otherwise.
fn word_bounds(s: &mut Store, x: &Arg, y: &Arg, z: &Arg) -> Option<Res> {
    // Ends are at most 2^61 apart from zero, so that sums of two fit.
    let ends = |s: &Store, arg: &Arg| s.root_domain(s.free(arg)?).finite_ends();
    let ((xl, xu), (yl, yu), (zl, zu)) = (ends(s, x)?, ends(s, y)?, ends(s, z)?);
    let (nxl, nxu) = (xl.max(zl - yu), xu.min(zu - yl));
    Some((|| {
        clip(s, x, (xl, xu), (nxl, nxu))?;
        let (nyl, nyu) = match ends(s, y) {
            Some((yl, yu)) => {
                let new = (yl.max(zl - nxu), yu.min(zu - nxl));
                clip(s, y, (yl, yu), new)?;
                new
            }
            None => match s.word(y) {
                Some(y) => (y, y),
                None => return Ok(()),
            },
        };
        if let Some((zl, zu)) = ends(s, z) {
            clip(s, z, (zl, zu), (zl.max(nxl + nyl), zu.min(nxu + nyu)))?;
        }
        Ok(())
    })())
}

fn clip(s: &mut Store, arg: &Arg, old: (i64, i64), new: (i64, i64)) -> Res {
    if old == new {
        return Ok(());
    }
    ensure(new.0 <= new.1)?;
    let Some(var) = s.free(arg) else { return Ok(()) };
    let dom = s.root_domain(var).between_words(new.0, new.1);
    s.put(var, dom)
}

fn bounds(s: &mut Store, x: &Arg, y: &Arg, z: &Arg) -> Res {
    if let Some(done) = word_bounds(s, x, y, z) {
        return done;
    }
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
