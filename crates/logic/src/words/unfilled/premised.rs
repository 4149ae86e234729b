//! What other cells and values are, so that one constraint erases marks or values: the fewest that
//! suffice, and of each only that it is large or small enough, or not in a region, where that is all it
//! takes.
//!
//! Nothing here knows the rule of a clue; the oracle says what goes with what.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use pencilmark_kernel::VarId;
use pencilmark_puzzle::{CellId, Name};

use super::super::followed::Known;
use super::super::hidden::{self, Outside};
use super::super::{cell, cells, join};
use super::erased::Thought;
use super::few::said;
use crate::board::{Board, Mark};
use crate::found::Hidden;
use crate::oracle::{Facts, Oracle, Range};
use crate::sets::{Cell, Digits, count};

/// Nodes for one question; where many cells and values are asked about, what is seen at once.
const NODES: u64 = 200;
const NODES_OF_MANY: u64 = 2;
/// Cells that are taken in at a glance, for all that goes at once and for one cell.
const GLANCE: usize = 2;
const FEW: usize = 3;
/// Cells and values that are, where some are values outside the grid: these are told together.
const GLANCE_BESIDE: usize = 3;
const FEW_BESIDE: usize = 6;
/// Cells of a constraint that are many, and beyond which nobody looks for them.
const MANY_CELLS: usize = 20;
const MOST_CELLS: usize = 128;
/// Cells and values of which one after the other is left out.
const FEW_WHO: usize = 12;
/// Questions for one reason.
const MOST_ASKED: usize = 120;
/// Values beyond which none is looked at by itself.
const WIDE: i64 = 100;
/// Characters of a reason.
const LONG: usize = 90;
const LONG_BESIDE: usize = 140;

/// Why all marks and values go, by the same one or two cells.
pub(super) fn at_a_glance(
    known: &Known<'_>,
    unit: usize,
    (marks, lost): (&[Mark], &[Hidden]),
    left: &[Digits],
) -> Option<String> {
    let premised = Premised::new(known, unit, gone(known, marks, lost), left)?;
    premised.told(if premised.beside { GLANCE_BESIDE } else { GLANCE })
}

/// Why marks go by one constraint, with as many cells as that takes, if it is soon told.
pub(in crate::words) fn alone(
    board: &Board,
    unit: usize,
    marks: &[Mark],
    left: &[Digits],
) -> Option<String> {
    let known = Known::new(board);
    let premised = Premised::new(&known, unit, gone(&known, marks, &[]), left)?;
    let told = premised.said(&premised.fewest(MANY_CELLS)?);
    (told.len() <= LONG_BESIDE).then_some(told)
}

/// Why marks and values go, cell by cell, and those of which it takes more to say that.
pub(super) fn cell_by_cell(
    known: &Known<'_>,
    unit: usize,
    (marks, lost): (&[Mark], &[Hidden]),
    left: &[Digits],
) -> (Vec<Thought>, Vec<Mark>, Vec<Hidden>) {
    let (mut all, mut rest, mut beyond): (Vec<Thought>, Vec<Mark>, Vec<Hidden>) =
        Default::default();
    let mut sorted = marks.to_vec();
    sorted.sort_unstable_by_key(|m| (m.cell, m.digit));
    let mut values = lost.to_vec();
    values.sort_by_key(|lost| (lost.var, lost.from));
    let cells = sorted.chunk_by(|a, b| a.cell == b.cell).map(|own| (own, &[][..]));
    let vars = values.chunk_by(|a, b| a.var == b.var).map(|own| (&[][..], own));
    for (own, lost) in cells.chain(vars) {
        let gone = gone(known, own, lost);
        let told = Premised::new(known, unit, gone, left)
            .and_then(|p| p.told(if p.beside { FEW_BESIDE } else { FEW }));
        let Some(why) = told else {
            rest.extend(own);
            beyond.extend(lost);
            continue;
        };
        match all.iter_mut().find(|known| known.why == why) {
            Some(known) => {
                known.marks.extend(own);
                known.hidden.extend(lost);
            }
            None => all.push(Thought { marks: own.to_vec(), hidden: lost.to_vec(), why }),
        }
    }
    (all, rest, beyond)
}

