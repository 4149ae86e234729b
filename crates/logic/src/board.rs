//! What the techniques see of a puzzle: houses, who sees whom, and which marks exclude
//! each other.
//!
//! Everything is read off the puzzle's kernel constraints, so every kind of clue takes part:
//! a constraint that makes cells differ gives pairs that see each other; if it has as many
//! cells as there are digits it is a house; a relation between two cells gives weak links
//! between their marks. A board does not change while a puzzle is solved.

use std::sync::Arc;

use pencilmark_kernel::{Constraint, VarId};
use pencilmark_puzzle::{Lowered, Puzzle, lower};

use crate::find::sight::WideBoard;
use crate::oracle::Memory;
use crate::sets::{Cell, Cells, Digit, Digits, Each, WideCells, choose, fewest};

/// A mark: a digit that is still possible in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mark {
    /// Where.
    pub cell: Cell,
    /// What, by its place among the digits.
    pub digit: Digit,
}

/// What people call a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// A box, or a region of a jigsaw.
    Box,
    /// A column.
    Column,
    /// A row.
    Row,
    /// Any other set of cells that holds every digit once.
    Other,
}

/// Cells that hold every digit exactly once.
#[derive(Clone, Debug)]
pub struct House {
    /// As a set; empty on boards too large for it.
    pub cells: Cells,
    /// In the clue's order.
    pub list: Vec<Cell>,
    /// What sort of house.
    pub shape: Shape,
    /// Its number among those of its shape, from 0.
    pub number: usize,
    /// The clue that makes it one.
    pub clue: usize,
    /// The constraint that makes it one, by its place in [`Board::units`].
    pub unit: usize,
}

/// Part of a clue that means something by itself: one of the constraints it is lowered to.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The clue it belongs to.
    pub clue: usize,
    /// Its constraint, by its place in the problem.
    pub posted: Vec<usize>,
    /// The cells it speaks of.
    pub scope: Vec<Cell>,
    /// Whether it also speaks of values outside the grid.
    pub outside: bool,
    /// The house it makes, if it does nothing else.
    pub house: Option<usize>,
}

/// Kinds that count digits among their cells.
const COUNTING: [&str; 4] = ["contains", "contains-exactly", "quadruple", "look-and-say"];

/// The board of a puzzle.
#[derive(Clone, Debug)]
pub struct Board {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Its kernel problem.
    pub lowered: Arc<Lowered>,
    /// How many cells.
    pub cells: usize,
    /// How many digits.
    pub digits: usize,
    /// All houses: boxes, columns, rows, then others.
    pub houses: Vec<House>,
    /// The houses of each cell.
    pub houses_of: Vec<Vec<usize>>,
    /// For each cell, those that must differ from it.
    pub peers: Vec<Cells>,
    /// The same as lists, for boards of any size.
    pub differ: Vec<Vec<Cell>>,
    /// For each mark, by [`Board::index`], marks of other digits or of cells that may repeat
    /// it which cannot be true beside it, with the clue that says so.
    pub links: Vec<Vec<(Mark, usize)>>,
    /// The constraints, each alone.
    pub units: Vec<Unit>,
    /// Whether there are rows, columns and boxes and no clue but givens beside them.
    pub plain: bool,
    /// Cells of which another clue than a house or a given speaks: what houses leave open, it may decide.
    pub apart: Cells,
    /// Whether all empty cells may hold every digit as far as the puzzle says: no marks are given,
    /// so digits that are exchanged in a solution give another one.
    pub even: bool,
    /// Whether named patterns can be looked for: the grid is not too large.
    pub patterns: bool,
    /// What is seen of a board too large for all of them: some are looked for there, too.
    pub wide: Option<Arc<WideBoard>>,
    /// Rectangles of two rows, two columns and two boxes whose corners nothing else tells
    /// apart: corners 0 and 1 share a row, as do 2 and 3; 0 and 2 share a column.
    pub rectangles: Vec<[Cell; 4]>,
    /// What those who ask about its constraints share.
    pub memory: Arc<Memory>,
}

