//! Throwing learnt clauses away, and those that are true for ever.

use crate::clause::ClauseRef;
use crate::core::{Reason, Search};

/// Learnt clauses of at most this glue are kept for ever.
const KEPT_GLUE: u32 = 2;
/// Those of at most this glue are kept if they were used since the last reduction.
const WARM_GLUE: u32 = 6;

impl Search {
    /// Throws away the worse half of the learnt clauses that are not worth keeping.
    pub(crate) fn reduce(&mut self) {
        let mut candidates = Vec::new();
        for at in 0..self.learnts.len() {
            let clause = self.learnts[at];
            let used = self.arena.take_used(clause);
            let glue = self.arena.glue(clause);
            let warm = used && glue <= WARM_GLUE;
            if glue > KEPT_GLUE && !warm && !self.is_locked(clause) {
                candidates.push((glue, self.arena.len(clause), clause));
            }
        }
        candidates.sort_unstable_by(|a, b| (b.0, b.1, a.2).cmp(&(a.0, a.1, b.2)));
        candidates.truncate(candidates.len() / 2);
        for &(_, _, clause) in &candidates {
            self.arena.delete(clause);
        }
        self.stats.deleted += candidates.len() as u64;
        self.sweep();
    }

    /// Without decisions: throws away clauses that are true for ever.
    pub(crate) fn simplify(&mut self) {
        debug_assert_eq!(self.level(), 0);
        for at in 0..self.originals.len() + self.learnts.len() {
            let clause = match at.checked_sub(self.originals.len()) {
                None => self.originals[at],
                Some(at) => self.learnts[at],
            };
            if self.arena.lits(clause).any(|lit| self.is_true(lit)) {
                self.arena.delete(clause);
            }
        }
        // Reasons of literals that are true for ever are never asked for.
        for at in 0..self.trail.len() {
            let var = self.trail[at].var().index();
            self.reasons[var] = Reason::Always;
        }
        self.sweep();
    }

    /// Whether a clause is the reason of a literal, or will be again.
    fn is_locked(&self, clause: ClauseRef) -> bool {
        let is_reason = |at: usize| {
            let lit = self.arena.lit(clause, at);
            self.is_true(lit) && self.reasons[lit.var().index()] == Reason::Clause(clause)
        };
        is_reason(0)
            || is_reason(1)
            || self.late.iter().any(|late| late.reason == Reason::Clause(clause))
    }

    /// Removes deleted clauses from the watch lists, and from memory if they are many.
    fn sweep(&mut self) {
        let arena = &self.arena;
        self.originals.retain(|&clause| !arena.is_deleted(clause));
        self.learnts.retain(|&clause| !arena.is_deleted(clause));
        for watches in &mut self.watches {
            watches.retain(|watch| !arena.is_deleted(watch.clause));
        }
        if !self.arena.wants_compaction() {
            return;
        }
        let moved = self.arena.compact();
        let find = |clause: ClauseRef| moved.find(clause).expect("reasons are kept");
        for clause in self.originals.iter_mut().chain(&mut self.learnts) {
            *clause = find(*clause);
        }
        for watch in self.watches.iter_mut().flatten() {
            watch.clause = find(watch.clause);
        }
        for &lit in &self.trail {
            if let Reason::Clause(clause) = &mut self.reasons[lit.var().index()] {
                *clause = find(*clause);
            }
        }
        for late in &mut self.late {
            if let Reason::Clause(clause) = &mut late.reason {
                *clause = find(*clause);
            }
        }
    }
}
