//! Sets of cells of large grids.

use std::ops::{BitAnd, BitOr, Sub};

use super::{Cell, CellSet};

const WORDS: usize = 10;

/// A set of cells of a grid of up to 25x25.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WideCells([u64; WORDS]);

impl WideCells {
    /// The most cells a grid may have here.
    pub const MAX: usize = 64 * WORDS;
    /// No cell.
    pub const EMPTY: WideCells = WideCells([0; WORDS]);

    /// With one more.
    #[inline]
    pub fn with(mut self, cell: Cell) -> WideCells {
        self.0[cell / 64] |= 1 << (cell % 64);
        self
    }

    fn joined(mut self, other: WideCells, apply: impl Fn(u64, u64) -> u64) -> WideCells {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a = apply(*a, b));
        self
    }
}

impl CellSet for WideCells {
    const EMPTY: WideCells = WideCells::EMPTY;

    fn is_none(self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    fn size(self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    fn holds(self, cell: Cell) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    fn and(self, cell: Cell) -> WideCells {
        self.with(cell)
    }

    fn sole(self) -> Option<Cell> {
        let mut rest = self;
        rest.next().filter(|_| rest.is_none())
    }
}

impl Iterator for WideCells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let at = self.0.iter().position(|&w| w != 0)?;
        let word = &mut self.0[at];
        let cell = 64 * at + word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(cell)
    }
}

impl FromIterator<Cell> for WideCells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> WideCells {
        cells.into_iter().fold(WideCells::EMPTY, WideCells::with)
    }
}

impl BitAnd for WideCells {
    type Output = WideCells;

    fn bitand(self, other: WideCells) -> WideCells {
        self.joined(other, |a, b| a & b)
    }
}

impl BitOr for WideCells {
    type Output = WideCells;

    fn bitor(self, other: WideCells) -> WideCells {
        self.joined(other, |a, b| a | b)
    }
}

impl Sub for WideCells {
    type Output = WideCells;

    fn sub(self, other: WideCells) -> WideCells {
        self.joined(other, |a, b| a & !b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_sets_are_sets() {
        let set: WideCells = [3, 64, 624].into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), [3, 64, 624]);
        assert_eq!(set.size(), 3);
        let one = WideCells::EMPTY.and(624);
        assert!(one.inside(set) && !set.inside(one) && set.holds(64) && !set.holds(65));
        assert_eq!((one.sole(), set.sole(), (set - set).is_none()), (Some(624), None, true));
        assert_eq!((set & one) | one, one);
    }
}
