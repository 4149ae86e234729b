//! What finders see of a board, whatever its size: sets of cells, one word or many.
//!
//! Finders of the patterns that every board has are written once, for any [`Sight`]. Up to 128
//! cells that is the [`View`] itself, with sets that fit a machine word or two; beyond it is a
//! [`Wide`] one, whose sets of the places of each digit are put together when somebody looks.

use crate::board::{Board, Mark};
use crate::find::View;
use crate::marks::Marks;
use crate::sets::{Cell, CellSet, Cells, Digit, WideCells, count};

/// A board and its marks as sets of cells.
pub trait Sight: Copy {
    /// Such a set.
    type Set: CellSet;

    /// What does not change.
    fn board(&self) -> &Board;
    /// What does.
    fn marks(&self) -> &Marks;
    /// The cells that have a digit as a mark.
    fn at(&self, digit: Digit) -> Self::Set;
    /// The cells without a digit.
    fn empty(&self) -> Self::Set;
    /// The cells of a house.
    fn house(&self, house: usize) -> Self::Set;
    /// The cells that must differ from one.
    fn peers(&self, cell: Cell) -> Self::Set;

    /// The places of a digit in a house.
    #[inline]
    fn room(&self, house: usize, digit: Digit) -> Self::Set {
        self.at(digit) & self.house(house)
    }

    /// The empty cells of a house.
    #[inline]
    fn empty_in(&self, house: usize) -> Self::Set {
        self.empty() & self.house(house)
    }

    /// The marks of a digit in some cells.
    fn marks_of(&self, digit: Digit, cells: Self::Set) -> Vec<Mark> {
        (self.at(digit) & cells).map(|cell| Mark { cell, digit }).collect()
    }

    /// The cells that see all of some cells.
    #[inline]
    fn seen_by(&self, cells: Self::Set) -> Self::Set {
        let mut rest = cells;
        let Some(first) = rest.next() else { return Self::Set::EMPTY };
        rest.fold(self.peers(first), |common, cell| common & self.peers(cell))
    }

    /// The cells with exactly two marks.
    fn two_marks(&self) -> Self::Set {
        self.empty().filter(|&c| count(self.marks().of[c]) == 2).collect()
    }
}

impl Sight for View<'_> {
    type Set = Cells;

    fn board(&self) -> &Board {
        self.board
    }

    fn marks(&self) -> &Marks {
        self.marks
    }

    #[inline]
    fn at(&self, digit: Digit) -> Cells {
        self.marks.at[digit]
    }

    #[inline]
    fn empty(&self) -> Cells {
        self.marks.open
    }

    #[inline]
    fn house(&self, house: usize) -> Cells {
        self.board.houses[house].cells
    }

    #[inline]
    fn peers(&self, cell: Cell) -> Cells {
        self.board.peers[cell]
    }
}

/// The sets of a large board that do not change.
#[derive(Clone, Debug)]
pub struct WideBoard {
    houses: Vec<WideCells>,
    peers: Vec<WideCells>,
}

impl WideBoard {
    /// From houses and cells that differ, as lists.
    pub fn new(board: &Board) -> WideBoard {
        let set = |list: &Vec<Cell>| list.iter().copied().collect();
        WideBoard {
            houses: board.houses.iter().map(|h| set(&h.list)).collect(),
            peers: board.differ.iter().map(set).collect(),
        }
    }
}

/// The sets of a large board and its marks.
pub struct WideSets<'a> {
    view: View<'a>,
    board: &'a WideBoard,
    at: Vec<WideCells>,
    empty: WideCells,
}

impl<'a> WideSets<'a> {
    /// Puts them together; none if the board is not a large one.
    pub fn new(view: View<'a>) -> Option<WideSets<'a>> {
        let board = view.board.wide.as_deref()?;
        let mut at = vec![WideCells::EMPTY; view.board.digits];
        view.marks.all().for_each(|m| at[m.digit] = at[m.digit].with(m.cell));
        let empty = (0..view.board.cells).filter(|&c| view.marks.value[c].is_none()).collect();
        Some(WideSets { view, board, at, empty })
    }
}

/// A large board and its marks.
pub type Wide<'w, 'a> = &'w WideSets<'a>;

impl Sight for Wide<'_, '_> {
    type Set = WideCells;

    fn board(&self) -> &Board {
        self.view.board
    }

    fn marks(&self) -> &Marks {
        self.view.marks
    }

    fn at(&self, digit: Digit) -> WideCells {
        self.at[digit]
    }

    fn empty(&self) -> WideCells {
        self.empty
    }

    fn house(&self, house: usize) -> WideCells {
        self.board.houses[house]
    }

    fn peers(&self, cell: Cell) -> WideCells {
        self.board.peers[cell]
    }
}
