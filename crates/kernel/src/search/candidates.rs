//! True candidates: for each variable the values that occur in some solution.
//!
//! Every solution is a witness for all its values; a value without a witness is assumed
//! at the root and searched for, preferring other values without one. If that fails, the
//! value is erased at the root for all later searches. Searches run in rounds of a fixed
//! size and their findings are merged in order, so that neither the answer nor the
//! statistics depend on the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::bits::Ones;
use crate::context::Ctx;
use crate::engine;
use crate::ids::VarId;
use crate::log::{Cause, Frames, Undo};
use crate::model::Model;
use crate::search::Solution;
use crate::search::branch::Choice;
use crate::search::dfs::{Part, Search, SearchOptions, Stats};
use crate::search::limits::{Limits, Stop};

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

/// Searches of one round.
const ROUND: usize = 16;

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
    root: Part,
    /// How many solutions each value of each variable has, by place in `vars` and bit.
    counts: Vec<[u64; 64]>,
    stats: Stats,
    stopped: Option<Stop>,
    /// The root has no solution.
    dead: bool,
}

/// What one search found.
struct Finding {
    solutions: Vec<Solution>,
    complete: bool,
    stopped: Option<Stop>,
    stats: Stats,
}

impl<'m> Task<'m> {
    fn new(model: &'m Model, vars: &'m [VarId], cap: u64, limits: &Limits) -> Self {
        let root = Part { state: crate::context::State::root(model), share: 1.0 };
        Self {
            model,
            vars,
            cap,
            limits: limits.clone(),
            root,
            counts: vec![[0; 64]; vars.len()],
            stats: Stats::default(),
            stopped: None,
            dead: false,
        }
    }

    fn root_is_possible(&mut self) -> bool {
        let mut log = Frames::new(0);
        engine::apply_domains(self.model, &mut self.root.state, &mut log).is_ok()
            && engine::propagate(self.model, &mut self.root.state, &mut log).is_ok()
    }

    fn run(&mut self, threads: usize) {
        let mut settled = vec![0u64; self.vars.len()];
        while self.stopped.is_none() && !self.dead {
            let round = self.open(&settled);
            if round.is_empty() {
                return;
            }
            let prefer = self.wanted(&settled);
            let findings = self.search_all(&round, &prefer, threads);
            for (&(place, bit), finding) in round.iter().zip(findings) {
                let Some(finding) = finding else { continue };
                self.stats.add(finding.stats);
                self.stopped = self.stopped.or(finding.stopped);
                if !self.dead {
                    self.learn(place, bit, finding, &mut settled);
                }
            }
        }
    }

    /// The next values to look for: possible at the root, too few solutions so far.
    fn open(&self, settled: &[u64]) -> Vec<(usize, u32)> {
        let open = |place: usize| self.root.state.slab[self.vars[place].index()] & !settled[place];
        let all = (0..self.vars.len()).flat_map(|p| Ones(open(p)).map(move |b| (p, b)));
        all.take(ROUND).collect()
    }

    fn wanted(&self, settled: &[u64]) -> Vec<u64> {
        let mut prefer = vec![0; self.model.base.len()];
        for (&var, done) in self.vars.iter().zip(settled) {
            prefer[var.index()] = !done;
        }
        prefer
    }

    fn search_all(
        &self,
        round: &[(usize, u32)],
        prefer: &[u64],
        threads: usize,
    ) -> Vec<Option<Finding>> {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::new());
        found.lock().expect("no panics").resize_with(round.len(), || None);
        let work = || {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(place, bit)) = round.get(i) else { return };
                let finding = self.search(place, bit, prefer);
                found.lock().expect("no panics")[i] = Some(finding);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(round.len()) {
                scope.spawn(work);
            }
            work();
        });
        found.into_inner().expect("no panics")
    }

    /// Up to `cap` solutions with this value.
    fn search(&self, place: usize, bit: u32, prefer: &[u64]) -> Finding {
        let options = SearchOptions { limits: self.limits.clone(), ..Default::default() };
        let fresh = Search::<Frames>::new(self.model, options);
        let mut search = Search::<Frames>::from_state(
            self.model,
            self.root.clone(),
            fresh.scores,
            self.limits.clone(),
            Default::default(),
        );
        search.prefer(prefer.to_vec());
        let mut finding =
            Finding { solutions: vec![], complete: true, stopped: None, stats: Stats::default() };
        if search.assume(Choice::Bit(self.vars[place], 1 << bit), true).is_ok() {
            while finding.complete && finding.stopped.is_none() {
                if finding.solutions.len() as u64 >= self.cap {
                    finding.complete = false;
                    break;
                }
                match search.next_solution() {
                    Ok(Some(solution)) => finding.solutions.push(solution),
                    Ok(None) => break,
                    Err(stop) => (finding.complete, finding.stopped) = (false, Some(stop)),
                }
            }
        }
        finding.stats = search.stats();
        finding
    }

    /// Takes in what a search found.
    fn learn(&mut self, place: usize, bit: u32, finding: Finding, settled: &mut [u64]) {
        if finding.stopped.is_none() {
            settled[place] |= 1 << bit;
        }
        if finding.complete && finding.solutions.is_empty() && finding.stopped.is_none() {
            return self.erase(self.vars[place], 1 << bit);
        }
        let count = &mut self.counts[place][bit as usize];
        *count = (*count).max(finding.solutions.len() as u64);
        if self.cap > 1 {
            return;
        }
        for solution in &finding.solutions {
            for (other, &var) in self.vars.iter().enumerate() {
                let bit = solution.value(var) - self.model.offset[var.index()];
                settled[other] |= 1 << bit;
                self.counts[other][bit as usize] = 1;
            }
        }
    }

    /// Takes a refuted value out of the root. A conflict means that nothing is left to find.
    fn erase(&mut self, var: VarId, bit: u64) {
        let mut log = Frames::new(0);
        let (model, state) = (self.model, &mut self.root.state);
        let mut ctx = Ctx { model, state, log: &mut log, cause: Cause::Choice };
        self.dead |=
            ctx.erase(var, bit).is_err() || engine::propagate(model, state, &mut log).is_err();
    }

    fn answer(self) -> Candidates {
        let values = self.vars.iter().zip(&self.counts).map(|(&var, counts)| {
            let offset = self.model.offset[var.index()];
            let found = (0..64).filter(|&b| counts[b as usize] > 0);
            found.map(|b| (offset + b, counts[b as usize])).collect()
        });
        Candidates {
            values: values.collect(),
            complete: self.stopped.is_none(),
            stopped: self.stopped,
            stats: self.stats,
        }
    }
}
