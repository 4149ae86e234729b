//! The loop itself: propagate, choose, go on; on conflict back and the other way.

use std::sync::Arc;
use std::time::Duration;

use crate::bits::Ones;
use crate::context::{Ctx, Outcome, State, Witnesses};
use crate::engine;
use crate::ids::VarId;
use crate::log::{Cause, Frames, Undo};
use crate::model::{Model, Repr};
use crate::rest::Rests;
use crate::search::Solution;
use crate::search::branch::{self, Choice, Scores};
use crate::search::limits::{Limits, Meter, Stop};
use crate::search::look;
use crate::search::rng::Rng;

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// When to give up.
    pub limits: Limits,
    /// Try values in random order from this seed, instead of from the lowest.
    pub seed: Option<u64>,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Values assumed while others were possible, those of looking ahead included.
    pub nodes: u64,
    /// Dead ends.
    pub conflicts: u64,
    /// Solutions found.
    pub solutions: u64,
}

impl Stats {
    pub(crate) fn add(&mut self, other: Stats) {
        self.nodes += other.nodes;
        self.conflicts += other.conflicts;
        self.solutions += other.solutions;
    }
}

/// A search that gives one solution after another.
///
/// The way back is a type parameter: copied [`Frames`] by default, or a
/// [`crate::log::Trail`]. Both visit the same states.
pub struct Search<'m, U: Undo = Frames> {
    pub(crate) model: &'m Model,
    pub(crate) state: State,
    undo: U,
    /// The variable that was tried last, on either side of its choice.
    tried: Option<VarId>,
    /// Choices whose other side is still to be searched.
    choices: Vec<Open>,
    /// Nodes to expect under the present state, by what its sibling took.
    pub(super) expected: u64,
    pub(crate) scores: Scores,
    limits: Limits,
    stats: Stats,
    phase: Phase,
    /// The share of the whole under the present state.
    share: f64,
    /// The share that is done.
    done: f64,
    meter: Arc<Meter>,
    /// When to look at the clock, and when to report, next.
    check_at: u64,
    report_at: u64,
    reported: (Stats, f64),
    rng: Option<Rng>,
    /// Values to try first, by word.
    prefer: Option<Vec<u64>>,
    /// Whether a state without any of those is of no interest.
    only_preferred: bool,
    /// A bound that every later solution must keep.
    bound: Option<Choice>,
}

/// A choice that was made.
#[derive(Clone, Copy, Debug)]
struct Open {
    choice: Choice,
    /// The share of the whole that its other side has.
    share: f64,
    /// Nodes before it, and nodes expected under it then.
    nodes: u64,
    expected: u64,
}

/// Where a state leads that propagation has nothing more to say about.
enum Next {
    Choice(Choice),
    Solution,
    Conflict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Domains of the root are to be applied.
    Start,
    /// Standing on a solution or a conflict: go back before anything else.
    Back,
    /// The state is to be propagated.
    Forward,
    Done,
}

/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 64;
/// Nodes between two reports of progress.
const REPORT_EVERY: u64 = 4096;

impl<'m> Search<'m, Frames> {
    /// A search with copied frames.
    pub fn new(model: &'m Model, options: SearchOptions) -> Self {
        Search::with_undo(model, options)
    }
}

impl<'m, U: Undo> Search<'m, U> {
    /// A search with the way back of the type.
    pub fn with_undo(model: &'m Model, options: SearchOptions) -> Self {
        let state = State { rests: Rests::new(model), ..State::root(model) };
        Self::standing(model, state, Scores::new(model), options)
    }

    fn standing(model: &'m Model, state: State, scores: Scores, options: SearchOptions) -> Self {
        Self {
            model,
            state,
            undo: U::new(model.base.len()),
            tried: None,
            choices: Vec::new(),
            expected: 0,
            scores,
            limits: options.limits,
            stats: Stats::default(),
            phase: Phase::Start,
            share: 1.0,
            done: 0.0,
            meter: Arc::default(),
            check_at: 0,
            report_at: 0,
            reported: Default::default(),
            rng: options.seed.map(Rng::new),
            prefer: None,
            only_preferred: false,
            bound: None,
        }
    }

