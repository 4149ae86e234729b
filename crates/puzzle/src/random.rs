//! Random puzzles for tests, the same for the same seed.
//!
//! About half are built around a solution, with clues that fit it; the others have clues
//! at random and often no solution. Every puzzle passes [`Puzzle::check`], has at most
//! [`MAX_SOLUTIONS`] solutions, and is small enough for brute force: givens are added until
//! both hold. Clues are made from the table of kinds, so a new kind appears by itself.

mod clue;
mod formula;
mod rng;

use std::collections::BTreeSet;

use crate::brute::Brute;
use crate::grid::{CellId, Grid};
use crate::kind::Kind;
use crate::kinds;
use crate::puzzle::{Clue, Name, NamedVar, Puzzle};
use pencilmark_kernel::expr::{Cmp, Expr, Formula};

pub use rng::Rng;

/// No puzzle has more solutions than this.
pub const MAX_SOLUTIONS: usize = 300;
/// Brute force needs at most so many trials.
pub const MAX_TRIALS: u64 = 20_000;

/// Kinds that need a square grid.
const SQUARE: [&str; 5] = ["diagonal", "diagonals", "full-rank", "rank-ties", "doppelganger"];

/// The kinds that random puzzles have. Those with layers have too many values for trying, and
/// tests of their own.
pub fn random_kinds() -> Vec<&'static str> {
    let nine = Puzzle::sudoku(Grid::nine());
    let plain = |k: &&'static Kind| {
        !k.needs_layers(&nine) && !["chaos-arrow", "chaos-count"].contains(&k.name)
    };
    kinds::all().filter(plain).map(|k| k.name).collect()
}

/// A random puzzle.
pub fn random_puzzle(seed: u64) -> Puzzle {
    let mut rng = Rng::new(seed);
    let kind = *rng.pick(&random_kinds());
    build(rng, kind)
}

/// A random puzzle with a clue of this kind, unless none can be made for its grid.
pub fn random_puzzle_of(kind: &str, seed: u64) -> Puzzle {
    build(Rng::new(seed), kind)
}

fn build(mut rng: Rng, wanted: &str) -> Puzzle {
    let irregular = wanted == "region" || rng.chance(1, 12);
    let mut puzzle = board(&mut rng, wanted, irregular);
    let fits = rng.chance(1, 2);

    let mut chosen = vec![wanted];
    let others = random_kinds();
    for _ in 0..rng.below(4) {
        chosen.push(*rng.pick(&others));
    }
    let (global, local): (Vec<_>, Vec<_>) = chosen.into_iter().partition(|k| clue::is_global(k));
    let solution = settle(&mut puzzle, &global, wanted, &mut rng);
    let Some(mut solution) = solution else {
        // Such houses cannot be filled, or not quickly: another board.
        return build(rng, wanted);
    };
    if irregular {
        add_regions(&mut puzzle, &solution, &mut rng);
    }
    if local.contains(&"rule") && rng.chance(1, 2) {
        add_vars(&mut puzzle, &mut solution, &mut rng);
    }
    for kind in local {
        for _ in 0..1 + rng.below(3) {
            let clue = clue::random_clue(kind, &puzzle, &solution, fits, &mut rng);
            puzzle.clues.extend(clue);
        }
    }
    add_givens(&mut puzzle, &solution, fits, &mut rng);
    puzzle
}

/// A grid with its houses, now and then unusual ones.
fn board(rng: &mut Rng, wanted: &str, irregular: bool) -> Puzzle {
    let n = match wanted {
        // Their statements are long, or their solutions rare.
        "doppelganger" | "full-rank" | "rank-ties" => *rng.pick(&[4, 4, 5]),
        _ => *rng.pick(&[4, 4, 4, 4, 5, 6, 6, 6, 7, 8, 9, 9]),
    };
    let square = irregular || SQUARE.contains(&wanted) || rng.chance(7, 8);
    let cols = if square { n } else { 2 + rng.below(5) };
    let rows = if square { n } else { 2 + rng.below(5) };
    let mut grid = Grid::new(rows, cols).unwrap_or_else(Grid::nine);
    let (lo, hi) = match rng.below(12) {
        _ if wanted == "doppelganger" => (0, grid.hi()),
        0 => (grid.lo() - 1, grid.hi() - 1),
        1 if !irregular => (grid.lo(), grid.hi() + 1),
        // Two places, for pills.
        2 => (grid.lo() + 6, grid.hi() + 6),
        _ => (grid.lo(), grid.hi()),
    };
    grid = grid.with_digits(lo, hi).unwrap_or_else(Grid::nine);
    let mut puzzle = Puzzle::blank(grid);
    puzzle.title = rng.chance(1, 4).then(|| format!("No. #{}", rng.below(1000)));
    puzzle.rules = rng.chance(1, 8).then(|| "Normal rules.\n\nNo others.".to_string());
    if wanted == "row" || !rng.chance(1, 20) {
        puzzle.add_rows(None);
    }
    if wanted == "column" || !rng.chance(1, 20) {
        puzzle.add_columns(None);
    }
    if let Some((height, width)) = puzzle.grid.default_box().filter(|_| !irregular) {
        match rng.below(10) {
            0 if wanted != "box" => {}
            1 => {
                let _ = puzzle.add_boxes(width, height, None);
            }
            _ => {
                let _ = puzzle.add_boxes(height, width, None);
            }
        }
    }
    puzzle
}

