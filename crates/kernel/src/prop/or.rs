//! At least one branch holds: constructive disjunction.
//!
//! Each living branch runs its propagators to their fixpoint on a copy of the domains; a
//! conflict kills it, and the variables keep the union of what the others leave (for wide
//! variables, the hull). A sole survivor runs on the domains themselves. As strong as
//! its branches are; costs their sum. It ends early when the union cannot erase anything. Inside
//! a branch a fixed variable excludes its value from those that see it, as it does outside, as
//! long as they belong to the disjunction.
//!
//! Which branches are dead, and whether one is sure to hold, is remembered in a lane, to save time
//! only: a dead branch tried again dies again, and one that holds leaves everything as it is.

use std::ops::Range;

use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome, Scratch, State, Status, Witnesses};
use crate::ids::VarId;
use crate::log::{Cause, Log};
use crate::prop::{Event, Prop};
use crate::rest::Rests;

#[derive(Clone, Debug)]
pub(crate) struct Or {
    branches: Box<[Branch]>,
    /// Every variable that a branch may narrow.
    scope: Box<[VarId]>,
    /// The same as bits.
    within: Box<[u64]>,
    /// First of the words that hold a bit for each branch that is not dead, and one behind them as
    /// long as no branch is sure to hold.
    lane: usize,
}

/// The propagators of a branch and the slab words of their own state.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) props: Vec<Prop>,
    pub(crate) lanes: Range<usize>,
}

impl Or {
    pub(crate) fn new(branches: Vec<Branch>, lane: usize) -> Self {
        let mut scope = Vec::new();
        for prop in branches.iter().flat_map(|b| &b.props) {
            prop.watches(&mut |var, _| scope.push(var));
        }
        scope.sort_unstable();
        scope.dedup();
        let mut within = vec![0; scope.last().map_or(0, |v: &VarId| v.index() / 64 + 1)];
        scope.iter().for_each(|v| within[v.index() / 64] |= 1 << (v.index() % 64));
        Self { branches: branches.into(), scope: scope.into(), within: within.into(), lane }
    }

    /// The words a disjunction of so many branches needs, as they start.
    pub(crate) fn lanes(branches: usize) -> Vec<u64> {
        vec![u64::MAX; branches / 64 + 1]
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        if !self.lives(ctx, self.branches.len()) {
            return Ok(Status::Fixpoint);
        }
        let mut living = (0..self.branches.len()).filter(|&i| self.lives(ctx, i));
        match (living.next(), living.next()) {
            (None, _) => return Err(Conflict),
            (Some(only), None) => {
                for prop in &self.branches[only].props {
                    prop.propagate(ctx)?;
                }
                return Ok(Status::Again);
            }
            _ => {}
        }
        let scratch = &mut ctx.state.scratch;
        let mut spare = scratch.states.pop().unwrap_or_else(spare_state);
        let mut union = std::mem::take(&mut scratch.words);
        spare.slab.resize(ctx.model.base.len(), 0);
        spare.pending.resize(ctx.model.queue.all.len(), 0);
        let result = self.keep_union(ctx, &mut spare, &mut union);
        ctx.state.scratch.states.push(spare);
        ctx.state.scratch.words = union;
        result.map(|()| Status::Fixpoint)
    }

    fn lives<L: Log>(&self, ctx: &Ctx<'_, L>, branch: usize) -> bool {
        ctx.lane(self.lane + branch / 64) >> (branch % 64) & 1 == 1
    }

    fn forget<L: Log>(&self, ctx: &mut Ctx<'_, L>, branch: usize) {
        let word = self.lane + branch / 64;
        ctx.set_lane(word, ctx.lane(word) & !(1 << (branch % 64)));
    }

