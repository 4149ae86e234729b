//! Propagation over unbounded domains ends: each end of a domain, and the distance between its
//! finite extremes, may wake others once per posted constraint. A new constraint resets this for
//! its variables. Bounded domains are free of it.

use crate::bound::Bound;
use crate::domain::Domain;

/// What moved since the last post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Moves {
    /// The domain was bounded at its last change: nothing else matters.
    bounded: bool,
    left: bool,
    right: bool,
    spread: bool,
}

impl Moves {
    pub(super) fn is_fresh(self) -> bool {
        self == Moves::default()
    }

    /// The state after a change, and whether the change must stay silent.
    #[inline]
    pub(super) fn after(self, old: &Domain, new: &Domain) -> (Moves, bool) {
        if self.bounded || new.is_finite() {
            return (Moves { bounded: true, ..Moves::default() }, false);
        }
        let left = self.left || new.min() != old.min();
        let right = self.right || new.max() != old.max();
        let (before, now) = (spread(old), spread(new));
        let spread = match now.cmp(&before) {
            std::cmp::Ordering::Equal => self.spread,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
        };
        let quiet = (right && self.right) || (left && self.left) || (spread && self.spread);
        (Moves { bounded: false, left, right, spread }, quiet)
    }
}

/// The distance between the smallest and the largest number that the domain mentions.
fn spread(dom: &Domain) -> Bound {
    let list = dom.intervals();
    let (Some(first), Some(last)) = (list.first(), list.last()) else { return Bound::from(0) };
    let smallest = if first.0 == Bound::Inf { &first.1 } else { &first.0 };
    let largest = if last.1 == Bound::Sup { &last.0 } else { &last.1 };
    largest.sub(smallest)
}
