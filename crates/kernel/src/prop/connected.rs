//! Places whose variables have one of some values hang together in a graph.
//!
//! A place is in if its variable can have no other values, out if it can have none of them,
//! else open. From a place that is in, what cannot be reached through places that are in or
//! open is out, and an open place without which two that are in would be cut off is in (cut
//! vertices by depth-first search, Tarjan 1972). That is complete. With a number of places
//! told: whatever is farther away than the number allows is out; a part too small is out; an
//! open place without which the part would be too small is in. Costs a pass over the graph.

use std::sync::Arc;

use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::graph::Graph;
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;

#[derive(Clone, Debug)]
pub(crate) struct Connected {
    vars: Box<[VarId]>,
    /// The values that put a place in, as bits of its variable's mask.
    wanted: Box<[u64]>,
    graph: Arc<Graph>,
    size: Option<usize>,
    /// The first of the words that keep which places were in and which open when it last came
    /// to an end: mostly another place's variable has changed, or another value of it.
    lane: usize,
}

/// What the search through the graph has found about a place.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// When it was entered, from 1.
    entered: u32,
    /// The earliest place that it or those below reach.
    low: u32,
    /// Where it was entered from.
    from: u32,
    /// Places in, and places, among it and those below.
    inside: usize,
    below: usize,
    /// Places below that only hang on this one, and how many of them are in.
    cut: usize,
    cut_inside: usize,
}

/// Which places are in and which are open, as bits.
struct Places {
    inside: Vec<u64>,
    open: Vec<u64>,
}

impl Connected {
    pub(crate) fn new(
        vars: Vec<VarId>,
        wanted: Vec<u64>,
        graph: Arc<Graph>,
        size: Option<usize>,
        lane: usize,
    ) -> Self {
        Self { vars: vars.into(), wanted: wanted.into(), graph, size, lane }
    }

    /// The words it needs: nothing has been seen yet.
    pub(crate) fn lanes(places: usize) -> Vec<u64> {
        // Both in and out at once: no state looks like that.
        vec![u64::MAX; 2 * places.div_ceil(64)]
    }

    /// Notes which places are in, and which open; false if it was so when it last ran.
    fn news<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> bool {
        let mut new = false;
        for (i, vars) in self.vars.chunks(64).enumerate() {
            let (mut inside, mut open) = (0u64, 0u64);
            for (bit, (&var, &wanted)) in vars.iter().zip(&self.wanted[64 * i..]).enumerate() {
                let mask = ctx.mask(var);
                let (can, must) = (mask & wanted != 0, mask & !wanted == 0);
                inside |= u64::from(must) << bit;
                open |= u64::from(can && !must) << bit;
            }
            for (word, now) in [(2 * i, inside), (2 * i + 1, open)] {
                new |= ctx.lane(self.lane + word) != now;
                ctx.set_lane(self.lane + word, now);
            }
        }
        new
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        if !self.news(ctx) {
            return Ok(Status::Fixpoint);
        }
        let words = self.vars.len().div_ceil(64);
        let lane = |word: usize| (0..words).map(|i| ctx.lane(self.lane + 2 * i + word)).collect();
        let mut places = Places { inside: lane(0), open: lane(1) };
        let inside = self.weigh(&places.inside);
        if self.size.is_some_and(|size| inside > size) {
            return Err(Conflict);
        }
        match first(&places.inside) {
            Some(root) => self.around(ctx, root, inside, &mut places)?,
            None => self.anywhere(ctx, &places.open)?,
        }
        // With a size, places that come in leave less room for others.
        Ok(if self.size.is_some() { Status::Again } else { Status::Fixpoint })
    }

    /// For how many places these count.
    fn weigh(&self, places: &[u64]) -> usize {
        match self.graph.is_plain() {
            true => places.iter().map(|w| w.count_ones() as usize).sum(),
            false => all(places).map(|i| self.graph.weight(i)).sum(),
        }
    }

    /// Nothing is in yet: only parts that are large enough count.
    fn anywhere<L: Log>(&self, ctx: &mut Ctx<'_, L>, open: &[u64]) -> Outcome {
        let Some(size) = self.size.filter(|&size| size > 0) else {
            let none = self.size == Some(0);
            return all(open).filter(|_| none).try_for_each(|i| self.leave(ctx, i));
        };
        let mut left = open.to_vec();
        let mut large = 0;
        while let Some(place) = first(&left) {
            let part = self.part(place, &left);
            left.iter_mut().zip(&part).for_each(|(left, part)| *left &= !part);
            let weight = self.weigh(&part);
            if weight < size {
                all(&part).try_for_each(|i| self.leave(ctx, i))?;
            } else {
                large += 1;
                // The only part there can be: what cuts it too small is in.
                if weight == size && large == 1 && self.weigh(&left) < size {
                    all(&part).try_for_each(|i| self.enter(ctx, i))?;
                }
            }
        }
        if large == 0 { Err(Conflict) } else { Ok(()) }
    }

    /// What hangs together with a place among some.
    fn part(&self, from: usize, among: &[u64]) -> Vec<u64> {
        let mut part = vec![0; among.len()];
        part[from / 64] |= 1 << (from % 64);
        let mut front = part.clone();
        while let Some(place) = first(&front) {
            front[place / 64] &= front[place / 64] - 1;
            for (k, near) in self.graph.row(place).iter().enumerate() {
                let new = near & among[k] & !part[k];
                part[k] |= new;
                front[k] |= new;
            }
        }
        part
    }

