//! The propagation loop: exclusion between cells that see each other first, then the
//! pending propagators, cheapest first, until nothing is left to do.

use crate::bits::{Ones, is_single};
use crate::context::{Conflict, Ctx, Outcome, State, Status};
use crate::ids::VarId;
use crate::log::{Cause, Log};
use crate::model::{Mark, Model};

/// Runs everything pending to the common fixpoint.
pub(crate) fn propagate<L: Log>(model: &Model, state: &mut State, log: &mut L) -> Outcome {
    let result = run(model, state, log);
    if result.is_err() {
        state.clear_pending();
    }
    result
}

/// Applies the domain constraints of the model to its root state.
pub(crate) fn apply_domains<L: Log>(model: &Model, state: &mut State, log: &mut L) -> Outcome {
    for (var, values, item) in &model.domains {
        let cause = Cause::Domain(*item);
        log.begin(cause);
        state.culprit = cause;
        let mut ctx = Ctx { model, state, log, cause };
        if ctx.keep_values(*var, values).is_err() {
            state.clear_pending();
            return Err(Conflict);
        }
    }
    Ok(())
}

/// Applies what was added to the model since a mark, and propagates.
pub(crate) fn post<L: Log>(model: &Model, state: &mut State, log: &mut L, mark: &Mark) -> Outcome {
    for (var, values, item) in &model.domains[mark.domains..] {
        let mut ctx = Ctx { model, state, log, cause: Cause::Domain(*item) };
        ctx.keep_values(*var, values)?;
    }
    for &slot in &model.queue.prop_slot[mark.props..] {
        state.pending[slot as usize / 64] |= 1 << (slot % 64);
    }
    // A new edge says something at once if one of its ends is fixed already.
    let edges = model.edges.as_deref().unwrap_or_default();
    for &(a, b) in &edges[mark.edges..] {
        for var in [a, b] {
            if is_single(state.slab[var.index()]) {
                state.fixed.push(var);
            }
        }
    }
    propagate(model, state, log)
}

fn run<L: Log>(model: &Model, state: &mut State, log: &mut L) -> Outcome {
    loop {
        while let Some(var) = state.fixed.pop() {
            exclude(model, state, log, var)?;
        }
        let Some(slot) = model.queue.next(&mut state.pending) else { return Ok(()) };
        if state.rests.misses(slot) {
            continue;
        }
        let prop = model.queue.slots[slot];
        let cause = Cause::Prop(prop);
        state.culprit = cause;
        log.begin(cause);
        let before = state.writes;
        let mut ctx = Ctx { model, state, log, cause };
        let status = model.props[prop.index()].propagate(&mut ctx);
        state.rests.note(slot, state.writes != before || status.is_err());
        if status? == Status::Fixpoint {
            state.pending[slot / 64] &= !(1 << (slot % 64));
        }
    }
}

/// Takes the value of a fixed variable from all that see it.
fn exclude<L: Log>(model: &Model, state: &mut State, log: &mut L, var: VarId) -> Outcome {
    if model.excludes_nothing {
        return Ok(());
    }
    let bit = state.slab[var.index()];
    let cause = Cause::Sees(var);
    state.culprit = cause;
    state.witnesses.fixed = Some(var);
    log.begin(cause);
    let mut ctx = Ctx { model, state, log, cause };
    if let Some(boards) = &model.boards {
        return boards.exclude(&mut ctx, var);
    }
    for (k, &peers) in model.sees[var.index()].iter().enumerate() {
        for i in Ones(peers) {
            let peer = VarId::new(64 * k + i as usize);
            if ctx.mask(peer) & bit != 0 {
                ctx.erase(peer, bit)?;
            }
        }
    }
    Ok(())
}
