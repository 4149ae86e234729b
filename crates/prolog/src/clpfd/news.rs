//! Both directions of change: what the store finds out becomes bindings, and bindings made by
//! unification reach the store.

use pencilmark_fd::{FdVar, Int, Stop};

use super::{
    expr::integer,
    vars::{Vars, has_others},
};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    store::Store,
};

/// Why a binding cannot stand.
#[derive(Debug)]
pub enum Refused {
    /// The constraints say no, or cannot be decided.
    Stop(Stop),
    /// A constrained variable was bound to something that is no integer.
    NotInteger(Cell),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Refused {
        Refused::Stop(stop)
    }
}

/// An integer on the heap.
pub fn put_int(heap: &mut Heap, value: &Int) -> Cell {
    match value.as_i64() {
        Some(small) => heap.put_int(small),
        None => heap.put_big(value.to_big()),
    }
}

/// After a successful change of the constraint store: variables from `first_new` on that it now
/// knows become attributed, in the order in which it came to know them; values and equalities
/// become bindings.
pub fn settle(store: &mut Store, vars: &mut Vars, first_new: usize) {
    let count = vars.store.var_count();
    if first_new < count {
        attribute_new(store, vars, first_new);
    }
    while let Some((young, old)) = vars.store.next_alias() {
        match (vars.home(young), vars.home(old)) {
            (Some(young), Some(old)) => bind_home(store, vars, young, Cell::reference(old)),
            (Some(young), None) => vars.set_home(old, young),
            _ => {}
        }
    }
    loop {
        // The usual case first: a small integer for a variable that nobody else waits for.
        while let Some((var, word)) = vars.store.next_fixed_word() {
            let Some(home) = vars.home(var) else { continue };
            match Cell::int(word) {
                Some(value) if vars.is_plain(&store.heap, home) => store.assign(home, value),
                _ => {
                    let value = store.heap.put_int(word);
                    bind_home(store, vars, home, value);
                }
            }
        }
        let Some((var, value)) = vars.store.next_fixed() else { break };
        if let Some(home) = vars.home(var) {
            let value = put_int(&mut store.heap, &value);
            bind_home(store, vars, home, value);
        }
    }
}

/// The values that come first in the news, as long as they are small integers for variables
/// that nobody else waits for and that are older than the newest choice point: the number of
/// bindings, each of which has left one entry on the trail.
pub fn settle_plain(store: &mut Store, vars: &mut Vars) -> usize {
    let height = store.trail.len();
    while let Some((var, word)) = vars.store.peek_fixed_word() {
        let (Some(home), Some(value)) = (vars.home(var), Cell::int(word)) else { break };
        if home >= store.trail_below || !vars.is_plain(&store.heap, home) {
            break;
        }
        vars.store.skip_fixed();
        store.trail.push((home, Cell::attributed(home)));
        store.heap.cells[home] = value;
    }
    store.trail.len() - height
}

/// Variables that the store has come to know become attributed, the oldest first.
fn attribute_new(store: &mut Store, vars: &mut Vars, first_new: usize) {
    let mut known: Vec<FdVar> = Vec::new();
    for var in (first_new..vars.store.var_count()).map(|i| FdVar(i as u32)) {
        if vars.store.root(var) == var && vars.store.is_known(var) {
            known.push(var);
        }
    }
    known.sort_by_key(|&var| vars.store.key(var));
    for var in known {
        attribute_variable(store, vars, var);
    }
}

/// Gives the heap variable of a store variable the attribute that names it.
fn attribute_variable(store: &mut Store, vars: &mut Vars, var: FdVar) {
    let id = Cell::small(var.0 as i32);
    let args = [Cell::atom(vars.module), id, Cell::atom(Atom::NIL)];
    let chain = store.heap.put_compound(Atom::ATT, &args);
    let old = vars.home(var).map(|home| store.heap.deref(Cell::reference(home)));
    match old {
        Some(old) if old.tag() == Tag::Att => {
            let end = chain_end(&store.heap, old.index());
            store.assign(end, chain);
            vars.set_home(var, old.index());
        }
        _ => {
            let new = store.heap.new_attributed(chain);
            if let Some(old) = old.filter(|old| old.tag() == Tag::Ref) {
                store.bind(old, new);
            }
            vars.set_home(var, new.index());
        }
    }
}

/// The cell that holds the `[]` at the end of an attribute chain.
fn chain_end(heap: &Heap, index: usize) -> usize {
    let mut at = index + 1;
    while let Some(att) = heap.compound(heap.at(at)) {
        at = att.first + 2;
    }
    at
}

fn bind_home(store: &mut Store, vars: &Vars, home: usize, value: Cell) {
    let cell = store.heap.deref(Cell::reference(home));
    let value = store.heap.deref(value);
    if !cell.is_var() || cell == value {
        return;
    }
    if cell.tag() == Tag::Att
        && !vars.is_alone(&store.heap, cell.index())
        && has_others(&store.heap, cell.index(), vars.module)
    {
        store.woken.push((cell.index(), value));
    }
    store.assign(cell.index(), Heap::storable(value));
}

/// Unification bound these attributed variables: tells the constraint store about those it
/// knows. What follows from it is bound by [`settle`].
pub fn wake(store: &mut Store, vars: &mut Vars, woken: &[(usize, Cell)]) -> Result<(), Refused> {
    let mut fixed: Vec<(FdVar, Int)> = Vec::new();
    for &(index, value) in woken {
        let Some(var) = vars.named_by(&store.heap, index) else { continue };
        let value = store.heap.deref(value);
        if let Some(value) = integer(&store.heap, value) {
            fixed.push((var, value));
            continue;
        }
        if !value.is_var() {
            return Err(Refused::NotInteger(value));
        }
        flush(vars, &mut fixed)?;
        match vars.find(&store.heap, value) {
            Some(other) => vars.store.unify(var, other)?,
            None => {
                // The other variable has attributes of other modules only: it takes this one on.
                vars.set_home(var, value.index());
                attribute_variable(store, vars, var);
            }
        }
    }
    flush(vars, &mut fixed)?;
    Ok(())
}

fn flush(vars: &mut Vars, fixed: &mut Vec<(FdVar, Int)>) -> Result<(), Stop> {
    match fixed.as_slice() {
        [] => return Ok(()),
        [(var, value)] => vars.store.fix(*var, value)?,
        several => vars.store.fix_all(several)?,
    }
    fixed.clear();
    Ok(())
}
