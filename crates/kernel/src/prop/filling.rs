//! Different values in a line, and the sum of those between two of them: two that are told
//! (bread), or the smallest and the largest.
//!
//! There are few ways to do it: which places the two have, and a set of values with the sum between
//! them, as in a cage. Each way is a bit, and a table tells in which of them a cell has a value. A way
//! is possible if every cell can have one of its values and each value that must be somewhere has a
//! cell. A cell keeps what some possible way gives it. Not complete: cells are not matched with values
//! one by one. A pass over the table costs no branch that depends on digits.

use std::cmp::Ordering;

use crate::bits::{Ones, low_bits};
use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;
use crate::prop::{Event, sets_with_sum};

/// The most variables and the most values.
pub(crate) const MAX_FILLING: usize = 16;

/// The values of most grids; with more of them rows have room for as many as there may be.
const FEW: usize = 9;

#[derive(Clone, Debug)]
pub(crate) struct Filling {
    vars: Box<[VarId]>,
    few: bool,
    /// What each way leaves the cells.
    ways: Box<[Cells]>,
    /// For each 64 ways, cell and value, the ways in which the cell can have it. Behind the cells of
    /// each 64 ways is a row of those that need no cell for the value.
    table: Box<[u64]>,
}

/// Values of each cell, four cells a word.
type Cells = [u64; MAX_FILLING / 4];

/// Bits of the two ends, the values between them, and those that others may have.
#[derive(Clone, Copy, Debug)]
struct Choice {
    ends: (u64, u64),
    between: u64,
    rest: u64,
}

impl Filling {
    /// `values` bits of the masks are in use; the sum is that of bits.
    pub(crate) fn new(
        vars: Vec<VarId>,
        values: u32,
        ends: Option<(u32, u32)>,
        sum: impl Fn(usize) -> Option<i64>,
    ) -> Self {
        let n = vars.len();
        let few = values as usize <= FEW;
        let row = if few { FEW } else { MAX_FILLING };
        let mut ways = Ways { cells: n, values: row, left: Vec::new(), table: Vec::new() };
        for size in 0..n.saturating_sub(1) {
            let sets = sum(size).map_or_else(|| [].into(), |sum| sets_with_sum(values, size, sum));
            let mut choices = Vec::with_capacity(sets.len());
            for &set in &sets[..] {
                match ends {
                    Some((a, b)) => choices.extend(Choice::bread(set, values, a, b)),
                    None => Choice::extremes(set, values, &mut choices),
                }
            }
            choices.iter().for_each(|choice| ways.add(size, choice));
        }
        Self { vars: vars.into(), few, ways: ways.left.into(), table: ways.table.into() }
    }

    #[inline(never)]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        let mut masks = [0; MAX_FILLING];
        masks.iter_mut().zip(&self.vars).for_each(|(mask, &var)| *mask = ctx.mask(var));
        let keep = match self.few {
            true => self.kept::<FEW>(&masks),
            false => self.kept::<MAX_FILLING>(&masks),
        };
        let Some(keep) = keep else { return Ok(Status::Fixpoint) };
        for (i, &var) in self.vars.iter().enumerate() {
            ctx.keep(var, keep[i / 4] >> (16 * (i % 4)) & 0xffff)?;
        }
        Ok(Status::Again)
    }

    /// What each cell keeps; nothing if that is all it has.
    #[inline(always)]
    fn kept<const VALUES: usize>(&self, masks: &[u64; MAX_FILLING]) -> Option<Cells> {
        let cells = pack(masks);
        let mut keep = Cells::default();
        let (rows, _) = self.table.as_chunks::<VALUES>();
        for (rows, ways) in rows.chunks_exact(self.vars.len() + 1).zip(self.ways.chunks(64)) {
            for way in Ones(possible(rows, masks)) {
                let left = ways[way as usize];
                for word in 0..keep.len() {
                    keep[word] |= left[word];
                }
            }
            if (0..keep.len()).all(|word| cells[word] & !keep[word] == 0) {
                return None;
            }
        }
        Some(keep)
    }

    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        self.vars.iter().for_each(|&v| watch(v, Event::Any));
    }
}

fn pack(masks: &[u64; MAX_FILLING]) -> Cells {
    let mut cells = Cells::default();
    masks.iter().enumerate().for_each(|(i, mask)| cells[i / 4] |= mask << (16 * (i % 4)));
    cells
}

/// The ways in which every cell has a value and every value that needs one a cell.
#[inline(always)]
fn possible<const VALUES: usize>(rows: &[[u64; VALUES]], masks: &[u64]) -> u64 {
    let Some((&(mut placed), rows)) = rows.split_last() else { return 0 };
    let mut possible = u64::MAX;
    for (row, mask) in rows.iter().zip(masks) {
        let mut filled = 0;
        for value in 0..VALUES {
            let ways = row[value] & (mask >> value & 1).wrapping_neg();
            filled |= ways;
            placed[value] |= ways;
        }
        possible &= filled;
    }
    placed.into_iter().fold(possible, |possible, ways| possible & ways)
}

/// The ways of a line, as they are found.
struct Ways {
    cells: usize,
    values: usize,
    left: Vec<Cells>,
    table: Vec<u64>,
}

