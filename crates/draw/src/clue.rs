//! How each clue is drawn: the shape that its kind names, over the clue's own cells.

use std::collections::BTreeSet;

use pencilmark_puzzle::{CellId, Clue, Drawing, Grid, Mark, Puzzle};

use crate::board::centre;
use crate::colour::Rgb;
use crate::label::{arguments, label, name, pieces, written};
use crate::outline::outlines;
use crate::shape::{Layer, Paint, Point, Scene, Stroke, at};
use crate::theme::Ink;
use crate::{edge, line, outside};

/// Draws a clue. False if the picture does not show all of it, so that words have to.
pub(crate) fn draw(scene: &mut Scene, clue: &Clue, puzzle: &Puzzle) -> bool {
    let grid = &puzzle.grid;
    match clue.kind.drawing {
        Drawing::Nothing => return false,
        // Digits, marks and houses are the board's own.
        Drawing::Digit | Drawing::Marks | Drawing::Outline => return true,
        Drawing::Diagonals { colour } => {
            diagonals(scene, clue, grid, thin(colour));
            return true;
        }
        Drawing::Fill { colour, outlined, text } => {
            let cells = about(clue, puzzle);
            for &cell in &cells {
                let fill = Some(wide(colour).alpha(0.95));
                scene.rectangle(Layer::Cells, centre(grid, cell), (1.0, 1.0), fill, None);
            }
            for list in &clue.cells {
                if outlined {
                    dashes(scene, grid, list, Ink::Black);
                }
                if let Some(&first) = list.iter().min() {
                    label(scene, grid, first, &written(text, clue, puzzle));
                }
            }
            return !cells.is_empty();
        }
        Drawing::Cage { colour, text } => {
            for list in &clue.cells {
                dashes(scene, grid, list, thin(colour));
                // The first part says all, the others by their name that they belong to it.
                for (i, piece) in pieces(grid, list).iter().enumerate() {
                    let all = || written(text, clue, puzzle);
                    let text = if i == 0 { all() } else { name(clue, puzzle) };
                    label(scene, grid, piece[0], &text);
                }
            }
        }
        Drawing::Line { colour, width, core, ends, text } => {
            let closed = arguments(clue).1 == Some("loop");
            // Digits stand on a wide line, a thin one has to be seen beside them.
            let ink = if width < line::WIDE { thin(colour) } else { wide(colour) };
            let core = core.map(|(colour, width)| Stroke::solid(inner(colour), width));
            for list in &clue.cells {
                line::draw(scene, grid, list, (Stroke::solid(ink, width), core), ends, closed);
                if let Some(&first) = list.first() {
                    label(scene, grid, first, &written(text, clue, puzzle));
                }
            }
        }
        Drawing::Arrow { text } => {
            line::arrow(scene, grid, clue);
            if let Some(&first) = clue.list(0).first() {
                label(scene, grid, first, &written(text, clue, puzzle));
            }
        }
        Drawing::Count { text } => {
            let told = clue.cells.get(1..).filter(|rest| !rest.is_empty());
            let lists = told.map_or_else(|| vec![about(clue, puzzle)], <[_]>::to_vec);
            lists.iter().for_each(|list| dashes(scene, grid, list, Ink::Black));
            for &cell in clue.list(0) {
                cell_mark(scene, centre(grid, cell), Mark::Ring, Ink::Line(line::ARROW));
                label(scene, grid, cell, &written(text, clue, puzzle));
            }
        }
        Drawing::Dot { fill } => return edge::dots(scene, grid, clue, fill),
        Drawing::Edge { text } => {
            return edge::texts(scene, grid, clue, &written(text, clue, puzzle));
        }
        Drawing::Chevron => return edge::chevrons(scene, grid, clue),
        Drawing::Corner { dashed } => edge::corner(scene, grid, clue, dashed),
        Drawing::Cell { mark, colour, text } => {
            let ink = match mark {
                Mark::Ring | Mark::Frame => thin(colour),
                _ => wide(colour),
            };
            for &cell in clue.cells.iter().flatten() {
                cell_mark(scene, centre(grid, cell), mark, ink);
                label(scene, grid, cell, &written(text, clue, puzzle));
            }
        }
        Drawing::Outside { frame } => return outside::number(scene, puzzle, clue, frame),
        Drawing::OutsideArrow => return outside::arrow(scene, puzzle, clue),
    }
    clue.cells.iter().any(|list| !list.is_empty())
}

