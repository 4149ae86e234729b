//! An automaton reads the variables as a line.
//!
//! At compile time the automaton is unfolded into a layered graph: the states that can
//! stand after each position, without those that lead nowhere, and with those that go on
//! in the same way merged. A run goes forward over reachable states and back over those
//! that reach the end; a value stays if some arc between the two reads it. Complete, when
//! no variable occurs twice, for small variables; wide ones keep the hull. Most lines are read only where
//! they changed since they were last read (`again`).

mod again;
mod shifts;
mod turned;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::automaton::Automaton;
use crate::bits::{Ones, low_bits};
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::hash::Quick;
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::Event;
use again::Steps;
use shifts::Shifted;
use turned::Turned;

/// Lines up to this long are read with sets of states on the stack.
const SHORT: usize = 32;

/// The layered graph of an automaton over a line of declared domains.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    /// Those in the middle of a long line are often the same.
    layers: Box<[Arc<Layer>]>,
    /// Whether the states of each layer fit a word, and all variables are small.
    narrow: bool,
    /// If so, the states before each layer from which every line is read.
    free: Box<[u64]>,
    /// Each layer as shifts of sets of states, if that is less to do.
    shifted: Option<Shifted>,
    /// The same where a set is one word.
    turned: Option<Turned>,
}

/// What a variable of the line can be when it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Letters {
    pub(crate) lo: i64,
    pub(crate) hi: i64,
    pub(crate) small: bool,
}

#[derive(Clone, Debug)]
struct Layer {
    /// For a wide variable, the values read here in order; bit `i` of word `w` stands for
    /// number `64 * w + i`. A small variable has the bits of its own mask.
    values: Option<Box<[i64]>>,
    /// Where the arcs of each state start; one more entry than there are states.
    starts: Box<[u32]>,
    arcs: Box<[Arc64]>,
    /// The same arcs by what they share, if there are much fewer of these.
    fans: Box<[Fan]>,
}

/// States that lead to one state of the next layer by the same letters.
#[derive(Clone, Copy, Debug)]
struct Fan {
    from: u64,
    letters: u64,
    to: u32,
}

/// Letters that lead to one state of the next layer: bits of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Arc64 {
    to: u32,
    word: u32,
    bits: u64,
}

/// The name of each state in a layer, if it leads to the end.
type Names = Vec<Option<u32>>;

impl Layer {
    fn states(&self) -> usize {
        self.starts.len() - 1
    }

