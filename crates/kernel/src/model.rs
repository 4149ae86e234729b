//! A compiled problem: everything that does not change while solving.
//!
//! Propagators own no mutable data, so threads share one model. Lists grow only at the
//! end, which is what lets a host post constraints between its choices and take them back.

use std::sync::Arc;

use crate::bits::Ones;
use crate::boards::Boards;
use crate::ids::{PropId, VarId};
use crate::peers::Peers;
use crate::problem::{Posted, VarDef};
use crate::prop::Prop;
use crate::queue::Queue;
use crate::search::{Solution, Stop};
use crate::sought::{Sought, sought};

/// What a word of the slab holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repr {
    /// The mask of a small variable.
    Small,
    /// The lower bound of a wide variable; the upper bound is the next word.
    Wide,
    /// An upper bound, or a propagator's own state.
    Other,
}

/// How long the lists of a model were: a host goes back to this.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    defs: usize,
    small_own: usize,
    small_added: usize,
    words: usize,
    items: usize,
    pub(crate) domains: usize,
    pub(crate) props: usize,
    pub(crate) edges: usize,
    houses: usize,
}

/// Variables that take each of their values exactly once.
#[derive(Clone, Debug)]
pub(crate) struct HouseInfo {
    pub(crate) vars: Arc<[VarId]>,
    /// The word that holds the values with exactly two places.
    pub(crate) pairs: usize,
}

impl HouseInfo {
    /// The same with its word so much further on.
    pub(crate) fn moved(&self, by: usize) -> Self {
        Self { vars: self.vars.clone(), pairs: self.pairs + by }
    }
}

/// Variables, propagators and who wakes whom.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The variables of the problem, then those added by compilation.
    pub(crate) defs: Vec<VarDef>,
    /// How many of `defs` belong to the problem: solutions differ in these.
    pub(crate) declared: usize,
    /// The small variables among the declared, and among the others.
    pub(crate) small_own: Vec<VarId>,
    pub(crate) small_added: Vec<VarId>,
    /// Why compilation ended early, if it did: then the model says less than the problem.
    pub(crate) stopped: Option<Stop>,
    pub(crate) repr: Vec<Repr>,
    /// What bit 0 of a small variable stands for.
    pub(crate) offset: Vec<i64>,
    /// The slab before any constraint: declared domains and fresh lanes.
    pub(crate) base: Vec<u64>,
    /// Words in which propagators keep what they saw: see [`crate::context::State`].
    pub(crate) memory: usize,
    /// Primitive constraints, and where they came from: formulas have been taken apart.
    pub(crate) items: Vec<Arc<Posted>>,
    pub(crate) domains: Vec<(VarId, Vec<i64>, usize)>,
    pub(crate) props: Vec<Prop>,
    /// The item each propagator works for.
    pub(crate) prop_item: Vec<usize>,
    /// Who must run next, and who is woken by what.
    pub(crate) queue: Queue,
    /// What the propagators of each variable add to its weight in the search, by word.
    pub(crate) own_weight: Vec<u32>,
    /// The peers of each variable: those that must differ from it.
    pub(crate) sees: Vec<Peers>,
    /// For a host, who takes them back: pairs that must differ, in the order they were added.
    pub(crate) edges: Option<Vec<(VarId, VarId)>>,
    /// Lists whose values solutions tell in other numbers: [`crate::Problem::renumber`].
    pub(crate) renumbered: Vec<(Vec<VarId>, i64)>,
    /// Sets of variables that take each of their values exactly once.
    pub(crate) houses: Vec<HouseInfo>,
    /// Where the search likes to look for a value.
    pub(crate) sought: Vec<Sought>,
    /// Where each value can still be. A host adds edges as it goes and has none.
    pub(crate) boards: Option<Boards>,
    /// Whether somebody else takes the values of fixed variables from those that see them.
    pub(crate) excludes_nothing: bool,
}

impl Model {
    /// The variables: the problem's own first, then those that compilation added.
    pub fn vars(&self) -> &[VarDef] {
        &self.defs
    }

