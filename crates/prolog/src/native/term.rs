//! Taking terms apart and putting them together.

use super::{
    Table,
    args::{
        atom, domain_error, instantiation, int, int_or_var, list, must_be, natural, type_error,
    },
    walk::Walk,
};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::{Compound, Heap},
    machine::Machine,
    store::NIL,
    throw::{Outcome, Throw, simple_error},
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("functor", 3, functor),
    ("functor", 4, functor_typed),
    ("$arg", 3, arg),
    ("=..", 2, univ),
    ("compound_name_arity", 3, compound_name_arity),
    ("compound_name_arguments", 3, compound_name_arguments),
    ("setarg", 3, setarg),
    ("term_variables", 2, term_variables),
    ("term_variables", 3, term_variables_tail),
    ("$numbervars", 4, numbervars),
    ("$term_singletons", 2, term_singletons),
    ("ground", 1, ground),
    ("acyclic_term", 1, |m| Ok(is_acyclic(&m.store.heap, m.arg(0)))),
    ("cyclic_term", 1, |m| Ok(!is_acyclic(&m.store.heap, m.arg(0)))),
    ("term_hash", 2, term_hash),
    ("term_size", 2, term_size),
];

/// More arguments than this no functor cell can count.
const MAX_ARITY: usize = 0xff_ffff;

fn arity_error(m: &mut Machine) -> Throw {
    let what = m.atoms.intern("max_arity");
    simple_error(&mut m.store.heap, Atom::REPRESENTATION_ERROR, what)
}

fn checked_arity(m: &mut Machine, cell: Cell) -> Result<usize, Throw> {
    if cell.tag() == Tag::Boxed && cell.is_integer() && natural(m, cell).is_ok() {
        let what = m.atoms.intern("size_t");
        return Err(simple_error(&mut m.store.heap, Atom::REPRESENTATION_ERROR, what));
    }
    let arity = natural(m, cell)?;
    m.room(arity.saturating_mul(size_of::<Cell>()))?;
    if arity > MAX_ARITY { Err(arity_error(m)) } else { Ok(arity) }
}

/// Makes `name(_, ...)` with fresh arguments.
fn skeleton(m: &mut Machine, name: Atom, arity: usize) -> Cell {
    Heap::compound_cell(m.store.heap.put_skeleton(name, arity))
}

fn functor(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    if let Some(Compound { name, arity, .. }) = m.store.heap.compound(term) {
        if arity == 0 {
            return Err(domain_error(m, "compound_non_zero_arity", term));
        }
        let arity = m.store.heap.put_int(arity as i64);
        return Ok(m.unify_arg(1, Cell::atom(name))? && m.unify_arg(2, arity)?);
    }
    if !term.is_var() {
        return Ok(m.unify_arg(1, term)? && m.unify_arg(2, Cell::small(0))?);
    }
    let (name, arity) = (m.arg(1), m.arg(2));
    if name.is_var() {
        return Err(instantiation(m));
    }
    if !name.is_atomic() {
        return Err(type_error(m, "atomic", name));
    }
    let arity = checked_arity(m, arity)?;
    let made = match arity {
        0 => name,
        _ if name.is_atom() => skeleton(m, name.atom_value(), arity),
        _ => return Err(type_error(m, "atom", name)),
    };
    m.unify_arg(0, made)
}

fn functor_typed(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let (name, arity, kind) = match m.store.heap.compound(term) {
        Some(Compound { name, arity, .. }) => (Cell::atom(name), arity, "compound"),
        None if term.is_var() => return functor_make(m),
        None => (term, 0, if term.is_atom() { "atom" } else { "atomic" }),
    };
    let (arity, kind_atom) = (m.store.heap.put_int(arity as i64), atom(m, kind));
    if !(m.unify_arg(1, name)? && m.unify_arg(2, arity)?) {
        return Ok(false);
    }
    let wanted = m.arg(3);
    if kind != "atomic" && wanted == atom(m, "callable") {
        return Ok(true);
    }
    m.unify_arg(3, kind_atom)
}

