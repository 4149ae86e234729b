//! From below: assume that nothing costs anything; each core raises the lower bound and is
//! replaced by counters of its literals (OLL), heavy weights first.

use std::collections::HashSet;

use super::{Task, Turn};
use crate::linear::{Overflow, normalize};
use crate::lit::Lit;
use crate::solver::{Answer, Solver};

pub(super) struct Cores {
    /// Literals that cost something when they are true, and what they still cost.
    soft: Vec<(i64, Lit)>,
    /// Counters by the literal that says "one more".
    counters: Vec<Counter>,
    lower_bound: i64,
    /// Only literals that cost this much are assumed false.
    threshold: i64,
}

struct Counter {
    output: Lit,
    lits: Vec<Lit>,
    /// `output` is true iff at least so many of `lits` are.
    count: usize,
    weight: i64,
}

impl Cores {
    pub fn new(elements: &[(i64, Lit)]) -> Result<Cores, Overflow> {
        let normal = normalize(elements, 0)?;
        let threshold = normal.elements.first().map_or(1, |&(weight, _)| weight);
        // The normal form took the constant part to the bound.
        Ok(Cores {
            soft: normal.elements,
            counters: Vec::new(),
            lower_bound: -normal.bound,
            threshold,
        })
    }

    pub fn lower_bound(&self) -> i64 {
        self.lower_bound
    }

    pub fn turn(
        &mut self,
        task: &mut Task<'_>,
        level: usize,
        mut left: u64,
    ) -> Result<Turn, Overflow> {
        loop {
            if self.lower_bound >= task.best_of(level) {
                return Ok(Turn::Done);
            }
            let assumed: Vec<Lit> = self
                .soft
                .iter()
                .filter(|&&(weight, _)| weight >= self.threshold)
                .map(|&(_, lit)| !lit)
                .collect();
            let before = task.spent;
            match task.ask(&assumed, left) {
                Answer::Sat => {
                    task.found()?;
                    if task.stopped {
                        return Ok(Turn::Stop);
                    }
                    let lighter = self.soft.iter().map(|&(weight, _)| weight);
                    match lighter.filter(|&w| w > 0 && w < self.threshold).max() {
                        // Every literal was assumed: nothing can cost less.
                        None => return Ok(Turn::Done),
                        // Steps of at least a half, so that there are few of them.
                        Some(next) => self.threshold = next.min(self.threshold / 2).max(1),
                    }
                }
                Answer::Unsat => {
                    let core = self.smaller_core(task);
                    if core.is_empty() {
                        // Only the caller's assumptions are to blame, yet there was a model.
                        return Ok(Turn::Done);
                    }
                    self.relax(task.solver, &core)?;
                }
                Answer::Unknown if task.out_of_limits() => return Ok(Turn::Stop),
                Answer::Unknown => return Ok(Turn::Over),
            }
            left = left.saturating_sub(task.spent - before);
            if left == 0 {
                return Ok(Turn::Over);
            }
        }
    }

    /// The literals of the core, after a few cheap attempts to leave some out.
    fn smaller_core(&self, task: &mut Task<'_>) -> Vec<Lit> {
        let mut core = self.own(task.solver.unsat_core());
        let mut at = 0;
        while core.len() > 1 && core.len() <= 200 && at < core.len() {
            let mut fewer: Vec<Lit> = core.iter().map(|&lit| !lit).collect();
            fewer.remove(at);
            match task.ask(&fewer, 100) {
                Answer::Unsat => {
                    let found = self.own(task.solver.unsat_core());
                    core.retain(|lit| found.contains(lit));
                }
                _ => at += 1,
            }
            if task.out_of_limits() {
                break;
            }
        }
        core
    }

    /// Of a core's assumptions those that are ours, as the literals that cost something.
    fn own(&self, core: &[Lit]) -> Vec<Lit> {
        let costly = self.soft.iter().filter(|&&(weight, _)| weight > 0);
        let costly: HashSet<Lit> = costly.map(|&(_, lit)| lit).collect();
        core.iter().map(|&lit| !lit).filter(|lit| costly.contains(lit)).collect()
    }

    fn relax(&mut self, solver: &mut Solver, core: &[Lit]) -> Result<(), Overflow> {
        let members: HashSet<Lit> = core.iter().copied().collect();
        let lightest =
            self.soft.iter().filter(|(weight, lit)| *weight > 0 && members.contains(lit));
        let lightest = lightest.map(|&(weight, _)| weight).min().expect("a core of ours");
        self.lower_bound = self.lower_bound.checked_add(lightest).ok_or(Overflow)?;
        for (weight, lit) in &mut self.soft {
            if members.contains(lit) {
                *weight -= lightest;
            }
        }
        // Counters whose literal is in the core go on counting one further.
        let counting = |counter: &Counter| members.contains(&counter.output);
        let grown: Vec<usize> =
            (0..self.counters.len()).filter(|&at| counting(&self.counters[at])).collect();
        for at in grown {
            let Counter { ref lits, count, weight, .. } = self.counters[at];
            let (lits, next) = (lits.clone(), count + 1);
            // Each counter passes on the whole weight it was made with, once.
            if next <= lits.len() && weight > 0 {
                self.counters[at].weight = 0;
                self.count(solver, lits, next, weight)?;
            }
        }
        if core.len() > 1 {
            self.count(solver, core.to_vec(), 2, lightest)?;
        }
        self.soft.retain(|&(weight, _)| weight > 0);
        Ok(())
    }

    /// A literal that is true iff at least `count` of the literals are.
    fn count(
        &mut self,
        solver: &mut Solver,
        lits: Vec<Lit>,
        count: usize,
        weight: i64,
    ) -> Result<(), Overflow> {
        let output = solver.new_var().lit();
        let (size, k) = (lits.len() as i64, count as i64);
        let mut least: Vec<(i64, Lit)> = lits.iter().map(|&lit| (1, lit)).collect();
        least.push((k, !output));
        solver.add_linear(&least, k)?;
        let mut most: Vec<(i64, Lit)> = lits.iter().map(|&lit| (1, !lit)).collect();
        most.push((size - k + 1, output));
        solver.add_linear(&most, size - k + 1)?;
        self.soft.push((weight, output));
        self.counters.push(Counter { output, lits, count, weight });
        Ok(())
    }
}
