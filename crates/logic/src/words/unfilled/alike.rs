//! Why a cell does not say how many cells belong to a region that is to be found.

use pencilmark_kernel::{Constraint, VarId};
use pencilmark_puzzle::{CellId, Name};

use super::super::hidden::Outside;
use super::super::{cell, cells, digits};
use crate::board::Board;
use crate::oracle::Range;
use crate::sets::{Cell, Digits};

/// How many cells a number may count.
pub(in crate::words) struct Counted {
    /// The cell that says it.
    pub number: Cell,
    /// The value outside the grid that the others are compared with.
    first: VarId,
    lists: Vec<Vec<VarId>>,
    base: i64,
    gaps: bool,
}

/// What a constraint counts, if it counts cells of a region and does nothing else.
pub(in crate::words) fn counted(board: &Board, unit: usize) -> Option<Counted> {
    let &[posted] = &board.units[unit].posted[..] else { return None };
    let Constraint::Alike { number, first, lists, base, gaps } =
        &board.lowered.problem.posted()[posted].constraint
    else {
        return None;
    };
    let number = board.lowered.cells.binary_search(number).ok()?;
    Some(Counted { number, first: *first, lists: lists.clone(), base: *base, gaps: *gaps })
}

impl Counted {
    /// The fewest and the most that are counted if nothing is known.
    pub(in crate::words) fn ends(&self) -> (i64, i64) {
        (self.base, self.base + self.lists.iter().map(Vec::len).sum::<usize>() as i64)
    }

    /// Those that count: in a list with gaps all that belong, else those at its start.
    fn count(&self, belongs: &dyn Fn(VarId) -> bool) -> Vec<VarId> {
        let own = |list: &Vec<VarId>| -> Vec<VarId> {
            let all = list.iter().copied();
            match self.gaps {
                true => all.filter(|&v| belongs(v)).collect(),
                false => all.take_while(|&v| belongs(v)).collect(),
            }
        };
        self.lists.iter().flat_map(own).collect()
    }
}

/// That too many cells belong for sure, or too few can.
pub(super) fn fault(
    board: &Board,
    unit: usize,
    left: &[Digits],
    outside: &Outside,
) -> Option<String> {
    let own = counted(board, unit)?;
    let place = |var: VarId| board.lowered.vars.iter().position(|v| *v == var);
    let of =
        |var: VarId| -> Vec<Range> { place(var).map_or(vec![], |at| outside.left_of(board, at)) };
    let first = of(own.first);
    let sure =
        |v: VarId| v == own.first || matches!(first[..], [(a, b)] if a == b) && of(v) == first;
    let meets = |a: &Range, b: &Range| a.0 <= b.1 && b.0 <= a.1;
    let may = |v: VarId| v == own.first || of(v).iter().any(|a| first.iter().any(|b| meets(a, b)));
    let (known, open) = (own.count(&sure), own.count(&may));
    let (least, most) = (own.base + known.len() as i64, own.base + open.len() as i64);
    let (low, high) = (
        board.value(left[own.number].trailing_zeros() as usize),
        board.value(63 - left[own.number].leading_zeros() as usize),
    );
    let where_ = |vars: &[VarId]| -> Vec<Cell> {
        let at = |v: &VarId| board.puzzle.cell_of(Name::Var(place(*v)?)).map(CellId::index);
        let mut all: Vec<Cell> = vars.iter().chain([&own.first]).filter_map(at).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let says = format!("{} is {}", cell(board, own.number), digits(board, left[own.number], "or"));
    match (high < least, low > most) {
        (true, _) => {
            let those = cells(board, where_(&known));
            Some(format!("{those} are in one region, so it counts at least {least}, but {says}"))
        }
        (_, true) if open.is_empty() => {
            Some(format!("none of the others can be in that region, but {says}"))
        }
        (_, true) => {
            let those = cells(board, where_(&open));
            Some(format!(
                "only {those} can be in one region, so it counts at most {most}, but {says}"
            ))
        }
        _ => None,
    }
}
