//! Clues that count digits: circles that hold each digit as often as it says, lists that hold the
//! same digits.

use super::super::{digits, join, list, lost, plain};
use super::or;
use crate::board::Mark;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digit, Digits, Each};

/// Sets of digits that are listed.
const LISTED: usize = 6;

/// How many of some cells have a digit, and how many may have it.
fn counts(view: View<'_>, cells: &[Cell], digit: Digit) -> (i64, i64) {
    let may = |c: &&Cell| view.marks.left_of(**c) >> digit & 1 == 1;
    let has = |c: &&Cell| view.marks.left_of(**c) == 1 << digit;
    (cells.iter().filter(has).count() as i64, cells.iter().filter(may).count() as i64)
}

/// Which digits the circles can hold: together they say how many circles there are.
pub(super) fn circles(view: View<'_>, found: &Found, own: &[Cell]) -> Option<String> {
    let (board, total) = (view.board, own.len() as i64);
    let value = |d: Digit| board.value(d);
    let mut short: Digits = 0;
    let mut placed: Digits = 0;
    for d in Each(board.all()) {
        let (has, may) = counts(view, own, d);
        short |= Digits::from(may < value(d)) << d;
        placed |= Digits::from(has > 0) << d;
    }
    let mut sets: Vec<(Digits, i64)> = vec![(0, 0)];
    for d in Each(board.all() & !short) {
        let with: Vec<(Digits, i64)> = sets
            .iter()
            .map(|&(set, sum)| (set | 1 << d, sum + value(d)))
            .filter(|s| s.1 <= total)
            .collect();
        sets.extend(with);
    }
    sets.retain(|&(set, sum)| sum == total && placed & !set == 0);
    let held = sets.iter().fold(0, |all, s| all | s.0);
    let common = sets.iter().fold(board.all(), |all, s| all & s.0);
    if sets.is_empty() {
        return None;
    }
    let gone = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    let mut parts = Vec::new();
    for d in Each(gone & short) {
        let (_, may) = counts(view, own, d);
        parts.push(format!("only {may} of them can be {0}, too few for {0}", value(d)));
    }
    let mut rest: Vec<Mark> =
        found.remove.iter().copied().filter(|m| short >> m.digit & 1 == 0).collect();
    if rest.iter().any(|m| held >> m.digit & 1 == 0) {
        let none = gone & !held & !short;
        let text = format!("with {total} of them their digits add up to {total}");
        parts.push(match sets.len() <= LISTED {
            true => {
                let sets = sets.iter().map(|s| plain(board, s.0).replace(' ', "+"));
                let sets = join(&sets.collect::<Vec<_>>(), "or");
                format!("{text}, which leaves {sets}")
            }
            false => format!("{text}, which none with {} do", or(board, none)),
        });
        rest.retain(|m| held >> m.digit & 1 == 1);
    }
    // A digit that has just as many places as it says takes them all; one that is there as often
    // as it says has no other.
    let full = |d: Digit| counts(view, own, d).0 == value(d);
    let tight = |c: Cell| {
        let takes = |d: &Digit| counts(view, own, *d).1 == value(*d);
        Each(common & view.marks.left_of(c)).find(takes)
    };
    let mut told: Digits = 0;
    for m in rest {
        let d = match (full(m.digit), tight(m.cell)) {
            (true, _) => m.digit,
            (false, Some(d)) if d != m.digit => d,
            _ => return None,
        };
        if told >> d & 1 == 0 {
            parts.push(match full(d) {
                true => format!("{0} is there {0} times already", value(d)),
                false => format!("{0} is in them, and has just {0} places", value(d)),
            });
            told |= 1 << d;
        }
    }
    Some(format!("{}, so {}", join(&parts, "and"), join(&lost(board, &found.remove), "and")))
}

/// How often each digit can be in lists that hold the same.
pub(super) fn same(view: View<'_>, found: &Found, lists: &[Vec<Cell>]) -> Option<String> {
    let board = view.board;
    let bounds = |d: Digit| {
        let all: Vec<(i64, i64)> = lists.iter().map(|l| counts(view, l, d)).collect();
        let most = all.iter().map(|c| c.1).min().unwrap_or(0);
        let least = all.iter().map(|c| c.0).max().unwrap_or(0);
        (all, least, most)
    };
    let times = |n: i64| match n {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        n => format!("{n} times"),
    };
    let mut parts: Vec<String> = Vec::new();
    let mut none: Digits = 0;
    for m in &found.remove {
        let home = lists.iter().position(|l| l.contains(&m.cell))?;
        let (all, _, most) = bounds(m.digit);
        let d = board.value(m.digit);
        if most == 0 {
            none |= 1 << m.digit;
            continue;
        }
        let part = if all[home].0 == most {
            // It is here as often as another list has room for it.
            let short = all.iter().position(|c| c.1 == most)?;
            let name = list(board, &lists[short]);
            format!("{d} is there {} already, and {name} has room for no more", times(most))
        } else {
            // Another digit needs every place it has here.
            let takes = |&e: &Digit| {
                let (all, least, _) = bounds(e);
                e != m.digit && least > all[home].0 && all[home].1 == least
            };
            let e = Each(view.marks.left_of(m.cell)).find(takes)?;
            let least = bounds(e).1;
            let (own, e) = (list(board, &lists[home]), board.value(e));
            format!("{e} is there {}, for which {own} has just as many places", times(least))
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    if none != 0 {
        parts
            .insert(0, format!("one of the lists has no place for {}", digits(board, none, "and")));
    }
    (!parts.is_empty() && parts.len() <= LISTED).then(|| {
        format!("{}, so {}", join(&parts, "and"), join(&lost(board, &found.remove), "and"))
    })
}
