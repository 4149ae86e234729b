//! Lines of a contradiction with as few houses as they follow from: a clue with those in which no digit
//! is twice, or several houses that the kernel took together.

use super::Guide;
use crate::board::Mark;
use crate::found::{Consequence, Refuted};
use crate::oracle::Facts;
use crate::sets::fewest;

/// Lines of a contradiction beyond which nobody looks for houses that can be spared.
const LINES: usize = 120;
/// Nodes for one question about several houses.
const NODES: u64 = 200;

impl Guide<'_> {
    /// The same without houses that lines do not need.
    pub(super) fn with_fewer_houses(&self, told: &mut Refuted, facts: &Facts) {
        if told.length() <= LINES {
            self.spare_houses(told, facts.clone());
        }
    }

    fn spare_houses(&self, told: &mut Refuted, mut facts: Facts) {
        told.alike.iter_mut().for_each(|other| self.spare_houses(other, facts.clone()));
        let (mut rest, mut told_before) = (facts.clone(), told.own_marks());
        for other in &mut told.others {
            told_before.iter().for_each(|m| rest[m.cell] &= !(1 << m.digit));
            self.spare_houses(other, rest.clone());
            told_before = other.own_marks();
        }
        if told.value.is_none() {
            facts[told.assumed.cell] &= 1 << told.assumed.digit;
        }
        for line in &mut told.trace {
            if line.joint.is_none() && line.hidden.is_empty() {
                line.units = self.fewest_houses(line, &facts);
            }
            line.marks.iter().for_each(|m| facts[m.cell] &= !(1 << m.digit));
        }
        told.cases.iter_mut().for_each(|case| self.spare_houses(case, facts.clone()));
    }

    /// The constraints of a line without houses that it does not need.
    fn fewest_houses(&self, line: &Consequence, facts: &Facts) -> Vec<usize> {
        let is_house = |u: &usize| self.board.units[*u].house.is_some();
        let open: Vec<Mark> =
            line.marks.iter().copied().filter(|m| facts[m.cell] >> m.digit & 1 == 1).collect();
        match &line.units[..] {
            [unit, houses @ ..] if houses.len() > 1 && houses.iter().all(is_house) => {
                let breaks = |some: &[usize], &mark: &Mark| match is_house(unit) {
                    true => {
                        let all: Vec<usize> = [*unit].into_iter().chain(some.to_vec()).collect();
                        self.oracle.refutes(&all, facts, mark, NODES) == Some(true)
                    }
                    false => {
                        let scope = self.oracle.scope_of(*unit, facts);
                        self.breaks_among(*unit, some, scope, Some(mark))
                    }
                };
                let enough = |some: &[usize]| open.iter().all(|mark| breaks(some, mark));
                match enough(houses) {
                    true => [*unit].into_iter().chain(fewest(houses, &enough)).collect(),
                    false => line.units.clone(),
                }
            }
            units => units.to_vec(),
        }
    }
}