/// What goes of a cell or of a value outside the grid.
enum Gone {
    Cell(Cell, Digits),
    Var(usize, Vec<Range>),
}

/// What goes, by the cells and values that lose it.
fn gone(known: &Known<'_>, marks: &[Mark], lost: &[Hidden]) -> Vec<Gone> {
    let mut digits: BTreeMap<Cell, Digits> = BTreeMap::new();
    marks.iter().for_each(|m| *digits.entry(m.cell).or_default() |= 1 << m.digit);
    let mut values: BTreeMap<usize, Vec<Range>> = BTreeMap::new();
    for &one in lost {
        values.entry(one.var).or_default().extend(known.outside.among(known.oracle.board(), one));
    }
    // What was gone before is no question.
    values.retain(|_, ranges| !ranges.is_empty());
    let cells = digits.into_iter().map(|(c, set)| Gone::Cell(c, set));
    cells.chain(values.into_iter().map(|(var, ranges)| Gone::Var(var, ranges))).collect()
}

/// Whom a premise is about.
#[derive(Clone, Copy, PartialEq)]
enum Who {
    Cell(Cell),
    Var(usize),
}

/// What of one cell or value is enough.
#[derive(Clone, Copy, PartialEq)]
enum Premise {
    /// All that is left of it.
    Left,
    /// That it is not less, or not more.
    AtLeast(i64),
    AtMost(i64),
    /// That it is not in this region.
    Not(i64),
}

/// What is known of cells, and of values outside the grid.
#[derive(Clone)]
struct Given {
    facts: Facts,
    beside: BTreeMap<usize, Vec<Range>>,
}

/// What one constraint erases.
struct Premised<'o, 'b> {
    oracle: &'o Oracle<'b>,
    unit: usize,
    gone: Vec<Gone>,
    left: &'o [Digits],
    outside: &'o Outside,
    /// Whether it speaks of values outside the grid.
    beside: bool,
    nodes: u64,
}

impl<'o, 'b> Premised<'o, 'b> {
    fn new(
        known: &'o Known<'b>,
        unit: usize,
        gone: Vec<Gone>,
        left: &'o [Digits],
    ) -> Option<Premised<'o, 'b>> {
        let (oracle, outside) = (&*known.oracle, &known.outside);
        let (board, own) = (oracle.board(), &oracle.board().units[unit]);
        let inside = |one: &Gone| match one {
            Gone::Cell(c, _) => own.scope.contains(c),
            Gone::Var(var, _) => oracle.speaks_of(&[unit], board.lowered.vars[*var]),
        };
        let small = own.scope.len() <= MOST_CELLS && gone.iter().all(inside);
        let nodes = if own.scope.len() > MANY_CELLS { NODES_OF_MANY } else { NODES };
        let beside = own.outside;
        (small && !gone.is_empty()).then_some(Premised {
            oracle,
            unit,
            gone,
            left,
            outside,
            beside,
            nodes,
        })
    }

