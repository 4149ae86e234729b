//! The solver: building a problem, and the search loop.

use crate::analyze::Analysis;
use crate::core::{Reason, Search, Stats};
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::restart::Restarts;
use crate::theory::Theory;

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model; [`Solver::is_true`] reads it.
    Sat,
    /// There is none (or no further one); [`Solver::unsat_core`] has the assumptions to blame.
    Unsat,
    /// A limit was met first.
    Unknown,
}

/// A step of a proof: clauses that follow by unit propagation, and clauses not needed any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// This clause follows.
    Learn(Vec<Lit>),
}

/// A set of clauses, linear constraints and theories, and a search for models.
pub struct Solver {
    pub(crate) search: Search,
    pub(crate) theories: Vec<Box<dyn Theory>>,
    analysis: Analysis,
    conflict: Vec<Lit>,
    restarts: Restarts,
    reduce_at: u64,
    reductions: u64,
    simplified: usize,
    /// Theories to call even if nothing happened that they watch.
    fresh: Vec<u8>,
    assumptions: Vec<Lit>,
    core: Vec<Lit>,
    /// Levels that search must not go below while it enumerates; 0 while it does not.
    pub(crate) floor: u32,
    /// Levels of assumptions while it enumerates.
    pub(crate) root: u32,
    /// By variable: whether models that agree on it may count as one; none: no projection.
    pub(crate) projected: Option<Vec<bool>>,
    best: Vec<bool>,
    best_size: usize,
    proof: Option<Vec<Step>>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    /// A solver without constraints.
    pub fn new() -> Solver {
        Solver {
            search: Search::new(),
            theories: Vec::new(),
            analysis: Analysis::default(),
            conflict: Vec::new(),
            restarts: Restarts::new(),
            reduce_at: 2000,
            reductions: 0,
            simplified: 0,
            fresh: Vec::new(),
            assumptions: Vec::new(),
            core: Vec::new(),
            floor: 0,
            root: 0,
            projected: None,
            best: Vec::new(),
            best_size: 0,
            proof: None,
        }
    }

    /// A new variable.
    pub fn new_var(&mut self) -> Var {
        self.search.new_var()
    }

    /// How many variables there are.
    pub fn var_count(&self) -> usize {
        self.search.var_count()
    }

    /// The assignment: after [`Answer::Sat`] the model.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// For setting phases and preferences.
    pub fn search_mut(&mut self) -> &mut Search {
        &mut self.search
    }

