//! Relations whose sides are integers already: most of the calls of a program that uses `#=` for
//! its arithmetic. They are decided without the store.

use std::cmp::Ordering;

use pencilmark_fd::Rel;

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    machine::Machine,
    throw::Outcome,
};

/// Deeper expressions are left to the store.
const DEPTH: usize = 16;

/// Decides a relation between integers, or binds a variable that nothing constrains yet.
/// `None` where there is more to do.
pub fn relate(m: &mut Machine, rel: Rel, left: Cell, right: Cell) -> Option<Outcome> {
    let heap = &m.store.heap;
    match (value(m, left, DEPTH), value(m, right, DEPTH)) {
        (Some(a), Some(b)) => Some(Ok(holds(rel, a.cmp(&b)))),
        (None, Some(b)) if rel == Rel::Eq && heap.deref(left).tag() == Tag::Ref => {
            Some(bind(m, left, b))
        }
        (Some(a), None) if rel == Rel::Eq && heap.deref(right).tag() == Tag::Ref => {
            Some(bind(m, right, a))
        }
        (None, None) if rel == Rel::Neq => apart(m, left, right),
        _ => None,
    }
}

/// `X #\= Y`, `X #\= Y + C` and `X #\= Y - C` between variables that are constrained already.
fn apart(m: &mut Machine, left: Cell, right: Cell) -> Option<Outcome> {
    let heap = &m.store.heap;
    if right.tag() == Tag::Att {
        let (x, y) = (m.fd.find(heap, left)?, m.fd.find(heap, right)?);
        m.fd.begin(heap);
        return m.fd.store.post_apart(x, y, 0).then_some(Ok(true));
    }
    let compound = heap.compound(right)?;
    let sum = match compound.name {
        Atom::PLUS if compound.arity == 2 => true,
        Atom::MINUS if compound.arity == 2 => false,
        _ => return None,
    };
    let (y, c) = (heap.at(compound.first), heap.at(compound.first + 1));
    if c.tag() != Tag::Int || c.int_value() == 0 {
        return None;
    }
    let (x, y) = (m.fd.find(heap, left)?, m.fd.find(heap, y)?);
    let (x, y) = if sum { (x, y) } else { (y, x) };
    m.fd.begin(heap);
    m.fd.store.post_apart(x, y, c.int_value()).then_some(Ok(true))
}

fn bind(m: &mut Machine, variable: Cell, value: i64) -> Outcome {
    let value = m.store.heap.put_int(value);
    Ok(m.store.unify(variable, value))
}

fn holds(rel: Rel, order: Ordering) -> bool {
    match rel {
        Rel::Eq => order.is_eq(),
        Rel::Neq => order.is_ne(),
        Rel::Lt => order.is_lt(),
        Rel::Gt => order.is_gt(),
        Rel::Leq => order.is_le(),
        Rel::Geq => order.is_ge(),
    }
}

fn value(m: &Machine, cell: Cell, depth: usize) -> Option<i64> {
    let heap: &Heap = &m.store.heap;
    let cell = heap.deref(cell);
    match cell.tag() {
        Tag::Int => Some(cell.int_value()),
        Tag::Str if depth > 0 => {
            let compound = heap.compound(cell)?;
            if compound.arity != 2 {
                return None;
            }
            let a = value(m, heap.cells[compound.first], depth - 1)?;
            let b = value(m, heap.cells[compound.first + 1], depth - 1)?;
            match compound.name {
                Atom::PLUS => a.checked_add(b),
                Atom::MINUS => a.checked_sub(b),
                Atom::STAR => a.checked_mul(b),
                _ => None,
            }
        }
        _ => None,
    }
}
