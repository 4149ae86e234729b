//! Who must run next, and who is woken by what.
//!
//! Every propagator has a slot: a bit of the pending set. In a model that is *sealed* the slots
//! follow each other from the cheapest class to the dearest, so the next one to run is the lowest
//! bit there is. Nine of ten models then fit [`NEAR`] words, and all that a write to a variable
//! wakes is one line of memory, marked without a branch. A host adds propagators as it goes: each
//! class has words of its own there, and rows list the words that they touch.
//!
//! Both run propagators by class, and within one as they were added; sealed ones short cages first.

use crate::ids::{PropId, VarId};
use crate::prop::{Cost, Event, Prop};

/// Words of the pending set of most puzzles.
const NEAR: usize = 2;

/// Slots, and the rows that events of variables wake.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    /// The slot of each propagator.
    pub(crate) prop_slot: Vec<u32>,
    /// The propagator of each slot.
    pub(crate) slots: Vec<PropId>,
    /// Every propagator pending: a bit for each slot that is taken.
    pub(crate) all: Vec<u64>,
    /// Of a host: words of the pending set, cheapest class first. Sealed ones are in order.
    order: Vec<u32>,
    /// Of a host: the class of each word, and how many of its bits are taken.
    words: Vec<(u8, u8)>,
    rows: Rows,
}

/// What is woken, by word of the slab.
#[derive(Clone, Debug)]
enum Rows {
    Near(Vec<Near>, Vec<(Test, [u64; NEAR])>),
    Far(Vec<Watch>),
}

impl Default for Rows {
    fn default() -> Self {
        Rows::Far(Vec::new())
    }
}

/// Whole rows of a small pending set; what is tested is a stretch of the list behind all of them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Near {
    any: [u64; NEAR],
    bounds: [u64; NEAR],
    fixed: [u64; NEAR],
    tests: (u32, u32),
}

/// Events that have to be looked at closely, of which a variable has few or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Test {
    /// Whether it is surely, or possibly, among these has changed: [`Event::Side`].
    values: u64,
    /// So many are left, or fewer: [`Event::Few`].
    few: u32,
}

/// Who is woken by which event of a variable, where the pending set is large.
#[derive(Clone, Debug, Default)]
struct Watch {
    any: Row,
    bounds: Row,
    fixed: Row,
    tests: Vec<(Test, Row)>,
}

/// Words and bits of the pending set. The first word stands inline: the propagators of a cell
/// mostly share one.
#[derive(Clone, Debug, Default)]
struct Row {
    first: (u32, u64),
    rest: Vec<(u32, u64)>,
}

impl Queue {
    /// Gives every propagator its slot, and makes the rows of so many words of the slab; `see` is
    /// told what each watches.
    pub(crate) fn seal(
        &mut self,
        props: &[Prop],
        words: usize,
        mut see: impl FnMut(usize, &[VarId]),
    ) {
        self.slots = by_class(props);
        self.prop_slot = vec![0; props.len()];
        self.all = vec![0; props.len().div_ceil(64).max(NEAR)];
        self.rows = if self.all.len() == NEAR {
            Rows::Near(vec![Near::default(); words], Vec::new())
        } else {
            Rows::Far(vec![Watch::default(); words])
        };
        let mut watched = Vec::with_capacity(64);
        let mut tests = Vec::new();
        for (slot, prop) in self.slots.iter().map(|prop| prop.index()).enumerate() {
            self.prop_slot[prop] = slot as u32;
            let (word, bit) = (slot / 64, 1u64 << (slot % 64));
            self.all[word] |= bit;
            if let Rows::Near(rows, _) = &mut self.rows
                && let Some((vars, event)) = props[prop].watched_alike()
            {
                match event {
                    Event::Fixed => vars.iter().for_each(|v| rows[v.index()].fixed[word] |= bit),
                    _ => vars.iter().for_each(|v| rows[v.index()].any[word] |= bit),
                }
                see(prop, vars);
                continue;
            }
            watched.clear();
            match &mut self.rows {
                Rows::Near(rows, _) => props[prop].watches(&mut |var, event| {
                    watched.push(var);
                    match rows[var.index()].row(event) {
                        Ok(row) => row[word] |= bit,
                        Err(test) => tests.push((var, test, word, bit)),
                    }
                }),
                Rows::Far(rows) => props[prop].watches(&mut |var, event| {
                    watched.push(var);
                    rows[var.index()].row(event).add(word as u32, bit);
                }),
            }
            see(prop, &watched);
        }
        if let Rows::Near(rows, list) = &mut self.rows {
            tests.sort_by_key(|&(var, test, ..)| (var, test));
            for (var, test, word, bit) in tests {
                let row = &mut rows[var.index()];
                let (first, end) = (row.tests.0 as usize, row.tests.1 as usize);
                if first == end || list[end - 1].0 != test {
                    let first = if first == end { list.len() } else { first };
                    list.push((test, [0; NEAR]));
                    row.tests = (first as u32, list.len() as u32);
                }
                list[row.tests.1 as usize - 1].1[word] |= bit;
            }
        }
    }

