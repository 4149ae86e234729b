//! Answers about a puzzle: solutions, how many, which digits survive, which clues clash.
//!
//! A [`Solver`] is a puzzle lowered, with derived constraints, and compiled. It can be
//! asked several things and shared between threads.

use pencilmark_kernel::expr::Expr;
use pencilmark_kernel::groups;
use pencilmark_kernel::search::{
    self, Candidates, Count, Estimate, Goal, Limits, Search, SearchOptions, Solution, Stats, Stop,
};
use pencilmark_kernel::{
    CompileOptions, DeriveOptions, GroupId, Model, Problem, VarId, derive_within,
};

use crate::lower::{Lowered, lower};
use crate::puzzle::{Name, Puzzle};

/// How to solve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which implied constraints are added.
    pub derive: DeriveOptions,
    /// How strong propagation is.
    pub compile: CompileOptions,
    /// When to give up.
    pub limits: Limits,
    /// How many threads may work on one question. The answer does not depend on it.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            derive: DeriveOptions::default(),
            compile: CompileOptions::default(),
            limits: Limits::default(),
            threads: 1,
        }
    }
}

/// How many solutions a puzzle has, as far as a solver or setter cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Exactly one: a proper puzzle.
    Unique,
    /// More than one.
    Multiple,
    /// None.
    None,
    /// A limit was reached before it was known.
    Unknown,
}

/// A filled grid.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Filled {
    /// The digits, row by row.
    pub cells: Vec<i64>,
    /// The values of the named variables.
    pub vars: Vec<i64>,
}

/// Solutions and what is known about their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether there are none, one or more.
    pub status: Status,
    /// As many as were asked for, in the order they were found.
    pub solutions: Vec<Filled>,
    /// Whether there are no others.
    pub complete: bool,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
    /// What it took.
    pub stats: Stats,
}

/// Clues that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Their places in [`Puzzle::clues`].
    pub clues: Vec<usize>,
    /// Whether no smaller set of clues contradicts itself.
    pub smallest: bool,
}

/// A puzzle ready to be solved.
#[derive(Clone, Debug)]
pub struct Solver {
    lowered: Lowered,
    model: Model,
    settings: Settings,
}

impl Solver {
    /// Lowers and compiles a puzzle.
    pub fn new(puzzle: &Puzzle, settings: Settings) -> Self {
        let lowered = lower(puzzle);
        let model = built(&lowered.problem, &settings);
        Self { lowered, model, settings }
    }

    /// The compiled model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What the puzzle was lowered to, without derived constraints.
    pub fn lowered(&self) -> &Lowered {
        &self.lowered
    }

    /// Up to `wanted` solutions, and whether the first is the only one.
    pub fn solve(&self, wanted: u64) -> Answer {
        self.solve_with(wanted, &[], |_| {})
    }

    /// The same with some cells given in addition; each solution is shown to `see` as it
    /// is found, and kept only up to `wanted`.
    pub fn solve_with(
        &self,
        wanted: u64,
        givens: &[(VarId, i64)],
        mut see: impl FnMut(&Filled),
    ) -> Answer {
        let mut search = Search::new(&self.model, self.options());
        for &(var, value) in givens {
            search.fix(var, value);
        }
        let mut solutions = Vec::new();
        let mut found = 0;
        let (complete, stopped) = loop {
            if found >= wanted.max(2) {
                break (false, None);
            }
            match search.next_solution() {
                Ok(Some(solution)) => {
                    found += 1;
                    if found <= wanted {
                        let filled = self.filled(&solution);
                        see(&filled);
                        solutions.push(filled);
                    }
                }
                Ok(None) => break (true, None),
                Err(stop) => break (false, Some(stop)),
            }
        };
        let status = match (found, complete) {
            (0, true) => Status::None,
            (1, true) => Status::Unique,
            (0 | 1, false) => Status::Unknown,
            _ => Status::Multiple,
        };
        Answer { status, solutions, complete, stopped, stats: search.stats() }
    }

