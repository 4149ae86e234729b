//! Lists and small integers: what the library would be slow at.

use super::{
    Table,
    args::{domain_error, instantiation, int_or_var, natural, type_error, unify_list},
};
use crate::{
    cell::{Cell, Tag},
    machine::Machine,
    number::Number,
    store::NIL,
    throw::{Outcome, Throw},
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("is_list", 1, |m| Ok(m.store.heap.list_prefix(m.arg(0)).1 == NIL)),
    ("$skip_list", 3, skip_list),
    ("$fresh_list", 2, fresh_list),
    ("$memberchk", 3, memberchk),
    ("succ", 2, succ),
    ("plus", 3, plus),
    ("$nth", 3, nth),
    ("$numlist", 3, numlist),
    ("$reverse", 3, reverse),
];

/// `'$skip_list'(Length, List, Tail)`: how many elements there are and what follows them.
fn skip_list(m: &mut Machine) -> Outcome {
    let (elements, tail) = m.store.heap.list_prefix(m.arg(1));
    let length = m.store.heap.put_int(elements.len() as i64);
    Ok(m.unify_arg(0, length)? && m.unify_arg(2, tail)?)
}

/// `'$fresh_list'(N, List)`: a list of N variables.
fn fresh_list(m: &mut Machine) -> Outcome {
    let n = m.arg(0);
    let count = natural(m, n)?;
    m.room(count.saturating_mul(2 * size_of::<Cell>()))?;
    // Heads are the variables themselves, so that their age follows the list.
    let heap = &mut m.store.heap;
    let first = heap.top();
    for i in 0..count {
        heap.new_var();
        let tail = if i + 1 < count { Cell::list(heap.top() + 1) } else { NIL };
        heap.push(tail);
    }
    let list = if count == 0 { NIL } else { Cell::list(first) };
    m.unify_arg(1, list)
}

/// `'$memberchk'(Element, List, Rest)`: finds the first element that unifies and leaves `Rest`
/// empty; or leaves in it the list from where unification must be tried by Prolog, because it
/// would wake attributed variables or the list ends in a variable.
fn memberchk(m: &mut Machine) -> Outcome {
    let element = m.arg(0);
    let mut list = m.arg(1);
    let (_, end) = m.store.heap.list_prefix(list);
    while list.tag() == Tag::Lst {
        let head = m.store.heap.at(list.index());
        if element == head {
            return m.unify_arg(2, NIL);
        }
        let plain = element.is_atomic() && head.is_atomic();
        if plain {
            if m.store.unify(element, head) {
                return m.unify_arg(2, NIL);
            }
        } else if super::compare::can_unify(m, element, head) {
            return m.unify_arg(2, list);
        }
        let next = m.store.heap.at(list.index() + 1);
        if end.tag() == Tag::Lst && next == end {
            // A list that runs in a circle has been seen once around.
            let again = m.store.heap.at(end.index());
            return Ok(super::compare::can_unify(m, element, again) && m.unify_arg(2, end)?);
        }
        list = next;
    }
    if list.is_var() {
        return m.unify_arg(2, list);
    }
    if list == NIL {
        return Ok(false);
    }
    let whole = m.arg(1);
    Err(type_error(m, "list", whole))
}

fn natural_number(m: &mut Machine, cell: Cell) -> Result<Option<Number>, Throw> {
    if cell.is_var() {
        return Ok(None);
    }
    if !cell.is_integer() {
        return Err(type_error(m, "integer", cell));
    }
    match m.store.heap.number(cell) {
        Some(n) if n.standard_order(&Number::Int(0)) == std::cmp::Ordering::Less => {
            Err(domain_error(m, "not_less_than_zero", cell))
        }
        number => Ok(number),
    }
}

fn succ(m: &mut Machine) -> Outcome {
    let (low, high) = (m.arg(0), m.arg(1));
    let l = natural_number(m, low)?;
    let h = natural_number(m, high)?;
    match (l, h) {
        (Some(l), _) => {
            let next = m.store.heap.put_number(add(&l, 1));
            m.unify_arg(1, next)
        }
        (None, Some(Number::Int(0))) => Ok(false),
        (None, Some(h)) => {
            let previous = m.store.heap.put_number(add(&h, -1));
            m.unify_arg(0, previous)
        }
        (None, None) => Err(instantiation(m)),
    }
}

/// An exact integer and a small one.
fn add(number: &Number, by: i64) -> Number {
    match number {
        Number::Int(n) => match n.checked_add(by) {
            Some(sum) => Number::Int(sum),
            None => Number::big(dashu_int::IBig::from(*n) + by),
        },
        Number::Big(n) => Number::big(n.clone() + by),
        other => other.clone(),
    }
}

fn integer(m: &mut Machine, cell: Cell) -> Result<Option<dashu_int::IBig>, Throw> {
    if !cell.is_var() && !cell.is_integer() {
        return Err(type_error(m, "integer", cell));
    }
    Ok(match m.store.heap.number(cell) {
        Some(Number::Int(n)) => Some(n.into()),
        Some(Number::Big(n)) => Some(n),
        _ => None,
    })
}

fn plus(m: &mut Machine) -> Outcome {
    let [a, b, c] = [m.arg(0), m.arg(1), m.arg(2)];
    let (x, y, z) = (integer(m, a)?, integer(m, b)?, integer(m, c)?);
    let (i, value) = match (x, y, z) {
        (Some(x), Some(y), _) => (2, x + y),
        (Some(x), None, Some(z)) => (1, z - x),
        (None, Some(y), Some(z)) => (0, z - y),
        _ => return Err(instantiation(m)),
    };
    let value = m.store.heap.put_big(value);
    m.unify_arg(i, value)
}

/// `'$nth'(Index, List, Rest)`: the list after `Index` elements; fails if it is shorter.
fn nth(m: &mut Machine) -> Outcome {
    let index = super::term::int_arg(m, 0)?;
    let mut list = m.arg(1);
    for _ in 0..index.max(0) {
        if list.tag() != Tag::Lst {
            break;
        }
        list = m.store.heap.at(list.index() + 1);
    }
    if list.tag() == Tag::Lst { m.unify_arg(2, list) } else { Ok(false) }
}

/// `'$numlist'(Low, High, List)` for small integers.
fn numlist(m: &mut Machine) -> Outcome {
    let (low, high) = (m.arg(0), m.arg(1));
    let (Some(low), Some(high)) = (int_or_var(m, low)?, int_or_var(m, high)?) else {
        return Err(instantiation(m));
    };
    let length = usize::try_from(high.saturating_sub(low)).unwrap_or(0);
    m.room(length.saturating_mul(2 * size_of::<Cell>()))?;
    let cells: Vec<Cell> = (low..=high).map(|n| m.store.heap.put_int(n)).collect();
    unify_list(m, 2, &cells)
}

/// `'$reverse'(List, Reversed, Tail)` for the elements of a list as far as they go.
fn reverse(m: &mut Machine) -> Outcome {
    let (mut elements, tail) = m.store.heap.list_prefix(m.arg(0));
    elements.reverse();
    let list = m.store.heap.put_list_of(&elements, NIL);
    Ok(m.unify_arg(1, list)? && m.unify_arg(2, tail)?)
}