    /// Gives the next propagator of a host a slot.
    pub(crate) fn add(&mut self, prop: &Prop, slab: usize) {
        let class = prop.cost() as u8;
        let word = self.word_with_room(class);
        let (_, used) = &mut self.words[word];
        let (slot, bit) = (word * 64 + usize::from(*used), 1 << *used);
        *used += 1;
        self.slots[slot] = PropId::new(self.prop_slot.len());
        self.prop_slot.push(slot as u32);
        self.all[word] |= bit;
        if let Rows::Far(rows) = &mut self.rows {
            rows.resize_with(slab, Watch::default);
            prop.watches(&mut |var, event| rows[var.index()].row(event).add(word as u32, bit));
        }
    }

    /// Takes back the newest propagator of a host: its slot is the last one used of its word.
    pub(crate) fn drop_last(&mut self, prop: &Prop) {
        let Some(slot) = self.prop_slot.pop() else { return };
        let (word, bit) = (slot as usize / 64, 1u64 << (slot % 64));
        self.all[word] &= !bit;
        self.words[word].1 -= 1;
        if let Rows::Far(rows) = &mut self.rows {
            prop.watches(&mut |var, _| rows[var.index()].forget(word as u32, bit));
        }
    }

    /// Forgets the rows of words behind these.
    pub(crate) fn truncate(&mut self, words: usize) {
        match &mut self.rows {
            Rows::Near(rows, _) => rows.truncate(words),
            Rows::Far(rows) => rows.truncate(words),
        }
    }