fn functor_make(m: &mut Machine) -> Outcome {
    let (name, arity, kind) = (m.arg(1), m.arg(2), m.arg(3));
    if name.is_var() {
        return Err(instantiation(m));
    }
    let arity = checked_arity(m, arity)?;
    let kind_text = match kind.tag() {
        Tag::Atom => m.atoms.text(kind.atom_value()).to_string(),
        Tag::Ref | Tag::Att => String::new(),
        _ => return Err(type_error(m, "atom", kind)),
    };
    let made = match kind_text.as_str() {
        "" if arity == 0 && name.is_atom() => return Err(instantiation(m)),
        "" if arity == 0 => "atomic",
        "" => "compound",
        "callable" if arity == 0 => "atom",
        "callable" => "compound",
        "atom" | "atomic" | "compound" => kind_text.as_str(),
        _ => return Err(domain_error(m, "functor_type", kind)),
    };
    let term = match made {
        "compound" if name.is_atom() => skeleton(m, name.atom_value(), arity),
        "compound" => return Err(type_error(m, "atom", name)),
        "atom" if !name.is_atom() => return Err(type_error(m, "atom", name)),
        _ if !name.is_atomic() => return Err(type_error(m, "atomic", name)),
        _ => name,
    };
    let made = atom(m, made);
    Ok((!kind.is_var() || m.unify_arg(3, made)?) && m.unify_arg(0, term)?)
}

/// `arg/3` with a number; the enumeration is in the library.
fn arg(m: &mut Machine) -> Outcome {
    let (n, term) = (m.arg(0), m.arg(1));
    let Some(compound) = m.store.heap.compound(term) else {
        return Err(must_be(m, "compound", term));
    };
    let index = natural(m, n)?;
    if index == 0 || index > compound.arity {
        return Ok(false);
    }
    let value = m.store.heap.at(compound.first + index - 1);
    m.unify_arg(2, value)
}

fn univ(m: &mut Machine) -> Outcome {
    let (term, parts) = (m.arg(0), m.arg(1));
    if let Some(Compound { name, arity, first }) = m.store.heap.compound(term) {
        if arity == 0 {
            return Err(domain_error(m, "compound_non_zero_arity", term));
        }
        let elements: Vec<Cell> = std::iter::once(Cell::atom(name))
            .chain((0..arity).map(|i| m.store.heap.at(first + i)))
            .collect();
        return unify_parts(m, &elements);
    }
    if !term.is_var() {
        return unify_parts(m, &[term]);
    }
    let (elements, tail) = m.store.heap.list_prefix(parts);
    if tail != NIL {
        return Err(must_be_list(m, parts, tail));
    }
    let Some((&name, args)) = elements.split_first() else {
        return Err(domain_error(m, "non_empty_list", parts));
    };
    if name.is_var() {
        return Err(instantiation(m));
    }
    let made = match args.len() {
        0 if name.is_atomic() => name,
        0 => return Err(type_error(m, "atomic", name)),
        n if n > MAX_ARITY => return Err(arity_error(m)),
        _ if name.is_atom() => m.store.heap.put_compound(name.atom_value(), args),
        _ => return Err(type_error(m, "atom", name)),
    };
    m.unify_arg(0, made)
}

fn must_be_list(m: &mut Machine, list: Cell, tail: Cell) -> Throw {
    if tail.is_var() { instantiation(m) } else { type_error(m, "list", list) }
}

fn unify_parts(m: &mut Machine, elements: &[Cell]) -> Outcome {
    let parts = m.arg(1);
    let (_, tail) = m.store.heap.list_prefix(parts);
    if tail != NIL && !tail.is_var() && tail.tag() != Tag::Lst {
        return Err(type_error(m, "list", tail));
    }
    super::args::unify_list(m, 1, elements)
}

