//! A sum that lies in several houses: what the cells of each make at least or at most with no digit
//! twice leaves the others the rest.

use super::super::super::unfilled::End;
use super::super::super::{cell, cells, digits, join, lost};
use super::{Within, capital, together};
use crate::board::Mark;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digits, Each};

/// Sets of digits that are listed.
const LISTED: usize = 4;
/// Parts of a sum that are told.
const MOST: usize = 5;

/// Cells of one house, or those that lie in none.
struct Share {
    cells: Vec<Cell>,
    house: Option<usize>,
    /// What they make with no digit twice.
    least: i64,
    most: i64,
    /// What the others leave them.
    low: i64,
    high: i64,
}

impl Share {
    /// What they make at one end, or what is left for them there.
    fn made(&self, end: End) -> i64 {
        end.of((self.least, self.most))
    }

    fn rest(&self, end: End) -> i64 {
        end.of((self.low, self.high))
    }

    /// Whether they would make too little or too much.
    fn is_over(&self, (least, most): (i64, i64), end: End) -> bool {
        end.of((most < self.low, least > self.high))
    }
}

impl Within<'_> {
    /// What each part of a sum makes, what that leaves the others, and so what goes.
    pub(super) fn shares(&self, found: &Found, own: usize) -> Option<String> {
        let (board, (terms, total)) = (self.board(), self.terms(own)?);
        if terms.iter().any(|t| t.0 != 1) {
            return None;
        }
        let (shares, placed) =
            self.parted(&terms.iter().map(|t| t.1).collect::<Vec<_>>(), total)?;
        if !(2..=MOST).contains(&shares.len()) {
            return None;
        }
        let by = |m: &Mark| {
            let ends = |s: usize| [End::High, End::Low].map(|end| (s, end));
            let mut all = (0..shares.len()).flat_map(ends);
            all.find(|&(s, end)| {
                self.with(&shares[s], *m).is_some_and(|made| shares[s].is_over(made, end))
            })
        };
        let by: Vec<(usize, End)> = found.remove.iter().map(by).collect::<Option<_>>()?;
        let mut told: Vec<String> = Vec::new();
        for end in [End::High, End::Low] {
            let mut each: Vec<String> = Vec::new();
            for (s, share) in shares.iter().enumerate() {
                let own = found.remove.iter().zip(&by).filter(|(_, by)| **by == (s, end));
                let gone: Vec<Mark> = own.map(|(m, _)| *m).collect();
                if !gone.is_empty() {
                    let minus = others(&shares, s, end, &placed, self.view);
                    each.push(self.left_for(share, end, (total, &minus), &gone));
                }
            }
            if !each.is_empty() {
                let makes = self.made(&shares, &placed, end.other());
                told.push(format!("{makes}. So {}", each.join("; ")));
            }
        }
        let name = capital(&together(board, &[own]));
        let told = told.join(". As well ");
        Some(format!("{name}: with no digit twice in {}, {told}.", self.names()))
    }

    /// The cells of a sum by their houses, and those with a digit that lie in none.
    fn parted(&self, own: &[Cell], total: i64) -> Option<(Vec<Share>, Vec<Cell>)> {
        let mut parts: Vec<(Vec<Cell>, Option<usize>)> = Vec::new();
        let mut rest = own.to_vec();
        for &house in self.houses {
            let scope = &self.board().units[house].scope;
            let (inside, outside): (Vec<Cell>, Vec<Cell>) =
                rest.iter().partition(|c| scope.contains(c));
            if inside.len() > 1 {
                parts.push((inside, Some(house)));
                rest = outside;
            }
        }
        let is_placed = |c: &Cell| self.view.marks.left_of(*c).is_power_of_two();
        let (placed, open): (Vec<Cell>, Vec<Cell>) = rest.iter().partition(|c| is_placed(c));
        if !open.is_empty() {
            parts.push((open, None));
        }
        let range =
            |cells: &[Cell]| self.range(&cells.iter().map(|&c| (1, c)).collect::<Vec<_>>(), None);
        let stands = range(&placed)?.0;
        let ranges: Vec<(i64, i64)> = parts.iter().map(|p| range(&p.0)).collect::<Option<_>>()?;
        let all = ranges.iter().fold((stands, stands), |all, r| (all.0 + r.0, all.1 + r.1));
        let share = |((cells, house), (least, most)): ((Vec<Cell>, Option<usize>), (i64, i64))| {
            let (low, high) = (total - (all.1 - most), total - (all.0 - least));
            Share { cells, house, least, most, low, high }
        };
        let mut shares: Vec<Share> = parts.into_iter().zip(ranges).map(share).collect();
        shares.sort_by_key(|share| share.cells.first().copied());
        Some((shares, placed))
    }

    /// What a part makes with a mark in it, or beside it in its house.
    fn with(&self, share: &Share, mark: Mark) -> Option<(i64, i64)> {
        let terms = |cells: &mut dyn Iterator<Item = &Cell>| -> Vec<(i64, Cell)> {
            cells.map(|&c| (1, c)).collect()
        };
        if share.cells.contains(&mark.cell) {
            let others = terms(&mut share.cells.iter().filter(|c| **c != mark.cell));
            let (least, most) = self.range(&others, Some(mark))?;
            let value = self.board().value(mark.digit);
            return Some((least + value, most + value));
        }
        let scope = &self.board().units[share.house?].scope;
        let beside = scope.contains(&mark.cell);
        beside.then(|| self.range(&terms(&mut share.cells.iter()), Some(mark))).flatten()
    }

    /// What all parts make at one end: `r1c1-2 make at least 3, r2c4 at least 2 and r3c3 is 7`.
    fn made(&self, shares: &[Share], placed: &[Cell], end: End) -> String {
        let board = self.board();
        let mut said = "";
        let part = |share: &Share| {
            let verb = if share.cells.len() == 1 { "is" } else { "make" };
            let verb = if std::mem::replace(&mut said, verb) == verb { "" } else { verb };
            let space = if verb.is_empty() { "" } else { " " };
            let own = cells(board, share.cells.iter().copied());
            format!("{own} {verb}{space}{} {}", end.words(), share.made(end))
        };
        let mut parts: Vec<String> = shares.iter().map(part).collect();
        parts.extend(placed.iter().map(|&c| {
            let digit = digits(board, self.view.marks.left_of(c), "or");
            format!("{} is {digit}", cell(board, c))
        }));
        join(&parts, "and")
    }

    /// What is left for a part, and what goes by that.
    fn left_for(
        &self,
        share: &Share,
        end: End,
        (total, minus): (i64, &[i64]),
        gone: &[Mark],
    ) -> String {
        let board = self.board();
        let own = cells(board, share.cells.iter().copied());
        let verb = if share.cells.len() == 1 { "is" } else { "make" };
        let minus: String = minus.iter().map(|n| format!("-{n}")).collect();
        let (rest, lost) = (share.rest(end), join(&lost(board, gone), "and"));
        let beside = gone.iter().filter(|m| !share.cells.contains(&m.cell));
        let needed = beside.fold(0, |all: Digits, m| all | 1 << m.digit);
        let sets = self.sets(share).filter(|sets| (1..=LISTED).contains(&sets.len()));
        let which = match sets {
            Some(sets) if share.cells.len() > 1 => {
                let sum = |set: &Digits| {
                    let all = Each(*set).map(|d| board.value(d).to_string());
                    all.collect::<Vec<_>>().join("+")
                };
                format!(", {}", join(&sets.iter().map(sum).collect::<Vec<_>>(), "or"))
            }
            _ if needed != 0 => format!(", which takes {}", digits(board, needed, "and")),
            _ => String::new(),
        };
        format!("{own} {verb} {} {rest} ({total}{minus}){which}, so {lost}", end.words())
    }

    /// The sets of different digits for a part in a house that make what is left for it.
    fn sets(&self, share: &Share) -> Option<Vec<Digits>> {
        share.house?;
        let mut sets: Vec<Digits> = vec![0];
        for &c in &share.cells {
            let next =
                |&set: &Digits| Each(self.view.marks.left_of(c) & !set).map(move |d| set | 1 << d);
            sets = sets.iter().flat_map(next).collect();
            sets.sort_unstable();
            sets.dedup();
        }
        let sum = |set: &Digits| Each(*set).map(|d| self.board().value(d)).sum::<i64>();
        sets.retain(|set| (share.low..=share.high).contains(&sum(set)));
        Some(sets)
    }
}

