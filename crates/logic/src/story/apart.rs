//! Lines by several constraints told apart: how each thing that such a line erases fails when these
//! constraints are looked at one at a time.

use pencilmark_kernel::reason::{Premise, Story};
use pencilmark_kernel::{Model, VarId};

use super::Guide;
use super::absurd;
use super::cases::Cases;
use crate::board::Mark;
use crate::found::{Consequence, Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::{Facts, Look};
use crate::outside::Ranges;

/// Values of a variable of which each is looked at.
const VALUES: i64 = 12;
/// Lines of one thought.
const LONG: usize = 6;

impl Guide<'_> {
    /// The same with how everything fails that its lines erase by several constraints.
    pub(crate) fn told_apart(&self, mut found: Found, marks: &Marks) -> Found {
        if let Pattern::Absurd { refuted: told, branched: false }
        | Pattern::Several { why: Some(told), .. } = &mut found.pattern
        {
            let (most, known) = (self.board.units.len(), (self.facts(marks), Ranges::default()));
            self.tell_apart(told, known, most);
        }
        found
    }

    fn tell_apart(
        &self,
        told: &mut Refuted,
        (mut facts, mut beside): (Facts, Ranges),
        most: usize,
    ) {
        let board = self.board;
        for other in &mut told.alike {
            self.tell_apart(other, (facts.clone(), beside.clone()), most);
        }
        let (mut rest, mut told_before) = (facts.clone(), told.own_marks());
        for other in &mut told.others {
            told_before.iter().for_each(|m| rest[m.cell] &= !(1 << m.digit));
            self.tell_apart(other, (rest.clone(), beside.clone()), most);
            told_before = other.own_marks();
        }
        match told.value {
            Some((var, value)) => beside.suppose(board, var, value),
            None => facts[told.assumed.cell] &= 1 << told.assumed.digit,
        }
        for mut line in std::mem::take(&mut told.trace) {
            let several = line.joint.is_none() && (2..=most).contains(&line.units.len());
            let known = (&facts, &beside);
            let lines = several.then(|| self.one_by_one(&line, known)).flatten();
            if lines.is_none() && several {
                line.fails = self.fails(&line, told.assumed, known);
            }
            for line in lines.unwrap_or_else(|| vec![line]) {
                line.marks.iter().for_each(|m| facts[m.cell] &= !(1 << m.digit));
                line.hidden.iter().for_each(|lost| beside.lose(board, lost));
                told.trace.push(line);
            }
        }
        for case in &mut told.cases {
            self.tell_apart(case, (facts.clone(), beside.clone()), most);
        }
    }

    /// What a line erases, by lines of one constraint each: only where some speak of values outside the
    /// grid, for else whoever followed the marks has asked each constraint by itself.
    fn one_by_one(
        &self,
        line: &Consequence,
        (facts, beside): (&Facts, &Ranges),
    ) -> Option<Vec<Consequence>> {
        let (board, units) = (self.board, &line.units);
        if !units.iter().any(|&u| board.units[u].outside) {
            return None;
        }
        let model = self.oracle.plain_model(units);
        let story = self.beside(&model, units, facts, beside);
        let there = |m: &&Mark| facts[m.cell] >> m.digit & 1 == 1;
        let marks = line.marks.iter().filter(there);
        let mut gone: Vec<(VarId, i64)> =
            marks.map(|&m| (self.var(m), board.value(m.digit))).collect();
        for lost in &line.hidden {
            let var = board.lowered.vars[lost.var];
            if !self.is_small(var) {
                return None;
            }
            let left = beside.among(board, lost);
            gone.extend(left.iter().flat_map(|&(lo, hi)| lo..=hi).map(|value| (var, value)));
        }
        let is_gone = |(var, value): &(VarId, i64)| !story.domain(*var).contains(value);
        if story.failed() || !gone.iter().all(is_gone) {
            return None;
        }
        let gone = gone.into_iter().map(|(var, value)| Premise::Gone(var, value)).collect();
        let why = self.traced(&story, facts, gone);
        let lines = absurd::consequences(&why.steps);
        (!why.cut && lines.iter().all(|line| line.units.len() == 1)).then_some(lines)
    }

    /// How all that a line erases fails, as far as that is seen without cases.
    fn fails(
        &self,
        line: &Consequence,
        assumed: Mark,
        (facts, beside): (&Facts, &Ranges),
    ) -> Vec<Refuted> {
        let there = |m: &&Mark| facts[m.cell] >> m.digit & 1 == 1;
        let marks = line.marks.iter().filter(there).map(|&mark| Refuted::of(mark));
        let mut all: Vec<Refuted> = marks.collect();
        for lost in &line.hidden {
            for (lo, hi) in beside.among(self.board, lost) {
                let each = (lo..=hi).take(if hi - lo < VALUES { VALUES as usize } else { 0 });
                all.extend(each.map(|value| {
                    let value = Some((lost.var, value));
                    Refuted { value, ..Refuted::of(assumed) }
                }));
            }
        }
        let told = all.into_iter().filter_map(|one| {
            let mut told = self.fails_alone(&line.units, one, (facts, beside))?;
            // What still takes several of them is told apart in turn.
            let fewer = line.units.len() - 1;
            self.tell_apart(&mut told, (facts.clone(), beside.clone()), fewer);
            Some(told)
        });
        told.filter(|told| told.length() <= LONG).collect()
    }

    /// How a mark or a value fails by some constraints, one at a time.
    fn fails_alone(
        &self,
        units: &[usize],
        one: Refuted,
        (facts, beside): (&Facts, &Ranges),
    ) -> Option<Refuted> {
        let outside = units.iter().any(|&u| self.board.units[u].outside);
        if !outside {
            return self.refute(units, facts, one.assumed, Look::Close, Cases::NONE);
        }
        let model = self.oracle.plain_model(units);
        let mut story = self.beside(&model, units, facts, beside);
        let (var, value) = match one.value {
            Some((var, value)) => (self.board.lowered.vars[var], value),
            None => (self.var(one.assumed), self.board.value(one.assumed.digit)),
        };
        story.assume(var, value);
        let why = self.failure(&story, facts).filter(|why| !why.cut)?;
        let told = absurd::refuted(facts, one.assumed, &why)?;
        // A value that goes without being supposed leaves nothing that cannot hold.
        let ends = told.empty.is_some() || !told.units.is_empty();
        // All of them at once say no more than was said.
        let apart = told.trace.iter().all(|line| line.units.len() < units.len());
        (ends && apart && told.units.len() < units.len())
            .then_some(Refuted { value: one.value, ..told })
    }

    /// What follows from what is left of cells and of small values outside the grid.
    fn beside<'m>(
        &self,
        model: &'m Model,
        units: &[usize],
        facts: &Facts,
        beside: &Ranges,
    ) -> Story<'m> {
        let board = self.board;
        let spoken = |var: VarId| self.oracle.speaks_of(units, var);
        let cells = board.lowered.cells.iter().copied().zip(facts);
        let known = cells.filter(|&(var, &left)| left != board.all() && spoken(var));
        let digits = |left: u64| crate::sets::Each(left).map(|d| board.value(d)).collect();
        let mut values: Vec<(VarId, Vec<i64>)> =
            known.map(|(var, &left)| (var, digits(left))).collect();
        for (at, left) in beside.told() {
            let var = board.lowered.vars[at];
            if self.is_small(var) && spoken(var) {
                values.push((var, left.iter().flat_map(|&(lo, hi)| lo..=hi).collect()));
            }
        }
        Story::given(model, values.iter().map(|(var, values)| (*var, &values[..])))
    }
}