impl Board {
    /// Reads a puzzle.
    pub fn new(puzzle: &Puzzle) -> Board {
        let lowered = lower(puzzle);
        let (cells, digits) = (puzzle.grid.size(), puzzle.grid.digit_count());
        let patterns = cells <= Cells::MAX;
        let mut board = Board {
            puzzle: Arc::new(puzzle.clone()),
            cells,
            digits,
            houses: Vec::new(),
            houses_of: vec![Vec::new(); cells],
            peers: vec![Cells::EMPTY; cells],
            differ: vec![Vec::new(); cells],
            links: vec![Vec::new(); cells * digits],
            units: Vec::new(),
            plain: puzzle.clues.iter().all(|c| is_plain(c.kind.name)),
            apart: Cells::EMPTY,
            even: puzzle.clues.iter().all(|c| c.kind.name != "candidates"),
            patterns,
            wide: None,
            rectangles: Vec::new(),
            memory: Arc::default(),
            lowered: Arc::new(lowered),
        };
        board.add_units();
        if cells <= WideCells::MAX {
            board.add_houses();
        }
        if patterns {
            board.apart = board.told_apart();
            board.add_rectangles();
        }
        board.add_exclusions();
        if !patterns && cells <= WideCells::MAX {
            board.wide = Some(Arc::new(WideBoard::new(&board)));
        }
        board
    }

    /// The set of all digits.
    pub fn all(&self) -> Digits {
        if self.digits == 64 { u64::MAX } else { (1 << self.digits) - 1 }
    }

    /// The place of a mark in a list of all marks.
    #[inline]
    pub fn index(&self, mark: Mark) -> usize {
        mark.cell * self.digits + mark.digit
    }

    /// The mark at a place.
    #[inline]
    pub fn mark(&self, index: usize) -> Mark {
        Mark { cell: index / self.digits, digit: index % self.digits }
    }

    /// The digit as people write it.
    pub fn value(&self, digit: Digit) -> i64 {
        self.puzzle.grid.lo() + digit as i64
    }

    /// The digit with this value.
    pub fn digit(&self, value: i64) -> Option<Digit> {
        let digit = value - self.puzzle.grid.lo();
        (0..self.digits as i64).contains(&digit).then_some(digit as usize)
    }

    /// The cells that see all of some cells.
    #[inline]
    pub fn see_all(&self, cells: Cells) -> Cells {
        let mut rest = cells;
        let Some(first) = rest.next() else { return Cells::EMPTY };
        rest.fold(self.peers[first], |common, cell| common & self.peers[cell])
    }

    /// Whether two marks cannot both be true.
    pub fn exclude(&self, a: Mark, b: Mark) -> bool {
        if a.cell == b.cell {
            return a.digit != b.digit;
        }
        a.digit == b.digit && self.peers[a.cell].has(b.cell)
            || self.links[self.index(a)].iter().any(|&(m, _)| m == b)
    }

