//! Inequalities between two variables.

use super::Prop;
use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{PropId, Store};

impl Store {
    /// Posts `A #>= B` for two arguments.
    pub(crate) fn post_geq(&mut self, a: &Arg, b: &Arg) -> Res {
        match (self.free_dom(a), self.free_dom(b)) {
            (Some((_, da)), Some((_, db))) => {
                if da.min() >= db.max() {
                    return Ok(());
                }
                self.post_prop(&[a, b], Prop::Geq(a.clone(), b.clone()))
            }
            (Some((va, da)), None) => {
                let Some(b) = self.int(b) else { return Ok(()) };
                if da.min() >= Bound::from(&b) {
                    return Ok(());
                }
                self.put(va, da.at_least(&Bound::N(b)))?;
                self.run_queue()
            }
            (None, Some((vb, db))) => {
                let Some(a) = self.int(a) else { return Ok(()) };
                self.put(vb, db.at_most(&Bound::N(a)))?;
                self.run_queue()
            }
            (None, None) => ensure(self.int(a) >= self.int(b)),
        }
    }
}

pub(super) fn geq(s: &mut Store, id: PropId, a: &Arg, b: &Arg) -> Res {
    if s.same(a, b) {
        s.kill(id);
        return Ok(());
    }
    match (s.free_dom(a), s.free_dom(b)) {
        (None, None) => {
            s.kill(id);
            ensure(s.int(a) >= s.int(b))
        }
        (None, Some((vb, db))) => {
            let Some(a) = s.int(a) else { return Ok(()) };
            s.kill(id);
            s.put(vb, db.at_most(&Bound::N(a)))
        }
        (Some((va, da)), None) => {
            let Some(b) = s.int(b) else { return Ok(()) };
            s.kill(id);
            s.put(va, da.at_least(&Bound::N(b)))
        }
        (Some((va, da)), Some((_, db))) => {
            let (low, high) = (db.min(), da.max());
            ensure(high >= low)?;
            if da.min() >= db.max() {
                s.kill(id);
                return Ok(());
            }
            if high == low {
                s.kill(id);
                return s.equate(a, b);
            }
            s.put(va, da.at_least(&low))?;
            if let Some((vb, db)) = s.free_dom(b) {
                let db = db.at_most(&high);
                s.put(vb, db)?;
            }
            Ok(())
        }
    }
}

/// `X #=< Y + C`
pub(super) fn leq_plus(s: &mut Store, id: PropId, x: &Arg, y: &Arg, c: &Int) -> Res {
    match (s.int(x), s.int(y)) {
        (Some(x), Some(y)) => {
            s.kill(id);
            return ensure(x <= &y + c);
        }
        (Some(x), None) => {
            s.kill(id);
            return clip(s, y, |d| d.at_least(&Bound::N(&x - c)));
        }
        (None, Some(y)) => {
            s.kill(id);
            return clip(s, x, |d| d.at_most(&Bound::N(&y + c)));
        }
        (None, None) => {}
    }
    if s.same(x, y) {
        ensure(c.sign() >= 0)?;
        s.kill(id);
        return Ok(());
    }
    if let Bound::N(top) = s.arg_dom(y).max() {
        clip(s, x, |d| d.at_most(&Bound::N(&top + c)))?;
    }
    if let Some((_, dx)) = s.free_dom(x)
        && let Bound::N(low) = dx.min()
        && let Some((vy, dy)) = s.free_dom(y)
    {
        let dy = dy.at_least(&Bound::N(&low - c));
        ensure(!dy.is_empty())?;
        if let (Bound::N(y_low), Bound::N(x_top)) = (dy.min(), dx.max())
            && x_top <= &y_low + c
        {
            s.kill(id);
        }
        s.put(vy, dy)?;
    }
    Ok(())
}

fn clip(s: &mut Store, arg: &Arg, change: impl FnOnce(&Domain) -> Domain) -> Res {
    let Some(var) = s.free(arg) else { return Ok(()) };
    let dom = change(s.domain(var));
    s.put(var, dom)
}
