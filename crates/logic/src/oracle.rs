//! Questions about some constraints taken together, with the marks as they are: is there a
//! way to fill their cells, and which digits occur in any?
//!
//! The kernel searches the constraints in question and nothing else, so an answer does not
//! depend on how strong any propagator is.

use std::sync::atomic::Ordering;
use std::time::Instant;

use pencilmark_kernel::search::{self, Limits, Search, SearchOptions, Solution, Stop};
use pencilmark_kernel::{
    CompileOptions, Constraint, DeriveOptions, GroupId, Model, Problem, Strength, VarId, derive,
};

use crate::board::{Board, Mark};
use crate::sets::{Cell, Digits, Each};

/// Something a step says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The mark is true.
    Is(Mark),
    /// The mark is false.
    Not(Mark),
}

/// What every cell may be, placed or not.
pub type Facts = Vec<Digits>;

/// A board's constraints, one kernel group for each unit.
pub struct Oracle<'a> {
    board: &'a Board,
    /// The problem without facts; group `i` is unit `i`.
    base: Problem,
    /// The variables of each unit.
    scopes: Vec<Vec<VarId>>,
    /// When to give up every question.
    until: Limits,
}

impl<'a> Oracle<'a> {
    /// The oracle of a board.
    pub fn new(board: &'a Board) -> Oracle<'a> {
        let mut base = Problem::new();
        for def in board.lowered.problem.vars() {
            base.var(def.lo, def.hi);
        }
        let mut scopes = Vec::new();
        for unit in &board.units {
            let group = base.group();
            let mut scope = Vec::new();
            for &at in &unit.posted {
                let constraint = &board.lowered.problem.posted()[at].constraint;
                for var in constraint.scope() {
                    if !scope.contains(&var) {
                        scope.push(var);
                    }
                }
                base.post(group, constraint.clone());
            }
            scopes.push(scope);
        }
        // What the puzzle derives from several clues holds where all of their units are asked.
        for posted in board.lowered.problem.posted().iter().filter(|p| p.derived) {
            let clues: Vec<usize> =
                posted.groups.iter().map(|g| board.lowered.groups[g.index()]).collect();
            let units = board.units.iter().enumerate().filter(|(_, u)| clues.contains(&u.clue));
            let groups: Vec<GroupId> = units.map(|(at, _)| GroupId::new(at)).collect();
            let told = |c: &usize| board.units.iter().any(|u| u.clue == *c);
            if clues.iter().all(told) {
                base.derive(groups, posted.constraint.clone());
            }
        }
        Oracle { board, base, scopes, until: Limits::default() }
    }

    /// Gives up questions at the deadline of these limits, or when they are cancelled.
    pub fn within(mut self, limits: &Limits) -> Oracle<'a> {
        let (deadline, cancel) = (limits.deadline, limits.cancel.clone());
        self.until = Limits { deadline, cancel, ..Limits::default() };
        self
    }

    /// Whether it is time to give up.
    pub fn is_over(&self) -> bool {
        let late = self.until.deadline.is_some_and(|at| Instant::now() >= at);
        late || self.until.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn limits(&self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self.until.clone() }
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    fn values(&self, digits: Digits) -> Vec<i64> {
        Each(digits).map(|d| self.board.value(d)).collect()
    }

    /// Some units with the facts about their cells; all other cells are left out.
    fn part(&self, units: &[usize], facts: &Facts) -> (Problem, GroupId) {
        let mut part = self.base.restricted(|g| units.contains(&g.index()));
        let facts_group = part.group();
        let touched = |var: VarId| units.iter().any(|&u| self.scopes[u].contains(&var));
        for (at, def) in self.base.vars().iter().enumerate() {
            let (var, inside) = (def.id, touched(def.id));
            let values = match facts.get(at) {
                Some(&digits) if inside => self.values(digits),
                None if inside => continue,
                // One value, so that nothing is searched that is not asked about.
                _ => vec![def.lo],
            };
            part.post(facts_group, Constraint::Domain { var, values });
        }
        (part, facts_group)
    }

    /// Some units with the facts about their cells, compiled, and the group of the facts.
    pub fn part_model(&self, units: &[usize], facts: &Facts) -> (Model, GroupId) {
        let (part, facts_group) = self.part(units, facts);
        (self.compile(&part, true), facts_group)
    }

    /// All units with the facts, each unit a group and the facts the last.
    pub fn whole(&self, facts: &Facts) -> (Problem, GroupId) {
        let mut whole = self.base.clone();
        let group = whole.group();
        for (&var, &digits) in self.board.lowered.cells.iter().zip(facts) {
            if digits != self.board.all() {
                whole.post(group, Constraint::Domain { var, values: self.values(digits) });
            }
        }
        (whole, group)
    }

    /// Some units with the facts, with nothing derived from several: what follows from each
    /// other is then told one constraint after the other.
    pub fn plain_model(&self, units: &[usize], facts: &Facts) -> (Model, GroupId) {
        let (part, facts_group) = self.part(units, facts);
        let (mut own, posted) = (Problem::new(), part.posted());
        for def in part.vars() {
            own.var(def.lo, def.hi);
        }
        (0..part.group_count()).for_each(|_| {
            own.group();
        });
        for one in posted.iter().filter(|p| !p.derived) {
            own.post(one.groups[0], one.constraint.clone());
        }
        (own.compile(&CompileOptions::default()), facts_group)
    }

    fn compile(&self, part: &Problem, strong: bool) -> Model {
        let distinct = if strong { Strength::Full } else { CompileOptions::default().distinct };
        let options = CompileOptions { distinct, ..CompileOptions::default() };
        match strong {
            true => derive(part, &DeriveOptions::default()).compile(&options),
            false => part.compile(&options),
        }
    }

    /// A way to fill the cells of some units, with a mark assumed.
    pub fn solution(
        &self,
        units: &[usize],
        facts: &Facts,
        assumed: Option<Mark>,
        nodes: u64,
    ) -> Result<Option<Solution>, Stop> {
        let facts = &match assumed {
            Some(mark) => {
                let mut with = facts.clone();
                with[mark.cell] &= 1 << mark.digit;
                with
            }
            None => facts.clone(),
        };
        let model = self.part_model(units, facts).0;
        let limits = self.limits(nodes);
        Search::new(&model, SearchOptions { limits, ..Default::default() }).next_solution()
    }

    /// Some units, to be asked about one mark after the other.
    pub fn asked(&self, units: &[usize], facts: &Facts, nodes: u64) -> Asked<'_> {
        let (units, facts) = (units.to_vec(), facts.clone());
        Asked { oracle: self, units, facts, nodes, model: None }
    }