/// The cells that a clue lists, else those that it is about.
pub(crate) fn about(clue: &Clue, puzzle: &Puzzle) -> Vec<CellId> {
    let names = || (clue.kind.meaning)(clue, puzzle).into_iter().flat_map(|f| f.variables());
    let listed = matches!(clue.kind.drawing, Drawing::Fill { .. });
    if listed && clue.cells.iter().any(|list| !list.is_empty()) {
        return clue.cells.iter().flatten().copied().collect();
    }
    let cells: BTreeSet<CellId> = names().filter_map(|name| puzzle.cell_of(name)).collect();
    cells.into_iter().collect()
}

/// The colour of what digits stand on.
fn wide(colour: &str) -> Ink {
    ink(colour, Ink::Clue)
}

/// The colour of a line beside the digits.
fn thin(colour: &str) -> Ink {
    ink(colour, Ink::Line)
}

/// The colour of a line inside a wider one.
fn inner(colour: &str) -> Ink {
    ink(colour, Ink::Core)
}

fn ink(colour: &str, of: fn(Rgb) -> Ink) -> Ink {
    match colour {
        "#000000" => Ink::Black,
        "#FFFFFF" => Ink::Paper,
        other => Rgb::parse(other).map_or(Ink::Faint, of),
    }
}

fn diagonals(scene: &mut Scene, clue: &Clue, grid: &Grid, ink: Ink) {
    let (w, h) = (grid.cols() as f32, grid.rows() as f32);
    let stroke = Stroke::solid(ink, 0.03);
    let down = vec![at(0.0, 0.0), at(w, h)];
    let up = vec![at(0.0, h), at(w, 0.0)];
    // A single diagonal says which by its sign.
    match clue.numbers.first() {
        Some(sign) if *sign < 0 => scene.line(Layer::Lines, down, stroke),
        Some(_) => scene.line(Layer::Lines, up, stroke),
        None => {
            scene.line(Layer::Lines, down, stroke);
            scene.line(Layer::Lines, up, stroke);
        }
    }
}

/// A dashed line around cells, a little inside them.
fn dashes(scene: &mut Scene, grid: &Grid, cells: &[CellId], ink: Ink) {
    let spot = |&c: &CellId| (grid.row_of(c) as i32, grid.col_of(c) as i32);
    for points in outlines(&cells.iter().map(spot).collect(), 0.08) {
        // Colours are paler than black, most of all in the dark, and thin dashes would be lost.
        let width = if ink == Ink::Black { 0.024 } else { 0.038 };
        let stroke = Some(Stroke::dashed(ink, width, 0.07, 0.045));
        scene.polygon(Layer::Cages, points, None, stroke);
    }
}

fn cell_mark(scene: &mut Scene, place: Point, mark: Mark, ink: Ink) {
    let fill: Option<Paint> = Some(ink.into());
    match mark {
        Mark::Square => scene.rectangle(Layer::Cells, place, (0.7, 0.7), fill, None),
        Mark::Disc => scene.circle(Layer::Cells, place, 0.35, fill, None),
        Mark::Ring => {
            scene.circle(Layer::Cells, place, 0.38, None, Some(Stroke::solid(ink, 0.04)));
        }
        Mark::Frame => {
            let stroke = Some(Stroke::solid(ink, 0.0625));
            let side = 1.0 - 0.0625;
            scene.rectangle(Layer::Cells, place, (side, side), Some(ink.alpha(0.1)), stroke);
        }
        Mark::Inward | Mark::Outward => {
            scene.rectangle(Layer::Cells, place, (1.0, 1.0), fill, None);
            let way = if mark == Mark::Inward { -1.0 } else { 1.0 };
            for (dx, dy) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0f32)] {
                let tip = place.shifted(dx * (0.42 + way * 0.04), dy * (0.42 + way * 0.04));
                let back = place.shifted(dx * (0.42 - way * 0.04), dy * (0.42 - way * 0.04));
                let wing = |side: f32| back.shifted(dy * 0.1 * side, dx * 0.1 * side);
                let points = vec![wing(1.0), tip, wing(-1.0)];
                scene.line(Layer::Cells, points, Stroke::solid(Ink::Black, 0.02));
            }
        }
    }
}
