//! The board: rows, columns, digits, and the names of cells.
//!
//! Rows and columns count from 0 in code and from 1 in words (`r1c1`). A [`CellId`] is a
//! row-major number and belongs to one grid; grids are small, so nothing here is cached.

use std::fmt;
use std::ops::RangeInclusive;

/// A cell, numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(u16);

impl CellId {
    /// The cell with this row-major number.
    pub const fn new(index: usize) -> Self {
        CellId(index as u16)
    }

    /// The row-major number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell{}", self.0)
    }
}

/// A rectangle of cells and the digits that go into them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    cols: usize,
    lo: i64,
    hi: i64,
}

impl Grid {
    /// The most rows, and the most columns.
    pub const MAX_SIDE: usize = 25;
    /// The most digits: a cell's candidates are one machine word.
    pub const MAX_DIGITS: usize = 64;
    /// The largest digit.
    pub const MAX_DIGIT: i64 = 99;

    /// A grid with the digits from 1 to its longer side; nothing if a side is not in `1..=25`.
    pub fn new(rows: usize, cols: usize) -> Option<Grid> {
        let side = 1..=Self::MAX_SIDE;
        let fits = side.contains(&rows) && side.contains(&cols);
        fits.then(|| Grid { rows, cols, lo: 1, hi: rows.max(cols) as i64 })
    }

    /// The ordinary 9x9 grid.
    pub fn nine() -> Grid {
        Grid { rows: 9, cols: 9, lo: 1, hi: 9 }
    }

    /// The same cells with other digits; nothing if they are out of range or too many.
    pub fn with_digits(self, lo: i64, hi: i64) -> Option<Grid> {
        let fits = 0 <= lo && lo <= hi && hi <= Self::MAX_DIGIT;
        (fits && hi - lo < Self::MAX_DIGITS as i64).then_some(Grid { lo, hi, ..self })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The smallest digit.
    pub fn lo(&self) -> i64 {
        self.lo
    }

    /// The largest digit.
    pub fn hi(&self) -> i64 {
        self.hi
    }

    /// The digits, smallest first.
    pub fn digits(&self) -> RangeInclusive<i64> {
        self.lo..=self.hi
    }

    /// How many digits there are.
    pub fn digit_count(&self) -> usize {
        (self.hi - self.lo + 1) as usize
    }

    /// How many cells a box or region has: as many as the longer side, if the digits suffice.
    pub fn house_size(&self) -> usize {
        self.rows.max(self.cols).min(self.digit_count())
    }

    /// How many cells there are.
    pub fn size(&self) -> usize {
        self.rows * self.cols
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.size()).map(CellId::new)
    }

    /// The cell in this row and column, both from 0, if the grid has it.
    pub fn cell(&self, row: usize, col: usize) -> Option<CellId> {
        (row < self.rows && col < self.cols).then(|| CellId::new(row * self.cols + col))
    }

    /// The row of a cell, from 0.
    pub fn row_of(&self, cell: CellId) -> usize {
        cell.index() / self.cols
    }

    /// The column of a cell, from 0.
    pub fn col_of(&self, cell: CellId) -> usize {
        cell.index() % self.cols
    }

    /// The name of a cell: `r1c1`.
    pub fn name(&self, cell: CellId) -> String {
        format!("r{}c{}", self.row_of(cell) + 1, self.col_of(cell) + 1)
    }

    /// The cell some rows down and some columns to the right, if the grid has it.
    pub fn step(&self, cell: CellId, down: isize, right: isize) -> Option<CellId> {
        let row = self.row_of(cell).checked_add_signed(down)?;
        let col = self.col_of(cell).checked_add_signed(right)?;
        self.cell(row, col)
    }

    /// From a cell in one direction to the edge, the cell included.
    pub fn ray(&self, from: CellId, down: isize, right: isize) -> Vec<CellId> {
        std::iter::successors(Some(from), |&c| self.step(c, down, right))
            .take(self.size())
            .collect()
    }

