//! Depth-first search over [`Marks`].

use crate::Digits;
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
    fn new<L: Lanes>(marks: &Marks<L>) -> Self {
        let Marks { bands: [a, b, c], nine } = *marks;
        Self([a.store(), b.store(), c.store(), nine.store()])
    }

    #[inline(always)]
    fn marks<L: Lanes>(&self) -> Marks<L> {
        let [a, b, c, nine] = self.0;
        Marks { bands: [L::load(a), L::load(b), L::load(c)], nine: L::load(nine) }
    }

    /// The places of a digit, 0 to 8, in a band.
    #[inline(always)]
    fn word(&self, digit: usize, band: usize) -> u32 {
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

/// One question: the solutions of some marks, up to a limit.
pub(crate) struct Question<'a, F> {
    pub(crate) line: &'a [u8; 96],
    pub(crate) limit: u64,
    pub(crate) guesses: u64,
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

impl<F: FnMut(&Saved)> Work for Question<'_, F> {
    type Output = Count;

    #[inline(always)]
    fn run<L: Lanes>(mut self) -> Count {
        let mut count = Count::default();
        if self.limit == 0 {
            return count;
        }
        self.stack.clear();
        let mut marks = start::<L>(self.line);
        let mut contradictions = 0;
        loop {
            match marks.propagate() {
                Outcome::Open => {
                    if count.guesses >= self.guesses {
                        count.gave_up = true;
                        return count;
                    }
                    count.guesses += 1;
                    let guess = match contradictions < HASTY {
                        true => first(&marks),
                        false => best(&marks),
                    };
                    let (with, without) = split(&marks, guess);
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
                Outcome::Contradiction => {
                    contradictions += 1;
                    if contradictions == HASTY && count.solutions == 0 {
                        self.stack.clear();
                        marks = start::<L>(self.line);
                        continue;
                    }
                }
            }
            match self.stack.pop() {
                Some(saved) => marks = saved.marks(),
                None => return count,
            }
        }
    }
}

/// Most puzzles are done after a guess or two, whichever. One with this many contradictions is
/// not, and is begun again with guesses that are thought about.
const HASTY: u32 = 3;

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

/// A digit, 0 to 8, in a cell of a band.
#[derive(Clone, Copy)]
struct Guess {
    digit: usize,
    band: usize,
    cell: u32,
}

/// The marks if a guess is right, and if it is wrong.
#[inline(always)]
fn split<L: Lanes>(marks: &Marks<L>, guess: Guess) -> (Marks<L>, Marks<L>) {
    let Guess { digit, band, cell } = guess;
    let cell = L::splat(cell);
    let (in_band, in_nine) = (cell.and(L::load(WORD[digit])), cell.and(L::load(WORD[band])));
    let (mut with, mut without) = (*marks, *marks);
    with.bands[band] = with.bands[band].without(cell).or(in_band);
    if digit == 8 {
        without.nine = without.nine.without(in_nine);
    } else {
        with.nine = with.nine.without(in_nine);
        without.bands[band] = without.bands[band].without(in_band);
    }
    (with, without)
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

/// The first cell with two candidates.
#[inline(always)]
fn first<L: Lanes>(marks: &Marks<L>) -> Guess {
    let pairs = marks.cells_with_two();
    let Some(band) = (0..3).find(|&band| pairs[band] != 0) else {
        return fewest(&Saved::new(marks));
    };
    let cell = pairs[band] & pairs[band].wrapping_neg();
    // One of the two is not the ninth.
    let digit = marks.bands[band].and(L::splat(cell)).words_used().trailing_zeros() as usize;
    Guess { digit, band, cell }
}

/// Of the cells with two candidates the one whose peers have most of these digits, for both
/// ways then erase most; peers with two candidates themselves count three times, for they are
/// fixed by it.
#[inline(always)]
fn best<L: Lanes>(marks: &Marks<L>) -> Guess {
    let saved = Saved::new(marks);
    let pairs = marks.cells_with_two();
    if pairs == [0; 3] {
        return fewest(&saved);
    }
    let mut scores = [0u8; 81];
    let mut best = (0, Guess { digit: 0, band: 0, cell: 0 });
    for digit in 0..9 {
        let places = [saved.word(digit, 0), saved.word(digit, 1), saved.word(digit, 2)];
        let twos = [places[0] & pairs[0], places[1] & pairs[1], places[2] & pairs[2]];
        let (early, late) = halves(places);
        let (early_twos, late_twos) = halves(twos);
        for (band, mut cells) in twos.into_iter().enumerate() {
            while cells != 0 {
                let at = 27 * band + cells.trailing_zeros() as usize;
                let (a, b) = PEERS[at];
                // One more, so that a cell nobody cares for can be chosen too.
                let weight = 1
                    + (a & early).count_ones()
                    + (b & late).count_ones()
                    + 2 * ((a & early_twos).count_ones() + (b & late_twos).count_ones());
                scores[at] += weight as u8;
                if scores[at] > best.0 {
                    let cell = cells & cells.wrapping_neg();
                    best = (scores[at], Guess { digit, band, cell });
                }
                cells &= cells - 1;
            }
        }
    }
    best.1
}

/// Two bands in one word, the third in another: fewer words to count bits in.
#[inline(always)]
const fn halves(bands: [u32; 3]) -> (u64, u32) {
    (bands[0] as u64 | (bands[1] as u64) << 27, bands[2])
}

/// For each cell, the cells that see it.
static PEERS: [(u64, u32); 81] = {
    let mut peers = [(0, 0); 81];
    let mut at = 0;
    while at < 81 {
        let mut bands = [0; 3];
        let mut other = 0;
        while other < 81 {
            let same_row = at / 9 == other / 9;
            let same_column = at % 9 == other % 9;
            let same_box = at / 27 == other / 27 && at % 9 / 3 == other % 9 / 3;
            if at != other && (same_row || same_column || same_box) {
                bands[other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        peers[at] = halves(bands);
        at += 1;
    }
    peers
};

/// A cell with three candidates or more, but no more than any other open one.
#[cold]
fn fewest(saved: &Saved) -> Guess {
    let mut best = (usize::MAX, Guess { digit: 0, band: 0, cell: 0 });
    for band in 0..3 {
        for at in 0..27 {
            let cell = 1 << at;
            let has = |&digit: &usize| saved.word(digit, band) & cell != 0;
            let candidates = (0..9).filter(has).count();
            if candidates > 1 && candidates < best.0 {
                let digit = (0..9).find(has).unwrap_or(0);
                best = (candidates, Guess { digit, band, cell });
            }
        }
    }
    best.1
}
