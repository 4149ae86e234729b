//! Eight 32-bit words that are worked on together.
//!
//! All of the solver is written once, over this trait. [`Portable`] runs anywhere; the AVX2
//! twin in `avx2.rs` keeps the eight words in one register. Both give the same bits, so both
//! search the same tree.

/// Eight words side by side.
pub(crate) trait Lanes: Copy {
    fn load(words: [u32; 8]) -> Self;
    fn store(self) -> [u32; 8];
    fn splat(word: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits that the other does not have.
    fn without(self, other: Self) -> Self;
    /// The first's bits where this one has bits, the second's where it has none.
    fn select(self, first: Self, second: Self) -> Self;
    /// Word by word, wrapping.
    fn minus(self, other: Self) -> Self;
    fn left<const N: i32>(self) -> Self;
    fn right<const N: i32>(self) -> Self;
    /// Words 4 to 7, then 0 to 3.
    fn swap_halves(self) -> Self;
    /// In each half, words 2, 3, 0, 1.
    fn swap_pairs(self) -> Self;
    /// In each half, words 1, 0, 3, 2.
    fn swap_neighbours(self) -> Self;
    /// In each half, words 1, 2, 0, 3.
    fn next_of_three(self) -> Self;
    /// One word everywhere.
    fn spread<const I: i32>(self) -> Self;
    /// The first word of `a`, the second of `b`, the third of `c`, and zeros.
    fn diagonal(a: Self, b: Self, c: Self) -> Self;
    /// Word by word, that of `a` and above it that of `b`, then that of `c`.
    fn by_word(a: Self, b: Self, c: Self) -> [[u64; 2]; 8];
    fn is_zero(self) -> bool;
    /// Whether some word is zero.
    fn has_zero_word(self) -> bool;
    /// One bit for each word that is not zero.
    fn words_used(self) -> u32;
    /// Which of the 32 bytes from `at` on are this one.
    fn places(line: &[u8; 96], at: usize, byte: u8) -> u32;
}

/// Eight words in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Portable([u32; 8]);

impl Portable {
    #[inline(always)]
    fn both(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn pick(self, from: [usize; 8]) -> Self {
        Self(from.map(|i| self.0[i]))
    }
}

impl Lanes for Portable {
    #[inline(always)]
    fn load(words: [u32; 8]) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn store(self) -> [u32; 8] {
        self.0
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        Self([word; 8])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.both(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.both(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.both(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.both(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn select(self, first: Self, second: Self) -> Self {
        first.and(self).or(second.without(self))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.both(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn left<const N: i32>(self) -> Self {
        Self(self.0.map(|word| word << N))
    }

    #[inline(always)]
    fn right<const N: i32>(self) -> Self {
        Self(self.0.map(|word| word >> N))
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        self.pick([4, 5, 6, 7, 0, 1, 2, 3])
    }

    #[inline(always)]
    fn swap_pairs(self) -> Self {
        self.pick([2, 3, 0, 1, 6, 7, 4, 5])
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        self.pick([1, 0, 3, 2, 5, 4, 7, 6])
    }

    #[inline(always)]
    fn next_of_three(self) -> Self {
        self.pick([1, 2, 0, 3, 5, 6, 4, 7])
    }

    #[inline(always)]
    fn spread<const I: i32>(self) -> Self {
        Self([self.0[I as usize]; 8])
    }

    #[inline(always)]
    fn diagonal(a: Self, b: Self, c: Self) -> Self {
        Self([a.0[0], b.0[1], c.0[2], 0, 0, 0, 0, 0])
    }

    #[inline(always)]
    fn by_word(a: Self, b: Self, c: Self) -> [[u64; 2]; 8] {
        std::array::from_fn(|i| [u64::from(a.0[i]) | u64::from(b.0[i]) << 32, u64::from(c.0[i])])
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0 == [0; 8]
    }

    #[inline(always)]
    fn has_zero_word(self) -> bool {
        self.0.contains(&0)
    }

    #[inline(always)]
    fn words_used(self) -> u32 {
        (0..8).fold(0, |used, i| used | u32::from(self.0[i] != 0) << i)
    }

    #[inline(always)]
    fn places(line: &[u8; 96], at: usize, byte: u8) -> u32 {
        let bytes = line[at..at + 32].iter().enumerate();
        bytes.fold(0, |places, (i, &b)| places | u32::from(b == byte) << i)
    }
}
