//! Random dives: a random solution, and Knuth's estimate of how many there are.

use crate::bits::Ones;
use crate::context::{Ctx, State};
use crate::engine;
use crate::log::{Cause, Frames, Undo};
use crate::model::Model;
use crate::search::Solution;
use crate::search::branch::{self, Choice, Scores};
use crate::search::dfs::{Search, SearchOptions};
use crate::search::limits::{Limits, Stop};
use crate::search::rng::Rng;

/// A random solution, or none if there is none.
///
/// Values are tried in random order at each choice. Every solution can come out, but not
/// all equally often: those in sparse parts of the tree are favoured.
pub fn sample(model: &Model, seed: u64, limits: &Limits) -> Result<Option<Solution>, Stop> {
    let options = SearchOptions { limits: limits.clone(), seed: Some(seed) };
    Search::new(model, options).next_solution()
}

/// An estimated number of solutions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean over all dives: its expectation is the number of solutions.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// How many dives were made.
    pub dives: u64,
    /// How many of them ended in a solution.
    pub hits: u64,
}

/// Estimates the number of solutions by `dives` random descents (Knuth 1975): the product
/// of the numbers of values to choose from on the way down to a solution, 0 for a dead end.
pub fn estimate(model: &Model, dives: u64, seed: u64, limits: &Limits) -> Result<Estimate, Stop> {
    model.stopped.map_or(Ok(()), Err)?;
    let mut rng = Rng::new(seed);
    let mut root = State::root(model);
    let mut log = Frames::new(0);
    let possible = engine::apply_domains(model, &mut root, &mut log).is_ok()
        && engine::propagate(model, &mut root, &mut log).is_ok();
    if !possible || dives == 0 {
        return Ok(Estimate { mean: 0.0, error: 0.0, dives: 0, hits: 0 });
    }
    let scores = Scores::new(model);
    let (mut sum, mut squares, mut hits) = (0.0, 0.0, 0);
    for _ in 0..dives {
        limits.check()?;
        let weight = dive(model, root.clone(), &scores, &mut rng);
        sum += weight;
        squares += weight * weight;
        hits += u64::from(weight > 0.0);
    }
    let n = dives as f64;
    let mean = sum / n;
    let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
    Ok(Estimate { mean, error, dives, hits })
}

fn dive(model: &Model, mut state: State, scores: &Scores, rng: &mut Rng) -> f64 {
    let mut log = Frames::new(0);
    let mut weight = 1.0;
    while let Some(choice) = branch::choose(model, &state, scores) {
        let (choice, yes, ways) = match choice {
            Choice::Bit(var, _) => {
                let mask = state.slab[var.index()];
                let nth = rng.below(u64::from(mask.count_ones())) as usize;
                let bit = Ones(mask).nth(nth).map_or(0, |b| 1 << b);
                (Choice::Bit(var, bit), true, mask.count_ones())
            }
            Choice::AtMost(..) | Choice::AtLeast(..) => (choice, rng.below(2) == 0, 2),
        };
        weight *= f64::from(ways);
        let state = &mut state;
        let mut ctx = Ctx { model, state, log: &mut log, cause: Cause::Choice };
        if choice.apply(&mut ctx, yes).is_err()
            || engine::propagate(model, state, &mut log).is_err()
        {
            return 0.0;
        }
    }
    weight
}
