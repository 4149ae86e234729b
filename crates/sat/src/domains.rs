//! The kernel's propagators as a theory: integer variables with a literal for each value.
//!
//! A session of the kernel follows the clause engine level by level: literals that become
//! true narrow its domains, values it erases become false literals. Why a value went is found out
//! when it is asked: a second session propagates again from fewer and fewer of the literals
//! that were true before, and what cannot be left out is the reason. This needs no code
//! of any propagator and is sound by construction.

use pencilmark_kernel::{Constraint, Session, VarId};

use crate::core::Search;
use crate::lit::Lit;
use crate::solver::Solver;
use crate::theory::{Conflict, Theory};

/// Integer variables and constraints over them, to be attached to a solver.
///
/// ```
/// use pencilmark_kernel::Constraint;
/// use pencilmark_sat::{Answer, Domains, Limits, Solver};
///
/// let mut solver = Solver::new();
/// let mut domains = Domains::new();
/// let x = domains.var(&mut solver, 1, 4);
/// let y = domains.var(&mut solver, 1, 4);
/// domains.post(Constraint::Chain { vars: vec![x, y], strict: true });
/// let x_is_4 = domains.lit(x, 4).unwrap();
/// let y_is_2 = domains.lit(y, 2).unwrap();
/// domains.attach(&mut solver);
/// assert_eq!(solver.solve(&[y_is_2], &Limits::none()), Answer::Sat);
/// assert_eq!(solver.solve(&[x_is_4], &Limits::none()), Answer::Unsat);
/// ```
#[derive(Default)]
pub struct Domains {
    vars: Vec<Variable>,
    constraints: Vec<Constraint>,
    /// Follows the search.
    session: Session,
    /// For finding reasons; always at its root.
    scratch: Session,
    /// The search level at which each level of the session was opened.
    levels: Vec<u32>,
    /// No constraint may hold, whatever the literals.
    failed: bool,
}

struct Variable {
    var: VarId,
    lo: i64,
    /// One literal for each value from `lo` on.
    lits: Vec<Lit>,
}

/// A literal as the session hears of it.
#[derive(Clone, Copy)]
struct Fact {
    var: VarId,
    value: i64,
    /// The variable has the value, or it has not.
    equal: bool,
    lit: Lit,
}

/// What a reason is for.
#[derive(Clone, Copy)]
enum Target {
    Conflict,
    Gone(VarId, i64),
}

impl Domains {
    /// No variables.
    pub fn new() -> Domains {
        Domains::default()
    }

    /// A new variable with the values `lo..=hi` (at most 64 of them), one literal for each.
    ///
    /// # Panics
    /// If there are no values or more than 64.
    pub fn var(&mut self, solver: &mut Solver, lo: i64, hi: i64) -> VarId {
        assert!(lo <= hi && hi - lo < 64, "1 to 64 values");
        let lits: Vec<Lit> = (lo..=hi).map(|_| solver.new_var().lit()).collect();
        solver.add_clause(&lits);
        for (at, &a) in lits.iter().enumerate() {
            for &b in &lits[..at] {
                solver.add_clause(&[!a, !b]);
            }
        }
        let var = self.session.var(lo, hi);
        let twin = self.scratch.var(lo, hi);
        debug_assert_eq!(var, twin);
        self.vars.push(Variable { var, lo, lits });
        var
    }

    /// The literal that is true iff the variable has the value. None for other values.
    pub fn lit(&self, var: VarId, value: i64) -> Option<Lit> {
        let variable = self.vars.iter().find(|variable| variable.var == var)?;
        let at = usize::try_from(value.checked_sub(variable.lo)?).ok()?;
        variable.lits.get(at).copied()
    }

    /// Requires a constraint over these variables. All variables must exist before.
    pub fn post(&mut self, constraint: Constraint) {
        self.failed |= self.session.post(constraint.clone()).is_err();
        self.failed |= self.scratch.post(constraint.clone()).is_err();
        self.constraints.push(constraint);
    }

    /// Hands variables and constraints to the solver.
    pub fn attach(self, solver: &mut Solver) {
        if self.failed {
            solver.add_clause(&[]);
            return;
        }
        let number = solver.next_theory();
        for (at, variable) in self.vars.iter().enumerate() {
            for (offset, &lit) in variable.lits.iter().enumerate() {
                let data = (at * 64 + offset) as u32;
                solver.search_mut().watch(number, lit, 2 * data);
                solver.search_mut().watch(number, !lit, 2 * data + 1);
            }
        }
        solver.add_theory(Box::new(self));
    }

    fn fact(&self, event: u32) -> Fact {
        let (at, equal) = ((event / 2) as usize, event.is_multiple_of(2));
        let variable = &self.vars[at / 64];
        let lit = variable.lits[at % 64];
        let value = variable.lo + (at % 64) as i64;
        Fact { var: variable.var, value, equal, lit: if equal { lit } else { !lit } }
    }

