//! Shape, boxes and jigsaw pieces.

use std::collections::BTreeMap;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use super::{Statement, integer};
use crate::say::clue;
use crate::{ReadError, Reading};

/// The empty board with its houses.
pub(super) fn read(statements: &[Statement]) -> Reading<Puzzle> {
    let find = |kind: &str| statements.iter().find(|s| s.kind == kind);
    let shape = find("Shape").map_or(&[][..], |s| &s.args);
    let mut puzzle = Puzzle::blank(grid(shape)?);
    let raw = shape.iter().any(|a| a == "Raw");
    if !raw {
        puzzle.add_rows(None);
        puzzle.add_columns(None);
    }
    let boxes = !raw && find("NoBoxes").is_none();
    let size = find("RegionSize").map(|s| integer(s.args.first().map_or("", |a| a))).transpose()?;
    if boxes && let Some((height, width)) = box_shape(&puzzle.grid, size) {
        puzzle.add_boxes(height, width, None);
    }
    let has_boxes = puzzle.clues_of("box").next().is_some();
    for jigsaw in statements.iter().filter(|s| s.kind == "Jigsaw") {
        for piece in pieces(jigsaw, &puzzle.grid)? {
            // Where boxes stay, a piece is one more house, not a replacement.
            let house = if has_boxes { clue("extra-region") } else { Clue::new(&kinds::REGION) };
            puzzle.clues.push(house.over(piece));
        }
    }
    Ok(puzzle)
}

fn grid(shape: &[String]) -> Reading<Grid> {
    let Some(sides) = shape.first().filter(|s| !s.is_empty()) else { return Ok(Grid::nine()) };
    let broken = || ReadError::broken(format!("shape {}", shape.join("~")));
    let (rows, cols) = sides.split_once('x').ok_or_else(broken)?;
    let grid = Grid::new(integer(rows)? as usize, integer(cols)? as usize).ok_or_else(broken)?;
    let Some(range) = shape.get(1).filter(|s| !s.is_empty() && *s != "Raw") else {
        return Ok(grid);
    };
    let (lo, hi) = match range.split_once('-') {
        Some((lo, hi)) => (integer(lo)?, integer(hi)?),
        None => (1, integer(range)?),
    };
    grid.with_digits(lo, hi).ok_or_else(broken)
}

/// Boxes have as many cells as the longer side, or as they are told.
fn box_shape(grid: &Grid, size: Option<i64>) -> Option<(usize, usize)> {
    let size = size.map_or(grid.rows().max(grid.cols()), |s| s as usize);
    let flat = (2..=size).rev().filter(|s| size.is_multiple_of(*s) && s * s <= size);
    let mut shapes = flat.flat_map(|s| [(s, size / s), (size / s, s)]);
    shapes.find(|(h, w)| grid.rows().is_multiple_of(*h) && grid.cols().is_multiple_of(*w))
}

/// Pieces too small or too large for a house are what a partial layout leaves over.
fn pieces(jigsaw: &Statement, grid: &Grid) -> Reading<Vec<Vec<CellId>>> {
    let layout = jigsaw.args.last().map_or("", |a| a);
    if layout.chars().count() != grid.size() {
        return Err(ReadError::broken("jigsaw layout does not fit the grid"));
    }
    let mut pieces: BTreeMap<char, Vec<CellId>> = BTreeMap::new();
    for (i, letter) in layout.chars().enumerate() {
        pieces.entry(letter).or_default().push(CellId::new(i));
    }
    let sizes = grid.rows().max(grid.cols())..=grid.digit_count();
    let (houses, rest): (Vec<_>, Vec<_>) =
        pieces.into_values().partition(|p| sizes.contains(&p.len()));
    match rest.len() {
        0 | 1 => Ok(houses),
        _ => Err(ReadError::broken("jigsaw pieces of several sizes")),
    }
}
