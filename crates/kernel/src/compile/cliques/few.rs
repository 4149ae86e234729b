//! The same for up to 64 variables, as nearly all sums have: sets of them are words.

use crate::bits::{Ones, low_bits};
use crate::ids::VarId;

/// With fewer variables there is no choice that matters.
const CHOICE: usize = 4;

/// Sets of places that share none.
struct Groups {
    sets: [u64; 64],
    count: usize,
}

impl Groups {
    const NONE: Groups = Groups { sets: [0; 64], count: 0 };

    fn sets(&self) -> &[u64] {
        &self.sets[..self.count]
    }

    fn push(&mut self, set: u64) {
        self.sets[self.count] = set;
        self.count += 1;
    }

    fn squares(&self) -> u32 {
        self.sets().iter().map(|set| set.count_ones() * set.count_ones()).sum()
    }
}

pub(super) fn cliques(vars: &[VarId], sees: impl Fn(VarId, VarId) -> bool) -> Vec<Vec<VarId>> {
    if let [one] = vars {
        return vec![vec![*one]];
    }
    let mut seen = [0u64; 64];
    for (i, &a) in vars.iter().enumerate() {
        for (j, &b) in vars[..i].iter().enumerate() {
            let sees = u64::from(sees(a, b));
            seen[i] |= sees << j;
            seen[j] |= sees << i;
        }
    }
    let seen = &seen[..vars.len()];
    let all = |set: u64| Ones(set).map(|at| vars[at as usize]).collect();
    let joined = by_joining(seen);
    if vars.len() >= CHOICE && joined.count > 1 {
        let (grown, order) = by_growing(seen);
        if grown.squares() > joined.squares() {
            let mut order = order.iter().map(|&at| vars[usize::from(at)]);
            let size = |set: &u64| set.count_ones() as usize;
            return grown.sets().iter().map(|s| order.by_ref().take(size(s)).collect()).collect();
        }
    }
    joined.sets().iter().copied().map(all).collect()
}

/// Each joins the largest group so far that takes it.
fn by_joining(seen: &[u64]) -> Groups {
    let mut groups = Groups::NONE;
    for (at, &row) in seen.iter().enumerate() {
        let sets = &mut groups.sets[..groups.count];
        match sets.iter_mut().filter(|set| **set & !row == 0).max_by_key(|set| set.count_ones()) {
            Some(set) => *set |= 1 << at,
            None => groups.push(1 << at),
        }
    }
    groups
}

/// One group after the other grows by whoever leaves it the most to grow with; also all places in
/// the order in which they joined.
fn by_growing(seen: &[u64]) -> (Groups, [u8; 64]) {
    let mut left = low_bits(seen.len() as u32);
    let (mut groups, mut order, mut placed) = (Groups::NONE, [0; 64], 0);
    while left != 0 {
        let (mut group, mut open) = (0, left);
        while let Some(next) = most_seen(open, seen) {
            order[placed] = next as u8;
            placed += 1;
            group |= 1 << next;
            open &= seen[next];
        }
        left &= !group;
        groups.push(group);
    }
    (groups, order)
}

/// The first of those that see the most of the others.
fn most_seen(open: u64, seen: &[u64]) -> Option<usize> {
    let mut best: Option<(u32, usize)> = None;
    for at in Ones(open) {
        let at = at as usize;
        let count = (open & seen[at]).count_ones();
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, at));
        }
    }
    best.map(|(_, at)| at)
}
