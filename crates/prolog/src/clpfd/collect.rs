//! Constraints as data: while a goal is collected, what it posts is noted instead of posted.
//!
//! This is how `why/1` learns what a program said, in the words it was said in: no value has been
//! filled in yet, because nothing propagates.

use crate::{
    atom::Atom,
    cell::Cell,
    machine::{Machine, Native},
    store::NIL,
    throw::Outcome,
};

/// The natives of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[("$fd_collecting", 1, collecting)];

/// `$fd_collecting(Flag)`: from now on constraints are noted (`true`) or posted (`false`).
fn collecting(m: &mut Machine) -> Outcome {
    m.fd.collecting = m.arg(0) == Cell::atom(Atom::TRUE);
    Ok(true)
}

/// Notes the constraint of this name with the arguments in the registers, newest first, in the
/// global variable `$collected`, which backtracking takes back.
pub fn note(m: &mut Machine, name: &str, arity: usize) -> Outcome {
    let args: Vec<Cell> = (0..arity).map(|i| m.arg(i)).collect();
    let name = m.atoms.intern(name);
    let goal = m.store.heap.put_compound(name, &args);
    note_goal(m, goal)
}

/// Notes a goal.
pub fn note_goal(m: &mut Machine, goal: Cell) -> Outcome {
    let collected = m.atoms.intern("$collected");
    let cell = m.global_cell(collected)?;
    let module = Cell::atom(m.fd.module);
    let goal = m.store.heap.put_compound(Atom::COLON, &[module, goal]);
    let before = m.global_value(collected).unwrap_or(NIL);
    let list = m.store.heap.put_list(goal, before);
    m.store.assign(cell, list);
    Ok(true)
}
