//! True candidates: for each variable the values that occur in some solution, and in how
//! many of them, up to a cap.
//!
//! Two ways take turns, because either can be hopeless where the other is quick. One goes
//! through all solutions, but not into states where every value left is known well enough:
//! best when they are few. The other looks for the values that have
//! too few solutions so far, one search each, preferring other such values on its way; a
//! value without a solution is erased at the root for all later searches: best when
//! solutions are many. Each turn may use four times the nodes of the one before, so the
//! better way is found for a small multiple of its own cost. The first way loses its turn
//! while what it has seen of the search space tells that it will not end soon.
//!
//! Searches for values run in rounds of a fixed size and their findings are merged in
//! order, so that neither the answer nor the statistics depend on the number of threads.
//! Solutions are tallied where they are found; none is kept.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::bits::Ones;
use crate::context::{Ctx, State};
use crate::engine;
use crate::ids::VarId;
use crate::log::{Cause, Frames, Undo};
use crate::model::Model;
use crate::search::branch::{Choice, Scores};
use crate::search::dfs::{Part, Search, Stats};
use crate::search::limits::{Limits, Meter, Stop};

/// The values of some variables that occur in solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// For each variable asked about, its values with the number of solutions found for
    /// each, up to the cap.
    pub values: Vec<Vec<(i64, u64)>>,
    /// Whether there are no others.
    pub complete: bool,
    /// Why not, if not.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// Nodes of the first turn for each variable: some dives to a solution.
const FIRST_TURN: u64 = 16;
/// The first turn of the way through all solutions is so many times shorter: who has few solutions
/// shows it soon.
const TASTE: u64 = 16;
/// The way through all solutions has its turn if it would end in so many turns like it.
const IN_SIGHT: f64 = 100.0;
/// How many times longer each turn is than the one before.
const GROWTH: u64 = 4;
/// Searches of one round, and the share of a turn's nodes that each may use.
const ROUND: usize = 16;
const SHARE: u64 = 8;

/// The values of `vars` that occur in solutions, each with how many solutions have it, up
/// to `cap`. Only variables of up to 64 values can be asked about.
pub fn candidates(
    model: &Model,
    vars: &[VarId],
    cap: u64,
    limits: &Limits,
    threads: usize,
) -> Candidates {
    let mut task = Task::new(model, vars, cap.max(1), limits);
    if task.root_is_possible() {
        task.run(threads.max(1));
    }
    task.answer()
}

struct Task<'m> {
    model: &'m Model,
    vars: &'m [VarId],
    cap: u64,
    limits: Limits,
    meter: Arc<Meter>,
    root: State,
    /// At least so many solutions have each value.
    counts: Tally,
    /// The values whose counts are known not to be too low, by place in `vars`.
    exact: Vec<u64>,
    stats: Stats,
    stopped: Option<Stop>,
    /// The root has no solution.
    dead: bool,
}

/// A value: the place of its variable in `vars`, and its bit.
type Value = (usize, u32);

/// What is left of the way through all solutions, the next part last.
struct Rest {
    parts: Vec<Part>,
    scores: Scores,
    /// What it took so far.
    nodes: u64,
}

impl Rest {
    /// Nodes to the end, if the rest of the search space is like what was seen of it.
    fn nodes_left(&self) -> f64 {
        let left: f64 = self.parts.iter().map(|part| part.share).sum();
        self.nodes as f64 * left / (1.0 - left).max(f64::MIN_POSITIVE)
    }
}

/// What one search for a value found.
struct Finding {
    tally: Tally,
    /// Whether there are no others.
    complete: bool,
    stopped: Option<Stop>,
    stats: Stats,
}

impl<'m> Task<'m> {
    fn new(model: &'m Model, vars: &'m [VarId], cap: u64, limits: &Limits) -> Self {
        Self {
            model,
            vars,
            cap,
            limits: limits.clone(),
            meter: Arc::default(),
            root: State::root(model),
            counts: Tally::new(model, vars),
            exact: vec![0; vars.len()],
            stats: Stats::default(),
            stopped: None,
            dead: false,
        }
    }

    fn root_is_possible(&mut self) -> bool {
        let mut log = Frames::new(0);
        engine::apply_domains(self.model, &mut self.root, &mut log).is_ok()
            && engine::propagate(self.model, &mut self.root, &mut log).is_ok()
    }

