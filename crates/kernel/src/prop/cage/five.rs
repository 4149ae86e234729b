//! Five open cells of a cage, side by side in one word.
//!
//! Each cell has a lane of 12 bits. Of a set of five values the first two cells have two, the last two
//! others, and the one in the middle what is left: for each value in the middle, tables tell which
//! twos of the other four leave which. There is no branch that depends on digits but whether a set
//! can add anything.

use super::{MAX_CELLS, Placing};

pub(super) const CELLS: usize = 5;

/// Bits of a lane: cells with higher values are not for here.
pub(super) const LANE: u32 = 12;

/// The lowest bit of each lane.
const EACH: u64 = 0x0001_0010_0100_1001;
/// The highest bit of each lane.
const TOPS: u64 = EACH << (LANE - 1);
/// A lane.
const ONE: u64 = (1 << LANE) - 1;

/// The open cells and what is known of them.
pub(super) struct Five {
    open: u64,
    /// What each can take from the sets so far.
    keep: u64,
    /// The values in every set that could be placed; all bits as long as there is none.
    required: u64,
}

impl Five {
    pub(super) fn new(open: &[u64]) -> Self {
        let open = open.iter().rev().fold(0, |packed, cell| packed << LANE | cell);
        Self { open, keep: 0, required: u64::MAX }
    }

    /// Adds what each can take beside the others; false if they cannot all take different ones.
    #[inline(always)]
    fn place(&mut self, can: u64, left: u64) -> bool {
        let mut values = [0; CELLS];
        let mut rest = left;
        for value in &mut values {
            *value = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
        }
        let mut bits = 0;
        for (i, value) in values.iter().enumerate() {
            bits |= (can >> value & EACH) << i;
        }
        let cell = |i: u32| (bits >> (LANE * i) & 31) as usize;
        let (p, q, middle, r, s) = (cell(0), cell(1), cell(2), cell(3), cell(4));
        let (front, back) = (TWOS[p << 5 | q].into(), TWOS[r << 5 | s].into());
        let (front, back) = (
            each(front) & opposite(back) & MIDDLE[middle],
            each(back) & opposite(front) & MIDDLE[middle],
        );
        if front == 0 {
            return false;
        }
        let middle = gather(front);
        let (front, back) = (each(joined(front)), each(joined(back)));
        // What the one can have beside the other.
        let beside = |twos: u64, own: usize, other: usize| gather(twos & WITH[other]) & own as u64;
        let kept = beside(front, p, q)
            | beside(front, q, p) << LANE
            | middle << (2 * LANE)
            | beside(back, r, s) << (3 * LANE)
            | beside(back, s, r) << (4 * LANE);
        for (i, value) in values.iter().enumerate() {
            self.keep |= (kept >> i & EACH) << value;
        }
        true
    }
}

