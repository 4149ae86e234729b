//! The fewest further clues that leave one solution.
//!
//! For one solution: every other solution must break one of the new clues. First some clues that
//! do are found in haste: one for each other solution that turns up, and what is not needed is
//! taken away again. Then the smallest set of clues of which each solution known so far breaks
//! one is tried; if another solution is left, it joins them. What comes out is the fewest for
//! that solution. Several solutions are tried, and all of them if there are few. Where dozens of
//! clues are missing nobody lives to see the fewest: the search has a budget, and what was found
//! in haste is the answer then.

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_puzzle::{Clue, Kind, Puzzle, Settings, Solver, Status, kinds};

use crate::chance::Chance;
use crate::pool::{holds, pool};
use crate::reduce::status;

/// Clues that make a puzzle proper.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// The clues; none if the puzzle has one solution already.
    pub clues: Vec<Clue>,
    /// Whether no smaller set does it, for any solution. Of two clues and more it is known of
    /// givens only: of other kinds not every clue is tried.
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
/// Solutions for which clues are looked for in haste.
const HASTY: usize = 10;
/// Steps of the search for the fewest, for all solutions together.
const BUDGET: u64 = 100_000;
/// Steps that a question to the solver counts for.
const QUESTION: u64 = 50;

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
    let mut budget = BUDGET;
    let mut chance = Chance::new(seed, 1, 0);
    for (at, target) in targets.iter().enumerate() {
        let asked = Asked { puzzle, solver: &solver, target, limits, kind };
        let pool = pool(kind, puzzle, target);
        let found = match at < HASTY {
            true => asked.in_haste(&pool, best.as_deref(), &mut chance),
            false => Ok(None),
        };
        let found = found.and_then(|hasty| {
            best = hasty.or(best.take());
            // A set as large as the best is of no use.
            let most =
                best.as_ref().map_or(puzzle.grid.size(), |best| best.len().saturating_sub(1));
            asked.fewest(&pool, most, &mut budget)
        });
        match found {
            Ok(Fewest::Found(clues)) => best = Some(clues),
            Ok(Fewest::MoreNeeded) => {}
            Ok(Fewest::Unknown) => proved = false,
            Err(stop) if best.is_none() => return Err(stop),
            Err(_) => {
                proved = false;
                break;
            }
        }
        if best.as_ref().is_some_and(|best| best.len() <= 1) {
            proved = true;
            break;
        }
    }
    let Some(mut clues) = best else { return Ok(Err(Hopeless::Kind)) };
    let proved = clues.len() == 1 || proved && *kind == kinds::GIVEN;
    clues.sort_by(|a, b| a.cells.cmp(&b.cells));
    let mut more = puzzle.clone();
    more.clues.extend(clues.iter().cloned());
    // Solutions that differ outside the grid only were taken for one.
    let unique = status(&more, &Limits::default())? == Status::Unique;
    Ok(if unique { Ok(Completion { clues, fewest: proved }) } else { Err(Hopeless::Kind) })
}

/// One solution that is to be left alone.
struct Asked<'a> {
    puzzle: &'a Puzzle,
    solver: &'a Solver,
    target: &'a [i64],
    limits: &'a Limits,
    kind: &'static Kind,
}

/// What came of the search for the fewest clues.
enum Fewest {
    Found(Vec<Clue>),
    /// More than may be.
    MoreNeeded,
    /// The budget is spent.
    Unknown,
}

impl Asked<'_> {
    /// Clues that leave the solution alone, none of which can be missed; none if they are not
    /// fewer than the best.
    fn in_haste(
        &self,
        pool: &[Clue],
        best: Option<&[Clue]>,
        chance: &mut Chance,
    ) -> Result<Option<Vec<Clue>>, Stop> {
        let mut clues: Vec<Clue> = Vec::new();
        while let Some(other) = self.other(&clues)? {
            let breaks = |clue: &&Clue| !holds(clue, self.puzzle, &other);
            let breaks: Vec<&Clue> = pool.iter().filter(breaks).collect();
            let Some(&clue) = chance.pick(&breaks) else { return Ok(None) };
            clues.push(clue.clone());
        }
        chance.shuffle(&mut clues);
        for at in (0..clues.len()).rev() {
            let clue = clues.remove(at);
            if self.other(&clues)?.is_some() {
                clues.insert(at, clue);
            }
        }
        Ok(Some(clues).filter(|clues| best.is_none_or(|best| clues.len() < best.len())))
    }

    /// The fewest clues that leave the solution alone, if at most `most` are needed.
    fn fewest(&self, pool: &[Clue], most: usize, budget: &mut u64) -> Result<Fewest, Stop> {
        // For each other solution the clues that it breaks.
        let mut broken: Vec<Vec<usize>> = Vec::new();
        let mut size = 1;
        while size <= most {
            let found = meets_all(&broken, size, budget, self.limits)?;
            if *budget == 0 {
                return Ok(Fewest::Unknown);
            }
            let Some(chosen) = found else {
                size += 1;
                continue;
            };
            let clues: Vec<Clue> = chosen.iter().map(|&at| pool[at].clone()).collect();
            *budget = budget.saturating_sub(QUESTION);
            let Some(other) = self.other(&clues)? else { return Ok(Fewest::Found(clues)) };
            let breaks = |at: &usize| !holds(&pool[*at], self.puzzle, &other);
            let breaks: Vec<usize> = (0..pool.len()).filter(breaks).collect();
            if breaks.is_empty() {
                break;
            }
            broken.push(breaks);
        }
        Ok(Fewest::MoreNeeded)
    }

    /// A solution that obeys these clues, too, but is not the same.
    fn other(&self, clues: &[Clue]) -> Result<Option<Vec<i64>>, Stop> {
        // Givens need no new model.
        let answer = if *self.kind == kinds::GIVEN {
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

/// At most `size` clues, one of each set at least; none, too, if the budget is spent.
fn meets_all(
    sets: &[Vec<usize>],
    size: usize,
    budget: &mut u64,
    limits: &Limits,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut chosen = Vec::new();
    let found = meet(sets, size, &mut chosen, budget, limits)?;
    Ok(found.then_some(chosen))
}

fn meet(
    sets: &[Vec<usize>],
    size: usize,
    chosen: &mut Vec<usize>,
    budget: &mut u64,
    limits: &Limits,
) -> Result<bool, Stop> {
    limits.check()?;
    *budget = budget.saturating_sub(1);
    let missed = |set: &&Vec<usize>| !set.iter().any(|at| chosen.contains(at));
    let Some(open) = sets.iter().filter(missed).min_by_key(|set| set.len()) else {
        return Ok(true);
    };
    if size == 0 || *budget == 0 {
        return Ok(false);
    }
    for &at in open {
        chosen.push(at);
        if meet(sets, size - 1, chosen, budget, limits)? {
            return Ok(true);
        }
        chosen.pop();
    }
    Ok(false)
}