fn compound_name_arity(m: &mut Machine) -> Outcome {
    let (term, name, arity) = (m.arg(0), m.arg(1), m.arg(2));
    if let Some(Compound { name, arity, .. }) = m.store.heap.compound(term) {
        let arity = m.store.heap.put_int(arity as i64);
        return Ok(m.unify_arg(1, Cell::atom(name))? && m.unify_arg(2, arity)?);
    }
    if !term.is_var() {
        return Err(type_error(m, "compound", term));
    }
    if !name.is_atom() {
        return Err(must_be(m, "atom", name));
    }
    let arity = checked_arity(m, arity)?;
    let made = skeleton(m, name.atom_value(), arity);
    m.unify_arg(0, made)
}

fn compound_name_arguments(m: &mut Machine) -> Outcome {
    let (term, name, args) = (m.arg(0), m.arg(1), m.arg(2));
    if let Some(Compound { name, arity, first }) = m.store.heap.compound(term) {
        let elements: Vec<Cell> = (0..arity).map(|i| m.store.heap.at(first + i)).collect();
        return Ok(m.unify_arg(1, Cell::atom(name))? && super::args::unify_list(m, 2, &elements)?);
    }
    if !term.is_var() {
        return Err(type_error(m, "compound", term));
    }
    if !name.is_atom() {
        return Err(must_be(m, "atom", name));
    }
    let elements = list(m, args)?;
    if elements.len() > MAX_ARITY {
        return Err(arity_error(m));
    }
    let made = m.store.heap.put_compound(name.atom_value(), &elements);
    m.unify_arg(0, made)
}

/// Destructive but undone on backtracking.
fn setarg(m: &mut Machine) -> Outcome {
    let (n, term, value) = (m.arg(0), m.arg(1), m.arg(2));
    let index = natural(m, n)?;
    if term.is_var() {
        return Err(instantiation(m));
    }
    let Some(compound) = m.store.heap.compound(term) else { return Ok(false) };
    if index == 0 || index > compound.arity {
        return Ok(false);
    }
    let at = compound.first + index - 1;
    if value == m.store.heap.at(at) {
        return Ok(true);
    }
    // A variable must not become its own value by being assigned to the cell it lives in.
    m.store.assign(at, Heap::storable(value));
    Ok(true)
}

/// The variables of a term, in depth-first order.
pub fn variables(heap: &Heap, term: Cell) -> Vec<Cell> {
    let mut walk = Walk::new(term);
    let mut seen = std::collections::HashSet::new();
    let mut found = Vec::new();
    while let Some(cell) = walk.next(heap) {
        if cell.is_var() && seen.insert(cell.index()) {
            found.push(cell);
        }
    }
    found
}

fn term_variables(m: &mut Machine) -> Outcome {
    let found = variables(&m.store.heap, m.arg(0));
    super::args::unify_list(m, 1, &found)
}

fn term_variables_tail(m: &mut Machine) -> Outcome {
    let found = variables(&m.store.heap, m.arg(0));
    let tail = m.arg(2);
    let list = m.store.heap.put_list_of(&found, tail);
    m.unify_arg(1, list)
}

/// The variables that occur once, in depth-first order.
fn term_singletons(m: &mut Machine) -> Outcome {
    let heap = &m.store.heap;
    let mut walk = Walk::new(m.arg(0)).with_repeats();
    let mut count = std::collections::HashMap::new();
    let mut order = Vec::new();
    while let Some(cell) = walk.next(heap) {
        if cell.is_var() {
            let times = count.entry(cell.index()).or_insert(0u32);
            *times += 1;
            if *times == 1 {
                order.push(cell);
            }
        }
    }
    order.retain(|cell| count.get(&cell.index()) == Some(&1));
    super::args::unify_list(m, 1, &order)
}

/// `'$numbervars'(Term, Start, End, Name)`: binds each variable to `Name(N)`.
fn numbervars(m: &mut Machine) -> Outcome {
    let (term, start, name) = (m.arg(0), m.arg(1), m.arg(3));
    let Some(mut number) = int_or_var(m, start)? else { return Err(instantiation(m)) };
    let name = if name.is_atom() { name.atom_value() } else { Atom::VAR };
    for variable in variables(&m.store.heap, term) {
        let n = m.store.heap.put_int(number);
        let value = m.store.heap.put_compound(name, &[n]);
        m.store.bind(variable, value);
        number += 1;
    }
    let end = m.store.heap.put_int(number);
    m.unify_arg(2, end)
}

