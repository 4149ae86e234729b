//! Arithmetic predicates.

use std::cmp::Ordering;

use super::{
    args::{domain_error, instantiation, int_or_var, type_error},
    text,
};
use crate::{
    arith::{self, ArithError, Functions},
    cell::{Cell, Tag},
    machine::{Machine, Native},
    number::Number,
    throw::{Outcome, Throw},
};

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("is", 2, is),
    ("=:=", 2, |m| compare(m, |o| o == Some(Ordering::Equal))),
    ("=\\=", 2, |m| compare(m, |o| o != Some(Ordering::Equal))),
    ("<", 2, |m| compare(m, |o| o == Some(Ordering::Less))),
    (">", 2, |m| compare(m, |o| o == Some(Ordering::Greater))),
    ("=<", 2, |m| compare(m, |o| matches!(o, Some(Ordering::Less | Ordering::Equal)))),
    (">=", 2, |m| compare(m, |o| matches!(o, Some(Ordering::Greater | Ordering::Equal)))),
    ("succ", 2, succ),
    ("plus", 3, plus),
    ("divmod", 4, divmod),
    ("nth_integer_root_and_remainder", 4, root_and_remainder),
    ("rational", 3, rational3),
    ("set_random", 1, set_random),
    ("$arithmetic_functions", 1, functions),
];

fn is(m: &mut Machine) -> Outcome {
    let expression = m.arg(1);
    let value = arith::eval(m, expression)?;
    let cell = m.store.heap.put_number(value);
    m.unify_arg(0, cell)
}

fn compare(m: &mut Machine, wanted: fn(Option<Ordering>) -> bool) -> Outcome {
    let (left, right) = (m.arg(0), m.arg(1));
    if let (Tag::Int, Tag::Int) = (left.tag(), right.tag()) {
        return Ok(wanted(Some(left.int_value().cmp(&right.int_value()))));
    }
    let left = arith::eval(m, left)?;
    let right = arith::eval(m, right)?;
    Ok(wanted(arith::compare(&left, &right)))
}

fn raised(m: &mut Machine, result: Result<Number, ArithError>) -> Result<Number, Throw> {
    result.map_err(|error| arith::throw_error(m, error))
}

/// An integer of any size, or `None` for a variable.
fn big_or_var(m: &mut Machine, cell: Cell) -> Result<Option<Number>, Throw> {
    int_or_var(m, cell)?;
    Ok(m.store.heap.number(cell))
}

fn big(m: &mut Machine, cell: Cell) -> Result<Number, Throw> {
    match big_or_var(m, cell)? {
        Some(number) => Ok(number),
        None => Err(instantiation(m)),
    }
}

fn combine(m: &mut Machine, op: arith::Op, x: &Number, y: &Number) -> Result<Number, Throw> {
    let result = arith::binary(&mut m.text.arith, op, x, y);
    raised(m, result)
}

fn unify_number(m: &mut Machine, at: usize, number: Number) -> Outcome {
    let cell = m.store.heap.put_number(number);
    m.unify_arg(at, cell)
}

fn succ(m: &mut Machine) -> Outcome {
    let (first, second) = (m.arg(0), m.arg(1));
    let low = big_or_var(m, first)?;
    let high = big_or_var(m, second)?;
    let zero = Number::Int(0);
    let negative = |n: &Option<Number>| {
        n.as_ref().is_some_and(|n| arith::compare(n, &zero) == Some(Ordering::Less))
    };
    if negative(&low) {
        return Err(type_error(m, "not_less_than_zero", first));
    }
    if negative(&high) {
        return Err(type_error(m, "not_less_than_zero", second));
    }
    match (low, high) {
        (Some(low), _) => {
            let next = combine(m, arith::Op::Add, &low, &Number::Int(1))?;
            unify_number(m, 1, next)
        }
        (None, Some(Number::Int(0))) => Ok(false),
        (None, Some(high)) => {
            let previous = combine(m, arith::Op::Sub, &high, &Number::Int(1))?;
            unify_number(m, 0, previous)
        }
        (None, None) => Err(instantiation(m)),
    }
}

