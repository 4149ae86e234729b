//! What to try next.
//!
//! A cell is worth trying first when it has few candidates and was near many conflicts.
//! If the best cell has more than two, a digit with two places in a house is better: both
//! outcomes say more.

use crate::bits::is_single;
use crate::context::{Ctx, Outcome, State, Witnesses};
use crate::ids::VarId;
use crate::log::{Cause, Log};
use crate::model::Model;
use crate::problem::VarDef;
use crate::prop::Prop;
use crate::sought::Sought;

/// A choice between two halves of what is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// This bit of a small variable, or not.
    Bit(VarId, u64),
    /// At most this value of a wide variable, or more.
    AtMost(VarId, i64),
    /// At least this value of a variable, or less.
    AtLeast(VarId, i64),
}

impl Choice {
    pub(crate) fn var(self) -> VarId {
        match self {
            Choice::Bit(var, _) | Choice::AtMost(var, _) | Choice::AtLeast(var, _) => var,
        }
    }

    /// Takes one side of the choice.
    pub(crate) fn apply<L: Log>(self, ctx: &mut Ctx<'_, L>, yes: bool) -> Outcome {
        match (self, yes) {
            (Choice::Bit(var, bit), true) => ctx.keep(var, bit),
            (Choice::Bit(var, bit), false) => ctx.erase(var, bit),
            (Choice::AtMost(var, value), true) => ctx.at_most(var, value),
            (Choice::AtMost(var, value), false) => ctx.at_least(var, value.saturating_add(1)),
            (Choice::AtLeast(var, value), true) => ctx.at_least(var, value),
            (Choice::AtLeast(var, value), false) => ctx.at_most(var, value.saturating_sub(1)),
        }
    }
}

/// How much each variable had to do with conflicts, the recent ones most.
///
/// A choice is many steps away from the conflict it leads to, so the points go to whoever
/// was there: see [`Scores::blame`] and `docs/design/0003-whom-to-blame.md`.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    by_var: Vec<u32>,
    conflicts: u32,
    /// What a mask of each size is worth.
    share: &'static [u64; 64],
}

/// One point: more than 1, so that halving keeps differences.
const POINT: u32 = 16;
/// A propagator that watches more is not blamed. Houses and blocks of crossings must be: see
/// `0003` and `0015`.
const FEW_WATCHED: u32 = 27;
/// All scores are halved after so many conflicts: recent ones matter more.
const HALVE_EVERY: u32 = 512;

impl Scores {
    pub(crate) fn new(model: &Model) -> Self {
        let by_var = model.weights().iter().map(|w| w * POINT).collect();
        let sums = model.props.iter().any(Prop::is_sum);
        Self { by_var, conflicts: 0, share: if sums { &SHARE_WITH_SUMS } else { &SHARE } }
    }

    /// Gives points for the conflict a state is in: to the variable that was tried, the one
    /// that was fixed last (twice), the one without values, and all that the failing
    /// propagator watches, unless they are many: what looks at the whole grid tells little
    /// about each cell.
    pub(crate) fn blame(&mut self, model: &Model, state: &State, tried: Option<VarId>) {
        let Some(tried) = tried else { return };
        let Witnesses { fixed, empty } = state.witnesses;
        let mut add = |var: VarId, points| self.by_var[var.index()] += points;
        add(tried, POINT);
        add(fixed.unwrap_or(tried), 2 * POINT);
        if let Some(var) = empty {
            add(var, POINT);
        }
        if let Cause::Prop(prop) = state.culprit {
            let mut watched = 0;
            model.props[prop.index()].watches(&mut |_, _| watched += 1);
            if watched <= FEW_WATCHED {
                model.props[prop.index()].watches(&mut |var, _| add(var, POINT));
            }
        }
        self.conflicts += 1;
        if self.conflicts >= HALVE_EVERY {
            self.conflicts = 0;
            self.by_var.iter_mut().for_each(|s| *s = *s / 2 + 1);
        }
    }
}

/// The next choice, or none when every variable is fixed.
pub(crate) fn choose(model: &Model, state: &State, scores: &Scores) -> Option<Choice> {
    // The problem's own variables first: the others follow from them.
    let (own, added) = model.defs.split_at(model.declared);
    choose_small(model, state, scores, &model.small_own)
        .or_else(|| choose_wide(model, state, own))
        .or_else(|| choose_small(model, state, scores, &model.small_added))
        .or_else(|| choose_wide(model, state, added))
}

