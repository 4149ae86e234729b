//! How a mark fails when some constraints, and no others, are looked at one at a time: by what
//! follows from it, or whatever some cell, or some digit of a house, is then.

use super::Guide;
use super::follow::{Outcome, Thought};
use super::prune::{End, Proof};
use crate::board::Mark;
use crate::found::{Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::{Facts, Look};
use crate::sets::Each;

/// Marks that are tried for a brief way.
const TRIED: usize = 12;
/// Marks that are tried case by case.
const CASES_TRIED: usize = 6;
/// Ends of the cases of a brief refutation, and of any.
const ENDS: usize = 12;
const MOST_ENDS: usize = 40;
/// Ends of cases that are chosen with care, and for whoever has read many contradictions already.
const TOLD: [usize; 2] = [1000, 60];
/// Cases within cases.
const DEEP: usize = 12;
/// Marks whose consequences are compared where there is little patience.
const RANKED: usize = 120;
/// Splits that are compared: with all patience, and with none.
const SPLITS: [usize; 2] = [60, 20];

/// How far cases go.
#[derive(Clone, Copy)]
pub(super) struct Cases {
    /// How deep cases may lie in cases.
    pub(super) deep: usize,
    /// How many ends they may have.
    pub(super) ends: usize,
    /// Whether those that lie deeper are counted, however many they are.
    pub(super) counted: bool,
    /// Whether none was followed to its end yet: one is, however deep it lies.
    pub(super) path: bool,
}

impl Cases {
    /// None at all.
    pub(super) const NONE: Cases = Cases { deep: 0, ends: 1, counted: false, path: false };
    /// A few, and none of them with cases.
    pub(super) const FEW: Cases = Cases { deep: 1, ends: ENDS, counted: false, path: false };
    /// The same, but each of them may have some.
    pub(super) const TWICE: Cases = Cases { deep: 2, ends: ENDS, counted: false, path: false };
    /// Cases within cases.
    pub(super) const MANY: Cases =
        Cases { deep: DEEP, ends: MOST_ENDS, counted: false, path: false };
    /// The first of very many cases.
    pub(super) const COUNTED: Cases =
        Cases { deep: 2, ends: usize::MAX, counted: true, path: true };

    /// However deep, with so many ends.
    pub(super) fn up_to(ends: usize) -> Cases {
        Cases { ends, deep: usize::MAX, counted: false, path: false }
    }

    /// The same with fewer ends than a refutation has.
    pub(super) fn below(self, told: &Refuted) -> Cases {
        Cases { ends: told.ends().saturating_sub(1), ..self }
    }
}

/// Marks of which one is true: those of a cell, or the places of a digit in a house.
pub(super) struct Split {
    pub(super) house: Option<usize>,
    pub(super) marks: Vec<Mark>,
}

impl Guide<'_> {
    /// The same with how it is seen; where several constraints are taken together, how one of its marks
    /// fails.
    pub(crate) fn with_why(&mut self, mut found: Found, marks: &Marks) -> Found {
        if let Pattern::Absurd { refuted, branched: branched @ true } = &mut found.pattern {
            let voices = self.voices_within(&(0..self.board.units.len()).collect::<Vec<_>>());
            let (facts, mark) = (self.facts(marks), refuted.assumed);
            let most = TOLD[usize::from(self.patience.is_short())];
            let told = match self.is_tellable(mark, most) && !self.patience.is_gone() {
                true => self.by_all_cases(&voices, &facts, mark, Cases::up_to(most)),
                false => None,
            };
            if let Some(told) = told.or_else(|| self.in_part(&voices, &facts, mark)) {
                (*refuted, *branched) = (told, false);
            }
        }
        if let Pattern::Absurd { refuted, branched: false } = &mut found.pattern {
            self.with_fewer_houses(refuted, &self.facts(marks));
        }
        if let Pattern::Several { units, why } = &mut found.pattern
            && (2..=super::several::MOST).contains(&units.len())
        {
            let facts = self.facts(marks);
            *why = why.take().or_else(|| self.why_any(units, &facts, &found.remove));
        }
        found
    }

    /// How one of some marks fails, as briefly as it can be told.
    pub(super) fn why_any(
        &self,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
    ) -> Option<Refuted> {
        let outside = units.iter().any(|&u| self.board.units[u].outside);
        let brief = self.why_brief(units, facts, wrong);
        match outside {
            true => brief,
            false => brief.or_else(|| self.why_long(units, facts, wrong)),
        }
    }

    /// The same with cases within cases.
    pub(super) fn why_long(
        &self,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
    ) -> Option<Refuted> {
        let ways = [(Look::Close, Cases::TWICE, CASES_TRIED), (Look::Close, Cases::MANY, 2)];
        self.first_way(&ways, units, facts, wrong)
    }

    /// The same, if it takes no cases within cases.
    pub(super) fn why_brief(
        &self,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
    ) -> Option<Refuted> {
        let outside = units.iter().any(|&u| self.board.units[u].outside);
        if outside {
            return self.why_with_hidden(units, facts, wrong);
        }
        let ways = [
            (Look::Glance, Cases::NONE, TRIED),
            (Look::Close, Cases::NONE, TRIED),
            (Look::Glance, Cases::FEW, CASES_TRIED),
            (Look::Close, Cases::FEW, CASES_TRIED),
        ];
        let told = self.first_way(&ways, units, facts, wrong);
        told.or_else(|| self.why_with_homes(units, facts, &wrong[..wrong.len().min(TRIED)]))
    }

    /// The shortest refutation of some marks, in the first way in which any of them fails.
    pub(super) fn first_way(
        &self,
        ways: &[(Look, Cases, usize)],
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
    ) -> Option<Refuted> {
        ways.iter().find_map(|&(look, cases, tried)| {
            let tried = wrong.iter().take(tried).take_while(|_| !self.is_over());
            let told = tried.filter_map(|&m| self.refute(units, facts, m, look, cases));
            told.min_by_key(|told| told.measure(self.board))
        })
    }

    /// How a mark fails, told.
    pub(super) fn refute(
        &self,
        units: &[usize],
        facts: &Facts,
        mark: Mark,
        look: Look,
        Cases { deep, mut ends, .. }: Cases,
    ) -> Option<Refuted> {
        let start = Thought::new(units, facts, look);
        let proof = self.proof(&start, mark, deep, &mut ends)?;
        Some(self.told_briefly(&proof))
    }

    /// How a mark fails, by itself or case by case. Where no split leaves less than two cases open,
    /// cases have cases.
    fn proof<'t>(
        &self,
        before: &Thought<'t>,
        mark: Mark,
        deep: usize,
        ends: &mut usize,
    ) -> Option<Proof<'t>> {
        let mut thought = before.clone();
        self.suppose(&mut thought, mark, usize::MAX);
        let start = before.events.len();
        if thought.fails() {
            *ends = ends.checked_sub(1)?;
            return Some(Proof { assumed: mark, thought, start, end: End::Fails });
        }
        deep.checked_sub(1).filter(|_| !self.is_over())?;
        let split = self.best_split(&thought, deep == 1)?;
        let mut cases = Vec::new();
        for &case in &split.marks {
            cases.push(self.proof(&thought, case, deep - 1, ends)?);
        }
        let end = End::Cases { house: split.house, cases };
        Some(Proof { assumed: mark, thought, start, end })
    }

    /// The split that leaves fewest cases open, or, if asked, none: of equal ones the one from which
    /// least follows if all fail, else the one whose open cases have most consequences.
    fn best_split(&self, thought: &Thought<'_>, closed: bool) -> Option<Split> {
        let mut best: Option<((usize, u32), Split)> = None;
        // A mark is in a cell and in several houses.
        let mut known: Vec<Option<Outcome>> = vec![None; self.board.cells * self.board.digits];
        let compared = self.patience.of(SPLITS[0], SPLITS[1]);
        for split in self.splits(thought).into_iter().take(compared) {
            let (mut open, mut effort, mut least) = (0, 0, u32::MAX);
            let most = match &best {
                _ if closed => 0,
                Some(((open, _), _)) => *open,
                None => usize::MAX,
            };
            for &case in &split.marks {
                let known = &mut known[self.board.index(case)];
                let outcome = *known.get_or_insert_with(|| self.outcome(thought, case));
                match outcome.fails {
                    true => effort += outcome.gone,
                    false => (open, least) = (open + 1, least.min(outcome.gone)),
                }
                if open > most {
                    break;
                }
            }
            let key = (open, if open == 0 { effort } else { u32::MAX - least });
            if open <= most && best.as_ref().is_none_or(|(b, _)| key < *b) {
                best = Some((key, split));
            }
        }
        best.map(|(_, split)| split)
    }

    /// Some marks, those first of which most follows.
    pub(super) fn by_consequences(
        &self,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
        look: Look,
    ) -> Vec<Mark> {
        let start = Thought::new(units, facts, look);
        let mut all = wrong.to_vec();
        let ranked = all.len().min(if self.patience.is_short() { RANKED } else { usize::MAX });
        all[..ranked].sort_by_cached_key(|&mark| {
            let Outcome { fails, gone } = self.outcome(&start, mark);
            (!fails, u32::MAX - gone)
        });
        all
    }

    /// Marks of which one is true as far as these constraints say: of a cell, or of a digit in one
    /// of the houses. Those with the fewest come first.
    fn splits(&self, thought: &Thought<'_>) -> Vec<Split> {
        let (board, facts) = (self.board, &thought.facts);
        let units: Vec<usize> =
            thought.voices.iter().copied().filter(|&v| v < board.units.len()).collect();
        let mut scope: Vec<usize> =
            units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        let cell = |&cell: &usize| Split {
            house: None,
            marks: Each(facts[cell]).map(|digit| Mark { cell, digit }).collect(),
        };
        let mut splits: Vec<Split> = scope.iter().map(cell).collect();
        for house in units.iter().filter_map(|&u| board.units[u].house) {
            let list = &board.houses[house].list;
            if list.len() < board.digits {
                continue;
            }
            for digit in 0..board.digits {
                let places = list.iter().copied().filter(|&c| facts[c] >> digit & 1 == 1);
                let marks = places.map(|cell| Mark { cell, digit }).collect();
                splits.push(Split { house: Some(house), marks });
            }
        }
        splits.retain(|s| s.marks.len() > 1);
        // A cell or a house in which something happened is nearer to the matter.
        let touched = |s: &Split| {
            let changed = |m: &Mark| thought.root[m.cell] != facts[m.cell];
            s.marks.iter().filter(|m| changed(m)).count()
        };
        splits.sort_by_cached_key(|s| (s.marks.len(), usize::MAX - touched(s), s.house.is_some()));
        splits
    }
}
