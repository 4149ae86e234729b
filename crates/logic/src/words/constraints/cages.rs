//! Cages: the sums that are left, what the other cells reach, and, for a digit that some sums
//! have, why the rest of each finds no place beside it.

use super::super::{cell, cells, digits, join, plain, runs};
use super::{erased, or, x_sums};
use crate::board::Board;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digit, Digits, Each, choose, count};

/// More sums than these are not listed.
const LISTED: usize = 8;
/// Sums that are gone already and still told, and sums of which each is told why it fails.
const TOLD: usize = 4;
/// Sums that are looked at.
const TRIED: usize = 400;
/// Thoughts for one step.
const MOST: usize = 5;

/// The reason in sentences.
pub(super) fn reason(
    view: View<'_>,
    found: &Found,
    scope: &[Cell],
    sum: i64,
    name: &str,
) -> Option<String> {
    let board = view.board;
    let cage = Cage::new(view, scope, sum)?;
    let left: Vec<Digits> = cage.sums.iter().copied().filter(|s| cage.fits(*s)).collect();
    if left.is_empty() {
        return None;
    }
    let held = left.iter().fold(0, |all, s| all | s);
    let gone: Digits = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    let none = gone & !held;
    let listed = (left.len() <= LISTED).then(|| cage.list(&left, "or"));
    if let (true, Some(listed)) = (none == gone, &listed) {
        return Some(format!(
            "{name} can only be {listed}: {}{}.",
            not_in_it(board, none),
            cage.out(&left, none)
        ));
    }
    if let [a, b] = cage.open[..] {
        let make = match cage.used {
            0 => String::new(),
            _ => format!("{} make {}; ", cells(board, [a, b]), cage.sum),
        };
        return Some(format!("{name}: {make}{}.", partners(view, found, a, b, cage.sum)));
    }
    let mut parts = Vec::new();
    // Digits that no sum has are told once, the others cell by cell.
    let told = match listed {
        Some(listed) if none != 0 => {
            let text = format!("it can only be {listed}: {}", not_in_it(board, none));
            parts.push(text + &cage.out(&left, none));
            none
        }
        _ => 0,
    };
    for &c in &cage.open {
        for part in cage.cell(c, erased(found, c) & !told)? {
            add(board, &mut parts, part, c);
        }
    }
    (1..=MOST).contains(&parts.len()).then(|| format!("{name}: {}.", parts.join("; ")))
}

/// Adds a thought; one that is the same as for the cell before is told for both.
fn add(board: &Board, parts: &mut Vec<String>, part: String, c: Cell) {
    let at = format!(" in {} would need ", cell(board, c));
    if let Some((digit, rest)) = part.split_once(&at)
        && let Some(known) = parts.iter_mut().find(|p| {
            p.ends_with(&format!(" would need {rest}")) && p.starts_with(&format!("{digit} in "))
        })
    {
        *known = known.replacen(" would need ", &format!(" or {} would need ", cell(board, c)), 1);
        return;
    }
    parts.push(part);
}

fn not_in_it(board: &Board, none: Digits) -> String {
    let verb = if count(none) == 1 { "is" } else { "are" };
    format!("{} {verb} not in it", digits(board, none, "and"))
}

/// The cells without a digit, and what they have to add up to.
struct Cage<'v> {
    view: View<'v>,
    open: Vec<Cell>,
    sum: i64,
    /// The digits of the other cells: they are told with every sum.
    used: Digits,
    /// All sets of different digits with that sum, whatever the marks.
    sums: Vec<Digits>,
}

/// Why digits find no places.
#[derive(PartialEq)]
enum Fault {
    /// Digits that have fewer places than they are.
    Digits(Digits, Vec<Cell>),
    /// Cells that have fewer digits than they are.
    Cells(Vec<Cell>, Digits),
}

