//! The smallest set of constraints that erases a mark.
//!
//! Each mark that is in no solution is assumed, and the kernel propagates. Those that fail
//! soonest are looked at closely: following the reasons back gives constraints that refute
//! the mark; constraints are dropped while the rest still does; then implicit hitting sets
//! look for a smaller set. A solution of some constraints shows constraints (those it breaks)
//! of which every refutation must have one; the smallest set that meets all of these either
//! refutes the mark, and then no smaller one does, or gives the next set to meet.

use std::rc::Rc;

use pencilmark_kernel::VarId;
use pencilmark_kernel::reason::Story;

use super::failing::{Failing, Refutation};
use super::hunt::{Close, Core, Filling, Hunt};
use super::meet::Meet;
use super::{Guide, Truth, rated};
use crate::board::Mark;
use crate::found::{Found, Pattern, Refuted};
use crate::marks::Marks;
use crate::oracle::{Facts, Look};
use crate::sets::{Digit, Each};
use crate::technique::Technique;

/// Constraints that a person can be asked to see together.
pub(super) const MOST: usize = 8;
/// Constraints that are told together however long that takes.
pub(super) const ALWAYS: usize = 3;
/// Lines that more of them may take: a contradiction may be shorter.
const LINES: usize = 40;
/// Marks looked at closely, and how many more of those that were looked at before: with all patience,
/// and with none. The mark with the smallest set is often not among the first few that fail.
const CLOSE: [usize; 2] = [24, 8];
/// Sets of the same size of which the one is taken that erases most.
const COMPARED: usize = 4;
/// More constraints of a trace than these are no way to a small set.
const TRACED: usize = 40;
/// Nodes for one question on the way.
const NODES: u64 = 300;
/// Rounds of the hitting-set loop for one mark: for sets of which none may be missed, and others.
const ROUNDS: [usize; 2] = [2000, 40];
/// What all questions for one step may cost: then the smallest set found so far has to do. One
/// costs a unit for every node, and for every constraint in it, which has to be compiled.
const EFFORT: [usize; 2] = [1_500, 150];
/// The same for sets of so few constraints that none may be missed.
const EXACT: [usize; 2] = [2_000, 300];
/// What a question costs that is answered without the kernel.
const QUICK: u64 = 1;
/// Steps of one search for a hitting set.
const STEPS: u64 = 20_000;
/// Steps of such a search that cost as much as a node.
const LIGHT: u64 = 16;

/// Whether more constraints than are always told together are told so briefly that they may be.
pub(super) fn is_brief(why: &Refuted) -> bool {
    why.depth() <= 1 && why.length() <= LINES
}

