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
    fn word(&mut self, digit: usize, band: usize) -> &mut u32 {
        if digit < 8 { &mut self.0[band][digit] } else { &mut self.0[3][band] }
    }

    /// The filled grid.
    pub(crate) fn digits(&self) -> Digits {
        let mut cells = [0; 81];
        let mut saved = *self;
        for digit in 0..9 {
            for band in 0..3 {
                let mut word = *saved.word(digit, band);
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
        loop {
            match marks.propagate() {
                Outcome::Open => {
                    count.guesses += 1;
                    let mut saved = Saved::new(&marks);
                    let guess = choose(&marks, &mut saved);
                    let mut other = saved;
                    *other.word(guess.digit, guess.band) &= !guess.cell;
                    self.stack.push(other);
                    for digit in 0..9 {
                        if digit != guess.digit {
                            *saved.word(digit, guess.band) &= !guess.cell;
                        }
                    }
                    marks = saved.marks();
                    continue;
                }
                Outcome::Solved => {
                    count.solutions += 1;
                    (self.see)(&Saved::new(&marks));
                    if count.solutions >= self.limit {
                        return count;
                    }
                }
                Outcome::Contradiction => {}
            }
            match self.stack.pop() {
                Some(saved) => marks = saved.marks(),
                None => return count,
            }
        }
    }
}

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

/// What to try: of the cells with two candidates the one whose peers have most of these
/// digits, for both ways then erase most; cells with two candidates themselves count three
/// times, for they are fixed by it.
#[inline(always)]
fn choose<L: Lanes>(marks: &Marks<L>, saved: &mut Saved) -> Guess {
    let pairs = marks.cells_with_two();
    if pairs == [0; 3] {
        return fewest(saved);
    }
    let mut scores = [0u8; 81];
    let mut best = (0, Guess { digit: 0, band: 0, cell: 0 });
    for digit in 0..9 {
        let places = [0, 1, 2].map(|band| *saved.word(digit, band));
        let (early, late) = halves(places);
        let (early_pairs, late_pairs) = halves([0, 1, 2].map(|band| places[band] & pairs[band]));
        for band in 0..3 {
            let mut cells = places[band] & pairs[band];
            while cells != 0 {
                let at = 27 * band + cells.trailing_zeros() as usize;
                let (a, b) = PEERS[at];
                // One more, so that a cell nobody cares for can be chosen too.
                let weight = 1 + (a & early).count_ones() + (b & late).count_ones()
                    + 2 * ((a & early_pairs).count_ones() + (b & late_pairs).count_ones());
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
fn fewest(saved: &mut Saved) -> Guess {
    let mut best = (usize::MAX, Guess { digit: 0, band: 0, cell: 0 });
    for band in 0..3 {
        for at in 0..27 {
            let cell = 1 << at;
            let has = |digit: usize, saved: &mut Saved| *saved.word(digit, band) & cell != 0;
            let candidates = (0..9).filter(|&digit| has(digit, saved)).count();
            if candidates > 1 && candidates < best.0 {
                let digit = (0..9).find(|&digit| has(digit, saved)).unwrap_or(0);
                best = (candidates, Guess { digit, band, cell });
            }
        }
    }
    best.1
}
