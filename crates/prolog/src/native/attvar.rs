//! Attributed variables.

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    machine::Machine,
    native::{Table, args},
    store::NIL,
    throw::{Outcome, Throw},
};

/// The predicates.
pub const NATIVES: Table = &[
    ("attvar", 1, |m| Ok(m.arg(0).tag() == Tag::Att)),
    ("put_attr", 3, put_attr),
    ("get_attr", 3, get_attr),
    ("del_attr", 2, del_attr),
    ("put_attrs", 2, put_attrs),
    ("get_attrs", 2, get_attrs),
    ("del_attrs", 1, del_attrs),
    ("term_attvars", 2, term_attvars),
    ("$heap_mark", 1, |m| {
        let name = m.atoms.intern("$mark");
        let mark = m.store.heap.put_compound(name, &[NIL]);
        m.unify_arg(0, mark)
    }),
    ("$attvars_since", 2, attvars_since),
];

/// `$attvars_since(+Mark, -Vars)`: the attributed variables that are younger than a mark and
/// still have attributes.
fn attvars_since(m: &mut Machine) -> Outcome {
    let mark = m.arg(0);
    let heap = &m.store.heap;
    let from = heap.compound(mark).map_or(0, |mark| mark.first);
    let found: Vec<Cell> = (from..heap.top())
        .map(|i| heap.cells[i])
        .enumerate()
        .filter(|(i, cell)| cell.tag() == Tag::Att && cell.index() == from + i)
        .filter(|(_, cell)| heap.at(cell.index() + 1) != NIL)
        .map(|(_, cell)| Heap::storable(cell))
        .collect();
    args::unify_list(m, 1, &found)
}

impl Machine {
    /// Makes sure that a dereferenced variable has room for attributes; where they are.
    pub fn attribute_slot(&mut self, variable: Cell) -> usize {
        if variable.tag() == Tag::Att {
            return variable.index() + 1;
        }
        let attributed = self.store.heap.new_attributed(NIL);
        self.store.assign(variable.index(), Cell::reference(attributed.index()));
        attributed.index() + 1
    }

    /// The heap index of the value of an attribute, if the variable has it.
    pub fn find_attribute(&self, variable: Cell, module: Atom) -> Option<usize> {
        if variable.tag() != Tag::Att {
            return None;
        }
        let mut chain = self.store.heap.at(variable.index() + 1);
        while let Some(att) = self.store.heap.compound(chain) {
            if att.name != Atom::ATT || att.arity != 3 {
                return None;
            }
            if self.store.heap.at(att.first) == Cell::atom(module) {
                return Some(att.first + 1);
            }
            chain = self.store.heap.at(att.first + 2);
        }
        None
    }

    /// Sets an attribute; new ones go to the end.
    pub fn set_attribute(&mut self, variable: Cell, module: Atom, value: Cell) {
        let value = Heap::storable(value);
        if let Some(place) = self.find_attribute(variable, module) {
            self.store.assign(place, value);
            return;
        }
        let mut place = self.attribute_slot(variable);
        while let Some(att) = self.store.heap.compound(self.store.heap.at(place)) {
            if att.arity != 3 {
                break;
            }
            place = att.first + 2;
        }
        let args = [Cell::atom(module), value, NIL];
        let chain = self.store.heap.put_compound(Atom::ATT, &args);
        self.store.assign(place, chain);
    }
}

fn variable(m: &mut Machine) -> Result<Cell, Throw> {
    let cell = m.arg(0);
    if cell.is_var() {
        return Ok(cell);
    }
    let formal = m.store.heap.put_compound(Atom::UNINSTANTIATION_ERROR, &[cell]);
    Err(crate::throw::error(&mut m.store.heap, formal))
}

fn module(m: &mut Machine) -> Result<Atom, Throw> {
    let cell = m.arg(1);
    if cell.is_atom() {
        return Ok(cell.atom_value());
    }
    Err(args::must_be(m, "atom", cell))
}

fn put_attr(m: &mut Machine) -> Outcome {
    let module = module(m)?;
    let variable = variable(m)?;
    let value = m.arg(2);
    m.set_attribute(variable, module, value);
    Ok(true)
}

fn get_attr(m: &mut Machine) -> Outcome {
    let variable = m.arg(0);
    let module = module(m)?;
    match m.find_attribute(variable, module) {
        Some(place) => {
            let value = m.store.heap.cells[place];
            m.unify_arg(2, value)
        }
        None => Ok(false),
    }
}

fn del_attr(m: &mut Machine) -> Outcome {
    let variable = m.arg(0);
    let module = Cell::atom(module(m)?);
    if variable.tag() != Tag::Att {
        return Ok(true);
    }
    let mut place = variable.index() + 1;
    while let Some(att) = m.store.heap.compound(m.store.heap.at(place)) {
        if att.arity != 3 {
            break;
        }
        if m.store.heap.at(att.first) == module {
            let rest = m.store.heap.cells[att.first + 2];
            m.store.assign(place, rest);
            break;
        }
        place = att.first + 2;
    }
    if m.store.heap.at(variable.index() + 1) == NIL {
        make_plain(m, variable);
    }
    Ok(true)
}

/// A variable without attributes is a plain one again.
fn make_plain(m: &mut Machine, variable: Cell) {
    let plain = m.store.heap.new_var();
    m.store.assign(variable.index(), plain);
}

fn put_attrs(m: &mut Machine) -> Outcome {
    let variable = variable(m)?;
    let chain = Heap::storable(m.arg(1));
    let place = m.attribute_slot(variable);
    m.store.assign(place, chain);
    Ok(true)
}

fn get_attrs(m: &mut Machine) -> Outcome {
    let variable = m.arg(0);
    if variable.tag() != Tag::Att {
        return Ok(false);
    }
    let chain = m.store.heap.cells[variable.index() + 1];
    m.unify_arg(1, chain)
}

fn del_attrs(m: &mut Machine) -> Outcome {
    let variable = m.arg(0);
    if variable.tag() == Tag::Att {
        make_plain(m, variable);
    }
    Ok(true)
}

/// Attributed variables of a term and, through their attributes, of those.
fn term_attvars(m: &mut Machine) -> Outcome {
    let mut found = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut visited = std::collections::HashSet::new();
    let mut pending = vec![m.arg(0)];
    while let Some(cell) = pending.pop() {
        let cell = m.store.deref(cell);
        match cell.tag() {
            Tag::Att if seen.insert(cell.index()) => {
                found.push(cell);
                pending.push(m.store.heap.cells[cell.index() + 1]);
            }
            Tag::Str | Tag::Lst => {
                if let Some(compound) = m.store.heap.compound(cell)
                    && visited.insert(compound.first)
                {
                    let args = compound.first..compound.first + compound.arity;
                    pending.extend(m.store.heap.cells[args].iter().rev());
                }
            }
            _ => {}
        }
    }
    m.with_connected(&mut found);
    args::unify_list(m, 1, &found)
}
