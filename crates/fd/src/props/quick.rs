//! The usual constraints between two or three variables when all domains are finite and small:
//! what the general versions deduce, without looking at propagators or building bounds.
//!
//! Each runs one constraint once and leaves what is not usual to the general version (`None`).

use super::plus::{mirrored, paired};
use crate::error::{Res, ensure};
use crate::store::{FdVar, PropId, Store};

/// The ends of a domain.
type Ends = (i64, i64);

fn is_value(ends: Ends) -> bool {
    ends.0 == ends.1
}

impl Store {
    /// Runs `X #\= Y + C` once a side has a value; `None` if none has.
    #[inline]
    pub(crate) fn keep_apart(&mut self, id: PropId, x: FdVar, y: FdVar, c: i64) -> Option<Res> {
        let (x, y) = (self.root(x), self.root(y));
        let (at_x, at_y) = (self.root_domain(x).fixed_word(), self.root_domain(y).fixed_word());
        let (var, word) = match (at_x, at_y) {
            (Some(word), _) => (y, word.checked_sub(c)?),
            (None, Some(word)) => (x, word.checked_add(c)?),
            (None, None) => return None,
        };
        self.kill(id);
        Some(self.take_word(var, word))
    }

    /// Runs `abs(X-Y) #\= C` once a side has a value; `None` if none has.
    #[inline]
    pub(crate) fn keep_gap(&mut self, id: PropId, x: FdVar, y: FdVar, c: i64) -> Option<Res> {
        let (x, y) = (self.root(x), self.root(y));
        let (at_x, at_y) = (self.root_domain(x).fixed_word(), self.root_domain(y).fixed_word());
        let (var, first, second) = match (at_x, at_y) {
            (Some(word), None) => (y, word.checked_sub(c)?, word.checked_add(c)?),
            (None, Some(word)) => (x, word.checked_add(c)?, word.checked_sub(c)?),
            _ => return None,
        };
        self.kill(id);
        let result = self.take_word(var, first);
        Some(result.and_then(|()| {
            let var = self.root(var);
            self.take_word(var, second)
        }))
    }

    /// Takes the value of one variable of a group from the others, if it has one.
    pub(crate) fn keep_different(
        &mut self,
        group: &[FdVar],
        at: usize,
        right_first: bool,
    ) -> Option<Res> {
        let own = self.root_domain(self.root(group[at]));
        let Some(word) = own.fixed_word() else {
            return if own.is_fixed() { None } else { Some(Ok(())) };
        };
        let (left, right) = (&group[..at], &group[at + 1..]);
        Some(self.quietly(|s| {
            if right_first {
                s.take_word_from(right.iter(), word)?;
                return s.take_word_from(left.iter().rev(), word);
            }
            s.take_word_from(left.iter().rev(), word)?;
            s.take_word_from(right.iter(), word)
        }))
    }

