//! Cells that differ: some of them use up some digits.

use super::super::{cells, digits, join, lost};
use super::erased;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digits, Each, choose, count};

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