    /// How many of the variables belong to the problem: solutions differ in these.
    pub fn declared(&self) -> usize {
        self.declared
    }

    /// A solution as it is told: see [`crate::Problem::renumber`].
    pub fn told(&self, mut solution: Solution) -> Solution {
        for (vars, from) in &self.renumbered {
            let mut seen: Vec<i64> = Vec::new();
            for &var in vars {
                let value = solution.value(var);
                let place = seen.iter().position(|&v| v == value).unwrap_or(seen.len());
                if place == seen.len() {
                    seen.push(value);
                }
                solution.set(var, from.saturating_add(place as i64));
            }
        }
        solution
    }

    /// Pairs of variables that must differ.
    pub fn edges(&self) -> impl Iterator<Item = (VarId, VarId)> {
        self.sees.iter().enumerate().flat_map(|(a, row)| {
            let words = row.iter().enumerate();
            let before = words.flat_map(|(k, &word)| Ones(word).map(move |i| 64 * k + i as usize));
            before.take_while(move |&b| b < a).map(move |b| (VarId::new(a), VarId::new(b)))
        })
    }

    /// The simple constraints the problem was taken apart into.
    pub fn items(&self) -> &[Arc<Posted>] {
        &self.items
    }

    /// The item a propagator works for.
    pub fn item_of(&self, prop: PropId) -> &Posted {
        &self.items[self.prop_item[prop.index()]]
    }

    /// How many propagators there are.
    pub fn prop_count(&self) -> usize {
        self.props.len()
    }

