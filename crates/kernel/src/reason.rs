//! Why a mark was erased.
//!
//! A [`Story`] is propagation with the journal on. Each erased value has an entry, and its
//! reason is computed when asked for: the state in which the propagator started is
//! restored, and candidates are given back one by one; what cannot be given back without
//! losing the conclusion is a premise. This needs no code of any propagator, and it is
//! sound by construction: the propagator itself derives the conclusion again.

use crate::bits::{Ones, is_single};
use crate::constraint::Constraint;
use crate::context::{Ctx, State};
use crate::engine;
use crate::expr::Cmp;
use crate::ids::{GroupId, PropId, VarId};
use crate::log::{Cause, Entry, Frames, Journal, Log, Undo};
use crate::model::Model;

/// Something that was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Premise {
    /// The variable no longer has this value.
    Gone(VarId, i64),
    /// The variable is at least this.
    AtLeast(VarId, i64),
    /// The variable is at most this.
    AtMost(VarId, i64),
}

/// What a reason is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The variable cannot have this value.
    Not(VarId, i64),
    /// There is no solution.
    Conflict,
}

/// Why something was concluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What was concluded.
    pub conclusion: Conclusion,
    /// Who concluded it.
    pub cause: Cause,
    /// The items of the model it rests on: together with the premises they imply it.
    pub items: Vec<usize>,
    /// The clues of those items.
    pub groups: Vec<GroupId>,
    /// What had to be known before.
    pub premises: Vec<Premise>,
}

/// Propagation with every write on record.
pub struct Story<'m> {
    model: &'m Model,
    state: State,
    journal: Journal,
    failed: bool,
    /// How long the journal was when the run began that failed.
    last_run: usize,
}

impl<'m> Story<'m> {
    /// Propagates the root of a model.
    pub fn new(model: &'m Model) -> Self {
        let (state, journal) = (State::root(model), Journal::new());
        let mut story = Self { model, state, journal, failed: false, last_run: 0 };
        let root = engine::apply_domains(model, &mut story.state, &mut story.journal);
        story.failed = root.is_err();
        story.go_on();
        story
    }

    /// Assumes a value and propagates. Its own erasures have no reason but the choice.
    pub fn assume(&mut self, var: VarId, value: i64) {
        self.journal.begin(Cause::Choice);
        self.state.culprit = Cause::Choice;
        let (model, state, log) = (self.model, &mut self.state, &mut self.journal);
        let mut ctx = Ctx { model, state, log, cause: Cause::Choice };
        self.failed |= ctx.fix(var, value).is_err();
        self.go_on();
    }

    fn go_on(&mut self) {
        if !self.failed {
            let (state, log) = (&mut self.state, &mut self.journal);
            self.failed = engine::propagate(self.model, state, log).is_err();
        }
        self.last_run = self.journal.run_start();
    }

    /// Whether a contradiction was found.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// The values of a small variable that are left.
    pub fn domain(&self, var: VarId) -> Vec<i64> {
        let offset = self.model.offset[var.index()];
        Ones(self.state.slab[var.index()]).map(|b| offset + i64::from(b)).collect()
    }

    /// The only value left of a small variable.
    pub fn value(&self, var: VarId) -> Option<i64> {
        let mask = self.state.slab[var.index()];
        is_single(mask).then(|| self.model.offset[var.index()] + i64::from(mask.trailing_zeros()))
    }

    /// The values of small variables in the order they were erased.
    pub fn erased(&self) -> Vec<(VarId, i64)> {
        let mut out = Vec::new();
        for entry in self.journal.entries() {
            let var = VarId::new(entry.word);
            if self.model.is_small(var) {
                let offset = self.model.offset[entry.word];
                let gone = Ones(entry.old & !entry.new);
                out.extend(gone.map(|b| (var, offset + i64::from(b))));
            }
        }
        out
    }

    /// Why a small variable does not have a value: none if it still has.
    pub fn why(&self, var: VarId, value: i64) -> Option<Reason> {
        let bit = value.checked_sub(self.model.offset[var.index()])?;
        if !self.model.is_small(var) || !(0..64).contains(&bit) {
            return None;
        }
        let bit = 1u64 << bit;
        let erases = |e: &Entry| e.word == var.index() && e.old & !e.new & bit != 0;
        let at = self.journal.entries().iter().position(erases)?;
        let entry = self.journal.entries()[at];
        let conclusion = Conclusion::Not(var, value);
        Some(self.reason(entry.cause, entry.run_start, conclusion, Target::Bit(var, bit)))
    }

    /// Why propagation failed: none if it did not.
    pub fn why_failed(&self) -> Option<Reason> {
        if !self.failed {
            return None;
        }
        // Either a variable lost its last value, or a propagator saw the conflict coming.
        let emptied = |e: &&Entry| e.new == 0 && self.model.is_small(VarId::new(e.word));
        let target = match self.journal.entries().last().filter(emptied) {
            Some(last) => Target::Bit(VarId::new(last.word), last.old),
            None => Target::Conflict,
        };
        Some(self.reason(self.state.culprit, self.last_run, Conclusion::Conflict, target))
    }

    fn reason(&self, cause: Cause, run: usize, conclusion: Conclusion, target: Target) -> Reason {
        let mut before = self.state.slab.clone();
        self.journal.rewind(&mut before, run);
        let (items, mut premises) = match cause {
            Cause::Choice => (vec![], vec![]),
            Cause::Domain(item) => (vec![item], vec![]),
            Cause::Sees(peer) => self.seen(peer, target, &before),
            Cause::Prop(prop) => self.relaxed(prop, target, &before),
        };
        if conclusion == Conclusion::Conflict
            && let Target::Bit(var, last) = target
        {
            let gone = self.model.full(var) & !last;
            premises.extend(self.gone(var, gone));
        }
        premises.sort_unstable();
        premises.dedup();
        let mut groups: Vec<GroupId> =
            items.iter().flat_map(|&i| self.model.items[i].groups.clone()).collect();
        groups.sort_unstable();
        groups.dedup();
        Reason { conclusion, cause, items, groups, premises }
    }

