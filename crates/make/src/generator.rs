//! Attempt after attempt until a puzzle is what was asked for.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_puzzle::{Clue, Settings, Solver, Status};

use crate::attempt::{Kitchen, Made, Missed, Outcome};
use crate::chance::Chance;
use crate::judge::Distance;
use crate::recipe::{Recipe, RecipeError};

/// Makes puzzles by one recipe. Threads share it.
pub struct Generator {
    kitchen: Kitchen,
    /// All attempts at all puzzles, to tell how it goes.
    attempts: AtomicU64,
}

/// No puzzle was made before a limit was reached.
#[derive(Clone, Debug)]
pub struct GaveUp {
    /// The limit.
    pub stop: Stop,
    /// The puzzle that came nearest to what was asked for: proper, but not as wanted.
    pub best: Option<Box<Made>>,
    /// How many attempts there were.
    pub attempts: u64,
    /// What they missed, and how often.
    pub missed: Vec<(Missed, u64)>,
}

impl Generator {
    /// A generator, if there is nothing wrong with the recipe.
    pub fn new(recipe: Recipe) -> Result<Generator, RecipeError> {
        Ok(Generator { kitchen: Kitchen::new(recipe)?, attempts: AtomicU64::new(0) })
    }

    /// What it makes.
    pub fn recipe(&self) -> &Recipe {
        &self.kitchen.recipe
    }

    /// How many attempts were made so far.
    pub fn attempts(&self) -> u64 {
        self.attempts.load(Ordering::Relaxed)
    }

    /// The puzzle with this number, on this thread.
    pub fn make(&self, number: u64, limits: &Limits) -> Result<Made, GaveUp> {
        self.make_together(number, limits, 1, &|| {})
    }

    /// The puzzle with this number, by several threads: the first attempt that succeeds counts,
    /// whoever is ready first, so it is the same puzzle. `hear` is called now and then.
    pub fn make_together(
        &self,
        number: u64,
        limits: &Limits,
        threads: usize,
        hear: &dyn Fn(),
    ) -> Result<Made, GaveUp> {
        let mut notes = Notes::default();
        let mut next = 0;
        loop {
            hear();
            let wave: Vec<Result<Outcome, Stop>> = if threads > 1 {
                std::thread::scope(|scope| {
                    let start =
                        |attempt| scope.spawn(move || self.attempt(number, attempt, limits));
                    let all: Vec<_> = (next..next + threads as u64).map(start).collect();
                    all.into_iter().map(|t| t.join().unwrap_or(Err(Stop::Cancelled))).collect()
                })
            } else {
                vec![self.attempt(number, next, limits)]
            };
            next += wave.len() as u64;
            for outcome in wave {
                match outcome {
                    Ok(Outcome::Made(made)) => return Ok(*made),
                    Ok(Outcome::Missed(missed, made)) => notes.note(missed, made),
                    Err(stop) => {
                        let mut gave_up = notes.gave_up(stop);
                        // What is printed is counted, even if it is not what was asked for.
                        let proper = |made: &Made| self.is_proper(made, &Limits::default());
                        gave_up.best = gave_up.best.filter(|made| proper(made) == Ok(true));
                        return Err(gave_up);
                    }
                }
            }
        }
    }

    fn attempt(&self, number: u64, attempt: u64, limits: &Limits) -> Result<Outcome, Stop> {
        self.attempts.fetch_add(1, Ordering::Relaxed);
        let mut chance = Chance::new(self.kitchen.recipe.seed, number, attempt);
        match self.kitchen.attempt(&mut chance, limits)? {
            Outcome::Made(made) if !self.is_proper(&made, limits)? => {
                Ok(Outcome::Missed(Missed::Ambiguous, None))
            }
            outcome => Ok(outcome),
        }
    }

    /// Whether a puzzle has the one solution that it was made from, by the general solver: of
    /// the puzzle as it is printed, with nothing of what was compiled while it was made. Plain
    /// ones are made with another solver, so there the board may stay compiled.
    fn is_proper(&self, made: &Made, limits: &Limits) -> Result<bool, Stop> {
        let answer = match self.kitchen.plain_solver() {
            Some(solver) => {
                let given = |clue: &Clue| clue.as_given();
                let cells = &solver.lowered().cells;
                let givens: Vec<_> = made.puzzle.clues.iter().filter_map(given).collect();
                let givens: Vec<_> = givens.iter().map(|&(c, d)| (cells[c.index()], d)).collect();
                solver.solve_with(2, &givens, |_| {})
            }
            None => {
                let settings = Settings { limits: limits.clone(), ..Settings::default() };
                Solver::new(&made.puzzle, settings).solve(2)
            }
        };
        match answer.stopped {
            Some(stop) => Err(stop),
            None => {
                Ok(answer.status == Status::Unique && answer.solutions[0].cells == made.solution)
            }
        }
    }
}

/// What became of attempts.
#[derive(Default)]
pub(crate) struct Notes {
    best: Option<(Distance, Box<Made>)>,
    missed: BTreeMap<Missed, u64>,
}

impl Notes {
    pub(crate) fn note(&mut self, missed: Missed, made: Option<(Distance, Box<Made>)>) {
        *self.missed.entry(missed).or_insert(0) += 1;
        if let Some((distance, made)) = made
            && self.best.as_ref().is_none_or(|(best, _)| distance < *best)
        {
            self.best = Some((distance, made));
        }
    }

    pub(crate) fn gave_up(self, stop: Stop) -> GaveUp {
        GaveUp {
            stop,
            best: self.best.map(|(_, made)| made),
            attempts: self.missed.values().sum(),
            missed: self.missed.into_iter().collect(),
        }
    }
}
