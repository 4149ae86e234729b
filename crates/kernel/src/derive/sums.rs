//! Sums of the few cells that cages leave over in houses, or that stick out of them.

use super::{Cells, DeriveOptions, House, Region, merged};
use crate::constraint::Constraint;
use crate::expr::Cmp;
use crate::hash::QuickSet;
use crate::ids::{GroupId, VarId};
use crate::problem::Problem;
use crate::search::Limits;

/// Sums of more cells than this pay only with little slack.
const FEW_CELLS: usize = 5;

/// Sums of more cells than this never pay.
const MAX_CELLS: usize = 12;

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
        let ((least, most), (low, high)) = (self.range(outs), self.range(ins));
        let sum = i128::from(sum);
        (sum - (least - high)).min(most - low - sum)
    }

    /// The least and the most that these cells add up to, as far as houses and cages tell.
    fn range(&self, cells: &Cells) -> (i128, i128) {
        let (mut least, mut most) = (0, 0);
        self.apart.each_in_clique(cells, |var, before| {
            let (lo, hi) = self.apart.bounds(var);
            least += i128::from(lo) + before as i128;
            most += i128::from(hi) - before as i128;
        });
        (least, most)
    }

    /// The clues of a house or cage that makes all these cells different.
    fn distinct_by(&self, cells: &Cells) -> Option<&Vec<GroupId>> {
        let house = self.houses.iter().find(|h| h.cells.contains_all(cells)).map(|h| &h.groups);
        let cages = self.regions.iter().filter(|r| r.distinct);
        house.or_else(|| cages.into_iter().find(|r| r.cells.contains_all(cells)).map(|r| &r.groups))
    }
}

/// Which cells differ, by houses and cages, and what each was declared with.
struct Apart {
    /// The peers of each variable by its number.
    peers: Vec<Cells>,
    bounds: Vec<(i64, i64)>,
    /// For each number of cells, the most that their least sum, and the least that their largest
    /// can be.
    closest: [(i128, i128); MAX_CELLS + 1],
}

impl Apart {
    fn new(houses: &[House], regions: &[Region], problem: &Problem) -> Self {
        let words = problem.vars().last().map_or(0, |def| def.id.index() + 1);
        let (mut peers, mut bounds) = (vec![Cells::default(); words], vec![(0, 0); words]);
        for def in problem.vars() {
            bounds[def.id.index()] = (def.lo, def.hi);
        }
        let cages = regions.iter().filter(|r| r.distinct).map(|r| &r.cells);
        for cells in houses.iter().map(|h| &h.cells).chain(cages) {
            cells.iter().for_each(|var| peers[var.index()].add(cells));
        }
        let closest = closest(problem);
        Self { peers, bounds, closest }
    }

    /// For so many cells that differ as far as there are values.
    fn closest(&self, cells: usize) -> (i128, i128) {
        self.closest[cells]
    }

    fn bounds(&self, var: VarId) -> (i64, i64) {
        self.bounds[var.index()]
    }

    /// Shows each cell with how many were before it in its clique of cells that all differ;
    /// each goes to the largest clique that takes it. For no more than [`MAX_CELLS`].
    fn each_in_clique(&self, cells: &Cells, mut see: impl FnMut(VarId, usize)) {
        let mut placed = [(VarId::new(0), 0usize); MAX_CELLS];
        let mut sizes = [0usize; MAX_CELLS];
        let mut cliques = 0;
        for (n, var) in cells.iter().take(MAX_CELLS).enumerate() {
            let peers = &self.peers[var.index()];
            let mut full = 0u32;
            for &(other, clique) in &placed[..n] {
                full |= u32::from(!peers.has(other)) << clique;
            }
            let best = (0..cliques).filter(|&c| full >> c & 1 == 0).max_by_key(|&c| sizes[c]);
            let clique = best.unwrap_or(cliques);
            cliques = cliques.max(clique + 1);
            see(var, sizes[clique]);
            sizes[clique] += 1;
            placed[n] = (var, clique);
        }
    }
}

/// For each number of cells, the most that their least sum, and the least that their largest can
/// be: no more cells differ from each other than there are values.
fn closest(problem: &Problem) -> [(i128, i128); MAX_CELLS + 1] {
    let wide = |lo: i64, hi: i64| i128::from(hi) - i128::from(lo) + 1;
    let defs = || problem.vars().iter();
    let low = defs().map(|d| d.lo).max().unwrap_or(0);
    let high = defs().map(|d| d.hi).min().unwrap_or(0);
    let least = defs().map(|d| d.lo).min().unwrap_or(0);
    let values = defs().map(|d| wide(least, d.hi)).max().unwrap_or(1);
    let mut found = [(0, 0); MAX_CELLS + 1];
    for cells in 1..=MAX_CELLS {
        let before = (cells as i128 - 1) % values;
        let (lower, upper) = found[cells - 1];
        found[cells] = (lower + i128::from(low) + before, upper + i128::from(high) - before);
    }
    found
}
