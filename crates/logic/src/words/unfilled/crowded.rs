//! Why cells that are all different cannot be filled: some of them have fewer digits than they are.

use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_kernel::{Constraint, VarId};

use super::super::constraints::one_each;
use super::super::{cells, digits};
use super::differing;
use crate::board::Board;
use crate::sets::{Cell, Digits, count};

/// Fewer cells show it at a glance.
const FEW: usize = 4;

/// The fewest cells found that have too few digits.
pub(super) fn fault(board: &Board, unit: usize, left: &[Digits]) -> Option<String> {
    let few = crowd(&apart(board, unit)?, left)?;
    let set = few.iter().fold(0, |all, &c| all | left[c]);
    let (those, most) = (cells(board, few.iter().copied()), digits(board, set, "and"));
    (few.len() >= FEW).then(|| {
        let (digits, cells) = (count(set), few.len());
        format!("{those} have only {digits} digits for {cells} cells: {most}")
    })
}

/// The cells that a constraint makes differ from each other.
fn apart(board: &Board, unit: usize) -> Option<Vec<Cell>> {
    let own = &board.units[unit];
    if differing(board, unit, &own.scope).is_some() {
        return Some(own.scope.clone());
    }
    let &[posted] = &own.posted[..] else { return None };
    let posted = &board.lowered.problem.posted()[posted].constraint;
    let Constraint::Formula(Formula::Distinct(list)) = posted else { return None };
    let cell = |expr: &Expr<VarId>| match expr {
        Expr::Var(var) => board.lowered.cells.binary_search(var).ok(),
        _ => None,
    };
    Some(list.iter().filter_map(cell).collect())
}

/// Cells with fewer digits than they are, of which none can be left out.
fn crowd(own: &[Cell], left: &[Digits]) -> Option<Vec<Cell>> {
    let mut few: Vec<Cell> = own.to_vec();
    if goes(&few, left) {
        return None;
    }
    for &c in own {
        let less: Vec<Cell> = few.iter().copied().filter(|&o| o != c).collect();
        if !goes(&less, left) {
            few = less;
        }
    }
    Some(few)
}

/// Whether each cell can have a digit of its own.
fn goes(own: &[Cell], left: &[Digits]) -> bool {
    one_each(&own.iter().map(|&c| left[c]).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::{crowd, goes};
    use crate::sets::{Digits, count};

    /// Whether cells can have different digits, tried out.
    fn tried(left: &[Digits], used: Digits) -> bool {
        let Some((&first, rest)) = left.split_first() else { return true };
        (0..64).any(|d| (first & !used) >> d & 1 == 1 && tried(rest, used | 1 << d))
    }

    #[test]
    fn some_cells_have_too_few_digits_just_where_nothing_goes() {
        let mut seed: u64 = 7;
        let mut failed = 0;
        for _ in 0..500 {
            let mut next = || {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                1 + (seed >> 33) % 127
            };
            let left: Vec<Digits> = (0..6).map(|_| next() & next()).collect();
            let own: Vec<usize> = (0..6).collect();
            assert_eq!(goes(&own, &left), tried(&left, 0), "{left:?}");
            let Some(few) = crowd(&own, &left) else { continue };
            failed += 1;
            let set = few.iter().fold(0, |all, &c| all | left[c]);
            assert_eq!(count(set) + 1, few.len(), "{left:?} {few:?}");
        }
        assert!((50..450).contains(&failed), "{failed}");
    }
}
