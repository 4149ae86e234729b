//! Values are numbers in the order of their first appearance.
//!
//! A value can be where the one before it can have been earlier. A value that is known to be
//! somewhere makes the one before it appear earlier: if that can be in one place only, it is
//! there. Value precedence (Law and Lee 2004, Walsh 2006); one pass up, one down.

use crate::bits::{is_single, low_bits};
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Numbered {
    vars: Box<[VarId]>,
    /// The bit of the first number.
    first: u32,
    /// The bit of the first number that is not pinned to a variable.
    free: u32,
}

impl Numbered {
    /// Small variables whose masks start at the same value.
    pub(crate) fn new(vars: Vec<VarId>, first: u32, pinned: u32) -> Self {
        Self { vars: vars.into(), first, free: first + pinned }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        // Where each number can first be, and where it is first known to be.
        let (mut earliest, mut known) = ([usize::MAX; 64], [usize::MAX; 64]);
        let mut next = self.free;
        let mut allowed = low_bits((next + 1).min(64)) & !low_bits(self.first);
        for (i, &var) in self.vars.iter().enumerate() {
            ctx.keep(var, allowed)?;
            let mask = ctx.mask(var);
            if next < 64 && mask >> next & 1 == 1 {
                earliest[next as usize] = i;
                next += 1;
                allowed = low_bits((next + 1).min(64)) & !low_bits(self.first);
            }
            if is_single(mask) {
                let place = &mut known[mask.trailing_zeros() as usize];
                *place = i.min(*place);
            }
        }
        // From the highest number down: the last place where each must have been by then.
        let mut by = usize::MAX;
        for bit in (self.free..next).rev() {
            by = by.min(known[bit as usize]);
            if by == usize::MAX {
                continue;
            }
            let from = earliest[bit as usize];
            let can = |&i: &usize| ctx.mask(self.vars[i]) >> bit & 1 == 1;
            let Some(last) = (from..=by).rev().find(can) else { return Err(Conflict) };
            if last == from {
                ctx.keep(self.vars[from], 1 << bit)?;
            }
            by = match last.checked_sub(1) {
                Some(before) => before,
                // The first place has the first number, and there is none before.
                None => break,
            };
        }
        Ok(Status::Again)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}
