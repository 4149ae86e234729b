//! Cells that add up to a number, some of them perhaps taken away: why digits go.

use super::super::{capital, cell, cells, innies, join, lost};
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
        let mut parts: Vec<String> = Vec::new();
        let mut rest: Vec<Mark> = Vec::new();
        for &(sign, hit) in self.terms {
            let others: Vec<(i64, Cell)> =
                self.terms.iter().copied().filter(|t| t.1 != hit).collect();
            let (said, gone) = self.bounds((sign, hit), &others, erased(found, hit));
            if parts.len() + said.len() <= MOST {
                parts.extend(said);
            } else {
                rest.extend(
                    Each(erased(found, hit) & !gone).map(|digit| Mark { cell: hit, digit }),
                );
            }
            for digit in Each(gone) {
                if parts.len() == MOST {
                    rest.push(Mark { cell: hit, digit });
                    continue;
                }
                let left = self.left - sign * board.value(digit);
                parts.push(format!(
                    "with {} in {}, {}",
                    board.value(digit),
                    cell(board, hit),
                    self.failure(&others, left, Mark { cell: hit, digit })
                ));
            }
        }
        let rest = match rest.is_empty() {
            true => String::new(),
            false => format!(" Likewise {}.", join(&lost(board, &rest), "and")),
        };
        (!parts.is_empty()).then(|| format!("{}.{rest}", capital(&parts.join("; "))))
    }

    /// How far the others reach, and so a cell; and the digits of which that says nothing.
    fn bounds(
        &self,
        (sign, hit): (i64, Cell),
        others: &[(i64, Cell)],
        gone: Digits,
    ) -> (Vec<String>, Digits) {
        let (board, mut parts) = (self.view.board, Vec::new());
        let side = others.first().map_or(1, |t| t.0);
        if gone == 0 || others.iter().any(|t| t.0 != side) {
            return (parts, gone);
        }
        let own: Vec<Cell> = others.iter().map(|t| t.1).collect();
        let Some((low, high)) = self.extent(&own) else { return (parts, gone) };
        let (verb, name) = (if own.len() == 1 { "is" } else { "make" }, cell(board, hit));
        let those = cells(board, own);
        // On the same side they take from what is left, on the other they add to it.
        let (under, least, over, most) = match side == sign {
            true => (
                format!("at most {high}"),
                sign * self.left - high,
                format!("at least {low}"),
                sign * self.left - low,
            ),
            false => (
                format!("at least {low}"),
                sign * self.left + low,
                format!("at most {high}"),
                sign * self.left + high,
            ),
        };
        let mut rest = gone;
        let below = Each(gone).filter(|&d| board.value(d) < least).fold(0, |all, d| all | 1 << d);
        let above = Each(gone).filter(|&d| board.value(d) > most).fold(0, |all, d| all | 1 << d);
        if below != 0 {
            parts.push(format!("{those} {verb} {under}, so {name} is at least {least}"));
            rest &= !below;
        }
        if above != 0 {
            parts.push(format!("{those} {verb} {over}, so {name} is at most {most}"));
            rest &= !above;
        }
        (parts, rest)
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
