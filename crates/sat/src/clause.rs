//! Clauses of three literals and more, one after the other in one vector of words.
//!
//! A clause is a header of two words (length and flags; glue) and its literals. [`ClauseRef`]
//! is the place of the header. Deleted clauses stay until [`Arena::compact`].

use crate::lit::Lit;

/// Where a clause is stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseRef(pub u32);

const LEARNT: u32 = 1;
const DELETED: u32 = 2;
/// Took part in a conflict since the last reduction.
const USED: u32 = 4;
const SHIFT: u32 = 3;
const HEADER: usize = 2;

#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    words: Vec<u32>,
    /// Words in deleted clauses.
    wasted: usize,
}

impl Arena {
    pub fn add(&mut self, lits: &[Lit], learnt: bool, glue: u32) -> ClauseRef {
        let place = ClauseRef(u32::try_from(self.words.len()).expect("less than 16 GB of clauses"));
        self.words.push((lits.len() as u32) << SHIFT | u32::from(learnt));
        self.words.push(glue);
        self.words.extend(lits.iter().map(|lit| lit.0));
        place
    }

    #[inline]
    pub fn len(&self, clause: ClauseRef) -> usize {
        (self.words[clause.0 as usize] >> SHIFT) as usize
    }

    #[inline]
    pub fn lit(&self, clause: ClauseRef, index: usize) -> Lit {
        Lit(self.words[clause.0 as usize + HEADER + index])
    }

    pub fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let start = clause.0 as usize + HEADER;
        self.words[start..start + self.len(clause)].iter().map(|&word| Lit(word))
    }

    /// The literals as words, for propagation, which moves them.
    #[inline]
    pub fn words_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.0 as usize + HEADER;
        let len = self.len(clause);
        &mut self.words[start..start + len]
    }

    #[inline]
    pub fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & LEARNT != 0
    }

    #[inline]
    pub fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & DELETED != 0
    }

    #[inline]
    pub fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1]
    }

    pub fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        self.words[clause.0 as usize + 1] = glue;
    }

    pub fn mark_used(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize] |= USED;
    }

    /// Whether the clause was used since this was last asked.
    pub fn take_used(&mut self, clause: ClauseRef) -> bool {
        let word = &mut self.words[clause.0 as usize];
        let used = *word & USED != 0;
        *word &= !USED;
        used
    }

    pub fn delete(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize] |= DELETED;
        self.wasted += HEADER + self.len(clause);
    }

    /// Whether a third of the words are waste.
    pub fn wants_compaction(&self) -> bool {
        self.wasted * 3 > self.words.len()
    }

    /// Moves the clauses together. The result maps old places to new ones.
    pub fn compact(&mut self) -> Moved {
        let mut moves = Vec::new();
        let mut words = Vec::with_capacity(self.words.len() - self.wasted);
        let mut at = 0;
        while at < self.words.len() {
            let clause = ClauseRef(at as u32);
            let size = HEADER + self.len(clause);
            if !self.is_deleted(clause) {
                moves.push((at as u32, words.len() as u32));
                words.extend_from_slice(&self.words[at..at + size]);
            }
            at += size;
        }
        self.words = words;
        self.wasted = 0;
        Moved(moves)
    }
}

/// Where clauses went, sorted by where they were.
pub(crate) struct Moved(Vec<(u32, u32)>);

impl Moved {
    /// The new place of a clause, or nothing if it was deleted.
    pub fn find(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let index = self.0.binary_search_by_key(&clause.0, |&(old, _)| old).ok()?;
        Some(ClauseRef(self.0[index].1))
    }
}
