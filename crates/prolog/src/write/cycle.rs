//! Which compounds of a term lie on a cycle.

use std::collections::{HashMap, HashSet};

use crate::{
    cell::{Cell, Tag},
    heap::Heap,
};

/// Visits after which a term is looked at more carefully.
const SMALL: usize = 4096;

/// Is the term a tree of few nodes? Then it has no cycles, and no table is needed to see it.
fn is_small(heap: &Heap, term: Cell) -> bool {
    let mut visits = 0;
    let mut stack = vec![term];
    while let Some(cell) = stack.pop() {
        visits += 1;
        if visits > SMALL {
            return false;
        }
        if let Some(compound) = heap.compound(heap.deref(cell)) {
            visits += compound.arity;
            stack.extend(&heap.cells[compound.first..compound.first + compound.arity]);
        }
    }
    true
}

/// The compounds (by the word of their cell) that contain themselves and that a walk from the
/// left meets first on each cycle, in that order.
pub fn targets(heap: &Heap, term: Cell) -> Vec<u64> {
    if is_small(heap, term) {
        return Vec::new();
    }
    let mut found: Vec<u64> = Vec::new();
    let mut is_target: HashSet<u64> = HashSet::new();
    let mut state: HashMap<u64, bool> = HashMap::new(); // true while on the path
    // Long lists are walked through their tails; each element leaves one entry.
    let mut stack: Vec<(Cell, usize)> = Vec::new();
    let mut enter = |cell: Cell, stack: &mut Vec<(Cell, usize)>, state: &mut HashMap<u64, bool>| {
        let cell = heap.deref(cell);
        if !matches!(cell.tag(), Tag::Str | Tag::Lst) {
            return;
        }
        match state.get(&cell.bits()) {
            Some(true) => {
                if is_target.insert(cell.bits()) {
                    found.push(cell.bits());
                }
            }
            Some(false) => {}
            None => {
                state.insert(cell.bits(), true);
                stack.push((cell, 0));
            }
        }
    };
    enter(term, &mut stack, &mut state);
    while let Some((cell, next)) = stack.pop() {
        let Some(compound) = heap.compound(cell) else { continue };
        if next < compound.arity {
            stack.push((cell, next + 1));
            enter(heap.cells[compound.first + next], &mut stack, &mut state);
        } else {
            state.insert(cell.bits(), false);
        }
    }
    found
}