    /// Whether a literal is true in the model found last.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.search.is_true(lit)
    }

    /// What was done so far.
    pub fn stats(&self) -> Stats {
        self.search.stats
    }

    /// Assumptions that cannot hold together, after [`Answer::Unsat`]. Empty if there is no
    /// model at all. Not always smallest.
    pub fn unsat_core(&self) -> &[Lit] {
        &self.core
    }

    /// Keeps the clauses learnt from now on, for checking. With theories or linear constraints
    /// they do not follow from the clauses alone.
    pub fn record_proof(&mut self) {
        self.proof = Some(Vec::new());
    }

    /// The steps recorded, with the empty clause at the end if there is no model.
    pub fn proof(&self) -> &[Step] {
        self.proof.as_deref().unwrap_or_default()
    }

    /// Adds a theory and returns the number to give to [`Search::watch`].
    pub fn add_theory(&mut self, theory: Box<dyn Theory>) -> u8 {
        let number = u8::try_from(self.theories.len()).expect("at most 256 theories");
        self.theories.push(theory);
        self.search.events.push(Vec::new());
        self.fresh.push(number);
        number
    }

    /// The number the next theory will get.
    pub fn next_theory(&self) -> u8 {
        self.theories.len() as u8
    }

    /// Takes all decisions back and ends an enumeration.
    pub fn reset(&mut self) {
        self.floor = 0;
        self.root = 0;
        self.undo(0);
    }

    /// Looks for a model in which all assumptions hold.
    pub fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Answer {
        self.reset();
        self.core.clear();
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.run(limits)
    }

    /// The search loop. Enumeration comes back here for the next model.
    pub(crate) fn run(&mut self, limits: &Limits) -> Answer {
        if !self.search.ok {
            return Answer::Unsat;
        }
        let conflicts_before = self.search.stats.conflicts;
        self.search.limits = limits.clone();
        let mut steps = 0u32;
        if limits.expired() {
            return Answer::Unknown;
        }
        loop {
            if !self.propagate() {
                self.search.stats.conflicts += 1;
                if !self.resolve() {
                    return Answer::Unsat;
                }
                continue;
            }
            steps += 1;
            let conflicts = self.search.stats.conflicts;
            if limits.conflicts.is_some_and(|most| conflicts - conflicts_before >= most)
                || (steps & 255 == 0 && limits.expired())
            {
                return Answer::Unknown;
            }
            self.maintain();
            match self.decide() {
                Decided::Yes => {}
                Decided::Refuted => return Answer::Unsat,
                Decided::Complete => match self.check() {
                    Checked::Model => return Answer::Sat,
                    Checked::Again => {}
                    Checked::Refuted => return Answer::Unsat,
                    Checked::GaveUp => return Answer::Unknown,
                },
            }
        }
    }

    /// Restarts, reductions, simplification, when they are due.
    fn maintain(&mut self) {
        if self.restarts.due() {
            self.restarts.restarted();
            self.search.stats.restarts += 1;
            let keep = (self.assumptions.len() as u32).min(self.search.level());
            self.undo(keep.max(self.floor));
            if self.restarts.calm() && self.best_size > 0 {
                let known = self.best.len();
                self.search.phases[..known].copy_from_slice(&self.best);
            }
        }
        if self.search.level() == 0
            && self.search.head == self.search.trail.len()
            && self.search.trail.len() > self.simplified + 50
        {
            self.search.simplify();
            self.simplified = self.search.trail.len();
        }
        if self.search.stats.conflicts >= self.reduce_at {
            self.reductions += 1;
            self.reduce_at = self.search.stats.conflicts + 2000 + 300 * self.reductions;
            self.search.reduce();
        }
    }

    /// Takes the next decision.
    fn decide(&mut self) -> Decided {
        while (self.search.level() as usize) < self.assumptions.len() {
            let lit = self.assumptions[self.search.level() as usize];
            self.search.new_level();
            if self.search.is_true(lit) {
                continue;
            }
            if self.search.is_false(lit) {
                self.core = self.analysis.core(&mut self.search, &mut self.theories, &[lit]);
                self.core.push(lit);
                return Decided::Refuted;
            }
            self.search.enqueue(lit, Reason::Decision);
            return Decided::Yes;
        }
        while let Some(var) = self.search.heap.pop() {
            if self.search.is_open(var.lit()) {
                self.search.stats.decisions += 1;
                self.search.new_level();
                let lit = var.lit();
                let lit = if self.search.phases[var.index()] { lit } else { !lit };
                self.search.enqueue(lit, Reason::Decision);
                return Decided::Yes;
            }
        }
        Decided::Complete
    }

    /// Propagates clauses, sums and theories until nothing follows. False: there is a conflict,
    /// in `self.conflict`.
    fn propagate(&mut self) -> bool {
        self.conflict.clear();
        loop {
            if let Some(clash) = self.search.propagate() {
                self.search.clash_lits(clash, &mut self.conflict);
                return false;
            }
            let next = match self.fresh.pop() {
                Some(theory) => theory as usize,
                None => match self.search.events.iter().position(|events| !events.is_empty()) {
                    None => return true,
                    Some(theory) => theory,
                },
            };
            let mut events = std::mem::take(&mut self.search.events[next]);
            self.search.caller = next as u8;
            let result =
                self.theories[next].propagate(&events, &mut self.search, &mut self.conflict);
            events.clear();
            if self.search.events[next].is_empty() {
                self.search.events[next] = events;
            }
            if result.is_err() || self.take_false_lemma() || !self.search.ok {
                return false;
            }
        }
    }

    fn take_false_lemma(&mut self) -> bool {
        match self.search.false_lemma.take() {
            None => false,
            Some(lemma) => {
                self.conflict = lemma;
                true
            }
        }
    }

    /// Asks the theories whether the complete assignment is a model.
    fn check(&mut self) -> Checked {
        self.conflict.clear();
        for at in 0..self.theories.len() {
            self.search.caller = at as u8;
            let result = self.theories[at].check(&mut self.search, &mut self.conflict);
            if std::mem::take(&mut self.search.gave_up) {
                return Checked::GaveUp;
            }
            if result.is_err() || self.take_false_lemma() || !self.search.ok {
                self.search.stats.conflicts += 1;
                return if self.resolve() { Checked::Again } else { Checked::Refuted };
            }
            if self.search.head < self.search.trail.len()
                || self.search.trail.len() < self.search.var_count()
            {
                return Checked::Again;
            }
        }
        Checked::Model
    }

    /// Gets out of a conflict. False if there is no way out.
    fn resolve(&mut self) -> bool {
        let mut conflict = std::mem::take(&mut self.conflict);
        let level = conflict.iter().map(|&lit| self.search.level_of(lit)).max().unwrap_or(0);
        if level == 0 || !self.search.ok {
            self.contradiction();
            return false;
        }
        if level <= self.floor {
            // What lies below this decision has been searched: on to its other value.
            self.conflict = conflict;
            return self.flip(level);
        }
        self.undo(level);
        let learnt = self.analysis.learn(&mut self.search, &mut self.theories, &conflict);
        conflict.clear();
        self.conflict = conflict;
        self.keep_best();
        let target = learnt.level.max(self.floor);
        self.undo(target);
        self.add_learnt(learnt.level, learnt.glue);
        self.search.heap.decay();
        if self.restarts.conflict(learnt.glue) {
            self.search.heap.set_decay(if self.restarts.calm() { 0.97 } else { 0.93 });
            if self.restarts.calm() {
                self.best_size = 0;
            }
        }
        true
    }

    fn add_learnt(&mut self, level: u32, glue: u32) {
        let clause = &self.analysis.clause;
        self.search.stats.learnt += 1;
        if let Some(proof) = &mut self.proof {
            proof.push(Step::Learn(clause.clone()));
        }
        let reason = match clause[..] {
            [_] => Reason::Always,
            [a, b] => {
                self.search.add_binary(a, b);
                Reason::Binary(b)
            }
            _ => {
                let place = self.search.arena.add(clause, true, glue);
                self.search.learnts.push(place);
                self.search.attach(place);
                self.search.arena.mark_used(place);
                Reason::Clause(place)
            }
        };
        self.search.enqueue_late(clause[0], level, reason);
    }

    /// In calm times, remembers the longest assignment without a conflict as the phases to
    /// start from.
    fn keep_best(&mut self) {
        if !self.restarts.calm() {
            return;
        }
        let level = self.search.level();
        let size = if level == 0 { 0 } else { self.search.starts[level as usize - 1] as usize };
        if size > self.best_size {
            self.best_size = size;
            self.best.clear();
            self.best.extend_from_slice(&self.search.phases);
            for &lit in &self.search.trail[..size] {
                self.best[lit.var().index()] = lit.is_positive();
            }
        }
    }

    pub(crate) fn undo(&mut self, level: u32) {
        if self.search.level() > level {
            self.search.undo(level);
            for (number, theory) in self.theories.iter_mut().enumerate() {
                if theory.backtrack(level) && !self.fresh.contains(&(number as u8)) {
                    self.fresh.push(number as u8);
                }
            }
        }
    }

    pub(crate) fn assumption_count(&self) -> u32 {
        self.assumptions.len() as u32
    }

    /// Propagates without decisions. False if there is a contradiction.
    pub(crate) fn propagate_root(&mut self) -> bool {
        if self.search.ok && self.search.propagate().is_some() {
            self.contradiction();
        }
        self.search.ok
    }

    pub(crate) fn contradiction(&mut self) {
        if self.search.ok {
            self.search.ok = false;
            if let Some(proof) = &mut self.proof {
                proof.push(Step::Learn(Vec::new()));
            }
        }
    }
}

enum Checked {
    Model,
    /// Something new is to be propagated.
    Again,
    Refuted,
    /// A theory met a limit.
    GaveUp,
}

enum Decided {
    Yes,
    /// The assumptions cannot hold.
    Refuted,
    /// All variables have values.
    Complete,
}
