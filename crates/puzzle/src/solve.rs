//! Answers about a puzzle: solutions, how many, which digits survive, which clues clash.
//!
//! A [`Solver`] is a puzzle lowered, with derived constraints, and compiled. It can be
//! asked several things and shared between threads.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use pencilmark_kernel::expr::Expr;
use pencilmark_kernel::groups;
use pencilmark_kernel::search::{
    self, Candidates, Count, Estimate, Goal, Limits, Progress, Search, SearchOptions, Solution,
    Stats, Stop,
};
use pencilmark_kernel::{
    CompileOptions, DeriveOptions, GroupId, Model, Problem, VarId, derive_within,
};

use crate::lower::{Lowered, lower, lower_for_search};
use crate::plain::{Found, PlainMarks};
use crate::puzzle::{Name, Puzzle};
use crate::symmetry;

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

impl Status {
    /// What so many solutions mean, if there are no others or perhaps some.
    fn of(found: u64, complete: bool) -> Status {
        match (found, complete) {
            (0, true) => Status::None,
            (1, true) => Status::Unique,
            (0 | 1, false) => Status::Unknown,
            _ => Status::Multiple,
        }
    }
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
    body: Body,
    settings: Settings,
    /// The puzzle with one house told, if its digits can be exchanged.
    told: Option<Box<Puzzle>>,
}

#[derive(Clone, Debug)]
enum Body {
    Built(Box<Built>),
    /// Built only when something is asked that marks alone do not answer.
    Plain(Box<(PlainMarks, Puzzle, OnceLock<Built>)>),
}

/// A puzzle lowered and compiled.
#[derive(Clone, Debug)]
struct Built {
    lowered: Lowered,
    model: Model,
    /// The puzzle, if what was lowered does not say what each clue says alone.
    joined: Option<Box<Puzzle>>,
}

impl Built {
    fn new(puzzle: &Puzzle, settings: &Settings) -> Built {
        let (lowered, joined) = lower_for_search(puzzle);
        let model = built(&lowered.problem, settings);
        let joined = joined.then(|| Box::new(puzzle.clone()));
        Built { lowered, model, joined }
    }
}

/// More solutions than this are counted by all threads, with digits exchanged where they can be.
const FEW: u64 = 1000;

/// Guesses after which it pays to ask whether there is a solution at all, where digits can be
/// exchanged.
const PATIENCE: u64 = 1000;

impl Solver {
    /// Lowers and compiles a puzzle, unless it is a plain one that can be solved without.
    pub fn new(puzzle: &Puzzle, settings: Settings) -> Self {
        let usual = settings.derive == DeriveOptions::default()
            && settings.compile == CompileOptions::default();
        let body = match PlainMarks::of(puzzle).filter(|_| usual) {
            Some(marks) => Body::Plain(Box::new((marks, puzzle.clone(), OnceLock::new()))),
            None => Body::Built(Box::new(Built::new(puzzle, &settings))),
        };
        let told = symmetry::with_a_house_told(puzzle).map(Box::new);
        Self { body, settings, told }
    }

    fn built(&self) -> &Built {
        match &self.body {
            Body::Built(built) => built,
            Body::Plain(plain) => plain.2.get_or_init(|| Built::new(&plain.1, &self.settings)),
        }
    }

    /// What cells may hold, if that and the houses of plain Sudoku are all there is.
    pub(crate) fn plain(&self) -> Option<&PlainMarks> {
        match &self.body {
            Body::Built(_) => None,
            Body::Plain(plain) => Some(&plain.0),
        }
    }

    /// A solver of the puzzle with one house told, which is told nothing more.
    fn told(&self) -> Option<Solver> {
        let puzzle = self.told.as_deref()?;
        Some(Solver::new(puzzle, self.settings.clone()))
    }

    /// Whether digits can be exchanged in any solution: then it pays to ask
    /// [`Solver::has_a_solution`] before a long search.
    pub fn digits_can_be_exchanged(&self) -> bool {
        self.told.is_some()
    }

    /// Whether there is a solution at all. Where digits can be exchanged one house is told
    /// beforehand, which makes dead ends short.
    pub fn has_a_solution(&self) -> Result<bool, Stop> {
        let Count { count, stopped, .. } = self.count(1);
        match stopped {
            Some(stop) if count == 0 => Err(stop),
            _ => Ok(count > 0),
        }
    }

