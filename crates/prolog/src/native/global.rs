//! Global variables, and destructive assignment that is not undone.

use std::rc::Rc;

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    machine::{Global, Machine, setup::GLOBALS},
    native::{Table, args},
    throw::{self, Outcome, Throw},
};

/// The predicates.
pub const NATIVES: Table = &[
    ("b_setval", 2, |m| setval(m, true)),
    ("nb_setval", 2, |m| setval(m, false)),
    ("b_getval", 2, getval),
    ("nb_getval", 2, getval),
    ("nb_setarg", 3, |m| setarg(m, true)),
    ("nb_linkarg", 3, |m| setarg(m, false)),
    ("nb_linkval", 2, |m| setval(m, false)),
    ("$nb_current", 1, current),
    ("nb_delete", 1, |m| {
        let name = name(m)?;
        m.globals.remove(&name);
        Ok(true)
    }),
];

fn name(m: &mut Machine) -> Result<Atom, Throw> {
    let cell = m.arg(0);
    if cell.is_atom() {
        return Ok(cell.atom_value());
    }
    Err(args::must_be(m, "atom", cell))
}

impl Machine {
    /// The heap cell of a global variable, made if it is new.
    pub(crate) fn global_cell(&mut self, name: Atom) -> Result<usize, Throw> {
        if let Some(global) = self.globals.get(&name) {
            return Ok(global.cell);
        }
        let cell = self.globals.len() + 1;
        if cell >= GLOBALS {
            let what = self.atoms.intern("global_variables");
            let kind = Atom::RESOURCE_ERROR;
            return Err(throw::simple_error(&mut self.store.heap, kind, what));
        }
        self.store.heap.cells[cell] = UNSET;
        self.globals.insert(name, Global { cell, record: Rc::default() });
        Ok(cell)
    }

    /// The value of a global variable.
    pub fn global_value(&mut self, name: Atom) -> Option<Cell> {
        let global = self.globals.get(&name)?;
        let (cell, record) = (global.cell, global.record.clone());
        let value = self.store.heap.cells[cell];
        if value != UNSET {
            return Some(value);
        }
        if record.cells.is_empty() {
            return None;
        }
        if let Some(atomic) = record.atomic() {
            return Some(atomic);
        }
        let value = self.replay(&record).ok()?;
        self.store.assign(cell, value);
        Some(value)
    }

    /// Sets a global variable for good.
    pub fn set_global(&mut self, name: Atom, value: Cell) -> Result<(), Throw> {
        let cell = self.global_cell(name)?;
        let record = self.record(value)?;
        if let Some(global) = self.globals.get_mut(&name) {
            global.record = Rc::new(record);
        }
        self.store.heap.cells[cell] = UNSET;
        Ok(())
    }

    /// What is on the heap now stays there when execution backtracks.
    pub fn freeze_heap(&mut self) {
        self.frozen = self.store.heap.top();
        self.frozen_boxes = self.store.heap.boxes.len();
        self.store.trail_below = self.frozen;
    }
}

/// A cell that stands for the value that `nb_setval/2` gave.
const UNSET: Cell = Cell::note(0);

fn setval(m: &mut Machine, backtrackable: bool) -> Outcome {
    let name = name(m)?;
    let value = m.arg(1);
    if backtrackable {
        let cell = m.global_cell(name)?;
        m.store.assign(cell, Heap::storable(value));
    } else {
        m.set_global(name, value)?;
    }
    Ok(true)
}

fn getval(m: &mut Machine) -> Outcome {
    let name = name(m)?;
    let Some(value) = m.global_value(name) else {
        let key = Cell::atom(name);
        let kind = m.atoms.intern("variable");
        return Err(throw::existence_error(&mut m.store.heap, kind, key));
    };
    m.unify_arg(1, value)
}

fn current(m: &mut Machine) -> Outcome {
    let mut names: Vec<Atom> = m.globals.keys().copied().collect();
    names.sort_unstable();
    let cells: Vec<Cell> = names.into_iter().map(Cell::atom).collect();
    args::unify_list(m, 0, &cells)
}

fn setarg(m: &mut Machine, copy: bool) -> Outcome {
    let n = args::int(m, m.arg(0))?;
    let term = m.arg(1);
    let Some(compound) = m.store.heap.compound(term) else {
        return Err(args::must_be(m, "compound", term));
    };
    if n < 1 || n as usize > compound.arity {
        return Ok(false);
    }
    let mut value = m.arg(2);
    if copy && !value.is_atomic() {
        let record = m.record(value)?;
        value = m.replay(&record)?;
    }
    let place = compound.first + n as usize - 1;
    if !matches!(value.tag(), Tag::Atom | Tag::Int) {
        m.freeze_heap();
    }
    m.store.heap.cells[place] = Heap::storable(value);
    Ok(true)
}
