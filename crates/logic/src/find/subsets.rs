//! Naked and hidden pairs, triples and quadruples.

use super::{Sight, Sink, View};
use crate::board::Mark;
use crate::found::{Found, Pattern};
use crate::sets::{CellSet, Digits, Each, count};
use crate::technique::Technique;

const NAKED: [Technique; 3] =
    [Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuadruple];
const HIDDEN: [Technique; 3] =
    [Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuadruple];

/// Calls `see` with the cells and digits of each naked subset of a house.
fn each_naked<S: Sight>(
    view: S,
    house: usize,
    size: usize,
    see: &mut dyn FnMut(S::Set, Digits) -> bool,
) -> bool {
    let fits = |&c: &usize| (2..=size).contains(&count(view.marks().of[c]));
    let cells: Vec<usize> = view.empty_in(house).filter(fits).collect();
    grow(view, &cells, size, (S::Set::EMPTY, 0), see)
}

fn grow<S: Sight>(
    view: S,
    rest: &[usize],
    size: usize,
    (cells, digits): (S::Set, Digits),
    see: &mut dyn FnMut(S::Set, Digits) -> bool,
) -> bool {
    if cells.size() == size {
        return count(digits) == size && see(cells, digits);
    }
    for (at, &cell) in rest.iter().enumerate() {
        let more = digits | view.marks().of[cell];
        if count(more) <= size && grow(view, &rest[at + 1..], size, (cells.and(cell), more), see) {
            return true;
        }
    }
    false
}

/// Calls `see` with the cells and digits of each hidden subset of a house.
fn each_hidden<S: Sight>(
    view: S,
    house: usize,
    size: usize,
    see: &mut dyn FnMut(S::Set, Digits) -> bool,
) -> bool {
    let fits = |&d: &usize| (2..=size).contains(&view.room(house, d).size());
    let digits: Vec<usize> = (0..view.board().digits).filter(fits).collect();
    grow_hidden(view, house, &digits, size, (S::Set::EMPTY, 0), see)
}

fn grow_hidden<S: Sight>(
    view: S,
    house: usize,
    rest: &[usize],
    size: usize,
    (cells, digits): (S::Set, Digits),
    see: &mut dyn FnMut(S::Set, Digits) -> bool,
) -> bool {
    if count(digits) == size {
        return cells.size() == size && see(cells, digits);
    }
    for (at, &digit) in rest.iter().enumerate() {
        let more = cells | view.room(house, digit);
        let chosen = (more, digits | 1 << digit);
        if more.size() <= size && grow_hidden(view, house, &rest[at + 1..], size, chosen, see) {
            return true;
        }
    }
    false
}

/// What a naked subset erases: its digits wherever all of its cells are seen.
fn erased<S: Sight>(view: S, cells: S::Set, digits: Digits) -> Vec<Mark> {
    let seen = view.seen_by(cells) - cells;
    Each(digits).flat_map(|d| view.marks_of(d, seen)).collect()
}

/// Naked subsets.
pub fn naked<S: Sight>(view: S, size: usize, sink: &mut Sink<'_>) -> bool {
    for house in 0..view.board().houses.len() {
        if view.empty_in(house).size() <= size {
            continue;
        }
        let stop = each_naked(view, house, size, &mut |cells, digits| {
            let gone = erased(view, cells, digits);
            let pattern = Pattern::Subset { house, cells: cells.collect(), digits, hidden: false };
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
            let pattern = Pattern::Subset { house, cells: cells.collect(), digits, hidden: false };
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
pub fn hidden<S: Sight>(view: S, size: usize, sink: &mut Sink<'_>) -> bool {
    for house in 0..view.board().houses.len() {
        if view.empty_in(house).size() <= size {
            continue;
        }
        let stop = each_hidden(view, house, size, &mut |cells, digits| {
            let gone: Vec<Mark> = others(view, cells, digits);
            let pattern = Pattern::Subset { house, cells: cells.collect(), digits, hidden: true };
            !gone.is_empty() && sink(Found::new(HIDDEN[size - 2], pattern).removing(gone))
        });
        if stop {
            return true;
        }
    }
    false
}

fn others<S: Sight>(view: S, cells: S::Set, digits: Digits) -> Vec<Mark> {
    let of = |cell| Each(view.marks().of[cell] & !digits).map(move |digit| Mark { cell, digit });
    cells.flat_map(of).collect()
}

/// Hidden subsets that leave one place for another digit of the house.
pub fn direct_hidden(view: View<'_>, size: usize, sink: &mut Sink<'_>) -> bool {
    let technique = [Technique::DirectHiddenPair, Technique::DirectHiddenTriple][size - 2];
    for house in 0..view.board().houses.len() {
        if view.empty_in(house).size() <= size {
            continue;
        }
        let stop = each_hidden(view, house, size, &mut |cells, digits| {
            for digit in Each(view.board.all() & !digits) {
                let places = view.places(house, digit);
                let Some(cell) = (places - cells).single() else { continue };
                if places.len() < 2 {
                    continue;
                }
                let pattern =
                    Pattern::Subset { house, cells: cells.collect(), digits, hidden: true };
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
