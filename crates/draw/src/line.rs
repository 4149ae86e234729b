//! Lines through cells, and arrows.

use pencilmark_puzzle::{CellId, Clue, End, Grid};

use crate::board::centre;
use crate::colour::Rgb;
use crate::shape::{Layer, Paint, Point, Scene, Stroke};
use crate::theme::Ink;

/// Digits stand on lines of this width and more.
pub(crate) const WIDE: f32 = 0.2;

/// The radius of the circle that an arrow starts from.
const RING: f32 = 0.375;

/// From the middle of a diamond to its tips.
const DIAMOND: f32 = 0.42;

/// The grey of arrows and of circles that say something.
pub(crate) const ARROW: Rgb = Rgb(0xA1, 0xA1, 0xA1);

/// A line through the centres of cells, with another one inside it; its ends may be joined.
pub(crate) fn draw(
    scene: &mut Scene,
    grid: &Grid,
    cells: &[CellId],
    (outer, core): (Stroke, Option<Stroke>),
    ends: [End; 2],
    closed: bool,
) {
    let mut points: Vec<Point> = cells.iter().map(|&c| centre(grid, c)).collect();
    let Some((&first, &last)) = points.first().zip(points.last()) else { return };
    let n = points.len();
    // A line stops at the rim of a circle or diamond that stands at its end.
    if n > 1 {
        let (second, before) = (points[1], points[n - 2]);
        points[0] = first.towards(second, rim(ends[0], first, second));
        points[n - 1] = last.towards(before, rim(ends[1], last, before));
    }
    if closed {
        points.push(first);
    }
    let ends = [(first, ends[0]), (last, ends[1])];
    let bulb = if core.is_some() { 0.4 } else { 0.425 };
    scene.line(Layer::Lines, points.clone(), outer);
    ends.iter().for_each(|&(place, end)| draw_end(scene, place, end, outer, bulb));
    if let Some(core) = core {
        scene.line(Layer::Lines, points, core);
        let bulbs = ends.iter().filter(|(_, end)| *end == End::Bulb);
        bulbs.for_each(|&(place, end)| draw_end(scene, place, end, core, 0.28));
    }
}

/// From the middle of an end to its rim, on the way to a place; a diamond is nearer aslant.
fn rim(end: End, from: Point, to: Point) -> f32 {
    let (dx, dy) = ((to.x - from.x).abs(), (to.y - from.y).abs());
    match end {
        End::Plain | End::Bulb => 0.0,
        End::Circle => 0.4,
        End::Diamond => DIAMOND * dx.hypot(dy) / (dx + dy).max(1e-6),
    }
}

fn draw_end(scene: &mut Scene, place: Point, end: End, line: Stroke, bulb: f32) {
    let border = Some(Stroke { width: line.width.min(0.06), ..line });
    let paper: Option<Paint> = Some(Ink::Paper.into());
    match end {
        End::Plain => {}
        End::Bulb => scene.circle(Layer::Lines, place, bulb, Some(line.paint), None),
        End::Circle => scene.circle(Layer::Lines, place, 0.4, paper, border),
        End::Diamond => {
            let tips = [(0.0, -DIAMOND), (DIAMOND, 0.0), (0.0, DIAMOND), (-DIAMOND, 0.0)];
            let tips = tips.iter().map(|&(dx, dy)| place.shifted(dx, dy)).collect();
            scene.polygon(Layer::Lines, tips, paper, border);
        }
    }
}

/// A circle or pill around the first list, an arrow from it through each of the others.
pub(crate) fn arrow(scene: &mut Scene, grid: &Grid, clue: &Clue) {
    let around: Vec<Point> = clue.list(0).iter().map(|&c| centre(grid, c)).collect();
    let stroke = Stroke::solid(Ink::Line(ARROW), 0.08);
    for shaft in clue.cells.iter().skip(1) {
        // A shaft may start in the circle itself.
        let outside = shaft.iter().filter(|cell| !clue.list(0).contains(cell));
        let mut points: Vec<Point> = outside.map(|&c| centre(grid, c)).collect();
        if let Some(&first) = points.first() {
            let near = |p: &&Point| (p.x - first.x).hypot(p.y - first.y);
            let start = around.iter().min_by(|a, b| near(a).total_cmp(&near(b)));
            if let Some(&start) = start {
                points.insert(0, start.towards(first, RING));
            }
        }
        if let [.., before, tip] = points[..] {
            head(scene, Layer::Arrows, before, tip, 0.3, stroke);
        }
        scene.line(Layer::Arrows, points, stroke);
    }
    if clue.cells.len() == 1 {
        let ways = |cell: &CellId| [(-1, 0), (0, 1), (1, 0), (0, -1)].map(|way| (*cell, way));
        let ways = clue.list(0).iter().flat_map(ways);
        // Where the grid ends there is nothing to point at.
        for (cell, (down, right)) in ways.filter(|&(c, (dy, dx))| grid.step(c, dy, dx).is_some()) {
            let (place, dx, dy) = (centre(grid, cell), right as f32, down as f32);
            let (from, tip) =
                (place.shifted(dx * RING, dy * RING), place.shifted(dx * 0.7, dy * 0.7));
            scene.line(Layer::Arrows, vec![from, tip], stroke);
            head(scene, Layer::Arrows, from, tip, 0.15, stroke);
        }
    }
    // A pill is a thick line with a thinner one of paper on it: it may bend.
    match around[..] {
        [] => {}
        [only] => {
            scene.circle(Layer::Circles, only, RING, Some(Ink::Paper.into()), Some(stroke));
        }
        _ => {
            scene.line(Layer::Circles, around.clone(), Stroke { width: 0.83, ..stroke });
            scene.line(Layer::Circles, around, Stroke::solid(Ink::Paper, 0.67));
        }
    }
}

/// An open arrow head.
pub(crate) fn head(
    scene: &mut Scene,
    layer: Layer,
    before: Point,
    tip: Point,
    length: f32,
    stroke: Stroke,
) {
    let back = tip.towards(before, length);
    let (dx, dy) = ((tip.y - back.y) * 0.7, (back.x - tip.x) * 0.7);
    let wings = vec![back.shifted(dx, dy), tip, back.shifted(-dx, -dy)];
    scene.line(layer, wings, stroke);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::at;

    #[test]
    fn a_line_meets_the_rim_of_a_diamond() {
        let (from, tip) = (at(0.0, 0.0), at(1.0, 0.0));
        assert!((rim(End::Diamond, from, tip) - DIAMOND).abs() < 1e-5);
        let aslant = from.towards(at(1.0, 1.0), rim(End::Diamond, from, at(1.0, 1.0)));
        assert!((aslant.x + aslant.y - DIAMOND).abs() < 1e-5);
    }
}