    /// All solutions one after another, none of them kept.
    pub fn solutions(&self) -> impl Iterator<Item = Result<Filled, Stop>> + '_ {
        let mut search = Search::new(&self.model, self.options());
        std::iter::from_fn(move || {
            search.next_solution().map(|s| s.map(|s| self.filled(&s))).transpose()
        })
    }

    /// The number of solutions, up to `limit`.
    pub fn count(&self, limit: u64) -> Count {
        search::count(&self.model, limit, &self.settings.limits, self.settings.threads)
    }

    /// For each cell the digits that occur in some solution, each with the number of
    /// solutions that have it, up to `cap`.
    pub fn candidates(&self, cap: u64) -> Candidates {
        let Settings { limits, threads, .. } = &self.settings;
        search::candidates(&self.model, &self.lowered.cells, cap, limits, *threads)
    }

    /// A smallest set of clues that contradict each other; none if the puzzle has a solution.
    pub fn contradiction(&self) -> Result<Option<Contradiction>, Stop> {
        let core = groups::contradiction(&self.lowered.problem, &self.settings.limits)?;
        Ok(core.map(|core| Contradiction {
            clues: core.groups.iter().map(|g| self.lowered.groups[g.index()]).collect(),
            smallest: core.smallest,
        }))
    }

    /// Whether a clue, by its place in [`Puzzle::clues`], follows from the others.
    pub fn implied(&self, clue: usize) -> Result<bool, Stop> {
        let group = self.lowered.groups.iter().position(|&c| c == clue);
        let Some(group) = group else { return Ok(false) };
        groups::implied(&self.lowered.problem, GroupId::new(group), &self.settings.limits)
    }

    /// The solution in which an expression over cells and variables is largest or smallest,
    /// with that value, and whether it is proved that none is better.
    pub fn optimise(&self, expr: &Expr<Name>, goal: Goal) -> (Option<(Filled, i64)>, bool) {
        let Lowered { cells, vars, .. } = &self.lowered;
        let mut problem = self.lowered.problem.clone();
        let objective = problem.objective(expr.map(&mut |name| match *name {
            Name::Cell(cell) => cells[cell.index()],
            Name::Var(i) => vars[i],
        }));
        let model = built(&problem, &self.settings);
        let best = search::optimise(&model, objective, goal, &self.settings.limits);
        (best.solution.map(|s| (self.filled(&s), s.value(objective))), best.proved)
    }

    /// A random solution.
    pub fn sample(&self, seed: u64) -> Result<Option<Filled>, Stop> {
        let solution = search::sample(&self.model, seed, &self.settings.limits)?;
        Ok(solution.map(|s| self.filled(&s)))
    }

    /// An estimate of the number of solutions.
    pub fn estimate(&self, dives: u64, seed: u64) -> Result<Estimate, Stop> {
        search::estimate(&self.model, dives, seed, &self.settings.limits)
    }

    fn options(&self) -> SearchOptions {
        SearchOptions { limits: self.settings.limits.clone(), ..Default::default() }
    }

    fn filled(&self, solution: &Solution) -> Filled {
        Filled {
            cells: solution.values(&self.lowered.cells),
            vars: solution.values(&self.lowered.vars),
        }
    }
}

/// The model of a problem with what is derived from it, within the limits.
fn built(problem: &Problem, settings: &Settings) -> Model {
    let Settings { derive, compile, limits, .. } = settings;
    derive_within(problem, derive, limits).into_model(compile, limits)
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::expr::Expr;
    use pencilmark_kernel::search::Goal;

    use super::{Settings, Solver};
    use crate::grid::Grid;
    use crate::puzzle::{Name, Puzzle};

    #[test]
    fn the_largest_first_number_of_a_grid() {
        let puzzle = Puzzle::sudoku(Grid::new(4, 4).expect("a grid"));
        let digit = |col| Expr::Var(Name::Cell(puzzle.grid.cell(0, col).expect("a cell")));
        let tens = Expr::Mul(Box::new(digit(0)), Box::new(Expr::Const(10)));
        let number = Expr::Sum(vec![tens, digit(1)]);
        let solver = Solver::new(&puzzle, Settings::default());
        let best = |goal| {
            let (best, proved) = solver.optimise(&number, goal);
            assert!(proved);
            best.map(|(_, value)| value)
        };
        assert_eq!(best(Goal::Maximise), Some(43));
        assert_eq!(best(Goal::Minimise), Some(12));
    }
}
