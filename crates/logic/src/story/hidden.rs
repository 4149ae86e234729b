//! How a mark fails where constraints speak of values outside the grid: as the kernel propagates
//! with some constraints and no others, for those values have no marks to look at.

use pencilmark_kernel::reason::{Premise, Story};
use pencilmark_kernel::{Model, VarId};
use pencilmark_puzzle::Name;

use super::cases::Cases;
use super::failing::{Because, Refutation};
use super::{Guide, absurd};
use crate::board::Mark;
use crate::found::{Many, Refuted};
use crate::oracle::Facts;
use crate::sets::Each;

/// Marks that are tried.
const TRIED: usize = 12;
/// Ends of the cases of a brief refutation, and of any.
const ENDS: usize = 12;
const MOST_ENDS: usize = 60;
/// Cases within cases.
const DEEP: usize = 6;
/// The same for all constraints together, where nothing shorter was found.
const ALL_TRIED: usize = 4;
const ALL_ENDS: usize = 60;
/// Splits that are compared: those with few cases come first.
const COMPARED: usize = 30;
/// Those of them whose consequences are counted.
const WEIGHED: usize = 8;

/// What is supposed in a case: a mark, or a value outside the grid by its variable.
#[derive(Clone, Copy)]
enum Case {
    Mark(Mark),
    Value(usize, i64),
}

/// How a case fails, and what of it was known before.
struct Failed {
    told: Refuted,
    before: Vec<Because>,
    /// What it needs of that which was supposed before, by its place in the story.
    supposed: Vec<usize>,
    /// Whether it needs that the case is supposed.
    own: bool,
}

/// Cases of which one is true: the marks of a cell, the places of a digit in a house, or the values
/// of a variable.
struct Split {
    house: Option<usize>,
    cases: Vec<Case>,
}

