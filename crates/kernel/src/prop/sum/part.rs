//! The open variables of one group during one run.

use super::sums::Sums;
use super::{FEW_OPEN, Group};
use crate::bits::{Ones, is_single, low_bits, reflect};
use crate::context::{Conflict, Ctx};
use crate::log::Log;

/// The domains of so many variables are read once for all values that a group must have.
const FEW_VARS: usize = 16;

/// Up to so many open variables are noted while reading; more are read twice.
const NOTED: usize = 4;

#[derive(Clone, Copy)]
pub(super) struct Part<'g> {
    group: &'g Group,
    pub(super) open: u32,
    /// Values of fixed variables, mirrored if the group is. So are all masks here.
    fixed: u64,
    /// What open variables can take.
    union: u64,
    /// The values with the least sum, and those with the most.
    low: u64,
    high: u64,
    /// What the fixed variables, and the values of `low` and `high`, add up to.
    sums: [u32; 3],
}

impl<'g> Part<'g> {
    /// Nothing read yet.
    pub(super) fn of(group: &'g Group) -> Self {
        Part { group, open: 0, fixed: 0, union: 0, low: 0, high: 0, sums: [0; 3] }
    }

    /// Reads the group's domains.
    #[inline]
    pub(super) fn read<L: Log>(ctx: &Ctx<'_, L>, group: &'g Group) -> Result<Self, Conflict> {
        let mut part = Part::of(group);
        let mut twice = 0;
        let mut masks = [0u64; NOTED];
        for &var in &group.vars {
            let mask = group.view(ctx.mask(var));
            if is_single(mask) {
                twice |= part.fixed & mask;
                part.fixed |= mask;
                part.sums[0] += mask.trailing_zeros();
            } else {
                masks[part.open as usize % NOTED] = mask;
                part.union |= mask;
                part.open += 1;
            }
        }
        part.union &= !part.fixed;
        if twice != 0 || part.open > 0 && part.union == 0 {
            return Err(Conflict);
        }
        match part.open {
            0 => {}
            1 => {
                let (low, high) = (part.union.trailing_zeros(), 63 - part.union.leading_zeros());
                (part.low, part.high) = (1 << low, 1 << high);
                (part.sums[1], part.sums[2]) = (low, high);
            }
            n if n as usize <= NOTED => {
                for mask in &masks[..n as usize] {
                    part.settle(*mask)?;
                }
            }
            _ => {
                for &var in &group.vars {
                    let mask = group.view(ctx.mask(var));
                    if !is_single(mask) {
                        part.settle(mask)?;
                    }
                }
            }
        }
        Ok(part)
    }

    /// Gives an open variable the lowest free value from its own lowest on, and the highest
    /// from its own highest down. Which values are used in the end does not depend on the order.
    #[inline(always)]
    fn settle(&mut self, mask: u64) -> Result<(), Conflict> {
        let own = mask & self.union;
        let from = self.union & !self.low & !(own & own.wrapping_neg()).wrapping_sub(1);
        let to = self.union & !self.high & low_bits(64 - own.leading_zeros());
        if own == 0 || from == 0 || to == 0 {
            return Err(Conflict);
        }
        let (low, high) = (from.trailing_zeros(), 63 - to.leading_zeros());
        self.low |= 1 << low;
        self.high |= 1 << high;
        self.sums[1] += low;
        self.sums[2] += high;
        Ok(())
    }

    pub(super) fn scale(&self) -> u32 {
        self.group.scale
    }

    /// Whether its writes may change other parts of the sum: what was read of them is void
    /// then, and the sum must start again.
    pub(super) fn reaches_others(&self) -> bool {
        self.group.inner
    }

    pub(super) fn fixed_sum(&self) -> i64 {
        i64::from(self.sums[0] * self.group.scale)
    }

    /// The least and the most that all variables can add up to.
    pub(super) fn bounds(&self) -> (i64, i64) {
        let [fixed, low, high] = self.sums;
        let scaled = |sum: u32| i64::from(sum * self.group.scale);
        (scaled(fixed + low), scaled(fixed + high))
    }

