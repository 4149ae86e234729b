//! Which cells have clues together.

use pencilmark_puzzle::{CellId, Grid};

/// How the pattern of givens looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Anyhow.
    #[default]
    None,
    /// The same after half a turn.
    Rotate180,
    /// The same after a quarter turn.
    Rotate90,
    /// Left and right are mirror images.
    Mirror,
    /// Top and bottom are mirror images.
    Flip,
    /// The same on both sides of the falling diagonal.
    Diagonal,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 6] = [
        Symmetry::None,
        Symmetry::Rotate180,
        Symmetry::Rotate90,
        Symmetry::Mirror,
        Symmetry::Flip,
        Symmetry::Diagonal,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rotate180 => "rotate180",
            Symmetry::Rotate90 => "rotate90",
            Symmetry::Mirror => "mirror",
            Symmetry::Flip => "flip",
            Symmetry::Diagonal => "diagonal",
        }
    }

    /// Whether a grid can look like this at all.
    pub fn fits(self, grid: &Grid) -> bool {
        grid.rows() == grid.cols() || !matches!(self, Symmetry::Rotate90 | Symmetry::Diagonal)
    }

    /// Where a cell goes.
    fn image(self, grid: &Grid, cell: CellId) -> Option<CellId> {
        let (row, col) = (grid.row_of(cell), grid.col_of(cell));
        let (below, beyond) = (grid.rows() - 1 - row, grid.cols() - 1 - col);
        match self {
            Symmetry::None => Some(cell),
            Symmetry::Rotate180 => grid.cell(below, beyond),
            Symmetry::Rotate90 => grid.cell(col, below),
            Symmetry::Mirror => grid.cell(row, beyond),
            Symmetry::Flip => grid.cell(below, col),
            Symmetry::Diagonal => grid.cell(col, row),
        }
    }

    /// The cells of a grid in sets that go together.
    pub fn orbits(self, grid: &Grid) -> Vec<Vec<CellId>> {
        let mut orbits: Vec<Vec<CellId>> = Vec::new();
        let mut seen = vec![false; grid.size()];
        for first in grid.cells() {
            let mut orbit = Vec::new();
            let mut cell = Some(first);
            while let Some(at) = cell.filter(|c| !seen[c.index()]) {
                seen[at.index()] = true;
                orbit.push(at);
                cell = self.image(grid, at);
            }
            orbits.extend((!orbit.is_empty()).then_some(orbit));
        }
        orbits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_of_the_size_they_must_have() {
        let grid = Grid::nine();
        for (symmetry, size, fixed) in [
            (Symmetry::None, 1, 81),
            (Symmetry::Rotate180, 2, 1),
            (Symmetry::Rotate90, 4, 1),
            (Symmetry::Mirror, 2, 9),
            (Symmetry::Flip, 2, 9),
            (Symmetry::Diagonal, 2, 9),
        ] {
            let orbits = symmetry.orbits(&grid);
            assert_eq!(orbits.iter().filter(|o| o.len() == 1).count(), fixed, "{symmetry:?}");
            assert!(orbits.iter().all(|o| o.len() == size || o.len() == 1));
            assert_eq!(orbits.iter().map(Vec::len).sum::<usize>(), 81);
        }
        let corner = Symmetry::Rotate90.orbits(&grid).remove(0);
        let mut names: Vec<String> = corner.iter().map(|&c| grid.name(c)).collect();
        names.sort();
        assert_eq!(names, ["r1c1", "r1c9", "r9c1", "r9c9"]);
    }
}
