//! Unfounded sets: atoms on positive cycles must have support from outside the cycle.
//!
//! Every atom of a component has a *source*, a body that is not false and whose own atoms have
//! sources, without going round in circles. When a source is lost, another one is looked for;
//! atoms for which there is none are unfounded and become false. The reason is shared: the bodies
//! that could have supported one of them from outside are all false.
//!
//! Sources stay valid when decisions are taken back. Atoms without a source that are no longer
//! false are looked at again ([`sat::Theory::backtrack`]).

use std::collections::{HashMap, HashSet};

use pencilmark_sat as sat;
use sat::{Conflict, Lit, Search, Theory};

use super::compile::inside;
use super::graph::Components;
use super::rules::{BodyDef, BodyId, Rules};
use crate::program::Lit as ProgramLit;

/// A body as one component sees it.
#[derive(Debug)]
struct Node {
    lit: Lit,
    heads: Vec<u32>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// All of these atoms of the component are needed; how many have no source.
    All { needed: Vec<u32>, missing: u32 },
    /// Literals, some of them atoms of the component, must reach a sum.
    Sum { lower: i64, elements: Vec<(i64, Lit, Option<u32>)> },
}

pub(crate) struct Unfounded {
    /// By atom of a component.
    lits: Vec<Lit>,
    supports: Vec<Vec<u32>>,
    /// Bodies that contain the atom.
    uses: Vec<Vec<u32>>,
    source: Vec<Option<u32>>,
    nodes: Vec<Node>,
    /// Atoms without a source, some of them twice, some that have one again.
    lost: Vec<u32>,
    /// Atoms that need a source now.
    todo: Vec<u32>,
    unfounded: Vec<bool>,
    in_set: Vec<bool>,
    /// Why atoms became false: bodies that are false, and the level at which they were.
    loops: Vec<(u32, Vec<Lit>)>,
    recheck: bool,
}

impl Unfounded {
    /// Adds the theory for all components.
    pub fn add(
        solver: &mut sat::Solver,
        rules: &Rules,
        components: &Components,
        atoms: &[Lit],
        bodies: &[Lit],
    ) {
        let number = solver.next_theory();
        let mut theory = Unfounded {
            lits: Vec::new(),
            supports: Vec::new(),
            uses: Vec::new(),
            source: Vec::new(),
            nodes: Vec::new(),
            lost: Vec::new(),
            todo: Vec::new(),
            unfounded: Vec::new(),
            in_set: Vec::new(),
            loops: Vec::new(),
            recheck: true,
        };
        let mut place = vec![u32::MAX; atoms.len()];
        for &atom in components.atoms.iter().flatten() {
            place[atom.index()] = theory.lits.len() as u32;
            theory.lits.push(atoms[atom.index()]);
        }
        let count = theory.lits.len();
        theory.supports = vec![Vec::new(); count];
        theory.uses = vec![Vec::new(); count];
        theory.source = vec![None; count];
        theory.unfounded = vec![false; count];
        theory.in_set = vec![false; count];
        theory.lost = (0..count as u32).collect();
        let mut nodes = HashMap::new();
        let mut linked = HashSet::new();
        for (component, members) in components.atoms.iter().enumerate() {
            let component = component as u32;
            for &atom in members {
                for support in &rules.supports[atom.index()] {
                    // Where heads depend on each other, a disjunction may support several
                    // of its atoms together: its own body counts, not the shifted one.
                    let body = match support.disjunction {
                        Some(at) if components.head_cycle[component as usize] => {
                            rules.disjunctions[at as usize].body
                        }
                        _ => support.body,
                    };
                    let node = *nodes.entry((component, body)).or_insert_with(|| {
                        theory.add_node(rules, components, component, body, &place, atoms, bodies)
                    });
                    let atom = place[atom.index()];
                    // Two disjunctions with one body are one node here.
                    if linked.insert((node, atom)) {
                        theory.supports[atom as usize].push(node);
                        theory.nodes[node as usize].heads.push(atom);
                    }
                }
            }
        }
        let search = solver.search_mut();
        for (at, node) in theory.nodes.iter().enumerate() {
            search.watch(number, !node.lit, at as u32);
            if let Kind::Sum { elements, .. } = &node.kind {
                for &(_, lit, _) in elements {
                    search.watch(number, !lit, at as u32);
                }
            }
        }
        solver.add_theory(Box::new(theory));
    }

