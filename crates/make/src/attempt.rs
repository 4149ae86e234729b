//! One attempt at one puzzle.

use std::sync::Arc;

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_logic::grade::Grade;
use pencilmark_logic::story::Order;
use pencilmark_logic::{Board, Level, Technique};
use pencilmark_puzzle::{CellId, Grid, Puzzle, Settings, Solver};

use crate::carve::{Carved, carve, count, is_minimal};
use crate::chance::Chance;
use crate::judge::{Distance, Judge};
use crate::layout::layout;
use crate::recipe::{Bounds, Ingredient, Recipe, RecipeError};
use crate::referee::{Referee, Verdict, is_plain};
use crate::sampler::{random_grid, random_solution};
use crate::shapes::{Canvas, killer};

/// A puzzle that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its one solution, row by row.
    pub solution: Vec<i64>,
    /// How hard it is, if that was asked for.
    pub grade: Option<Grade>,
    /// How many digits are given.
    pub givens: usize,
}

/// Why an attempt is not what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missed {
    /// No solution of the board was found soon enough.
    Board,
    /// It has several solutions, or nobody can tell.
    Ambiguous,
    /// It has too many givens.
    Clues,
    /// A given could be left out.
    NotMinimal,
    /// It is harder than asked for.
    TooHard,
    /// It is of another level.
    Grade(Level),
    /// It is rated otherwise.
    Rating,
    /// It does not take a technique.
    Lacks(Technique),
    /// It takes a technique that it must not take.
    Takes(Technique),
}

/// What became of an attempt.
pub(crate) enum Outcome {
    /// What was asked for.
    Made(Box<Made>),
    /// Something else; a proper puzzle all the same if there is one, and how far off it is.
    Missed(Missed, Option<(Distance, Box<Made>)>),
}

/// What all attempts at one recipe share.
pub(crate) struct Kitchen {
    pub(crate) recipe: Recipe,
    grid: Grid,
    orbits: Vec<Vec<CellId>>,
    /// The board, if it is the same every time, ready to be solved.
    fixed: Option<(Puzzle, Arc<Solver>)>,
    /// The board with its shapes as techniques see it, if there are no shapes.
    plain: Option<Arc<Board>>,
}

/// Boards that cannot be filled within this many nodes are given up.
const FILLING: u64 = 20_000;
/// How often cages are cut before another grid is tried.
const CUTS: usize = 40;
/// How often an easy puzzle is changed in the hope of a harder one.
const CLIMBS: usize = 12;

impl Kitchen {
    pub(crate) fn new(recipe: Recipe) -> Result<Kitchen, RecipeError> {
        let grid = recipe.grid()?;
        let fixed = (!recipe.has(Ingredient::Jigsaw)).then(|| {
            let board = layout(&recipe, &grid, &mut Chance::new(0, 0, 0));
            let solver = Arc::new(Solver::new(&board, Settings::default()));
            (board, solver)
        });
        let drawn = recipe.with.iter().any(|&with| with >= Ingredient::Killer);
        let techniques = |(board, _): &(Puzzle, _)| Arc::new(Board::new(board));
        let plain = fixed.as_ref().filter(|_| !drawn && recipe.is_graded()).map(techniques);
        let known = |t: &&Technique| Order::Explainer.has(**t) || Order::Hodoku.has(**t);
        if plain.as_ref().is_some_and(|board| board.plain && board.patterns)
            && let Some(technique) = recipe.must.iter().find(|t| !known(t))
        {
            let name = technique.name();
            return Err(RecipeError(format!("{name} is never looked for in plain Sudoku")));
        }
        let orbits = recipe.symmetry.orbits(&grid);
        Ok(Kitchen { recipe, grid, orbits, fixed, plain })
    }

    /// The general solver of the plain board, if the puzzles are plain.
    pub(crate) fn plain_solver(&self) -> Option<&Solver> {
        let (board, solver) = self.fixed.as_ref()?;
        (self.recipe.with.is_empty() && is_plain(board)).then_some(solver)
    }

    pub(crate) fn attempt(&self, chance: &mut Chance, limits: &Limits) -> Result<Outcome, Stop> {
        limits.check()?;
        let Some((mut board, solution)) = self.filled(chance, limits) else {
            return Ok(Outcome::Missed(Missed::Board, None));
        };
        let mut canvas = Canvas::new(&self.grid, &solution);
        for &with in &self.recipe.with {
            canvas.draw(with, &mut board, chance);
        }
        if self.recipe.has(Ingredient::Killer) {
            return self.caged(&board, &canvas, chance, limits);
        }
        let referee = Referee::new(&board, limits);
        self.finished(board, &solution, referee, chance, limits)
    }

