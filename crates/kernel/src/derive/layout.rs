//! What follows from the houses of a problem alone.
//!
//! It is the same for all puzzles of one grid, so each thread keeps what it found last, and a
//! ground what it is asked for: when many puzzles are built, or one with fewer and fewer clues, it
//! is derived once.

use std::cell::RefCell;
use std::sync::Arc;

use super::{DeriveOptions, House, Overlaps, crossings, families, house_among, houses, leftovers};
use crate::problem::{Posted, Problem};
use crate::search::Limits;

/// Houses, and what is derived from them.
pub(crate) struct Layout {
    pub(super) houses: Vec<House>,
    pub(super) families: Vec<Vec<usize>>,
    pub(crate) posted: Vec<Arc<Posted>>,
    /// Which derivations were made.
    made: [bool; 3],
}

/// So many layouts are kept.
const KEPT: usize = 8;

thread_local! {
    /// Those that were asked for last come first.
    static KNOWN: RefCell<Vec<Arc<Layout>>> = const { RefCell::new(Vec::new()) };
}

impl Layout {
    /// The layout of these houses, made now or known.
    pub(super) fn of(houses: Vec<House>, options: &DeriveOptions, limits: &Limits) -> Arc<Layout> {
        let made = made(options);
        let fits = |known: &Arc<Layout>| known.made == made && known.houses == houses;
        let known = KNOWN.with_borrow_mut(|all| {
            let at = all.iter().position(fits)?;
            all[..=at].rotate_right(1);
            all.first().cloned()
        });
        if let Some(known) = known {
            return known;
        }
        let layout = Arc::new(Self::new(houses, made, limits));
        // What was left out in a hurry must not be missing later.
        if limits.check().is_ok() {
            KNOWN.with_borrow_mut(|all| {
                all.truncate(KEPT - 1);
                all.insert(0, layout.clone());
            });
        }
        layout
    }

    /// All that follows from the houses of a problem.
    pub(crate) fn whole(problem: &Problem) -> Layout {
        let options = DeriveOptions::default();
        Self::new(houses(problem), made(&options), &Limits::default())
    }

    /// The layout of a problem that has no houses but those of its ground, if that is known.
    pub(super) fn of_ground(problem: &Problem, options: &DeriveOptions) -> Option<Arc<Layout>> {
        let ground =
            problem.ground().filter(|_| made(options) == made(&DeriveOptions::default()))?;
        let others = &problem.posted()[ground.problem().posted().len()..];
        let other = others.iter().any(|posted| house_among(problem, posted).is_some());
        (!other && !ground.layout().houses.is_empty()).then(|| ground.layout().clone())
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

/// The derivations that are made from houses alone.
fn made(options: &DeriveOptions) -> [bool; 3] {
    [options.intersections, options.fuse, options.leftovers]
}
