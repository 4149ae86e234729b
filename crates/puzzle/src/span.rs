//! How large the numbers of a rule can get.
//!
//! The kernel counts in 64 bits, and a number beyond them has no value. A puzzle file must
//! not give another answer for that reason, so such rules are refused before they are used.

use pencilmark_kernel::expr::{Expr, Formula};

use crate::puzzle::{Name, Puzzle};

/// A least and a most.
type Span = (i128, i128);

/// Whether every number that the formula can make fits 64 bits.
pub(crate) fn fits(formula: &Formula<Name>, puzzle: &Puzzle) -> bool {
    let all = |list: &[Expr<Name>]| list.iter().all(|e| span(e, puzzle).is_some());
    match formula {
        Formula::Const(_) => true,
        Formula::Cmp(_, a, b) => span(a, puzzle).is_some() && span(b, puzzle).is_some(),
        Formula::In(e, _) => span(e, puzzle).is_some(),
        Formula::Distinct(list) | Formula::Regular(list, _) | Formula::Connected(list, ..) => {
            all(list)
        }
        Formula::And(list) | Formula::Or(list) => list.iter().all(|f| fits(f, puzzle)),
        Formula::Not(f) => fits(f, puzzle),
        Formula::Iff(a, b) => fits(a, puzzle) && fits(b, puzzle),
    }
}

/// What an expression can be; none if some part of it can leave 64 bits.
fn span(expr: &Expr<Name>, puzzle: &Puzzle) -> Option<Span> {
    let of = |e: &Expr<Name>| span(e, puzzle);
    let all = |list: &[Expr<Name>]| list.iter().map(of).collect::<Option<Vec<Span>>>();
    let hull = |list: Vec<Span>| {
        let low = list.iter().map(|s| s.0).min().unwrap_or(0);
        (low, list.iter().map(|s| s.1).max().unwrap_or(0))
    };
    let largest = |(low, high): Span| low.abs().max(high.abs());
    let (low, high) = match expr {
        Expr::Const(n) => (i128::from(*n), i128::from(*n)),
        Expr::Var(name) => {
            let (low, high) = puzzle.range(*name);
            (low.into(), high.into())
        }
        Expr::Neg(e) => of(e).map(|(low, high)| (-high, -low))?,
        // Parts of a sum are added one after another: each step must fit.
        Expr::Sum(list) => list.iter().try_fold((0, 0), |(low, high), part| {
            let part = of(part)?;
            fitting((low + part.0, high + part.1))
        })?,
        Expr::Mul(a, b) => {
            let ((a, b), (c, d)) = (of(a)?, of(b)?);
            let corners = [a * c, a * d, b * c, b * d];
            (*corners.iter().min()?, *corners.iter().max()?)
        }
        Expr::Div(a, b, _) => {
            of(b)?;
            let most = largest(of(a)?);
            (-most, most)
        }
        Expr::Rem(a, b, _) => {
            of(a)?;
            let most = largest(of(b)?);
            (-most, most)
        }
        Expr::Abs(e) => (0, largest(of(e)?)),
        Expr::Min(list) | Expr::Max(list) => hull(all(list)?),
        Expr::Element(index, list) => {
            of(index)?;
            hull(all(list)?)
        }
        Expr::Count(list, value) => {
            of(value)?;
            (0, all(list)?.len() as i128)
        }
        Expr::Holds(f) => fits(f, puzzle).then_some((0, 1))?,
    };
    fitting((low, high))
}

fn fitting((low, high): Span) -> Option<Span> {
    (low >= i64::MIN.into() && high <= i64::MAX.into()).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::expr::{Cmp, Expr, Formula};

    use super::fits;
    use crate::grid::{CellId, Grid};
    use crate::puzzle::{Name, Puzzle};

    fn times(factor: i64) -> Formula<Name> {
        let cell = Expr::Var(Name::Cell(CellId::new(0)));
        let product = Expr::Mul(Box::new(cell), Box::new(Expr::Const(factor)));
        Formula::Cmp(Cmp::Gt, product, Expr::Const(0))
    }

    #[test]
    fn only_what_can_leave_64_bits_is_refused() {
        let puzzle = Puzzle::sudoku(Grid::nine());
        assert!(fits(&times(i64::MAX / 9), &puzzle));
        assert!(!fits(&times(i64::MAX / 8), &puzzle));
        assert!(!fits(&Formula::Not(Box::new(times(i64::MIN))), &puzzle));
    }
}