    fn run(&mut self, threads: usize) {
        let mut rest = Rest {
            parts: vec![Part { state: self.root.clone(), share: 1.0 }],
            scores: Scores::new(self.model),
            nodes: 0,
        };
        let mut every = self.counts.clone();
        let mut turn = FIRST_TURN * self.vars.len() as u64;
        let mut through = turn / TASTE;
        loop {
            if rest.nodes_left() <= IN_SIGHT * turn as f64 {
                let all_seen = self.go_through(&mut rest, &mut every, through);
                self.counts.raise(&every);
                if all_seen || self.is_over() {
                    return;
                }
            }
            self.look_for_values(turn, threads);
            if self.is_over() {
                return;
            }
            turn = turn.saturating_mul(GROWTH);
            through = turn;
        }
    }

    /// Whether nothing is left to find, or may be looked for.
    fn is_over(&self) -> bool {
        self.stopped.is_some() || self.dead || self.open().next().is_none()
    }

    /// Goes through more solutions with some value that has too few. True when there are no more.
    fn go_through(&mut self, rest: &mut Rest, every: &mut Tally, nodes: u64) -> bool {
        let end = self.stats.nodes.saturating_add(nodes);
        while let Some(part) = rest.parts.pop() {
            let limits = self.limits(end.saturating_sub(self.stats.nodes));
            let (scores, meter) = (rest.scores.clone(), self.meter.clone());
            let mut search = Search::<Frames>::from_state(self.model, part, scores, limits, meter);
            search.look_only_for(self.wanted());
            let stopped = loop {
                match search.advance() {
                    Ok(true) => {
                        every.add(self.vars, &search.state);
                        for (place, &var) in self.vars.iter().enumerate() {
                            let bit = search.state.slab[var.index()];
                            if every.of(place)[bit.trailing_zeros() as usize] >= self.cap {
                                search.forget(var, bit);
                            }
                        }
                    }
                    Ok(false) => break None,
                    Err(stop) => break Some(stop),
                }
            };
            self.stats.add(search.stats());
            rest.nodes += search.stats().nodes;
            if let Some(stop) = stopped {
                let (parts, _, scores) = search.into_parts();
                rest.parts.extend(parts.into_iter().rev());
                rest.scores = scores;
                self.note(stop);
                return false;
            }
        }
        true
    }

    /// Looks for values that have too few solutions so far, each of them once at most.
    fn look_for_values(&mut self, nodes: u64, threads: usize) {
        let end = self.stats.nodes.saturating_add(nodes);
        let mut after: Option<Value> = None;
        // Solutions with different values of one variable are different, so what the
        // searches for all the values of one variable find adds up.
        let mut found = Tally::new(self.model, self.vars);
        while self.stats.nodes < end && !self.is_over() {
            let untried = self.open().filter(|&value| after.is_none_or(|a| value > a));
            let round: Vec<Value> = untried.take(ROUND).collect();
            if round.is_empty() {
                return;
            }
            for (&value, finding) in round.iter().zip(self.search_all(&round, nodes, threads)) {
                if after.is_some_and(|(place, _)| place != value.0) {
                    found.clear();
                }
                after = Some(value);
                self.stats.add(finding.stats);
                self.learn(value, finding, &mut found);
                if self.is_over() {
                    return;
                }
                // The others of this round did not know how much this one would use.
                self.note(Stop::Nodes);
            }
        }
    }

