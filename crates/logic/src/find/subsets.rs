//! Naked and hidden pairs, triples and quadruples.

use super::{Sink, View};
use crate::board::Mark;
use crate::found::{Found, Pattern};
use crate::sets::{Cells, Digits, Each, count};
use crate::technique::Technique;

const NAKED: [Technique; 3] =
    [Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuadruple];
const HIDDEN: [Technique; 3] =
    [Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuadruple];

/// Calls `see` with the cells and digits of each naked subset of a house.
fn each_naked(
    view: View<'_>,
    house: usize,
    size: usize,
    see: &mut dyn FnMut(Cells, Digits) -> bool,
) -> bool {
    let fits = |&c: &usize| (2..=size).contains(&count(view.marks.of[c]));
    let cells: Vec<usize> = view.open(house).filter(fits).collect();
    grow(view, &cells, size, (Cells::EMPTY, 0), see)
}

fn grow(
    view: View<'_>,
    rest: &[usize],
    size: usize,
    (cells, digits): (Cells, Digits),
    see: &mut dyn FnMut(Cells, Digits) -> bool,
) -> bool {
    if cells.len() == size {
        return count(digits) == size && see(cells, digits);
    }
    for (at, &cell) in rest.iter().enumerate() {
        let more = digits | view.marks.of[cell];
        if count(more) <= size && grow(view, &rest[at + 1..], size, (cells.with(cell), more), see) {
            return true;
        }
    }
    false
}

/// Calls `see` with the cells and digits of each hidden subset of a house.
fn each_hidden(
    view: View<'_>,
    house: usize,
    size: usize,
    see: &mut dyn FnMut(Cells, Digits) -> bool,
) -> bool {
    let fits = |&d: &usize| (2..=size).contains(&view.places(house, d).len());
    let digits: Vec<usize> = (0..view.board.digits).filter(fits).collect();
    grow_hidden(view, house, &digits, size, (Cells::EMPTY, 0), see)
}

fn grow_hidden(
    view: View<'_>,
    house: usize,
    rest: &[usize],
    size: usize,
    (cells, digits): (Cells, Digits),
    see: &mut dyn FnMut(Cells, Digits) -> bool,
) -> bool {
    if count(digits) == size {
        return cells.len() == size && see(cells, digits);
    }
    for (at, &digit) in rest.iter().enumerate() {
        let more = cells | view.places(house, digit);
        let chosen = (more, digits | 1 << digit);
        if more.len() <= size && grow_hidden(view, house, &rest[at + 1..], size, chosen, see) {
            return true;
        }
    }
    false
}

/// What a naked subset erases: its digits wherever all of its cells are seen.
fn erased(view: View<'_>, cells: Cells, digits: Digits) -> Vec<Mark> {
    let seen = view.board.see_all(cells) - cells;
    Each(digits).flat_map(|d| view.marks_in(d, seen)).collect()
}

/// Naked subsets.
pub fn naked(view: View<'_>, size: usize, sink: &mut Sink<'_>) -> bool {
    for house in 0..view.board.houses.len() {
        if view.open(house).len() <= size {
            continue;
        }
        let stop = each_naked(view, house, size, &mut |cells, digits| {
            let gone = erased(view, cells, digits);
            let pattern = Pattern::Subset { house, cells, digits, hidden: false };
            !gone.is_empty() && sink(Found::new(NAKED[size - 2], pattern).removing(gone))
        });
        if stop {
            return true;
        }
    }
    false
}

/// Naked subsets in the crossing of two houses that erase in both.
pub fn locked(view: View<'_>, size: usize, sink: &mut Sink<'_>) -> bool {
    let technique = [Technique::LockedPair, Technique::LockedTriple][size - 2];
    let houses = &view.board.houses;
    for house in 0..houses.len() {
        let stop = each_naked(view, house, size, &mut |cells, digits| {
            let gone = erased(view, cells, digits);
            let crosses = |h: &usize| *h > house && cells.within(houses[*h].cells);
            let Some(other) = (0..houses.len()).find(crosses) else { return false };
            let inside = |h: usize, not: usize| {
                let part = houses[h].cells - houses[not].cells;
                gone.iter().any(|m| part.has(m.cell))
            };
            let pattern = Pattern::Subset { house, cells, digits, hidden: false };
            inside(house, other)
                && inside(other, house)
                && sink(Found::new(technique, pattern).removing(gone))
        });
        if stop {
            return true;
        }
    }
    false
}

/// Hidden subsets.
pub fn hidden(view: View<'_>, size: usize, sink: &mut Sink<'_>) -> bool {
    for house in 0..view.board.houses.len() {
        if view.open(house).len() <= size {
            continue;
        }
        let stop = each_hidden(view, house, size, &mut |cells, digits| {
            let gone: Vec<Mark> = others(view, cells, digits);
            let pattern = Pattern::Subset { house, cells, digits, hidden: true };
            !gone.is_empty() && sink(Found::new(HIDDEN[size - 2], pattern).removing(gone))
        });
        if stop {
            return true;
        }
    }
    false
}

fn others(view: View<'_>, cells: Cells, digits: Digits) -> Vec<Mark> {
    let of = |cell| Each(view.marks.of[cell] & !digits).map(move |digit| Mark { cell, digit });
    cells.flat_map(of).collect()
}

/// Hidden subsets that leave one place for another digit of the house.
pub fn direct_hidden(view: View<'_>, size: usize, sink: &mut Sink<'_>) -> bool {
    let technique = [Technique::DirectHiddenPair, Technique::DirectHiddenTriple][size - 2];
    for house in 0..view.board.houses.len() {
        if view.open(house).len() <= size {
            continue;
        }
        let stop = each_hidden(view, house, size, &mut |cells, digits| {
            for digit in Each(view.board.all() & !digits) {
                let places = view.places(house, digit);
                let Some(cell) = (places - cells).single() else { continue };
                if places.len() < 2 {
                    continue;
                }
                let pattern = Pattern::Subset { house, cells, digits, hidden: true };
                // Seen without marks, so none is erased but by the digit itself.
                let found = Found::new(technique, pattern);
                if sink(found.placing(Mark { cell, digit })) {
                    return true;
                }
            }
            false
        });
        if stop {
            return true;
        }
    }
    false
}