impl Placing for Five {
    #[inline(always)]
    fn try_set(&mut self, left: u64) {
        let can = self.open & each(left);
        // Some lane is empty: a cell that can take nothing of this set.
        if can.wrapping_sub(EACH) & !can & TOPS != 0 {
            return;
        }
        // Most sets add nothing to those before.
        if (self.required & !left) | (can & !self.keep) == 0 {
            return;
        }
        if self.place(can, left) {
            self.required &= left;
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.required == 0 && self.keep == self.open
    }

    fn unpack(&self, keep: &mut [u64; MAX_CELLS]) -> u64 {
        for (i, keep) in keep[..CELLS].iter_mut().enumerate() {
            *keep = self.keep >> (LANE * i as u32) & ONE;
        }
        self.required
    }
}

/// The same in every lane.
#[inline(always)]
fn each(lane: u64) -> u64 {
    lane.wrapping_mul(EACH)
}

/// What the lanes have together.
#[inline(always)]
fn joined(lanes: u64) -> u64 {
    let two = lanes | lanes >> (2 * LANE);
    (two | two >> LANE | lanes >> (4 * LANE)) & ONE
}

/// A bit for each lane that is not empty; none has its highest bit.
#[inline(always)]
fn gather(lanes: u64) -> u64 {
    /// Moves the lowest bit of lane `i` to bit `48 + i`, and no two bits to one place.
    const TOGETHER: u64 = 1 << 48 | 1 << 37 | 1 << 26 | 1 << 15 | 1 << 4;
    let some = lanes.wrapping_add(TOPS - EACH) >> (LANE - 1) & EACH;
    some.wrapping_mul(TOGETHER) >> 48 & 31
}

/// For some twos of five values, in a lane for each value the twos without it that leave one of them.
#[inline(always)]
fn opposite(twos: u64) -> u64 {
    OPPOSITE[twos as usize & 31] | OPPOSITE[32 + (twos as usize >> 5)]
}

/// Two of five values.
const TWO_OF_FIVE: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// For what two cells can take of five values, five bits a cell, which two they can have.
static TWOS: [u16; 1024] = {
    let mut table = [0; 1024];
    let mut index = 0;
    while index < 1024 {
        let mut i = 0;
        while i < 10 {
            let (a, b) = TWO_OF_FIVE[i];
            let (one, other) = (1 << (a + 5) | 1 << b, 1 << (b + 5) | 1 << a);
            if index & one == one || index & other == other {
                table[index] |= 1 << i;
            }
            i += 1;
        }
        index += 1;
    }
    table
};

/// For five twos at a time, the first and the last, what [`opposite`] puts together.
static OPPOSITE: [u64; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        let mut i = 0;
        while i < 5 {
            let (a, b) = TWO_OF_FIVE[index / 32 * 5 + i];
            let mut other = 0;
            while other < 10 {
                let (c, d) = TWO_OF_FIVE[other];
                if index >> i & 1 == 1 && a != c && a != d && b != c && b != d {
                    table[index] |= 1 << (LANE as usize * (10 - a - b - c - d) + other);
                }
                other += 1;
            }
            i += 1;
        }
        index += 1;
    }
    table
};

/// For what a cell can take of five values, whole lanes.
static MIDDLE: [u64; 32] = {
    let mut table = [0; 32];
    let mut index = 0;
    while index < 32 {
        let mut value = 0;
        while value < 5 {
            if index >> value & 1 == 1 {
                table[index] |= ONE << (LANE as usize * value);
            }
            value += 1;
        }
        index += 1;
    }
    table
};

/// For what a cell can take of five values, in a lane for each value the twos of it and one of these.
static WITH: [u64; 32] = {
    let mut table = [0; 32];
    let mut index = 0;
    while index < 32 {
        let mut i = 0;
        while i < 10 {
            let (a, b) = TWO_OF_FIVE[i];
            if index >> b & 1 == 1 {
                table[index] |= 1 << (LANE as usize * a + i);
            }
            if index >> a & 1 == 1 {
                table[index] |= 1 << (LANE as usize * b + i);
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
        let mut seed = 7u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        let (mut placed, mut failed) = (0, 0);
        for round in 0..30_000 {
            let mut cell = || if round % 3 == 0 { random() } else { random() & random() };
            let open: [u64; CELLS] = std::array::from_fn(|_| 1 | cell() & ONE);
            let mut sets = Vec::new();
            for _ in 0..1 + random() % 5 {
                let mut set = 0u64;
                while set.count_ones() < CELLS as u32 {
                    set |= 1 << (random() % u64::from(LANE));
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
            let mut five = Five::new(&open);
            sets.iter().for_each(|&set| five.try_set(set));
            let mut keep = [0; MAX_CELLS];
            assert_eq!(five.unpack(&mut keep), required, "{open:?} {sets:?}");
            assert_eq!(keep[..CELLS], expected, "{open:?} {sets:?}");
            assert_eq!(five.is_full(), required == 0 && expected == open);
            *if required == u64::MAX { &mut failed } else { &mut placed } += 1;
        }
        assert!(placed > 5_000 && failed > 1_000, "{placed} {failed}");
    }
}
