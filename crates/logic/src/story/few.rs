//! What a few clues say together, found by other ways than the hunt for the smallest sets: a clue
//! with the houses of its cells, and contradictions that name no more clues than such sets have.

use super::cases::Cases;
use super::hunt::{Core, Hunt};
use super::several::{MOST, is_brief};
use super::{Guide, rated};
use crate::board::Mark;
use crate::found::{Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::{Facts, Look};
use crate::technique::Technique;

/// Clues whose houses are looked at, each with one mark: those that erase most first.
const CLUES: usize = 3;

impl Guide<'_> {
    /// Marks that a clue refutes with the houses of its cells, one for each of some clues. The hunt begins
    /// with them: it takes one question, where a search among all constraints may end too soon.
    pub(super) fn by_homes(&self, hunt: &mut Hunt, marks: &Marks) -> Vec<Mark> {
        let mut found: Vec<(usize, Mark, Vec<usize>)> = Vec::new();
        for unit in 0..self.board.units.len() {
            let own = &self.board.units[unit];
            let mates = self.oracle.mates(unit);
            if own.outside || mates.is_empty() || mates.len() >= MOST {
                continue;
            }
            let mut left = self.oracle.scope_of(unit, &hunt.facts);
            if !self.oracle.narrow(unit, &mut left, Look::Joint) {
                continue;
            }
            let kept = |m: &Mark| {
                let at = own.scope.iter().position(|&c| c == m.cell);
                at.is_none_or(|at| left[at] >> m.digit & 1 == 1)
            };
            let gone: Vec<Mark> = marks.all().filter(|m| !kept(m)).collect();
            if let Some(&mark) = gone.first() {
                let mut units = mates;
                units.push(unit);
                units.sort_unstable();
                found.push((usize::MAX - gone.len(), mark, units));
            }
        }
        found.sort();
        found.truncate(CLUES);
        let mut todo = Vec::new();
        for (_, mark, units) in found {
            let fewer = hunt.cores.get(&mark).is_some_and(|known| known.units.len() <= units.len());
            if !fewer {
                hunt.cores.insert(mark, Core { units, needed: None });
            }
            todo.push(mark);
        }
        todo
    }

    /// How one of some marks fails by some constraints, clues together with the houses of their cells, but
    /// no house that is not among these.
    pub(super) fn why_with_homes(
        &self,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
    ) -> Option<Refuted> {
        let within = |told: &Refuted| told.cited(self.board).iter().all(|u| units.contains(u));
        let told = wrong.iter().filter_map(|&mark| {
            let mut told = self.refute(units, facts, mark, Look::Joint, Cases::NONE)?;
            self.with_fewer_houses(&mut told, facts);
            within(&told).then_some(told)
        });
        told.min_by_key(|told| told.measure(self.board))
    }

    /// A contradiction that is as brief as small sets are told, and names no more clues than they have, is
    /// what these say together, whichever way it was found. Plain Sudoku has its own scale for those.
    pub(super) fn as_few(&self, found: Found) -> Found {
        let Pattern::Absurd { refuted, branched: false } = &found.pattern else { return found };
        let Some(units) = self.few_of(refuted) else { return found };
        let (rating, why) = (rated::several(units.len()), Some(refuted.clone()));
        let several = Found::new(Technique::Several, Pattern::Several { units, why });
        several.removing(found.remove).rated(rating)
    }

    /// The clues that a refutation names, if it is told as what these say together.
    pub(super) fn few_of(&self, refuted: &Refuted) -> Option<Vec<usize>> {
        let units = refuted.all_cited(self.board);
        let outside = units.iter().any(|&u| self.board.units[u].outside);
        let few = (2..=MOST).contains(&units.len()) && is_brief(refuted);
        (few && !outside && !self.board.plain).then_some(units)
    }
}
