//! A cage: different values with a given sum.
//!
//! The sets of values with the right size and sum are listed once. A set stays possible
//! while it covers the fixed cells and each open cell can take one of it, all different;
//! a cell keeps what some possible set gives it. So each value left in a cell belongs to a
//! filling of the cage. A value in every possible set is required, and cells outside that
//! see all its places lose it.

use std::cell::RefCell;
use std::sync::Arc;

mod few;
mod five;
mod three;

use crate::bits::{Ones, is_single, low_bits};
use crate::context::{Conflict, Ctx, Outcome, Status};
use crate::hash::QuickMap;
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::all_distinct;
use crate::prop::{Event, relies_on_places};
use few::Packed;
use five::Five;

/// Cages over more values than this are handled as sums: their sets are too many to list.
pub(crate) const MAX_CAGE_VALUES: u32 = 16;

/// Cages of more cells than this never fit [`MAX_CAGE_VALUES`] values.
const MAX_CELLS: usize = MAX_CAGE_VALUES as usize;

#[derive(Clone, Debug)]
pub(crate) struct Cage {
    vars: Box<[VarId]>,
    /// Sets of values, as masks, with the size and sum of the cage.
    sets: Arc<[u64]>,
    /// The sum, if these are all sets that make it.
    sum: Option<u32>,
    /// Whether it may take values from variables outside. A branch may not.
    outside: bool,
}

impl Cage {
    pub(crate) fn new(vars: Vec<VarId>, sets: Arc<[u64]>, sum: Option<u32>, outside: bool) -> Self {
        let outside = outside && vars.len() > 1;
        Self { vars: vars.into(), sets, sum, outside }
    }

    pub(crate) fn len(&self) -> usize {
        self.vars.len()
    }

    /// Whether its cells fit one word: it then costs about as much as two or three pairs, and tells more.
    pub(crate) fn is_short(&self) -> bool {
        self.vars.len() <= few::CELLS
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut open = [0u64; MAX_CELLS];
        let mut places = [0u8; MAX_CELLS];
        let (mut n, mut fixed, mut union) = (0, 0u64, 0u64);
        for (place, &var) in self.vars.iter().enumerate() {
            let mask = ctx.mask(var);
            if is_single(mask) {
                if fixed & mask != 0 {
                    return Err(Conflict);
                }
                fixed |= mask;
            } else {
                (open[n], places[n]) = (mask, place as u8);
                n += 1;
            }
            union |= mask;
        }
        for mask in &mut open[..n] {
            *mask &= !fixed;
        }
        let mut keep = [0u64; MAX_CELLS];
        let required = if let Some(sum) = self.sum
            && n <= three::CELLS
        {
            let rest = sum.checked_sub(sum_of(fixed)).ok_or(Conflict)?;
            let left = three::with_sum(&open[..n], rest);
            keep[..three::CELLS].copy_from_slice(&left.keep);
            left.required
        } else if n <= few::CELLS {
            self.place(Packed::new(&open[..n]), union, fixed, &mut keep)
        } else if n == five::CELLS && union >> five::LANE == 0 {
            self.place(Five::new(&open[..n]), union, fixed, &mut keep)
        } else {
            let mut found = Found { keep, required: u64::MAX };
            for &set in &self.sets[..] {
                if set & !union == 0
                    && fixed & !set == 0
                    && found.try_set(&open[..n], set & !fixed)
                    && found.is_full(&open[..n])
                {
                    break;
                }
            }
            keep = found.keep;
            found.required
        };
        if required == u64::MAX {
            return Err(Conflict);
        }
        for (&place, &keep) in places[..n].iter().zip(&keep) {
            ctx.keep(self.vars[usize::from(place)], keep)?;
        }
        if required != 0 && self.outside {
            self.require(ctx, required, &places[..n], &keep)?;
        }
        Ok(Status::Fixpoint)
    }

    /// What each open cell can take from the sets between what is fixed and what there is; tells the
    /// values in all of them.
    #[inline(always)]
    fn place(
        &self,
        mut cells: impl Placing,
        union: u64,
        fixed: u64,
        keep: &mut [u64; MAX_CELLS],
    ) -> u64 {
        for &set in &self.sets[..] {
            if set & !union == 0 && fixed & !set == 0 {
                cells.try_set(set & !fixed);
                if cells.is_full() {
                    break;
                }
            }
        }
        cells.unpack(keep)
    }

