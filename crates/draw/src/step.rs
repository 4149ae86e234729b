//! What a step erased and what it points at. Never by colour alone: every role has a sign.

use pencilmark_puzzle::{CellId, Grid, Puzzle};

use crate::board::{Slots, centre};
use crate::outline::outlines;
use crate::shape::{Layer, Point, Scene, Stroke};
use crate::theme::Ink;
use crate::view::{Erased, Highlight, Outline, Role};

/// The radius of the dot that an erased mark leaves, at most, and beside the height of a mark: among
/// many small marks a dot is not to be what is seen first.
const DOT: f32 = 0.035;
const DOT_TO_MARK: f32 = 0.15;

/// The dots of erased marks: black for the obvious, blue for one rule alone, orange for
/// several together. They differ in size too.
pub(crate) fn dots(scene: &mut Scene, puzzle: &Puzzle, erased: &[Erased]) {
    let slots = Slots::of(puzzle);
    for mark in erased {
        let (place, size) = slots.find(mark.cell, mark.digit);
        let dot = DOT.min(size * DOT_TO_MARK);
        let (ink, radius) = match mark.level {
            0 => (Ink::Obvious, dot),
            1 => (Ink::OneRule, dot * 1.3),
            _ => (Ink::SeveralRules, dot * 1.6),
        };
        scene.circle(Layer::Marks, place, radius, Some(ink.into()), None);
    }
}

/// What a step points at.
pub(crate) fn highlights(scene: &mut Scene, puzzle: &Puzzle, highlights: &[Highlight]) {
    let slots = Slots::of(puzzle);
    for highlight in highlights {
        match highlight {
            Highlight::Cells(cells) => tint(scene, &puzzle.grid, cells),
            Highlight::Outline(cells, kind) => outline(scene, &puzzle.grid, cells, *kind),
            Highlight::Candidate(cell, digit, role) => {
                let (place, size) = slots.find(*cell, *digit);
                sign(scene, place, size, *role);
            }
            Highlight::Link(from, to, strong) => {
                let (a, size) = slots.find(from.0, from.1);
                let (b, _) = slots.find(to.0, to.1);
                link(scene, a, b, size, *strong);
            }
        }
    }
}

/// Cells that belong together: a colour below them, and a line around them.
fn tint(scene: &mut Scene, grid: &Grid, cells: &[CellId]) {
    let spot = |c: &CellId| (grid.row_of(*c) as i32, grid.col_of(*c) as i32);
    for &cell in cells {
        let fill = Some(Ink::Tint.alpha(0.4));
        scene.rectangle(Layer::Tints, centre(grid, cell), (1.0, 1.0), fill, None);
    }
    for points in outlines(&cells.iter().map(spot).collect(), 0.035) {
        scene.polygon(Layer::Step, points, None, Some(Stroke::solid(Ink::TintEdge, 0.035)));
    }
}

/// Lines around cells, of a kind that tells what they are.
fn outline(scene: &mut Scene, grid: &Grid, cells: &[CellId], kind: Outline) {
    let spot = |c: &CellId| (grid.row_of(*c) as i32, grid.col_of(*c) as i32);
    let (inset, stroke) = match kind {
        Outline::Sum => (0.1, Stroke::solid(Ink::TintEdge, 0.03)),
        Outline::Inner => (0.065, Stroke::solid(Ink::Reason, 0.055)),
        Outline::Outer => (0.065, Stroke::dashed(Ink::Reason, 0.055, 0.13, 0.08)),
        Outline::Passed => (0.065, Stroke::dashed(Ink::ChainOff, 0.025, 0.05, 0.05)),
        Outline::Broken => (0.05, Stroke::solid(Ink::Removed, 0.075)),
    };
    let whole = matches!(kind, Outline::Sum | Outline::Broken);
    for part in cells.chunks(if whole { cells.len().max(1) } else { 1 }) {
        for points in outlines(&part.iter().map(spot).collect(), inset) {
            // Labels of cages stay readable above it.
            scene.polygon(Layer::Edges, points, None, Some(stroke));
        }
    }
    if let (Outline::Broken, &[cell]) = (kind, cells) {
        let middle = centre(grid, cell);
        for d in [0.4, -0.4] {
            let ends = vec![middle.shifted(-0.4, d), middle.shifted(0.4, -d)];
            scene.line(Layer::Tints, ends, Stroke::solid(Ink::Removed.alpha(0.3), 0.04));
        }
    }
}

fn sign(scene: &mut Scene, place: Point, size: f32, role: Role) {
    let radius = size * 0.62;
    let mut ring = |stroke: Stroke| {
        scene.circle(Layer::Step, place, radius, Some(stroke.paint.ink.alpha(0.18)), Some(stroke));
    };
    match role {
        Role::Reason => ring(Stroke::solid(Ink::Reason, 0.02)),
        Role::On => ring(Stroke::solid(Ink::ChainOn, 0.04)),
        Role::Off => ring(Stroke::dashed(Ink::ChainOff, 0.025, 0.05, 0.035)),
        Role::Placed => {
            let side = radius * 2.0;
            let stroke = Some(Stroke::solid(Ink::Placed, 0.035));
            let fill = Some(Ink::Placed.alpha(0.15));
            scene.rectangle(Layer::Step, place, (side, side), fill, stroke);
        }
        Role::Removed => {
            let d = radius * 0.8;
            let ends = vec![place.shifted(-d, d), place.shifted(d, -d)];
            scene.line(Layer::Step, ends, Stroke::solid(Ink::Removed, 0.035));
        }
    }
}

fn link(scene: &mut Scene, a: Point, b: Point, size: f32, strong: bool) {
    let gap = size * 0.62;
    let (from, to) = (a.towards(b, gap), b.towards(a, gap));
    let stroke = if strong {
        Stroke::solid(Ink::ChainOn.alpha(0.8), 0.03)
    } else {
        Stroke::dashed(Ink::ChainOff.alpha(0.8), 0.025, 0.07, 0.05)
    };
    scene.line(Layer::Step, vec![from, to], stroke);
    let back = to.towards(from, 0.12);
    let (dx, dy) = ((to.y - back.y) * 0.6, (back.x - to.x) * 0.6);
    let head = vec![back.shifted(dx, dy), to, back.shifted(-dx, -dy)];
    scene.polygon(Layer::Step, head, Some(stroke.paint), None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Shape, at};

    /// In a grid of 16 marks are half as high as in one of 9, and so are dots about.
    #[test]
    fn dots_are_as_small_as_marks() {
        let radius = |n: usize| {
            let puzzle = Puzzle::sudoku(Grid::new(n, n).unwrap());
            let mut scene = Scene::new(at(0.0, 0.0), at(1.0, 1.0), "dots");
            let cell = CellId::new(0);
            dots(&mut scene, &puzzle, &[Erased { cell, digit: 1, level: 0 }]);
            match scene.shapes()[..] {
                [Shape::Circle { radius, .. }] => *radius,
                _ => panic!("one dot"),
            }
        };
        assert_eq!(radius(9), DOT);
        assert!(radius(16) < DOT * 0.7);
    }
}
