//! Constraints that follow from others and pay for themselves.
//!
//! A house takes each value once, so its sum is known. Cages that nearly fill some houses
//! then tell the sum of the few cells left over or sticking out: innies and outies, the
//! largest single win on killers. Houses that overlap tell more: outside the overlap both
//! use the same values. Everything added names the clues it follows from.

mod across;
mod apart;
mod cells;
mod crossings;
mod equals;
mod families;
mod joined;
mod layout;
mod sums;
mod together;

use std::collections::HashMap;

use crate::constraint::Constraint;
use crate::expr::Cmp;
use crate::ids::{GroupId, VarId};
use crate::problem::{Posted, Problem};
use crate::search::Limits;
pub(crate) use cells::Cells;
pub(crate) use families::families;
pub(crate) use layout::Layout;

/// Which derivations to make; each can be switched off to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeriveOptions {
    /// Two crossing houses use the same values outside the crossing.
    pub intersections: bool,
    /// Crossings of a whole band are one constraint: faster, but its reasons then name every
    /// house of the band.
    pub fuse: bool,
    /// Several lines against as many regions: the leftovers of both use the same values.
    pub leftovers: bool,
    /// The rest of one house that cages nearly fill.
    pub hidden_cages: bool,
    /// Cells left over or sticking out when cages nearly fill several houses.
    pub innies: bool,
    /// Houses of cells that other clues leave as few values as there are cells, where the
    /// declared values make none.
    pub narrowed: bool,
    /// Also longer sums of these kinds if they have little slack.
    pub tight: bool,
    /// Long sums through the same houses, added up, or against houses that they nearly fill.
    pub joined: bool,
    /// What differs from a variable differs from those that are equal to it.
    pub equals: bool,
    /// Members that choose the same house, whichever it is, differ.
    pub together: bool,
}

impl Default for DeriveOptions {
    fn default() -> Self {
        Self {
            intersections: true,
            fuse: true,
            leftovers: true,
            hidden_cages: true,
            innies: true,
            narrowed: true,
            tight: true,
            joined: true,
            equals: true,
            together: true,
        }
    }
}

impl DeriveOptions {
    /// No derivations at all.
    pub const NONE: Self = Self {
        intersections: false,
        fuse: false,
        leftovers: false,
        hidden_cages: false,
        innies: false,
        narrowed: false,
        tight: false,
        joined: false,
        equals: false,
        together: false,
    };

    /// The names of the switches.
    pub const NAMES: [&'static str; 10] = [
        "intersections",
        "fuse",
        "leftovers",
        "hidden-cages",
        "innies",
        "narrowed",
        "tight",
        "joined",
        "equals",
        "together",
    ];

    /// The same options with one derivation off; none if there is no such name.
    pub fn without(mut self, name: &str) -> Option<Self> {
        *match name {
            "intersections" => &mut self.intersections,
            "fuse" => &mut self.fuse,
            "leftovers" => &mut self.leftovers,
            "hidden-cages" => &mut self.hidden_cages,
            "innies" => &mut self.innies,
            "narrowed" => &mut self.narrowed,
            "tight" => &mut self.tight,
            "joined" => &mut self.joined,
            "equals" => &mut self.equals,
            "together" => &mut self.together,
            _ => return None,
        } = false;
        Some(self)
    }
}

/// Variables that take each of their values exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct House {
    pub(crate) cells: Cells,
    sum: i64,
    pub(crate) groups: Vec<GroupId>,
}

/// Cells with a known sum.
#[derive(Clone, Debug)]
struct Region {
    cells: Cells,
    /// How many cells there are.
    size: usize,
    sum: i64,
    groups: Vec<GroupId>,
    distinct: bool,
}

/// The problem with what follows from it.
pub fn derive(problem: &Problem, options: &DeriveOptions) -> Problem {
    derive_within(problem, options, &Limits::default())
}

/// The same under limits: what was not derived in time is left out, and not missed, for it
/// follows from the rest.
pub fn derive_within(problem: &Problem, options: &DeriveOptions, limits: &Limits) -> Problem {
    let known = Layout::of_ground(problem, options);
    let mut out = problem.clone();
    let mut houses = if known.is_some() { Vec::new() } else { houses(problem) };
    if options.narrowed && known.is_none() && houses.is_empty() {
        houses = narrowed_houses(problem, &mut out);
    }
    if options.equals {
        equals::derive(problem, &mut out);
    }
    if options.together {
        together::derive(problem, &mut out);
    }
    let layout = known.unwrap_or_else(|| Layout::of(houses, options, limits));
    out.add(&layout.posted);
    if options.innies || options.hidden_cages {
        let regions = regions(problem);
        sums::derive(&layout.houses, &layout.families, &regions, options, limits, &mut out);
        if options.joined {
            joined::derive(&layout.houses, &layout.families, &regions, &mut out);
            across::derive(&layout.houses, &layout.families, &regions, &mut out);
        }
    }
    out
}

