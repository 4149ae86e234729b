//! Looking ahead, before a choice on which much depends.
//!
//! Every value of every open cell is tried for one propagation. What fails at once is erased,
//! and the choice is the cell, or the two places of a digit, whose outcomes together leave the
//! smallest search. That costs hundreds of propagations, so it is done only where the search
//! below is expected to take far more (`docs/design/0006-looking-ahead.md`).

use crate::bits::{Ones, is_single};
use crate::context::{Conflict, Ctx, State};
use crate::engine;
use crate::ids::VarId;
use crate::log::{Cause, Frames, Log, Undo};
use crate::model::Model;
use crate::prop::Prop;
use crate::search::branch::Choice;

/// A look pays if so many nodes are expected for each value that it tries.
const NODES_A_TRIAL: u64 = 16;
/// Searches shorter than this need no look.
const LONG: u64 = 1000;

/// What to try after a look, and how many values were tried for it.
pub(crate) struct Look {
    /// None if no cell is open any more; an error if there is no solution here.
    pub(crate) choice: Result<Option<Choice>, Conflict>,
    pub(crate) trials: u64,
}

/// Whether to look ahead in a state under which so many nodes are expected.
///
/// Not where there are sums: what is left of the domains measures badly what is left to search
/// then, and the scores know better.
pub(crate) fn pays(model: &Model, state: &State, expected: u64) -> bool {
    let values = || model.small_own.iter().map(|v| u64::from(state.slab[v.index()].count_ones()));
    expected > LONG
        && expected > NODES_A_TRIAL * values().filter(|&n| n > 1).sum::<u64>()
        && !model.props.iter().any(Prop::is_sum)
}

/// Tries every value, erases those that fail and finds the best choice.
pub(crate) fn look<L: Log>(model: &Model, state: &mut State, log: &mut L) -> Look {
    let mut ahead = Ahead { model, trial: state.clone(), gains: vec![], trials: 0 };
    ahead.gains.resize(64 * model.base.len(), 0);
    let choice = ahead.try_all(state, log).map(|()| ahead.best(state));
    Look { choice, trials: ahead.trials }
}

struct Ahead<'m> {
    model: &'m Model,
    /// A copy to try values on.
    trial: State,
    /// How much smaller the rest is after each value, in sixteenths of a bit.
    gains: Vec<u32>,
    trials: u64,
}

impl Ahead<'_> {
    fn try_all<L: Log>(&mut self, state: &mut State, log: &mut L) -> Result<(), Conflict> {
        let model = self.model;
        for &var in &model.small_own {
            let mask = state.slab[var.index()];
            if is_single(mask) {
                continue;
            }
            let before = size(model, state);
            let mut gone = 0;
            for bit in Ones(mask) {
                match self.try_one(state, var, 1 << bit) {
                    Ok(after) => self.gains[place(var, bit)] = before.saturating_sub(after),
                    Err(Conflict) => gone |= 1 << bit,
                }
            }
            if gone != 0 {
                Ctx { model, state, log, cause: Cause::Choice }.erase(var, gone)?;
                engine::propagate(model, state, log)?;
            }
        }
        Ok(())
    }

    /// What is left if the variable has this value.
    fn try_one(&mut self, state: &State, var: VarId, bit: u64) -> Result<u32, Conflict> {
        self.trials += 1;
        let (model, trial) = (self.model, &mut self.trial);
        trial.slab.copy_from_slice(&state.slab);
        let log = &mut Frames::new(0);
        Ctx { model, state: trial, log, cause: Cause::Choice }.keep(var, bit)?;
        engine::propagate(model, trial, log)?;
        Ok(size(model, trial))
    }

    /// The choice whose outcomes together leave least.
    fn best(&self, state: &State) -> Option<Choice> {
        let gain = |var: VarId, bit: u32| self.gains[place(var, bit)];
        let mut best = (u64::MAX, None);
        let mut offer = |left: u64, choice: Choice| {
            if left < best.0 {
                best = (left, Some(choice));
            }
        };
        for &var in &self.model.small_own {
            let mask = state.slab[var.index()];
            if !is_single(mask) {
                let left = Ones(mask).map(|bit| search_after(gain(var, bit))).sum();
                let first = Ones(mask).max_by_key(|&bit| gain(var, bit)).unwrap_or(0);
                offer(left, Choice::Bit(var, 1 << first));
            }
        }
        for house in &self.model.houses {
            for bit in Ones(state.slab[house.pairs]) {
                let mut has = house.vars.iter().filter(|v| state.slab[v.index()] >> bit & 1 == 1);
                if let (Some(&a), Some(&b)) = (has.next(), has.next()) {
                    let left = search_after(gain(a, bit)) + search_after(gain(b, bit));
                    offer(left, Choice::Bit(a, 1 << bit));
                }
            }
        }
        best.1
    }
}

