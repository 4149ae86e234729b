//! Regions that may be numbered beforehand.
//!
//! Regions are numbered in the order of their first cells, so in the middle of a grid a region may
//! have nearly any number until those before it are known, and a search tries them all. Where no
//! clue tells one number from another, cells that cannot share a region may have the first numbers
//! instead, and solutions are told in the usual ones ([`Problem::renumber`]).
//!
//! [`Problem::renumber`]: pencilmark_kernel::Problem::renumber

use std::cmp::Reverse;

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
    let mut cells: Vec<CellId> = grid.cells().collect();
    cells.sort_by_key(|&cell| Reverse(score(cell)));
    let most = cells.first().map_or(0, |&cell| score(cell));
    let mut best: (usize, Vec<CellId>) = (0, Vec::new());
    for (i, &a) in edge.iter().enumerate() {
        for &b in &edge[i + 1..] {
            let two = 1 + score(a) + score(b);
            if two + most <= best.0 || !apart(a, b) {
                continue;
            }
            let Some(&third) = cells.iter().find(|&&c| apart(a, c) && apart(b, c)) else {
                continue;
            };
            if two + score(third) > best.0 {
                best = (two + score(third), vec![a, b, third]);
            }
        }
    }
    best.1.sort_unstable();
    best.1
}

