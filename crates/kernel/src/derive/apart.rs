//! Which cells differ, and how far from each other that puts the least and the most they make.

use super::{Cells, House, Region};
use crate::ids::VarId;
use crate::problem::Problem;

/// Sums of more cells than this never pay.
pub(super) const MAX_CELLS: usize = 12;

/// Which cells differ, by houses and cages, and what each was declared with.
pub(super) struct Apart {
    /// The peers of each variable by its number.
    peers: Vec<Cells>,
    bounds: Vec<(i64, i64)>,
    /// For each number of cells, the most that their least sum, and the least that their largest
    /// can be.
    closest: [(i128, i128); MAX_CELLS + 1],
}

impl Apart {
    pub(super) fn new(houses: &[House], regions: &[Region], problem: &Problem) -> Self {
        let words = problem.vars().last().map_or(0, |def| def.id.index() + 1);
        let (mut peers, mut bounds) = (vec![Cells::default(); words], vec![(0, 0); words]);
        for def in problem.vars() {
            bounds[def.id.index()] = (def.lo, def.hi);
        }
        let cages = regions.iter().filter(|r| r.distinct).map(|r| &r.cells);
        for cells in houses.iter().map(|h| &h.cells).chain(cages) {
            cells.each(|var| peers[var.index()].add(cells));
        }
        let closest = closest(problem);
        Self { peers, bounds, closest }
    }

    /// For so many cells that differ as far as there are values.
    pub(super) fn closest(&self, cells: usize) -> (i128, i128) {
        self.closest[cells]
    }

    /// The least and the most that these cells add up to, as far as houses and cages tell.
    pub(super) fn range(&self, cells: &Cells) -> (i128, i128) {
        let (mut least, mut most) = (0, 0);
        self.each_in_clique(cells, |var, before| {
            let (lo, hi) = self.bounds[var.index()];
            least += i128::from(lo) + before as i128;
            most += i128::from(hi) - before as i128;
        });
        (least, most)
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
