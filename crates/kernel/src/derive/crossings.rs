//! Houses that cross: outside the crossing both use the same values.
//!
//! Rows and boxes cross in blocks, a band of each. A block is one constraint: looking at
//! all its crossings together costs little more than looking at one.

use super::{Cells, House, merged, same_set};
use crate::constraint::Constraint;
use crate::problem::Problem;

/// Crossings smaller than this say nothing that hidden singles do not.
const MIN_CROSSING: usize = 2;

/// Derives all crossings, in blocks where `fuse` allows and the houses fit together.
pub(super) fn derive(houses: &[House], families: &[Vec<usize>], fuse: bool, out: &mut Problem) {
    for (f, lines) in families.iter().enumerate() {
        for shapes in &families[..f] {
            for (lines, shapes) in blocks(houses, lines, shapes) {
                let pick = |list: Vec<usize>| list.into_iter().map(|h| &houses[h]).collect();
                let (lines, shapes): (Vec<&House>, Vec<&House>) = (pick(lines), pick(shapes));
                match block(&lines, &shapes).filter(|_| fuse) {
                    Some(crossings) => {
                        let groups = merged(lines.iter().chain(&shapes).map(|h| &h.groups));
                        out.derive(groups, crossings);
                    }
                    None => one_by_one(&lines, &shapes, out),
                }
            }
        }
    }
}

/// Whether lines and shapes fall into blocks, as rows and boxes do.
pub(super) fn fit(houses: &[House], lines: &[usize], shapes: &[usize]) -> bool {
    let pick = |list: &[usize]| list.iter().map(|&h| &houses[h]).collect::<Vec<_>>();
    let blocks = blocks(houses, lines, shapes);
    blocks.iter().all(|(lines, shapes)| block(&pick(lines), &pick(shapes)).is_some())
}

/// The lines and shapes that hang together by crossings.
fn blocks(houses: &[House], lines: &[usize], shapes: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let cross = |a: usize, b: usize| houses[a].cells.common(&houses[b].cells) >= MIN_CROSSING;
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

/// The block as one constraint, if every line crosses every shape in as many cells and
/// nothing of them lies outside.
fn block(lines: &[&House], shapes: &[&House]) -> Option<Constraint> {
    let n = lines.len();
    if n < 2 || n != shapes.len() {
        return None;
    }
    let width = lines[0].cells.common(&shapes[0].cells);
    let mut segments = Vec::with_capacity(n * n);
    for line in lines {
        for shape in shapes {
            let segment = line.cells.minus(&line.cells.minus(&shape.cells));
            if segment.len() != width {
                return None;
            }
            segments.push(segment.vars());
        }
    }
    let whole = |h: &&&House| h.cells.len() == n * width;
    if !lines.iter().chain(shapes).all(|h| whole(&h)) {
        return None;
    }
    let mut same = Vec::with_capacity(n * n);
    for i in 0..n {
        for j in 0..n {
            let rest_of_line = (0..n).filter(|&k| k != j).map(|k| i * n + k).collect();
            let rest_of_shape = (0..n).filter(|&k| k != i).map(|k| k * n + j).collect();
            same.push((rest_of_line, rest_of_shape));
        }
    }
    Some(Constraint::Crossings { segments, same })
}

fn one_by_one(lines: &[&House], shapes: &[&House], out: &mut Problem) {
    for line in lines {
        for shape in shapes {
            if Cells::common(&line.cells, &shape.cells) >= MIN_CROSSING {
                same_set(&[line], &[shape], out);
            }
        }
    }
}
