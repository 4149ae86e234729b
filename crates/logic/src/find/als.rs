//! Almost locked sets: cells of a house with one digit more than there are cells.
//!
//! A digit is *common* to two sets if all its places in one see all its places in the other:
//! then only one of the sets can have it, and the other is locked.

use std::collections::HashSet;

use super::{Sink, View};
use crate::board::Mark;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Cells, Digits, Each, count};
use crate::technique::Technique;

/// An almost locked set.
#[derive(Clone, Copy, Debug)]
pub struct Als {
    /// Its cells.
    pub cells: Cells,
    /// Its digits.
    pub digits: Digits,
}

/// All almost locked sets with so many cells, smaller ones first.
pub fn all(view: View<'_>, least: usize, most: usize) -> Vec<Als> {
    let mut found = Vec::new();
    let mut known = HashSet::new();
    for house in 0..view.board.houses.len() {
        let cells: Vec<Cell> = view.open(house).collect();
        // The whole house is no almost locked set.
        let most = most.min(cells.len().saturating_sub(1));
        grow(view, &cells, most, Als { cells: Cells::EMPTY, digits: 0 }, &mut |set| {
            if set.cells.len() >= least && known.insert(set.cells) {
                found.push(set);
            }
        });
    }
    found.sort_by_key(|s| (s.cells.len(), s.cells));
    found
}

fn grow(view: View<'_>, rest: &[Cell], most: usize, set: Als, see: &mut dyn FnMut(Als)) {
    for (at, &cell) in rest.iter().enumerate() {
        let next = Als { cells: set.cells.with(cell), digits: set.digits | view.marks.of[cell] };
        let size = next.cells.len();
        if count(next.digits) == size + 1 {
            see(next);
        }
        if size < most && count(next.digits) <= most + 1 {
            grow(view, &rest[at + 1..], most, next, see);
        }
    }
}

impl Als {
    /// The places of a digit in it.
    fn places(&self, view: View<'_>, digit: usize) -> Cells {
        self.cells & view.marks.at[digit]
    }
}

/// The digits that only one of two sets can have.
fn common(view: View<'_>, a: &Als, b: &Als) -> Digits {
    let overlap = a.cells & b.cells;
    Each(a.digits & b.digits)
        .filter(|&d| {
            let places = b.places(view, d);
            !overlap.meets(view.marks.at[d]) && places.within(view.board.see_all(a.places(view, d)))
        })
        .fold(0, |all, d| all | 1 << d)
}

/// The marks of a digit that see all its places in some sets.
fn seeing(view: View<'_>, sets: &[&Als], digit: usize) -> Vec<Mark> {
    let places = sets.iter().fold(Cells::EMPTY, |p, s| p | s.places(view, digit));
    view.marks_in(digit, view.board.see_all(places))
}

fn found(technique: Technique, sets: &[&Als], ties: Vec<Digits>, gone: Vec<Mark>) -> Found {
    let sets = sets.iter().map(|s| (s.cells, s.digits)).collect();
    Found::new(technique, Pattern::Sets { sets, common: ties }).removing(gone)
}

/// Two sets with a digit in common, or two.
pub fn xz(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let sets = all(view, 1, 8);
    for (i, a) in sets.iter().enumerate() {
        for b in &sets[i + 1..] {
            if a.cells.within(b.cells) || b.cells.within(a.cells) {
                continue;
            }
            let ties = common(view, a, b);
            let mut gone: Vec<Mark> = Vec::new();
            match count(ties) {
                0 => continue,
                1 => {
                    let rest = Each(a.digits & b.digits & !ties);
                    gone.extend(rest.flat_map(|z| seeing(view, &[a, b], z)));
                }
                _ => {
                    for digit in Each(ties) {
                        gone.extend(seeing(view, &[a, b], digit));
                    }
                    for set in [a, b] {
                        for digit in Each(set.digits & !ties) {
                            let own = seeing(view, &[set], digit);
                            gone.extend(own.into_iter().filter(|m| !set.cells.has(m.cell)));
                        }
                    }
                }
            }
            if !gone.is_empty() && sink(found(Technique::AlsXz, &[a, b], vec![ties], gone)) {
                return true;
            }
        }
    }
    false
}

