//! Long sums against houses that are not side by side.
//!
//! Little killers beside a diagonal run through the three boxes in which it lies. Together with the
//! diagonal, which is a house itself, they have nearly all cells of these boxes, and what they have
//! outside of them minus what they leave over is known. `sums` looks at houses side by side, and at
//! regions that lie mostly inside; here any two or three houses of a family count, and regions are
//! added as long as that leaves less room for the size of the sum.

use super::apart::{Apart, MAX_CELLS};
use super::{Cells, House, Region, merged};
use crate::constraint::Constraint;
use crate::expr::Cmp;
use crate::ids::GroupId;
use crate::problem::Problem;

/// Shorter sums, and cages, lie in houses side by side.
const LONG: usize = 6;

/// More long sums than this, or families of more houses, are not looked at.
const MANY: usize = 24;

/// Sums beyond this are nobody's, and adding them up would pass the range of numbers.
const LARGE: u64 = 1 << 40;

/// A sum pays if its slack is at most the width of what is possible by this.
const TIGHT: i128 = 4;

/// Cells with a sum: of a long clue, or a house that is in no family.
struct Long<'a> {
    cells: &'a Cells,
    size: usize,
    sum: i64,
    groups: &'a Vec<GroupId>,
}

/// What some houses and long sums leave: the cells of the sums outside minus those of the houses
/// that no sum has.
struct Left {
    outs: Cells,
    ins: Cells,
    sum: i64,
    /// How far the sum is from the nearer end of what is possible, and how far these are apart.
    slack: i128,
    width: i128,
}

impl Left {
    /// Whether it leaves less room than another, for its size.
    fn is_less(&self, other: &Left) -> bool {
        self.slack * other.width < other.slack * self.width
    }
}

pub(super) fn derive(
    houses: &[House],
    families: &[Vec<usize>],
    regions: &[Region],
    out: &mut Problem,
) {
    let clues =
        regions.iter().filter(|r| r.size >= LONG && !r.distinct && r.sum.unsigned_abs() < LARGE);
    let clues =
        clues.map(|r| Long { cells: &r.cells, size: r.size, sum: r.sum, groups: &r.groups });
    let mut pool: Vec<Long<'_>> = clues.take(MANY + 1).collect();
    // Without a house among them, boxes that are far apart are not nearly filled by anything.
    let mut alone = families.iter().filter(|family| family.len() < 3).flatten().peekable();
    if pool.len() < 2 || pool.len() > MANY || alone.peek().is_none() {
        return;
    }
    pool.extend(alone.map(|&h| {
        let House { cells, sum, groups } = &houses[h];
        Long { cells, size: cells.len(), sum: *sum, groups }
    }));
    let apart = Apart::new(houses, regions, out);
    let mut found: Vec<(Left, Vec<GroupId>)> = Vec::new();
    for family in families.iter().filter(|family| (3..=MANY).contains(&family.len())) {
        let cells = family.iter().map(|&h| &houses[h].cells);
        let common = |house| pool.iter().map(move |long| long.cells.common(house));
        let inside: Vec<usize> = cells.flat_map(common).collect();
        each_few(family.len(), |few| {
            let Some((left, groups)) = balance(houses, family, few, &pool, &inside, &apart) else {
                return;
            };
            let known = |(l, _): &(Left, _)| l.outs == left.outs && l.ins == left.ins;
            if left.slack * TIGHT <= left.width && !found.iter().any(known) {
                found.push((left, groups));
            }
        });
    }
    for (left, groups) in found {
        let plus = left.outs.iter().map(|var| (1, var));
        let terms = plus.chain(left.ins.iter().map(|var| (-1, var))).collect();
        out.derive(groups, Constraint::Linear { terms, op: Cmp::Eq, rhs: left.sum });
    }
}

/// Every two and every three of so many that are not side by side.
fn each_few(n: usize, mut see: impl FnMut(&[usize])) {
    for i in 0..n {
        for j in i + 1..n {
            if j > i + 1 {
                see(&[i, j]);
            }
            (j + 1..n).filter(|k| k - i > 2).for_each(|k| see(&[i, j, k]));
        }
    }
}

/// The long sums that fill these houses best, as far as they do, with the clues used; `inside` has
/// for each house of the family how many cells of each sum lie in it.
fn balance(
    houses: &[House],
    family: &[usize],
    few: &[usize],
    pool: &[Long<'_>],
    inside: &[usize],
    apart: &Apart,
) -> Option<(Left, Vec<GroupId>)> {
    // Sums with few cells inside are not worth a look.
    let inside = |at: usize| few.iter().map(|&i| inside[i * pool.len() + at]).sum::<usize>();
    let takes_part = |&(inside, at): &(usize, usize)| 3 * inside > pool[at].size;
    let part = || (0..pool.len()).map(|at| (inside(at), at)).filter(takes_part);
    let cells: usize = few.iter().map(|&i| houses[family[i]].cells.len()).sum();
    if part().map(|(inside, _)| inside).sum::<usize>() + MAX_CELLS < cells {
        return None;
    }
    let mut open: Vec<(usize, usize)> = part().collect();
    // Those that stick out least come first.
    open.sort_by_key(|&(inside, at)| (pool[at].size - inside, at));
    let union = Cells::union(few.iter().map(|&i| &houses[family[i]].cells));
    let total: i64 = few.iter().map(|&i| houses[family[i]].sum).sum();
    let left = |covered: &Cells, sum: i64| {
        let (outs, ins) = (covered.minus(&union), union.minus(covered));
        if outs.len() + ins.len() > MAX_CELLS {
            return None;
        }
        let ((least, most), (low, high)) = (apart.range(&outs), apart.range(&ins));
        let sum = sum - total;
        let slack = (i128::from(sum) - (least - high)).min(most - low - i128::from(sum));
        Some(Left { outs, ins, sum, slack, width: (most - low) - (least - high) })
    };
    let (mut covered, mut sum, mut used) = (Cells::default(), 0, Vec::new());
    let mut best: Option<Left> = None;
    for (inside, at) in open {
        let long = &pool[at];
        if long.cells.meets(&covered) {
            continue;
        }
        let mut with = covered.clone();
        with.add(long.cells);
        let next = left(&with, sum + long.sum);
        let mostly = 2 * inside > long.size;
        let better = match (&next, &best) {
            (Some(next), Some(best)) => next.is_less(best),
            _ => mostly,
        };
        if better {
            (covered, sum) = (with, sum + long.sum);
            used.push(at);
            best = next;
        }
    }
    let best = best.filter(|_| used.len() > 1)?;
    let clues = used.iter().map(|&at| pool[at].groups);
    let groups = merged(few.iter().map(|&i| &houses[family[i]].groups).chain(clues));
    Some((best, groups))
}
