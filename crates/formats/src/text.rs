//! Puzzles as a few lines of characters, the way forums and older programs keep them.

pub(crate) mod candidates;
pub(crate) mod drawing;
pub(crate) mod jigsaw;
pub(crate) mod line;
pub(crate) mod ps;
pub(crate) mod short_killer;
pub(crate) mod spaced;
pub(crate) mod sumocue;
pub(crate) mod tatham;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use crate::import::clue;

/// A sum of 0 means that only the digits differ.
fn cage(sum: i64, cells: Vec<CellId>) -> Clue {
    let cage = if sum == 0 { clue("cage") } else { clue("cage").number(sum) };
    cage.over(cells)
}

/// A grid whose regions are these, instead of boxes.
fn irregular(grid: Grid, regions: impl IntoIterator<Item = Vec<CellId>>) -> Puzzle {
    let mut puzzle = Puzzle::blank(grid);
    puzzle.add_rows(None);
    puzzle.add_columns(None);
    puzzle.clues.extend(regions.into_iter().map(|r| Clue::new(&kinds::REGION).over(r)));
    puzzle
}

/// Cells by their label, in the order in which labels first appear.
fn groups<L: PartialEq>(labels: impl IntoIterator<Item = L>) -> Vec<(L, Vec<CellId>)> {
    let mut groups: Vec<(L, Vec<CellId>)> = Vec::new();
    for (i, label) in labels.into_iter().enumerate() {
        match groups.iter_mut().find(|(l, _)| *l == label) {
            Some((_, cells)) => cells.push(CellId::new(i)),
            None => groups.push((label, vec![CellId::new(i)])),
        }
    }
    groups
}

/// Whether one can go from each of these cells to each other, from side to side.
pub(crate) fn hang_together(grid: &Grid, cells: &[CellId]) -> bool {
    let mut reached: Vec<CellId> = cells.first().copied().into_iter().collect();
    let mut at = 0;
    while let Some(&cell) = reached.get(at) {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let next = grid.step(cell, down, right).filter(|c| cells.contains(c));
            reached.extend(next.filter(|c| !reached.contains(c)));
        }
        at += 1;
    }
    cells.iter().all(|c| reached.contains(c))
}

/// The side of a square grid of so many cells.
fn side(cells: usize) -> Option<usize> {
    (1..=Grid::MAX_SIDE).find(|n| n * n == cells)
}
