//! Why a line does not fall into pieces that make a number: walked from one end, the piece that has
//! begun is too much for a cell, or does not come out at the end.

use std::collections::BTreeSet;

use pencilmark_puzzle::Clue;

use super::super::{cell, digits, either, join, runs};
use super::listed;
use crate::board::Board;
use crate::sets::{Cell, Digits, Each};

/// What a piece makes if nothing is told.
const TOTAL: i64 = 10;
/// Sums that are listed.
const LISTED: usize = 4;

/// That a sum line cannot be kept.
pub(super) fn fault(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    // Of a loop it is not known where a piece begins; the second number says that it is one.
    if clue.kind.name != "sum-line" || clue.numbers.len() > 1 || board.value(0) < 1 {
        return None;
    }
    let (line, total) = (listed(clue)?, clue.numbers.first().copied().unwrap_or(TOTAL));
    let back: Vec<Cell> = line.iter().rev().copied().collect();
    let [one, other] = [&line, &back].map(|line| walked(board, line, total, left));
    // The shorter walk is the better reason.
    [one?, other?].into_iter().min_by_key(|told| told.0).map(|told| told.1)
}

/// How many cells it takes to see it from the first on, and what is seen.
fn walked(board: &Board, line: &[Cell], total: i64, left: &[Digits]) -> Option<(usize, String)> {
    let start = cell(board, *line.first()?);
    // What the piece that has begun may make so far.
    let mut sums = BTreeSet::from([0]);
    let mut ends: Vec<Cell> = Vec::new();
    let cut = |ends: &[Cell]| match ends.len() {
        0 => String::new(),
        1..=LISTED => {
            let those = either(board, ends.iter().copied());
            format!("from {start} pieces of {total} can only end in {those}, so ")
        }
        _ => format!("wherever pieces of {total} from {start} end, "),
    };
    for (at, &here) in line.iter().enumerate() {
        let values = || Each(left[here]).map(|d| board.value(d));
        let next: BTreeSet<i64> = sums
            .iter()
            .flat_map(|s| values().map(move |v| s + v))
            .filter(|s| *s <= total)
            .collect();
        if next.is_empty() {
            let least = sums.first()?;
            let (name, own) = (cell(board, here), digits(board, left[here], "or"));
            let before = match least {
                0 => format!("{own} in {name} is more than {total}"),
                _ => format!(
                    "before {name} its piece makes at least {least}, which leaves no room for {own}"
                ),
            };
            return Some((at, format!("{}{before}", cut(&ends))));
        }
        if next.contains(&total) {
            ends.push(here);
        }
        sums = next.into_iter().map(|s| s % total).collect();
    }
    if sums.contains(&0) {
        return None;
    }
    let made: Vec<i64> = sums.into_iter().collect();
    let made = match made.len() {
        0..=LISTED => join(&runs(&made), "or"),
        _ => format!("at most {}", made.last()?),
    };
    let last = cell(board, *line.last()?);
    Some((line.len(), format!("{}the piece with {last} makes {made}", cut(&ends))))
}
