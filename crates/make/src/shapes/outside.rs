//! Clues outside the grid.

use pencilmark_puzzle::{CellId, Puzzle};

use super::{Canvas, add};
use crate::chance::Chance;
use crate::pool::diagonals;

impl Canvas<'_> {
    /// About one diagonal sum for each row.
    pub(super) fn little_killers(&self, puzzle: &mut Puzzle, chance: &mut Chance) {
        let mut diagonals = diagonals(self.grid);
        chance.shuffle(&mut diagonals);
        for cells in diagonals.into_iter().take(self.grid.rows() + 1) {
            let sum = cells.iter().map(|&cell| self.digit(cell)).sum();
            add(puzzle, "little-killer", |clue| clue.number(sum).over(cells));
        }
    }

    /// The sandwich of every row and column.
    pub(super) fn sandwiches(&self, puzzle: &mut Puzzle) {
        let rows = (0..self.grid.rows()).map(|row| self.grid.row(row));
        let columns = (0..self.grid.cols()).map(|column| self.grid.column(column));
        for line in rows.chain(columns) {
            let crust =
                |cell: &CellId| [self.grid.lo(), self.grid.hi()].contains(&self.digit(*cell));
            let Some(first) = line.iter().position(crust) else { continue };
            let Some(last) = line.iter().rposition(crust) else { continue };
            let sum = line[first + 1..last].iter().map(|&cell| self.digit(cell)).sum();
            add(puzzle, "sandwich", |clue| clue.number(sum).over(line));
        }
    }
}
