//! When to give up: a clock, a number of conflicts, a flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What ends a search early. The answer is then `Unknown`.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most conflicts in one search.
    pub conflicts: Option<u64>,
    /// The moment to stop at.
    pub deadline: Option<Instant>,
    /// Stops the search when somebody sets it.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Search until there is an answer.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// The same clock and flag with another number of conflicts.
    pub fn with_conflicts(&self, conflicts: u64) -> Limits {
        let conflicts = Some(self.conflicts.map_or(conflicts, |most| most.min(conflicts)));
        Limits { conflicts, ..self.clone() }
    }

    /// Whether the clock or the flag says stop. Reads the clock: not for every step.
    pub fn expired(&self) -> bool {
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
