//! Cells that add up to a number, some of them perhaps taken away: why digits go.

use super::super::{capital, cell, cells, innies, join, likewise, lost};
use super::{cages, erased, or, relations};
use crate::board::Mark;
use crate::find::View;
use crate::find::innies::each_way;
use crate::found::Found;
use crate::sets::{Cell, Digit, Digits, Each, count};

/// Ways that are told one by one.
const TOLD: usize = 6;
/// Digits that are told where one would be there twice.
const FEW: usize = 3;
/// Thoughts for one step.
const MOST: usize = 6;

/// Whether two cells are known to differ.
type Differ<'d> = &'d dyn Fn(Cell, Cell) -> bool;

/// The reason in sentences.
pub(in super::super) fn reason(
    view: View<'_>,
    found: &Found,
    terms: &[(i64, Cell)],
    left: i64,
    differ: Differ<'_>,
) -> Option<String> {
    let own: Vec<Cell> = terms.iter().map(|t| t.1).collect();
    let sign = terms.first()?.0;
    let apart = (0..own.len()).all(|a| (0..a).all(|b| differ(own[a], own[b])));
    let cage = (apart && terms.iter().all(|t| t.0 == sign))
        .then(|| cages::reason(view, found, &own, sign * left, "They"));
    let short = |text: &String| text.len() <= super::LONG;
    let bare = |text: String| match text.strip_prefix("They: ") {
        Some(rest) => capital(rest),
        None => text,
    };
    // Of cells that are no cage: `they`.
    let bare = |text: String| {
        bare(text).replace("It can only be", "They can only be").replace("not in it", "not in them")
    };
    let vars: Vec<_> = terms.iter().map(|&(k, c)| (k, view.board.lowered.cells[c])).collect();
    let reach = || relations::sum(view, found, (&vars, left), "They");
    let (told, reached) = (cage.flatten().map(bare), reach().map(bare));
    let made = Made { view, terms, left, differ };
    told.filter(short)
        .or(reached)
        .or_else(|| made.partners(found))
        .or_else(|| made.ways(found))
        .or_else(|| made.needs(found))
}

/// Terms, and what they make.
struct Made<'v> {
    view: View<'v>,
    terms: &'v [(i64, Cell)],
    left: i64,
    differ: Differ<'v>,
}