    fn board(&self) -> &'b Board {
        self.oracle.board()
    }

    /// Whether all that goes does so by these facts.
    fn suffice(&self, given: &Given) -> bool {
        let vars = &self.board().lowered.vars;
        let fails = |given: &Given| {
            let beside: Vec<(VarId, &[Range])> =
                given.beside.iter().map(|(var, left)| (vars[*var], &left[..])).collect();
            let (units, facts) = ([self.unit], &given.facts);
            let found = self.oracle.solution_beside(&units, facts, &beside, None, self.nodes);
            matches!(found, Ok(None))
        };
        let mut with = given.clone();
        self.gone.iter().all(|one| match one {
            Gone::Cell(c, digits) => {
                let own = std::mem::replace(&mut with.facts[*c], *digits);
                let fails = fails(&with);
                with.facts[*c] = own;
                fails
            }
            Gone::Var(var, ranges) => {
                let own = with.beside.insert(*var, ranges.clone());
                let fails = fails(&with);
                match own {
                    Some(own) => with.beside.insert(*var, own),
                    None => with.beside.remove(var),
                };
                fails
            }
        })
    }

    /// All that is known, and of whom, those that say least first.
    fn all(&self) -> (Given, Vec<Who>) {
        let (board, full) = (self.board(), self.board().all());
        let scope = &board.units[self.unit].scope;
        let mut facts: Facts = vec![full; board.cells];
        scope.iter().for_each(|&c| facts[c] = self.left[c]);
        let at = |cell: Cell| scope.iter().position(|c| *c == cell);
        let away = |cell: Cell| {
            let hit = |one: &Gone| match one {
                Gone::Cell(c, _) => Some(at(*c)?.abs_diff(at(cell)?)),
                Gone::Var(..) => None,
            };
            self.gone.iter().filter_map(hit).min()
        };
        // Cells of which much is left say little; of others those that are farther away go first.
        let mut order: Vec<Cell> = scope.iter().copied().filter(|&c| facts[c] != full).collect();
        order.sort_by_key(|&c| std::cmp::Reverse((count(facts[c]), away(c))));
        let mut beside = BTreeMap::new();
        for (var, &id) in board.lowered.vars.iter().enumerate() {
            let left = self.outside.left_of(board, var);
            let range = board.puzzle.range(Name::Var(var));
            if left != [range] && self.oracle.speaks_of(&[self.unit], id) {
                beside.insert(var, left);
            }
        }
        let wide = |var: &usize| -> i64 {
            beside[var].iter().map(|(lo, hi)| (hi - lo).saturating_add(1)).sum()
        };
        let mut vars: Vec<usize> = beside.keys().copied().collect();
        vars.sort_by_key(|var| std::cmp::Reverse(wide(var)));
        let who = vars.into_iter().map(Who::Var).chain(order.into_iter().map(Who::Cell));
        let who: Vec<Who> = who.collect();
        (Given { facts, beside }, who)
    }

    /// The same without some.
    fn without(&self, given: &Given, some: &[Who]) -> Given {
        let mut fewer = given.clone();
        for who in some {
            match who {
                Who::Cell(c) => fewer.facts[*c] = self.board().all(),
                Who::Var(var) => {
                    fewer.beside.remove(var);
                }
            }
        }
        fewer
    }

    /// The cells and values it takes, if they are so few, with what matters of each.
    fn fewest(&self, most: usize) -> Option<Vec<(Who, Premise)>> {
        let (mut given, mut needed) = self.all();
        if !self.suffice(&given) {
            return None;
        }
        // Many at a time first: of many hardly any are needed. Of few it is soon known if too many are.
        let many = needed.len() > FEW_WHO;
        let (mut size, mut asked) = (if many { needed.len().div_ceil(2) } else { 1 }, 0);
        while size > 0 {
            let mut at = 0;
            while at < needed.len() {
                let end = (at + size).min(needed.len());
                let fewer = self.without(&given, &needed[at..end]);
                asked += 1;
                if self.suffice(&fewer) {
                    given = fewer;
                    needed.drain(at..end);
                } else {
                    at = end;
                }
                // One by one none of those that were passed goes.
                if asked > MOST_ASKED || size == 1 && at > most {
                    return None;
                }
            }
            size /= 2;
        }
        needed.sort_unstable_by_key(|who| match who {
            Who::Cell(c) => (0, *c),
            Who::Var(var) => (1, *var),
        });
        let mut told = Vec::new();
        for who in needed {
            let premise = self.weakest(&mut given, who);
            told.push((who, premise));
        }
        (!told.is_empty() && told.len() <= most).then_some(told)
    }

    /// What of one is enough, where the others are as they are given; then it is given so.
    fn weakest(&self, given: &mut Given, who: Who) -> Premise {
        let board = self.board();
        let tries: Vec<(Given, Premise)> = match who {
            Who::Cell(c) => {
                let (own, all) = (self.left[c], board.all());
                if count(own) <= 1 {
                    return Premise::Left;
                }
                let (low, high) = (own.trailing_zeros() as usize, own.ilog2() as usize);
                let with = |set: Digits, premise: Premise| {
                    let mut with = given.clone();
                    with.facts[c] = set;
                    (with, premise)
                };
                let (least, most) = (board.value(low), board.value(high));
                vec![
                    with(all & !((1 << low) - 1), Premise::AtLeast(least)),
                    with(all & ((2 << high) - 1), Premise::AtMost(most)),
                ]
            }
            Who::Var(var) => {
                let with = |ranges: Vec<Range>, premise: Premise| {
                    let mut with = given.clone();
                    with.beside.insert(var, ranges);
                    (with, premise)
                };
                let (lo, hi) = board.puzzle.range(Name::Var(var));
                let left = self.outside.left_of(board, var);
                let (Some(&(low, _)), Some(&(_, high))) = (left.first(), left.last()) else {
                    return Premise::Left;
                };
                let has = |v: i64| left.iter().any(|(lo, hi)| (*lo..=*hi).contains(&v));
                let plain = board.puzzle.cell_of(Name::Var(var)).is_none();
                match hidden::is_region(board, var) {
                    true if hi - lo < WIDE => {
                        let other = |v: i64| {
                            let ranges = [(lo, v - 1), (v + 1, hi)];
                            let ranges = ranges.into_iter().filter(|(lo, hi)| lo <= hi);
                            with(ranges.collect(), Premise::Not(v))
                        };
                        (lo..=hi).filter(|&v| !has(v)).map(other).collect()
                    }
                    false if plain && low != high => vec![
                        with(vec![(low, hi)], Premise::AtLeast(low)),
                        with(vec![(lo, high)], Premise::AtMost(high)),
                    ],
                    _ => vec![],
                }
            }
        };
        match tries.into_iter().find(|(with, _)| self.suffice(with)) {
            Some((with, premise)) => {
                *given = with;
                premise
            }
            None => Premise::Left,
        }
    }

    fn told(&self, most: usize) -> Option<String> {
        let few = self.fewest(most)?;
        let told = self.said(&few);
        (told.len() <= if self.beside { LONG_BESIDE } else { LONG }).then_some(told)
    }

    fn said(&self, few: &[(Who, Premise)]) -> String {
        let board = self.board();
        let (mut plain, mut values): (Vec<Cell>, Vec<usize>) = Default::default();
        let (mut bounds, mut regions): (Vec<String>, BTreeMap<i64, Vec<Cell>>) = Default::default();
        for &(who, premise) in few {
            let name = || match who {
                Who::Cell(c) => cell(board, c),
                Who::Var(var) => hidden::named(board, &[var]),
            };
            match (premise, who) {
                (Premise::AtLeast(n), _) => bounds.push(format!("{} is at least {n}", name())),
                (Premise::AtMost(n), _) => bounds.push(format!("{} is at most {n}", name())),
                (Premise::Left, Who::Cell(c)) => plain.push(c),
                (Premise::Not(region), Who::Var(var)) => {
                    let own = board.puzzle.cell_of(Name::Var(var)).map(CellId::index);
                    regions.entry(region).or_default().extend(own);
                }
                (_, Who::Var(var)) => values.push(var),
                (Premise::Not(_), Who::Cell(_)) => {}
            }
        }
        plain.reverse();
        let mut parts = said(board, &plain, self.left);
        parts.extend(bounds);
        parts.extend(self.outside.told(board, &values, self.left));
        parts.extend(regions.into_iter().map(|(region, own)| {
            let are = if own.len() == 1 { "is" } else { "are" };
            format!("{} {are} not in region {region}", cells(board, own))
        }));
        join(&once_each(parts), "and")
    }
}

/// What is said of one cell in two parts as one: `r1c4 is 4, in region 3`.
fn once_each(parts: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for part in parts {
        let (who, what) = part.split_once(" is ").unwrap_or((&part, ""));
        let known = |one: &&mut String| one.split_once(" is ").is_some_and(|(own, _)| own == who);
        let region = what.starts_with("in region ") || what.starts_with("not in region ");
        match all.iter_mut().find(known).filter(|_| region) {
            Some(one) => one.push_str(&format!(" and {what}")),
            None => all.push(part),
        }
    }
    all
}
