//! The smallest set of constraints that erases a mark.
//!
//! Each mark that is in no solution is assumed, and the kernel propagates. Those that fail
//! soonest are looked at closely: following the reasons back gives constraints that refute
//! the mark; constraints are dropped while the rest still does; then implicit hitting sets
//! look for a smaller set. A solution of some constraints shows constraints (those it breaks)
//! of which every refutation must have one; the smallest set that meets all of these either
//! refutes the mark, and then no smaller one does, or gives the next set to meet.

use pencilmark_kernel::log::Cause;
use pencilmark_kernel::reason::{Conclusion, Premise, Reason, Story};
use pencilmark_kernel::{CompileOptions, DeriveOptions, GroupId, Model, Strength, VarId, derive};

use super::{Guide, Truth, absurd};
use crate::board::Mark;
use crate::found::{Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::Facts;
use crate::sets::Each;
use crate::technique::Technique;

/// Constraints that a person can be asked to see together.
const MOST: usize = 8;
/// Marks looked at closely.
const CLOSE: usize = 6;
/// Nodes for one question on the way.
const NODES: u64 = 2000;
/// Rounds of the hitting-set loop for one mark.
const ROUNDS: usize = 60;
/// Steps of one search for a hitting set.
const STEPS: u64 = 20_000;

/// How hard it is to see so many constraints together, in tenths.
pub(super) fn rating(size: usize) -> u32 {
    match size {
        0..=1 => 26,
        2 => 32,
        3 => 40,
        4 => 52,
        5 => 66,
        6 => 72,
        7 => 78,
        n => 78 + 3 * (n as u32 - 7),
    }
}

/// A mark whose assumption fails, and what that takes.
#[derive(Clone, Copy)]
pub(super) struct Failing {
    pub(super) mark: Mark,
    /// How much follows before it fails.
    pub(super) effort: usize,
}

/// One step of a refutation.
pub(super) struct Because {
    pub(super) conclusion: Option<Mark>,
    pub(super) units: Vec<usize>,
}

impl Guide<'_> {
    /// The smallest set of at most so many constraints that erases a mark.
    pub(super) fn several(&mut self, marks: &Marks, most: usize) -> Option<Found> {
        let facts = self.facts(marks);
        // Asked for again and again with larger sizes while the marks stay as they are.
        if self.smallest.as_ref().is_none_or(|(known, _)| *known != facts) {
            let best = self.smallest_of_all(marks, &facts);
            self.smallest = Some((facts.clone(), best));
        }
        let (units, mark) = self.smallest.as_ref()?.1.clone().filter(|(u, _)| u.len() <= most)?;
        let mut gone = self.erased(&units, &facts, marks);
        if !gone.contains(&mark) {
            gone.push(mark);
        }
        let rated = rating(units.len());
        let why = self.why_together(&units, &facts, marks, mark);
        let found = Found::new(Technique::Several, Pattern::Several { units, why });
        Some(found.removing(gone).rated(rated))
    }

    /// How a mark fails when some constraints, and no others, are followed.
    pub(super) fn why_together(
        &self,
        units: &[usize],
        facts: &Facts,
        marks: &Marks,
        mark: Mark,
    ) -> Option<Refuted> {
        let told = |(model, facts_group): (Model, GroupId)| {
            absurd::refuted(marks, mark, &self.refutation(&model, facts_group, facts, mark)?)
        };
        // Nothing is told by all of them saying the conclusion at once.
        let says_something = |why: &Refuted| why.trace.iter().all(|c| c.units.len() < units.len());
        let plain = told(self.oracle.plain_model(units, facts)).filter(says_something);
        plain.or_else(|| told(self.oracle.part_model(units, facts)).filter(says_something))
    }

    fn smallest_of_all(&mut self, marks: &Marks, facts: &Facts) -> Option<(Vec<usize>, Mark)> {
        let (model, facts_group) = self.whole(facts);
        let mut best: Option<(Vec<usize>, Mark)> = None;
        for Failing { mark, .. } in self.failing(marks, facts, &model).into_iter().take(CLOSE) {
            if self.is_over() {
                return None;
            }
            let Some(trace) = self.refutation(&model, facts_group, facts, mark) else { continue };
            let mut units: Vec<usize> = trace.iter().flat_map(|b| b.units.clone()).collect();
            units.sort_unstable();
            units.dedup();
            let units = self.shrink(units, facts, mark);
            let limit = best.as_ref().map_or(MOST + 1, |(b, _)| b.len());
            // Far from small enough: no hitting set will bring it down.
            if units.len() > limit + 4 {
                continue;
            }
            let units = self.smaller(units, facts, mark);
            if units.len() < limit {
                best = Some((units, mark));
            }
        }
        best
    }

    /// The whole board with its facts, compiled, and the group of the facts.
    pub(super) fn whole(&self, facts: &Facts) -> (Model, GroupId) {
        let (problem, group) = self.oracle.whole(facts);
        let options = CompileOptions { distinct: Strength::Full, ..CompileOptions::default() };
        (derive(&problem, &DeriveOptions::default()).compile(&options), group)
    }

    /// Marks in no solution whose assumption propagation refutes, those that fail soonest
    /// first.
    pub(super) fn failing(&mut self, marks: &Marks, facts: &Facts, model: &Model) -> Vec<Failing> {
        match &self.refuted {
            Some((known, all)) if known == facts => all.clone(),
            _ => {
                let all = self.all_failing(marks, model);
                self.refuted = Some((facts.clone(), all.clone()));
                all
            }
        }
    }

    fn all_failing(&self, marks: &Marks, model: &Model) -> Vec<Failing> {
        let Truth::Known(truth) = self.truth else { return vec![] };
        let wrong = marks.all().filter(|m| truth[m.cell] >> m.digit & 1 == 0);
        let start = Story::new(model);
        let root = start.learned().len();
        let mut all: Vec<Failing> = wrong
            .take_while(|_| !self.is_over())
            .filter_map(|mark| {
                let mut story = start.clone();
                story.assume(self.var(mark), self.board.value(mark.digit));
                let effort = story.learned().len() - root;
                story.failed().then_some(Failing { mark, effort })
            })
            .collect();
        all.sort_by_key(|f| (f.effort, f.mark));
        all
    }

    fn var(&self, mark: Mark) -> VarId {
        self.board.lowered.cells[mark.cell]
    }

    /// Why a mark fails: what follows from it and is needed, in order.
    pub(super) fn refutation(
        &self,
        model: &Model,
        facts_group: GroupId,
        facts: &Facts,
        mark: Mark,
    ) -> Option<Vec<Because>> {
        let mut story = Story::new(model);
        story.assume(self.var(mark), self.board.value(mark.digit));
        let last = story.why_failed()?;
        let order = story.learned();
        let mut needed: Vec<(usize, Because)> = Vec::new();
        let mut todo: Vec<Premise> = last.premises.clone();
        let mut seen: Vec<Premise> = Vec::new();
        needed.push((usize::MAX, self.because(&last, facts_group)));
        while let Some(premise) = todo.pop() {
            if seen.contains(&premise) || seen.len() > 400 {
                continue;
            }
            seen.push(premise);
            let Some(reason) = story.why_known(premise) else { continue };
            // What is gone already is no consequence, whoever took it.
            let from_facts = match self.because(&reason, facts_group).conclusion {
                Some(gone) => facts[gone.cell] >> gone.digit & 1 == 0,
                None => {
                    matches!(reason.cause, Cause::Domain(_)) && reason.groups.contains(&facts_group)
                }
            };
            if reason.cause == Cause::Choice || from_facts {
                continue;
            }
            let at = order.iter().position(|p| *p == premise).unwrap_or(usize::MAX - 1);
            todo.extend(&reason.premises);
            needed.push((at, self.because(&reason, facts_group)));
        }
        needed.sort_by_key(|(at, _)| *at);
        Some(needed.into_iter().map(|(_, b)| b).collect())
    }

    fn because(&self, reason: &Reason, facts_group: GroupId) -> Because {
        let conclusion = match reason.conclusion {
            Conclusion::Not(var, value) => {
                let cell = self.board.lowered.cells.binary_search(&var).ok();
                cell.zip(self.board.digit(value)).map(|(cell, digit)| Mark { cell, digit })
            }
            _ => None,
        };
        let groups = reason.groups.iter().filter(|&&g| g != facts_group);
        Because { conclusion, units: groups.map(|g| g.index()).collect() }
    }

    /// Drops constraints while the rest still refutes the mark.
    fn shrink(&self, mut units: Vec<usize>, facts: &Facts, mark: Mark) -> Vec<usize> {
        let mut at = units.len();
        while at > 0 {
            at -= 1;
            let mut rest = units.clone();
            rest.remove(at);
            if self.oracle.refutes(&rest, facts, mark, NODES) == Some(true) {
                units = rest;
            }
        }
        units
    }

    /// A smallest set that refutes the mark, or the one in hand if none is found in time.
    fn smaller(&self, known: Vec<usize>, facts: &Facts, mark: Mark) -> Vec<usize> {
        let mut to_meet: Vec<Vec<usize>> = Vec::new();
        for _ in 0..ROUNDS {
            let mut steps = 0;
            let chosen = (1..known.len()).find_map(|size| hitting(&to_meet, size, &mut steps));
            let Some(mut chosen) = chosen.filter(|_| steps < STEPS) else { return known };
            chosen.sort_unstable();
            match self.oracle.solution(&chosen, facts, Some(mark), NODES) {
                Ok(None) => return chosen,
                Ok(Some(solution)) => {
                    let broken = self.completed(&chosen, facts, mark, &solution);
                    if broken.is_empty() {
                        return known;
                    }
                    to_meet.push(broken);
                }
                Err(_) => return known,
            }
        }
        known
    }

    /// The constraints broken by a solution of some of them; cells it does not speak of take
    /// whatever breaks least.
    fn completed(
        &self,
        chosen: &[usize],
        facts: &Facts,
        mark: Mark,
        solution: &pencilmark_kernel::search::Solution,
    ) -> Vec<usize> {
        let Truth::Known(truth) = self.truth else { return vec![] };
        let scope = |cell: usize| chosen.iter().any(|&u| self.board.units[u].scope.contains(&cell));
        let value = |var: VarId| -> i64 {
            let Ok(cell) = self.board.lowered.cells.binary_search(&var) else {
                return solution.value(var);
            };
            if cell == mark.cell {
                return self.board.value(mark.digit);
            }
            if scope(cell) {
                return solution.value(var);
            }
            // Outside, the solution of the puzzle keeps most constraints.
            let digit = Each(truth[cell] & facts[cell]).next().unwrap_or(0);
            self.board.value(digit)
        };
        self.oracle.broken(&value)
    }
}

/// A set of this size that meets all others, the first in order.
fn hitting(sets: &[Vec<usize>], size: usize, steps: &mut u64) -> Option<Vec<usize>> {
    fn go(sets: &[Vec<usize>], left: usize, chosen: &mut Vec<usize>, steps: &mut u64) -> bool {
        *steps += 1;
        let missed = sets.iter().filter(|s| !s.iter().any(|u| chosen.contains(u)));
        let Some(shortest) = missed.min_by_key(|s| s.len()) else { return true };
        if left == 0 || *steps > STEPS {
            return false;
        }
        for &unit in shortest {
            chosen.push(unit);
            if go(sets, left - 1, chosen, steps) {
                return true;
            }
            chosen.pop();
        }
        false
    }
    let mut chosen = Vec::new();
    go(sets, size, &mut chosen, steps).then_some(chosen)
}
