//! What a term is.

use super::Table;
use crate::{
    atom::Atom,
    cell::{BoxKind, Cell, Tag},
    heap::Boxed,
    machine::Machine,
    number::Number,
    throw::Outcome,
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("var", 1, |m| Ok(m.arg(0).is_var())),
    ("nonvar", 1, |m| Ok(!m.arg(0).is_var())),
    ("atom", 1, |m| Ok(is_name(m.arg(0)))),
    ("atomic", 1, |m| Ok(m.arg(0).is_atomic())),
    ("compound", 1, |m| Ok(m.arg(0).is_compound())),
    ("callable", 1, |m| Ok(m.arg(0).is_compound() || is_name(m.arg(0)))),
    ("integer", 1, |m| Ok(m.arg(0).is_integer())),
    ("float", 1, |m| Ok(is_box(m.arg(0), BoxKind::Float))),
    ("number", 1, |m| Ok(m.store.heap.number(m.arg(0)).is_some())),
    ("rational", 1, |m| Ok(m.arg(0).is_integer() || is_box(m.arg(0), BoxKind::Ratio))),
    ("rational", 3, rational),
    ("is_dict", 1, |m| Ok(is_dict(m, m.arg(0)))),
    ("is_dict", 2, |m| {
        let dict = m.arg(0);
        match m.store.heap.compound(dict) {
            Some(compound) if is_dict(m, dict) => {
                let tag = m.store.heap.at(compound.first);
                m.unify_arg(1, tag)
            }
            _ => Ok(false),
        }
    }),
    ("$dict_functor", 1, |m| m.unify_arg(0, Cell::atom(Atom::DICT))),
    ("blob", 2, blob),
];

/// Is this an atom in the sense of `atom/1`? The empty list is not.
pub(crate) fn is_name(cell: Cell) -> bool {
    cell.is_atom() && cell != crate::store::NIL
}

fn is_dict(m: &Machine, cell: Cell) -> bool {
    m.store.heap.compound(cell).is_some_and(|c| c.name == Atom::DICT && c.arity % 2 == 1)
}

fn is_box(cell: Cell, kind: BoxKind) -> bool {
    cell.tag() == Tag::Boxed && cell.box_kind() == kind
}

fn rational(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let (numerator, denominator) = match term.tag() {
        Tag::Boxed => match m.store.heap.boxed(term) {
            Boxed::Ratio(value) => {
                let (n, d) = (value.numerator().clone(), value.denominator().clone());
                (
                    m.store.heap.put_number(Number::big(n)),
                    m.store.heap.put_number(Number::big(d.into())),
                )
            }
            Boxed::Big(_) => (term, Cell::small(1)),
            _ => return Ok(false),
        },
        Tag::Int => (term, Cell::small(1)),
        _ => return Ok(false),
    };
    Ok(m.unify_arg(1, numerator)? && m.unify_arg(2, denominator)?)
}

fn blob(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    if !term.is_atom() {
        return Ok(false);
    }
    let kind = if is_name(term) { "text" } else { "reserved_symbol" };
    let kind = super::args::atom(m, kind);
    m.unify_arg(1, kind)
}
