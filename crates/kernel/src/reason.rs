//! Why a mark was erased.
//!
//! A [`Story`] is propagation with the journal on. Each erased value has an entry, and its
//! reason is computed when asked for: the state in which the propagator started is
//! restored, and candidates are given back one by one; what cannot be given back without
//! losing the conclusion is a premise. This needs no code of any propagator, and it is
//! sound by construction: the propagator itself derives the conclusion again.
//!
//! A variable of more than 64 values has no marks to erase: its bounds move, and a reason is
//! for the least move that was asked about.

mod relax;

use crate::bits::{Ones, is_single};
use crate::constraint::Constraint;
use crate::context::{Ctx, State};
use crate::engine;
use crate::expr::Cmp;
use crate::ids::{GroupId, PropId, VarId};
use crate::log::{Cause, Entry, Journal, Log};
use crate::model::{Model, Repr};
use relax::{Rerun, Target};

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
    /// The variable is at least this.
    AtLeast(VarId, i64),
    /// The variable is at most this.
    AtMost(VarId, i64),
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

/// Propagation with every write on record. A copy goes on from where it stands.
#[derive(Clone)]
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
        Self::given(model, [])
    }

    /// Propagates the root of a model in which some variables are known to have one of a few
    /// values: that has no reason but the choice.
    pub fn given<'v>(
        model: &'m Model,
        known: impl IntoIterator<Item = (VarId, &'v [i64])>,
    ) -> Self {
        let (state, journal) = (State::root(model), Journal::new());
        let mut story = Self { model, state, journal, failed: false, last_run: 0 };
        let root = engine::apply_domains(model, &mut story.state, &mut story.journal);
        story.failed = root.is_err();
        for (var, values) in known {
            if story.failed {
                break;
            }
            story.journal.begin(Cause::Choice);
            story.state.culprit = Cause::Choice;
            let (state, log) = (&mut story.state, &mut story.journal);
            let mut ctx = Ctx { model, state, log, cause: Cause::Choice };
            story.failed = ctx.keep_values(var, values).is_err();
        }
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

    /// The smallest and the largest value left.
    pub fn bounds(&self, var: VarId) -> (i64, i64) {
        let (at, slab) = (var.index(), &self.state.slab);
        if !self.model.is_small(var) {
            return (slab[at] as i64, slab[at + 1] as i64);
        }
        let bit = |b: u32| self.model.offset[at] + i64::from(b);
        (bit(slab[at].trailing_zeros()), bit(63 - slab[at].leading_zeros().min(63)))
    }

    /// Everything found out, in order: values of small variables that went, bounds of wide
    /// ones that moved.
    pub fn learned(&self) -> Vec<Premise> {
        let mut out = Vec::new();
        for entry in self.journal.entries() {
            if let Some(var) = self.wide_at(entry.word) {
                let (old, new) = (entry.old as i64, entry.new as i64);
                let low = entry.word == var.index();
                // An empty domain is written as bounds that cross; only a tighter one is news.
                match low {
                    true if new > old => out.push(Premise::AtLeast(var, new)),
                    false if new < old => out.push(Premise::AtMost(var, new)),
                    _ => {}
                }
            } else if self.model.is_small(VarId::new(entry.word)) {
                out.extend(self.gone(VarId::new(entry.word), entry.old & !entry.new));
            }
        }
        out
    }

    /// How much was found out: the length of [`Story::learned`].
    pub fn learned_count(&self) -> usize {
        let count = |entry: &Entry| match self.wide_at(entry.word) {
            Some(var) => {
                let (old, new) = (entry.old as i64, entry.new as i64);
                let is_news = if entry.word == var.index() { new > old } else { new < old };
                usize::from(is_news)
            }
            None if self.model.is_small(VarId::new(entry.word)) => {
                (entry.old & !entry.new).count_ones() as usize
            }
            None => 0,
        };
        self.journal.entries().iter().map(count).sum()
    }

    /// The wide variable one of whose bounds is in this word.
    fn wide_at(&self, word: usize) -> Option<VarId> {
        let wide = |&at: &usize| self.model.repr[at] == Repr::Wide;
        let low = Some(word).filter(wide);
        low.or_else(|| word.checked_sub(1).filter(wide)).map(VarId::new)
    }

    /// Why a variable does not have a value: none if it still has, or never had. For a wide
    /// variable the conclusion is the bound that leaves the value just outside.
    pub fn why(&self, var: VarId, value: i64) -> Option<Reason> {
        if self.model.is_small(var) {
            return self.why_known(Premise::Gone(var, value));
        }
        let above = || self.why_known(Premise::AtLeast(var, value.checked_add(1)?));
        let below = || self.why_known(Premise::AtMost(var, value.checked_sub(1)?));
        above().or_else(below)
    }

    /// Why something is known: none if it is not, or was from the start. With this the
    /// premises of a reason are followed back. Values go from small variables, bounds are
    /// moved of wide ones.
    pub fn why_known(&self, known: Premise) -> Option<Reason> {
        let (var, conclusion, target) = match known {
            Premise::Gone(var, value) => {
                let bit = value.checked_sub(self.model.offset[var.index()])?;
                let bit = (0..64).contains(&bit).then(|| 1u64 << bit)?;
                (var, Conclusion::Not(var, value), Target::Bit(var, bit))
            }
            Premise::AtLeast(var, b) => (var, Conclusion::AtLeast(var, b), Target::AtLeast(var, b)),
            Premise::AtMost(var, b) => (var, Conclusion::AtMost(var, b), Target::AtMost(var, b)),
        };
        if self.model.is_small(var) != matches!(known, Premise::Gone(..)) {
            return None;
        }
        let at = self.journal.entries().iter().position(|e| target.reached_by(e))?;
        let entry = self.journal.entries()[at];
        Some(self.reason(entry.cause, entry.run_start, conclusion, target))
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
            Cause::Choice => (vec![], self.crossed(run, target, &before)),
            Cause::Domain(item) => (vec![item], self.stepped(item, run, target, &before)),
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

    /// The wide variable that the run wrote to.
    fn wide_written(&self, run: usize) -> Option<VarId> {
        self.journal.entries()[run..].iter().find_map(|e| self.wide_at(e.word))
    }

    /// A choice outside the bounds of a wide variable: what the bounds were.
    fn crossed(&self, run: usize, target: Target, before: &[u64]) -> Vec<Premise> {
        match (target, self.wide_written(run)) {
            (Target::Conflict, Some(var)) => self.premises_of(var, before),
            _ => vec![],
        }
    }

    /// A list of values moves a bound of a wide variable to its next value: whether it does
    /// depends on where the bounds were.
    fn stepped(&self, item: usize, run: usize, target: Target, before: &[u64]) -> Vec<Premise> {
        let Some(var) = self.wide_written(run) else { return vec![] };
        let at = var.index();
        // Nothing left is written as bounds that cross, wherever they were.
        let target = if self.failed && run == self.last_run { Target::Conflict } else { target };
        let (lo, hi) = match target {
            Target::AtLeast(_, bound) => (Some(before[at] as i64), bound.checked_sub(1)),
            Target::AtMost(_, bound) => (bound.checked_add(1), Some(before[at + 1] as i64)),
            _ => (Some(before[at] as i64), Some(before[at + 1] as i64)),
        };
        let (Some(lo), Some(hi)) = (lo, hi) else { return vec![] };
        // The list has nothing from `lo` to `hi`; what it has further out is already gone.
        let lists = self.model.domains.iter().filter(|d| d.0 == var && d.2 == item);
        let empty = |list: &&[i64]| !list.iter().any(|v| (lo..=hi).contains(v));
        let Some(list) = lists.map(|d| &d.1[..]).find(empty) else { return vec![] };
        let mut premises = Vec::new();
        if let Some(&below) = list.iter().rfind(|&&v| v < lo)
            && !matches!(target, Target::AtMost(..))
        {
            premises.push(Premise::AtLeast(var, below + 1));
        }
        if let Some(&above) = list.iter().find(|&&v| v > hi)
            && !matches!(target, Target::AtLeast(..))
        {
            premises.push(Premise::AtMost(var, above - 1));
        }
        premises.retain(|p| !self.declared(p));
        premises
    }

    /// Whether the declaration of a variable says so already.
    fn declared(&self, premise: &Premise) -> bool {
        match *premise {
            Premise::Gone(..) => false,
            Premise::AtLeast(var, bound) => bound <= self.model.bounds(var).0,
            Premise::AtMost(var, bound) => bound >= self.model.bounds(var).1,
        }
    }

    /// A peer has the value: everything else is gone from it.
    fn seen(&self, peer: VarId, target: Target, before: &[u64]) -> (Vec<usize>, Vec<Premise>) {
        let gone = self.model.full(peer) & !before[peer.index()];
        let edge = match target {
            Target::Bit(var, _) => self.edge_item(var, peer),
            _ => None,
        };
        (edge.into_iter().collect(), self.gone(peer, gone))
    }

    fn gone(&self, var: VarId, bits: u64) -> Vec<Premise> {
        let offset = self.model.offset[var.index()];
        Ones(bits).map(|b| Premise::Gone(var, offset + i64::from(b))).collect()
    }

    /// The first item that makes two variables differ.
    fn edge_item(&self, a: VarId, b: VarId) -> Option<usize> {
        self.model.items.iter().position(|item| differ(&item.constraint, a, b))
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
        if let Some(var) = target.var()
            && !scope.contains(&var)
        {
            scope.push(var);
        }
        let mut rerun = Rerun::new(model, prop, target);
        let mut slab = model.base.clone();
        for &var in &scope {
            for word in words(model, var) {
                slab[word] = before[word];
            }
        }
        for &var in &scope {
            rerun.relax(&mut slab, var);
        }
        let mut premises = Vec::new();
        for &var in &scope {
            premises.extend(self.premises_of(var, &slab));
        }
        let edges =
            model.props[prop.index()].relies_on(target.bit(), &slab, &|a, b| model.sees(a, b));
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

/// Whether a constraint makes two variables differ.
fn differ(meaning: &Constraint, a: VarId, b: VarId) -> bool {
    let has_both = |vars: &[VarId]| vars.contains(&a) && vars.contains(&b);
    match meaning {
        Constraint::Distinct(vars)
        | Constraint::Cage { vars, .. }
        | Constraint::Sets { vars, .. }
        | Constraint::Filling { vars, .. }
        | Constraint::Chain { vars, strict: true } => has_both(vars),
        Constraint::Pairwise { vars, allowed } => {
            has_both(vars) && allowed.iter().all(|(x, y)| x != y)
        }
        Constraint::Linear { terms, op: Cmp::Ne, rhs: 0 } => match terms[..] {
            [(c, x), (d, y)] => c == -d && has_both(&[x, y]),
            _ => false,
        },
        // Whichever branch holds.
        Constraint::Or(branches) if !branches.is_empty() => {
            branches.iter().all(|branch| branch.iter().any(|c| differ(c, a, b)))
        }
        _ => false,
    }
}

fn words(model: &Model, var: VarId) -> impl Iterator<Item = usize> + use<> {
    let width = if model.is_small(var) { 1 } else { 2 };
    var.index()..var.index() + width
}
