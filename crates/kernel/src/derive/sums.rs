//! Sums of the few cells that cages leave over in houses, or that stick out of them.

use super::apart::{Apart, MAX_CELLS};
use super::{Cells, DeriveOptions, House, Region, merged};
use crate::constraint::Constraint;
use crate::expr::Cmp;
use crate::hash::QuickSet;
use crate::ids::GroupId;
use crate::problem::Problem;
use crate::search::Limits;

/// Sums of more cells than this pay only with little slack.
const FEW_CELLS: usize = 5;

/// A longer sum pays if it is at most this far from the least or the most possible.
const LITTLE_SLACK: i128 = 4;

pub(super) fn derive(
    houses: &[House],
    families: &[Vec<usize>],
    regions: &[Region],
    options: &DeriveOptions,
    limits: &Limits,
    out: &mut Problem,
) {
    if regions.is_empty() {
        return;
    }
    let longest = if options.tight { MAX_CELLS } else { FEW_CELLS };
    let mut maker = Maker {
        houses,
        regions,
        cells: houses.iter().map(|h| h.cells.len() as i64).collect(),
        inside: inside(houses, regions),
        sizes: regions.iter().map(|r| r.size as i32).collect(),
        sums: regions.iter().map(|r| r.sum).collect(),
        tally: vec![0; regions.len()],
        disjoint: disjoint(regions),
        apart: Apart::new(houses, regions, out),
        longest,
        chosen: Vec::new(),
        seen: regions.iter().map(|r| (r.cells.clone(), Cells::default())).collect(),
        limits,
        out,
    };
    if options.hidden_cages {
        for i in 0..houses.len() {
            maker.balance(&[i]);
        }
    }
    if options.innies {
        for i in 0..houses.len() {
            for j in 0..i {
                if !houses[i].cells.meets(&houses[j].cells) {
                    maker.balance(&[j, i]);
                }
            }
        }
        for family in families {
            let so_far = maker.so_far(family);
            // All of a family has no outies: what is left over are the cells without a cage.
            for size in 3..=family.len() {
                for (at, run) in family.windows(size).enumerate() {
                    maker.balance_within(run, &so_far, at);
                }
            }
        }
    }
}

/// How many cells of each region lie in each house, house by house.
fn inside(houses: &[House], regions: &[Region]) -> Vec<i32> {
    let mut inside = Vec::with_capacity(houses.len() * regions.len());
    for house in houses {
        inside.extend(regions.iter().map(|r| r.cells.common(&house.cells) as i32));
    }
    inside
}

/// Sets each place to what two others make.
fn set(out: &mut [i32], a: &[i32], b: &[i32], make: impl Fn(i32, i32) -> i32) {
    out.iter_mut().zip(a.iter().zip(b)).for_each(|(out, (&a, &b))| *out = make(a, b));
}

/// Whether no two of the regions share a cell.
fn disjoint(regions: &[Region]) -> bool {
    let mut seen = Cells::default();
    regions.iter().all(|region| {
        let apart = !region.cells.meets(&seen);
        seen.add(&region.cells);
        apart
    })
}

struct Maker<'a> {
    houses: &'a [House],
    regions: &'a [Region],
    /// How many cells each house has.
    cells: Vec<i64>,
    /// How many cells of each region lie in each house, house by house.
    inside: Vec<i32>,
    /// How many cells each region has.
    sizes: Vec<i32>,
    sums: Vec<i64>,
    /// How many cells of each region lie in the houses looked at.
    tally: Vec<i32>,
    /// Whether no two regions share a cell.
    disjoint: bool,
    apart: Apart,
    longest: usize,
    /// Regions that lie mostly in the houses looked at, with the cells outside.
    chosen: Vec<(usize, usize)>,
    /// What is counted up, and what down, of the sums known already.
    seen: QuickSet<(Cells, Cells)>,
    limits: &'a Limits,
    out: &'a mut Problem,
}

