//! A hash table of numbers, for things that live in vectors elsewhere.
//!
//! The table stores only ids (four bytes each); whoever asks says how to compare. Keys are
//! never removed, so open addressing with linear probing needs no tombstones.

/// Ids by the hash of what they stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdTable {
    /// `0` is empty, otherwise id + 1. The length is a power of two, or zero.
    slots: Vec<u32>,
    len: usize,
}

impl IdTable {
    /// The id for which `equal` holds among those added with this hash.
    pub fn find(&self, hash: u64, mut equal: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = spread(hash) & mask;
        loop {
            match self.slots[at] {
                0 => return None,
                slot if equal(slot - 1) => return Some(slot - 1),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Adds an id that `find` did not find. `rehash` gives the hash of an id added before.
    pub fn insert(&mut self, hash: u64, id: u32, rehash: impl Fn(u32) -> u64) {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            let size = (self.slots.len() * 2).max(16);
            let old = std::mem::replace(&mut self.slots, vec![0; size]);
            for slot in old.into_iter().filter(|&slot| slot != 0) {
                self.place(rehash(slot - 1), slot);
            }
        }
        self.place(hash, id + 1);
        self.len += 1;
    }

    fn place(&mut self, hash: u64, slot: u32) {
        let mask = self.slots.len() - 1;
        let mut at = spread(hash) & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }
}

/// The upper bits of a multiplied hash are the good ones.
fn spread(hash: u64) -> usize {
    (hash ^ (hash >> 32)) as usize
}

/// Mixes one more number into a hash.
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The hash of a sequence of numbers.
pub(crate) fn hash_all(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, mix)
}
