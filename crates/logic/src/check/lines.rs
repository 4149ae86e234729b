//! The lines of a refutation, each checked by itself: what it names and what was told before it leave
//! no way but what it says, of cells and of values outside the grid.

use pencilmark_kernel::VarId;

use crate::board::Mark;
use crate::found::{Consequence, Joint, Refuted};
use crate::oracle::{Facts, Oracle, Range};
use crate::outside::Ranges;
use crate::reason::NODES;
use crate::sets::Each;

/// Whether every line of a refutation follows from the constraints it names and what was told before
/// it, and it ends as it says, given what every cell may be: none if that took too long to find out.
pub fn trace(oracle: &Oracle<'_>, told: &Refuted, facts: &Facts) -> Option<bool> {
    Known { oracle, facts: facts.clone(), outside: Ranges::default() }.refutes(told)
}

/// What was told so far.
#[derive(Clone)]
struct Known<'o> {
    oracle: &'o Oracle<'o>,
    facts: Facts,
    /// What is left of values outside the grid of which something was told.
    outside: Ranges,
}

impl Known<'_> {
    fn refutes(mut self, told: &Refuted) -> Option<bool> {
        if !told.others.is_empty() {
            return self.refutes_all(told);
        }
        for other in &told.alike {
            if !self.clone().refutes(other)? {
                return Some(false);
            }
        }
        match told.value {
            Some((var, value)) => self.outside.suppose(self.oracle.board(), var, value),
            None => self.facts[told.assumed.cell] &= 1 << told.assumed.digit,
        }
        for line in &told.trace {
            if !self.follows(line)? {
                return Some(false);
            }
            line.marks.iter().for_each(|m| self.facts[m.cell] &= !(1 << m.digit));
            line.hidden.iter().for_each(|lost| self.outside.lose(self.oracle.board(), lost));
        }
        if let Some(cell) = told.empty {
            return Some(self.facts[cell] == 0);
        }
        if let Some(many) = &told.many {
            return self.clash(&many.units, None);
        }
        if told.cases.is_empty() {
            return self.clash(&told.units, None);
        }
        if !self.has_all_cases(told) {
            return Some(false);
        }
        for case in &told.cases {
            if !self.clone().refutes(case)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The same for the marks of a step one after the other: what was refuted is gone for the next.
    fn refutes_all(mut self, told: &Refuted) -> Option<bool> {
        let first = Refuted { others: vec![], ..told.clone() };
        for one in [&first].into_iter().chain(&told.others) {
            if !self.clone().refutes(one)? {
                return Some(false);
            }
            for gone in [one].into_iter().chain(&one.alike).map(|refuted| refuted.assumed) {
                self.facts[gone.cell] &= !(1 << gone.digit);
            }
        }
        Some(true)
    }

    /// Whether one of the cases must be true.
    fn has_all_cases(&self, told: &Refuted) -> bool {
        let Some(first) = told.cases.first() else { return false };
        if let Some((var, _)) = first.value {
            let is_case = |value| told.cases.iter().any(|case| case.value == Some((var, value)));
            let left = self.outside.left_of(self.oracle.board(), var);
            return left.iter().all(|&(lo, hi)| (lo..=hi).all(is_case));
        }
        let is_case =
            |mark: Mark| told.cases.iter().any(|case| case.value.is_none() && case.assumed == mark);
        let first = first.assumed;
        match told.house {
            None => Each(self.facts[first.cell]).all(|digit| is_case(Mark { digit, ..first })),
            Some(house) => {
                let list = self.oracle.board().houses[house].list.iter();
                let mut places = list.filter(|&&c| self.facts[c] >> first.digit & 1 == 1);
                places.all(|&cell| is_case(Mark { cell, ..first }))
            }
        }
    }

    /// Whether all that a line says follows, and what is told of how it fails is so.
    fn follows(&self, line: &Consequence) -> Option<bool> {
        for one in &line.fails {
            let named = one.cited(self.oracle.board());
            if !named.iter().all(|u| line.units.contains(u)) || !self.clone().refutes(one)? {
                return Some(false);
            }
        }
        for &mark in &line.marks {
            if !self.erases(line, mark)? {
                return Some(false);
            }
        }
        for lost in &line.hidden {
            let var = self.oracle.board().lowered.vars[lost.var];
            for range in self.outside.among(self.oracle.board(), lost) {
                let is_near = self.oracle.speaks_of(&line.units, var);
                if !is_near || !self.clash(&line.units, Some((var, range)))? {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    /// Whether a mark goes as a line says: by its constraints, or since it sees every place that the
    /// line tells of a digit that is needed.
    fn erases(&self, line: &Consequence, mark: Mark) -> Option<bool> {
        let board = self.oracle.board();
        if self.facts[mark.cell] >> mark.digit & 1 == 0 {
            return Some(true);
        }
        let Some(&Joint::Needed { unit }) = line.joint.as_deref() else {
            let (var, value) = (board.lowered.cells[mark.cell], board.value(mark.digit));
            return match self.oracle.speaks_of(&line.units, var) {
                true => self.clash(&line.units, Some((var, (value, value)))),
                false => Some(false),
            };
        };
        let mut with = self.clone();
        let sees =
            |&cell: &usize| line.units.iter().any(|&u| board.makes_differ(u, mark.cell, cell));
        for cell in &board.units[unit].scope {
            if self.facts[*cell] >> mark.digit & 1 == 1 && !sees(cell) {
                return Some(false);
            }
            with.facts[*cell] &= !(1 << mark.digit);
        }
        with.clash(&[unit], None)
    }

    /// Whether some constraints cannot hold, or not with one of these values for a variable.
    fn clash(&self, units: &[usize], asked: Option<(VarId, Range)>) -> Option<bool> {
        let vars = &self.oracle.board().lowered.vars;
        let outside: Vec<_> = self.outside.told().map(|(at, left)| (vars[at], left)).collect();
        let way = self.oracle.solution_beside(units, &self.facts, &outside, asked, NODES);
        way.ok().map(|way| way.is_none())
    }
}
