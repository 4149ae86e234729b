//! Aligned exclusion: the digits that two or three cells could take together.

use super::{Sink, View};
use crate::board::Mark;
use crate::found::{Found, Pattern};
use crate::sets::{Cell, Digits, Each, choose, count};
use crate::technique::Technique;

/// Looks at every `size` cells that cells of few marks see.
pub fn find(view: View<'_>, size: usize, sink: &mut Sink<'_>) -> bool {
    let technique = [Technique::AlignedPairExclusion, Technique::AlignedTripleExclusion][size - 2];
    let few = |c: &Cell| (2..=size).contains(&count(view.marks.of[*c]));
    let excluders: Vec<_> = (0..view.board.cells)
        .map(|c| (view.board.peers[c] & view.marks.open).filter(few).collect())
        .collect::<Vec<crate::sets::Cells>>();
    let base: Vec<Cell> = view.marks.open.filter(|&c| !excluders[c].is_empty()).collect();
    // With a single left, the exclusion is no news.
    if view.marks.open.iter().any(|c| count(view.marks.of[c]) < 2) {
        return false;
    }
    choose(&base, size, &mut |cells| {
        // The first two are tied to each other by two excluders; a third need not be.
        let common = cells.iter().skip(1).fold(excluders[cells[0]], |e, &c| e & excluders[c]);
        let enough = match size {
            2 => common.len() >= 2,
            _ => !common.is_empty() && (excluders[cells[0]] & excluders[cells[1]]).len() >= 2,
        };
        if !enough {
            return false;
        }
        let mut allowed: Vec<Digits> = vec![0; size];
        combine(view, cells, common, &mut Vec::new(), &mut allowed);
        let gone: Vec<Mark> = cells
            .iter()
            .zip(&allowed)
            .flat_map(|(&cell, &ok)| {
                Each(view.marks.of[cell] & !ok).map(move |digit| Mark { cell, digit })
            })
            .collect();
        let pattern = Pattern::Aligned { cells: cells.to_vec() };
        !gone.is_empty() && sink(Found::new(technique, pattern).removing(gone))
    })
}

fn combine(
    view: View<'_>,
    cells: &[Cell],
    common: crate::sets::Cells,
    chosen: &mut Vec<usize>,
    allowed: &mut [Digits],
) {
    let at = chosen.len();
    if at == cells.len() {
        let used: Digits = chosen.iter().fold(0, |all, &d| all | 1 << d);
        let mut excluders = common;
        if !excluders.any(|c| view.marks.of[c] & !used == 0) {
            chosen.iter().enumerate().for_each(|(i, &d)| allowed[i] |= 1 << d);
        }
        return;
    }
    for digit in Each(view.marks.of[cells[at]]) {
        let clash = |i: usize| chosen[i] == digit && view.board.peers[cells[at]].has(cells[i]);
        if !(0..at).any(clash) {
            chosen.push(digit);
            combine(view, cells, common, chosen, allowed);
            chosen.pop();
        }
    }
}