fn place(var: VarId, bit: u32) -> usize {
    var.index() * 64 + bit as usize
}

/// The logarithm of the number of assignments, in sixteenths of a bit.
fn size(model: &Model, state: &State) -> u32 {
    let log = |v: &VarId| LOGARITHM[state.slab[v.index()].count_ones() as usize];
    model.small_own.iter().map(log).sum()
}

/// Sixteen times the binary logarithm of each number of values.
const LOGARITHM: [u32; 65] = {
    let mut table = [0; 65];
    let mut n = 1;
    while n < 65 {
        table[n] = (n as u128).pow(16).ilog2();
        n += 1;
    }
    table
};

/// The search that is left, in units of 2^-40 of that before: ten bits fewer halve it.
fn search_after(gain: u32) -> u64 {
    let halvings = gain / 10;
    ROOTS[(halvings % 16) as usize] >> (halvings / 16).min(63)
}

/// 2^40 divided by the sixteenth roots of 2, 4, 8 and so on.
const ROOTS: [u64; 16] = {
    /// 2^32 divided by the sixteenth root of 2.
    const ROOT: u64 = 4_112_874_773;
    let mut table = [1 << 40; 16];
    let mut i = 1;
    while i < 16 {
        table[i] = ((table[i - 1] as u128 * ROOT as u128) >> 32) as u64;
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::{LOGARITHM, ROOTS, search_after};
    use crate::log::{Frames, Trail, Undo};
    use crate::search::{Search, SearchOptions};
    use crate::{CompileOptions, Constraint, Model, Problem, VarId};

    #[test]
    fn tables_are_what_they_say() {
        assert_eq!([1, 2, 4, 9, 64].map(|n| LOGARITHM[n]), [0, 16, 32, 50, 96]);
        // The next root would be a half.
        assert!(ROOTS[15] > 1 << 39 && ROOTS[15] * 95 / 100 < 1 << 39);
        assert_eq!([0, 160, 320].map(search_after), [1 << 40, 1 << 39, 1 << 38]);
    }

    /// A search that looks ahead at every node.
    fn all<U: Undo>(model: &Model, cells: &[VarId]) -> Vec<Vec<i64>> {
        let mut search = Search::<U>::with_undo(model, SearchOptions::default());
        search.expected = u64::MAX;
        let mut out = Vec::new();
        while let Some(solution) = search.next_solution().expect("no limits") {
            out.push(solution.values(cells));
        }
        out
    }

    #[test]
    fn looking_ahead_loses_no_solution() {
        let mut problem = Problem::new();
        let cells: Vec<VarId> = (0..16).map(|_| problem.var(1, 4)).collect();
        for i in 0..4 {
            let row = (0..4).map(|j| cells[4 * i + j]).collect();
            let column = (0..4).map(|j| cells[4 * j + i]).collect();
            for house in [row, column] {
                let group = problem.group();
                problem.post(group, Constraint::Distinct(house));
            }
        }
        let model = problem.compile(&CompileOptions::default());
        let frames = all::<Frames>(&model, &cells);
        assert_eq!(frames, all::<Trail>(&model, &cells));
        let mut different = frames.clone();
        different.sort_unstable();
        different.dedup();
        // There are 576 Latin squares of order 4.
        assert_eq!((frames.len(), different.len()), (576, 576));
        let is_latin = |square: &Vec<i64>| {
            (0..16).all(|i| {
                (0..i).all(|j| (i / 4 != j / 4 && i % 4 != j % 4) || square[i] != square[j])
            })
        };
        assert!(frames.iter().all(is_latin));
    }
}
