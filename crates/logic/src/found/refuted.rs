//! A mark and how its assumption fails.

use std::sync::Arc;

use crate::board::{Board, Mark};
use crate::sets::Cell;

/// A mark, and how its assumption fails.
#[derive(Clone, Debug, PartialEq)]
pub struct Refuted {
    /// What is assumed.
    pub assumed: Mark,
    /// The value outside the grid, by its place among the puzzle's variables, that is assumed beside
    /// the mark: then the mark is that of the case it lies in.
    pub value: Option<(usize, i64)>,
    /// What follows, in order.
    pub trace: Vec<Consequence>,
    /// The constraints that cannot hold then; none if a cell has no mark left.
    pub units: Vec<usize>,
    /// The cell that has no mark left.
    pub empty: Option<Cell>,
    /// The marks that were gone before and had to be.
    pub gone: Vec<Mark>,
    /// What the trace leaves a cell, or a digit in a house, if it fails only case by case.
    pub cases: Vec<Refuted>,
    /// The house whose places the cases are; none: they are the marks of a cell.
    pub house: Option<usize>,
    /// In which way several constraints cannot hold, if that is one thought.
    pub joint: Option<Arc<Joint>>,
    /// Other marks that fail in the same way, each line by the same constraints or others of their
    /// kinds.
    pub alike: Vec<Refuted>,
    /// Other marks of the same step, which fail in other ways, each where all that were told before
    /// it are gone.
    pub others: Vec<Refuted>,
    /// What is known of its cases where they are too many to be told.
    pub many: Option<Many>,
}

/// Cases within cases that nobody would read: they are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Many {
    /// In how many of them it fails.
    pub ends: usize,
    /// How deep they lie in each other.
    pub depth: usize,
    /// The constraints that have a say in them.
    pub units: Vec<usize>,
}

/// What several constraints say in one thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Sums that nearly fill some houses: what the terms make.
    Sum {
        /// The houses; no two share a cell.
        houses: Vec<usize>,
        /// The constraints that tell the sums.
        sums: Vec<usize>,
        /// The cells that are left out, and, counting down, those that stick out.
        terms: Vec<(i64, Cell)>,
        /// What they make.
        total: i64,
    },
    /// A digit that a constraint cannot do without: cells that see all its places lose it.
    Needed {
        /// Which constraint.
        unit: usize,
    },
}

/// Something about a value outside the grid: what a cell counts for, a named variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Which, by its place among the puzzle's variables.
    pub var: usize,
    /// The least value of these it cannot have.
    pub from: i64,
    /// The largest.
    pub to: i64,
}

/// A consequence of an assumption.
#[derive(Clone, Debug, PartialEq)]
pub struct Consequence {
    /// The marks that go.
    pub marks: Vec<Mark>,
    /// What becomes known of values outside the grid.
    pub hidden: Vec<Hidden>,
    /// By which constraints.
    pub units: Vec<usize>,
    /// In which way, if several of them say it in one thought.
    pub joint: Option<Arc<Joint>>,
    /// How what goes fails by these constraints one at a time, if somebody wants to read it; not all
    /// of it may be known.
    pub fails: Vec<Refuted>,
}

impl Consequence {
    /// How many cells lose marks.
    fn cells(&self) -> usize {
        let mut cells: Vec<Cell> = self.marks.iter().map(|m| m.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.len()
    }
}

/// Where a line is told: in which case of which case, and its place there.
pub(crate) type Place = (Vec<usize>, usize);

impl Refuted {
    /// The assumption alone, with nothing told of how it fails.
    pub fn of(assumed: Mark) -> Self {
        Self {
            assumed,
            value: None,
            trace: vec![],
            units: vec![],
            empty: None,
            gone: vec![],
            cases: vec![],
            house: None,
            joint: None,
            alike: vec![],
            others: vec![],
            many: None,
        }
    }

    /// How many lines it takes to tell: one for each consequence and each end.
    pub fn length(&self) -> usize {
        let cases = self.cases.iter().map(Refuted::length).sum::<usize>();
        let untold = self.many.as_ref().map_or(0, |many| many.ends);
        self.trace.len() + cases + untold + 1
    }

    /// How many contradictions it tells.
    pub fn ends(&self) -> usize {
        let untold = self.many.as_ref().map_or(1, |many| many.ends);
        self.cases.iter().map(Refuted::ends).sum::<usize>().max(untold)
    }

    /// How deep cases lie in cases.
    pub fn depth(&self) -> usize {
        let untold = self.many.as_ref().map_or(0, |many| many.depth);
        self.cases.iter().map(|c| 1 + c.depth()).max().unwrap_or(untold)
    }

    /// How many constraints its lines name, each as often as it is named.
    pub(crate) fn names(&self) -> usize {
        let cases = self.cases.iter().map(Refuted::names).sum::<usize>();
        self.trace.iter().map(|c| c.units.len()).sum::<usize>() + self.units.len() + cases
    }

    /// Whether another mark fails in the same way: only cells and digits differ.
    pub(crate) fn is_like(&self, other: &Refuted) -> bool {
        let line = |(a, b): (&Consequence, &Consequence)| {
            let same = a.units == b.units && a.joint == b.joint && a.hidden == b.hidden;
            same && a.marks.len() == b.marks.len()
        };
        let lines = self.trace.len() == other.trace.len();
        let end = self.units == other.units && self.joint == other.joint;
        let many = self.many.is_none() && other.many.is_none();
        let empty = self.empty.is_some() == other.empty.is_some() && self.house == other.house;
        let cases = self.cases.len() == other.cases.len();
        let each = || self.trace.iter().zip(&other.trace).all(line);
        let deep = || self.cases.iter().zip(&other.cases).all(|(a, b)| a.is_like(b));
        lines && end && empty && cases && many && each() && deep()
    }

