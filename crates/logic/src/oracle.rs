//! Questions about some constraints taken together, with the marks as they are: is there a
//! way to fill their cells, and which digits occur in any?
//!
//! The kernel searches the constraints in question and nothing else, so an answer does not
//! depend on how strong any propagator is.

mod house;
mod memory;
mod one;
mod size;

pub use memory::Memory;
pub use one::Look;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use pencilmark_kernel::reason::Story;
use pencilmark_kernel::search::{self, Limits, Search, SearchOptions, Solution, Stop};
use pencilmark_kernel::{
    CompileOptions, Constraint, DeriveOptions, Model, Problem, Strength, VarId, derive,
};

use crate::board::{Board, Mark, Unit};
use crate::sets::{Cell, Digit, Digits, Each};
use memory::{Base, Shelf};

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

/// Values outside the grid from the first to the last.
pub type Range = (i64, i64);

/// A board's constraints, one kernel group for each unit.
pub struct Oracle<'a> {
    board: &'a Board,
    base: Arc<Base>,
    /// When to give up every question.
    until: Limits,
    /// What single units have said.
    one: RefCell<one::Answers>,
}

impl<'a> Oracle<'a> {
    /// The oracle of a board.
    pub fn new(board: &'a Board) -> Oracle<'a> {
        let (base, until) = (board.memory.base(board), board.memory.until());
        Oracle { board, base, until, one: RefCell::default() }
    }

    /// Gives up questions at the deadline of these limits, or when they are cancelled; so do all oracles
    /// of the board that are made from now on.
    pub fn within(mut self, limits: &Limits) -> Oracle<'a> {
        let (deadline, cancel) = (limits.deadline, limits.cancel.clone());
        self.until = Limits { deadline, cancel, ..Limits::default() };
        self.board.memory.give_up(&self.until);
        self
    }

    /// Whether it is time to give up.
    pub fn is_over(&self) -> bool {
        self.until.check().is_err()
    }

    fn limits(&self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self.until.clone() }
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// Whether a unit speaks of cells and of nothing else.
    pub fn is_about_cells(&self, unit: usize) -> bool {
        self.base.scopes[unit].len() == self.board.units[unit].scope.len()
    }

    fn values(&self, digits: Digits) -> Vec<i64> {
        Each(digits).map(|d| self.board.value(d)).collect()
    }

    /// Some units; all cells that they do not speak of are left out.
    fn part(&self, units: &[usize]) -> Problem {
        let mut part = self.base.problem.restricted(|g| units.contains(&g.index()));
        let rest = part.group();
        let touched = |var: VarId| units.iter().any(|&u| self.base.scopes[u].contains(&var));
        for def in self.base.problem.vars().iter().filter(|def| !touched(def.id)) {
            // One value, so that nothing is searched that is not asked about.
            part.post(rest, Constraint::Domain { var: def.id, values: vec![def.lo] });
        }
        part
    }

    /// Some units, compiled, without any facts.
    pub fn part_model(&self, units: &[usize]) -> Arc<Model> {
        let shelf = if units.len() > 2 { Shelf::More } else { Shelf::Few };
        let compiled = || self.compile(&self.part(units), units.len() > 1);
        self.board.memory.model(shelf, units, self.board.cells, compiled)
    }

    /// All units, each a group, compiled, without any facts.
    pub fn whole(&self) -> Arc<Model> {
        self.board.memory.whole(|| self.compile(&self.base.problem, true))
    }

    /// Some units with nothing derived from several: what follows from each other is then told
    /// one constraint after the other.
    pub fn plain_model(&self, units: &[usize]) -> Arc<Model> {
        let compiled = || self.plain(units);
        self.board.memory.model(Shelf::Plain, units, self.board.cells, compiled)
    }

    fn plain(&self, units: &[usize]) -> Model {
        let part = self.part(units);
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
        own.compile(&CompileOptions::default())
    }

    fn compile(&self, part: &Problem, strong: bool) -> Model {
        let distinct = if strong { Strength::Full } else { CompileOptions::default().distinct };
        let options = CompileOptions { distinct, ..CompileOptions::default() };
        match strong {
            true => derive(part, &DeriveOptions::default()).compile(&options),
            false => part.compile(&options),
        }
    }

    /// What the facts say about cells of which something is known.
    fn known<'f>(&'f self, facts: &'f Facts) -> impl Iterator<Item = (VarId, Digits)> + 'f {
        let known = self.board.lowered.cells.iter().copied().zip(facts.iter().copied());
        known.filter(|&(_, digits)| digits != self.board.all())
    }

