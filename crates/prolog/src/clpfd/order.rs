//! `zcompare/3` and `lex_chain/1`: constraints that end in a term or a goal of Prolog.

use pencilmark_fd::{Arg, Goal};

use super::post::post;
use crate::{
    atom::Atom,
    cell::Cell,
    machine::{Machine, Native},
    throw::Outcome,
};

/// The natives of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("$fd_compare", 3, compare),
    ("$fd_remember_lex_chain", 1, remember_lex_chain),
    ("$link_native", 2, link_native),
];

/// `$link_native(Name/Arity, Native)`: a predicate of the module `clpfd` that is a native of
/// another name, so that programs without the library can have the name for themselves.
fn link_native(m: &mut Machine) -> Outcome {
    let native = m.arg(1);
    let Some([name, arity]) = m.store.heap.args::<2>(m.arg(0), Atom::SLASH) else {
        return Ok(false);
    };
    let arity = arity.int_value() as usize;
    let own = m.pred(m.fd.module, name.atom_value(), arity);
    let system = m.pred(Atom::SYSTEM, native.atom_value(), arity);
    m.entries[own as usize] = m.entries[system as usize];
    m.preds[own as usize].flags.defined = true;
    Ok(true)
}

/// `$fd_compare(Order, A, B)`: Order becomes `<`, `=` or `>` once it is known.
fn compare(m: &mut Machine) -> Outcome {
    let (order, a, b) = (m.arg(0), m.arg(1), m.arg(2));
    let token = m.fd.new_order(order.index());
    post(
        m,
        |r| {
            let a = r.arg(a)?;
            Ok((a, r.arg(b)?))
        },
        |s, (a, b)| s.post_compare(token, &a, &b),
    )
}

/// The goal is shown at the variables of all lists but the first.
fn remember_lex_chain(m: &mut Machine) -> Outcome {
    let lists = m.arg(0);
    post(
        m,
        |r| r.list(lists)?.into_iter().map(|list| r.args(list)).collect::<Result<Vec<_>, _>>(),
        |s, lists: Vec<Vec<Arg>>| {
            let goal = s.remember(Goal::LexChain(lists.clone()));
            for arg in lists.iter().skip(1).flatten() {
                s.remember_at(goal, arg);
            }
            Ok(())
        },
    )
}

impl Machine {
    /// Binds the orders that have been decided; false where one was something else already.
    pub(super) fn fd_orders(&mut self) -> Outcome {
        while let Some((token, order)) = self.fd.store.next_order() {
            let Some(cell) = self.fd.order_cell(token) else { continue };
            let name = match order {
                std::cmp::Ordering::Less => "<",
                std::cmp::Ordering::Equal => "=",
                std::cmp::Ordering::Greater => ">",
            };
            let value = Cell::atom(self.atoms.intern(name));
            if !self.store.unify(cell, value) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
