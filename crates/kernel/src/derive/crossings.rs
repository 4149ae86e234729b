//! Houses that cross: outside the crossing both use the same values.
//!
//! Rows and boxes cross in blocks, a band of each. A block is one constraint: looking at
//! all its crossings together costs little more than looking at one.

use super::{House, Overlaps, merged, same_set};
use crate::constraint::Constraint;
use crate::problem::Problem;

/// Crossings smaller than this say nothing that hidden singles do not.
const MIN_CROSSING: usize = 2;

/// Derives all crossings, in blocks where `fuse` allows and the houses fit together.
pub(super) fn derive(
    houses: &[House],
    families: &[Vec<usize>],
    overlaps: &Overlaps,
    fuse: bool,
    out: &mut Problem,
) {
    for (f, lines) in families.iter().enumerate() {
        for shapes in &families[..f] {
            let cross = |&l: &usize| shapes.iter().any(|&s| overlaps.of(l, s) >= MIN_CROSSING);
            if !lines.iter().any(cross) {
                continue;
            }
            for (lines, shapes) in blocks(lines, shapes, overlaps) {
                if fuse && even(houses, &lines, &shapes, overlaps) {
                    let all = lines.iter().chain(&shapes).map(|&h| &houses[h].groups);
                    out.derive(merged(all), block(houses, &lines, &shapes));
                } else {
                    one_by_one(houses, &lines, &shapes, overlaps, out);
                }
            }
        }
    }
}

/// Whether lines and shapes fall into blocks, as rows and boxes do.
pub(super) fn fit(
    houses: &[House],
    lines: &[usize],
    shapes: &[usize],
    overlaps: &Overlaps,
) -> bool {
    let blocks = blocks(lines, shapes, overlaps);
    blocks.iter().all(|(lines, shapes)| even(houses, lines, shapes, overlaps))
}

/// The lines and shapes that hang together by crossings.
fn blocks(lines: &[usize], shapes: &[usize], overlaps: &Overlaps) -> Vec<(Vec<usize>, Vec<usize>)> {
    let cross = |a: usize, b: usize| overlaps.of(a, b) >= MIN_CROSSING;
    let mut left: Vec<usize> = lines.to_vec();
    let mut out = Vec::new();
    while let Some(first) = left.pop() {
        let (mut mine, mut theirs) = (vec![first], Vec::new());
        loop {
            let fresh = |s: &&usize| !theirs.contains(*s) && mine.iter().any(|&l| cross(l, **s));
            let Some(&shape) = shapes.iter().find(fresh) else { break };
            theirs.push(shape);
            while let Some(at) = left.iter().position(|&l| cross(l, shape)) {
                mine.push(left.swap_remove(at));
            }
        }
        mine.sort_unstable();
        theirs.sort_unstable();
        out.push((mine, theirs));
    }
    out
}

/// Whether every line crosses every shape in as many cells and nothing of them lies outside.
fn even(houses: &[House], lines: &[usize], shapes: &[usize], overlaps: &Overlaps) -> bool {
    let n = lines.len();
    if n < 2 || n != shapes.len() {
        return false;
    }
    let width = overlaps.of(lines[0], shapes[0]);
    let whole = |&h: &usize| houses[h].cells.len() == n * width;
    lines.iter().all(|&l| shapes.iter().all(|&s| overlaps.of(l, s) == width))
        && lines.iter().chain(shapes).all(whole)
}

/// An even block as one constraint.
fn block(houses: &[House], lines: &[usize], shapes: &[usize]) -> Constraint {
    let n = lines.len();
    let mut segments = Vec::with_capacity(n * n);
    for &line in lines {
        for &shape in shapes {
            let (line, shape) = (&houses[line].cells, &houses[shape].cells);
            segments.push(line.minus(&line.minus(shape)).vars());
        }
    }
    let mut same = Vec::with_capacity(n * n);
    for i in 0..n {
        for j in 0..n {
            let rest_of_line = (0..n).filter(|&k| k != j).map(|k| i * n + k).collect();
            let rest_of_shape = (0..n).filter(|&k| k != i).map(|k| k * n + j).collect();
            same.push((rest_of_line, rest_of_shape));
        }
    }
    Constraint::Crossings { segments, same }
}

fn one_by_one(
    houses: &[House],
    lines: &[usize],
    shapes: &[usize],
    overlaps: &Overlaps,
    out: &mut Problem,
) {
    for &line in lines {
        for &shape in shapes {
            if overlaps.of(line, shape) >= MIN_CROSSING {
                same_set(&[&houses[line]], &[&houses[shape]], out);
            }
        }
    }
}
