//! Leaving a predicate other than by success or failure.

use crate::{atom::Atom, cell::Cell, heap::Heap};

/// Why a native stopped.
#[derive(Clone, Debug)]
pub enum Throw {
    /// A Prolog exception: the ball is a term on the heap.
    Ball(Cell),
    /// `halt/1`: the process ends with this status.
    Halt(i32),
    /// Ctrl-C or a time limit: back to the toplevel.
    Abort,
}

/// What a native gives back: success, failure, or an exception.
pub type Outcome = Result<bool, Throw>;

/// `error(Formal, _)`.
pub fn error(heap: &mut Heap, formal: Cell) -> Throw {
    let context = heap.new_var();
    Throw::Ball(heap.put_compound(Atom::ERROR, &[formal, context]))
}

/// `error(instantiation_error, _)`.
pub fn instantiation(heap: &mut Heap) -> Throw {
    error(heap, Cell::atom(Atom::INSTANTIATION_ERROR))
}

/// `error(type_error(Expected, Culprit), _)`.
pub fn type_error(heap: &mut Heap, expected: Atom, culprit: Cell) -> Throw {
    let formal = heap.put_compound(Atom::TYPE_ERROR, &[Cell::atom(expected), culprit]);
    error(heap, formal)
}

/// `error(domain_error(Expected, Culprit), _)`.
pub fn domain_error(heap: &mut Heap, expected: Atom, culprit: Cell) -> Throw {
    let formal = heap.put_compound(Atom::DOMAIN_ERROR, &[Cell::atom(expected), culprit]);
    error(heap, formal)
}

/// `error(existence_error(Kind, Culprit), _)`.
pub fn existence_error(heap: &mut Heap, kind: Atom, culprit: Cell) -> Throw {
    let formal = heap.put_compound(Atom::EXISTENCE_ERROR, &[Cell::atom(kind), culprit]);
    error(heap, formal)
}

/// `error(permission_error(Action, Type, Culprit), _)`.
pub fn permission_error(heap: &mut Heap, action: Atom, kind: Atom, culprit: Cell) -> Throw {
    let args = [Cell::atom(action), Cell::atom(kind), culprit];
    let formal = heap.put_compound(Atom::PERMISSION_ERROR, &args);
    error(heap, formal)
}

/// `error(Kind(What), _)` for representation, evaluation and resource errors.
pub fn simple_error(heap: &mut Heap, kind: Atom, what: Atom) -> Throw {
    let formal = heap.put_compound(kind, &[Cell::atom(what)]);
    error(heap, formal)
}
