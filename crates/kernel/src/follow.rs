//! Propagation that follows another engine, and says why in that engine's terms.
//!
//! The host, a search over clauses, tells which values went by its own means; the model's
//! propagators erase more, and the host reads off what. Why a value went is asked for one step at a time:
//! the propagator that took it runs again, alone, on domains that are given back in large parts
//! first. This is how [`crate::reason`] does it; here nothing is looked for from the
//! beginning, since a host asks for thousands of reasons a second.

mod relax;

use crate::bits::is_single;
use crate::context::{Ctx, Outcome, State};
use crate::engine;
use crate::ids::{PropId, VarId};
use crate::log::{Cause, Log};
use crate::model::Model;
use crate::problem::Posted;
use crate::search::{Solution, Stop};
use relax::{Relaxer, Target};

const NONE: u32 = u32::MAX;

/// One write.
#[derive(Clone, Copy, Debug)]
struct Step {
    word: u32,
    /// The step before this one that wrote to the same word.
    previous: u32,
    /// How many steps there were when the writer started to run.
    run: u32,
    old: u64,
    new: u64,
    cause: Cause,
}

/// All writes since the root, so that they can be undone and looked up.
#[derive(Clone, Debug, Default)]
struct Steps {
    steps: Vec<Step>,
    /// By word: the last step that wrote to it.
    last: Vec<u32>,
    run: u32,
}

impl Steps {
    /// A word as it was before a step.
    fn before(&self, slab: &[u64], word: usize, step: u32) -> u64 {
        let (mut value, mut at) = (slab[word], self.last[word]);
        while at != NONE && at >= step {
            let step = &self.steps[at as usize];
            (value, at) = (step.old, step.previous);
        }
        value
    }
}

impl Log for Steps {
    fn begin(&mut self, _: Cause) {
        self.run = self.steps.len() as u32;
    }

    fn write(&mut self, word: usize, old: u64, new: u64, cause: Cause) {
        let previous = std::mem::replace(&mut self.last[word], self.steps.len() as u32);
        self.steps.push(Step { word: word as u32, previous, run: self.run, old, new, cause });
    }
}

/// What a propagator did to a variable of at most 64 values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erased {
    /// The variable.
    pub var: VarId,
    /// The values that went, bit 0 for the smallest declared value.
    pub gone: u64,
    /// The values left.
    pub left: u64,
}

/// A model that follows a host.
pub struct Follower {
    model: Model,
    state: State,
    steps: Steps,
    /// How many steps there were when each level was opened.
    levels: Vec<usize>,
    /// The slab when the root was propagated.
    root: Vec<u64>,
    relaxer: Relaxer,
}

