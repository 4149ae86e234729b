//! Clues that a puzzle could do without.

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
/// everything, and nothing is listed. How many solutions there are comes with it.
pub fn redundant(
    puzzle: &Puzzle,
    kinds: &[String],
    limits: &Limits,
) -> Result<(Status, Vec<usize>), Stop> {
    let solutions = status(puzzle, limits)?;
    if solutions == Status::None {
        return Ok((solutions, vec![]));
    }
    let unique = solutions == Status::Unique;
    let settings = Settings { limits: limits.clone(), ..Settings::default() };
    let solver = (!unique).then(|| Solver::new(puzzle, settings));
    let mut found = Vec::new();
    for at in chosen(puzzle, kinds) {
        let follows = match &solver {
            Some(solver) => solver.implied(at)?,
            None => {
                let gone: Vec<bool> = (0..puzzle.clues.len()).map(|other| other == at).collect();
                status(&without(puzzle, &gone), limits)? == Status::Unique
            }
        };
        if follows {
            found.push(at);
        }
    }
    Ok((solutions, found))
}