    #[expect(clippy::too_many_arguments, reason = "all of the compiled program at once")]
    fn add_node(
        &mut self,
        rules: &Rules,
        components: &Components,
        component: u32,
        body: BodyId,
        place: &[u32],
        atoms: &[Lit],
        bodies: &[Lit],
    ) -> u32 {
        let number = self.nodes.len() as u32;
        let own: Vec<u32> =
            inside(rules, components, component, body).map(|atom| place[atom.index()]).collect();
        for &atom in &own {
            self.uses[atom as usize].push(number);
        }
        let kind = match &rules.bodies[body.index()] {
            BodyDef::All(_) => Kind::All { missing: own.len() as u32, needed: own },
            BodyDef::Sum { lower, elements } => {
                let element = |&(weight, lit): &(i64, ProgramLit)| {
                    let atom = lit.atom().index();
                    let own = lit.is_positive() && components.of[atom] == Some(component);
                    let name = if lit.is_positive() { atoms[atom] } else { !atoms[atom] };
                    (weight, name, own.then_some(place[atom]))
                };
                Kind::Sum { lower: *lower, elements: elements.iter().map(element).collect() }
            }
        };
        self.nodes.push(Node { lit: bodies[body.index()], heads: Vec::new(), kind });
        number
    }

    /// Whether a body can be a source now.
    fn can_support(&self, node: u32, search: &Search) -> bool {
        let node = &self.nodes[node as usize];
        if search.is_false(node.lit) {
            return false;
        }
        match &node.kind {
            Kind::All { missing, .. } => *missing == 0,
            Kind::Sum { lower, elements } => {
                let counts = |&&(_, lit, own): &&(i64, Lit, Option<u32>)| {
                    !search.is_false(lit)
                        && own.is_none_or(|atom| self.source[atom as usize].is_some())
                };
                let sum: i64 = elements.iter().filter(counts).map(|&(weight, _, _)| weight).sum();
                sum >= *lower
            }
        }
    }

    /// Atoms whose source is this body have none any more, nor have those that depend on them.
    fn drop_source(&mut self, node: u32) {
        let mut dropped = vec![node];
        while let Some(node) = dropped.pop() {
            for at in 0..self.nodes[node as usize].heads.len() {
                let atom = self.nodes[node as usize].heads[at];
                if self.source[atom as usize] != Some(node) {
                    continue;
                }
                self.source[atom as usize] = None;
                self.lost.push(atom);
                self.todo.push(atom);
                for &user in &self.uses[atom as usize] {
                    match &mut self.nodes[user as usize].kind {
                        Kind::All { missing, .. } => {
                            *missing += 1;
                            if *missing == 1 {
                                dropped.push(user);
                            }
                        }
                        Kind::Sum { .. } => dropped.push(user),
                    }
                }
            }
        }
    }

    /// Gives an atom a source, and those that were waiting for it.
    fn set_source(&mut self, atom: u32, node: u32, search: &Search) {
        self.source[atom as usize] = Some(node);
        let mut gained = vec![atom];
        while let Some(atom) = gained.pop() {
            for at in 0..self.uses[atom as usize].len() {
                let user = self.uses[atom as usize][at];
                if let Kind::All { missing, .. } = &mut self.nodes[user as usize].kind {
                    *missing -= 1;
                    if *missing > 0 {
                        continue;
                    }
                }
                if !self.can_support(user, search) {
                    continue;
                }
                for &head in &self.nodes[user as usize].heads {
                    if self.source[head as usize].is_none() {
                        self.source[head as usize] = Some(user);
                        gained.push(head);
                    }
                }
            }
        }
    }

    /// Looks for sources of the atoms that need one; what is left is unfounded.
    fn find_sources(&mut self, search: &Search) -> Vec<u32> {
        let mut todo = std::mem::take(&mut self.todo);
        todo.sort_unstable();
        todo.dedup();
        for &atom in &todo {
            if self.source[atom as usize].is_some() || search.is_false(self.lits[atom as usize]) {
                continue;
            }
            let supports = &self.supports[atom as usize];
            if let Some(&node) = supports.iter().find(|&&node| self.can_support(node, search)) {
                self.set_source(atom, node, search);
            }
        }
        todo.retain(|&atom| {
            self.source[atom as usize].is_none() && !search.is_false(self.lits[atom as usize])
        });
        todo
    }

