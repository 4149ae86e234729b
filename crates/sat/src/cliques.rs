//! At-most-one sets: groups of literals of which no two can be true.
//!
//! Problems are often written pair by pair; a Sudoku of order 5 has half a million pairs, but
//! fewer than two thousand sets of 25 cells. A set is one line of memory, propagates as well, and shows
//! the structure that `lift` needs.

use crate::core::Search;
use crate::lit::Lit;
use crate::solver::Solver;

/// Smaller sets stay clauses of two literals.
const LEAST: usize = 4;
/// How many pairs may be looked up before the search for sets stops.
const EFFORT: u64 = 40_000_000;

/// Pairs that cannot both be true, by literal, sorted.
struct Pairs {
    partners: Vec<Vec<Lit>>,
    covered: Vec<Vec<bool>>,
}

impl Pairs {
    fn new(search: &Search) -> Pairs {
        let mut partners = search.binaries.clone();
        for list in &mut partners {
            for lit in list.iter_mut() {
                *lit = !*lit;
            }
            list.sort_unstable();
            list.dedup();
        }
        let covered = partners.iter().map(|list| vec![false; list.len()]).collect();
        Pairs { partners, covered }
    }

    fn conflict(&self, a: Lit, b: Lit) -> bool {
        self.partners[a.index()].binary_search(&b).is_ok()
    }

    fn cover(&mut self, a: Lit, b: Lit) {
        let at = self.partners[a.index()].binary_search(&b).expect("a pair");
        self.covered[a.index()][at] = true;
    }
}

/// Replaces clauses of two literals by at-most-one sets where there are sets of some size.
pub(crate) fn gather(search: &mut Search) {
    let mut pairs = Pairs::new(search);
    let mut effort = EFFORT;
    let mut sets: Vec<Vec<Lit>> = Vec::new();
    for index in 0..pairs.partners.len() {
        let lit = Lit(index as u32);
        if pairs.partners[index].len() + 1 < LEAST {
            continue;
        }
        for at in 0..pairs.partners[index].len() {
            if pairs.covered[index][at] || effort == 0 {
                continue;
            }
            let mut set = vec![lit, pairs.partners[index][at]];
            for &other in &pairs.partners[index] {
                effort = effort.saturating_sub(set.len() as u64);
                if set.iter().all(|&member| member == lit || pairs.conflict(member, other)) {
                    set.push(other);
                }
            }
            if set.len() < LEAST {
                continue;
            }
            for (at, &a) in set.iter().enumerate() {
                for &b in &set[at + 1..] {
                    pairs.cover(a, b);
                    pairs.cover(b, a);
                }
            }
            set.sort_unstable();
            sets.push(set);
        }
    }
    if sets.is_empty() {
        return;
    }
    for (index, list) in search.binaries.iter_mut().enumerate() {
        list.retain(|&lit| {
            let at = pairs.partners[index].binary_search(&!lit).expect("made from the list");
            !pairs.covered[index][at]
        });
        list.shrink_to_fit();
    }
    for set in sets {
        search.add_at_most_one(set);
    }
}

impl Solver {
    /// At most one of these literals may be true.
    pub fn at_most_one(&mut self, lits: &[Lit]) {
        self.reset();
        if lits.len() < LEAST {
            for (at, &a) in lits.iter().enumerate() {
                for &b in &lits[..at] {
                    self.add_clause(&[!a, !b]);
                }
            }
            return;
        }
        if self.propagate_root() {
            let search = &mut self.search;
            let truths: Vec<Lit> = lits.iter().copied().filter(|&l| search.is_true(l)).collect();
            match truths[..] {
                [] => {
                    search.add_at_most_one(
                        lits.iter().copied().filter(|&lit| search.is_open(lit)).collect(),
                    );
                }
                [truth] => {
                    for &lit in lits.iter().filter(|&&lit| lit != truth) {
                        self.add_clause(&[!lit]);
                    }
                }
                _ => self.contradiction(),
            }
        }
    }
}

impl Search {
    /// At most one of these may be true. Without decisions, and with everything propagated.
    pub(crate) fn add_at_most_one(&mut self, set: Vec<Lit>) {
        let number = self.sets.len() as u32;
        for &lit in &set {
            self.sets_of[lit.index()].push(number);
        }
        self.sets.push(set.into());
    }

    /// Turns linear constraints that say nothing else into at-most-one sets.
    pub(crate) fn sets_from_sums(&mut self) {
        let mut gone = vec![false; self.linears.len()];
        for (number, gone) in gone.iter_mut().enumerate() {
            let linear = &self.linears[number];
            let open = || linear.elements.iter().filter(|&&(_, lit)| self.is_open(lit));
            let Some(&(weight, _)) = open().next() else { continue };
            let equal = open().all(|&(other, _)| other == weight);
            if linear.fixed && equal && linear.slack >= weight && linear.slack - weight < weight {
                let set: Vec<Lit> = open().map(|&(_, lit)| !lit).collect();
                if set.len() >= LEAST {
                    *gone = true;
                    self.add_at_most_one(set);
                }
            }
        }
        for list in &mut self.occurrences {
            list.retain(|occurrence| !gone[occurrence.linear as usize]);
        }
        for (number, _) in gone.iter().enumerate().filter(|&(_, &gone)| gone) {
            self.linears[number].elements = Vec::new();
        }
    }

    /// Throws away a linear constraint that something else says. Without decisions.
    pub(crate) fn drop_linear(&mut self, number: usize) {
        for (_, lit) in std::mem::take(&mut self.linears[number].elements) {
            let list = &mut self.occurrences[(!lit).index()];
            list.retain(|occurrence| occurrence.linear as usize != number);
        }
        // Nothing to lose, nothing to conclude.
        let linear = &mut self.linears[number];
        (linear.bound, linear.total, linear.slack) = (0, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Answer, Limits, Solver};

    #[test]
    fn pairs_become_sets() {
        let mut solver = Solver::new();
        let lits: Vec<_> = (0..9).map(|_| solver.new_var().lit()).collect();
        // Three rows and three columns would be cliques of three: too small. All nine: one set.
        for (at, &a) in lits.iter().enumerate() {
            for &b in &lits[..at] {
                solver.add_clause(&[!a, !b]);
            }
        }
        solver.lift();
        assert_eq!(solver.search.sets.len(), 1);
        assert!(solver.search.binaries.iter().all(Vec::is_empty));
        let mut models = 0;
        let mut answer = solver.first_model(&[], None, &Limits::none());
        while answer == Answer::Sat {
            models += 1;
            answer = solver.next_model(&Limits::none());
        }
        assert_eq!(models, 10);
    }
}
