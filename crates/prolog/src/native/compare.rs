//! Comparing terms, and unification that leaves no trace.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

use super::{
    Table,
    args::{domain_error, type_error},
    term::{is_acyclic, variables},
};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    machine::Machine,
    throw::Outcome,
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("==", 2, |m| Ok(order(m) == Ordering::Equal)),
    ("\\==", 2, |m| Ok(order(m) != Ordering::Equal)),
    ("@<", 2, |m| Ok(order(m) == Ordering::Less)),
    ("@>", 2, |m| Ok(order(m) == Ordering::Greater)),
    ("@=<", 2, |m| Ok(order(m) != Ordering::Greater)),
    ("@>=", 2, |m| Ok(order(m) != Ordering::Less)),
    ("compare", 3, compare),
    ("=@=", 2, |m| Ok(is_variant(m, m.arg(0), m.arg(1)))),
    ("\\=@=", 2, |m| Ok(!is_variant(m, m.arg(0), m.arg(1)))),
    ("subsumes_term", 2, subsumes_term),
    ("$matches", 2, matches_head),
    ("unify_with_occurs_check", 2, unify_with_occurs_check),
    ("?=", 2, decided),
    ("$differ", 3, differ),
    ("unifiable", 3, unifiable),
    ("same_term", 2, |m| Ok(m.arg(0) == m.arg(1) || same_atomic(m))),
];

fn order(m: &Machine) -> Ordering {
    m.store.compare(&m.atoms, m.arg(0), m.arg(1))
}

fn same_atomic(m: &Machine) -> bool {
    m.arg(0).is_atomic() && order(m) == Ordering::Equal
}

fn compare(m: &mut Machine) -> Outcome {
    let wanted = m.arg(0);
    if !wanted.is_var() {
        if !wanted.is_atom() {
            return Err(type_error(m, "atom", wanted));
        }
        if !matches!(wanted.atom_value(), Atom::LESS | Atom::GREATER | Atom::EQUALS) {
            return Err(domain_error(m, "order", wanted));
        }
    }
    let order = m.store.compare(&m.atoms, m.arg(1), m.arg(2));
    let symbol = match order {
        Ordering::Less => Atom::LESS,
        Ordering::Equal => Atom::EQUALS,
        Ordering::Greater => Atom::GREATER,
    };
    m.unify_arg(0, Cell::atom(symbol))
}

/// Are two terms the same but for the names of variables?
pub fn is_variant(m: &Machine, left: Cell, right: Cell) -> bool {
    let heap = &m.store.heap;
    let mut forth: HashMap<usize, usize> = HashMap::new();
    let mut back: HashMap<usize, usize> = HashMap::new();
    walk_pairs(heap, left, right, |l, r| match (l.is_var(), r.is_var()) {
        (true, true) => {
            let (l, r) = (l.index(), r.index());
            Some(*forth.entry(l).or_insert(r) == r && *back.entry(r).or_insert(l) == l)
        }
        (true, false) | (false, true) => Some(false),
        _ => atomic_pair(m, l, r),
    })
}

/// Equal or not where at least one of two cells is no compound; `None` for two compounds.
fn atomic_pair(m: &Machine, l: Cell, r: Cell) -> Option<bool> {
    if l.is_compound() && r.is_compound() {
        return None;
    }
    Some(l == r || (l.tag() == Tag::Boxed && r.tag() == Tag::Boxed && m.store.same_box(l, r)))
}

/// Walks two terms side by side. `leaf` decides pairs (`None`: compare the arguments).
fn walk_pairs(
    heap: &Heap,
    left: Cell,
    right: Cell,
    mut leaf: impl FnMut(Cell, Cell) -> Option<bool>,
) -> bool {
    const FREE: usize = 1 << 20;
    let mut steps = 0;
    let mut seen = HashSet::new();
    let mut pending = vec![(left, right)];
    while let Some((l, r)) = pending.pop() {
        let (l, r) = (heap.deref(l), heap.deref(r));
        match leaf(l, r) {
            Some(true) => continue,
            Some(false) => return false,
            None => {}
        }
        let (Some(a), Some(b)) = (heap.compound(l), heap.compound(r)) else { return false };
        if (a.name, a.arity) != (b.name, b.arity) {
            return false;
        }
        steps += 1;
        if steps > FREE && !seen.insert((l, r)) {
            continue;
        }
        for i in (0..a.arity).rev() {
            pending.push((heap.cells[a.first + i], heap.cells[b.first + i]));
        }
    }
    true
}

