//! Sorting lists.

use std::cmp::Ordering;

use super::{
    Table,
    args::{domain_error, instantiation, list, must_be, natural, type_error, unify_list},
};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    machine::Machine,
    throw::{Outcome, Throw, error},
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("msort", 2, |m| sort_list(m, false)),
    ("sort", 2, |m| sort_list(m, true)),
    ("sort", 4, sort4),
    ("keysort", 2, keysort),
];

fn sort_list(m: &mut Machine, distinct: bool) -> Outcome {
    let unsorted = m.arg(0);
    let elements = list(m, unsorted)?;
    let mut keyed: Vec<(Cell, Cell)> = elements.into_iter().map(|e| (e, e)).collect();
    sort_keyed(m, &mut keyed, false, distinct);
    unify_values(m, 1, &keyed)
}

fn keysort(m: &mut Machine) -> Outcome {
    let unsorted = m.arg(0);
    let elements = list(m, unsorted)?;
    let mut keyed = Vec::with_capacity(elements.len());
    for element in elements {
        match m.store.heap.args::<2>(element, Atom::MINUS) {
            Some([key, _]) => keyed.push((key, element)),
            None => return Err(must_be(m, "pair", element)),
        }
    }
    sort_keyed(m, &mut keyed, false, false);
    unify_values(m, 1, &keyed)
}

fn sort4(m: &mut Machine) -> Outcome {
    let (key, order, unsorted) = (m.arg(0), m.arg(1), m.arg(2));
    let position = match key.tag() {
        Tag::Int if key.int_value() < 0 => {
            return Err(domain_error(m, "not_less_than_one", key));
        }
        Tag::Ref | Tag::Att => return Err(instantiation(m)),
        Tag::Atom => None,
        _ if key.is_integer() => Some(natural(m, key)?),
        _ => return Err(type_error(m, "sort_key", key)),
    };
    if !order.is_atom() {
        return Err(must_be(m, "atom", order));
    }
    let (descending, distinct) = match m.atoms.text(order.atom_value()) {
        "@<" => (false, true),
        "@=<" => (false, false),
        "@>" => (true, true),
        "@>=" => (true, false),
        _ => return Err(domain_error(m, "order", order)),
    };
    let elements = list(m, unsorted)?;
    let mut keyed = Vec::with_capacity(elements.len());
    for element in elements {
        let key = match position {
            Some(0) => element,
            position => argument(m, element, position, key)?,
        };
        keyed.push((key, element));
    }
    sort_keyed(m, &mut keyed, descending, distinct);
    unify_values(m, 3, &keyed)
}

/// The argument of a compound that it is sorted by.
fn argument(
    m: &mut Machine,
    element: Cell,
    position: Option<usize>,
    key: Cell,
) -> Result<Cell, Throw> {
    let Some(compound) = m.store.heap.compound(element) else {
        return Err(must_be(m, "compound", element));
    };
    match position {
        Some(n) if n <= compound.arity => Ok(m.store.heap.at(compound.first + n - 1)),
        Some(_) => {
            let what = m.atoms.intern("argument");
            let args = [Cell::atom(what), key, element];
            let formal = m.store.heap.put_compound(Atom::EXISTENCE_ERROR, &args);
            Err(error(&mut m.store.heap, formal))
        }
        None => Err(type_error(m, "dict", element)),
    }
}

fn unify_values(m: &mut Machine, i: usize, keyed: &[(Cell, Cell)]) -> Outcome {
    let values: Vec<Cell> = keyed.iter().map(|&(_, value)| value).collect();
    unify_list(m, i, &values)
}

/// Sorts by key, stably; of equal keys the first stays if they must be distinct.
fn sort_keyed(m: &Machine, items: &mut Vec<(Cell, Cell)>, descending: bool, distinct: bool) {
    if items.iter().all(|(key, _)| key.tag() == Tag::Int) {
        let value = |item: &(Cell, Cell)| item.0.int_value();
        if descending {
            items.sort_by_key(|item| std::cmp::Reverse(value(item)));
        } else {
            items.sort_by_key(value);
        }
        if distinct {
            items.dedup_by_key(|item| item.0.int_value());
        }
        return;
    }
    let order = |a: Cell, b: Cell| {
        let order = m.store.compare(&m.atoms, a, b);
        if descending { order.reverse() } else { order }
    };
    merge_sort(items, order);
    if distinct {
        items.dedup_by(|later, kept| order(later.0, kept.0) == Ordering::Equal);
    }
}

/// A merge sort that is content with any order: that of terms which contain themselves need not
/// be transitive, and the sorts of the standard library may panic at that.
fn merge_sort(items: &mut Vec<(Cell, Cell)>, order: impl Fn(Cell, Cell) -> Ordering) {
    let mut buffer = Vec::with_capacity(items.len());
    let mut width = 1;
    while width < items.len() {
        buffer.clear();
        for run in items.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let (Some(l), Some(r)) = (left.first(), right.first()) {
                if order(l.0, r.0) == Ordering::Greater {
                    buffer.push(*r);
                    right = &right[1..];
                } else {
                    buffer.push(*l);
                    left = &left[1..];
                }
            }
            buffer.extend_from_slice(left);
            buffer.extend_from_slice(right);
        }
        std::mem::swap(items, &mut buffer);
        width *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_is_stable() {
        let mut items: Vec<(Cell, Cell)> = [3, 1, 2, 1, 3]
            .iter()
            .zip(0..)
            .map(|(&k, v)| (Cell::small(k), Cell::small(v)))
            .collect();
        merge_sort(&mut items, |a, b| a.int_value().cmp(&b.int_value()));
        let values: Vec<i64> = items.iter().map(|(_, v)| v.int_value()).collect();
        assert_eq!(values, [1, 3, 2, 0, 4]);
    }
}
