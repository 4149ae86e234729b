//! Sets of cells and sets of digits, as machine words.
//!
//! A [`Cells`] holds up to 128 cells, which is enough for an 11x11 grid, a [`WideCells`] those of
//! a 25x25 grid. A set of digits is a plain word, bit 0 for the smallest digit of the grid.

mod wide;

pub use wide::WideCells;

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A cell by its row-major number.
pub type Cell = usize;
/// A digit by its place among the digits of the grid, from 0.
pub type Digit = usize;
/// A set of digits.
pub type Digits = u64;

/// A set of cells.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cells(u128);

impl Cells {
    /// The most cells a grid may have here.
    pub const MAX: usize = 128;
    /// No cell.
    pub const EMPTY: Cells = Cells(0);

    /// One cell.
    #[inline]
    pub fn one(cell: Cell) -> Cells {
        Cells(1 << cell)
    }

    /// The cells, first to last. (A set is its own iterator; this one leaves it as it is.)
    #[inline]
    pub fn iter(self) -> Cells {
        self
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether a cell is one of them.
    #[inline]
    pub fn has(self, cell: Cell) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// With one more.
    #[inline]
    pub fn with(self, cell: Cell) -> Cells {
        Cells(self.0 | 1 << cell)
    }

    /// Without one of them.
    #[inline]
    pub fn without(self, cell: Cell) -> Cells {
        Cells(self.0 & !(1 << cell))
    }

    /// Puts one in.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell;
    }

    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell);
    }

    /// Whether all of them are in the other set.
    #[inline]
    pub fn within(self, other: Cells) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share a cell.
    #[inline]
    pub fn meets(self, other: Cells) -> bool {
        self.0 & other.0 != 0
    }

    /// The first.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        (self.0 != 0).then(|| self.0.trailing_zeros() as usize)
    }

    /// The only one.
    #[inline]
    pub fn single(self) -> Option<Cell> {
        (self.0.is_power_of_two()).then(|| self.0.trailing_zeros() as usize)
    }
}

impl Iterator for Cells {
    type Item = Cell;
    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

/// What finders ask of a set of cells, whatever its size.
pub trait CellSet:
    Copy
    + PartialEq
    + Iterator<Item = Cell>
    + FromIterator<Cell>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Sub<Output = Self>
{
    /// No cell.
    const EMPTY: Self;

    /// Whether there is none.
    fn is_none(self) -> bool;
    /// How many there are.
    fn size(self) -> usize;
    /// Whether a cell is one of them.
    fn holds(self, cell: Cell) -> bool;
    /// With one more.
    fn and(self, cell: Cell) -> Self;
    /// The only one.
    fn sole(self) -> Option<Cell>;

    /// Whether all of them are in the other set.
    #[inline]
    fn inside(self, other: Self) -> bool {
        (self - other).is_none()
    }
}

impl CellSet for Cells {
    const EMPTY: Cells = Cells(0);

    #[inline]
    fn is_none(self) -> bool {
        self.is_empty()
    }

    #[inline]
    fn size(self) -> usize {
        self.len()
    }

    #[inline]
    fn holds(self, cell: Cell) -> bool {
        self.has(cell)
    }

    #[inline]
    fn and(self, cell: Cell) -> Cells {
        self.with(cell)
    }

