//! One propagator alone, on domains that are given back: what cannot be is a premise.

use crate::bits::Ones;
use crate::context::{Ctx, State};
use crate::ids::{PropId, VarId};
use crate::log::{Cause, Trail, Undo};
use crate::model::{Model, Repr};

/// What a propagator must derive again.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// These bits of a small variable are gone.
    Bits(usize, u64),
    /// A lower bound is at least this.
    AtLeast(usize, i64),
    /// An upper bound is at most this.
    AtMost(usize, i64),
    Conflict,
}

impl Target {
    /// Whether this write to its word made it true.
    pub(super) fn reached_by(self, old: u64, new: u64) -> bool {
        match self {
            Target::Bits(_, bits) => old & !new & bits != 0,
            Target::AtLeast(_, bound) => (old as i64) < bound && new as i64 >= bound,
            Target::AtMost(_, bound) => old as i64 > bound && new as i64 <= bound,
            Target::Conflict => false,
        }
    }

    fn word(self) -> Option<usize> {
        match self {
            Target::Bits(word, _) | Target::AtLeast(word, _) | Target::AtMost(word, _) => {
                Some(word)
            }
            Target::Conflict => None,
        }
    }

    fn holds_in(self, slab: &[u64]) -> bool {
        match self {
            Target::Bits(word, bits) => slab[word] & bits == 0,
            Target::AtLeast(word, bound) => slab[word] as i64 >= bound,
            Target::AtMost(word, bound) => slab[word] as i64 <= bound,
            Target::Conflict => false,
        }
    }
}

/// A state for propagators to run in.
#[derive(Debug)]
pub(super) struct Relaxer {
    /// Fresh lanes; domains as declared, but for the scope of the propagator at work.
    state: State,
    trail: Trail,
    /// By propagator: the words it looks at, once they were asked for.
    scopes: Vec<Option<Box<[usize]>>>,
}

impl Relaxer {
    pub(super) fn new(model: &Model) -> Relaxer {
        let mut state = State::root(model);
        state.clear_pending();
        Relaxer { state, trail: Trail::default(), scopes: vec![None; model.props.len()] }
    }

    /// Whether a word is the lower bound of a wide variable.
    pub(super) fn is_low(&self, model: &Model, word: usize) -> bool {
        model.repr[word] == Repr::Wide
    }

    /// Words with the least that must be known of each for the target to follow.
    pub(super) fn relax(
        &mut self,
        model: &Model,
        root: &[u64],
        prop: PropId,
        target: Target,
        before: &dyn Fn(usize) -> u64,
    ) -> Vec<(usize, u64)> {
        let scope = self.scope(model, prop, target);
        for &word in &scope {
            self.state.slab[word] = before(word);
        }
        let mut narrowed: Vec<usize> =
            scope.iter().copied().filter(|&word| self.state.slab[word] != root[word]).collect();
        let mut run = Run { model, root, prop, target, relaxer: self };
        run.give_back(&mut narrowed);
        let needed = scope
            .iter()
            .map(|&word| (word, self.state.slab[word]))
            .filter(|&(word, value)| value != root[word])
            .collect();
        for word in scope {
            self.state.slab[word] = model.base[word];
        }
        needed
    }

    fn scope(&mut self, model: &Model, prop: PropId, target: Target) -> Vec<usize> {
        let words = self.scopes[prop.index()].get_or_insert_with(|| {
            let mut words = Vec::new();
            model.props[prop.index()].watches(&mut |var: VarId, _| {
                words.push(var.index());
                if !model.is_small(var) {
                    words.push(var.index() + 1);
                }
            });
            words.sort_unstable();
            words.dedup();
            words.into()
        });
        let mut scope = words.to_vec();
        if let Some(word) = target.word()
            && !scope.contains(&word)
        {
            scope.push(word);
            if model.repr[word] == Repr::Wide {
                scope.push(word + 1);
            } else if model.repr[word] == Repr::Other {
                scope.push(word - 1);
            }
        }
        scope
    }
}

/// One propagator at work for one target.
struct Run<'a> {
    model: &'a Model,
    root: &'a [u64],
    prop: PropId,
    target: Target,
    relaxer: &'a mut Relaxer,
}

impl Run<'_> {
    /// Gives words back, many at once as long as that works.
    fn give_back(&mut self, words: &mut [usize]) {
        if words.is_empty() {
            return;
        }
        let old: Vec<u64> = words.iter().map(|&word| self.relaxer.state.slab[word]).collect();
        for &word in &*words {
            self.relaxer.state.slab[word] = self.root[word];
        }
        if self.derives() {
            return;
        }
        for (&word, old) in words.iter().zip(old) {
            self.relaxer.state.slab[word] = old;
        }
        if let [word] = *words {
            if self.model.repr[word] == Repr::Small {
                let gone = self.root[word] & !self.relaxer.state.slab[word];
                let bits: Vec<u32> = Ones(gone).collect();
                // All of them are needed together: each half alone may not be.
                self.give_back_half(word, &bits);
            } else {
                self.move_back(word);
            }
            return;
        }
        let (first, second) = words.split_at_mut(words.len() / 2);
        self.give_back(first);
        self.give_back(second);
    }

    /// The bits cannot be given back all at once.
    fn give_back_half(&mut self, word: usize, bits: &[u32]) {
        if bits.len() <= 1 {
            return;
        }
        let (first, second) = bits.split_at(bits.len() / 2);
        for half in [first, second] {
            let mask = half.iter().fold(0, |mask, bit| mask | 1u64 << bit);
            self.relaxer.state.slab[word] |= mask;
            if !self.derives() {
                self.relaxer.state.slab[word] &= !mask;
                self.give_back_half(word, half);
            }
        }
    }

    /// Moves a bound back as far as it goes. Every bound that stays was tried.
    fn move_back(&mut self, word: usize) {
        let mut bad = self.root[word] as i64;
        while bad.abs_diff(self.relaxer.state.slab[word] as i64) > 1 {
            let good = self.relaxer.state.slab[word];
            let middle = bad.midpoint(good as i64);
            self.relaxer.state.slab[word] = middle as u64;
            if !self.derives() {
                self.relaxer.state.slab[word] = good;
                bad = middle;
            }
        }
    }

    fn derives(&mut self) -> bool {
        let Relaxer { state, trail, .. } = &mut *self.relaxer;
        trail.push(&state.slab);
        let (model, cause) = (self.model, Cause::Prop(self.prop));
        let mut ctx = Ctx { model, state, log: trail, cause };
        let result = model.props[self.prop.index()].propagate(&mut ctx);
        let derived = result.is_err() || self.target.holds_in(&state.slab);
        trail.pop(&mut state.slab);
        state.clear_pending();
        derived
    }
}
