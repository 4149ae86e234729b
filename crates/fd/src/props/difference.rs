//! Disequalities: they wait for values and then take one value away.

use super::{ExcludeKind, Prop};
use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{PropId, Store};

impl Store {
    /// Takes a value away from an argument.
    pub(crate) fn exclude_value(&mut self, arg: &Arg, value: &Int) -> Res {
        match self.free(arg) {
            Some(var) => {
                let dom = self.domain(var);
                if !dom.contains(value) {
                    // Nothing changes, but the variable counts as constrained from now on.
                    self.make_known(&Arg::Var(var));
                    return Ok(());
                }
                let dom = dom.remove(value);
                self.put(var, dom)
            }
            None => ensure(self.int(arg).as_ref() != Some(value)),
        }
    }

    /// Posts `A #\= B` for two arguments.
    pub(crate) fn post_neq(&mut self, a: &Arg, b: &Arg) -> Res {
        self.post_prop(&[a, b], Prop::Neq(a.clone(), b.clone()))
    }

    /// Posts `X #\= Y + Z`.
    pub(crate) fn post_neq_plus(&mut self, x: &Arg, y: &Arg, z: &Arg) -> Res {
        self.post_prop(&[x, y, z], Prop::NeqPlus(x.clone(), y.clone(), z.clone()))
    }
}

pub(super) fn exclude(s: &mut Store, list: &[Arg], at: usize, kind: &ExcludeKind) -> Res {
    let Some(value) = s.int(&list[at]) else { return Ok(()) };
    let (left, right) = (&list[..at], &list[at + 1..]);
    s.quietly(|s| exclude_around(s, left, right, kind, &value))
}

/// Takes a value from all others. The order decides who is queued first.
pub(crate) fn exclude_around(
    s: &mut Store,
    left: &[Arg],
    right: &[Arg],
    kind: &ExcludeKind,
    value: &Int,
) -> Res {
    match kind {
        ExcludeKind::Different(_) => {
            left.iter().rev().try_for_each(|a| s.exclude_value(a, value))?;
            right.iter().try_for_each(|a| s.exclude_value(a, value))
        }
        ExcludeKind::Distinct => {
            right.iter().try_for_each(|a| s.exclude_value(a, value))?;
            left.iter().rev().try_for_each(|a| s.exclude_value(a, value))
        }
    }
}

pub(super) fn neq(s: &mut Store, id: PropId, a: &Arg, b: &Arg) -> Res {
    match (s.int(a), s.int(b)) {
        (Some(x), Some(y)) => {
            s.kill(id);
            ensure(x != y)
        }
        (Some(x), None) => {
            s.kill(id);
            s.exclude_value(b, &x)
        }
        (None, Some(y)) => {
            s.kill(id);
            s.exclude_value(a, &y)
        }
        (None, None) => {
            ensure(!s.same(a, b))?;
            let (x, y) = (s.arg_dom(a), s.arg_dom(b));
            if x.max() < y.min() || x.min() > y.max() {
                s.kill(id);
            }
            Ok(())
        }
    }
}

pub(super) fn neq_plus(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    match (s.int(x), s.int(y), s.int(z)) {
        (Some(x), Some(y), Some(z)) => {
            s.kill(id);
            ensure(x != &y + &z)
        }
        (Some(x), Some(y), None) => {
            s.kill(id);
            s.exclude_value(z, &(&x - &y))
        }
        (Some(x), None, Some(z)) => {
            s.kill(id);
            s.exclude_value(y, &(&x - &z))
        }
        (None, Some(y), Some(z)) => {
            s.kill(id);
            s.exclude_value(x, &(&y + &z))
        }
        (None, Some(y), None) if y.is_zero() => {
            s.kill(id);
            s.post_neq(x, z)
        }
        (None, None, Some(z)) if z.is_zero() => {
            s.kill(id);
            s.post_neq(x, y)
        }
        _ => Ok(()),
    }
}

/// `abs(X-Y) #\= C`
pub(super) fn abs_diff_neq(s: &mut Store, id: PropId, x: &Arg, y: &Arg, c: &Int) -> Res {
    if c.sign() < 0 {
        s.kill(id);
        return Ok(());
    }
    match (s.int(x), s.int(y)) {
        (Some(x), Some(y)) => {
            s.kill(id);
            ensure((&x - &y).abs() != *c)
        }
        (Some(x), None) => {
            s.kill(id);
            s.exclude_value(y, &(&x - c))?;
            s.exclude_value(y, &(c + &x))
        }
        (None, Some(y)) => {
            s.kill(id);
            s.exclude_value(x, &(c + &y))?;
            s.exclude_value(x, &(&y - c))
        }
        (None, None) => Ok(()),
    }
}

/// `abs(X-Y) #>= C`
pub(super) fn abs_diff_geq(s: &mut Store, id: PropId, x: &Arg, y: &Arg, c: &Int) -> Res {
    if c.sign() <= 0 {
        s.kill(id);
        return Ok(());
    }
    let outside = |at: &Int| {
        Domain::from_intervals(&[
            (Bound::Inf, Bound::N(at - c)),
            (Bound::N(at + c), Bound::Sup),
        ])
    };
    match (s.int(x), s.int(y)) {
        (Some(x), Some(y)) => {
            s.kill(id);
            ensure((&x - &y).abs() >= *c)
        }
        (Some(x), None) => {
            s.kill(id);
            s.narrow(y, &outside(&x))
        }
        (None, Some(y)) => {
            s.kill(id);
            s.narrow(x, &outside(&y))
        }
        (None, None) => Ok(()),
    }
}