    /// Everything the session could have heard before a place on the trail, oldest first.
    fn facts_before(&self, search: &Search, before: u32) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (at, variable) in self.vars.iter().enumerate() {
            for (offset, &lit) in variable.lits.iter().enumerate() {
                if !search.is_open(lit) && search.place(lit) < before {
                    let data = 2 * (at * 64 + offset) as u32;
                    facts.push(self.fact(if search.is_true(lit) { data } else { data + 1 }));
                }
            }
        }
        facts.sort_by_key(|fact| search.place(fact.lit));
        facts
    }

    /// Literals among these facts from which the target follows: none of them can be left out,
    /// as far as the propagators can tell. Facts that are true from the start are not named.
    fn reason(&mut self, search: &Search, mut facts: Vec<Fact>, target: Target) -> Vec<Fact> {
        facts.reverse();
        if !self.follows(&facts, target) {
            // Propagation depends on the order of events: this time it saw less. All of them
            // together are a reason in any case.
            return facts;
        }
        let is_root = |fact: &Fact| search.level_of(fact.lit) == 0;
        let (root, mut kept): (Vec<Fact>, Vec<Fact>) = facts.into_iter().partition(is_root);
        // The latest first, in large parts first: old literals make better clauses.
        let mut size = kept.len().div_ceil(2).max(1);
        loop {
            let mut start = 0;
            while start < kept.len() {
                let end = (start + size).min(kept.len());
                let mut fewer = kept.clone();
                fewer.drain(start..end);
                let all: Vec<Fact> = root.iter().chain(&fewer).copied().collect();
                if self.follows(&all, target) {
                    kept = fewer;
                } else {
                    start = end;
                }
            }
            if size == 1 {
                return kept;
            }
            size /= 2;
        }
    }

    /// Whether the target follows from facts by propagation.
    fn follows(&mut self, facts: &[Fact], target: Target) -> bool {
        let session = &mut self.scratch;
        session.push();
        let mut failed = false;
        for fact in facts {
            if tell(session, *fact).is_err() {
                failed = true;
                break;
            }
        }
        let follows = failed
            || match target {
                Target::Conflict => false,
                Target::Gone(var, value) => !session.domain(var).contains(&value),
            };
        session.pop();
        follows
    }
}

fn tell(session: &mut Session, fact: Fact) -> pencilmark_kernel::Outcome {
    if fact.equal {
        session.fix(fact.var, fact.value)
    } else {
        session.remove(fact.var, fact.value)
    }
}

impl Theory for Domains {
    fn propagate(
        &mut self,
        events: &[u32],
        search: &mut Search,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Conflict> {
        let level = search.level();
        if level > 0 && self.levels.last().is_none_or(|&last| last < level) {
            self.session.push();
            self.levels.push(level);
        }
        for &event in events {
            let fact = self.fact(event);
            if tell(&mut self.session, fact).is_err() {
                let facts = self.facts_before(search, u32::MAX);
                let reason = self.reason(search, facts, Target::Conflict);
                conflict.extend(reason.iter().map(|fact| !fact.lit));
                return Err(Conflict);
            }
        }
        for at in 0..self.vars.len() {
            let domain = self.session.domain(self.vars[at].var);
            let variable = &self.vars[at];
            for (offset, &lit) in variable.lits.iter().enumerate() {
                if search.is_open(lit) && !domain.contains(&(variable.lo + offset as i64)) {
                    search.imply(!lit, (at * 64 + offset) as u32);
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, lit: Lit, data: u32, search: &Search, out: &mut Vec<Lit>) {
        let fact = self.fact(2 * data);
        let facts = self.facts_before(search, search.place(lit));
        let reason = self.reason(search, facts, Target::Gone(fact.var, fact.value));
        out.extend(reason.iter().map(|fact| !fact.lit));
    }

    fn backtrack(&mut self, level: u32) -> bool {
        while self.levels.last().is_some_and(|&last| last > level) {
            self.levels.pop();
            self.session.pop();
        }
        false
    }

    /// The constraints have the last word, whatever the propagators thought.
    fn check(&mut self, search: &mut Search, conflict: &mut Vec<Lit>) -> Result<(), Conflict> {
        let value = |var: VarId| {
            let variable = self.vars.iter().find(|variable| variable.var == var);
            let variable = variable.expect("a variable of this theory");
            let at = variable.lits.iter().position(|&lit| search.is_true(lit));
            variable.lo + at.expect("exactly one value") as i64
        };
        if self.constraints.iter().all(|constraint| constraint.holds(&value)) {
            return Ok(());
        }
        let lits = self.vars.iter().flat_map(|variable| &variable.lits);
        conflict.extend(lits.filter(|&&lit| search.is_true(lit)).map(|&lit| !lit));
        Err(Conflict)
    }
}