    /// Whether another mark fails in the same way, maybe with other clues of the same kinds in the
    /// places of its own: who has followed one has followed the other. Houses stay what they are.
    pub(crate) fn mirrors(
        &self,
        other: &Refuted,
        board: &Board,
        pairs: &mut Vec<(usize, usize)>,
    ) -> bool {
        let mut same = |a: &[usize], b: &[usize]| {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| may_stand_for(board, a, b, pairs))
        };
        let shape = self.trace.len() == other.trace.len()
            && self.many.is_none()
            && self.cases.len() == other.cases.len()
            && self.empty.is_some() == other.empty.is_some()
            && (self.house == other.house && self.joint == other.joint);
        let each = |(a, b): (&Consequence, &Consequence)| {
            let alike = a.joint == b.joint && a.hidden == b.hidden && a.cells() == b.cells();
            alike && same(&a.units, &b.units)
        };
        shape
            && self.trace.iter().zip(&other.trace).all(each)
            && same(&self.units, &other.units)
            && self.cases.iter().zip(&other.cases).all(|(a, b)| a.mirrors(b, board, pairs))
    }

    /// Whether not all of its cases are told.
    pub fn is_partly_told(&self) -> bool {
        self.many.is_some() || self.cases.iter().any(Refuted::is_partly_told)
    }

    /// All marks that are refuted.
    pub(crate) fn marks(&self) -> Vec<Mark> {
        let more = self.alike.iter().chain(&self.others).flat_map(Refuted::marks);
        [self.assumed].into_iter().chain(more).collect()
    }

    /// Those of them that fail in the same way as the first.
    pub(crate) fn own_marks(&self) -> Vec<Mark> {
        [self].into_iter().chain(&self.alike).map(|refuted| refuted.assumed).collect()
    }

    /// Whether several constraints say something in one thought.
    pub(crate) fn is_joint(&self) -> bool {
        let own = self.joint.is_some() || self.trace.iter().any(|c| c.joint.is_some());
        own || self.cases.iter().any(Refuted::is_joint)
    }

    /// How hard it is to follow: cases before lines, lines before clues.
    pub(crate) fn measure(&self, board: &Board) -> (usize, usize, usize, Mark) {
        (self.depth(), self.length(), self.cited(board).len(), self.assumed)
    }

    /// All constraints that are named.
    pub fn cited(&self, board: &Board) -> Vec<usize> {
        let mut all: Vec<usize> = self.trace.iter().flat_map(|c| c.units.clone()).collect();
        all.extend(&self.units);
        all.extend(self.many.iter().flat_map(|many| &many.units));
        all.extend(self.house.map(|h| board.houses[h].unit));
        all.extend(self.cases.iter().flat_map(|c| c.cited(board)));
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The same for all marks of a step.
    pub(crate) fn all_cited(&self, board: &Board) -> Vec<usize> {
        let more = self.alike.iter().chain(&self.others).flat_map(|other| other.all_cited(board));
        let mut all: Vec<usize> = self.cited(board).into_iter().chain(more).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The cells that are spoken of.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut all: Vec<Cell> = self.trace.iter().flat_map(|c| &c.marks).map(|m| m.cell).collect();
        all.push(self.assumed.cell);
        all.extend(self.empty);
        all.extend(self.cases.iter().flat_map(Refuted::cells));
        all
    }

    /// The places of all lines, in the order they are told.
    pub(crate) fn lines(&self) -> Vec<Place> {
        let mut all: Vec<Place> = (0..self.trace.len()).map(|at| (vec![], at)).collect();
        for (at, case) in self.cases.iter().enumerate() {
            all.extend(case.lines().into_iter().map(|(mut path, line)| {
                path.insert(0, at);
                (path, line)
            }));
        }
        all
    }

    /// Leaves out a line.
    pub(crate) fn remove(&mut self, (path, line): &Place) {
        let mut at = self;
        for &case in path {
            at = &mut at.cases[case];
        }
        at.trace.remove(*line);
    }

    /// What a line erases.
    pub(crate) fn marks_at(&mut self, (path, line): &Place) -> &mut Vec<Mark> {
        let mut at = self;
        for &case in path {
            at = &mut at.cases[case];
        }
        &mut at.trace[*line].marks
    }
}

/// Whether a constraint may stand where another stood: the same one, or of the same kind and length,
/// and each always for the same. Notes those that do.
fn may_stand_for(board: &Board, a: usize, b: usize, pairs: &mut Vec<(usize, usize)>) -> bool {
    if let Some(known) = pairs.iter().find(|pair| pair.0 == a || pair.1 == b) {
        return *known == (a, b);
    }
    let (own, other) = (&board.units[a], &board.units[b]);
    let kind = |clue: usize| board.puzzle.clues[clue].kind.name;
    let alike = || kind(own.clue) == kind(other.clue) && own.scope.len() == other.scope.len();
    let may = a == b || own.house.is_none() && other.house.is_none() && alike();
    if may {
        pairs.push((a, b));
    }
    may
}
