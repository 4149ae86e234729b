//! How each clue is drawn: the shape that its kind names, over the clue's own cells.

use std::collections::BTreeSet;

use pencilmark_puzzle::{CellId, Clue, Drawing, End, Frame, Grid, Mark, Name, Puzzle, Text};

use crate::board::centre;
use crate::colour::Rgb;
use crate::outline::outlines;
use crate::shape::{Anchor, Layer, Paint, Point, Scene, Shape, Stroke, at};
use crate::theme::Ink;

/// Draws a clue.
pub(crate) fn draw(scene: &mut Scene, clue: &Clue, puzzle: &Puzzle) {
    let grid = &puzzle.grid;
    match clue.kind.drawing {
        // Digits, marks and houses are the board's own.
        Drawing::Nothing | Drawing::Digit | Drawing::Marks | Drawing::Outline => {}
        Drawing::Diagonals { colour } => diagonals(scene, clue, grid, paint(colour)),
        Drawing::Fill { colour } => {
            for cell in filled(clue, puzzle) {
                let fill = Some(paint(colour).alpha(0.8));
                scene.rectangle(Layer::Cells, centre(grid, cell), (1.0, 1.0), fill, None);
            }
        }
        Drawing::Cage { colour, text } => {
            for list in &clue.cells {
                cage(scene, grid, list, paint(colour), &written(text, clue));
            }
        }
        Drawing::Line { colour, width, ends, text } => {
            for list in &clue.cells {
                line(scene, grid, list, paint(colour), width, ends);
                if let Some(&first) = list.first() {
                    label(scene, grid, first, &written(text, clue));
                }
            }
        }
        Drawing::Arrow => arrow(scene, grid, clue.list(0), clue.list(1)),
        Drawing::Dot { fill } => dots(scene, grid, clue, fill == "#FFFFFF"),
        Drawing::Edge { text: ">" } => {
            for (a, b) in neighbours(clue) {
                greater(scene, centre(grid, a), centre(grid, b));
            }
        }
        Drawing::Edge { text } => {
            for (a, b) in neighbours(clue) {
                let place = centre(grid, a).middle(centre(grid, b));
                let paper = Some(Ink::Paper.into());
                scene.rectangle(Layer::Edges, place, (0.25, 0.25), paper, None);
                let numbers = written(Text::Numbers, clue);
                let words = if text.is_empty() { &numbers } else { text };
                scene.text(Layer::Edges, place, 0.36, Ink::Black, words);
            }
        }
        Drawing::Corner => corner(scene, grid, clue),
        Drawing::Cell { mark, colour } => {
            for &cell in clue.cells.iter().flatten() {
                cell_mark(scene, centre(grid, cell), mark, paint(colour));
            }
        }
        Drawing::Outside { frame } => outside(scene, grid, clue, frame),
        Drawing::OutsideArrow => outside_arrow(scene, puzzle, clue),
    }
}

/// The cells that a clue fills: those it lists, else those that it is about.
pub(crate) fn filled(clue: &Clue, puzzle: &Puzzle) -> Vec<CellId> {
    if clue.cells.iter().any(|list| !list.is_empty()) {
        return clue.cells.iter().flatten().copied().collect();
    }
    let names = (clue.kind.meaning)(clue, puzzle).into_iter().flat_map(|f| f.variables());
    let cells: BTreeSet<CellId> = names
        .filter_map(|name| match name {
            Name::Cell(cell) => Some(cell),
            Name::Var(_) => None,
        })
        .collect();
    cells.into_iter().collect()
}

/// Whether a clue is written in the corner of a cell.
pub(crate) fn has_label(clue: &Clue) -> bool {
    match clue.kind.drawing {
        Drawing::Cage { text, .. } | Drawing::Line { text, .. } => !written(text, clue).is_empty(),
        _ => false,
    }
}

/// Whether a clue stands outside the grid.
pub(crate) fn is_outside(clue: &Clue) -> bool {
    matches!(clue.kind.drawing, Drawing::Outside { .. } | Drawing::OutsideArrow)
}