    /// What follows from the facts in the model of some units, or of all.
    pub fn story<'m>(&self, model: &'m Model, units: Option<&[usize]>, facts: &Facts) -> Story<'m> {
        let asked = |var: &VarId| {
            units.is_none_or(|units| units.iter().any(|&u| self.base.scopes[u].contains(var)))
        };
        let known = self.known(facts).filter(|(var, _)| asked(var));
        let values: Vec<(VarId, Vec<i64>)> =
            known.map(|(var, digits)| (var, self.values(digits))).collect();
        Story::given(model, values.iter().map(|(var, values)| (*var, &values[..])))
    }

    /// A search of some units with the facts about their cells.
    fn search<'m>(
        &self,
        model: &'m Model,
        units: &[usize],
        facts: &Facts,
        nodes: u64,
    ) -> Search<'m> {
        let limits = self.limits(nodes);
        let mut search = Search::new(model, SearchOptions { limits, ..Default::default() });
        for (cell, &digits) in facts.iter().enumerate().filter(|&(_, &d)| d != self.board.all()) {
            if units.iter().any(|&u| self.board.units[u].scope.contains(&cell)) {
                search.keep(self.board.lowered.cells[cell], &self.values(digits));
            }
        }
        search
    }

    /// A way to fill the cells of some units, with a mark assumed.
    pub fn solution(
        &self,
        units: &[usize],
        facts: &Facts,
        assumed: Option<Mark>,
        nodes: u64,
    ) -> Result<Option<Solution>, Stop> {
        self.until.check()?;
        let model = self.part_model(units);
        let mut search = self.search(&model, units, facts, nodes);
        if let Some(mark) = assumed
            && units.iter().any(|&u| self.board.units[u].scope.contains(&mark.cell))
        {
            search.fix(self.board.lowered.cells[mark.cell], self.board.value(mark.digit));
        }
        search.next_solution()
    }

    /// A way to fill the cells of some units with these values left outside the grid, and one of some
    /// values for a variable if that is asked.
    pub fn solution_beside(
        &self,
        units: &[usize],
        facts: &Facts,
        outside: &[(VarId, &[Range])],
        asked: Option<(VarId, Range)>,
        nodes: u64,
    ) -> Result<Option<Solution>, Stop> {
        self.until.check()?;
        let model = self.part_model(units);
        let mut search = self.search(&model, units, facts, nodes);
        let values = |var: VarId, left: &[Range]| -> Vec<i64> {
            match self.base.problem.def(var).is_small() {
                true => left.iter().flat_map(|&(lo, hi)| lo..=hi).collect(),
                // Of values that are not told one by one only the least and the largest count.
                false => left.iter().flat_map(|&(lo, hi)| [lo, hi]).collect(),
            }
        };
        for &(var, left) in outside.iter().filter(|(var, _)| self.speaks_of(units, *var)) {
            search.keep(var, &values(var, left));
        }
        if let Some((var, range)) = asked {
            // What is gone before it is asked about is no question.
            search.settle();
            search.keep(var, &values(var, &[range]));
        }
        search.next_solution()
    }

    /// Whether some units speak of a variable.
    pub fn speaks_of(&self, units: &[usize], var: VarId) -> bool {
        units.iter().any(|&u| self.base.scopes[u].contains(&var))
    }

    /// A way to fill the cells of some units with a mark assumed, and how many nodes it took: one
    /// that has many of the digits that are preferred.
    pub fn solution_near(
        &self,
        units: &[usize],
        facts: &Facts,
        assumed: Mark,
        preferred: &dyn Fn(Cell) -> Option<Digit>,
        nodes: u64,
    ) -> (Result<Option<Solution>, Stop>, u64) {
        if let Err(stop) = self.until.check() {
            return (Err(stop), 0);
        }
        let (model, cells) = (self.part_model(units), &self.board.lowered.cells);
        let mut root = self.search(&model, units, facts, nodes);
        let inside = |cell: Cell| units.iter().any(|&u| self.board.units[u].scope.contains(&cell));
        if inside(assumed.cell) {
            root.fix(cells[assumed.cell], self.board.value(assumed.digit));
        }
        if !root.settle() {
            return (Ok(None), 1);
        }
        let mut near = root.fork(self.limits(nodes));
        let open = |cell: &Cell| inside(*cell) && !facts[*cell].is_power_of_two();
        for cell in (0..self.board.cells).filter(open).filter(|c| *c != assumed.cell) {
            let Some(digit) = preferred(cell) else { continue };
            let mut with = near.fork(self.limits(nodes));
            with.fix(cells[cell], self.board.value(digit));
            if with.settle() {
                near = with;
            }
        }
        let found = near.next_solution();
        let spent = near.stats().nodes;
        if let Ok(Some(_)) = found {
            return (found, spent);
        }
        // Propagation is not all: preferred digits may be too many.
        let found = root.next_solution();
        (found, spent + root.stats().nodes)
    }

    /// Some units with the facts about their cells, to be asked about one mark after the other.
    pub fn asked<'o, 'm>(
        &'o self,
        model: &'m Model,
        units: &[usize],
        facts: &Facts,
        nodes: u64,
    ) -> Asked<'o, 'm> {
        let mut root = self.search(model, units, facts, nodes);
        root.settle();
        Asked { oracle: self, root, nodes }
    }

    /// All ways to fill the open cells of a unit, in the order of its scope: none if there are
    /// more than these, or if it takes too long to find them.
    pub fn fillings(&self, unit: usize, facts: &Facts, most: usize) -> Option<Vec<Vec<Digit>>> {
        self.until.check().ok()?;
        let model = self.part_model(&[unit]);
        let mut search = self.search(&model, &[unit], facts, 20 * most as u64);
        let scope = self.board.units[unit].scope.iter();
        let open: Vec<Cell> = scope.copied().filter(|&c| !facts[c].is_power_of_two()).collect();
        let mut all: BTreeSet<Vec<Digit>> = BTreeSet::new();
        while let Some(solution) = search.next_solution().ok()? {
            let value = |&c: &Cell| self.board.digit(solution.value(self.board.lowered.cells[c]));
            all.insert(open.iter().map(value).collect::<Option<_>>()?);
            if all.len() > most {
                return None;
            }
        }
        Some(all.into_iter().collect())
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
        self.until.check().ok()?;
        let mut cells: Vec<Cell> =
            units.iter().flat_map(|&u| self.board.units[u].scope.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|&c| !facts[c].is_power_of_two());
        let mut part = self.part(units);
        let group = part.group();
        for (var, digits) in self.known(facts) {
            // What lies outside has a value already.
            if units.iter().any(|&u| self.base.scopes[u].contains(&var)) {
                part.post(group, Constraint::Domain { var, values: self.values(digits) });
            }
        }
        let model = self.compile(&part, units.len() > 1);
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

    /// The units whose constraints an assignment of all cells breaks; values outside the grid are
    /// asked for. Where it is as in a solution, nothing is broken.
    pub fn broken(
        &self,
        digits: &[Digit],
        outside: &dyn Fn(VarId) -> i64,
        solution: &dyn Fn(Cell) -> Option<Digit>,
    ) -> Vec<usize> {
        let cells = &self.board.lowered.cells;
        let value = |var: VarId| match cells.binary_search(&var) {
            Ok(cell) => self.board.value(digits[cell]),
            Err(_) => outside(var),
        };
        let posted = self.board.lowered.problem.posted();
        let solved: Vec<bool> = (0..digits.len()).map(|c| solution(c) == Some(digits[c])).collect();
        let breaks = |unit: &Unit| match unit.house {
            _ if !unit.outside && unit.scope.iter().all(|&c| solved[c]) => false,
            // Most are houses, and these are seen at once.
            Some(_) => {
                let used = unit.scope.iter().fold(0, |used: Digits, &c| used | 1 << digits[c]);
                used.count_ones() as usize != unit.scope.len()
            }
            None => unit.posted.iter().any(|&at| !posted[at].constraint.holds(&value)),
        };
        let units = self.board.units.iter().enumerate();
        units.filter(|(_, unit)| breaks(unit)).map(|(at, _)| at).collect()
    }
}

/// Some units with the facts about their cells, to be asked about one mark after the other.
pub struct Asked<'o, 'm> {
    oracle: &'o Oracle<'o>,
    /// The search before anything is chosen.
    root: Search<'m>,
    /// Nodes that are left for all questions.
    nodes: u64,
}

impl Asked<'_, '_> {
    /// A way to fill the units with a mark assumed, told for these cells.
    pub fn with(&mut self, mark: Mark, cells: &[Cell]) -> Result<Option<Vec<Mark>>, Stop> {
        let board = self.oracle.board;
        self.oracle.until.check()?;
        let mut search = self.root.fork(self.oracle.limits(self.nodes));
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
