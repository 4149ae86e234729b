//! How a mark fails when some constraints, and no others, are followed: by what follows from it,
//! or whatever some cell, or some digit of a house, is then.

use pencilmark_kernel::reason::{Premise, Story};
use pencilmark_kernel::{Model, VarId};

use super::several::Refutation;
use super::{Guide, absurd};
use crate::board::Mark;
use crate::found::{Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::Facts;
use crate::sets::Each;

/// Marks that are tried for a brief way.
const TRIED: usize = 8;
/// Ends of the cases of a brief refutation, and of any.
const ENDS: usize = 12;
const MOST_ENDS: usize = 400;
/// Cases within cases.
const DEEP: usize = 12;

/// Marks of which one is true: those of a cell, or the places of a digit in a house.
struct Split {
    house: Option<usize>,
    marks: Vec<Mark>,
}

impl Guide<'_> {
    /// The same with how it is seen, where several constraints are taken together: grading has no
    /// use for that.
    pub(crate) fn with_why(&self, mut found: Found, marks: &Marks) -> Found {
        if let Pattern::Several { units, why } = &mut found.pattern
            && (2..=super::several::MOST).contains(&units.len())
        {
            *why = self.why_any(units, &self.facts(marks), marks, &found.remove);
        }
        found
    }

    /// How the first of some marks fails that can be told briefly, or, if none can, at length.
    pub(super) fn why_any(
        &self,
        units: &[usize],
        facts: &Facts,
        marks: &Marks,
        wrong: &[Mark],
    ) -> Option<Refuted> {
        let brief = wrong
            .iter()
            .take(TRIED)
            .find_map(|&mark| self.why_together(units, facts, marks, mark, ENDS));
        brief.or_else(|| self.why_together(units, facts, marks, *wrong.first()?, MOST_ENDS))
    }

    /// How a mark fails when some constraints, and no others, are followed.
    fn why_together(
        &self,
        units: &[usize],
        facts: &Facts,
        marks: &Marks,
        mark: Mark,
        mut ends: usize,
    ) -> Option<Refuted> {
        let told = |model: &Model| {
            let start = self.oracle.story(model, Some(units), facts);
            absurd::refuted(marks, mark, &self.refutation(start, facts, mark)?)
        };
        // Nothing is told by all of them saying the conclusion at once.
        let says_something = |why: &Refuted| why.trace.iter().all(|c| c.units.len() < units.len());
        let model = self.oracle.plain_model(units);
        let plain = told(&model).filter(says_something);
        let strong = || told(&self.oracle.part_model(units)).filter(says_something);
        let mut by_cases = || {
            let start = self.oracle.story(&model, Some(units), facts);
            self.by_cases(&start, (units, facts, marks), mark, DEEP, &mut ends)
        };
        plain.or_else(strong).or_else(&mut by_cases)
    }

    /// How a mark fails case by case, if it does not by itself. Where no split leaves less than
    /// two cases open, cases have cases.
    fn by_cases(
        &self,
        start: &Story<'_>,
        (units, facts, marks): (&[usize], &Facts, &Marks),
        mark: Mark,
        deep: usize,
        ends: &mut usize,
    ) -> Option<Refuted> {
        let mut story = start.clone();
        story.assume(self.var(mark), self.board.value(mark.digit));
        if story.failed() {
            *ends = ends.checked_sub(1)?;
            return absurd::refuted(marks, mark, &self.refutation(start.clone(), facts, mark)?);
        }
        deep.checked_sub(1)?;
        let fails = |m: &&Mark| {
            let mut case = story.clone();
            case.assume(self.var(**m), self.board.value(m.digit));
            case.failed()
        };
        // The one that leaves fewest cases open; of equal ones the one with fewest cases.
        let splits = self.splits(&story, units);
        let split = splits.into_iter().min_by_key(|s| {
            let open = s.marks.len() - s.marks.iter().filter(fails).count();
            (open, s.marks.len(), s.house.is_some())
        })?;
        let mut cases = Vec::new();
        for &case in &split.marks {
            cases.push(self.by_cases(&story, (units, facts, marks), case, deep - 1, ends)?);
        }
        let lost = self.lost(&split, &story, facts);
        let Refutation { steps, mut gone, .. } = self.traced(&story, facts, lost);
        gone.extend(cases.iter().flat_map(|c| &c.gone));
        gone.sort_unstable();
        gone.dedup();
        let trace = absurd::consequences(&steps);
        let (units, empty, house) = (vec![], None, split.house);
        Some(Refuted { assumed: mark, trace, units, empty, gone, cases, house })
    }

    /// Marks of which one is true as far as these constraints say: of a cell, or of a digit in one
    /// of the houses.
    fn splits(&self, story: &Story<'_>, units: &[usize]) -> Vec<Split> {
        let board = self.board;
        let var = |cell: usize| board.lowered.cells[cell];
        let mut scope: Vec<usize> =
            units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        let cell = |&cell: &usize| {
            let left = story.domain(var(cell));
            let marks =
                left.iter().filter_map(|&v| board.digit(v)).map(|d| Mark { cell, digit: d });
            Split { house: None, marks: marks.collect() }
        };
        let mut splits: Vec<Split> = scope.iter().map(cell).collect();
        for house in units.iter().filter_map(|&u| board.units[u].house) {
            let list = &board.houses[house].list;
            if list.len() < board.digits {
                continue;
            }
            for digit in 0..board.digits {
                let holds = |c: &usize| story.domain(var(*c)).contains(&board.value(digit));
                let places = list.iter().copied().filter(holds);
                let marks = places.map(|cell| Mark { cell, digit }).collect();
                splits.push(Split { house: Some(house), marks });
            }
        }
        splits.retain(|s| s.marks.len() > 1);
        splits
    }

    /// What was lost since the facts, so that no other cases are left.
    fn lost(&self, split: &Split, story: &Story<'_>, facts: &Facts) -> Vec<Premise> {
        let (board, Some(first)) = (self.board, split.marks.first()) else { return vec![] };
        let gone = |var: VarId, value: i64| !story.domain(var).contains(&value);
        let marks: Vec<Mark> = match split.house {
            Some(house) => {
                let list = board.houses[house].list.iter();
                list.map(|&cell| Mark { cell, digit: first.digit }).collect()
            }
            None => Each(board.all()).map(|digit| Mark { cell: first.cell, digit }).collect(),
        };
        let there = marks.into_iter().filter(|m| facts[m.cell] >> m.digit & 1 == 1);
        let named = there.map(|m| (self.var(m), board.value(m.digit)));
        named.filter(|&(v, x)| gone(v, x)).map(|(v, x)| Premise::Gone(v, x)).collect()
    }
}
