//! Variables that choose the same house, whichever it is: what they stand for differs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::constraint::Constraint;
use crate::graph::Graph;
use crate::ids::{GroupId, VarId};
use crate::problem::Problem;

use super::equals::{self, Class};
use super::merged;

/// Posts what is known about members that choose alike.
pub(super) fn derive(problem: &Problem, out: &mut Problem) {
    let members = Members::of(problem);
    if members.digit.is_empty() {
        return;
    }
    let classes = equals::classes(problem, |v| members.digit.contains_key(&v));
    connected(problem, &classes, out);
    for (class, groups) in classes {
        let vars: BTreeSet<VarId> = class.iter().map(|choice| members.digit[choice]).collect();
        if vars.len() == class.len() {
            let groups = merged([&groups, &members.groups].into_iter());
            out.derive(groups, Constraint::Distinct(vars.into_iter().collect()));
        }
    }
}

/// Places that choose alike are one place for what hangs together, of as much weight.
fn connected(problem: &Problem, classes: &[Class], out: &mut Problem) {
    for posted in problem.posted() {
        let Constraint::Connected { vars, graph, values, size } = &posted.constraint else {
            continue;
        };
        let class_of = |v: &VarId| classes.iter().find(|(class, _)| class.contains(v));
        // A place stands for itself or for the first place of its class.
        let first = |v: &VarId| match class_of(v) {
            Some((class, _)) => vars.iter().position(|w| class.contains(w)),
            None => vars.iter().position(|w| w == v),
        };
        let of: Vec<usize> = vars.iter().filter_map(first).collect();
        let mut places = of.clone();
        places.sort_unstable();
        places.dedup();
        if places.len() == vars.len() || size.is_none() {
            continue;
        }
        let number = |place: usize| places.partition_point(|&p| p < of[place]);
        let weight = |p: &usize| {
            (0..vars.len()).filter(|&i| of[i] == *p).map(|i| graph.weight(i)).sum::<usize>()
        };
        let weights: Vec<usize> = places.iter().map(weight).collect();
        let inside = graph.pairs().filter(|&(a, b)| a < vars.len() && b < vars.len());
        let pairs: Vec<_> = inside.map(|(a, b)| (number(a), number(b))).collect();
        let why = vars.iter().filter_map(class_of).map(|(_, why)| why);
        let groups = merged(why.chain([&posted.groups]));
        let vars = places.iter().map(|&p| vars[p]).collect();
        let graph = Arc::new(Graph::weighted(weights, pairs));
        let (values, size) = (values.clone(), *size);
        out.derive(groups, Constraint::Connected { vars, graph, values, size });
    }
}

/// Choices whose every house is known to hold different digits.
#[derive(Default)]
struct Members {
    digit: BTreeMap<VarId, VarId>,
    groups: Vec<GroupId>,
}

impl Members {
    fn of(problem: &Problem) -> Self {
        // Each choice with its digit, and a house that is told for it.
        let mut houses: Vec<((VarId, VarId), i64)> = Vec::new();
        let mut groups = Vec::new();
        for posted in problem.posted() {
            let Constraint::Members { choices, vars, house, .. } = &posted.constraint else {
                continue;
            };
            let pairs = choices.iter().copied().zip(vars.iter().copied());
            houses.extend(pairs.map(|pair| (pair, *house)));
            groups.push(&posted.groups);
        }
        if houses.is_empty() {
            return Self::default();
        }
        houses.sort_unstable();
        houses.dedup();
        let whole = |told: &&[((VarId, VarId), i64)]| {
            let def = problem.def(told[0].0.0);
            let known = |house| told.binary_search_by_key(&house, |&(_, told)| told).is_ok();
            (def.lo..=def.hi).take(told.len() + 1).all(known)
        };
        let of_pairs = houses.chunk_by(|(a, _), (b, _)| a == b).filter(whole);
        let digit = of_pairs.map(|told| told[0].0).collect();
        Self { digit, groups: merged(groups.into_iter()) }
    }
}
