//! Places whose variables have one of some values hang together in a graph.
//!
//! A place is in if its variable can have no other values, out if it can have none of them,
//! else open. From a place that is in, what cannot be reached through places that are in or
//! open is out, and an open place without which two that are in would be cut off is in (cut
//! vertices by depth-first search, Tarjan 1972). That is complete. With a number of places
//! told: whatever is farther away than the number allows is out; a part too small is out; an
//! open place without which the part would be too small is in. Costs a pass over the graph.

use std::sync::Arc;

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

const OUT: u8 = 0;
const OPEN: u8 = 1;
const IN: u8 = 2;

/// What the search through the graph has found about a place.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// When it was entered, from 1.
    entered: usize,
    /// The earliest place that it or those below reach.
    low: usize,
    /// Places in, and places, among it and those below.
    inside: usize,
    below: usize,
    /// Places below that only hang on this one, and how many of them are in.
    cut: usize,
    cut_inside: usize,
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
        let mut state = vec![OUT; self.vars.len()];
        let mut inside = 0;
        for (i, place) in state.iter_mut().enumerate() {
            let bit = |word: usize| ctx.lane(self.lane + 2 * (i / 64) + word) >> (i % 64) & 1 == 1;
            if bit(0) {
                *place = IN;
                inside += self.graph.weight(i);
            } else if bit(1) {
                *place = OPEN;
            }
        }
        if self.size.is_some_and(|size| inside > size) {
            return Err(Conflict);
        }
        match state.iter().position(|&s| s == IN) {
            Some(root) => self.around(ctx, root, inside, &mut state)?,
            None => self.anywhere(ctx, &mut state)?,
        }
        // With a size, places that come in leave less room for others.
        Ok(if self.size.is_some() { Status::Again } else { Status::Fixpoint })
    }

    /// Nothing is in yet: only parts that are large enough count.
    fn anywhere<L: Log>(&self, ctx: &mut Ctx<'_, L>, state: &mut [u8]) -> Outcome {
        let Some(size) = self.size.filter(|&size| size > 0) else {
            let none = self.size == Some(0);
            let open = (0..state.len()).filter(|&i| none && state[i] == OPEN);
            return open.collect::<Vec<_>>().into_iter().try_for_each(|i| self.leave(ctx, i));
        };
        let mut seen = vec![false; state.len()];
        let mut large = 0;
        for first in 0..state.len() {
            if state[first] == OUT || seen[first] {
                continue;
            }
            seen[first] = true;
            let mut part = vec![first];
            let mut at = 0;
            while let Some(&place) = part.get(at) {
                at += 1;
                for &next in self.graph.near(place) {
                    if state[next] != OUT && !seen[next] {
                        seen[next] = true;
                        part.push(next);
                    }
                }
            }
            let weight: usize = part.iter().map(|&i| self.graph.weight(i)).sum();
            if weight < size {
                part.into_iter().try_for_each(|i| self.leave(ctx, i))?;
            } else {
                large += 1;
                // The only part there can be: what cuts it too small is in.
                if weight == size && large == 1 && self.is_last(state, &seen, size) {
                    part.into_iter().try_for_each(|i| self.enter(ctx, i))?;
                }
            }
        }
        if large == 0 { Err(Conflict) } else { Ok(()) }
    }

    /// Whether no part that has not been seen is large enough.
    fn is_last(&self, state: &[u8], seen: &[bool], size: usize) -> bool {
        let left = (0..state.len()).filter(|&i| state[i] != OUT && !seen[i]);
        left.map(|i| self.graph.weight(i)).sum::<usize>() < size
    }

    fn around<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        root: usize,
        inside: usize,
        state: &mut [u8],
    ) -> Outcome {
        if let Some(size) = self.size {
            self.too_far(ctx, size - inside, state)?;
        }
        let visits = self.search(root, state);
        let whole = visits[root];
        if whole.inside < inside || self.size.is_some_and(|size| whole.below < size) {
            return Err(Conflict);
        }
        for i in 0..state.len() {
            if state[i] != OPEN {
                continue;
            }
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
    fn too_far<L: Log>(&self, ctx: &mut Ctx<'_, L>, most: usize, state: &mut [u8]) -> Outcome {
        let mut steps = vec![usize::MAX; state.len()];
        let mut queue: Vec<usize> = (0..state.len()).filter(|&i| state[i] == IN).collect();
        queue.iter().for_each(|&i| steps[i] = 0);
        let mut at = 0;
        while let Some(&place) = queue.get(at) {
            at += 1;
            for &next in self.graph.near(place) {
                let there = steps[place] + self.graph.weight(next);
                // With weights a later way may be shorter; then all behind it is told again.
                if state[next] == OPEN && there < steps[next] {
                    steps[next] = there;
                    queue.push(next);
                }
            }
        }
        for i in 0..state.len() {
            if state[i] == OPEN && steps[i] > most {
                state[i] = OUT;
                self.leave(ctx, i)?;
            }
        }
        Ok(())
    }

    /// Depth first from a place that is in, through all that are in or open.
    fn search(&self, root: usize, state: &[u8]) -> Vec<Visit> {
        let mut visits = vec![Visit::default(); state.len()];
        let mut clock = 0;
        // A place, where it was reached from, and which neighbour comes next.
        let mut path = vec![(root, usize::MAX, 0)];
        while let Some(&mut (place, from, ref mut next)) = path.last_mut() {
            if *next == 0 {
                clock += 1;
                let below = self.graph.weight(place);
                let inside = if state[place] == IN { below } else { 0 };
                visits[place] =
                    Visit { entered: clock, low: clock, inside, below, ..visits[place] };
            }
            let near = self.graph.near(place);
            let mut deeper = None;
            while let Some(&other) = near.get(*next) {
                *next += 1;
                if state[other] == OUT || other == from {
                    continue;
                }
                if visits[other].entered == 0 {
                    deeper = Some(other);
                    break;
                }
                visits[place].low = visits[place].low.min(visits[other].entered);
            }
            // A place without neighbours has been entered too.
            *next = (*next).max(1);
            if let Some(other) = deeper {
                path.push((other, place, 0));
                continue;
            }
            path.pop();
            if let Some(&(above, ..)) = path.last() {
                let done = visits[place];
                let over = &mut visits[above];
                over.low = over.low.min(done.low);
                over.inside += done.inside;
                over.below += done.below;
                if done.low >= over.entered {
                    over.cut += done.below;
                    over.cut_inside += done.inside;
                }
            }
        }
        visits
    }

    fn enter<L: Log>(&self, ctx: &mut Ctx<'_, L>, place: usize) -> Outcome {
        ctx.keep(self.vars[place], self.wanted[place])
    }

    fn leave<L: Log>(&self, ctx: &mut Ctx<'_, L>, place: usize) -> Outcome {
        ctx.erase(self.vars[place], self.wanted[place])
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}