/// How many cells every two houses share: asked for far more often than there are pairs.
struct Overlaps {
    houses: usize,
    shared: Vec<u32>,
}

impl Overlaps {
    fn new(houses: &[House]) -> Self {
        let n = houses.len();
        let mut shared = vec![0; n * n];
        for (i, a) in houses.iter().enumerate() {
            for (j, b) in houses[..=i].iter().enumerate() {
                let common = a.cells.common(&b.cells) as u32;
                (shared[i * n + j], shared[j * n + i]) = (common, common);
            }
        }
        Self { houses: n, shared }
    }

    fn of(&self, a: usize, b: usize) -> usize {
        self.shared[a * self.houses + b] as usize
    }
}

/// More houses than this are not compared with each other, which takes time and memory by their
/// pairs; the largest grids have some two hundred.
const MAX_HOUSES: usize = 500;

/// The houses among the constraints of a problem, the first of them if there are very many.
pub(crate) fn houses(problem: &Problem) -> Vec<House> {
    let Some(ground) = problem.ground() else { return houses_with(Vec::new(), problem, 0) };
    let known = ground.layout().houses.clone();
    houses_with(known, problem, ground.problem().posted().len())
}

/// Those that are known among the first so many constraints, and the others.
fn houses_with(known: Vec<House>, problem: &Problem, first: usize) -> Vec<House> {
    let mut out = known;
    for posted in &problem.posted()[first..] {
        if out.len() == MAX_HOUSES {
            break;
        }
        let Some((vars, (lo, hi))) = house_among(problem, posted) else { continue };
        let cells = Cells::new(vars);
        // The same house said twice would be disjoint from nothing and help nobody.
        if cells.len() == vars.len()
            && !out.iter().any(|h| h.cells.meets(&cells) && h.cells == cells)
        {
            out.push(House { cells, sum: (lo..=hi).sum(), groups: posted.groups.clone() });
        }
    }
    out
}

/// The variables of a constraint that makes a house, and their range.
fn house_among<'p>(problem: &Problem, posted: &'p Posted) -> Option<(&'p [VarId], (i64, i64))> {
    let Constraint::Distinct(vars) = &posted.constraint else { return None };
    let bounds = |v: VarId| (problem.def(v).lo, problem.def(v).hi);
    let (lo, hi) = bounds(*vars.first()?);
    let full = hi.checked_sub(lo).is_some_and(|d| d + 1 == vars.len() as i64);
    (full && vars.iter().all(|&v| bounds(v) == (lo, hi))).then_some((vars, (lo, hi)))
}

