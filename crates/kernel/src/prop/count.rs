//! How many variables have one of some values.
//!
//! Counts those that surely have one and those that still may; when the count has no play
//! left, the undecided are told. Complete for small variables. Costs a pass over the list.
//!
//! Of variables that all see each other at most one has the value: with the list in such
//! cliques, at most as many as there are cliques. And if some undecided variable must have
//! it, whoever outside sees all of them loses it.

use std::sync::Arc;

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
    cliques: Arc<Cliques>,
}

/// How the variables of a count see each other, and who sees them; for a single value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cliques {
    /// Places of variables that all differ; every place is in one.
    pub(crate) places: Vec<Vec<usize>>,
    /// Variables outside, each with the places that it sees.
    pub(crate) watchers: Vec<(VarId, u64)>,
}

/// What a variable adds to the count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Adds {
    One,
    Nothing,
    Open,
}

impl Count {
    /// The values are sorted, each once; the masks are for the small variables, anything
    /// for the others.
    pub(crate) fn new(
        vars: Vec<VarId>,
        masks: Vec<u64>,
        values: Vec<i64>,
        count: VarId,
        cliques: Arc<Cliques>,
    ) -> Self {
        Self { vars: vars.into(), masks: masks.into(), values: values.into(), count, cliques }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let (mut sure, mut open) = (0, 0);
        for i in 0..self.vars.len() {
            match self.adds(ctx, i) {
                Adds::One => sure += 1,
                Adds::Open => open += 1,
                Adds::Nothing => {}
            }
        }
        within(ctx, self.count, (sure, sure + open))?;
        let none_more = i128::from(ctx.max(self.count)) == sure;
        let all_more = i128::from(ctx.min(self.count)) == sure + open;
        if open > 0 && (none_more || all_more) {
            for i in 0..self.vars.len() {
                if self.adds(ctx, i) == Adds::Open {
                    self.decide(ctx, i, all_more)?;
                }
            }
        }
        if open > 0 && !self.cliques.places.is_empty() {
            self.seen(ctx, sure)?;
        }
        Ok(Status::Again)
    }

    /// What follows from who sees whom.
    fn seen<L: Log>(&self, ctx: &mut Ctx<'_, L>, sure: i128) -> Outcome {
        let mut most = 0;
        for clique in &self.cliques.places {
            most += i128::from(clique.iter().any(|&i| self.adds(ctx, i) != Adds::Nothing));
        }
        within(ctx, self.count, (0, most))?;
        let least = i128::from(ctx.min(self.count));
        if least == most {
            for clique in &self.cliques.places {
                self.require(ctx, clique)?;
            }
        }
        if least > sure {
            let open = (0..self.vars.len()).filter(|&i| self.adds(ctx, i) == Adds::Open);
            let places = open.fold(0u64, |m, i| m | 1 << i);
            self.exclude(ctx, places)?;
        }
        Ok(())
    }

    /// One of these must have the value.
    fn require<L: Log>(&self, ctx: &mut Ctx<'_, L>, clique: &[usize]) -> Outcome {
        let may = |&&i: &&usize| self.adds(ctx, i) != Adds::Nothing;
        let places = clique.iter().filter(may).fold(0u64, |m, &i| m | 1 << i);
        if places.is_power_of_two() {
            return self.decide(ctx, places.trailing_zeros() as usize, true);
        }
        self.exclude(ctx, places)
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
        for clique in &self.cliques.places {
            let places: Vec<usize> = clique.iter().copied().filter(has).collect();
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

    fn adds<L: Log>(&self, ctx: &Ctx<'_, L>, i: usize) -> Adds {
        let var = self.vars[i];
        let (has, all) = if ctx.is_small(var) {
            let (mask, wanted) = (ctx.mask(var), self.masks[i]);
            (mask & wanted != 0, mask & !wanted == 0)
        } else {
            let (lo, hi) = (ctx.min(var), ctx.max(var));
            let from = self.values.partition_point(|&v| v < lo);
            let inside = self.values[from..].partition_point(|&v| v <= hi) as u64;
            (inside > 0, inside == ctx.size(var))
        };
        match (has, all) {
            (false, _) => Adds::Nothing,
            (true, true) => Adds::One,
            (true, false) => Adds::Open,
        }
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
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
        watch(self.count, Event::Bounds);
    }
}