impl Maker<'_> {
    /// Balances cages against one house or two that share no cells, so that what a region has in
    /// each adds up.
    fn balance(&mut self, run: &[usize]) {
        let row = |h: usize| &self.inside[h * self.sizes.len()..(h + 1) * self.sizes.len()];
        match *run {
            [one] => self.tally.copy_from_slice(row(one)),
            [a, b] => set(&mut self.tally, row(a), row(b), |a, b| a + b),
            _ => return,
        }
        self.balance_tally(run);
    }

    /// The same for a run of a family from a place on, with what lies in its first houses.
    fn balance_within(&mut self, run: &[usize], so_far: &[Vec<i32>], at: usize) {
        set(&mut self.tally, &so_far[at + run.len()], &so_far[at], |to, from| to - from);
        self.balance_tally(run);
    }

    /// How many cells of each region lie in the first houses of a family, for every number of them.
    fn so_far(&self, family: &[usize]) -> Vec<Vec<i32>> {
        let regions = self.sizes.len();
        let mut rows = vec![vec![0; regions]];
        for (at, &h) in family.iter().enumerate() {
            let mut row = vec![0; regions];
            set(&mut row, &rows[at], &self.inside[h * regions..(h + 1) * regions], |a, b| a + b);
            rows.push(row);
        }
        rows
    }

    /// What sticks out minus what is left over is the difference of the sums of cages and houses.
    /// Each crossing cage counts or not, whichever leaves fewer cells.
    fn balance_tally(&mut self, run: &[usize]) {
        let fewest = self.fewest_left(run);
        if fewest > self.longest as i64 || self.limits.check().is_err() {
            return;
        }
        let mut sum = -run.iter().map(|&h| self.houses[h].sum).sum::<i64>();
        // Where no two regions overlap all of them count, and it is known how many cells are left.
        if self.disjoint {
            let (outs, all) = self.all_chosen();
            if !self.may_pay(outs, fewest as usize - outs, sum + all) {
                return;
            }
        }
        self.chosen.clear();
        for (at, (inside, size)) in self.tally.iter().zip(&self.sizes).enumerate() {
            if 2 * inside > *size {
                self.chosen.push(((size - inside) as usize, at));
            }
        }
        if self.chosen.is_empty() {
            return;
        }
        if !self.disjoint {
            self.chosen.sort_unstable();
        }
        let union = Cells::union(run.iter().map(|&h| &self.houses[h].cells));
        let mut covered = Cells::default();
        let mut counted = 0;
        for (_, at) in &mut self.chosen {
            let region = &self.regions[*at];
            if !self.disjoint && region.cells.meets(&covered) {
                *at = usize::MAX;
                continue;
            }
            covered.add(&region.cells);
            sum += region.sum;
            counted += 1;
        }
        let out_cells = covered.minus(&union);
        let in_cells = union.minus(&covered);
        let (outs, ins) = (out_cells.len(), in_cells.len());
        if counted == 0 || !self.may_pay(outs, ins, sum) {
            return;
        }
        if outs + ins > FEW_CELLS && self.slack(&out_cells, &in_cells, sum) > LITTLE_SLACK {
            return;
        }
        let regions = self.chosen.iter().filter_map(|&(_, at)| self.regions.get(at));
        let houses = run.iter().map(|&h| &self.houses[h].groups);
        let groups = merged(houses.chain(regions.map(|r| &r.groups)));
        self.post(out_cells, in_cells, sum, groups);
    }

    /// How many cells are left over or stick out at least, whichever regions count. Most runs leave
    /// too many, so this is all that is asked of them.
    fn fewest_left(&self, run: &[usize]) -> i64 {
        // A region fills so many cells inside and adds those that it has outside.
        let saves = |(inside, size): (&i32, &i32)| (2 * inside - size).max(0);
        let saved: i32 = self.tally.iter().zip(&self.sizes).map(saves).sum();
        run.iter().map(|&h| self.cells[h]).sum::<i64>() - i64::from(saved)
    }

    /// How many cells stick out if all regions count that lie mostly inside, and their sums.
    fn all_chosen(&self) -> (usize, i64) {
        let (mut outs, mut all) = (0, 0i64);
        for ((inside, size), sum) in self.tally.iter().zip(&self.sizes).zip(&self.sums) {
            let counts = 2 * inside > *size;
            outs += if counts { size - inside } else { 0 };
            all += if counts { *sum } else { 0 };
        }
        (outs as usize, all)
    }

    /// `sum of outs - sum of ins = sum`.
    fn post(&mut self, outs: Cells, ins: Cells, sum: i64, mut groups: Vec<GroupId>) {
        // One sign only: write it as a plain sum.
        let (plus, minus, sum) = if outs.len() == 0 { (ins, outs, -sum) } else { (outs, ins, sum) };
        let none = plus.len() == 0 && minus.len() == 0;
        if none && sum == 0 || !self.seen.insert((plus.clone(), minus.clone())) {
            return;
        }
        if minus.len() == 0
            && plus.len() > 1
            && let Some(holder) = self.distinct_by(&plus)
        {
            groups = merged([&groups, holder].into_iter());
            self.out.derive(groups, Constraint::Cage { vars: plus.vars(), sum });
            return;
        }
        let mut terms = Vec::with_capacity(plus.len() + minus.len());
        plus.each(|v| terms.push((1, v)));
        minus.each(|v| terms.push((-1, v)));
        self.out.derive(groups, Constraint::Linear { terms, op: Cmp::Eq, rhs: sum });
    }

    /// Whether so many cells with such a sum may be worth it, whichever they are: the slack is
    /// least if all of them differ, as far as there are values.
    fn may_pay(&self, outs: usize, ins: usize, sum: i64) -> bool {
        if outs + ins > self.longest {
            return false;
        }
        let ((least, most), (low, high)) = (self.apart.closest(outs), self.apart.closest(ins));
        let sum = i128::from(sum);
        outs + ins <= FEW_CELLS || (sum - (least - high)).min(most - low - sum) <= LITTLE_SLACK
    }

    /// How far `sum of outs - sum of ins` is from the nearer end of what is possible.
    fn slack(&self, outs: &Cells, ins: &Cells, sum: i64) -> i128 {
        let ((least, most), (low, high)) = (self.apart.range(outs), self.apart.range(ins));
        let sum = i128::from(sum);
        (sum - (least - high)).min(most - low - sum)
    }

    /// The clues of a house or cage that makes all these cells different.
    fn distinct_by(&self, cells: &Cells) -> Option<&Vec<GroupId>> {
        let house = self.houses.iter().find(|h| h.cells.contains_all(cells)).map(|h| &h.groups);
        let cages = self.regions.iter().filter(|r| r.distinct);
        house.or_else(|| cages.into_iter().find(|r| r.cells.contains_all(cells)).map(|r| &r.groups))
    }
}
