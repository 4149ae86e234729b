//! Relations whose sides are integers already: most of the calls of a program that uses `#=` for
//! its arithmetic. They are decided without the store.

use std::cmp::Ordering;

use pencilmark_fd::{Arg, FdVar, Rel};

use super::{
    expr::Reader,
    post::{finish, post},
};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    machine::Machine,
    throw::Outcome,
};

/// Deeper expressions are left to the store.
const DEPTH: usize = 16;

/// Sums nest deeper: each term adds one.
const NESTING: usize = 200;

/// Longer lists are left to the store too; they may have no end.
const LONG: usize = 10_000;

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
        _ if rel == Rel::Neq => None,
        _ => plus(m, rel, left, right).or_else(|| linear(m, rel, left, right)),
    }
}

/// A term that is a variable or a small integer.
fn leaf(heap: &Heap, cell: Cell) -> Option<Cell> {
    let cell = heap.deref(cell);
    (cell.is_var() || cell.tag() == Tag::Int).then_some(cell)
}

/// `X #= Y+Z` and `X #= Y-Z`, either way round.
fn plus(m: &mut Machine, rel: Rel, left: Cell, right: Cell) -> Option<Outcome> {
    if rel != Rel::Eq {
        return None;
    }
    let heap = &m.store.heap;
    let (whole, parts, leaf_first) = match (leaf(heap, left), leaf(heap, right)) {
        (Some(whole), None) => (whole, heap.compound(heap.deref(right))?, true),
        (None, Some(whole)) => (whole, heap.compound(heap.deref(left))?, false),
        _ => return None,
    };
    let sum = match (parts.name, parts.arity) {
        (Atom::PLUS, 2) => true,
        (Atom::MINUS, 2) => false,
        _ => return None,
    };
    let (y, z) = (leaf(heap, heap.cells[parts.first])?, leaf(heap, heap.cells[parts.first + 1])?);
    if !y.is_var() && !z.is_var() {
        return None;
    }
    let read = |r: &mut Reader<'_>| {
        let first = leaf_first.then(|| r.arg(whole)).transpose()?;
        let (y, z) = (r.arg(y)?, r.arg(z)?);
        let x = match first {
            Some(x) => x,
            None => r.arg(whole)?,
        };
        Ok((x, y, z))
    };
    Some(post(m, read, |s, (x, y, z)| {
        let whole = if sum { [&y, &z, &x] } else { [&x, &z, &y] };
        let left: &[&Arg] = if leaf_first { &[&x] } else { &[&y, &z] };
        s.post_plus(whole, left)
    }))
}

/// Equations with more than three leaves, and inequalities, that are sums of products of
/// variables that are constrained already.
fn linear(m: &mut Machine, rel: Rel, left: Cell, right: Cell) -> Option<Outcome> {
    let mut products = std::mem::take(&mut m.fd.products);
    products.clear();
    let mut sum = Sum { products, constant: 0, leaves: 0 };
    let done = post_linear(m, rel, left, right, &mut sum);
    m.fd.products = sum.products;
    done
}

fn post_linear(
    m: &mut Machine,
    rel: Rel,
    left: Cell,
    right: Cell,
    sum: &mut Sum,
) -> Option<Outcome> {
    for (side, factor) in [(left, 1), (right, -1)] {
        let (before, leaves) = (sum.products.len(), sum.leaves);
        sum.add(m, side, factor, NESTING)?;
        // A side that is a number in the end counts as one leaf.
        if sum.products.len() == before && sum.leaves > leaves + 1 {
            return None;
        }
    }
    let total = sum.constant.checked_neg()?;
    let (rel, total) = match rel {
        Rel::Eq if sum.leaves > 3 => (Rel::Eq, total),
        Rel::Geq => (Rel::Geq, total),
        Rel::Gt => (Rel::Geq, total.checked_add(1)?),
        _ => return None,
    };
    m.fd.begin(&m.store.heap);
    m.fd.store.renew_limits(&m.interrupt, m.deadline);
    let first_new = m.fd.store.var_count();
    let result = m.fd.store.post_products(rel, &mut sum.products, total)?;
    Some(finish(m, result, first_new))
}

/// `sum/3` of constrained variables and integers that equals an integer.
pub fn sum(m: &mut Machine, list: Cell, value: Cell) -> Option<Outcome> {
    let mut products = std::mem::take(&mut m.fd.products);
    products.clear();
    let mut sum = Sum { products, constant: 0, leaves: 0 };
    let done = post_sum(m, list, value, &mut sum);
    m.fd.products = sum.products;
    done
}

fn post_sum(m: &mut Machine, list: Cell, value: Cell, sum: &mut Sum) -> Option<Outcome> {
    let heap = &m.store.heap;
    let value = heap.deref(value);
    if value.tag() != Tag::Int {
        return None;
    }
    let mut rest = heap.deref(list);
    while rest.tag() == Tag::Lst {
        let first = leaf(heap, heap.cells[rest.index()])?;
        sum.add(m, first, 1, 0)?;
        rest = heap.at(rest.index() + 1);
        if sum.leaves > LONG {
            return None;
        }
    }
    if rest != Cell::atom(Atom::NIL) {
        return None;
    }
    let total = value.int_value().checked_sub(sum.constant)?;
    m.fd.begin(&m.store.heap);
    m.fd.store.renew_limits(&m.interrupt, m.deadline);
    let first_new = m.fd.store.var_count();
    let result = m.fd.store.post_products(Rel::Eq, &mut sum.products, total)?;
    Some(finish(m, result, first_new))
}

/// A sum of products as it is read.
struct Sum {
    products: Vec<(i64, FdVar)>,
    constant: i64,
    leaves: usize,
}

impl Sum {
    /// Adds a multiple of a term; `None` where it is not linear, or too large.
    fn add(&mut self, m: &Machine, cell: Cell, factor: i64, depth: usize) -> Option<()> {
        let heap = &m.store.heap;
        let cell = heap.deref(cell);
        match cell.tag() {
            Tag::Int => {
                self.leaves += 1;
                let value = factor.checked_mul(cell.int_value())?;
                self.constant = self.constant.checked_add(value)?;
            }
            Tag::Att => {
                self.leaves += 1;
                self.products.push((factor, m.fd.find(heap, cell)?));
            }
            Tag::Str if depth > 0 => {
                let compound = heap.compound(cell)?;
                if compound.arity != 2 {
                    return None;
                }
                let (a, b) = (heap.at(compound.first), heap.at(compound.first + 1));
                match compound.name {
                    Atom::PLUS | Atom::MINUS => {
                        self.add(m, a, factor, depth - 1)?;
                        let sign = if compound.name == Atom::PLUS { 1 } else { -1 };
                        self.add(m, b, factor.checked_mul(sign)?, depth - 1)?;
                    }
                    Atom::STAR => {
                        let (number, other) = match (a.tag(), b.tag()) {
                            (Tag::Int, _) => (a, b),
                            (_, Tag::Int) => (b, a),
                            _ => return None,
                        };
                        self.leaves += 1;
                        self.add(m, other, factor.checked_mul(number.int_value())?, depth - 1)?;
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
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