/// A colour of the table of kinds.
fn paint(colour: &str) -> Ink {
    match colour {
        "#000000" => Ink::Black,
        "#FFFFFF" => Ink::Paper,
        other => Rgb::parse(other).map_or(Ink::Faint, Ink::Clue),
    }
}

pub(crate) fn written(text: Text, clue: &Clue) -> String {
    let numbers: Vec<String> = clue.numbers.iter().map(i64::to_string).collect();
    match text {
        Text::None => String::new(),
        Text::Numbers => numbers.join(" "),
        Text::Counts => {
            let pairs: Vec<String> = numbers.chunks(2).map(|pair| pair.join("x")).collect();
            pairs.join(" ")
        }
        Text::After(letters) => format!("{letters}{}", numbers.join(" ")),
    }
}

fn neighbours(clue: &Clue) -> impl Iterator<Item = (CellId, CellId)> {
    clue.cells.iter().flat_map(|list| list.windows(2).map(|w| (w[0], w[1])))
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

fn cage(scene: &mut Scene, grid: &Grid, cells: &[CellId], ink: Ink, text: &str) {
    let spot = |&c: &CellId| (grid.row_of(c) as i32, grid.col_of(c) as i32);
    let set: BTreeSet<(i32, i32)> = cells.iter().map(spot).collect();
    for points in outlines(&set, 0.08) {
        let stroke = Some(Stroke::dashed(ink, 0.024, 0.07, 0.045));
        scene.polygon(Layer::Cages, points, None, stroke);
    }
    // The label stands in the first cell in reading order.
    if let Some(&first) = cells.iter().min_by_key(|&c| spot(c)) {
        label(scene, grid, first, text);
    }
}

/// A small text in the upper left corner of a cell, on a box that keeps lines away from it.
fn label(scene: &mut Scene, grid: &Grid, cell: CellId, text: &str) {
    if text.is_empty() {
        return;
    }
    const SIZE: f32 = 0.22;
    let corner = at(grid.col_of(cell) as f32 + 0.05, grid.row_of(cell) as f32 + 0.16);
    let width = 0.145 * text.chars().count() as f32 + 0.04;
    let paper = Some(Ink::Paper.into());
    let middle = corner.shifted(width / 2.0 - 0.01, 0.0);
    scene.rectangle(Layer::Labels, middle, (width, SIZE), paper, None);
    let place = corner.shifted(0.01, 0.0);
    scene.push(
        Layer::Labels,
        Shape::Text {
            place,
            anchor: Anchor::Start,
            size: SIZE,
            bold: false,
            paint: Ink::Black.into(),
            text: text.to_string(),
        },
    );
}

fn line(scene: &mut Scene, grid: &Grid, cells: &[CellId], ink: Ink, width: f32, ends: [End; 2]) {
    let mut points: Vec<Point> = cells.iter().map(|&c| centre(grid, c)).collect();
    let Some((&first, &last)) = points.first().zip(points.last()) else { return };
    let n = points.len();
    // A line stops at the rim of a circle or diamond that stands at its end.
    if n > 1 {
        let rim = |end: End| if matches!(end, End::Circle | End::Diamond) { 0.4 } else { 0.0 };
        let (second, before) = (points[1], points[n - 2]);
        points[0] = first.towards(second, rim(ends[0]));
        points[n - 1] = last.towards(before, rim(ends[1]));
    }
    scene.line(Layer::Lines, points, Stroke::solid(ink, width));
    for (place, end) in [(first, ends[0]), (last, ends[1])] {
        let border = Some(Stroke::solid(ink, width.min(0.06)));
        let paper: Option<Paint> = Some(Ink::Paper.into());
        match end {
            End::Plain => {}
            End::Bulb => scene.circle(Layer::Lines, place, 0.425, Some(ink.into()), None),
            End::Circle => scene.circle(Layer::Lines, place, 0.4, paper, border),
            End::Diamond => {
                let tips = [(0.0, -0.42), (0.42, 0.0), (0.0, 0.42), (-0.42, 0.0)];
                let tips = tips.iter().map(|&(dx, dy)| place.shifted(dx, dy)).collect();
                scene.polygon(Layer::Lines, tips, paper, border);
            }
        }
    }
}

const ARROW: Ink = Ink::Clue(Rgb(0xA1, 0xA1, 0xA1));

fn arrow(scene: &mut Scene, grid: &Grid, pill: &[CellId], shaft: &[CellId]) {
    let around: Vec<Point> = pill.iter().map(|&c| centre(grid, c)).collect();
    let mut points: Vec<Point> = shaft.iter().map(|&c| centre(grid, c)).collect();
    let stroke = Stroke::solid(ARROW, 0.08);
    if let Some(&first) = points.first() {
        let near = |p: &&Point| (p.x - first.x).hypot(p.y - first.y);
        let start = around.iter().min_by(|a, b| near(a).total_cmp(&near(b)));
        if let Some(&start) = start {
            points.insert(0, start.towards(first, 0.36));
        }
    }
    if let [.., before, tip] = points[..] {
        head(scene, Layer::Arrows, before, tip, 0.25, stroke);
    }
    scene.line(Layer::Arrows, points, stroke);
    // A pill is a thick line with a thinner one of paper on it: it may bend.
    match around[..] {
        [] => {}
        [only] => {
            scene.circle(Layer::Arrows, only, 0.36, Some(Ink::Paper.into()), Some(stroke));
        }
        _ => {
            scene.line(Layer::Arrows, around.clone(), Stroke::solid(ARROW, 0.8));
            scene.line(Layer::Arrows, around, Stroke::solid(Ink::Paper, 0.64));
        }
    }
}

/// An open arrow head.
fn head(scene: &mut Scene, layer: Layer, before: Point, tip: Point, length: f32, stroke: Stroke) {
    let back = tip.towards(before, length);
    let (dx, dy) = ((tip.y - back.y) * 0.7, (back.x - tip.x) * 0.7);
    let wings = vec![back.shifted(dx, dy), tip, back.shifted(-dx, -dy)];
    scene.line(layer, wings, stroke);
}

/// A chevron that is open towards the greater of two cells.
fn greater(scene: &mut Scene, large: Point, small: Point) {
    let place = large.middle(small);
    let paper = Some(Ink::Paper.into());
    scene.rectangle(Layer::Edges, place, (0.25, 0.25), paper, None);
    let (tip, back) = (place.towards(small, 0.08), place.towards(large, 0.08));
    let (dx, dy) = ((tip.y - back.y) * 0.75, (back.x - tip.x) * 0.75);
    let points = vec![back.shifted(dx, dy), tip, back.shifted(-dx, -dy)];
    scene.line(Layer::Edges, points, Stroke::solid(Ink::Black, 0.04));
}

/// Dots mean something by being white or black, so they are that on a dark board too.
fn dots(scene: &mut Scene, grid: &Grid, clue: &Clue, white: bool) {
    // The usual difference is 1 and the usual ratio 2: only others are written.
    let usual = if white { 1 } else { 2 };
    let (fill, ink) = if white { (Ink::White, Ink::Jet) } else { (Ink::Jet, Ink::White) };
    let number = clue.numbers.first().filter(|n| **n != usual);
    for (a, b) in neighbours(clue) {
        let place = centre(grid, a).middle(centre(grid, b));
        let border = Some(Stroke::solid(Ink::Black, 0.02));
        scene.circle(Layer::Edges, place, 0.15, Some(fill.into()), border);
        if let Some(number) = number {
            scene.text(Layer::Edges, place, 0.2, ink, number.to_string());
        }
    }
}

fn corner(scene: &mut Scene, grid: &Grid, clue: &Clue) {
    let cells = clue.list(0);
    if cells.is_empty() {
        return;
    }
    let n = cells.len() as f32;
    let sum =
        cells.iter().map(|&c| centre(grid, c)).fold((0.0, 0.0), |s, p| (s.0 + p.x, s.1 + p.y));
    let place = at(sum.0 / n, sum.1 / n);
    let border = Some(Stroke::solid(Ink::Black, 0.02));
    scene.circle(Layer::Edges, place, 0.33, Some(Ink::Paper.into()), border);
    let digits: Vec<String> = clue.numbers.iter().map(i64::to_string).collect();
    // Two to a line, as people read them.
    let lines: Vec<String> = digits.chunks(2).map(|pair| pair.join(" ")).collect();
    let top = place.y - 0.11 * (lines.len() as f32 - 1.0);
    for (i, text) in lines.into_iter().enumerate() {
        scene.text(Layer::Edges, at(place.x, top + 0.22 * i as f32), 0.22, Ink::Black, text);
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

/// The direction in which a clue at the edge looks along its line.
fn direction(grid: &Grid, line: &[CellId]) -> (f32, f32) {
    match line {
        [first, second, ..] => {
            let (a, b) = (centre(grid, *first), centre(grid, *second));
            (b.x - a.x, b.y - a.y)
        }
        _ => (1.0, 0.0),
    }
}

fn outside(scene: &mut Scene, grid: &Grid, clue: &Clue, frame: Frame) {
    let Some(&first) = clue.list(0).first() else { return };
    let (dx, dy) = direction(grid, clue.list(0));
    let place = centre(grid, first).shifted(-dx, -dy);
    let numbers: Vec<String> = clue.numbers.iter().map(i64::to_string).collect();
    let mut text = numbers.join(" ");
    let border = Stroke::solid(Ink::Black, 0.03);
    match frame {
        Frame::None => {}
        Frame::Circle => scene.circle(Layer::Labels, place, 0.36, None, Some(border)),
        Frame::House => {
            let corners = [(-0.33, 0.36), (-0.33, -0.12), (0.0, -0.4), (0.33, -0.12), (0.33, 0.36)];
            let corners = corners.iter().map(|&(x, y)| place.shifted(x, y)).collect();
            scene.polygon(Layer::Labels, corners, None, Some(border));
        }
        Frame::Rank => text.insert(0, '#'),
    }
    let size = match (frame, text.chars().count()) {
        (Frame::None, 0..=2) => 0.5,
        (_, 0..=2) => 0.4,
        (_, n) => 0.9 / n as f32,
    };
    scene.text(Layer::Labels, place, size, Ink::Black, text);
    scene.include(place, 0.5);
}

fn outside_arrow(scene: &mut Scene, puzzle: &Puzzle, clue: &Clue) {
    let Some((place, (dx, dy))) = arrow_place(&puzzle.grid, clue) else { return };
    let same = |other: &&Clue| {
        matches!(other.kind.drawing, Drawing::OutsideArrow)
            && arrow_place(&puzzle.grid, other).is_some_and(|(p, _)| p == place)
    };
    // Two clues may share a place and look different ways: each moves towards its arrow.
    let shared = puzzle.clues.iter().filter(same).count() > 1;
    let (number, size) = if shared {
        (place.shifted(dx * 0.24, -dy * 0.05), 0.26)
    } else {
        (place.shifted(-dx * 0.04, -dy * 0.04), 0.4)
    };
    let numbers: Vec<String> = clue.numbers.iter().map(i64::to_string).collect();
    scene.text(Layer::Labels, number, size, Ink::Black, numbers.join(" "));
    let stroke = Stroke::solid(Ink::Black, 0.03);
    let (from, tip) = (place.shifted(dx * 0.28, dy * 0.28), place.shifted(dx * 0.48, dy * 0.48));
    scene.line(Layer::Labels, vec![from, tip], stroke);
    head(scene, Layer::Labels, from, tip, 0.12, stroke);
    scene.include(place, 0.5);
}

/// Where the number of a diagonal stands, and which way it looks.
fn arrow_place(grid: &Grid, clue: &Clue) -> Option<(Point, (f32, f32))> {
    let first = *clue.list(0).first()?;
    let (mut dx, mut dy) = direction(grid, clue.list(0));
    // A diagonal of one cell starts in a corner of the grid: it looks out of it.
    if clue.list(0).len() == 1 {
        dx = if grid.col_of(first) == 0 { 1.0 } else { -1.0 };
        dy = if grid.row_of(first) == 0 { 1.0 } else { -1.0 };
    }
    Some((centre(grid, first).shifted(-dx, -dy), (dx, dy)))
}
