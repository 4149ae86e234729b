//! Each of some groups of values has one among the variables.
//!
//! Which groups have been met so far is a set of groups, and all sets that the first variables
//! can reach are the bits of one word; the same from the end tells what each variable can be.
//! A group of which one value is left requires it: whoever sees all its places cannot have it.

use crate::bits::is_single;
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::{Event, relies_on_places};

/// The most groups: their sets are the bits of a word.
pub(crate) const MAX_GROUPS: usize = 6;
/// The most variables.
pub(crate) const MAX_COVER: usize = 16;

/// For each group, the sets that have it.
const WITH: [u64; MAX_GROUPS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

#[derive(Clone, Debug)]
pub(crate) struct Cover {
    vars: Box<[VarId]>,
    /// Disjoint masks.
    groups: Box<[u64]>,
    /// Values of no group.
    others: u64,
    /// Whether it may take values from variables outside that see all their places.
    outside: bool,
}

impl Cover {
    pub(crate) fn new(vars: Vec<VarId>, groups: Vec<u64>, outside: bool) -> Self {
        let others = !groups.iter().fold(0, |all, group| all | group);
        Self { vars: vars.into(), groups: groups.into(), others, outside }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let n = self.vars.len();
        let mut reached = [0u64; MAX_COVER + 1];
        reached[0] = 1;
        for (i, &var) in self.vars.iter().enumerate() {
            let (mask, before) = (ctx.mask(var), reached[i]);
            let mut after = if mask & self.others != 0 { before } else { 0 };
            for ((g, group), with) in self.groups.iter().enumerate().zip(WITH) {
                if mask & group != 0 {
                    after |= before & with | (before & !with) << (1 << g);
                }
            }
            reached[i + 1] = after;
        }
        let mut wanted = 1u64 << ((1 << self.groups.len()) - 1);
        if reached[n] & wanted == 0 {
            return Err(Conflict);
        }
        let mut union = 0;
        for (i, &var) in self.vars.iter().enumerate().rev() {
            let mask = ctx.mask(var);
            let (mut keep, mut before) = (0, 0);
            if mask & self.others != 0 && wanted & reached[i] != 0 {
                keep = self.others;
                before = wanted & reached[i];
            }
            for ((g, group), with) in self.groups.iter().enumerate().zip(WITH) {
                let met = wanted & with;
                let from = (met | met >> (1 << g)) & reached[i];
                if mask & group != 0 && from != 0 {
                    keep |= group;
                    before |= from;
                }
            }
            ctx.keep(var, keep)?;
            union |= mask & keep;
            wanted = before;
        }
        if self.outside {
            for &group in &self.groups {
                self.require(ctx, group & union)?;
            }
        }
        Ok(Status::Fixpoint)
    }

    /// Takes the last value of a group from all that see its places. With one place, it is
    /// excluded as soon as it is fixed there.
    fn require<L: Log>(&self, ctx: &mut Ctx<'_, L>, left: u64) -> Result<(), Conflict> {
        if !is_single(left) {
            return Ok(());
        }
        let mut places = 0u64;
        for (place, &var) in self.vars.iter().enumerate() {
            places |= u64::from(ctx.mask(var) & left != 0) << place;
        }
        if !is_single(places) {
            ctx.erase_from_all_that_see(&self.vars, places, left)?;
        }
        Ok(())
    }

    /// A variable outside loses a value because it sees the places of the value.
    pub(crate) fn relies_on(
        &self,
        target: Option<(VarId, u64)>,
        domains: &[u64],
    ) -> Vec<(VarId, VarId)> {
        relies_on_places(&self.vars, target, domains)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}
