//! One model after the other, without clauses that forbid the old ones.
//!
//! After a model the last decision is turned round, and search goes on below it: levels up
//! to the *floor* belong to the enumeration, and search neither jumps back nor restarts below it.
//! A conflict that concerns only levels up to the floor means that a level is exhausted, and
//! its decision is turned round in its turn. Memory stays constant whatever the number of models.
//!
//! With projection, the projected variables are decided before all others, so that turning
//! round the last projected decision passes over the models that differ elsewhere only.

use crate::core::Reason;
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::solver::{Answer, Solver};

impl Solver {
    /// Looks for the first of many models. With a projection, only one of the models that
    /// agree on these variables is wanted.
    pub fn first_model(
        &mut self,
        assumptions: &[Lit],
        projection: Option<&[Var]>,
        limits: &Limits,
    ) -> Answer {
        self.reset();
        self.search.heap.prefer_none();
        self.projected = projection.map(|vars| {
            let mut projected = vec![false; self.var_count()];
            for &var in vars {
                projected[var.index()] = true;
                self.search.heap.prefer(var);
            }
            projected
        });
        // A level of its own under all decisions: what enumeration turns round stays above it,
        // and nothing of it outlives the enumeration.
        let truth = self.new_var().lit();
        self.add_clause(&[truth]);
        let assumptions: Vec<Lit> = assumptions.iter().copied().chain([truth]).collect();
        self.solve(&assumptions, limits)
    }

    /// Looks for the next model after [`Answer::Sat`] from [`Solver::first_model`] or from here.
    pub fn next_model(&mut self, limits: &Limits) -> Answer {
        if self.floor == 0 {
            self.root = self.assumption_count();
            self.floor = self.root;
        }
        let mut level = self.search.level();
        if let Some(projected) = &self.projected {
            let wanted = |level: u32| {
                let decision = self.search.decision(level);
                decision
                    .is_some_and(|lit| projected.get(lit.var().index()).copied().unwrap_or(false))
            };
            while level > self.root && !wanted(level) {
                level -= 1;
            }
        }
        if self.flip(level) { self.run(limits) } else { Answer::Unsat }
    }

    /// Goes on after [`Answer::Unknown`] from [`Solver::first_model`], [`Solver::next_model`] or
    /// from here, where it stopped. [`Solver::next_model`] would take the place it stopped at for
    /// a model, and lose what is below.
    pub fn go_on(&mut self, limits: &Limits) -> Answer {
        self.run(limits)
    }

    /// At a model: whether it is clear without further search that none is left.
    pub fn is_last(&self) -> bool {
        let root = if self.floor == 0 { self.assumption_count() } else { self.root };
        let open = |level: u32| match (&self.projected, self.search.decision(level)) {
            (Some(projected), Some(lit)) => {
                projected.get(lit.var().index()).copied().unwrap_or(false)
            }
            _ => true,
        };
        !(root + 1..=self.search.level()).any(open)
    }

    /// Everything below the decision of a level is done: on to its other value. False if
    /// there is nothing left.
    pub(crate) fn flip(&mut self, level: u32) -> bool {
        if level <= self.root {
            self.reset();
            return false;
        }
        let decision = self.search.decision(level).expect("levels above the root have decisions");
        self.undo(level - 1);
        self.floor = level - 1;
        if self.search.is_open(decision) {
            self.search.enqueue(!decision, Reason::Flipped);
            return true;
        }
        // A late implication gave it a value: its other value if that is what follows.
        self.search.is_false(decision) || self.flip(level - 1)
    }
}
