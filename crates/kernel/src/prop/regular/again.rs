//! A line that was read before is read again only where it changed.
//!
//! In memory each cell has the letters that it had when it was last read, the states before it, and
//! those of them from which the end was reached. Where a cell has other letters now, reading goes on
//! forward until it meets the states of last time, and then back until it does. Who compares letters
//! needs no way back: on another branch more cells have changed. Letters 0 say that a cell is to be
//! read whatever it has.

use crate::context::{Conflict, Ctx, Outcome};
use crate::ids::VarId;
use crate::log::Log;

/// Words of memory of a cell: letters, states before it, those that live.
pub(super) const WORDS: usize = 3;

/// Shorter lines are read as soon as compared, and longer ones are rare.
pub(super) const SHORTEST: usize = 6;
pub(super) const LONGEST: usize = 64 * PLACES;

/// Words of a set of places.
const PLACES: usize = 4;

/// The one state behind the last cell.
const END: u64 = 1;

/// How sets of states of one word go through the layers of a line.
pub(super) trait Steps {
    /// The states behind a layer.
    fn forward(&self, at: usize, letters: u64, here: u64) -> u64;

    /// Of the states before a layer those that lead to some behind it, and the letters they do it by.
    fn back(&self, at: usize, letters: u64, before: u64, after: u64) -> (u64, u64);
}

/// Leaves each cell the letters that are read on some way to the end.
#[inline(always)]
pub(super) fn filter<L: Log>(
    steps: &impl Steps,
    ctx: &mut Ctx<'_, L>,
    vars: &[VarId],
    memory: &mut [u64],
) -> Outcome {
    let (cells, _) = memory.as_chunks_mut::<WORDS>();
    let mut stale = Places::default();
    for (at, (cell, &var)) in cells.iter_mut().zip(vars).enumerate() {
        let letters = ctx.mask(var);
        if cell[0] != letters {
            cell[0] = letters;
            stale.add(at);
        }
    }
    let read = read(steps, ctx, vars, cells, &mut stale);
    if read.is_err() {
        // What was read on the way does not fit together.
        let mut next = stale.from(0);
        while let Some(at) = next {
            cells[at][0] = 0;
            next = stale.from(at + 1);
        }
    }
    read
}

#[inline(always)]
fn read<L: Log>(
    steps: &impl Steps,
    ctx: &mut Ctx<'_, L>,
    vars: &[VarId],
    cells: &mut [[u64; WORDS]],
    stale: &mut Places,
) -> Outcome {
    let mut next = stale.from(0);
    while let Some(at) = next {
        let [letters, here, _] = cells[at];
        // The one state before the first cell has the same name.
        let here = if at == 0 { END } else { here };
        cells[at][1] = here;
        let behind = steps.forward(at, letters, here);
        if behind == 0 {
            return Err(Conflict);
        }
        next = match cells.get_mut(at + 1) {
            Some([_, known, _]) if *known != behind => {
                *known = behind;
                stale.add(at + 1);
                Some(at + 1)
            }
            _ => stale.from(at + 1),
        };
    }
    let mut next = stale.below(cells.len());
    while let Some(at) = next {
        let after = cells.get(at + 1).map_or(END, |cell| cell[2]);
        let [letters, before, live] = cells[at];
        let (here, used) = steps.back(at, letters, before, after);
        if here != live {
            cells[at][2] = here;
            if at > 0 {
                stale.add(at - 1);
            }
        }
        if used != letters {
            // Whoever comes back to these letters is to be told again.
            cells[at][0] = 0;
            ctx.keep(vars[at], used)?;
        }
        next = stale.below(at);
    }
    Ok(())
}

/// Some places of a line.
#[derive(Default)]
struct Places([u64; PLACES]);

impl Places {
    #[inline(always)]
    fn add(&mut self, at: usize) {
        self.0[at / 64 % PLACES] |= 1 << (at % 64);
    }