    /// A search of what lies under a state.
    pub(crate) fn from_state(
        model: &'m Model,
        part: Part,
        scores: Scores,
        limits: Limits,
        meter: Arc<Meter>,
    ) -> Self {
        let options = SearchOptions { limits, seed: None };
        Self {
            phase: Phase::Forward,
            share: part.share,
            meter,
            ..Search::standing(model, part.state, scores, options)
        }
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Gives a variable a value for the whole search. Call it before the first solution.
    pub fn fix(&mut self, var: VarId, value: i64) {
        let (model, state, log) = (self.model, &mut self.state, &mut self.undo);
        let mut ctx = Ctx { model, state, log, cause: Cause::Choice };
        if ctx.fix(var, value).is_err() {
            self.phase = Phase::Done;
        }
    }

    /// Leaves a variable these values for the whole search. Call it before the first solution.
    pub fn keep(&mut self, var: VarId, values: &[i64]) {
        let (model, state, log) = (self.model, &mut self.state, &mut self.undo);
        let mut ctx = Ctx { model, state, log, cause: Cause::Choice };
        if ctx.keep_values(var, values).is_err() {
            self.phase = Phase::Done;
        }
    }

    /// Propagates what is known before the first choice; false if that leaves no solution.
    pub fn settle(&mut self) -> bool {
        if self.phase == Phase::Start {
            let root = engine::apply_domains(self.model, &mut self.state, &mut self.undo);
            self.phase = if root.is_ok() { Phase::Forward } else { Phase::Done };
        }
        if self.phase == Phase::Forward && self.choices.is_empty() {
            let root = engine::propagate(self.model, &mut self.state, &mut self.undo);
            self.phase = if root.is_ok() { Phase::Forward } else { Phase::Done };
        }
        self.phase != Phase::Done
    }

    /// Another search from where this one stands; to be asked before the first solution.
    pub fn fork(&self, limits: Limits) -> Self {
        let options = SearchOptions { limits, seed: None };
        let forked = Self::standing(self.model, self.state.clone(), self.scores.clone(), options);
        Self { phase: self.phase, ..forked }
    }

    /// Moves the deadline, if there is one: time in which the search had to wait for somebody
    /// else is not its own.
    pub fn postpone(&mut self, by: Duration) {
        self.limits.deadline = self.limits.deadline.and_then(|d| d.checked_add(by));
    }

    /// Changes the limit on nodes: a search that was stopped by it can go on.
    pub fn allow(&mut self, nodes: Option<u64>) {
        self.limits.nodes = nodes;
    }

    /// The next solution, or none when there are no more. After a stop the search can go on.
    pub fn next_solution(&mut self) -> Result<Option<Solution>, Stop> {
        Ok(self.advance()?.then(|| self.solution()))
    }

    /// Goes to the next solution without reading it; false when there are no more.
    pub(crate) fn advance(&mut self) -> Result<bool, Stop> {
        self.model.stopped.map_or(Ok(()), Err)?;
        self.limits.check()?;
        loop {
            match self.phase {
                Phase::Done => {
                    self.report();
                    return Ok(false);
                }
                Phase::Start => {
                    let root = engine::apply_domains(self.model, &mut self.state, &mut self.undo);
                    self.phase = if root.is_ok() { Phase::Forward } else { Phase::Done };
                }
                Phase::Back => self.phase = self.back(),
                Phase::Forward => {
                    self.state.witnesses = Witnesses::default();
                    if engine::propagate(self.model, &mut self.state, &mut self.undo).is_err() {
                        self.stats.conflicts += 1;
                        self.scores.blame(self.model, &self.state, self.tried);
                        self.phase = Phase::Back;
                        continue;
                    }
                    if self.only_preferred && !self.has_preferred() {
                        self.phase = Phase::Back;
                        continue;
                    }
                    match self.next()? {
                        Next::Choice(choice) => self.go_down(choice),
                        Next::Conflict => {
                            self.stats.conflicts += 1;
                            self.phase = Phase::Back;
                        }
                        Next::Solution => {
                            self.stats.solutions += 1;
                            self.phase = Phase::Back;
                            return Ok(true);
                        }
                    }
                }
            }
        }
    }

    fn next(&mut self) -> Result<Next, Stop> {
        let Some(choice) = branch::choose(self.model, &self.state, &self.scores) else {
            return Ok(Next::Solution);
        };
        // Before the choice is made, so that nothing is lost if the search goes on later.
        self.look_around()?;
        if !look::pays(self.model, &self.state, self.expected) {
            return Ok(Next::Choice(choice));
        }
        let found = look::look(self.model, &mut self.state, &mut self.undo);
        self.stats.nodes += found.trials;
        Ok(match found.choice {
            Err(_) => Next::Conflict,
            Ok(Some(choice)) => Next::Choice(choice),
            // Every cell is fixed, but maybe not every variable.
            Ok(None) => branch::choose(self.model, &self.state, &self.scores)
                .map_or(Next::Solution, Next::Choice),
        })
    }

    fn look_around(&mut self) -> Result<(), Stop> {
        let nodes = self.stats.nodes;
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return Err(Stop::Nodes);
        }
        if nodes >= self.check_at {
            self.limits.check()?;
            self.check_at = nodes + CHECK_EVERY;
        }
        if nodes >= self.report_at {
            self.report();
            self.report_at = nodes + REPORT_EVERY;
        }
        Ok(())
    }

