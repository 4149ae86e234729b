//! What other cells are, so that one constraint erases marks: the fewest of its cells that suffice, and
//! of each only that it is large or small enough, where that is all it takes.
//!
//! Nothing here knows the rule of a clue; the oracle says what goes with what.

use super::super::{cell, digit, join};
use super::erased::Thought;
use super::few::said;
use crate::board::{Board, Mark};
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cell, Digits, count};

/// Nodes for one question.
const NODES: u64 = 200;
/// Cells that are taken in at a glance, for all that goes at once and for one cell.
const GLANCE: usize = 2;
const FEW: usize = 3;
/// Cells of a constraint beyond which nobody looks for them.
const MOST_CELLS: usize = 20;
/// Characters of a reason.
const LONG: usize = 90;

/// Why all marks go, by the same one or two cells.
pub(super) fn at_a_glance(
    oracle: &Oracle<'_>,
    unit: usize,
    marks: &[Mark],
    left: &[Digits],
) -> Option<String> {
    Premised::new(oracle, unit, marks, left)?.told(GLANCE)
}

/// Why marks go, cell by cell, and the marks of which it takes more to say that.
pub(super) fn cell_by_cell(
    oracle: &Oracle<'_>,
    unit: usize,
    marks: &[Mark],
    left: &[Digits],
) -> (Vec<Thought>, Vec<Mark>) {
    let (mut all, mut rest): (Vec<Thought>, Vec<Mark>) = Default::default();
    let mut sorted = marks.to_vec();
    sorted.sort_unstable_by_key(|m| (m.cell, m.digit));
    for own in sorted.chunk_by(|a, b| a.cell == b.cell) {
        let told = Premised::new(oracle, unit, own, left).and_then(|p| p.told(FEW));
        match told {
            None => rest.extend(own),
            Some(why) => match all.iter_mut().find(|known| known.why == why) {
                Some(known) => known.marks.extend(own),
                None => all.push(Thought { marks: own.to_vec(), hidden: vec![], why }),
            },
        }
    }
    (all, rest)
}

/// What of one cell is enough.
#[derive(Clone, Copy)]
enum Premise {
    /// All that is left of it.
    Left,
    /// That it is not less, or not more.
    AtLeast(usize),
    AtMost(usize),
}

/// Marks that one constraint erases.
struct Premised<'o, 'b> {
    oracle: &'o Oracle<'b>,
    unit: usize,
    /// The cells that lose marks, with these.
    gone: Vec<(Cell, Digits)>,
    left: &'o [Digits],
}

impl<'o, 'b> Premised<'o, 'b> {
    fn new(
        oracle: &'o Oracle<'b>,
        unit: usize,
        marks: &[Mark],
        left: &'o [Digits],
    ) -> Option<Premised<'o, 'b>> {
        let own = &oracle.board().units[unit];
        let inside = marks.iter().all(|m| own.scope.contains(&m.cell));
        let mut gone: Vec<(Cell, Digits)> = Vec::new();
        for mark in marks {
            match gone.iter_mut().find(|(c, _)| *c == mark.cell) {
                Some((_, digits)) => *digits |= 1 << mark.digit,
                None => gone.push((mark.cell, 1 << mark.digit)),
            }
        }
        let small = own.scope.len() <= MOST_CELLS && !own.outside;
        (inside && small && !gone.is_empty()).then_some(Premised { oracle, unit, gone, left })
    }

