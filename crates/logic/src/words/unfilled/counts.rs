//! Why digits are not among some cells as often as a clue tells: they have too few places, or too
//! many cells have nothing else left.

use std::collections::BTreeMap;

use pencilmark_puzzle::Clue;

use super::super::{cells, digits};
use super::listed;
use crate::board::Board;
use crate::sets::{Cell, Digit, Digits, choose};

/// Digits of a clue of which all sets are looked at.
const MOST_DIGITS: usize = 10;

/// That a clue about how often digits are there cannot be kept.
pub(super) fn fault(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    let own = listed(clue)?;
    let (wanted, exact) = wanted(board, clue)?;
    if wanted.len() > MOST_DIGITS {
        return None;
    }
    for size in 1..=wanted.len() {
        let mut told = None;
        choose(&wanted, size, &mut |some| {
            told = places(board, &own, some, left)
                .or_else(|| exact.then(|| crowd(board, &own, some, left)).flatten());
            told.is_some()
        });
        if told.is_some() {
            return told;
        }
    }
    None
}

/// Digits that a clue wants, with how often, and whether they may not be there more often.
pub(in crate::words) fn wanted(board: &Board, clue: &Clue) -> Option<(Vec<(Digit, usize)>, bool)> {
    let mut wanted: BTreeMap<Digit, usize> = BTreeMap::new();
    let exact = match clue.kind.name {
        "look-and-say" => {
            for pair in clue.numbers.chunks_exact(2) {
                wanted.insert(board.digit(pair[1])?, usize::try_from(pair[0]).ok()?);
            }
            true
        }
        "contains-exactly" | "quadruple" | "contains" => {
            for &number in &clue.numbers {
                *wanted.entry(board.digit(number)?).or_default() += 1;
            }
            clue.kind.name == "contains-exactly"
        }
        _ => return None,
    };
    Some((wanted.into_iter().collect(), exact))
}

/// The digits, and how many cells they take.
fn together(some: &[(Digit, usize)]) -> (Digits, usize) {
    some.iter().fold((0, 0), |(set, need), &(digit, times)| (set | 1 << digit, need + times))
}

/// That some digits have fewer places than they take.
fn places(board: &Board, own: &[Cell], some: &[(Digit, usize)], left: &[Digits]) -> Option<String> {
    let (set, need) = together(some);
    let room: Vec<Cell> = own.iter().copied().filter(|&c| left[c] & set != 0).collect();
    if room.len() >= need {
        return None;
    }
    let (none, those) = (digits(board, set, "or"), cells(board, room.iter().copied()));
    Some(match (room.is_empty(), some) {
        (true, _) => format!("none of its cells can be {none}"),
        (false, [_]) => format!("only {those} can be {none}, which is to be there {}", times(need)),
        (false, _) => format!("only {those} can be {none}, which take {need} cells"),
    })
}

/// That more cells have nothing but some digits than these may take.
fn crowd(board: &Board, own: &[Cell], some: &[(Digit, usize)], left: &[Digits]) -> Option<String> {
    let (set, need) = together(some);
    let full: Vec<Cell> = own.iter().copied().filter(|&c| left[c] & !set == 0).collect();
    if full.len() <= need {
        return None;
    }
    let (only, those) = (digits(board, set, "or"), cells(board, full.iter().copied()));
    let are = match full.len() {
        1 => "is",
        2 => "are both",
        _ => "are all",
    };
    Some(match (need, some) {
        (0, _) => format!("{those} {are} {only}, which is not to be there"),
        (_, [_]) => format!("{those} {are} {only}, which is to be there {}", times(need)),
        _ => format!("{those} have only {only} left, which take just {need} cells"),
    })
}

/// `once`, `3 times`.
pub(in crate::words) fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{n} times"),
    }
}
