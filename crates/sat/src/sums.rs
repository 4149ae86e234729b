//! Sums over literals that exclude each other.
//!
//! `1000*s1 + 2000*s2 + ...` with at most one of `s1, s2, ...` true is one number that grows in
//! steps: literals for "at least the second weight" and so on, times the differences. A sum of
//! steps has the greatest value it can really have for its total, so its slack is exact where the
//! plain sum would count all weights at once.

use std::collections::{BTreeMap, HashMap};

use crate::core::{Reason, Search};
use crate::lit::Lit;
use crate::solver::Solver;

/// Smaller groups are not worth their steps.
const LEAST: usize = 3;
/// How many memberships may be looked at before the search for groups stops.
const EFFORT: u64 = 5_000_000;

/// A sum with its literals in groups of which at most one is true.
struct Grouped {
    groups: Vec<Vec<(i64, Lit)>>,
    rest: Vec<(i64, Lit)>,
    bound: i64,
}

impl Solver {
    /// Writes sums over at-most-one sets as sums of steps. The models stay the same.
    pub(crate) fn group_sums(&mut self) {
        let mut effort = EFFORT;
        let mut chains = Chains::default();
        for number in 0..self.search.linears.len() {
            if !self.search.ok || effort == 0 {
                break;
            }
            let Some(grouped) = grouped(&self.search, number, &mut effort) else { continue };
            let mut elements = grouped.rest;
            for group in grouped.groups {
                self.add_steps(group, &mut chains, &mut elements);
            }
            if self.add_linear(&elements, grouped.bound).is_ok() {
                self.search.drop_linear(number);
            }
        }
        if !chains.known.is_empty() {
            self.propagate_root();
        }
    }

    /// Adds a group to a sum.
    fn add_steps(
        &mut self,
        mut group: Vec<(i64, Lit)>,
        chains: &mut Chains,
        out: &mut Vec<(i64, Lit)>,
    ) {
        group.sort_unstable();
        // The same literals with negated weights use the same steps.
        let mut sign = 1;
        if group.first().map(|e| e.1) > group.last().map(|e| e.1) {
            sign = -1;
            group.iter_mut().for_each(|(weight, _)| *weight = -*weight);
            group.sort_unstable();
        }
        let mut weights: Vec<i64> = Vec::new();
        let mut blocks: Vec<Vec<Lit>> = Vec::new();
        for (weight, lit) in group {
            if weights.last() != Some(&weight) {
                weights.push(weight);
                blocks.push(Vec::new());
            }
            blocks.last_mut().expect("just pushed").push(lit);
        }
        let steps = self.steps(blocks, chains);
        let mut before = 0;
        for (weight, step) in weights.into_iter().zip(steps) {
            out.push((sign * (weight - before), step));
            before = weight;
        }
    }

    /// For each block a literal that is true iff a literal of it or of a later one is.
    fn steps(&mut self, blocks: Vec<Vec<Lit>>, chains: &mut Chains) -> Vec<Lit> {
        if let Some(steps) = chains.known.get(&blocks) {
            return steps.clone();
        }
        let mut steps = Vec::with_capacity(blocks.len());
        let mut later: Option<Lit> = None;
        for block in blocks.iter().rev() {
            let step = match (&block[..], later) {
                (&[lit], None) => lit,
                _ => {
                    let step = self.new_var().lit();
                    let mut clause = vec![!step];
                    for &lit in block.iter().chain(&later) {
                        self.add_clause(&[step, !lit]);
                        clause.push(lit);
                    }
                    self.add_clause(&clause);
                    step
                }
            };
            for &lit in block {
                if let Some(later) = later {
                    self.add_clause(&[!lit, !later]);
                }
            }
            steps.push(step);
            later = Some(step);
        }
        steps.reverse();
        // If one of all literals must be true, the first step always is.
        if self.fails(!steps[0]) {
            self.add_clause(&[steps[0]]);
        }
        chains.known.insert(blocks, steps.clone());
        steps
    }

    /// Whether a literal leads to a contradiction by propagation.
    fn fails(&mut self, lit: Lit) -> bool {
        if !self.propagate_root() || !self.search.is_open(lit) {
            return false;
        }
        self.search.new_level();
        self.search.enqueue(lit, Reason::Decision);
        let fails = self.search.propagate().is_some();
        self.undo(0);
        fails
    }
}