    /// Two solutions that differ in the names of two digits; none if there is no solution.
    fn exchanged(&self) -> Result<Option<[Filled; 2]>, Stop> {
        let Some((told, puzzle)) = self.told().zip(self.told.as_deref()) else { return Ok(None) };
        // Counting may split the search, so it is the first to know that there is none.
        let count = told.count(1);
        match count.stopped {
            Some(stop) if count.count == 0 => return Err(stop),
            None if count.count == 0 => return Ok(None),
            _ => {}
        }
        let first = match told.solutions().next() {
            None => return Ok(None),
            Some(found) => found?,
        };
        let (a, b) = (puzzle.grid.lo(), puzzle.grid.hi());
        let other = |&d: &i64| match d {
            d if d == a => b,
            d if d == b => a,
            d => d,
        };
        let second = Filled { cells: first.cells.iter().map(other).collect(), vars: vec![] };
        Ok(Some([first, second]))
    }

    /// The compiled model.
    pub fn model(&self) -> &Model {
        &self.built().model
    }

    /// What each clue says alone.
    fn alone(&self) -> Cow<'_, Problem> {
        match &self.built().joined {
            Some(puzzle) => Cow::Owned(lower(puzzle).problem),
            None => Cow::Borrowed(&self.lowered().problem),
        }
    }

    /// What the puzzle was lowered to, without derived constraints. A clue may stand there only
    /// together with others: [`lower`] keeps them apart.
    pub fn lowered(&self) -> &Lowered {
        &self.built().lowered
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
        if let Some(marks) = self.plain().filter(|_| wanted < FEW && givens.is_empty()) {
            return self.solve_plain(marks, wanted, see);
        }
        let mut options = self.options();
        let patient = self.told.is_none()
            || !givens.is_empty()
            || options.limits.nodes.is_some_and(|n| n <= PATIENCE);
        if !patient {
            options.limits.nodes = Some(PATIENCE);
        }
        let mut search = Search::new(self.model(), options);
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
                Err(Stop::Nodes) if !patient && found == 0 && wanted <= 2 => {
                    match self.exchanged() {
                        Ok(Some(both)) => {
                            found = 2;
                            solutions.extend(both.into_iter().take(wanted as usize));
                            solutions.iter().for_each(&mut see);
                            break (false, None);
                        }
                        Ok(None) => break (true, None),
                        Err(stop) => break (false, Some(stop)),
                    }
                }
                Err(Stop::Nodes) if !patient => {
                    // There are others; they are looked for as long as it takes.
                    let solver = Solver { told: None, ..self.clone() };
                    let answer = solver.solve_with(wanted, givens, unseen as fn(&Filled));
                    answer.solutions.iter().skip(found as usize).for_each(&mut see);
                    return answer;
                }
                Err(stop) => break (false, Some(stop)),
            }
        };
        let status = Status::of(found, complete);
        Answer { status, solutions, complete, stopped, stats: search.stats() }
    }

    fn solve_plain(&self, marks: &PlainMarks, wanted: u64, see: impl FnMut(&Filled)) -> Answer {
        let most = wanted.max(2);
        let Found { mut solutions, stopped, stats } =
            self.plain_solutions(marks, most, &self.settings.limits);
        let count = solutions.len() as u64;
        let complete = stopped.is_none() && count < most;
        solutions.truncate(wanted as usize);
        solutions.iter().for_each(see);
        Answer { status: Status::of(count, complete), solutions, complete, stopped, stats }
    }

    /// All solutions one after another, none of them kept.
    pub fn solutions(&self) -> impl Iterator<Item = Result<Filled, Stop>> + '_ {
        let mut search = Search::new(self.model(), self.options());
        std::iter::from_fn(move || {
            search.next_solution().map(|s| s.map(|s| self.filled(&s))).transpose()
        })
    }

    /// The number of solutions, up to `limit`.
    pub fn count(&self, limit: u64) -> Count {
        self.count_within(limit, &self.settings.limits)
    }

    /// The same with other limits than those of the settings.
    pub fn count_within(&self, limit: u64, limits: &Limits) -> Count {
        if let Some(marks) = self.plain().filter(|_| limit <= FEW) {
            let Found { solutions, stopped, stats } = self.plain_solutions(marks, limit, limits);
            let count = solutions.len() as u64;
            return Count { count, exact: stopped.is_none() && count < limit, stopped, stats };
        }
        let Some(told) = self.told() else {
            return search::count(self.model(), limit, limits, self.settings.threads);
        };
        // Each solution stands for one with every other name for the digits.
        let ways = self.told.as_deref().and_then(symmetry::ways).unwrap_or(u64::MAX);
        let mut limits = limits.clone();
        if let Some(hear) = limits.progress.take() {
            let times = move |at: Progress| {
                hear(Progress { solutions: at.solutions.saturating_mul(ways), ..at });
            };
            limits.progress = Some(Arc::new(times));
        }
        let found = told.count_within(limit.div_ceil(ways), &limits);
        let all = found.count.checked_mul(ways);
        let exact = found.exact && all.is_some_and(|all| all < limit);
        Count { count: all.map_or(limit, |all| all.min(limit)), exact, ..found }
    }

    /// For each cell the digits that occur in some solution, each with the number of
    /// solutions that have it, up to `cap`.
    pub fn candidates(&self, cap: u64) -> Candidates {
        let Settings { limits, threads, .. } = &self.settings;
        search::candidates(self.model(), &self.lowered().cells, cap, limits, *threads)
    }

    /// A smallest set of clues that contradict each other; none if the puzzle has a solution.
    pub fn contradiction(&self) -> Result<Option<Contradiction>, Stop> {
        self.contradictions(|_| {})
    }

    /// The same for somebody who waits: `see` is shown the clues of contradictions on the way,
    /// each with clearly fewer than the one before.
    pub fn contradictions(
        &self,
        mut see: impl FnMut(Vec<usize>),
    ) -> Result<Option<Contradiction>, Stop> {
        let clues = |groups: &[GroupId]| -> Vec<usize> {
            groups.iter().map(|g| self.lowered().groups[g.index()]).collect()
        };
        let limits = &self.settings.limits;
        let mut hear = |groups: &[GroupId]| see(clues(groups));
        let core = groups::contradictions(&self.alone(), limits, &mut hear)?;
        Ok(core.map(|core| Contradiction { clues: clues(&core.groups), smallest: core.smallest }))
    }

    /// Whether a clue, by its place in [`Puzzle::clues`], follows from the others.
    pub fn implied(&self, clue: usize) -> Result<bool, Stop> {
        let group = self.lowered().groups.iter().position(|&c| c == clue);
        let Some(group) = group else { return Ok(false) };
        groups::implied(&self.alone(), GroupId::new(group), &self.settings.limits)
    }

    /// The solution in which an expression over cells and variables is largest or smallest,
    /// with that value, and whether it is proved that none is better.
    pub fn optimise(&self, expr: &Expr<Name>, goal: Goal) -> (Option<(Filled, i64)>, bool) {
        let Lowered { cells, vars, .. } = self.lowered();
        // What is to be best may depend on numbers that the search chooses.
        let mut problem = match self.lowered().problem.renumbered() {
            [] => self.lowered().problem.clone(),
            _ => self.alone().into_owned(),
        };
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
        let solution = search::sample(self.model(), seed, &self.settings.limits)?;
        Ok(solution.map(|s| self.filled(&s)))
    }

    /// An estimate of the number of solutions.
    pub fn estimate(&self, dives: u64, seed: u64) -> Result<Estimate, Stop> {
        search::estimate(self.model(), dives, seed, &self.settings.limits)
    }

    fn options(&self) -> SearchOptions {
        SearchOptions { limits: self.settings.limits.clone(), ..Default::default() }
    }

    pub(crate) fn filled(&self, solution: &Solution) -> Filled {
        Filled {
            cells: solution.values(&self.lowered().cells),
            vars: solution.values(&self.lowered().vars),
        }
    }
}

