//! Exchanging what two predicates are, for wrappers around predicates.

use super::{Table, args};
use crate::{
    atom::Atom,
    machine::Machine,
    throw::{Outcome, Throw},
};

/// Predicates of this file.
pub const NATIVES: Table = &[("$swap_predicates", 2, swap)];

/// `$swap_predicates(:Head, +Name)`: the predicate of the head and that of the same arity and
/// this name exchange their clauses and properties.
fn swap(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.arg(0), Atom::USER);
    let other = m.arg(1);
    let Some((name, arity)) = m.functor_of(head) else {
        return Err(args::must_be(m, "callable", head));
    };
    if !other.is_atom() {
        return Err(args::must_be(m, "atom", other));
    }
    let left = match m.definition(module, name, arity) {
        Some(pred) => pred,
        None => m.pred(module, name, arity),
    };
    if let Some(throw) = system_predicate(m, left) {
        return Err(throw);
    }
    m.read_clauses(left)?;
    let home = m.preds[left as usize].module;
    let right = m.pred(home, other.atom_value(), arity);
    if left != right {
        exchange(m, left as usize, right as usize);
    }
    Ok(true)
}

fn system_predicate(m: &mut Machine, pred: u32) -> Option<Throw> {
    let info = &m.preds[pred as usize];
    let (module, name, arity, locked) = (info.module, info.name, info.arity, info.flags.locked);
    locked.then(|| m.static_procedure(module, name, arity, "modify"))
}

fn exchange(m: &mut Machine, left: usize, right: usize) {
    m.preds.swap(left, right);
    m.entries.swap(left, right);
    // Names stay where they were.
    let (low, high) = (left.min(right), left.max(right));
    let (head, tail) = m.preds.split_at_mut(high);
    let (one, two) = (&mut head[low], &mut tail[0]);
    std::mem::swap(&mut one.name, &mut two.name);
    std::mem::swap(&mut one.module, &mut two.module);
    let (left, right) = (left as u32, right as u32);
    let other = |pred: u32| match pred {
        pred if pred == left => right,
        pred if pred == right => left,
        pred => pred,
    };
    for clause in &mut m.clauses {
        clause.pred = other(clause.pred);
    }
    for switch in &mut m.switches {
        switch.pred = other(switch.pred);
    }
}