    fn around<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        root: usize,
        inside: usize,
        places: &mut Places,
    ) -> Outcome {
        if let Some(size) = self.size {
            self.too_far(ctx, size - inside, places)?;
        }
        let visits = self.search(root, places);
        let whole = visits[root];
        if whole.inside < inside || self.size.is_some_and(|size| whole.below < size) {
            return Err(Conflict);
        }
        for i in all(&places.open) {
            let Visit { entered, cut, cut_inside, .. } = visits[i];
            if entered == 0 {
                self.leave(ctx, i)?;
                continue;
            }
            let without = whole.below - self.graph.weight(i) - cut;
            if cut_inside > 0 || self.size.is_some_and(|s| without < s) {
                self.enter(ctx, i)?;
            }
        }
        Ok(())
    }

    /// Places so many steps away that the way there would be too long go out.
    fn too_far<L: Log>(&self, ctx: &mut Ctx<'_, L>, most: usize, places: &mut Places) -> Outcome {
        let words = places.open.len();
        let mut near = places.inside.clone();
        // What is so many steps away; a heavy place takes as many steps as it counts for.
        let mut fronts = vec![0; (most + 1) * words];
        fronts[..words].copy_from_slice(&places.inside);
        for steps in 0..most {
            let (done, ahead) = fronts.split_at_mut((steps + 1) * words);
            for place in all(&done[steps * words..]) {
                for (k, row) in self.graph.row(place).iter().enumerate() {
                    let new = row & places.open[k] & !near[k];
                    if self.graph.is_plain() {
                        near[k] |= new;
                        ahead[k] |= new;
                        continue;
                    }
                    for bit in Ones(new) {
                        let there = self.graph.weight(64 * k + bit as usize) - 1;
                        if let Some(front) = ahead.get_mut(there * words + k) {
                            *front |= 1 << bit;
                        }
                    }
                }
            }
            // Reached by now: later ways there are no shorter.
            near.iter_mut().zip(&*ahead).for_each(|(near, front)| *near |= front);
        }
        for (k, (open, near)) in places.open.iter_mut().zip(&near).enumerate() {
            let far = *open & !near;
            *open &= near;
            Ones(far).try_for_each(|bit| self.leave(ctx, 64 * k + bit as usize))?;
        }
        Ok(())
    }

    /// Depth first from a place that is in, through all that are in or open.
    fn search(&self, root: usize, places: &Places) -> Vec<Visit> {
        let mut visits = vec![Visit::default(); self.vars.len()];
        // What has not been entered yet.
        let mut left = places.open.clone();
        left.iter_mut().zip(&places.inside).for_each(|(left, inside)| *left |= inside);
        let (mut place, mut from, mut clock) = (root, root, 0);
        'enter: loop {
            clock += 1;
            left[place / 64] &= !(1 << (place % 64));
            let below = self.graph.weight(place);
            let is_in = places.inside[place / 64] >> (place % 64) & 1 == 1;
            let inside = if is_in { below } else { 0 };
            let low = self.earliest(place, from, &visits).min(clock);
            let from_here = from as u32;
            visits[place] =
                Visit { entered: clock, low, from: from_here, inside, below, ..Visit::default() };
            loop {
                for (k, (row, left)) in self.graph.row(place).iter().zip(&left).enumerate() {
                    let new = row & left;
                    if new != 0 {
                        (from, place) = (place, 64 * k + new.trailing_zeros() as usize);
                        continue 'enter;
                    }
                }
                if place == root {
                    return visits;
                }
                let Visit { low, from, inside, below, .. } = visits[place];
                place = from as usize;
                let over = &mut visits[place];
                over.low = over.low.min(low);
                over.inside += inside;
                over.below += below;
                if low >= over.entered {
                    over.cut += below;
                    over.cut_inside += inside;
                }
            }
        }
    }

    /// When the first neighbour of a place was entered, but for the one it was reached from.
    /// Neighbours entered later know of this place themselves.
    fn earliest(&self, place: usize, from: usize, visits: &[Visit]) -> u32 {
        let mut earliest = u32::MAX;
        for &other in self.graph.near(place) {
            let entered = visits[other].entered;
            if entered > 0 && other != from {
                earliest = earliest.min(entered);
            }
        }
        earliest
    }

    fn enter<L: Log>(&self, ctx: &mut Ctx<'_, L>, place: usize) -> Outcome {
        ctx.keep(self.vars[place], self.wanted[place])
    }

    fn leave<L: Log>(&self, ctx: &mut Ctx<'_, L>, place: usize) -> Outcome {
        ctx.erase(self.vars[place], self.wanted[place])
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        let sides = self.vars.iter().zip(&self.wanted);
        sides.for_each(|(&var, &wanted)| watch(var, Event::Side(wanted)));
    }
}

/// The places that the bits stand for.
fn all(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let of = |(k, &word): (usize, &u64)| Ones(word).map(move |bit| 64 * k + bit as usize);
    words.iter().enumerate().flat_map(of)
}

/// The first of them.
fn first(words: &[u64]) -> Option<usize> {
    all(words).next()
}
