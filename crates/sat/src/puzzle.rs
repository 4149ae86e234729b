//! A compiled model of the kernel, searched by learning from conflicts.
//!
//! Every variable of at most 64 values has a literal for each value left at the root. What clauses say
//! as well as propagators do becomes clauses (`encode`): all-different, pairs. The other propagators
//! stay the kernel's: a [`Follower`] runs them when clauses have nothing more to say, and gives their
//! reasons when conflict analysis asks. Variables of more values have no literals; their bounds are
//! followed back to those that have.

use std::cell::RefCell;
use std::rc::Rc;

use pencilmark_kernel::bits::{Ones, is_single};
use pencilmark_kernel::search::{self as kernel, Solution, Stop};
use pencilmark_kernel::{Erased, Follower, Model, VarId};

use crate::core::Search;
use crate::encode::encode;
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::solver::{Answer, Solver};
use crate::theory::{Conflict, Theory};

const NONE: u32 = u32::MAX;

/// Why a search for solutions ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// A limit was met.
    Stopped(Stop),
    /// All values that have literals are known, and a variable of more than 64 values is not.
    Open(VarId),
}

/// A model of the kernel in a clause solver.
///
/// ```
/// use pencilmark_kernel::{CompileOptions, Constraint, Problem};
/// use pencilmark_kernel::search::Limits;
/// use pencilmark_sat::PuzzleSolver;
///
/// let mut problem = Problem::new();
/// let (x, y) = (problem.var(1, 3), problem.var(1, 3));
/// let clue = problem.group();
/// problem.post(clue, Constraint::Chain { vars: vec![x, y], strict: true });
/// let model = problem.compile(&CompileOptions::default());
/// let mut search = PuzzleSolver::new(model).unwrap();
/// let mut found = Vec::new();
/// while let Some(solution) = search.next_solution(&Limits::default()).unwrap() {
///     found.push((solution.value(x), solution.value(y)));
/// }
/// found.sort();
/// assert_eq!(found, [(1, 2), (1, 3), (2, 3)]);
/// ```
pub struct PuzzleSolver {
    /// None if the root has a contradiction.
    solver: Option<Solver>,
    lits: Rc<Lits>,
    /// The model found last, as the theory read it.
    found: Rc<RefCell<Option<Result<Solution, VarId>>>>,
    /// What solutions differ in, if that is not every literal.
    projection: Option<Vec<Var>>,
    stage: Stage,
}

/// Where the search is.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Start,
    /// At a solution.
    Found,
    /// At a limit.
    Stopped,
}

/// Literals of the values.
#[derive(Debug, Default)]
pub(crate) struct Lits {
    /// By word of the kernel: where the variable's literals begin in `lits`, or `NONE`.
    start: Vec<u32>,
    /// By word: the values at the root.
    masks: Vec<u64>,
    lits: Vec<Lit>,
    /// By literal of `lits`: variable and bit.
    values: Vec<(VarId, u32)>,
    /// The number of the first of the solver's variables.
    first: usize,
}

impl Lits {
    /// The values of a variable at the root.
    pub fn mask(&self, var: VarId) -> Option<u64> {
        (self.start.get(var.index()).is_some_and(|&start| start != NONE))
            .then(|| self.masks[var.index()])
    }

    /// All literals of a variable, in the order of the values.
    pub fn all(&self, var: VarId) -> &[Lit] {
        let Some(mask) = self.mask(var) else { return &[] };
        let start = self.start[var.index()] as usize;
        &self.lits[start..start + mask.count_ones() as usize]
    }

    /// The literal of a value that is there at the root.
    pub fn lit(&self, var: VarId, bit: u32) -> Option<Lit> {
        let mask = self.mask(var)?;
        let before = (mask & ((1u64 << bit) - 1)).count_ones();
        (mask >> bit & 1 == 1).then(|| self.all(var)[before as usize])
    }

    fn value(&self, lit: Lit) -> (VarId, u32) {
        self.values[lit.var().index() - self.first]
    }
}

