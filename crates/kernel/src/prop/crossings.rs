//! A block of crossing houses: each pair uses the same values outside its crossing.
//!
//! The union of each segment is taken once, and all pairs are compared from these: a band
//! of three rows and three boxes costs little more than one crossing alone. As strong as
//! [`super::SameSet`] on each pair, and like it woken by fixed cells only.

use crate::bits::low_bits;
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
    /// Segments on the two sides of each pair, one side after the other; of a square, nothing.
    pairs: Box<[u8]>,
    /// Segments on one side.
    side: usize,
    /// Whether the segments are a square of lines and shapes with every rest of a line against
    /// every rest of a shape, narrow enough for a line to be one word.
    square: bool,
}

/// Bits of a segment when the segments of a line share a word.
const LANE: u32 = 16;

impl Crossings {
    /// All segments are of one length and all sides of one size, or there is none.
    /// No variable has a value beyond the lowest `values` bits of its mask.
    pub(crate) fn new(
        segments: &[Vec<VarId>],
        same: &[(Vec<usize>, Vec<usize>)],
        values: u32,
    ) -> Option<Self> {
        let width = segments.first()?.len();
        let side = same.first()?.0.len();
        let even = segments.iter().all(|s| s.len() == width)
            && same.iter().all(|(a, b)| a.len() == side && b.len() == side);
        if !even || width == 0 || side == 0 || segments.len() > MAX_SEGMENTS {
            return None;
        }
        let square = values <= LANE && side < 4 && is_square(segments.len(), side + 1, same);
        let listed = if square { &[] } else { same };
        let pairs = listed.iter().flat_map(|(a, b)| a.iter().chain(b)).map(|&s| s as u8).collect();
        Some(Self { cells: segments.concat().into(), width, pairs, side, square })
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        // Loops of known length for the bands of common grids.
        match (self.square, self.side + 1, self.width) {
            (true, 3, 3) => self.run_square::<L, 3, 3>(ctx),
            (true, 4, 4) => self.run_square::<L, 4, 4>(ctx),
            (true, 2, _) => self.run_square::<L, 2, 0>(ctx),
            (true, 3, _) => self.run_square::<L, 3, 0>(ctx),
            (true, 4, _) => self.run_square::<L, 4, 0>(ctx),
            _ => self.run_any(ctx),
        }
    }

    /// `N` lines and shapes, a line in one word: all crossings of a line are compared at once,
    /// and what follows from what follows is found before any cell is written. The width is a
    /// constant, or 0 if it is another.
    #[inline(always)]
    fn run_square<L: Log, const N: usize, const WIDTH: usize>(
        &self,
        ctx: &mut Ctx<'_, L>,
    ) -> Result<Status, Conflict> {
        let width = if WIDTH == 0 { self.width } else { WIDTH };
        let slab = &ctx.state.slab[..];
        let mut lines = [0u64; N];
        for (line, cells) in lines.iter_mut().zip(self.cells.chunks_exact(N * width)) {
            // From the last segment on, so that each moves up for the next.
            for segment in (0..N).rev() {
                let mut union = 0;
                for cell in 0..width {
                    union |= slab[cells[segment * width + cell].index()];
                }
                *line = *line << LANE | union;
            }
        }
        let before = lines;
        while narrow(&mut lines) {}
        if lines == before {
            return Ok(Status::Fixpoint);
        }
        for (at, cells) in self.cells.chunks_exact(width).take(N * N).enumerate() {
            let lane = LANE * (at % N) as u32;
            let (old, new) = (before[at / N] >> lane, lines[at / N] >> lane);
            if (old ^ new) & low_bits(LANE) != 0 {
                for &var in cells {
                    ctx.keep(var, new & low_bits(LANE))?;
                }
            }
        }
        Ok(Status::Fixpoint)
    }

    #[inline(never)]
    fn run_any<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut unions = [0u64; MAX_SEGMENTS];
        let slab = &ctx.state.slab[..];
        for (union, cells) in unions.iter_mut().zip(self.cells.chunks_exact(self.width)) {
            *union = cells.iter().fold(0, |m, v| m | slab[v.index()]);
        }
        let mut status = Status::Fixpoint;
        for pair in self.pairs.chunks_exact(2 * self.side) {
            let (left, right) = pair.split_at(self.side);
            let of = |side: &[u8]| side.iter().fold(0, |m, &s| m | unions[usize::from(s)]);
            let (a, b) = (of(left), of(right));
            if a == b {
                continue;
            }
            let both = a & b;
            for &s in pair {
                let s = usize::from(s);
                if unions[s] & !both != 0 {
                    unions[s] &= both;
                    for &var in &self.cells[s * self.width..(s + 1) * self.width] {
                        ctx.keep(var, both)?;
                    }
                }
            }
            // A segment that shrank may tell another pair something.
            status = Status::Again;
        }
        Ok(status)
    }

    /// Each as often as it is in a segment.
    pub(crate) fn vars(&self) -> &[VarId] {
        &self.cells
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.cells.iter().for_each(|&v| watch(v, Event::Fixed));
    }
}

/// Whether the pairs are those of `n` lines and `n` shapes, the segments line after line.
fn is_square(segments: usize, n: usize, same: &[(Vec<usize>, Vec<usize>)]) -> bool {
    // All numbers but one follow each other, but for the gap.
    let but = |one: usize, at: usize| at + usize::from(at >= one);
    let all = |i: usize, j: usize, (line, shape): &(Vec<usize>, Vec<usize>)| {
        line.len() == n - 1
            && shape.len() == n - 1
            && line.iter().enumerate().all(|(at, &s)| s == i * n + but(j, at))
            && shape.iter().enumerate().all(|(at, &s)| s == but(i, at) * n + j)
    };
    segments == n * n
        && same.len() == n * n
        && same.iter().enumerate().all(|(at, pair)| all(at / n, at % n, pair))
}

/// Takes from each segment what line and shape do not both have outside some crossing; false
/// if there is nothing to take.
#[inline(always)]
fn narrow<const N: usize>(lines: &mut [u64; N]) -> bool {
    let all = low_bits(LANE * N as u32);
    // Lane `j` of the result is lane `j + by` of the line.
    let turned = |line: u64, by: usize| {
        let by = LANE * by as u32;
        (line >> by | line << (LANE * N as u32 - by)) & all
    };
    let mut both = [0u64; N];
    for (i, both) in both.iter_mut().enumerate() {
        let (mut line, mut shape) = (0, 0);
        for by in 1..N {
            line |= turned(lines[i], by);
            shape |= lines[(i + by) % N];
        }
        *both = line & shape;
    }
    let mut gone = 0;
    for i in 0..N {
        let mut kept = all;
        for by in 1..N {
            kept &= turned(both[i], by) & both[(i + by) % N];
        }
        gone |= lines[i] & !kept;
        lines[i] &= kept;
    }
    gone != 0
}
