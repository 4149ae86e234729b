//! Who must differ from a variable, as bits.

use std::ops::{Deref, DerefMut};

/// Words that need no memory of their own: enough for the cells of the common grids.
const NEAR: usize = 2;

/// A row of bits that stays as short as it can.
#[derive(Clone, Debug)]
pub(crate) enum Peers {
    /// So many words.
    Near(u8, [u64; NEAR]),
    Far(Vec<u64>),
}

impl Default for Peers {
    fn default() -> Self {
        Peers::Near(0, [0; NEAR])
    }
}

impl Deref for Peers {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        match self {
            Peers::Near(words, row) => &row[..usize::from(*words)],
            Peers::Far(row) => row,
        }
    }
}

impl DerefMut for Peers {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Peers::Near(words, row) => &mut row[..usize::from(*words)],
            Peers::Far(row) => row,
        }
    }
}

impl Peers {
    /// Adds one.
    #[inline]
    pub(crate) fn add(&mut self, at: usize) {
        let (word, bit) = (at / 64, 1 << (at % 64));
        if let Peers::Near(words, row) = self
            && word < NEAR
        {
            *words = (*words).max(word as u8 + 1);
            return row[word] |= bit;
        }
        self.grow(word + 1);
        self[word] |= bit;
    }

    /// Adds all of a row but one.
    #[inline]
    pub(crate) fn add_all(&mut self, all: &Peers, but: usize) {
        let (word, bit) = (but / 64, 1 << (but % 64));
        if let (Peers::Near(words, row), Peers::Near(more, all)) = (&mut *self, all) {
            *words = (*words).max(*more);
            for k in 0..NEAR {
                row[k] |= all[k];
            }
            return row[word] &= !bit;
        }
        self.grow(all.len());
        self.iter_mut().zip(&**all).for_each(|(seen, all)| *seen |= all);
        self[word] &= !bit;
    }

    /// Makes it at least so many words long.
    pub(crate) fn grow(&mut self, to: usize) {
        match self {
            Peers::Near(words, _) if to <= NEAR => *words = (*words).max(to as u8),
            Peers::Near(..) => {
                let mut row = self.to_vec();
                row.resize(to, 0);
                *self = Peers::Far(row);
            }
            Peers::Far(row) if row.len() < to => row.resize(to, 0),
            Peers::Far(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Peers;

    #[test]
    fn a_row_grows_and_keeps_its_bits() {
        let mut row = Peers::default();
        assert!(row.is_empty());
        for to in [1, 2, 1, 3, 2, 7] {
            let before = row.to_vec();
            row.grow(to);
            assert_eq!(row.len(), before.len().max(to));
            assert_eq!(row[..before.len()], before);
            assert!(row[before.len()..].iter().all(|&word| word == 0));
            row[to - 1] |= 1 << to;
        }
    }
}
