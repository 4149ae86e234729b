//! Sandwiches: where the two can stand, and what stands between them.

mod ends;
mod erasing;
mod failing;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::super::{cell, cells, join, plain};
use super::{or, supposed};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Digit, Digits, Each};

pub(in super::super) use erasing::erased;
pub(in super::super) use failing::fault;

/// Places of the two that are listed.
const LISTED: usize = 4;
/// The same where there is no other reason.
const MANY: usize = 8;
/// Sums between them that are listed.
const SUMS: usize = 8;
/// Thoughts for one step.
const MOST: usize = 5;

/// The reason in a sentence, if it accounts for all that is erased.
pub(super) fn reason(view: View<'_>, found: &Found, line: &[Cell], sum: i64) -> Option<String> {
    let units: &[usize] = match &found.pattern {
        Pattern::Several { units, .. } => units,
        _ => &[],
    };
    let left: Vec<Digits> = (0..view.board.cells).map(|c| view.marks.left_of(c)).collect();
    let sandwich = Sandwich::new(view.board, &left, units, line, sum);
    let pairs = sandwich.pairs();
    if let Some(told) = sandwich.by_places(&found.remove, &pairs, LISTED, false) {
        return Some(told);
    }
    let board = view.board;
    let (ends, mut rest): (Vec<Mark>, Vec<Mark>) =
        found.remove.iter().partition(|m| m.digit == 0 || m.digit + 1 == board.digits);
    let mut parts: Vec<String> = sandwich.ends(&ends)?;
    // Wherever the two stand: what is always one of them, or between them, is told cell by cell.
    let mut inner: Vec<Cell> = rest.iter().map(|m| m.cell).collect();
    inner.dedup();
    let mut caught: Vec<(String, Vec<Cell>)> = Vec::new();
    for c in inner {
        let own: Vec<Mark> = rest.iter().copied().filter(|m| m.cell == c).collect();
        let Some(told) = sandwich.caught(&own, &pairs) else { continue };
        rest.retain(|m| m.cell != c);
        match caught.iter_mut().find(|(known, _)| *known == told) {
            Some((_, cells)) => cells.push(c),
            None => caught.push((told, vec![c])),
        }
    }
    for (told, own) in caught {
        let (is, lies) = if own.len() == 1 { ("is", "lies") } else { ("are each", "lie") };
        let own = cells(board, own);
        let told = told.replace("{cells}", &own).replace("{is}", is).replace("{lies}", lies);
        parts.push(told);
    }
    // A long list of places is still the reason, where a thought about other cells is none.
    if !rest.is_empty()
        && let Some(told) = sandwich.by_places(&found.remove, &pairs, MANY, false)
    {
        return Some(told);
    }
    if !rest.is_empty() {
        parts.extend(supposed::clauses(view, found, &rest, |_| None)?);
    }
    (1..=MOST).contains(&parts.len()).then(|| parts.join("; "))
}

struct Sandwich<'v> {
    board: &'v Board,
    /// What is left of every cell.
    left: &'v [Digits],
    line: &'v [Cell],
    sum: i64,
    /// Whether no digit stands twice in the line, as far as is told.
    apart: bool,
}

/// Places of the smallest and the largest digit, and the sets that can stand between.
struct Pair {
    low: usize,
    high: usize,
    sets: Vec<Digits>,
}

/// How many cells lie between two places.
fn gap(a: usize, b: usize) -> i64 {
    a.abs_diff(b) as i64 - 1
}

/// Whether all of some places are one of two.
fn is_at(some: &[usize], a: usize, b: usize) -> bool {
    some.iter().all(|&at| at == a || at == b)
}

