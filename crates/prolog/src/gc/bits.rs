//! Sets of indices as bits, with the number of members below an index in constant time.

/// A set of indices below a limit.
pub struct Bits {
    words: Vec<u64>,
    /// Members in the words before each word, after [`Bits::count`].
    before: Vec<u32>,
}

impl Bits {
    /// The empty set.
    pub fn new(limit: usize) -> Bits {
        Bits { words: vec![0; limit / 64 + 1], before: Vec::new() }
    }

    /// Adds an index; `true` if it is new.
    #[inline]
    pub fn set(&mut self, index: usize) -> bool {
        let word = &mut self.words[index / 64];
        let bit = 1 << (index % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Is the index a member?
    #[inline]
    pub fn get(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word & 1 << (index % 64) != 0)
    }

    /// Prepares [`Bits::rank`].
    pub fn count(&mut self) {
        let mut total = 0;
        self.before = self
            .words
            .iter()
            .map(|word| {
                let before = total;
                total += word.count_ones();
                before
            })
            .collect();
    }

    /// How many members are below the index.
    #[inline]
    pub fn rank(&self, index: usize) -> usize {
        let (Some(word), Some(before)) = (self.words.get(index / 64), self.before.get(index / 64))
        else {
            return 0;
        };
        *before as usize + (word & ((1 << (index % 64)) - 1)).count_ones() as usize
    }

    /// All members in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                Some(i * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_members_below() {
        let mut bits = Bits::new(200);
        for i in [0, 3, 64, 65, 199] {
            assert!(bits.set(i));
        }
        assert!(!bits.set(3));
        bits.count();
        assert_eq!([0, 1, 3, 4, 64, 65, 199, 200].map(|i| bits.rank(i)), [0, 1, 1, 2, 2, 3, 4, 5]);
        assert_eq!(bits.iter().collect::<Vec<_>>(), vec![0, 3, 64, 65, 199]);
    }
}