    fn arcs(&self, state: usize) -> &[Arc64] {
        &self.arcs[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// Its arcs by what they share, where the states fit a word and it is worth it.
    fn fans(starts: &[u32], arcs: &[Arc64]) -> Box<[Fan]> {
        let mut fans: Vec<Fan> = Vec::new();
        if starts.len() > 65 {
            return Box::default();
        }
        for (state, ends) in starts.windows(2).enumerate() {
            for arc in &arcs[ends[0] as usize..ends[1] as usize] {
                match fans.iter_mut().find(|fan| (fan.to, fan.letters) == (arc.to, arc.bits)) {
                    Some(fan) => fan.from |= 1 << state,
                    None => fans.push(Fan { from: 1 << state, letters: arc.bits, to: arc.to }),
                }
            }
            // All fans are looked at, but of arcs only those of states that are reached.
            if 3 * fans.len() > arcs.len() + 6 {
                return Box::default();
            }
        }
        fans.into()
    }

    /// Words of letters.
    fn words(&self) -> usize {
        self.values.as_ref().map_or(1, |v| v.len().div_ceil(64))
    }

    /// The states behind it, where they fit a word.
    #[inline(always)]
    fn forward(&self, letters: u64, here: u64) -> u64 {
        let mut next = 0u64;
        if self.fans.is_empty() {
            for state in Ones(here) {
                for arc in self.arcs(state as usize) {
                    next |= u64::from(letters & arc.bits != 0) << arc.to;
                }
            }
        }
        for fan in &self.fans {
            let goes = (letters & fan.letters != 0) & (here & fan.from != 0);
            next |= u64::from(goes) << fan.to;
        }
        next
    }

    /// Of the states before it those that lead to some behind it, and the letters they do it by.
    #[inline(always)]
    fn back(&self, letters: u64, before: u64, after: u64) -> (u64, u64) {
        let (mut here, mut used) = (0u64, 0u64);
        // All bits if the state behind an arc reaches the end.
        let alive = |to: u32| (after >> to & 1).wrapping_neg();
        if self.fans.is_empty() {
            for state in Ones(before) {
                for arc in self.arcs(state as usize) {
                    let read = letters & arc.bits & alive(arc.to);
                    used |= read;
                    here |= u64::from(read != 0) << state;
                }
            }
        }
        for fan in &self.fans {
            let (from, read) = (before & fan.from, letters & fan.letters & alive(fan.to));
            used |= read & u64::from(from != 0).wrapping_neg();
            here |= from & u64::from(read != 0).wrapping_neg();
        }
        (here, used)
    }
}

impl Steps for Layers {
    #[inline(always)]
    fn forward(&self, at: usize, letters: u64, here: u64) -> u64 {
        self.layers[at].forward(letters, here)
    }

    #[inline(always)]
    fn back(&self, at: usize, letters: u64, before: u64, after: u64) -> (u64, u64) {
        self.layers[at].back(letters, before, after)
    }
}

impl Layers {
    /// Unfolds an automaton; none if it reads no line of these letters.
    pub(crate) fn new(automaton: &Automaton, line: &[Letters]) -> Option<Self> {
        let moves = Moves::new(automaton);
        let mut reached: Vec<Vec<bool>> = Vec::with_capacity(line.len() + 1);
        reached.push(vec![false; automaton.states]);
        *reached[0].get_mut(automaton.start)? = true;
        for letters in line {
            let mut next = vec![false; automaton.states];
            let here = &reached[reached.len() - 1];
            for from in (0..automaton.states).filter(|&s| here[s]) {
                for &(_, to) in moves.of(from).iter().filter(|&&(v, _)| letters.has(v)) {
                    next[to] = true;
                }
            }
            reached.push(next);
        }
        // Names of the states of the next layer; states that go on alike share a name.
        let mut names: Names = vec![None; automaton.states];
        let end = &reached[line.len()];
        automaton
            .accepting
            .iter()
            .filter(|&s| end.get(*s).is_some_and(|&reached| reached))
            .for_each(|&s| names[s] = Some(0));
        let mut layers: Vec<Arc<Layer>> = Vec::with_capacity(line.len());
        // What the last layer was made from, if the one before it may be made from the same.
        let mut last: Option<((&Letters, &Vec<bool>), Names)> = None;
        for (letters, here) in line.iter().zip(&reached).rev() {
            let known = last.as_ref().map(|(made, names)| (*made, names));
            if let (Some(known), Some(layer)) = (&known, layers.last())
                && *known == ((letters, here), &names)
            {
                layers.push(layer.clone());
                continue;
            }
            let (layer, these) = layer(letters, &moves, here, &names);
            layers.push(Arc::new(layer));
            last = Some(((letters, here), std::mem::replace(&mut names, these)));
        }
        layers.reverse();
        // Only the start is reached in the first layer, so its name is 0.
        (names.get(automaton.start).copied().flatten()? == 0).then_some(())?;
        let narrow = layers.iter().all(|l| l.states() <= 64 && l.values.is_none());
        let free = if narrow { free(line, &layers) } else { Box::default() };
        let shifted = if narrow { None } else { Shifted::new(&layers) };
        // Of short lines it would take as long to find out as it saves.
        let long = narrow && layers.len() > SHORT;
        let turned = if long { Turned::new(&layers) } else { None };
        Some(Self { layers: layers.into(), narrow, free, shifted, turned })
    }
}

/// The states before each layer from which every line of these letters is read.
fn free(line: &[Letters], layers: &[Arc<Layer>]) -> Box<[u64]> {
    let mut free = vec![0; layers.len()];
    // The one state behind the last layer.
    let mut next = 1u64;
    for ((letters, layer), free) in line.iter().zip(layers).zip(&mut free).rev() {
        for state in 0..layer.states() {
            let goes_on = layer.arcs(state).iter().filter(|arc| next >> arc.to & 1 == 1);
            let read = goes_on.fold(0, |all, arc| all | arc.bits);
            *free |= u64::from(read == low_bits((letters.hi - letters.lo) as u32 + 1)) << state;
        }
        next = *free;
    }
    free.into()
}

impl Letters {
    fn has(&self, value: i64) -> bool {
        self.lo <= value && value <= self.hi
    }
}

/// The arcs of an automaton by the state they leave.
struct Moves {
    starts: Vec<usize>,
    /// Value and next state; those of a state by their values.
    arcs: Vec<(i64, usize)>,
    /// Whether no state has two arcs with one value.
    deterministic: bool,
}

impl Moves {
    /// Arcs of states that there are not are left out.
    fn new(automaton: &Automaton) -> Self {
        let states = automaton.states;
        let known = automaton.arcs.iter().filter(|(from, _, to)| *from < states && *to < states);
        let mut starts = vec![0; states + 1];
        known.clone().for_each(|&(from, _, _)| starts[from + 1] += 1);
        (0..states).for_each(|s| starts[s + 1] += starts[s]);
        let mut next = starts.clone();
        let mut arcs = vec![(0, 0); starts[states]];
        for &(from, value, to) in known {
            arcs[next[from]] = (value, to);
            next[from] += 1;
        }
        let mut deterministic = true;
        for s in 0..states {
            let row = &mut arcs[starts[s]..starts[s + 1]];
            if !row.is_sorted() {
                row.sort_unstable();
            }
            deterministic &= row.windows(2).all(|two| two[0].0 != two[1].0);
        }
        Self { starts, arcs, deterministic }
    }

    fn of(&self, state: usize) -> &[(i64, usize)] {
        &self.arcs[self.starts[state]..self.starts[state + 1]]
    }
}

/// One layer from the states that are reached before it and the names of those behind it;
/// gives names of its own.
fn layer(letters: &Letters, moves: &Moves, here: &[bool], next: &[Option<u32>]) -> (Layer, Names) {
    let reached = || (0..here.len()).filter(|&s| here[s]);
    let goes = |from: usize| {
        let read = moves.of(from).iter().filter(|&&(v, _)| letters.has(v));
        read.filter_map(|&(v, to)| Some((v, next[to]?)))
    };
    let values: Option<Box<[i64]>> = (!letters.small).then(|| {
        let mut values: Vec<i64> = reached().flat_map(goes).map(|(v, _)| v).collect();
        values.sort_unstable();
        values.dedup();
        values.into()
    });
    let bit = |v: i64| match &values {
        Some(values) => values.binary_search(&v).unwrap_or(0),
        None => (v - letters.lo) as usize,
    };
    let count = reached().count();
    let mut known = Known { slots: vec![0; (2 * count + 1).next_power_of_two()] };
    let mut names = vec![None; next.len()];
    let (mut starts, mut all) = (Vec::with_capacity(count + 1), Vec::with_capacity(4 * count));
    starts.push(0);
    let mut row: Vec<Arc64> = Vec::with_capacity(16);
    for state in reached() {
        row.clear();
        for (v, to) in goes(state) {
            let (word, bits) = ((bit(v) / 64) as u32, 1 << (bit(v) % 64));
            match row.iter_mut().find(|arc| arc.to == to && arc.word == word) {
                Some(arc) => arc.bits |= bits,
                None => row.push(Arc64 { to, word, bits }),
            }
        }
        if row.is_empty() {
            continue;
        }
        // Letters come in order, so rows that say the same are equal as they are, unless a letter
        // leads to several states.
        if !moves.deterministic {
            row.sort_unstable();
        }
        names[state] = Some(known.name(&row, &mut starts, &mut all));
    }
    let fans = if values.is_none() { Layer::fans(&starts, &all) } else { Box::default() };
    (Layer { values, starts: starts.into(), arcs: all.into(), fans }, names)
}

/// Finds rows of arcs among those of a layer, by their hash: names of states, one higher, at
/// least half of the slots free.
struct Known {
    slots: Vec<u32>,
}

impl Known {
    /// The name of a row, which is added if it is new.
    fn name(&mut self, row: &[Arc64], starts: &mut Vec<u32>, all: &mut Vec<Arc64>) -> u32 {
        let mut hash = Quick::default();
        row.hash(&mut hash);
        let mut at = hash.finish() as usize;
        loop {
            at &= self.slots.len() - 1;
            let Some(name) = self.slots[at].checked_sub(1) else { break };
            let place = starts[name as usize] as usize..starts[name as usize + 1] as usize;
            if all[place] == *row {
                return name;
            }
            at += 1;
        }
        self.slots[at] = starts.len() as u32;
        all.extend_from_slice(row);
        starts.push(all.len() as u32);
        self.slots[at] - 1
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Regular {
    vars: Box<[VarId]>,
    layers: Arc<Layers>,
    /// Some variable occurs twice, so one run may not be enough.
    repeats: bool,
    /// Where its memory begins, if it has one.
    memory: Option<usize>,
}

impl Regular {
    pub(crate) fn new(vars: Vec<VarId>, layers: Arc<Layers>, memory: Option<usize>) -> Self {
        let repeats = (1..vars.len()).any(|i| vars[..i].contains(&vars[i]));
        Self { vars: vars.into(), layers, repeats, memory }
    }

    /// Words of memory that pay for a line read by these layers, whose states fit a word.
    pub(crate) fn memory(layers: &Layers) -> Option<usize> {
        let length = layers.layers.len();
        let pays = layers.narrow && (again::SHORTEST..=again::LONGEST).contains(&length);
        pays.then_some(again::WORDS * length)
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let again = if self.repeats { Status::Again } else { Status::Fixpoint };
        if let Some(shifted) = &self.layers.shifted {
            let mut sets = std::mem::take(&mut ctx.state.scratch.words);
            let result = shifted.filter(ctx, &self.vars, &mut sets);
            ctx.state.scratch.words = sets;
            return result.map(|()| again);
        }
        if let Some(at) = self.memory
            && ctx.state.memory.len() >= at + again::WORDS * self.vars.len()
        {
            let mut memory = std::mem::take(&mut ctx.state.memory);
            let own = &mut memory[at..at + again::WORDS * self.vars.len()];
            let result = match &self.layers.turned {
                Some(turned) => again::filter(turned, ctx, &self.vars, own),
                None => again::filter(&*self.layers, ctx, &self.vars, own),
            };
            ctx.state.memory = memory;
            return result.map(|()| again);
        }
        if self.layers.narrow && self.vars.len() <= SHORT {
            return self.filter_narrow(ctx, &mut [0; SHORT]).map(|()| again);
        }
        let mut states = std::mem::take(&mut ctx.state.scratch.words);
        let mut letters = std::mem::take(&mut ctx.state.scratch.more);
        let result = if self.layers.narrow {
            states.resize(states.len().max(self.vars.len()), 0);
            match &self.layers.turned {
                Some(turned) => turned.filter(ctx, &self.vars, &mut states[..self.vars.len()]),
                None => self.filter_narrow(ctx, &mut states),
            }
        } else {
            self.filter(ctx, &mut states, &mut letters)
        };
        ctx.state.scratch.words = states;
        ctx.state.scratch.more = letters;
        result.map(|()| again)
    }

    /// The same as [`Self::filter`] where the states of a layer are the bits of one word; there is room
    /// for those before each layer.
    #[inline(always)]
    fn filter_narrow<L: Log>(&self, ctx: &mut Ctx<'_, L>, before: &mut [u64]) -> Outcome {
        let layers = &self.layers.layers[..];
        let mut here = 1u64;
        let mut told = layers.len();
        for at in 0..layers.len() {
            // From here on nothing is said.
            if here & !self.layers.free[at] == 0 {
                told = at;
                break;
            }
            before[at] = here;
            let next = layers[at].forward(ctx.mask(self.vars[at]), here);
            here = next;
            if here == 0 {
                return Err(Conflict);
            }
        }
        for at in (0..told).rev() {
            let var = self.vars[at];
            let (live, used) = layers[at].back(ctx.mask(var), before[at], here);
            here = live;
            ctx.keep(var, used)?;
        }
        Ok(())
    }

    fn filter<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        states: &mut Vec<u64>,
        letters: &mut Vec<u64>,
    ) -> Outcome {
        // Forward: state sets one after the other, in `states`.
        states.clear();
        states.push(1);
        let mut here = 0;
        let layers = &self.layers.layers;
        for (i, (&var, layer)) in self.vars.iter().zip(layers).enumerate() {
            read(ctx, var, layer, letters);
            let next = states.len();
            let width = layers.get(i + 1).map_or(1, |layer| layer.states());
            states.resize(next + width.div_ceil(64), 0);
            let (known, reached) = states.split_at_mut(next);
            for state in members(&known[here..]) {
                for arc in layer.arcs(state) {
                    let goes = letters[arc.word as usize] & arc.bits != 0;
                    reached[arc.to as usize / 64] |= u64::from(goes) << (arc.to % 64);
                }
            }
            if reached.iter().all(|&word| word == 0) {
                return Err(Conflict);
            }
            here = next;
        }
        // Back: the same sets lose the states from which the end is not reached.
        let mut end = here;
        for (&var, layer) in self.vars.iter().zip(layers).rev() {
            read(ctx, var, layer, letters);
            let words = layer.words();
            letters.resize(2 * words, 0);
            let begin = end - layer.states().div_ceil(64);
            let (known, after) = states.split_at_mut(end);
            let (possible, used) = letters.split_at_mut(words);
            for (k, set) in known[begin..].iter_mut().enumerate() {
                for bit in Ones(*set) {
                    let mut lives = 0;
                    for arc in layer.arcs(64 * k + bit as usize) {
                        // All bits if the state behind the arc reaches the end.
                        let alive =
                            (after[arc.to as usize / 64] >> (arc.to % 64) & 1).wrapping_neg();
                        let read = possible[arc.word as usize] & arc.bits & alive;
                        used[arc.word as usize] |= read;
                        lives |= read;
                    }
                    *set &= !(u64::from(lives == 0) << bit);
                }
            }
            keep(ctx, var, layer, used)?;
            end = begin;
        }
        Ok(())
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

/// The states of a set.
fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(k, &word)| Ones(word).map(move |bit| 64 * k + bit as usize))
}

/// The letters that a variable can be, as bits of the layer.
fn read<L: Log>(ctx: &Ctx<'_, L>, var: VarId, layer: &Layer, letters: &mut Vec<u64>) {
    letters.clear();
    let Some(values) = &layer.values else {
        return letters.push(ctx.mask(var));
    };
    letters.resize(layer.words(), 0);
    let from = values.partition_point(|&v| v < ctx.min(var));
    let to = values.partition_point(|&v| v <= ctx.max(var));
    (from..to).for_each(|i| letters[i / 64] |= 1 << (i % 64));
}

/// Keeps the letters that are read on some way to the end.
fn keep<L: Log>(ctx: &mut Ctx<'_, L>, var: VarId, layer: &Layer, used: &[u64]) -> Outcome {
    let Some(values) = &layer.values else {
        return ctx.keep(var, used[0]);
    };
    let is_used = |&i: &usize| used[i / 64] >> (i % 64) & 1 == 1;
    let first = (0..values.len()).find(is_used).ok_or(Conflict)?;
    let last = (0..values.len()).rfind(is_used).ok_or(Conflict)?;
    ctx.at_least(var, values[first])?;
    ctx.at_most(var, values[last])
}
