//! One search loop, and drivers on top of it.
//!
//! The loop propagates, picks a variable and a value, remembers the state and assumes the
//! value; on a conflict it goes back, erases the value, and goes on. Singles never cost a
//! state: propagation fixes them all in one batch.

pub(crate) mod branch;
mod candidates;
mod count;
mod dfs;
mod limits;
mod look;
mod optimise;
mod random;
mod rng;
mod root;

pub use candidates::{Candidates, candidates};
pub use count::{Count, count};
pub use dfs::{Search, SearchOptions, Stats};
pub use limits::{Limits, OnProgress, Progress, Stop};
pub use optimise::{Best, Goal, optimise};
pub use random::{Estimate, estimate, sample};
pub use rng::Rng;
pub use root::root_domains;

use crate::ids::VarId;

/// A value for every variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    /// By word of the slab, so that a variable's number is its place.
    values: Box<[i64]>,
}

impl Solution {
    /// Values by word of the slab.
    pub(crate) fn new(values: Vec<i64>) -> Self {
        Self { values: values.into() }
    }

    pub(crate) fn set(&mut self, var: VarId, value: i64) {
        self.values[var.index()] = value;
    }

    /// The value of a variable.
    pub fn value(&self, var: VarId) -> i64 {
        self.values[var.index()]
    }

    /// The values of several variables.
    pub fn values(&self, vars: &[VarId]) -> Vec<i64> {
        vars.iter().map(|&v| self.value(v)).collect()
    }
}
