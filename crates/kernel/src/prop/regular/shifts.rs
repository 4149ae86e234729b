//! Arcs of a layer as shifts: a letter that adds the same number to every state it can be read
//! in moves a whole set of states at once.
//!
//! Automata that add up are of this kind: their states are sums, in order, and each digit moves
//! them up by itself or, where a sum is complete, back to its start. A hundred states with nine
//! letters each are eighteen shifts.

use std::sync::Arc;

use super::Layer;
use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome};
use crate::ids::VarId;
use crate::log::Log;

/// The states of a layer as bits of so many words.
pub(super) type Set<const W: usize> = [u64; W];

/// The most words of a set.
const MOST_WORDS: usize = 4;

/// A line whose letters move sets of states.
#[derive(Clone, Debug)]
pub(super) struct Shifted {
    layers: Box<[Arc<[Shift]>]>,
    /// The words of a set.
    words: usize,
}

/// States that a letter leads to states so many further on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) letter: u64,
    pub(super) by: i32,
    pub(super) from: Set<MOST_WORDS>,
}

impl Shifted {
    /// The layers as shifts, if these are much fewer than arcs. Wide variables have other letters.
    pub(super) fn new(layers: &[Arc<Layer>]) -> Option<Self> {
        let words = layers.iter().map(|l| l.states().div_ceil(64)).max()?;
        if words > MOST_WORDS || layers.iter().any(|l| l.values.is_some()) {
            return None;
        }
        let mut found: Vec<Arc<[Shift]>> = Vec::with_capacity(layers.len());
        for (at, layer) in layers.iter().enumerate() {
            let known = at.checked_sub(1).filter(|&last| Arc::ptr_eq(&layers[last], layer));
            found.push(match known {
                Some(last) => found[last].clone(),
                None => shifts(layer)?.into(),
            });
        }
        let arcs: usize = layers.iter().map(|l| l.arcs.len()).sum();
        let shifts: usize = found.iter().map(|l| l.len()).sum();
        // A shift costs what a few arcs do, and more the more words there are.
        (shifts * 2 * (words + 1) <= arcs).then(|| Self { layers: found.into(), words })
    }

    /// Forward over reachable states and back over those that reach the end.
    pub(super) fn filter<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        vars: &[VarId],
        sets: &mut Vec<u64>,
    ) -> Outcome {
        match self.words {
            ..=1 => self.read::<L, 1>(ctx, vars, sets),
            2 => self.read::<L, 2>(ctx, vars, sets),
            _ => self.read::<L, MOST_WORDS>(ctx, vars, sets),
        }
    }

    fn read<L: Log, const W: usize>(
        &self,
        ctx: &mut Ctx<'_, L>,
        vars: &[VarId],
        sets: &mut Vec<u64>,
    ) -> Outcome {
        let mut here: Set<W> = [0; W];
        here[0] = 1;
        sets.clear();
        for (&var, shifts) in vars.iter().zip(&self.layers) {
            sets.extend_from_slice(&here);
            let (letters, mut next) = (ctx.mask(var), [0; W]);
            shifts.iter().for_each(|shift| shift.forward(&here, letters, &mut next));
            here = next;
            if here == [0; W] {
                return Err(Conflict);
            }
        }
        let (before, _) = sets.as_chunks::<W>();
        for ((&var, shifts), before) in vars.iter().zip(&self.layers).zip(before).rev() {
            let (letters, after) = (ctx.mask(var), here);
            let mut used = 0;
            here = [0; W];
            for shift in shifts.iter() {
                shift.back(before, letters, &after, &mut here, &mut used);
            }
            ctx.keep(var, used)?;
        }
        Ok(())
    }
}

/// To find out that there are more of a layer takes too long.
const MOST_SHIFTS: usize = 256;

/// The arcs of a layer by how far they lead; none if that is many ways.
pub(super) fn shifts(layer: &Layer) -> Option<Vec<Shift>> {
    let mut found: Vec<Shift> = Vec::new();
    // Where those of each letter are.
    let mut places: Vec<Vec<usize>> = Vec::new();
    for state in 0..layer.states() {
        for arc in layer.arcs(state) {
            let by = arc.to as i32 - state as i32;
            for bit in Ones(arc.bits) {
                places.resize(places.len().max(bit as usize + 1), Vec::new());
                let own = &mut places[bit as usize];
                let known = own.iter().copied().find(|&at| found[at].by == by);
                let at = known.unwrap_or_else(|| {
                    own.push(found.len());
                    found.push(Shift { letter: 1 << bit, by, from: [0; MOST_WORDS] });
                    found.len() - 1
                });
                found[at].from[state / 64] |= 1 << (state % 64);
            }
        }
        if found.len() > MOST_SHIFTS {
            return None;
        }
    }
    Some(found)
}

impl Shift {
    /// The states that a set leads to by these letters.
    #[inline(always)]
    fn forward<const W: usize>(&self, here: &Set<W>, letters: u64, next: &mut Set<W>) {
        if letters & self.letter != 0 {
            let moved = moved(&self.of(here), self.by);
            next.iter_mut().zip(moved).for_each(|(next, moved)| *next |= moved);
        }
    }

