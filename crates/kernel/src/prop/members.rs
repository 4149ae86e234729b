//! A house whose cells are not known: the variables that choose it differ.
//!
//! A member is sure if its choice can be nothing else. A digit that a sure member has goes from
//! the other sure ones, and an open member that could only repeat such a digit chooses something
//! else. If the house must hold some digits, one that a single place can take is there. Costs
//! a pass over the members for each round.

use crate::bits::{Ones, is_single};
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Members {
    /// Choice and digit of each member.
    pairs: Box<[(VarId, VarId)]>,
    /// The house, as a bit of the choices' masks.
    house: u64,
    /// Digits that it must hold, as bits of the digits' masks.
    all: u64,
}

impl Members {
    pub(crate) fn new(pairs: Vec<(VarId, VarId)>, house: u64, all: u64) -> Self {
        Self { pairs: pairs.into(), house, all }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        // Who can be a member: mostly few, and all else is about them.
        let mut can = std::mem::take(&mut ctx.state.scratch.words);
        can.clear();
        let mut used = 0u64;
        let mut clash = false;
        for (i, &(choice, digit)) in self.pairs.iter().enumerate() {
            let chooses = ctx.mask(choice);
            if chooses & self.house == 0 {
                continue;
            }
            can.push(i as u64);
            let mask = ctx.mask(digit);
            if chooses == self.house && is_single(mask) {
                clash |= used & mask != 0;
                used |= mask;
            }
        }
        let result = if clash { Err(Conflict) } else { self.among(ctx, &can, used) };
        ctx.state.scratch.words = can;
        result.map(|()| Status::Again)
    }

    /// The same for those who can be members, when some digits are used.
    fn among<L: Log>(&self, ctx: &mut Ctx<'_, L>, can: &[u64], used: u64) -> Outcome {
        let pairs = || can.iter().map(|&i| self.pairs[i as usize]);
        // Once and twice: where each digit can be.
        let (mut once, mut twice) = (0u64, 0u64);
        for (choice, digit) in pairs() {
            let (mask, sure) = (ctx.mask(digit), ctx.mask(choice) == self.house);
            if sure && !is_single(mask) {
                ctx.erase(digit, used)?;
            } else if !sure && mask & !used == 0 {
                ctx.erase(choice, self.house)?;
                continue;
            }
            let mask = ctx.mask(digit);
            twice |= once & mask;
            once |= mask;
        }
        if self.all & !once != 0 {
            return Err(Conflict);
        }
        for bit in Ones(self.all & !twice & !used) {
            let fits = |&(choice, digit): &(VarId, VarId)| {
                ctx.mask(choice) & self.house != 0 && ctx.mask(digit) >> bit & 1 == 1
            };
            let Some((choice, digit)) = pairs().find(fits) else {
                return Err(Conflict);
            };
            ctx.keep(choice, self.house)?;
            ctx.keep(digit, 1 << bit)?;
        }
        Ok(())
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        for &(choice, digit) in &self.pairs {
            watch(choice, Event::Side(self.house));
            watch(digit, Event::Any);
        }
    }
}
