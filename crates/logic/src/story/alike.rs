//! Marks that fail in the same way as another, so that it need not be told again.

use super::Guide;
use super::cases::Cases;
use crate::board::{Board, Mark};
use crate::found::{Found, Pattern, Refuted};
use crate::oracle::{Facts, Look};

/// Marks that are compared with one.
const COMPARED: usize = 16;
/// Lines for all marks of a step together, if the first does not take more.
const LINES: usize = 100;

impl Guide<'_> {
    /// The same with how all other marks of a step fail: in the same way, or told apart.
    pub(super) fn with_others(
        &self,
        mut first: Refuted,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
    ) -> Refuted {
        let told = first.marks();
        for &mark in wrong.iter().filter(|m| !told.contains(m)) {
            if let Some(own) = self.in_like_way(units, facts, mark, &first) {
                first.add(self.board, own);
            }
        }
        first
    }

    /// A step of several constraints that are told mark by mark, with no more marks than are told in
    /// a few lines: the others may go more easily later, if anybody needs them.
    pub(crate) fn briefly(&self, mut found: Found) -> Found {
        let Pattern::Several { why: Some(why), .. } = &mut found.pattern else { return found };
        let mut lines = why.length();
        let count = why.others.len();
        why.others.retain(|other| {
            let fits = lines + other.length() <= LINES;
            lines += if fits { other.length() } else { 0 };
            fits
        });
        if why.others.len() < count {
            let told = why.marks();
            found.remove.retain(|mark| told.contains(mark));
        }
        found
    }

    /// How a mark fails: as others did, if possible.
    fn in_like_way(
        &self,
        units: &[usize],
        facts: &Facts,
        mark: Mark,
        first: &Refuted,
    ) -> Option<Refuted> {
        let outside = units.iter().any(|&u| self.board.units[u].outside);
        let known = || [first].into_iter().chain(&first.others);
        let like = |told: &Refuted| known().any(|other| other.is_like(told));
        let mut ways = [Look::Glance, Look::Close].into_iter().filter(|_| !outside);
        let told = ways.find_map(|look| {
            self.refute(units, facts, mark, look, Cases::FEW).filter(|told| like(told))
        });
        told.or_else(|| self.why_any(units, facts, &[mark]))
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
                own.filter(|own| told.is_like(own))
            });
            if let Some(own) = own {
                told.add(self.board, own);
            }
        }
        told
    }
}

impl Refuted {
    /// One more mark of the same step.
    fn add(&mut self, board: &Board, own: Refuted) {
        self.gone.extend(&own.gone);
        self.gone.sort_unstable();
        self.gone.dedup();
        let like = |told: &Refuted| told.mirrors(&own, board, &mut Vec::new());
        let others = self.others.iter().position(like);
        match others {
            _ if like(self) => self.alike.push(own),
            Some(at) => self.others[at].alike.push(own),
            None => self.others.push(own),
        }
    }
}
