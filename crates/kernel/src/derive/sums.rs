//! Sums of the few cells that cages leave over in houses, or that stick out of them.

use std::collections::{HashMap, HashSet};

use super::{Cells, DeriveOptions, House, Region, merged};
use crate::constraint::Constraint;
use crate::expr::Cmp;
use crate::ids::{GroupId, VarId};
use crate::problem::Problem;

/// Sums of more cells than this pay only with little slack.
const FEW_CELLS: usize = 6;

/// Sums of more cells than this never pay.
const MAX_CELLS: usize = 12;

/// A longer sum pays if it is at most this far from the least or the most possible.
const LITTLE_SLACK: i128 = 4;

pub(super) fn derive(
    houses: &[House],
    families: &[Vec<usize>],
    regions: &[Region],
    options: &DeriveOptions,
    out: &mut Problem,
) {
    if regions.is_empty() {
        return;
    }
    let longest = if options.tight { MAX_CELLS } else { FEW_CELLS };
    let apart = Apart::new(houses, regions);
    let mut maker = Maker { houses, regions, apart, longest, seen: HashSet::new(), out };
    for region in regions {
        let terms = region.cells.vars().into_iter().map(|v| (1, v)).collect();
        maker.seen.insert(terms);
    }
    if options.hidden_cages {
        for i in 0..houses.len() {
            maker.balance(&[i]);
        }
    }
    if options.innies {
        for i in 0..houses.len() {
            for j in 0..i {
                if houses[i].cells.common(&houses[j].cells) == 0 {
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

struct Maker<'a> {
    houses: &'a [House],
    regions: &'a [Region],
    apart: Apart,
    longest: usize,
    seen: HashSet<Vec<(i64, VarId)>>,
    out: &'a mut Problem,
}

impl Maker<'_> {
    /// Balances cages against disjoint houses: what sticks out minus what is left over is
    /// the difference of their sums. Each crossing cage counts or not, whichever leaves
    /// fewer cells.
    fn balance(&mut self, run: &[usize]) {
        let union = Cells::union(run.iter().map(|&h| &self.houses[h].cells));
        let mut sum: i64 = -run.iter().map(|&h| self.houses[h].sum).sum::<i64>();
        let mut chosen: Vec<(usize, &Region)> = Vec::new();
        for region in self.regions {
            let inside = region.cells.common(&union);
            let outside = region.cells.len() - inside;
            if inside > 0 && outside < inside {
                chosen.push((outside, region));
            }
        }
        chosen.sort_by_key(|&(outside, ..)| outside);
        let mut covered = Cells::default();
        let mut groups: Vec<&Vec<GroupId>> = run.iter().map(|&h| &self.houses[h].groups).collect();
        for (_, region) in chosen {
            if region.cells.common(&covered) == 0 {
                covered.add(&region.cells);
                sum += region.sum;
                groups.push(&region.groups);
            }
        }
        let out_cells = covered.minus(&union);
        let in_cells = union.minus(&covered);
        let cells = out_cells.len() + in_cells.len();
        if groups.len() == run.len() || cells > self.longest {
            return;
        }
        if cells > FEW_CELLS && self.slack(&out_cells, &in_cells, sum) > LITTLE_SLACK {
            return;
        }
        let groups = merged(groups.into_iter());
        self.post(out_cells, in_cells, sum, groups);
    }

    /// `sum of outs - sum of ins = sum`.
    fn post(&mut self, outs: Cells, ins: Cells, sum: i64, mut groups: Vec<GroupId>) {
        // One sign only: write it as a plain sum.
        let (plus, minus, sum) = if outs.len() == 0 { (ins, outs, -sum) } else { (outs, ins, sum) };
        let mut terms: Vec<(i64, VarId)> = plus.vars().into_iter().map(|v| (1, v)).collect();
        terms.extend(minus.vars().into_iter().map(|v| (-1, v)));
        if terms.is_empty() && sum == 0 || !self.seen.insert(terms.clone()) {
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
        self.out.derive(groups, Constraint::Linear { terms, op: Cmp::Eq, rhs: sum });
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
        for clique in self.apart.cliques(cells) {
            for (i, &var) in clique.iter().enumerate() {
                let def = self.out.def(var);
                least += i128::from(def.lo) + i as i128;
                most += i128::from(def.hi) - i as i128;
            }
        }
        (least, most)
    }

    /// The clues of a house or cage that makes all these cells different.
    fn distinct_by(&self, cells: &Cells) -> Option<&Vec<GroupId>> {
        let house = self.houses.iter().find(|h| h.cells.contains_all(cells)).map(|h| &h.groups);
        let cages = self.regions.iter().filter(|r| r.distinct);
        house.or_else(|| cages.into_iter().find(|r| r.cells.contains_all(cells)).map(|r| &r.groups))
    }
}

/// Which cells differ, by houses and cages.
struct Apart(HashMap<VarId, Cells>);

impl Apart {
    fn new(houses: &[House], regions: &[Region]) -> Self {
        let mut by_var: HashMap<VarId, Cells> = HashMap::new();
        let cages = regions.iter().filter(|r| r.distinct).map(|r| &r.cells);
        for cells in houses.iter().map(|h| &h.cells).chain(cages) {
            cells.vars().into_iter().for_each(|v| by_var.entry(v).or_default().add(cells));
        }
        Self(by_var)
    }

    /// The cells in groups that all differ, each cell in the largest group that takes it.
    fn cliques(&self, cells: &Cells) -> Vec<Vec<VarId>> {
        let mut cliques: Vec<Vec<VarId>> = Vec::new();
        for var in cells.vars() {
            let peers = self.0.get(&var);
            let takes = |c: &&mut Vec<VarId>| peers.is_some_and(|p| c.iter().all(|&v| p.has(v)));
            match cliques.iter_mut().filter(takes).max_by_key(|c| c.len()) {
                Some(clique) => clique.push(var),
                None => cliques.push(vec![var]),
            }
        }
        cliques
    }
}