    fn board(&self) -> &'b Board {
        self.oracle.board()
    }

    /// Whether all that goes does so by these facts.
    fn suffice(&self, facts: &Facts) -> bool {
        let mut with = facts.clone();
        self.gone.iter().all(|&(c, digits)| {
            let own = std::mem::replace(&mut with[c], digits);
            let found = self.oracle.solution(&[self.unit], &with, None, NODES);
            with[c] = own;
            matches!(found, Ok(None))
        })
    }

    /// The cells it takes, if they are so few, with what matters of each.
    fn fewest(&self, most: usize) -> Option<Vec<(Cell, Premise)>> {
        let (board, all) = (self.board(), self.board().all());
        let scope = &board.units[self.unit].scope;
        let mut facts: Facts = vec![all; board.cells];
        scope.iter().for_each(|&c| facts[c] = self.left[c]);
        if !self.suffice(&facts) {
            return None;
        }
        // Cells of which much is left say little; of others those that are farther away go first.
        let at = |cell: Cell| scope.iter().position(|c| *c == cell);
        let away = |cell: Cell| {
            let far = self.gone.iter().filter_map(|&(c, _)| Some(at(c)?.abs_diff(at(cell)?)));
            far.min()
        };
        let mut order: Vec<Cell> = scope.iter().copied().filter(|&c| facts[c] != all).collect();
        order.sort_by_key(|&c| std::cmp::Reverse((count(facts[c]), away(c))));
        let mut needed: Vec<Cell> = Vec::new();
        for c in order {
            let own = std::mem::replace(&mut facts[c], all);
            if !self.suffice(&facts) {
                facts[c] = own;
                needed.push(c);
                if needed.len() > most {
                    return None;
                }
            }
        }
        needed.sort_unstable();
        let mut told = Vec::new();
        for c in needed {
            let own = self.left[c];
            let (low, high) = (own.trailing_zeros() as usize, own.ilog2() as usize);
            let bounds = [
                (all & !((1 << low) - 1), Premise::AtLeast(low)),
                (all & ((2 << high) - 1), Premise::AtMost(high)),
            ];
            let wider = |&(set, _): &(Digits, Premise)| {
                let mut with = facts.clone();
                with[c] = set;
                count(own) > 1 && self.suffice(&with)
            };
            let premise = bounds.into_iter().find(wider);
            facts[c] = premise.map_or(own, |(set, _)| set);
            told.push((c, premise.map_or(Premise::Left, |(_, premise)| premise)));
        }
        (!told.is_empty()).then_some(told)
    }

    fn told(&self, most: usize) -> Option<String> {
        let board = self.board();
        let few = self.fewest(most)?;
        let plain = few.iter().filter(|(_, premise)| matches!(premise, Premise::Left));
        let plain: Vec<Cell> = plain.map(|&(c, _)| c).rev().collect();
        let bound = |&(c, premise): &(Cell, Premise)| match premise {
            Premise::Left => None,
            Premise::AtLeast(d) => Some((c, format!("at least {}", digit(board, d)))),
            Premise::AtMost(d) => Some((c, format!("at most {}", digit(board, d)))),
        };
        let mut parts = said(board, &plain, self.left);
        let bounds = few.iter().filter_map(bound);
        parts.extend(bounds.map(|(c, bound)| format!("{} is {bound}", cell(board, c))));
        let told = join(&parts, "and");
        (told.len() <= LONG).then_some(told)
    }
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
            let oracle = Oracle::new(&board);
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
                let Some(premised) = Premised::new(&oracle, unit, &gone, &left) else { continue };
                let Some(few) = premised.fewest(FEW) else { continue };
                let set = |c: Cell, without: Option<Cell>| {
                    let own = few.iter().find(|(own, _)| *own == c && Some(c) != without);
                    match own.map(|(_, premise)| *premise) {
                        None => board.all(),
                        Some(Premise::Left) => left[c],
                        Some(Premise::AtLeast(d)) => board.all() >> d << d,
                        Some(Premise::AtMost(d)) => (0..=d).fold(0, |all, d| all | 1 << d),
                    }
                };
                assert!(gone.iter().all(|&m| goes(m, &|c| set(c, None))), "{clue} {left:?}");
                for &(c, premise) in &few {
                    let goes = gone.iter().all(|&m| goes(m, &|o| set(o, Some(c))));
                    assert!(!goes, "{clue} {left:?} {c}");
                    bounds += usize::from(!matches!(premise, Premise::Left));
                }
                told += 1;
            }
        }
        assert!(told > 300 && bounds > 50, "{told} {bounds}");
    }

    #[test]
    fn a_thermometer_is_told_by_how_high_one_cell_is() {
        let text = "grid 6\nthermo r1c1-4\n";
        let board = Board::new(&pencilmark_formats::parse("warm", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a clue");
        let oracle = Oracle::new(&board);
        let mut left = vec![board.all(); board.cells];
        left[0] = 0b10100;
        let marks = [(1, 2), (1, 1), (2, 3)].map(|(cell, digit)| Mark { cell, digit });
        let told = at_a_glance(&oracle, unit, &marks, &left);
        assert_eq!(told.as_deref(), Some("r1c1 is at least 3"));
        // What another clue erases is not told of this one.
        let other = [Mark { cell: 1, digit: 5 }];
        assert_eq!(at_a_glance(&oracle, unit, &other, &left[..]), None);
    }
}
