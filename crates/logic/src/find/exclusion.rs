//! Marks that cannot stand beside any place of a digit in a house, or beside any mark of a
//! cell. Chess moves, dots, cages and thermometers make such marks; in plain Sudoku locked
//! candidates say it all.

use super::{Sink, View};
use crate::board::Mark;
use crate::found::{Found, Pattern};
use crate::sets::{Cells, Digits, Each, count};
use crate::technique::Technique;

/// More marks than these are not looked at together: nobody would see it.
const MOST: usize = 5;

/// Places of a digit in a house.
pub fn houses(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    if view.board.plain {
        return false;
    }
    (0..view.board.houses.len()).any(|house| {
        (0..view.board.digits).any(|digit| {
            let places = view.places(house, digit);
            let by: Vec<Mark> = places.map(|cell| Mark { cell, digit }).collect();
            (2..=MOST).contains(&by.len())
                && report(view, Technique::HouseExclusion, by, Some(house), sink)
        })
    })
}

/// Marks of a cell.
pub fn cells(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    if view.board.plain {
        return false;
    }
    view.marks.open.iter().any(|cell| {
        let own = view.marks.of[cell];
        (2..=MOST).contains(&count(own)) && {
            let by = Each(own).map(|digit| Mark { cell, digit }).collect();
            report(view, Technique::CellExclusion, by, None, sink)
        }
    })
}

fn report(
    view: View<'_>,
    technique: Technique,
    by: Vec<Mark>,
    house: Option<usize>,
    sink: &mut Sink<'_>,
) -> bool {
    let mut common: Vec<Digits> = excluded(view, by[0]);
    for &mark in &by[1..] {
        let next = excluded(view, mark);
        common.iter_mut().zip(next).for_each(|(c, n)| *c &= n);
    }
    let gone: Vec<Mark> = common
        .iter()
        .enumerate()
        .flat_map(|(cell, &digits)| Each(digits).map(move |digit| Mark { cell, digit }))
        .collect();
    let pattern = Pattern::Excluded { by, house };
    !gone.is_empty() && sink(Found::new(technique, pattern).removing(gone))
}

/// For each cell the marks that a true mark excludes.
fn excluded(view: View<'_>, mark: Mark) -> Vec<Digits> {
    let mut out = vec![0; view.board.cells];
    let seen: Cells = view.marks.at[mark.digit] & view.board.peers[mark.cell];
    seen.for_each(|cell| out[cell] |= 1 << mark.digit);
    for &(other, _) in &view.board.links[view.board.index(mark)] {
        if view.marks.has(other) {
            out[other.cell] |= 1 << other.digit;
        }
    }
    out
}
