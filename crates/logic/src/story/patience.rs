//! How far to look for a step: less and less far as a puzzle takes more and more contradictions.
//!
//! Whoever has read thirty of them does not care whether the next one has a line more than need be,
//! but wants to see the end. What is counted are steps, never time, so a puzzle is told in the same
//! way on any machine.

use crate::found::Refuted;

/// Contradictions that are looked for with all patience.
const FULL: usize = 30;
/// How many such contradictions one with cases counts for, one with many, and one with very many.
const CASES: usize = 2;
const MANY: usize = 10;
const VERY_MANY: usize = 30;
/// Ends of cases that are many, and very many.
const ENDS: usize = 6;
const MANY_ENDS: usize = 40;

/// What a story has asked of its reader so far.
#[derive(Default)]
pub(super) struct Patience {
    spent: usize,
}

impl Patience {
    /// As much of something as there is patience for, but no less than this.
    pub(super) fn of(&self, full: usize, least: usize) -> usize {
        (full * FULL / self.spent.max(FULL)).max(least)
    }

    /// Whether there is less than half of it left.
    pub(super) fn is_short(&self) -> bool {
        self.spent > 2 * FULL
    }

    /// Whether it is long gone, and all that matters is to come to the end.
    pub(super) fn is_gone(&self) -> bool {
        self.spent > 8 * FULL
    }

    /// A contradiction more, told in this way; none if only a search finds it.
    pub(super) fn spend(&mut self, told: Option<&Refuted>) {
        self.spent += match told.map(Refuted::ends) {
            Some(..=1) => 1,
            Some(..=ENDS) => CASES,
            Some(..=MANY_ENDS) => MANY,
            _ => VERY_MANY,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Mark;

    #[test]
    fn patience_shrinks_with_contradictions() {
        let (mut patience, told) = (Patience::default(), Refuted::of(Mark { cell: 0, digit: 0 }));
        (0..FULL).for_each(|_| patience.spend(Some(&told)));
        assert_eq!(patience.of(60, 12), 60);
        (0..FULL).for_each(|_| patience.spend(Some(&told)));
        assert_eq!(patience.of(60, 12), 30);
        (0..10).for_each(|_| patience.spend(None));
        assert_eq!(patience.of(60, 12), 12);
    }
}
