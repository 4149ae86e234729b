//! What follows from clauses and linear constraints.

use crate::clause::ClauseRef;
use crate::core::{Reason, Search, Watch};
use crate::lit::Lit;

/// A constraint that cannot hold any more.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clash {
    Clause(ClauseRef),
    Binary(Lit, Lit),
    Linear(u32),
}

impl Search {
    /// Propagates until nothing follows.
    pub(crate) fn propagate(&mut self) -> Option<Clash> {
        while self.head < self.trail.len() {
            let lit = self.trail[self.head];
            self.head += 1;
            self.stats.propagations += 1;
            // Sums first: undoing counts on every literal before `head` having been subtracted.
            for occurrence in &self.occurrences[lit.index()] {
                self.linears[occurrence.linear as usize].slack -= occurrence.weight;
            }
            for &(theory, data) in &self.listeners[lit.index()] {
                self.events[theory as usize].push(data);
            }
            if let Some(clash) = self.propagate_pairs(lit) {
                return Some(clash);
            }
            if let Some(clause) = self.propagate_watches(lit) {
                return Some(Clash::Clause(clause));
            }
            for at in 0..self.occurrences[lit.index()].len() {
                let index = self.occurrences[lit.index()][at].linear;
                if self.propagate_linear(index).is_err() {
                    return Some(Clash::Linear(index));
                }
            }
        }
        None
    }

    /// Clauses of two literals, and at-most-one sets. The lists are taken out while they are
    /// gone through, so that nothing is looked up twice.
    fn propagate_pairs(&mut self, lit: Lit) -> Option<Clash> {
        let mut clash = None;
        let binaries = std::mem::take(&mut self.binaries[lit.index()]);
        for &other in &binaries {
            match self.values[other.index()] {
                0 => self.enqueue(other, Reason::Binary(!lit)),
                1 => {}
                _ => {
                    clash = Some(Clash::Binary(other, !lit));
                    break;
                }
            }
        }
        self.binaries[lit.index()] = binaries;
        if clash.is_some() || self.sets_of[lit.index()].is_empty() {
            return clash;
        }
        let sets_of = std::mem::take(&mut self.sets_of[lit.index()]);
        for &number in &sets_of {
            let set = std::mem::take(&mut self.sets[number as usize]);
            for &other in &set {
                match self.values[other.index()] {
                    -1 => {}
                    0 => self.enqueue(!other, Reason::Binary(!lit)),
                    _ if other == lit => {}
                    _ => {
                        clash = Some(Clash::Binary(!other, !lit));
                        break;
                    }
                }
            }
            self.sets[number as usize] = set;
            if clash.is_some() {
                break;
            }
        }
        self.sets_of[lit.index()] = sets_of;
        clash
    }

    fn propagate_watches(&mut self, lit: Lit) -> Option<ClauseRef> {
        let gone = !lit;
        let mut watches = std::mem::take(&mut self.watches[lit.index()]);
        let (mut read, mut kept) = (0, 0);
        let mut clash = None;
        'watches: while read < watches.len() {
            let watch = watches[read];
            read += 1;
            if self.values[watch.blocker.index()] > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let words = self.arena.words_mut(watch.clause);
            let other = Lit(words[0] ^ words[1] ^ gone.0);
            let other_value = self.values[other.index()];
            if other_value > 0 {
                watches[kept] = Watch { clause: watch.clause, blocker: other };
                kept += 1;
                continue;
            }
            for at in 2..words.len() {
                let candidate = Lit(words[at]);
                if self.values[candidate.index()] >= 0 {
                    words[0] = other.0;
                    words[1] = candidate.0;
                    words[at] = gone.0;
                    self.watches[(!candidate).index()]
                        .push(Watch { clause: watch.clause, blocker: other });
                    continue 'watches;
                }
            }
            watches[kept] = Watch { clause: watch.clause, blocker: other };
            kept += 1;
            if other_value < 0 {
                clash = Some(watch.clause);
                while read < watches.len() {
                    watches[kept] = watches[read];
                    kept += 1;
                    read += 1;
                }
                break;
            }
            self.enqueue(other, Reason::Clause(watch.clause));
        }
        watches.truncate(kept);
        self.watches[lit.index()] = watches;
        clash
    }

    /// The literals of a clash, all false.
    pub(crate) fn clash_lits(&self, clash: Clash, out: &mut Vec<Lit>) {
        match clash {
            Clash::Clause(clause) => out.extend(self.arena.lits(clause)),
            Clash::Binary(a, b) => out.extend([a, b]),
            Clash::Linear(index) => self.explain_linear(index, None, out),
        }
    }
}
