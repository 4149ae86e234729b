//! Numbers of borders, corners and places outside the grid.

use pencilmark_puzzle::{CellId, Grid};

/// The two cells at a border. In each row of numbers, twice as long as the grid is wide, the
/// first half are borders to the left of a cell, the second half borders below one.
pub(super) fn edge(grid: &Grid, number: i64) -> Option<[CellId; 2]> {
    let number = usize::try_from(number).ok()?;
    let width = grid.cols();
    let (row, at) = (number / (2 * width), number % (2 * width));
    let (first, second) = match at < width {
        true => ((row, at.checked_sub(1)?), (row, at)),
        false => ((row, at - width), (row + 1, at - width)),
    };
    Some([grid.cell(first.0, first.1)?, grid.cell(second.0, second.1)?])
}

/// The number of the border between two cells.
pub(super) fn edge_number(grid: &Grid, a: CellId, b: CellId) -> Option<usize> {
    let (a, b) = (a.min(b), a.max(b));
    let (row, width) = (grid.row_of(a), grid.cols());
    if grid.step(a, 0, 1) == Some(b) {
        return Some(row * 2 * width + grid.col_of(b));
    }
    (grid.step(a, 1, 0) == Some(b)).then(|| row * 2 * width + width + grid.col_of(a))
}

/// The four cells around a point where lines cross.
pub(super) fn corner(grid: &Grid, number: i64) -> Option<Vec<CellId>> {
    let number = usize::try_from(number).ok()?;
    let (row, col) = (number / (grid.cols() + 1), number % (grid.cols() + 1));
    let cells = grid.rectangle(row.checked_sub(1)?, col.checked_sub(1)?, 2, 2);
    (cells.len() == 4).then_some(cells)
}

/// The number of the point in the middle of a square of four cells.
pub(super) fn corner_number(grid: &Grid, cells: &[CellId]) -> Option<usize> {
    let first = *cells.iter().min()?;
    let (row, col) = (grid.row_of(first), grid.col_of(first));
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    let number = (row + 1) * (grid.cols() + 1) + col + 1;
    (grid.rectangle(row, col, 2, 2) == sorted && sorted.len() == 4).then_some(number)
}

/// Row and column of a place, both from -1.
pub(super) fn outer(grid: &Grid, number: i64) -> Option<(isize, isize)> {
    let number = usize::try_from(number).ok()?;
    let width = grid.cols() + 2;
    let (row, col) = (number / width, number % width);
    (row < grid.rows() + 2).then_some((row as isize - 1, col as isize - 1))
}

/// The number of a place.
pub(super) fn outer_number(grid: &Grid, row: isize, col: isize) -> isize {
    col + 1 + (row + 1) * (grid.cols() as isize + 2)
}

/// The cells from a place outside the grid on in a direction.
pub(super) fn ray(grid: &Grid, from: (isize, isize), step: (isize, isize)) -> Vec<CellId> {
    let (row, col) = (from.0 + step.0, from.1 + step.1);
    let first = usize::try_from(row).ok().zip(usize::try_from(col).ok());
    match first.and_then(|(r, c)| grid.cell(r, c)) {
        Some(first) => grid.ray(first, step.0, step.1),
        None => vec![],
    }
}

/// The row or column that a place outside the grid looks along.
pub(super) fn line(grid: &Grid, from: (isize, isize)) -> Vec<CellId> {
    let (rows, cols) = (grid.rows() as isize, grid.cols() as isize);
    let step = match from {
        (-1, _) => (1, 0),
        (_, -1) => (0, 1),
        (r, _) if r == rows => (-1, 0),
        (_, c) if c == cols => (0, -1),
        _ => return vec![],
    };
    ray(grid, from, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_to_cells_and_back() {
        let grid = Grid::nine();
        for cell in grid.cells() {
            for (down, right) in [(0, 1), (1, 0)] {
                let Some(next) = grid.step(cell, down, right) else { continue };
                let number = edge_number(&grid, cell, next).unwrap();
                assert_eq!(edge(&grid, number as i64), Some([cell, next]));
            }
        }
        let square = grid.rectangle(3, 4, 2, 2);
        let number = corner_number(&grid, &square).unwrap();
        assert_eq!((number, corner(&grid, number as i64)), (45, Some(square)));
        assert_eq!(outer(&grid, outer_number(&grid, -1, 3) as i64), Some((-1, 3)));
        assert_eq!(line(&grid, (-1, 3)), grid.column(3));
        assert_eq!((edge(&grid, 0), corner(&grid, 0), edge(&grid, 9999)), (None, None, None));
    }
}
