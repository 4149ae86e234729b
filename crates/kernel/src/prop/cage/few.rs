//! Up to four open cells of a cage, side by side in one word.
//!
//! Each cell has a lane of 16 bits, so one step looks at all of them. What the cells can take of a
//! set of as many values is read from tables: for three cells the answer itself, for four which
//! two values the first two cells can have, which the others must leave.

use super::{MAX_CELLS, Placing};

/// So many cells fit a word.
pub(super) const CELLS: usize = 4;

/// The lowest bit of each lane.
const EACH: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each lane.
const TOPS: u64 = EACH << 15;

/// The open cells and what is known of them.
pub(super) struct Packed {
    cells: usize,
    /// What each can take, a lane a cell. A lane without a cell has all bits.
    open: u64,
    /// What each can take from the sets so far; all bits where there is no cell.
    keep: u64,
    /// The lanes without a cell.
    unused: u64,
    /// The values in every set that could be placed; all bits as long as there is none.
    required: u64,
}

impl Packed {
    pub(super) fn new(open: &[u64]) -> Self {
        let unused = if open.len() < CELLS { u64::MAX << (16 * open.len()) } else { 0 };
        let packed = open.iter().rev().fold(0, |m, cell| m << 16 | cell);
        let (open, cells) = (packed | unused, open.len());
        Self { cells, open, keep: unused, unused, required: u64::MAX }
    }

    #[inline(always)]
    fn place_two(&mut self, can: u64, left: u64) -> bool {
        let low = left & left.wrapping_neg();
        let high = left ^ low;
        let mut used = false;
        for both in [low | high << 16, high | low << 16] {
            if can & both == both {
                self.keep |= both;
                used = true;
            }
        }
        used
    }

    #[inline(always)]
    fn place_three(&mut self, can: u64, left: u64) -> bool {
        let [a, b, c] = lowest(left);
        let bits = (can >> a & EACH) | (can >> b & EACH) << 1 | (can >> c & EACH) << 2;
        let index = bits & 7 | bits >> 13 & 0o70 | bits >> 26 & 0o700;
        let kept = u64::from(THREE[index as usize]);
        let bits = kept & 7 | (kept & 0o70) << 13 | (kept & 0o700) << 26;
        self.keep |= (bits & EACH) << a | (bits >> 1 & EACH) << b | (bits >> 2 & EACH) << c;
        kept != 0
    }

    #[inline(always)]
    fn place_four(&mut self, can: u64, left: u64) -> bool {
        let [a, b, c, d] = lowest(left);
        let bits = (can >> a & EACH)
            | (can >> b & EACH) << 1
            | (can >> c & EACH) << 2
            | (can >> d & EACH) << 3;
        let lane = |at: u32| (bits >> at & 15) as usize;
        let (p, q, r, s) = (lane(0), lane(16), lane(32), lane(48));
        let first = PAIRS[p << 4 | q] & OTHERS[PAIRS[r << 4 | s] as usize];
        if first == 0 {
            return false;
        }
        let second = OTHERS[first as usize];
        let with = |pairs: u8, own: usize, other: usize| {
            u64::from(PARTNERS[usize::from(pairs) << 4 | other]) & own as u64
        };
        let bits = with(first, p, q)
            | with(first, q, p) << 16
            | with(second, r, s) << 32
            | with(second, s, r) << 48;
        self.keep |= (bits & EACH) << a
            | (bits >> 1 & EACH) << b
            | (bits >> 2 & EACH) << c
            | (bits >> 3 & EACH) << d;
        true
    }
}

