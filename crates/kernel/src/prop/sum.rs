//! Signed linear sums over small domains.
//!
//! Terms are gathered into groups of variables that all see each other, so a group's sums
//! are those of *different* values. First the bounds: the least and the most that each group
//! can add up to and, with the slack this leaves, which values are out of reach and which a
//! group cannot do without. Then, if few variables are open, the sums themselves: they are
//! bits of a wide word, one pass goes forward over the groups, one backward, and each group
//! learns which of its sums can still be completed.
//!
//! With few open variables that do not see each other this is generalised arc consistency.

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

mod part;
mod sums;
use part::Part;
use sums::{Sums, Wide};

/// Bits of the wide word: sums beyond have bounds only.
const MAX_SPAN: i64 = Wide::BITS;

/// The sum of all spans must stay below.
const FARTHEST: i64 = 1 << 24;

/// A group this large has bounds that are worth more than those of its variables one by one.
const LARGE_GROUP: usize = 4;

/// Most groups of one sum.
pub(crate) const MAX_GROUPS: usize = 32;

/// Up to so many groups the buffers are small: to clear large ones costs more than most runs.
const FEW_GROUPS: usize = 8;

/// With more open variables than this almost every sum in between can be reached: bounds
/// say all there is to say.
const FEW_OPEN: u32 = 4;

/// Variables with one coefficient that all differ from each other.
#[derive(Clone, Debug)]
struct Group {
    vars: Box<[VarId]>,
    /// Absolute value of the coefficient.
    scale: u32,
    /// A negative coefficient counts down from the top bit.
    mirror: bool,
    /// Highest bit a variable of the group can have.
    top: u32,
    /// Whether it may take values from variables outside that see all their places.
    outside: bool,
    /// Whether some of those may be variables of the same sum.
    inner: bool,
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
    pub(crate) fn new(
        groups: Vec<(i64, Vec<VarId>, u32)>,
        target: i64,
        outside: bool,
        sees: impl Fn(VarId, VarId) -> bool,
    ) -> Option<Self> {
        let mut shifted = target;
        let mut span = 0i64;
        for (c, vars, top) in &groups {
            let reach = c.abs().checked_mul(vars.len() as i64 * i64::from(*top))?;
            span = span.checked_add(reach)?;
            shifted = shifted.checked_add(if *c < 0 { reach } else { 0 })?;
        }
        let large = groups.iter().any(|(_, vars, _)| vars.len() >= LARGE_GROUP);
        let farthest = if large { FARTHEST } else { MAX_SPAN };
        if span >= farthest || groups.len() > MAX_GROUPS {
            return None;
        }
        let all: Vec<VarId> = groups.iter().flat_map(|g| g.1.iter().copied()).collect();
        let build = |(c, vars, top): (i64, Vec<VarId>, u32)| {
            let outside = outside && (2..=64).contains(&vars.len());
            let inner = outside && all.iter().any(|&v| watches(v, &vars, &sees));
            let (scale, mirror) = (c.unsigned_abs() as u32, c < 0);
            Group { vars: vars.into(), scale, mirror, top, outside, inner }
        };
        let groups = groups.into_iter().map(build).collect();
        // Far out is as impossible as just outside, and leaves room to subtract.
        let target = shifted.clamp(-1, farthest);
        Some(Self { groups, target, narrow: span < 128 })
    }

    pub(crate) fn len(&self) -> usize {
        self.groups.iter().map(|group| group.vars.len()).sum()
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        match (self.narrow, self.groups.len() <= FEW_GROUPS) {
            (true, true) => self.run::<u128, L, FEW_GROUPS>(ctx),
            (true, false) => self.run::<u128, L, MAX_GROUPS>(ctx),
            (false, _) => self.run::<Wide, L, MAX_GROUPS>(ctx),
        }
    }

    #[inline(never)]
    fn run<S: Sums, L: Log, const N: usize>(
        &self,
        ctx: &mut Ctx<'_, L>,
    ) -> Result<Status, Conflict> {
        let Some(first) = self.groups.first() else {
            return if self.target == 0 { Ok(Status::Fixpoint) } else { Err(Conflict) };
        };
        let mut parts = [Part::of(first); N];
        let (mut n, mut open, mut fixed) = (0, 0, 0);
        let (mut below, mut above) = (self.target, -self.target);
        for group in &self.groups {
            let part = Part::read(ctx, group)?;
            let (least, most) = part.bounds();
            below -= least;
            above += most;
            fixed += part.fixed_sum();
            if part.open > 0 {
                open += part.open;
                parts[n] = part;
                n += 1;
            }
        }
        if below < 0 || above < 0 {
            return Err(Conflict);
        }
        let parts = &parts[..n];
        let mut changed = false;
        for part in parts {
            changed |= part.within(ctx, below, above)?;
        }
        // What is left is looked at closely only when it has settled.
        if changed {
            return Ok(Status::Again);
        }
        let need = self.target - fixed;
        if open > FEW_OPEN || need >= S::BITS {
            return Ok(Status::Fixpoint);
        }
        let again = match parts {
            [] => return if need == 0 { Ok(Status::Fixpoint) } else { Err(Conflict) },
            [only] => only.sole::<S, L>(ctx, need)?,
            _ if parts.iter().any(|p| p.scale() != 1) => several_parts::<S, L>(ctx, parts, need)?,
            [a, b] => two_parts::<S, L>(ctx, a, b, need)?,
            _ => unit_parts::<S, L>(ctx, parts, need)?,
        };
        Ok(if again { Status::Again } else { Status::Fixpoint })
    }

