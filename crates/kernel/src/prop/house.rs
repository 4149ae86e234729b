//! A house: as many variables as values, each value exactly once.
//!
//! Finds hidden singles: two accumulators tell in one pass which values have one place
//! only. That fixed cells exclude their value elsewhere is the engine's own business.

use std::sync::Arc;

use crate::bits::is_single;
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct House {
    vars: Arc<[VarId]>,
    /// All values of the house.
    full: u64,
    /// A word of the slab that holds the values with exactly two places: what the search
    /// likes to try. Kept here because this is where it costs next to nothing.
    pairs: usize,
}

impl House {
    pub(crate) fn new(vars: Arc<[VarId]>, full: u64, pairs: usize) -> Self {
        debug_assert_eq!(vars.len(), full.count_ones() as usize);
        Self { vars, full, pairs }
    }

    /// The same with its word so much further on.
    pub(crate) fn moved(&self, by: usize) -> Self {
        Self { vars: self.vars.clone(), full: self.full, pairs: self.pairs + by }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let slab = &ctx.state.slab[..];
        // A loop of known length for the most common grid.
        let Seen { once, twice, thrice, fixed } = match self.vars.first_chunk::<9>() {
            Some(nine) if self.vars.len() == 9 => look(slab, nine),
            _ => look(slab, &self.vars),
        };
        if once != self.full {
            return Err(Conflict);
        }
        ctx.put_lane(self.pairs, twice & !thrice);
        let hidden = once & !twice & !fixed;
        if hidden == 0 {
            return Ok(Status::Fixpoint);
        }
        let (mut left, mut lost) = (hidden, 0);
        for &var in &*self.vars {
            let here = ctx.mask(var) & left;
            if here != 0 {
                if !is_single(here) {
                    return Err(Conflict);
                }
                lost |= ctx.mask(var) ^ here;
                ctx.keep(var, here)?;
                left ^= here;
                if left == 0 {
                    break;
                }
            }
        }
        // What such a cell gave up may have one place left, and nobody else would tell: the
        // value it keeps is in no other cell here, so excluding it changes nothing.
        Ok(if lost & twice == 0 { Status::Fixpoint } else { Status::Again })
    }

    pub(crate) fn vars(&self) -> &[VarId] {
        &self.vars
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

/// The values that occur at least so often among some cells, and those of fixed cells.
struct Seen {
    once: u64,
    twice: u64,
    thrice: u64,
    fixed: u64,
}

#[inline(always)]
fn look(slab: &[u64], vars: &[VarId]) -> Seen {
    let (mut once, mut twice, mut thrice, mut fixed) = (0u64, 0u64, 0u64, 0u64);
    for &var in vars {
        let mask = slab[var.index()];
        thrice |= twice & mask;
        twice |= once & mask;
        once |= mask;
        // No mask is empty here, or there would have been a conflict.
        fixed |= if mask & mask.wrapping_sub(1) == 0 { mask } else { 0 };
    }
    Seen { once, twice, thrice, fixed }
}
