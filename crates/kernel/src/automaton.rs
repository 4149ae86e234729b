//! Finite automata over integers, for constraints that read a line of variables.

use std::collections::{BTreeSet, HashMap};

/// A nondeterministic finite automaton. States are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    /// How many states there are.
    pub states: usize,
    /// Where reading starts.
    pub start: usize,
    /// Where it may end.
    pub accepting: Vec<usize>,
    /// `(from, value, to)`.
    pub arcs: Vec<(usize, i64, usize)>,
}

impl Automaton {
    /// Whether the automaton reads this line.
    pub fn accepts(&self, line: &[i64]) -> bool {
        let last = self.arcs.iter().map(|&(from, _, to)| from.max(to)).max().unwrap_or(0);
        let mut here = vec![false; last.max(self.start) + 1];
        let mut next = here.clone();
        here[self.start] = true;
        for &value in line {
            next.fill(false);
            for &(from, v, to) in &self.arcs {
                next[to] |= v == value && here[from];
            }
            if !next.contains(&true) {
                return false;
            }
            std::mem::swap(&mut here, &mut next);
        }
        self.accepting.iter().any(|&s| here.get(s) == Some(&true))
    }

    /// An automaton that reads exactly the lines over these letters that this one does not;
    /// none if it has more than `limit` states or this one names states it does not have.
    pub fn complement(&self, letters: &[i64], limit: usize) -> Option<Automaton> {
        let named = self.arcs.iter().flat_map(|&(from, _, to)| [from, to]);
        if named.chain([self.start]).chain(self.accepting.iter().copied()).any(|s| s >= self.states)
        {
            return None;
        }
        // A state of the complement is the set of states this one can be in.
        let mut sets: Vec<BTreeSet<usize>> = vec![BTreeSet::from([self.start])];
        let mut number = HashMap::from([(sets[0].clone(), 0)]);
        let mut arcs = Vec::new();
        let mut from = 0;
        while let Some(set) = sets.get(from).cloned() {
            for &letter in letters {
                let read = self.arcs.iter().filter(|(s, v, _)| *v == letter && set.contains(s));
                let next: BTreeSet<usize> = read.map(|&(_, _, to)| to).collect();
                let to = *number.entry(next.clone()).or_insert(sets.len());
                if to == sets.len() {
                    sets.push(next);
                }
                arcs.push((from, letter, to));
            }
            if sets.len() > limit {
                return None;
            }
            from += 1;
        }
        let accepts = |i: &usize| self.accepting.iter().all(|s| !sets[*i].contains(s));
        let accepting = (0..sets.len()).filter(accepts).collect();
        Some(Automaton { states: sets.len(), start: 0, accepting, arcs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_ones_followed_by_twos() {
        let a = Automaton {
            states: 2,
            start: 0,
            accepting: vec![1],
            arcs: vec![(0, 1, 0), (0, 2, 1), (1, 2, 1)],
        };
        assert!(a.accepts(&[1, 1, 2]) && a.accepts(&[2]));
        assert!(!a.accepts(&[1]) && !a.accepts(&[2, 1]) && !a.accepts(&[]));
    }

    #[test]
    fn the_complement_reads_the_rest() {
        let a =
            Automaton { states: 2, start: 0, accepting: vec![1], arcs: vec![(0, 1, 0), (0, 1, 1)] };
        let not = a.complement(&[1, 2], 10).unwrap();
        for line in [&[][..], &[1], &[2], &[1, 1], &[1, 2], &[2, 1]] {
            assert_ne!(a.accepts(line), not.accepts(line), "{line:?}");
        }
        assert_eq!(a.complement(&[1, 2], 1), None);
    }
}
