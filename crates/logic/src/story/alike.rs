//! Marks that fail in the same way as another, so that it need not be told again.

use super::Guide;
use super::cases::Cases;
use crate::board::{Board, Mark};
use crate::found::{Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::{Facts, Look};

/// Marks that are compared with one.
const COMPARED: usize = 16;
/// Marks of which the one is told next that takes fewest lines: the others may take fewer after it.
const AHEAD: usize = 4;
/// Lines for all marks of a step together, if the first does not take more.
const LINES: usize = 24;

impl Guide<'_> {
    /// The same with how all other marks of a step fail: in the same way, or told apart.
    pub(super) fn with_others(
        &self,
        first: Refuted,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
    ) -> Refuted {
        self.with_some(first, units, facts, wrong, usize::MAX).0
    }

    /// A step of several constraints that are told mark by mark, with how its other marks fail, but no
    /// more of them than are told in a few lines: the rest may go more easily later, if anybody needs
    /// it.
    pub(crate) fn briefly(&mut self, mut found: Found, marks: &Marks) -> Found {
        let Pattern::Several { units, why } = &mut found.pattern else { return found };
        let Some(first) = why.take() else { return found };
        let (told, all) = self.with_some(first, units, &self.facts(marks), &found.remove, LINES);
        if !all {
            let (told, gone) = (told.marks(), found.remove.clone());
            found.remove.retain(|mark| told.contains(mark));
            let rest = gone.into_iter().filter(|mark| !told.contains(mark)).collect();
            self.later.retain(|(known, _)| known != units);
            self.later.push((units.clone(), rest));
        }
        *why = Some(told);
        found
    }

    /// Whether a step tells what was left of another one, and no more.
    pub(crate) fn is_rest(&self, found: &Found) -> bool {
        let Pattern::Several { units, .. } = &found.pattern else { return false };
        let mut known = self.later.iter().filter(|(known, _)| known == units);
        known.any(|(_, rest)| found.remove.iter().all(|mark| rest.contains(mark)))
    }

    /// The same with how other marks fail, in so many lines together if the first does not take more;
    /// those that fail in the same way take none. And whether that is all there is to tell. What was
    /// told is gone for what is told after it.
    fn with_some(
        &self,
        mut first: Refuted,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
        most: usize,
    ) -> (Refuted, bool) {
        let (told, mut lines, mut all) = (first.marks(), first.length(), true);
        let mut open: Vec<Mark> = wrong.iter().copied().filter(|m| !told.contains(m)).collect();
        let mut facts = facts.clone();
        let mut last = 0;
        loop {
            let model = if last == 0 { &mut first } else { &mut first.others[last - 1] };
            open.retain(|&mark| match self.like_way(units, &facts, mark, model) {
                Some(own) => {
                    model.alike.push(own);
                    false
                }
                None => true,
            });
            model.own_marks().iter().for_each(|m| facts[m.cell] &= !(1 << m.digit));
            let mut next = None;
            // Where nothing fits any more nobody looks for it.
            while next.is_none() && lines < most && !open.is_empty() {
                let way = |at: usize| (at, self.brief_way(units, &facts, open[at]));
                let ways: Vec<_> = (0..open.len().min(AHEAD)).map(way).collect();
                let length = |way: &Option<Refuted>| way.as_ref().map_or(0, Refuted::length);
                let Some((at, way)) = ways.into_iter().min_by_key(|(_, way)| length(way)) else {
                    break;
                };
                open.remove(at);
                let Some(own) = way else { continue };
                match own.length() > most.saturating_sub(lines) {
                    true => all = false,
                    false => next = Some(own),
                }
            }
            let Some(own) = next else { break };
            lines += own.length();
            first.others.push(own);
            last += 1;
        }
        first.gather_gone();
        (first, all && open.is_empty())
    }

    /// How a mark fails as another one does.
    fn like_way(
        &self,
        units: &[usize],
        facts: &Facts,
        mark: Mark,
        model: &Refuted,
    ) -> Option<Refuted> {
        let mut ways = self.ways(units, facts, mark);
        ways.find(|own| {
            model.mirrors(own, self.board, &mut Vec::new()) && !own.comes_to(model.assumed, facts)
        })
    }

    /// How a mark fails, as briefly as was found: a way without cases comes before one with them.
    fn brief_way(&self, units: &[usize], facts: &Facts, mark: Mark) -> Option<Refuted> {
        let ways: Vec<Refuted> = self.ways(units, facts, mark).collect();
        let outside = units.iter().any(|&u| self.board.units[u].outside);
        let brief = ways.into_iter().min_by_key(|own| !own.cases.is_empty());
        let long = || (!outside).then(|| self.why_long(units, facts, &[mark])).flatten();
        brief.or_else(long)
    }

    /// The ways in which a mark fails.
    fn ways<'w>(
        &'w self,
        units: &'w [usize],
        facts: &'w Facts,
        mark: Mark,
    ) -> Box<dyn Iterator<Item = Refuted> + 'w> {
        if units.iter().any(|&u| self.board.units[u].outside) {
            return Box::new(self.why_any(units, facts, &[mark]).into_iter());
        }
        let looks = [Look::Glance, Look::Close].into_iter();
        let way = move |look| self.refute(units, facts, mark, look, Cases::FEW);
        Box::new(looks.filter_map(way))
    }

    /// The same with other marks that fail by the same constraints, line for line.
    pub(super) fn with_alike(&self, mut told: Refuted, facts: &Facts, wrong: &[Mark]) -> Refuted {
        let (first, units) = (told.assumed, told.cited(self.board));
        let outside = units.iter().any(|&u| self.board.units[u].outside);
        if outside || !told.cases.is_empty() {
            return told;
        }
        let voices = if told.is_joint() { self.voices_within(&units) } else { units.clone() };
        let scope = |u: &usize, cell: usize| self.board.units[*u].scope.contains(&cell);
        let near = |m: &&Mark| {
            let beside = || units.iter().any(|u| scope(u, m.cell) && scope(u, first.cell));
            **m != first && (m.cell == first.cell || m.digit == first.digit && beside())
        };
        for &mark in wrong.iter().filter(near).take(COMPARED) {
            let mut ways = [Look::Glance, Look::Close, Look::Joint].into_iter();
            let own = ways.find_map(|look| {
                let own = self.refute(&voices, facts, mark, look, Cases::NONE);
                own.filter(|own| told.is_like(own) && !own.comes_to(first, facts))
            });
            if let Some(own) = own {
                told.add(self.board, own);
            }
        }
        told
    }
}

