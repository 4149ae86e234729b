//! The state of a search: assignment, trail, clauses. What theories see of the solver.

use crate::clause::{Arena, ClauseRef};
use crate::decide::Heap;
use crate::limits::Limits;
use crate::linear::{Linear, Occurrence};
use crate::lit::{Lit, Var};

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// Somebody chose it.
    Decision,
    /// The other value was searched to the end under the decisions below.
    Flipped,
    /// It is true in every model.
    Always,
    Clause(ClauseRef),
    /// A clause of two literals; this is the other one.
    Binary(Lit),
    Linear(u32),
    Theory {
        theory: u8,
        data: u32,
    },
}

/// A clause that is watched for its literal, with another of its literals to look at first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub clause: ClauseRef,
    pub blocker: Lit,
}

/// A literal that follows at a lower level than the one where it was noticed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late {
    pub lit: Lit,
    pub level: u32,
    pub reason: Reason,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Decisions taken.
    pub decisions: u64,
    /// Literals that became true.
    pub propagations: u64,
    /// Conflicts met.
    pub conflicts: u64,
    /// Restarts.
    pub restarts: u64,
    /// Clauses learnt.
    pub learnt: u64,
    /// Learnt clauses thrown away.
    pub deleted: u64,
}

/// The assignment and everything that propagates, without the theories.
#[derive(Clone, Debug)]
pub struct Search {
    /// By literal: 1 true, -1 false, 0 open.
    pub(crate) values: Vec<i8>,
    pub(crate) levels: Vec<u32>,
    pub(crate) places: Vec<u32>,
    pub(crate) reasons: Vec<Reason>,
    pub(crate) phases: Vec<bool>,
    pub(crate) trail: Vec<Lit>,
    /// Where each level begins on the trail.
    pub(crate) starts: Vec<u32>,
    pub(crate) head: usize,
    pub(crate) arena: Arena,
    pub(crate) originals: Vec<ClauseRef>,
    pub(crate) learnts: Vec<ClauseRef>,
    /// By literal that became true: what else must be true.
    pub(crate) binaries: Vec<Vec<Lit>>,
    /// By literal that became true: clauses in which its negation is watched.
    pub(crate) watches: Vec<Vec<Watch>>,
    /// Sets of which at most one literal may be true, and by literal the sets it is in.
    pub(crate) sets: Vec<Box<[Lit]>>,
    pub(crate) sets_of: Vec<Vec<u32>>,
    pub(crate) linears: Vec<Linear>,
    /// By literal that became true: sums that lose a weight.
    pub(crate) occurrences: Vec<Vec<Occurrence>>,
    /// By literal that became true: theories to tell, and what.
    pub(crate) listeners: Vec<Vec<(u8, u32)>>,
    /// By theory: what to tell it.
    pub(crate) events: Vec<Vec<u32>>,
    pub(crate) heap: Heap,
    pub(crate) late: Vec<Late>,
    glue_levels: Vec<u32>,
    /// The theory that is being called.
    pub(crate) caller: u8,
    /// A lemma that is false, found while a theory ran.
    pub(crate) false_lemma: Option<Vec<Lit>>,
    /// When this search ends, for theories that search themselves.
    pub(crate) limits: Limits,
    /// A theory met a limit and cannot say whether this is a model.
    pub(crate) gave_up: bool,
    /// False if there is a contradiction without decisions.
    pub(crate) ok: bool,
    pub(crate) stats: Stats,
}

impl Search {
    pub(crate) fn new() -> Search {
        Search {
            values: Vec::new(),
            levels: Vec::new(),
            places: Vec::new(),
            reasons: Vec::new(),
            phases: Vec::new(),
            trail: Vec::new(),
            starts: Vec::new(),
            head: 0,
            arena: Arena::default(),
            originals: Vec::new(),
            learnts: Vec::new(),
            binaries: Vec::new(),
            watches: Vec::new(),
            sets: Vec::new(),
            sets_of: Vec::new(),
            linears: Vec::new(),
            occurrences: Vec::new(),
            listeners: Vec::new(),
            events: Vec::new(),
            heap: Heap::new(),
            late: Vec::new(),
            glue_levels: Vec::new(),
            caller: 0,
            false_lemma: None,
            limits: Limits::none(),
            gave_up: false,
            ok: true,
            stats: Stats::default(),
        }
    }

