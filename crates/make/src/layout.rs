//! The board before any digit: houses, and rules for the whole grid.

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use crate::chance::Chance;
use crate::recipe::{Ingredient, Recipe};

/// A board for this recipe.
pub(crate) fn layout(recipe: &Recipe, grid: &Grid, chance: &mut Chance) -> Puzzle {
    let has = |ingredient| recipe.has(ingredient);
    let mut puzzle = if has(Ingredient::Latin) || has(Ingredient::Jigsaw) {
        let mut puzzle = Puzzle::blank(grid.clone());
        puzzle.add_rows(None);
        puzzle.add_columns(None);
        puzzle
    } else {
        Puzzle::sudoku(grid.clone())
    };
    if has(Ingredient::Jigsaw) {
        for region in regions(grid, chance) {
            puzzle.clues.push(Clue::new(&kinds::REGION).over(region));
        }
    }
    if has(Ingredient::X) {
        for sign in [1, -1] {
            puzzle.clues.extend(kinds::find("diagonal").map(|kind| Clue::new(kind).number(sign)));
        }
    }
    for ingredient in [
        Ingredient::Windoku,
        Ingredient::AntiKnight,
        Ingredient::AntiKing,
        Ingredient::NonConsecutive,
        Ingredient::DisjointGroups,
    ] {
        if has(ingredient) {
            puzzle.clues.extend(kinds::find(ingredient.name()).map(Clue::new));
        }
    }
    puzzle
}

/// Random regions, each in one piece and as large as a row: two neighbours exchange a cell, again
/// and again.
fn regions(grid: &Grid, chance: &mut Chance) -> Vec<Vec<CellId>> {
    let boxes = grid.default_box().and_then(|(height, width)| grid.boxes(height, width));
    let start = boxes.unwrap_or_else(|| (0..grid.rows()).map(|row| grid.row(row)).collect());
    let mut region_of = vec![0; grid.size()];
    for (number, region) in start.iter().enumerate() {
        region.iter().for_each(|cell| region_of[cell.index()] = number);
    }
    let cells: Vec<CellId> = grid.cells().collect();
    // Enough that nobody sees the boxes it came from.
    let mut left = 6 * grid.size();
    for _ in 0..100 * grid.size() {
        if left == 0 {
            break;
        }
        let Some(&cell) = chance.pick(&cells) else { break };
        let from = region_of[cell.index()];
        let others: Vec<usize> = neighbours(grid, cell)
            .map(|c| region_of[c.index()])
            .filter(|region| *region != from)
            .collect();
        let Some(&to) = chance.pick(&others) else { continue };
        region_of[cell.index()] = to;
        let back: Vec<CellId> = cells
            .iter()
            .copied()
            .filter(|&c| c != cell && region_of[c.index()] == to)
            .filter(|&c| neighbours(grid, c).any(|n| region_of[n.index()] == from))
            .collect();
        let swap = chance.pick(&back).copied().filter(|&other| {
            region_of[other.index()] = from;
            let whole = [from, to].iter().all(|&r| is_whole(grid, &region_of, r));
            if !whole {
                region_of[other.index()] = to;
            }
            whole
        });
        match swap {
            Some(_) => left -= 1,
            None => region_of[cell.index()] = from,
        }
    }
    let region =
        |number| cells.iter().copied().filter(|c| region_of[c.index()] == number).collect();
    (0..start.len()).map(region).collect()
}

/// The cells that share a side with a cell.
pub(crate) fn neighbours(grid: &Grid, cell: CellId) -> impl Iterator<Item = CellId> + use<'_> {
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    steps.into_iter().filter_map(move |(down, right)| grid.step(cell, down, right))
}

/// Whether cells hang together.
pub(crate) fn hangs_together(grid: &Grid, cells: &[CellId]) -> bool {
    let mut reached: Vec<CellId> = cells.first().copied().into_iter().collect();
    let mut at = 0;
    while let Some(&cell) = reached.get(at) {
        for next in neighbours(grid, cell).filter(|next| cells.contains(next)) {
            if !reached.contains(&next) {
                reached.push(next);
            }
        }
        at += 1;
    }
    reached.len() == cells.len()
}

fn is_whole(grid: &Grid, region_of: &[usize], region: usize) -> bool {
    let cells: Vec<CellId> = grid.cells().filter(|c| region_of[c.index()] == region).collect();
    hangs_together(grid, &cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_whole_and_of_one_size() {
        for (size, seed) in [(4, 1), (5, 2), (7, 3), (9, 4), (9, 5), (12, 6)] {
            let grid = Grid::new(size, size).unwrap();
            let all = regions(&grid, &mut Chance::new(seed, 0, 0));
            assert_eq!(all.len(), size);
            assert!(all.iter().all(|r| r.len() == size && hangs_together(&grid, r)), "{all:?}");
            let boxes = grid.default_box().and_then(|(h, w)| grid.boxes(h, w));
            assert!(boxes.is_none_or(|boxes| boxes != all));
        }
    }
}
