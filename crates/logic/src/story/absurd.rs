//! The last resort: assume a mark and follow it to a contradiction, as briefly as it goes.

use super::several::{Because, Failing, Refutation};
use super::{Guide, Truth};
use crate::board::Mark;
use crate::found::{Consequence, Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::reason::Reason;
use crate::technique::Technique;

/// Marks whose refutations are compared.
const CLOSE: usize = 8;

impl Guide<'_> {
    /// The mark with the shortest way to a contradiction.
    pub(super) fn absurd(&mut self, marks: &Marks) -> Option<Found> {
        let facts = self.facts(marks);
        let model = self.oracle.whole();
        let mut best: Option<(Mark, Refutation)> = None;
        let failing = self.failing(marks, &facts);
        let start = self.oracle.story(&model, None, &facts);
        for Failing { mark, .. } in failing.into_iter().take(CLOSE) {
            if self.is_over() {
                return None;
            }
            let Some(trace) = self.refutation(start.clone(), &facts, mark) else { continue };
            if best.as_ref().is_none_or(|(_, b)| trace.steps.len() < b.steps.len()) {
                best = Some((mark, trace));
            }
        }
        let Some((mark, trace)) = best else { return self.by_search(marks) };
        let refuted = refuted(marks, mark, &trace)?;
        let length = refuted.trace.len();
        let pattern = Pattern::Absurd { refuted, branched: false };
        let rating = 90 + crate::find::chains::links::longer(length * 2);
        let found = Found::new(Technique::Contradiction, pattern);
        Some(found.removing(vec![mark]).rated(rating))
    }

    /// Where propagation alone refutes no mark: branches have to be tried.
    fn by_search(&self, marks: &Marks) -> Option<Found> {
        let Truth::Known(truth) = self.truth else { return None };
        let mark = marks
            .all()
            .filter(|m| truth[m.cell] >> m.digit & 1 == 0)
            .min_by_key(|m| (marks.of[m.cell].count_ones(), *m))?;
        let refuted = Refuted {
            assumed: mark,
            trace: vec![],
            units: vec![],
            empty: None,
            gone: vec![],
            cases: vec![],
            house: None,
        };
        let pattern = Pattern::Absurd { refuted, branched: true };
        let found = Found::new(Technique::Contradiction, pattern);
        Some(found.removing(vec![mark]).rated(110))
    }
}

impl Guide<'_> {
    /// The same, told with the constraints of its reason alone if there are fewer of these. How
    /// hard it was to find stays as it is.
    pub(crate) fn retold(&self, mut found: Found, reason: &Reason, marks: &Marks) -> Found {
        let fewer = |all: &[usize]| {
            let dropped = all.iter().any(|u| !reason.units.contains(u));
            let others = reason.units.iter().any(|u| !all.contains(u));
            let fewer = reason.smallest && dropped && !others && !reason.units.is_empty();
            fewer.then_some(&reason.units[..])
        };
        let (units, wrong): (_, Vec<Mark>) = match &found.pattern {
            Pattern::Several { units, why } => {
                let first = why.as_ref().map(|w| w.assumed).into_iter();
                (fewer(units), first.chain(found.remove.iter().copied()).collect())
            }
            Pattern::Absurd { refuted, branched: false } => {
                let cited = refuted.trace.iter().flat_map(|c| &c.units).chain(&refuted.units);
                (fewer(&cited.copied().collect::<Vec<_>>()), vec![refuted.assumed])
            }
            _ => return found,
        };
        let Some(units) = units else { return found };
        let facts = self.facts(marks);
        let why = || self.why_any(units, &facts, marks, &wrong);
        match (&mut found.pattern, units) {
            (pattern @ Pattern::Several { .. }, &[unit]) => {
                (*pattern, found.technique) = (Pattern::Alone { unit }, Technique::Alone);
            }
            (pattern @ Pattern::Several { .. }, _) => {
                *pattern = Pattern::Several { units: units.to_vec(), why: why() };
            }
            (Pattern::Absurd { refuted, .. }, _) => {
                if let Some(why) = why() {
                    *refuted = why;
                }
            }
            _ => {}
        }
        found
    }
}

/// A refutation as it is told: marks that go by the same constraints go together.
pub(super) fn refuted(marks: &Marks, assumed: Mark, why: &Refutation) -> Option<Refuted> {
    let (last, before) = why.steps.split_last()?;
    let told = consequences(before);
    let empty = emptied(marks, assumed, &told);
    let (units, gone) = (last.units.clone(), why.gone.clone());
    Some(Refuted { assumed, units, empty, trace: told, gone, cases: vec![], house: None })
}

/// What follows, as it is told.
pub(super) fn consequences(before: &[Because]) -> Vec<Consequence> {
    let mut told: Vec<Consequence> = Vec::new();
    for because in before {
        if because.conclusion.is_none() && because.hidden.is_none() {
            continue;
        }
        if told.last().is_none_or(|last| last.units != because.units) {
            let units = because.units.clone();
            told.push(Consequence { marks: vec![], hidden: vec![], units });
        }
        if let Some(last) = told.last_mut() {
            last.marks.extend(because.conclusion);
            last.hidden.extend(because.hidden);
        }
    }
    told
}

/// The cell that loses its last mark.
fn emptied(marks: &Marks, assumed: Mark, trace: &[Consequence]) -> Option<usize> {
    let mut left: Vec<_> = (0..marks.of.len()).map(|c| marks.left_of(c)).collect();
    left[assumed.cell] = 1 << assumed.digit;
    for mark in trace.iter().flat_map(|c| &c.marks) {
        left[mark.cell] &= !(1 << mark.digit);
        if left[mark.cell] == 0 {
            return Some(mark.cell);
        }
    }
    None
}
