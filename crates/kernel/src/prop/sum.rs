//! Signed linear sums at full strength over small domains.
//!
//! Reachable sums are bits of a wide word. Terms are gathered into groups of variables
//! that all see each other, so a group's sums are those of *different* values: a small
//! table over "how many of the values up to here are used" gives them exactly. One pass
//! forward over the groups, one backward, and each group learns which of its sums can
//! still be completed; from these, which values are possible and which are required.
//!
//! With groups of one variable this is generalised arc consistency for the sum.

use crate::bits::{Ones, is_single};
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

mod sums;
use sums::{Sums, Wide};

/// Bits of the wide word; the sum of all spans must stay below.
pub(crate) const MAX_SPAN: i64 = Wide::BITS;

/// Variables with one coefficient that all differ from each other.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    vars: Box<[VarId]>,
    /// Absolute value of the coefficient.
    scale: u32,
    /// A negative coefficient counts down from the top bit.
    mirror: bool,
    /// Highest bit a variable of the group can have.
    top: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Sum {
    groups: Box<[Group]>,
    /// What the (mirrored) bits must add up to.
    target: i64,
    /// Whether the sums fit two words.
    narrow: bool,
}

impl Sum {
    /// From groups of variables with their coefficient, the highest bit of each group's
    /// masks, and what bits times coefficients add up to. `None` if sums get too large.
    pub(crate) fn new(groups: Vec<(i64, Vec<VarId>, u32)>, target: i64) -> Option<Self> {
        let mut shifted = target;
        let mut span = 0i64;
        for (c, vars, top) in &groups {
            let reach = c.abs().checked_mul(vars.len() as i64 * i64::from(*top))?;
            span = span.checked_add(reach)?;
            shifted = shifted.checked_add(if *c < 0 { reach } else { 0 })?;
        }
        if span >= MAX_SPAN || groups.len() > MAX_GROUPS {
            return None;
        }
        let build = |(c, vars, top): (i64, Vec<VarId>, u32)| Group {
            vars: vars.into(),
            scale: c.unsigned_abs() as u32,
            mirror: c < 0,
            top,
        };
        let groups = groups.into_iter().map(build).collect();
        // Far out is as impossible as just outside, and leaves room to subtract.
        let target = shifted.clamp(-1, MAX_SPAN);
        Some(Self { groups, target, narrow: span < 128 })
    }

    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        if self.narrow { self.run::<u128, L>(ctx) } else { self.run::<Wide, L>(ctx) }
    }

    #[inline(never)]
    fn run<S: Sums, L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut target = self.target;
        let mut parts = [Part::<S>::EMPTY; MAX_GROUPS];
        let mut n = 0;
        for group in &self.groups {
            let part = &mut parts[n];
            let fixed = part.read(ctx, group)?;
            target -= fixed;
            if part.open > 0 {
                part.group = Some(group);
                n += 1;
            }
        }
        if target < 0 || target >= S::BITS {
            return Err(Conflict);
        }
        if n == 0 {
            return if target == 0 { Ok(Status::Fixpoint) } else { Err(Conflict) };
        }
        let parts = &mut parts[..n];
        if !worth_it(parts, target)? {
            return Ok(Status::Fixpoint);
        }
        let mut before = [S::NONE; MAX_GROUPS];
        let mut sums = S::only(0);
        for (part, before) in parts.iter_mut().zip(&mut before) {
            *before = sums;
            part.reach();
            sums = part.shifted(sums, S::up);
        }
        let mut need = S::only(target);
        if !sums.meets(need) {
            return Err(Conflict);
        }
        let mut again = false;
        for (part, before) in parts.iter_mut().zip(before).rev() {
            let earlier = need;
            need = part.shifted(need, S::down);
            again |= part.narrow(ctx, before, earlier)?;
        }
        Ok(if again { Status::Again } else { Status::Fixpoint })
    }

    /// The variables of a group are taken to differ.
    pub(crate) fn relies_on(&self) -> Vec<(VarId, VarId)> {
        let mut pairs = Vec::new();
        for group in &self.groups {
            for (i, &a) in group.vars.iter().enumerate() {
                pairs.extend(group.vars[..i].iter().map(|&b| (a, b)));
            }
        }
        pairs
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        let vars = self.groups.iter().flat_map(|g| g.vars.iter());
        let event =
            if vars.clone().count() > MANY_OPEN as usize { Event::Bounds } else { Event::Any };
        vars.for_each(|&v| watch(v, event));
    }
}

/// From so many open variables on, a sum is looked at closely only when its bounds bite:
/// with many terms almost every sum in between can be reached.
const MANY_OPEN: u32 = 4;

/// Whether a close look can erase something; a conflict if the bounds alone rule out the
/// target.
fn worth_it<S: Sums>(parts: &[Part<'_, S>], target: i64) -> Result<bool, Conflict> {
    let (mut low, mut high, mut open) = (0, 0, 0);
    let mut widest = 0;
    for part in parts {
        let (least, most) = part.bounds()?;
        low += least;
        high += most;
        open += part.open;
        widest = widest.max(most - least);
    }
    if target < low || target > high {
        return Err(Conflict);
    }
    Ok(open < MANY_OPEN || widest > target - low || widest > high - target)
}

/// Most groups of one sum.
pub(crate) const MAX_GROUPS: usize = 32;

/// The open variables of a group during one run.
#[derive(Clone, Copy)]
struct Part<'g, S> {
    group: Option<&'g Group>,
    open: u32,
    /// What open variables can take, mirrored if the group is, without fixed values.
    union: u64,
    /// Sums of the open variables, before scaling.
    sums: S,
}