/// For each set those it has a digit in common with.
fn ties(view: View<'_>, sets: &[Als]) -> Vec<Vec<(usize, Digits)>> {
    let mut all = vec![Vec::new(); sets.len()];
    for (i, a) in sets.iter().enumerate() {
        for (j, b) in sets.iter().enumerate().skip(i + 1) {
            if a.digits & b.digits == 0 {
                continue;
            }
            let digits = common(view, a, b);
            if digits != 0 {
                all[i].push((j, digits));
                all[j].push((i, digits));
            }
        }
    }
    all
}

/// Two sets tied by a third.
pub fn xy_wing(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let sets = all(view, 1, 8);
    let ties = ties(view, &sets);
    for (pivot, near) in ties.iter().enumerate() {
        for (at, &(i, xs)) in near.iter().enumerate() {
            for &(j, ys) in &near[at + 1..] {
                let (a, b, c) = (&sets[i], &sets[j], &sets[pivot]);
                if a.cells.within(b.cells) || b.cells.within(a.cells) {
                    continue;
                }
                for x in Each(xs) {
                    for y in Each(ys).filter(|&y| y != x) {
                        let rest = Each(a.digits & b.digits & !(1 << x | 1 << y));
                        let gone: Vec<Mark> = rest.flat_map(|z| seeing(view, &[a, b], z)).collect();
                        let tied = vec![1 << x, 1 << y];
                        if !gone.is_empty()
                            && sink(found(Technique::AlsXyWing, &[a, c, b], tied, gone))
                        {
                            return true;
                        }
                    }
                }
            }
        }
    }
    false
}

/// The longest chain that is looked for.
const MOST_SETS: usize = 12;

/// Chains of four sets or more.
pub fn chain(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let sets = all(view, 1, 8);
    let ties = ties(view, &sets);
    let seen = vec![0; sets.len() * view.board.digits];
    let mut hunt = Hunt { view, sets: &sets, ties: &ties, start: 0, seen, round: 0 };
    for start in 0..sets.len() {
        for first in 0..view.board.digits {
            (hunt.start, hunt.round) = (start, hunt.round + 1);
            if hunt.from(first, sink) {
                return true;
            }
        }
    }
    false
}

struct Hunt<'a> {
    view: View<'a>,
    sets: &'a [Als],
    ties: &'a [Vec<(usize, Digits)>],
    start: usize,
    /// In which round a set was last reached by a digit.
    seen: Vec<u32>,
    round: u32,
}

impl Hunt<'_> {
    /// Notes that a set is reached by a digit; whether that is new.
    fn reach(&mut self, set: usize, digit: usize) -> bool {
        let last = &mut self.seen[set * self.view.board.digits + digit];
        std::mem::replace(last, self.round) != self.round
    }

    /// Breadth first from the start, which is left by the digit `first`.
    fn from(&mut self, first: usize, sink: &mut Sink<'_>) -> bool {
        // Each entry: a set, the digit it was reached by, and the entry before.
        let mut queue: Vec<(usize, usize, usize, usize)> = Vec::new();
        for &(next, digits) in &self.ties[self.start] {
            if digits >> first & 1 == 1 && self.reach(next, first) {
                queue.push((next, first, usize::MAX, 2));
            }
        }
        let mut at = 0;
        while let Some(&(set, by, _, length)) = queue.get(at) {
            if length >= 4 && self.judge(&queue, at, first, sink) {
                return true;
            }
            if length < MOST_SETS {
                for &(next, digits) in &self.ties[set] {
                    for digit in Each(digits & !(1 << by)) {
                        if next != self.start && self.reach(next, digit) {
                            queue.push((next, digit, at, length + 1));
                        }
                    }
                }
            }
            at += 1;
        }
        false
    }

    fn judge(
        &self,
        queue: &[(usize, usize, usize, usize)],
        at: usize,
        first: usize,
        sink: &mut Sink<'_>,
    ) -> bool {
        let (a, b) = (&self.sets[self.start], &self.sets[queue[at].0]);
        let used: Digits = 1 << first | 1 << queue[at].1;
        if a.digits & b.digits & !used == 0 {
            return false;
        }
        let gone: Vec<Mark> =
            Each(a.digits & b.digits & !used).flat_map(|z| seeing(self.view, &[a, b], z)).collect();
        if gone.is_empty() {
            return false;
        }
        let (mut path, mut tied, mut next) = (Vec::new(), Vec::new(), at);
        while next != usize::MAX {
            let (set, by, before, _) = queue[next];
            path.push(&self.sets[set]);
            tied.push(1 << by);
            next = before;
        }
        path.push(a);
        path.reverse();
        tied.reverse();
        sink(found(Technique::AlsChain, &path, tied, gone))
    }
}