/// What the other parts make, so that it is left for one at one end.
fn others(shares: &[Share], at: usize, end: End, placed: &[Cell], view: View<'_>) -> Vec<i64> {
    let beside = shares.iter().enumerate().filter(|(s, _)| *s != at);
    let made = beside.map(|(_, share)| share.made(end.other()));
    let value = |&c: &Cell| view.board.value(view.marks.left_of(c).trailing_zeros() as usize);
    made.chain(placed.iter().map(value)).collect()
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::*;
    use crate::board::Board;
    use crate::found::Pattern;
    use crate::{Marks, Technique};

    /// What goes is in no way to make the sum, whatever marks are left; that is told of many.
    #[test]
    fn parts_of_a_sum_leave_the_others_what_they_do() {
        let text = "grid 4\nsum 9 r1c1 r2c2 r3c3 r4c4\n";
        let board = Board::new(&pencilmark_formats::parse("parts", text).expect("a puzzle"));
        let place = |own: &dyn Fn(&[Cell]) -> bool| {
            board.units.iter().position(|u| own(&u.scope)).expect("a constraint")
        };
        let sum = place(&|scope| scope == [0, 5, 10, 15]);
        let boxes = [place(&|scope| scope == [0, 1, 4, 5]), place(&|s| s == [10, 11, 14, 15])];
        let (mut rng, mut told) = (Rng::new(3), 0);
        for _ in 0..200 {
            let mut marks = Marks::full(&board);
            for cell in [0, 5, 10, 15] {
                let open = |m: &Marks| m.of[cell].count_ones() > 2;
                for digit in 0..4 {
                    if rng.below(3) == 0 && open(&marks) {
                        marks.erase(&board, Mark { cell, digit });
                    }
                }
            }
            let view = View { board: &board, marks: &marks };
            let within = Within { view, houses: &boxes };
            for (cell, digit) in
                [0, 1, 5, 10, 11].into_iter().flat_map(|c| (0..4).map(move |d| (c, d)))
            {
                let mark = Mark { cell, digit };
                let found = Found::new(Technique::Several, Pattern::Alone { unit: sum });
                let Some(text) = within.shares(&found.removing(vec![mark]), sum) else { continue };
                told += 1;
                let goes = |way: &[usize; 4]| {
                    let [a, b, c, d] = *way;
                    let left = [0, 5, 10, 15].iter().zip(way);
                    let there = left.clone().all(|(&c, &d)| marks.left_of(c) >> d & 1 == 1);
                    let has = match cell {
                        1 => a != digit && b != digit,
                        11 => c != digit && d != digit,
                        _ => left.clone().any(|(&c, &d)| (c, d) == (cell, digit)),
                    };
                    there && has && a != b && c != d && a + b + c + d + 4 == 9
                };
                let each = (0..256).map(|n: usize| [n % 4, n / 4 % 4, n / 16 % 4, n / 64]);
                assert!(!each.into_iter().any(|way| goes(&way)), "{text} {marks:?}");
            }
        }
        assert!(told > 100, "{told}");
    }

    #[test]
    fn a_sum_is_told_with_what_its_parts_make() {
        let text = "grid 9\nsum 22 r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9\ngiven r5c5 7\n";
        let board = Board::new(&pencilmark_formats::parse("parts", text).expect("a puzzle"));
        let marks = Marks::start(&board);
        let view = View { board: &board, marks: &marks };
        let sum = board.units.iter().position(|u| u.scope.len() == 9 && u.house.is_none());
        let sum = sum.expect("a sum");
        let home = |scope: [Cell; 2]| {
            let own = |h: &crate::board::House| scope.iter().all(|c| h.list.contains(c));
            board.houses.iter().find(|h| own(h)).expect("a box").unit
        };
        let within = Within { view, houses: &[home([0, 10]), home([60, 70])] };
        let gone = [(1, 0), (1, 1), (30, 3), (60, 4)].map(|(cell, digit)| Mark { cell, digit });
        let found = Found::new(Technique::Several, Pattern::Alone { unit: sum });
        let told = within.shares(&found.removing(gone.to_vec()), sum).expect("a reason");
        let want = ": with no digit twice in boxes 1 and 9, r1c1, r2c2 and r3c3 make at least 6, r4c4 \
                    and r6c6 at least 2, r7c7, r8c8 and r9c9 at least 6 and r5c5 is 7. So r1c1, r2c2 \
                    and r3c3 make at most 7 (22-2-6-7), 1+2+3 or 1+2+4, so r1c2 cannot be 1 or 2; \
                    r4c4 and r6c6 make at most 3 (22-6-6-7), so r4c4 cannot be 4; r7c7, r8c8 and \
                    r9c9 make at most 7 (22-6-2-7), 1+2+3 or 1+2+4, so r7c7 cannot be 5.";
        assert!(told.ends_with(want), "{told}");
    }
}