    /// A new variable, also in the middle of a search.
    pub fn new_var(&mut self) -> Var {
        let var = Var(u32::try_from(self.levels.len()).expect("less than 2^31 variables"));
        self.values.extend([0, 0]);
        self.levels.push(0);
        self.places.push(0);
        self.reasons.push(Reason::Decision);
        self.phases.push(false);
        for _ in 0..2 {
            self.binaries.push(Vec::new());
            self.watches.push(Vec::new());
            self.sets_of.push(Vec::new());
            self.occurrences.push(Vec::new());
            self.listeners.push(Vec::new());
        }
        self.heap.add(var);
        var
    }

    /// How many variables there are.
    pub fn var_count(&self) -> usize {
        self.levels.len()
    }

    /// Whether the literal is true now.
    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.index()] > 0
    }

    /// Whether the literal is false now.
    #[inline]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.index()] < 0
    }

    /// Whether the literal has no value now.
    #[inline]
    pub fn is_open(&self, lit: Lit) -> bool {
        self.values[lit.index()] == 0
    }

    /// How many decisions are in force.
    #[inline]
    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The level at which a literal got its value.
    #[inline]
    pub fn level_of(&self, lit: Lit) -> u32 {
        self.levels[lit.var().index()]
    }

    /// How many literals got their value before this one.
    #[inline]
    pub fn place(&self, lit: Lit) -> u32 {
        self.places[lit.var().index()]
    }

    /// The value a variable gets when it is decided, until it had another one.
    pub fn set_phase(&mut self, lit: Lit) {
        self.phases[lit.var().index()] = lit.is_positive();
    }

    /// Makes a variable more likely to be decided early.
    pub fn raise(&mut self, var: Var, factor: f64) {
        self.heap.bump_by(var, factor);
    }

    /// Tells the theory with this number `data` whenever `lit` becomes true.
    pub fn watch(&mut self, theory: u8, lit: Lit, data: u32) {
        self.listeners[lit.index()].push((theory, data));
    }

    /// For theories: makes `lit` true because of a clause that [`crate::Theory::explain`] gives
    /// when it is asked with `data`. False if the literal is false: then the clause is a conflict.
    pub fn imply(&mut self, lit: Lit, data: u32) -> bool {
        match self.values[lit.index()] {
            0 => self.enqueue(lit, Reason::Theory { theory: self.caller, data }),
            value => return value > 0,
        }
        true
    }

    /// For theories that search themselves: when to stop.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// For theories: a limit was met before [`crate::Theory::check`] had an answer. The search ends.
    pub fn give_up(&mut self) {
        self.gave_up = true;
    }

    /// For theories: adds a clause that holds in every model. If it is false now, this is a
    /// conflict, which the solver sees when the theory returns. Kept until the end.
    pub fn add_lemma(&mut self, lits: &[Lit]) {
        let mut lits = lits.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        // The two to watch: true or open ones, else those that became false last.
        let rank = |search: &Search, lit: Lit| match search.values[lit.index()] {
            1 => u64::MAX,
            0 => u64::MAX - 1,
            _ => u64::from(search.levels[lit.var().index()]),
        };
        lits.sort_by_key(|&lit| std::cmp::Reverse(rank(self, lit)));
        let Some(&first) = lits.first() else {
            self.ok = false;
            return;
        };
        let reason = match lits[..] {
            [_] => Reason::Always,
            [_, other] => {
                self.add_binary(first, other);
                Reason::Binary(other)
            }
            _ => {
                let clause = self.arena.add(&lits, false, 0);
                self.originals.push(clause);
                self.attach(clause);
                Reason::Clause(clause)
            }
        };
        let level = lits.get(1).map_or(0, |&lit| self.levels[lit.var().index()]);
        let unit = lits.get(1).is_none_or(|&lit| self.is_false(lit));
        if self.is_false(first) {
            // Of several the one that is false longest: going back for it serves the others.
            let older = |known: &Vec<Lit>| self.level_of(known[0]) <= self.level_of(first);
            if !self.false_lemma.as_ref().is_some_and(older) {
                self.false_lemma = Some(lits);
            }
        } else if unit && (self.is_open(first) || self.level_of(first) > level) {
            self.enqueue_late(first, level, reason);
        }
    }

    pub(crate) fn add_binary(&mut self, a: Lit, b: Lit) {
        self.binaries[(!a).index()].push(b);
        self.binaries[(!b).index()].push(a);
    }

    pub(crate) fn attach(&mut self, clause: ClauseRef) {
        let (a, b) = (self.arena.lit(clause, 0), self.arena.lit(clause, 1));
        self.watches[(!a).index()].push(Watch { clause, blocker: b });
        self.watches[(!b).index()].push(Watch { clause, blocker: a });
    }

    /// Makes an open literal true.
    #[inline]
    pub(crate) fn enqueue(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.is_open(lit));
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        let var = lit.var().index();
        self.levels[var] = self.starts.len() as u32;
        self.places[var] = self.trail.len() as u32;
        self.reasons[var] = reason;
        self.trail.push(lit);
    }

    /// Makes a literal true that follows from what was known at `level`, and remembers it for
    /// when the levels above are taken back.
    pub(crate) fn enqueue_late(&mut self, lit: Lit, level: u32, reason: Reason) {
        if level < self.level() {
            self.late.push(Late { lit, level, reason });
        }
        if self.is_open(lit) {
            self.enqueue(lit, reason);
        }
    }

    /// A learnt clause was useful: it may have a better glue by now.
    pub(crate) fn refresh(&mut self, clause: ClauseRef) {
        self.arena.mark_used(clause);
        let glue = self.arena.glue(clause);
        if glue <= 2 {
            return;
        }
        self.glue_levels.clear();
        for lit in self.arena.lits(clause) {
            let level = self.levels[lit.var().index()];
            if !self.glue_levels.contains(&level) {
                self.glue_levels.push(level);
                if self.glue_levels.len() as u32 >= glue {
                    return;
                }
            }
        }
        let glue = self.glue_levels.len() as u32;
        self.arena.set_glue(clause, glue);
    }

    pub(crate) fn new_level(&mut self) {
        self.starts.push(self.trail.len() as u32);
    }

    /// The literal that was decided at a level, from 1. None for a level without one.
    pub(crate) fn decision(&self, level: u32) -> Option<Lit> {
        let &lit = self.trail.get(self.starts[level as usize - 1] as usize)?;
        let decided =
            self.level_of(lit) == level && self.reasons[lit.var().index()] == Reason::Decision;
        decided.then_some(lit)
    }

    /// Takes back everything above a level; what follows at that level all the same stays.
    pub(crate) fn undo(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let start = self.starts[level as usize] as usize;
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            if at < self.head {
                for occurrence in &self.occurrences[lit.index()] {
                    self.linears[occurrence.linear as usize].slack += occurrence.weight;
                }
            }
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            self.phases[lit.var().index()] = lit.is_positive();
            self.heap.insert(lit.var());
        }
        self.trail.truncate(start);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
        for events in &mut self.events {
            events.clear();
        }
        if !self.late.is_empty() {
            let mut late = std::mem::take(&mut self.late);
            late.retain(|entry| entry.level <= level);
            for entry in &late {
                if self.is_open(entry.lit) {
                    self.enqueue(entry.lit, entry.reason);
                }
            }
            late.retain(|entry| entry.level < level);
            self.late = late;
        }
    }
}
