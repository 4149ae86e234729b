//! When to give up, how to be told to, and how to tell where one is.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The deadline passed.
    Time,
    /// The node limit was reached.
    Nodes,
    /// Somebody asked for it.
    Cancelled,
}

/// Where a search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Values assumed so far.
    pub nodes: u64,
    /// Solutions found so far.
    pub solutions: u64,
    /// The share of the search space that is done, from 0 to 1, if all branches were alike; 0 if
    /// it is not known.
    pub fraction: f64,
}

/// A function that hears of progress, from whichever thread has some.
pub type OnProgress = Arc<dyn Fn(Progress) + Send + Sync>;

/// Bounds on a search. The default has none.
#[derive(Clone, Default)]
pub struct Limits {
    /// Stop at this moment.
    pub deadline: Option<Instant>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop soon after this becomes true.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Called now and then.
    pub progress: Option<OnProgress>,
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("deadline", &self.deadline)
            .field("nodes", &self.nodes)
            .field("cancel", &self.cancel)
            .field("progress", &self.progress.is_some())
            .finish()
    }
}

impl Limits {
    /// The clock and the flag; looked at every few nodes.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.as_ref().is_some_and(|c| c.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// The same limits with fewer nodes allowed.
    pub(crate) fn with_nodes(&self, nodes: u64) -> Limits {
        Limits { nodes: Some(self.nodes.map_or(nodes, |n| n.min(nodes))), ..self.clone() }
    }
}

/// Progress of several searches that work on one question.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    nodes: AtomicU64,
    solutions: AtomicU64,
    /// The finished share in units of 2^-62.
    done: AtomicU64,
}

/// The whole in units of [`Meter::done`].
const WHOLE: f64 = (1u64 << 62) as f64;

impl Meter {
    pub(crate) fn add(&self, nodes: u64, solutions: u64, done: f64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.solutions.fetch_add(solutions, Ordering::Relaxed);
        self.done.fetch_add((done * WHOLE) as u64, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> Progress {
        Progress {
            nodes: self.nodes.load(Ordering::Relaxed),
            solutions: self.solutions.load(Ordering::Relaxed),
            fraction: (self.done.load(Ordering::Relaxed) as f64 / WHOLE).min(1.0),
        }
    }
}