fn choose_small(model: &Model, state: &State, scores: &Scores, vars: &[VarId]) -> Option<Choice> {
    let slab = &state.slab[..];
    let best = match vars {
        // Cells come first and one after the other: two slices and no index to check.
        [first, .., last] if last.index() - first.index() + 1 == vars.len() => {
            let run = first.index()..last.index() + 1;
            let cells = slab[run.clone()].iter().zip(&scores.by_var[run]);
            let cells = vars.iter().zip(cells).map(|(&var, (&mask, &score))| (var, mask, score));
            best_of(cells, scores.share)
        }
        _ => {
            let cells = vars.iter().map(|&v| (v, slab[v.index()], scores.by_var[v.index()]));
            best_of(cells, scores.share)
        }
    };
    let (merit, var) = best;
    if merit == 0 {
        return None;
    }
    let mask = slab[var.index()];
    let better = || {
        sought_place(model, state, scores, merit)
            .or_else(|| two_places(model, state, scores, merit))
    };
    if mask.count_ones() > 2
        && let Some(choice) = better()
    {
        return Some(choice);
    }
    Some(Choice::Bit(var, mask & mask.wrapping_neg()))
}

/// The variable with the best merit: its score times the share of its size, so that there is no
/// division in the loop. A fixed variable has no share, so no branch is needed to skip it.
#[inline(always)]
fn best_of(vars: impl Iterator<Item = (VarId, u64, u32)>, share: &[u64; 64]) -> (u64, VarId) {
    let mut best = (0u64, VarId::new(0));
    for (var, mask, score) in vars {
        let size = (mask.count_ones() as usize).min(share.len() - 1);
        let merit = u64::from(score) * share[size];
        if merit > best.0 {
            best = (merit, var);
        }
    }
    best
}

fn choose_wide(model: &Model, state: &State, defs: &[VarDef]) -> Option<Choice> {
    let bounds = |var: VarId| (state.slab[var.index()] as i64, state.slab[var.index() + 1] as i64);
    let mut wide = defs.iter().map(|d| d.id).filter(|&v| !model.is_small(v));
    let var = wide.find(|&v| bounds(v).0 != bounds(v).1)?;
    let (lo, hi) = bounds(var);
    // The difference can pass the range of i64; half of it cannot.
    Some(Choice::AtMost(var, lo + (hi.wrapping_sub(lo) as u64 / 2) as i64))
}

/// What a mask of each size is worth (the last two share a place): `1 / size^1.25` in units
/// of 2^-32; nothing below two.
static SHARE: [u64; 64] = {
    let mut share = [0; 64];
    let mut size = 2u64;
    while size < 64 {
        // The fourth root in units of 2^-12.
        let root = (size << 48).isqrt().isqrt();
        share[size as usize] = (1 << 44) / (size * root);
        size += 1;
    }
    share
};

/// The same where there are sums: `1 / size`. There a cell of many candidates in a tight sum
/// tells more than its size says.
static SHARE_WITH_SUMS: [u64; 64] = {
    let mut share = [0; 64];
    let mut size = 2;
    while size < 64 {
        share[size] = (1 << 32) / size as u64;
        size += 1;
    }
    share
};

/// A place of a value that is sought, if it beats a cell of this merit.
fn sought_place(model: &Model, state: &State, scores: &Scores, merit: u64) -> Option<Choice> {
    let mut best = (merit, None);
    for Sought { house, like } in &model.sought {
        let bit = state.slab[like.index()];
        if !is_single(bit) {
            continue;
        }
        let places = house.iter().filter(|v| state.slab[v.index()] & bit != 0);
        let score = |v: &VarId| scores.by_var[v.index()];
        let (mut count, mut first) = (0, None);
        for &place in places {
            count += 1;
            if first.is_none_or(|f| score(&place) > score(&f)) {
                first = Some(place);
            }
        }
        let Some(first) = first.filter(|_| count > 1) else { continue };
        // A half more than a cell of so many candidates: see `docs/design/0023-whole-collection.md`.
        let merit = u64::from(score(&first)) * scores.share[count.min(63)] * 3 / 2;
        if merit > best.0 {
            best = (merit, Some(Choice::Bit(first, bit)));
        }
    }
    best.1
}

/// A value with exactly two places in a house, if it beats a cell of this merit.
fn two_places(model: &Model, state: &State, scores: &Scores, merit: u64) -> Option<Choice> {
    let mut best = None;
    // Few cells have a score that would beat it, so that is asked first.
    let mut most = u32::try_from(merit / scores.share[2]).unwrap_or(u32::MAX);
    for house in &model.houses {
        let pairs = state.slab[house.pairs];
        if pairs == 0 {
            continue;
        }
        for &var in &*house.vars {
            let score = scores.by_var[var.index()];
            if score > most {
                let here = state.slab[var.index()] & pairs;
                if here != 0 {
                    best = Some(Choice::Bit(var, here & here.wrapping_neg()));
                    most = score;
                }
            }
        }
    }
    best
}
