//! Some variables all differ, unless another one is among some values.
//!
//! While that is open they are only asked whether they still can: by taking the values of fixed ones from
//! the others. So nothing is heard but which of them are fixed, and whether the other one is among its
//! values, or cannot be.

use crate::bits::is_single;
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

/// The most variables that may have to differ.
pub(crate) const MAX_UNLESS: usize = 9;

#[derive(Clone, Debug)]
pub(crate) struct Unless {
    var: VarId,
    /// Its values, as bits.
    values: u64,
    differ: Box<[VarId]>,
}

impl Unless {
    /// All small, those that differ at most [`MAX_UNLESS`], each once and with masks that start alike.
    pub(crate) fn new(var: VarId, values: u64, differ: Vec<VarId>) -> Self {
        Self { var, values, differ: differ.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mask = ctx.mask(self.var);
        if mask & !self.values == 0 {
            return Ok(Status::Fixpoint);
        }
        let mut masks = [0u64; MAX_UNLESS];
        let masks = &mut masks[..self.differ.len()];
        masks.iter_mut().zip(&self.differ).for_each(|(mask, &var)| *mask = ctx.mask(var));
        let can_differ = apart(masks);
        if mask & self.values != 0 {
            if !can_differ {
                ctx.keep(self.var, self.values)?;
            }
            return Ok(Status::Fixpoint);
        }
        if !can_differ {
            return Err(Conflict);
        }
        for (&mask, &var) in masks.iter().zip(&self.differ) {
            ctx.keep(var, mask)?;
        }
        Ok(Status::Fixpoint)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        watch(self.var, Event::Side(self.values));
        self.differ.iter().for_each(|&var| watch(var, Event::Fixed));
    }
}

/// Takes the value of each that has only one from the others, and so on; false if one has none left.
fn apart(masks: &mut [u64]) -> bool {
    let mut done = 0u64;
    loop {
        let (mut single, mut twice) = (0, 0);
        for &mask in &*masks {
            let own = if is_single(mask) { mask } else { 0 };
            twice |= single & own;
            single |= own;
        }
        if twice != 0 {
            return false;
        }
        if single == done {
            return true;
        }
        done = single;
        for mask in &mut *masks {
            if !is_single(*mask) {
                *mask &= !single;
                if *mask == 0 {
                    return false;
                }
            }
        }
    }
}