impl Placing for Packed {
    #[inline(always)]
    fn try_set(&mut self, left: u64) {
        let can = self.open & (left.wrapping_mul(EACH) | self.unused);
        // Some lane is empty: a cell that can take nothing of this set.
        if can.wrapping_sub(EACH) & !can & TOPS != 0 {
            return;
        }
        // Most sets add nothing to those before.
        if (self.required & !left) | (can & !self.keep) == 0 {
            return;
        }
        let used = match self.cells {
            0 => true,
            1 => {
                self.keep |= can;
                true
            }
            2 => self.place_two(can, left),
            3 => self.place_three(can, left),
            _ => self.place_four(can, left),
        };
        if used {
            self.required &= left;
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.required == 0 && self.keep == self.open
    }

    fn unpack(&self, keep: &mut [u64; MAX_CELLS]) -> u64 {
        for (i, keep) in keep[..self.cells].iter_mut().enumerate() {
            *keep = self.keep >> (16 * i) & 0xffff;
        }
        self.required
    }
}

/// The lowest values of a set.
#[inline(always)]
fn lowest<const N: usize>(mut set: u64) -> [u32; N] {
    let mut values = [0; N];
    for value in &mut values {
        *value = set.trailing_zeros();
        set &= set.wrapping_sub(1);
    }
    values
}

/// For what three cells can take of three values, three bits a cell, what is left of it when the
/// cells take different ones; nothing if they cannot.
static THREE: [u16; 512] = {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut table = [0; 512];
    let mut index = 0;
    while index < 512 {
        let mut i = 0;
        while i < 6 {
            let [a, b, c] = ORDERS[i];
            let all = 1 << a | 8 << b | 64 << c;
            if index & all == all {
                table[index] |= all as u16;
            }
            i += 1;
        }
        index += 1;
    }
    table
};

/// Two of four values. The other two are at the same place from the end.
const TWO_OF_FOUR: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// For what two cells can take of four values, four bits a cell, which two they can have.
static PAIRS: [u8; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut i = 0;
        while i < 6 {
            let (a, b) = TWO_OF_FOUR[i];
            let (one, other) = (1 << a | 16 << b, 1 << b | 16 << a);
            if index & one == one || index & other == other {
                table[index] |= 1 << i;
            }
            i += 1;
        }
        index += 1;
    }
    table
};

/// For some twos of four values, the twos that are left by each.
static OTHERS: [u8; 64] = {
    let mut table = [0; 64];
    let mut twos = 0;
    while twos < 64 {
        table[twos] = (twos as u8).reverse_bits() >> 2;
        twos += 1;
    }
    table
};

/// For some twos of four values and what one cell can take, what the other can have beside it.
static PARTNERS: [u8; 1024] = {
    let mut table = [0; 1024];
    let mut index = 0;
    while index < 1024 {
        let mut i = 0;
        while i < 6 {
            let (a, b) = TWO_OF_FOUR[i];
            if index >> 4 >> i & 1 == 1 {
                table[index] |= ((index >> b & 1) << a | (index >> a & 1) << b) as u8;
            }
            i += 1;
        }
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prop::all_distinct;

    /// What is found for random cells and sets is what matching finds.
    #[test]
    fn as_matching_says() {
        let mut seed = 1u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        for _ in 0..20_000 {
            let n = 1 + random() as usize % CELLS;
            let mut open = [0; CELLS];
            open.iter_mut().for_each(|cell| *cell = 1 | random() & random() & 0xffff);
            let open = &open[..n];
            let mut sets = Vec::new();
            for _ in 0..1 + random() % 5 {
                let mut set = 0u64;
                while set.count_ones() < n as u32 {
                    set |= 1 << (random() % 16);
                }
                sets.push(set);
            }
            let (mut expected, mut required) = ([0; CELLS], u64::MAX);
            for &set in &sets {
                let mut masks: Vec<u64> = open.iter().map(|cell| cell & set).collect();
                if masks.iter().all(|&m| m != 0) && all_distinct::filter(&mut masks) {
                    expected.iter_mut().zip(&masks).for_each(|(keep, mask)| *keep |= mask);
                    required &= set;
                }
            }
            let mut packed = Packed::new(open);
            sets.iter().for_each(|&set| packed.try_set(set));
            let mut keep = [0; MAX_CELLS];
            assert_eq!(packed.unpack(&mut keep), required, "{open:?} {sets:?}");
            assert_eq!(keep[..n], expected[..n], "{open:?} {sets:?}");
        }
    }
}