    /// A peer has the value: everything else is gone from it.
    fn seen(&self, peer: VarId, target: Target, before: &[u64]) -> (Vec<usize>, Vec<Premise>) {
        let gone = self.model.full(peer) & !before[peer.index()];
        let edge = match target {
            Target::Bit(var, _) => self.edge_item(var, peer),
            Target::Conflict => None,
        };
        (edge.into_iter().collect(), self.gone(peer, gone))
    }

    fn gone(&self, var: VarId, bits: u64) -> Vec<Premise> {
        let offset = self.model.offset[var.index()];
        Ones(bits).map(|b| Premise::Gone(var, offset + i64::from(b))).collect()
    }

    /// The first item that makes two variables differ.
    fn edge_item(&self, a: VarId, b: VarId) -> Option<usize> {
        let has_both = |vars: &[VarId]| vars.contains(&a) && vars.contains(&b);
        self.model.items.iter().position(|item| match &item.meaning {
            Constraint::Distinct(vars)
            | Constraint::Cage { vars, .. }
            | Constraint::Chain { vars, strict: true } => has_both(vars),
            Constraint::Pairwise { vars, allowed } => {
                has_both(vars) && allowed.iter().all(|(x, y)| x != y)
            }
            Constraint::Linear { terms, op: Cmp::Ne, rhs: 0 } => match terms[..] {
                [(c, x), (d, y)] => c == -d && has_both(&[x, y]),
                _ => false,
            },
            _ => false,
        })
    }

    /// Gives candidates back while the propagator still reaches the target.
    fn relaxed(&self, prop: PropId, target: Target, before: &[u64]) -> (Vec<usize>, Vec<Premise>) {
        let model = self.model;
        let mut items = vec![model.prop_item[prop.index()]];
        let mut scope = Vec::new();
        model.props[prop.index()].watches(&mut |var, _| {
            if !scope.contains(&var) {
                scope.push(var);
            }
        });
        if let Target::Bit(var, _) = target
            && !scope.contains(&var)
        {
            scope.push(var);
        }
        let rerun = Rerun { model, prop, target };
        let mut slab = model.base.clone();
        for &var in &scope {
            for word in words(model, var) {
                slab[word] = before[word];
            }
        }
        for &var in &scope {
            for word in words(model, var) {
                rerun.relax(&mut slab, word);
            }
        }
        let mut premises = Vec::new();
        for &var in &scope {
            premises.extend(self.premises_of(var, &slab));
        }
        let edges = model.props[prop.index()].relies_on(target.bit(), &slab);
        for (a, b) in edges {
            if let Some(item) = self.edge_item(a, b)
                && !items.contains(&item)
            {
                items.push(item);
            }
        }
        (items, premises)
    }

    fn premises_of(&self, var: VarId, slab: &[u64]) -> Vec<Premise> {
        let at = var.index();
        let base = &self.model.base;
        if self.model.is_small(var) {
            return self.gone(var, base[at] & !slab[at]);
        }
        let low = (slab[at] != base[at]).then(|| Premise::AtLeast(var, slab[at] as i64));
        let high =
            (slab[at + 1] != base[at + 1]).then(|| Premise::AtMost(var, slab[at + 1] as i64));
        low.into_iter().chain(high).collect()
    }
}

/// What a propagator must derive again.
#[derive(Clone, Copy)]
enum Target {
    Bit(VarId, u64),
    Conflict,
}

impl Target {
    fn bit(self) -> Option<(VarId, u64)> {
        match self {
            Target::Bit(var, bit) => Some((var, bit)),
            Target::Conflict => None,
        }
    }
}

fn words(model: &Model, var: VarId) -> impl Iterator<Item = usize> + use<> {
    let width = if model.is_small(var) { 1 } else { 2 };
    var.index()..var.index() + width
}

/// One propagator alone on relaxed domains.
struct Rerun<'m> {
    model: &'m Model,
    prop: PropId,
    target: Target,
}

impl Rerun<'_> {
    /// Gives back all of a word, or else bit by bit, as long as the target is derived.
    fn relax(&self, slab: &mut [u64], word: usize) {
        let (now, full) = (slab[word], self.model.base[word]);
        if now == full {
            return;
        }
        slab[word] = full;
        if self.derives(slab) {
            return;
        }
        slab[word] = now;
        if !self.model.is_small(VarId::new(word)) {
            return;
        }
        for bit in Ones(full & !now) {
            slab[word] |= 1 << bit;
            if !self.derives(slab) {
                slab[word] &= !(1 << bit);
            }
        }
    }

    fn derives(&self, slab: &[u64]) -> bool {
        let model = self.model;
        let mut state = State::root(model);
        state.clear_pending();
        state.slab.copy_from_slice(slab);
        let mut log = Frames::new(0);
        let cause = Cause::Prop(self.prop);
        let mut ctx = Ctx { model, state: &mut state, log: &mut log, cause };
        match (model.props[self.prop.index()].propagate(&mut ctx), self.target) {
            (Err(_), _) => true,
            (Ok(_), Target::Bit(var, bit)) => state.slab[var.index()] & bit == 0,
            (Ok(_), Target::Conflict) => false,
        }
    }
}