impl Follower {
    /// Propagates the root of a model. None if there is no solution.
    ///
    /// # Errors
    /// If the model was not finished, for this reason.
    pub fn new(model: Model) -> Result<Option<Follower>, Stop> {
        if let Some(stop) = model.stopped {
            return Err(stop);
        }
        let mut state = State::root(&model);
        let mut steps = Steps { last: vec![NONE; state.slab.len()], ..Steps::default() };
        let alive = engine::apply_domains(&model, &mut state, &mut steps)
            .and_then(|()| engine::propagate(&model, &mut state, &mut steps));
        if alive.is_err() {
            return Ok(None);
        }
        // Nobody asks why something is true from the start.
        let steps = Steps { last: vec![NONE; state.slab.len()], ..Steps::default() };
        let root = state.slab.clone();
        let relaxer = Relaxer::new(&model);
        Ok(Some(Follower { model, state, steps, levels: Vec::new(), root, relaxer }))
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Leaves the propagators of some items, and exclusion between variables that must differ
    /// ([`Model::edges`]), to the host, which knows better.
    pub fn silence(&mut self, told: impl Fn(&Posted) -> bool) {
        let model = &self.model;
        let silent = |prop: &usize| told(&model.items[model.prop_item[*prop]]);
        let silent: Vec<PropId> = (0..model.props.len()).filter(silent).map(PropId::new).collect();
        self.model.silence(&silent);
    }

    /// Whether a propagator that is not silent looks at the variable.
    pub fn is_watched(&self, var: VarId) -> bool {
        self.model.queue.is_watched(var)
    }

    /// The values of a variable that are left, bit 0 for its smallest declared value. None for a
    /// variable of more than 64 values.
    pub fn mask(&self, var: VarId) -> Option<u64> {
        self.model.is_small(var).then(|| self.state.slab[var.index()])
    }

    /// The values that were left at the root.
    pub fn root_mask(&self, var: VarId) -> Option<u64> {
        self.model.is_small(var).then(|| self.root[var.index()])
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.levels.push(self.steps.steps.len());
    }

    /// Undoes everything since the innermost level was opened, and closes it.
    pub fn pop(&mut self) {
        let Some(start) = self.levels.pop() else { return };
        for step in self.steps.steps.drain(start..).rev() {
            self.state.slab[step.word as usize] = step.old;
            self.steps.last[step.word as usize] = step.previous;
        }
        self.state.clear_pending();
    }

    /// The host's word: only these values are left of a variable.
    ///
    /// # Errors
    /// If no value is left.
    pub fn keep(&mut self, var: VarId, mask: u64) -> Outcome {
        self.state.culprit = Cause::Choice;
        self.steps.begin(Cause::Choice);
        let (model, state, log) = (&self.model, &mut self.state, &mut self.steps);
        Ctx { model, state, log, cause: Cause::Choice }.keep(var, mask)
    }

    /// Propagates what was told.
    ///
    /// # Errors
    /// A conflict; [`Follower::why_failed`] tells why.
    pub fn propagate(&mut self) -> Outcome {
        engine::propagate(&self.model, &mut self.state, &mut self.steps)
    }

    /// How many steps there were so far.
    pub fn step_count(&self) -> usize {
        self.steps.steps.len()
    }

    /// What a step erased. None if it is the host's own word, or about something else.
    pub fn erased(&self, step: usize) -> Option<Erased> {
        let step = &self.steps.steps[step];
        let var = VarId::new(step.word as usize);
        let ours = step.cause != Cause::Choice && self.model.is_small(var) && step.old != step.new;
        ours.then_some(Erased { var, gone: step.old & !step.new, left: step.new })
    }

    /// Why a step erased a value, given by its bit: variables and values that were gone from them
    /// before, with which the model alone implies it.
    pub fn why(&mut self, step: usize, bit: u32) -> Vec<(VarId, u64)> {
        let Step { word, cause, run, .. } = self.steps.steps[step];
        let target = Target::Bits(word as usize, 1 << bit);
        self.premises(vec![(cause, run, target)], Vec::new())
    }

    /// Why propagation failed, right after it did.
    pub fn why_failed(&mut self) -> Vec<(VarId, u64)> {
        let cause = self.state.culprit;
        let last = self.steps.steps.last().copied();
        match last.filter(|s| s.new == 0 && self.model.is_small(VarId::new(s.word as usize))) {
            // A variable lost its last values: those it had lost before are part of it.
            Some(last) => {
                let word = last.word as usize;
                let gone = self.root[word] & !last.old;
                let target = Target::Bits(word, last.old);
                let known = vec![(VarId::new(word), gone)];
                self.premises(vec![(last.cause, last.run, target)], known)
            }
            None => self.premises(vec![(cause, self.steps.run, Target::Conflict)], Vec::new()),
        }
    }

    /// Follows what is asked back to values of small variables.
    fn premises(
        &mut self,
        mut asked: Vec<(Cause, u32, Target)>,
        mut known: Vec<(VarId, u64)>,
    ) -> Vec<(VarId, u64)> {
        while let Some((cause, run, target)) = asked.pop() {
            match cause {
                Cause::Choice | Cause::Domain(_) => {}
                Cause::Sees(peer) => {
                    let before = self.steps.before(&self.state.slab, peer.index(), run);
                    known.push((peer, self.root[peer.index()] & !before));
                }
                Cause::Prop(prop) => {
                    let (slab, steps) = (&self.state.slab, &self.steps);
                    let before = |word: usize| steps.before(slab, word, run);
                    let needed = self.relaxer.relax(&self.model, &self.root, prop, target, &before);
                    for (word, value) in needed {
                        let var = VarId::new(word);
                        if self.model.is_small(var) {
                            known.push((var, self.root[word] & !value));
                            continue;
                        }
                        // A bound of a wide variable: it has a reason of its own.
                        let (bound, low) = (value as i64, self.relaxer.is_low(&self.model, word));
                        let target = match low {
                            true => Target::AtLeast(word, bound),
                            false => Target::AtMost(word, bound),
                        };
                        let mut at = steps.last[word];
                        while at != NONE {
                            let step = &steps.steps[at as usize];
                            if at < run && target.reached_by(step.old, step.new) {
                                asked.push((step.cause, step.run, target));
                                break;
                            }
                            at = step.previous;
                        }
                    }
                }
            }
        }
        known.sort_unstable_by_key(|&(var, _)| var);
        let mut merged: Vec<(VarId, u64)> = Vec::with_capacity(known.len());
        for (var, gone) in known.into_iter().filter(|&(_, gone)| gone != 0) {
            match merged.last_mut() {
                Some((last, bits)) if *last == var => *bits |= gone,
                _ => merged.push((var, gone)),
            }
        }
        merged
    }

    /// The values, if every variable has one.
    pub fn solution(&self) -> Option<Solution> {
        let slab = &self.state.slab;
        let mut values = vec![0; slab.len()];
        for def in &self.model.defs {
            let at = def.id.index();
            values[at] = match self.model.is_small(def.id) {
                true if is_single(slab[at]) => {
                    self.model.offset[at] + i64::from(slab[at].trailing_zeros())
                }
                false if slab[at] == slab[at + 1] => slab[at] as i64,
                _ => return None,
            };
        }
        Some(Solution::new(values))
    }

    /// Whether every constraint of the problem holds: their meaning has the last word, whatever
    /// the propagators thought.
    pub fn holds(&self, solution: &Solution) -> bool {
        let given = self.model.items.iter().filter(|item| !item.derived);
        given.into_iter().all(|item| item.constraint.holds(&|var| solution.value(var)))
    }
}
