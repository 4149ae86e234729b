//! A whole explanation, step by step, from any state to the end.

use pencilmark_kernel::search::Limits;

use crate::board::Board;
use crate::check::{self, Verdict};
use crate::decided::{self, Decided};
use crate::explainer::apply;
use crate::find::{View, innies};
use crate::found::{Found, Pattern};
use crate::marks::Marks;
use crate::reason::{self, Reason, claims};
use crate::step::Step;
use crate::story::{Guide, Manner, Truth, rated};
use crate::words;

/// How an explanation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every cell has its digit.
    Solved,
    /// Nothing more follows: what is left is open in the solutions.
    Open,
    /// A cell has no digit left, or two constraints clash: the state is wrong.
    Broken,
    /// No step was found though one must exist.
    Stuck,
    /// The time was up.
    Late,
}

/// An explanation under way.
pub struct Telling<'a> {
    guide: Guide<'a>,
    marks: Marks,
    told: usize,
    /// Whether to look for the constraints and marks each step needs.
    reasons: bool,
    /// Whether a step was given up because the time was up.
    late: bool,
    /// Which cells are known to be doubled and the like, if that is to be told.
    decided: Option<Decided>,
}

impl<'a> Telling<'a> {
    /// From these marks on.
    pub fn new(board: &'a Board, manner: Manner, truth: &'a Truth, marks: Marks) -> Telling<'a> {
        Telling {
            guide: Guide::new(board, manner, truth),
            marks,
            told: 0,
            reasons: true,
            late: false,
            decided: None,
        }
    }

    /// Gives up at the deadline of these limits, or when they are cancelled.
    pub fn within(mut self, limits: &Limits) -> Telling<'a> {
        self.guide = self.guide.within(limits);
        self
    }

    /// Without looking for reasons: steps then cite no clues.
    pub fn quick(mut self) -> Telling<'a> {
        self.reasons = false;
        self
    }

    /// With steps that say which cells are doubled, negated or hold two digits.
    pub fn with_decided(mut self) -> Telling<'a> {
        self.decided = Some(Decided::default());
        self
    }

    /// The marks as they are now.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The next step, without telling it.
    pub fn advance(&mut self) -> Option<Found> {
        self.next().map(|found| self.taken(found))
    }

    /// The next step with how it is seen: of what several constraints erase, that which can be told.
    pub fn told(&mut self) -> Option<Found> {
        let found = self.next()?;
        let found = as_told(&mut self.guide, found, &self.marks);
        Some(self.taken(found))
    }

    fn next(&mut self) -> Option<Found> {
        if self.marks.is_done() || self.marks.is_broken() {
            return None;
        }
        let found = self.guide.next(&self.marks);
        self.late |= found.is_none() && self.guide.is_over();
        found
    }

    fn taken(&mut self, found: Found) -> Found {
        apply(self.guide.board(), &mut self.marks, &found);
        self.told += 1;
        found
    }

    /// The next step, told.
    pub fn step(&mut self) -> Option<Step> {
        self.found_step().map(|(_, step)| step)
    }

    /// The next step, told, and what was found.
    pub fn found_step(&mut self) -> Option<(Found, Step)> {
        let before = self.marks.clone();
        if let Some((found, reason)) = self.decided() {
            self.told += 1;
            let step = Step::new(self.guide.board(), &before, &found, reason, self.told);
            return self.in_time(before, (found, step));
        }
        let found = self.told()?;
        let reason = self.reason_of(&before, &found);
        let (found, reason) = self.restated(found, reason, &before);
        let (found, reason) = self.guide.retold(found, reason, &before);
        let found = self.guide.told_apart(found, &before);
        let step = Step::new(self.guide.board(), &before, &found, reason, self.told);
        self.in_time(before, (found, step))
    }

    /// Innies and outies with just the houses and sums that the reason names, or a reason that names
    /// all of them.
    fn restated(&self, mut found: Found, reason: Reason, before: &Marks) -> (Found, Reason) {
        let all = reason::named(self.guide.board(), &found);
        let innies = matches!(found.pattern, Pattern::Innies { .. }) && reason.smallest;
        if !innies || all == reason.units {
            return (found, reason);
        }
        let view = View { board: self.guide.board(), marks: before };
        if let Some(pattern) = innies::with_only(view, &found, &reason.units) {
            found.pattern = pattern;
            return (found, reason);
        }
        let facts = self.guide.facts(before);
        let reason = reason::citing(self.guide.oracle(), &facts, &found, all);
        (found, reason)
    }

    /// What the marks say of a cell beside its digit.
    fn decided(&mut self) -> Option<(Found, Reason)> {
        let facts = self.guide.facts(&self.marks);
        let last = self.marks.is_done();
        self.decided.as_mut()?.next(self.guide.oracle(), &facts, last)
    }

    /// The next step, told and checked, with every line of its trace.
    pub fn checked_step(&mut self) -> Option<(Step, Verdict)> {
        let before = self.marks.clone();
        let (found, step) = self.found_step()?;
        let verdict = self.check_lines(&before, &found, &step);
        self.in_time(before, (step, verdict))
    }

    /// Checks a step that was found with these marks, and every line of its trace.
    pub fn check_lines(&self, before: &Marks, found: &Found, step: &Step) -> Verdict {
        let lines = match &found.pattern {
            Pattern::Absurd { refuted, branched: false }
            | Pattern::Several { why: Some(refuted), .. } => {
                check::trace(self.guide.oracle(), refuted, &self.guide.facts(before))
            }
            _ => Some(true),
        };
        match (lines, self.check(step)) {
            (Some(false), _) => Verdict::Wrong,
            (None, Verdict::Right | Verdict::RightIfUnique) => Verdict::Unknown,
            (_, verdict) => verdict,
        }
    }

    /// Checks a step: its reason speaks for itself, whatever the marks are now.
    pub fn check(&self, step: &Step) -> Verdict {
        let solution = match self.guide.truth() {
            Truth::Known(cells) => Some(&cells[..]),
            _ => None,
        };
        if let Some(var) = step.decided {
            return decided::check(self.guide.oracle(), var, &step.reason);
        }
        let claims = claims(&step.place, &step.remove);
        check::check(self.guide.oracle(), &claims, &step.reason, solution)
    }

    /// What was found, or, if the time was up meanwhile, nothing and the marks as they were.
    fn in_time<T>(&mut self, before: Marks, found: T) -> Option<T> {
        if !self.guide.is_over() {
            return Some(found);
        }
        (self.marks, self.told, self.late) = (before, self.told - 1, true);
        None
    }

    fn reason_of(&self, before: &Marks, found: &Found) -> Reason {
        if !self.reasons {
            return Reason::default();
        }
        let told = self.guide.reason_told(found, before);
        told.unwrap_or_else(|| {
            reason::reason(self.guide.oracle(), &self.guide.facts(before), found)
        })
    }

    /// How it ended, when there is no next step.
    pub fn end(&self) -> End {
        if self.marks.is_done() {
            return End::Solved;
        }
        if self.marks.is_broken() {
            return End::Broken;
        }
        if self.late {
            return End::Late;
        }
        let Truth::Known(truth) = self.guide.truth() else { return End::Stuck };
        let open = |cell: usize| self.marks.left_of(cell) == truth[cell];
        if (0..truth.len()).all(open) { End::Open } else { End::Stuck }
    }
}

/// A step with how it is seen. What is told mark by mark has no more of them than are told in a few
/// lines, and these make it harder.
pub(crate) fn as_told(guide: &mut Guide<'_>, found: Found, marks: &Marks) -> Found {
    let found = guide.with_why(found, marks);
    let is_traced = words::is_traced(View { board: guide.board(), marks }, &found);
    let lines = match &found.pattern {
        Pattern::Several { why: Some(why), .. } if is_traced => rated::lines(why),
        _ => return found,
    };
    let rating = found.rating + lines;
    guide.briefly(found, marks).rated(rating)
}

/// What is wrong with a state: cells that hold a wrong digit, or else those whose right one is
/// no longer among their marks.
pub fn mistakes(marks: &Marks, truth: &Truth) -> Vec<usize> {
    let Truth::Known(truth) = truth else { return vec![] };
    let wrong: Vec<usize> =
        (0..truth.len()).filter(|&c| marks.left_of(c) & truth[c] == 0).collect();
    // A wrong digit takes right marks from others; it is the one to tell.
    let placed: Vec<usize> = wrong.iter().copied().filter(|&c| marks.value[c].is_some()).collect();
    if placed.is_empty() { wrong } else { placed }
}