    /// The variables of a group are taken to differ, and one outside from the places of a
    /// value it loses: those that have it among `domains`.
    pub(crate) fn relies_on(
        &self,
        target: Option<(VarId, u64)>,
        domains: &[u64],
        sees: impl Fn(VarId, VarId) -> bool,
    ) -> Vec<(VarId, VarId)> {
        let mut pairs = Vec::new();
        for group in &self.groups {
            for (i, &a) in group.vars.iter().enumerate() {
                pairs.extend(group.vars[..i].iter().map(|&b| (a, b)));
            }
        }
        let Some((outside, bit)) = target else { return pairs };
        // Whoever is in no group lost the value because it sees the places that were left of it.
        let nowhere = !self.groups.iter().any(|group| group.vars.contains(&outside));
        for group in self.groups.iter().filter(|group| group.outside) {
            let places = group.vars.iter().filter(|v| domains[v.index()] & bit != 0);
            if nowhere {
                pairs.extend(places.filter(|&&v| sees(v, outside)).map(|&v| (outside, v)));
            } else if watches(outside, &group.vars, &sees) {
                pairs.extend(places.map(|&v| (outside, v)));
            }
        }
        pairs
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        let vars = self.groups.iter().flat_map(|g| g.vars.iter());
        let many = vars.clone().count() > FEW_OPEN as usize;
        let event = if many { Event::Bounds } else { Event::Any };
        vars.for_each(|&v| watch(v, event));
    }
}

/// Whether a variable outside a group sees two or more of it.
fn watches(var: VarId, group: &[VarId], sees: impl Fn(VarId, VarId) -> bool) -> bool {
    !group.contains(&var) && group.iter().filter(|&&v| sees(v, var)).nth(1).is_some()
}

/// Each of two groups keeps the sums that the other completes.
fn two_parts<S: Sums, L: Log>(
    ctx: &mut Ctx<'_, L>,
    a: &Part<'_>,
    b: &Part<'_>,
    need: i64,
) -> Result<bool, Conflict> {
    // The slack of both is not negative, so neither is what is needed.
    let need = need as u32;
    let (left, right): (S, S) = (a.reach(ctx), b.reach(ctx));
    let again = a.complete(ctx, left, left.and(right.reflect(need)))?;
    if again && a.reaches_others() {
        return Ok(true);
    }
    Ok(b.complete(ctx, right, right.and(left.reflect(need)))? || again)
}

/// Three or four groups without coefficients: two and two are added up, and each pair of
/// groups must complete the other.
fn unit_parts<S: Sums, L: Log>(
    ctx: &mut Ctx<'_, L>,
    parts: &[Part<'_>],
    need: i64,
) -> Result<bool, Conflict> {
    let mut own = [S::only(0); FEW_OPEN as usize];
    for (own, part) in own.iter_mut().zip(parts) {
        *own = part.reach(ctx);
    }
    let [a, b, c, d] = own;
    let (left, right) = (plus(a, b), plus(c, d));
    let need = need as u32;
    let (left, right) = (left.and(right.reflect(need)), right.and(left.reflect(need)));
    let allowed = [minus(left, b), minus(left, a), minus(right, d), minus(right, c)];
    let mut again = false;
    for (part, (own, allowed)) in parts.iter().zip(own.into_iter().zip(allowed)) {
        again |= part.complete(ctx, own, own.and(allowed))?;
        if again && part.reaches_others() {
            return Ok(true);
        }
    }
    Ok(again)
}

/// Every sum of one number of each set.
fn plus<S: Sums>(a: S, b: S) -> S {
    let mut out = S::NONE;
    b.each(|s| out.or(a.up(s)));
    out
}

/// Every number of `a` minus one of `b`.
fn minus<S: Sums>(a: S, b: S) -> S {
    let mut out = S::NONE;
    b.each(|s| out.or(a.down(s)));
    out
}

/// One pass forward over the groups and one backward.
fn several_parts<S: Sums, L: Log>(
    ctx: &mut Ctx<'_, L>,
    parts: &[Part<'_>],
    need: i64,
) -> Result<bool, Conflict> {
    let mut steps = [(S::NONE, S::NONE); FEW_OPEN as usize];
    let mut sums = S::only(0);
    for (part, (own, before)) in parts.iter().zip(&mut steps) {
        *before = sums;
        *own = part.reach(ctx);
        sums = part.shifted(*own, sums, S::up);
    }
    let mut need = S::only(need);
    if !sums.meets(need) {
        return Err(Conflict);
    }
    let mut again = false;
    for (part, (own, before)) in parts.iter().zip(steps).rev() {
        let after = need;
        need = part.shifted(own, need, S::down);
        again |= part.complete(ctx, own, part.completing(own, before, after))?;
        if again && part.reaches_others() {
            return Ok(true);
        }
    }
    Ok(again)
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
