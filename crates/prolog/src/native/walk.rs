//! Walking all parts of a term without recursion.
//!
//! Depth first, left to right. Terms that contain themselves end: after many compounds the walk
//! remembers which ones it has seen and does not enter them again.

use crate::{cell::Cell, hash::FastMap, heap::Heap};

/// The parts of a term still to be visited.
pub struct Walk {
    pending: Vec<(usize, usize)>,
    start: Option<Cell>,
    steps: usize,
    seen: FastMap<usize, ()>,
    /// Compounds that are entered before remembering them starts, for each cell of the heap.
    free: usize,
}

impl Walk {
    /// A walk over a term.
    pub fn new(term: Cell) -> Walk {
        Walk { pending: Vec::new(), start: Some(term), steps: 0, seen: FastMap::default(), free: 1 }
    }

    /// Enters shared parts each time they are met, as long as that is affordable.
    pub fn with_repeats(mut self) -> Walk {
        self.free = 4;
        self
    }

    /// The next part, dereferenced; its own parts follow it.
    #[inline]
    pub fn next(&mut self, heap: &Heap) -> Option<Cell> {
        let cell = match self.start.take() {
            Some(cell) => heap.deref(cell),
            None => {
                let (index, count) = self.pending.pop()?;
                if count > 1 {
                    self.pending.push((index + 1, count - 1));
                }
                heap.at(index)
            }
        };
        if let Some(compound) = heap.compound(cell) {
            self.steps += 1;
            let enter = self.steps <= self.free * heap.top()
                || self.seen.insert(cell.index(), ()).is_none();
            if enter && compound.arity > 0 {
                self.pending.push((compound.first, compound.arity));
            }
        }
        Some(cell)
    }
}
