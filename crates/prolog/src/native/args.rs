//! Arguments of natives: what they must be, and SWI-Prolog's errors where they are not.

use crate::{
    cell::{Cell, Tag},
    machine::Machine,
    store::NIL,
    throw::{self, Throw},
};

/// `type_error(Expected, Culprit)`.
pub fn type_error(m: &mut Machine, expected: &str, culprit: Cell) -> Throw {
    let expected = m.atoms.intern(expected);
    throw::type_error(&mut m.store.heap, expected, culprit)
}

/// `domain_error(Expected, Culprit)`.
pub fn domain_error(m: &mut Machine, expected: &str, culprit: Cell) -> Throw {
    let expected = m.atoms.intern(expected);
    throw::domain_error(&mut m.store.heap, expected, culprit)
}

/// `instantiation_error`.
pub fn instantiation(m: &mut Machine) -> Throw {
    throw::instantiation(&mut m.store.heap)
}

/// `representation_error(What)`.
pub fn representation(m: &mut Machine, what: &str) -> Throw {
    let what = m.atoms.intern(what);
    throw::simple_error(&mut m.store.heap, crate::atom::Atom::REPRESENTATION_ERROR, what)
}

/// `syntax_error(What)`.
pub fn syntax(m: &mut Machine, what: &str) -> Throw {
    let what = m.atoms.intern(what);
    throw::simple_error(&mut m.store.heap, crate::atom::Atom::SYNTAX_ERROR, what)
}

/// An instantiation error where the culprit is unbound, a type error otherwise.
pub fn must_be(m: &mut Machine, expected: &str, culprit: Cell) -> Throw {
    if culprit.is_var() { instantiation(m) } else { type_error(m, expected, culprit) }
}

/// The cell of an atom.
pub fn atom(m: &mut Machine, text: &str) -> Cell {
    Cell::atom(m.atoms.intern(text))
}

/// An integer, or `None` for a variable. Large integers come out as the largest of 64 bits:
/// no term has that many arguments and no text that many characters.
pub fn int_or_var(m: &mut Machine, cell: Cell) -> Result<Option<i64>, Throw> {
    match cell.tag() {
        Tag::Int => Ok(Some(cell.int_value())),
        Tag::Ref | Tag::Att => Ok(None),
        _ if cell.is_integer() => {
            let zero = crate::number::Number::Int(0);
            let negative = m
                .store
                .heap
                .number(cell)
                .is_some_and(|n| n.standard_order(&zero) == std::cmp::Ordering::Less);
            Ok(Some(if negative { i64::MIN } else { i64::MAX }))
        }
        _ => Err(type_error(m, "integer", cell)),
    }
}

/// An integer.
pub fn int(m: &mut Machine, cell: Cell) -> Result<i64, Throw> {
    match int_or_var(m, cell)? {
        Some(value) => Ok(value),
        None => Err(instantiation(m)),
    }
}

/// A non-negative integer, or `None` for a variable.
pub fn natural_or_var(m: &mut Machine, cell: Cell) -> Result<Option<usize>, Throw> {
    match int_or_var(m, cell)? {
        None => Ok(None),
        Some(value) => match usize::try_from(value) {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(domain_error(m, "not_less_than_zero", cell)),
        },
    }
}

/// A non-negative integer.
pub fn natural(m: &mut Machine, cell: Cell) -> Result<usize, Throw> {
    match natural_or_var(m, cell)? {
        Some(value) => Ok(value),
        None => Err(instantiation(m)),
    }
}

/// The elements of a proper list.
pub fn list(m: &mut Machine, cell: Cell) -> Result<Vec<Cell>, Throw> {
    let (elements, tail) = m.store.heap.list_prefix(cell);
    if tail == NIL {
        Ok(elements)
    } else if tail.is_var() {
        Err(instantiation(m))
    } else {
        Err(type_error(m, "list", cell))
    }
}

/// Unifies argument `i` with a list of these elements.
pub fn unify_list(m: &mut Machine, i: usize, elements: &[Cell]) -> throw::Outcome {
    let list = m.store.heap.put_list_of(elements, NIL);
    m.unify_arg(i, list)
}