impl<'v> Cage<'v> {
    fn new(view: View<'v>, scope: &[Cell], sum: i64) -> Option<Cage<'v>> {
        let board = view.board;
        let (placed, open): (Vec<Cell>, Vec<Cell>) =
            scope.iter().partition(|&&c| view.marks.value[c].is_some());
        let used = placed.iter().fold(0, |all, &c| all | view.marks.left_of(c));
        let sum = sum - Each(used).map(|d| board.value(d)).sum::<i64>();
        let mut cage = Cage { view, open, sum, used, sums: Vec::new() };
        cage.add_up(board.all() & !used, 0, sum);
        (cage.sums.len() <= TRIED).then_some(cage)
    }

    fn add_up(&mut self, from: Digits, set: Digits, left: i64) {
        if count(set) == self.open.len() {
            if left == 0 {
                self.sums.push(set);
            }
            return;
        }
        for digit in Each(from) {
            let value = self.view.board.value(digit);
            if value <= left && self.sums.len() <= TRIED {
                self.add_up(from & !((2 << digit) - 1), set | 1 << digit, left - value);
            }
        }
    }

    fn left(&self, c: Cell) -> Digits {
        self.view.marks.left_of(c)
    }

    /// Whether the open cells can take these digits, one each.
    fn fits(&self, set: Digits) -> bool {
        self.fault(set, &self.open).is_none()
    }

    fn text(&self, set: Digits) -> String {
        plain(self.view.board, set | self.used).replace(' ', "+")
    }

    fn list(&self, sets: &[Digits], word: &str) -> String {
        join(&sets.iter().map(|&s| self.text(s)).collect::<Vec<_>>(), word)
    }

    /// The sums with digits that are in none of those left, and what is wrong with them.
    fn out(&self, left: &[Digits], none: Digits) -> String {
        let out: Vec<Digits> =
            self.sums.iter().copied().filter(|s| s & none != 0 && !left.contains(s)).collect();
        if out.is_empty() || out.len() > TOLD {
            return String::new();
        }
        let faults = self.faults(&out, &self.open);
        let verb = if out.len() == 1 { "fails" } else { "fail" };
        if let Some(missing) = missing(&faults) {
            return format!(" ({} {verb}, as {})", self.list(&out, "and"), self.nowhere(missing));
        }
        let told = faults.into_iter().map(|(sets, fault)| {
            let verb = if sets.len() == 1 { "fails" } else { "fail" };
            format!("{} {verb}, {}", self.list(&sets, "and"), self.fault_text(&fault, "as"))
        });
        format!(" ({})", told.collect::<Vec<_>>().join("; "))
    }

    /// What is wrong with sets, those with the same fault together.
    fn faults(&self, sets: &[Digits], cells: &[Cell]) -> Vec<(Vec<Digits>, Fault)> {
        let mut groups: Vec<(Vec<Digits>, Fault)> = Vec::new();
        for &set in sets {
            let Some(fault) = self.fault(set, cells) else { continue };
            match groups.iter_mut().find(|(_, known)| *known == fault) {
                Some((same, _)) => same.push(set),
                None => groups.push((vec![set], fault)),
            }
        }
        groups
    }

    /// Why some digits do not fit into as many cells: the fewest digits, or cells.
    fn fault(&self, set: Digits, cells: &[Cell]) -> Option<Fault> {
        let digits: Vec<usize> = Each(set).collect();
        let mut fault = None;
        for size in 1..=cells.len() {
            choose(&digits, size, &mut |some| {
                let own = some.iter().fold(0, |all, d| all | 1 << d);
                let places: Vec<Cell> =
                    cells.iter().copied().filter(|&c| self.left(c) & own != 0).collect();
                if places.len() < size {
                    fault = Some(Fault::Digits(own, places));
                }
                fault.is_some()
            });
            if fault.is_some() {
                return fault;
            }
            choose(cells, size, &mut |some| {
                let own = some.iter().fold(0, |all, &c| all | self.left(c) & set);
                if count(own) < size {
                    fault = Some(Fault::Cells(some.to_vec(), own));
                }
                fault.is_some()
            });
            if fault.is_some() {
                return fault;
            }
        }
        None
    }

    /// `2 and 4 have no place`.
    fn nowhere(&self, missing: Digits) -> String {
        let verb = if count(missing) == 1 { "has" } else { "have" };
        format!("{} {verb} no place", digits(self.view.board, missing, "and"))
    }

    fn fault_text(&self, fault: &Fault, word: &str) -> String {
        let board = self.view.board;
        match fault {
            Fault::Digits(own, places) if places.is_empty() => {
                format!("{word} {}", self.nowhere(*own))
            }
            Fault::Digits(own, places) => {
                let (both, all) = both(count(*own));
                let (own, places) =
                    (digits(board, *own, "and"), cells(board, places.iter().copied()));
                format!("{word} {own} {both} need {all}{places}")
            }
            Fault::Cells(own, 0) => {
                let own = cells(board, own.iter().copied());
                format!("{word} {own} has none of these")
            }
            Fault::Cells(own, set) => {
                let (both, all) = both(own.len());
                let (own, set) = (cells(board, own.iter().copied()), digits(board, *set, "and"));
                format!("{word} {own} {both} need {all}{set}")
            }
        }
    }

    /// Why a cell loses digits that are in some sums: by what the others make, or sum by sum.
    fn cell(&self, c: Cell, gone: Digits) -> Option<Vec<String>> {
        let mut parts = Vec::new();
        if gone == 0 {
            return Some(parts);
        }
        let board = self.view.board;
        let others: Vec<Cell> = self.open.iter().copied().filter(|&o| o != c).collect();
        let (at, those) = (cell(board, c), cells(board, others.iter().copied()));
        let (low, high) = x_sums::reach(self.view, &others, 0);
        let value = |d: &usize| board.value(*d);
        let (least, most) = (self.sum - high, self.sum - low);
        if Each(gone).any(|d| board.value(d) < least) {
            parts.push(format!("{those} make at most {high}, so {at} is at least {least}"));
        }
        if Each(gone).any(|d| board.value(d) > most) {
            parts.push(format!("{those} make at least {low}, so {at} is at most {most}"));
        }
        for digit in Each(gone).filter(|d| (least..=most).contains(&value(d))) {
            let rests = self.sums.iter().filter(|s| **s >> digit & 1 == 1);
            let rests: Vec<Digits> = rests.map(|s| s & !(1 << digit)).collect();
            let faults = self.faults(&rests, &others);
            // Where each of the sums has a digit without a place, these are told together.
            let but = match missing(&faults) {
                _ if rests.is_empty() || rests.len() > LISTED => return None,
                Some(missing) => {
                    format!("{}, but {}", self.list(&rests, "or"), self.nowhere(missing))
                }
                None if faults.len() > TOLD => return None,
                None => {
                    let told = faults.iter().map(|(sets, fault)| {
                        format!("{}, {}", self.list(sets, "or"), self.fault_text(fault, "but"))
                    });
                    told.collect::<Vec<_>>().join(", or ")
                }
            };
            parts.push(format!("{} in {at} would need {but}", board.value(digit)));
        }
        Some(parts)
    }
}

/// The digits without a place, if that is what is wrong with all of the sums.
fn missing(faults: &[(Vec<Digits>, Fault)]) -> Option<Digits> {
    faults.iter().try_fold(0, |all, (_, fault)| match fault {
        Fault::Digits(own, places) if places.is_empty() => Some(all | own),
        _ => None,
    })
}

/// How to speak of so many that need too little: `both need`, `all need only`.
fn both(count: usize) -> (&'static str, &'static str) {
    if count == 2 { ("both", "") } else { ("all", "just ") }
}

/// In a cage of two cells each digit needs its partner.
fn partners(view: View<'_>, found: &Found, a: Cell, b: Cell, sum: i64) -> String {
    let board = view.board;
    let mut parts = Vec::new();
    for (hit, other) in [(a, b), (b, a)] {
        let gone = erased(found, hit);
        let partner = |d| board.digit(sum - board.value(d)).filter(|&p| p != d);
        let missing = Each(gone).filter_map(partner).fold(0, |all, p| all | 1 << p);
        let alone = Each(gone).filter(|&d| partner(d).is_none()).fold(0, |all, d| all | 1 << d);
        if alone != 0 {
            parts.extend(without_partner(board, alone, hit, other, &|d| sum - board.value(d)));
        }
        let gone = gone & !alone;
        if gone != 0 {
            parts.push(format!(
                "{} cannot be {}, so {} cannot be {}",
                cell(board, other),
                or(board, missing),
                cell(board, hit),
                or(board, gone)
            ));
        }
    }
    parts.join("; ")
}

/// Digits whose partner is none: no digit at all, or the same again.
pub(super) fn without_partner(
    board: &Board,
    alone: Digits,
    hit: Cell,
    near: Cell,
    needed: &dyn Fn(Digit) -> i64,
) -> Vec<String> {
    let (at, near) = (cell(board, hit), cell(board, near));
    let again = Each(alone).filter(|&d| needed(d) == board.value(d)).fold(0, |all, d| all | 1 << d);
    let part = |own: Digits| {
        let mut all: Vec<i64> = Each(own).map(needed).collect();
        all.sort_unstable();
        if all.iter().all(|need| *need <= 0 && *need < board.value(0)) {
            return format!("{} in {at} leaves nothing for {near}", or(board, own));
        }
        let (own, all) = (or(board, own), join(&runs(&all), "or"));
        format!("with {own} in {at}, {near} would have to be {all}")
    };
    let parts = [alone & !again, again];
    parts.into_iter().filter(|own| *own != 0).map(part).collect()
}
