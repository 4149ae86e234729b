//! Marks whose assumption the kernel refutes by propagation, and its own trace of why.

use std::collections::{HashMap, HashSet};

use pencilmark_kernel::VarId;
use pencilmark_kernel::log::Cause;
use pencilmark_kernel::reason::{Conclusion, Premise, Reason, Story};

use super::{Guide, Truth};
use crate::board::Mark;
use crate::found::Hidden;
use crate::marks::Marks;
use crate::oracle::Facts;

/// Things known beyond which nobody asks what one of them rests on.
const MOST: usize = 4000;

/// A mark whose assumption fails, and what that takes.
#[derive(Clone, Copy)]
pub(super) struct Failing {
    pub(super) mark: Mark,
    /// How much follows before it fails.
    pub(super) effort: usize,
}

/// One step of a refutation.
#[derive(Clone)]
pub(super) struct Because {
    /// Its place among all that the story found out.
    pub(super) at: usize,
    pub(super) conclusion: Option<Mark>,
    /// What it says about a value outside the grid, if it is about one.
    pub(super) hidden: Option<Hidden>,
    pub(super) units: Vec<usize>,
}

/// Why a mark fails.
#[derive(Default)]
pub(super) struct Refutation {
    /// What follows from it and is needed, in order.
    pub(super) steps: Vec<Because>,
    /// The marks that were gone before, and had to be.
    pub(super) gone: Vec<Mark>,
    /// The places of what it needs of that which was supposed, among all that the story found out.
    pub(super) supposed: Vec<usize>,
    /// Whether it was too long to be told whole.
    pub(super) cut: bool,
}

impl Guide<'_> {
    /// Marks in no solution whose assumption propagation refutes, those that fail soonest
    /// first.
    pub(super) fn failing(&mut self, marks: &Marks, facts: &Facts) -> Vec<Failing> {
        match &self.refuted {
            Some((known, all)) if known == facts => all.clone(),
            _ => {
                let all = self.all_failing(marks, facts);
                self.refuted = Some((facts.clone(), all.clone()));
                all
            }
        }
    }

    fn all_failing(&self, marks: &Marks, facts: &Facts) -> Vec<Failing> {
        let Truth::Known(truth) = self.truth else { return vec![] };
        let wrong = marks.all().filter(|m| truth[m.cell] >> m.digit & 1 == 0);
        let model = self.oracle.whole();
        let start = self.oracle.story(&model, None, facts);
        let root = start.learned_count();
        let mut all: Vec<Failing> = wrong
            .take_while(|_| !self.is_over())
            .filter_map(|mark| {
                let mut story = start.clone();
                story.assume(self.var(mark), self.board.value(mark.digit));
                story.failed().then(|| Failing { mark, effort: story.learned_count() - root })
            })
            .collect();
        all.sort_by_key(|f| (f.effort, f.mark));
        all
    }

    pub(super) fn var(&self, mark: Mark) -> VarId {
        self.board.lowered.cells[mark.cell]
    }

    /// Why a mark fails: what follows from it and is needed, in order.
    pub(super) fn refutation(
        &self,
        mut story: Story<'_>,
        facts: &Facts,
        mark: Mark,
    ) -> Option<Refutation> {
        story.assume(self.var(mark), self.board.value(mark.digit));
        self.failure(&story, facts)
    }

    /// Why a story fails.
    pub(super) fn failure(&self, story: &Story<'_>, facts: &Facts) -> Option<Refutation> {
        let last = story.why_failed()?;
        let mut trace = self.traced(story, facts, last.premises.clone());
        trace.steps.push(self.because(&last, usize::MAX));
        Some(trace)
    }

    /// What some knowledge rests on, in order, and the marks that were gone before.
    pub(super) fn traced(
        &self,
        story: &Story<'_>,
        facts: &Facts,
        mut todo: Vec<Premise>,
    ) -> Refutation {
        let order: HashMap<Premise, usize> = story.learned().into_iter().zip(0..).collect();
        let (mut needed, mut gone): (Vec<Because>, Vec<Mark>) = Default::default();
        let mut supposed: Vec<usize> = Vec::new();
        let (mut seen, mut cut): (HashSet<Premise>, bool) = Default::default();
        while let Some(premise) = todo.pop() {
            if seen.contains(&premise) {
                continue;
            }
            if seen.len() > MOST {
                cut = true;
                break;
            }
            seen.insert(premise);
            let Some(reason) = story.why_known(premise) else { continue };
            // What is gone already is no consequence, whoever took it.
            let at = order.get(&premise).copied().unwrap_or(usize::MAX - 1);
            let because = self.because(&reason, at);
            let known = because.conclusion.filter(|m| facts[m.cell] >> m.digit & 1 == 0);
            gone.extend(known);
            if known.is_some() {
                continue;
            }
            if reason.cause == Cause::Choice {
                supposed.push(at);
                continue;
            }
            todo.extend(&reason.premises);
            needed.push(because);
        }
        needed.sort_by_key(|because| because.at);
        gone.sort_unstable();
        Refutation { steps: needed, gone, supposed, cut }
    }

    fn because(&self, reason: &Reason, at: usize) -> Because {
        let (conclusion, lost) = match reason.conclusion {
            Conclusion::Not(var, value) => {
                let cell = self.board.lowered.cells.binary_search(&var).ok();
                let mark = cell.zip(self.board.digit(value));
                (mark.map(|(cell, digit)| Mark { cell, digit }), Some((var, value, value)))
            }
            Conclusion::AtLeast(var, least) => (None, Some((var, i64::MIN, least - 1))),
            Conclusion::AtMost(var, most) => (None, Some((var, most + 1, i64::MAX))),
            Conclusion::Conflict => (None, None),
        };
        let hidden = lost.and_then(|(var, from, to)| {
            let var = self.board.lowered.vars.iter().position(|v| *v == var)?;
            Some(Hidden { var, from, to })
        });
        let units = reason.groups.iter().map(|g| g.index()).collect();
        Because { at, conclusion, hidden, units }
    }
}