    /// The houses that hold both cells.
    pub fn common_houses(&self, a: Cell, b: Cell) -> impl Iterator<Item = usize> + '_ {
        self.houses_of[a].iter().copied().filter(move |&h| self.houses[h].cells.has(b))
    }

    /// Whether a constraint by itself makes two cells differ.
    pub fn makes_differ(&self, unit: usize, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.lowered.cells[a], self.lowered.cells[b]);
        let posted = |&at: &usize| &self.lowered.problem.posted()[at].constraint;
        let own = self.units[unit].posted.iter().map(posted);
        let mut sets = own.filter_map(differing).flatten();
        a != b && sets.any(|set| set.contains(&a) && set.contains(&b))
    }

    /// Constraints that make some pairs of cells differ, as many as it takes and no more: those that
    /// do so for most of them first, houses before others.
    pub(crate) fn fewest_apart(
        &self,
        pairs: &[(Cell, Cell)],
        named: &[usize],
        enough: &dyn Fn(&[usize]) -> bool,
    ) -> Vec<usize> {
        let mut more: Vec<usize> = Vec::new();
        if enough(&more) {
            return more;
        }
        let covered = |u: usize| pairs.iter().filter(|p| self.makes_differ(u, p.0, p.1)).count();
        let mut units: Vec<(usize, bool, usize)> = (0..self.units.len())
            .filter(|u| !named.contains(u))
            .map(|u| (usize::MAX - covered(u), self.units[u].house.is_none(), u))
            .filter(|u| u.0 < usize::MAX)
            .collect();
        units.sort_unstable();
        for (_, _, unit) in units {
            more.push(unit);
            if enough(&more) {
                break;
            }
        }
        fewest(&more, enough)
    }

    fn cell_of(&self, var: VarId) -> Option<Cell> {
        self.lowered.cells.binary_search(&var).ok()
    }

    fn add_units(&mut self) {
        let problem = &self.lowered.problem;
        let own = self.lowered.cells.len() + self.lowered.vars.len();
        let is_extra = |v: &VarId| problem.vars().iter().skip(own).any(|d| d.id == *v);
        let mut units: Vec<(Unit, Vec<VarId>)> = Vec::new();
        for (at, posted) in problem.posted().iter().enumerate() {
            // What follows from several clues is no constraint of one of them.
            let Some(&group) = posted.groups.first().filter(|_| !posted.derived) else { continue };
            let scope = posted.constraint.scope();
            // Constraints tied together by a variable of their own mean nothing apart.
            let extra: Vec<VarId> = scope.iter().copied().filter(is_extra).collect();
            let cells: Vec<Cell> = scope.iter().filter_map(|&v| self.cell_of(v)).collect();
            let outside = scope.iter().any(|v| self.lowered.vars.contains(v));
            let clue = self.lowered.groups[group.index()];
            // How often each of some digits is in the same cells is one thing to say.
            let counts = COUNTING.contains(&self.puzzle.clues[clue].kind.name) && cells.len() > 1;
            let same = |unit: &Unit| {
                unit.scope.len() == cells.len() && cells.iter().all(|c| unit.scope.contains(c))
            };
            let tied = |(unit, own): &&mut (Unit, Vec<VarId>)| {
                let shared = own.iter().any(|v| extra.contains(v));
                unit.clue == clue && (shared || counts && same(unit))
            };
            if let Some((unit, own)) = units.iter_mut().find(tied) {
                unit.posted.push(at);
                unit.outside |= outside;
                own.extend(extra);
                for cell in cells {
                    if !unit.scope.contains(&cell) {
                        unit.scope.push(cell);
                    }
                }
            } else {
                let unit = Unit { clue, posted: vec![at], scope: cells, outside, house: None };
                units.push((unit, extra));
            }
        }
        self.units = units.into_iter().map(|(unit, _)| unit).collect();
    }

    fn add_houses(&mut self) {
        let mut found: Vec<(House, bool)> = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            let constraint = &self.lowered.problem.posted()[unit.posted[0]].constraint;
            for set in differing(constraint).into_iter().flatten() {
                let list: Vec<Cell> = set.iter().filter_map(|&v| self.cell_of(v)).collect();
                let sorted = |list: &[Cell]| list.iter().copied().collect::<WideCells>();
                let known = found.iter().any(|(h, _)| sorted(&h.list) == sorted(&list));
                let cells = match self.patterns {
                    true => list.iter().copied().collect(),
                    false => Cells::EMPTY,
                };
                if list.len() != self.digits || set.len() != list.len() || known {
                    continue;
                }
                let shape = match self.puzzle.clues[unit.clue].kind.name {
                    "box" | "region" => Shape::Box,
                    "row" => Shape::Row,
                    "column" => Shape::Column,
                    _ => Shape::Other,
                };
                let pure = matches!(constraint, Constraint::Distinct(_)) && unit.posted.len() == 1;
                let house = House { cells, list, shape, number: 0, clue: unit.clue, unit: at };
                found.push((house, pure));
            }
        }
        found.sort_by_key(|(h, _)| h.shape);
        for (mut house, pure) in found {
            house.number = self.houses.iter().filter(|h| h.shape == house.shape).count();
            let at = self.houses.len();
            house.list.iter().for_each(|&c| self.houses_of[c].push(at));
            if pure {
                self.units[house.unit].house = Some(at);
            }
            self.houses.push(house);
        }
    }

    /// The cells of all constraints that are neither houses nor givens.
    fn told_apart(&self) -> Cells {
        let given = |u: &&Unit| self.puzzle.clues[u.clue].kind.name == "given";
        let others = self.units.iter().filter(|u| u.house.is_none() && !given(u));
        others.flat_map(|u| u.scope.iter().copied()).collect()
    }

    fn add_rectangles(&mut self) {
        let of = |s: Shape| self.houses.iter().filter(move |h| h.shape == s).collect::<Vec<_>>();
        let (rows, columns, boxes) = (of(Shape::Row), of(Shape::Column), of(Shape::Box));
        let told_apart = |u: &&Unit| {
            let kind = self.puzzle.clues[u.clue].kind.name;
            !matches!(kind, "row" | "column" | "box" | "region" | "given")
        };
        let units = self.units.iter().filter(told_apart);
        let apart: Cells = units.flat_map(|u| u.scope.iter().copied()).collect();
        let mut found = Vec::new();
        choose(&rows, 2, &mut |rows| {
            choose(&columns, 2, &mut |columns| {
                let at = |r: usize, c: usize| (rows[r].cells & columns[c].cells).single();
                let corners = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];
                if let [Some(a), Some(b), Some(c), Some(d)] = corners {
                    let set: Cells = [a, b, c, d].into_iter().collect();
                    let covered =
                        |n: usize| boxes.iter().filter(|h| h.cells.meets(set)).count() == n;
                    let inside = set.iter().all(|c| boxes.iter().any(|h| h.cells.has(c)));
                    if inside && covered(2) && !set.meets(apart) {
                        found.push([a, b, c, d]);
                    }
                }
                false
            })
        });
        self.rectangles = found;
    }

    fn add_exclusions(&mut self) {
        let lowered = self.lowered.clone();
        for unit in 0..self.units.len() {
            let clue = self.units[unit].clue;
            for &at in &self.units[unit].posted.clone() {
                let constraint = &lowered.problem.posted()[at].constraint;
                for set in differing(constraint).into_iter().flatten() {
                    let cells: Vec<Cell> = set.iter().filter_map(|&v| self.cell_of(v)).collect();
                    self.add_peers(&cells);
                }
                if self.patterns {
                    self.add_links(constraint, clue);
                }
            }
        }
    }

    fn add_peers(&mut self, cells: &[Cell]) {
        for &cell in cells {
            for &other in cells.iter().filter(|&&other| other != cell) {
                if let Err(at) = self.differ[cell].binary_search(&other) {
                    self.differ[cell].insert(at, other);
                }
                if self.patterns {
                    self.peers[cell].insert(other);
                }
            }
        }
    }

    /// Marks of two cells that a constraint does not let stand together.
    fn add_links(&mut self, constraint: &Constraint, clue: usize) {
        let scope = constraint.scope();
        let Some(cells) = scope.iter().map(|&v| self.cell_of(v)).collect::<Option<Vec<_>>>() else {
            return;
        };
        match constraint {
            Constraint::Distinct(_) => {}
            Constraint::Chain { strict, .. } => {
                let step = usize::from(*strict);
                self.link_all(&cells, clue, |i, j, d, e| {
                    let (low, high) = if i < j { (d, e) } else { (e, d) };
                    low + i.abs_diff(j) * step <= high
                });
            }
            Constraint::Cage { sum, .. } => {
                let (n, lo) = (cells.len(), self.puzzle.grid.lo());
                let digits = self.digits;
                self.link_all(&cells, clue, |_, _, d, e| {
                    let rest = sum - (lo + d as i64) - (lo + e as i64);
                    d != e && can_add_up(digits, lo, n - 2, rest, 1 << d | 1 << e)
                });
            }
            _ if cells.len() == 2 => {
                let lo = self.puzzle.grid.lo();
                let [a, b] = [scope[0], scope[1]];
                let holds = |d: usize, e: usize| {
                    constraint.holds(&|v| {
                        if v == a {
                            lo + d as i64
                        } else if v == b {
                            lo + e as i64
                        } else {
                            lo
                        }
                    })
                };
                self.link_all(
                    &cells,
                    clue,
                    |i, _, d, e| {
                        if i == 0 { holds(d, e) } else { holds(e, d) }
                    },
                );
            }
            _ => {}
        }
    }

    fn link_all(
        &mut self,
        cells: &[Cell],
        clue: usize,
        fits: impl Fn(usize, usize, Digit, Digit) -> bool,
    ) {
        for (i, &a) in cells.iter().enumerate() {
            for (j, &b) in cells.iter().enumerate().filter(|&(j, _)| j != i) {
                for d in Each(self.all()) {
                    for e in Each(self.all()).filter(|&e| !fits(i, j, d, e)) {
                        let (from, to) = (Mark { cell: a, digit: d }, Mark { cell: b, digit: e });
                        let seen = d == e && self.peers[a].has(b);
                        let index = self.index(from);
                        if !seen && !self.links[index].iter().any(|&(m, _)| m == to) {
                            self.links[index].push((to, clue));
                        }
                    }
                }
            }
        }
    }
}

/// Kinds that classic Sudoku has.
fn is_plain(kind: &str) -> bool {
    matches!(kind, "row" | "column" | "box" | "given" | "candidates")
}

/// The sets of variables that a constraint makes differ.
fn differing(constraint: &Constraint) -> Option<Vec<&[VarId]>> {
    match constraint {
        Constraint::Distinct(vars)
        | Constraint::Cage { vars, .. }
        | Constraint::Chain { vars, strict: true } => Some(vec![vars]),
        Constraint::Pairwise { vars, allowed } if allowed.iter().all(|(a, b)| a != b) => {
            Some(vec![vars])
        }
        _ => None,
    }
}

/// Whether so many different digits, none of them used, add up to a number.
fn can_add_up(digits: usize, lo: i64, cells: usize, sum: i64, used: Digits) -> bool {
    fn go(from: usize, digits: usize, lo: i64, cells: usize, sum: i64, used: Digits) -> bool {
        if cells == 0 {
            return sum == 0;
        }
        (from..digits).any(|d| {
            used >> d & 1 == 0
                && lo + d as i64 <= sum
                && go(d + 1, digits, lo, cells - 1, sum - lo - d as i64, used)
        })
    }
    go(0, digits, lo, cells, sum, used)
}