impl PuzzleSolver {
    /// Propagates the root and hands the model over.
    ///
    /// # Errors
    /// If the model was not finished, for this reason.
    pub fn new(model: Model) -> Result<PuzzleSolver, Stop> {
        let found = Rc::new(RefCell::new(None));
        let Some(mut follower) = Follower::new(model)? else {
            return Ok(PuzzleSolver {
                solver: None,
                lits: Rc::default(),
                found,
                projection: None,
                stage: Stage::Start,
            });
        };
        let mut solver = Solver::new();
        let lits = Rc::new(literals(&mut solver, &follower));
        encode(&mut solver, &lits, &mut follower);
        let number = solver.next_theory();
        for (at, &lit) in lits.lits.iter().enumerate() {
            let (var, bit) = lits.values[at];
            if !follower.is_watched(var) {
                continue;
            }
            // What the clauses say at the root was said before anybody listened.
            let known = match (solver.search().is_true(lit), solver.search().is_false(lit)) {
                (true, _) => follower.keep(var, 1 << bit),
                (_, true) => follower.keep(var, !(1 << bit)),
                _ => Ok(()),
            };
            if known.is_err() {
                solver.add_clause(&[]);
            }
            solver.search_mut().watch(number, lit, 2 * at as u32);
            solver.search_mut().watch(number, !lit, 2 * at as u32 + 1);
        }
        let (declared, added) = follower.model().vars().split_at(follower.model().declared());
        let has_literals = |var: VarId| !lits.all(var).is_empty();
        let projection = added.iter().any(|def| has_literals(def.id)).then(|| {
            declared.iter().flat_map(|def| lits.all(def.id)).map(|lit| lit.var()).collect()
        });
        let (lits_too, found_too) = (lits.clone(), found.clone());
        let levels = Vec::new();
        let theory = Following { follower, lits: lits_too, levels, found: found_too };
        solver.add_theory(Box::new(theory));
        Ok(PuzzleSolver { solver: Some(solver), lits, found, projection, stage: Stage::Start })
    }

    /// The solver, to add clauses before the first solution; none if there is no solution.
    pub fn solver(&mut self) -> Option<&mut Solver> {
        self.solver.as_mut()
    }

    /// The literal for a value, by its place from the smallest declared value of the variable.
    /// None if the root rules it out, or for variables of more than 64 values.
    pub fn lit(&self, var: VarId, place: u32) -> Option<Lit> {
        self.lits.lit(var, place)
    }

    /// Conflicts met so far.
    pub fn conflicts(&self) -> u64 {
        self.solver.as_ref().map_or(0, |solver| solver.stats().conflicts)
    }

    /// The next solution; none when there are no more. After a stop the search can go on.
    ///
    /// # Errors
    /// Why the search ended early. A limit of nodes counts conflicts.
    pub fn next_solution(&mut self, limits: &kernel::Limits) -> Result<Option<Solution>, Ended> {
        let Some(solver) = &mut self.solver else { return Ok(None) };
        let spent = solver.stats().conflicts;
        let mine = Limits {
            conflicts: limits.nodes.map(|nodes| nodes.saturating_sub(spent)),
            deadline: limits.deadline,
            stop: limits.cancel.clone(),
        };
        self.found.replace(None);
        let answer = match self.stage {
            Stage::Start => solver.first_model(&[], self.projection.as_deref(), &mine),
            Stage::Found => solver.next_model(&mine),
            Stage::Stopped => solver.go_on(&mine),
        };
        self.stage = if answer == Answer::Unknown { Stage::Stopped } else { Stage::Found };
        match (answer, self.found.take()) {
            (_, Some(Err(var))) => Err(Ended::Open(var)),
            (Answer::Sat, Some(Ok(solution))) => Ok(Some(solution)),
            (Answer::Unsat, _) => Ok(None),
            _ if mine.stop.is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed)) => {
                Err(Ended::Stopped(Stop::Cancelled))
            }
            _ if mine.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline) => {
                Err(Ended::Stopped(Stop::Time))
            }
            _ => Err(Ended::Stopped(Stop::Nodes)),
        }
    }
}

/// Makes the literals of all small variables; exactly one of each is true.
fn literals(solver: &mut Solver, follower: &Follower) -> Lits {
    let words = follower.model().vars().last().map_or(0, |def| def.id.index() + 1);
    let mut lits = Lits {
        start: vec![NONE; words],
        masks: vec![0; words],
        first: solver.var_count(),
        ..Lits::default()
    };
    for def in follower.model().vars() {
        let Some(mask) = follower.root_mask(def.id) else { continue };
        lits.start[def.id.index()] = lits.lits.len() as u32;
        lits.masks[def.id.index()] = mask;
        for bit in Ones(mask) {
            let lit = solver.new_var().lit();
            // A value that is there says more than one that is not.
            solver.search_mut().set_phase(lit);
            lits.lits.push(lit);
            lits.values.push((def.id, bit));
        }
    }
    for def in follower.model().vars().iter().filter(|def| lits.mask(def.id).is_some()) {
        let all = lits.all(def.id);
        solver.add_clause(all);
        solver.at_most_one(all);
    }
    lits
}