    /// Takes values that the cage must hold from cells that see all their places. A value with
    /// one place is excluded from all that see it as soon as it is fixed there.
    fn require<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        required: u64,
        places: &[u8],
        keep: &[u64; MAX_CELLS],
    ) -> Outcome {
        let (mut once, mut twice) = (0u64, 0u64);
        for keep in &keep[..places.len()] {
            twice |= once & keep;
            once |= keep;
        }
        for v in Ones(required & twice) {
            let mut holders = 0u64;
            for (&place, &keep) in places.iter().zip(keep) {
                holders |= (keep >> v & 1) << place;
            }
            ctx.erase_from_all_that_see(&self.vars, holders, 1 << v)?;
        }
        Ok(())
    }

    /// A cell outside loses a value because it sees the places of the value in the cage:
    /// the cells that have it among `domains`.
    pub(crate) fn relies_on(
        &self,
        target: Option<(VarId, u64)>,
        domains: &[u64],
    ) -> Vec<(VarId, VarId)> {
        relies_on_places(&self.vars, target, domains)
    }

    pub(crate) fn vars(&self) -> &[VarId] {
        &self.vars
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

/// Open cells of a cage in one word, and what they can take of the sets so far.
trait Placing {
    /// Adds what the cells can take of a set of as many values if all can be placed.
    fn try_set(&mut self, left: u64);

    /// Whether no other set can add anything.
    fn is_full(&self) -> bool;

    /// What each cell can take; tells the values in every set, all bits if there was none.
    fn unpack(&self, keep: &mut [u64; MAX_CELLS]) -> u64;
}

/// What some values add up to.
#[inline(always)]
fn sum_of(mut values: u64) -> u32 {
    let mut sum = 0;
    while values != 0 {
        sum += values.trailing_zeros();
        values &= values - 1;
    }
    sum
}

/// What the possible sets have in common.
struct Found {
    /// What each open cell can take.
    keep: [u64; MAX_CELLS],
    /// Values in all sets; all bits as long as there is none.
    required: u64,
}

impl Found {
    /// Adds what the cells can take from the open values of a set if all can be placed; tells
    /// whether that was new.
    #[inline(always)]
    fn try_set(&mut self, open: &[u64], left: u64) -> bool {
        // Most sets add nothing to those before; to see that is cheaper than to place them.
        let mut fresh = self.required & !left;
        let mut sizes = 0u64;
        for (&cell, &keep) in open.iter().zip(&self.keep) {
            let can = cell & left;
            if can == 0 {
                return false;
            }
            fresh |= can & !keep;
            sizes = sizes.wrapping_add(1u64.wrapping_shl(4 * can.count_ones()));
        }
        if fresh == 0 && self.required != u64::MAX {
            return false;
        }
        let used = match open.len() {
            k if are_wide(sizes, k) => {
                let keep = self.keep.iter_mut().zip(open);
                keep.for_each(|(keep, cell)| *keep |= cell & left);
                true
            }
            _ => self.place(open, left),
        };
        if used {
            self.required &= left;
        }
        used
    }

    /// Whether no other set can add anything.
    fn is_full(&self, open: &[u64]) -> bool {
        self.required == 0 && self.keep[..open.len()] == *open
    }

    fn place(&mut self, open: &[u64], left: u64) -> bool {
        let mut masks = [0u64; MAX_CELLS];
        let masks = &mut masks[..open.len()];
        for (mask, &cell) in masks.iter_mut().zip(open) {
            *mask = cell & left;
        }
        let placed = if let Ok(cells) = <&mut [u64; 5]>::try_from(&mut *masks) {
            place_subsets(cells, left)
        } else if let Ok(cells) = <&mut [u64; MANY]>::try_from(&mut *masks) {
            place_subsets(cells, left)
        } else {
            all_distinct::filter(masks)
        };
        if placed {
            self.keep.iter_mut().zip(masks).for_each(|(keep, mask)| *keep |= *mask);
        }
        placed
    }
}

/// Goes over the subsets of the values, as the bits of one word: those that the first cells can
/// use up, and from the end those that the others leave. Each cell keeps what it can take beside
/// the others; false if they cannot all take different ones of as many values.
fn place_subsets<const K: usize>(cells: &mut [u64; K], left: u64) -> bool {
    let mut values = [0u32; K];
    Ones(left).zip(&mut values).for_each(|(v, value)| *value = v);
    let mut before = [1u64; K];
    let mut used = 1;
    for (&cell, before) in cells.iter().zip(&mut before) {
        (*before, used) = (used, 0);
        for (j, v) in values.iter().enumerate() {
            let can = (cell >> v & 1).wrapping_neg();
            used |= (*before & WITHOUT[j] & can) << (1 << j);
        }
    }
    let mut after = 1u64 << low_bits(K as u32);
    if used & after == 0 {
        return false;
    }
    for (cell, before) in cells.iter_mut().zip(before).rev() {
        let (mut rest, mut kept) = (0, 0);
        for (j, v) in values.iter().enumerate() {
            let can = (*cell >> v & 1).wrapping_neg();
            let without = (after & !WITHOUT[j] & can) >> (1 << j) & before;
            kept |= u64::from(without != 0) << v;
            rest |= without;
        }
        (after, *cell) = (rest, kept);
    }
    true
}

/// Whether so many cells are wide: each takes at least two of as many values, all but one at least
/// three, all but two at least four and so on; `sizes` counts, four bits a number, the cells that
/// take so many. Any of them but all then share more values than they are, so whichever value one
/// of them takes, the others can still be filled (Hall).
#[inline(always)]
fn are_wide(sizes: u64, cells: usize) -> bool {
    /// What makes 16 with one cell too many that take at most 1, 2, 3 and so on.
    const ROOM: u64 = 0x1234_5678_9abc_def0;
    if cells >= MAX_CELLS {
        return false;
    }
    // How many take at most so many: the sum of all lower places.
    let at_most = sizes.wrapping_mul(0x1111_1111_1111_1111);
    let carries = at_most & ROOM | (at_most | ROOM) & !at_most.wrapping_add(ROOM);
    carries & 0x8888_8888_8888_8888 & low_bits(4 * cells as u32) == 0
}

/// Up to this many open cells, the subsets of as many values are bits of one word.
const MANY: usize = 6;

/// For each value, the subsets without it.
const WITHOUT: [u64; MANY] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Lists of sets by values, size and sum.
type Lists = QuickMap<(u32, usize, i64), Arc<[u64]>>;

thread_local! {
    /// What was listed before. No more are kept than there are such sets, and no
    /// cage has more than [`MAX_CAGE_VALUES`] values.
    static KNOWN: RefCell<Lists> = RefCell::default();
}

/// All sets of `size` of the lowest `values` bits whose positions add up to `sum`. Puzzles have the
/// same cages again and again, so each thread lists them once.
pub(crate) fn sets_with_sum(values: u32, size: usize, sum: i64) -> Arc<[u64]> {
    let list = || listed(values, size, sum);
    let possible = size <= values as usize && (0..=i64::from(values) * size as i64).contains(&sum);
    if !possible || values > MAX_CAGE_VALUES {
        return list();
    }
    KNOWN.with_borrow_mut(|known| known.entry((values, size, sum)).or_insert_with(list).clone())
}

fn listed(values: u32, size: usize, sum: i64) -> Arc<[u64]> {
    fn go(from: u32, values: u32, size: usize, sum: i64, set: u64, out: &mut Vec<u64>) {
        if size == 0 {
            if sum == 0 {
                out.push(set);
            }
            return;
        }
        // Those that follow the lowest are larger by one, two and so on.
        let steps = (size * (size - 1) / 2) as i64;
        let most = |values: u32| i64::from(values) * size as i64 - steps - size as i64;
        if sum > most(values) {
            return;
        }
        for v in from..values {
            if i64::from(v) * size as i64 + steps > sum {
                return;
            }
            go(v + 1, values, size - 1, sum - i64::from(v), set | 1 << v, out);
        }
    }
    let mut out = Vec::new();
    if sum >= 0 {
        go(0, values, size, sum, 0, &mut out);
    }
    // Sets side by side are alike. From both ends in turn, the first few show the most.
    let n = out.len();
    (0..n).map(|i| out[if i % 2 == 0 { i / 2 } else { n - 1 - i / 2 }]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What several open cells can take of a set is what matching finds.
    #[test]
    fn sets_are_placed_as_matching_says() {
        let mut seed = 5u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        let (mut placed, mut wide) = (0, 0);
        for round in 0..40_000 {
            let n = 2 + random() as usize % 9;
            let mut set = 0u64;
            while set.count_ones() < n as u32 {
                set |= 1 << (random() % 16);
            }
            let mut cell = || if round % 2 == 0 { random() } else { random() | random() };
            let open: Vec<u64> = (0..n).map(|_| cell() & 0xffff).collect();
            let mut masks: Vec<u64> = open.iter().map(|cell| cell & set).collect();
            let possible = masks.iter().all(|&m| m != 0) && all_distinct::filter(&mut masks);
            let mut found = Found { keep: [0; MAX_CELLS], required: u64::MAX };
            assert_eq!(found.try_set(&open, set), possible, "{open:?} {set:b}");
            if possible {
                assert_eq!(found.keep[..n], masks, "{open:?} {set:b}");
                assert_eq!(found.required, set);
                placed += 1;
            }
            let sizes = open.iter().fold(0, |s, c| s + (1 << (4 * (c & set).count_ones())));
            if are_wide(sizes, n) {
                let all: Vec<u64> = open.iter().map(|cell| cell & set).collect();
                assert_eq!(masks, all, "all of it can be taken");
                wide += 1;
            }
        }
        assert!(placed > 5_000 && wide > 1_000, "{placed} {wide}");
    }

    #[test]
    fn sets_of_three_below_nine() {
        // Bits count from 0: 1+2+3 = 6 in digits is 0+1+2 = 3 in bits.
        assert_eq!(sets_with_sum(9, 3, 3).to_vec(), [0b111]);
        assert_eq!(sets_with_sum(9, 2, 8).len(), 4);
        assert_eq!(sets_with_sum(9, 2, 16).len(), 0);
        assert_eq!((0..=72).map(|s| sets_with_sum(9, 4, s).len()).sum::<usize>(), 126);
    }
}