/// Is the second term an instance of the first, without binding anything?
fn subsumes_term(m: &mut Machine) -> Outcome {
    let (general, specific) = (m.arg(0), m.arg(1));
    let heap = &m.store.heap;
    // Variables of the specific term stand for themselves.
    let fixed: HashSet<usize> = variables(heap, specific).iter().map(|v| v.index()).collect();
    let mut bound: HashMap<usize, Cell> = HashMap::new();
    let instance = walk_pairs(heap, general, specific, |l, r| {
        if !l.is_var() {
            return if r.is_var() { Some(false) } else { atomic_pair(m, l, r) };
        }
        if fixed.contains(&l.index()) {
            return Some(l == r);
        }
        match bound.get(&l.index()) {
            Some(&value) => Some(m.store.compare(&m.atoms, value, r) == Ordering::Equal),
            None => {
                bound.insert(l.index(), r);
                Some(true)
            }
        }
    });
    Ok(instance)
}

/// `$matches(Head, Goal)` for the head of a rule, whose variables are new: is the goal an instance
/// of it? Only the head is walked, so that the size of the goal does not matter.
fn matches_head(m: &mut Machine) -> Outcome {
    let (head, goal) = (m.arg(0), m.arg(1));
    let mut bound: Vec<(usize, Cell)> = Vec::new();
    let instance = walk_pairs(&m.store.heap, head, goal, |l, r| {
        if !l.is_var() {
            return if r.is_var() { Some(false) } else { atomic_pair(m, l, r) };
        }
        match bound.iter().find(|(index, _)| *index == l.index()) {
            Some(&(_, value)) => Some(m.store.compare(&m.atoms, value, r) == Ordering::Equal),
            None => {
                bound.push((l.index(), r));
                Some(true)
            }
        }
    });
    Ok(instance)
}

fn unify_with_occurs_check(m: &mut Machine) -> Outcome {
    let (left, right) = (m.arg(0), m.arg(1));
    // A term that was cyclic before stays so: only new cycles count.
    let heap = &m.store.heap;
    let cyclic = !is_acyclic(heap, left) || !is_acyclic(heap, right);
    Ok(m.store.unify(left, right) && (cyclic || is_acyclic(&m.store.heap, left)))
}

/// Unifies, hands the result to `look`, and takes everything back.
fn trying<T>(
    m: &mut Machine,
    left: Cell,
    right: Cell,
    look: impl FnOnce(&mut Machine, bool, usize) -> T,
) -> T {
    let height = m.store.trail.len();
    let below = std::mem::replace(&mut m.store.trail_below, m.store.heap.top());
    let woken = std::mem::take(&mut m.store.woken);
    let unified = m.store.unify(left, right);
    let result = look(m, unified, height);
    m.store.undo_to(height);
    m.store.trail_below = below;
    m.store.woken = woken;
    result
}

/// Would two terms unify?
pub fn can_unify(m: &mut Machine, left: Cell, right: Cell) -> bool {
    trying(m, left, right, |_, unified, _| unified)
}

/// `'$differ'(X, Y, Sure)`: fails where two terms unify, says `yes` where they do not; says `ask`
/// where they do but attributed variables would have a word in it.
fn differ(m: &mut Machine) -> Outcome {
    let (left, right) = (m.arg(0), m.arg(1));
    let (unified, woken) =
        trying(m, left, right, |m, unified, _| (unified, !m.store.woken.is_empty()));
    let answer = match (unified, woken) {
        (false, _) => "yes",
        (true, true) => "ask",
        (true, false) => return Ok(false),
    };
    let answer = super::args::atom(m, answer);
    m.unify_arg(2, answer)
}

/// `?=/2`: whether two terms are equal is decided for good.
fn decided(m: &mut Machine) -> Outcome {
    let (left, right) = (m.arg(0), m.arg(1));
    Ok(trying(m, left, right, |m, unified, height| !unified || m.store.trail.len() == height))
}

/// `unifiable(X, Y, Unifier)`: the bindings that would make two terms equal, last one first.
fn unifiable(m: &mut Machine) -> Outcome {
    let (left, right) = (m.arg(0), m.arg(1));
    if left == right {
        return super::args::unify_list(m, 2, &[]);
    }
    if left.is_var() || right.is_var() {
        let sides = if left.is_var() { [left, right] } else { [right, left] };
        let pair = m.store.heap.put_compound(Atom::EQUALS, &sides);
        return super::args::unify_list(m, 2, &[pair]);
    }
    let bindings = trying(m, left, right, |m, unified, height| {
        unified.then(|| {
            let heap = &m.store.heap;
            let pair = |&(index, old): &(usize, Cell)| (old, heap.cells[index]);
            m.store.trail[height..].iter().map(pair).collect::<Vec<_>>()
        })
    });
    let Some(bindings) = bindings else { return Ok(false) };
    let mut elements = Vec::new();
    for (variable, value) in bindings.into_iter().rev() {
        elements.push(m.store.heap.put_compound(Atom::EQUALS, &[variable, value]));
    }
    super::args::unify_list(m, 2, &elements)
}
