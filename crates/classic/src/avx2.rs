//! Eight words in one AVX2 register: the fast twin of [`Portable`](crate::lanes::Portable).
//!
//! This is the only module with `unsafe`. Every call of an intrinsic is sound for one reason:
//! a value of type [`Avx2`] exists only inside [`with_avx2`], which runs its work only after
//! the processor said that it has AVX2. No intrinsic here touches memory but those that copy
//! arrays of the size of the register or of half of it, and those take unaligned addresses.
//!
//! Where there is AVX-512 too, the same text is compiled a second time for it: one instruction
//! then does what two logical ones do, there are twice as many registers, and bits are counted
//! in vectors. The registers stay as wide as they are.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::lanes::Lanes;
use crate::search::Work;

/// Eight words in a register.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i);

/// Does the work in registers, if the processor has them; gives the work back if not.
pub(crate) fn with_avx2<W: Work>(work: W) -> Result<W::Output, W> {
    let has_avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    if !has_avx2 {
        return Err(work);
    }
    let has_avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vpopcntdq");
    if has_avx512 {
        // SAFETY: all features that the function asks for were just found.
        return Ok(unsafe { run_on_avx512(work) });
    }
    // SAFETY: all features that the function asks for were just found.
    Ok(unsafe { run_on_avx2(work) })
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_on_avx2<W: Work>(work: W) -> W::Output {
    work.run::<Avx2>()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq")]
fn run_on_avx512<W: Work>(work: W) -> W::Output {
    work.run::<Avx2>()
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn load(words: [u32; 8]) -> Self {
        // SAFETY: see the module; the array is 32 readable bytes.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> [u32; 8] {
        let mut words = [0; 8];
        // SAFETY: see the module; the array is 32 writable bytes.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn select(self, first: Self, second: Self) -> Self {
        first.and(self).or(second.without(self))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn left<const N: i32>(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_slli_epi32::<N>(self.0) })
    }

    #[inline(always)]
    fn right<const N: i32>(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_srli_epi32::<N>(self.0) })
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_permute2x128_si256::<0x01>(self.0, self.0) })
    }

    #[inline(always)]
    fn swap_pairs(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(self.0) })
    }

    #[inline(always)]
    fn next_of_three(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_shuffle_epi32::<0b11_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn spread<const I: i32>(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm256_permutevar8x32_epi32(self.0, _mm256_set1_epi32(I)) })
    }

    #[inline(always)]
    fn diagonal(a: Self, b: Self, c: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe {
            let ab = _mm256_blend_epi32::<0b010>(a.0, b.0);
            let abc = _mm256_blend_epi32::<0b100>(ab, c.0);
            _mm256_blend_epi32::<0b1111_1000>(abc, _mm256_setzero_si256())
        })
    }

    #[inline(always)]
    fn by_word(a: Self, b: Self, c: Self) -> [[u64; 2]; 8] {
        let mut words = [[0; 2]; 8];
        // SAFETY: see the module; each entry of the array is 16 writable bytes.
        unsafe {
            let none = _mm256_setzero_si256();
            let (low, high) = (_mm256_unpacklo_epi32(a.0, b.0), _mm256_unpackhi_epi32(a.0, b.0));
            let (c_low, c_high) =
                (_mm256_unpacklo_epi32(c.0, none), _mm256_unpackhi_epi32(c.0, none));
            let rows = [
                _mm256_unpacklo_epi64(low, c_low),
                _mm256_unpackhi_epi64(low, c_low),
                _mm256_unpacklo_epi64(high, c_high),
                _mm256_unpackhi_epi64(high, c_high),
            ];
            for (i, row) in rows.into_iter().enumerate() {
                _mm_storeu_si128(words[i].as_mut_ptr().cast(), _mm256_castsi256_si128(row));
                let upper = _mm256_extracti128_si256::<1>(row);
                _mm_storeu_si128(words[i + 4].as_mut_ptr().cast(), upper);
            }
        }
        words
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see the module.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn has_zero_word(self) -> bool {
        // SAFETY: see the module.
        unsafe {
            let zeros = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            _mm256_testz_si256(zeros, zeros) == 0
        }
    }

    #[inline(always)]
    fn words_used(self) -> u32 {
        // SAFETY: see the module.
        unsafe {
            let zeros = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            !_mm256_movemask_ps(_mm256_castsi256_ps(zeros)) as u32 & 0xff
        }
    }

    #[inline(always)]
    fn places(line: &[u8; 96], at: usize, byte: u8) -> u32 {
        let bytes: &[u8] = &line[at..at + 32];
        // SAFETY: see the module; the slice is 32 readable bytes.
        unsafe {
            let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
            let same = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte as i8));
            _mm256_movemask_epi8(same) as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::Portable;
    use pencilmark_spec::data::left_out;

    /// Every operation on some words, as plain words.
    struct Everything([u32; 8], [u32; 8]);

    impl Work for Everything {
        type Output = (Vec<[u32; 8]>, [[u64; 2]; 8], [bool; 4], [u32; 2]);

        fn run<L: Lanes>(self) -> Self::Output {
            let (a, b) = (L::load(self.0), L::load(self.1));
            let vectors = vec![
                a.store(),
                L::splat(self.0[3]).store(),
                a.and(b).store(),
                a.or(b).store(),
                a.xor(b).store(),
                a.without(b).store(),
                a.select(b, L::splat(self.1[5])).store(),
                a.minus(b).store(),
                a.left::<3>().store(),
                a.left::<18>().store(),
                a.right::<1>().store(),
                a.right::<9>().store(),
                a.swap_halves().store(),
                a.swap_pairs().store(),
                a.swap_neighbours().store(),
                a.next_of_three().store(),
                a.spread::<0>().store(),
                a.spread::<2>().store(),
                L::diagonal(a, b, a.xor(b)).store(),
            ];
            let zeros = [a, a.and(b)];
            let [x, y] = zeros.map(L::is_zero);
            let [z, w] = zeros.map(L::has_zero_word);
            let mut line = [0; 96];
            let bytes = self.0.iter().chain(&self.1).flat_map(|word| word.to_le_bytes());
            line.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte % 10 + b'0');
            let rows = L::by_word(a, b, a.xor(b));
            (vectors, rows, [x, y, z, w], [a.and(b).words_used(), L::places(&line, 27, b'5')])
        }
    }

    #[test]
    fn every_operation_does_what_its_twin_does() {
        let mut state = 1u32;
        let mut word = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Many zeros, so that the tests for zero see both.
            if state.is_multiple_of(5) { 0 } else { state.rotate_left(16) }
        };
        for round in 0..2000 {
            let a = std::array::from_fn(|_| if round % 50 == 0 { 0 } else { word() });
            let b = std::array::from_fn(|_| word());
            let Ok(fast) = with_avx2(Everything(a, b)) else {
                return left_out("vectors of plain grids: this processor has no AVX2");
            };
            let expected = Everything(a, b).run::<Portable>();
            assert_eq!(fast, expected);
            // SAFETY: `with_avx2` did the work, so AVX2 is there, and what else it asks for.
            assert_eq!(unsafe { run_on_avx2(Everything(a, b)) }, expected, "without AVX-512");
        }
    }
}
