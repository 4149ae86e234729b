//! From a puzzle to a kernel problem: one variable for each cell, one group for each clue.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::constraint::Pairs;
use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_kernel::{Constraint, GroupId, Problem, VarId};

use crate::grid::CellId;
use crate::ground;
use crate::puzzle::{Clue, Name, Puzzle};

/// A kernel problem and what its variables and groups stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Lowered {
    /// What the kernel solves.
    pub problem: Problem,
    /// The variable of each cell, by [`CellId`].
    pub cells: Vec<VarId>,
    /// The variable of each named variable.
    pub vars: Vec<VarId>,
    /// The clue of each group, by the group's number.
    pub groups: Vec<usize>,
}

/// Lowers every clue of a puzzle.
pub fn lower(puzzle: &Puzzle) -> Lowered {
    lower_to(puzzle, false).0
}

/// The same for somebody who asks for solutions of the whole and never what single clues say: where
/// others make it easier, a clue is posted together with them alone. Tells whether one was.
pub(crate) fn lower_for_search(puzzle: &Puzzle) -> (Lowered, bool) {
    lower_to(puzzle, true)
}

fn lower_to(puzzle: &Puzzle, together: bool) -> (Lowered, bool) {
    let grid = &puzzle.grid;
    let (vars, posted) = (grid.size() + puzzle.vars.len(), puzzle.clues.len());
    let (mut problem, known) = match ground::of(puzzle) {
        Some((ground, clues)) => (Problem::upon(&ground, vars, posted), clues),
        None => (Problem::with_room(vars, posted), 0),
    };
    for _ in problem.vars().len()..grid.size() {
        problem.var(grid.lo(), grid.hi());
    }
    let cells: Vec<VarId> = problem.vars().iter().map(|def| def.id).collect();
    let vars: Vec<VarId> = puzzle.vars.iter().map(|v| problem.var(v.lo, v.hi)).collect();
    let (mut relations, mut automata) = (Vec::new(), HashMap::new());
    let mut joined = false;
    for clue in &puzzle.clues[known..] {
        let group = problem.group();
        let mut lower = Lower {
            problem: &mut problem,
            puzzle,
            cells: &cells,
            vars: &vars,
            group,
            relations: &mut relations,
            automata: &mut automata,
            way: None,
            together,
            joined: &mut joined,
        };
        lower.clue(clue);
    }
    let groups = (0..puzzle.clues.len()).collect();
    (Lowered { problem, cells, vars, groups }, joined)
}

/// More sets than this are not listed.
const MAX_SETS: usize = 20_000;

/// In how many ways so many things can be chosen.
fn choices(from: usize, size: usize) -> usize {
    let step = |ways: usize, i: usize| ways.saturating_mul(from.saturating_sub(i)) / (i + 1);
    if size > from { 0 } else { (0..size).fold(1, step) }
}

fn each_set(from: &[i64], size: usize, set: &mut Vec<i64>, visit: &mut dyn FnMut(&[i64])) {
    if set.len() == size {
        return visit(set);
    }
    for (i, &digit) in from.iter().enumerate() {
        set.push(digit);
        each_set(&from[i + 1..], size, set, visit);
        set.pop();
    }
}

