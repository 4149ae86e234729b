//! One propagator alone on relaxed domains: what can be given back is no premise.

use crate::bits::Ones;
use crate::context::{Ctx, State};
use crate::ids::{PropId, VarId};
use crate::log::{Cause, Entry, Frames, Undo};
use crate::model::Model;

/// What a propagator must derive again.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// These bits of a small variable are gone.
    Bit(VarId, u64),
    /// A wide variable is at least this.
    AtLeast(VarId, i64),
    /// A wide variable is at most this.
    AtMost(VarId, i64),
    Conflict,
}

impl Target {
    pub(super) fn bit(self) -> Option<(VarId, u64)> {
        match self {
            Target::Bit(var, bit) => Some((var, bit)),
            _ => None,
        }
    }

    pub(super) fn var(self) -> Option<VarId> {
        match self {
            Target::Bit(var, _) | Target::AtLeast(var, _) | Target::AtMost(var, _) => Some(var),
            Target::Conflict => None,
        }
    }

    /// Whether this write made it true.
    pub(super) fn reached_by(self, entry: &Entry) -> bool {
        let (old, new) = (entry.old as i64, entry.new as i64);
        match self {
            Target::Bit(var, bit) => entry.word == var.index() && entry.old & !entry.new & bit != 0,
            Target::AtLeast(var, b) => entry.word == var.index() && old < b && new >= b,
            Target::AtMost(var, b) => entry.word == var.index() + 1 && old > b && new <= b,
            Target::Conflict => false,
        }
    }

    fn holds_in(self, slab: &[u64]) -> bool {
        match self {
            Target::Bit(var, bit) => slab[var.index()] & bit == 0,
            Target::AtLeast(var, b) => slab[var.index()] as i64 >= b,
            Target::AtMost(var, b) => slab[var.index() + 1] as i64 <= b,
            Target::Conflict => false,
        }
    }
}

/// One propagator, run again and again on domains that are given back little by little.
pub(super) struct Rerun<'m> {
    model: &'m Model,
    prop: PropId,
    target: Target,
    state: State,
}

impl<'m> Rerun<'m> {
    pub(super) fn new(model: &'m Model, prop: PropId, target: Target) -> Self {
        Self { model, prop, target, state: State::root(model) }
    }

    /// Gives back as much of a variable as leaves the target derived.
    pub(super) fn relax(&mut self, slab: &mut [u64], var: VarId) {
        if self.model.is_small(var) {
            self.relax_mask(slab, var.index());
        } else {
            self.relax_bound(slab, var.index());
            self.relax_bound(slab, var.index() + 1);
        }
    }

    /// Gives back all of a mask, or else bit by bit.
    fn relax_mask(&mut self, slab: &mut [u64], word: usize) {
        let (now, full) = (slab[word], self.model.base[word]);
        if self.derives_with(slab, word, full) {
            return;
        }
        for bit in Ones(full & !now) {
            let more = slab[word] | 1 << bit;
            self.derives_with(slab, word, more);
        }
    }

    /// Moves a bound back as far as it goes. Every bound that stays was tried, so this is
    /// sound even if some bound between two that do is not good enough.
    fn relax_bound(&mut self, slab: &mut [u64], word: usize) {
        let mut bad = self.model.base[word] as i64;
        if self.derives_with(slab, word, bad as u64) {
            return;
        }
        while bad.abs_diff(slab[word] as i64) > 1 {
            let middle = bad.midpoint(slab[word] as i64);
            if !self.derives_with(slab, word, middle as u64) {
                bad = middle;
            }
        }
    }

    /// Puts a word in place if the target is still derived.
    fn derives_with(&mut self, slab: &mut [u64], word: usize, new: u64) -> bool {
        let old = std::mem::replace(&mut slab[word], new);
        let fine = old == new || self.derives(slab);
        if !fine {
            slab[word] = old;
        }
        fine
    }

    fn derives(&mut self, slab: &[u64]) -> bool {
        let (model, state) = (self.model, &mut self.state);
        state.clear_pending();
        state.slab.copy_from_slice(slab);
        let mut log = Frames::new(0);
        let cause = Cause::Prop(self.prop);
        let mut ctx = Ctx { model, state, log: &mut log, cause };
        let result = model.props[self.prop.index()].propagate(&mut ctx);
        result.is_err() || self.target.holds_in(&self.state.slab)
    }
}