    /// The cells of a row, from the left.
    pub fn row(&self, row: usize) -> Vec<CellId> {
        let cells = if row < self.rows { row * self.cols..(row + 1) * self.cols } else { 0..0 };
        cells.map(CellId::new).collect()
    }

    /// The cells of a column, from the top.
    pub fn column(&self, col: usize) -> Vec<CellId> {
        let rows = if col < self.cols { 0..self.rows } else { 0..0 };
        rows.map(|row| CellId::new(row * self.cols + col)).collect()
    }

    /// A rectangle of cells, row by row; cells outside the grid are left out.
    pub fn rectangle(&self, row: usize, col: usize, height: usize, width: usize) -> Vec<CellId> {
        let rows = row.min(self.rows)..(row + height).min(self.rows);
        let cols = col.min(self.cols)..(col + width).min(self.cols);
        // Made for so many: a list grown by and by is made several times over.
        let mut cells = Vec::with_capacity(rows.len() * cols.len());
        for row in rows {
            cells.extend(cols.clone().map(|col| CellId::new(row * self.cols + col)));
        }
        cells
    }

    /// The tiling by boxes of this height and width; nothing if they do not fill the grid.
    pub fn boxes(&self, height: usize, width: usize) -> Option<Vec<Vec<CellId>>> {
        if height == 0
            || width == 0
            || !self.rows.is_multiple_of(height)
            || !self.cols.is_multiple_of(width)
        {
            return None;
        }
        let tops = (0..self.rows).step_by(height);
        let tile = |r| (0..self.cols).step_by(width).map(move |c| (r, c));
        Some(tops.flat_map(tile).map(|(r, c)| self.rectangle(r, c, height, width)).collect())
    }

    /// Height and width of the boxes people expect: the two divisors of the longer side
    /// nearest to each other, lying flat if both ways fit. A prime side has no boxes.
    pub fn default_box(&self) -> Option<(usize, usize)> {
        let side = self.rows.max(self.cols);
        let short = (2..side).filter(|&h| side.is_multiple_of(h) && h * h <= side);
        let flat = short.map(|h| (h, side / h));
        let nearest_first = flat.rev().flat_map(|(h, w)| [(h, w), (w, h)]);
        let fills = |&(h, w): &_| self.rows.is_multiple_of(h) && self.cols.is_multiple_of(w);
        nearest_first.into_iter().find(fills)
    }

