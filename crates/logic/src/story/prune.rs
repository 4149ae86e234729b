//! What of a thought is needed for its end, and in how few lines that is told.
//!
//! From the end back: of what was gone when a constraint had its say, it is tried to do without
//! each mark, what came last first. What is needed is put into lines, one for each time that a
//! constraint has something to say, in an order that needs few of them. At last whole lines are
//! left out if what comes after them follows all the same.

use super::Guide;
use super::follow::{Clash, Event, Thought};
use crate::board::Mark;
use crate::found::{Consequence, Found, Joint, Many, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::{Facts, Look};
use crate::reason::Reason;
use crate::sets::{Digits, Each};

/// Lines of a contradiction for which the fewest constraints and marks are looked for.
const SHORT: usize = 8;
/// Lines beyond which nobody looks for one, or for a mark, that can be spared.
const MANY: usize = 400;
/// Ends of one thought that are compared.
const ENDS: usize = 4;

/// A thought to its end.
pub(super) struct Proof<'t> {
    pub(super) assumed: Mark,
    pub(super) thought: Thought<'t>,
    /// What came before is told elsewhere.
    pub(super) start: usize,
    pub(super) end: End<'t>,
}

/// How a thought ends.
pub(super) enum End<'t> {
    Fails,
    /// One of some cases is true: the marks of a cell, or of a digit in a house.
    Cases {
        house: Option<usize>,
        cases: Vec<Proof<'t>>,
    },
    /// Cases that are counted, not told.
    Untold(Many),
}