    /// Keeps what is at most so far above the least sum and below the most, and places what
    /// the group cannot do without.
    pub(super) fn within<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        below: i64,
        above: i64,
    ) -> Result<bool, Conflict> {
        let scale = i64::from(self.group.scale);
        // A division takes longer than all the rest, and most sums have no coefficients.
        let room = |slack: i64| if scale == 1 { slack } else { slack / scale };
        let (below, above) = (room(below), room(above));
        let span = i64::from(64 - self.union.leading_zeros());
        if below >= span && above >= span {
            return Ok(false);
        }
        let (below, above) = (below.min(span) as u32, above.min(span) as u32);
        let reach =
            spread(self.low, below, |m, by| m << by) & spread(self.high, above, |m, by| m >> by);
        let changed = self.union & !reach != 0 && self.keep(ctx, reach)?;
        // A value cannot be left out if the next free one is further than the slack.
        let (above_low, below_high) = (self.union & !self.low, self.union & !self.high);
        let required = self.low & !nearby(above_low, below, |m, by| m >> by)
            | self.high & !nearby(below_high, above, |m, by| m << by);
        Ok(self.place(ctx, required)? || changed)
    }

    /// Which sums the open variables can have.
    pub(super) fn reach<S: Sums, L: Log>(&self, ctx: &Ctx<'_, L>) -> S {
        match self.open {
            1 => S::low(self.union),
            2 => {
                let [a, b] = self.two(ctx);
                let mut sums = S::NONE;
                Ones(a).for_each(|v| sums.or(S::low(b & !(1 << v)).up(v)));
                sums
            }
            k => {
                let mut chosen = [S::NONE; FEW_OPEN as usize + 1];
                chosen[0] = S::only(0);
                for (seen, bit) in Ones(self.union).enumerate() {
                    for j in (0..(seen + 1).min(k as usize)).rev() {
                        let more = chosen[j].up(bit);
                        chosen[j + 1].or(more);
                    }
                }
                chosen[k as usize]
            }
        }
    }

    /// The domains of the two open variables.
    fn two<L: Log>(&self, ctx: &Ctx<'_, L>) -> [u64; 2] {
        let views = self.group.vars.iter().map(|&v| self.group.view(ctx.mask(v)));
        let mut open = views.filter(|&m| !is_single(m)).map(|m| m & self.union);
        [open.next().unwrap_or(0), open.next().unwrap_or(0)]
    }

    /// The union of `from` shifted by each of the group's sums.
    pub(super) fn shifted<S: Sums>(&self, own: S, from: S, shift: impl Fn(S, u32) -> S) -> S {
        let mut out = S::NONE;
        own.each(|s| out.or(shift(from, s * self.group.scale)));
        out
    }

    /// The sums that complete one of `before` to one of `after`.
    pub(super) fn completing<S: Sums>(&self, own: S, before: S, after: S) -> S {
        let mut allowed = S::NONE;
        own.each(|s| {
            if before.up(s * self.group.scale).meets(after) {
                allowed.or(S::only(s.into()));
            }
        });
        allowed
    }

    /// Keeps what makes up the whole sum alone; tells if more may follow.
    pub(super) fn sole<S: Sums, L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        need: i64,
    ) -> Result<bool, Conflict> {
        let scale = i64::from(self.group.scale);
        // The bounds have seen to it that it is neither negative nor too large.
        let sum = if scale == 1 { need } else { need / scale };
        if sum * scale != need {
            return Err(Conflict);
        }
        match self.open {
            1 if sum > 63 => Err(Conflict),
            1 => {
                self.keep(ctx, 1 << sum)?;
                Ok(false)
            }
            2 => {
                let ([a, b], sum) = (self.two(ctx), sum as u32);
                let half = if sum % 2 == 0 { !(1 << (sum / 2)) } else { !0 };
                self.keep_two(ctx, [a & reflect(b, sum) & half, b & reflect(a, sum) & half])
            }
            3 => {
                let (possible, required) = triples(self.union, sum as u32);
                self.keep_possible(ctx, possible, required)
            }
            _ => self.complete_many(ctx, S::only(sum)),
        }
    }

    /// Keeps what has one of the allowed sums; tells if more may follow.
    pub(super) fn complete<S: Sums, L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        own: S,
        allowed: S,
    ) -> Result<bool, Conflict> {
        if allowed == S::NONE {
            return Err(Conflict);
        }
        match self.open {
            1 => {
                self.keep(ctx, allowed.low_word())?;
                Ok(false)
            }
            2 => self.pair(ctx, allowed),
            _ if allowed == own && self.open < self.union.count_ones() => Ok(false),
            _ => self.complete_many(ctx, allowed),
        }
    }

    fn complete_many<S: Sums, L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        allowed: S,
    ) -> Result<bool, Conflict> {
        let (possible, required) = self.choose(allowed);
        self.keep_possible(ctx, possible, required)
    }

    fn keep_possible<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        possible: u64,
        required: u64,
    ) -> Result<bool, Conflict> {
        if possible == 0 {
            return Err(Conflict);
        }
        let changed = self.keep(ctx, possible)?;
        Ok(self.place(ctx, required)? || changed)
    }

    /// Two open variables: each value needs a different one that makes an allowed sum.
    fn pair<S: Sums, L: Log>(&self, ctx: &mut Ctx<'_, L>, allowed: S) -> Result<bool, Conflict> {
        let [a, b] = self.two(ctx);
        let mut kept = [0, 0];
        for v in Ones(a) {
            let partners = allowed.down(v).low_word() & b & !(1 << v);
            kept[0] |= u64::from(partners != 0) << v;
            kept[1] |= partners;
        }
        self.keep_two(ctx, kept)
    }

    /// Keeps these of the two open variables.
    fn keep_two<L: Log>(&self, ctx: &mut Ctx<'_, L>, kept: [u64; 2]) -> Result<bool, Conflict> {
        let mut changed = false;
        let mut kept_of = kept.into_iter();
        for &var in &self.group.vars {
            let mask = ctx.mask(var);
            if !is_single(mask) {
                let kept = self.group.view(kept_of.next().unwrap_or(0));
                changed |= mask & !kept != 0;
                ctx.keep(var, kept)?;
            }
        }
        // Two values for two variables: both are needed.
        let both = kept[0] | kept[1];
        if both.count_ones() == 2 {
            changed |= self.exclude(ctx, both)?;
        }
        Ok(changed)
    }

    fn keep<L: Log>(&self, ctx: &mut Ctx<'_, L>, allowed: u64) -> Result<bool, Conflict> {
        let kept = self.group.view(allowed & self.group.all());
        let mut changed = false;
        for &var in &self.group.vars {
            let mask = ctx.mask(var);
            if !is_single(mask) && mask & !kept != 0 {
                ctx.keep(var, kept)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Fixes required values that have one place only, and takes them from those outside
    /// that see all their places.
    fn place<L: Log>(&self, ctx: &mut Ctx<'_, L>, required: u64) -> Result<bool, Conflict> {
        if required == 0 {
            return Ok(false);
        }
        let (mut once, mut twice) = (0u64, 0u64);
        for &var in &self.group.vars {
            twice |= once & ctx.mask(var);
            once |= ctx.mask(var);
        }
        let needed = self.group.view(required);
        if needed & !once != 0 {
            return Err(Conflict);
        }
        let lone = needed & !twice;
        let mut changed = false;
        if lone != 0 {
            for &var in &self.group.vars {
                let here = ctx.mask(var) & lone;
                if here != 0 && ctx.mask(var) != here {
                    ctx.keep(var, here)?;
                    changed = true;
                }
                if here & here.wrapping_sub(1) != 0 {
                    return Err(Conflict);
                }
            }
        }
        if needed != lone {
            changed |= self.exclude(ctx, self.group.view(needed & !lone))?;
        }
        Ok(changed)
    }

    /// Takes required values from variables outside that see all their places; tells
    /// whether the sum's own may be among those that changed.
    fn exclude<L: Log>(&self, ctx: &mut Ctx<'_, L>, required: u64) -> Result<bool, Conflict> {
        if !self.group.outside {
            return Ok(false);
        }
        let mut changed = false;
        let mut few = [0u64; FEW_VARS];
        let noted = self.group.vars.len() <= FEW_VARS;
        if noted {
            few.iter_mut().zip(&self.group.vars).for_each(|(mask, &var)| *mask = ctx.mask(var));
        }
        for v in Ones(required) {
            let bit = self.group.view(1 << v);
            let mut places = 0u64;
            if noted {
                // Erasing outside leaves them: those of the group that have a value are its places.
                let v = bit.trailing_zeros();
                for (place, mask) in few[..self.group.vars.len()].iter().enumerate() {
                    places |= (mask >> v & 1) << place;
                }
            } else {
                for &var in self.group.vars.iter().rev() {
                    places = places << 1 | u64::from(ctx.mask(var) & bit != 0);
                }
            }
            // One with a single place is fixed there, and then excluded from all that see it.
            if !is_single(places) && places != 0 {
                changed |= ctx.erase_from_all_that_see(&self.group.vars, places, bit)?;
            }
        }
        Ok(changed && self.group.inner)
    }

    /// Values in some, and in every, set of `open` values with an allowed sum.
    fn choose<S: Sums>(&self, allowed: S) -> (u64, u64) {
        // The tables are on the stack; most groups are of a 9 x 9 grid and need small ones.
        if self.union.count_ones() < 10 {
            self.choose_with::<S, 10>(allowed)
        } else {
            self.choose_with::<S, 65>(allowed)
        }
    }

    #[inline(never)]
    fn choose_with<S: Sums, const N: usize>(&self, allowed: S) -> (u64, u64) {
        let k = self.open as usize;
        let n = self.union.count_ones() as usize;
        if k > n {
            return (0, 0);
        }
        let mut bits = [0u32; 64];
        Ones(self.union).enumerate().for_each(|(i, b)| bits[i] = b);
        // need[i][j]: sums of j chosen among the first i values that can be completed.
        let mut need = [[S::NONE; FEW_OPEN as usize + 1]; N];
        need[n][k] = allowed;
        for i in (0..n).rev() {
            for j in 0..=k {
                let mut here = need[i + 1][j];
                if j < k {
                    here.or(need[i + 1][j + 1].down(bits[i]));
                }
                need[i][j] = here;
            }
        }
        let mut chosen = [S::NONE; FEW_OPEN as usize + 1];
        chosen[0] = S::only(0);
        let (mut possible, mut required) = (0u64, 0u64);
        for i in 0..n {
            let mut dispensable = chosen[k].meets(need[i + 1][k]);
            for j in (0..k).rev() {
                dispensable = dispensable || chosen[j].meets(need[i + 1][j]);
                let with = chosen[j].up(bits[i]);
                if with.meets(need[i + 1][j + 1]) {
                    possible |= 1 << bits[i];
                }
                chosen[j + 1].or(with);
            }
            required |= if dispensable { 0 } else { 1 << bits[i] };
        }
        (possible, required & possible)
    }
}

/// Values in some, and in every, set of three of `union` with this sum.
fn triples(union: u64, sum: u32) -> (u64, u64) {
    let (mut possible, mut required) = (0, u64::MAX);
    for low in Ones(union) {
        // The middle one lies between the lowest and half of what is left.
        let Some(rest) = sum.checked_sub(low).filter(|rest| *rest > 2 * low) else { break };
        let between = low_bits(rest.div_ceil(2)) & !low_bits(low + 1);
        for middle in Ones(union & reflect(union, rest) & between) {
            let set = 1 << low | 1 << middle | 1 << (rest - middle);
            possible |= set;
            required &= set;
        }
    }
    (possible, required & possible)
}

/// The set with all values up to `by` further on.
fn spread(set: u64, by: u32, shift: impl Fn(u64, u32) -> u64) -> u64 {
    let (mut set, mut left, mut step) = (set, by.min(63), 1);
    while left > 0 {
        let now = left.min(step);
        set |= shift(set, now);
        (left, step) = (left - now, step * 2);
    }
    set
}

/// Everything that one of the set is at most so far from, itself not counted.
fn nearby(set: u64, by: u32, shift: impl Fn(u64, u32) -> u64) -> u64 {
    if by == 0 { 0 } else { spread(shift(set, 1), by - 1, shift) }
}
