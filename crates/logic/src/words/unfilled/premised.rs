//! What other cells and values are, so that one constraint erases marks or values: the fewest that
//! suffice, and of each only that it is large or small enough, or not in a region, where that is all it
//! takes.
//!
//! Nothing here knows the rule of a clue; the oracle says what goes with what.

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
        // Many at a time first: of many hardly any are needed.
        let (mut size, mut asked) = (needed.len().div_ceil(2), 0);
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

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::super::super::brute;
    use super::*;

    /// Whatever goes by a clue: no filling has it where the cells are as they are said to be, and some
    /// filling has part of it if any of that is left out.
    #[test]
    fn the_cells_that_are_told_suffice_and_are_needed() {
        let clues = ["thermo r1c1-4", "arrow r1c1 = r1c2-4", "between-line r1c1-4"];
        let clues = clues.iter().chain(&["palindrome r1c1-4", "rule r1c1 * r1c2 > r1c3 + r1c4"]);
        let (mut rng, mut told, mut bounds) = (Rng::new(5), 0, 0);
        for clue in clues {
            let text = format!("grid 4\nboxes none\n{clue}\n");
            let board = Board::new(&pencilmark_formats::parse("few", &text).expect("a puzzle"));
            let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
            let scope = board.units[unit].scope.clone();
            let all = brute::fillings(&board, unit);
            let known = Known::new(&board);
            for _ in 0..300 {
                let mut left = vec![board.all(); board.cells];
                scope.iter().for_each(|&c| left[c] = 1 << rng.below(4) | rng.below(16));
                let way_fits = |way: &[usize], sets: &dyn Fn(Cell) -> Digits| {
                    scope.iter().zip(way).all(|(&c, d)| sets(c) >> d & 1 == 1)
                };
                let goes = |mark: Mark, sets: &dyn Fn(Cell) -> Digits| {
                    let own = |c: Cell| if c == mark.cell { 1 << mark.digit } else { sets(c) };
                    !all.iter().any(|way| way_fits(way, &own))
                };
                let marks = scope.iter().flat_map(|&cell| {
                    crate::sets::Each(left[cell]).map(move |digit| Mark { cell, digit })
                });
                let gone: Vec<Mark> = marks.filter(|&m| goes(m, &|c| left[c])).collect();
                let goes_by = super::gone(&known, &gone, &[]);
                let Some(premised) = Premised::new(&known, unit, goes_by, &left) else { continue };
                let Some(few) = premised.fewest(FEW) else { continue };
                let set = |c: Cell, without: Option<Who>| {
                    let who = Who::Cell(c);
                    let own = few.iter().find(|(own, _)| *own == who && Some(who) != without);
                    match own.map(|(_, premise)| *premise) {
                        None | Some(Premise::Not(_)) => board.all(),
                        Some(Premise::Left) => left[c],
                        Some(Premise::AtLeast(n)) => board.all() >> (n - 1) << (n - 1),
                        Some(Premise::AtMost(n)) => (0..n).fold(0, |all, d| all | 1 << d),
                    }
                };
                assert!(gone.iter().all(|&m| goes(m, &|c| set(c, None))), "{clue} {left:?}");
                for &(c, premise) in &few {
                    let goes = gone.iter().all(|&m| goes(m, &|o| set(o, Some(c))));
                    assert!(!goes, "{clue} {left:?}");
                    bounds += usize::from(!matches!(premise, Premise::Left));
                }
                told += 1;
            }
        }
        assert!(told > 300 && bounds > 50, "{told} {bounds}");
    }

    /// The same with values outside the grid, one of which, or a cell, loses something.
    #[test]
    fn values_that_are_told_suffice_and_are_needed() {
        let text = "grid 4\nboxes none\nvar x, y in 1..4\nrule r1c1 * x = y + r1c2\n";
        let board = Board::new(&pencilmark_formats::parse("values", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a rule");
        // Each is a set of the numbers 1 to 4: two cells, then x and y.
        let all = (0..256u32).map(|n| [0, 2, 4, 6].map(|at| i64::from(n >> at & 3) + 1));
        let ways: Vec<[i64; 4]> = all.filter(|[a, b, x, y]| a * x == y + b).collect();
        let goes = |sets: &[u64; 4]| {
            let fits =
                |way: &[i64; 4]| way.iter().zip(sets).all(|(v, set)| set >> (v - 1) & 1 == 1);
            !ways.iter().any(fits)
        };
        let (mut rng, mut told) = (Rng::new(7), 0);
        for _ in 0..600 {
            let sets = [0; 4].map(|_| 1 << rng.below(4) | rng.below(16));
            let (mut left, mut known) = (vec![board.all(); board.cells], Known::new(&board));
            (left[0], left[1]) = (sets[0], sets[1]);
            let gone = |at: usize, set: u64| {
                let values = (1..=4).filter(move |v| set >> (v - 1) & 1 == 0);
                values.map(move |v| Hidden { var: at - 2, from: v, to: v })
            };
            let lost: Vec<Hidden> = gone(2, sets[2]).chain(gone(3, sets[3])).collect();
            known.outside.learn(&board, &lost, &left);
            for (at, value) in (0..4).flat_map(|at| (0..4).map(move |v| (at, v))) {
                let mut with = sets;
                with[at] &= 1 << value;
                if with[at] == 0 || !goes(&with) {
                    continue;
                }
                let (mut marks, mut lost) = (vec![], vec![]);
                match at {
                    0 | 1 => marks.push(Mark { cell: at, digit: value }),
                    _ => {
                        let value = value as i64 + 1;
                        lost.push(Hidden { var: at - 2, from: value, to: value });
                    }
                }
                let one = super::gone(&known, &marks, &lost);
                let premised = Premised::new(&known, unit, one, &left).expect("a question");
                let Some(few) = premised.fewest(4) else { continue };
                let place = |who: Who| match who {
                    Who::Cell(c) => c,
                    Who::Var(var) => var + 2,
                };
                let said = |without: Option<usize>| {
                    let mut with = [15; 4];
                    for &(who, premise) in
                        few.iter().filter(|(who, _)| Some(place(*who)) != without)
                    {
                        with[place(who)] = match premise {
                            Premise::Left => sets[place(who)],
                            Premise::AtLeast(n) => 15 >> (n - 1) << (n - 1),
                            Premise::AtMost(n) => (1 << n) - 1,
                            Premise::Not(_) => panic!("no region"),
                        };
                    }
                    with[at] = 1 << value;
                    with
                };
                assert!(goes(&said(None)), "{sets:?} {at} {value}");
                for &(who, _) in &few {
                    assert!(!goes(&said(Some(place(who)))), "{sets:?} {at} {value}");
                }
                told += 1;
            }
        }
        assert!(told > 500, "{told}");
    }

    #[test]
    fn a_thermometer_is_told_by_how_high_one_cell_is() {
        let text = "grid 6\nthermo r1c1-4\n";
        let board = Board::new(&pencilmark_formats::parse("warm", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let known = Known::new(&board);
        let mut left = vec![board.all(); board.cells];
        left[0] = 0b10100;
        let marks = [(1, 2), (1, 1), (2, 3)].map(|(cell, digit)| Mark { cell, digit });
        let told = at_a_glance(&known, unit, (&marks, &[]), &left);
        assert_eq!(told.as_deref(), Some("r1c1 is at least 3"));
        // What another clue erases is not told of this one.
        let other = [Mark { cell: 1, digit: 5 }];
        assert_eq!(at_a_glance(&known, unit, (&other, &[]), &left[..]), None);
    }
}