/// Adds the global clues as far as they allow a solution, and finds one. The wanted kind
/// stays even if it allows none: puzzles without a solution are wanted too.
fn settle(puzzle: &mut Puzzle, global: &[&str], wanted: &str, rng: &mut Rng) -> Option<Vec<i64>> {
    let mut solution = solve(puzzle, rng)?;
    for kind in global.iter().filter_map(|name| kinds::find(name)) {
        let mut clue = Clue::new(kind);
        if kind.name == "diagonal" {
            clue = clue.number(if rng.chance(1, 2) { 1 } else { -1 });
        }
        // Layers have too many values for trying: kinds with them have tests of their own.
        let layers = kind.needs_layers(puzzle);
        if layers || (kind.check)(&clue, puzzle).is_err() || puzzle.clues.contains(&clue) {
            continue;
        }
        puzzle.clues.push(clue);
        match solve(puzzle, rng) {
            Some(found) => solution = found,
            None if kind.name == wanted => {}
            None => drop(puzzle.clues.pop()),
        }
    }
    Some(solution)
}

/// One solution at random, if it is found quickly.
fn solve(puzzle: &Puzzle, rng: &mut Rng) -> Option<Vec<i64>> {
    let mut brute = Brute::new(puzzle, 1, MAX_TRIALS);
    brute.search(&mut |values| {
        let mut values = values.to_vec();
        rng.shuffle(&mut values);
        values
    });
    brute.found.pop()
}

/// Regions with every digit once each: rows, with cells of equal digits exchanged.
fn add_regions(puzzle: &mut Puzzle, solution: &[i64], rng: &mut Rng) {
    let n = puzzle.grid.rows();
    let mut region_of: Vec<usize> = (0..n * n).map(|i| i / n).collect();
    for _ in 0..4 * n {
        let digit = *rng.pick(solution);
        let places: Vec<_> = (0..n * n).filter(|&i| solution[i] == digit).collect();
        let (a, b) = (*rng.pick(&places), *rng.pick(&places));
        region_of.swap(a, b);
    }
    // Houses come first, as in a puzzle that was read from a file.
    let at = puzzle.clues.iter().take_while(|c| ["row", "column"].contains(&c.kind.name)).count();
    for region in (0..n).rev() {
        let cells: Vec<_> =
            puzzle.grid.cells().filter(|c| region_of[c.index()] == region).collect();
        let clue = Clue::new(&kinds::REGION).over(cells);
        if (clue.kind.check)(&clue, puzzle).is_ok() {
            puzzle.clues.insert(at, clue);
        }
    }
}

/// Named variables, each tied to an expression over the grid: a free one would only
/// multiply the solutions.
fn add_vars(puzzle: &mut Puzzle, solution: &mut Vec<i64>, rng: &mut Rng) {
    for name in ["total", "k"].iter().take(1 + rng.below(2)) {
        let names = formula::some_names(puzzle, rng);
        let expr = formula::random_expr(&names, 2, rng);
        let value = expr.eval(&|&n| solution[puzzle.position(n)]);
        let Some(value) = value.filter(|v| v.abs() < 1000) else {
            continue;
        };
        let (lo, hi) = (value - rng.below(9) as i64, value + rng.below(9) as i64);
        let var = Expr::Var(Name::Var(puzzle.vars.len()));
        puzzle.vars.push(NamedVar { name: name.to_string(), lo, hi, called: None, origin: None });
        solution.push(value);
        let tie = Formula::Cmp(Cmp::Eq, var, expr);
        puzzle.clues.extend(kinds::find("rule").map(|kind| Clue::new(kind).stating(tie)));
    }
}

/// Enough givens for brute force, in reading order; one may be wrong if nothing has to fit.
fn add_givens(puzzle: &mut Puzzle, solution: &[i64], fits: bool, rng: &mut Rng) {
    let mut order: Vec<CellId> = puzzle.grid.cells().collect();
    rng.shuffle(&mut order);
    let mut count = match order.len() {
        0..=25 => rng.below(6),
        26..=36 => 6 + rng.below(8),
        size => size / 3 + rng.below(size / 4),
    };
    let wrong = (!fits && rng.chance(1, 3)).then(|| rng.below(order.len()));
    let (from, clues) = (puzzle.clues.len(), puzzle.clues.clone());
    loop {
        let mut given: Vec<CellId> = order[..count.min(order.len())].to_vec();
        given.sort_unstable();
        puzzle.clues = clues.clone();
        for &cell in &given {
            let mut digit = solution[cell.index()];
            if wrong == Some(cell.index()) {
                digit = puzzle.grid.lo() + rng.below(puzzle.grid.digit_count()) as i64;
            }
            puzzle.add_given(cell, digit, None);
        }
        let flawed = puzzle.check().into_iter().map(|f| f.clue).filter(|&c| c >= from);
        let flawed: BTreeSet<usize> = flawed.collect();
        flawed.into_iter().rev().for_each(|clue| drop(puzzle.clues.remove(clue)));
        let mut brute = Brute::new(puzzle, MAX_SOLUTIONS + 1, MAX_TRIALS);
        brute.search(&mut |values| values.to_vec());
        let done = brute.finished && brute.found.len() <= MAX_SOLUTIONS;
        if done || count >= order.len() {
            return;
        }
        count += 1 + order.len() / 12;
    }
}

#[cfg(test)]
mod tests;