    /// Tells what happened since the last report.
    pub(crate) fn report(&mut self) {
        let (stats, done) = self.reported;
        self.meter.add(
            self.stats.nodes - stats.nodes,
            self.stats.solutions - stats.solutions,
            self.done - done,
        );
        self.reported = (self.stats, self.done);
        if let Some(hear) = &self.limits.progress {
            hear(self.meter.read());
        }
    }

    fn go_down(&mut self, choice: Choice) {
        let choice = self.ordered(choice);
        self.stats.nodes += 1;
        self.undo.push(&self.state.slab);
        self.share /= 2.0;
        let (share, nodes, expected) = (self.share, self.stats.nodes, self.expected);
        self.choices.push(Open { choice, share, nodes, expected });
        self.expected /= 2;
        self.tried = Some(choice.var());
        // A choice leaves something on both sides, so this cannot fail.
        let _ = self.assume(choice, true);
    }

    /// The choice with the value that should come first.
    fn ordered(&mut self, choice: Choice) -> Choice {
        let Choice::Bit(var, bit) = choice else { return choice };
        let mask = self.state.slab[var.index()];
        if let Some(rng) = &mut self.rng {
            let nth = rng.below(u64::from(mask.count_ones())) as usize;
            return Ones(mask).nth(nth).map_or(choice, |b| Choice::Bit(var, 1 << b));
        }
        match &self.prefer {
            Some(prefer) if prefer[var.index()] & mask != 0 => {
                let wanted = prefer[var.index()] & mask;
                Choice::Bit(var, wanted & wanted.wrapping_neg())
            }
            _ => Choice::Bit(var, bit),
        }
    }

    /// Back to the last choice and the other way.
    fn back(&mut self) -> Phase {
        self.done += self.share;
        let Some(Open { choice, share, nodes, expected }) = self.choices.pop() else {
            return Phase::Done;
        };
        // As much as the side that is done, and not much less than was thought before.
        self.expected = (self.stats.nodes - nodes).max(expected / 8);
        self.tried = Some(choice.var());
        self.share = share;
        self.undo.pop(&mut self.state.slab);
        self.state.clear_pending();
        let _ = self.assume(choice, false);
        if let Some(bound) = self.bound
            && self.assume(bound, false).is_err()
        {
            self.state.clear_pending();
            return Phase::Back;
        }
        Phase::Forward
    }

    pub(crate) fn assume(&mut self, choice: Choice, yes: bool) -> Outcome {
        let (model, state, log) = (self.model, &mut self.state, &mut self.undo);
        choice.apply(&mut Ctx { model, state, log, cause: Cause::Choice }, yes)
    }

    /// Values to try first, by word of the slab.
    pub(crate) fn prefer(&mut self, prefer: Vec<u64>) {
        self.prefer = Some(prefer);
    }

    /// Leaves out states without any of these values, by word of the slab, and tries them first.
    pub(crate) fn look_only_for(&mut self, wanted: Vec<u64>) {
        self.prefer = Some(wanted);
        self.only_preferred = true;
    }

    /// A value that is no longer looked for.
    pub(crate) fn forget(&mut self, var: VarId, bit: u64) {
        if let Some(prefer) = &mut self.prefer {
            prefer[var.index()] &= !bit;
        }
    }

    fn has_preferred(&self) -> bool {
        let Some(prefer) = &self.prefer else { return true };
        self.state.slab.iter().zip(prefer).any(|(mask, prefer)| mask & prefer != 0)
    }

    /// From now on only solutions on the far side of this choice.
    pub(crate) fn set_bound(&mut self, bound: Choice) {
        self.bound = Some(bound);
    }

    /// The work that is left, in the order this search would do it. Ends this search.
    pub(crate) fn into_parts(mut self) -> (Vec<Part>, Arc<Meter>, Scores) {
        self.report();
        let mut parts = Vec::new();
        if self.phase == Phase::Start {
            self.phase = match engine::apply_domains(self.model, &mut self.state, &mut self.undo) {
                Ok(()) => Phase::Forward,
                Err(_) => Phase::Done,
            };
        }
        while self.phase != Phase::Done {
            if self.phase == Phase::Forward {
                parts.push(Part { state: self.state.clone(), share: self.share });
            }
            self.phase = self.back();
        }
        (parts, self.meter, self.scores)
    }

    /// The solution the search stands on, as it is told.
    pub(crate) fn solution(&self) -> Solution {
        let mut values = vec![0; self.state.slab.len()];
        for def in &self.model.defs {
            values[def.id.index()] = self.value(def.id);
        }
        self.model.told(Solution::new(values))
    }

    fn value(&self, var: VarId) -> i64 {
        let word = self.state.slab[var.index()];
        match self.model.repr[var.index()] {
            Repr::Small => self.model.offset[var.index()] + i64::from(word.trailing_zeros()),
            _ => word as i64,
        }
    }
}

/// A state that is still to be searched, and its share of the whole.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) state: State,
    pub(crate) share: f64,
}
