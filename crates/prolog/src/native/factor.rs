//! Shared and cyclic parts of terms: `$factorize_term/3`.

use std::collections::HashMap;

use super::{Table, args};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    machine::Machine,
    throw::Outcome,
};

/// Predicates of this file.
pub const NATIVES: Table = &[("$factorize_term", 3, factorize)];

/// `$factorize_term(+Term, -Skeleton, -Substitution)`: the term with variables for the parts that
/// occur more than once or in themselves, and what these variables stand for.
fn factorize(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let shared = shared_parts(&m.store.heap, term);
    if shared.is_empty() {
        return Ok(m.unify_arg(1, term)? && args::unify_list(m, 2, &[])?);
    }
    let mut factors = Factors { variables: HashMap::new(), order: Vec::new() };
    let skeleton = factors.part(&mut m.store.heap, &shared, term);
    let mut copies = Vec::new();
    let mut at = 0;
    // Copying a part may meet parts that were not met before.
    while let Some(&part) = factors.order.get(at) {
        let copy = factors.copy(&mut m.store.heap, &shared, part);
        copies.push(copy);
        at += 1;
    }
    // The whole term is itself a part where it is cyclic.
    let mut substitution = Vec::new();
    for (&part, copy) in factors.order.iter().zip(copies) {
        let Some(&variable) = factors.variables.get(&part.index()) else { continue };
        substitution.push(m.store.heap.put_compound(Atom::EQUALS, &[variable, copy]));
    }
    Ok(m.unify_arg(1, skeleton)? && args::unify_list(m, 2, &substitution)?)
}

/// Places of compounds that the walk over a term meets more than once.
fn shared_parts(heap: &Heap, term: Cell) -> HashMap<usize, bool> {
    let mut seen: HashMap<usize, bool> = HashMap::new();
    let mut pending = vec![heap.deref(term)];
    while let Some(cell) = pending.pop() {
        let Some(compound) = heap.compound(cell) else { continue };
        if let Some(again) = seen.get_mut(&cell.index()) {
            *again = true;
            continue;
        }
        seen.insert(cell.index(), false);
        pending.extend((0..compound.arity).map(|i| heap.at(compound.first + i)));
    }
    seen.retain(|_, again| *again);
    seen
}

struct Factors {
    variables: HashMap<usize, Cell>,
    order: Vec<Cell>,
}

impl Factors {
    /// What stands for a part: its variable if it is shared, a copy otherwise.
    fn part(&mut self, heap: &mut Heap, shared: &HashMap<usize, bool>, cell: Cell) -> Cell {
        if shared.contains_key(&cell.index()) {
            return self.variable(heap, cell);
        }
        self.copy(heap, shared, cell)
    }

    fn variable(&mut self, heap: &mut Heap, cell: Cell) -> Cell {
        if let Some(&variable) = self.variables.get(&cell.index()) {
            return variable;
        }
        let variable = heap.new_var();
        self.variables.insert(cell.index(), variable);
        self.order.push(cell);
        variable
    }

    /// A copy of a compound whose shared parts are variables.
    fn copy(&mut self, heap: &mut Heap, shared: &HashMap<usize, bool>, cell: Cell) -> Cell {
        let root = heap.push(cell);
        let mut pending = vec![(root, cell)];
        while let Some((to, from)) = pending.pop() {
            let Some(compound) = heap.compound(from) else { continue };
            let place = heap.top();
            let is_list = from.tag() == Tag::Lst;
            if !is_list {
                heap.push(Cell::functor(compound.name, compound.arity));
            }
            let first = heap.top();
            for i in 0..compound.arity {
                let raw = heap.cells[compound.first + i];
                heap.push(Heap::storable(heap.deref(raw)));
            }
            heap.cells[to] = if is_list { Cell::list(place) } else { Cell::structure(place) };
            for i in 0..compound.arity {
                let arg = heap.at(compound.first + i);
                if !arg.is_compound() {
                    continue;
                }
                if shared.contains_key(&arg.index()) {
                    heap.cells[first + i] = self.variable(heap, arg);
                } else {
                    pending.push((first + i, arg));
                }
            }
        }
        heap.at(root)
    }
}
