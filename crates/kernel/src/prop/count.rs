//! How many variables have one of some values.
//!
//! Counts those that surely have one and those that still may; when the count has no play
//! left, the undecided are told. Complete for small variables. Costs a pass over the list.
//!
//! Of variables that all see each other at most one has the value: with the list in such
//! cliques, at most as many as there are cliques. And if some undecided variable must have
//! it, whoever outside sees all of them loses it.

use std::sync::Arc;

use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use crate::prop::bounds::within;

#[derive(Clone, Debug)]
pub(crate) struct Count {
    vars: Box<[VarId]>,
    /// For each small variable, the values looked for as bits of its mask.
    masks: Box<[u64]>,
    /// The values looked for, sorted, each once.
    values: Box<[i64]>,
    count: VarId,
    /// Whether all variables are small.
    small: bool,
    cliques: Arc<Cliques>,
}

/// How the variables of a count see each other, and who sees them; for a single value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cliques {
    /// Places of variables that all differ, as bits; every place is in one.
    pub(crate) places: Vec<u64>,
    /// Variables outside, each with the places that it sees.
    pub(crate) watchers: Vec<(VarId, u64)>,
}

impl Cliques {
    fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

impl Count {
    /// The values are sorted, each once; the masks are for the small variables, anything
    /// for the others.
    pub(crate) fn new(
        (vars, small): (Vec<VarId>, bool),
        masks: Vec<u64>,
        values: Vec<i64>,
        count: VarId,
        cliques: Arc<Cliques>,
    ) -> Self {
        let (vars, masks, values) = (vars.into(), masks.into(), values.into());
        Self { vars, masks, values, count, small, cliques }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        if self.vars.len() <= 64 {
            let (may, must) = self.places(ctx, 0);
            let (sure, all) = (i128::from(must.count_ones()), i128::from(may.count_ones()));
            within(ctx, self.count, (sure, all))?;
            if may == must {
                return Ok(Status::Again);
            }
            if !self.decide_all(ctx, 0, (may, must), (sure, all))? && !self.cliques.is_empty() {
                self.seen(ctx, may, must)?;
            }
            return Ok(Status::Again);
        }
        let firsts = || (0..self.vars.len()).step_by(64);
        let (mut sure, mut all) = (0, 0);
        for first in firsts() {
            let (may, must) = self.places(ctx, first);
            sure += i128::from(must.count_ones());
            all += i128::from(may.count_ones());
        }
        within(ctx, self.count, (sure, all))?;
        for first in firsts() {
            let places = self.places(ctx, first);
            self.decide_all(ctx, first, places, (sure, all))?;
        }
        Ok(Status::Again)
    }

    /// Tells the undecided of these places, if the count has no play left; tells whether it had
    /// none.
    fn decide_all<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        first: usize,
        (may, must): (u64, u64),
        (sure, all): (i128, i128),
    ) -> Result<bool, Conflict> {
        let all_more = i128::from(ctx.min(self.count)) == all;
        if !all_more && i128::from(ctx.max(self.count)) != sure {
            return Ok(false);
        }
        for i in Ones(may & !must) {
            self.decide(ctx, first + i as usize, all_more)?;
        }
        Ok(true)
    }

    /// What follows from who sees whom, given who may and who must have the value.
    fn seen<L: Log>(&self, ctx: &mut Ctx<'_, L>, may: u64, must: u64) -> Outcome {
        let cliques = &self.cliques.places[..];
        let most = cliques.iter().filter(|&clique| clique & may != 0).count() as i128;
        within(ctx, self.count, (0, most))?;
        let least = i128::from(ctx.min(self.count));
        if least == most {
            // One place of each clique must have the value.
            for places in cliques.iter().map(|clique| clique & may) {
                match places.is_power_of_two() {
                    true => self.decide(ctx, places.trailing_zeros() as usize, true)?,
                    false => self.exclude(ctx, places)?,
                }
            }
        }
        if least > i128::from(must.count_ones()) {
            self.exclude(ctx, may & !must)?;
        }
        Ok(())
    }

    /// Takes the value from those outside that see all the places where one must have it.
    fn exclude<L: Log>(&self, ctx: &mut Ctx<'_, L>, places: u64) -> Outcome {
        for &(outside, seen) in &self.cliques.watchers {
            if places != 0 && places & !seen == 0 {
                ctx.erase(outside, self.masks[0])?;
            }
        }
        Ok(())
    }

    /// Members of a clique are taken to differ, and one outside from those that it sees.
    pub(crate) fn relies_on(
        &self,
        target: Option<(VarId, u64)>,
        domains: &[u64],
    ) -> Vec<(VarId, VarId)> {
        let has = |i: &usize| domains[self.vars[*i].index()] & self.masks[*i] != 0;
        let mut pairs = Vec::new();
        for &clique in &self.cliques.places {
            let places: Vec<usize> = Ones(clique).map(|i| i as usize).filter(has).collect();
            for (n, &i) in places.iter().enumerate() {
                pairs.extend(places[..n].iter().map(|&j| (self.vars[i], self.vars[j])));
            }
        }
        let outside = target.filter(|(t, _)| self.cliques.watchers.iter().any(|(w, _)| w == t));
        if let Some((outside, _)) = outside {
            pairs.extend((0..self.vars.len()).filter(has).map(|i| (outside, self.vars[i])));
        }
        pairs
    }

    /// Of up to 64 places from one on, those that may have one of the values and those that must.
    #[inline(always)]
    fn places<L: Log>(&self, ctx: &Ctx<'_, L>, first: usize) -> (u64, u64) {
        let (mut may, mut must) = (0u64, 0u64);
        let list = self.vars[first..].iter().zip(&self.masks[first..]).take(64).enumerate();
        for (i, (&var, &wanted)) in list {
            let (has, all) = if self.small || ctx.is_small(var) {
                let mask = ctx.mask(var);
                (mask & wanted != 0, mask & !wanted == 0)
            } else {
                self.wide(ctx, var)
            };
            may |= u64::from(has) << i;
            must |= u64::from(has & all) << i;
        }
        (may, must)
    }

    /// Whether a wide variable may have one of the values, and whether it has no others.
    fn wide<L: Log>(&self, ctx: &Ctx<'_, L>, var: VarId) -> (bool, bool) {
        let (lo, hi) = (ctx.min(var), ctx.max(var));
        let from = self.values.partition_point(|&v| v < lo);
        let inside = self.values[from..].partition_point(|&v| v <= hi) as u64;
        (inside > 0, inside == ctx.size(var))
    }

    fn decide<L: Log>(&self, ctx: &mut Ctx<'_, L>, i: usize, wanted: bool) -> Outcome {
        let var = self.vars[i];
        if ctx.is_small(var) {
            return ctx.keep(var, if wanted { self.masks[i] } else { !self.masks[i] });
        }
        if wanted {
            return ctx.keep_values(var, &self.values);
        }
        // Each round takes one of the listed values off an end.
        loop {
            let (lo, hi) = (ctx.min(var), ctx.max(var));
            let listed = |v: i64| self.values.binary_search(&v).is_ok();
            let Some(end) = [lo, hi].into_iter().find(|&v| listed(v)) else { return Ok(()) };
            ctx.remove(var, end)?;
        }
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        // All that matters of a small variable is whether it has one of the values.
        for (&var, &mask) in self.vars.iter().zip(&self.masks) {
            watch(var, if self.small { Event::Side(mask) } else { Event::Any });
        }
        watch(self.count, Event::Bounds);
    }
}