    /// A short name of a propagator's kind.
    pub fn prop_name(&self, prop: PropId) -> &'static str {
        self.props[prop.index()].name()
    }

    /// Whether two variables are known to differ.
    pub fn sees(&self, a: VarId, b: VarId) -> bool {
        let row = &self.sees[a.index()];
        row.get(b.index() / 64).is_some_and(|w| w >> (b.index() % 64) & 1 == 1)
    }

    /// Whether some variable is known to differ from both.
    pub(crate) fn share_a_peer(&self, a: VarId, b: VarId) -> bool {
        self.sees[a.index()].iter().zip(&*self.sees[b.index()]).any(|(x, y)| x & y != 0)
    }

    pub(crate) fn add_var(&mut self, lo: i64, hi: i64) -> VarId {
        let def = VarDef { id: VarId::new(self.base.len()), lo, hi };
        self.push_var(def);
        VarId::new(self.base.len() - if hi.wrapping_sub(lo) as u64 >= 64 { 2 } else { 1 })
    }

    pub(crate) fn push_var(&mut self, def: VarDef) {
        if def.is_small() {
            self.small_added.push(def.id);
            self.push_word(
                Repr::Small,
                def.lo,
                crate::bits::low_bits((def.hi - def.lo) as u32 + 1),
            );
        } else {
            self.push_word(Repr::Wide, 0, def.lo as u64);
            self.push_word(Repr::Other, 0, def.hi as u64);
        }
        self.defs.push(def);
    }

    /// Fresh words for a propagator's own state; gives the first.
    pub(crate) fn add_lanes(&mut self, init: &[u64]) -> usize {
        let first = self.base.len();
        let words = first + init.len();
        self.base.extend_from_slice(init);
        self.repr.resize(words, Repr::Other);
        self.offset.resize(words, 0);
        self.own_weight.resize(words, 0);
        self.sees.resize_with(words, Peers::default);
        first
    }

    /// Words in which a propagator keeps what it saw; gives the first.
    pub(crate) fn add_memory(&mut self, words: usize) -> usize {
        let first = self.memory;
        self.memory += words;
        first
    }

    fn push_word(&mut self, repr: Repr, offset: i64, base: u64) {
        self.repr.push(repr);
        self.offset.push(offset);
        self.base.push(base);
        self.own_weight.push(0);
        self.sees.push(Peers::default());
    }

    /// What each variable is worth to the search before it has seen conflicts, by word.
    pub(crate) fn weights(&self) -> Vec<u32> {
        let mut weights = self.own_weight.clone();
        for (weight, peers) in weights.iter_mut().zip(&self.sees) {
            // Above zero, so that domain size counts from the beginning.
            *weight += 1 + peers.iter().map(|w| w.count_ones()).sum::<u32>() / 8;
        }
        weights
    }

    pub(crate) fn is_small(&self, var: VarId) -> bool {
        self.repr[var.index()] == Repr::Small
    }

    /// The declared mask of a small variable.
    pub(crate) fn full(&self, var: VarId) -> u64 {
        self.base[var.index()]
    }

    /// The smallest and the largest declared value.
    pub(crate) fn bounds(&self, var: VarId) -> (i64, i64) {
        let (at, word) = (var.index(), self.base[var.index()]);
        let low = self.offset[at];
        match self.repr[at] {
            Repr::Small => (low, low + i64::from(63 - word.leading_zeros())),
            _ => (word as i64, self.base[at + 1] as i64),
        }
    }

    /// Makes room for so many variables and about as many words of propagators and boards.
    pub(crate) fn reserve(&mut self, vars: usize) {
        let words = 2 * vars + 32;
        self.repr.reserve(words);
        self.offset.reserve(words);
        self.base.reserve(words);
        self.own_weight.reserve(words);
        self.sees.reserve(words);
        self.defs.reserve(vars);
        self.small_added.reserve(vars);
    }

    /// Makes two variables differ, by exclusion when one is fixed. Their masks must start
    /// at the same value.
    pub(crate) fn add_edge(&mut self, a: VarId, b: VarId) {
        debug_assert!(self.offset[a.index()] == self.offset[b.index()]);
        if a == b {
            return;
        }
        // Without a host nobody asks whether it is new.
        if self.edges.is_some() && self.sees(a, b) {
            return;
        }
        if let Some(edges) = &mut self.edges {
            edges.push((a, b));
        }
        self.sees[a.index()].add(b.index());
        self.sees[b.index()].add(a.index());
    }

    /// Makes every two of these differ, as [`Model::add_edge`] does: a row of bits at a time.
    pub(crate) fn add_edges(&mut self, vars: &[VarId]) {
        if self.edges.is_some() {
            for (i, &a) in vars.iter().enumerate() {
                vars[..i].iter().for_each(|&b| self.add_edge(a, b));
            }
            return;
        }
        if let [a, b] = *vars {
            return self.add_edge(a, b);
        }
        let words = vars.iter().map(|v| v.index() / 64 + 1).max().unwrap_or(0);
        let mut all = Peers::default();
        all.grow(words);
        for var in vars {
            all[var.index() / 64] |= 1 << (var.index() % 64);
        }
        for var in vars {
            self.sees[var.index()].add_all(&all, var.index());
        }
    }

    /// Adds a propagator that works for an item. Nobody wakes it before the model is sealed, unless
    /// the model is a host's, which never is.
    pub(crate) fn add_prop(&mut self, prop: Prop, item: usize) {
        if self.edges.is_some() {
            self.queue.add(&prop, self.base.len());
            self.weigh(&prop, item, u32::wrapping_add);
        }
        self.props.push(prop);
        self.prop_item.push(item);
    }

    /// Ends a model that gets no more variables, propagators and edges.
    pub(crate) fn seal(&mut self) {
        Boards::add(self);
        let Self { queue, props, prop_item, items, own_weight, base, .. } = self;
        queue.seal(props, base.len(), |prop, watched| {
            let weight = props[prop].weight(watched.len() as u32, items[prop_item[prop]].derived);
            // Houses, which watch most, have none.
            if weight != 0 {
                watched.iter().for_each(|var| own_weight[var.index()] += weight);
            }
        });
        self.sought = sought(&self.props, &self.houses);
    }

    /// Counts the variable added last among the host's own.
    pub(crate) fn declare_last(&mut self) {
        self.declared = self.defs.len();
        if self.defs.last().is_some_and(VarDef::is_small) {
            self.small_own.extend(self.small_added.pop());
        }
    }

    /// Where the lists end now.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            defs: self.defs.len(),
            small_own: self.small_own.len(),
            small_added: self.small_added.len(),
            words: self.base.len(),
            items: self.items.len(),
            domains: self.domains.len(),
            props: self.props.len(),
            edges: self.edges.as_ref().map_or(0, Vec::len),
            houses: self.houses.len(),
        }
    }

    /// Forgets everything added since the mark.
    pub(crate) fn truncate(&mut self, mark: &Mark) {
        while self.props.len() > mark.props {
            self.drop_last_prop();
        }
        let edges = self.edges.as_mut().map(|edges| edges.drain(mark.edges..));
        for (a, b) in edges.into_iter().flatten().rev() {
            for (x, y) in [(a, b), (b, a)] {
                self.sees[x.index()][y.index() / 64] &= !(1 << (y.index() % 64));
            }
        }
        self.defs.truncate(mark.defs);
        self.declared = self.declared.min(mark.defs);
        self.small_own.truncate(mark.small_own);
        self.small_added.truncate(mark.small_added);
        self.items.truncate(mark.items);
        self.domains.truncate(mark.domains);
        self.houses.truncate(mark.houses);
        self.repr.truncate(mark.words);
        self.offset.truncate(mark.words);
        self.base.truncate(mark.words);
        self.queue.truncate(mark.words);
        self.own_weight.truncate(mark.words);
        self.sees.truncate(mark.words);
    }

    /// Never wakes these propagators again, and never excludes a value between variables.
    pub(crate) fn silence(&mut self, props: &[PropId]) {
        self.queue.silence(props);
        // Exclusion has nobody left to tell. Who differs from whom is still known.
        self.boards = None;
        self.excludes_nothing = true;
    }

    /// Takes back the newest propagator.
    fn drop_last_prop(&mut self) {
        let (Some(prop), Some(item)) = (self.props.pop(), self.prop_item.pop()) else { return };
        self.queue.drop_last(&prop);
        self.weigh(&prop, item, u32::wrapping_sub);
    }

    /// Changes the weights of a propagator's variables by what it makes them worth, once for each
    /// event it watches.
    fn weigh(&mut self, prop: &Prop, item: usize, change: impl Fn(u32, u32) -> u32) {
        let mut count = 0;
        prop.watches(&mut |_, _| count += 1);
        let weight = prop.weight(count, self.items[item].derived);
        let own = &mut self.own_weight;
        prop.watches(&mut |var, _| own[var.index()] = change(own[var.index()], weight));
    }
}

