//! What is asked: variables and constraints, each constraint in the group of its clue.
//!
//! A [`Problem`] is plain data. It is compiled to a [`crate::Model`] before it is solved;
//! the same problem can be compiled again without some of its groups.

use std::sync::Arc;

use crate::constraint::Constraint;
use crate::expr::{Cmp, Expr, Formula};
use crate::ground::Ground;
use crate::ids::{GroupId, VarId};

/// A variable as declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarDef {
    /// Its name in the kernel.
    pub id: VarId,
    /// Smallest value.
    pub lo: i64,
    /// Largest value.
    pub hi: i64,
}

impl VarDef {
    /// Whether the domain is kept as one mask (up to 64 values), not as bounds.
    pub fn is_small(&self) -> bool {
        // The difference can pass the range of i64, but not that of u64.
        (self.hi.wrapping_sub(self.lo) as u64) < 64
    }
}

/// A constraint with what it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Posted {
    /// The requirement.
    pub constraint: Constraint,
    /// The clues it follows from. It is in force while all of them are.
    pub groups: Vec<GroupId>,
    /// Implied by other constraints: it may be left out without changing the solutions.
    pub derived: bool,
}

/// Variables, constraints and the groups they belong to.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    vars: Vec<VarDef>,
    words: usize,
    /// Shared with the problems and models made of this one.
    posted: Vec<Arc<Posted>>,
    groups: usize,
    renumbered: Vec<(Vec<VarId>, i64)>,
    /// What its first variables and constraints are, if others begin with the very same.
    ground: Option<Arc<Ground>>,
}

/// What is kept about the beginning of a problem says nothing more.
impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        (self.words, self.groups) == (other.words, other.groups)
            && self.vars == other.vars
            && self.posted == other.posted
            && self.renumbered == other.renumbered
    }
}

impl Problem {
    /// No variables, nothing required.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, with room for so many variables and constraints.
    pub fn with_room(vars: usize, posted: usize) -> Self {
        let (vars, posted) = (Vec::with_capacity(vars), Vec::with_capacity(posted));
        Self { vars, posted, ..Self::default() }
    }

    /// The variables, constraints and groups of a ground, with room for so many in all.
    pub fn upon(ground: &Arc<Ground>, vars: usize, posted: usize) -> Self {
        let mut problem = Self::with_room(vars, posted);
        let from = ground.problem();
        problem.vars.extend_from_slice(&from.vars);
        problem.posted.extend_from_slice(&from.posted);
        (problem.words, problem.groups) = (from.words, from.groups);
        Self { ground: Some(ground.clone()), ..problem }
    }

    /// What the problem begins with, if that is known.
    pub(crate) fn ground(&self) -> Option<&Arc<Ground>> {
        self.ground.as_ref()
    }

    /// A new variable with the values `lo..=hi`. An empty range is one value wide and
    /// made impossible, so that the problem has no solution.
    pub fn var(&mut self, lo: i64, hi: i64) -> VarId {
        let empty = lo > hi;
        let def = VarDef { id: VarId::new(self.words), lo, hi: if empty { lo } else { hi } };
        self.words += if def.is_small() { 1 } else { 2 };
        let id = def.id;
        self.vars.push(def);
        if empty {
            let constraint = Constraint::Domain { var: id, values: vec![] };
            self.posted.push(Arc::new(Posted { constraint, groups: vec![], derived: false }));
        }
        id
    }

    /// A new variable that is equal to an expression, to be maximised or minimised
    /// ([`crate::search::optimise`]). Where the expression has no value there is no solution.
    pub fn objective(&mut self, expr: Expr<VarId>) -> VarId {
        let var = self.var(i64::MIN / 4, i64::MAX / 4);
        let group = self.group();
        self.post(group, Constraint::Formula(Formula::Cmp(Cmp::Eq, Expr::Var(var), expr)));
        var
    }

    /// A new group, for the constraints of one clue.
    pub fn group(&mut self) -> GroupId {
        self.groups += 1;
        GroupId::new(self.groups - 1)
    }

    /// Requires something on behalf of a clue.
    pub fn post(&mut self, group: GroupId, constraint: Constraint) {
        debug_assert!(group.index() < self.groups, "group of another problem");
        self.posted.push(Arc::new(Posted { constraint, groups: vec![group], derived: false }));
    }

    /// Requires something on behalf of several clues together, of which nothing else is posted that
    /// says the same.
    pub fn post_together(&mut self, groups: Vec<GroupId>, constraint: Constraint) {
        self.posted.push(Arc::new(Posted { constraint, groups, derived: false }));
    }

    /// Adds what follows from the constraints of these clues together.
    pub fn derive(&mut self, groups: Vec<GroupId>, constraint: Constraint) {
        self.posted.push(Arc::new(Posted { constraint, groups, derived: true }));
    }

    /// Solutions tell the values of these variables by their first appearance, from a number on:
    /// the values are names that can be exchanged, and the search may prefer others.
    pub fn renumber(&mut self, vars: Vec<VarId>, from: i64) {
        self.renumbered.push((vars, from));
    }

    /// What solutions tell in other numbers.
    pub fn renumbered(&self) -> &[(Vec<VarId>, i64)] {
        &self.renumbered
    }

    /// Adds constraints that another problem has, too.
    pub(crate) fn add(&mut self, posted: &[Arc<Posted>]) {
        self.posted.extend_from_slice(posted);
    }

    /// The variables in order of their declaration.
    pub fn vars(&self) -> &[VarDef] {
        &self.vars
    }

    /// The declaration of a variable.
    pub fn def(&self, var: VarId) -> &VarDef {
        // As long as no variable is wide, their numbers are their places.
        if let Some(def) = self.vars.get(var.index()).filter(|def| def.id == var) {
            return def;
        }
        let at = self.vars.binary_search_by_key(&var, |d| d.id);
        &self.vars[at.expect("variable of another problem")]
    }

    /// The constraints in the order they were posted.
    pub fn posted(&self) -> &[Arc<Posted>] {
        &self.posted
    }

    /// The constraints alone.
    pub(crate) fn into_posted(self) -> Vec<Arc<Posted>> {
        self.posted
    }

    /// How many groups there are.
    pub fn group_count(&self) -> usize {
        self.groups
    }

    /// The same variables with only the constraints whose groups are all kept.
    pub fn restricted(&self, keep: impl Fn(GroupId) -> bool) -> Problem {
        let kept = |p: &&Arc<Posted>| p.groups.iter().all(|&g| keep(g));
        Problem { posted: self.posted.iter().filter(kept).cloned().collect(), ..self.clone_vars() }
    }

    fn clone_vars(&self) -> Problem {
        Problem {
            vars: self.vars.clone(),
            words: self.words,
            posted: Vec::new(),
            groups: self.groups,
            renumbered: self.renumbered.clone(),
            ground: None,
        }
    }
}
