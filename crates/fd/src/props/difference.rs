//! Disequalities: they wait for values and then take one value away.

use super::{ExcludeKind, Prop};
use crate::bound::Bound;
use crate::domain::{Domain, LIMIT};
use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{PropId, Store};

impl Store {
    /// Takes a value away from an argument.
    pub(crate) fn exclude_value(&mut self, arg: &Arg, value: &Int) -> Res {
        if let Some(word) = value.as_i64() {
            return self.exclude_word(arg, word);
        }
        match self.free(arg) {
            Some(var) => {
                self.make_known(arg);
                let dom = self.domain(var).remove(value);
                self.put(var, dom)
            }
            None => ensure(self.int(arg).as_ref() != Some(value)),
        }
    }

    /// Takes a word away from arguments in turn.
    #[inline]
    fn exclude_word_from<'a>(&mut self, args: impl Iterator<Item = &'a Arg>, word: i64) -> Res {
        for arg in args {
            self.exclude_word(arg, word)?;
        }
        Ok(())
    }

    /// Takes a word away from an argument.
    pub(crate) fn exclude_word(&mut self, arg: &Arg, word: i64) -> Res {
        let Arg::Var(var) = arg else { return ensure(self.word(arg) != Some(word)) };
        let var = self.root(*var);
        self.take_word(var, word)
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
    let (left, right) = (&list[..at], list.get(at + 1..).unwrap_or_default());
    if let Some(word) = s.word(&list[at]) {
        return s.quietly(|s| exclude_word_around(s, left, right, kind, word));
    }
    let Some(value) = s.int(&list[at]) else { return Ok(()) };
    s.quietly(|s| exclude_around(s, left, right, kind, &value))
}

fn exclude_word_around(
    s: &mut Store,
    left: &[Arg],
    right: &[Arg],
    kind: &ExcludeKind,
    word: i64,
) -> Res {
    if matches!(kind, ExcludeKind::Distinct) {
        s.exclude_word_from(right.iter(), word)?;
        return s.exclude_word_from(left.iter().rev(), word);
    }
    s.exclude_word_from(left.iter().rev(), word)?;
    s.exclude_word_from(right.iter(), word)
}

/// Takes a value from all others. The order decides who is queued first.
pub(crate) fn exclude_around(
    s: &mut Store,
    left: &[Arg],
    right: &[Arg],
    kind: &ExcludeKind,
    value: &Int,
) -> Res {
    if let Some(word) = value.as_i64() {
        return exclude_word_around(s, left, right, kind, word);
    }
    let right_first = matches!(kind, ExcludeKind::Distinct);
    if right_first {
        right.iter().try_for_each(|a| s.exclude_value(a, value))?;
    }
    left.iter().rev().try_for_each(|a| s.exclude_value(a, value))?;
    if !right_first {
        right.iter().try_for_each(|a| s.exclude_value(a, value))?;
    }
    Ok(())
}

pub(super) fn neq(s: &mut Store, id: PropId, a: &Arg, b: &Arg) -> Res {
    match (s.word(a), s.word(b)) {
        (Some(x), None) => {
            s.kill(id);
            return s.exclude_word(b, x);
        }
        (None, Some(y)) => {
            s.kill(id);
            return s.exclude_word(a, y);
        }
        _ => {}
    }
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
            if let (Some((a, b)), Some((c, d))) = (s.word_ends(a), s.word_ends(b)) {
                if b < c || a > d {
                    s.kill(id);
                }
                return Ok(());
            }
            let (x, y) = (s.arg_dom(a), s.arg_dom(b));
            if x.max() < y.min() || x.min() > y.max() {
                s.kill(id);
            }
            Ok(())
        }
    }
}

pub(super) fn neq_plus(s: &mut Store, id: PropId, x: &Arg, y: &Arg, z: &Arg) -> Res {
    // The usual case in words; whatever does not fit is left to the general one.
    let (value, open) = match (s.word(x), s.word(y), s.word(z)) {
        (Some(x), Some(y), None) => (x.checked_sub(y), z),
        (Some(x), None, Some(z)) => (x.checked_sub(z), y),
        (None, Some(y), Some(z)) => (y.checked_add(z), x),
        _ => (None, x),
    };
    if let Some(word) = value
        && s.free(open).is_some()
    {
        s.kill(id);
        return s.exclude_word(open, word);
    }
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
    if let Some(gap) = c.as_i64().filter(|gap| *gap <= LIMIT) {
        let small = |word: Option<i64>| word.filter(|w| (-LIMIT..=LIMIT).contains(w));
        match (small(s.word(x)), small(s.word(y))) {
            (Some(at), None) => {
                s.kill(id);
                s.exclude_word(y, at - gap)?;
                return s.exclude_word(y, at + gap);
            }
            (None, Some(at)) => {
                s.kill(id);
                s.exclude_word(x, at + gap)?;
                return s.exclude_word(x, at - gap);
            }
            _ => {}
        }
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
        Domain::from_intervals(&[(Bound::Inf, Bound::N(at - c)), (Bound::N(at + c), Bound::Sup)])
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
