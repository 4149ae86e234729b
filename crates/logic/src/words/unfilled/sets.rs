//! Why the digits of some cells are not what a clue says of them as a set: consecutive, or without
//! a sum.

use pencilmark_puzzle::Clue;

use super::super::{cell, cells, join};
use super::{Cage, GLANCE, combinations, extent, fault as misfit, listed, reach};
use crate::board::Board;
use crate::sets::{Cell, Digits, Each, choose};
use crate::step::house_name;

/// Reasons that are told for the runs of digits.
const MOST: usize = 3;

/// That cells cannot hold consecutive digits, each run for its reason.
pub(super) fn renban(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    let own = listed(clue)?;
    // What is left of few cells shows it.
    if clue.kind.name != "renban" || own.len() <= GLANCE || own.len() > board.digits {
        return None;
    }
    let mut parts: Vec<(String, Vec<String>)> = Vec::new();
    for first in 0..=board.digits - own.len() {
        let last = first + own.len() - 1;
        let set = (first..=last).fold(0, |all: Digits, d| all | 1 << d);
        let name = format!("{} to {}", board.value(first), board.value(last));
        let why = misfit(board, &own, set, left)?;
        match parts.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => parts.push((why, vec![name])),
        }
    }
    // If they take all digits, there is but one run.
    if let ([(why, _)], true) = (&parts[..], own.len() == board.digits) {
        return Some(why.clone());
    }
    let told = |(why, names): &(String, Vec<String>)| {
        let fail = if names.len() == 1 { "fails" } else { "fail" };
        format!("{} {fail}, as {why}", join(names, "and"))
    };
    (parts.len() <= MOST).then(|| parts.iter().map(told).collect::<Vec<_>>().join("; "))
}

/// That cells which differ do not make a sum, by how far they reach or by their digits.
pub(super) fn cage(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    let (own, &sum) = (listed(clue)?, clue.numbers.first()?);
    match clue.kind.name {
        "cage" => reach(board, &own, sum, left)
            .or_else(|| combinations(&Cage { board, own: &own }, sum, left)),
        _ => None,
    }
}

/// That so many cells as the first says do not make the sum, whatever it is.
pub(super) fn x_sum(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    if clue.kind.name != "x-sum" {
        return None;
    }
    let (line, &sum) = (listed(clue)?, clue.numbers.first()?);
    let differ = |a: Cell, b: Cell| board.differ[a].contains(&b);
    let mut apart = false;
    let mut part = |digit: usize| {
        let n = board.value(digit);
        let own = usize::try_from(n).ok().filter(|n| *n > 0).and_then(|n| line.get(..n));
        let Some(own) = own else { return Some(format!("there are no {n} cells")) };
        let mut with = left.to_vec();
        with[line[0]] = 1 << digit;
        let (least, most) = extent(board, own, &with, &differ)?;
        apart |= extent(board, own, &with, &|_, _| false) != Some((least, most));
        let cells = if n == 1 { "one cell makes".into() } else { format!("{n} cells make") };
        match (least == most, most < sum, least > sum) {
            (true, true, _) | (true, _, true) => Some(format!("{cells} {least}")),
            (_, true, _) => Some(format!("{cells} at most {most}")),
            (_, _, true) => Some(format!("{cells} at least {least}")),
            _ => None,
        }
    };
    let parts: Vec<String> = Each(left[*line.first()?]).map(&mut part).collect::<Option<_>>()?;
    let once = once(board, &line).filter(|_| apart);
    let once = once.map_or(String::new(), |once| format!(", as {once}"));
    Some(join(&parts, "and") + &once)
}

/// That no digit is twice in a line, and in which house it lies.
pub(in crate::words) fn once(board: &Board, line: &[Cell]) -> Option<String> {
    let whole = |h: &usize| line.iter().all(|c| board.houses[*h].list.contains(c));
    if let Some(house) = (0..board.houses.len()).find(whole) {
        return Some(format!("no digit is twice in {}", house_name(board, house)));
    }
    let differ = |a: &Cell| line.iter().all(|b| a == b || board.differ[*a].contains(b));
    line.iter().all(differ).then(|| "its cells all differ".into())
}

/// That digits make a sum which none of them may make, or that one is there twice.
pub(super) fn rellik(board: &Board, clue: &Clue, left: &[Digits]) -> Option<String> {
    if clue.kind.name != "rellik" {
        return None;
    }
    let (own, &sum) = (listed(clue)?, clue.numbers.first()?);
    let value = |c: Cell| board.value(left[c].trailing_zeros() as usize);
    let sure: Vec<Cell> = own.into_iter().filter(|&c| left[c].is_power_of_two()).collect();
    for size in 1..=sure.len() {
        let mut told = None;
        choose(&sure, size, &mut |some| {
            let twice = size == 2 && left[some[0]] == left[some[1]];
            let made: i64 = some.iter().map(|&c| value(c)).sum();
            let those = || cells(board, some.iter().copied());
            told = match (twice, made == sum) {
                (true, _) => Some(format!("{} are both {}", those(), value(some[0]))),
                (_, true) if size == 1 => {
                    Some(format!("{} is {sum} by itself", cell(board, some[0])))
                }
                (_, true) => Some(format!("{} make {sum}", those())),
                _ => None,
            };
            told.is_some()
        });
        if told.is_some() {
            return told;
        }
    }
    None
}