impl Guide<'_> {
    /// A proof as it is told, in as few lines as were found.
    pub(super) fn told_briefly(&self, proof: &Proof<'_>) -> Refuted {
        let (_, mut told) = self.told(proof);
        let (root, look) = (proof.thought.root, proof.thought.look);
        // The last lines first: what they alone needed can go then.
        let lines = told.lines();
        for path in lines.iter().rev().filter(|_| lines.len() <= MANY) {
            let mut without = told.clone();
            without.remove(path);
            if self.holds(&without, root.clone(), look, false) {
                told = without;
            }
        }
        let mut told = self.without_spare_marks(told, root, look);
        self.with_mates(&mut told, root.clone(), look);
        let cited = told.cited(self.board);
        let mut cells = told.cells();
        cells.extend(cited.iter().flat_map(|&u| self.board.units[u].scope.iter().copied()));
        cells.sort_unstable();
        cells.dedup();
        let gone =
            |&c: &usize| Each(self.board.all() & !root[c]).map(move |d| Mark { cell: c, digit: d });
        told.gone = cells.iter().flat_map(gone).collect();
        told
    }

    /// A proof as it is told, and the events before its start that it needs.
    fn told(&self, proof: &Proof<'_>) -> (Vec<usize>, Refuted) {
        let (start, thought) = (proof.start, &proof.thought);
        let one = |needed: Vec<bool>, end: Refuted| {
            let (needed, trace) = self.lines(thought, start, needed);
            (needed, Refuted { trace, ..end })
        };
        let refuted = |by: Option<usize>, empty, cases, house| {
            let units = by.map_or(vec![], |by| self.units_behind(by));
            let joint = by.and_then(|by| self.joint(by).cloned());
            Refuted { units, empty, cases, house, joint, ..Refuted::of(proof.assumed) }
        };
        match &proof.end {
            End::Fails => {
                let ways = thought.clashes.iter().take(ENDS).map(|&clash| {
                    let mut needed = vec![false; thought.events.len()];
                    let (by, empty) = match clash {
                        Clash::Cell(cell) => {
                            let own = thought.events.iter().enumerate();
                            let own = own.filter(|(_, e)| e.mark.cell == cell);
                            own.for_each(|(at, _)| needed[at] = true);
                            (None, Some(cell))
                        }
                        Clash::Voice(voice) => {
                            let rest = self.needs(thought, voice, None, usize::MAX, &needed);
                            rest.into_iter().for_each(|at| needed[at] = true);
                            (Some(voice), None)
                        }
                    };
                    one(needed, refuted(by, empty, vec![], None))
                });
                let none = (vec![], refuted(None, None, vec![], None));
                ways.min_by_key(|(_, way)| way.length()).unwrap_or(none)
            }
            // What they need of what came before is not known, so all that is told before is spared.
            End::Untold(many) => {
                let end = Refuted { many: Some(many.clone()), ..refuted(None, None, vec![], None) };
                (vec![], end)
            }
            End::Cases { house, cases } => {
                let mut needed = vec![false; thought.events.len()];
                let mut all = Vec::new();
                for case in cases {
                    let (before, told) = self.told(case);
                    before.into_iter().for_each(|at| needed[at] = true);
                    all.push(told);
                }
                // That there are no other cases.
                for (at, event) in thought.events.iter().enumerate() {
                    let other = |first: &Mark| match house {
                        None => event.mark.cell == first.cell,
                        Some(h) => {
                            let home = &self.board.houses[*h].list;
                            event.mark.digit == first.digit && home.contains(&event.mark.cell)
                        }
                    };
                    needed[at] |= cases.first().is_some_and(|c| other(&c.assumed));
                }
                one(needed, refuted(None, None, all, *house))
            }
        }
    }

    /// The earlier events without which a voice does not erase a mark, or has nothing against it:
    /// few, and of those that are needed anyway rather than others.
    fn needs(
        &self,
        thought: &Thought<'_>,
        voice: usize,
        mark: Option<Mark>,
        round: usize,
        needed: &[bool],
    ) -> Vec<usize> {
        let (scope, joint) = (self.scope(voice), self.joint(voice).map(|joint| &**joint));
        let before = |e: &Event| e.round < round && scope.contains(&e.mark.cell);
        let own = |at: usize| before(&thought.events[at]);
        // A mark that is supposed stands alone in its cell whatever went before.
        let beside = |at: &usize| mark.is_none_or(|m| m.cell != thought.events[*at].mark.cell);
        let mut kept: Vec<usize> =
            (0..thought.events.len()).filter(|&at| own(at)).filter(beside).collect();
        let fails = |kept: &[usize]| {
            let mut left: Vec<Digits> = scope.iter().map(|&c| thought.root[c]).collect();
            for &at in kept {
                let Mark { cell, digit } = thought.events[at].mark;
                let places = scope.iter().zip(&mut left).filter(|(c, _)| **c == cell);
                places.for_each(|(_, left)| *left &= !(1 << digit));
            }
            self.breaks((voice, joint), None, left, mark, thought.look)
        };
        let mut cells: Vec<(bool, usize, usize)> = Vec::new();
        for &cell in scope {
            let own = kept.iter().filter(|&&at| thought.events[at].mark.cell == cell);
            let last = own.clone().map(|&at| thought.events[at].round).max();
            let known = own.clone().all(|&at| needed[at]);
            cells.extend(last.map(|last| (known, usize::MAX - last, cell)));
        }
        cells.sort_unstable();
        for (_, _, cell) in cells {
            let (own, rest): (Vec<usize>, Vec<usize>) =
                kept.iter().partition(|&&at| thought.events[at].mark.cell == cell);
            if fails(&rest) {
                kept = rest;
                continue;
            }
            // What is supposed is known as a whole.
            let mut own: Vec<usize> =
                own.into_iter().filter(|&at| thought.events[at].by.is_some()).collect();
            own.sort_by_key(|&at| (needed[at], usize::MAX - at));
            for at in own {
                let rest: Vec<usize> = kept.iter().copied().filter(|&k| k != at).collect();
                if fails(&rest) {
                    kept = rest;
                }
            }
        }
        kept
    }

    /// All that is needed, back to the start: what came before it, and the lines of the rest.
    fn lines(
        &self,
        thought: &Thought<'_>,
        start: usize,
        mut needed: Vec<bool>,
    ) -> (Vec<usize>, Vec<Consequence>) {
        let mut after: Vec<(usize, Vec<usize>)> = Vec::new();
        for at in (start..thought.events.len()).rev() {
            let Event { mark, by: Some(voice), round } = thought.events[at] else { continue };
            if needed[at] {
                let rest = self.needs(thought, voice, Some(mark), round, &needed);
                rest.iter().for_each(|&at| needed[at] = true);
                after.push((at, rest));
            }
        }
        after.reverse();
        let before = (0..start).filter(|&at| needed[at]).collect();
        (before, self.in_order(thought, after))
    }

    /// The houses that a line or an end takes beside its constraints, if any.
    fn with_mates(&self, told: &mut Refuted, mut facts: Facts, look: Look) {
        facts[told.assumed.cell] &= 1 << told.assumed.digit;
        for line in &mut told.trace {
            for &mark in &line.marks {
                let mut with = facts.clone();
                if !matches!(line.joint.as_deref(), Some(Joint::Needed { .. })) {
                    with[mark.cell] = 1 << mark.digit;
                }
                self.add_mates(&mut line.units, line.joint.as_deref(), &with, Some(mark), look);
            }
            line.marks.iter().for_each(|m| facts[m.cell] &= !(1 << m.digit));
        }
        self.add_mates(&mut told.units, told.joint.as_deref(), &facts, None, look);
        told.cases.iter_mut().for_each(|case| self.with_mates(case, facts.clone(), look));
    }

    fn add_mates(
        &self,
        units: &mut Vec<usize>,
        joint: Option<&Joint>,
        facts: &Facts,
        mark: Option<Mark>,
        look: Look,
    ) {
        if let Some(joint) = joint {
            let more = self.seen_through(joint, units, facts, mark);
            units.extend(more);
            return;
        }
        let Some(&unit) = units.first().filter(|_| look == Look::Joint) else { return };
        let scope = || self.oracle.scope_of(unit, facts);
        if !self.oracle.cannot(unit, scope(), Look::Close) {
            let new: Vec<usize> =
                self.oracle.mates(unit).into_iter().filter(|m| !units.contains(m)).collect();
            units.extend(new);
        }
    }

    /// The reason of a long contradiction, as it is told: its constraints, and the marks without which
    /// a line does not follow. That it could be told with fewer is a question that nobody asks.
    pub(crate) fn reason_told(&self, found: &Found, marks: &Marks) -> Option<Reason> {
        let Pattern::Absurd { refuted, branched: false } = &found.pattern else { return None };
        let facts = self.facts(marks);
        if refuted.is_partly_told() {
            // What could be left out of so much tells nobody anything.
            let gone = |c: usize| {
                Each(self.board.all() & !facts[c]).map(move |digit| Mark { cell: c, digit })
            };
            let gone = (0..self.board.cells).flat_map(gone).collect();
            let units = refuted.cited(self.board);
            return Some(Reason { units, gone, unique: false, smallest: false });
        }
        let short = refuted.cases.is_empty() && refuted.length() <= SHORT;
        if short || !self.holds(refuted, facts.clone(), Look::Close, true) {
            return None;
        }
        let (all, units) = (self.board.all(), refuted.cited(self.board));
        if refuted.length() > MANY {
            let gone = refuted.gone.clone();
            return Some(Reason { units, gone, unique: false, smallest: false });
        }
        let mut given: Facts = vec![all; self.board.cells];
        refuted.gone.iter().for_each(|m| given[m.cell] &= !(1 << m.digit));
        for cell in 0..self.board.cells {
            let gone = all & !given[cell];
            let each = Each(gone).map(|digit| 1 << digit).filter(|_| !gone.is_power_of_two());
            for back in [gone].into_iter().filter(|gone| *gone != 0).chain(each) {
                let now = given[cell];
                given[cell] |= back;
                if !self.holds(refuted, given.clone(), Look::Close, true) {
                    given[cell] = now;
                }
            }
        }
        let gone = |c: usize| Each(all & !given[c]).map(move |digit| Mark { cell: c, digit });
        let gone = (0..self.board.cells).flat_map(gone).collect();
        Some(Reason { units, gone, unique: false, smallest: false })
    }

    /// Whether a refutation is one: every line follows from one constraint, perhaps with the houses of
    /// its cells, and what was told before it, and it ends as it says. Cells see each other as the board
    /// says, or only by what a line names. Cases that are not told are taken for true.
    pub(super) fn holds(&self, told: &Refuted, mut facts: Facts, look: Look, named: bool) -> bool {
        if !told.alike.iter().all(|other| self.holds(other, facts.clone(), look, named)) {
            return false;
        }
        let mut rest = facts.clone();
        let mut told_before = told.own_marks();
        for other in &told.others {
            told_before.iter().for_each(|m| rest[m.cell] &= !(1 << m.digit));
            if !self.holds(other, rest.clone(), look, named) {
                return false;
            }
            told_before = other.own_marks();
        }
        facts[told.assumed.cell] &= 1 << told.assumed.digit;
        let closely = |units: &[usize]| if units.len() > 1 { Look::Joint } else { look };
        let breaks =
            |(unit, joint): (usize, Option<&Joint>), by: Option<&[usize]>, scope, mark, look| {
                match by {
                    // Only the houses that are named make cells differ.
                    Some([_, mates @ ..]) if joint.is_none() && look == Look::Joint => {
                        self.breaks_among(unit, mates, scope, mark)
                    }
                    _ => self.breaks((unit, joint), by, scope, mark, look),
                }
            };
        let seen = |facts: &Facts, unit: usize, joint: Option<&Joint>| match joint {
            Some(Joint::Sum { terms, .. }) => terms.iter().map(|t| facts[t.1]).collect(),
            _ => self.oracle.scope_of(unit, facts),
        };
        for line in &told.trace {
            let (Some(&unit), true) = (line.units.first(), line.hidden.is_empty()) else {
                return false;
            };
            let (joint, look) = (line.joint.as_deref(), closely(&line.units));
            let by = named.then_some(&line.units[..]);
            for &mark in &line.marks {
                if facts[mark.cell] >> mark.digit & 1 == 1
                    && !breaks((unit, joint), by, seen(&facts, unit, joint), Some(mark), look)
                {
                    return false;
                }
            }
            line.marks.iter().for_each(|m| facts[m.cell] &= !(1 << m.digit));
        }
        if let Some(cell) = told.empty {
            return facts[cell] == 0;
        }
        if let Some(&unit) = told.units.first() {
            let (joint, look) = (told.joint.as_deref(), closely(&told.units));
            let by = named.then_some(&told.units[..]);
            return breaks((unit, joint), by, seen(&facts, unit, joint), None, look);
        }
        if told.many.is_some() {
            return true;
        }
        let Some(first) = told.cases.first().map(|c| c.assumed) else { return false };
        let is_case = |mark: Mark| told.cases.iter().any(|c| c.assumed == mark);
        let mut others: Box<dyn Iterator<Item = Mark>> = match told.house {
            None => {
                let cell = first.cell;
                Box::new(Each(facts[cell]).map(move |digit| Mark { cell, digit }))
            }
            Some(house) => {
                let (digit, facts) = (first.digit, &facts);
                let list = self.board.houses[house].list.iter();
                let there = list.filter(move |&&c| facts[c] >> digit & 1 == 1);
                Box::new(there.map(move |&cell| Mark { cell, digit }))
            }
        };
        others.all(is_case) && told.cases.iter().all(|c| self.holds(c, facts.clone(), look, named))
    }

    /// Events in an order that needs few lines: a voice says at once all that it can by then.
    fn in_order(
        &self,
        thought: &Thought<'_>,
        mut rest: Vec<(usize, Vec<usize>)>,
    ) -> Vec<Consequence> {
        let mut lines: Vec<Consequence> = Vec::new();
        let mut last: Vec<usize> = Vec::new();
        while !rest.is_empty() {
            let open: Vec<usize> = rest.iter().map(|r| r.0).collect();
            let ready = |r: &&(usize, Vec<usize>)| !r.1.iter().any(|at| open.contains(at));
            let by = |at: usize| thought.events[at].by;
            // Rather one that has nothing more to say later, then one that goes on from the last.
            let next = rest.iter().filter(ready).min_by_key(|(at, after)| {
                let later = rest.iter().filter(|r| by(r.0) == by(*at)).any(|r| !ready(&r));
                (later, !after.iter().any(|a| last.contains(a)), *at)
            });
            let Some(voice) = next.and_then(|r| by(r.0)) else { return lines };
            let now: Vec<usize> = rest
                .iter()
                .filter(ready)
                .map(|r| r.0)
                .filter(|&at| by(at) == Some(voice))
                .collect();
            rest.retain(|r| !now.contains(&r.0));
            let marks = now.iter().map(|&at| thought.events[at].mark).collect();
            lines.push(self.line(voice, marks));
            last = now;
        }
        lines
    }
}
