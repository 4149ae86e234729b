//! Models of least cost, for costs of several levels, the most important first.
//!
//! Two ways take turns on each level, each turn longer than the one before: from above, asking
//! for less than the best model has, and from below, assuming that nothing costs anything and
//! relaxing each core that refutes it (OLL). Both share what is learnt; the level is done when
//! they meet or one of them ends.

mod cores;

use std::ops::ControlFlow;

use crate::limits::Limits;
use crate::linear::{LinearId, Overflow, normalize};
use crate::lit::Lit;
use crate::solver::{Answer, Solver};
use cores::Cores;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// The costs of the best model, if there is a model.
    pub costs: Option<Vec<i64>>,
    /// Whether nothing is better; without costs: whether there is no model.
    pub proven: bool,
}

/// Which way to look for an optimum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// Both in turns.
    #[default]
    Both,
    /// From above only.
    Models,
    /// From below only.
    Cores,
}

/// The sum of the weights of the literals that are true, or nothing if it is beyond 64 bits.
pub fn cost(solver: &Solver, elements: &[(i64, Lit)]) -> Option<i64> {
    elements
        .iter()
        .filter(|&&(_, lit)| solver.is_true(lit))
        .try_fold(0i64, |sum, &(weight, _)| sum.checked_add(weight))
}

/// Looks for a model of least cost. `on_model` sees each model that is better than all before.
/// Afterwards, if the optimum is proven, the solver only has models of that cost.
///
/// # Errors
/// If the weights of a level do not fit into 64 bits together.
pub fn minimize(
    solver: &mut Solver,
    levels: &[Vec<(i64, Lit)>],
    assumptions: &[Lit],
    strategy: Strategy,
    limits: &Limits,
    on_model: &mut dyn FnMut(&Solver, &[i64]) -> ControlFlow<()>,
) -> Result<Optimum, Overflow> {
    let mut task = Task {
        solver,
        levels,
        assumptions,
        limits,
        on_model,
        spent: 0,
        best: None,
        stopped: false,
    };
    match task.ask(&[], u64::MAX) {
        Answer::Unsat => return Ok(Optimum { costs: None, proven: true }),
        Answer::Unknown => return Ok(Optimum { costs: None, proven: false }),
        Answer::Sat => task.found()?,
    }
    for level in 0..levels.len() {
        if task.stopped || !task.settle(level, strategy)? {
            return Ok(Optimum { costs: task.best, proven: false });
        }
    }
    Ok(Optimum { costs: task.best, proven: !task.stopped })
}

pub(crate) struct Task<'a> {
    pub solver: &'a mut Solver,
    levels: &'a [Vec<(i64, Lit)>],
    assumptions: &'a [Lit],
    limits: &'a Limits,
    on_model: &'a mut dyn FnMut(&Solver, &[i64]) -> ControlFlow<()>,
    /// Conflicts so far.
    spent: u64,
    best: Option<Vec<i64>>,
    stopped: bool,
}

/// How a turn ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// The level's optimum is known.
    Done,
    /// The conflicts of this turn are used up.
    Over,
    /// A limit or the caller says stop.
    Stop,
}

impl Task<'_> {
    /// One search with a number of conflicts of its own.
    pub fn ask(&mut self, more: &[Lit], conflicts: u64) -> Answer {
        let mut limits = self.limits.clone();
        limits.conflicts = self.limits.conflicts.map(|most| most.saturating_sub(self.spent));
        let limits = limits.with_conflicts(conflicts);
        let before = self.solver.stats().conflicts;
        let all: Vec<Lit> = self.assumptions.iter().chain(more).copied().collect();
        let answer = self.solver.solve(&all, &limits);
        self.spent += self.solver.stats().conflicts - before;
        answer
    }

    /// Whether a search ended because of the caller's limits.
    pub fn out_of_limits(&self) -> bool {
        self.limits.expired() || self.limits.conflicts.is_some_and(|most| self.spent >= most)
    }

    /// Keeps the model if it is the best so far.
    pub fn found(&mut self) -> Result<(), Overflow> {
        let costs: Option<Vec<i64>> =
            self.levels.iter().map(|elements| cost(self.solver, elements)).collect();
        let costs = costs.ok_or(Overflow)?;
        if self.best.as_ref().is_none_or(|best| costs < *best) {
            self.stopped |= (self.on_model)(self.solver, &costs).is_break();
            self.best = Some(costs);
        }
        Ok(())
    }

    fn best_of(&self, level: usize) -> i64 {
        self.best.as_ref().expect("there is a model")[level]
    }

    /// Finds the optimum of a level and makes it a constraint. False if stopped before.
    fn settle(&mut self, level: usize, strategy: Strategy) -> Result<bool, Overflow> {
        let elements = &self.levels[level];
        if elements.is_empty() {
            return Ok(true);
        }
        let mut above = Above::new(self.solver, elements)?;
        let mut below = Cores::new(elements)?;
        let equal = elements.iter().all(|e| e.0.unsigned_abs() == elements[0].0.unsigned_abs());
        let mut from_below = equal;
        let mut length = 1000;
        loop {
            from_below = match strategy {
                Strategy::Both => from_below,
                Strategy::Models => false,
                Strategy::Cores => true,
            };
            let conflicts = if strategy == Strategy::Both { length } else { u64::MAX };
            let turn = if from_below {
                below.turn(self, level, conflicts)?
            } else {
                above.turn(self, level, conflicts)?
            };
            match turn {
                Turn::Stop => return Ok(false),
                Turn::Done => break,
                Turn::Over if below.lower_bound() >= self.best_of(level) => break,
                Turn::Over => {}
            }
            if from_below != equal {
                length += length / 2;
            }
            from_below = !from_below;
        }
        above.retire(self.solver);
        let fixed: Vec<(i64, Lit)> = elements.iter().map(|&(w, lit)| (-w, lit)).collect();
        let best = self.best_of(level);
        self.solver.add_linear(&fixed, -best)?;
        Ok(true)
    }
}

/// Looking from above: a sum that must be smaller than that of the best model.
struct Above {
    guard: Lit,
    elements: Vec<(i64, Lit)>,
    sum: LinearId,
}

impl Above {
    fn new(solver: &mut Solver, elements: &[(i64, Lit)]) -> Result<Above, Overflow> {
        let guard = solver.new_var().lit();
        let total = normalize(elements, 0)?.total;
        let mut negated: Vec<(i64, Lit)> = elements.iter().map(|&(w, lit)| (-w, lit)).collect();
        negated.push((total.max(1), !guard));
        let sum = solver.add_raisable(&negated)?;
        Ok(Above { guard, elements: negated, sum })
    }

    fn turn(&mut self, task: &mut Task<'_>, level: usize, mut left: u64) -> Result<Turn, Overflow> {
        loop {
            let bound = task.best_of(level).checked_sub(1).ok_or(Overflow)?;
            task.solver.raise_bound(self.sum, &self.elements, -bound)?;
            let before = task.spent;
            match task.ask(&[self.guard], left) {
                Answer::Unsat => return Ok(Turn::Done),
                Answer::Sat => task.found()?,
                Answer::Unknown if task.out_of_limits() => return Ok(Turn::Stop),
                Answer::Unknown => return Ok(Turn::Over),
            }
            if task.stopped {
                return Ok(Turn::Stop);
            }
            left = left.saturating_sub(task.spent - before);
            if left == 0 {
                return Ok(Turn::Over);
            }
        }
    }

    fn retire(&mut self, solver: &mut Solver) {
        solver.add_clause(&[!self.guard]);
    }
}
