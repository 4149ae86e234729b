//! Why a clue erases marks with no digit twice in some houses, as it is told behind a line of a
//! trace; of sandwiches and lunchboxes also what they erase alone.

use super::{circles, clue_of, parted, with_houses};
use crate::board::{Board, Mark};
use crate::sets::Digits;
use crate::words::constraints;

/// Thoughts of one line that are told.
const MOST: usize = 3;

/// Marks that go by one thought, and that thought; none if there are many, or none for some mark.
pub(in crate::words) fn erased(
    board: &Board,
    units: &[usize],
    marks: &[Mark],
    left: &[Digits],
) -> Option<Vec<(Vec<Mark>, String)>> {
    if let Some(parts) = constraints::sandwich_erased(board, units, marks, left) {
        return Some(parts).filter(|parts| parts.len() <= MOST);
    }
    if let Some(why) = constraints::lunchbox_erased(board, units, marks, left) {
        return Some(vec![(marks.to_vec(), why)]);
    }
    let (unit, houses) = with_houses(board, units)?;
    let mut parts: Vec<(Vec<Mark>, String)> = Vec::new();
    for &mark in marks {
        let circles = |clue| circles::erased(board, clue, &houses, left, mark);
        let why = clue_of(board, unit)
            .and_then(circles)
            .or_else(|| parted::erased(board, unit, &houses, left, mark))?;
        match parts.iter_mut().find(|(_, known)| *known == why) {
            Some((alike, _)) => alike.push(mark),
            None => parts.push((vec![mark], why)),
        }
    }
    let name = constraints::unit(board, unit);
    parts.iter_mut().for_each(|(_, why)| *why = format!("{name}: {why}"));
    (1..=MOST).contains(&parts.len()).then_some(parts)
}