    #[inline(always)]
    fn take_word_from<'a>(&mut self, vars: impl Iterator<Item = &'a FdVar>, word: i64) -> Res {
        for var in vars {
            let var = self.root(*var);
            // Those with values are many, and need no more than this look.
            if !self.root_domain(var).is_value_other_than(word) {
                self.take_word(var, word)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn ends(&self, var: FdVar) -> Option<Ends> {
        self.root_domain(var).finite_ends()
    }

    /// Runs `X + Y #= Z`.
    #[inline]
    pub(crate) fn keep_sum(&mut self, id: PropId, x: FdVar, y: FdVar, z: FdVar) -> Option<Res> {
        let (x, y, z) = (self.root(x), self.root(y), self.root(z));
        let (ex, ey, ez) = (self.ends(x)?, self.ends(y)?, self.ends(z)?);
        match (is_value(ex), is_value(ey), is_value(ez)) {
            (false, false, false) if x != y && x != z && y != z => {
                Some(self.clip_sum((x, ex), (y, ey), (z, ez)))
            }
            (true, false, false) => self.keep_shift(id, y, z, ex.0),
            (false, true, false) => self.keep_shift(id, x, z, ey.0),
            (false, false, true) => self.keep_total(id, x, y, ez.0),
            (true, true, _) => {
                self.kill(id);
                Some(self.bind_word(z, ex.0 + ey.0))
            }
            (true, false, true) => {
                self.kill(id);
                Some(self.bind_word(y, ez.0 - ex.0))
            }
            (false, true, true) => {
                self.kill(id);
                Some(self.bind_word(x, ez.0 - ey.0))
            }
            _ => None,
        }
    }

    /// Ends are at most 2^61 apart from zero, so that sums of two fit.
    pub(super) fn clip_sum(
        &mut self,
        (x, (xl, xu)): (FdVar, Ends),
        (y, ey): (FdVar, Ends),
        (z, (zl, zu)): (FdVar, Ends),
    ) -> Res {
        let (nxl, nxu) = (xl.max(zl - ey.1), xu.min(zu - ey.0));
        if (nxl, nxu) != (xl, xu) {
            self.cut(x, nxl, nxu)?;
        }
        // A value makes others run, so that ends are looked up again.
        let y = self.root(y);
        let Some((yl, yu)) = self.ends(y) else { return Ok(()) };
        let (mut nyl, mut nyu) = (yl, yu);
        if yl != yu {
            (nyl, nyu) = (yl.max(zl - nxu), yu.min(zu - nxl));
            if (nyl, nyu) != (yl, yu) {
                self.cut(y, nyl, nyu)?;
            }
        }
        let z = self.root(z);
        if let Some((zl, zu)) = self.ends(z)
            && zl != zu
        {
            let (nzl, nzu) = (zl.max(nxl + nyl), zu.min(nxu + nyu));
            if (nzl, nzu) != (zl, zu) {
                self.cut(z, nzl, nzu)?;
            }
        }
        Ok(())
    }

    /// Runs `C + X #= Y`.
    pub(crate) fn keep_shift(&mut self, id: PropId, x: FdVar, y: FdVar, c: i64) -> Option<Res> {
        let (x, y) = (self.root(x), self.root(y));
        if x == y || c == 0 {
            return None;
        }
        let (dx, dy) = (self.root_domain(x), self.root_domain(y));
        match (dx.fixed_word(), dy.fixed_word()) {
            (Some(word), _) => {
                let word = word.checked_add(c)?;
                self.kill(id);
                Some(self.bind_word(y, word))
            }
            (None, Some(word)) => {
                let word = word.checked_sub(c)?;
                self.kill(id);
                Some(self.bind_word(x, word))
            }
            (None, None) => {
                if let (Some(dx), Some(dy)) = (dx.as_mask(), dy.as_mask()) {
                    let (there, back) = (|(at, bits)| (at + c, bits), |(at, bits)| (at - c, bits));
                    return Some(paired(self, (x, dx), (y, dy), there, back));
                }
                let ((xl, xu), (yl, yu)) = (dx.interval()?, dy.interval()?);
                Some(self.clip_pair(x, (y, (yl, yu)), (xl + c, xu + c), |y| y - c))
            }
        }
    }

    /// Runs `X + Y #= C`.
    pub(crate) fn keep_total(&mut self, id: PropId, x: FdVar, y: FdVar, c: i64) -> Option<Res> {
        let (x, y) = (self.root(x), self.root(y));
        let (dx, dy) = (self.root_domain(x), self.root_domain(y));
        match (dx.fixed_word(), dy.fixed_word()) {
            (Some(word), _) => {
                let rest = c.checked_sub(word)?;
                self.kill(id);
                Some(self.bind_word(y, rest))
            }
            (None, Some(word)) => {
                let rest = c.checked_sub(word)?;
                self.kill(id);
                Some(self.bind_word(x, rest))
            }
            (None, None) => {
                if x == y {
                    return None;
                }
                if let (Some(dx), Some(dy)) = (dx.as_mask(), dy.as_mask()) {
                    let partner = |dom| mirrored(dom, c);
                    return Some(paired(self, (x, dx), (y, dy), partner, partner));
                }
                let ((xl, xu), (yl, yu)) = (dx.interval()?, dy.interval()?);
                Some(self.clip_pair(x, (y, (yl, yu)), (c - xu, c - xl), |y| c - y))
            }
        }
    }

    /// Two intervals whose values come in pairs: the second one is cut to what goes with the
    /// first, then the first one to what goes with that. `back` gives the partner of a value.
    fn clip_pair(
        &mut self,
        x: FdVar,
        (y, (yl, yu)): (FdVar, Ends),
        (low, high): Ends,
        back: impl Fn(i64) -> i64,
    ) -> Res {
        let (low, high) = (low.max(yl), high.min(yu));
        if (low, high) != (yl, yu) {
            self.cut(y, low, high)?;
        }
        let x = self.root(x);
        let dx = self.root_domain(x);
        let (one, other) = (back(low), back(high));
        let (low, high) = (one.min(other), one.max(other));
        match dx.finite_ends() {
            Some((xl, xu)) if xl != xu && (xl < low || xu > high) => self.cut(x, low, high),
            _ => Ok(()),
        }
    }

    /// Runs `X #=< Y + C`.
    pub(crate) fn keep_at_most(&mut self, id: PropId, x: FdVar, y: FdVar, c: i64) -> Option<Res> {
        let (x, y) = (self.root(x), self.root(y));
        if x == y {
            return None;
        }
        let (ex, ey) = (self.ends(x)?, self.ends(y)?);
        Some(self.clip_at_most(id, (x, ex), (y, ey), c))
    }

    fn clip_at_most(
        &mut self,
        id: PropId,
        (x, (xl, xu)): (FdVar, Ends),
        (y, (yl, yu)): (FdVar, Ends),
        c: i64,
    ) -> Res {
        match (xl == xu, yl == yu) {
            (true, true) => {
                self.kill(id);
                return ensure(xl <= yl + c);
            }
            (true, false) => {
                self.kill(id);
                return if xl - c > yl { self.cut(y, xl - c, yu) } else { Ok(()) };
            }
            (false, true) => {
                self.kill(id);
                return if yl + c < xu { self.cut(x, xl, yl + c) } else { Ok(()) };
            }
            (false, false) => {}
        }
        let (mut xl, mut xu, mut yl, mut yu, mut y) = (xl, xu, yl, yu, y);
        if yu + c < xu {
            self.cut(x, xl, yu + c)?;
            // A value makes others run, so that ends are looked up again.
            y = self.root(y);
            let (Some(ex), Some(ey)) = (self.ends(self.root(x)), self.ends(y)) else {
                return Ok(());
            };
            if is_value(ex) || is_value(ey) {
                return Ok(());
            }
            ((xl, xu), (yl, yu)) = (ex, ey);
        }
        if xl - c <= yl {
            if xu <= yl + c {
                self.kill(id);
            }
            return Ok(());
        }
        let dom = self.root_domain(y).between_words(xl - c, yu);
        ensure(!dom.is_empty())?;
        if dom.finite_ends().is_some_and(|(yl, _)| xu <= yl + c) {
            self.kill(id);
        }
        self.replace(y, dom)
    }
}
