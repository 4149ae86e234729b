//! What stands between cells: dots, letters and chevrons on edges, circles on corners.

use pencilmark_puzzle::{CellId, Clue, Drawing, Grid};

use crate::board::centre;
use crate::colour::Rgb;
use crate::shape::{Layer, Point, Scene, Stroke, at};
use crate::theme::Ink;

/// How far signs between cells reach into them, and a little more.
pub(crate) const ROOM: f32 = 0.17;

/// Whether a clue has its signs on the edges between cells.
pub(crate) fn is_between(clue: &Clue) -> bool {
    matches!(clue.kind.drawing, Drawing::Dot { .. } | Drawing::Edge { .. } | Drawing::Chevron)
}

/// Neighbours along the lists of a clue.
pub(crate) fn pairs(clue: &Clue) -> impl Iterator<Item = (CellId, CellId)> {
    clue.cells.iter().flat_map(|list| list.windows(2).map(|w| (w[0], w[1])))
}

/// Whether two different cells share a side or a corner.
pub(crate) fn touch(grid: &Grid, a: CellId, b: CellId) -> bool {
    let far = |a: usize, b: usize| a.abs_diff(b) > 1;
    a != b && !far(grid.row_of(a), grid.row_of(b)) && !far(grid.col_of(a), grid.col_of(b))
}

/// The middle of every edge or corner between neighbours, with the way from the first to the
/// second; and whether no neighbours lie apart, where nothing can stand between them.
fn between(grid: &Grid, clue: &Clue) -> (Vec<(Point, Point)>, bool) {
    let near: Vec<_> = pairs(clue).filter(|&(a, b)| touch(grid, a, b)).collect();
    let all = near.len() == pairs(clue).count() && !near.is_empty();
    let place = |&(a, b): &(CellId, CellId)| {
        let (a, b) = (centre(grid, a), centre(grid, b));
        (a.middle(b), at(b.x - a.x, b.y - a.y))
    };
    (near.iter().map(place).collect(), all)
}

/// Circles, white or black in every theme: their colour has a meaning.
pub(crate) fn dots(scene: &mut Scene, grid: &Grid, clue: &Clue, fill: &str) -> bool {
    const WHITE: Rgb = Rgb(0xFF, 0xFF, 0xFF);
    const BLACK: Rgb = Rgb(0, 0, 0);
    // The usual difference is 1 and the usual ratio 2: only others are written.
    let (fill, ink, usual) = if fill == "#FFFFFF" { (WHITE, BLACK, 1) } else { (BLACK, WHITE, 2) };
    let number = clue.numbers.first().filter(|n| **n != usual);
    let (places, all) = between(grid, clue);
    for (place, _) in places {
        let border = Some(Stroke::solid(Ink::Black, 0.02));
        scene.circle(Layer::Edges, place, 0.15, Some(Ink::Always(fill).into()), border);
        if let Some(number) = number {
            let text = number.to_string();
            let size = if text.len() > 1 { 0.16 } else { 0.2 };
            scene.text(Layer::Edges, place, size, Ink::Always(ink), text);
        }
    }
    all
}

/// Letters or numbers.
pub(crate) fn texts(scene: &mut Scene, grid: &Grid, clue: &Clue, text: &str) -> bool {
    let (places, all) = between(grid, clue);
    for (place, _) in places {
        let paper = Some(Ink::Paper.into());
        // Two letters side by side would reach the marks of both cells.
        let (width, size) = match text.chars().count() {
            0 | 1 => (0.25, 0.33),
            n => (0.16 * n as f32, 0.24),
        };
        scene.rectangle(Layer::Edges, place, (width, 0.25), paper, None);
        scene.text(Layer::Edges, place, size, Ink::Black, text);
    }
    all
}

/// Signs for greater and less, turned as the cells lie.
pub(crate) fn chevrons(scene: &mut Scene, grid: &Grid, clue: &Clue) -> bool {
    let (places, all) = between(grid, clue);
    for (place, way) in places {
        let length = way.x.hypot(way.y);
        let (dx, dy) = (way.x / length, way.y / length);
        scene.circle(Layer::Edges, place, 0.16, Some(Ink::Paper.into()), None);
        let (tip, back) =
            (place.shifted(dx * 0.07, dy * 0.07), place.shifted(-dx * 0.07, -dy * 0.07));
        let wing = |side: f32| back.shifted(-dy * side, dx * side);
        let points = vec![wing(0.11), tip, wing(-0.11)];
        scene.line(Layer::Edges, points, Stroke::solid(Ink::Black, 0.035));
    }
    all
}

/// A circle with digits where cells meet.
pub(crate) fn corner(scene: &mut Scene, grid: &Grid, clue: &Clue, dashed: bool) {
    let cells = clue.list(0);
    if cells.is_empty() {
        return;
    }
    let n = cells.len() as f32;
    let sum =
        cells.iter().map(|&c| centre(grid, c)).fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
    let place = at(sum.0 / n, sum.1 / n);
    let border = if dashed {
        Stroke::dashed(Ink::Black, 0.03, 0.09, 0.06)
    } else {
        Stroke::solid(Ink::Black, 0.02)
    };
    scene.circle(Layer::Edges, place, 0.35, Some(Ink::Paper.into()), Some(border));
    let digits: Vec<String> = clue.numbers.iter().map(i64::to_string).collect();
    // Two to a line, as people read them.
    let lines: Vec<String> = digits.chunks(2).map(|pair| pair.join(" ")).collect();
    let top = place.y - 0.11 * (lines.len() as f32 - 1.0);
    for (i, text) in lines.into_iter().enumerate() {
        scene.text(Layer::Edges, at(place.x, top + 0.22 * i as f32), 0.22, Ink::Black, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::{View, picture};

    #[test]
    fn sums_of_two_digits_stay_clear_of_marks() {
        let puzzle = pencilmark_formats::parse("sum", "grid 9\nedge-sum 12 r1c1-2\n").unwrap();
        let scene = picture(&View::new(&puzzle));
        let size = |shape: &Shape| match shape {
            Shape::Text { text, size, .. } if text == "12" => Some(*size),
            _ => None,
        };
        // A digit is two thirds as wide as its font is high.
        let half = scene.on(Layer::Edges).find_map(size).unwrap() * 0.66;
        assert!(half < ROOM, "{half}");
    }
}
