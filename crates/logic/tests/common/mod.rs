//! What tests of several files ask.

use pencilmark_kernel::search::{Limits, Search, SearchOptions};
use pencilmark_kernel::{CompileOptions, Constraint, Problem};
use pencilmark_logic::{Board, Each};

/// Whether some constraints, and what cells may be, leave no way: by a search of so many nodes, with
/// constraints that the explanation has no part in compiling.
pub fn clash(board: &Board, units: &[usize], left: &[u64], nodes: u64) -> bool {
    let whole = &board.lowered.problem;
    let mut own = Problem::new();
    for def in whole.vars() {
        own.var(def.lo, def.hi);
    }
    let group = own.group();
    for &posted in units.iter().flat_map(|&u| &board.units[u].posted) {
        own.post(group, whole.posted()[posted].constraint.clone());
    }
    for (cell, &digits) in left.iter().enumerate() {
        let values = Each(digits).map(|d| board.value(d)).collect();
        own.post(group, Constraint::Domain { var: board.lowered.cells[cell], values });
    }
    let model = own.compile(&CompileOptions::default());
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut search = Search::new(&model, SearchOptions { limits, ..Default::default() });
    matches!(search.next_solution(), Ok(None))
}