/// Houses whose cells have more values by their declaration than other clues leave them:
/// all different, as many values as cells. The compiler does not know them as houses, so
/// each is also posted as a cage.
fn narrowed_houses(problem: &Problem, out: &mut Problem) -> Vec<House> {
    let mut left: HashMap<VarId, (Vec<i64>, Vec<&Vec<GroupId>>)> = HashMap::new();
    for posted in problem.posted() {
        let Constraint::Domain { var, values } = &posted.constraint else { continue };
        let (known, groups) = left.entry(*var).or_insert_with(|| (values.clone(), Vec::new()));
        known.retain(|v| values.contains(v));
        groups.push(&posted.groups);
    }
    let mut found: Vec<(Vec<i64>, House)> = Vec::new();
    for posted in problem.posted() {
        let Constraint::Distinct(vars) = &posted.constraint else { continue };
        let Some(narrowed) = vars.iter().map(|v| left.get(v)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let mut values: Vec<i64> = narrowed.iter().flat_map(|(v, _)| v.iter().copied()).collect();
        values.sort_unstable();
        values.dedup();
        let cells = Cells::new(vars);
        let sum = values.iter().try_fold(0i64, |sum, &v| sum.checked_add(v));
        let known = found.iter().any(|(_, h)| h.cells == cells);
        let full = values.len() == vars.len() && cells.len() == vars.len();
        if let Some(sum) = sum.filter(|_| full && !known) {
            let clues = narrowed.iter().flat_map(|(_, groups)| groups.iter().copied());
            let groups = merged(clues.chain([&posted.groups]));
            found.push((values, House { cells, sum, groups }));
        }
    }
    // Crossings compare houses, so they must all take the same values; two givens that
    // differ are a house too, but not one of the grid.
    let Some(of_grid) = found.iter().map(|(values, _)| values.clone()).max_by_key(Vec::len) else {
        return Vec::new();
    };
    found.retain(|(values, _)| *values == of_grid);
    let houses: Vec<House> = found.into_iter().map(|(_, house)| house).collect();
    for House { cells, sum, groups } in &houses {
        out.derive(groups.clone(), Constraint::Cage { vars: cells.vars(), sum: *sum });
    }
    houses
}

fn regions(problem: &Problem) -> Vec<Region> {
    let mut out = Vec::new();
    for posted in problem.posted() {
        let (vars, sum, distinct): (Vec<VarId>, i64, bool) = match &posted.constraint {
            Constraint::Cage { vars, sum } => (vars.clone(), *sum, true),
            Constraint::Linear { terms, op: Cmp::Eq, rhs }
                if terms.iter().all(|&(c, _)| c == 1) =>
            {
                (terms.iter().map(|&(_, v)| v).collect(), *rhs, false)
            }
            _ => continue,
        };
        let cells = Cells::new(&vars);
        if cells.len() == vars.len() {
            let (size, groups) = (vars.len(), posted.groups.clone());
            out.push(Region { cells, size, sum, groups, distinct });
        }
    }
    out
}

/// Leftovers longer than this say too little.
const MAX_LEFTOVER: usize = 9;

fn leftovers(houses: &[House], families: &[Vec<usize>], overlaps: &Overlaps, out: &mut Problem) {
    for (f, lines) in families.iter().enumerate() {
        for (g, shapes) in families.iter().enumerate() {
            if f == g || lines.len() < 4 {
                continue;
            }
            let shared = |&l: &usize| shapes.iter().map(move |&s| overlaps.of(l, s)).max();
            let shared = lines.iter().filter_map(shared).max().unwrap_or(0);
            let least = lines.iter().map(|&l| overlaps.of(l, l)).min().unwrap_or(0);
            // So many shapes hold at most so much of as many lines.
            let sizes = 2..=lines.len() / 2;
            let short = |&size: &usize| size * least <= MAX_LEFTOVER + size * size * shared;
            // Where bands of lines and shapes fit together, crossings say it all.
            if !sizes.clone().any(|n| short(&n)) || crossings::fit(houses, lines, shapes, overlaps)
            {
                continue;
            }
            for size in sizes.filter(short) {
                for run in lines.windows(size) {
                    leftover(houses, run, shapes, overlaps, out);
                }
            }
        }
    }
}

/// The run of lines against the shapes that lie in it most.
fn leftover(
    houses: &[House],
    run: &[usize],
    shapes: &[usize],
    overlaps: &Overlaps,
    out: &mut Problem,
) {
    // Lines of a family share no cells, so what a shape has in each adds up.
    let inside = |s: usize| run.iter().map(|&line| overlaps.of(line, s)).sum::<usize>();
    let mut ranked: Vec<_> = shapes.iter().map(|&s| (std::cmp::Reverse(inside(s)), s)).collect();
    ranked.sort_by_key(|&(inside, _)| inside);
    let Some(chosen) = ranked.get(..run.len()) else { return };
    let inside: usize = chosen.iter().map(|(inside, _)| inside.0).sum();
    let left = run.iter().map(|&line| overlaps.of(line, line)).sum::<usize>() - inside;
    if left == 0 || left > MAX_LEFTOVER {
        return;
    }
    let run: Vec<&House> = run.iter().map(|&h| &houses[h]).collect();
    let chosen: Vec<&House> = chosen.iter().map(|&(_, s)| &houses[s]).collect();
    same_set(&run, &chosen, out);
}

/// Outside what they share, as many houses on both sides use the same values.
fn same_set(a: &[&House], b: &[&House], out: &mut Problem) {
    let left = Cells::union(a.iter().map(|h| &h.cells));
    let right = Cells::union(b.iter().map(|h| &h.cells));
    let groups = merged(a.iter().chain(b).map(|h| &h.groups));
    let (a, b) = (left.minus(&right).vars(), right.minus(&left).vars());
    if !a.is_empty() {
        out.derive(groups, Constraint::SameSet { a, b });
    }
}

/// All clues of some lists, each once.
pub(crate) fn merged<'a>(lists: impl Iterator<Item = &'a Vec<GroupId>>) -> Vec<GroupId> {
    let mut all = Vec::with_capacity(32);
    // Most lists have one, for which a call to copy it is long.
    lists.for_each(|list| list.iter().for_each(|&group| all.push(group)));
    all.sort_unstable();
    all.dedup();
    all
}
