//! Outlines of sets of cells, drawn a little inside them.

use std::collections::{BTreeMap, BTreeSet};

use crate::shape::{Point, at};

/// Thousandths of a cell: exact, so that pieces meet.
const UNIT: i32 = 1000;

/// The closed lines around a set of cells given as (row, column), so far inside it. Holes
/// have lines of their own.
pub fn outlines(cells: &BTreeSet<(i32, i32)>, inset: f32) -> Vec<Vec<Point>> {
    let d = (inset * UNIT as f32).round() as i32;
    let mut next = pieces(cells, d);
    let mut loops = vec![];
    while let Some((&start, _)) = next.first_key_value() {
        let mut corners = vec![];
        let mut here = start;
        while let Some(there) = next.remove(&here) {
            corners.push(here);
            here = there;
        }
        loops.push(straightened(&corners));
    }
    loops
}

/// Every side of a cell that borders on a cell outside the set, clockwise around the set:
/// from its start to its end. Where the outline goes straight on, sides meet at cell borders;
/// at corners they are shorter (convex) or longer (concave) by the inset.
fn pieces(cells: &BTreeSet<(i32, i32)>, d: i32) -> BTreeMap<(i32, i32), (i32, i32)> {
    /// The direction in which a side is walked, with the set on its right.
    const ALONG: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut next = BTreeMap::new();
    for &(r, c) in cells {
        for (down, right) in ALONG {
            let inside = |a: i32, o: i32| {
                // `a` steps along the side, `o` steps out of the cell across it.
                cells.contains(&(r + a * down - o * right, c + a * right + o * down))
            };
            if inside(0, 1) {
                continue;
            }
            let reach = |a: i32| match (inside(a, 0), inside(a, 1)) {
                (false, _) => UNIT / 2 - d,
                (true, false) => UNIT / 2,
                (true, true) => UNIT / 2 + d,
            };
            let out = UNIT / 2 - d;
            let (y, x) = (r * UNIT + UNIT / 2, c * UNIT + UNIT / 2);
            let point =
                |along: i32| (y + along * down - out * right, x + along * right + out * down);
            next.insert(point(-reach(-1)), point(reach(1)));
        }
    }
    next
}

/// Without the points that lie on a straight line between their neighbours.
fn straightened(corners: &[(i32, i32)]) -> Vec<Point> {
    let n = corners.len();
    let turns = |i: &usize| {
        let (before, here, after) = (corners[(*i + n - 1) % n], corners[*i], corners[(*i + 1) % n]);
        !(before.0 == here.0 && here.0 == after.0 || before.1 == here.1 && here.1 == after.1)
    };
    let point = |i: usize| at(corners[i].1 as f32 / UNIT as f32, corners[i].0 as f32 / UNIT as f32);
    (0..n).filter(turns).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cells: &[(i32, i32)], inset: f32) -> Vec<Vec<Point>> {
        outlines(&cells.iter().copied().collect(), inset)
    }

    #[test]
    fn one_cell_is_a_smaller_square() {
        let square = of(&[(0, 0)], 0.1);
        assert_eq!(square.len(), 1);
        let mut corners = square[0].clone();
        corners.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap());
        assert_eq!(corners, [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)]);
    }

    #[test]
    fn a_bend_has_six_corners_and_a_ring_has_a_hole() {
        assert_eq!(of(&[(0, 0), (0, 1), (1, 0)], 0.08)[0].len(), 6);
        let ring: Vec<_> = (0..9).map(|i| (i / 3, i % 3)).filter(|&cell| cell != (1, 1)).collect();
        let loops = of(&ring, 0.08);
        assert_eq!(loops.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_have_lines_of_their_own() {
        assert_eq!(of(&[(0, 0), (1, 1)], 0.08).len(), 2);
    }

    /// The area inside the lines is that of the cells, less the inset along every side.
    #[test]
    fn random_shapes_have_the_right_area() {
        let mut seed = 1u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 60
        };
        for _ in 0..200 {
            let cells: BTreeSet<_> =
                (0..36).filter(|_| random() < 7).map(|i| (i / 6, i % 6)).collect();
            let area: f32 = outlines(&cells, 0.0)
                .iter()
                .map(|points| {
                    let pairs = points.iter().zip(points.iter().cycle().skip(1));
                    pairs.map(|(a, b)| (a.x * b.y - b.x * a.y) / 2.0).sum::<f32>()
                })
                .sum();
            assert!(cells.is_empty() || area > 0.0);
            let inset = outlines(&cells, 0.1);
            assert!(inset.iter().flatten().all(|p| p.x > 0.05 && p.x < 5.95));
        }
    }
}