    /// The smallest unfounded set around an atom that is easy to find, and the literals that
    /// could support it from outside, all false.
    fn unfounded_set(&mut self, start: u32, search: &Search) -> (Vec<u32>, Vec<Lit>) {
        let mut set = vec![start];
        let mut outside = Vec::new();
        self.in_set[start as usize] = true;
        let mut at = 0;
        while at < set.len() {
            let atom = set[at];
            at += 1;
            for index in 0..self.supports[atom as usize].len() {
                let node = &self.nodes[self.supports[atom as usize][index] as usize];
                if search.is_false(node.lit) {
                    continue;
                }
                match &node.kind {
                    Kind::All { needed, .. } => {
                        if needed.iter().any(|&other| self.in_set[other as usize]) {
                            continue;
                        }
                        // One atom is enough to make the body part of the set.
                        let unfounded = |&&other: &&u32| self.unfounded[other as usize];
                        if let Some(&other) = needed.iter().find(unfounded) {
                            self.in_set[other as usize] = true;
                            set.push(other);
                        } else {
                            let lits = needed.iter().map(|&other| self.lits[other as usize]);
                            outside.extend(lits.filter(|&lit| search.is_false(lit)).take(1));
                        }
                    }
                    Kind::Sum { elements, .. } => {
                        for &(_, _, own) in elements {
                            if let Some(own) = own
                                && self.unfounded[own as usize]
                                && !self.in_set[own as usize]
                            {
                                self.in_set[own as usize] = true;
                                set.push(own);
                            }
                        }
                    }
                }
            }
        }
        for &atom in &set {
            for &node in &self.supports[atom as usize] {
                let node = &self.nodes[node as usize];
                if search.is_false(node.lit) {
                    // A body with an atom of the set supports nothing from outside.
                    let within = match &node.kind {
                        Kind::All { needed, .. } => {
                            needed.iter().any(|&other| self.in_set[other as usize])
                        }
                        Kind::Sum { .. } => false,
                    };
                    if !within {
                        outside.push(node.lit);
                    }
                } else if let Kind::Sum { elements, .. } = &node.kind {
                    let gone = elements.iter().filter(|&&(_, lit, own)| {
                        search.is_false(lit) && own.is_none_or(|atom| !self.in_set[atom as usize])
                    });
                    outside.extend(gone.map(|&(_, lit, _)| lit));
                }
            }
        }
        outside.sort_unstable();
        outside.dedup();
        for &atom in &set {
            self.in_set[atom as usize] = false;
        }
        (set, outside)
    }
}

impl Theory for Unfounded {
    fn propagate(
        &mut self,
        events: &[u32],
        search: &mut Search,
        conflict: &mut Vec<Lit>,
    ) -> Result<(), Conflict> {
        for &node in events {
            self.drop_source(node);
        }
        if self.recheck {
            self.recheck = false;
            let source = &self.source;
            self.lost.sort_unstable();
            self.lost.dedup();
            self.lost.retain(|&atom| source[atom as usize].is_none());
            self.todo.extend_from_slice(&self.lost);
        }
        if self.todo.is_empty() {
            return Ok(());
        }
        let mut unfounded = self.find_sources(search);
        // True atoms first: they are conflicts.
        unfounded.sort_by_key(|&atom| !search.is_true(self.lits[atom as usize]));
        for &atom in &unfounded {
            self.unfounded[atom as usize] = true;
        }
        let mut result = Ok(());
        for &atom in &unfounded {
            if search.is_false(self.lits[atom as usize]) {
                continue;
            }
            let (set, outside) = self.unfounded_set(atom, search);
            let lit = self.lits[atom as usize];
            if search.is_true(lit) {
                conflict.push(!lit);
                conflict.extend(outside);
                result = Err(Conflict);
                break;
            }
            let data = self.loops.len() as u32;
            self.loops.push((search.level(), outside));
            for member in set {
                let lit = self.lits[member as usize];
                if search.is_open(lit) {
                    search.imply(!lit, data);
                }
            }
        }
        for &atom in &unfounded {
            self.unfounded[atom as usize] = false;
        }
        result
    }

    fn explain(&mut self, _: Lit, data: u32, _: &Search, out: &mut Vec<Lit>) {
        out.extend_from_slice(&self.loops[data as usize].1);
    }

    fn backtrack(&mut self, level: u32) -> bool {
        while self.loops.last().is_some_and(|&(at, _)| at > level) {
            self.loops.pop();
        }
        self.todo.clear();
        self.recheck = !self.lost.is_empty();
        self.recheck
    }
}