/// The propagators of a model as a theory.
struct Following {
    follower: Follower,
    lits: Rc<Lits>,
    /// The search level at which each level of the follower was opened.
    levels: Vec<u32>,
    found: Rc<RefCell<Option<Result<Solution, VarId>>>>,
}

impl Following {
    /// Tells the search what the follower erased from a step on, in the order it did.
    fn imply(&self, from: usize, search: &mut Search) {
        for step in from..self.follower.step_count() {
            let Some(Erased { var, gone, left }) = self.follower.erased(step) else { continue };
            if left == 0 {
                return;
            }
            for bit in Ones(gone) {
                if let Some(lit) = self.lits.lit(var, bit) {
                    search.imply(!lit, step as u32);
                }
            }
            if is_single(left)
                && let Some(lit) = self.lits.lit(var, left.trailing_zeros())
            {
                search.imply(lit, step as u32);
            }
        }
    }

    /// False literals that say what is gone. Instead of all values but one, the one that is true,
    /// if it was before a place on the trail.
    fn clause(&self, gone: &[(VarId, u64)], search: &Search, before: u32, out: &mut Vec<Lit>) {
        for &(var, gone) in gone {
            let Some(mask) = self.lits.mask(var) else { continue };
            let left = mask & !gone;
            if is_single(left)
                && let Some(lit) = self.lits.lit(var, left.trailing_zeros())
                && search.is_true(lit)
                && search.place(lit) < before
            {
                out.push(!lit);
                continue;
            }
            out.extend(Ones(gone & mask).filter_map(|bit| self.lits.lit(var, bit)));
        }
    }
}

impl Theory for Following {
    fn propagate(
        &mut self,
        events: &[u32],
        search: &mut Search,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Conflict> {
        let level = search.level();
        if level > 0 && self.levels.last().is_none_or(|&last| last < level) {
            self.follower.push();
            self.levels.push(level);
        }
        let from = self.follower.step_count();
        let mut outcome = Ok(());
        for &event in events {
            let (var, bit) = self.lits.values[event as usize / 2];
            let mask = if event.is_multiple_of(2) { 1 << bit } else { !(1u64 << bit) };
            outcome = outcome.and_then(|()| self.follower.keep(var, mask));
        }
        let outcome = outcome.and_then(|()| self.follower.propagate());
        self.imply(from, search);
        if outcome.is_ok() {
            return Ok(());
        }
        let gone = self.follower.why_failed();
        self.clause(&gone, search, u32::MAX, conflict);
        Err(Conflict)
    }

    fn explain(&mut self, lit: Lit, data: u32, search: &Search, out: &mut Vec<Lit>) {
        let (var, bit) = self.lits.value(lit);
        if lit.is_positive() {
            out.extend(self.lits.all(var).iter().filter(|&&other| other != lit));
            return;
        }
        let gone = self.follower.why(data as usize, bit);
        self.clause(&gone, search, search.place(lit), out);
    }

    fn backtrack(&mut self, level: u32) -> bool {
        while self.levels.last().is_some_and(|&last| last > level) {
            self.levels.pop();
            self.follower.pop();
        }
        false
    }

    fn check(&mut self, search: &mut Search, conflict: &mut Vec<Lit>) -> Result<(), Conflict> {
        // Variables that no propagator looks at were never spoken of.
        self.follower.push();
        for (at, _) in self.lits.lits.iter().enumerate().filter(|(_, lit)| search.is_true(**lit)) {
            let (var, bit) = self.lits.values[at];
            let _ = self.follower.keep(var, 1 << bit);
        }
        let solution = self.follower.solution();
        self.follower.pop();
        let Some(solution) = solution else {
            let vars = self.follower.model().vars().iter();
            let open = vars.map(|def| def.id).find(|&var| self.lits.mask(var).is_none());
            self.found.replace(open.map(Err));
            search.give_up();
            return Ok(());
        };
        if self.follower.holds(&solution) {
            self.found.replace(Some(Ok(self.follower.model().told(solution))));
            return Ok(());
        }
        conflict.extend(self.lits.lits.iter().filter(|&&lit| search.is_true(lit)).map(|&lit| !lit));
        Err(Conflict)
    }
}
