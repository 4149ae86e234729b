//! Which cell to guess at, and which digit.

use crate::lanes::Lanes;
use crate::marks::Marks;
use crate::search::Saved;

/// A digit, 0 to 8, in a cell, 0 to 80; and the other one, if it has only two.
#[derive(Clone, Copy)]
pub(crate) struct Guess {
    pub(crate) cell: usize,
    pub(crate) digit: usize,
    pub(crate) other: Option<usize>,
}

/// Of the cells with two candidates the one whose peers have most of these digits, for both
/// ways then erase most; peers with two candidates themselves count three times, for they are
/// fixed by it. Of its digits the one that more of them have. The first cell with a score that
/// is enough will do.
#[inline(always)]
pub(crate) fn best<L: Lanes>(marks: &Marks<L>, enough: u64) -> Guess {
    let pairs = marks.cells_with_two();
    if pairs == [0; 3] {
        return fewest(&Saved::new(marks));
    }
    let places = places(marks);
    let nine = marks.nine.store();
    let twos = grid(pairs);
    let mut best = (0, Guess { cell: 0, digit: 0, other: None });
    for (band, mut cells) in pairs.into_iter().enumerate() {
        while cells != 0 {
            let at = cells.trailing_zeros();
            let bit = cells & cells.wrapping_neg();
            cells &= cells - 1;
            let used = marks.bands[band].and(L::splat(bit)).words_used();
            let used = used | (nine[band] >> at & 1) << 8;
            let a = used.trailing_zeros() as usize & 15;
            let b = (used.leading_zeros() as usize & 15) ^ 15;
            let cell = 27 * band + at as usize;
            let x = weight(places[a], PEERS[cell], twos);
            let y = weight(places[b], PEERS[cell], twos);
            // One more, so that a cell nobody cares for can be chosen too.
            let score = 1 + x + y;
            if score > best.0 {
                let (digit, other) = if x > y { (a, b) } else { (b, a) };
                best = (score, Guess { cell, digit, other: Some(other) });
                if score >= enough {
                    return best.1;
                }
            }
        }
    }
    best.1
}

/// Some cells of the whole grid: two bands in one word, the third in another.
pub(crate) type Grid = [u64; 2];

#[inline(always)]
const fn grid(bands: [u32; 3]) -> Grid {
    [bands[0] as u64 | (bands[1] as u64) << 32, bands[2] as u64]
}

/// The three bands of some cells.
#[inline(always)]
pub(crate) const fn bands(cells: Grid) -> [u32; 3] {
    [cells[0] as u32, (cells[0] >> 32) as u32, cells[1] as u32]
}

/// The places of each digit; more entries than digits, so that any four bits are one.
#[inline(always)]
fn places<L: Lanes>(marks: &Marks<L>) -> [Grid; 16] {
    let [a, b, c] = marks.bands;
    let [n0, n1, n2, ..] = marks.nine.store();
    let mut places = [[0; 2]; 16];
    places[..8].copy_from_slice(&L::by_word(a, b, c));
    places[8] = grid([n0, n1, n2]);
    places
}

/// How many peers have the digit with these places, those in cells with two candidates thrice.
#[inline(always)]
fn weight(places: Grid, peers: Grid, twos: Grid) -> u64 {
    let all = [places[0] & peers[0], places[1] & peers[1]];
    let twos = [all[0] & twos[0], all[1] & twos[1]];
    let count = |cells: Grid| u64::from(cells[0].count_ones()) + u64::from(cells[1].count_ones());
    count(all) + 2 * count(twos)
}

/// For each cell, itself.
pub(crate) static CELLS: [Grid; 81] = {
    let mut cells = [[0; 2]; 81];
    let mut at = 0;
    while at < 81 {
        let mut bands = [0; 3];
        bands[at / 27] = 1 << (at % 27);
        cells[at] = grid(bands);
        at += 1;
    }
    cells
};

/// For each cell, the cells that see it.
pub(crate) static PEERS: [Grid; 81] = {
    let mut peers = [[0; 2]; 81];
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
        peers[at] = grid(bands);
        at += 1;
    }
    peers
};

/// A cell with three candidates or more, but no more than any other open one.
#[cold]
fn fewest(saved: &Saved) -> Guess {
    let mut best = (usize::MAX, Guess { cell: 0, digit: 0, other: None });
    for cell in 0..81 {
        let has = |&digit: &usize| saved.word(digit, cell / 27) >> (cell % 27) & 1 != 0;
        let candidates = (0..9).filter(has).count();
        if candidates > 1 && candidates < best.0 {
            let digit = (0..9).find(has).unwrap_or(0);
            best = (candidates, Guess { cell, digit, other: None });
        }
    }
    best.1
}
