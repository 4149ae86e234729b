//! Depth-first search over [`Marks`].

use crate::Digits;
use crate::guess::{CELLS, Grid, Guess, PEERS, bands, best};
use crate::lanes::Lanes;
use crate::marks::{BAND, Marks, Outcome};

/// Something to do with either kind of [`Lanes`].
pub(crate) trait Work {
    type Output;
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Marks as they lie in memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Saved([[u32; 8]; 4]);

impl Saved {
    #[inline(always)]
    pub(crate) fn new<L: Lanes>(marks: &Marks<L>) -> Self {
        let Marks { bands: [a, b, c], nine } = *marks;
        Self([a.store(), b.store(), c.store(), nine.store()])
    }

    #[inline(always)]
    fn marks<L: Lanes>(&self) -> Marks<L> {
        let [a, b, c, nine] = self.0;
        Marks { bands: [L::load(a), L::load(b), L::load(c)], nine: L::load(nine) }
    }

    /// From the digits of each cell, the lowest bit for 1; words of no digit are full.
    fn of_cells(cells: &[u16; 81]) -> Self {
        let mut words = [[0; 8], [0; 8], [0; 8], [0, 0, 0, BAND, BAND, BAND, BAND, BAND]];
        for (at, &digits) in cells.iter().enumerate() {
            let (band, bit) = (at / 27, at % 27);
            for (digit, word) in words[band].iter_mut().enumerate() {
                *word |= u32::from(digits >> digit & 1) << bit;
            }
            words[3][band] |= u32::from(digits >> 8 & 1) << bit;
        }
        Self(words)
    }

    /// The places of a digit, 0 to 8, in a band.
    #[inline(always)]
    pub(crate) fn word(&self, digit: usize, band: usize) -> u32 {
        if digit < 8 { self.0[band][digit] } else { self.0[3][band] }
    }

    /// The filled grid.
    pub(crate) fn digits(&self) -> Digits {
        let mut cells = [0; 81];
        for digit in 0..9 {
            for band in 0..3 {
                let mut word = self.word(digit, band);
                while word != 0 {
                    cells[27 * band + word.trailing_zeros() as usize] = digit as u8 + 1;
                    word &= word - 1;
                }
            }
        }
        Digits(cells)
    }
}

/// What a grid begins with.
#[derive(Clone, Copy)]
pub(crate) enum Begin<'a> {
    /// Clues, as characters.
    Clues(&'a [u8; 96]),
    /// The digits of each cell, the lowest bit for 1.
    Marks(&'a [u16; 81]),
}

impl Begin<'_> {
    #[inline(always)]
    fn marks<L: Lanes>(self) -> Marks<L> {
        match self {
            Begin::Clues(line) => start(line),
            Begin::Marks(cells) => Saved::of_cells(cells).marks(),
        }
    }
}

/// One question: the solutions of some marks, up to a limit.
pub(crate) struct Question<'a, F, G> {
    pub(crate) from: Begin<'a>,
    pub(crate) limit: u64,
    /// Asked before the first guess and when those it allowed are made; zero ends the search.
    pub(crate) more: G,
    pub(crate) stack: &'a mut Vec<Saved>,
    pub(crate) see: F,
}

/// How many solutions there are, as far as was asked, and how many guesses it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Solutions found; no more than the limit.
    pub solutions: u64,
    /// Guesses made.
    pub guesses: u64,
    /// Whether the limit on guesses ended it: there may be more solutions.
    pub gave_up: bool,
}

impl<F: FnMut(&Saved), G: FnMut(&Count) -> u64> Work for Question<'_, F, G> {
    type Output = Count;

    #[inline(always)]
    fn run<L: Lanes>(mut self) -> Count {
        let mut count = Count::default();
        if self.limit == 0 {
            return count;
        }
        self.stack.clear();
        let mut marks: Marks<L> = self.from.marks();
        let mut contradicted = false;
        let mut allowed = 0;
        loop {
            match marks.propagate() {
                Outcome::Open => {
                    if count.guesses >= allowed {
                        allowed = count.guesses.saturating_add((self.more)(&count));
                        if count.guesses >= allowed {
                            count.gave_up = true;
                            return count;
                        }
                    }
                    let enough = if contradicted || count.guesses == 0 { u64::MAX } else { ENOUGH };
                    count.guesses += 1;
                    let (with, without) = split(&marks, best(&marks, enough));
                    self.stack.push(Saved::new(&without));
                    marks = with;
                    continue;
                }
                Outcome::Solved => {
                    count.solutions += 1;
                    (self.see)(&Saved::new(&marks));
                    if count.solutions >= self.limit {
                        return count;
                    }
                }
                Outcome::Contradiction => contradicted = true,
            }
            match self.stack.pop() {
                Some(saved) => marks = saved.marks(),
                None => return count,
            }
        }
    }
}

/// Where guesses meet no contradiction there are probably many solutions, and a cell with this
/// score will do: looking for a better one takes longer than what it saves.
const ENOUGH: u64 = 16;

/// The marks that clues leave: a cell with a clue has that digit alone, the others all.
#[inline(always)]
fn start<L: Lanes>(line: &[u8; 96]) -> Marks<L> {
    let mut clues = [[0u32; 8]; 4];
    let mut taken = [0u32; 3];
    for digit in 0..9 {
        for band in 0..3 {
            let word = L::places(line, 27 * band, b'1' + digit as u8) & BAND;
            taken[band] |= word;
            if digit < 8 {
                clues[band][digit] = word;
            } else {
                clues[3][band] = word;
            }
        }
    }
    let mut marks: Marks<L> = Marks::full();
    for band in 0..3 {
        let free = marks.bands[band].without(L::splat(taken[band]));
        marks.bands[band] = free.or(L::load(clues[band]));
    }
    let taken = L::load([taken[0], taken[1], taken[2], 0, 0, 0, 0, 0]);
    marks.nine = marks.nine.without(taken).or(L::load(clues[3]));
    marks
}

/// The marks if a guess is right, and if it is wrong.
#[inline(always)]
fn split<L: Lanes>(marks: &Marks<L>, guess: Guess) -> (Marks<L>, Marks<L>) {
    let Guess { cell, digit, other } = guess;
    let wrong = match other {
        Some(other) => erase(marks, other, PEERS[cell], CELLS[cell]),
        None => erase(marks, digit, CELLS[cell], [0; 2]),
    };
    (erase(marks, digit, PEERS[cell], CELLS[cell]), wrong)
}

/// Erases a digit in some cells, and all others in some.
#[inline(always)]
fn erase<L: Lanes>(marks: &Marks<L>, digit: usize, of_it: Grid, of_others: Grid) -> Marks<L> {
    let word = L::load(WORD[digit]);
    let (it, others) = (bands(of_it), bands(of_others));
    let Marks { bands: [a, b, c], nine } = *marks;
    let a = a.without(word.select(L::splat(it[0]), L::splat(others[0])));
    let b = b.without(word.select(L::splat(it[1]), L::splat(others[1])));
    let c = c.without(word.select(L::splat(it[2]), L::splat(others[2])));
    let [x, y, z] = if digit == 8 { it } else { others };
    let nine = nine.without(L::load([x, y, z, 0, 0, 0, 0, 0]));
    Marks { bands: [a, b, c], nine }
}

/// Vectors with one word, and for the ninth digit, which is elsewhere, none.
static WORD: [[u32; 8]; 9] = {
    let mut words = [[0; 8]; 9];
    let mut i = 0;
    while i < 8 {
        words[i][i] = u32::MAX;
        i += 1;
    }
    words
};