    /// Never wakes these propagators again.
    pub(crate) fn silence(&mut self, props: &[PropId]) {
        let mut silent = vec![0u64; self.all.len()];
        for prop in props {
            let slot = self.prop_slot[prop.index()] as usize;
            silent[slot / 64] |= 1 << (slot % 64);
        }
        for (word, &bits) in silent.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            self.all[word] &= !bits;
            match &mut self.rows {
                Rows::Far(rows) => rows.iter_mut().for_each(|w| w.forget(word as u32, bits)),
                Rows::Near(rows, tests) => {
                    for row in rows {
                        for row in [&mut row.any, &mut row.bounds, &mut row.fixed] {
                            row[word] &= !bits;
                        }
                    }
                    tests.iter_mut().for_each(|(_, row)| row[word] &= !bits);
                }
            }
        }
    }

    /// Whether a propagator is woken by a variable.
    pub(crate) fn is_watched(&self, var: VarId) -> bool {
        match &self.rows {
            Rows::Near(rows, tests) => {
                let Near { any, bounds, fixed, tests: (first, end) } = rows[var.index()];
                let tested = tests[first as usize..end as usize].iter().map(|(_, row)| *row);
                [any, bounds, fixed].into_iter().chain(tested).any(|row| row != [0; NEAR])
            }
            Rows::Far(rows) => {
                rows.get(var.index()).is_some_and(|w| w.rows().any(|row| row.first.1 != 0))
            }
        }
    }

    /// Takes the next slot to run out of a pending set.
    #[inline(always)]
    pub(crate) fn next(&self, pending: &mut [u64]) -> Option<usize> {
        let take = |word: usize, bits: &mut u64| {
            let next = word * 64 + bits.trailing_zeros() as usize;
            *bits &= bits.wrapping_sub(1);
            next
        };
        if !self.order.is_empty() {
            let word = *self.order.iter().find(|&&word| pending[word as usize] != 0)? as usize;
            return Some(take(word, &mut pending[word]));
        }
        // Nearly all have two words.
        if let [first, second] = pending {
            return match (*first, *second) {
                (0, 0) => None,
                (0, _) => Some(take(1, second)),
                _ => Some(take(0, first)),
            };
        }
        let (word, bits) = pending.iter_mut().enumerate().find(|(_, bits)| **bits != 0)?;
        Some(take(word, bits))
    }

    /// Marks who is woken when the mask of a small variable goes from `old` to a part of it.
    #[inline(always)]
    pub(crate) fn wake_mask(&self, word: usize, old: u64, new: u64, pending: &mut [u64]) {
        let gone = old ^ new;
        let single = new & new.wrapping_sub(1) == 0;
        // Something below the lowest that is left, or above the highest.
        let moved = gone & (new ^ new.wrapping_sub(1)) != 0 || gone > new;
        match &self.rows {
            Rows::Near(rows, tests) => {
                let (Some(row), Some(pending)) = (rows.get(word), pending.first_chunk_mut()) else {
                    return;
                };
                row.wake(moved, single, pending);
                let (first, end) = row.tests;
                for (test, row) in &tests[first as usize..end as usize] {
                    if test.is_met(old, new) {
                        pending.iter_mut().zip(row).for_each(|(word, bits)| *word |= bits);
                    }
                }
            }
            Rows::Far(rows) => {
                let Some(watch) = rows.get(word) else { return };
                watch.wake(moved, single, pending);
                for (test, row) in &watch.tests {
                    if test.is_met(old, new) {
                        row.wake(pending);
                    }
                }
            }
        }
    }

    /// Marks who is woken when the bounds of a wide variable change.
    pub(crate) fn wake_bounds(&self, word: usize, fixed: bool, pending: &mut [u64]) {
        match &self.rows {
            Rows::Near(rows, _) => {
                if let (Some(row), Some(pending)) = (rows.get(word), pending.first_chunk_mut()) {
                    row.wake(true, fixed, pending);
                }
            }
            Rows::Far(rows) => {
                if let Some(watch) = rows.get(word) {
                    watch.wake(true, fixed, pending);
                }
            }
        }
    }

    fn word_with_room(&mut self, class: u8) -> usize {
        let room = |&w: &u32| self.words[w as usize].0 == class && self.words[w as usize].1 < 64;
        if let Some(word) = self.order.iter().copied().rfind(room) {
            return word as usize;
        }
        let word = self.words.len();
        self.words.push((class, 0));
        self.all.push(0);
        self.slots.resize((word + 1) * 64, PropId::new(u32::MAX as usize));
        let at = self.order.partition_point(|&w| self.words[w as usize].0 <= class);
        self.order.insert(at, word as u32);
        word
    }
}

/// The propagators from the cheapest class to the dearest, within one by their turn, else as they
/// were added.
fn by_class(props: &[Prop]) -> Vec<PropId> {
    let mut count = [0; Cost::ALL];
    props.iter().for_each(|prop| count[prop.cost() as usize] += 1);
    let mut next = [0; Cost::ALL];
    for class in 1..Cost::ALL {
        next[class] = next[class - 1] + count[class - 1];
    }
    let first = next;
    let mut slots = vec![PropId::new(0); props.len()];
    for (at, prop) in props.iter().enumerate() {
        let slot = &mut next[prop.cost() as usize];
        slots[*slot] = PropId::new(at);
        *slot += 1;
    }
    // Only cages and sums have turns.
    for class in [Cost::Cheap as usize, Cost::Sum as usize] {
        slots[first[class]..next[class]].sort_by_key(|prop| props[prop.index()].turn());
    }
    slots
}

