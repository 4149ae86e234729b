//! Up to three open cells of a cage, by what they have to add up to.
//!
//! Where two cells make a sum, what one can have is what the other has, turned about: no set is
//! looked at. Of three, the one with the fewest values has them one after the other.

/// So many cells.
pub(super) const CELLS: usize = 3;

/// What is left of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) keep: [u64; CELLS],
    /// The values in every way; all bits if there is no way.
    pub(super) required: u64,
}

/// What the cells can take if their values differ and make the sum, bits counted from 0. No cell has
/// a bit above the sixteenth.
#[inline(always)]
pub(super) fn with_sum(cells: &[u64], sum: u32) -> Left {
    let mut left = Left { keep: [0; CELLS], required: u64::MAX };
    match *cells {
        [] if sum == 0 => left.required = 0,
        [a] if sum < 64 && a >> sum & 1 == 1 => (left.keep[0], left.required) = (1 << sum, 0),
        [a, b] => {
            let (first, second) = Two::new(a, b).beside(sum, 0);
            if first != 0 {
                left.keep = [first, second, 0];
                left.required = only(first | second);
            }
        }
        [a, b, c] => {
            // The one with the fewest goes first.
            let size = [a, b, c].map(u64::count_ones);
            let at = match size {
                [a, b, c] if a <= b && a <= c => 0,
                [_, b, c] if b <= c => 1,
                _ => 2,
            };
            let of = |i: usize| cells[(at + i) % CELLS];
            let (mut few, rest) = (of(0), Two::new(of(1), of(2)));
            let (mut keep, mut required) = ([0; CELLS], u64::MAX);
            while few != 0 {
                let (value, bit) = (few.trailing_zeros(), few & few.wrapping_neg());
                few ^= bit;
                if value > sum {
                    break;
                }
                let (first, second) = rest.beside_third(sum - value, value);
                if first != 0 {
                    keep[0] |= bit;
                    keep[1] |= first;
                    keep[2] |= second;
                    required &= bit | only(first | second);
                }
            }
            for (i, keep) in keep.into_iter().enumerate() {
                left.keep[(at + i) % CELLS] = keep;
            }
            left.required = required;
        }
        _ => {}
    }
    left
}

/// Two cells, as they are and turned about.
struct Two {
    cells: (u64, u64),
    turned: (u64, u64),
}

impl Two {
    #[inline(always)]
    fn new(a: u64, b: u64) -> Self {
        Self { cells: (a, b), turned: (a.reverse_bits(), b.reverse_bits()) }
    }

    /// What each can have beside the other, if none of these values is free.
    #[inline(always)]
    fn beside(&self, sum: u32, taken: u64) -> (u64, u64) {
        if sum > 62 {
            return (0, 0);
        }
        // What both would have.
        let twice = u64::from(!sum & 1) << (sum >> 1);
        let free = !(taken | twice);
        let turned = |mask: u64| mask >> (63 - sum);
        (self.cells.0 & turned(self.turned.1) & free, self.cells.1 & turned(self.turned.0) & free)
    }

    /// The same beside a third that has this value.
    #[inline(always)]
    fn beside_third(&self, sum: u32, value: u32) -> (u64, u64) {
        // What would make the other one take it; below nothing, that is a bit no cell has.
        self.beside(sum, 1 << value | 1u64.wrapping_shl(sum.wrapping_sub(value)))
    }
}

/// The values, if they are those of one pair.
#[inline(always)]
fn only(values: u64) -> u64 {
    if values.count_ones() == 2 { values } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Ones;

    /// All ways, one after the other.
    fn by_trying(cells: &[u64], sum: u32) -> Left {
        let mut left = Left { keep: [0; CELLS], required: u64::MAX };
        let mut ways: Vec<Vec<u32>> = vec![vec![]];
        for &cell in cells {
            ways = ways
                .iter()
                .flat_map(|way| Ones(cell).map(move |v| [&way[..], &[v]].concat()))
                .collect();
        }
        for way in ways {
            let set = way.iter().fold(0u64, |set, v| set | 1 << v);
            if set.count_ones() as usize == way.len() && way.iter().sum::<u32>() == sum {
                way.iter().zip(&mut left.keep).for_each(|(v, keep)| *keep |= 1 << v);
                left.required &= set;
            }
        }
        // One cell alone is not told that it needs its value.
        if cells.len() < 2 && left.required != u64::MAX {
            left.required = 0;
        }
        left
    }

    #[test]
    fn as_trying_says() {
        let mut seed = 3u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            seed >> 33
        };
        let mut possible = 0;
        for round in 0..30_000 {
            let n = round % 4;
            let values = [9, 16][random() as usize % 2];
            let mut cell = || 1 << (random() % values) | random() & random() & ((1 << values) - 1);
            let cells: Vec<u64> = (0..n).map(|_| cell()).collect();
            let sum = random() as u32 % 48;
            let expected = by_trying(&cells, sum);
            assert_eq!(with_sum(&cells, sum), expected, "{cells:x?} {sum}");
            possible += usize::from(expected.required != u64::MAX);
        }
        assert!(possible > 5_000, "{possible}");
    }
}
