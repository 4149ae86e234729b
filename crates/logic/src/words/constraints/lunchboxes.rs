//! Lunchboxes: which digits can stand between the smallest and the largest, and where.

use super::super::unfilled::fault as misfit;
use super::super::{cells, join, lost, plain};
use super::unit;
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digit, Digits, Each, choose};

/// Fillings between the two that are listed, of any lunchbox and of one that fails; and digits of which all sets are looked at.
const LISTED: usize = 6;
const FEW: usize = 4;
const MOST_DIGITS: usize = 16;

/// Digits between the smallest and the largest, and the places of these two.
struct Filled {
    ends: [usize; 2],
    set: Digits,
}

struct Lunchbox<'v> {
    board: &'v Board,
    line: &'v [Cell],
    left: Vec<Digits>,
}

/// The reason in a sentence, if what can stand between the two says it of every mark.
pub(super) fn reason(view: View<'_>, found: &Found, line: &[Cell], sum: i64) -> Option<String> {
    let board = view.board;
    if board.digits > MOST_DIGITS {
        return None;
    }
    let left = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let own = Lunchbox { board, line, left };
    let standing = own.standing(&found.remove, sum)?;
    Some(format!("{standing}, so {}", join(&lost(board, &found.remove), "and")))
}

/// Why a lunchbox erases marks, as it is told behind a line of a trace, if that says it of all.
pub(in super::super) fn erased(
    board: &Board,
    units: &[usize],
    marks: &[Mark],
    left: &[Digits],
) -> Option<String> {
    let mut clues = units.iter().copied().filter(|&u| board.units[u].house.is_none());
    let (own, None) = (clues.next()?, clues.next()) else { return None };
    let clue = &board.puzzle.clues[board.units[own].clue];
    if clue.kind.name != "lunchbox" || board.digits > MOST_DIGITS || marks.is_empty() {
        return None;
    }
    let line: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let lunchbox = Lunchbox { board, line: &line, left: left.to_vec() };
    let standing = lunchbox.standing(marks, *clue.numbers.first()?)?;
    Some(format!("{}: {standing}", unit(board, own)))
}

/// That none of the digits that make the sum between two others has a place.
pub(in super::super) fn fault(
    board: &Board,
    line: &[Cell],
    sum: i64,
    left: &[Digits],
) -> Option<String> {
    if board.digits > MOST_DIGITS || sum == 0 {
        return None;
    }
    let own = Lunchbox { board, line, left: left.to_vec() };
    if let Some(told) = own.near(sum) {
        return Some(told);
    }
    let goes = |f: &Filled| {
        let fits = |c: &Cell| {
            Each(left[*c]).any(|digit| own.shuts_out(f, Mark { cell: *c, digit }) == Some(false))
        };
        line.iter().all(fits)
    };
    if own.filled(sum).iter().any(goes) {
        return None;
    }
    // What could stand there if all cells had all digits.
    let mut sets: Vec<Digits> = (Lunchbox { board, line, left: vec![board.all(); board.cells] })
        .filled(sum)
        .iter()
        .map(|f| f.set)
        .collect();
    sets.sort_unstable();
    sets.dedup();
    let named: Vec<String> = sets.iter().map(|&s| plain(board, s).replace(' ', "+")).collect();
    (1..=FEW).contains(&sets.len()).then(|| {
        let make = if sets.len() == 1 { "makes" } else { "make" };
        format!(
            "only {} {make} {sum} between a smaller and a larger digit, for which there is no place",
            join(&named, "or")
        )
    })
}

