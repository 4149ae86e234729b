//! Domains get smaller, variables get values and become one. All of it is recorded on the trail,
//! and wakes who listens.

use super::{FdVar, Moves, Store, Undo, Var};
use crate::domain::{Domain, LIMIT, Without};
use crate::error::{Res, Stop, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::props::Wake;

impl Store {
    /// Replaces a domain; the old one moves to the trail if this level has not saved it yet.
    #[inline]
    pub(super) fn set_dom(&mut self, var: FdVar, dom: Domain, moves: Moves) {
        self.save_dom(var, dom);
        self.vars[var.0 as usize].moves = moves;
    }

    /// The same, and the moves stay as they are.
    #[inline]
    fn save_dom(&mut self, var: FdVar, dom: Domain) {
        let level = self.level;
        let v = &mut self.vars[var.0 as usize];
        if v.stamp == level {
            v.dom = dom;
        } else {
            let dom = std::mem::replace(&mut v.dom, dom);
            let (moves, stamp) = (v.moves, v.stamp);
            self.trail.push(Undo::Domain { var: var.0, dom, moves, stamp });
            v.stamp = level;
        }
    }

    /// Makes the variable known, if it is not.
    #[inline]
    pub(crate) fn make_known(&mut self, arg: &Arg) {
        if let Some(var) = self.free(arg)
            && !self.var(var).known
        {
            self.clock += 1;
            let v = &mut self.vars[var.0 as usize];
            self.trail.push(Undo::Known(var.0, v.key));
            v.known = true;
            v.key = self.clock;
        }
    }

    /// Replaces a domain and queues who listens. A single value becomes a binding.
    pub(crate) fn put(&mut self, var: FdVar, dom: Domain) -> Res {
        if dom.is_empty() {
            return Err(Stop::Fail);
        }
        let var = self.root(var);
        let v = &self.vars[var.0 as usize];
        let old = &v.dom;
        if dom.is_fixed() {
            return if old.is_fixed() { ensure(*old == dom) } else { self.bind_dom(var, dom) };
        }
        if old.is_fixed() {
            return Ok(());
        }
        if !v.known {
            self.make_known(&Arg::Var(var));
            self.set_dom(var, dom, Moves::default());
            return Ok(());
        }
        if *old == dom {
            return Ok(());
        }
        let bounds_moved = !old.same_ends(&dom);
        let (moves, quiet) = v.moves.after(old, &dom);
        self.set_dom(var, dom, moves);
        if !quiet {
            if bounds_moved {
                self.trigger_list(var, Wake::Bounds);
            }
            self.trigger_list(var, Wake::Any);
        }
        Ok(())
    }

    /// Takes away a word from a root variable.
    #[inline(always)]
    pub(crate) fn take_word(&mut self, var: FdVar, word: i64) -> Res {
        let v = &self.vars[var.0 as usize];
        if v.known {
            // What remains is finite, so that moves do not matter.
            match v.dom.without(word) {
                Without::Same => return Ok(()),
                Without::Less(dom, ends_moved) => {
                    self.shrink(var, dom, ends_moved);
                    return Ok(());
                }
                Without::Nothing => return Err(Stop::Fail),
                Without::One(value) => return self.settle_word(var, value),
                Without::Unusual => {}
            }
        }
        self.take_word_slow(var, word)
    }

    #[inline(never)]
    pub(super) fn settle_word(&mut self, var: FdVar, value: i64) -> Res {
        let moves = self.vars[var.0 as usize].moves;
        self.settle_dom(var, Domain::word(value), moves)
    }

    /// A known root variable gets a smaller finite domain of several values.
    #[inline]
    pub(super) fn shrink(&mut self, var: FdVar, dom: Domain, ends_moved: bool) {
        self.save_dom(var, dom);
        if ends_moved {
            self.trigger_list(var, Wake::Bounds);
        }
        self.trigger_list(var, Wake::Any);
    }

    #[inline(never)]
    pub(super) fn take_word_slow(&mut self, var: FdVar, word: i64) -> Res {
        let dom = self.root_domain(var);
        if dom.is_fixed() {
            return ensure(dom.fixed_word() != Some(word));
        }
        if !dom.contains_word(word) {
            // Nothing changes, but the variable counts as constrained from now on.
            self.make_known(&Arg::Var(var));
            return Ok(());
        }
        self.remove_word(var, word)
    }

    /// Takes away a word that an open root variable has.
    pub(super) fn remove_word(&mut self, var: FdVar, word: i64) -> Res {
        let v = &self.vars[var.0 as usize];
        let dom = v.dom.remove_word(word);
        if !v.known {
            return self.put(var, dom);
        }
        if dom.is_fixed() {
            let moves = v.moves;
            return self.settle_dom(var, dom, moves);
        }
        // An end goes, or a value in between; the domain cannot become empty.
        let bounds_moved = match v.dom.word_ends() {
            Some((low, high)) => word == low || word == high,
            None => !v.dom.same_ends(&dom),
        };
        let (moves, quiet) = v.moves.after(&v.dom, &dom);
        self.set_dom(var, dom, moves);
        if !quiet {
            if bounds_moved {
                self.trigger_list(var, Wake::Bounds);
            }
            self.trigger_list(var, Wake::Any);
        }
        Ok(())
    }

    /// Cuts a finite root variable to an interval that leaves out at least one of its ends.
    #[inline]
    pub(crate) fn cut(&mut self, var: FdVar, lo: i64, hi: i64) -> Res {
        let dom = self.vars[var.0 as usize].dom.between_words(lo, hi);
        self.replace(var, dom)
    }

    /// Gives a finite root variable a part of its domain that lacks at least one of its ends.
    #[inline]
    pub(crate) fn replace(&mut self, var: FdVar, dom: Domain) -> Res {
        let v = &self.vars[var.0 as usize];
        if !v.known {
            return self.put(var, dom);
        }
        ensure(!dom.is_empty())?;
        if dom.is_fixed() {
            let moves = v.moves;
            return self.settle_dom(var, dom, moves);
        }
        self.shrink(var, dom, true);
        Ok(())
    }

    /// Gives a root variable a word as its value.
    #[inline]
    pub(crate) fn bind_word(&mut self, var: FdVar, word: i64) -> Res {
        let v = &self.vars[var.0 as usize];
        if let Some(value) = v.dom.fixed_word() {
            return ensure(value == word);
        }
        if !v.known || !(-LIMIT..=LIMIT).contains(&word) {
            return self.bind(var, &Int::from(word));
        }
        ensure(v.dom.contains_word(word))?;
        self.settle_word(var, word)
    }

    /// Gives a variable its value and runs what this wakes.
    pub(crate) fn bind(&mut self, var: FdVar, value: &Int) -> Res {
        let var = self.root(var);
        let old = &self.var(var).dom;
        if old.is_fixed() {
            return ensure(old.value().as_ref() == Some(value));
        }
        self.bind_dom(var, Domain::singleton(value))
    }

    /// The same for an open root variable and a domain of one value.
    pub(super) fn bind_dom(&mut self, var: FdVar, dom: Domain) -> Res {
        let v = &self.vars[var.0 as usize];
        ensure(match dom.fixed_word() {
            Some(word) => v.dom.contains_word(word),
            None => dom.subset_of(&v.dom),
        })?;
        let (known, moves) = (v.known, v.moves);
        if known {
            return self.settle_dom(var, dom, moves);
        }
        self.set_dom(var, dom, moves);
        self.fixed.push(var);
        Ok(())
    }

    /// The same once the value is known to be possible, for a variable that is known.
    #[inline]
    pub(super) fn settle_dom(&mut self, var: FdVar, dom: Domain, moves: Moves) -> Res {
        self.set_dom(var, dom, moves);
        self.fixed.push(var);
        self.trigger_valued(var);
        self.run_queue()
    }

    pub(super) fn assign(&mut self, var: FdVar, value: &Int) {
        let moves = self.var(var).moves;
        self.set_dom(var, Domain::singleton(value), moves);
        self.fixed.push(var);
    }

    /// Makes two arguments equal, as unification does.
    pub(crate) fn equate(&mut self, a: &Arg, b: &Arg) -> Res {
        match (self.deref(a), self.deref(b)) {
            (Arg::Int(a), Arg::Int(b)) => ensure(a == b),
            (Arg::Var(v), Arg::Int(n)) | (Arg::Int(n), Arg::Var(v)) => self.bind(v, &n),
            (Arg::Var(a), Arg::Var(b)) => self.merge(a, b),
        }
    }

    pub(super) fn merge(&mut self, a: FdVar, b: FdVar) -> Res {
        if a == b {
            return Ok(());
        }
        // A known variable outlives an unknown one, and the older of two outlives the younger.
        let rank = |v: &Var| (!v.known, v.key);
        let (old, young) = if rank(self.var(a)) <= rank(self.var(b)) { (a, b) } else { (b, a) };
        if !self.var(young).known {
            self.redirect(young, old);
            return Ok(());
        }
        let dom = self.var(old).dom.intersect(&self.var(young).dom);
        ensure(!dom.is_empty())?;
        self.redirect(young, old);
        if dom.value().is_some() {
            self.put(old, dom)?;
            for wake in Wake::ALL {
                self.trigger_list(young, wake);
                self.trigger_list(old, wake);
            }
        } else {
            for wake in Wake::ALL {
                let moved = self.vars[young.0 as usize].lists[wake as usize].clone();
                self.attached.extend(std::iter::repeat_n((old, wake), moved.len()));
                self.vars[old.0 as usize].lists[wake as usize].extend(moved);
            }
            self.put(old, dom)?;
            self.trigger_all(old);
        }
        self.run_queue()
    }

    pub(super) fn redirect(&mut self, young: FdVar, old: FdVar) {
        self.trail.push(Undo::Alias(young.0));
        self.vars[young.0 as usize].alias = old.0;
        self.aliases.push((young, old));
    }
}
