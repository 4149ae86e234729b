//! Variables that are known to be equal: what differs from one of them differs from all.

use std::collections::BTreeSet;

use crate::bits::Ones;
use crate::constraint::Constraint;
use crate::expr::{Cmp, Expr, Formula};
use crate::ids::{GroupId, VarId};
use crate::problem::Problem;

use super::merged;

/// Variables that are equal, and the clues that say so.
pub(super) type Class = (BTreeSet<VarId>, Vec<GroupId>);

/// More new pairs than this would cost more than they tell.
const MAX_PAIRS: usize = 5000;

/// More words than this are not spent on what is known already.
const MAX_WORDS: usize = 1 << 20;

/// Posts that variables differ because equal ones do.
pub(super) fn derive(problem: &Problem, out: &mut Problem) {
    let classes = classes(problem, |_| true);
    if classes.is_empty() {
        return;
    }
    let Some(mut known) = Known::new(&classes, problem) else { return };
    let mut found = Vec::new();
    for posted in problem.posted() {
        let Some(vars) = different(&posted.constraint) else { continue };
        let mask = known.mask(vars);
        for &inside in vars {
            let Some(class) = known.class(inside) else { continue };
            let (class, why) = &classes[class];
            for &twin in class.iter().filter(|&&v| v != inside) {
                known.learn(twin, inside, &mask, |other| found.push((why, posted, twin, other)));
            }
        }
    }
    if found.len() <= MAX_PAIRS {
        for (why, posted, a, b) in found {
            let terms = vec![(1, a), (-1, b)];
            let groups = merged([why, &posted.groups].into_iter());
            out.derive(groups, Constraint::Linear { terms, op: Cmp::Ne, rhs: 0 });
        }
    }
}

/// Which variables differ from those that have equal ones.
struct Known {
    /// The row of each variable with equal ones, and its class.
    places: Vec<Option<(u32, u32)>>,
    /// Words of a row.
    words: usize,
    /// For each of them a bit for each variable that differs.
    rows: Vec<u64>,
}

impl Known {
    /// What is said by the lists of variables that differ; none if that is too much.
    fn new(classes: &[Class], problem: &Problem) -> Option<Self> {
        let all = problem.vars().last().map_or(0, |def| def.id.index() + 1);
        let mut places = vec![None; all];
        let mut count = 0;
        for (at, (class, _)) in classes.iter().enumerate() {
            for var in class {
                places[var.index()] = Some((count, at as u32));
                count += 1;
            }
        }
        let words = all.div_ceil(64);
        let size = (words * count as usize <= MAX_WORDS).then_some(words * count as usize)?;
        let mut known = Self { places, words, rows: vec![0; size] };
        for vars in problem.posted().iter().filter_map(|p| different(&p.constraint)) {
            let mask = known.mask(vars);
            for &var in vars {
                if let Some(row) = known.row(var) {
                    row.iter_mut().zip(&mask).for_each(|(row, mask)| *row |= mask);
                }
            }
        }
        Some(known)
    }

    fn mask(&self, vars: &[VarId]) -> Vec<u64> {
        let mut mask = vec![0; self.words];
        vars.iter().for_each(|v| mask[v.index() / 64] |= 1 << (v.index() % 64));
        mask
    }

    fn class(&self, var: VarId) -> Option<usize> {
        self.places[var.index()].map(|(_, class)| class as usize)
    }

    fn row(&mut self, var: VarId) -> Option<&mut [u64]> {
        let (row, _) = self.places[var.index()]?;
        Some(&mut self.rows[row as usize * self.words..][..self.words])
    }

    /// Notes that a variable differs from all of a list but the one that equals it, and shows
    /// those of which this was not known.
    fn learn(&mut self, twin: VarId, inside: VarId, mask: &[u64], mut see: impl FnMut(VarId)) {
        for (word, &mask) in mask.iter().enumerate() {
            let same = [twin, inside].into_iter().filter(|v| v.index() / 64 == word);
            let same = same.fold(0, |bits, v| bits | 1u64 << (v.index() % 64));
            let Some(row) = self.row(twin) else { return };
            let fresh = mask & !same & !row[word];
            row[word] |= fresh;
            for bit in Ones(fresh) {
                let other = VarId::new(64 * word + bit as usize);
                if let Some(row) = self.row(other) {
                    row[twin.index() / 64] |= 1 << (twin.index() % 64);
                }
                see(other);
            }
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
