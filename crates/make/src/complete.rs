//! The fewest further clues that leave one solution.
//!
//! For one solution: every other solution must break one of the new clues. The smallest set of
//! clues of which each solution known so far breaks one is tried; if another solution is left,
//! it joins them. What comes out is the fewest for that solution. Several solutions are tried,
//! and all of them if there are few.

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_puzzle::{Clue, Kind, Puzzle, Settings, Solver, kinds};

use crate::chance::Chance;
use crate::pool::{holds, pool};

/// Clues that make a puzzle proper.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// The clues; none if the puzzle has one solution already.
    pub clues: Vec<Clue>,
    /// Whether no smaller set does it, for any solution. Known of givens only: of other kinds
    /// not every clue is tried.
    pub fewest: bool,
}

/// Why a puzzle cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hopeless {
    /// It has no solution.
    NoSolution,
    /// No clues of this kind that were tried tell its solutions apart.
    Kind,
}

/// Solutions that are looked at.
const SOLUTIONS: u64 = 40;

/// The fewest clues of a kind to add.
pub fn complete(
    puzzle: &Puzzle,
    kind: &'static Kind,
    seed: u64,
    limits: &Limits,
) -> Result<Result<Completion, Hopeless>, Stop> {
    let settings = Settings { limits: limits.clone(), ..Settings::default() };
    let solver = Solver::new(puzzle, settings);
    let few = solver.solve(SOLUTIONS + 1);
    if few.solutions.is_empty() {
        return few.stopped.map_or(Ok(Err(Hopeless::NoSolution)), Err);
    }
    let several = few.solutions.len() > 1 || !few.complete;
    let all = few.complete && few.solutions.len() as u64 <= SOLUTIONS;
    let mut targets: Vec<Vec<i64>> = few.solutions.into_iter().map(|f| f.cells).collect();
    targets.dedup();
    if targets.len() == 1 && all {
        // Solutions that differ outside the grid are not told apart by what is in it.
        let one = Completion { clues: vec![], fewest: true };
        return Ok(if several { Err(Hopeless::Kind) } else { Ok(one) });
    }
    if !all {
        let mut chance = Chance::new(seed, 0, 0);
        targets.clear();
        for _ in 0..SOLUTIONS {
            targets.extend(solver.sample(chance.seed())?.map(|filled| filled.cells));
        }
    }
    let mut best: Option<Vec<Clue>> = None;
    let mut proved = all;
    for target in &targets {
        // A set as large as the best is of no use.
        let most = best.as_ref().map_or(puzzle.grid.size(), |best| best.len().saturating_sub(1));
        if most == 0 {
            proved = true;
            break;
        }
        let asked = Asked { puzzle, solver: &solver, target, limits };
        match asked.fewest(kind, most) {
            Ok(None) => {}
            Ok(found) => best = found,
            Err(stop) if best.is_none() => return Err(stop),
            Err(_) => {
                proved = false;
                break;
            }
        }
    }
    let proved = proved && *kind == kinds::GIVEN;
    let best = best.map(|clues| Completion { clues, fewest: proved });
    Ok(best.ok_or(Hopeless::Kind))
}

/// One solution that is to be left alone.
struct Asked<'a> {
    puzzle: &'a Puzzle,
    solver: &'a Solver,
    target: &'a [i64],
    limits: &'a Limits,
}

impl Asked<'_> {
    /// The fewest clues that leave the solution alone; none if more than `most` are needed.
    fn fewest(&self, kind: &'static Kind, most: usize) -> Result<Option<Vec<Clue>>, Stop> {
        let pool = pool(kind, self.puzzle, self.target);
        // For each other solution the clues that it breaks.
        let mut broken: Vec<Vec<usize>> = Vec::new();
        let mut size = 1;
        loop {
            let Some(chosen) = meets_all(&broken, size, self.limits)? else {
                size += 1;
                if size > most {
                    return Ok(None);
                }
                continue;
            };
            let clues: Vec<Clue> = chosen.iter().map(|&at| pool[at].clone()).collect();
            let Some(other) = self.other(kind, &clues)? else { return Ok(Some(clues)) };
            let breaks = |at: &usize| !holds(&pool[*at], self.puzzle, &other);
            let breaks: Vec<usize> = (0..pool.len()).filter(breaks).collect();
            if breaks.is_empty() {
                return Ok(None);
            }
            broken.push(breaks);
        }
    }

    /// A solution that obeys these clues, too, but is not the same.
    fn other(&self, kind: &Kind, clues: &[Clue]) -> Result<Option<Vec<i64>>, Stop> {
        // Givens need no new model.
        let answer = if *kind == kinds::GIVEN {
            let cells = &self.solver.lowered().cells;
            let givens = clues.iter().filter_map(Clue::as_given);
            let givens: Vec<_> = givens.map(|(c, digit)| (cells[c.index()], digit)).collect();
            self.solver.solve_with(2, &givens, |_| {})
        } else {
            let mut more = self.puzzle.clone();
            more.clues.extend(clues.iter().cloned());
            let settings = Settings { limits: self.limits.clone(), ..Settings::default() };
            Solver::new(&more, settings).solve(2)
        };
        let other = answer.solutions.into_iter().map(|f| f.cells).find(|c| c != self.target);
        match (other, answer.stopped) {
            (None, Some(stop)) => Err(stop),
            (other, _) => Ok(other),
        }
    }
}

/// At most `size` clues, one of each set at least.
fn meets_all(
    sets: &[Vec<usize>],
    size: usize,
    limits: &Limits,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut chosen = Vec::new();
    let found = meet(sets, size, &mut chosen, limits)?;
    Ok(found.then_some(chosen))
}

fn meet(
    sets: &[Vec<usize>],
    size: usize,
    chosen: &mut Vec<usize>,
    limits: &Limits,
) -> Result<bool, Stop> {
    limits.check()?;
    let missed = |set: &&Vec<usize>| !set.iter().any(|at| chosen.contains(at));
    let Some(open) = sets.iter().filter(missed).min_by_key(|set| set.len()) else {
        return Ok(true);
    };
    if size == 0 {
        return Ok(false);
    }
    for &at in open {
        chosen.push(at);
        if meet(sets, size - 1, chosen, limits)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}
