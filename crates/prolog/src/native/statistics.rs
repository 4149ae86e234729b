//! What the machine has used.

use crate::{
    cell::Cell,
    machine::Machine,
    native::{Table, args},
    throw::Outcome,
};

/// The predicates.
pub const NATIVES: Table = &[("$statistics", 2, statistics)];

/// `$statistics(+Key, -Value)` for keys that are one number.
fn statistics(m: &mut Machine) -> Outcome {
    let key = m.arg(0);
    if !key.is_atom() {
        return Err(args::must_be(m, "atom", key));
    }
    let key = m.atoms.shared_text(key.atom_value());
    let value = match &*key {
        "inferences" => m.inferences as i64,
        "stack_limit" => m.stack_limit as i64,
        "stack" => m.used_bytes() as i64,
        "globalused" | "global" => m.store.heap.top() as i64 * 8,
        "localused" | "local" => m.env_top() as i64 * 8,
        "trailused" | "trail" => m.store.trail.len() as i64 * 16,
        "global_stack" | "local_stack" => m.store.heap.top() as i64 * 8,
        "atoms" => m.atoms.len() as i64,
        "predicates" => m.preds.len() as i64,
        "clauses" => m.clauses.len() as i64 - m.free_clauses.len() as i64,
        "modules" => m.modules.names().len() as i64,
        "codes" => m.code.len() as i64,
        "collections" | "global_shifts" | "local_shifts" | "trail_shifts" => m.gc_count as i64,
        "collected" => 0,
        "threads" | "engines" => 1,
        "epoch" => 0,
        "memory" | "core" => m.used_bytes() as i64,
        "cputime" | "process_cputime" => {
            let value = m.store.heap.put_float(crate::arith::cpu_time());
            return m.unify_arg(1, value);
        }
        "agc_time" | "gctime" => {
            let value = m.store.heap.put_float(0.0);
            return m.unify_arg(1, value);
        }
        _ => return Ok(false),
    };
    let value: Cell = m.store.heap.put_int(value);
    m.unify_arg(1, value)
}