impl Guide<'_> {
    /// The smallest set of at most so many constraints that erases a mark.
    pub(super) fn several(&mut self, marks: &Marks, most: usize) -> Option<Found> {
        let facts = self.facts(marks);
        if let Some(found) = self.said_later(marks, &facts, most) {
            return Some(found);
        }
        let mut hunt = std::mem::take(&mut self.hunt);
        // Asked for again and again with larger sizes while the marks stay as they are.
        if hunt.facts != facts {
            self.look_closely(&mut hunt, marks, &facts);
        }
        let mut found = None;
        while found.is_none() {
            let best = self.smallest(&mut hunt, most);
            if best.is_empty() {
                break;
            }
            let alike: Vec<Vec<usize>> = best.iter().map(|c| c.units.clone()).collect();
            found = self.most_telling(best, marks, &facts);
            if found.is_none() {
                hunt.close.retain(|c| !alike.contains(&c.units));
            }
        }
        self.hunt = hunt;
        found
    }

    /// Of sets of the same size, the one that erases most; large ones only if they can be told.
    fn most_telling(&mut self, best: Vec<Close>, marks: &Marks, facts: &Facts) -> Option<Found> {
        let mut ways: Vec<(Vec<usize>, Vec<Mark>)> = Vec::new();
        for close in best {
            let mut gone = self.erased(&close.units, facts, marks);
            if !gone.contains(&close.mark) {
                gone.push(close.mark);
            }
            ways.push((close.units, gone));
        }
        ways.sort_by_key(|(_, gone)| usize::MAX - gone.len());
        for (units, gone) in ways {
            // One house by itself is a set of cells and digits, with a name or without.
            if let [unit] = units[..]
                && let Some(found) = self.set_in(unit, marks)
            {
                return Some(found);
            }
            let found = self.as_step(units, gone, facts);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// What some constraints erase, if it can be told.
    fn as_step(&self, units: Vec<usize>, gone: Vec<Mark>, facts: &Facts) -> Option<Found> {
        let rated = rated::several(units.len());
        let mut why = None;
        if units.len() > ALWAYS {
            why = Some(self.why_brief(&units, facts, &gone).filter(is_brief)?);
        }
        let found = Found::new(Technique::Several, Pattern::Several { units, why });
        Some(found.removing(gone).rated(rated))
    }

    /// What at most so many constraints still erase of which a part was told: nobody has to look for
    /// them again.
    fn said_later(&mut self, marks: &Marks, facts: &Facts, most: usize) -> Option<Found> {
        let known = std::mem::take(&mut self.later);
        let (mut known, large): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|(units, _)| units.len() <= most);
        self.later = large;
        known.sort_by_key(|(units, _)| units.len());
        let mut found = None;
        for (units, rest) in known {
            if found.is_none() {
                let gone = self.erased(&units, facts, marks);
                if gone.is_empty() {
                    continue;
                }
                found = self.as_step(units.clone(), gone, facts);
            }
            self.later.push((units, rest));
        }
        found
    }

    /// Finds constraints that refute marks, for the marks that fail soonest and for those whose
    /// constraints are known.
    fn look_closely(&mut self, hunt: &mut Hunt, marks: &Marks, facts: &Facts) {
        hunt.change(facts);
        hunt.cores.retain(|mark, _| marks.has(*mark));
        hunt.close.clear();
        let [effort, close] = [EFFORT, CLOSE].map(|[full, least]| self.patience.of(full, least));
        hunt.effort = effort as u64;
        let mut known: Vec<(usize, Mark)> =
            hunt.cores.iter().map(|(m, c)| (c.units.len(), *m)).collect();
        known.sort_unstable();
        let mut todo = self.by_homes(hunt, marks);
        let known = known.into_iter().take(close).map(|(_, mark)| mark);
        let failing = self.failing(marks, facts).into_iter().take(close).map(|f: Failing| f.mark);
        for mark in known.chain(failing) {
            if !todo.contains(&mark) {
                todo.push(mark);
            }
        }
        // Where few fail, those that do not fail at once have their turn: propagation is not all.
        let wrong: Vec<Mark> = match self.truth {
            Truth::Known(truth) => {
                marks.all().filter(|m| truth[m.cell] >> m.digit & 1 == 0).collect()
            }
            _ => vec![],
        };
        let mut others: Vec<Mark> = wrong.into_iter().filter(|m| !todo.contains(m)).collect();
        let few = close.saturating_sub(todo.len()).min(others.len());
        todo.extend(others.drain(..few));
        let model = self.oracle.whole();
        let start = self.oracle.story(&model, None, facts);
        let mut best = MOST;
        for mark in todo {
            if self.is_over() {
                return;
            }
            let core = match hunt.cores.get(&mark) {
                Some(known) => Some(known.clone()),
                None => self.traced_core(hunt, &start, mark),
            };
            // Another set than one that is far from small may still be found.
            let mut units = self.all_units();
            if let Some(core) = core {
                let core = self.shrink(hunt, core, mark, best);
                if core.needed.is_some() {
                    units = core.units.clone();
                }
                hunt.cores.insert(mark, core);
            }
            best = best.min(units.len());
            hunt.close.push(Close { mark, units, least: 1 });
        }
        hunt.others = others;
    }

    /// The constraints by which propagation refutes a mark, if these are not too many.
    fn traced_core(&self, hunt: &mut Hunt, start: &Story<'_>, mark: Mark) -> Option<Core> {
        let trace = self.refutation(start.clone(), &hunt.facts, mark)?;
        let units = self.cited(&trace);
        // Traces that are too long are cut off: what is left of one may not be enough.
        let few = (1..=TRACED).contains(&units.len());
        let enough = few && self.refutes(hunt, &units, mark) == Some(true);
        enough.then_some(Core { units, needed: None })
    }

    /// The constraints that a refutation names.
    fn cited(&self, trace: &Refutation) -> Vec<usize> {
        let all = trace.steps.iter().flat_map(|b| b.units.iter().copied());
        let mut units: Vec<usize> = all.filter(|&u| u < self.board.units.len()).collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    /// The constraints on some cells.
    fn units_on(&self, cells: &[usize]) -> Vec<usize> {
        let on = |u: &usize| self.board.units[*u].scope.iter().any(|c| cells.contains(c));
        (0..self.board.units.len()).filter(on).collect()
    }

    fn all_units(&self) -> Vec<usize> {
        (0..self.board.units.len()).collect()
    }

    /// The smallest sets of at most so many constraints that refute one of the marks.
    fn smallest(&self, hunt: &mut Hunt, most: usize) -> Vec<Close> {
        let mut close = std::mem::take(&mut hunt.close);
        // Up to this size no mark is left out.
        let rest = hunt.effort;
        if most <= ALWAYS {
            let every = |&mark: &Mark| Close { mark, units: self.all_units(), least: 1 };
            close.extend(hunt.others.iter().map(every));
            hunt.effort = self.patience.of(EXACT[0], EXACT[1]) as u64;
        }
        close.sort_by_key(|c| c.units.len());
        let mut best = close.first().map_or(0, |c| c.units.len());
        for one in &mut close {
            let limit = best.min(most + 1);
            if one.least >= limit || hunt.effort == 0 || self.is_over() {
                continue;
            }
            match self.smaller(hunt, one, limit) {
                Some(units) => {
                    best = units.len();
                    one.units = units;
                }
                None if hunt.effort > 0 => hunt.bound(one.mark, limit),
                None => {}
            }
            one.least = limit;
        }
        if most <= ALWAYS {
            close.retain(|c| c.units.len() <= most || !hunt.others.contains(&c.mark));
            hunt.effort = rest;
        }
        close.sort_by_key(|c| c.units.len());
        hunt.close = close;
        let size = hunt.close.first().map_or(0, |c| c.units.len());
        let mut best: Vec<Close> =
            hunt.close.iter().filter(|c| c.units.len() == size && size <= most).cloned().collect();
        best.dedup_by(|a, b| a.units == b.units);
        best.truncate(COMPARED);
        best
    }

    /// Drops constraints while the rest still refutes the mark, until more than these are needed.
    fn shrink(&self, hunt: &mut Hunt, core: Core, mark: Mark, most: usize) -> Core {
        let mut units = core.units;
        if core.needed.is_some_and(|then| then == self.scope_facts(&units, &hunt.facts)) {
            let needed = Some(self.scope_facts(&units, &hunt.facts));
            return Core { units, needed };
        }
        let (mut at, mut firm) = (units.len(), 0);
        while at > 0 && firm <= most {
            at -= 1;
            let mut rest = units.clone();
            let unit = rest.remove(at);
            if hunt.needs(&units, unit, mark) {
                firm += 1;
                continue;
            }
            match self.refutes(hunt, &rest, mark) {
                None => return Core { units, needed: None },
                Some(false) => firm += 1,
                Some(true) => {
                    // What follows from the rest may need still less of it.
                    units = self.refined(&hunt.facts, rest, mark);
                    at = units.partition_point(|&u| u < unit);
                }
            }
        }
        let needed = (firm <= most).then(|| self.scope_facts(&units, &hunt.facts));
        Core { units, needed }
    }

    /// Those of some constraints by which propagation refutes a mark; all if it does not.
    fn refined(&self, facts: &Facts, units: Vec<usize>, mark: Mark) -> Vec<usize> {
        let model = self.oracle.part_model(&units);
        let start = self.oracle.story(&model, Some(&units), facts);
        match self.refutation(start, facts, mark) {
            Some(trace) if !trace.cut => self.cited(&trace),
            _ => units,
        }
    }

    /// Whether some constraints refute a mark, as far as can be seen; a filling that shows that
    /// they do not is remembered. Nothing if enough was asked.
    fn refutes(&self, hunt: &mut Hunt, units: &[usize], mark: Mark) -> Option<bool> {
        if hunt.effort == 0 {
            return None;
        }
        // Near the solution of the puzzle few constraints are broken, and that tells most.
        let preferred = |cell: usize| self.preferred(&hunt.facts, cell);
        if let Some(filled) = self.filled_near(units, &hunt.facts, mark, &preferred) {
            hunt.effort = hunt.effort.saturating_sub(QUICK);
            let Some(left) = filled else { return Some(true) };
            let vars = self.board.lowered.problem.vars();
            let at = |var: VarId| vars.binary_search_by_key(&var, |def| def.id).ok();
            let lowest = |var: VarId| at(var).map_or(0, |at| vars[at].lo);
            let digit = |cell: usize| Each(left[cell]).next();
            let filling = self.completed(units, &hunt.facts, mark, &digit, &lowest);
            if !filling.broken.is_empty() {
                hunt.learn(filling);
            }
            return Some(false);
        }
        let asked = self.oracle.solution_near(units, &hunt.facts, mark, &preferred, NODES);
        let (found, nodes) = asked;
        hunt.effort = hunt.effort.saturating_sub(nodes + units.len() as u64);
        match found {
            Ok(None) => return Some(true),
            Ok(Some(solution)) => {
                let cells = &self.board.lowered.cells;
                let digit = |cell: usize| self.board.digit(solution.value(cells[cell]));
                let other = |var: VarId| solution.value(var);
                let filling = self.completed(units, &hunt.facts, mark, &digit, &other);
                if !filling.broken.is_empty() {
                    hunt.learn(filling);
                }
            }
            Err(_) => {}
        }
        Some(false)
    }

    /// The digit of a cell that is nearest to the solution.
    pub(super) fn preferred(&self, facts: &Facts, cell: usize) -> Option<Digit> {
        match self.truth {
            Truth::Known(truth) => Each(truth[cell] & facts[cell]).next(),
            _ => None,
        }
    }

    /// A way to fill the cells of some constraints with a mark assumed, by following these alone,
    /// with many digits that are preferred; none inside if it fails, none at all if it is not seen
    /// so easily.
    pub(super) fn filled_near(
        &self,
        units: &[usize],
        facts: &Facts,
        mark: Mark,
        preferred: &dyn Fn(usize) -> Option<Digit>,
    ) -> Option<Option<Facts>> {
        if !units.iter().all(|&u| self.oracle.is_about_cells(u)) {
            return None;
        }
        let mut left = facts.clone();
        left[mark.cell] = 1 << mark.digit;
        let mut cells: Vec<usize> =
            units.iter().flat_map(|&u| self.board.units[u].scope.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        if self.settle(units, Look::Close, &mut left, &cells).is_err() {
            return Some(None);
        }
        // Often all that is preferred goes together.
        let mut at_once = left.clone();
        let fits = |&&cell: &&usize| preferred(cell).is_some_and(|d| left[cell] >> d & 1 == 1);
        for &cell in cells.iter().filter(fits) {
            at_once[cell] = preferred(cell).map_or(left[cell], |d| 1 << d);
        }
        let settled = self.settle(units, Look::Close, &mut at_once, &cells).is_ok();
        if settled && cells.iter().all(|&cell| at_once[cell].is_power_of_two()) {
            return Some(Some(at_once));
        }
        for cell in cells {
            while !left[cell].is_power_of_two() {
                let wanted = preferred(cell).filter(|d| left[cell] >> d & 1 == 1);
                let digit = wanted.or_else(|| Each(left[cell]).next())?;
                let mut with = left.clone();
                with[cell] = 1 << digit;
                if self.settle(units, Look::Close, &mut with, &[cell]).is_ok() {
                    left = with;
                    continue;
                }
                left[cell] &= !(1 << digit);
                self.settle(units, Look::Close, &mut left, &[cell]).ok()?;
            }
        }
        Some(Some(left))
    }

    /// A set smaller than the limit that refutes the mark.
    fn smaller(&self, hunt: &mut Hunt, close: &Close, limit: usize) -> Option<Vec<usize>> {
        let mark = close.mark;
        let mut meet = Meet::new(self.board.units.len());
        let mut known: Vec<Rc<[usize]>> = hunt.must_meet(mark).cloned().collect();
        if let Some(changed) = hunt.since(mark, limit) {
            known.push(self.units_on(&changed).into());
        }
        let mut rounds = 0;
        while rounds < ROUNDS[usize::from(limit > ALWAYS + 1)] {
            let chosen = meet.smallest(close.least, limit, STEPS.min(LIGHT * hunt.effort));
            hunt.effort = hunt.effort.saturating_sub(meet.took() / LIGHT);
            let chosen = chosen?;
            let mut is_chosen = vec![false; self.board.units.len()];
            chosen.iter().for_each(|&u| is_chosen[u] = true);
            let misses = |set: &&Rc<[usize]>| !set.iter().any(|&u| is_chosen[u]);
            // All at once, small ones first: those that hold another need not be met.
            let mut missed: Vec<&Rc<[usize]>> = known.iter().filter(misses).collect();
            if !missed.is_empty() {
                missed.sort_by_key(|set| set.len());
                missed.into_iter().for_each(|set| meet.add(set));
                continue;
            }
            let before = hunt.learnt;
            let (all, mut chosen) = (chosen.clone(), self.tied(&chosen, mark, &hunt.facts));
            let mut enough = self.refutes(hunt, &chosen, mark)?;
            // Values outside the grid that were not asked about may break the others.
            if !enough && hunt.learnt > before && hunt.last.iter().any(|u| all.contains(u)) {
                chosen = all;
                enough = self.refutes(hunt, &chosen, mark)?;
            }
            if enough {
                let core = self.shrink(hunt, Core { units: chosen, needed: None }, mark, MOST);
                let units = core.units.clone();
                hunt.cores.insert(mark, core);
                return Some(units);
            }
            // Too hard to say, or nothing learnt from it.
            if hunt.learnt == before {
                return None;
            }
            known.push(hunt.last.clone());
            rounds += 1;
        }
        None
    }

    /// Those of some constraints that open cells tie to a mark: the others have no part in it.
    fn tied(&self, chosen: &[usize], mark: Mark, facts: &Facts) -> Vec<usize> {
        let scope = |u: usize| &self.board.units[u].scope;
        let holds = |&u: &usize| scope(u).contains(&mark.cell);
        let (mut tied, mut rest): (Vec<usize>, Vec<usize>) = chosen.iter().partition(|u| holds(u));
        loop {
            let meets = |u: &usize| {
                let open = scope(*u).iter().filter(|&&c| !facts[c].is_power_of_two());
                let outside =
                    |t: usize| self.board.units[*u].outside && self.board.units[t].outside;
                open.clone().any(|c| tied.iter().any(|&t| scope(t).contains(c)))
                    || tied.iter().any(|&t| outside(t))
            };
            let (near, far): (Vec<usize>, Vec<usize>) = rest.iter().partition(|u| meets(u));
            if near.is_empty() {
                tied.sort_unstable();
                return tied;
            }
            tied.extend(near);
            rest = far;
        }
    }

    /// A solution of some constraints for the whole grid: cells it does not speak of take
    /// whatever breaks least.
    fn completed(
        &self,
        chosen: &[usize],
        facts: &Facts,
        mark: Mark,
        found: &dyn Fn(usize) -> Option<Digit>,
        other: &dyn Fn(VarId) -> i64,
    ) -> Filling {
        let Truth::Known(truth) = self.truth else {
            return Filling { digits: vec![], broken: Rc::new([]) };
        };
        let mut inside = vec![false; self.board.cells];
        for &cell in chosen.iter().flat_map(|&u| &self.board.units[u].scope) {
            inside[cell] = true;
        }
        let digit = |cell: usize| match cell {
            _ if cell == mark.cell => Some(mark.digit),
            _ if inside[cell] => found(cell),
            // Outside, the solution of the puzzle keeps most constraints.
            _ => Each(truth[cell] & facts[cell]).next(),
        };
        let digits: Vec<Digit> = (0..self.board.cells).map(|c| digit(c).unwrap_or(0)).collect();
        let one = self.is_unique();
        let solved = |cell: usize| Each(truth[cell]).next().filter(|_| one);
        let broken = self.oracle.broken(&digits, other, &solved).into();
        Filling { broken, digits: digits.into_iter().map(|d| d as u8).collect() }
    }
}
