//! Innies and outies: the digits of a house make a known sum, so cages that nearly fill some
//! houses tell what the few cells make that they leave out, or that stick out. A cell that is the sum
//! of others, as the circle of an arrow, stands for them.

mod tight;
mod ways;

use std::collections::BTreeSet;

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, VarId};
use pencilmark_puzzle::CellId;

use super::{Sink, View};
use crate::board::{Board, Mark};
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Cells, Each};
use crate::technique::Technique;

pub(crate) use tight::{Part, Tight};
pub(crate) use ways::{each_way, erased, once};

/// Houses that are looked at together.
const MOST_HOUSES: usize = 4;
/// Open cells that are left out or stick out.
pub(crate) const MOST_CELLS: usize = 5;
/// Cages that lie half in the houses: each may count or not.
const MOST_TIES: usize = 3;

/// Cells whose sum is known, or is that of another cell.
struct Sum {
    unit: usize,
    cells: Cells,
    /// The cell that is the sum of the others, as on an arrow; it stands for them.
    tip: Option<Cell>,
}

/// The cells of a constraint that says what they add up to, and that number.
pub(crate) fn sum_of(board: &Board, unit: usize) -> Option<(Vec<Cell>, i64)> {
    let &[posted] = &board.units[unit].posted[..] else { return None };
    let (vars, sum): (Vec<VarId>, i64) = match &board.lowered.problem.posted()[posted].constraint {
        Constraint::Cage { vars, sum } => (vars.clone(), *sum),
        Constraint::Linear { terms, op: Cmp::Eq, rhs } if terms.iter().all(|t| t.0 == 1) => {
            (terms.iter().map(|t| t.1).collect(), *rhs)
        }
        _ => return None,
    };
    let cell = |v: &VarId| board.lowered.cells.binary_search(v).ok();
    let cells: Vec<Cell> = vars.iter().map(cell).collect::<Option<_>>()?;
    let once = cells.iter().copied().collect::<BTreeSet<_>>().len() == cells.len();
    once.then_some((cells, sum))
}

/// A cell that is the sum of some others, as on an arrow, and these.
pub(crate) fn arrow_of(board: &Board, unit: usize) -> Option<(Cell, Vec<Cell>)> {
    let &[posted] = &board.units[unit].posted[..] else { return None };
    let Constraint::Linear { terms, op: Cmp::Eq, rhs: 0 } =
        &board.lowered.problem.posted()[posted].constraint
    else {
        return None;
    };
    let cell = |var: VarId| board.lowered.cells.binary_search(&var).ok();
    let (plus, minus): (Vec<_>, Vec<_>) = terms.iter().partition(|t| t.0 > 0);
    let (tip, shaft) = if plus.len() == 1 { (plus, minus) } else { (minus, plus) };
    let one = |t: &&(i64, VarId)| t.0.abs() == 1;
    if tip.len() != 1 || shaft.len() < 2 || !tip.iter().chain(&shaft).all(|t| one(&t)) {
        return None;
    }
    let shaft = shaft.iter().map(|t| cell(t.1)).collect::<Option<_>>()?;
    Some((cell(tip[0].1)?, shaft))
}

/// What some houses and cages leave: the cells left out make as much more than the cells that
/// stick out as the houses make more than the cages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rest {
    /// In the houses, but in no cage; and the tips of arrows that lie in the houses.
    pub inner: Vec<Cell>,
    /// The tips of these arrows.
    pub tips: Vec<Cell>,
    /// In a cage, but in no house.
    pub outer: Vec<Cell>,
    /// What the houses make.
    pub houses: i64,
    /// What the cages make.
    pub sums: i64,
}

impl Rest {
    /// Of houses that share no cell, and sums that share none.
    pub(crate) fn of(board: &Board, houses: &[usize], sums: &[usize]) -> Rest {
        let all = houses.iter().flat_map(|&h| board.houses[h].list.iter().copied());
        let home: BTreeSet<Cell> = all.collect();
        let arrows: Vec<(Cell, Vec<Cell>)> =
            sums.iter().filter_map(|&u| arrow_of(board, u)).collect();
        let sums: Vec<(Vec<Cell>, i64)> = sums.iter().filter_map(|&u| sum_of(board, u)).collect();
        let cells = sums.iter().map(|s| &s.0).chain(arrows.iter().map(|a| &a.1));
        let covered: BTreeSet<Cell> = cells.flatten().copied().collect();
        let tips: Vec<Cell> = arrows.iter().map(|a| a.0).collect();
        let house: i64 = Each(board.all()).map(|d| board.value(d)).sum();
        Rest {
            inner: home.difference(&covered).chain(&tips).copied().collect(),
            tips,
            outer: covered.difference(&home).copied().collect(),
            houses: house * houses.len() as i64,
            sums: sums.iter().map(|s| s.1).sum(),
        }
    }

