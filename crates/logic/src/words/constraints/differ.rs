//! Cells that differ: some of them use up some digits.

use super::super::{cells, digits, join, lost};
use super::erased;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digits, Each, choose, count, smallest};

/// Cells, or digits, that are looked at together, and cells of which all sets are looked at.
const MOST: usize = 4;
const FEW: usize = 12;

/// As many cells as they have digits, or as many digits as they have places.
pub(super) fn reason(view: View<'_>, found: &Found, scope: &[Cell], name: &str) -> Option<String> {
    let board = view.board;
    let left = |c: Cell| view.marks.left_of(c);
    let gone: Digits = found.remove.iter().fold(0, |all, m| all | 1 << m.digit);
    let outcome = join(&lost(board, &found.remove), "and");
    let open: Vec<Cell> = scope.iter().copied().filter(|&c| !left(c).is_power_of_two()).collect();
    // Naked: the cells keep these digits, and all that goes is one of them elsewhere.
    let mut text = None;
    let most = if open.len() <= FEW { open.len() } else { MOST };
    for size in 1..=most {
        choose(&open, size, &mut |some| {
            let own = some.iter().fold(0, |all, &c| all | left(c));
            let apart = some.iter().all(|&c| erased(found, c) == 0);
            if count(own) == size && gone & !own == 0 && apart {
                let (cells, own) = (cells(board, some.iter().copied()), digits(board, own, "and"));
                let verb = if size == 1 { "is" } else { "take" };
                text = Some(format!("{name}: {cells} {verb} {own}, so {outcome}."));
            }
            text.is_some()
        });
        if text.is_some() {
            return text;
        }
    }
    if let Some(sets) =
        in_turn(&scope.iter().map(|&c| left(c)).collect::<Vec<_>>(), |i| erased(found, scope[i]))
    {
        let told = |(some, own): &(Vec<usize>, Digits)| {
            let verb = if some.len() == 1 { "is" } else { "take" };
            let cells = cells(board, some.iter().map(|&i| scope[i]));
            format!("{cells} {verb} {}", digits(board, *own, "and"))
        };
        let told: Vec<String> = sets.iter().map(told).collect();
        return Some(format!("{name}: {}, so {outcome}.", told.join(", then ")));
    }
    // Hidden: the digits have no other places, if every digit has one.
    if scope.len() != board.digits {
        return None;
    }
    let places = |digits: Digits| -> Vec<Cell> {
        scope.iter().copied().filter(|&c| left(c) & digits != 0).collect()
    };
    let all: Vec<usize> = Each(board.all()).collect();
    for size in 1..=MOST {
        choose(&all, size, &mut |some| {
            let own: Digits = some.iter().fold(0, |all, &d| all | 1 << d);
            let homes = places(own);
            let inside = found.remove.iter().all(|m| homes.contains(&m.cell));
            if homes.len() == size && inside && gone & own == 0 {
                let own = digits(board, own, "and");
                let homes = cells(board, homes);
                text = Some(format!("{name}: {own} can only be in {homes}, so {outcome}."));
            }
            text.is_some()
        });
        if text.is_some() {
            return text;
        }
    }
    None
}

/// Some cells, by their places, and the digits that they take.
type Taken = (Vec<usize>, Digits);

/// Cells that take as many digits, one set after the other, until all is erased that goes; no set
/// is there in vain. None if there are many.
fn in_turn(left: &[Digits], gone: impl Fn(usize) -> Digits) -> Option<Vec<Taken>> {
    if left.len() > FEW {
        return None;
    }
    let mut sets: Vec<Taken> = Vec::new();
    let mut now = left.to_vec();
    let done = |now: &[Digits]| now.iter().enumerate().all(|(i, set)| set & gone(i) == 0);
    while !done(&now) {
        let next = smallest_taken(&now).filter(|_| sets.len() < MOST)?;
        take(&mut now, &next);
        sets.push(next);
    }
    for i in (0..sets.len()).rev() {
        let mut now = left.to_vec();
        let mut others = sets.iter().enumerate().filter(|(j, _)| *j != i);
        if others.all(|(_, set)| take(&mut now, set)) && done(&now) {
            sets.remove(i);
        }
    }
    Some(sets)
}

/// Takes digits from all cells but those of the set, if it has no more digits than cells.
fn take(left: &mut [Digits], (some, own): &Taken) -> bool {
    let all = some.iter().fold(0, |all, &i| all | left[i]);
    let others = left.iter_mut().enumerate().filter(|(i, _)| !some.contains(i));
    others.for_each(|(_, set)| *set &= !own);
    all & !own == 0 && count(*own) == some.len()
}

/// The smallest set of cells with as many digits of which another cell has some.
fn smallest_taken(left: &[Digits]) -> Option<Taken> {
    let places: Vec<usize> = (0..left.len()).collect();
    let own = |some: &[usize]| some.iter().fold(0, |all, &i| all | left[i]);
    let some = smallest(&places, left.len().saturating_sub(1), |some| {
        let mut others = left.iter().enumerate().filter(|(i, _)| !some.contains(i));
        count(own(some)) == some.len() && others.any(|(_, set)| set & own(some) != 0)
    })?;
    let digits = own(&some);
    Some((some, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What no filling with different digits has is erased by sets, each with as many digits as cells.
    #[test]
    fn sets_in_turn_erase_what_no_filling_has() {
        let mut seed = 3u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as Digits
        };
        let (mut told, mut several) = (0, 0);
        for _ in 0..2_000 {
            let left: Vec<Digits> =
                (0..5).map(|_| 1 << (random() % 7) | random() & random() & 0x7f).collect();
            let mut kept = [0; 5];
            fill(&left, &mut vec![], &mut kept);
            let gone = |i: usize| left[i] & !kept[i];
            if kept[0] == 0 || (0..5).all(|i| gone(i) == 0) {
                continue;
            }
            let Some(sets) = in_turn(&left, gone) else { continue };
            let mut now = left.clone();
            assert!(sets.iter().all(|set| take(&mut now, set)), "{left:?} {sets:?}");
            assert!((0..5).all(|i| now[i] & gone(i) == 0), "{left:?} {sets:?}");
            told += 1;
            several += usize::from(sets.len() > 1);
        }
        assert!(told > 300 && several > 50, "{told} {several}");
    }

    fn fill(left: &[Digits], row: &mut Vec<Digits>, kept: &mut [Digits; 5]) {
        let Some(&set) = left.get(row.len()) else {
            return kept.iter_mut().zip(row).for_each(|(kept, d)| *kept |= *d);
        };
        for digit in Each(set).map(|d| 1 << d) {
            if !row.contains(&digit) {
                row.push(digit);
                fill(left, row, kept);
                row.pop();
            }
        }
    }
}