    /// Cell lists as they are written: runs along a row or column become `r1c1-3`, `r1-3c2`.
    pub fn list(&self, cells: &[CellId]) -> String {
        let word = |(run, down): (&[CellId], bool)| self.range(run, down);
        self.runs(cells).into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// Cell lists as people say them: nobody says `r1c3-1`. Cells that run backwards are named one
    /// by one, many of them as `r1c9 to r1c2`.
    pub fn told(&self, cells: &[CellId]) -> String {
        let word = |(run, down): (&[CellId], bool)| match run {
            [first, .., last] if last < first => match run.len() {
                2 | 3 => run.iter().map(|&c| self.name(c)).collect::<Vec<_>>().join(" "),
                _ => format!("{} to {}", self.name(*first), self.name(*last)),
            },
            run => self.range(run, down),
        };
        self.runs(cells).into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// Straight runs one after another, and whether each goes along a column.
    fn runs<'c>(&self, mut cells: &'c [CellId]) -> Vec<(&'c [CellId], bool)> {
        let mut runs = Vec::new();
        while !cells.is_empty() {
            let (length, down) = self.longest_run(cells);
            let (run, rest) = cells.split_at(length);
            runs.push((run, down));
            cells = rest;
        }
        runs
    }

    /// `r1c1-3`, `r1-3c2`, `r1c1`.
    fn range(&self, run: &[CellId], down: bool) -> String {
        let [first, .., last] = *run else {
            return run.iter().map(|&c| self.name(c)).collect();
        };
        let (r1, c1) = (self.row_of(first) + 1, self.col_of(first) + 1);
        let (r2, c2) = (self.row_of(last) + 1, self.col_of(last) + 1);
        match down {
            true => format!("r{r1}-{r2}c{c1}"),
            false => format!("r{r1}c{c1}-{c2}"),
        }
    }

    /// How many leading cells form a straight run, and whether it goes along a column.
    fn longest_run(&self, cells: &[CellId]) -> (usize, bool) {
        let run = |down: isize, right: isize| {
            let joined = |w: &&[CellId]| self.step(w[0], down, right) == Some(w[1]);
            1 + cells.windows(2).take_while(joined).count()
        };
        let ways = [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|(d, r)| (run(d, r), d != 0));
        ways.into_iter().rev().max_by_key(|&(length, _)| length).unwrap_or((1, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backward_runs_are_written_short_and_told_cell_by_cell() {
        let grid = Grid::nine();
        let cells = |places: &[(usize, usize)]| -> Vec<CellId> {
            places.iter().filter_map(|&(r, c)| grid.cell(r - 1, c - 1)).collect()
        };
        let bent = cells(&[(6, 7), (6, 6), (6, 5), (7, 5), (8, 5)]);
        assert_eq!(grid.list(&bent), "r6c7-5 r7-8c5");
        assert_eq!(grid.told(&bent), "r6c7 r6c6 r6c5 r7-8c5");
        let long: Vec<CellId> = cells(&[(1, 1), (2, 1), (3, 1), (4, 1), (5, 2)]);
        assert_eq!(grid.told(&long), "r1-4c1 r5c2");
        let back: Vec<CellId> = long.iter().rev().copied().collect();
        assert_eq!(
            (grid.list(&back), grid.told(&back)),
            ("r5c2 r4-1c1".into(), "r5c2 r4c1 to r1c1".into())
        );
        assert_eq!(grid.told(&[]), "");
    }

    #[test]
    fn default_boxes_are_the_nearest_divisors() {
        let shape = |rows, cols| Grid::new(rows, cols).unwrap().default_box();
        let squares = [(4, (2, 2)), (6, (2, 3)), (8, (2, 4)), (9, (3, 3)), (10, (2, 5))];
        for (n, want) in squares.into_iter().chain([(12, (3, 4)), (15, (3, 5)), (16, (4, 4))]) {
            assert_eq!(shape(n, n), Some(want), "{n}");
        }
        for prime in [1, 2, 3, 5, 7, 23] {
            assert_eq!(shape(prime, prime), None, "{prime}");
        }
        assert_eq!(shape(6, 8), Some((2, 4)));
        assert_eq!(shape(4, 7), None);
        assert_eq!(shape(4, 6), Some((2, 3)));
    }

    #[test]
    fn lists_are_compressed_along_rows_and_columns() {
        let g = Grid::nine();
        let at = |names: &[(usize, usize)]| {
            names.iter().map(|&(r, c)| g.cell(r - 1, c - 1).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(g.list(&at(&[(1, 3), (1, 4), (1, 5)])), "r1c3-5");
        assert_eq!(g.list(&at(&[(9, 8), (9, 7), (9, 6)])), "r9c8-6");
        assert_eq!(g.list(&at(&[(2, 2), (3, 2), (3, 3)])), "r2-3c2 r3c3");
        assert_eq!(g.list(&at(&[(1, 1), (2, 2)])), "r1c1 r2c2");
    }

    #[test]
    fn sides_and_digits_have_limits() {
        assert!(Grid::new(0, 9).is_none() && Grid::new(26, 9).is_none());
        assert!(Grid::nine().with_digits(0, 63).is_some());
        assert!(Grid::nine().with_digits(0, 64).is_none());
        assert!(Grid::nine().with_digits(5, 4).is_none());
    }
}
