//! Leaving out premises until each that is left is needed.
//!
//! A premise without which the conclusion does not follow stays needed however many others are
//! left out. One of which that could not be told in time may be told later, with fewer premises
//! beside it: such are asked about again until nothing changes. So the last answer about every
//! premise was given for just those that are left, which is what the checker asks.

use crate::board::Mark;
use crate::oracle::{Claim, Facts, Oracle};
use crate::sets::{Digits, Each, count};

/// Nodes for one question at first: most premises are seen to be superfluous at once or never.
const AT_ONCE: u64 = 50;

/// Premises of some claims.
pub(super) struct Shrink<'s, 'a> {
    oracle: &'s Oracle<'a>,
    claims: &'s [Claim],
    /// The constraints.
    pub(super) units: Vec<usize>,
    /// What is left of each cell by the marks that are premises.
    pub(super) facts: Facts,
    /// Units that are needed.
    firm: Vec<usize>,
    /// Marks that are needed, cell by cell.
    firm_marks: Vec<Digits>,
    /// Nodes for one question now.
    nodes: u64,
}

impl<'s, 'a> Shrink<'s, 'a> {
    /// Constraints and facts from which the claims follow.
    pub(super) fn new(
        oracle: &'s Oracle<'a>,
        claims: &'s [Claim],
        units: Vec<usize>,
        facts: &Facts,
    ) -> Shrink<'s, 'a> {
        let firm_marks = vec![0; facts.len()];
        let (facts, nodes) = (facts.clone(), AT_ONCE);
        Shrink { oracle, claims, units, facts, firm: vec![], firm_marks, nodes }
    }

    /// The same, with no constraint left out.
    pub(super) fn citing_all(mut self) -> Shrink<'s, 'a> {
        self.firm = self.units.clone();
        self
    }

    /// Whether all claims follow from some constraints and facts.
    fn follows(&self, units: &[usize], facts: &Facts) -> Option<bool> {
        follows(self.oracle, self.claims, units, facts, self.nodes)
    }

    /// Takes other facts, if the claims follow from them too.
    pub(super) fn try_facts(&mut self, facts: Facts) -> bool {
        let enough = self.follows(&self.units, &facts) == Some(true);
        if enough {
            self.facts = facts;
        }
        enough
    }

    /// Leaves out constraints; whether any could be.
    pub(super) fn units(&mut self) -> bool {
        let before = self.units.len();
        for at in (0..before).rev() {
            if self.firm.contains(&self.units[at]) {
                continue;
            }
            let mut rest = self.units.clone();
            let unit = rest.remove(at);
            match self.follows(&rest, &self.facts) {
                Some(true) => self.units = rest,
                Some(false) => self.firm.push(unit),
                None => {}
            }
        }
        self.units.len() < before
    }

    /// Gives marks back; whether any could be.
    fn marks(&mut self) -> bool {
        let all = self.oracle.board().all();
        let mut changed = false;
        for cell in 0..self.facts.len() {
            let now = self.facts[cell];
            let loose = all & !now & !self.firm_marks[cell];
            if loose == 0 {
                continue;
            }
            // Often the whole cell matters to nobody.
            if count(loose) > 1 && self.give(cell, loose) == Some(true) {
                changed = true;
                continue;
            }
            for digit in Each(loose) {
                match self.give(cell, 1 << digit) {
                    Some(true) => changed = true,
                    Some(false) => self.firm_marks[cell] |= 1 << digit,
                    None => {}
                }
            }
        }
        changed
    }

    /// Gives some marks of a cell back if the claims follow without them.
    fn give(&mut self, cell: usize, digits: Digits) -> Option<bool> {
        let now = self.facts[cell];
        self.facts[cell] = now | digits;
        let answer = self.follows(&self.units, &self.facts);
        if answer != Some(true) {
            self.facts[cell] = now;
        }
        answer
    }

    /// Leaves out all that can be left out.
    pub(super) fn all(&mut self) {
        for nodes in [AT_ONCE, super::fewer(self.oracle.board())] {
            self.nodes = nodes;
            while self.is_open() {
                let marks = self.marks();
                if !self.units() && !marks {
                    break;
                }
            }
        }
    }

    /// Whether of some premise it is not known that it is needed.
    fn is_open(&self) -> bool {
        let all = self.oracle.board().all();
        let loose = |(now, firm): (&Digits, &Digits)| all & !now & !firm != 0;
        self.units.iter().any(|u| !self.firm.contains(u))
            || self.facts.iter().zip(&self.firm_marks).any(loose)
    }

    /// The marks that are premises.
    pub(super) fn gone(&self) -> Vec<Mark> {
        let all = self.oracle.board().all();
        let gone = |(cell, &now): (usize, &Digits)| {
            Each(all & !now).map(move |digit| Mark { cell, digit })
        };
        self.facts.iter().enumerate().flat_map(gone).collect()
    }
}

/// Whether all claims follow from some constraints and facts.
pub(super) fn follows(
    oracle: &Oracle<'_>,
    claims: &[Claim],
    units: &[usize],
    facts: &Facts,
    nodes: u64,
) -> Option<bool> {
    let mut known = true;
    for &claim in claims {
        match oracle.proves(units, facts, claim, nodes) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => known = false,
        }
    }
    known.then_some(true)
}
