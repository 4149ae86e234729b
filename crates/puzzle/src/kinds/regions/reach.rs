//! How many cells around one are at least of its unknown region: it hangs together, and goes on until it
//! has all of its cells.

use std::collections::VecDeque;

use super::{CHAOS, region_size};
use crate::grid::{CellId, Grid};
use crate::puzzle::Puzzle;

/// So many of these cells are at least of the region of the first one, which is not among them.
pub(super) fn least(puzzle: &Puzzle, first: CellId, cells: &[CellId]) -> i64 {
    let sizes = puzzle.clues_of(CHAOS.name).map(|clue| region_size(clue, puzzle));
    let Some(size) = sizes.min() else { return 0 };
    way_out(&puzzle.grid, first, cells).unwrap_or(size).min(size) as i64 - 1
}

/// The cells on the shortest way out of some cells, from one of them; none if there is no way.
fn way_out(grid: &Grid, first: CellId, cells: &[CellId]) -> Option<usize> {
    let sides = |cell| {
        [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .into_iter()
            .filter_map(move |(d, r)| grid.step(cell, d, r))
    };
    let mut seen = vec![first];
    let mut next = VecDeque::from([(first, 1)]);
    while let Some((cell, length)) = next.pop_front() {
        for side in sides(cell) {
            if side != first && !cells.contains(&side) {
                return Some(length);
            }
            if !seen.contains(&side) {
                seen.push(side);
                next.push_back((side, length + 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_out_are_as_long_as_they_must_be() {
        let grid = Grid::nine();
        let at = |r: usize, c: usize| CellId::new(9 * r + c);
        let square = |r: usize| (r..r + 3).flat_map(|r| (0..3).map(move |c| at(r, c))).collect();
        let around: Vec<CellId> = square(3);
        assert_eq!(way_out(&grid, at(4, 1), &around), Some(2));
        assert_eq!(way_out(&grid, at(4, 0), &around), Some(2));
        assert_eq!(way_out(&grid, at(4, 2), &around), Some(1));
        let corner: Vec<CellId> = square(0);
        assert_eq!(way_out(&grid, at(0, 0), &corner), Some(3));
        assert_eq!(way_out(&grid, at(0, 0), &[]), Some(1));
        let all: Vec<CellId> = grid.cells().collect();
        assert_eq!(way_out(&grid, at(0, 0), &all), None);
    }
}
