//! Which neighbours belong to one cage: the line between them is left out.

use pencilmark_puzzle::{CellId, Clue, Drawing, Puzzle};

/// The cage of each cell. Where cages overlap no line is left out.
#[derive(Clone)]
pub(super) struct Rooms {
    of: Vec<Room>,
}

#[derive(Clone, Copy, PartialEq)]
enum Room {
    None,
    One(usize),
    Several,
}

impl Rooms {
    pub(super) fn of(puzzle: &Puzzle) -> Rooms {
        let mut of = vec![Room::None; puzzle.grid.size()];
        for (i, list) in puzzle.clues.iter().flat_map(lists).enumerate() {
            for cell in list {
                let room = &mut of[cell.index()];
                *room = if *room == Room::None { Room::One(i) } else { Room::Several };
            }
        }
        Rooms { of }
    }

    /// Whether two cells are in the same cage, and in no other.
    pub(super) fn joined(&self, a: usize, b: usize) -> bool {
        matches!(self.of[a], Room::One(_)) && self.of[a] == self.of[b]
    }

    /// Whether all cells of a clue are in it alone, so that the missing lines show them; of a
    /// single cell only a label does.
    pub(super) fn shows(&self, clue: &Clue, labelled: bool) -> bool {
        lists(clue).all(|list| {
            (labelled || list.len() > 1)
                && list.iter().all(|cell| self.of[cell.index()] != Room::Several)
        })
    }
}

/// The lists of cells that the clue puts a cage around.
fn lists(clue: &Clue) -> impl Iterator<Item = &Vec<CellId>> {
    let is_cage = matches!(clue.kind.drawing, Drawing::Cage { .. });
    clue.cells.iter().filter(move |_| is_cage)
}
