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
        inside: inside(houses, regions),
        sizes: regions.iter().map(|r| (r.size as u32, r.sum)).collect(),
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
            // All of a family has no outies: what is left over are the cells without a cage.
            for size in 3..=family.len() {
                family.windows(size).for_each(|run| maker.balance(run));
            }
        }
    }
}

/// How many cells of each region lie in each house, house by house.
fn inside(houses: &[House], regions: &[Region]) -> Vec<u32> {
    let mut inside = Vec::with_capacity(houses.len() * regions.len());
    for house in houses {
        inside.extend(regions.iter().map(|r| r.cells.common(&house.cells) as u32));
    }
    inside
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
    /// How many cells of each region lie in each house, house by house.
    inside: Vec<u32>,
    /// How many cells each region has, and its sum.
    sizes: Vec<(u32, i64)>,
    /// How many cells of each region lie in the houses looked at.
    tally: Vec<u32>,
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
    /// Balances cages against disjoint houses: what sticks out minus what is left over is
    /// the difference of their sums. Each crossing cage counts or not, whichever leaves
    /// fewer cells.
    fn balance(&mut self, run: &[usize]) {
        if self.limits.check().is_err() {
            return;
        }
        let mut union = Cells::default();
        let mut sum = 0;
        self.tally.fill(0);
        for &h in run {
            union.add(&self.houses[h].cells);
            sum -= self.houses[h].sum;
            // Houses of a run share no cells, so what a region has in each adds up.
            let row = &self.inside[h * self.tally.len()..(h + 1) * self.tally.len()];
            self.tally.iter_mut().zip(row).for_each(|(all, here)| *all += here);
        }
        self.chosen.clear();
        let (mut inside_all, mut outs, mut all) = (0, 0, sum);
        for (at, (&inside, &(size, of_region))) in self.tally.iter().zip(&self.sizes).enumerate() {
            if inside * 2 > size {
                inside_all += inside as usize;
                outs += (size - inside) as usize;
                all += of_region;
                self.chosen.push(((size - inside) as usize, at));
            }
        }
        // Where no two regions overlap all of them count, and it is known how many cells are left.
        let ins = union.len() - inside_all.min(union.len());
        if self.chosen.is_empty() || self.disjoint && !self.may_pay(outs, ins, all) {
            return;
        }
        self.chosen.sort_unstable();
        let mut covered = Cells::default();
        let mut counted = 0;
        for (_, at) in &mut self.chosen {
            let region = &self.regions[*at];
            if region.cells.meets(&covered) {
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
        let terms = plus.iter().map(|v| (1, v)).chain(minus.iter().map(|v| (-1, v))).collect();
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
