//! A quick hash for tables of our own numbers.
//!
//! The keys are our own small numbers, and what is found never depends on their order, so the
//! standard library's guard against chosen keys would only cost time: it took a tenth of the
//! building of puzzles with automata.

use std::hash::{BuildHasherDefault, Hasher};

/// A map with the quick hash.
pub type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Quick>>;
/// A set with the quick hash.
pub type QuickSet<K> = std::collections::HashSet<K, BuildHasherDefault<Quick>>;

/// Multiplies and turns, a word at a time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quick(u64);

/// An odd number without a pattern: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Quick {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Quick {
    #[inline]
    fn finish(&self) -> u64 {
        // The best bits of a product are the high ones, and tables look at the low ones.
        self.0 ^ self.0.rotate_left(32)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(n.into());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(n.into());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }

    #[inline]
    fn write_i64(&mut self, n: i64) {
        self.add(n as u64);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
}
