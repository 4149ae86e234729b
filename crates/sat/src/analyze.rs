//! From a conflict to a clause: first unique implication point, recursive minimisation; and
//! from a false assumption to a core.

use crate::core::{Reason, Search};
use crate::lit::{Lit, Var};
use crate::theory::Theory;

/// Scratch memory of conflict analysis, and its result.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analysis {
    seen: Vec<Mark>,
    touched: Vec<Var>,
    /// The clause learnt; its first literal is the one to make true.
    pub clause: Vec<Lit>,
    reason: Vec<Lit>,
    /// Buffers for reasons, reused.
    spare: Vec<Vec<Lit>>,
    level_stamp: Vec<u64>,
    stamp: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Mark {
    #[default]
    No,
    /// In the clause, or resolved away.
    Yes,
    /// Follows from literals of the clause.
    Implied,
    /// Does not.
    Needed,
}

/// Where to go back to after learning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Learnt {
    /// The level at which the first literal follows.
    pub level: u32,
    pub glue: u32,
}

impl Analysis {
    /// Learns from a false clause whose highest level is the current one.
    pub fn learn(
        &mut self,
        search: &mut Search,
        theories: &mut [Box<dyn Theory>],
        conflict: &[Lit],
    ) -> Learnt {
        self.seen.resize(search.var_count(), Mark::No);
        self.clause.clear();
        self.clause.push(Lit(0));
        let level = search.level();
        let mut open = 0;
        let mut at = search.trail.len();
        self.reason.clear();
        self.reason.extend_from_slice(conflict);
        let uip = loop {
            for index in 0..self.reason.len() {
                let lit = self.reason[index];
                let var = lit.var();
                let lit_level = search.levels[var.index()];
                if self.seen[var.index()] != Mark::No || lit_level == 0 {
                    continue;
                }
                self.seen[var.index()] = Mark::Yes;
                self.touched.push(var);
                search.heap.bump(var);
                if lit_level == level {
                    open += 1;
                } else {
                    self.clause.push(lit);
                }
            }
            let lit = loop {
                at -= 1;
                if self.seen[search.trail[at].var().index()] == Mark::Yes {
                    break search.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                break lit;
            }
            self.reason.clear();
            explain(search, theories, lit, &mut self.reason, true);
        };
        self.clause[0] = !uip;
        self.minimize(search);
        let glue = self.glue(search);
        // The literal of the second highest level goes to place 1, to be watched.
        let mut back = 0;
        for at in 1..self.clause.len() {
            let lit_level = search.level_of(self.clause[at]);
            if at == 1 || lit_level > back {
                back = lit_level;
                self.clause.swap(1, at);
            }
        }
        for var in self.touched.drain(..) {
            self.seen[var.index()] = Mark::No;
        }
        Learnt { level: back, glue }
    }

    /// Drops literals that follow from the others.
    fn minimize(&mut self, search: &Search) {
        let mut kept = 1;
        for at in 1..self.clause.len() {
            let lit = self.clause[at];
            if !self.follows(search, lit.var()) {
                self.clause[kept] = lit;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Whether a literal of the clause follows from other literals of it, through clauses.
    /// Theories are not asked: their reasons cost more than they save here.
    fn follows(&mut self, search: &Search, var: Var) -> bool {
        let mut reason = self.buffer();
        if !shallow_reason(search, var, &mut reason) {
            self.give_back(reason);
            return false;
        }
        let mut stack = vec![(var, reason)];
        'grow: while let Some((_, reason)) = stack.last_mut() {
            while let Some(lit) = reason.pop() {
                let next = lit.var();
                match self.seen[next.index()] {
                    Mark::Yes | Mark::Implied => continue,
                    _ if search.levels[next.index()] == 0 => continue,
                    Mark::No => {
                        let mut reason = self.buffer();
                        if shallow_reason(search, next, &mut reason) {
                            stack.push((next, reason));
                            continue 'grow;
                        }
                        self.give_back(reason);
                        self.mark(next, Mark::Needed);
                    }
                    Mark::Needed => {}
                }
                // A needed literal: everything that led here is needed, too.
                while let Some((var, reason)) = stack.pop() {
                    self.give_back(reason);
                    if self.seen[var.index()] == Mark::No {
                        self.mark(var, Mark::Needed);
                    }
                }
                return false;
            }
            let (var, reason) = stack.pop().expect("not empty");
            self.give_back(reason);
            if self.seen[var.index()] == Mark::No {
                self.mark(var, Mark::Implied);
            }
        }
        true
    }

    fn mark(&mut self, var: Var, mark: Mark) {
        self.seen[var.index()] = mark;
        self.touched.push(var);
    }

    fn buffer(&mut self) -> Vec<Lit> {
        self.spare.pop().unwrap_or_default()
    }

    fn give_back(&mut self, mut buffer: Vec<Lit>) {
        buffer.clear();
        self.spare.push(buffer);
    }

    /// How many levels the clause spans.
    fn glue(&mut self, search: &Search) -> u32 {
        self.level_stamp.resize(search.level() as usize + 1, 0);
        self.stamp += 1;
        let mut glue = 0;
        for &lit in &self.clause {
            let level = search.level_of(lit) as usize;
            if self.level_stamp[level] != self.stamp {
                self.level_stamp[level] = self.stamp;
                glue += 1;
            }
        }
        glue
    }

    /// The assumptions among the decisions that make the literals of a clause false.
    pub fn core(
        &mut self,
        search: &mut Search,
        theories: &mut [Box<dyn Theory>],
        conflict: &[Lit],
    ) -> Vec<Lit> {
        self.seen.resize(search.var_count(), Mark::No);
        let mut core = Vec::new();
        self.reason.clear();
        self.reason.extend_from_slice(conflict);
        let mut at = search.trail.len();
        loop {
            for &lit in &self.reason {
                if search.level_of(lit) > 0 {
                    self.seen[lit.var().index()] = Mark::Yes;
                }
            }
            self.reason.clear();
            let Some(lit) = (0..at)
                .rev()
                .map(|place| search.trail[place])
                .find(|lit| self.seen[lit.var().index()] == Mark::Yes)
            else {
                return core;
            };
            at = search.place(lit) as usize;
            self.seen[lit.var().index()] = Mark::No;
            match search.reasons[lit.var().index()] {
                Reason::Decision => core.push(lit),
                _ => explain(search, theories, lit, &mut self.reason, false),
            }
        }
    }
}

/// The false literals that made `lit` true.
fn explain(
    search: &mut Search,
    theories: &mut [Box<dyn Theory>],
    lit: Lit,
    out: &mut Vec<Lit>,
    learning: bool,
) {
    match search.reasons[lit.var().index()] {
        Reason::Always => {}
        Reason::Decision | Reason::Flipped => unreachable!("{lit:?} has no reason"),
        Reason::Clause(clause) => {
            out.extend(search.arena.lits(clause).filter(|&other| other != lit));
            if learning && search.arena.is_learnt(clause) {
                search.refresh(clause);
            }
        }
        Reason::Binary(other) => out.push(other),
        Reason::Linear(index) => search.explain_linear(index, Some(lit), out),
        Reason::Theory { theory, data } => {
            theories[theory as usize].explain(lit, data, search, out);
            debug_assert!(out.iter().all(|&other| {
                search.is_false(other) && search.place(other) < search.place(lit)
            }));
        }
    }
}

/// The same without theories. False if there is no reason to look at.
fn shallow_reason(search: &Search, var: Var, out: &mut Vec<Lit>) -> bool {
    match search.reasons[var.index()] {
        Reason::Always => {}
        Reason::Clause(clause) => {
            out.extend(search.arena.lits(clause).filter(|lit| lit.var() != var));
        }
        Reason::Binary(other) => out.push(other),
        Reason::Linear(index) => {
            let lit = if search.is_true(var.lit()) { var.lit() } else { !var.lit() };
            search.explain_linear(index, Some(lit), out);
        }
        Reason::Decision | Reason::Flipped | Reason::Theory { .. } => return false,
    }
    true
}