    /// The cells of both sides with their signs.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (i64, Cell)> + '_ {
        let inner = self.inner.iter().map(|&c| (1, c));
        inner.chain(self.outer.iter().map(|&c| (-1, c)))
    }

    /// The terms without a digit, and what is left for them.
    pub(crate) fn open(&self, view: View<'_>) -> (Vec<(i64, Cell)>, i64) {
        let is_open = |t: &(i64, Cell)| view.marks.value[t.1].is_none();
        let (open, placed): (Vec<_>, Vec<_>) = self.terms().partition(is_open);
        let value = |c: Cell| view.marks.value[c].map_or(0, |d| view.board.value(d.into()));
        let made: i64 = placed.iter().map(|&(k, c)| k * value(c)).sum();
        (open, self.houses - self.sums - made)
    }
}

/// How far to look: over how many open cells, and over how many houses and sums together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub cells: usize,
    pub clues: usize,
}

impl Reach {
    /// As far as anybody looks.
    pub(crate) const FULL: Reach = Reach { cells: MOST_CELLS, clues: usize::MAX };
}

/// Calls the sink with what houses and sums say within some reach, easiest first.
pub(crate) fn find(view: View<'_>, reach: Reach, sink: &mut Sink<'_>) -> bool {
    let within = |b: &Balance| b.houses.len() + b.sums.len() <= reach.clues;
    let all = all_balances(view, reach.cells).into_iter().filter(within);
    all.filter_map(|b| b.found(view)).any(sink)
}

/// Calls the sink with what sums of many cells say that are nearly as large, or as small, as they can be.
pub(crate) fn find_tight(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    all_balances(view, tight::CELLS).into_iter().filter_map(|b| b.tight(view)).any(sink)
}

/// Houses and sums with at most so many open cells between them, easiest first.
pub(crate) fn balances(
    view: View<'_>,
    most: usize,
) -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> {
    all_balances(view, most).into_iter().map(|b| (b.houses, b.sums))
}

fn all_balances(view: View<'_>, most: usize) -> Vec<Balance> {
    let board = view.board;
    let usable = |unit: usize| {
        let (cells, tip) = match (sum_of(board, unit), arrow_of(board, unit)) {
            (Some((cells, _)), _) => (cells, None),
            (None, Some((tip, shaft))) => (shaft.into_iter().chain([tip]).collect(), Some(tip)),
            _ => return None,
        };
        Some(Sum { unit, cells: cells.into_iter().collect(), tip })
    };
    let sums: Vec<Sum> = (0..board.units.len()).filter_map(usable).collect();
    if sums.is_empty() {
        return vec![];
    }
    let mut all: Vec<Balance> = Vec::new();
    for houses in together(board) {
        balance(view, &houses, &sums, most, &mut all);
    }
    all.sort_by_key(|b| b.cost);
    all
}

