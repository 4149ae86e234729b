//! Who hears of a write to the slab.
//!
//! Propagation is generic in its [`Log`], so each use pays only for what it asks: nothing
//! ([`Frames`], which copies the slab at each choice instead), the old word ([`Trail`],
//! for hosts that own the choice points), or the whole story ([`Journal`]).

use crate::ids::{PropId, VarId};

/// Why a word of the slab changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A domain constraint: the item of the model that restricts the variable.
    Domain(usize),
    /// The variable sees this one, which has the value.
    Sees(VarId),
    /// A propagator.
    Prop(PropId),
    /// A choice of the search, or a host's word.
    Choice,
}

/// A listener to writes.
pub trait Log {
    /// A propagator (or a choice, or the root) is about to write.
    fn begin(&mut self, cause: Cause);
    /// `slab[word]` goes from `old` to something else.
    fn write(&mut self, word: usize, old: u64, new: u64, cause: Cause);
}

/// A way back to an earlier state.
pub trait Undo: Log {
    /// An empty history for a slab of this many words.
    fn new(words: usize) -> Self;
    /// Remembers the state.
    fn push(&mut self, slab: &[u64]);
    /// Restores the state of the last `push` and forgets it.
    fn pop(&mut self, slab: &mut [u64]);
    /// How many states are remembered.
    fn depth(&self) -> usize;
}

/// Copies of the slab, one a choice. Writes cost nothing; a 9 x 9 copy is nanoseconds.
#[derive(Clone, Debug)]
pub struct Frames {
    words: usize,
    depth: usize,
    stack: Vec<u64>,
}

impl Log for Frames {
    #[inline(always)]
    fn begin(&mut self, _: Cause) {}
    #[inline(always)]
    fn write(&mut self, _: usize, _: u64, _: u64, _: Cause) {}
}

impl Undo for Frames {
    fn new(words: usize) -> Self {
        Self { words, depth: 0, stack: Vec::new() }
    }

    fn push(&mut self, slab: &[u64]) {
        let at = self.depth * self.words;
        if self.stack.len() < at + self.words {
            self.stack.resize(at + self.words, 0);
        }
        self.stack[at..at + self.words].copy_from_slice(slab);
        self.depth += 1;
    }

    fn pop(&mut self, slab: &mut [u64]) {
        self.depth -= 1;
        let at = self.depth * self.words;
        slab.copy_from_slice(&self.stack[at..at + self.words]);
    }

    fn depth(&self) -> usize {
        self.depth
    }
}

/// Old words in the order they were overwritten, with levels.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    old: Vec<(u32, u64)>,
    levels: Vec<usize>,
}

impl Log for Trail {
    #[inline(always)]
    fn begin(&mut self, _: Cause) {}
    #[inline(always)]
    fn write(&mut self, word: usize, old: u64, _: u64, _: Cause) {
        self.old.push((word as u32, old));
    }
}

impl Undo for Trail {
    fn new(_: usize) -> Self {
        Self::default()
    }

    fn push(&mut self, _: &[u64]) {
        self.levels.push(self.old.len());
    }

    fn pop(&mut self, slab: &mut [u64]) {
        let level = self.levels.pop().expect("pop without push");
        for (word, old) in self.old.drain(level..).rev() {
            slab[word as usize] = old;
        }
    }

    fn depth(&self) -> usize {
        self.levels.len()
    }
}

/// One write: which marks went, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The word of the slab.
    pub word: usize,
    /// Before.
    pub old: u64,
    /// After.
    pub new: u64,
    /// Who wrote.
    pub cause: Cause,
    /// How many entries there were when the writer started to run.
    pub run_start: usize,
}

/// Every write with its cause, in order.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    entries: Vec<Entry>,
    run_start: usize,
}

impl Journal {
    /// Nothing written yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// All writes so far.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many entries there were when the last writer started to run.
    pub(crate) fn run_start(&self) -> usize {
        self.run_start
    }

    /// The slab as it was before entry number `seq`, from the slab as it is now.
    pub fn rewind(&self, slab: &mut [u64], seq: usize) {
        for entry in self.entries[seq..].iter().rev() {
            slab[entry.word] = entry.old;
        }
    }
}

impl Log for Journal {
    fn begin(&mut self, _: Cause) {
        self.run_start = self.entries.len();
    }

    fn write(&mut self, word: usize, old: u64, new: u64, cause: Cause) {
        self.entries.push(Entry { word, old, new, cause, run_start: self.run_start });
    }
}
