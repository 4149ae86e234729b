//! Clues that a puzzle could do without.

use std::sync::atomic::{AtomicUsize, Ordering};

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_puzzle::{Clue, Puzzle, Settings, Solver, Status};

use crate::chance::Chance;

/// Whether a clue is one that a setter would take away: not a house, not a rule for the whole
/// grid.
fn is_local(clue: &Clue) -> bool {
    !matches!(clue.kind.name, "row" | "column" | "box" | "region")
        && (!clue.cells.is_empty() || clue.formula.is_some())
}

/// The places of the clues to be looked at.
fn chosen(puzzle: &Puzzle, kinds: &[String]) -> Vec<usize> {
    let wanted = |clue: &Clue| match kinds {
        [] => is_local(clue),
        kinds => kinds.iter().any(|kind| kind == clue.kind.name),
    };
    (0..puzzle.clues.len()).filter(|&at| wanted(&puzzle.clues[at])).collect()
}

/// Whether it has one solution.
pub(crate) fn status(puzzle: &Puzzle, limits: &Limits) -> Result<Status, Stop> {
    let settings = Settings { limits: limits.clone(), ..Settings::default() };
    let answer = Solver::new(puzzle, settings).solve(2);
    match (answer.status, answer.stopped) {
        (Status::Unknown, Some(stop)) => Err(stop),
        (status, _) => Ok(status),
    }
}

fn without(puzzle: &Puzzle, gone: &[bool]) -> Puzzle {
    let mut less = puzzle.clone();
    let mut at = 0;
    less.clues.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
    less
}

/// The puzzle without clues it does not need, tried in random order; none of those that are left
/// and may be taken away can be missed. `kinds` names the kinds that may go; if it is empty, all
/// but houses and rules for the whole grid. The places of what was taken away come with it.
/// If the puzzle has not exactly one solution, what it has instead.
pub fn minimise(
    puzzle: &Puzzle,
    kinds: &[String],
    seed: u64,
    limits: &Limits,
) -> Result<Result<(Puzzle, Vec<usize>), Status>, Stop> {
    match status(puzzle, limits)? {
        Status::Unique => {}
        other => return Ok(Err(other)),
    }
    let mut gone = vec![false; puzzle.clues.len()];
    let mut places = chosen(puzzle, kinds);
    Chance::new(seed, 0, 0).shuffle(&mut places);
    for &at in &places {
        gone[at] = true;
        gone[at] = status(&without(puzzle, &gone), limits)? == Status::Unique;
    }
    let taken = (0..gone.len()).filter(|&at| gone[at]).collect();
    Ok(Ok((without(puzzle, &gone), taken)))
}

/// The places of clues that follow from all others, each looked at alone. With exactly one
/// solution these are the clues that could be left out; without any, everything follows from
/// everything, and nothing is listed. How many solutions there are comes with it. Clues do not
/// depend on each other here, so threads share them.
pub fn redundant(
    puzzle: &Puzzle,
    kinds: &[String],
    limits: &Limits,
    threads: usize,
) -> Result<(Status, Vec<usize>), Stop> {
    let solutions = status(puzzle, limits)?;
    if solutions == Status::None {
        return Ok((solutions, vec![]));
    }
    let unique = solutions == Status::Unique;
    let settings = Settings { limits: limits.clone(), ..Settings::default() };
    let solver = (!unique).then(|| Solver::new(puzzle, settings));
    let follows = |at: usize| match &solver {
        Some(solver) => solver.implied(at),
        None => {
            let gone: Vec<bool> = (0..puzzle.clues.len()).map(|other| other == at).collect();
            Ok(status(&without(puzzle, &gone), limits)? == Status::Unique)
        }
    };
    let clues = chosen(puzzle, kinds);
    Ok((solutions, each(&clues, threads, follows)?))
}

/// Which of the clues follow, in their order, whichever thread looked at them. Those before one
/// that reached a limit were begun before it, so the first such is the same on any number of threads.
fn each(
    clues: &[usize],
    threads: usize,
    follows: impl Fn(usize) -> Result<bool, Stop> + Sync,
) -> Result<Vec<usize>, Stop> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut seen = Vec::new();
        while let Some(&at) = clues.get(next.fetch_add(1, Ordering::Relaxed)) {
            let answer = follows(at);
            seen.push((at, answer));
            if answer.is_err() {
                next.store(clues.len(), Ordering::Relaxed);
            }
        }
        seen
    };
    let mut all = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(clues.len())).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            match other.join() {
                Ok(seen) => all.extend(seen),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    });
    all.sort_unstable_by_key(|&(at, _)| at);
    let kept = |(at, answer): (usize, Result<bool, Stop>)| match answer {
        Ok(follows) => follows.then_some(Ok(at)),
        Err(stop) => Some(Err(stop)),
    };
    all.into_iter().filter_map(kept).collect()
}
