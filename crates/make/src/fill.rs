//! A setter's shapes without their numbers: finds numbers, and givens if need be, that leave
//! one solution.

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_puzzle::{CellId, Clue, Puzzle, Settings, Solver};

use crate::carve::carve;
use crate::chance::Chance;
use crate::pool::numbered;
use crate::referee::{Referee, Verdict};
use crate::sampler::random_solution;
use crate::symmetry::Symmetry;

/// A clue whose first number is still to be found.
#[derive(Clone, Debug)]
pub struct Hole(pub Clue);

/// Nodes spent on a random solution of the shapes.
const NODES: u64 = 50_000;

/// Numbers for the holes, and up to `givens` digits, so that the puzzle has one solution. Goes
/// on until a limit is reached.
pub fn fill(
    puzzle: &Puzzle,
    holes: &[Hole],
    givens: usize,
    seed: u64,
    number: u64,
    limits: &Limits,
) -> Result<Puzzle, Stop> {
    let settings = Settings { limits: limits.clone(), ..Settings::default() };
    let solver = Solver::new(puzzle, settings);
    let orbits: Vec<Vec<CellId>> = Symmetry::None.orbits(&puzzle.grid);
    for attempt in 0.. {
        limits.check()?;
        let mut chance = Chance::new(seed, number, attempt);
        let Some(solution) = random_solution(&solver, &mut chance, NODES, limits) else { continue };
        let clues: Option<Vec<Clue>> =
            holes.iter().map(|hole| numbered(&hole.0, puzzle, &solution)).collect();
        let Some(clues) = clues else { continue };
        let mut filled = puzzle.clone();
        filled.clues.extend(clues);
        let mut referee = Referee::new(&filled, limits);
        let shown = vec![false; solution.len()];
        match referee.verdict(&solution, &shown) {
            Verdict::Unique => return Ok(filled),
            Verdict::Other(_) | Verdict::Unknown if givens > 0 => {}
            _ => continue,
        }
        let all = vec![true; solution.len()];
        let carved = carve(&mut referee, &solution, all, &orbits, 0, &mut chance);
        let shown = |cell: &CellId| carved.shown[cell.index()];
        let cells: Vec<CellId> = puzzle.grid.cells().filter(shown).collect();
        if cells.len() <= givens {
            cells.into_iter().for_each(|cell| filled.add_given(cell, solution[cell.index()], None));
            return Ok(filled);
        }
    }
    Err(Stop::Nodes)
}