#[cfg(test)]
mod tests {
    use super::Model;
    use crate::ids::VarId;
    use crate::problem::VarDef;

    #[test]
    fn edges_of_a_list_are_those_of_its_pairs() {
        let model = || {
            let mut model = Model::default();
            (0..130).for_each(|i| model.push_var(VarDef { id: VarId::new(i), lo: 1, hi: 9 }));
            model
        };
        let (mut rows, mut pairs) = (model(), model());
        // A host's model keeps the list itself.
        pairs.edges = Some(Vec::new());
        // Lists in and out of order, over several words, sharing pairs, with a repeated one.
        let lists: [&[usize]; 5] =
            [&[0, 1, 2, 3], &[70, 3, 2, 129], &[5, 5, 64], &[9], &[128, 1, 0, 63, 127]];
        for list in lists {
            let vars: Vec<VarId> = list.iter().map(|&i| VarId::new(i)).collect();
            rows.add_edges(&vars);
            for (i, &a) in vars.iter().enumerate() {
                vars[..i].iter().for_each(|&b| pairs.add_edge(a, b));
            }
        }
        let sorted = |edges: Vec<(VarId, VarId)>| {
            let mut edges: Vec<_> = edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
            edges.sort_unstable();
            edges
        };
        let listed = pairs.edges.clone().unwrap_or_default();
        assert_eq!(sorted(rows.edges().collect()), sorted(listed));
        assert!(rows.edges().eq(pairs.edges()));
        for a in (0..130).map(VarId::new) {
            assert!((0..130).map(VarId::new).all(|b| rows.sees(a, b) == pairs.sees(a, b)));
        }
    }
}