/// How often clues that are no houses speak of each cell, or of its region.
fn mentions(puzzle: &Puzzle, names: Names) -> Vec<usize> {
    // How often, and which clue was the last to do so.
    let mut mentions = vec![(0, usize::MAX); puzzle.grid.size()];
    for (i, clue) in puzzle.clues.iter().enumerate() {
        let mut about = |cell: CellId| {
            let (times, last) = &mut mentions[cell.index()];
            *times += usize::from(*last != i);
            *last = i;
        };
        match clue.kind.name {
            "row" | "column" | "box" | "region" => {}
            name if name == super::CHAOS_ARROW.name => {
                arms(clue, puzzle).into_iter().flatten().for_each(about);
            }
            name if name == super::CHAOS_COUNT.name => {
                counted(clue, puzzle).into_iter().for_each(about);
            }
            _ => {
                clue.cells.iter().flatten().for_each(|&cell| about(cell));
                if let Some(rule) = &clue.formula {
                    rule.map(&mut |&name| names.cell(name).map(&mut about));
                }
            }
        }
    }
    mentions.into_iter().map(|(times, _)| times).collect()
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use pencilmark_kernel::search::Search;
    use pencilmark_kernel::{CompileOptions, Constraint};

    use super::*;
    use crate::kinds::find;
    use crate::lower::{lower, lower_for_search};
    use crate::solve::{Filled, Settings, Solver};

    fn clue(kind: &str) -> Clue {
        Clue::new(find(kind).expect("a kind"))
    }

    /// Rows and columns of a small grid whose regions are to be found.
    fn draft(rows: usize, cols: usize, clues: impl IntoIterator<Item = Clue>) -> Puzzle {
        let mut puzzle = Puzzle::blank(Grid::new(rows, cols).expect("a grid"));
        puzzle.add_rows(None);
        puzzle.add_columns(None);
        puzzle.add(clue("chaos-construction"));
        clues.into_iter().for_each(|clue| puzzle.add(clue));
        puzzle
    }

    fn pins(puzzle: &Puzzle) -> usize {
        let posted = lower_for_search(puzzle).0.problem;
        let numbered = posted.posted().iter().filter_map(|p| match &p.constraint {
            Constraint::Numbered { pinned, .. } => Some(pinned.len()),
            _ => None,
        });
        numbered.sum()
    }

    /// The solutions that a search finds without pins.
    fn plain(puzzle: &Puzzle) -> BTreeSet<Filled> {
        let lowered = lower(puzzle);
        let model = lowered.problem.compile(&CompileOptions::default());
        let mut search = Search::new(&model, Default::default());
        let next = || search.next_solution().expect("no limit");
        let filled = std::iter::from_fn(next)
            .map(|s| Filled { cells: s.values(&lowered.cells), vars: s.values(&lowered.vars) });
        filled.collect()
    }

    fn region(cell: usize) -> Expr<Name> {
        // The layer stands before all other variables.
        Expr::Var(Name::Var(cell))
    }

    fn rule(formula: Formula<Name>) -> Clue {
        clue("rule").stating(formula)
    }

    #[test]
    fn pinned_searches_find_the_same_solutions_in_the_usual_numbers() {
        let cell = CellId::new;
        let given = |at, digit| clue("given").number(digit).over([cell(at)]);
        let equal = rule(Formula::Cmp(Cmp::Eq, region(1), region(6)));
        let apart = rule(Formula::Distinct(vec![region(1), region(2), region(4)]));
        let drafts = [
            draft(4, 4, [given(0, 1), given(5, 2)]),
            draft(4, 4, [clue("chaos-count").over([cell(5)]), given(3, 3)]),
            draft(4, 4, [clue("chaos-arrow").over([cell(10)]), equal]),
            draft(4, 4, [apart, given(7, 1)]),
        ];
        for puzzle in drafts {
            assert_eq!(pins(&puzzle), 3);
            let expected = plain(&puzzle);
            let solver = Solver::new(&puzzle, Settings::default());
            let found: Vec<Filled> = solver.solutions().map(|s| s.expect("no limit")).collect();
            assert_eq!(found.len(), expected.len(), "none twice");
            assert!(expected.len() > 1);
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn numbers_that_a_rule_tells_apart_stay_as_they_are() {
        let one = || Expr::Const(1);
        let count = |of| Expr::Count(vec![region(0), region(1), region(5)], Box::new(of));
        let used = |k| Expr::Holds(Box::new(Formula::Cmp(Cmp::Ge, count(Expr::Const(k)), one())));
        let digit = || Expr::Var(Name::Cell(CellId::new(9)));
        let different = |ks: &[i64]| Expr::Sum(ks.iter().map(|&k| used(k)).collect());
        let told_apart = [
            Formula::Cmp(Cmp::Eq, region(5), one()),
            Formula::Cmp(Cmp::Lt, region(5), region(6)),
            Formula::Cmp(Cmp::Eq, digit(), region(3)),
            Formula::In(region(5), vec![1, 2]),
            Formula::Cmp(Cmp::Eq, digit(), count(one())),
            Formula::Cmp(Cmp::Eq, digit(), different(&[1, 2, 3])),
            Formula::Not(Box::new(Formula::Cmp(Cmp::Eq, Expr::Abs(Box::new(region(1))), one()))),
        ];
        for formula in told_apart {
            assert_eq!(pins(&draft(4, 4, [rule(formula.clone())])), 0, "{formula:?}");
        }
        let alike = [
            Formula::Cmp(Cmp::Ne, region(5), region(6)),
            Formula::Cmp(Cmp::Eq, digit(), count(region(2))),
            Formula::Cmp(Cmp::Eq, digit(), different(&[2, 1, 4, 3])),
            Formula::Cmp(Cmp::Eq, digit(), one()),
        ];
        for formula in alike {
            assert_eq!(pins(&draft(4, 4, [rule(formula.clone())])), 3, "{formula:?}");
        }
    }

    #[test]
    fn pinned_cells_cannot_share_a_region() {
        for (rows, cols) in [(4, 4), (6, 6), (9, 9), (5, 10), (1, 4), (2, 2)] {
            let Some(grid) = Grid::new(rows, cols) else { continue };
            let size = grid.house_size();
            let pins = choose(&grid, size, &vec![0; grid.size()]);
            assert!(pins.is_empty() || pins.len() == 3);
            for (i, &a) in pins.iter().enumerate() {
                for &b in &pins[..i] {
                    let (rows, cols) = (
                        grid.row_of(a).abs_diff(grid.row_of(b)),
                        grid.col_of(a).abs_diff(grid.col_of(b)),
                    );
                    assert!(rows + cols >= size);
                }
            }
        }
    }

    #[test]
    fn what_is_best_is_best_in_the_usual_numbers() {
        use pencilmark_kernel::search::Goal;
        let puzzle = draft(4, 4, [clue("given").number(1).over([CellId::new(0)])]);
        let solver = Solver::new(&puzzle, Settings::default());
        let (best, proved) = solver.optimise(&region(3), Goal::Maximise);
        let most = plain(&puzzle).iter().map(|s| s.vars[3]).max();
        assert!(proved);
        assert_eq!(best.map(|(filled, value)| (filled.vars[3], value)), most.map(|m| (m, m)));
    }
}
