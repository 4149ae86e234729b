//! Layers of few states whose letters add: each moves a word of states by one number or, where a sum
//! is complete, by another.
//!
//! A letter is two masks and two turns of the word, whatever the states; what a turn brings in from the
//! other end comes from no state of its mask.

use std::sync::Arc;

use super::Layer;
use super::again::Steps;
use super::shifts::shifts;
use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome};
use crate::ids::VarId;
use crate::log::Log;

/// In how many ways a letter may lead.
const WAYS: usize = 3;

/// What each letter does in a layer, from bit 0 on.
type Letters = Arc<[[Turn; WAYS]]>;

/// A line whose letters turn sets of states.
#[derive(Clone, Debug)]
pub(super) struct Turned {
    layers: Box<[Letters]>,
}

/// States that a letter leads to states so many further on.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    from: u64,
    by: u32,
}

impl Turn {
    #[inline(always)]
    fn forward(self, here: u64) -> u64 {
        (here & self.from).rotate_left(self.by)
    }

    #[inline(always)]
    fn back(self, after: u64) -> u64 {
        after.rotate_right(self.by) & self.from
    }
}

impl Turned {
    /// The layers as turns, if no letter leads in more ways, and there are much fewer of these than arcs.
    /// All variables are small and the states of a layer fit a word.
    pub(super) fn new(layers: &[Arc<Layer>]) -> Option<Self> {
        let mut found: Vec<Letters> = Vec::with_capacity(layers.len());
        let (mut turns, mut arcs) = (0, 0);
        for (at, layer) in layers.iter().enumerate() {
            let known = at.checked_sub(1).filter(|&last| Arc::ptr_eq(&layers[last], layer));
            let letters = match known {
                Some(last) => found[last].clone(),
                None => letters(layer)?,
            };
            (turns, arcs) = (turns + WAYS * letters.len(), arcs + layer.arcs.len());
            found.push(letters);
        }
        // Only letters that are left are looked at, but all arcs of states that are reached.
        (turns <= arcs).then(|| Self { layers: found.into() })
    }

    /// Forward over reachable states and back over those that reach the end; there is room for the
    /// states before each layer.
    pub(super) fn filter<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        vars: &[VarId],
        before: &mut [u64],
    ) -> Outcome {
        let mut here = 1u64;
        for (at, (&var, before)) in vars.iter().zip(&mut *before).enumerate() {
            *before = here;
            here = self.forward(at, ctx.mask(var), here);
            if here == 0 {
                return Err(Conflict);
            }
        }
        for (at, (&var, &before)) in vars.iter().zip(&*before).enumerate().rev() {
            let (live, used) = self.back(at, ctx.mask(var), before, here);
            here = live;
            ctx.keep(var, used)?;
        }
        Ok(())
    }

    fn ways(&self, at: usize, letter: u32) -> [Turn; WAYS] {
        self.layers[at].get(letter as usize).copied().unwrap_or_default()
    }
}

impl Steps for Turned {
    #[inline(always)]
    fn forward(&self, at: usize, letters: u64, here: u64) -> u64 {
        let mut next = 0;
        for letter in Ones(letters) {
            self.ways(at, letter).iter().for_each(|turn| next |= turn.forward(here));
        }
        next
    }

    #[inline(always)]
    fn back(&self, at: usize, letters: u64, before: u64, after: u64) -> (u64, u64) {
        let (mut here, mut used) = (0, 0);
        for letter in Ones(letters) {
            let ways = self.ways(at, letter);
            let from = ways.iter().fold(0, |from, turn| from | turn.back(after)) & before;
            here |= from;
            used |= u64::from(from != 0) << letter;
        }
        (here, used)
    }
}

/// The turns of each letter of a layer; none if one leads in more ways than there is room for.
fn letters(layer: &Layer) -> Option<Letters> {
    let mut letters: Vec<[Turn; WAYS]> = Vec::new();
    for shift in shifts(layer)? {
        let letter = shift.letter.trailing_zeros() as usize;
        letters.resize(letters.len().max(letter + 1), [Turn::default(); WAYS]);
        let free = letters[letter].iter_mut().find(|turn| turn.from == 0)?;
        *free = Turn { from: shift.from[0], by: shift.by.rem_euclid(64) as u32 };
    }
    Some(letters.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Automaton;
    use crate::prop::Prop;
    use crate::search::{Search, SearchOptions};
    use crate::{CompileOptions, Constraint, Model, Problem};

    const CELLS: usize = 40;
    const SUM: usize = 10;

    /// The model with arcs in place of turns.
    fn without_turns(mut model: Model) -> Model {
        for prop in &mut model.props {
            let Prop::Regular(regular) = prop else { continue };
            let mut layers = (*regular.layers).clone();
            assert!(layers.turned.take().is_some(), "a line that adds up is read by turns");
            regular.layers = Arc::new(layers);
        }
        model
    }

    /// Lines in pieces that make ten, over random domains: turns leave what arcs leave.
    #[test]
    fn turns_say_what_arcs_say() {
        let next = |sum: usize, v: usize| if sum + v == SUM { 0 } else { sum + v };
        let sums = (0..SUM).flat_map(|from| (1..=9).map(move |v| (from, v as i64, next(from, v))));
        let arcs = sums.filter(|&(_, _, to)| to < SUM).collect();
        let automaton = Arc::new(Automaton { states: SUM, start: 0, accepting: vec![0], arcs });
        let mut seed = 5u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        let (mut failed, mut narrowed) = (0, 0);
        for _ in 0..300 {
            let mut problem = Problem::new();
            let vars: Vec<VarId> = (0..CELLS).map(|_| problem.var(1, 9)).collect();
            let few =
                |random: &mut dyn FnMut() -> u64| random() & random() & 0x1ff | 1 << (random() % 9);
            let domains: Vec<u64> = vars.iter().map(|_| few(&mut random)).collect();
            let group = problem.group();
            for (&var, &mask) in vars.iter().zip(&domains) {
                let values = Ones(mask).map(|b| i64::from(b) + 1).collect();
                problem.post(group, Constraint::Domain { var, values });
            }
            let automaton = automaton.clone();
            problem.post(group, Constraint::Regular { vars: vars.clone(), automaton });
            let model = problem.compile(&CompileOptions::default());
            let left = |model: &Model| {
                let mut search = Search::new(model, SearchOptions::default());
                let settled = search.settle();
                settled
                    .then(|| vars.iter().map(|v| search.state.slab[v.index()]).collect::<Vec<_>>())
            };
            let turned = left(&model);
            assert_eq!(turned, left(&without_turns(model)), "{domains:?}");
            failed += usize::from(turned.is_none());
            narrowed += usize::from(turned.is_some_and(|left| left != domains));
        }
        assert!(failed > 10 && narrowed > 10, "{failed} {narrowed}");
    }
}