impl Guide<'_> {
    /// How one of some marks fails, as briefly as it can be told.
    pub(super) fn why_with_hidden(
        &self,
        units: &[usize],
        facts: &Facts,
        wrong: &[Mark],
    ) -> Option<Refuted> {
        // Nothing is told by all of them saying the conclusion at once.
        let says_something = |why: &Refuted| why.trace.iter().all(|c| c.units.len() < units.len());
        let shortest = |told: Vec<Refuted>| told.into_iter().min_by_key(|t| t.measure(self.board));
        let told = |model: &Model| {
            let start = self.oracle.story(model, Some(units), facts);
            let told = wrong.iter().take(TRIED).filter_map(|&mark| {
                let why = self.refutation(start.clone(), facts, mark)?;
                absurd::refuted(facts, mark, &why).filter(|_| !why.cut)
            });
            shortest(told.filter(says_something).collect())
        };
        let model = self.oracle.plain_model(units);
        let cases = |ends: usize| Cases { deep: DEEP, ends, counted: false, path: false };
        let by_cases = |most: usize, tried: usize| {
            let start = self.oracle.story(&model, Some(units), facts);
            let told = wrong.iter().take(tried).filter_map(|&mark| {
                self.by_hidden_cases(&start, (units, facts), mark, cases(most))
            });
            shortest(told.collect())
        };
        let strong = || told(&self.oracle.part_model(units));
        let brief = told(&model).or_else(strong).or_else(|| by_cases(ENDS, TRIED));
        brief.or_else(|| by_cases(MOST_ENDS, 1))
    }

    /// How one of the first of some marks fails, by all constraints and in many cases: the one with the
    /// fewest.
    pub(super) fn by_stories(&self, facts: &Facts, order: &[Mark]) -> Option<Refuted> {
        let mut best: Option<Refuted> = None;
        let tried = order.iter().take(ALL_TRIED).take_while(|_| !self.is_over());
        for &mark in tried.filter(|&&mark| self.is_tellable(mark, ALL_ENDS)) {
            let ends = best.as_ref().map_or(ALL_ENDS, |best| best.ends() - 1);
            best = self.by_story(facts, mark, Cases::up_to(ends)).or(best);
        }
        best
    }

    /// How a mark fails, by all constraints and in so many cases.
    pub(super) fn by_story(&self, facts: &Facts, mark: Mark, cases: Cases) -> Option<Refuted> {
        let units: Vec<usize> = (0..self.board.units.len()).collect();
        let model = self.oracle.whole();
        let start = self.oracle.story(&model, None, facts);
        self.by_hidden_cases(&start, (&units, facts), mark, cases)
    }

    /// How a mark fails in so many cases at most, with what was known before it was supposed.
    fn by_hidden_cases(
        &self,
        start: &Story<'_>,
        asked: (&[usize], &Facts),
        mark: Mark,
        mut cases: Cases,
    ) -> Option<Refuted> {
        let first = (mark, Case::Mark(mark));
        // Reasons take far longer than what follows: nobody asks for them before it is known to end.
        let mut rough = cases.ends.saturating_mul(2);
        if !cases.counted && !self.all_fail(start, asked.0, first.1, cases.deep, &mut rough) {
            return None;
        }
        let mut failed = self.hidden_cases(start, asked, first, &mut cases)?;
        failed.told.trace.splice(0..0, absurd::consequences(&failed.before));
        Some(failed.told)
    }

    /// How a mark fails case by case, if it does not by itself, and what of it was known before it
    /// was supposed: that is told where it became known. Where no split leaves less than two cases
    /// open, cases have cases.
    fn hidden_cases(
        &self,
        start: &Story<'_>,
        (units, facts): (&[usize], &Facts),
        (before, case): (Mark, Case),
        left: &mut Cases,
    ) -> Option<Failed> {
        let story = self.with_case(start, case);
        let known = start.learned().len();
        let (assumed, value) = match case {
            Case::Mark(mark) => (mark, None),
            Case::Value(var, value) => (before, Some((var, value))),
        };
        if story.failed() {
            left.ends = left.ends.checked_sub(1)?;
            left.path = false;
            let mut why = self.failure(&story, facts).filter(|why| !why.cut)?;
            let mut told = absurd::refuted(facts, assumed, &why)?;
            let own = why.steps.partition_point(|because| because.at < known);
            let last = why.steps.len() - 1;
            told.trace = absurd::consequences(&why.steps[own..last]);
            why.steps.truncate(own);
            let own = why.supposed.iter().any(|&at| at >= known);
            let supposed = why.supposed.into_iter().filter(|&at| at < known).collect();
            return Some(Failed {
                told: Refuted { value, ..told },
                before: why.steps,
                supposed,
                own,
            });
        }
        if left.deep == 0 && left.counted && !left.path {
            let many = Some(self.searched(&story, units)?);
            let told = Refuted { value, many, ..Refuted::of(assumed) };
            // Whatever was supposed may have been needed.
            let supposed = (0..known).collect();
            return Some(Failed { told, before: vec![], supposed, own: true });
        }
        if left.deep == 0 && !left.counted || self.is_over() {
            return None;
        }
        let split = self.best_hidden_split(&story, units)?;
        let (mut cases, mut shared, mut supposed) = (Vec::new(), Vec::new(), Vec::new());
        for &case in &split.cases {
            let next = (assumed, case);
            let deep = left.deep;
            left.deep = deep.saturating_sub(1);
            let failed = self.hidden_cases(&story, (units, facts), next, left);
            left.deep = deep;
            let mut failed = failed?;
            if !failed.own {
                // It fails without the case, so there is no need of cases.
                let own = failed.before.partition_point(|because| because.at < known);
                let first = absurd::consequences(&failed.before[own..]);
                failed.told.trace.splice(0..0, first);
                (failed.told.assumed, failed.told.value) = (assumed, value);
                failed.before.truncate(own);
                failed.own = failed.supposed.iter().any(|&at| at >= known);
                failed.supposed.retain(|&at| at < known);
                return Some(failed);
            }
            cases.push(failed.told);
            shared.extend(failed.before);
            supposed.extend(failed.supposed);
        }
        let lost = self.lost(&split, &story, facts);
        let Refutation { mut steps, mut gone, supposed: needed, cut } =
            self.traced(&story, facts, lost);
        if cut {
            return None;
        }
        steps.extend(shared);
        steps.sort_by_key(|because| because.at);
        steps.dedup_by_key(|because| because.at);
        let own = steps.partition_point(|because| because.at < known);
        gone.extend(cases.iter().flat_map(|c| &c.gone));
        gone.sort_unstable();
        gone.dedup();
        let trace = absurd::consequences(&steps[own..]);
        steps.truncate(own);
        supposed.extend(needed);
        let own = supposed.iter().any(|&at| at >= known);
        supposed.retain(|&at| at < known);
        let house = split.house;
        let told = Refuted { value, trace, gone, cases, house, ..Refuted::of(assumed) };
        Some(Failed { told, before: steps, supposed, own })
    }

    /// In how many cases a story fails, by a search.
    fn searched(&self, story: &Story<'_>, units: &[usize]) -> Option<Many> {
        let ends = self.oracle.size_of(story, u64::MAX)? as usize + 1;
        Some(Many { ends, depth: 0, units: units.to_vec() })
    }

    /// Whether a case fails, case by case if need be, in so many ends: the same without telling it.
    /// Cases that turn out not to be needed are counted, too.
    fn all_fail(
        &self,
        start: &Story<'_>,
        units: &[usize],
        case: Case,
        deep: usize,
        ends: &mut usize,
    ) -> bool {
        let story = self.with_case(start, case);
        if story.failed() {
            let left = ends.checked_sub(1);
            *ends = left.unwrap_or(0);
            return left.is_some();
        }
        if deep == 0 || *ends == 0 || self.is_over() {
            return false;
        }
        let split = self.best_hidden_split(&story, units);
        let fails = |case: &Case| self.all_fail(&story, units, *case, deep - 1, ends);
        split.is_some_and(|split| split.cases.iter().all(fails))
    }

    /// The split that leaves fewest cases open; of equal ones the one with fewest cases if all fail,
    /// else the one whose open cases have most consequences.
    fn best_hidden_split(&self, story: &Story<'_>, units: &[usize]) -> Option<Split> {
        let open = |s: &Split, most: usize| -> Vec<usize> {
            let stories = s.cases.iter().map(|&case| self.with_case(story, case));
            let open = stories.filter(|s| !s.failed()).map(|s| s.learned_count());
            open.take(most).collect()
        };
        let (mut fewest, mut best) = (usize::MAX - 1, Vec::new());
        for split in self.hidden_splits(story, units).into_iter().take(COMPARED) {
            // One case more than another leaves is enough to know.
            let left = open(&split, fewest + 1);
            if left.len() < fewest {
                (fewest, best) = (left.len(), vec![]);
            }
            if left.len() == fewest && best.len() < WEIGHED {
                best.push((left.into_iter().min(), split));
            }
        }
        let key = |(least, s): &(Option<usize>, Split)| {
            (usize::MAX - least.unwrap_or(0), s.cases.len(), s.house.is_some())
        };
        best.into_iter().min_by_key(key).map(|(_, split)| split)
    }

    /// A story with one more case supposed.
    fn with_case<'m>(&self, story: &Story<'m>, case: Case) -> Story<'m> {
        let mut story = story.clone();
        match case {
            Case::Mark(mark) => story.assume(self.var(mark), self.board.value(mark.digit)),
            Case::Value(var, value) => story.assume(self.board.lowered.vars[var], value),
        }
        story
    }

    /// Marks of which one is true as far as these constraints say: of a cell, or of a digit in one
    /// of the houses.
    fn hidden_splits(&self, story: &Story<'_>, units: &[usize]) -> Vec<Split> {
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
            Split { house: None, cases: marks.map(Case::Mark).collect() }
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
                let cases = places.map(|cell| Case::Mark(Mark { cell, digit })).collect();
                splits.push(Split { house: Some(house), cases });
            }
        }
        for (at, &var) in board.lowered.vars.iter().enumerate() {
            if self.is_small(var) {
                let cases = story.domain(var).into_iter().map(|v| Case::Value(at, v)).collect();
                splits.push(Split { house: None, cases });
            }
        }
        splits.retain(|s| s.cases.len() > 1);
        splits.sort_by_key(|s| s.cases.len());
        splits
    }

    /// Whether the values of a variable can be told one by one.
    pub(super) fn is_small(&self, var: VarId) -> bool {
        let vars = self.board.lowered.problem.vars();
        vars.iter().any(|def| def.id == var && def.is_small())
    }

    /// What was lost since the facts, so that no other cases are left.
    fn lost(&self, split: &Split, story: &Story<'_>, facts: &Facts) -> Vec<Premise> {
        let board = self.board;
        let gone = |var: VarId, value: i64| !story.domain(var).contains(&value);
        let first = match split.cases.first() {
            Some(Case::Mark(first)) => first,
            Some(&Case::Value(at, _)) => {
                let (var, (lo, hi)) = (board.lowered.vars[at], board.puzzle.range(Name::Var(at)));
                let values = (lo..=hi).filter(|&value| gone(var, value));
                return values.map(|value| Premise::Gone(var, value)).collect();
            }
            None => return vec![],
        };
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
