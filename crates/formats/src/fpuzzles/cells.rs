//! Names of cells: `R1C1`, counted from 1; 0 and the size plus 1 lie outside the grid.

use pencilmark_puzzle::{CellId, Grid};

use crate::import::{Reading, Trouble};
use crate::json::{Json, Value};

/// An error about a value, in its place.
pub(super) fn fault(json: &Json, message: impl Into<String>) -> Trouble {
    Trouble::new(message).at(json.at..json.at + 1)
}

/// The items of a list.
pub(super) fn list<'a>(json: &'a Json, what: &str) -> Reading<&'a [Json]> {
    match &json.value {
        Value::List(items) => Ok(items),
        _ => Err(fault(json, format!("{what} should be a list, this is {}", json.sort()))),
    }
}

/// Row and column of a name, both counted from 1.
pub(super) fn place(json: &Json) -> Reading<(i64, i64)> {
    let numbers = || {
        let text = json.text()?.trim();
        let (row, col) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        Some((row.parse::<i64>().ok()?, col.parse::<i64>().ok()?))
    };
    numbers().filter(|(r, c)| (-9..=99).contains(r) && (-9..=99).contains(c)).ok_or_else(|| {
        let shown = json.text().map_or(json.sort().to_string(), |t| format!("`{t}`"));
        fault(json, format!("{shown} is not a cell")).help("cells are named `R1C1`")
    })
}

/// The cell in a row and column counted from 1.
pub(super) fn inside(grid: &Grid, row: i64, col: i64) -> Option<CellId> {
    let at = |n: i64| usize::try_from(n).ok()?.checked_sub(1);
    grid.cell(at(row)?, at(col)?)
}

pub(super) fn cell(json: &Json, grid: &Grid) -> Reading<CellId> {
    let (row, col) = place(json)?;
    inside(grid, row, col).ok_or_else(|| {
        let size = format!("{} rows and {} columns", grid.rows(), grid.cols());
        fault(json, format!("R{row}C{col} is outside the grid of {size}"))
    })
}

pub(super) fn cells(json: &Json, grid: &Grid) -> Reading<Vec<CellId>> {
    list(json, "cells")?.iter().map(|word| cell(word, grid)).collect()
}

/// The line that a clue outside the grid looks along.
pub(super) fn line_from(json: &Json, grid: &Grid) -> Reading<Vec<CellId>> {
    let (row, col) = place(json)?;
    let (rows, cols) = (grid.rows() as i64, grid.cols() as i64);
    let backwards = |mut line: Vec<CellId>| {
        line.reverse();
        line
    };
    let (in_row, in_col) = ((1..=rows).contains(&row), (1..=cols).contains(&col));
    match (row, col) {
        (0, c) if in_col => Ok(grid.column(c as usize - 1)),
        (r, 0) if in_row => Ok(grid.row(r as usize - 1)),
        (r, c) if r == rows + 1 && in_col => Ok(backwards(grid.column(c as usize - 1))),
        (r, c) if c == cols + 1 && in_row => Ok(backwards(grid.row(r as usize - 1))),
        _ => Err(fault(json, format!("R{row}C{col} is not beside a row or column"))),
    }
}

/// The name of a cell.
pub(super) fn name(grid: &Grid, cell: CellId) -> String {
    format!("R{}C{}", grid.row_of(cell) + 1, grid.col_of(cell) + 1)
}

/// The name of the place outside the grid from which a line is seen.
pub(super) fn outside_name(grid: &Grid, line: &[CellId]) -> Option<String> {
    let (&first, second) = (line.first()?, line.get(1));
    let (row, col) = (grid.row_of(first) as i64 + 1, grid.col_of(first) as i64 + 1);
    let (rows, cols) = (grid.rows(), grid.cols());
    let next = *second?;
    let whole = |cells: Vec<CellId>| {
        cells == line || cells.iter().rev().copied().collect::<Vec<_>>() == line
    };
    if grid.row_of(next) == grid.row_of(first) && whole(grid.row(row as usize - 1)) {
        return Some(format!("R{row}C{}", if col == 1 { 0 } else { cols + 1 }));
    }
    let along = grid.col_of(next) == grid.col_of(first) && whole(grid.column(col as usize - 1));
    along.then(|| format!("R{}C{col}", if row == 1 { 0 } else { rows + 1 }))
}