    /// The first one from here on.
    #[inline(always)]
    fn from(&self, at: usize) -> Option<usize> {
        let mut word = at / 64;
        let mut bits = self.0.get(word)? & u64::MAX << (at % 64);
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        Some(64 * word + bits.trailing_zeros() as usize)
    }

    /// The last one before here.
    #[inline(always)]
    fn below(&self, at: usize) -> Option<usize> {
        let last = at.checked_sub(1)?;
        let mut word = last / 64;
        let mut bits = self.0.get(word)? & u64::MAX >> (63 - last % 64);
        while bits == 0 {
            word = word.checked_sub(1)?;
            bits = self.0[word];
        }
        Some(64 * word + 63 - bits.leading_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::automaton::Automaton;
    use crate::bits::Ones;
    use crate::context::State;
    use crate::engine;
    use crate::log::{Frames, Undo};
    use crate::{CompileOptions, Constraint, Model, Problem};

    const VALUES: u64 = 5;

    /// What is left of some domains, or nothing if they contradict the line.
    fn left(model: &Model, state: &mut State, domains: &[u64]) -> Option<Vec<u64>> {
        state.slab[..domains.len()].copy_from_slice(domains);
        state.pending.copy_from_slice(&model.queue.all);
        let mut log = Frames::new(model.base.len());
        let settled = engine::propagate(model, state, &mut log).is_ok();
        settled.then(|| state.slab[..domains.len()].to_vec())
    }

    /// Domains come as on the branches of a search, a few cells different from one to the next and then
    /// again as they were: who remembers says what one says who reads for the first time.
    #[test]
    fn what_was_read_before_makes_no_difference() {
        let mut seed = 9u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        let (mut failed, mut narrowed) = (0, 0);
        for round in 0..150 {
            let cells = [6, 9, 40, 130][round % 4];
            let states = 2 + random() as usize % 12;
            let arcs = (0..states * 4).map(|_| {
                let (from, value, to) = (random(), random() % VALUES, random());
                (from as usize % states, 1 + value as i64, to as usize % states)
            });
            let arcs = arcs.collect();
            let automaton = Automaton { states, start: 0, accepting: vec![0, 1], arcs };
            let mut problem = Problem::new();
            let mut vars: Vec<VarId> = (0..cells).map(|_| problem.var(1, VALUES as i64)).collect();
            if round % 3 == 0 {
                vars[cells - 1] = vars[0];
            }
            let group = problem.group();
            let automaton = Arc::new(automaton);
            problem.post(group, Constraint::Regular { vars, automaton });
            let model = problem.compile(&CompileOptions::default());
            if model.memory == 0 {
                // No line of this length is read at all.
                continue;
            }
            let mut state = State::root(&model);
            let mut wide = || random() | random() | 1 << (random() % VALUES);
            let mut domains: Vec<u64> = (0..cells).map(|_| wide() & 0x1f).collect();
            let mut before = domains.clone();
            for _ in 0..60 {
                match random() % 4 {
                    0 => std::mem::swap(&mut domains, &mut before),
                    1 => before.clone_from(&domains),
                    _ => {}
                }
                for _ in 0..random() % 4 {
                    let at = random() as usize % cells;
                    domains[at] = 1 << (random() % VALUES) | random() & random() & 0x1f;
                }
                let fresh = left(&model, &mut State::root(&model), &domains);
                assert_eq!(left(&model, &mut state, &domains), fresh, "{domains:x?}");
                failed += usize::from(fresh.is_none());
                narrowed += usize::from(fresh.is_some_and(|left| left != domains));
            }
        }
        assert!(failed > 500 && narrowed > 500, "{failed} {narrowed}");
    }

    #[test]
    fn places_are_found_from_both_sides() {
        let mut places = Places::default();
        let list = [0, 5, 63, 64, 130, 255];
        list.iter().for_each(|&at| places.add(at));
        for at in 0..=256 {
            assert_eq!(places.from(at), list.iter().copied().find(|&place| place >= at), "{at}");
            assert_eq!(places.below(at), list.iter().copied().rfind(|&place| place < at), "{at}");
        }
        assert_eq!(Ones(places.0[0]).count(), 3);
    }
}