impl Made<'_> {
    /// All ways, each cell's digit in turn.
    fn all(&self, terms: &[(i64, Cell)], left: i64, differ: Differ<'_>) -> Vec<Vec<Digit>> {
        let mut all = Vec::new();
        each_way(self.view, terms, left, differ, &mut 0, &mut |way| all.push(way.to_vec()));
        all
    }

    /// Two cells: what goes with what.
    fn partners(&self, found: &Found) -> Option<String> {
        let &[one, other] = self.terms else { return None };
        let board = self.view.board;
        let mut parts = Vec::new();
        for ((sign, hit), (k, near)) in [(one, other), (other, one)] {
            let needed = |d: Digit| k * (self.left - sign * board.value(d));
            let partner =
                |d: Digit| board.digit(needed(d)).filter(|&e| e != d || !(self.differ)(hit, near));
            let gone = erased(found, hit);
            let alone = Each(gone).filter(|&d| partner(d).is_none()).fold(0, |all, d| all | 1 << d);
            let missing = Each(gone).filter_map(partner).fold(0, |all, d| all | 1 << d);
            let (at, by) = (cell(board, hit), cell(board, near));
            if alone != 0 {
                parts.extend(cages::without_partner(board, alone, hit, near, &needed));
            }
            if missing != 0 {
                let (missing, gone) = (or(board, missing), or(board, gone & !alone));
                parts.push(format!("{by} cannot be {missing}, so {at} cannot be {gone}"));
            }
        }
        Some(format!("{}.", capital(&parts.join("; "))))
    }

    /// The ways, where they are few.
    fn ways(&self, found: &Found) -> Option<String> {
        let board = self.view.board;
        let ways = self.all(self.terms, self.left, self.differ);
        let digits = |way: &Vec<Digit>| {
            way.iter().map(|&d| board.value(d).to_string()).collect::<Vec<_>>().join("-")
        };
        let own = super::super::list(board, &self.terms.iter().map(|t| t.1).collect::<Vec<_>>());
        (1..=TOLD).contains(&ways.len()).then(|| {
            let ways = join(&ways.iter().map(digits).collect::<Vec<_>>(), "or");
            let lost = join(&lost(board, &found.remove), "and");
            format!("The ways are {own} = {ways}, so {lost}.")
        })
    }

    /// What the others would have to make.
    fn needs(&self, found: &Found) -> Option<String> {
        let board = self.view.board;
        let mut parts: Vec<(String, Vec<Mark>)> = Vec::new();
        for &(sign, hit) in self.terms {
            let others: Vec<(i64, Cell)> =
                self.terms.iter().copied().filter(|t| t.1 != hit).collect();
            let (said, gone) = self.bounds((sign, hit), &others, erased(found, hit));
            let marks = |set: Digits| Each(set).map(|digit| Mark { cell: hit, digit }).collect();
            let bounded = said.into_iter().map(|(text, set)| (text, marks(set)));
            parts.extend(bounded);
            parts.extend(Each(gone).map(|digit| {
                let left = self.left - sign * board.value(digit);
                let why = self.failure(&others, left, Mark { cell: hit, digit });
                let (d, at) = (board.value(digit), cell(board, hit));
                (format!("with {d} in {at}, {why}"), marks(1 << digit))
            }));
        }
        let none = parts.is_empty();
        (!none).then(|| capital(&likewise::told(board, parts, MOST)))
    }

    /// How far the others reach, and so a cell, with the digits that go by that; and those of which it
    /// says nothing.
    fn bounds(
        &self,
        (sign, hit): (i64, Cell),
        others: &[(i64, Cell)],
        gone: Digits,
    ) -> (Vec<(String, Digits)>, Digits) {
        let (board, name) = (self.view.board, cell(self.view.board, hit));
        let side = |same: bool| -> Vec<Cell> {
            others.iter().filter(|t| (t.0 == sign) == same).map(|t| t.1).collect()
        };
        let (beside, across) = (side(true), side(false));
        let ends = self.extent(&beside).zip(self.extent(&across));
        let Some(((low, high), (least, most))) = ends.filter(|_| gone != 0) else {
            return (vec![], gone);
        };
        // On the same side they take from what is left, on the other they add to it.
        let (under, over) = (sign * self.left - high + least, sign * self.left - low + most);
        let those = |own: &[Cell], bound: &str, number: i64| {
            let verb = if own.len() == 1 { "is" } else { "make" };
            let told = || format!("{} {verb} {bound} {number}", cells(board, own.iter().copied()));
            (!own.is_empty()).then(told)
        };
        let reach = |words: [&str; 2], numbers: [i64; 2]| {
            let parts =
                [those(&beside, words[0], numbers[0]), those(&across, words[1], numbers[1])];
            join(&parts.into_iter().flatten().collect::<Vec<_>>(), "and")
        };
        let set = |goes: &dyn Fn(i64) -> bool| {
            Each(gone).filter(|&d| goes(board.value(d))).fold(0, |all: Digits, d| all | 1 << d)
        };
        let (below, above) = (set(&|value| value < under), set(&|value| value > over));
        let mut parts = Vec::new();
        if below != 0 {
            let made = reach(["at most", "at least"], [high, least]);
            parts.push((format!("{made}, so {name} is at least {under}"), below));
        }
        if above != 0 {
            let made = reach(["at least", "at most"], [low, most]);
            parts.push((format!("{made}, so {name} is at most {over}"), above));
        }
        (parts, gone & !below & !above)
    }

    /// The least and the most that cells make, with different digits where they differ.
    fn extent(&self, own: &[Cell]) -> Option<(i64, i64)> {
        let mut ways: Vec<(i64, Vec<Digit>)> = vec![(0, vec![])];
        for (at, &c) in own.iter().enumerate() {
            let mut next = Vec::new();
            for (sum, way) in &ways {
                for digit in Each(self.view.marks.of[c]) {
                    let twice = |b: usize| way[b] == digit && (self.differ)(own[b], c);
                    if !(0..at).any(twice) {
                        let with = way.iter().copied().chain([digit]).collect();
                        next.push((sum + self.view.board.value(digit), with));
                    }
                }
            }
            ways = next;
        }
        let sums = ways.iter().map(|w| w.0);
        Some((sums.clone().min()?, sums.max()?))
    }

    /// What is wrong with the others having to make a number beside a mark.
    fn failure(&self, others: &[(i64, Cell)], left: i64, beside: Mark) -> String {
        let board = self.view.board;
        let needed = innies::equation(board, others, left);
        let free = self.all(others, left, &|_, _| false);
        let twice = |way: &Vec<Digit>| -> Digits {
            let clash = |a: usize| {
                let with = (self.differ)(others[a].1, beside.cell) && way[a] == beside.digit;
                let own = |b: usize| way[a] == way[b] && (self.differ)(others[a].1, others[b].1);
                with || (0..a).any(own)
            };
            (0..way.len()).filter(|&a| clash(a)).fold(0, |all, a| all | 1 << way[a])
        };
        let doubled = free.iter().fold(0, |all, way| all | twice(way));
        match (free.is_empty(), count(doubled) > FEW) {
            (true, _) => format!("{needed}, which their marks do not allow"),
            (false, true) => format!("{needed}, but these differ"),
            (false, false) => format!("{needed}, which takes {} twice", or(board, doubled)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Technique;
    use crate::board::Board;
    use crate::found::Pattern;
    use crate::marks::Marks;

    #[test]
    fn both_sides_of_a_difference_bound_a_cell() {
        let board = Board::new(&pencilmark_formats::parse("plain", "grid 4\n").expect("a puzzle"));
        let marks = Marks::full(&board);
        let view = View { board: &board, marks: &marks };
        let gone = [(4, 3), (5, 3)].map(|(cell, digit)| Mark { cell, digit });
        let found = Found::new(Technique::Innies, Pattern::Single { house: None });
        let terms = [(1, 0), (1, 1), (-1, 4), (-1, 5)];
        let differ = |a: Cell, b: Cell| a < 4 && b < 4;
        let told = reason(view, &found.removing(gone.to_vec()), &terms, 3, &differ);
        assert_eq!(
            told.as_deref(),
            Some(
                "r2c2 is at least 1 and r1c1-2 make at most 7, so r2c1 is at most 3; r2c1 is at least \
                 1 and r1c1-2 make at most 7, so r2c2 is at most 3."
            )
        );
    }
}
