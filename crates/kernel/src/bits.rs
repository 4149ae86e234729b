//! Small set algebra on machine words.

/// The positions of the set bits of a word, lowest first.
#[derive(Clone, Copy)]
pub struct Ones(pub u64);

impl Iterator for Ones {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }

    /// So that a list of them is made in one piece.
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

/// The lowest `n` bits set (`n` up to 64).
#[inline(always)]
pub const fn low_bits(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// Whether exactly one bit is set.
#[inline(always)]
pub const fn is_single(mask: u64) -> bool {
    mask != 0 && mask & (mask - 1) == 0
}

/// Each position `i` at `sum - i`; what falls out is lost.
#[inline(always)]
pub const fn reflect(mask: u64, sum: u32) -> u64 {
    let turned = mask.reverse_bits();
    match sum {
        0..=63 => turned >> (63 - sum),
        64..=126 => turned << (sum - 63),
        _ => 0,
    }
}

/// The word shifted towards higher values by `by`, or lower if negative; what falls out is lost.
#[inline(always)]
pub const fn shift(mask: u64, by: i64) -> u64 {
    if by >= 64 || by <= -64 {
        0
    } else if by >= 0 {
        mask << by
    } else {
        mask >> -by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_come_in_order() {
        assert_eq!(Ones(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(Ones(0).next(), None);
    }

    #[test]
    fn positions_turn_round() {
        for mask in [0, 1, 0b1010_0001, 0xffff, 0x1_0000, u64::MAX, 1 << 63, 0x8421_8421_8421_8421]
        {
            for sum in [0, 1, 7, 62, 63, 64, 65, 126, 127, 200] {
                let turned = Ones(mask).filter(|&b| b <= sum && sum - b < 64);
                assert_eq!(reflect(mask, sum), turned.fold(0, |m, b| m | 1 << (sum - b)));
            }
        }
    }

    #[test]
    fn edges_of_the_word() {
        assert_eq!(low_bits(64), u64::MAX);
        assert_eq!(low_bits(0), 0);
        assert_eq!(shift(1, 63), 1 << 63);
        assert_eq!(shift(u64::MAX, 64), 0);
        assert_eq!(shift(u64::MAX, -64), 0);
        assert!(is_single(8) && !is_single(0) && !is_single(9));
    }
}