fn ground(m: &mut Machine) -> Outcome {
    Ok(is_ground(&m.store.heap, m.arg(0)))
}

/// Has a term no variables?
pub fn is_ground(heap: &Heap, term: Cell) -> bool {
    let mut walk = Walk::new(term);
    while let Some(cell) = walk.next(heap) {
        if cell.is_var() {
            return false;
        }
    }
    true
}

/// Does no part of a term contain itself?
pub fn is_acyclic(heap: &Heap, term: Cell) -> bool {
    // What ends after as many steps as there are cells has an end.
    let mut pending = vec![(heap.deref(term), 0)];
    for _ in 0..heap.top() {
        let Some((cell, argument)) = pending.pop() else { return true };
        let Some(compound) = heap.compound(cell) else { continue };
        if argument + 1 < compound.arity {
            pending.push((cell, argument + 1));
        }
        if argument < compound.arity {
            pending.push((heap.at(compound.first + argument), 0));
        }
    }
    pending.is_empty() || is_acyclic_graph(heap, term)
}

/// The same for terms that share much or have no end: every compound is entered once.
fn is_acyclic_graph(heap: &Heap, term: Cell) -> bool {
    #[derive(PartialEq)]
    enum State {
        Open,
        Done,
    }
    let mut states = std::collections::HashMap::new();
    // (compound, next argument to look at)
    let mut path: Vec<(Cell, usize)> = vec![(heap.deref(term), 0)];
    while let Some((cell, argument)) = path.pop() {
        let Some(compound) = heap.compound(cell) else { continue };
        if argument == 0 {
            match states.get(&cell.index()) {
                Some(State::Open) => return false,
                Some(State::Done) => continue,
                None => {}
            }
            // Flat terms need no entry: nothing in them can lead back.
            let flat = (0..compound.arity).all(|i| !heap.at(compound.first + i).is_compound());
            if flat {
                continue;
            }
            states.insert(cell.index(), State::Open);
        }
        if argument == compound.arity {
            states.insert(cell.index(), State::Done);
            continue;
        }
        path.push((cell, argument + 1));
        let next = heap.at(compound.first + argument);
        if next.is_compound() {
            path.push((next, 0));
        }
    }
    true
}

/// A hash of a ground term; a term with variables leaves the second argument unbound.
fn term_hash(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let mut walk = Walk::new(term).with_repeats();
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    };
    while let Some(cell) = walk.next(&m.store.heap) {
        match cell.tag() {
            Tag::Ref | Tag::Att => return Ok(true),
            Tag::Int => add(&cell.int_value().to_le_bytes()),
            Tag::Atom => add(m.atoms.text(cell.atom_value()).as_bytes()),
            Tag::Boxed => add(format!("{:?}", m.store.heap.boxed(cell)).as_bytes()),
            _ => {
                if let Some(compound) = m.store.heap.compound(cell) {
                    add(m.atoms.text(compound.name).as_bytes());
                    add(&compound.arity.to_le_bytes());
                }
            }
        }
    }
    let value = Cell::small(((hash ^ hash >> 24) & 0xff_ffff) as i32);
    m.unify_arg(1, value)
}

/// Cells a term takes, shared parts once.
fn term_size(m: &mut Machine) -> Outcome {
    let mut walk = Walk::new(m.arg(0));
    let mut size = 0;
    while let Some(cell) = walk.next(&m.store.heap) {
        size += m.store.heap.compound(cell).map_or(0, |compound| compound.arity + 1);
    }
    let size = m.store.heap.put_int(size as i64);
    m.unify_arg(1, size)
}

/// Reads an argument that must be an integer; used by other families.
pub(super) fn int_arg(m: &mut Machine, i: usize) -> Result<i64, Throw> {
    let cell = m.arg(i);
    int(m, cell)
}