    /// What becomes of a board with all its shapes.
    fn finished(
        &self,
        board: Puzzle,
        solution: &[i64],
        mut referee: Referee,
        chance: &mut Chance,
        limits: &Limits,
    ) -> Result<Outcome, Stop> {
        let Some(carved) = self.carved(&mut referee, solution, chance) else {
            return Ok(Outcome::Missed(Missed::Ambiguous, None));
        };
        // Whoever was stopped has judged nothing.
        limits.check()?;
        let pot = Pot { kitchen: self, board, solution, limits };
        pot.judged(&mut referee, carved, chance)
    }

    /// A board and one of its solutions.
    fn filled(&self, chance: &mut Chance, limits: &Limits) -> Option<(Puzzle, Vec<i64>)> {
        let (board, solver) = match &self.fixed {
            Some((board, solver)) => (board.clone(), solver.clone()),
            None => {
                let board = layout(&self.recipe, &self.grid, chance);
                let solver = Solver::new(&board, Settings::default());
                (board, Arc::new(solver))
            }
        };
        let solution = match is_plain(&board) {
            true => random_grid(chance).map(i64::from).to_vec(),
            false => random_solution(&solver, chance, FILLING, limits)?,
        };
        Some((board, solution))
    }

    /// Adds cages. Without givens they are cut until one solution is left, and on until the
    /// puzzle is not too hard.
    fn caged(
        &self,
        bare: &Puzzle,
        canvas: &Canvas<'_>,
        chance: &mut Chance,
        limits: &Limits,
    ) -> Result<Outcome, Stop> {
        let mut cages = killer::cages(canvas, chance);
        let hidden = vec![false; self.grid.size()];
        let nothing = vec![i64::MIN; self.grid.size()];
        let mut last = Outcome::Missed(Missed::Ambiguous, None);
        for _ in 0..CUTS {
            limits.check()?;
            let mut board = bare.clone();
            killer::add(&mut board, canvas, &cages);
            let mut referee = Referee::new(&board, limits);
            if self.recipe.givens().hi > 0 {
                return self.finished(board, canvas.solution, referee, chance, limits);
            }
            let other = match referee.verdict(canvas.solution, &hidden) {
                Verdict::Other(other) => other,
                // Too hard to tell: any cut helps.
                Verdict::Unknown => nothing.clone(),
                Verdict::None => break,
                Verdict::Unique => {
                    last = self.finished(board, canvas.solution, referee, chance, limits)?;
                    if !matches!(last, Outcome::Missed(Missed::TooHard, _)) {
                        break;
                    }
                    nothing.clone()
                }
            };
            if !killer::cut(&mut cages, canvas, &other, chance) {
                break;
            }
        }
        Ok(last)
    }

    /// Givens with one solution, as few as may be.
    fn carved(
        &self,
        referee: &mut Referee,
        solution: &[i64],
        chance: &mut Chance,
    ) -> Option<Carved> {
        let Bounds { lo, hi } = self.recipe.givens();
        let unique = |referee: &mut Referee, shown: Vec<bool>| {
            let whole = referee.is_unique(solution, &shown);
            whole.then_some(Carved { shown, taken: vec![] })
        };
        if let Some(mask) = &self.recipe.mask {
            return unique(referee, mask.clone());
        }
        if hi == 0 {
            return unique(referee, vec![false; self.grid.size()]);
        }
        let shown = vec![true; self.grid.size()];
        Some(carve(referee, solution, shown, &self.orbits, lo, chance))
    }
}

/// A puzzle on its way: its board with all shapes, and its solution.
struct Pot<'a> {
    kitchen: &'a Kitchen,
    board: Puzzle,
    solution: &'a [i64],
    limits: &'a Limits,
}

