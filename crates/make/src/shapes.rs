//! Shapes that are true in a solution: cages, lines, dots, clues outside the grid.

pub(crate) mod killer;
mod lines;
mod marks;
mod outside;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use crate::chance::Chance;
use crate::recipe::Ingredient;

/// A solution and what has been drawn on it so far.
pub(crate) struct Canvas<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) solution: &'a [i64],
    /// Cells that a line runs through.
    used: Vec<bool>,
    /// Corners, by the cell above and to the left, where a line runs from one cell to the
    /// opposite one; two such lines would cross.
    crossed: Vec<bool>,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(grid: &'a Grid, solution: &'a [i64]) -> Canvas<'a> {
        let empty = vec![false; grid.size()];
        Canvas { grid, solution, used: empty.clone(), crossed: empty }
    }

    pub(crate) fn digit(&self, cell: CellId) -> i64 {
        self.solution[cell.index()]
    }

    /// Draws the shapes of an ingredient; nothing for those that are rules for the whole grid.
    pub(crate) fn draw(&mut self, with: Ingredient, puzzle: &mut Puzzle, chance: &mut Chance) {
        match with {
            Ingredient::Thermo => self.thermos(puzzle, chance),
            Ingredient::Arrow => self.arrows(puzzle, chance),
            Ingredient::Whisper => self.whispers(puzzle, chance),
            Ingredient::Renban => self.renbans(puzzle, chance),
            Ingredient::Kropki => self.kropki(puzzle, chance),
            Ingredient::Xv => self.xv(puzzle),
            Ingredient::LittleKiller => self.little_killers(puzzle, chance),
            Ingredient::Sandwich => self.sandwiches(puzzle),
            Ingredient::Latin
            | Ingredient::Jigsaw
            | Ingredient::X
            | Ingredient::Windoku
            | Ingredient::AntiKnight
            | Ingredient::AntiKing
            | Ingredient::NonConsecutive
            | Ingredient::DisjointGroups
            | Ingredient::Killer => {}
        }
    }
}

/// A clue of the kind of this name, if it can be obeyed.
fn add(puzzle: &mut Puzzle, kind: &str, fill: impl FnOnce(Clue) -> Clue) {
    let Some(kind) = kinds::find(kind) else { return };
    let clue = fill(Clue::new(kind));
    if (kind.check)(&clue, puzzle).is_ok() {
        puzzle.add(clue);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampler::random_grid;
    use pencilmark_puzzle::Name;

    #[test]
    fn every_shape_is_true_in_its_solution() {
        let grid = Grid::nine();
        for ingredient in Ingredient::all() {
            let mut clues = 0;
            for attempt in 0..20 {
                let chance = &mut Chance::new(5, 0, attempt);
                let solution = random_grid(chance).map(i64::from);
                let mut puzzle = Puzzle::blank(grid.clone());
                let mut canvas = Canvas::new(&grid, &solution);
                canvas.draw(ingredient, &mut puzzle, chance);
                if ingredient == Ingredient::Killer {
                    let cages = killer::cages(&canvas, chance);
                    killer::add(&mut puzzle, &canvas, &cages);
                }
                for clue in &puzzle.clues {
                    let value = |name: &Name| match name {
                        Name::Cell(cell) => solution[cell.index()],
                        Name::Var(_) => 0,
                    };
                    let holds = clue.meaning(&puzzle).iter().all(|f| f.eval(&value));
                    assert!(holds, "{} {attempt}", clue.words(&puzzle));
                    clues += 1;
                }
            }
            let drawn = (ingredient as usize) >= Ingredient::Killer as usize;
            assert_eq!(clues >= 60, drawn, "{ingredient:?}: {clues}");
        }
    }
}
