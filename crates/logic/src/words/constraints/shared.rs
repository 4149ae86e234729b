//! A clue that wants a digit several times, and houses that hold it but once: each has it there.

use super::super::unfilled::{times, wanted};
use super::super::{capital, digit, join, lost};
use super::unit;
use crate::board::Mark;
use crate::find::View;
use crate::found::Found;
use crate::sets::Cell;
use crate::step::house_name;

/// That the places of a digit lie in just as many houses as the clue wants it.
pub(super) fn reason(view: View<'_>, found: &Found, units: &[usize]) -> Option<String> {
    let board = view.board;
    let mut others = units.iter().copied().filter(|&u| board.units[u].house.is_none());
    let (own, None) = (others.next()?, others.next()) else { return None };
    let clue = &board.puzzle.clues[board.units[own].clue];
    let (wanted, _) = wanted(board, clue)?;
    let &Mark { digit: d, .. } = found.remove.first()?;
    let need = wanted.iter().find(|w| w.0 == d)?.1;
    let on: Vec<Cell> = clue.list(0).iter().map(|c| c.index()).collect();
    let houses: Vec<usize> = units.iter().filter_map(|&u| board.units[u].house).collect();
    let home = |c: &Cell| houses.iter().copied().find(|&h| board.houses[h].list.contains(c));
    let places = on.iter().filter(|&&c| view.marks.left_of(c) >> d & 1 == 1);
    let mut full: Vec<usize> = places.map(home).collect::<Option<_>>()?;
    full.sort_unstable();
    full.dedup();
    let there = |m: &Mark| {
        let in_house = full.iter().any(|&h| board.houses[h].list.contains(&m.cell));
        m.digit == d && in_house && !on.contains(&m.cell)
    };
    if need < 2 || full.len() != need || !found.remove.iter().all(there) {
        return None;
    }
    let (name, d, often) = (capital(&unit(board, own)), digit(board, d), times(need));
    let homes: Vec<String> = full.iter().map(|&h| house_name(board, h)).collect();
    let (homes, lost) = (join(&homes, "and"), join(&lost(board, &found.remove), "and"));
    Some(format!(
        "{name}: {d} is to be there {often}, and has places only in {homes}, so each of these has \
         its {d} there: {lost}."
    ))
}
