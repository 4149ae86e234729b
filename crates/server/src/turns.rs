//! Whose turn it is: places for processes, so that long questions do not hold up short ones.
//!
//! Reading and drawing have places of their own. Any other question starts among the short ones,
//! and goes on among the long ones when it turns out to be long; if there is no place it is halted
//! until there is one. What is known to be long starts there.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

/// A question waits so long for its turn.
const PATIENCE: Duration = Duration::from_secs(120);
/// Who waits longer than this is told.
const TELL: Duration = Duration::from_millis(400);
/// Places for reading and drawing.
const QUICK: usize = 2;

/// The sorts of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Milliseconds.
    Quick,
    /// Mostly seconds.
    Short,
    /// Perhaps for ever.
    Long,
}

/// The places.
pub(crate) struct Turns {
    quick: Semaphore,
    short: Semaphore,
    long: Semaphore,
    halted: Semaphore,
}

/// A place, until it is dropped.
pub(crate) struct Turn<'a> {
    pub(crate) lane: Lane,
    _place: SemaphorePermit<'a>,
}

impl Turns {
    /// Half of so many workers for long questions, the others for short ones.
    pub(crate) fn new(workers: usize) -> Turns {
        let long = (workers / 2).max(1);
        Turns {
            quick: Semaphore::new(QUICK),
            short: Semaphore::new(workers.saturating_sub(long).max(1)),
            long: Semaphore::new(long),
            halted: Semaphore::new(workers.max(1)),
        }
    }

    fn places(&self, lane: Lane) -> &Semaphore {
        match lane {
            Lane::Quick => &self.quick,
            Lane::Short => &self.short,
            Lane::Long => &self.long,
        }
    }

    /// A place if one is free.
    pub(crate) fn now(&self, lane: Lane) -> Option<Turn<'_>> {
        self.places(lane).try_acquire().ok().map(|_place| Turn { lane, _place })
    }

    /// Waits for a place, in the order of those who came; none if it takes too long. `tell` is
    /// called if it takes some time.
    pub(crate) async fn wait(&self, lane: Lane, tell: impl FnOnce()) -> Option<Turn<'_>> {
        let place = self.places(lane).acquire();
        tokio::pin!(place);
        let place = match timeout(TELL, &mut place).await {
            Ok(place) => place,
            Err(_) => {
                tell();
                timeout(PATIENCE, place).await.ok()?
            }
        };
        place.ok().map(|_place| Turn { lane, _place })
    }

    /// A place among those that were begun and do not run now, if there is one.
    pub(crate) fn halt(&self) -> Option<SemaphorePermit<'_>> {
        self.halted.try_acquire().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_questions_leave_places_for_short_ones() {
        for workers in [1, 2, 4, 5] {
            let turns = Turns::new(workers);
            let long: Vec<_> = std::iter::from_fn(|| turns.now(Lane::Long)).collect();
            let short: Vec<_> = std::iter::from_fn(|| turns.now(Lane::Short)).collect();
            assert!(turns.now(Lane::Quick).is_some(), "{workers}");
            assert!(!long.is_empty() && !short.is_empty(), "{workers}");
            assert_eq!(long.len() + short.len(), workers.max(2));
        }
    }
}