impl Ways {
    /// Adds those with so many cells between the ends, wherever these are: first with the one end in
    /// front, then with the other.
    fn add(&mut self, size: usize, choice: &Choice) {
        let Choice { ends: (a, b), between, rest } = *choice;
        let outside = self.cells - 2 - size;
        let needed = match (rest.count_ones() as usize).cmp(&outside) {
            Ordering::Less => return,
            Ordering::Equal => between | rest,
            Ordering::Greater => between,
        };
        let (known, places) = (self.left.len(), outside + 1);
        for (first, second) in [(a, b), (b, a)] {
            for i in 0..places {
                let mut left = [0; MAX_FILLING];
                left[..self.cells].fill(rest);
                left[i + 1..i + 1 + size].fill(between);
                (left[i], left[i + 1 + size]) = (first, second);
                self.left.push(pack(&left));
            }
        }
        let all = low_bits(places as u32);
        let both = |ways: u64| ways | ways << places;
        for cell in 0..self.cells {
            // Counted by the place of the end in front.
            let front = all & 1 << cell;
            let behind = all & (1 << cell) >> (size + 1);
            let inside = all & low_bits(cell as u32) & !low_bits(cell.saturating_sub(size) as u32);
            let outside = all & !(front | behind | inside);
            for (values, ways) in [
                (a, front | behind << places),
                (b, behind | front << places),
                (between, both(inside)),
                (rest, both(outside)),
            ] {
                self.mark(known, cell, values, ways);
            }
        }
        self.mark(known, self.cells, !needed & low_bits(self.values as u32), both(all));
    }

    /// Marks these values of a row in some ways, counted from one on.
    fn mark(&mut self, first: usize, row: usize, values: u64, ways: u64) {
        let block = (self.cells + 1) * self.values;
        let wide = u128::from(ways) << (first % 64);
        for (word, ways) in [(first / 64, wide as u64), (first / 64 + 1, (wide >> 64) as u64)] {
            if ways != 0 {
                self.table.resize(self.table.len().max((word + 1) * block), 0);
                let row = word * block + row * self.values;
                Ones(values).for_each(|value| self.table[row + value as usize] |= ways);
            }
        }
    }
}

impl Choice {
    /// Between two values that are told; others may have whatever is left.
    fn bread(between: u64, values: u32, a: u32, b: u32) -> Option<Self> {
        let ends = 1u64 << a | 1 << b;
        let rest = low_bits(values) & !(between | ends);
        (between & ends == 0).then_some(Self { ends: (1 << a, 1 << b), between, rest })
    }

    /// Between the smallest and the largest: every pair that has the set in between, and
    /// others have values in between, too.
    fn extremes(between: u64, values: u32, out: &mut Vec<Self>) {
        for b in 1..values {
            for a in 0..b {
                let range = low_bits(b) & !low_bits(a + 1);
                if between & !range == 0 {
                    let rest = range & !between;
                    out.push(Self { ends: (1 << a, 1 << b), between, rest });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds what the cells keep by a choice, each way asked cell by cell and value by value.
    fn add_one_by_one(choice: &Choice, size: usize, masks: &[u64], keep: &mut [u64]) {
        let Choice { ends: (a, b), between, rest } = *choice;
        let outside = masks.len() - 2 - size;
        let spare = (rest.count_ones() as usize).checked_sub(outside);
        for (i, (first, second)) in (0..=outside).flat_map(|i| [(i, (a, b)), (i, (b, a))]) {
            let mut way = vec![rest; masks.len()];
            way[i + 1..i + 1 + size].fill(between);
            (way[i], way[i + 1 + size]) = (first, second);
            let left: Vec<u64> = masks.iter().zip(&way).map(|(mask, way)| mask & way).collect();
            let has_cell = |value: u32| left.iter().any(|left| left >> value & 1 == 1);
            let placed =
                Ones(between).all(has_cell) && (spare > Some(0) || Ones(rest).all(has_cell));
            if spare.is_some() && placed && !left.contains(&0) {
                keep.iter_mut().zip(left).for_each(|(keep, left)| *keep |= left);
            }
        }
    }

    /// Cells keep what they keep when each way is looked at by itself.
    #[test]
    fn as_one_way_after_the_other_says() {
        let mut seed = 3u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let (mut quiet, mut narrowed, mut failed) = (0, 0, 0);
        for _ in 0..300 {
            let n = 2 + random(8) as usize;
            let values = n as u32 + random(4) as u32;
            let ends = (random(3) > 0).then_some((0, values - 1));
            let sum = random(u64::from(values * (values - 1) / 2)) as i64;
            let vars = (0..n).map(VarId::new).collect();
            let filling = Filling::new(vars, values, ends, |_| Some(sum));
            for _ in 0..50 {
                let mut masks = [0; MAX_FILLING];
                for mask in &mut masks[..n] {
                    let some = random(1 << values) | random(1 << values);
                    *mask = if random(4) == 0 { 1 << random(values.into()) } else { some | 1 };
                }
                let mut expected = vec![0; n];
                for size in 0..n - 1 {
                    let mut choices = Vec::new();
                    for &set in &sets_with_sum(values, size, sum)[..] {
                        match ends {
                            Some((a, b)) => choices.extend(Choice::bread(set, values, a, b)),
                            None => Choice::extremes(set, values, &mut choices),
                        }
                    }
                    choices
                        .iter()
                        .for_each(|c| add_one_by_one(c, size, &masks[..n], &mut expected));
                }
                let kept = match filling.few {
                    true => filling.kept::<FEW>(&masks),
                    false => filling.kept::<MAX_FILLING>(&masks),
                };
                let kept = kept.map_or(pack(&masks), |kept| {
                    let cells = pack(&masks);
                    std::array::from_fn(|word| cells[word] & kept[word])
                });
                let mut all = [0; MAX_FILLING];
                all[..n].copy_from_slice(&expected);
                assert_eq!(kept, pack(&all), "{masks:x?} of {values}, {ends:?} {sum}");
                quiet += usize::from(expected == masks[..n]);
                failed += usize::from(expected[0] == 0);
                narrowed += usize::from(expected[0] != 0 && expected != masks[..n]);
            }
        }
        assert!(quiet > 100 && narrowed > 1000 && failed > 1000, "{quiet} {narrowed} {failed}");
    }
}
