//! Evaluation of a term, with a stack of its own.

use super::{ArithError, Op, apply, binary, error::raise};
use crate::{
    atom::Atom,
    cell::{BoxKind, Cell, Tag},
    machine::Machine,
    number::Number,
    store::NIL,
    throw::{self, Throw},
};

/// What is still to be done.
enum Work {
    Eval(Cell),
    Apply(Op, usize),
    /// A function that does not exist: found out after its arguments.
    Unknown(Atom, usize),
}

/// The value of an expression.
pub fn eval(m: &mut Machine, expression: Cell) -> Result<Number, Throw> {
    let expression = m.store.deref(expression);
    if let Some(value) = leaf(m, expression)? {
        return Ok(value);
    }
    if let Some(value) = quick(m, expression, QUICK) {
        return Ok(Number::Int(value));
    }
    let mut work = vec![Work::Eval(expression)];
    let mut values: Vec<Number> = Vec::new();
    while let Some(next) = work.pop() {
        match next {
            Work::Eval(cell) => {
                let cell = m.store.deref(cell);
                match leaf(m, cell)? {
                    Some(value) => values.push(value),
                    None => open(m, cell, &mut work)?,
                }
            }
            Work::Unknown(name, arity) => {
                let culprit = indicator(m, name, arity);
                return Err(not_evaluable(m, culprit));
            }
            Work::Apply(op, arity) => {
                let first = values.len().saturating_sub(arity);
                let result = match &values[first..] {
                    [y, x] => binary(&mut m.text.arith, op, x, y),
                    args => {
                        let args: Vec<Number> = args.iter().rev().cloned().collect();
                        apply(&mut m.text.arith, op, &args)
                    }
                };
                match result {
                    Ok(value) => {
                        values.truncate(first);
                        values.push(value);
                    }
                    Err(error) => return Err(throw_error(m, error)),
                }
            }
        }
    }
    values.pop().ok_or_else(|| throw::instantiation(&mut m.store.heap))
}

/// How deep the quick way looks.
const QUICK: usize = 8;

/// The value of an expression of machine words whose results are words too.
fn quick(m: &Machine, cell: Cell, depth: usize) -> Option<i64> {
    let heap = &m.store.heap;
    let cell = heap.deref(cell);
    match cell.tag() {
        Tag::Int => Some(cell.int_value()),
        Tag::Str if depth > 0 => {
            let functor = heap.cells[cell.index()];
            if functor.functor_arity() != 2 {
                return None;
            }
            let op = m.text.functions.get(functor.functor_name(), 2)?;
            let left = quick(m, heap.cells[cell.index() + 1], depth - 1)?;
            let right = quick(m, heap.cells[cell.index() + 2], depth - 1)?;
            match op {
                Op::Add => left.checked_add(right),
                Op::Sub => left.checked_sub(right),
                Op::Mul => left.checked_mul(right),
                Op::Mod if right > 0 => Some(left.rem_euclid(right)),
                Op::Rem if right > 0 => Some(left % right),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The value of an expression that is an integer small enough for a machine word, fast.
#[inline]
pub fn eval_int(m: &Machine, expression: Cell) -> Option<i64> {
    let cell = m.store.deref(expression);
    (cell.tag() == Tag::Int).then(|| cell.int_value())
}

/// Raises an error of arithmetic.
pub fn throw_error(m: &mut Machine, error: ArithError) -> Throw {
    if error == ArithError::Resource {
        return m.stack_overflow();
    }
    raise(&mut m.store.heap, &mut m.atoms, error)
}

/// The value of a term without arguments; `None` for compound terms.
fn leaf(m: &mut Machine, cell: Cell) -> Result<Option<Number>, Throw> {
    match cell.tag() {
        Tag::Int => Ok(Some(Number::Int(cell.int_value()))),
        Tag::Boxed if cell.box_kind() == BoxKind::Str => {
            let text = m.store.heap.string(cell).unwrap_or_default();
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => Ok(Some(Number::Int(c as i64))),
                _ => Err(not_one_character(m, cell)),
            }
        }
        Tag::Boxed => Ok(m.store.heap.number(cell)),
        Tag::Ref | Tag::Att => Err(throw::instantiation(&mut m.store.heap)),
        Tag::Atom => match m.text.functions.get(cell.atom_value(), 0) {
            Some(op) => match apply(&mut m.text.arith, op, &[]) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(throw_error(m, error)),
            },
            None if cell == NIL => Err(not_evaluable(m, cell)),
            None => {
                let culprit = indicator(m, cell.atom_value(), 0);
                Err(not_evaluable(m, culprit))
            }
        },
        Tag::Lst => character(m, cell).map(Some),
        Tag::Str | Tag::Fun => Ok(None),
    }
}

/// `[X]`: a character or its code, or an expression.
fn character(m: &mut Machine, cell: Cell) -> Result<Number, Throw> {
    let head = m.store.heap.at(cell.index());
    let tail = m.store.heap.at(cell.index() + 1);
    let value = match head.tag() {
        Tag::Ref | Tag::Att => return Err(throw::instantiation(&mut m.store.heap)),
        Tag::Int if (0..=0x10_ffff).contains(&head.int_value()) => head.int_value(),
        Tag::Atom => {
            let mut chars = m.atoms.text(head.atom_value()).chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => c as i64,
                _ => return Err(type_error(m, "character", head)),
            }
        }
        _ => return Err(type_error(m, "character", head)),
    };
    if tail != NIL {
        return Err(not_one_character(m, cell));
    }
    Ok(Number::Int(value))
}

fn open(m: &mut Machine, cell: Cell, work: &mut Vec<Work>) -> Result<(), Throw> {
    let Some(compound) = m.store.heap.compound(cell) else { return Ok(()) };
    match m.text.functions.get(compound.name, compound.arity) {
        Some(op) => {
            work.push(Work::Apply(op, compound.arity));
            let args = compound.first..compound.first + compound.arity;
            // The direction of roundtoward/2 is a name, not an expression.
            if op == Op::RoundToward {
                work.push(Work::Eval(m.store.heap.cells[compound.first]));
                work.push(Work::Eval(Cell::small(0)));
            } else {
                // The last argument is evaluated first, which errors show.
                work.extend(args.map(|i| Work::Eval(m.store.heap.cells[i])));
            }
            Ok(())
        }
        None if compound.name == Atom::COLON && compound.arity == 2 => {
            work.push(Work::Eval(m.store.heap.cells[compound.first + 1]));
            Ok(())
        }
        None => {
            work.push(Work::Unknown(compound.name, compound.arity));
            let args = compound.first..compound.first + compound.arity;
            work.extend(args.map(|i| Work::Eval(m.store.heap.cells[i])));
            Ok(())
        }
    }
}

fn indicator(m: &mut Machine, name: Atom, arity: usize) -> Cell {
    let arity = Cell::int(arity as i64).unwrap_or(Cell::small(0));
    m.store.heap.put_compound(Atom::SLASH, &[Cell::atom(name), arity])
}

fn type_error(m: &mut Machine, expected: &str, culprit: Cell) -> Throw {
    let expected = m.atoms.intern(expected);
    throw::type_error(&mut m.store.heap, expected, culprit)
}

fn not_evaluable(m: &mut Machine, culprit: Cell) -> Throw {
    type_error(m, "evaluable", culprit)
}

fn not_one_character(m: &mut Machine, culprit: Cell) -> Throw {
    throw::type_error(&mut m.store.heap, Atom::NIL, culprit)
}
