//! Long sums through the same houses, added up.
//!
//! Little killers that run side by side go through the same boxes. Each alone is far from the
//! least and the most that its cells can make; together they have most cells of a box, which
//! all differ, so that there is little room for more or less. Sums are joined two by two, those
//! that leave least room for their size first, as long as that leaves less than each had alone.

use super::{Cells, House, Region, merged};
use crate::constraint::Constraint;
use crate::expr::Cmp;
use crate::ids::GroupId;
use crate::problem::Problem;

/// Shorter sums are cages: what they leave over in houses says more.
const LONG: usize = 6;

/// More long sums than this are not compared with each other.
const MAX_SUMS: usize = 40;

/// A joined sum pays if its slack is at most the width of what is possible by this.
const TIGHT: i128 = 6;

/// A sum, or several joined.
struct Joined {
    cells: Cells,
    sum: i64,
    groups: Vec<GroupId>,
    /// How many of its cells lie in each house.
    inside: Vec<u32>,
    room: Room,
    parts: usize,
}

/// How much a sum leaves open if the cells of each house of a family differ.
#[derive(Clone, Copy)]
struct Room {
    /// How far it is from the nearer end of what is possible.
    slack: i128,
    /// From the least to the most that is possible.
    width: i128,
    /// The family whose houses tell most.
    family: usize,
}

impl Room {
    /// Whether it leaves less than another, for its size.
    fn is_less(self, other: Room) -> bool {
        self.slack * other.width < other.slack * self.width
    }

    fn is_tight(self) -> bool {
        self.slack * TIGHT <= self.width
    }
}

pub(super) fn derive(
    houses: &[House],
    families: &[Vec<usize>],
    regions: &[Region],
    out: &mut Problem,
) {
    let long = regions.iter().filter(|r| r.size >= LONG);
    let bounds: Vec<_> = houses.iter().map(|h| bounds(h, out)).collect();
    let single = |region: &Region| {
        let inside: Vec<u32> =
            houses.iter().map(|h| h.cells.common(&region.cells) as u32).collect();
        let room = room(&bounds, families, &inside, (region.size, region.sum))?;
        let (cells, groups) = (region.cells.clone(), region.groups.clone());
        Some(Joined { cells, sum: region.sum, groups, inside, room, parts: 1 })
    };
    let mut pool: Vec<Joined> = long.filter_map(single).take(MAX_SUMS).collect();
    while let Some((i, j, both)) = best_pair(&bounds, families, &pool) {
        // The later one first, so that the place of the other stays.
        pool.swap_remove(j);
        pool[i] = both;
    }
    for joined in pool.iter().filter(|joined| joined.parts > 1 && joined.room.is_tight()) {
        // House by house, so that the sum gathers what differs.
        let family = families[joined.room.family].iter().map(|&h| &houses[h].cells);
        let cells = family.flat_map(|house| house.iter().filter(|&v| joined.cells.has(v)));
        let terms = cells.map(|var| (1, var)).collect();
        let sum = Constraint::Linear { terms, op: Cmp::Eq, rhs: joined.sum };
        out.derive(joined.groups.clone(), sum);
    }
}

/// The two sums that leave least room together, if it is less than each leaves alone.
fn best_pair(
    bounds: &[(i128, i128)],
    families: &[Vec<usize>],
    pool: &[Joined],
) -> Option<(usize, usize, Joined)> {
    let mut best: Option<(usize, usize, Vec<u32>, Room)> = None;
    for (j, b) in pool.iter().enumerate() {
        for (i, a) in pool[..j].iter().enumerate() {
            if a.cells.meets(&b.cells) {
                continue;
            }
            let inside: Vec<u32> = a.inside.iter().zip(&b.inside).map(|(a, b)| a + b).collect();
            let Some(sum) = a.sum.checked_add(b.sum) else { continue };
            let size = a.cells.len() + b.cells.len();
            let Some(room) = room(bounds, families, &inside, (size, sum)) else { continue };
            let helps = room.is_less(a.room) && room.is_less(b.room);
            if helps && best.as_ref().is_none_or(|(.., known)| room.is_less(*known)) {
                best = Some((i, j, inside, room));
            }
        }
    }
    best.map(|(i, j, inside, room)| {
        let (a, b) = (&pool[i], &pool[j]);
        let cells = Cells::union([&a.cells, &b.cells].into_iter());
        let groups = merged([&a.groups, &b.groups].into_iter());
        let (sum, parts) = (a.sum + b.sum, a.parts + b.parts);
        (i, j, Joined { cells, sum, groups, inside, room, parts })
    })
}

/// The smallest and the largest value of a house.
fn bounds(house: &House, problem: &Problem) -> (i128, i128) {
    let first = house.cells.iter().next().map(|v| problem.def(v));
    first.map_or((0, 0), |def| (def.lo.into(), def.hi.into()))
}

/// What a sum leaves open by the family that tells most; none if no family has all its cells.
fn room(
    bounds: &[(i128, i128)],
    families: &[Vec<usize>],
    inside: &[u32],
    (size, sum): (usize, i64),
) -> Option<Room> {
    let mut best: Option<Room> = None;
    for (family, members) in families.iter().enumerate() {
        let all: u32 = members.iter().map(|&h| inside[h]).sum();
        if all as usize != size {
            continue;
        }
        let (mut least, mut most) = (0i128, 0i128);
        for &h in members {
            let count = i128::from(inside[h]);
            let (lo, hi) = bounds[h];
            let steps = count * (count - 1) / 2;
            least += count * lo + steps;
            most += count * hi - steps;
        }
        let slack = (i128::from(sum) - least).min(most - i128::from(sum));
        let room = Room { slack, width: most - least, family };
        if best.is_none_or(|known| room.is_less(known)) {
            best = Some(room);
        }
    }
    best
}
