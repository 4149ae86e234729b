//! So many values of a line are larger than all before them, and larger than nothing.
//!
//! After each cell, and for each number of values seen so far, the heights that the largest can
//! have are the bits of a word: one pass forward, one back over those that lead to the end.
//! Complete, and without an automaton. If other constraints make all cells differ, the largest
//! of the first three is at least the third smallest value, and so on.

use crate::bits::low_bits;
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

/// The longest line.
pub(crate) const MAX_VISIBLE: usize = 16;

/// Heights after a number of cells, by how many were seen; none seen is a height of its own.
#[derive(Clone, Copy, Default)]
struct Heights {
    seen: [u64; MAX_VISIBLE + 1],
    none: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Visible {
    vars: Box<[VarId]>,
    count: usize,
    /// Bits of values that can be seen: above nothing.
    positive: u64,
    /// Heights that the largest of so many cells can have.
    heights: Box<[u64]>,
    /// Whether all cells differ by other constraints.
    differ: bool,
}

impl Visible {
    /// At most [`MAX_VISIBLE`] different variables whose masks start alike; `full` has all their
    /// bits, `positive` those that can be seen.
    pub(crate) fn new(
        vars: Vec<VarId>,
        count: usize,
        positive: u64,
        full: u64,
        differ: bool,
    ) -> Self {
        let enough = |cells: usize| {
            let high = |bit: &u32| (full & low_bits(bit + 1)).count_ones() as usize >= cells;
            (0..64).filter(high).fold(0u64, |m, bit| m | 1 << bit)
        };
        let heights = |i: usize| if differ { enough(i + 1) } else { u64::MAX };
        let heights = (0..vars.len()).map(heights).collect();
        Self { vars: vars.into(), count, positive, heights, differ }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let (n, count) = (self.vars.len(), self.count);
        let mut after = [Heights::default(); MAX_VISIBLE + 1];
        after[0].none = true;
        for (i, &var) in self.vars.iter().enumerate() {
            after[i + 1] = self.forward(i, &after[i], ctx.mask(var));
        }
        // From here on only what leads to the end.
        let mut end = Heights::default();
        match count {
            0 => end.none = after[n].none,
            _ => end.seen[count] = after[n].seen[count],
        }
        if !end.none && end.seen[count] == 0 {
            return Err(Conflict);
        }
        for (i, &var) in self.vars.iter().enumerate().rev() {
            let (before, used) = self.back(&after[i], &end, ctx.mask(var));
            ctx.keep(var, used)?;
            end = before;
        }
        Ok(Status::Fixpoint)
    }

    /// Heights that a hidden value of the mask leaves.
    fn hiding(&self, mask: u64) -> u64 {
        !low_bits(mask.trailing_zeros() + u32::from(self.differ))
    }

    fn forward(&self, i: usize, before: &Heights, mask: u64) -> Heights {
        let (visible, hiding) = (mask & self.positive, self.hiding(mask));
        let none = before.none && mask & !self.positive != 0;
        let mut after = Heights { none, ..Heights::default() };
        for seen in 1..=self.count.min(i + 1) {
            let first = seen == 1 && before.none;
            let taller = if first { u64::MAX } else { above(before.seen[seen - 1]) };
            let heights = before.seen[seen] & hiding | visible & taller;
            after.seen[seen] = heights & self.heights[i];
        }
        after
    }

    /// What of the heights before a cell leads to those behind it, and the values used.
    fn back(&self, before: &Heights, after: &Heights, mask: u64) -> (Heights, u64) {
        let (visible, hiding) = (mask & self.positive, self.hiding(mask));
        let (mut kept, mut used) = (Heights::default(), 0);
        if after.none && before.none {
            kept.none = true;
            used |= mask & !self.positive;
        }
        for seen in 1..=self.count {
            let heights = after.seen[seen];
            if heights == 0 {
                continue;
            }
            let hides = before.seen[seen] & heights & hiding;
            if hides != 0 {
                kept.seen[seen] |= hides;
                used |= mask & low_bits(64 - hides.leading_zeros() - u32::from(self.differ));
            }
            let stands = heights & visible;
            if seen == 1 && before.none && stands != 0 {
                kept.none = true;
                used |= stands;
            }
            let shorter = before.seen[seen - 1];
            let stands = stands & above(shorter);
            if stands != 0 {
                used |= stands;
                kept.seen[seen - 1] |= shorter & low_bits(63 - stands.leading_zeros());
            }
        }
        (kept, used)
    }

    /// All cells may have to differ.
    pub(crate) fn relies_on(&self, domains: &[u64]) -> Vec<(VarId, VarId)> {
        let mut pairs = Vec::new();
        for (i, &a) in self.vars.iter().enumerate().filter(|_| self.differ) {
            let meet = |&&b: &&VarId| domains[a.index()] & domains[b.index()] != 0;
            pairs.extend(self.vars[..i].iter().filter(meet).map(|&b| (a, b)));
        }
        pairs
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

/// Bits above the lowest; none if there is no lowest.
fn above(heights: u64) -> u64 {
    if heights == 0 { 0 } else { !low_bits(heights.trailing_zeros() + 1) }
}
