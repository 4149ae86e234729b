//! The only way to prune: propagators read and narrow domains through [`Ctx`].
//!
//! A write records itself in the log, wakes the propagators that watch the variable, and
//! reports an empty domain as a [`Conflict`]. Nothing here allocates once it is warm.

use crate::bits::{is_single, low_bits};
use crate::ids::VarId;
use crate::log::{Cause, Log};
use crate::model::{Model, Repr};
use crate::rest::Rests;

/// Some variable has no value left: an answer for the search, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// What narrowing a domain gives.
pub type Outcome = Result<(), Conflict>;

/// How a propagator ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Running it again at once would change nothing.
    Fixpoint,
    /// Its own writes may let it find more.
    Again,
}

/// Everything that changes while solving: the slab and what is waiting to run.
#[derive(Clone, Debug)]
pub struct State {
    /// Domains, then the propagators' lanes.
    pub(crate) slab: Vec<u64>,
    /// A bit for each propagator that must run.
    pub(crate) pending: Vec<u64>,
    /// Variables fixed since exclusion last ran.
    pub(crate) fixed: Vec<VarId>,
    /// Who ran last: the culprit after a conflict.
    pub(crate) culprit: Cause,
    /// Who else had a part in a conflict.
    pub(crate) witnesses: Witnesses,
    /// Who is tired; nobody, unless a search lets them.
    pub(crate) rests: Rests,
    /// Counts what is written to domains.
    pub(crate) writes: u64,
    /// What propagators saw when they last ran, so that they can begin with what is different. What they
    /// say does not depend on it, so it is never undone.
    pub(crate) memory: Vec<u64>,
    /// Buffers for propagators, reused.
    pub(crate) scratch: Scratch,
}

/// Variables near a conflict, for the scores of the search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Witnesses {
    /// The last one that was fixed and told those that see it.
    pub(crate) fixed: Option<VarId>,
    /// The one that no value is left for.
    pub(crate) empty: Option<VarId>,
}

/// Buffers lent to propagators so that they allocate nothing once warm.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Words for any use; whoever takes it gives it back.
    pub(crate) words: Vec<u64>,
    /// A second buffer.
    pub(crate) more: Vec<u64>,
    /// Spare states for disjunctions, one a nesting depth.
    pub(crate) states: Vec<State>,
}

impl State {
    /// The root of a model: base domains, every propagator pending.
    pub(crate) fn root(model: &Model) -> State {
        // A variable declared with one value is fixed from the start.
        let small = model.small_own.iter().chain(&model.small_added);
        let fixed = small.copied().filter(|v| is_single(model.base[v.index()])).collect();
        State {
            slab: model.base.clone(),
            pending: model.queue.all.clone(),
            fixed,
            culprit: Cause::Choice,
            witnesses: Witnesses::default(),
            rests: Rests::default(),
            writes: 0,
            memory: vec![0; model.memory],
            scratch: Scratch::default(),
        }
    }

    /// Forgets what was waiting; after a conflict it concerns a state that is gone.
    pub(crate) fn clear_pending(&mut self) {
        self.pending.fill(0);
        self.fixed.clear();
    }
}

/// A view of the state for one run of one propagator.
pub struct Ctx<'a, L: Log> {
    pub(crate) model: &'a Model,
    pub(crate) state: &'a mut State,
    pub(crate) log: &'a mut L,
    pub(crate) cause: Cause,
}

