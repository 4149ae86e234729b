//! The values of added variables, from the constraints that define them.

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, Model, VarId};

/// The value that an added variable must have beside those of `row`; none if it has none, or
/// if it is not known from these.
pub fn defined(model: &Model, var: VarId, row: &[(VarId, i64)]) -> Option<i64> {
    let def = model.vars().iter().find(|d| d.id == var)?;
    if def.lo == def.hi {
        return Some(def.lo);
    }
    // Definitions come before what uses them.
    let items = model.items().iter().map(|i| &i.constraint);
    items.filter(|c| c.scope().contains(&var)).find_map(|c| {
        let small = def.is_small().then_some((def.lo, def.hi));
        by(c, var, small, &|v| row.iter().find(|(w, _)| *w == v).map(|r| r.1))
    })
}

type Known<'a> = &'a dyn Fn(VarId) -> Option<i64>;

fn by(c: &Constraint, var: VarId, small: Option<(i64, i64)>, known: Known<'_>) -> Option<i64> {
    let all = |vars: &[VarId]| vars.iter().map(|&v| known(v)).collect::<Option<Vec<i64>>>();
    match c {
        Constraint::Linear { terms, op: Cmp::Eq, rhs } if terms.last() == Some(&(-1, var)) => {
            let rest = &terms[..terms.len() - 1];
            let sum = rest.iter().try_fold(0i128, |sum, &(c, v)| {
                Some(sum + i128::from(c) * i128::from(known(v)?))
            })?;
            i64::try_from(sum - i128::from(*rhs)).ok()
        }
        Constraint::Product { a, b, product } if *product == var => {
            known(*a)?.checked_mul(known(*b)?)
        }
        Constraint::AbsDiff { a, b, diff } if *diff == var => {
            known(*a)?.checked_sub(known(*b)?)?.checked_abs()
        }
        Constraint::Extreme { vars, result, max } if *result == var => {
            let values = all(vars)?.into_iter();
            if *max { values.max() } else { values.min() }
        }
        Constraint::Element { index, list, value } if *value == var => {
            let at = usize::try_from(known(*index)?.checked_sub(1)?).ok()?;
            known(*list.get(at)?)
        }
        Constraint::Count { vars, values, count } if *count == var => {
            Some(all(vars)?.iter().filter(|v| values.contains(v)).count() as i64)
        }
        Constraint::DivRem { a, b, quotient, rounding, .. } if *quotient == var => {
            rounding.quotient(known(*a)?, known(*b)?)
        }
        Constraint::DivRem { a, b, remainder, rounding, .. } if *remainder == var => {
            rounding.remainder(known(*a)?, known(*b)?)
        }
        Constraint::Or(branches) => branches.iter().find_map(|branch| {
            let fixed = |c: &Constraint| match c {
                Constraint::Domain { var: v, values } if *v == var => values.first().copied(),
                c => by(c, var, None, known),
            };
            let value = branch.iter().find_map(fixed)?;
            let with = |v: VarId| if v == var { Some(value) } else { known(v) };
            branch.iter().all(|c| holds(c, &with) != Some(false)).then_some(value)
        }),
        // The only value that fits.
        _ => {
            let (lo, hi) = small?;
            let fits =
                |x: &i64| holds(c, &|v| if v == var { Some(*x) } else { known(v) }) == Some(true);
            let mut values = (lo..=hi).filter(fits);
            values.next().filter(|_| c.scope().len() > 1 && values.next().is_none())
        }
    }
}

/// Whether a constraint holds, if all its variables are known.
fn holds(c: &Constraint, known: Known<'_>) -> Option<bool> {
    let complete = c.scope().into_iter().all(|v| known(v).is_some());
    complete.then(|| c.holds(&|v| known(v).expect("looked at before")))
}
