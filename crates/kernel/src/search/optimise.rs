//! The solution with the largest or smallest value of a variable, by branch and bound.

use crate::ids::VarId;
use crate::model::Model;
use crate::search::Solution;
use crate::search::branch::Choice;
use crate::search::dfs::{Search, SearchOptions, Stats};
use crate::search::limits::{Limits, Stop};

/// Which end is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The largest value.
    Maximise,
    /// The smallest value.
    Minimise,
}

/// The best solution found.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The solution, if there is any.
    pub solution: Option<Solution>,
    /// Whether it is proved that none is better (or that there is none).
    pub proved: bool,
    /// Why not, if not.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// Searches for the best value of `objective`; each solution must beat the one before.
pub fn optimise(model: &Model, objective: VarId, goal: Goal, limits: &Limits) -> Best {
    let options = SearchOptions { limits: limits.clone(), ..Default::default() };
    let mut search = Search::new(model, options);
    let mut best = None;
    let stopped = loop {
        match search.next_solution() {
            Err(stop) => break Some(stop),
            Ok(None) => break None,
            Ok(Some(solution)) => {
                search.set_bound(beyond(objective, goal, solution.value(objective)));
                best = Some(solution);
            }
        }
    };
    Best { solution: best, proved: stopped.is_none(), stopped, stats: search.stats() }
}

/// The choice whose far side is everything better than `value`.
fn beyond(objective: VarId, goal: Goal, value: i64) -> Choice {
    match goal {
        Goal::Maximise => Choice::AtMost(objective, value),
        Goal::Minimise => Choice::AtLeast(objective, value),
    }
}
