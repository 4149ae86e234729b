//! Why a sandwich cannot be filled: where the two could stand, and what is wrong with each place.

use super::Sandwich;
use crate::board::Board;
use crate::sets::{Cell, Digits, Each};
use crate::words::{cell, cells, digits, either, join, list, runs, unfilled};

/// Places of the two of which each is told why it fails.
const PLACES: usize = 8;
/// Sets between them, or sums of cells, that are listed.
const LISTED: usize = 4;
/// Cells of which it is told what is left.
const SHOWN: usize = 3;

/// What is wrong with every place of the two in the sandwich among some constraints.
pub(in crate::words) fn fault(board: &Board, units: &[usize], left: &[Digits]) -> Option<String> {
    let clues = units.iter().map(|&u| &board.puzzle.clues[board.units[u].clue]);
    let clue = clues.into_iter().find(|clue| clue.kind.name == "sandwich")?;
    let line: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let differ = |a: usize, b: usize| board.differ[line[a]].contains(&line[b]);
    let apart = (0..line.len()).all(|a| (0..a).all(|b| differ(a, b)));
    let sandwich = Sandwich { board, left, line: &line, sum: *clue.numbers.first()?, apart };
    apart.then(|| sandwich.everywhere()).flatten()
}

impl Sandwich<'_> {
    fn everywhere(&self) -> Option<String> {
        let (board, top) = (self.board, self.board.digits - 1);
        let (least, most) = (board.value(0), board.value(top));
        let places = |d: usize| -> Vec<usize> {
            (0..self.line.len()).filter(|&at| self.has(at, d)).collect()
        };
        let (lows, highs) = (places(0), places(top));
        for (places, digit) in [(&lows, least), (&highs, most)] {
            if places.is_empty() {
                return Some(format!("{digit} has no place"));
            }
        }
        let sizes = self.sizes();
        let gap = |a: usize, b: usize| a.abs_diff(b) as i64 - 1;
        let apart = self.apart_by(&sizes);
        let mut told: Vec<(String, String)> = Vec::new();
        for &low in &lows {
            for &high in highs.iter().filter(|&&high| sizes.contains(&gap(low, high))) {
                let (a, b) = (low.min(high), low.max(high));
                let at = format!("in {} and {}", self.name(a), self.name(b));
                if !told.iter().any(|(known, _)| *known == at) {
                    told.push((at, self.fails(low, high)?));
                }
            }
        }
        if told.is_empty() {
            let some = |places: &[usize]| either(board, places.iter().map(|&at| self.line[at]));
            let (lows, highs) = (some(&lows), some(&highs));
            let have = if matches!(sizes[..], [0 | 1]) { "has" } else { "have" };
            return Some(format!(
                "there {have} to be {apart} between {least} and {most}, and {least} is in {lows}, \
                 {most} in {highs}"
            ));
        }
        let where_ = |(at, why): &(String, String)| format!("{at}, where {why}");
        let all: Vec<String> = told.iter().map(where_).collect();
        (told.len() <= PLACES).then(|| {
            format!(
                "with {apart} between them, {least} and {most} could only be {}",
                all.join("; or ")
            )
        })
    }

    fn name(&self, at: usize) -> String {
        cell(self.board, self.line[at])
    }

    /// How many cells lie between the two.
    pub(super) fn apart_by(&self, sizes: &[i64]) -> String {
        match sizes {
            [0] => "no cell".into(),
            [1] => "one cell".into(),
            _ => format!("{} cells", join(&runs(sizes), "or")),
        }
    }

    /// What is wrong with the two in these places: the cells between them do not make the sum, or
    /// the cells beyond do not make, or cannot be, what is left.
    pub(super) fn fails(&self, low: usize, high: usize) -> Option<String> {
        let (board, between) = (self.board, self.between(low, high));
        let those = list(board, between);
        let vague = || format!("{those} cannot make {} with what is left of them", self.sum);
        if self.sets(between).is_empty() {
            return Some(self.unmade(between, &those, self.sum).unwrap_or_else(vague));
        }
        if !self.is_whole() {
            return None;
        }
        let beyond = self.beyond(low, high);
        let those = cells(board, beyond.iter().copied());
        let rest = self.value(self.inner()) - self.sum;
        if let Some(why) = self.unmade(&beyond, "these", rest) {
            return Some(format!("{rest} is left for {those}, but {why}"));
        }
        let sets = self.sets(between);
        if sets.len() > LISTED {
            return None;
        }
        let mut parts = Vec::new();
        for set in sets {
            let others = self.inner() & !set;
            let why = unfilled::fault(board, &beyond, others, self.left)?;
            let (set, others) = (self.added(set), digits(board, others, "and"));
            parts.push(format!("{set} between them leaves {others} for {those}, but {why}"));
        }
        Some(parts.join(" and "))
    }

    /// That cells do not make a number, if that is soon seen.
    fn unmade(&self, own: &[Cell], those: &str, sum: i64) -> Option<String> {
        let board = self.board;
        if own.is_empty() {
            return (sum != 0).then(|| "there is no cell".into());
        }
        let mut sums: Vec<i64> = self.all_sets(own).iter().map(|&set| self.value(set)).collect();
        sums.sort_unstable();
        sums.dedup();
        if sums.contains(&sum) {
            return None;
        }
        let make = if own.len() == 1 { "is" } else { "make" };
        let some = |&c: &Cell| {
            let left = self.left[c] & self.inner();
            (left != 0).then(|| format!("{} is {}", cell(board, c), digits(board, left, "or")))
        };
        match (sums.first(), sums.last()) {
            (Some(&first), _) if first > sum => Some(format!("{those} {make} at least {first}")),
            (_, Some(&last)) if last < sum => Some(format!("{those} {make} at most {last}")),
            (Some(_), _) if sums.len() <= LISTED => {
                Some(format!("{those} {make} {}", join(&runs(&sums), "or")))
            }
            _ => {
                let parts = own.iter().map(some).collect::<Option<Vec<_>>>()?;
                (parts.len() <= SHOWN).then(|| join(&parts, "and"))
            }
        }
    }

    fn value(&self, set: Digits) -> i64 {
        Each(set).map(|d| self.board.value(d)).sum()
    }
}
