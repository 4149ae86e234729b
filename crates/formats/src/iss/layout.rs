//! Shape, boxes and jigsaw pieces.

use std::borrow::Cow;
use std::collections::BTreeMap;

use pencilmark_puzzle::{CellId, Clue, Grid, Puzzle, kinds};

use super::{Statement, integer};
use crate::import::{Reading, clue, grid};

/// Statements that are read here.
pub(super) const TYPES: &[&str] =
    &["Shape", "NoBoxes", "RegionSize", "Jigsaw", "Var", "Or", "And", "Replicate"];

/// The empty board with its houses.
pub(super) fn read(statements: &[Statement]) -> Reading<Puzzle> {
    let find = |kind: &str| statements.iter().find(|s| s.kind == kind);
    let mut shapes = statements.iter().filter(|s| s.kind == "Shape");
    let shape = shapes.next();
    if let Some(second) = shapes.next() {
        let help = "puzzles are separated by `---`; `--from iss-lines` reads one on each line";
        return Err(second.fault("a second `.Shape` in one puzzle").help(help));
    }
    let raw = shape.is_some_and(|s| s.args.iter().any(|a| a == "Raw"));
    let mut puzzle = Puzzle::blank(match shape {
        Some(shape) => board(shape)?,
        None => Grid::nine(),
    });
    if !raw {
        puzzle.add_rows(None);
        puzzle.add_columns(None);
    }
    let boxes = !raw && find("NoBoxes").is_none();
    let size = region_size(statements)?;
    if boxes && let Some((height, width)) = box_shape(&puzzle.grid, size) {
        puzzle.add_boxes(height, width, None);
    }
    let has_boxes = puzzle.clues_of("box").next().is_some();
    for jigsaw in statements.iter().filter(|s| s.kind == "Jigsaw") {
        for piece in pieces(jigsaw, &puzzle.grid, size)? {
            // Where boxes stay, a piece is one more house, not a replacement.
            let sizes = puzzle.grid.house_size()..=puzzle.grid.digit_count();
            let house = match has_boxes || !sizes.contains(&piece.len()) {
                true => clue("extra-region"),
                false => Clue::new(&kinds::REGION),
            };
            puzzle.clues.push(house.over(piece));
        }
    }
    Ok(puzzle)
}

/// How many cells a region has, if it is told.
pub(super) fn region_size(statements: &[Statement]) -> Reading<Option<usize>> {
    let Some(told) = statements.iter().find(|s| s.kind == "RegionSize") else { return Ok(None) };
    let size = integer(told, told.arg(0))?;
    match usize::try_from(size).ok().filter(|n| (1..=Grid::MAX_SIDE * Grid::MAX_SIDE).contains(n)) {
        Some(size) => Ok(Some(size)),
        None => Err(told.fault(format!("regions of {size} cells are not read"))),
    }
}

fn board(shape: &Statement) -> Reading<Grid> {
    let Some(sides) = shape.args.first().filter(|s| !s.is_empty()) else { return Ok(Grid::nine()) };
    let broken = || {
        shape.fault(format!("`{}` is not a shape such as `9x9` or `9x9~0-8`", shape.args.join("~")))
    };
    let known = |(at, arg): (usize, &Cow<'_, str>)| at < 2 || arg.is_empty() || arg == "Raw";
    if !shape.args.iter().enumerate().all(known) {
        return Err(broken());
    }
    let (rows, cols) = sides.split_once('x').ok_or_else(broken)?;
    let board =
        grid(integer(shape, rows)?, integer(shape, cols)?).map_err(|e| e.at(shape.at.clone()))?;
    let Some(range) = shape.args.get(1).filter(|s| !s.is_empty() && *s != "Raw") else {
        return Ok(board);
    };
    let (lo, hi) = match range.split_once('-') {
        Some((lo, hi)) => (integer(shape, lo)?, integer(shape, hi)?),
        None => (1, integer(shape, range)?),
    };
    board.with_digits(lo, hi).ok_or_else(broken)
}

/// Boxes have as many cells as the longer side, or as they are told.
pub(super) fn box_shape(grid: &Grid, size: Option<usize>) -> Option<(usize, usize)> {
    let size = size.unwrap_or(grid.rows().max(grid.cols()));
    let flat = (2..=size).rev().filter(|s| size.is_multiple_of(*s) && s * s <= size);
    let mut shapes = flat.flat_map(|s| [(s, size / s), (size / s, s)]);
    shapes.find(|(h, w)| grid.rows().is_multiple_of(*h) && grid.cols().is_multiple_of(*w))
}

/// Pieces have as many cells as the longer side up to as there are digits, or as they are told;
/// others are what a partial layout leaves over.
fn pieces(jigsaw: &Statement, grid: &Grid, size: Option<usize>) -> Reading<Vec<Vec<CellId>>> {
    let layout = jigsaw.args.last().map_or("", |a| a);
    let told = layout.chars().count();
    if told != grid.size() {
        let message = format!("the layout tells {told} cells, the grid has {}", grid.size());
        return Err(jigsaw.fault(message));
    }
    let mut pieces: BTreeMap<char, Vec<CellId>> = BTreeMap::new();
    for (i, letter) in layout.chars().enumerate() {
        pieces.entry(letter).or_default().push(CellId::new(i));
    }
    if pieces.len() == 1 {
        return Ok(vec![]);
    }
    let whole = grid.rows().max(grid.cols());
    let fits =
        |p: &Vec<CellId>| Some(p.len()) == size || (whole..=grid.digit_count()).contains(&p.len());
    let (houses, rest): (Vec<_>, Vec<_>) = pieces.into_values().partition(fits);
    match rest.len() {
        0 | 1 => Ok(houses),
        _ => Err(jigsaw.fault(format!("the pieces of a jigsaw have {whole} cells each"))),
    }
}
