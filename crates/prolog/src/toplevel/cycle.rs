//! Terms that contain themselves, made finite for showing.

use std::collections::HashMap;

use crate::{
    atom::Atom, cell::Cell, heap::Heap, machine::Machine, native::args::unify_list, throw::Outcome,
};

/// `'$factorize'(Term, Name, Template, Parts)`: a finite copy in which each part that contains
/// itself is replaced by `'$VAR'(Name)`. The term itself has the given name, other parts `_S1`,
/// `_S2` and so on; those are in the list of `Name=Part`.
pub(super) fn factorize(m: &mut Machine) -> Outcome {
    let (term, name) = (m.arg(0), m.arg(1));
    let heads = cycle_heads(&m.store.heap, term);
    let mut copy = Copy { heads, names: HashMap::new(), made: HashMap::new(), queue: Vec::new() };
    if term.is_compound() {
        copy.names.insert(term.index(), name);
    }
    let template = copy.copy(m, term);
    let mut parts = Vec::new();
    while let Some((name, part)) = copy.queue.pop() {
        let value = copy.copy(m, part);
        parts.push(m.store.heap.put_compound(Atom::EQUALS, &[name, value]));
    }
    Ok(m.unify_arg(2, template)? && unify_list(m, 3, &parts)?)
}

/// Compounds that are met again below themselves.
fn cycle_heads(heap: &Heap, term: Cell) -> HashMap<usize, ()> {
    let mut open: HashMap<usize, bool> = HashMap::new();
    let mut heads = HashMap::new();
    let mut path = vec![(heap.deref(term), 0)];
    while let Some((cell, argument)) = path.pop() {
        let Some(compound) = heap.compound(cell) else { continue };
        if argument == 0 {
            match open.get(&cell.index()) {
                Some(true) => {
                    heads.insert(cell.index(), ());
                    continue;
                }
                Some(false) => continue,
                None => open.insert(cell.index(), true),
            };
        }
        if argument == compound.arity {
            open.insert(cell.index(), false);
            continue;
        }
        path.push((cell, argument + 1));
        path.push((heap.at(compound.first + argument), 0));
    }
    heads
}

struct Copy {
    heads: HashMap<usize, ()>,
    names: HashMap<usize, Cell>,
    made: HashMap<usize, Cell>,
    queue: Vec<(Cell, Cell)>,
}

impl Copy {
    fn copy(&mut self, m: &mut Machine, term: Cell) -> Cell {
        let Some(compound) = m.store.heap.compound(term) else { return term };
        self.made.clear();
        let root = m.store.heap.put_skeleton(compound.name, compound.arity);
        let mut pending = vec![(compound, root.first)];
        while let Some((from, to)) = pending.pop() {
            for i in 0..from.arity {
                let argument = m.store.heap.at(from.first + i);
                let value = self.argument(m, argument, &mut pending);
                m.store.heap.cells[to + i] = Heap::storable(value);
            }
        }
        Heap::compound_cell(root)
    }

    fn argument(
        &mut self,
        m: &mut Machine,
        cell: Cell,
        pending: &mut Vec<(crate::heap::Compound, usize)>,
    ) -> Cell {
        let Some(compound) = m.store.heap.compound(cell) else { return cell };
        if self.heads.contains_key(&cell.index()) {
            let name = match self.names.get(&cell.index()) {
                Some(&name) => name,
                None => {
                    let text = format!("_S{}", self.names.len());
                    let name = Cell::atom(m.atoms.intern(&text));
                    self.names.insert(cell.index(), name);
                    self.queue.push((name, cell));
                    name
                }
            };
            return m.store.heap.put_compound(Atom::VAR, &[name]);
        }
        if let Some(&made) = self.made.get(&cell.index()) {
            return made;
        }
        let skeleton = m.store.heap.put_skeleton(compound.name, compound.arity);
        let made = Heap::compound_cell(skeleton);
        self.made.insert(cell.index(), made);
        pending.push((compound, skeleton.first));
        made
    }
}
