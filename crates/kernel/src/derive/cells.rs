//! Sets of variables as bits.
//!
//! Deriving compares thousands of them, so those of a grid of up to 16 x 16 need no memory of
//! their own.

use crate::bits::Ones;
use crate::ids::VarId;

/// Words that stand inline.
const INLINE: usize = 4;

/// A set of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Cells {
    first: [u64; INLINE],
    more: Vec<u64>,
}

impl Cells {
    pub(crate) fn new(vars: &[VarId]) -> Self {
        let mut cells = Cells::default();
        vars.iter().for_each(|&v| cells.insert(v));
        cells
    }

    pub(crate) fn insert(&mut self, var: VarId) {
        let (word, bit) = (var.index() / 64, 1 << (var.index() % 64));
        match self.first.get_mut(word) {
            Some(first) => *first |= bit,
            None => {
                let word = word - INLINE;
                if self.more.len() <= word {
                    self.more.resize(word + 1, 0);
                }
                self.more[word] |= bit;
            }
        }
    }

    pub(crate) fn union<'a>(sets: impl Iterator<Item = &'a Cells>) -> Cells {
        sets.fold(Cells::default(), |mut all, set| {
            all.add(set);
            all
        })
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Cells) {
        for k in 0..INLINE {
            self.first[k] |= other.first[k];
        }
        if other.more.is_empty() {
            return;
        }
        if self.more.len() < other.more.len() {
            self.more.resize(other.more.len(), 0);
        }
        self.more.iter_mut().zip(&other.more).for_each(|(a, b)| *a |= b);
    }

    pub(crate) fn minus(&self, other: &Cells) -> Cells {
        let mut left = self.clone();
        for k in 0..INLINE {
            left.first[k] &= !other.first[k];
        }
        left.more.iter_mut().zip(&other.more).for_each(|(a, b)| *a &= !b);
        // Equal sets must look alike.
        while left.more.last() == Some(&0) {
            left.more.pop();
        }
        left
    }

    /// How many are in both.
    #[inline]
    pub(crate) fn common(&self, other: &Cells) -> usize {
        let mut common = 0;
        for k in 0..INLINE {
            common += (self.first[k] & other.first[k]).count_ones();
        }
        if !self.more.is_empty() {
            let more = self.more.iter().zip(&other.more);
            common += more.map(|(a, b)| (a & b).count_ones()).sum::<u32>();
        }
        common as usize
    }

    /// Whether some are in both.
    #[inline]
    pub(crate) fn meets(&self, other: &Cells) -> bool {
        let mut both = 0;
        for k in 0..INLINE {
            both |= self.first[k] & other.first[k];
        }
        both != 0 || self.more.iter().zip(&other.more).any(|(a, b)| a & b != 0)
    }

    #[inline]
    pub(crate) fn has(&self, var: VarId) -> bool {
        let word = var.index() / 64;
        let bits = self.first.get(word).or_else(|| self.more.get(word - INLINE));
        bits.is_some_and(|w| w >> (var.index() % 64) & 1 == 1)
    }

    pub(crate) fn len(&self) -> usize {
        self.common(self)
    }

    pub(crate) fn contains_all(&self, other: &Cells) -> bool {
        other.common(self) == other.len()
    }

    pub(crate) fn vars(&self) -> Vec<VarId> {
        let mut vars = Vec::with_capacity(self.len());
        self.each(|var| vars.push(var));
        vars
    }

    /// Shows all of them, in order: faster than [`Cells::iter`].
    #[inline]
    pub(crate) fn each(&self, mut see: impl FnMut(VarId)) {
        let mut word =
            |i: usize, word| Ones(word).for_each(|b| see(VarId::new(i * 64 + b as usize)));
        for (i, &bits) in self.first.iter().enumerate() {
            word(i, bits);
        }
        for (i, &bits) in self.more.iter().enumerate() {
            word(INLINE + i, bits);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = VarId> {
        let words = self.words().enumerate();
        words.flat_map(|(i, w)| Ones(w).map(move |b| VarId::new(i * 64 + b as usize)))
    }

    fn words(&self) -> impl Iterator<Item = u64> {
        self.first.iter().chain(&self.more).copied()
    }
}
