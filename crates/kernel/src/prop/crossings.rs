//! A block of crossing houses: each pair uses the same values outside its crossing.
//!
//! The union of each segment is taken once, and all pairs are compared from these: a band
//! of three rows and three boxes costs little more than one crossing alone. As strong as
//! [`super::SameSet`] on each pair, and like it woken by fixed cells only.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

/// The most segments a block may have.
pub(crate) const MAX_SEGMENTS: usize = 32;

#[derive(Clone, Debug)]
pub(crate) struct Crossings {
    /// The cells, segment after segment.
    cells: Box<[VarId]>,
    /// Cells in a segment.
    width: usize,
    /// Segments on the two sides of each pair, one side after the other.
    pairs: Box<[u8]>,
    /// Segments on one side.
    side: usize,
}

impl Crossings {
    /// All segments are of one length and all sides of one size, or there is none.
    pub(crate) fn new(segments: &[Vec<VarId>], same: &[(Vec<usize>, Vec<usize>)]) -> Option<Self> {
        let width = segments.first()?.len();
        let side = same.first()?.0.len();
        let even = segments.iter().all(|s| s.len() == width)
            && same.iter().all(|(a, b)| a.len() == side && b.len() == side);
        if !even || width == 0 || side == 0 || segments.len() > MAX_SEGMENTS {
            return None;
        }
        let pairs = same.iter().flat_map(|(a, b)| a.iter().chain(b)).map(|&s| s as u8).collect();
        Some(Self { cells: segments.concat().into(), width, pairs, side })
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        // Loops of known length for the bands of a 9 x 9 and a 16 x 16 grid.
        match (self.width, self.side) {
            (3, 2) => self.run::<L, 3, 2>(ctx),
            (4, 3) => self.run::<L, 4, 3>(ctx),
            _ => self.run::<L, 0, 0>(ctx),
        }
    }

    /// With the width and the sides as constants, or as 0 if they are others.
    #[inline(always)]
    fn run<L: Log, const WIDTH: usize, const SIDE: usize>(
        &self,
        ctx: &mut Ctx<'_, L>,
    ) -> Result<Status, Conflict> {
        let width = if WIDTH == 0 { self.width } else { WIDTH };
        let side = if SIDE == 0 { self.side } else { SIDE };
        let mut unions = [0u64; MAX_SEGMENTS];
        let slab = &ctx.state.slab[..];
        for (union, cells) in unions.iter_mut().zip(self.cells.chunks_exact(width)) {
            *union = cells.iter().fold(0, |m, v| m | slab[v.index()]);
        }
        let mut status = Status::Fixpoint;
        for pair in self.pairs.chunks_exact(2 * side) {
            let (left, right) = pair.split_at(side);
            let of =
                |side: &[u8]| side.iter().fold(0, |m, &s| m | unions[s as usize % MAX_SEGMENTS]);
            let (a, b) = (of(left), of(right));
            if a == b {
                continue;
            }
            let both = a & b;
            for &s in pair {
                let s = usize::from(s);
                if unions[s] & !both != 0 {
                    unions[s] &= both;
                    for &var in &self.cells[s * width..(s + 1) * width] {
                        ctx.keep(var, both)?;
                    }
                }
            }
            // A segment that shrank may tell another pair something.
            status = Status::Again;
        }
        Ok(status)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.cells.iter().for_each(|&v| watch(v, Event::Fixed));
    }
}
