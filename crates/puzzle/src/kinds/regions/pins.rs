//! Regions that may be numbered beforehand.
//!
//! Regions are numbered in the order of their first cells, so in the middle of a grid a region may
//! have nearly any number until those before it are known, and a search tries them all. Where no
//! clue tells one number from another, cells that cannot share a region may have the first numbers
//! instead, and solutions are told in the usual ones ([`Problem::renumber`]).
//!
//! [`Problem::renumber`]: pencilmark_kernel::Problem::renumber

use std::collections::BTreeSet;

use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use super::{REGION, arms, counted};
use crate::grid::{CellId, Grid};
use crate::puzzle::{Clue, Name, Puzzle};

/// Cells of different regions that may have the first numbers in this order; none if a clue tells
/// numbers apart.
pub(super) fn pinned(puzzle: &Puzzle, size: usize) -> Vec<CellId> {
    let Some(first) = puzzle.layer(REGION) else { return vec![] };
    let names = Names { first, cells: puzzle.grid.size(), regions: puzzle.grid.size() / size };
    let unknown = |clue: &Clue| clue.kind.name == super::CHAOS.name;
    let once = puzzle.clues.iter().filter(|clue| unknown(clue)).count() == 1;
    let rules = || puzzle.clues.iter().filter_map(|clue| clue.formula.as_ref());
    if !once || !rules().all(|rule| names.exchanged(rule)) {
        return vec![];
    }
    choose(&puzzle.grid, size, &mentions(puzzle, names))
}

/// Cells that cannot share a region, those that clues speak of most. Two of them lie on the edge,
/// where a region has the least room.
fn choose(grid: &Grid, size: usize, mentions: &[usize]) -> Vec<CellId> {
    let place = |cell: CellId| (grid.row_of(cell), grid.col_of(cell));
    let apart = |a: CellId, b: CellId| {
        let ((r, c), (row, col)) = (place(a), place(b));
        r.abs_diff(row) + c.abs_diff(col) >= size
    };
    let is_edge = |cell: &CellId| {
        let (r, c) = place(*cell);
        r == 0 || c == 0 || r + 1 == grid.rows() || c + 1 == grid.cols()
    };
    let score = |cell: CellId| mentions[cell.index()];
    let edge: Vec<CellId> = grid.cells().filter(is_edge).collect();
    let mut best: (usize, Vec<CellId>) = (0, Vec::new());
    for (i, &a) in edge.iter().enumerate() {
        for &b in edge[i + 1..].iter().filter(|&&b| apart(a, b)) {
            let others = grid.cells().filter(|&c| apart(a, c) && apart(b, c));
            let third = others.max_by_key(|&c| (score(c), std::cmp::Reverse(c)));
            let Some(third) = third else { continue };
            let total = 1 + score(a) + score(b) + score(third);
            if total > best.0 {
                best = (total, vec![a, b, third]);
            }
        }
    }
    best.1.sort_unstable();
    best.1
}

/// How often clues that are no houses speak of each cell, or of its region.
fn mentions(puzzle: &Puzzle, names: Names) -> Vec<usize> {
    let mut mentions = vec![0; puzzle.grid.size()];
    for clue in &puzzle.clues {
        let mut about: BTreeSet<CellId> = BTreeSet::new();
        match clue.kind.name {
            "row" | "column" | "box" | "region" => {}
            name if name == super::CHAOS_ARROW.name => {
                about.extend(arms(clue, puzzle).into_iter().flatten());
            }
            name if name == super::CHAOS_COUNT.name => about.extend(counted(clue, puzzle)),
            _ => about.extend(clue.cells.iter().flatten()),
        }
        if let Some(rule) = &clue.formula {
            rule.map(&mut |&name| about.extend(names.cell(name)));
        }
        about.iter().for_each(|cell| mentions[cell.index()] += 1);
    }
    mentions
}

/// The variables of a layer of regions.
#[derive(Clone, Copy)]
struct Names {
    first: usize,
    cells: usize,
    regions: usize,
}

impl Names {
    fn cell(self, name: Name) -> Option<CellId> {
        match name {
            Name::Cell(cell) => Some(cell),
            Name::Var(i) => i.checked_sub(self.first).filter(|&i| i < self.cells).map(CellId::new),
        }
    }

    fn is_region(self, e: &Expr<Name>) -> bool {
        matches!(e, Expr::Var(name @ Name::Var(_)) if self.cell(*name).is_some())
    }

    /// Whether a statement holds as well if numbers of regions are exchanged.
    fn exchanged(self, formula: &Formula<Name>) -> bool {
        let all = |list: &[Expr<Name>]| list.iter().all(|e| self.same(e));
        match formula {
            Formula::Const(_) => true,
            Formula::Cmp(Cmp::Eq | Cmp::Ne, a, b) if self.is_region(a) => self.is_region(b),
            Formula::Cmp(_, a, b) => self.same(a) && self.same(b),
            Formula::In(e, _) => self.same(e),
            Formula::Distinct(list) => list.iter().all(|e| self.is_region(e)) || all(list),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().all(|f| self.exchanged(f)),
            Formula::Not(part) => self.exchanged(part),
            Formula::Iff(a, b) => self.exchanged(a) && self.exchanged(b),
            Formula::Regular(list, _) | Formula::Connected(list, ..) => all(list),
        }
    }

    /// Whether an expression has the same value then.
    fn same(self, e: &Expr<Name>) -> bool {
        let all = |list: &[Expr<Name>]| list.iter().all(|e| self.same(e));
        match e {
            Expr::Const(_) => true,
            Expr::Var(_) => !self.is_region(e),
            Expr::Sum(list) => self.counts_each(list) || all(list),
            Expr::Neg(e) | Expr::Abs(e) => self.same(e),
            Expr::Mul(a, b) | Expr::Div(a, b, _) | Expr::Rem(a, b, _) => {
                self.same(a) && self.same(b)
            }
            Expr::Min(list) | Expr::Max(list) => all(list),
            Expr::Element(at, list) => self.same(at) && all(list),
            Expr::Count(list, of) if self.is_region(of) => list.iter().all(|e| self.is_region(e)),
            Expr::Count(list, of) => self.same(of) && all(list),
            Expr::Holds(formula) => self.exchanged(formula),
        }
    }

    /// Whether the terms are one for each region, alike in all but its number: so a count of
    /// different regions is written.
    fn counts_each(self, terms: &[Expr<Name>]) -> bool {
        let term = |e: &Expr<Name>| match e {
            Expr::Holds(f) => match &**f {
                Formula::Cmp(op, Expr::Count(list, of), Expr::Const(n)) => match **of {
                    Expr::Const(k) => Some((k, (*op, *n, list.clone()))),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let Some(counts) = terms.iter().map(term).collect::<Option<Vec<_>>>() else { return false };
        let regions = |list: &[Expr<Name>]| list.iter().all(|e| self.is_region(e));
        let alike = counts.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let mut numbers: Vec<i64> = counts.iter().map(|(k, _)| *k).collect();
        numbers.sort_unstable();
        alike
            && counts.first().is_some_and(|(_, (.., list))| regions(list))
            && numbers.into_iter().eq(1..=self.regions as i64)
    }
}