    /// The values that are possible at the root and have too few solutions so far.
    fn open(&self) -> impl Iterator<Item = Value> + '_ {
        let open = |place: usize| self.root.slab[self.vars[place].index()] & !self.settled(place);
        (0..self.vars.len()).flat_map(move |p| Ones(open(p)).map(move |bit| (p, bit)))
    }

    fn settled(&self, place: usize) -> u64 {
        self.exact[place] | self.counts.reaching(place, self.cap)
    }

    fn search_all(&self, round: &[Value], nodes: u64, threads: usize) -> Vec<Finding> {
        let prefer = self.wanted();
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        let work = || {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(&value) = round.get(i) else { return };
                let finding = self.search(value, &prefer, nodes / SHARE);
                found.lock().expect("no panics").push((i, finding));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(round.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut found = found.into_inner().expect("no panics");
        found.sort_unstable_by_key(|&(i, _)| i);
        found.into_iter().map(|(_, finding)| finding).collect()
    }

    /// The values that a search should try first, by word of the slab.
    fn wanted(&self) -> Vec<u64> {
        let mut prefer = vec![0; self.model.base.len()];
        for (place, var) in self.vars.iter().enumerate() {
            prefer[var.index()] = !self.settled(place);
        }
        prefer
    }

    /// Up to `cap` solutions with this value.
    fn search(&self, (place, bit): Value, prefer: &[u64], nodes: u64) -> Finding {
        // Its share of the whole is none: progress is told by the way through all solutions.
        let root = Part { state: self.root.clone(), share: 0.0 };
        let (scores, limits) = (Scores::new(self.model), self.limits(nodes));
        let mut search =
            Search::<Frames>::from_state(self.model, root, scores, limits, self.meter.clone());
        search.prefer(prefer.to_vec());
        let mut tally = Tally::new(self.model, self.vars);
        let possible = search.assume(Choice::Bit(self.vars[place], 1 << bit), true).is_ok();
        let (complete, stopped) = loop {
            if !possible {
                break (true, None);
            }
            if tally.of(place)[bit as usize] >= self.cap {
                break (false, None);
            }
            match search.advance() {
                Ok(true) => tally.add(self.vars, &search.state),
                Ok(false) => break (true, None),
                Err(stop) => break (false, Some(stop)),
            }
        };
        Finding { tally, complete, stopped, stats: search.stats() }
    }

    /// Takes in what a search for a value found. `found` is what the searches for other
    /// values of the same variable found.
    fn learn(&mut self, (place, bit): Value, finding: Finding, found: &mut Tally) {
        if let Some(stop) = finding.stopped {
            self.note(stop);
        }
        let none = finding.tally.of(place)[bit as usize] == 0;
        found.join(&finding.tally);
        self.counts.raise(found);
        if finding.complete {
            self.exact[place] |= 1 << bit;
            if none {
                self.erase(self.vars[place], 1 << bit);
            }
        }
    }

    /// Takes a refuted value out of the root. A conflict means that nothing is left to find.
    fn erase(&mut self, var: VarId, bit: u64) {
        let mut log = Frames::new(0);
        let (model, state) = (self.model, &mut self.root);
        let mut ctx = Ctx { model, state, log: &mut log, cause: Cause::Choice };
        self.dead |=
            ctx.erase(var, bit).is_err() || engine::propagate(model, state, &mut log).is_err();
    }

    /// The limits of one search: its own number of nodes, or what is left of all.
    fn limits(&self, nodes: u64) -> Limits {
        let left = self.limits.nodes.map(|n| n.saturating_sub(self.stats.nodes));
        Limits { nodes: left, ..self.limits.clone() }.with_nodes(nodes)
    }

    /// The end of a turn is not the end; the end of all nodes is.
    fn note(&mut self, stop: Stop) {
        let used_up = self.limits.nodes.is_some_and(|n| self.stats.nodes >= n);
        if stop != Stop::Nodes || used_up {
            self.stopped = Some(stop);
        }
    }

    fn answer(self) -> Candidates {
        let values = self.vars.iter().enumerate().map(|(place, &var)| {
            let offset = self.model.offset[var.index()];
            let counts = (offset..).zip(self.counts.of(place));
            counts.filter(|&(_, &n)| n > 0).map(|(value, &n)| (value, n.min(self.cap))).collect()
        });
        Candidates {
            values: values.collect(),
            complete: self.stopped.is_none(),
            stopped: self.stopped,
            stats: self.stats,
        }
    }
}

/// A number of solutions for each value.
#[derive(Clone)]
struct Tally {
    /// By place, then bit.
    counts: Vec<u64>,
    /// Bits for each place: as many as the widest variable has.
    width: usize,
}

impl Tally {
    fn new(model: &Model, vars: &[VarId]) -> Self {
        let bits = |var: &VarId| 64 - model.base[var.index()].leading_zeros() as usize;
        let width = vars.iter().map(bits).max().unwrap_or(0).max(1);
        Self { counts: vec![0; width * vars.len()], width }
    }

    fn clear(&mut self) {
        self.counts.fill(0);
    }

    /// One more solution.
    fn add(&mut self, vars: &[VarId], solution: &State) {
        for (counts, var) in self.counts.chunks_mut(self.width).zip(vars) {
            counts[solution.slab[var.index()].trailing_zeros() as usize] += 1;
        }
    }

    /// Both together, if no solution is in both.
    fn join(&mut self, other: &Tally) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(a, b)| *a += b);
    }

    /// The better of both, if a solution may be in both.
    fn raise(&mut self, other: &Tally) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(a, b)| *a = (*a).max(*b));
    }

    /// The counts of a variable's values.
    fn of(&self, place: usize) -> &[u64] {
        &self.counts[place * self.width..][..self.width]
    }

    /// The values of a variable with at least this count.
    fn reaching(&self, place: usize, count: u64) -> u64 {
        let counts = self.of(place).iter().enumerate();
        counts.fold(0, |bits, (bit, &n)| bits | u64::from(n >= count) << bit)
    }
}
