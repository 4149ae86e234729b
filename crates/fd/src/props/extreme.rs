//! `Z = max(X,Y)` and `Z = min(X,Y)`. That the result bounds both arguments is posted apart.

use crate::bound::Bound;
use crate::error::{Res, Stop};
use crate::expr::{Arg, Rel};
use crate::int::Int;
use crate::store::{PropId, Store};

pub(super) fn max(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    match (s.int(x), s.int(y)) {
        (Some(a), Some(b)) => {
            s.kill(id);
            s.equate(z, &Arg::Int(a.max(b)))
        }
        (Some(a), None) => max_constant(s, id, &a, y, z),
        (None, Some(b)) => max_constant(s, id, &b, x, z),
        (None, None) => {
            let Some((vz, dz)) = s.free_dom(z) else { return Ok(()) };
            let (dx, dy) = (s.arg_dom(x), s.arg_dom(y));
            if dy.max() < dx.min() {
                s.kill(id);
                return s.equate(z, x);
            }
            match dx.max().max(dy.max()) {
                top @ Bound::N(_) => s.put(vz, dz.at_most(&top)),
                _ => Ok(()),
            }
        }
    }
}

fn max_constant(s: &mut Store, id: PropId, x: &Int, y: &Arg, z: &Arg) -> Res {
    if let Some(value) = s.int(z) {
        if value == *x {
            s.kill(id);
            return s.post(Rel::Geq, &crate::Expr::Int(x.clone()), &y.into());
        }
        return if value > *x { s.equate(z, y) } else { Err(Stop::Fail) };
    }
    let dy = s.arg_dom(y);
    let bx = Bound::from(x);
    if dy.min() > bx {
        s.equate(z, y)
    } else if dy.max() < bx {
        s.equate(z, &Arg::Int(x.clone()))
    } else if let (top @ Bound::N(_), Some((vz, dz))) = (dy.max(), s.free_dom(z)) {
        s.put(vz, dz.at_most(&top))
    } else {
        Ok(())
    }
}

pub(super) fn min(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    match (s.int(x), s.int(y)) {
        (Some(a), Some(b)) => {
            s.kill(id);
            s.equate(z, &Arg::Int(a.min(b)))
        }
        (Some(a), None) => min_constant(s, id, &a, y, z),
        (None, Some(b)) => min_constant(s, id, &b, x, z),
        (None, None) => {
            let Some((vz, dz)) = s.free_dom(z) else { return Ok(()) };
            let (dx, dy) = (s.arg_dom(x), s.arg_dom(y));
            if dy.min() > dx.max() {
                s.kill(id);
                return s.equate(z, x);
            }
            match dx.min().min(dy.min()) {
                low @ Bound::N(_) => s.put(vz, dz.at_least(&low)),
                _ => Ok(()),
            }
        }
    }
}

fn min_constant(s: &mut Store, id: PropId, x: &Int, y: &Arg, z: &Arg) -> Res {
    if let Some(value) = s.int(z) {
        if value == *x {
            s.kill(id);
            return s.post(Rel::Leq, &crate::Expr::Int(x.clone()), &y.into());
        }
        return if value < *x { s.equate(z, y) } else { Err(Stop::Fail) };
    }
    let dy = s.arg_dom(y);
    let bx = Bound::from(x);
    if dy.max() < bx {
        s.equate(z, y)
    } else if dy.min() > bx {
        s.equate(z, &Arg::Int(x.clone()))
    } else if let (low @ Bound::N(_), Some((vz, dz))) = (dy.min(), s.free_dom(z)) {
        s.put(vz, dz.at_least(&low))
    } else {
        Ok(())
    }
}
