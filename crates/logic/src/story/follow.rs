//! What follows from a mark when constraints are looked at one at a time, each by itself.
//!
//! It is followed in rounds: in each, every constraint that has news looks at the same marks. So
//! what follows soonest comes first, and a contradiction that is near is not missed.

use super::Guide;
use crate::board::Mark;
use crate::oracle::{Facts, Look};
use crate::sets::Each;

/// A mark that is gone, by which constraint, and in which round; by none if it was supposed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) mark: Mark,
    pub(super) by: Option<usize>,
    pub(super) round: usize,
}

/// What cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clash {
    /// A cell has no mark left.
    Cell(usize),
    /// A constraint cannot be kept.
    Unit(usize),
}

/// A thought: what was supposed and what follows.
#[derive(Clone)]
pub(super) struct Thought<'t> {
    /// The constraints that are looked at.
    pub(super) units: &'t [usize],
    pub(super) look: Look,
    /// What every cell may have been before.
    pub(super) root: &'t Facts,
    /// What every cell may be now.
    pub(super) facts: Facts,
    pub(super) events: Vec<Event>,
    pub(super) round: usize,
    /// Ways in which it fails, all of the same round.
    pub(super) clashes: Vec<Clash>,
}

impl<'t> Thought<'t> {
    pub(super) fn new(units: &'t [usize], root: &'t Facts, look: Look) -> Thought<'t> {
        let (facts, events, clashes) = (root.clone(), vec![], vec![]);
        Thought { units, look, root, facts, events, round: 0, clashes }
    }

    pub(super) fn fails(&self) -> bool {
        !self.clashes.is_empty()
    }
}

impl Guide<'_> {
    /// Supposes a mark and follows it, no more than so many rounds.
    pub(super) fn suppose(&self, thought: &mut Thought<'_>, mark: Mark, rounds: usize) {
        thought.round += 1;
        let others = thought.facts[mark.cell] & !(1 << mark.digit);
        let round = thought.round;
        for digit in Each(others) {
            let mark = Mark { cell: mark.cell, digit };
            thought.events.push(Event { mark, by: None, round });
        }
        thought.facts[mark.cell] &= 1 << mark.digit;
        if thought.facts[mark.cell] == 0 {
            thought.clashes.push(Clash::Cell(mark.cell));
            return;
        }
        let mut changed = vec![mark.cell];
        for _ in 0..rounds {
            changed = self.one_round(thought, &changed);
            if changed.is_empty() || thought.fails() {
                return;
            }
        }
    }

    /// Lets every constraint on these cells have its say; the cells that lose marks.
    fn one_round(&self, thought: &mut Thought<'_>, cells: &[usize]) -> Vec<usize> {
        let before = thought.facts.clone();
        thought.round += 1;
        let mut changed = Vec::new();
        for &unit in thought.units {
            let scope = &self.board.units[unit].scope;
            if !scope.iter().any(|c| cells.contains(c)) {
                continue;
            }
            let own = self.oracle.scope_of(unit, &before);
            let Some(left) = self.oracle.leaves(unit, own, thought.look) else {
                thought.clashes.push(Clash::Unit(unit));
                continue;
            };
            for (&cell, &left) in scope.iter().zip(left.iter()) {
                let gone = thought.facts[cell] & !left;
                if gone == 0 {
                    continue;
                }
                let (by, round) = (Some(unit), thought.round);
                let event = |digit| Event { mark: Mark { cell, digit }, by, round };
                thought.events.extend(Each(gone).map(event));
                thought.facts[cell] &= left;
                if !changed.contains(&cell) {
                    changed.push(cell);
                }
            }
        }
        let empty = changed.iter().filter(|&&c| thought.facts[c] == 0);
        thought.clashes.extend(empty.map(|&c| Clash::Cell(c)));
        changed
    }
}
