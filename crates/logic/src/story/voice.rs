//! Who has a say in a thought: every constraint alone, and what several of them say in one thought.
//!
//! A voice is a number: that of a constraint, or, from there on, that of a joint thought. Joint
//! thoughts depend on which cells are open, so they are found anew for every contradiction.

use std::sync::Arc;

use super::Guide;
use super::sums;
use crate::board::Mark;
use crate::find::View;
use crate::find::innies::{self, Rest};
use crate::found::{Consequence, Joint};
use crate::marks::Marks;
use crate::oracle::{Facts, Look};
use crate::sets::{Cell, Cells, Digits};

/// What a voice said last; kept to be used again.
#[derive(Default)]
pub(super) struct Said {
    own: Vec<Digits>,
    /// The cells that lose marks, with what is left of them.
    pub(super) less: Vec<(Cell, Digits)>,
}

/// Joint thoughts, and which of them look at each cell.
#[derive(Default)]
pub(super) struct Joints {
    all: Vec<Arc<Joint>>,
    scopes: Vec<Vec<Cell>>,
    /// Their voices by cell.
    of: Vec<Vec<usize>>,
}

impl Guide<'_> {
    /// Finds what several constraints say in one thought while these cells are open; the voices of
    /// these constraints and of all that.
    pub(super) fn with_joints(&mut self, units: &[usize], marks: &Marks) -> Vec<usize> {
        let board = self.board;
        let mut joints = Joints { of: vec![vec![]; board.cells], ..Joints::default() };
        if board.patterns {
            let needed = units.iter().map(|&unit| Joint::Needed { unit });
            joints.all.extend(needed.map(Arc::new));
            let view = View { board, marks };
            let mut known: Vec<Vec<(i64, Cell)>> = Vec::new();
            for (houses, sums) in innies::balances(view, innies::MOST_CELLS) {
                let rest = Rest::of(board, &houses, &sums);
                let (open, total) = (rest.open(view).0, rest.houses - rest.sums);
                // Other houses and sums may say the same of the same cells.
                if !known.contains(&open) {
                    known.push(open);
                    let terms = rest.terms().collect();
                    joints.all.push(Arc::new(Joint::Sum { houses, sums, terms, total }));
                }
            }
        }
        let scope = |joint: &Arc<Joint>| match &**joint {
            Joint::Sum { terms, .. } => terms.iter().map(|t| t.1).collect(),
            Joint::Needed { unit } => board.units[*unit].scope.clone(),
        };
        joints.scopes = joints.all.iter().map(scope).collect();
        let first = board.units.len();
        for (at, scope) in joints.scopes.iter().enumerate() {
            scope.iter().for_each(|&c| joints.of[c].push(first + at));
        }
        let all = (first..first + joints.all.len()).chain(units.iter().copied());
        let mut voices: Vec<usize> = all.collect();
        voices.sort_unstable();
        self.joints = joints;
        voices
    }

    /// How many voices there are.
    pub(super) fn voice_count(&self) -> usize {
        self.board.units.len() + self.joints.all.len()
    }

    /// The voices that look at a cell.
    pub(super) fn voices_of(&self, cell: Cell) -> impl Iterator<Item = usize> + '_ {
        let joints = self.joints.of.get(cell).into_iter().flatten();
        self.units_of[cell].iter().chain(joints).copied()
    }

    /// What a voice looks at.
    pub(super) fn scope(&self, voice: usize) -> &[Cell] {
        match voice.checked_sub(self.board.units.len()) {
            Some(joint) => &self.joints.scopes[joint],
            None => &self.board.units[voice].scope,
        }
    }

    /// The joint thought of a voice, if it is one.
    pub(super) fn joint(&self, voice: usize) -> Option<&Arc<Joint>> {
        self.joints.all.get(voice.checked_sub(self.board.units.len())?)
    }

    /// Some constraints, and the joint thoughts of which these are the constraints.
    pub(super) fn voices_within(&self, units: &[usize]) -> Vec<usize> {
        let first = self.board.units.len();
        let within = |joint: &Joint| match joint {
            Joint::Sum { houses, sums, .. } => {
                let houses = houses.iter().map(|&h| self.board.houses[h].unit);
                houses.chain(sums.iter().copied()).all(|u| units.contains(&u))
            }
            Joint::Needed { unit } => units.contains(unit),
        };
        let joints = (0..self.joints.all.len()).filter(|&at| within(&self.joints.all[at]));
        units.iter().copied().chain(joints.map(|at| first + at)).collect()
    }

    /// What a voice says by some facts: the cells that lose marks, with what is left of them; false
    /// if it cannot be so.
    pub(super) fn say(&self, voice: usize, facts: &Facts, look: Look, said: &mut Said) -> bool {
        let Said { own, less } = said;
        less.clear();
        own.clear();
        let kept = match self.joint(voice).map(|joint| &**joint) {
            None => {
                own.extend(self.board.units[voice].scope.iter().map(|&c| facts[c]));
                self.oracle.narrow(voice, own, look)
            }
            Some(Joint::Sum { terms, total, .. }) => {
                own.extend(terms.iter().map(|t| facts[t.1]));
                self.narrow_sum(terms, *total, own, &self.differ())
            }
            Some(&Joint::Needed { unit }) => {
                self.needed(unit, facts, less);
                return true;
            }
        };
        let scope = self.scope(voice).iter().zip(own.iter());
        less.extend(scope.filter(|&(&c, &left)| left != facts[c]).map(|(&c, &left)| (c, left)));
        kept
    }

    fn differ(&self) -> impl Fn(Cell, Cell) -> bool + '_ {
        |a, b| self.board.peers[a].has(b)
    }

    /// Leaves the cells of a sum what can be; false if they cannot make it.
    fn narrow_sum(
        &self,
        terms: &[(i64, Cell)],
        total: i64,
        left: &mut [Digits],
        differ: &dyn Fn(Cell, Cell) -> bool,
    ) -> bool {
        let low = self.board.value(0);
        let count: i64 = terms.iter().map(|t| t.0).sum();
        let apart = |a: usize, b: usize| differ(terms[a].1, terms[b].1);
        let signs: Vec<i64> = terms.iter().map(|t| t.0).collect();
        sums::narrow(&signs, total - low * count, left, &apart)
    }

    /// What cells lose that see all places of a digit without which a constraint cannot be kept.
    fn needed(&self, unit: usize, facts: &Facts, less: &mut Vec<(Cell, Digits)>) {
        let (board, own) = (self.board, &self.board.units[unit]);
        let home: Cells = own.scope.iter().copied().collect();
        let whole = own.house.is_some() && own.scope.len() == board.digits;
        for digit in 0..board.digits {
            let has = |c: &Cell| facts[*c] >> digit & 1 == 1;
            let places: Cells = own.scope.iter().copied().filter(has).collect();
            if places.len() < 2 {
                continue;
            }
            let mut seen = (board.see_all(places) - home).filter(has).peekable();
            if seen.peek().is_none() {
                continue;
            }
            let without = || own.scope.iter().map(|&c| facts[c] & !(1 << digit)).collect();
            if !whole && !self.oracle.cannot(unit, without(), Look::Close) {
                continue;
            }
            for cell in seen {
                match less.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, left)) => *left &= !(1 << digit),
                    None => less.push((cell, facts[cell] & !(1 << digit))),
                }
            }
        }
    }

    /// Whether a constraint, or a joint thought, cannot be kept when what it looks at is left this,
    /// with a mark supposed. Cells see each other as the board says, or only by some constraints.
    pub(super) fn breaks(
        &self,
        (unit, joint): (usize, Option<&Joint>),
        by: Option<&[usize]>,
        mut left: Vec<Digits>,
        mark: Option<Mark>,
        look: Look,
    ) -> bool {
        let differ = |a: Cell, b: Cell| match by {
            Some(units) => units.iter().any(|&u| self.board.makes_differ(u, a, b)),
            None => self.board.peers[a].has(b),
        };
        if let (Some(Joint::Needed { unit }), Some(mark)) = (joint, mark) {
            // Its places are told, so all of them must be seen.
            for (&cell, left) in self.board.units[*unit].scope.iter().zip(&mut left) {
                if *left >> mark.digit & 1 == 1 && !differ(mark.cell, cell) {
                    return false;
                }
                *left &= !(1 << mark.digit);
            }
            return self.oracle.cannot(*unit, left, Look::Close);
        }
        let fix = |cell: Cell, left: &mut Digits| {
            if let Some(mark) = mark.filter(|m| m.cell == cell) {
                *left = 1 << mark.digit;
            }
        };
        match joint {
            Some(Joint::Sum { terms, total, .. }) => {
                terms.iter().zip(&mut left).for_each(|(t, left)| fix(t.1, left));
                !self.narrow_sum(terms, *total, &mut left, &differ)
            }
            _ => {
                let scope = self.board.units[unit].scope.iter();
                scope.zip(&mut left).for_each(|(&cell, left)| fix(cell, left));
                self.oracle.cannot(unit, left, look)
            }
        }
    }

    /// Whether a constraint cannot be kept when its cells are left this, with a mark supposed and no
    /// digit twice in some houses.
    pub(super) fn breaks_among(
        &self,
        unit: usize,
        mates: &[usize],
        mut left: Vec<Digits>,
        mark: Option<Mark>,
    ) -> bool {
        for (&cell, left) in self.board.units[unit].scope.iter().zip(&mut left) {
            if let Some(mark) = mark.filter(|m| m.cell == cell) {
                *left = 1 << mark.digit;
            }
        }
        let house = |m: &&usize| self.board.units[**m].house.is_some();
        let houses: Vec<usize> = mates.iter().filter(house).copied().collect();
        self.oracle.cannot_among(unit, &left, &houses)
    }

    /// A line of a trace: what a voice erases. The houses through which cells see each other are
    /// added later.
    pub(super) fn line(&self, voice: usize, marks: Vec<Mark>) -> Consequence {
        let joint = self.joint(voice).cloned();
        let units = self.units_behind(voice);
        Consequence { marks, hidden: vec![], units, joint, fails: vec![] }
    }

    /// The constraints of a voice.
    pub(super) fn units_behind(&self, voice: usize) -> Vec<usize> {
        match self.joint(voice).map(|joint| &**joint) {
            None => vec![voice],
            Some(Joint::Needed { unit }) => vec![*unit],
            Some(Joint::Sum { houses, sums, .. }) => {
                let houses = houses.iter().map(|&h| self.board.houses[h].unit);
                houses.chain(sums.iter().copied()).collect()
            }
        }
    }

    /// The constraints through which cells see each other, beside those that are named already,
    /// where a joint thought leaves the cells no way: as few as will do.
    pub(super) fn seen_through(
        &self,
        joint: &Joint,
        named: &[usize],
        facts: &Facts,
        mark: Option<Mark>,
    ) -> Vec<usize> {
        let board = self.board;
        match (joint, mark) {
            (Joint::Sum { terms, total, .. }, _) => {
                let left: Vec<Digits> = terms.iter().map(|t| facts[t.1]).collect();
                let enough = |more: &[usize]| {
                    let by = |a, b| named.iter().chain(more).any(|&u| board.makes_differ(u, a, b));
                    !self.narrow_sum(terms, *total, &mut left.clone(), &by)
                };
                let cells: Vec<Cell> = terms.iter().map(|t| t.1).collect();
                let pairs: Vec<(Cell, Cell)> =
                    (0..cells.len()).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
                let pairs: Vec<(Cell, Cell)> =
                    pairs.into_iter().map(|(a, b)| (cells[a], cells[b])).collect();
                self.board.fewest_apart(&pairs, named, &enough)
            }
            (Joint::Needed { unit }, Some(mark)) => {
                let has = |c: &&Cell| facts[**c] >> mark.digit & 1 == 1;
                let places = board.units[*unit].scope.iter().filter(has);
                let sees = |c: &Cell| board.peers[mark.cell].has(*c);
                let pairs: Vec<(Cell, Cell)> =
                    places.copied().filter(sees).map(|c| (mark.cell, c)).collect();
                let enough = |more: &[usize]| {
                    let by = |u: &usize, (a, b)| board.makes_differ(*u, a, b);
                    pairs.iter().all(|&pair| named.iter().chain(more).any(|u| by(u, pair)))
                };
                self.board.fewest_apart(&pairs, named, &enough)
            }
            (Joint::Needed { .. }, None) => vec![],
        }
    }
}
