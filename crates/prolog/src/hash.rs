//! A quick hash for tables whose keys the machine itself makes: atoms, indices and names.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
};

/// A map with the quick hash.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;
/// A set with the quick hash.
pub type FastSet<K> = HashSet<K, BuildHasherDefault<FastHasher>>;

/// Multiplies and rotates, a word at a time.
#[derive(Clone, Copy, Debug, Default)]
pub struct FastHasher(u64);

const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

impl FastHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for FastHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let mut last = rest.len() as u64;
        for &byte in rest {
            last = last << 8 | u64::from(byte);
        }
        self.add(last);
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // The table takes its place from the low bits, which a product mixes least.
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_found_again() {
        let mut names: FastMap<String, usize> = FastMap::default();
        for i in 0..1000 {
            names.insert(format!("name_{i}"), i);
        }
        assert!((0..1000).all(|i| names.get(&format!("name_{i}")) == Some(&i)));
        let numbers: FastSet<u32> = (0..1000).collect();
        assert_eq!(numbers.len(), 1000);
    }
}