    #[inline]
    fn sole(self) -> Option<Cell> {
        self.single()
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        cells.into_iter().fold(Cells::EMPTY, Cells::with)
    }
}

macro_rules! operator {
    ($trait:ident $name:ident $assign:ident $name_assign:ident $apply:expr) => {
        impl $trait for Cells {
            type Output = Cells;
            #[inline]
            fn $name(self, other: Cells) -> Cells {
                let apply: fn(u128, u128) -> u128 = $apply;
                Cells(apply(self.0, other.0))
            }
        }
        impl $assign for Cells {
            #[inline]
            fn $name_assign(&mut self, other: Cells) {
                *self = $trait::$name(*self, other);
            }
        }
    };
}
operator!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
operator!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
operator!(Sub sub SubAssign sub_assign |a, b| a & !b);

/// The digits of a set, smallest first.
#[derive(Clone, Copy)]
pub struct Each(pub Digits);

impl Iterator for Each {
    type Item = Digit;
    #[inline]
    fn next(&mut self) -> Option<Digit> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

/// How many digits.
#[inline]
pub fn count(digits: Digits) -> usize {
    digits.count_ones() as usize
}

/// The only digit of a set.
#[inline]
pub fn only(digits: Digits) -> Option<Digit> {
    digits.is_power_of_two().then(|| digits.trailing_zeros() as usize)
}

/// Calls `see` with every choice of `size` of the items, in lexicographic order, until it
/// says stop.
pub fn choose<T: Copy>(items: &[T], size: usize, see: &mut dyn FnMut(&[T]) -> bool) -> bool {
    fn go<T: Copy>(
        items: &[T],
        size: usize,
        chosen: &mut Vec<T>,
        see: &mut dyn FnMut(&[T]) -> bool,
    ) -> bool {
        if size == 0 {
            return see(chosen);
        }
        for at in 0..=items.len().wrapping_sub(size) {
            if at >= items.len() {
                return false;
            }
            chosen.push(items[at]);
            if go(&items[at + 1..], size - 1, chosen, see) {
                return true;
            }
            chosen.pop();
        }
        false
    }
    size <= items.len() && go(items, size, &mut Vec::with_capacity(size), see)
}

/// The smallest choice of the items, at most so many of them, that fits; of those of one size the
/// first.
pub(crate) fn smallest<T: Copy>(
    items: &[T],
    most: usize,
    fits: impl Fn(&[T]) -> bool,
) -> Option<Vec<T>> {
    let mut found = None;
    for size in 1..=most.min(items.len()) {
        choose(items, size, &mut |some| {
            found = fits(some).then(|| some.to_vec());
            found.is_some()
        });
        if found.is_some() {
            break;
        }
    }
    found
}

/// Some of a list, so few that none can be left out; the last are left out first, many at once if
/// that goes.
pub(crate) fn fewest(all: &[usize], enough: &dyn Fn(&[usize]) -> bool) -> Vec<usize> {
    fn without(
        mut kept: Vec<usize>,
        part: &[usize],
        enough: &dyn Fn(&[usize]) -> bool,
    ) -> Vec<usize> {
        let rest: Vec<usize> = kept.iter().copied().filter(|m| !part.contains(m)).collect();
        if part.is_empty() || enough(&rest) {
            return rest;
        }
        if let (first, last, true) =
            (&part[..part.len() / 2], &part[part.len() / 2..], part.len() > 1)
        {
            kept = without(without(kept, last, enough), first, enough);
        }
        kept
    }
    without(all.to_vec(), all, enough)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let set: Cells = [3, 80, 127].into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), [3, 80, 127]);
        assert_eq!((set - Cells::one(80)).len(), 2);
        assert!(Cells::one(80).within(set) && set.meets(Cells::one(3)));
        assert_eq!(Cells::one(7).single(), Some(7));
        assert_eq!(set.single(), None);
    }

    #[test]
    fn choices_come_in_order_and_all() {
        let mut seen = Vec::new();
        choose(&[1, 2, 3, 4], 2, &mut |c| {
            seen.push((c[0], c[1]));
            false
        });
        assert_eq!(seen, [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]);
        assert!(!choose(&[1], 2, &mut |_| true));
        assert!(choose(&[1, 2], 0, &mut |c| c.is_empty()));
    }

    #[test]
    fn nothing_is_kept_that_can_be_left_out() {
        let has = |some: &[usize], wanted: &[usize]| wanted.iter().all(|w| some.contains(w));
        let all: Vec<usize> = (0..9).collect();
        assert_eq!(fewest(&all, &|some| has(some, &[2, 7])), [2, 7]);
        assert_eq!(fewest(&all, &|some| has(some, &[3]) || has(some, &[8])), [3]);
        assert!(fewest(&all, &|_| true).is_empty());
        assert_eq!(fewest(&all, &|some| has(some, &all)), all);
    }
}
