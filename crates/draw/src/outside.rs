//! Numbers outside the grid.

use pencilmark_puzzle::{CellId, Clue, Drawing, Frame, Grid, Puzzle};

use crate::label::arguments;
use crate::line::head;
use crate::shape::{Layer, Point, Scene, Stroke, at};
use crate::theme::Ink;

/// Where a clue stands outside the grid, as a row and a column, and which way it looks from
/// there: down and right. None if its line does not start at the edge.
pub(crate) fn spot(grid: &Grid, clue: &Clue) -> Option<((i32, i32), (i32, i32))> {
    let is_arrow = match clue.kind.drawing {
        Drawing::Outside { .. } => false,
        Drawing::OutsideArrow => true,
        _ => return None,
    };
    let place = |cell: CellId| (grid.row_of(cell) as i32, grid.col_of(cell) as i32);
    let (rows, cols) = (grid.rows() as i32, grid.cols() as i32);
    let first = place(*clue.list(0).first()?);
    let ways: Vec<(i32, i32)> = clue
        .list(0)
        .windows(2)
        .map(|pair| (place(pair[1]).0 - place(pair[0]).0, place(pair[1]).1 - place(pair[0]).1))
        .collect();
    let way = match ways.first() {
        // It goes straight on, or it cannot be told by where it starts.
        Some(&way) if ways.iter().all(|&w| w == way) => way,
        Some(_) => return None,
        // A diagonal of one cell starts in a corner of the grid: it looks out of it.
        None if is_arrow => (if first.0 == 0 { 1 } else { -1 }, if first.1 == 0 { 1 } else { -1 }),
        None => (0, if first.1 == 0 { 1 } else { -1 }),
    };
    let from = (first.0 - way.0, first.1 - way.1);
    let inside = (0..rows).contains(&from.0) && (0..cols).contains(&from.1);
    let next_to = (way.0.abs().max(way.1.abs())) == 1;
    (!inside && next_to).then_some((from, way))
}

/// The middle of a spot.
fn middle(spot: (i32, i32)) -> Point {
    at(spot.1 as f32 + 0.5, spot.0 as f32 + 0.5)
}

/// A number in its frame. Of several at one spot, later ones stand farther out.
pub(crate) fn number(scene: &mut Scene, puzzle: &Puzzle, clue: &Clue, frame: Frame) -> bool {
    let grid = &puzzle.grid;
    let Some((from, way)) = spot(grid, clue) else { return false };
    let is_here = |c: &&Clue| spot(grid, c).is_some_and(|(other, _)| other == from);
    let is_arrow = |c: &Clue| matches!(c.kind.drawing, Drawing::OutsideArrow);
    let before = puzzle.clues.iter().take_while(|c| !std::ptr::eq(*c, clue));
    let nearer = before.filter(is_here).filter(|c| !is_arrow(c)).count()
        + usize::from(puzzle.clues.iter().filter(is_here).any(is_arrow));
    let far = nearer as f32;
    let place = middle(from).shifted(-way.1 as f32 * far, -way.0 as f32 * far);
    let numbers: Vec<String> = arguments(clue).0.iter().map(i64::to_string).collect();
    let mut text = numbers.join(" ");
    let border = Stroke::solid(Ink::Black, 0.03);
    match frame {
        Frame::None => {}
        Frame::Circle => scene.circle(Layer::Labels, place, 0.36, None, Some(border)),
        Frame::House | Frame::HiddenHouse => {
            let corners = [(-0.33, 0.36), (-0.33, -0.12), (0.0, -0.4), (0.33, -0.12), (0.33, 0.36)];
            let corners = corners.iter().map(|&(x, y)| place.shifted(x, y)).collect();
            let border = if frame == Frame::House {
                border
            } else {
                Stroke::dashed(Ink::Black, 0.03, 0.08, 0.06)
            };
            scene.polygon(Layer::Labels, corners, None, Some(border));
        }
        Frame::Room => scene.rectangle(Layer::Labels, place, (0.7, 0.7), None, Some(border)),
        Frame::Rank => text.insert(0, '#'),
    }
    let size = match (frame, text.chars().count()) {
        (Frame::None, 0..=2) => 0.5,
        (_, 0..=2) => 0.4,
        (_, n) => 0.9 / n as f32,
    };
    scene.text(Layer::Labels, place, size, Ink::Black, text);
    scene.include(place, 0.5);
    true
}

/// A number with a short arrow towards its diagonal.
pub(crate) fn arrow(scene: &mut Scene, puzzle: &Puzzle, clue: &Clue) -> bool {
    let Some((from, (down, right))) = spot(&puzzle.grid, clue) else { return false };
    let (place, dx, dy) = (middle(from), right as f32, down as f32);
    let same = |other: &&Clue| {
        matches!(other.kind.drawing, Drawing::OutsideArrow)
            && spot(&puzzle.grid, other).is_some_and(|(p, _)| p == from)
    };
    // Two clues may share a place and look different ways: each moves towards its arrow.
    let shared = puzzle.clues.iter().filter(same).count() > 1;
    let (number, size) = if shared {
        (place.shifted(dx * 0.24, -dy * 0.05), 0.26)
    } else {
        (place.shifted(-dx * 0.04, -dy * 0.04), 0.44)
    };
    let numbers: Vec<String> = clue.numbers.iter().map(i64::to_string).collect();
    scene.text(Layer::Labels, number, size, Ink::Black, numbers.join(" "));
    let stroke = Stroke::solid(Ink::Black, 0.03);
    let (start, tip) = (place.shifted(dx * 0.3, dy * 0.3), place.shifted(dx * 0.48, dy * 0.48));
    scene.line(Layer::Labels, vec![start, tip], stroke);
    head(scene, Layer::Labels, start, tip, 0.12, stroke);
    scene.include(place, 0.5);
    true
}
