//! Variables that are known to be equal: what differs from one of them differs from all.

use std::collections::BTreeSet;

use crate::constraint::Constraint;
use crate::expr::{Cmp, Expr, Formula};
use crate::hash::QuickSet;
use crate::ids::{GroupId, VarId};
use crate::problem::Problem;

use super::merged;

/// Variables that are equal, and the clues that say so.
pub(super) type Class = (BTreeSet<VarId>, Vec<GroupId>);

/// More new pairs than this would cost more than they tell.
const MAX_PAIRS: usize = 5000;

/// Posts that variables differ because equal ones do.
pub(super) fn derive(problem: &Problem, out: &mut Problem) {
    let classes = classes(problem, |_| true);
    if classes.is_empty() {
        return;
    }
    let order = |a: VarId, b: VarId| (a.min(b), a.max(b));
    let mut known: QuickSet<(VarId, VarId)> = QuickSet::default();
    let lists = || problem.posted().iter().filter_map(|p| Some((different(&p.constraint)?, p)));
    for (vars, _) in lists() {
        for (i, &a) in vars.iter().enumerate() {
            known.extend(vars[..i].iter().map(|&b| order(a, b)));
        }
    }
    let mut found = Vec::new();
    for (vars, posted) in lists() {
        for (class, why) in &classes {
            for &inside in vars.iter().filter(|v| class.contains(v)) {
                let others = || vars.iter().copied().filter(|&v| v != inside);
                for &twin in class.iter().filter(|&&v| v != inside) {
                    for other in others().filter(|&v| v != twin) {
                        if known.insert(order(twin, other)) {
                            let groups = merged([why, &posted.groups].into_iter());
                            found.push((groups, twin, other));
                        }
                    }
                }
            }
        }
    }
    if found.len() <= MAX_PAIRS {
        for (groups, a, b) in found {
            let terms = vec![(1, a), (-1, b)];
            out.derive(groups, Constraint::Linear { terms, op: Cmp::Ne, rhs: 0 });
        }
    }
}

/// The sets of variables that are equal, of those that are asked for.
pub(super) fn classes(problem: &Problem, wanted: impl Fn(VarId) -> bool) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for posted in problem.posted() {
        for (a, b) in equal(&posted.constraint) {
            if a != b && wanted(a) && wanted(b) {
                join(&mut classes, a, b, &posted.groups);
            }
        }
    }
    classes
}

/// The variables of which a constraint says that they all differ.
fn different(constraint: &Constraint) -> Option<&[VarId]> {
    match constraint {
        Constraint::Distinct(vars)
        | Constraint::Cage { vars, .. }
        | Constraint::Sets { vars, .. }
        | Constraint::Filling { vars, .. } => Some(vars),
        _ => None,
    }
}

/// The pairs of variables that a constraint says are equal.
fn equal(constraint: &Constraint) -> Vec<(VarId, VarId)> {
    fn of(formula: &Formula<VarId>, out: &mut Vec<(VarId, VarId)>) {
        match formula {
            Formula::And(parts) => parts.iter().for_each(|part| of(part, out)),
            Formula::Cmp(Cmp::Eq, Expr::Var(a), Expr::Var(b)) => out.push((*a, *b)),
            _ => {}
        }
    }
    let mut out = Vec::new();
    match constraint {
        Constraint::Formula(formula) => of(formula, &mut out),
        Constraint::Linear { terms, op: Cmp::Eq, rhs: 0 } => match **terms {
            [(1, a), (-1, b)] | [(-1, a), (1, b)] => out.push((a, b)),
            _ => {}
        },
        _ => {}
    }
    out
}

/// Puts two variables, and all that are known to be equal to them, into one class.
fn join(classes: &mut Vec<Class>, a: VarId, b: VarId, why: &[GroupId]) {
    let (mut class, mut groups) = (BTreeSet::from([a, b]), why.to_vec());
    classes.retain(|(other, known)| {
        let apart = !other.contains(&a) && !other.contains(&b);
        if !apart {
            class.extend(other);
            groups = merged([&groups, known].into_iter());
        }
        apart
    });
    classes.push((class, groups));
}