#[derive(Default)]
struct Chains {
    known: HashMap<Vec<Vec<Lit>>, Vec<Lit>>,
}

/// Sorts the literals of a sum into groups; nothing if there are none.
fn grouped(search: &Search, number: usize, effort: &mut u64) -> Option<Grouped> {
    let linear = &search.linears[number];
    if !linear.fixed || linear.elements.len() <= LEAST {
        return None;
    }
    let mut bound = linear.bound;
    let mut open: Vec<(i64, Lit)> = Vec::new();
    for &(weight, lit) in &linear.elements {
        if search.is_true(lit) {
            bound -= weight;
        } else if search.is_open(lit) {
            open.push((weight, lit));
        }
    }
    let mut groups = Vec::new();
    loop {
        // Sets by how many literals of the sum, or their negations, are in them.
        let mut shared: BTreeMap<(u32, bool), u32> = BTreeMap::new();
        for &(_, lit) in &open {
            for (sets, positive) in
                [(&search.sets_of[lit.index()], true), (&search.sets_of[(!lit).index()], false)]
            {
                *effort = effort.saturating_sub(1 + sets.len() as u64);
                for &set in sets {
                    *shared.entry((set, positive)).or_default() += 1;
                }
            }
        }
        let best = shared.iter().max_by_key(|(key, count)| (**count, std::cmp::Reverse(**key)));
        let Some((&(set, positive), _)) = best.filter(|(_, count)| **count as usize >= LEAST)
        else {
            break;
        };
        if *effort == 0 {
            break;
        }
        let inside = |lit: Lit| {
            let lit = if positive { lit } else { !lit };
            search.sets_of[lit.index()].contains(&set)
        };
        let (group, rest) = open.into_iter().partition(|&(_, lit)| inside(lit));
        open = rest;
        let mut group: Vec<(i64, Lit)> = group;
        if !positive {
            // w * (not x) = w - w * x
            for (weight, lit) in &mut group {
                bound -= *weight;
                *weight = -*weight;
                *lit = !*lit;
            }
        }
        groups.push(group);
    }
    (!groups.is_empty()).then_some(Grouped { groups, rest: open, bound })
}

#[cfg(test)]
mod tests {
    use crate::{Answer, Limits, Lit, Solver};

    /// All values of numbers from 0 to 4 with a weighted sum between two bounds, by the engine and
    /// by trying them all.
    #[test]
    fn sums_of_steps_have_the_same_models() {
        for seed in 0..60i64 {
            let weight = |at: i64| (seed * 7 + at * 13) % 11 - 5;
            let (least, most) = (seed % 9 - 4, seed % 9 + seed % 5);
            let mut solver = Solver::new();
            let numbers: Vec<Vec<Lit>> =
                (0..3).map(|_| (0..5).map(|_| solver.new_var().lit()).collect()).collect();
            let mut sum = Vec::new();
            for (at, number) in numbers.iter().enumerate() {
                if seed % 3 > 0 {
                    solver.add_clause(number);
                }
                for (value, &lit) in number.iter().enumerate() {
                    sum.push((weight(at as i64) * value as i64, lit));
                    for &other in &number[..value] {
                        solver.add_clause(&[!lit, !other]);
                    }
                }
            }
            let negated: Vec<(i64, Lit)> =
                sum.iter().map(|&(weight, lit)| (-weight, lit)).collect();
            solver.add_linear(&sum, least).unwrap();
            solver.add_linear(&negated, -most).unwrap();
            solver.lift();
            let mut models = 0;
            let mut answer = solver.first_model(&[], None, &Limits::none());
            while answer == Answer::Sat {
                models += 1;
                answer = solver.next_model(&Limits::none());
            }
            // 5 stands for "no value".
            let values = if seed % 3 > 0 { 5 } else { 6 };
            let mut expected = 0;
            for code in 0..values * values * values {
                let digits = [code % values, code / values % values, code / values / values];
                let total: i64 = (0..3).map(|at| weight(at) * (digits[at as usize] % 5)).sum();
                expected += u32::from(least <= total && total <= most);
            }
            assert_eq!(models, expected, "seed {seed}");
        }
    }
}
