//! A setter's shapes without their numbers: finds numbers, and givens if need be, that leave
//! one solution.

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_puzzle::{CellId, Clue, Puzzle, Settings, Solver, Status, kinds};

use crate::attempt::{Made, Missed};
use crate::carve::{carve, count};
use crate::chance::Chance;
use crate::generator::{GaveUp, Notes};
use crate::pool::numbered;
use crate::recipe::Bounds;
use crate::referee::{Referee, Verdict};
use crate::sampler::random_solution;
use crate::symmetry::Symmetry;

/// A clue whose first number is still to be found.
#[derive(Clone, Debug)]
pub struct Hole(pub Clue);

/// Nodes spent on a random solution of the shapes.
const NODES: u64 = 50_000;

/// Numbers for the holes, and as many digits as told, those of the puzzle among them, so that the
/// puzzle has one solution. Goes on until a limit is reached; what came nearest then has more
/// givens. `hear` is told of each attempt.
pub fn fill(
    puzzle: &Puzzle,
    holes: &[Hole],
    givens: Bounds,
    seed: u64,
    number: u64,
    limits: &Limits,
    hear: &dyn Fn(u64),
) -> Result<Made, GaveUp> {
    let settings = Settings { limits: limits.clone(), ..Settings::default() };
    let open = holes.iter().map(|hole| &hole.0);
    let digits = puzzle.clues.iter().chain(open).filter(|clue| clue.kind == &kinds::GIVEN);
    let given = digits.flat_map(|clue| clue.list(0)).copied().collect();
    let shapes =
        Shapes { puzzle, holes, givens, given, solver: Solver::new(puzzle, settings), limits };
    let mut notes = Notes::default();
    let mut attempt = 0;
    loop {
        hear(attempt);
        match shapes.attempt(&mut Chance::new(seed, number, attempt), attempt) {
            Ok(Ok(made)) => return Ok(made),
            Ok(Err((missed, nearest))) => {
                let distance = nearest.as_ref().map_or(0, |made| made.givens);
                notes.note(missed, nearest.map(|made| (distance, Box::new(made))));
            }
            Err(stop) => return Err(notes.gave_up(stop)),
        }
        attempt += 1;
    }
}

struct Shapes<'a> {
    puzzle: &'a Puzzle,
    holes: &'a [Hole],
    givens: Bounds,
    /// Where the puzzle has digits, known or open.
    given: Vec<CellId>,
    solver: Solver,
    limits: &'a Limits,
}

impl Shapes<'_> {
    fn attempt(
        &self,
        chance: &mut Chance,
        attempt: u64,
    ) -> Result<Result<Made, (Missed, Option<Made>)>, Stop> {
        self.limits.check()?;
        let solution = random_solution(&self.solver, chance, NODES, self.limits);
        let Some(solution) = solution else { return Ok(Err((Missed::Board, None))) };
        let number = |hole: &Hole| numbered(&hole.0, self.puzzle, &solution);
        let clues: Option<Vec<Clue>> = self.holes.iter().map(number).collect();
        let Some(clues) = clues else { return Ok(Err((Missed::Board, None))) };
        let mut filled = self.puzzle.clone();
        filled.clues.extend(clues);
        let mut referee = Referee::new(&filled, self.limits);
        let most = self.givens.hi.max(self.given.len());
        let mut shown = vec![false; solution.len()];
        self.given.iter().for_each(|cell| shown[cell.index()] = true);
        let enough = count(&shown) >= self.givens.lo
            && referee.verdict(&solution, &shown) == Verdict::Unique;
        // With no digit to give it is a matter of luck; now and then it is worth knowing how
        // many would have done.
        if !enough && most == self.given.len() && !(attempt + 1).is_power_of_two() {
            self.limits.check()?;
            return Ok(Err((Missed::Ambiguous, None)));
        }
        if !enough {
            let free = |orbit: &Vec<CellId>| !self.given.contains(&orbit[0]);
            let mut orbits = Symmetry::None.orbits(&filled.grid);
            orbits.retain(free);
            let all = vec![true; solution.len()];
            shown = carve(&mut referee, &solution, all, &orbits, self.givens.lo, chance).shown;
        }
        // Whoever was stopped has judged nothing.
        self.limits.check()?;
        let new = |cell: &CellId| shown[cell.index()] && !self.given.contains(cell);
        for cell in self.puzzle.grid.cells().filter(new) {
            filled.add_given(cell, solution[cell.index()], None);
        }
        // What is printed is counted once more.
        let settings = Settings { limits: self.limits.clone(), ..Settings::default() };
        let answer = Solver::new(&filled, settings).solve(2);
        match (answer.status, answer.stopped) {
            (Status::Unknown, Some(stop)) => return Err(stop),
            (Status::Unique, _) => {}
            _ => return Ok(Err((Missed::Ambiguous, None))),
        }
        let made = Made { puzzle: filled, solution, grade: None, givens: count(&shown) };
        Ok(if made.givens <= most { Ok(made) } else { Err((Missed::Clues, Some(made))) })
    }
}