impl<'g, S: Sums> Part<'g, S> {
    const EMPTY: Self = Self { group: None, open: 0, union: 0, sums: S::NONE };

    /// Reads the group's domains; gives the sum of its fixed variables.
    fn read<L: Log>(&mut self, ctx: &Ctx<'_, L>, group: &Group) -> Result<i64, Conflict> {
        *self = Self::EMPTY;
        let mut fixed = 0u64;
        for &var in &group.vars {
            let mask = group.view(ctx.mask(var));
            if is_single(mask) {
                if fixed & mask != 0 {
                    return Err(Conflict);
                }
                fixed |= mask;
            } else {
                self.union |= mask;
                self.open += 1;
            }
        }
        self.union &= !fixed;
        let sum: i64 = Ones(fixed).map(i64::from).sum();
        Ok(sum * i64::from(group.scale))
    }

    /// The least and the most the open variables can add up to, all different.
    fn bounds(&self) -> Result<(i64, i64), Conflict> {
        if self.union.count_ones() < self.open {
            return Err(Conflict);
        }
        let (mut least, mut most) = (0, 0);
        let (mut low, mut high) = (self.union, self.union);
        for _ in 0..self.open {
            least += low.trailing_zeros();
            low &= low - 1;
            let top = 63 - high.leading_zeros();
            most += top;
            high ^= 1 << top;
        }
        let scale = i64::from(self.group.map_or(1, |g| g.scale));
        Ok((i64::from(least) * scale, i64::from(most) * scale))
    }

    /// Which sums the open variables can have.
    #[inline(never)]
    fn reach(&mut self) {
        self.sums = match self.open {
            1 => S::low(self.union),
            k => {
                let mut chosen = [S::NONE; 65];
                chosen[0] = S::only(0);
                for (seen, bit) in Ones(self.union).enumerate() {
                    for j in (0..(seen + 1).min(k as usize)).rev() {
                        let more = chosen[j].up(bit);
                        chosen[j + 1].or(more);
                    }
                }
                chosen[k as usize]
            }
        };
    }

    /// The union of `from` shifted by each of the group's sums.
    fn shifted(&self, from: S, shift: impl Fn(S, u32) -> S) -> S {
        let scale = self.group.map_or(1, |g| g.scale);
        let mut out = S::NONE;
        self.sums.each(|s| out.or(shift(from, s * scale)));
        out
    }

    /// Keeps what completes a sum of `before` to one of `after`; tells if more may follow.
    fn narrow<L: Log>(&self, ctx: &mut Ctx<'_, L>, before: S, after: S) -> Result<bool, Conflict> {
        let Some(group) = self.group else { return Ok(false) };
        let mut allowed = S::NONE;
        self.sums.each(|s| {
            if before.up(s * group.scale).meets(after) {
                allowed.or(S::only(s.into()));
            }
        });
        if allowed == S::NONE {
            return Err(Conflict);
        }
        if self.open == 1 {
            self.keep(ctx, group, allowed.low_word())?;
            return Ok(false);
        }
        if allowed == self.sums && self.open < self.union.count_ones() {
            return Ok(false);
        }
        let (possible, required) = self.choose(allowed);
        if possible == 0 {
            return Err(Conflict);
        }
        let changed = self.keep(ctx, group, possible)?;
        Ok(self.place(ctx, group, required)? || changed)
    }

    fn keep<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        group: &Group,
        allowed: u64,
    ) -> Result<bool, Conflict> {
        let mut changed = false;
        for &var in &group.vars {
            let mask = ctx.mask(var);
            if !is_single(mask) && group.view(mask) & !allowed != 0 {
                ctx.keep(var, group.view(allowed & group.all()))?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Fixes required values that have one place only.
    fn place<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        group: &Group,
        required: u64,
    ) -> Result<bool, Conflict> {
        let mut changed = false;
        for v in Ones(required) {
            let bit = group.view(1 << v);
            let mut places = group.vars.iter().filter(|&&var| ctx.mask(var) & bit != 0);
            match (places.next(), places.next()) {
                (None, _) => return Err(Conflict),
                (Some(&only), None) if ctx.mask(only) != bit => {
                    ctx.keep(only, bit)?;
                    changed = true;
                }
                _ => {}
            }
        }
        Ok(changed)
    }

    /// Values in some, and in every, set of `open` values with an allowed sum.
    fn choose(&self, allowed: S) -> (u64, u64) {
        // The tables are on the stack; most groups are of a 9 x 9 grid and need small ones.
        if self.union.count_ones() < 10 {
            self.choose_with::<10, 10>(allowed)
        } else if self.open < 18 {
            self.choose_with::<65, 18>(allowed)
        } else {
            (self.union, 0)
        }
    }

    #[inline(never)]
    fn choose_with<const N: usize, const K: usize>(&self, allowed: S) -> (u64, u64) {
        let k = self.open as usize;
        let n = self.union.count_ones() as usize;
        if k > n {
            return (0, 0);
        }
        let mut bits = [0u32; 64];
        Ones(self.union).enumerate().for_each(|(i, b)| bits[i] = b);
        // need[i][j]: sums of j chosen among the first i values that can be completed.
        let mut need = [[S::NONE; K]; N];
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
        let mut chosen = [S::NONE; K];
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

impl Group {
    /// The mask as the group counts: from the top if its coefficient is negative.
    #[inline(always)]
    fn view(&self, mask: u64) -> u64 {
        if self.mirror { mask.reverse_bits() >> (63 - self.top) } else { mask }
    }

    fn all(&self) -> u64 {
        crate::bits::low_bits(self.top + 1)
    }
}
