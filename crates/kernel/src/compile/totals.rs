//! What follows from counts about the whole.
//!
//! Counts of all values in one list add up to its length. And where houses cover the list, what
//! is not counted in it stands in the rest of these houses: a value that all nine rows have, and
//! that nine circles hold, is nowhere else. Without this, circles that are all needed look
//! optional one by one.

use std::sync::Arc;

use crate::compile::Compiler;
use crate::constraint::Constraint;
use crate::derive::{self, Cells, House};
use crate::expr::Cmp;
use crate::hash::{QuickMap, QuickSet};
use crate::ids::{GroupId, VarId};
use crate::model::Model;
use crate::problem::{Posted, Problem};

/// What follows, with the clues it follows from.
type Derived = Vec<(Constraint, Vec<GroupId>)>;

/// The counts of one list.
#[derive(Default)]
struct Counts {
    /// Variables that count values, with the values of each.
    counts: Vec<(VarId, Vec<i64>)>,
    values: Vec<i64>,
    groups: Vec<GroupId>,
}

/// What follows from the counts among simple constraints. What stands inside a disjunction
/// need not hold and is left alone.
pub(super) fn totals(
    problem: &Problem,
    compiler: &mut Compiler,
    parts: &[(&Arc<Posted>, Option<Vec<Constraint>>)],
) -> Derived {
    let lists = lists(parts);
    let mut out = Vec::new();
    if lists.is_empty() {
        return out;
    }
    let houses = derive::houses(problem);
    let families = derive::families(&houses);
    for (vars, counts) in &lists {
        out.extend(total(&compiler.model, vars, counts));
        let mut known = QuickSet::default();
        for family in &families {
            let family: Vec<&House> = family.iter().map(|&h| &houses[h]).collect();
            let Some((rest, covering)) = rest(vars, &family) else { continue };
            if known.insert(rest.clone()) {
                elsewhere(problem, compiler, counts, (&rest, &covering), &mut out);
            }
        }
    }
    out
}

/// The lists that are counted in, in the order they were posted.
fn lists<'p>(parts: &'p [(&Arc<Posted>, Option<Vec<Constraint>>)]) -> Vec<(&'p [VarId], Counts)> {
    let mut places: QuickMap<&[VarId], usize> = QuickMap::default();
    let mut lists: Vec<(&[VarId], Counts)> = Vec::new();
    for (posted, parts) in parts {
        let parts = parts.as_deref().unwrap_or(std::slice::from_ref(&posted.constraint));
        for part in parts {
            let Constraint::Count { vars, values, count } = part else { continue };
            let place = *places.entry(vars).or_insert_with(|| {
                lists.push((vars, Counts::default()));
                lists.len() - 1
            });
            let known = &mut lists[place].1;
            // A value that is counted already would be counted twice.
            if !values.iter().any(|v| known.values.contains(v)) {
                known.counts.push((*count, values.clone()));
                known.values.extend(values);
                known.groups.extend(&posted.groups);
            }
        }
    }
    lists
}

/// The counts of a list add up to its length if there is no value without one.
fn total(model: &Model, vars: &[VarId], of: &Counts) -> Option<(Constraint, Vec<GroupId>)> {
    let counted = |&v: &VarId| {
        let (lo, hi) = model.bounds(v);
        model.is_small(v) && (lo..=hi).all(|value| of.values.contains(&value))
    };
    if of.counts.len() < 2 || !vars.iter().all(counted) {
        return None;
    }
    let terms = of.counts.iter().map(|&(count, _)| (1, count)).collect();
    let total = Constraint::Linear { terms, op: Cmp::Eq, rhs: vars.len() as i64 };
    Some((total, derive::merged([&of.groups].into_iter())))
}

/// The cells that the houses of a family have beside the list, and those houses; none if they
/// do not hold all of it, or more besides than of it: that would say little.
fn rest<'h>(vars: &[VarId], family: &[&'h House]) -> Option<(Vec<VarId>, Vec<&'h House>)> {
    let list = Cells::new(vars);
    let covering: Vec<&House> =
        family.iter().copied().filter(|house| house.cells.meets(&list)).collect();
    let all: usize = covering.iter().map(|house| house.cells.len()).sum();
    let rest = Cells::union(covering.iter().map(|house| &house.cells)).minus(&list);
    // A cell that the list names twice counts twice.
    let covered = list.len() == vars.len() && all == rest.len() + list.len();
    let room = 1..=vars.len();
    (covered && room.contains(&rest.len())).then(|| (rest.vars(), covering))
}

/// A house has each of its values once, so what the list has not, the rest has.
fn elsewhere(
    problem: &Problem,
    compiler: &mut Compiler,
    of: &Counts,
    (rest, covering): (&[VarId], &[&House]),
    out: &mut Derived,
) {
    let (lo, hi) = rest.first().map_or((0, 0), |&v| (problem.def(v).lo, problem.def(v).hi));
    let groups = derive::merged(covering.iter().map(|h| &h.groups).chain([&of.groups]));
    for (count, values) in &of.counts {
        if !values.iter().all(|v| (lo..=hi).contains(v)) {
            continue;
        }
        let each: QuickSet<i64> = values.iter().copied().collect();
        let rhs = (each.len() * covering.len()) as i64;
        let outside = compiler.model.add_var(0, rhs);
        let (vars, values) = (rest.to_vec(), values.clone());
        out.push((Constraint::Count { vars, values, count: outside }, groups.clone()));
        let terms = vec![(1, *count), (1, outside)];
        out.push((Constraint::Linear { terms, op: Cmp::Eq, rhs }, groups.clone()));
    }
}
