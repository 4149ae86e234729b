//! All fillings of a constraint by trying every one, to compare with what is told.

use pencilmark_kernel::VarId;

use crate::board::Board;
use crate::sets::{Cell, Digit};

/// What the cells of a constraint, in the order of its scope, can be.
pub(super) fn fillings(board: &Board, unit: usize) -> Vec<Vec<Digit>> {
    let own = &board.units[unit];
    let posted = own.posted.iter().map(|&at| &board.lowered.problem.posted()[at].constraint);
    let posted: Vec<_> = posted.collect();
    let size = own.scope.len() as u32;
    let filling = |way: usize| -> Vec<Digit> {
        (0..size).map(|at| way / board.digits.pow(at) % board.digits).collect()
    };
    let holds = |filling: &Vec<Digit>| {
        let value = |var: VarId| {
            let cell: Cell = board.lowered.cells.binary_search(&var).expect("a cell");
            let at = own.scope.iter().position(|c| *c == cell).expect("a cell of the scope");
            board.value(filling[at])
        };
        posted.iter().all(|constraint| constraint.holds(&value))
    };
    (0..board.digits.pow(size)).map(filling).filter(holds).collect()
}