/// A cell each of whose marks takes a digit from a set; all sets keep another digit.
pub fn blossom(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let sets = all(view, 1, 8);
    for stem in view.marks.open {
        let petals: Vec<Vec<usize>> = Each(view.marks.of[stem])
            .map(|d| {
                let sees = |s: &Als| {
                    s.digits >> d & 1 == 1
                        && !s.cells.has(stem)
                        && s.places(view, d).within(view.board.peers[stem])
                };
                (0..sets.len()).filter(|&i| sees(&sets[i])).collect()
            })
            .collect();
        if petals.iter().any(Vec::is_empty) || count(view.marks.of[stem]) < 2 {
            continue;
        }
        let mut flower = Flower { view, sets: &sets, stem, petals: &petals, chosen: Vec::new() };
        for z in Each(view.board.all() & !view.marks.of[stem]) {
            let cells = view.marks.at[z];
            if !cells.is_empty() && flower.grow(z, cells, sink) {
                return true;
            }
        }
    }
    false
}

struct Flower<'a> {
    view: View<'a>,
    sets: &'a [Als],
    stem: Cell,
    petals: &'a [Vec<usize>],
    chosen: Vec<usize>,
}

impl Flower<'_> {
    /// Chooses a petal for each mark as long as some mark of `z` sees all of `z` in them.
    fn grow(&mut self, z: usize, cells: Cells, sink: &mut Sink<'_>) -> bool {
        let at = self.chosen.len();
        let Some(options) = self.petals.get(at) else { return self.bloom(sink) };
        for &option in options {
            let set = &self.sets[option];
            if set.digits >> z & 1 == 0 {
                continue;
            }
            let left = cells & self.view.board.see_all(set.places(self.view, z));
            if left.is_empty() {
                continue;
            }
            self.chosen.push(option);
            let stop = self.grow(z, left, sink);
            self.chosen.pop();
            if stop {
                return true;
            }
        }
        false
    }

    fn bloom(&self, sink: &mut Sink<'_>) -> bool {
        let view = self.view;
        let sets: Vec<&Als> = self.chosen.iter().map(|&i| &self.sets[i]).collect();
        let shared = sets.iter().fold(u64::MAX, |all, s| all & s.digits);
        let gone: Vec<Mark> = Each(shared & !view.marks.of[self.stem])
            .flat_map(|z| seeing(view, &sets, z))
            .filter(|m| m.cell != self.stem)
            .collect();
        let petals = Each(view.marks.of[self.stem])
            .zip(&sets)
            .map(|(d, s)| (d, s.cells, s.digits))
            .collect();
        let pattern = Pattern::Blossom { stem: self.stem, petals };
        !gone.is_empty() && sink(Found::new(Technique::DeathBlossom, pattern).removing(gone))
    }
}
