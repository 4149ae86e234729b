//! What one constraint says by itself, and what two of them say together.

use std::cell::OnceCell;

use pencilmark_kernel::Constraint;

use super::{Guide, Witness, rated};
use crate::board::Mark;
use crate::found::{Found, Pattern};
use crate::marks::Marks;
use crate::oracle::Facts;
use crate::sets::{Digits, Each, choose, count, fewest};
use crate::technique::Technique;

/// Nodes for one question: whatever needs more is no step that a person takes.
const NODES: u64 = 4000;
/// Nodes for one question that is no more than worth trying.
const AT_ONCE: u64 = 100;
/// Ways to fill some units that are kept.
const MOST_WITNESSES: usize = 32;
/// Open cells that two constraints may have together.
const MOST_CELLS: usize = 16;

impl Guide<'_> {
    /// The first constraint that erases something, looked at alone: one of the houses that
    /// patterns look at, or one of the others.
    pub(super) fn alone(&mut self, marks: &Marks, houses: bool) -> Option<Found> {
        let of = |u: &usize| self.board.units[*u].house.is_some() == houses;
        let units: Vec<usize> = (0..self.board.units.len()).filter(of).collect();
        units.into_iter().find_map(|unit| self.said_by(unit, marks))
    }

    /// What a constraint that is no house says alone.
    pub(super) fn alone_by(&mut self, unit: usize, marks: &Marks) -> Option<Found> {
        self.board.units[unit].house.is_none().then(|| self.said_by(unit, marks)).flatten()
    }

    fn said_by(&mut self, unit: usize, marks: &Marks) -> Option<Found> {
        let facts = self.facts(marks);
        if self.is_silent(&[unit], &facts) {
            return None;
        }
        let gone = self.erased(&[unit], &facts, marks);
        if gone.is_empty() {
            self.note_silent(&[unit], &facts);
            return None;
        }
        if let Some(found) = self.along(unit, marks) {
            return Some(found);
        }
        let scope = &self.board.units[unit].scope;
        let open = scope.iter().filter(|&&c| marks.value[c].is_none()).count();
        let rating = if open <= 1 { 15 } else { 26 };
        let found = Found::new(Technique::Alone, Pattern::Alone { unit });
        Some(found.removing(gone).rated(rating))
    }

    /// The digits that nothing goes with on any link of a line, all along it at once.
    fn along(&self, unit: usize, marks: &Marks) -> Option<Found> {
        let board = self.board;
        let clue = board.units[unit].clue;
        let is_link = |u: &usize| {
            let other = &board.units[*u];
            other.clue == clue && other.scope.len() == 2 && !other.outside
        };
        let links: Vec<usize> = (0..board.units.len()).filter(is_link).collect();
        // Dots and the like are no line: their links do not hang together.
        let line = board.puzzle.clues[clue].list(0);
        if !is_link(&unit) || links.len() < 2 || links.len() + 1 != line.len() {
            return None;
        }
        let whole: Facts = vec![board.all(); board.cells];
        let mut gone: Vec<Mark> = Vec::new();
        let mut parts = 0;
        for &link in &links {
            let cells = &board.units[link].scope;
            let marks = cells
                .iter()
                .flat_map(|&cell| Each(marks.of[cell]).map(move |digit| Mark { cell, digit }));
            let goes = |m: &Mark| self.oracle.refutes(&[link], &whole, *m, AT_ONCE) == Some(true);
            let own: Vec<Mark> = marks.filter(goes).collect();
            parts += usize::from(!own.is_empty());
            gone.extend(own);
        }
        // A digit that goes from one of them only is no thought about the line.
        (parts > 1)
            .then(|| Found::new(Technique::Alone, Pattern::Line { clue }).removing(gone).rated(26))
    }

    /// A relation of two cells in which a digit goes with itself only, where the two differ.
    pub(super) fn twins(&self, marks: &Marks) -> Option<Found> {
        let board = self.board;
        for (at, unit) in board.units.iter().enumerate().filter(|(_, u)| !u.outside) {
            let (&[a, b], &[posted]) = (&unit.scope[..], &unit.posted[..]) else { continue };
            if !board.differ[a].contains(&b) || board.makes_differ(at, a, b) {
                continue;
            }
            let constraint = &board.lowered.problem.posted()[posted].constraint;
            let holds = |own: usize, d: usize, e: usize| {
                constraint.holds(&|var| match var == board.lowered.cells[own] {
                    true => board.value(d),
                    false => board.value(e),
                })
            };
            let only =
                |m: &Mark| (0..board.digits).all(|e| holds(m.cell, m.digit, e) == (e == m.digit));
            let all = [a, b].into_iter();
            let all = all.flat_map(|c| Each(marks.of[c]).map(move |digit| Mark { cell: c, digit }));
            let gone: Vec<Mark> = all.filter(only).collect();
            let house = (0..board.units.len()).find(|&u| board.makes_differ(u, a, b));
            if let (Some(house), false) = (house, gone.is_empty()) {
                let units = vec![house, at];
                let found = Found::new(Technique::Alone, Pattern::Several { units, why: None });
                return Some(found.removing(gone).rated(26));
            }
        }
        None
    }

    /// The smallest set of cells of a house that have as many digits, or of digits that have as
    /// many cells, which erases something.
    pub(super) fn set_in(&self, unit: usize, marks: &Marks) -> Option<Found> {
        use Technique::{HiddenPair, HiddenQuadruple, HiddenTriple};
        use Technique::{NakedPair, NakedQuadruple, NakedTriple};
        let board = self.board;
        let house = board.units[unit].house?;
        let list = &board.houses[house].list;
        let open: Vec<usize> = list.iter().copied().filter(|&c| marks.value[c].is_none()).collect();
        let whole = list.len() == board.digits;
        let missing = open.iter().fold(0, |all, &c| all | marks.of[c]);
        let missing: Vec<usize> = Each(missing).collect();
        let mut found = None;
        for size in 2..open.len() {
            for hidden in [false, true] {
                let from = if hidden { &missing } else { &open };
                choose(from, size, &mut |some| {
                    let (cells, digits): (Vec<usize>, Digits) = match hidden {
                        true => {
                            let digits = some.iter().fold(0, |all, &d| all | 1 << d);
                            let holds = |c: &usize| marks.of[*c] & digits != 0;
                            (open.iter().copied().filter(holds).collect(), digits)
                        }
                        false => (some.to_vec(), some.iter().fold(0, |all, &c| all | marks.of[c])),
                    };
                    if cells.len() != size || count(digits) != size || hidden && !whole {
                        return false;
                    }
                    let goes = |c: usize| match (cells.contains(&c), hidden) {
                        (true, true) => marks.of[c] & !digits,
                        (false, false) => marks.of[c] & digits,
                        _ => 0,
                    };
                    let mark =
                        |&cell: &usize| Each(goes(cell)).map(move |d| Mark { cell, digit: d });
                    let gone: Vec<Mark> = open.iter().flat_map(mark).collect();
                    if gone.is_empty() {
                        return false;
                    }
                    let names = [NakedPair, NakedTriple, NakedQuadruple];
                    let hidden_names = [HiddenPair, HiddenTriple, HiddenQuadruple];
                    let names = if hidden { hidden_names } else { names };
                    let technique = names.get(size - 2).copied().unwrap_or(Technique::Alone);
                    let pattern = Pattern::Subset { house, cells, digits, hidden };
                    let one = Found::new(technique, pattern).removing(gone);
                    // Larger ones are harder to see than four.
                    let larger = 46 + 2 * size as u32 + 4 * u32::from(hidden);
                    found = Some(if size > 4 { one.rated(larger) } else { one });
                    true
                });
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// What a clue says about a cell together with other clues, where its kind knows that: one
    /// thought, however many houses it takes.
    pub(super) fn known(&self, marks: &Marks, most: usize) -> Option<Found> {
        let board = self.board;
        let lowered = &board.lowered;
        for posted in lowered.problem.posted().iter().filter(|p| p.derived) {
            let Constraint::Domain { var, values } = &posted.constraint else { continue };
            let Ok(cell) = lowered.cells.binary_search(var) else { continue };
            let other = |&digit: &usize| !values.contains(&board.value(digit));
            let gone: Vec<Mark> =
                Each(marks.of[cell]).filter(other).map(|digit| Mark { cell, digit }).collect();
            if gone.is_empty() {
                continue;
            }
            let clues: Vec<usize> =
                posted.groups.iter().map(|g| lowered.groups[g.index()]).collect();
            let of = |u: &usize| clues.contains(&board.units[*u].clue);
            let units = (0..board.units.len()).filter(of).collect();
            // That each digit begins as many numbers takes all houses; with fewer nobody sees it.
            let ranks = |c: &usize| board.puzzle.clues[*c].kind.name == "full-rank";
            let units = match clues.iter().any(ranks) {
                true => units,
                false => self.without_idle(units, &self.facts(marks), &gone),
            };
            let count = units.len();
            let is_house = |u: &&usize| board.units[**u].house.is_some();
            if units.iter().filter(is_house).count() > most {
                continue;
            }
            let found = Found::new(Technique::Several, Pattern::Several { units, why: None });
            return Some(found.removing(gone).rated(rated::one_thought(count)));
        }
        None
    }

    /// Without those constraints that marks go without, as far as can be seen at once.
    fn without_idle(&self, units: Vec<usize>, facts: &Facts, gone: &[Mark]) -> Vec<usize> {
        let enough = |some: &[usize]| {
            let goes = |&m: &Mark| self.oracle.refutes(some, facts, m, AT_ONCE) == Some(true);
            gone.iter().all(goes)
        };
        // Often one house will do.
        let mut pairs = Vec::new();
        choose(&units, 2, &mut |pair| {
            let house = pair.iter().filter(|&&u| self.board.units[u].house.is_some()).count();
            if house == 1 {
                pairs.push(pair.to_vec());
            }
            false
        });
        if let Some(pair) = pairs.into_iter().find(|pair| enough(pair)) {
            return pair;
        }
        fewest(&units, &enough)
    }

    /// The first two constraints that erase something together.
    pub(super) fn two(&mut self, marks: &Marks) -> Option<Found> {
        self.sorted_pairs(marks).into_iter().find_map(|(a, b)| self.both(a, b, marks))
    }

    /// All two constraints that erase something together.
    pub(super) fn every_two(&mut self, marks: &Marks) -> Vec<Found> {
        self.sorted_pairs(marks).into_iter().filter_map(|(a, b)| self.both(a, b, marks)).collect()
    }

    fn sorted_pairs(&self, marks: &Marks) -> Vec<(usize, usize)> {
        let mut pairs = self.pairs(marks);
        pairs.sort_by_key(|&(open, a, b)| (open, a, b));
        pairs.into_iter().map(|(_, a, b)| (a, b)).collect()
    }

    /// What two constraints erase together, and neither alone.
    fn both(&mut self, a: usize, b: usize, marks: &Marks) -> Option<Found> {
        let facts = self.facts(marks);
        if self.is_silent(&[a, b], &facts) {
            return None;
        }
        let mut gone = self.erased(&[a, b], &facts, marks);
        if !gone.is_empty() {
            // What one of them says alone is another step: a subset of a house.
            let alone = [self.erased(&[a], &facts, marks), self.erased(&[b], &facts, marks)];
            gone.retain(|m| !alone.iter().flatten().any(|x| x == m));
        }
        if gone.is_empty() {
            self.note_silent(&[a, b], &facts);
            return None;
        }
        let units = vec![a, b];
        let found = Found::new(Technique::Several, Pattern::Several { units, why: None });
        Some(found.removing(gone).rated(rated::several(2)))
    }

    /// The marks that some units erase together. Ways to fill their cells that were found
    /// before are kept: as long as none of their marks is gone they show that others are possible.
    pub(super) fn erased(&mut self, units: &[usize], facts: &Facts, marks: &Marks) -> Vec<Mark> {
        let mut known = self.witnesses.remove(units).unwrap_or_default();
        let gone = self.erased_beside(&mut known, units, facts, marks);
        self.witnesses.insert(units.to_vec(), known);
        gone
    }

    /// The same with the ways that are known, and more of them.
    fn erased_beside(
        &self,
        known: &mut Vec<Witness>,
        units: &[usize],
        facts: &Facts,
        marks: &Marks,
    ) -> Vec<Mark> {
        let fits = |w: &Witness| w.iter().all(|m| facts[m.cell] >> m.digit & 1 == 1);
        known.retain(fits);
        let mut shown: Facts = vec![0; self.board.cells];
        let show = |shown: &mut Facts, w: &Witness| {
            w.iter().for_each(|m| shown[m.cell] |= 1 << m.digit);
        };
        known.iter().for_each(|w| show(&mut shown, w));
        let mut cells: Vec<usize> =
            units.iter().flat_map(|&u| self.board.units[u].scope.iter().copied()).collect();
        cells.sort_unstable();
        cells.dedup();
        let open = |&cell: &usize| Each(marks.of[cell] & !shown[cell]).count();
        let mut gone = Vec::new();
        if cells.iter().map(open).sum::<usize>() == 0 {
            return gone;
        }
        let preferred = |cell: usize| self.preferred(facts, cell);
        let (model, mut asked) = (OnceCell::new(), None);
        for &cell in &cells {
            for digit in Each(marks.of[cell]) {
                let mark = Mark { cell, digit };
                if shown[cell] >> digit & 1 == 1 {
                    continue;
                }
                // Most questions are answered by following the constraints alone.
                let answer = match self.filled_near(units, facts, mark, &preferred) {
                    Some(filled) => Ok(filled.map(|left| {
                        let digit = |c: usize| left[c].trailing_zeros() as usize;
                        cells.iter().map(|&c| Mark { cell: c, digit: digit(c) }).collect()
                    })),
                    None => {
                        let model = model.get_or_init(|| self.oracle.part_model(units));
                        let ask = || self.oracle.asked(model, units, facts, NODES);
                        asked.get_or_insert_with(ask).with(mark, &cells)
                    }
                };
                match answer {
                    Ok(Some(witness)) => {
                        show(&mut shown, &witness);
                        if known.len() < MOST_WITNESSES {
                            known.push(witness);
                        }
                    }
                    Ok(None) => gone.push(mark),
                    // Too hard to find out: no step that a person takes.
                    Err(_) => return vec![],
                }
            }
        }
        gone
    }

    /// Pairs of constraints worth asking: they share an open cell, and what they say together
    /// is more than houses and links say.
    fn pairs(&self, marks: &Marks) -> Vec<(usize, usize, usize)> {
        let units = &self.board.units;
        let open = |u: usize| {
            units[u].scope.iter().copied().filter(|&c| marks.value[c].is_none()).collect::<Vec<_>>()
        };
        let opens: Vec<Vec<usize>> = (0..units.len()).map(open).collect();
        // What houses say together, patterns have looked at; two relations of two cells are links.
        let distinct: Vec<bool> = (0..units.len()).map(|u| self.is_distinct(u)).collect();
        let link: Vec<bool> = units.iter().map(|u| u.scope.len() < 3).collect();
        let mut shared = vec![0; self.board.cells];
        let mut pairs = Vec::new();
        for a in (0..units.len()).filter(|&a| opens[a].len() >= 2) {
            opens[a].iter().for_each(|&c| shared[c] = a + 1);
            for b in (a + 1..units.len()).filter(|&b| opens[b].len() >= 2) {
                let outside = units[a].outside && units[b].outside;
                if distinct[a] && distinct[b] || link[a] && link[b] && !outside {
                    continue;
                }
                let common = opens[b].iter().filter(|&&c| shared[c] == a + 1).count();
                let all = opens[a].len() + opens[b].len() - common;
                if (common > 0 || outside) && all <= MOST_CELLS {
                    pairs.push((all, a, b));
                }
            }
        }
        pairs
    }

    fn is_distinct(&self, unit: usize) -> bool {
        let posted = self.board.lowered.problem.posted();
        let distinct = |&p: &usize| matches!(posted[p].constraint, Constraint::Distinct(_));
        self.board.units[unit].posted.iter().all(distinct)
    }
}