fn unseen(_: &Filled) {}

/// The model of a problem with what is derived from it, within the limits.
fn built(problem: &Problem, settings: &Settings) -> Model {
    let Settings { derive, compile, limits, .. } = settings;
    derive_within(problem, derive, limits).into_model(compile, limits)
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::expr::Expr;
    use pencilmark_kernel::search::Goal;

    use super::{Settings, Solver, Status};
    use crate::grid::{CellId, Grid};
    use crate::kinds;
    use crate::puzzle::{Clue, Name, Puzzle};

    /// A sandwich is solved together with its row, and still blamed alone.
    #[test]
    fn a_clue_that_is_posted_with_others_is_blamed_alone() {
        let row = || [0, 1, 2, 3].map(CellId::new);
        let clues = |sum| {
            let mut puzzle = Puzzle::sudoku(Grid::new(4, 4).expect("a grid"));
            puzzle.add_given(CellId::new(0), 2, None);
            puzzle.add(Clue::new(kinds::find("sandwich").unwrap()).number(sum).over(row()));
            let own = puzzle.clues.len() - 1;
            let solver = Solver::new(&puzzle, Settings::default());
            let clash = solver.contradiction().expect("no limit");
            (solver.solve(1).status, clash.map(|c| (c.clues == [own], c.clues.contains(&own))))
        };
        assert_eq!(clues(3), (Status::Multiple, None));
        assert_eq!(clues(100), (Status::None, Some((true, true))), "whatever the row says");
        assert_eq!(clues(5), (Status::None, Some((false, true))), "2 stands outside");
    }

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
