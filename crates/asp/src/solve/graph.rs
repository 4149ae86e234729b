//! Components of positive dependency: atoms that need each other.

use super::rules::{BodyDef, Rules};
use crate::program::AtomId;

pub(crate) struct Components {
    /// By atom: its component, if it is on a positive cycle.
    pub of: Vec<Option<u32>>,
    /// The atoms of each component.
    pub atoms: Vec<Vec<AtomId>>,
    /// By component: whether some head has two atoms in it.
    pub head_cycle: Vec<bool>,
}

impl Components {
    pub fn same(&self, a: AtomId, b: AtomId) -> bool {
        self.of[a.index()].is_some() && self.of[a.index()] == self.of[b.index()]
    }
}

/// Tarjan's algorithm with a stack of its own; cycles only.
pub(crate) fn components(rules: &Rules) -> Components {
    let count = rules.supports.len();
    let mut found = Components { of: vec![None; count], atoms: Vec::new(), head_cycle: Vec::new() };
    let mut order = vec![0u32; count];
    let mut low = vec![0u32; count];
    let mut done = vec![false; count];
    let mut next = 0;
    let mut open: Vec<usize> = Vec::new();
    let mut work: Vec<(usize, Vec<usize>)> = Vec::new();
    let successors = |atom: usize| -> Vec<usize> {
        let supports = rules.supports[atom].iter();
        supports.flat_map(|s| rules.positive(s.body)).map(AtomId::index).collect()
    };
    for root in 1..count {
        if order[root] != 0 || rules.supports[root].is_empty() {
            continue;
        }
        next += 1;
        (order[root], low[root]) = (next, next);
        open.push(root);
        work.push((root, successors(root)));
        while let Some((atom, rest)) = work.last_mut() {
            let atom = *atom;
            if let Some(child) = rest.pop() {
                if order[child] == 0 {
                    next += 1;
                    (order[child], low[child]) = (next, next);
                    open.push(child);
                    work.push((child, successors(child)));
                } else if !done[child] {
                    low[atom] = low[atom].min(order[child]);
                }
                continue;
            }
            work.pop();
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[atom]);
            }
            if low[atom] == order[atom] {
                let start = open.iter().rposition(|&other| other == atom).expect("on the stack");
                for &member in &open[start..] {
                    done[member] = true;
                }
                if open.len() - start > 1 || feeds_itself(rules, atom) {
                    let number = found.atoms.len() as u32;
                    let members = open[start..].iter().map(|&member| AtomId(member as u32));
                    found.atoms.push(members.collect());
                    for &member in &open[start..] {
                        found.of[member] = Some(number);
                    }
                }
                open.truncate(start);
            }
        }
    }
    found.head_cycle = vec![false; found.atoms.len()];
    for disjunction in &rules.disjunctions {
        for (at, &a) in disjunction.heads.iter().enumerate() {
            for &b in &disjunction.heads[..at] {
                if found.same(a, b) {
                    found.head_cycle[found.of[a.index()].expect("same") as usize] = true;
                }
            }
        }
    }
    found
}

/// Whether a sum counts the atom it supports.
fn feeds_itself(rules: &Rules, atom: usize) -> bool {
    rules.supports[atom].iter().any(|support| {
        matches!(rules.bodies[support.body.index()], BodyDef::Sum { .. })
            && rules.positive(support.body).any(|other| other.index() == atom)
    })
}
