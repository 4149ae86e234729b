//! Errors of arithmetic, free of the heap until they are raised.

use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
    heap::Heap,
    number::Number,
    throw::Throw,
};

/// Name and arity of the function that complained, where the error says it.
pub type Place = Option<(&'static str, i32)>;

/// Why a function has no value.
#[derive(Clone, Debug, PartialEq)]
pub enum ArithError {
    /// `evaluation_error(What)`.
    Evaluation(&'static str, Place),
    /// `type_error(Expected, Number)`.
    Type(&'static str, Number, Place),
    /// `domain_error(Expected, Number)`.
    Domain(&'static str, Number, Place),
    /// The result would be too large.
    Resource,
}

impl ArithError {
    /// An evaluation error without a place.
    pub(super) fn eval(what: &'static str) -> ArithError {
        ArithError::Evaluation(what, None)
    }

    /// A number that should be an integer.
    pub(super) fn integer(number: &Number, name: &'static str, arity: i32) -> ArithError {
        ArithError::wrong("integer", number, name, arity)
    }

    /// A number of the wrong type; infinity and NaN are errors of their own.
    pub(super) fn wrong(
        expected: &'static str,
        number: &Number,
        name: &'static str,
        arity: i32,
    ) -> ArithError {
        match number {
            Number::Float(f) if f.is_nan() => ArithError::eval("undefined"),
            Number::Float(f) if f.is_infinite() => ArithError::eval("float_overflow"),
            _ => ArithError::Type(expected, number.clone(), Some((name, arity))),
        }
    }
}

/// Makes the Prolog exception of an error.
pub fn raise(heap: &mut Heap, atoms: &mut Atoms, error: ArithError) -> Throw {
    let (formal, place) = match error {
        ArithError::Evaluation(what, place) => {
            let what = Cell::atom(atoms.intern(what));
            (heap.put_compound(Atom::EVALUATION_ERROR, &[what]), place)
        }
        ArithError::Type(expected, number, place) => {
            let expected = Cell::atom(atoms.intern(expected));
            let culprit = heap.put_number(number);
            (heap.put_compound(Atom::TYPE_ERROR, &[expected, culprit]), place)
        }
        ArithError::Domain(expected, number, place) => {
            let expected = Cell::atom(atoms.intern(expected));
            let culprit = heap.put_number(number);
            (heap.put_compound(Atom::DOMAIN_ERROR, &[expected, culprit]), place)
        }
        // The machine says more about this one.
        ArithError::Resource => {
            let stack = Cell::atom(atoms.intern("stack"));
            (heap.put_compound(Atom::RESOURCE_ERROR, &[stack]), None)
        }
    };
    let message = heap.new_var();
    let context = match place {
        None => message,
        Some((name, arity)) => {
            let name = Cell::atom(atoms.intern(name));
            let indicator = heap.put_compound(Atom::SLASH, &[name, Cell::small(arity)]);
            heap.put_compound(Atom::CONTEXT, &[indicator, message])
        }
    };
    Throw::Ball(heap.put_compound(Atom::ERROR, &[formal, context]))
}