impl<L: Log> Ctx<'_, L> {
    /// The domain of a small variable, bit 0 for its smallest declared value.
    #[inline(always)]
    pub(crate) fn mask(&self, var: VarId) -> u64 {
        self.state.slab[var.index()]
    }

    /// What bit 0 of a small variable's mask stands for.
    #[inline(always)]
    pub(crate) fn offset(&self, var: VarId) -> i64 {
        self.model.offset[var.index()]
    }

    /// Whether the domain is a mask, not bounds.
    #[inline(always)]
    pub(crate) fn is_small(&self, var: VarId) -> bool {
        self.model.repr[var.index()] == Repr::Small
    }

    /// Intersects the mask of a small variable.
    #[inline(always)]
    pub(crate) fn keep(&mut self, var: VarId, allowed: u64) -> Outcome {
        let old = self.mask(var);
        let new = old & allowed;
        if new == old {
            return Ok(());
        }
        self.write_mask(var, old, new)
    }

    /// Takes bits out of the mask of a small variable.
    #[inline(always)]
    pub(crate) fn erase(&mut self, var: VarId, gone: u64) -> Outcome {
        self.keep(var, !gone)
    }

    /// Takes a bit from every variable that sees all of these, told by their places in a list;
    /// there is at least one. Tells whether some had it.
    #[inline]
    pub(crate) fn erase_from_all_that_see(
        &mut self,
        list: &[VarId],
        places: u64,
        bit: u64,
    ) -> Result<bool, Conflict> {
        let model = self.model;
        if let Some(boards) = &model.boards {
            return boards.erase_from_all_that_see(self, list, places, bit);
        }
        let row = |place: u32| &model.sees[list[place as usize].index()][..];
        let first = row(places.trailing_zeros());
        let mut changed = false;
        for (k, &seen) in first.iter().enumerate() {
            let (mut seen, mut others) = (seen, places & (places - 1));
            while others != 0 && seen != 0 {
                seen &= row(others.trailing_zeros()).get(k).copied().unwrap_or(0);
                others &= others - 1;
            }
            while seen != 0 {
                let outside = VarId::new(64 * k + seen.trailing_zeros() as usize);
                seen &= seen - 1;
                if self.mask(outside) & bit != 0 {
                    self.erase(outside, bit)?;
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// The same in place, for the loops that erase most.
    #[inline(always)]
    pub(crate) fn erase_in_place(&mut self, var: VarId, gone: u64) -> Outcome {
        let old = self.mask(var);
        let new = old & !gone;
        if new == old {
            return Ok(());
        }
        self.write_in_place(var, old, new)
    }

    fn write_mask(&mut self, var: VarId, old: u64, new: u64) -> Outcome {
        self.write_in_place(var, old, new)
    }

    #[inline(always)]
    fn write_in_place(&mut self, var: VarId, old: u64, new: u64) -> Outcome {
        let word = var.index();
        self.log.write(word, old, new, self.cause);
        self.state.writes += 1;
        self.state.slab[word] = new;
        if new == 0 {
            self.state.witnesses.empty = Some(var);
            return Err(Conflict);
        }
        self.model.queue.wake_mask(word, old, new, &mut self.state.pending);
        if is_single(new) {
            self.state.fixed.push(var);
        }
        Ok(())
    }

    /// Smallest possible value.
    #[inline]
    pub(crate) fn min(&self, var: VarId) -> i64 {
        let word = self.state.slab[var.index()];
        match self.model.repr[var.index()] {
            Repr::Small => self.offset(var) + i64::from(word.trailing_zeros()),
            _ => word as i64,
        }
    }

    /// Largest possible value.
    #[inline]
    pub(crate) fn max(&self, var: VarId) -> i64 {
        match self.model.repr[var.index()] {
            Repr::Small => {
                self.offset(var) + i64::from(63 - self.state.slab[var.index()].leading_zeros())
            }
            _ => self.state.slab[var.index() + 1] as i64,
        }
    }

    /// The smallest and the largest possible value.
    #[inline(always)]
    pub(crate) fn bounds(&self, var: VarId) -> (i64, i64) {
        (self.min(var), self.max(var))
    }

    /// The only value left, if there is only one.
    #[inline]
    pub(crate) fn value(&self, var: VarId) -> Option<i64> {
        let (lo, hi) = (self.min(var), self.max(var));
        (lo == hi).then_some(lo)
    }

    /// Whether the value is still possible.
    pub(crate) fn contains(&self, var: VarId, value: i64) -> bool {
        if self.is_small(var) {
            let bit = value.wrapping_sub(self.offset(var));
            (0..64).contains(&bit) && self.mask(var) >> bit & 1 == 1
        } else {
            self.min(var) <= value && value <= self.max(var)
        }
    }

    /// How many values are left; for a wide variable, the width of its bounds.
    pub(crate) fn size(&self, var: VarId) -> u64 {
        if self.is_small(var) {
            u64::from(self.mask(var).count_ones())
        } else {
            (self.max(var).wrapping_sub(self.min(var)) as u64).saturating_add(1)
        }
    }

    /// Requires at least `bound`.
    pub(crate) fn at_least(&mut self, var: VarId, bound: i64) -> Outcome {
        if bound <= self.min(var) {
            return Ok(());
        }
        if self.is_small(var) {
            // `bound > min >= offset`, so the difference is positive; it may be huge.
            let shift = bound.saturating_sub(self.offset(var)).min(64) as u32;
            return self.erase(var, low_bits(shift));
        }
        self.write_bounds(var, bound, self.max(var))
    }

    /// Requires at most `bound`.
    pub(crate) fn at_most(&mut self, var: VarId, bound: i64) -> Outcome {
        if bound >= self.max(var) {
            return Ok(());
        }
        if self.is_small(var) {
            let keep = bound.saturating_sub(self.offset(var)).saturating_add(1).max(0) as u32;
            return self.keep(var, low_bits(keep));
        }
        self.write_bounds(var, self.min(var), bound)
    }

    /// Requires exactly `value`.
    pub(crate) fn fix(&mut self, var: VarId, value: i64) -> Outcome {
        if self.is_small(var) {
            let bit = value.wrapping_sub(self.offset(var));
            return self.keep(var, if (0..64).contains(&bit) { 1 << bit } else { 0 });
        }
        self.at_least(var, value)?;
        self.at_most(var, value)
    }

    /// Requires anything but `value`. Inside the bounds of a wide variable this cannot be
    /// written down: the caller is woken again when a bound reaches it.
    pub(crate) fn remove(&mut self, var: VarId, value: i64) -> Outcome {
        if self.is_small(var) {
            let bit = value.wrapping_sub(self.offset(var));
            return if (0..64).contains(&bit) { self.erase(var, 1 << bit) } else { Ok(()) };
        }
        let (lo, hi) = (self.min(var), self.max(var));
        if value == lo && value == hi {
            return self.write_bounds(var, 1, 0);
        }
        if value == lo {
            self.at_least(var, lo + 1)
        } else if value == hi {
            self.at_most(var, hi - 1)
        } else {
            Ok(())
        }
    }

    fn write_bounds(&mut self, var: VarId, lo: i64, hi: i64) -> Outcome {
        let word = var.index();
        for (at, new) in [(word, lo as u64), (word + 1, hi as u64)] {
            let old = self.state.slab[at];
            if old != new {
                self.log.write(at, old, new, self.cause);
                self.state.writes += 1;
                self.state.slab[at] = new;
            }
        }
        if lo > hi {
            return Err(Conflict);
        }
        self.model.queue.wake_bounds(word, lo == hi, &mut self.state.pending);
        Ok(())
    }

    /// Narrows a small variable's mask, or a wide one's bounds, to values of `allowed`,
    /// a sorted list.
    pub(crate) fn keep_values(&mut self, var: VarId, allowed: &[i64]) -> Outcome {
        if self.is_small(var) {
            let offset = self.offset(var);
            let bits = allowed.iter().map(|v| v.wrapping_sub(offset));
            let mask = bits.filter(|b| (0..64).contains(b)).fold(0u64, |m, b| m | 1 << b);
            return self.keep(var, mask);
        }
        let (lo, hi) = (self.min(var), self.max(var));
        let mut inside = allowed.iter().copied().filter(|v| (lo..=hi).contains(v));
        let Some(first) = inside.next() else { return self.write_bounds(var, 1, 0) };
        let last = inside.next_back().unwrap_or(first);
        self.at_least(var, first)?;
        self.at_most(var, last)
    }

    /// A word of a propagator's own per-branch state.
    #[inline(always)]
    pub(crate) fn lane(&self, word: usize) -> u64 {
        self.state.slab[word]
    }

    /// Changes a word of a propagator's own per-branch state that changes about every other
    /// time: asking first would cost more than writing.
    #[inline(always)]
    pub(crate) fn put_lane(&mut self, word: usize, new: u64) {
        let old = self.state.slab[word];
        self.log.write(word, old, new, self.cause);
        self.state.slab[word] = new;
    }

    /// Changes a word of a propagator's own per-branch state.
    #[inline(always)]
    pub(crate) fn set_lane(&mut self, word: usize, new: u64) {
        let old = self.state.slab[word];
        if old != new {
            self.log.write(word, old, new, self.cause);
            self.state.slab[word] = new;
        }
    }
}