    /// Whether some units refute a mark: none if that took too long to find out.
    pub fn refutes(&self, units: &[usize], facts: &Facts, mark: Mark, nodes: u64) -> Option<bool> {
        self.proves(units, facts, Claim::Not(mark), nodes)
    }

    /// Whether some units and facts leave no way but what is claimed.
    pub fn proves(&self, units: &[usize], facts: &Facts, claim: Claim, nodes: u64) -> Option<bool> {
        let (Claim::Is(mark) | Claim::Not(mark)) = claim;
        let bit = 1 << mark.digit;
        let left = match claim {
            Claim::Is(_) => facts[mark.cell] & !bit,
            Claim::Not(_) => facts[mark.cell] & bit,
        };
        if left == 0 {
            return Some(true);
        }
        if !units.iter().any(|&u| self.board.units[u].scope.contains(&mark.cell)) {
            return Some(false);
        }
        let mut with = facts.clone();
        with[mark.cell] = left;
        self.solution(units, &with, None, nodes).ok().map(|s| s.is_none())
    }

    /// The digits of the units' open cells that occur in some way to fill them; none if that
    /// took too long to find out.
    pub fn possible(
        &self,
        units: &[usize],
        facts: &Facts,
        nodes: u64,
    ) -> Option<Vec<(Cell, Digits)>> {
        let mut cells: Vec<Cell> =
            units.iter().flat_map(|&u| self.board.units[u].scope.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|&c| !facts[c].is_power_of_two());
        let model = self.compile(&self.part(units, facts).0, units.len() > 1);
        let vars: Vec<VarId> = cells.iter().map(|&c| self.board.lowered.cells[c]).collect();
        let limits = self.limits(nodes);
        let found = search::candidates(&model, &vars, 1, &limits, 1);
        if !found.complete {
            return None;
        }
        let digits = |values: &Vec<(i64, u64)>| {
            values.iter().filter_map(|&(v, _)| self.board.digit(v)).fold(0, |all, d| all | 1 << d)
        };
        Some(cells.into_iter().zip(found.values.iter().map(digits)).collect())
    }

    /// What is left when every unit has said, by itself and again and again, all it can say:
    /// the marks that one constraint alone never erases.
    pub fn alone(&self, facts: &Facts, nodes: u64) -> Facts {
        let mut left = facts.clone();
        let mut waiting: Vec<usize> = (0..self.board.units.len()).rev().collect();
        while let Some(unit) = waiting.pop() {
            for (cell, digits) in self.possible(&[unit], &left, nodes).unwrap_or_default() {
                if left[cell] & !digits == 0 {
                    continue;
                }
                left[cell] &= digits;
                let near = |u: &usize| self.board.units[*u].scope.contains(&cell);
                let woken: Vec<usize> = (0..self.board.units.len())
                    .filter(|u| *u != unit && near(u) && !waiting.contains(u))
                    .collect();
                waiting.extend(woken);
            }
        }
        left
    }

    /// The units whose constraints an assignment of all cells breaks.
    pub fn broken(&self, value: &dyn Fn(VarId) -> i64) -> Vec<usize> {
        let mut broken = Vec::new();
        for posted in self.base.posted().iter().filter(|p| !p.derived) {
            let unit = posted.groups[0].index();
            if broken.last() != Some(&unit) && !posted.constraint.holds(value) {
                broken.push(unit);
            }
        }
        broken
    }
}

/// Some units with the facts about their cells. They are compiled when the first question comes.
pub struct Asked<'a> {
    oracle: &'a Oracle<'a>,
    units: Vec<usize>,
    facts: Facts,
    /// Nodes that are left for all questions.
    nodes: u64,
    model: Option<Model>,
}

impl Asked<'_> {
    /// A way to fill the units with a mark assumed, told for these cells.
    pub fn with(&mut self, mark: Mark, cells: &[Cell]) -> Result<Option<Vec<Mark>>, Stop> {
        let (oracle, board) = (self.oracle, self.oracle.board);
        let model = self.model.get_or_insert_with(|| {
            oracle.compile(&oracle.part(&self.units, &self.facts).0, self.units.len() > 1)
        });
        let limits = oracle.limits(self.nodes);
        let mut search = Search::new(model, SearchOptions { limits, ..Default::default() });
        search.fix(board.lowered.cells[mark.cell], board.value(mark.digit));
        let found = search.next_solution();
        let spent = search.stats().nodes;
        self.nodes = self.nodes.saturating_sub(spent);
        let digit = |solution: &Solution, cell: Cell| {
            let digit = board.digit(solution.value(board.lowered.cells[cell]))?;
            Some(Mark { cell, digit })
        };
        Ok(found?.map(|s| cells.iter().filter_map(|&cell| digit(&s, cell)).collect()))
    }
}
