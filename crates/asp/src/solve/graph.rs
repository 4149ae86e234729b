//! Components of positive dependency: atoms that need each other.

use pencilmark_sat::strong_components;

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

/// The components that are cycles; an atom that needs nothing of its own is in none.
pub(crate) fn components(rules: &Rules) -> Components {
    let count = rules.supports.len();
    let successors = |atom: usize| -> Vec<usize> {
        let supports = rules.supports[atom].iter();
        supports.flat_map(|s| rules.positive(s.body)).map(AtomId::index).collect()
    };
    let number = strong_components(count, &successors);
    let mut members: Vec<Vec<AtomId>> = vec![Vec::new(); count];
    for atom in 1..count {
        members[number[atom] as usize].push(AtomId(atom as u32));
    }
    let mut found = Components { of: vec![None; count], atoms: Vec::new(), head_cycle: Vec::new() };
    for atoms in members {
        if atoms.len() > 1 || atoms.first().is_some_and(|a| feeds_itself(rules, a.index())) {
            let number = found.atoms.len() as u32;
            atoms.iter().for_each(|atom| found.of[atom.index()] = Some(number));
            found.atoms.push(atoms);
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
