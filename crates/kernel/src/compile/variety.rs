//! How many different values there are, however it is said.

use crate::compile::Compiler;
use crate::constraint::Constraint;
use crate::expr::{Cmp, Expr, Formula};
use crate::ids::VarId;
use crate::model::Model;
use crate::prop::{MAX_VARIETY, Prop, Variety};

/// The constraint, if a variable is said to be the sum of what is 1 for each value that occurs in
/// a list: `n = sum(holds(count(list, 1) >= 1), holds(count(list, 2) >= 1), ...)`.
pub(super) fn of(formula: &Formula<VarId>, model: &Model) -> Option<Constraint> {
    let (number, terms) = match formula {
        Formula::Cmp(Cmp::Eq, Expr::Var(number), Expr::Sum(terms))
        | Formula::Cmp(Cmp::Eq, Expr::Sum(terms), Expr::Var(number)) => (*number, terms),
        _ => return None,
    };
    let (first, list) = occurs(terms.first()?)?;
    let mut counted = vec![first];
    for term in &terms[1..] {
        let (value, other) = occurs(term)?;
        if other != list || counted.contains(&value) {
            return None;
        }
        counted.push(value);
    }
    let var = |e: &Expr<VarId>| match e {
        Expr::Var(var) if model.is_small(*var) => Some(*var),
        _ => None,
    };
    let vars = list.iter().map(var).collect::<Option<Vec<VarId>>>()?;
    // A value that is not asked for would not count.
    let asked = |&var: &VarId| {
        let lo = model.offset[var.index()];
        let width = 64 - model.full(var).leading_zeros();
        (lo..lo + i64::from(width)).all(|value| counted.contains(&value))
    };
    let told =
        |var: &VarId| *var != number && model.offset[var.index()] == model.offset[vars[0].index()];
    let simple = vars.len() <= MAX_VARIETY && vars.iter().all(told);
    (simple && vars.iter().all(asked)).then_some(Constraint::Variety { number, vars })
}

/// `holds(count(list, value) >= 1)`.
fn occurs(term: &Expr<VarId>) -> Option<(i64, &[Expr<VarId>])> {
    let Expr::Holds(formula) = term else { return None };
    match &**formula {
        Formula::Cmp(Cmp::Ge, Expr::Count(list, of), Expr::Const(1)) => match **of {
            Expr::Const(value) => Some((value, list)),
            _ => None,
        },
        _ => None,
    }
}

impl Compiler {
    pub(super) fn variety(&mut self, number: VarId, vars: &[VarId], item: usize) {
        let mut different = vars.to_vec();
        different.sort_unstable();
        different.dedup();
        if different.len() > MAX_VARIETY || !self.aligned(&different) || vars.contains(&number) {
            return self.check(Constraint::Variety { number, vars: vars.to_vec() }, item);
        }
        self.emit(Prop::Variety(Variety::new(number, different)), item);
    }
}