impl Lunchbox<'_> {
    /// What can stand between the two, if that is soon told and shuts these marks out.
    fn standing(&self, marks: &[Mark], sum: i64) -> Option<String> {
        let (board, all) = (self.board, self.filled(sum));
        if !marks.iter().all(|m| all.iter().all(|f| self.shuts_out(f, *m) == Some(true))) {
            return None;
        }
        // The same digits in several places are told once.
        let mut told: Vec<(String, Vec<Digits>)> = Vec::new();
        for Filled { ends: [from, to], set } in &all {
            let place = match &self.line[from + 1..*to] {
                [] => "nothing".into(),
                own => format!("in {}", cells(board, own.iter().copied())),
            };
            match told.iter_mut().find(|(known, _)| *known == place) {
                Some((_, sets)) => sets.push(*set),
                None => told.push((place, vec![*set])),
            }
        }
        let written = |(place, sets): &(String, Vec<Digits>)| {
            let sets: Vec<String> = sets
                .iter()
                .map(|&s| plain(board, s).replace(' ', "+"))
                .filter(|s| !s.is_empty())
                .collect();
            format!("{} {place}", join(&sets, "or")).trim().to_string()
        };
        let ways = join(&told.iter().map(written).collect::<Vec<_>>(), "or");
        (1..=LISTED)
            .contains(&all.len())
            .then(|| format!("between the smallest and the largest can only stand {ways}"))
    }

    /// Whether one of two places can be below all of some digits, and the other above them.
    fn spans(&self, [a, b]: [usize; 2], set: Digits) -> bool {
        let left = |at: usize| self.left[self.line[at]];
        self.has_ends([left(a), left(b)], set) || self.has_ends([left(b), left(a)], set)
    }

    /// Whether one of some digits is below all of a set and one of others above, so far apart that
    /// every other cell has a digit between them.
    fn has_ends(&self, [smallest, largest]: [Digits; 2], set: Digits) -> bool {
        let below = |d: &Digit| set & (Digits::MAX >> (63 - d)) == 0;
        let far = |d: Digit| Each(largest).any(|e| set >> e == 0 && e + 1 >= d + self.line.len());
        Each(smallest).filter(below).any(far)
    }

    /// That the least or the largest digit, which is one of the two wherever it stands, leaves too few
    /// cells between it and the other.
    fn near(&self, sum: i64) -> Option<String> {
        let (board, last) = (self.board, self.line.len() - 1);
        let top = board.digits - 1;
        let (at, digit) = (0..=last).find_map(|at| {
            let sure = [0, top].into_iter().find(|d| self.left[self.line[at]] == 1 << d)?;
            Some((at, sure))
        })?;
        let room = at.max(last - at).saturating_sub(1);
        let most: i64 = (1..top).rev().take(room).map(|d| board.value(d)).sum();
        let other = if digit == 0 { "largest" } else { "smallest" };
        (most < sum && board.value(0) >= 0).then(|| {
            let own = board.value(digit);
            let cells = match room {
                1 => "is at most one cell, which makes".into(),
                _ => format!("are at most {room} cells, which make"),
            };
            format!("between {own} and the {other} {cells} at most {most}")
        })
    }

    /// All digits that can make the sum between two places.
    fn filled(&self, sum: i64) -> Vec<Filled> {
        let (board, mut all) = (self.board, Vec::new());
        let digits: Vec<Digit> = Each(board.all()).collect();
        for to in 1..self.line.len() {
            for from in 0..to {
                let between = &self.line[from + 1..to];
                choose(&digits, between.len(), &mut |some| {
                    let set = some.iter().fold(0, |all: Digits, d| all | 1 << d);
                    let made: i64 = some.iter().map(|&d| board.value(d)).sum();
                    let goes = made == sum && self.spans([from, to], set);
                    if goes && misfit(board, between, set, &self.left).is_none() {
                        all.push(Filled { ends: [from, to], set });
                    }
                    false
                });
            }
        }
        all
    }

    /// Whether a mark does not go with digits between the smallest and the largest.
    fn shuts_out(&self, filled: &Filled, mark: Mark) -> Option<bool> {
        let at = self.line.iter().position(|&c| c == mark.cell)?;
        let Filled { ends: [from, to], set } = *filled;
        let bit = 1 << mark.digit;
        Some(if (from + 1..to).contains(&at) {
            let others: Vec<Cell> =
                self.line[from + 1..to].iter().copied().filter(|&c| c != mark.cell).collect();
            set & bit == 0 || misfit(self.board, &others, set & !bit, &self.left).is_some()
        } else if at == from || at == to {
            let other = self.left[self.line[from + to - at]];
            !self.has_ends([bit, other], set) && !self.has_ends([other, bit], set)
        } else {
            set & bit != 0 || !self.spans([from, to], set | bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    /// Whatever is left of a lunchbox, what stands between the two in any of its fillings is listed,
    /// and no mark of the filling is shut out by it.
    #[test]
    fn all_that_can_stand_between_is_listed() {
        let board = Board::new(&pencilmark_formats::parse("five", "grid 6\n").expect("a puzzle"));
        let line: Vec<Cell> = (0..4).collect();
        let mut state: u64 = 3;
        let mut next = || {
            state =
                state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            state >> 40
        };
        let mut shut = 0;
        for round in 0..200 {
            let mut left = vec![board.all(); board.cells];
            left[..4].iter_mut().for_each(|l| *l = next() & 63 | 1 << (next() % 6));
            let (own, sum) = (Lunchbox { board: &board, line: &line, left }, round % 12);
            let all = own.filled(sum);
            for way in 0..6usize.pow(4) {
                let digits: Vec<Digit> = (0..4).map(|at| way / 6usize.pow(at) % 6).collect();
                let apart = digits.iter().fold(0u64, |all, d| all | 1 << d).count_ones() == 4;
                let fits = |&c: &Cell| own.left[c] >> digits[c] & 1 == 1;
                let ends = [digits.iter().min(), digits.iter().max()];
                let mut at = ends.map(|d| digits.iter().position(|x| Some(x) == d).unwrap_or(0));
                at.sort_unstable();
                let between = &digits[at[0] + 1..at[1].max(at[0] + 1)];
                let made: i64 = between.iter().map(|&d| board.value(d)).sum();
                if !apart || made != sum || !line.iter().all(fits) {
                    continue;
                }
                let set = between.iter().fold(0, |all: Digits, d| all | 1 << d);
                let known = all.iter().find(|f| f.ends == at && f.set == set);
                let known = known.unwrap_or_else(|| panic!("{digits:?} {sum}"));
                for &cell in &line {
                    let mark = Mark { cell, digit: digits[cell] };
                    assert_eq!(own.shuts_out(known, mark), Some(false), "{digits:?} {cell}");
                }
            }
            let marks = (0..24).map(|at| Mark { cell: at / 6, digit: at % 6 });
            shut +=
                marks.filter(|m| all.iter().any(|f| own.shuts_out(f, *m) == Some(true))).count();
        }
        assert!(shut > 500, "{shut}");
    }
}