impl Pot<'_> {
    fn judged(
        &self,
        referee: &mut Referee,
        carved: Carved,
        chance: &mut Chance,
    ) -> Result<Outcome, Stop> {
        let recipe = &self.kitchen.recipe;
        if count(&carved.shown) > recipe.givens().hi {
            let made = Box::new(self.made(&carved.shown, None));
            return Ok(Outcome::Missed(Missed::Clues, Some((made.givens, made))));
        }
        let needed = |referee: &mut Referee, shown: &[bool]| {
            !recipe.minimal || is_minimal(referee, self.solution, shown)
        };
        if !recipe.is_graded() {
            let made = Box::new(self.made(&carved.shown, None));
            return Ok(match needed(referee, &carved.shown) {
                true => Outcome::Made(made),
                false => Outcome::Missed(Missed::NotMinimal, Some((1, made))),
            });
        }
        let board = match &self.kitchen.plain {
            Some(board) => board.clone(),
            None => Judge::board_of(&self.board),
        };
        let judge = Judge::new(board, recipe, self.solution, self.limits);
        let (mut shown, mut grade) = self.hard_enough(&judge, &carved)?;
        for _ in 0..CLIMBS {
            let fixed = recipe.mask.is_some() || recipe.givens().hi == 0;
            if fixed || judge.distance(&grade) == 0 || judge.is_too_hard(&grade) {
                break;
            }
            self.limits.check()?;
            let Some(other) = self.changed(referee, &shown, chance) else { break };
            let (next, next_grade) = self.hard_enough(&judge, &other)?;
            let fits = recipe.givens().distance(count(&next)) == 0;
            if fits && judge.distance(&next_grade) <= judge.distance(&grade) {
                (shown, grade) = (next, next_grade);
            }
        }
        let distance = judge.distance(&grade);
        let missed = judge.missed(&grade);
        if distance == 0 && recipe.scored && recipe.level == Some(Level::Extreme) {
            grade = judge.whole_grade(&shown);
        }
        // What is told of a puzzle is all or nothing.
        let told = Some(grade).filter(|grade| !grade.beyond && !grade.late);
        let made = Box::new(self.made(&shown, told));
        Ok(match distance {
            0 if needed(referee, &shown) => Outcome::Made(made),
            0 => Outcome::Missed(Missed::NotMinimal, Some((1, made))),
            _ => Outcome::Missed(missed, Some((distance, made))),
        })
    }

    /// The fewest givens on the way that are not too hard. The way is cut in halves: fewer
    /// givens are hardly ever easier.
    fn hard_enough(&self, judge: &Judge<'_>, carved: &Carved) -> Result<(Vec<bool>, Grade), Stop> {
        let grade = |steps: usize| -> Result<_, Stop> {
            self.limits.check()?;
            let shown = carved.after(steps);
            let grade = judge.grade(&shown);
            // A grade that was cut short says nothing.
            self.limits.check()?;
            Ok((shown, grade))
        };
        let end = carved.taken.len();
        let last = grade(end)?;
        let recipe = &self.kitchen.recipe;
        if !judge.is_too_hard(&last.1) || recipe.minimal {
            return Ok(last);
        }
        // There is little between hard and extreme in plain Sudoku: another grid is cheaper than
        // the way back (docs/design/0014).
        let rare = recipe.level == Some(Level::Unfair) && recipe.clues.is_none();
        if rare && self.kitchen.plain_solver().is_some() {
            return Ok(last);
        }
        let most = recipe.givens().hi;
        let enough = |steps: &usize| count(&carved.after(*steps)) <= most;
        let Some(first) = (0..=end).find(enough) else { return Ok(last) };
        let (mut low, mut high) = (first, end);
        let mut best = last;
        // The best is too hard as long as nothing easier was seen.
        while low < high {
            let middle = low + (high - low) / 2;
            let found = grade(middle)?;
            if judge.is_too_hard(&found.1) {
                high = middle;
            } else {
                low = middle + 1;
                best = found;
            }
        }
        Ok(best)
    }

    /// The same solution with other givens: two are hidden, others shown until one solution is
    /// left, and what is not needed then is taken away.
    fn changed(
        &self,
        referee: &mut Referee,
        shown: &[bool],
        chance: &mut Chance,
    ) -> Option<Carved> {
        let orbits = &self.kitchen.orbits;
        let mut shown = shown.to_vec();
        let set = |shown: &mut [bool], orbit: &[CellId], to: bool| {
            orbit.iter().for_each(|cell| shown[cell.index()] = to);
        };
        for _ in 0..2 {
            let open: Vec<&Vec<CellId>> =
                orbits.iter().filter(|orbit| shown[orbit[0].index()]).collect();
            let orbit = chance.pick(&open)?.to_vec();
            set(&mut shown, &orbit, false);
        }
        loop {
            match referee.verdict(self.solution, &shown) {
                Verdict::Unique => break,
                Verdict::Other(other) => {
                    let differs = |orbit: &&Vec<CellId>| {
                        orbit.iter().any(|c| other[c.index()] != self.solution[c.index()])
                    };
                    let open: Vec<&Vec<CellId>> = orbits.iter().filter(differs).collect();
                    let orbit = chance.pick(&open)?.to_vec();
                    set(&mut shown, &orbit, true);
                }
                Verdict::None | Verdict::Unknown => return None,
            }
        }
        let least = self.kitchen.recipe.givens().lo;
        Some(carve(referee, self.solution, shown, orbits, least, chance))
    }

    fn made(&self, shown: &[bool], grade: Option<Grade>) -> Made {
        let mut puzzle = self.board.clone();
        for cell in self.kitchen.grid.cells().filter(|cell| shown[cell.index()]) {
            puzzle.add_given(cell, self.solution[cell.index()], None);
        }
        Made { puzzle, solution: self.solution.to_vec(), grade, givens: count(shown) }
    }
}