    fn keep_union<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        spare: &mut State,
        union: &mut Vec<u64>,
    ) -> Outcome {
        union.clear();
        for (i, branch) in self.branches.iter().enumerate() {
            if !self.lives(ctx, i) {
                continue;
            }
            self.copy(ctx, spare, branch);
            let mut log = Touched(false);
            let mut inner = Ctx { model: ctx.model, state: spare, log: &mut log, cause: ctx.cause };
            let before = inner.state.writes;
            let outcome = settle(&mut inner, &branch.props, &self.within);
            spare.fixed.clear();
            if outcome.is_err() {
                self.forget(ctx, i);
            } else if spare.writes == before && branch.props.iter().all(Prop::holds_if_quiet) {
                self.forget(ctx, self.branches.len());
                return Ok(());
            } else if self.join(ctx, spare, union) {
                return Ok(());
            }
        }
        if union.is_empty() {
            return Err(Conflict);
        }
        for (&var, pair) in self.scope.iter().zip(union.chunks_exact(2)) {
            if ctx.is_small(var) {
                ctx.keep(var, pair[0])?;
            } else {
                ctx.at_least(var, pair[0] as i64)?;
                ctx.at_most(var, pair[1] as i64)?;
            }
        }
        Ok(())
    }

    fn copy<L: Log>(&self, ctx: &Ctx<'_, L>, spare: &mut State, branch: &Branch) {
        for var in &self.scope {
            let word = var.index();
            spare.slab[word] = ctx.state.slab[word];
            if !ctx.is_small(*var) {
                spare.slab[word + 1] = ctx.state.slab[word + 1];
            }
        }
        spare.slab[branch.lanes.clone()].copy_from_slice(&ctx.state.slab[branch.lanes.clone()]);
    }

    /// Adds what a branch left to the union, two words a variable; tells whether the union
    /// is already all there was.
    fn join<L: Log>(&self, ctx: &Ctx<'_, L>, spare: &State, union: &mut Vec<u64>) -> bool {
        if union.is_empty() && !self.scope.is_empty() {
            for &var in &self.scope {
                let second = if ctx.is_small(var) { 0 } else { spare.slab[var.index() + 1] };
                union.extend([spare.slab[var.index()], second]);
            }
        }
        let mut whole = true;
        for (&var, pair) in self.scope.iter().zip(union.chunks_exact_mut(2)) {
            let (word, now) = (var.index(), &ctx.state.slab);
            if ctx.is_small(var) {
                pair[0] |= spare.slab[word];
                whole &= pair[0] == now[word];
            } else {
                let bounds = (spare.slab[word] as i64, spare.slab[word + 1] as i64);
                pair[0] = bounds.0.min(pair[0] as i64) as u64;
                pair[1] = bounds.1.max(pair[1] as i64) as u64;
                whole &= pair[0] == now[word] && pair[1] == now[word + 1];
            }
        }
        whole
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        // Others of a branch may leave a variable fewer values than it has outside.
        let mut within = |var, event| match event {
            Event::Few(_) => watch(var, Event::Any),
            _ => watch(var, event),
        };
        self.parts().for_each(|p| p.watches(&mut within));
    }

    /// Pairs that differ by other constraints and may share a value: a branch may use it.
    pub(crate) fn relies_on(
        &self,
        domains: &[u64],
        sees: &dyn Fn(VarId, VarId) -> bool,
    ) -> Vec<(VarId, VarId)> {
        let mut pairs: Vec<_> =
            self.parts().flat_map(|p| p.relies_on(None, domains, sees)).collect();
        for (i, &a) in self.scope.iter().enumerate() {
            let meet = |&b: &VarId| domains[a.index()] & domains[b.index()] != 0 && sees(a, b);
            pairs.extend(self.scope[..i].iter().copied().filter(meet).map(|b| (a, b)));
        }
        pairs
    }

    /// The propagators of all branches.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Prop> {
        self.branches.iter().flat_map(|b| &b.props)
    }
}

fn spare_state() -> State {
    State {
        slab: Vec::new(),
        pending: Vec::new(),
        fixed: Vec::new(),
        culprit: Cause::Choice,
        witnesses: Witnesses::default(),
        rests: Rests::default(),
        writes: 0,
        memory: Vec::new(),
        scratch: Scratch::default(),
    }
}

/// Runs propagators in turn until none of them changes anything. Variables `within` the
/// disjunction lose the values of those that they see and that get fixed.
fn settle(ctx: &mut Ctx<'_, Touched>, props: &[Prop], within: &[u64]) -> Outcome {
    let mut quiet = 0;
    for prop in props.iter().cycle() {
        ctx.log.0 = false;
        let status = prop.propagate(ctx)?;
        quiet = match (ctx.log.0, status) {
            (false, _) => quiet + 1,
            (true, Status::Fixpoint) => 1,
            (true, Status::Again) => 0,
        };
        if !ctx.state.fixed.is_empty() && exclude(ctx, within)? {
            quiet = 0;
        }
        if quiet >= props.len() {
            break;
        }
    }
    Ok(())
}

/// Takes the values of fixed variables from those that see them; tells whether some had them.
fn exclude(ctx: &mut Ctx<'_, Touched>, within: &[u64]) -> Result<bool, Conflict> {
    let mut changed = false;
    while let Some(var) = ctx.state.fixed.pop() {
        let (bit, model) = (ctx.mask(var), ctx.model);
        for (k, (&seen, &within)) in model.sees[var.index()].iter().zip(within).enumerate() {
            for i in Ones(seen & within) {
                let peer = VarId::new(64 * k + i as usize);
                if ctx.mask(peer) & bit != 0 {
                    ctx.erase(peer, bit)?;
                    changed = true;
                }
            }
        }
    }
    Ok(changed)
}

/// Notes that something was changed: a house notes its pairs even where they are what they were.
struct Touched(bool);

impl Log for Touched {
    fn begin(&mut self, _: Cause) {}

    fn write(&mut self, _: usize, old: u64, new: u64, _: Cause) {
        self.0 |= old != new;
    }
}