impl<'v> Sandwich<'v> {
    fn new(
        board: &'v Board,
        left: &'v [Digits],
        units: &[usize],
        line: &'v [Cell],
        sum: i64,
    ) -> Sandwich<'v> {
        let differ = |a: Cell, b: Cell| units.iter().any(|&u| board.makes_differ(u, a, b));
        let apart = (0..line.len()).all(|a| (0..a).all(|b| differ(line[a], line[b])));
        Sandwich { board, left, line, sum, apart }
    }

    fn has(&self, at: usize, digit: Digit) -> bool {
        self.left[self.line[at]] >> digit & 1 == 1
    }

    /// Whether the line has every digit once, as far as is told.
    fn is_whole(&self) -> bool {
        self.apart && self.line.len() == self.board.digits
    }

    /// The cells beyond two places.
    fn beyond(&self, a: usize, b: usize) -> Vec<Cell> {
        [&self.line[..a.min(b)], &self.line[a.max(b) + 1..]].concat()
    }

    /// Whether cells can hold digits, each once and as many as there are cells; a mark is taken
    /// for granted.
    fn fits(&self, cells: &[Cell], set: Digits, mark: Option<Mark>) -> bool {
        let mut sets: Vec<Digits> = vec![0];
        for &c in cells {
            let left = match mark.filter(|m| m.cell == c) {
                Some(m) => 1 << m.digit,
                None => self.left[c],
            };
            let next = |&own: &Digits| Each(left & set & !own).map(move |d| own | 1 << d);
            sets = sets.iter().flat_map(next).collect();
            sets.sort_unstable();
            sets.dedup();
        }
        sets.contains(&set)
    }

    /// The digits that can stand between.
    fn inner(&self) -> Digits {
        let board = self.board;
        board.all() & !1 & !(1 << (board.digits - 1))
    }

    /// The cells between two places.
    fn between(&self, a: usize, b: usize) -> &[Cell] {
        &self.line[a.min(b) + 1..a.max(b)]
    }

    /// The sets of different digits that cells can hold and that have the sum.
    fn sets(&self, cells: &[Cell]) -> Vec<Digits> {
        let mut sets = self.all_sets(cells);
        sets.retain(|&s| Each(s).map(|d| self.board.value(d)).sum::<i64>() == self.sum);
        sets
    }

    /// The same with any sum.
    fn all_sets(&self, cells: &[Cell]) -> Vec<Digits> {
        let inner = self.inner();
        let mut sets: Vec<Digits> = vec![0];
        for &c in cells {
            let left = self.left[c] & inner;
            let next = |&set: &Digits| Each(left & !set).map(move |d| set | 1 << d);
            sets = sets.iter().flat_map(next).collect();
            sets.sort_unstable();
            sets.dedup();
        }
        sets
    }

    /// The places that can only be one of the two: with no digit twice, the two stand there.
    fn crusts(&self) -> Vec<usize> {
        let bread = |&at: &usize| self.apart && self.left[self.line[at]] & self.inner() == 0;
        (0..self.line.len()).filter(bread).collect()
    }

    /// `r1c2 is 1 or 9`.
    fn crusts_told(&self, crusts: &[usize]) -> String {
        let own = || crusts.iter().map(|&at| self.line[at]);
        let is = if crusts.len() == 1 { "is" } else { "are" };
        let left = own().fold(0, |all, c| all | self.left[c]);
        format!("{} {is} {}", cells(self.board, own()), or(self.board, left))
    }

    /// Places that the two can have by their marks, whichever is first, with some places among them.
    fn places(&self, crusts: &[usize]) -> Vec<(usize, usize)> {
        let (size, top) = (self.line.len(), self.board.digits - 1);
        let may = |a: usize, b: usize| self.has(a, 0) && self.has(b, top);
        let all = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        all.filter(|&(a, b)| (may(a, b) || may(b, a)) && is_at(crusts, a, b)).collect()
    }

    /// Where the two can stand.
    fn pairs(&self) -> Vec<Pair> {
        let top = self.board.digits - 1;
        let mut pairs = Vec::new();
        for low in (0..self.line.len()).filter(|&at| self.has(at, 0)) {
            for high in (0..self.line.len()).filter(|&at| at != low && self.has(at, top)) {
                let mut sets = self.sets(self.between(low, high));
                if self.is_whole() {
                    let (beyond, inner) = (self.beyond(low, high), self.inner());
                    sets.retain(|&set| self.fits(&beyond, inner & !set, None));
                }
                if !sets.is_empty() {
                    pairs.push(Pair { low, high, sets });
                }
            }
        }
        pairs
    }

    /// Whether a mark goes where the two stand so, by the cells between them or by the whole line.
    fn goes(&self, m: &Mark, p: &Pair, whole: bool) -> Option<bool> {
        let top = self.board.digits - 1;
        let at = self.line.iter().position(|&c| c == m.cell)?;
        let (near, far) = (p.low.min(p.high), p.low.max(p.high));
        Some(if m.digit == 0 || m.digit == top {
            at != if m.digit == 0 { p.low } else { p.high }
        } else if (near + 1..far).contains(&at) {
            let bit = 1 << m.digit;
            let others: Vec<Cell> =
                self.between(near, far).iter().copied().filter(|&c| c != m.cell).collect();
            let rest = self.sum - self.board.value(m.digit);
            let beside = Sandwich { sum: rest, ..*self }.sets(&others);
            let fails = |s: &Digits| s & bit != 0 || whole && !p.sets.contains(&(s | bit));
            beside.iter().all(fails)
        } else if whole && self.is_whole() && at != near && at != far {
            let beyond = self.beyond(near, far);
            p.sets.iter().all(|s| !self.fits(&beyond, self.inner() & !s, Some(*m)))
        } else {
            let held = self.apart && p.sets.iter().all(|s| s >> m.digit & 1 == 1);
            at == near || at == far || held
        })
    }

    /// All that goes by the places of the two and the sums between them, and why they are in no other
    /// place: in those that are near enough to the sum to be thought of, or in all.
    fn by_places(&self, gone: &[Mark], pairs: &[Pair], listed: usize, all: bool) -> Option<String> {
        let board = self.board;
        let (least, most) = (board.value(0), board.value(board.digits - 1));
        let goes = |m: &Mark| pairs.iter().all(|p| self.goes(m, p, true) == Some(true));
        if !gone.iter().all(goes) {
            return None;
        }
        let inside = |m: &&Mark| m.digit != 0 && m.digit + 1 != board.digits;
        let sums = gone.iter().any(|m| inside(&m)) && self.sum != 0;
        // The same two places the other way round are told once.
        let turned = |p: &Pair| pairs.iter().any(|q| (q.low, q.high) == (p.high, p.low));
        let once: Vec<&Pair> = pairs.iter().filter(|p| p.low < p.high || !turned(p)).collect();
        if pairs.is_empty() || once.len() > listed {
            return None;
        }
        if sums && once.iter().map(|p| p.sets.len()).sum::<usize>() > SUMS {
            return None;
        }
        let place = |p: &&Pair| {
            let sets: Vec<String> = p.sets.iter().map(|&s| self.added(s)).collect();
            let (low, high) = (cell(board, self.line[p.low]), cell(board, self.line[p.high]));
            let between = match sums {
                true => format!(" with {} between them", join(&sets, "or")),
                false => String::new(),
            };
            match turned(p) {
                true => format!("in {low} and {high}{between}, either way round"),
                false => format!("in {low} and {high}{between}"),
            }
        };
        let places: Vec<String> = once.iter().map(place).collect();
        let (mut lead, but) = self.beside(pairs, all)?;
        if all {
            lead.push_str(&format!("with {} between, ", self.apart_by(&self.sizes())));
        }
        Some(format!("{lead}{least} and {most} can only be {}{but}", join(&places, "or")))
    }

    /// Why the two are not in places where the cells between them make the sum, but those beyond
    /// cannot be what is left, or in any place so far apart as the sum takes; and before that the
    /// cell that has to be one of them, if there are places without it.
    fn beside(&self, pairs: &[Pair], all: bool) -> Option<(String, String)> {
        let (crusts, sizes) = (self.crusts(), self.sizes());
        let open = |&(a, b): &(usize, usize)| {
            let known = pairs.iter().any(|p| (p.low.min(p.high), p.low.max(p.high)) == (a, b));
            let near = all && sizes.contains(&gap(a, b));
            !known && (near || !self.sets(self.between(a, b)).is_empty())
        };
        let others: Vec<(usize, usize)> = self.places(&[]).into_iter().filter(open).collect();
        let with: Vec<(usize, usize)> =
            others.iter().copied().filter(|&(a, b)| is_at(&crusts, a, b)).collect();
        if with.len() > LISTED {
            return None;
        }
        let lead = match with.len() < others.len() {
            true => format!("as {}, ", self.crusts_told(&crusts)),
            false => String::new(),
        };
        let mut but = String::new();
        for (a, b) in with {
            let (at, and) = (cell(self.board, self.line[a]), cell(self.board, self.line[b]));
            but.push_str(&format!("; not in {at} and {and}, where {}", self.fails(a, b)?));
        }
        Some((lead, but))
    }

    /// Why a cell cannot have digits, with room for its name: wherever the two stand, it is between
    /// them and no sum there has the digits, or it is not and all sums have them.
    fn caught(&self, gone: &[Mark], pairs: &[Pair]) -> Option<String> {
        let (board, first) = (self.board, gone.first()?);
        let goes = |m: &Mark| pairs.iter().all(|p| self.goes(m, p, false) == Some(true));
        if pairs.is_empty() || !gone.iter().all(goes) {
            return None;
        }
        let at = self.line.iter().position(|&c| c == first.cell)?;
        let sums = |some: &dyn Fn(&Pair) -> bool| {
            let own = pairs.iter().filter(|p| some(p)).flat_map(|p| p.sets.iter().copied());
            own.collect::<BTreeSet<Digits>>()
        };
        let inside = |p: &Pair| (p.low.min(p.high) + 1..p.low.max(p.high)).contains(&at);
        let outside = |p: &Pair| at < p.low.min(p.high) || at > p.low.max(p.high);
        let (within, beyond) = (sums(&inside), sums(&outside));
        let written = |sets: &BTreeSet<Digits>| {
            (sets.len() <= SUMS)
                .then(|| join(&sets.iter().map(|&s| self.added(s)).collect::<Vec<_>>(), "or"))
        };
        let two = format!("{} and {}", board.value(0), board.value(board.digits - 1));
        let digits = gone.iter().fold(0, |all, m| all | 1 << m.digit);
        let gone = or(board, digits);
        if !beyond.is_empty() {
            // What stands between the two stands nowhere else.
            let all: BTreeSet<Digits> = within.union(&beyond).copied().collect();
            let held = all.iter().all(|s| s & digits == digits);
            let told = written(&all).filter(|_| held && within.is_subset(&beyond))?;
            return Some(format!("between {two} stands {told}, so {{cells}} cannot be {gone}"));
        }
        if within.is_empty() {
            let sum = self.sum;
            return Some(format!(
                "wherever {two} can stand with {sum} between them, {{cells}} {{is}} one of them, so \
                 not {gone}"
            ));
        }
        let always = format!(
            "wherever {two} can stand, {{cells}} {{is}} one of them or {{lies}} between them"
        );
        let none = within.iter().all(|s| s & digits == 0);
        Some(match written(&within).filter(|_| none) {
            Some(sums) => format!("{always}, and {gone} is not in {sums}"),
            None => format!("{always}, and with {gone} there they do not make {}", self.sum),
        })
    }

    fn added(&self, set: Digits) -> String {
        plain(self.board, set).replace(' ', "+")
    }
}