fn plus(m: &mut Machine) -> Outcome {
    let cells = [m.arg(0), m.arg(1), m.arg(2)];
    let [x, y, z] = cells.map(|cell| m.store.heap.number(cell));
    for (cell, number) in cells.iter().zip([&x, &y, &z]) {
        if number.is_none() && !cell.is_var() {
            return Err(type_error(m, "number", *cell));
        }
    }
    match (x, y, z) {
        (Some(x), Some(y), _) => {
            let sum = combine(m, arith::Op::Add, &x, &y)?;
            unify_number(m, 2, sum)
        }
        (Some(x), None, Some(z)) => {
            let rest = combine(m, arith::Op::Sub, &z, &x)?;
            unify_number(m, 1, rest)
        }
        (None, Some(y), Some(z)) => {
            let rest = combine(m, arith::Op::Sub, &z, &y)?;
            unify_number(m, 0, rest)
        }
        _ => Err(instantiation(m)),
    }
}

fn divmod(m: &mut Machine) -> Outcome {
    let (dividend, divisor) = (m.arg(0), m.arg(1));
    let (dividend, divisor) = (big(m, dividend)?, big(m, divisor)?);
    let quotient = combine(m, arith::Op::FloorDiv, &dividend, &divisor)?;
    let rest = combine(m, arith::Op::Mod, &dividend, &divisor)?;
    Ok(unify_number(m, 2, quotient)? && unify_number(m, 3, rest)?)
}

fn root_and_remainder(m: &mut Machine) -> Outcome {
    let (degree_cell, value_cell) = (m.arg(0), m.arg(1));
    let degree = big(m, degree_cell)?;
    let value = big(m, value_cell)?;
    let degree = match degree {
        Number::Int(n) if n >= 1 => n,
        _ => return Err(domain_error(m, "not_less_than_one", degree_cell)),
    };
    let zero = Number::Int(0);
    let negative = arith::compare(&value, &zero) == Some(Ordering::Less);
    if negative && degree % 2 == 0 {
        let error = ArithError::Evaluation("undefined", None);
        return Err(arith::throw_error(m, error));
    }
    let magnitude = match &value {
        Number::Int(n) => dashu_int::UBig::from(n.unsigned_abs()),
        Number::Big(n) => {
            use dashu_int::ops::UnsignedAbs;
            n.clone().unsigned_abs()
        }
        _ => return Err(type_error(m, "integer", value_cell)),
    };
    let root = dashu_int::IBig::from(magnitude.nth_root(degree as usize));
    let root = if negative { -root } else { root };
    let power = root.pow(degree as usize);
    let root = Number::big(root);
    let rest = combine(m, arith::Op::Sub, &value, &Number::big(power))?;
    Ok(unify_number(m, 2, root)? && unify_number(m, 3, rest)?)
}

/// `rational(+X, -Numerator, -Denominator)`.
fn rational3(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let Some(number) = m.store.heap.number(cell) else { return Ok(false) };
    if matches!(number, Number::Float(_)) {
        return Ok(false);
    }
    let top = arith::unary(&mut m.text.arith, arith::Op::Numerator, &number);
    let bottom = arith::unary(&mut m.text.arith, arith::Op::Denominator, &number);
    let (top, bottom) = (raised(m, top)?, raised(m, bottom)?);
    Ok(unify_number(m, 1, top)? && unify_number(m, 2, bottom)?)
}

/// `set_random(seed(Seed))`: an integer or `random`.
fn set_random(m: &mut Machine) -> Outcome {
    let option = m.arg(0);
    let seed = m.atoms.intern("seed");
    let Some([value]) = m.store.heap.args::<1>(option, seed) else {
        return Err(domain_error(m, "set_random_option", option));
    };
    if value.is_var() {
        return Err(instantiation(m));
    }
    if value.is_atom() && m.atoms.text(value.atom_value()) == "random" {
        m.text.arith.seed = arith::ArithState::default().seed;
        return Ok(true);
    }
    match m.store.heap.number(value) {
        Some(Number::Int(seed)) => m.text.arith.seed = seed as u64,
        Some(number) => {
            // Any number is a seed: its text decides.
            let text = text::number_text(&number);
            m.text.arith.seed =
                text.bytes().fold(7, |h: u64, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
        }
        None => return Err(type_error(m, "integer", value)),
    }
    Ok(true)
}

/// `'$arithmetic_functions'(-List)` of `Name/Arity`.
fn functions(m: &mut Machine) -> Outcome {
    let mut list = Vec::new();
    for (name, arity) in Functions::all() {
        let name = Cell::atom(m.atoms.intern(name));
        let arity = Cell::small(arity as i32);
        list.push(m.store.heap.put_compound(crate::atom::Atom::SLASH, &[name, arity]));
    }
    super::args::unify_list(m, 0, &list)
}