/// Names a relation between two digits, so that all its pairs share one table.
pub(crate) type Relation = (&'static str, i64);

/// Names a machine: the kind it is for, the clue's numbers, and the letters it reads.
pub(crate) type Machine = (&'static str, Vec<i64>, (i64, i64));

/// What one way of a disjunction says.
#[derive(Default)]
struct Way {
    constraints: Vec<Constraint>,
    /// What follows together with other clues, and which.
    derived: Vec<Constraint>,
    others: Vec<GroupId>,
}

/// What a kind needs to post its constraints: the group of its clue is filled in.
pub struct Lower<'a> {
    problem: &'a mut Problem,
    puzzle: &'a Puzzle,
    cells: &'a [VarId],
    vars: &'a [VarId],
    group: GroupId,
    /// Few, and most pairs stand in the relation of the pair before.
    relations: &'a mut Vec<(Relation, Pairs)>,
    automata: &'a mut HashMap<Machine, Option<Arc<Automaton>>>,
    /// What is posted holds only if this way of a disjunction is taken.
    way: Option<Way>,
    /// Whether clues may be posted only together with others, and whether one was.
    together: bool,
    joined: &'a mut bool,
}

impl Lower<'_> {
    /// An import may hold clues with numbers that no statement has; their meaning knows what
    /// they say, even if it is nothing.
    fn clue(&mut self, clue: &Clue) {
        let puzzle = self.puzzle;
        match clue.check(puzzle) {
            Ok(()) => (clue.kind.lower)(clue, puzzle, self),
            Err(_) => clue.meaning(puzzle).iter().for_each(|formula| self.formula(formula)),
        }
    }

    /// All clues of one of these lists hold.
    pub(crate) fn either(&mut self, ways: &[Vec<Clue>]) {
        let (mut branches, mut stronger) = (Vec::new(), Vec::new());
        let mut others = Vec::new();
        for way in ways {
            let outer = self.way.replace(Way::default());
            way.iter().for_each(|clue| self.clue(clue));
            let way = std::mem::replace(&mut self.way, outer).unwrap_or_default();
            stronger.push(way.constraints.iter().cloned().chain(way.derived).collect());
            branches.push(way.constraints);
            others.extend(way.others);
        }
        self.post(Constraint::Or(branches));
        if !others.is_empty() {
            self.derive(others.iter().map(|group| group.index()), Constraint::Or(stronger));
        }
    }

    /// The variable of a cell.
    pub fn cell(&self, cell: CellId) -> VarId {
        self.cells[cell.index()]
    }

    /// The variables of some cells.
    pub fn list(&self, cells: &[CellId]) -> Vec<VarId> {
        cells.iter().map(|&c| self.cell(c)).collect()
    }

    /// The variable of a name.
    pub fn name(&self, name: Name) -> VarId {
        match name {
            Name::Cell(cell) => self.cell(cell),
            Name::Var(i) => self.vars[i],
        }
    }

    /// The variables of what some cells count for.
    pub fn values(&self, cells: &[CellId]) -> Vec<VarId> {
        cells.iter().map(|&c| self.name(self.puzzle.value_of(c))).collect()
    }

    /// Different digits whose set is one for which the test says yes; false if there are too
    /// many sets to list.
    pub(crate) fn one_of_the_sets(
        &mut self,
        vars: Vec<VarId>,
        holds: impl Fn(&[i64]) -> bool,
    ) -> bool {
        let digits: Vec<i64> = self.puzzle.grid.digits().collect();
        let repeats = (0..vars.len()).any(|i| vars[..i].contains(&vars[i]));
        if repeats || choices(digits.len(), vars.len()) > MAX_SETS {
            return false;
        }
        let mut sets: Vec<Box<[i64]>> = Vec::new();
        each_set(&digits, vars.len(), &mut vec![], &mut |set| {
            if holds(set) {
                sets.push(set.into());
            }
        });
        self.post(Constraint::Sets { vars, sets: sets.into() });
        true
    }

    /// Posts a constraint on behalf of the clue.
    pub fn post(&mut self, constraint: Constraint) {
        match &mut self.way {
            Some(way) => way.constraints.push(constraint),
            None => self.problem.post(self.group, constraint),
        }
    }

    /// Adds what follows from the clue together with others, told by their places in
    /// [`Puzzle::clues`]. In a way of a disjunction it makes the whole of that rely on them.
    pub fn derive(&mut self, with: impl IntoIterator<Item = usize>, constraint: Constraint) {
        if let Some(way) = &mut self.way {
            way.derived.push(constraint);
            return way.others.extend(with.into_iter().map(GroupId::new));
        }
        self.problem.derive(self.groups_with(with), constraint);
    }

    /// Adds what is all that the clue says where others hold, told by their places. What it says
    /// without them is posted only if somebody may ask for it.
    pub(crate) fn derive_all(
        &mut self,
        with: impl IntoIterator<Item = usize>,
        constraint: Constraint,
        alone: impl FnOnce(&mut Self),
    ) {
        if self.together && self.way.is_none() {
            *self.joined = true;
            let groups = self.groups_with(with);
            return self.problem.post_together(groups, constraint);
        }
        alone(self);
        self.derive(with, constraint);
    }

    /// What serves only those who ask for solutions of the whole: none for others, and none in a
    /// way of a disjunction.
    pub(crate) fn for_search<T>(&mut self, make: impl FnOnce(&Self) -> Option<T>) -> Option<T> {
        let made = if self.together && self.way.is_none() { make(self) } else { None };
        *self.joined |= made.is_some();
        made
    }

    /// Solutions tell the values of these variables by first appearance.
    pub(crate) fn renumber(&mut self, vars: Vec<VarId>, from: i64) {
        self.problem.renumber(vars, from);
    }

    /// The group of the clue and those of others.
    fn groups_with(&self, others: impl IntoIterator<Item = usize>) -> Vec<GroupId> {
        let others = others.into_iter().map(GroupId::new);
        let mut groups: Vec<GroupId> = others.chain([self.group]).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// A cell has one of these digits.
    pub fn domain(&mut self, cell: CellId, values: Vec<i64>) {
        let var = self.cell(cell);
        self.post(Constraint::Domain { var, values });
    }

    /// No digit repeats. Propagators may count on different variables, so a repeated cell,
    /// which never differs from itself, is refused here.
    pub fn distinct(&mut self, cells: &[CellId]) {
        match first_repeat(cells) {
            Some(cell) => self.domain(cell, vec![]),
            None if cells.len() > 1 => {
                let vars = self.list(cells);
                self.post(Constraint::Distinct(vars));
            }
            None => {}
        }
    }

    /// `sum of coefficient * value of cell  op  rhs`; a cell named twice counts twice.
    pub fn linear(&mut self, terms: &[(i64, CellId)], op: Cmp, rhs: i64) {
        let merged = self.terms(terms);
        self.post(Constraint::Linear { terms: merged, op, rhs });
    }

    /// The terms of a linear constraint, each variable once.
    pub fn terms(&self, terms: &[(i64, CellId)]) -> Vec<(i64, VarId)> {
        let mut merged: Vec<(i64, VarId)> = Vec::with_capacity(terms.len());
        for &(coefficient, cell) in terms {
            let var = self.name(self.puzzle.value_of(cell));
            match merged.iter_mut().find(|(_, v)| *v == var) {
                Some((sum, _)) => *sum += coefficient,
                None => merged.push((coefficient, var)),
            }
        }
        merged.retain(|&(c, _)| c != 0);
        merged
    }

    /// What two cells count for stands in a relation. Its table is made once for each puzzle.
    pub(crate) fn pair(
        &mut self,
        a: CellId,
        b: CellId,
        relation: Relation,
        allowed: impl Fn(i64, i64) -> bool,
    ) {
        let (lo, hi) = self.puzzle.range(self.puzzle.value_of(a));
        let digits = lo..=hi;
        let (x, y) = (self.name(self.puzzle.value_of(a)), self.name(self.puzzle.value_of(b)));
        if a == b {
            let values = digits.filter(|&d| allowed(d, d)).collect();
            return self.post(Constraint::Domain { var: x, values });
        }
        let known = self.relations.iter().rev().find(|(known, _)| *known == relation);
        let table = match known {
            Some((_, table)) => table.clone(),
            None => {
                let all = digits.clone().flat_map(|x| digits.clone().map(move |y| (x, y)));
                let table: Pairs = all.filter(|&(x, y)| allowed(x, y)).collect();
                self.relations.push((relation, table.clone()));
                table
            }
        };
        self.post(Constraint::Pair { a: x, b: y, allowed: table });
    }

    /// The automaton of a machine, made once for each puzzle; none if it is too large.
    pub(crate) fn automaton(
        &mut self,
        machine: Machine,
        make: impl FnOnce() -> Option<Automaton>,
    ) -> Option<Arc<Automaton>> {
        self.automata.entry(machine).or_insert_with(|| make().map(Arc::new)).clone()
    }

    /// A statement holds. The parts of a conjunction are posted one by one, because each
    /// may have a propagator of its own.
    pub fn formula(&mut self, formula: &Formula<Name>) {
        match formula {
            Formula::And(parts) => parts.iter().for_each(|part| self.formula(part)),
            Formula::Distinct(list) => match plain_cells(list) {
                Some(cells) => self.distinct(&cells),
                None => self.post_formula(formula),
            },
            Formula::Cmp(op, a, b) => match self.linear_form(a, b) {
                Some((terms, rhs)) => self.post(Constraint::Linear { terms, op: *op, rhs }),
                None => self.post_formula(formula),
            },
            _ => self.post_formula(formula),
        }
    }

    /// The terms and the right side of a comparison of sums: said so, other clues can be
    /// combined with it. Two variables are left to the kernel, which may list their pairs.
    fn linear_form(&self, a: &Expr<Name>, b: &Expr<Name>) -> Option<(Vec<(i64, VarId)>, i64)> {
        let (mut sum, mut constant) = (BTreeMap::new(), 0);
        for (scale, side) in [(1, a), (-1, b)] {
            add_linear(side, scale, &mut constant, &mut |c, name| {
                let coefficient: &mut i64 = sum.entry(self.name(name)).or_default();
                *coefficient = coefficient.checked_add(c)?;
                Some(())
            })?;
        }
        let terms = sum.into_iter().filter(|&(_, c)| c != 0).map(|(v, c)| (c, v));
        let terms: Vec<(i64, VarId)> = terms.collect();
        (terms.len() > 2).then_some((terms, i64::checked_neg(constant)?))
    }

    fn post_formula(&mut self, formula: &Formula<Name>) {
        let named = formula.map(&mut |&name| self.name(name));
        self.post(Constraint::Formula(named));
    }
}

/// Adds so many times an expression, term by term; none if it is not a sum of multiples, or
/// if a number leaves 64 bits.
fn add_linear(
    expr: &Expr<Name>,
    scale: i64,
    constant: &mut i64,
    term: &mut impl FnMut(i64, Name) -> Option<()>,
) -> Option<()> {
    match expr {
        Expr::Const(n) => {
            *constant = constant.checked_add(scale.checked_mul(*n)?)?;
            Some(())
        }
        Expr::Var(name) => term(scale, *name),
        Expr::Neg(e) => add_linear(e, scale.checked_neg()?, constant, term),
        Expr::Sum(list) => list.iter().try_for_each(|e| add_linear(e, scale, constant, term)),
        Expr::Mul(a, b) => match (&**a, &**b) {
            (Expr::Const(n), e) | (e, Expr::Const(n)) => {
                add_linear(e, scale.checked_mul(*n)?, constant, term)
            }
            _ => None,
        },
        _ => None,
    }
}

fn plain_cells(list: &[Expr<Name>]) -> Option<Vec<CellId>> {
    let cell = |e: &Expr<Name>| match e {
        Expr::Var(Name::Cell(c)) => Some(*c),
        _ => None,
    };
    list.iter().map(cell).collect()
}

/// The first cell that is named a second time.
pub(crate) fn first_repeat(cells: &[CellId]) -> Option<CellId> {
    // In order, as most lists are, neighbours tell.
    if cells.windows(2).all(|pair| pair[0] < pair[1]) {
        return None;
    }
    let repeated = |&(i, cell): &(usize, &CellId)| cells[..i].contains(cell);
    cells.iter().enumerate().find(repeated).map(|(_, &cell)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use crate::kinds;

    #[test]
    fn every_clue_has_its_group() {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        puzzle.add_given(CellId::new(4), 7, None);
        let lowered = lower(&puzzle);
        assert_eq!(lowered.problem.group_count(), 28);
        assert_eq!(lowered.groups.len(), 28);
        assert_eq!(lowered.cells.len(), 81);
        assert_eq!(lowered.problem.posted().len(), 28);
    }

    #[test]
    fn pairs_of_one_relation_share_their_table() {
        let mut puzzle = Puzzle::blank(Grid::nine());
        let dots: Vec<_> = (0..4).map(CellId::new).collect();
        puzzle.clues.push(Clue::new(kinds::find("ratio").unwrap()).number(2).over(dots));
        let lowered = lower(&puzzle);
        let tables = lowered.problem.posted().iter().map(|p| match &p.constraint {
            Constraint::Pair { allowed, .. } => allowed.clone(),
            other => panic!("{other:?}"),
        });
        let tables: Vec<_> = tables.collect();
        assert_eq!(tables.len(), 3);
        assert!(tables.iter().all(|t| Arc::ptr_eq(t, &tables[0])));
    }

    #[test]
    fn a_rule_about_a_sum_is_lowered_like_the_clue() {
        let cell = |i| Expr::Var(Name::Cell(CellId::new(i)));
        let lowered = |clue: Clue| {
            let mut puzzle = Puzzle::blank(Grid::nine());
            puzzle.clues.push(clue);
            lower(&puzzle).problem.posted()[0].constraint.clone()
        };
        let rule = |a, b| {
            lowered(Clue::new(kinds::find("rule").unwrap()).stating(Formula::Cmp(Cmp::Eq, a, b)))
        };
        let clue =
            Clue::new(kinds::find("sum").unwrap()).number(9).over([0, 1, 2].map(CellId::new));
        let clue = lowered(clue);
        assert!(matches!(clue, Constraint::Linear { .. }));
        let sum = Expr::Sum(vec![cell(0), cell(1), cell(2)]);
        assert_eq!(rule(sum.clone(), Expr::Const(9)), clue);
        let twice = Expr::Mul(Box::new(Expr::Const(2)), Box::new(sum.clone()));
        let other = Expr::Sum(vec![Expr::Const(9), sum.clone()]);
        assert_eq!(rule(twice, other), clue, "both sides are gathered");
        let square = Expr::Mul(Box::new(cell(0)), Box::new(sum));
        assert!(matches!(rule(square, Expr::Const(9)), Constraint::Formula(_)));
        let large = Expr::Mul(Box::new(Expr::Const(i64::MAX)), Box::new(cell(0)));
        let large = Expr::Sum(vec![large.clone(), large, cell(1), cell(2)]);
        assert!(matches!(rule(large, Expr::Const(9)), Constraint::Formula(_)));
    }

    #[test]
    fn a_cell_summed_twice_counts_twice() {
        let mut puzzle = Puzzle::blank(Grid::nine());
        let twice = [CellId::new(0), CellId::new(1), CellId::new(0)];
        puzzle.clues.push(Clue::new(kinds::find("sum").unwrap()).number(9).over(twice));
        let lowered = lower(&puzzle);
        let Constraint::Linear { terms, .. } = &lowered.problem.posted()[0].constraint else {
            panic!("a sum is linear");
        };
        assert_eq!(terms.iter().map(|t| t.0).collect::<Vec<_>>(), [2, 1]);
    }
}