/// Sets of houses that lie side by side and share no cell: of one shape, or two of any.
fn together(board: &Board) -> Vec<Vec<usize>> {
    let pure = |h: &usize| board.units[board.houses[*h].unit].house == Some(*h);
    let houses: Vec<usize> = (0..board.houses.len()).filter(pure).collect();
    let near: Vec<Cells> = board.houses.iter().map(|h| around(board, h.cells)).collect();
    let beside = |a: usize, b: usize| {
        let (one, other) = (&board.houses[a], &board.houses[b]);
        !one.cells.meets(other.cells) && near[a].meets(other.cells)
    };
    let mut all: Vec<Vec<usize>> = houses.iter().map(|&h| vec![h]).collect();
    let mut last = all.clone();
    for size in 2..=MOST_HOUSES {
        let mut next: BTreeSet<Vec<usize>> = BTreeSet::new();
        for set in &last {
            let shape = board.houses[set[0]].shape;
            let alike = set.iter().all(|&h| board.houses[h].shape == shape);
            for &more in &houses {
                let fits = size == 2 || alike && board.houses[more].shape == shape;
                let meets =
                    set.iter().any(|&h| board.houses[h].cells.meets(board.houses[more].cells));
                if fits && !meets && set.iter().any(|&h| beside(h, more)) {
                    let mut with = set.clone();
                    with.push(more);
                    with.sort_unstable();
                    next.insert(with);
                }
            }
        }
        last = next.into_iter().collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// The cells that touch some cells.
fn around(board: &Board, cells: Cells) -> Cells {
    let grid = &board.puzzle.grid;
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let beside =
        |cell: Cell| steps.into_iter().filter_map(move |(d, r)| grid.step(CellId::new(cell), d, r));
    cells.flat_map(beside).map(CellId::index).collect()
}

/// Houses and sums with few cells between them.
struct Balance {
    houses: Vec<usize>,
    sums: Vec<usize>,
    /// How hard it is to see.
    cost: usize,
}

/// The sums that lie mostly in the houses; of those that lie half in them, some or all.
fn balance(view: View<'_>, houses: &[usize], sums: &[Sum], most: usize, all: &mut Vec<Balance>) {
    let home = houses.iter().fold(Cells::EMPTY, |all, &h| all | view.board.houses[h].cells);
    let open = home & view.marks.open;
    let mut near: Vec<(usize, usize, &Sum)> = Vec::new();
    for sum in sums {
        let inside = (sum.cells & open).len();
        let outside = (sum.cells & view.marks.open).len() - inside;
        let is_apart = sum.tip.is_none_or(|tip| !home.has(tip));
        if inside > 0 && outside <= inside && is_apart {
            near.push((outside, inside, sum));
        }
    }
    near.sort_by_key(|&(outside, inside, sum)| (outside == inside, outside, sum.unit));
    let (mut covered, mut ties) = (Cells::EMPTY, 0);
    near.retain(|&(outside, inside, sum)| {
        let tie = outside == inside;
        let fits = !(sum.cells.meets(covered) || tie && ties == MOST_TIES);
        if fits {
            covered |= sum.cells;
            ties += usize::from(tie);
        }
        fits
    });
    let firm = near.len() - ties;
    let left = (open - covered).len();
    let out = near.iter().map(|n| n.0).sum::<usize>();
    // Whether or not those that lie half in them count, as many cells are left.
    let cells = left + out;
    if cells == 0 || cells > most {
        return;
    }
    for chosen in 0..1usize << ties {
        let is_chosen = |at: &usize| *at < firm || chosen >> (at - firm) & 1 == 1;
        let mut own: Vec<usize> =
            (0..near.len()).filter(is_chosen).map(|at| near[at].2.unit).collect();
        if own.is_empty() {
            continue;
        }
        own.sort_unstable();
        let rest = Rest::of(view.board, houses, &own);
        let placed = rest.terms().count() - cells;
        let (terms, _) = rest.open(view);
        let mixed = terms.iter().any(|t| t.0 != terms[0].0);
        let clues = houses.len() + own.len();
        let cost = 2 * (cells - 1) + clues + usize::from(mixed) + placed / 2;
        all.push(Balance { houses: houses.to_vec(), sums: own, cost });
    }
}

impl Balance {
    /// What follows, if anything does.
    fn found(self, view: View<'_>) -> Option<Found> {
        let board = view.board;
        let rest = Rest::of(board, &self.houses, &self.sums);
        let (terms, left) = rest.open(view);
        let gone = erased(view, &terms, left, &|a, b| board.differ[a].contains(&b))?;
        if gone.is_empty() {
            return None;
        }
        let mut own: Vec<usize> = self.houses.iter().map(|&h| board.houses[h].unit).collect();
        own.extend(&self.sums);
        let apart = ways::apart(view, &own, &terms, left, &gone);
        let placed = match (&terms[..], left) {
            (&[(sign, cell)], left) => board.digit(sign * left).map(|digit| Mark { cell, digit }),
            _ => None,
        };
        let rating = Technique::Innies.entry().rating + self.cost as u32 / 4;
        let Balance { houses, sums, .. } = self;
        let pattern = Pattern::Innies { houses, sums, apart };
        let found = Found::new(Technique::Innies, pattern).rated(rating);
        Some(match placed {
            Some(mark) => found.placing(mark),
            None => found.removing(gone),
        })
    }
}

/// The same with no other constraints than these, if they are enough for all that was found.
pub(crate) fn with_only(view: View<'_>, found: &Found, units: &[usize]) -> Option<Pattern> {
    let Pattern::Innies { houses, sums, apart } = &found.pattern else { return None };
    let board = view.board;
    let cited = |u: &&usize| units.contains(u);
    let houses: Vec<usize> =
        houses.iter().copied().filter(|&h| units.contains(&board.houses[h].unit)).collect();
    let sums: Vec<usize> = sums.iter().filter(cited).copied().collect();
    let apart: Vec<usize> = apart.iter().filter(cited).copied().collect();
    let (terms, left) = Rest::of(board, &houses, &sums).open(view);
    let gone = match terms.len() > MOST_CELLS {
        true => Tight::of(view, &terms, left, units)?.gone,
        false => {
            erased(view, &terms, left, &|a, b| units.iter().any(|&u| board.makes_differ(u, a, b)))?
        }
    };
    let other = |place: &Mark| {
        Each(view.marks.of[place.cell] & !(1 << place.digit))
            .map(|digit| Mark { cell: place.cell, digit })
            .collect::<Vec<_>>()
    };
    let mut wanted = found.remove.iter().copied().chain(found.place.iter().flat_map(other));
    (!houses.is_empty() && wanted.all(|m| gone.contains(&m))).then_some(Pattern::Innies {
        houses,
        sums,
        apart,
    })
}
