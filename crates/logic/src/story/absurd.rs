//! The last resort: assume a mark and follow it to a contradiction, as briefly as it goes.

use super::cases::Cases;
use super::failing::{Because, Failing, Refutation};
use super::follow::Thought;
use super::{Guide, Truth, rated};
use crate::board::Mark;
use crate::found::{Consequence, Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::{Facts, Look};
use crate::reason::{self, Reason};
use crate::technique::Technique;

/// Marks that are followed, and those of them whose traces are compared: with all patience, and with
/// none.
const FOLLOWED: [usize; 2] = [60, 16];
const CLOSE: [usize; 2] = [8, 3];
/// Marks that are gone through case by case.
const BY_CASES: [usize; 2] = [8, 3];
/// Marks that are gone through with cases within cases.
const MANY_TRIED: [usize; 2] = [6, 1];
/// The same with very many cases.
const VERY_MANY_TRIED: [usize; 2] = [2, 1];
/// The ends of their cases, if need be more and more.
const VERY_MANY: [usize; 2] = [150, 600];
/// Marks that go before a refutation with many cases is looked for again where there was none.
const AGAIN: usize = 12;
/// Clues that the lines of a trace name, each as often as it is named: beyond this cases are easier.
const NAMES: usize = 60;
/// Lines that nobody looks for a shorter way than.
const BRIEF: usize = 8;
/// Lines beyond which houses are looked at together with clues.
const LONG: usize = 24;
/// Lines beyond which a way without cases is compared with cases, of which each weighs so much.
const VERY_LONG: usize = 40;
const CASE: usize = 3;

/// How far a contradiction was looked for without cases.
pub(super) struct Straight {
    facts: Facts,
    /// The marks that are in no solution.
    order: Vec<Mark>,
    /// Who has a say where a glance is not enough.
    voices: Vec<usize>,
    pub(super) told: Option<Refuted>,
}

/// Whether nothing is told, or it takes more lines.
fn longer(told: &Option<Refuted>, lines: usize) -> bool {
    told.as_ref().is_none_or(|told| told.length() > lines)
}

impl Guide<'_> {
    /// The mark with the shortest way to a contradiction.
    pub(super) fn absurd(&mut self, marks: &Marks) -> Option<Found> {
        let straight = self.straight(marks);
        self.absurd_from(straight, marks)
    }

    /// The shortest way to a contradiction without cases.
    pub(super) fn straight(&mut self, marks: &Marks) -> Straight {
        let facts = self.facts(marks);
        let order = self.wrong(marks, &facts);
        let units: Vec<usize> =
            (0..self.board.units.len()).filter(|&u| !self.board.units[u].outside).collect();
        let glance = self.shortest(&units, &facts, &order, Look::Glance);
        // A close look, and what several clues say in one thought, have to be much shorter.
        let much_shorter = |a: Option<Refuted>, b: Option<Refuted>| match (a, b) {
            (Some(a), Some(b)) => Some(if 2 * b.length() < a.length() { b } else { a }),
            (a, b) => a.or(b),
        };
        let (mut straight, mut voices) = (glance, vec![]);
        if longer(&straight, BRIEF) {
            voices = self.with_joints(&units, marks);
            let close = self.shortest(&voices, &facts, &order, Look::Close);
            straight = much_shorter(straight, close);
        }
        // With the houses of its cells a clue says more.
        if longer(&straight, LONG) {
            let joint = self.shortest(&voices, &facts, &order, Look::Joint);
            straight = much_shorter(straight, joint);
        }
        Straight { facts, order, voices, told: straight }
    }

    /// The same, or one with cases if that is easier to follow or there is no other.
    pub(super) fn absurd_from(&mut self, straight: Straight, marks: &Marks) -> Option<Found> {
        let Straight { facts, order, voices, told: straight } = straight;
        let outside = self.board.units.iter().any(|unit| unit.outside);
        // A few cases may be easier to follow than a long way without any.
        let cases = match longer(&straight, VERY_LONG) && !self.is_in_vain(marks) {
            true => self.by_cases(&voices, &facts, &order),
            false => None,
        };
        if longer(&straight, VERY_LONG) && cases.is_none() {
            self.no_cases.get_or_insert(marks.total());
        } else {
            self.no_cases = None;
        }
        let shorter = |cases: &Refuted| {
            let lines = cases.length() + CASE * cases.ends();
            straight.as_ref().is_none_or(|s| lines < s.length())
        };
        let refuted = cases.filter(shorter).or(straight).or_else(|| {
            match outside {
                // Values outside the grid have no marks, so only the kernel knows what follows.
                true => self.with_values(&voices, marks, &facts, &order),
                false => self.at_length(&voices, marks, &facts, &order),
            }
        });
        if self.is_over() {
            return None;
        }
        let refuted = match refuted {
            Some(refuted) => refuted,
            None => {
                if let Some(mark) = self.decisive(&facts) {
                    return self.by_search(mark);
                }
                let order = self.by_consequences(&voices, &facts, &order, Look::Joint);
                let order = self.by_size(marks, &order);
                match self.by_very_many_cases(&voices, &facts, &order) {
                    Some(refuted) => refuted,
                    None => return self.by_search(*order.first()?),
                }
            }
        };
        self.patience.spend(Some(&refuted));
        let refuted = self.with_alike(refuted, &facts, &order);
        let (gone, rating) = (refuted.marks(), rated::contradiction(&refuted));
        let pattern = Pattern::Absurd { refuted, branched: false };
        let found = Found::new(Technique::Contradiction, pattern);
        Some(found.removing(gone).rated(rating))
    }

    /// Whether a few cases were too few a moment ago, and nobody has the patience to try again.
    fn is_in_vain(&mut self, marks: &Marks) -> bool {
        let then = self.no_cases.filter(|_| self.patience.is_short());
        let soon = then.is_some_and(|then| marks.total() + AGAIN > then);
        if !soon {
            self.no_cases = None;
        }
        soon
    }

    /// As many as there is patience for: with all of it, and with none.
    fn so_many(&self, [full, least]: [usize; 2]) -> usize {
        self.patience.of(full, least)
    }

    /// A refutation with many cases.
    fn at_length(
        &mut self,
        voices: &[usize],
        marks: &Marks,
        facts: &Facts,
        order: &[Mark],
    ) -> Option<Refuted> {
        // What took too long a moment ago takes too long now.
        if self.untold.is_some_and(|then| marks.total() + AGAIN > then) {
            return None;
        }
        let told = self.by_many_cases(voices, marks, facts, order);
        self.untold = told.is_none().then(|| marks.total());
        told
    }

    /// A refutation where constraints speak of values outside the grid: as the kernel tells it, with
    /// many cases, or many clues to a line, whichever is shorter.
    fn with_values(
        &mut self,
        voices: &[usize],
        marks: &Marks,
        facts: &Facts,
        order: &[Mark],
    ) -> Option<Refuted> {
        let told = self.propagated(marks, facts);
        if told.as_ref().is_some_and(|told| told.names() <= NAMES) {
            return told;
        }
        // What took too long a moment ago takes too long now.
        let given_up = self.untold.is_some_and(|then| marks.total() + AGAIN > then);
        if given_up {
            return told;
        }
        let told = [self.by_many_cases(voices, marks, facts, order), told];
        let told = told.into_iter().flatten().min_by_key(|told| told.length() + told.names());
        let told = told.or_else(|| {
            let order = self.by_size(marks, order);
            self.by_stories(facts, &order)
        });
        self.untold = told.is_none().then(|| marks.total());
        told
    }

    /// The marks that are in no solution: those that fail soonest first, then cells with few.
    fn wrong(&mut self, marks: &Marks, facts: &Facts) -> Vec<Mark> {
        let Truth::Known(truth) = self.truth else { return vec![] };
        let mut all: Vec<Mark> =
            self.failing(marks, facts).into_iter().map(|f: Failing| f.mark).collect();
        let mut rest: Vec<Mark> =
            marks.all().filter(|m| truth[m.cell] >> m.digit & 1 == 0 && !all.contains(m)).collect();
        rest.sort_by_key(|m| (marks.of[m.cell].count_ones(), *m));
        all.extend(rest);
        all
    }

    /// The shortest of the refutations without cases.
    fn shortest(
        &self,
        units: &[usize],
        facts: &Facts,
        order: &[Mark],
        look: Look,
    ) -> Option<Refuted> {
        let mut failing: Vec<(usize, usize, Mark)> = Vec::new();
        let mut rounds = usize::MAX;
        for &mark in order.iter().take(self.so_many(FOLLOWED)) {
            if self.is_over() {
                return None;
            }
            let mut thought = Thought::new(units, facts, look);
            // What takes many rounds more than another is not shorter.
            self.suppose(&mut thought, mark, rounds);
            if thought.fails() {
                rounds = rounds.min(thought.round + 2);
                failing.push((thought.round, thought.events.len(), mark));
            }
        }
        failing.sort_unstable();
        let told = failing
            .into_iter()
            .take(self.so_many(CLOSE))
            .filter_map(|(_, _, mark)| self.refute(units, facts, mark, look, Cases::NONE));
        let best = self.most_useful(told.collect(), facts)?;
        Some(self.with_fewer_clues(best, facts, look))
    }

    /// Of refutations that are hardly longer than the shortest, the one after which most goes.
    fn most_useful(&self, told: Vec<Refuted>, facts: &Facts) -> Option<Refuted> {
        let least = told.iter().map(Refuted::length).min()?;
        let units: Vec<usize> =
            (0..self.board.units.len()).filter(|&u| !self.board.units[u].outside).collect();
        let useful = |told: &Refuted| {
            let (mut left, Mark { cell, digit }) = (facts.clone(), told.assumed);
            left[cell] &= !(1 << digit);
            self.settle(&units, Look::Close, &mut left, &[cell]).unwrap_or_else(|gone| gone)
        };
        let near = told.into_iter().filter(|told| told.length() <= least + least / 4 + 1);
        near.min_by_key(|told| (u32::MAX - useful(told), told.measure(self.board)))
    }

    /// The same without clues that can be spared, if that makes it no longer.
    fn with_fewer_clues(&self, mut told: Refuted, facts: &Facts, look: Look) -> Refuted {
        let mut at = 0;
        loop {
            let mut units = told.cited(self.board);
            if at >= units.len() {
                return told;
            }
            units.remove(at);
            let voices = if told.is_joint() { self.voices_within(&units) } else { units };
            match self.refute(&voices, facts, told.assumed, look, Cases::NONE) {
                Some(other)
                    if other.length() <= told.length()
                        && other.cited(self.board).len() < told.cited(self.board).len() =>
                {
                    told = other;
                }
                _ => at += 1,
            }
        }
    }

    /// The shortest of the refutations with a few cases: if possible none of these has cases.
    fn by_cases(&self, voices: &[usize], facts: &Facts, wrong: &[Mark]) -> Option<Refuted> {
        let order = &self.by_consequences(voices, facts, wrong, Look::Close);
        let single: Vec<usize> =
            voices.iter().copied().filter(|&v| v < self.board.units.len()).collect();
        let tried = self.so_many(BY_CASES);
        let alone = [(Look::Glance, Cases::FEW, tried), (Look::Close, Cases::FEW, tried)];
        let ways = [
            (Look::Close, Cases::FEW, tried),
            (Look::Joint, Cases::FEW, tried),
            (Look::Joint, Cases::TWICE, tried.div_ceil(4)),
        ];
        let told = self.first_way(&alone, &single, facts, order);
        told.or_else(|| self.first_way(&ways, voices, facts, order))
    }

    /// A refutation with cases within cases; of some marks the one with the fewest ends.
    fn by_many_cases(
        &mut self,
        units: &[usize],
        marks: &Marks,
        facts: &Facts,
        wrong: &[Mark],
    ) -> Option<Refuted> {
        let order = self.by_consequences(units, facts, wrong, Look::Joint);
        let order = self.by_size(marks, &order);
        let mut best: Option<Refuted> = None;
        let tried = order.iter().take(self.so_many(MANY_TRIED)).take_while(|_| !self.is_over());
        for &mark in tried.filter(|&&mark| self.is_tellable(mark, Cases::MANY.ends)) {
            let fewer = best.as_ref().map_or(Cases::MANY, |b| Cases::MANY.below(b));
            best = self.refute(units, facts, mark, Look::Joint, fewer).or(best);
        }
        best
    }

    /// The same where that is not enough: the limit on ends is raised until one mark keeps it.
    fn by_very_many_cases(
        &self,
        voices: &[usize],
        facts: &Facts,
        order: &[Mark],
    ) -> Option<Refuted> {
        // What takes so many cases is read by nobody who has read others, and where values outside the
        // grid have a say each of them takes long.
        let outside = self.board.units.iter().any(|unit| unit.outside);
        let limits = if outside { &VERY_MANY[..1] } else { &VERY_MANY[..] };
        let mut limits = limits.iter().copied().filter(|_| !self.patience.is_short());
        limits.find_map(|most| {
            let mut best: Option<Refuted> = None;
            for &mark in
                order.iter().take(self.so_many(VERY_MANY_TRIED)).take_while(|_| !self.is_over())
            {
                let ends = best.as_ref().map_or(most, |best| best.ends() - 1);
                best = self.by_all_cases(voices, facts, mark, Cases::up_to(ends)).or(best);
            }
            best
        })
    }

    /// How a mark fails by all constraints.
    pub(super) fn by_all_cases(
        &self,
        voices: &[usize],
        facts: &Facts,
        mark: Mark,
        cases: Cases,
    ) -> Option<Refuted> {
        match self.board.units.iter().any(|unit| unit.outside) {
            true => self.by_story(facts, mark, cases),
            false => self.refute(voices, facts, mark, Look::Joint, cases),
        }
    }

    /// The shortest trace of those that the kernel leaves: its lines may take several clues.
    fn propagated(&mut self, marks: &Marks, facts: &Facts) -> Option<Refuted> {
        let failing = self.failing(marks, facts);
        let model = self.oracle.whole();
        let start = self.oracle.story(&model, None, facts);
        let close = failing.into_iter().take(self.so_many(CLOSE)).take_while(|_| !self.is_over());
        let told = close.filter_map(|Failing { mark, .. }| {
            let trace = self.refutation(start.clone(), facts, mark)?;
            refuted(facts, mark, &trace).filter(|_| !trace.cut)
        });
        told.min_by_key(|told| told.measure(self.board))
    }

    /// Where there is no short refutation of any mark: branches have to be tried, and are told when
    /// somebody wants to read them.
    fn by_search(&mut self, mark: Mark) -> Option<Found> {
        self.patience.spend(None);
        let refuted = Refuted::of(mark);
        let pattern = Pattern::Absurd { refuted, branched: true };
        let found = Found::new(Technique::Contradiction, pattern);
        Some(found.removing(vec![mark]).rated(rated::untold()))
    }
}