impl Refuted {
    /// The marks that were gone before the step, and had to be, for all of its marks.
    fn gather_gone(&mut self) {
        let told = self.marks();
        let more = self.alike.iter().chain(&self.others);
        let more = more.flat_map(|o| o.gone.iter().chain(o.alike.iter().flat_map(|a| &a.gone)));
        let more: Vec<Mark> = more.copied().collect();
        self.gone.extend(more);
        self.gone.sort_unstable();
        self.gone.dedup();
        self.gone.retain(|mark| !told.contains(mark));
    }

    /// Whether it goes on to suppose or to find another mark, or one of its cases does: who knows that
    /// this one fails is done there.
    fn comes_to(&self, mark: Mark, facts: &Facts) -> bool {
        let mut left = facts.clone();
        if self.value.is_none() {
            left[self.assumed.cell] = 1 << self.assumed.digit;
        }
        for gone in self.trace.iter().flat_map(|line| &line.marks) {
            left[gone.cell] &= !(1 << gone.digit);
        }
        let found = left[mark.cell] == 1 << mark.digit;
        found || self.cases.iter().any(|case| case.comes_to(mark, &left))
    }

    /// One more mark of the same step: among those like the first, or like one of the others, or
    /// apart.
    fn add(&mut self, board: &Board, own: Refuted) {
        self.gone.extend(&own.gone);
        self.gone.sort_unstable();
        self.gone.dedup();
        match self.like(board, &own) {
            Some(0) => self.alike.push(own),
            Some(at) => self.others[at - 1].alike.push(own),
            None => self.others.push(own),
        }
    }

    /// Which another mark fails like: the first, 0, or one of the others.
    fn like(&self, board: &Board, own: &Refuted) -> Option<usize> {
        let mut all = [self].into_iter().chain(&self.others);
        all.position(|told| told.mirrors(own, board, &mut Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found::Consequence;

    /// Who finds a mark that is known to fail, or supposes it in a case, need not go on.
    #[test]
    fn a_way_may_come_to_another_mark() {
        let (own, known) = (Mark { cell: 5, digit: 0 }, Mark { cell: 3, digit: 2 });
        let facts: Facts = vec![0b0111; 16];
        let gone = |digits: &[usize]| {
            let marks = digits.iter().map(|&digit| Mark { cell: 3, digit }).collect();
            Consequence { marks, hidden: vec![], units: vec![0], joint: None, fails: vec![] }
        };
        let way = |digits: &[usize]| Refuted { trace: vec![gone(digits)], ..Refuted::of(own) };
        assert!(way(&[0, 1]).comes_to(known, &facts));
        assert!(!way(&[0]).comes_to(known, &facts) && !way(&[0, 2]).comes_to(known, &facts));
        let in_case = |mark: Mark| Refuted { cases: vec![Refuted::of(mark)], ..Refuted::of(own) };
        assert!(in_case(known).comes_to(known, &facts));
        assert!(!in_case(Mark { cell: 3, digit: 1 }).comes_to(known, &facts));
        let value = Refuted { value: Some((0, 1)), ..Refuted::of(known) };
        let outside = Refuted { cases: vec![value], ..Refuted::of(own) };
        assert!(!outside.comes_to(known, &facts));
    }
}