    /// Of a set of states those that lead into another, and the letters that do.
    #[inline(always)]
    fn back<const W: usize>(
        &self,
        before: &Set<W>,
        letters: u64,
        after: &Set<W>,
        here: &mut Set<W>,
        used: &mut u64,
    ) {
        let read = letters & self.letter;
        if read != 0 {
            let mut from = self.of(before);
            let reaching = moved(after, -self.by);
            let mut any = 0;
            for ((from, reaching), here) in from.iter_mut().zip(reaching).zip(here) {
                *from &= reaching;
                *here |= *from;
                any |= *from;
            }
            *used |= if any == 0 { 0 } else { read };
        }
    }

    #[inline(always)]
    fn of<const W: usize>(&self, set: &Set<W>) -> Set<W> {
        std::array::from_fn(|i| set[i] & self.from[i])
    }
}

/// Every state so many further on; what does not fit is lost.
#[inline(always)]
fn moved<const W: usize>(set: &Set<W>, by: i32) -> Set<W> {
    let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
    let word = |i: Option<usize>| i.and_then(|i| set.get(i)).copied().unwrap_or(0);
    // A shift by a whole word would be none: in two steps it is right.
    std::array::from_fn(|i| {
        if by >= 0 {
            let below = i.checked_sub(words + 1);
            word(i.checked_sub(words)) << bits | word(below) >> 1 >> (63 - bits)
        } else {
            word(Some(i + words)) >> bits | word(Some(i + words + 1)) << 1 << (63 - bits)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Automaton;
    use crate::prop::Prop;
    use crate::search::{Search, SearchOptions};
    use crate::{CompileOptions, Constraint, Problem};

    const CELLS: usize = 10;
    const TOTAL: usize = 85;

    /// A line that adds up, over random domains: what is left of each cell is what some line has
    /// there.
    #[test]
    fn what_is_left_is_in_some_line() {
        let sums = (0..=TOTAL).flat_map(|from| (1..=16).map(move |v| (from, v as i64, from + v)));
        let arcs = sums.filter(|&(_, _, to)| to <= TOTAL).collect();
        let (states, accepting) = (TOTAL + 1, vec![TOTAL]);
        let automaton = Arc::new(Automaton { states, start: 0, accepting, arcs });
        let mut seed = 3u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        let (mut failed, mut narrowed) = (0, 0);
        for _ in 0..400 {
            let mut problem = Problem::new();
            let vars: Vec<VarId> = (0..CELLS).map(|_| problem.var(1, 16)).collect();
            let domains: Vec<u64> =
                vars.iter().map(|_| random() & random() & random() & 0xffff).collect();
            let group = problem.group();
            for (&var, &mask) in vars.iter().zip(&domains) {
                let values = Ones(mask).map(|b| i64::from(b) + 1).collect();
                problem.post(group, Constraint::Domain { var, values });
            }
            let automaton = automaton.clone();
            problem.post(group, Constraint::Regular { vars: vars.clone(), automaton });
            let model = problem.compile(&CompileOptions::default());
            assert!(model.props.iter().any(|prop| match prop {
                Prop::Regular(regular) => regular.layers.shifted.is_some(),
                _ => false,
            }));
            let mut expected = vec![0u64; CELLS];
            lines(&domains, &mut Vec::new(), &mut expected);
            let mut search = Search::new(&model, SearchOptions::default());
            if !search.settle() {
                assert_eq!(expected, [0; CELLS]);
                failed += 1;
                continue;
            }
            let left: Vec<u64> = vars.iter().map(|v| search.state.slab[v.index()]).collect();
            assert_eq!(left, expected, "{domains:?}");
            narrowed += usize::from(left != domains);
        }
        assert!(failed > 10 && narrowed > 10, "{failed} {narrowed}");
    }

    fn lines(domains: &[u64], line: &mut Vec<u32>, expected: &mut [u64]) {
        if line.len() == CELLS {
            if line.iter().map(|b| b + 1).sum::<u32>() == TOTAL as u32 {
                expected.iter_mut().zip(line).for_each(|(all, b)| *all |= 1 << *b);
            }
            return;
        }
        for bit in Ones(domains[line.len()]) {
            line.push(bit);
            lines(domains, line, expected);
            line.pop();
        }
    }

    #[test]
    fn sets_move_as_their_states_do() {
        for by in [-130, -64, -63, -1, 0, 1, 5, 63, 64, 65, 127, 128] {
            for state in [0i32, 1, 63, 64, 100, 127] {
                let mut set = [0u64; 2];
                set[state as usize / 64] = 1 << (state % 64);
                let to = state + by;
                let mut expected = [0u64; 2];
                if (0..128).contains(&to) {
                    expected[to as usize / 64] = 1 << (to % 64);
                }
                assert_eq!(moved(&set, by), expected, "{state} {by}");
            }
        }
    }
}