impl Guide<'_> {
    /// A step and its reason, told with the constraints of the reason alone if these are fewer. A
    /// contradiction stays as it is if that makes it longer, and cites what it tells of. How hard
    /// it was to find stays as it is, too.
    pub(crate) fn retold(
        &self,
        mut found: Found,
        reason: Reason,
        marks: &Marks,
    ) -> (Found, Reason) {
        let all = match &found.pattern {
            Pattern::Several { units, .. } => units.clone(),
            Pattern::Absurd { refuted, branched: false } => refuted.cited(self.board),
            _ => return (found, reason),
        };
        let dropped = all.iter().any(|u| !reason.units.contains(u));
        let others = reason.units.iter().any(|u| !all.contains(u));
        if !reason.smallest || !dropped || others || reason.units.is_empty() {
            return (found, reason);
        }
        let (facts, units) = (self.facts(marks), &reason.units[..]);
        match (&mut found.pattern, units) {
            (pattern @ Pattern::Several { .. }, &[unit]) => {
                (*pattern, found.technique) = (Pattern::Alone { unit }, Technique::Alone);
            }
            (Pattern::Several { units: own, why }, _) => {
                let first = why.as_ref().map(|w| w.assumed);
                let others = found.remove.iter().copied().filter(|&m| Some(m) != first);
                let wrong: Vec<Mark> = first.into_iter().chain(others).collect();
                match self.why_any(units, &facts, &wrong) {
                    None if why.is_some() => {
                        let reason = reason::citing(&self.oracle, &facts, &found, all);
                        return (found, reason);
                    }
                    first => {
                        *why = first.map(|first| self.with_others(first, units, &facts, &wrong));
                        *own = units.to_vec();
                    }
                }
            }
            (Pattern::Absurd { refuted, .. }, _) => {
                let other = match refuted.alike.is_empty() {
                    true => self.why_any(units, &facts, &[refuted.assumed]),
                    false => None,
                };
                let longer =
                    |o: &Refuted| (o.depth(), o.length()) > (refuted.depth(), refuted.length());
                match other.filter(|o| !longer(o)) {
                    Some(other) => *refuted = other,
                    None => {
                        let reason = reason::citing(&self.oracle, &facts, &found, all);
                        return (found, reason);
                    }
                }
            }
            _ => {}
        }
        (found, reason)
    }
}

/// A refutation as it is told: marks that go by the same constraints go together.
pub(super) fn refuted(left: &Facts, assumed: Mark, why: &Refutation) -> Option<Refuted> {
    let (last, before) = why.steps.split_last()?;
    let told = consequences(before);
    let empty = emptied(left.clone(), assumed, &told);
    let (units, gone) = (last.units.clone(), why.gone.clone());
    Some(Refuted { units, empty, trace: told, gone, ..Refuted::of(assumed) })
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
            let (marks, hidden, fails) = Default::default();
            told.push(Consequence { marks, hidden, units, joint: None, fails });
        }
        if let Some(last) = told.last_mut() {
            last.marks.extend(because.conclusion);
            last.hidden.extend(because.hidden);
        }
    }
    told
}

/// The cell that loses its last mark.
fn emptied(mut left: Facts, assumed: Mark, trace: &[Consequence]) -> Option<usize> {
    left[assumed.cell] = 1 << assumed.digit;
    for mark in trace.iter().flat_map(|c| &c.marks) {
        left[mark.cell] &= !(1 << mark.digit);
        if left[mark.cell] == 0 {
            return Some(mark.cell);
        }
    }
    None
}
