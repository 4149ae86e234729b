//! What follows from the houses of a problem alone.
//!
//! It is the same for all puzzles of one grid, so each thread keeps what it found last: when
//! many puzzles are built, or one with fewer and fewer clues, it is derived once.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::{DeriveOptions, House, Overlaps, crossings, families, leftovers};
use crate::problem::{Posted, Problem};
use crate::search::Limits;

/// Houses, and what is derived from them.
pub(super) struct Layout {
    pub(super) houses: Vec<House>,
    pub(super) families: Vec<Vec<usize>>,
    pub(super) posted: Vec<Arc<Posted>>,
    /// Which derivations were made.
    made: [bool; 3],
}

thread_local! {
    static LAST: RefCell<Option<Rc<Layout>>> = const { RefCell::new(None) };
}

impl Layout {
    /// The layout of these houses, made now or known.
    pub(super) fn of(houses: Vec<House>, options: &DeriveOptions, limits: &Limits) -> Rc<Layout> {
        let made = [options.intersections, options.fuse, options.leftovers];
        let known = LAST.with_borrow(|last| last.clone());
        if let Some(known) = known.filter(|known| known.made == made && known.houses == houses) {
            return known;
        }
        let layout = Rc::new(Self::new(houses, made, limits));
        // What was left out in a hurry must not be missing later.
        if limits.check().is_ok() {
            LAST.with_borrow_mut(|last| *last = Some(layout.clone()));
        }
        layout
    }

    fn new(houses: Vec<House>, made: [bool; 3], limits: &Limits) -> Self {
        let [intersections, fuse, over] = made;
        let families = families(&houses);
        let overlaps = Overlaps::new(&houses);
        let mut out = Problem::new();
        if intersections {
            crossings::derive(&houses, &families, &overlaps, fuse, &mut out);
        }
        if over && limits.check().is_ok() {
            leftovers(&houses, &families, &overlaps, &mut out);
        }
        Self { houses, families, posted: out.into_posted(), made }
    }
}