impl Test {
    /// No variable is outside all values, and none has no value: each test is one of the two.
    fn of(event: Event) -> Option<Self> {
        match event {
            Event::Side(values) => Some(Test { values, few: 0 }),
            Event::Few(few) => Some(Test { values: u64::MAX, few }),
            Event::Any | Event::Bounds | Event::Fixed => None,
        }
    }

    #[inline(always)]
    fn is_met(self, old: u64, new: u64) -> bool {
        let lost = |side: u64| new & side == 0 && old & side != 0;
        new.count_ones() <= self.few || lost(self.values) || lost(!self.values)
    }
}

impl Near {
    /// Who is told of such an event, or what has to be tested.
    fn row(&mut self, event: Event) -> Result<&mut [u64; NEAR], Test> {
        match Test::of(event) {
            Some(test) => Err(test),
            None => Ok(match event {
                Event::Bounds => &mut self.bounds,
                Event::Fixed => &mut self.fixed,
                _ => &mut self.any,
            }),
        }
    }

    /// Which events there were is as good as random, so they are no branches but masks.
    #[inline(always)]
    fn wake(&self, moved: bool, single: bool, pending: &mut [u64; NEAR]) {
        let (moved, single) = (u64::from(moved).wrapping_neg(), u64::from(single).wrapping_neg());
        for (i, word) in pending.iter_mut().enumerate() {
            *word |= self.any[i] | self.bounds[i] & moved | self.fixed[i] & single;
        }
    }
}

impl Watch {
    #[inline(always)]
    fn wake(&self, moved: bool, single: bool, pending: &mut [u64]) {
        self.any.wake(pending);
        if moved {
            self.bounds.wake(pending);
        }
        if single {
            self.fixed.wake(pending);
        }
    }

    /// Who is told of such an event.
    fn row(&mut self, event: Event) -> &mut Row {
        if let Some(test) = Test::of(event) {
            let at = self.tests.iter().position(|&(known, _)| known == test);
            let at = at.unwrap_or_else(|| {
                self.tests.push((test, Row::default()));
                self.tests.len() - 1
            });
            return &mut self.tests[at].1;
        }
        match event {
            Event::Bounds => &mut self.bounds,
            Event::Fixed => &mut self.fixed,
            _ => &mut self.any,
        }
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        let tested = self.tests.iter().map(|(_, row)| row);
        [&self.any, &self.bounds, &self.fixed].into_iter().chain(tested)
    }

    fn forget(&mut self, word: u32, bits: u64) {
        let tested = self.tests.iter_mut().map(|(_, row)| row);
        let rows = [&mut self.any, &mut self.bounds, &mut self.fixed];
        rows.into_iter().chain(tested).for_each(|row| row.forget(word, bits));
    }
}

impl Row {
    /// Marks the propagators as pending. An empty row marks nothing in the first word.
    #[inline(always)]
    fn wake(&self, pending: &mut [u64]) {
        if let Some(word) = pending.get_mut(self.first.0 as usize) {
            *word |= self.first.1;
        }
        for &(word, bits) in &self.rest {
            pending[word as usize] |= bits;
        }
    }

    fn add(&mut self, word: u32, bit: u64) {
        if self.first.1 == 0 && self.rest.is_empty() {
            self.first = (word, bit);
            return;
        }
        let mut known = std::iter::once(&mut self.first).chain(&mut self.rest);
        match known.find(|(at, _)| *at == word) {
            Some((_, bits)) => *bits |= bit,
            None => self.rest.push((word, bit)),
        }
    }

    fn forget(&mut self, word: u32, bit: u64) {
        std::iter::once(&mut self.first)
            .chain(&mut self.rest)
            .filter(|(at, _)| *at == word)
            .for_each(|(_, bits)| *bits &= !bit);
        self.rest.retain(|&(_, bits)| bits != 0);
        if self.first.1 == 0
            && let Some(next) = self.rest.pop()
        {
            self.first = next;
        }
    }
}
