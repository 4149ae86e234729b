//! Why a sandwich cannot be filled: where the two could stand, and what is wrong with each place.

use super::{Sandwich, gap};
use crate::board::Board;
use crate::sets::{Cell, Digits, Each, choose};
use crate::words::{cell, cells, digits, either, join, list, runs, unfilled};

/// Places of the two of which each is told why it fails.
const PLACES: usize = 8;
/// Sums of cells that are listed.
const LISTED: usize = 4;
/// Sets of digits of which each is told why it fails.
const SETS: usize = 8;

/// What is wrong with every place of the two in the sandwich among some constraints.
pub(in crate::words) fn fault(board: &Board, units: &[usize], left: &[Digits]) -> Option<String> {
    let clues = units.iter().map(|&u| &board.puzzle.clues[board.units[u].clue]);
    let clue = clues.into_iter().find(|clue| clue.kind.name == "sandwich")?;
    let line: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    Sandwich::whole(board, left, &line, *clue.numbers.first()?)?.everywhere(None, PLACES)
}

impl<'v> Sandwich<'v> {
    /// A sandwich in whose line no digit stands twice, by whatever constraints.
    pub(super) fn whole(
        board: &'v Board,
        left: &'v [Digits],
        line: &'v [Cell],
        sum: i64,
    ) -> Option<Sandwich<'v>> {
        let differ = |a: usize, b: usize| board.differ[line[a]].contains(&line[b]);
        let apart = (0..line.len()).all(|a| (0..a).all(|b| differ(a, b)));
        let there = line.iter().all(|&c| left[c] != 0);
        (apart && there).then_some(Sandwich { board, left, line, sum, apart })
    }

    /// What is wrong with every place of the two, if these are few; of a cell that is supposed to be
    /// something, that is not told again.
    pub(super) fn everywhere(&self, supposed: Option<Cell>, few: usize) -> Option<String> {
        let (board, top) = (self.board, self.board.digits - 1);
        let (least, most) = (board.value(0), board.value(top));
        let has = |d: usize| (0..self.line.len()).filter(move |&at| self.has(at, d));
        for (digit, told) in [(0, least), (top, most)] {
            if has(digit).next().is_none() {
                return Some(format!("{told} has no place"));
            }
        }
        let (crusts, sizes) = (self.crusts(), self.sizes());
        if crusts.len() > 2 {
            let own = cells(board, crusts.iter().map(|&at| self.line[at]));
            return Some(format!("{own} are each {least} or {most}"));
        }
        let mut near = self.places(&crusts);
        near.retain(|&(a, b)| sizes.contains(&gap(a, b)));
        if near.len() > few || sizes.is_empty() {
            return None;
        }
        let apart = self.apart_by(&sizes);
        if let [crust] = crusts[..] {
            return self.beside_one(crust, supposed, &near, &sizes);
        }
        if near.is_empty() {
            let some = |d: usize| -> Vec<Cell> {
                let own = has(d).filter(|at| crusts.is_empty() || crusts.contains(at));
                own.map(|at| self.line[at]).collect()
            };
            let (lows, highs) = (some(0), some(top));
            let have = if matches!(sizes[..], [0 | 1]) { "has" } else { "have" };
            let there = match lows == highs {
                true => {
                    let names: Vec<String> =
                        list(board, &lows).split(' ').map(String::from).collect();
                    format!("both are in {}", join(&names, "or"))
                }
                false => {
                    let (lows, highs) = (either(board, lows), either(board, highs));
                    format!("{least} is in {lows}, {most} in {highs}")
                }
            };
            return Some(format!(
                "there {have} to be {apart} between {least} and {most}, and {there}"
            ));
        }
        let place = |&(a, b): &(usize, usize)| {
            Some(format!("in {} and {}, where {}", self.name(a), self.name(b), self.fails(a, b)?))
        };
        let all = near.iter().map(place).collect::<Option<Vec<_>>>()?;
        let only = format!("with {apart} between them, {least} and {most} could only be");
        Some(format!("{only} {}", all.join("; or ")))
    }

    /// The same if one of the two stands in a place: what is wrong with every place of the other.
    fn beside_one(
        &self,
        crust: usize,
        supposed: Option<Cell>,
        near: &[(usize, usize)],
        sizes: &[i64],
    ) -> Option<String> {
        let (board, top) = (self.board, self.board.digits - 1);
        let own = self.left[self.line[crust]];
        let other = match (own & 1 != 0, own >> top & 1 == 1) {
            (true, true) => "the other".into(),
            (true, false) => board.value(top).to_string(),
            _ => board.value(0).to_string(),
        };
        let lead = match supposed == Some(self.line[crust]) {
            true => String::new(),
            false => format!("{}, and ", self.crusts_told(&[crust])),
        };
        let apart = self.apart_by(sizes);
        let far = (0..self.line.len()).filter(|&at| sizes.contains(&gap(at, crust)));
        let far: Vec<Cell> = far.map(|at| self.line[at]).collect();
        if far.is_empty() {
            return Some(format!("{lead}there is no room for {apart} between it and {other}"));
        }
        if near.is_empty() {
            let far = either(board, far);
            return Some(format!("{lead}with {apart} between, {other} would have to be in {far}"));
        }
        let place = |&(a, b): &(usize, usize)| {
            let at = if a == crust { b } else { a };
            Some(format!("in {}, where {}", self.name(at), self.fails(a, b)?))
        };
        let all = near.iter().map(place).collect::<Option<Vec<_>>>()?;
        let all = all.join("; or ");
        Some(format!("{lead}with {apart} between, {other} could only be {all}"))
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
        if self.sets(between).is_empty() {
            let vague = || format!("{those} cannot make {} with what is left of them", self.sum);
            let told = self.unmade(between, &those, self.sum);
            return Some(told.or_else(|| self.unfit(between, &those)).unwrap_or_else(vague));
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
        let parts = self.by_fault(self.sets(between), |set| {
            unfilled::fault(board, &beyond, self.inner() & !set, self.left)
        })?;
        let told = |(why, sets): &(String, Vec<Digits>)| {
            let names: Vec<String> = sets.iter().map(|&set| self.added(set)).collect();
            let leave = match sets[..] {
                [set] => format!("leaves {}", digits(board, self.inner() & !set, "and")),
                _ => "leave the other digits".into(),
            };
            format!("{} between them {leave} for {those}, but {why}", join(&names, "or"))
        };
        Some(parts.iter().map(told).collect::<Vec<_>>().join(" and "))
    }

    /// What is wrong with each of some sets, those with which the same is wrong together.
    fn by_fault(
        &self,
        sets: Vec<Digits>,
        fault: impl Fn(Digits) -> Option<String>,
    ) -> Option<Vec<(String, Vec<Digits>)>> {
        if sets.len() > SETS {
            return None;
        }
        let mut parts: Vec<(String, Vec<Digits>)> = Vec::new();
        for set in sets {
            let why = fault(set)?;
            match parts.iter_mut().find(|(known, _)| *known == why) {
                Some((_, alike)) => alike.push(set),
                None => parts.push((why, vec![set])),
            }
        }
        Some(parts)
    }

    /// That cells do not make a number, if that is soon seen.
    pub(super) fn unmade(&self, own: &[Cell], those: &str, sum: i64) -> Option<String> {
        if own.is_empty() {
            return (sum != 0).then(|| "there is no cell".into());
        }
        let mut sums: Vec<i64> = self.all_sets(own).iter().map(|&set| self.value(set)).collect();
        sums.sort_unstable();
        sums.dedup();
        let make = if own.len() == 1 { "is" } else { "make" };
        match (sums.first(), sums.last()) {
            (Some(&first), _) if first > sum => Some(format!("{those} {make} at least {first}")),
            (_, Some(&last)) if last < sum => Some(format!("{those} {make} at most {last}")),
            (Some(_), _) if sums.len() <= LISTED && !sums.contains(&sum) => {
                Some(format!("{those} {make} {}", join(&runs(&sums), "or")))
            }
            _ => None,
        }
    }

    /// What is wrong with each set of digits that makes the sum in cells.
    pub(super) fn unfit(&self, own: &[Cell], those: &str) -> Option<String> {
        if let [_] = own {
            return Some(format!("{those} is not {}", self.sum));
        }
        let there: Vec<usize> =
            Each(own.iter().fold(0, |all, &c| all | self.left[c]) & self.inner()).collect();
        let mut sets: Vec<Digits> = Vec::new();
        choose(&there, own.len(), &mut |some| {
            let set = some.iter().fold(0, |set: Digits, &d| set | 1 << d);
            if self.value(set) == self.sum {
                sets.push(set);
            }
            false
        });
        let parts = self.by_fault(sets, |set| unfilled::fault(self.board, own, set, self.left))?;
        let told = |(why, sets): &(String, Vec<Digits>)| {
            let names: Vec<String> = sets.iter().map(|&set| self.added(set)).collect();
            format!("as {}, but {why}", join(&names, "or"))
        };
        let all: Vec<String> = parts.iter().map(told).collect();
        let only = format!("{those} make {} only", self.sum);
        (!all.is_empty()).then(|| format!("{only} {}", all.join(", or ")))
    }

    fn value(&self, set: Digits) -> i64 {
        Each(set).map(|d| self.board.value(d)).sum()
    }
}
