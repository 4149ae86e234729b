//! Sets of sums from 0 up, as bits of a wide word.

use crate::bits::Ones;

/// A set of small numbers with the operations that reachability needs.
pub(super) trait Sums: Copy + PartialEq {
    /// No number.
    const NONE: Self;
    /// Numbers below this fit.
    const BITS: i64;

    /// One number.
    fn only(sum: i64) -> Self;
    /// The numbers of a single word.
    fn low(word: u64) -> Self;
    /// The numbers below 64.
    fn low_word(self) -> u64;
    /// Both sets.
    fn or(&mut self, other: Self);
    /// What is in both.
    fn and(self, other: Self) -> Self;
    /// Every number `i` as `sum - i`; what would be negative is lost.
    fn reflect(self, sum: u32) -> Self;
    /// Whether the sets share a number.
    fn meets(self, other: Self) -> bool;
    /// Every number plus `by`; what does not fit is lost.
    fn up(self, by: u32) -> Self;
    /// Every number minus `by`; what would be negative is lost.
    fn down(self, by: u32) -> Self;
    /// Shows each number.
    fn each(self, see: impl FnMut(u32));
}

impl Sums for u128 {
    const NONE: Self = 0;
    const BITS: i64 = 128;

    fn only(sum: i64) -> Self {
        1 << sum
    }

    fn low(word: u64) -> Self {
        word.into()
    }

    fn low_word(self) -> u64 {
        self as u64
    }

    #[inline(always)]
    fn or(&mut self, other: Self) {
        *self |= other;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn reflect(self, sum: u32) -> Self {
        // Sums are below 128 where two words are enough.
        if sum < 128 { self.reverse_bits() >> (127 - sum) } else { 0 }
    }

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self & other != 0
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        if by < 128 { self << by } else { 0 }
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        if by < 128 { self >> by } else { 0 }
    }

    #[inline(always)]
    fn each(self, mut see: impl FnMut(u32)) {
        Ones(self as u64).for_each(&mut see);
        Ones((self >> 64) as u64).for_each(|b| see(64 + b));
    }
}

/// Words of the larger set.
const WORDS: usize = 8;

/// Numbers below 512.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Wide([u64; WORDS]);

impl Sums for Wide {
    const NONE: Self = Self([0; WORDS]);
    const BITS: i64 = 64 * WORDS as i64;

    fn only(sum: i64) -> Self {
        let mut set = Self::NONE;
        set.0[sum as usize / 64] = 1 << (sum % 64);
        set
    }

    fn low(word: u64) -> Self {
        let mut set = Self::NONE;
        set.0[0] = word;
        set
    }

    fn low_word(self) -> u64 {
        self.0[0]
    }

    #[inline(always)]
    fn or(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }

    fn and(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
        self
    }

    fn reflect(self, sum: u32) -> Self {
        let mut out = Self::NONE;
        self.each(|s| {
            if s <= sum {
                out.or(Self::only((sum - s).into()));
            }
        });
        out
    }

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    fn up(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let mut out = Self::NONE;
        for i in words..WORDS {
            out.0[i] = self.0[i - words] << bits;
            if bits > 0 && i > words {
                out.0[i] |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        out
    }

    fn down(self, by: u32) -> Self {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let mut out = Self::NONE;
        for i in 0..WORDS.saturating_sub(words) {
            out.0[i] = self.0[i + words] >> bits;
            if bits > 0 && i + words + 1 < WORDS {
                out.0[i] |= self.0[i + words + 1] << (64 - bits);
            }
        }
        out
    }

    fn each(self, mut see: impl FnMut(u32)) {
        for (i, &word) in self.0.iter().enumerate() {
            Ones(word).for_each(|b| see(i as u32 * 64 + b));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Sums, Wide};

    fn listed<S: Sums>(set: S) -> Vec<u32> {
        let mut out = Vec::new();
        set.each(|s| out.push(s));
        out
    }

    #[test]
    fn both_sizes_shift_alike() {
        for start in [0, 1, 63, 64, 100] {
            for by in [0, 1, 17, 63, 64, 65, 127] {
                let (mut narrow, mut wide) = (u128::only(start), Wide::only(start));
                narrow.or(u128::only(5));
                wide.or(Wide::only(5));
                assert_eq!(listed(narrow.down(by)), listed(wide.down(by)));
                assert_eq!(listed(narrow.reflect(by)), listed(wide.reflect(by)));
                assert_eq!(listed(narrow.and(narrow.up(by))), listed(wide.and(wide.up(by))));
                let fits: Vec<u32> = listed(wide.up(by)).into_iter().filter(|&s| s < 128).collect();
                assert_eq!(listed(narrow.up(by)), fits);
            }
        }
    }
}
