//! The stability check for a component in which atoms of one head depend on each other.
//!
//! A model is an answer set iff no set of its atoms is unfounded: every rule that could support
//! a member has a false body, needs a member, or has another true atom in its head. Whether such
//! a set exists is a question for a second solver, asked when all variables have values. The
//! set it finds becomes a clause: one of its atoms is false, or one of the rules supports it.

use std::collections::{HashMap, HashSet};

use pencilmark_sat as sat;
use sat::{Answer, Conflict, Lit, Search, Solver, Theory, Var};

use super::graph::Components;
use super::rules::{BodyDef, BodyId, Rules};
use crate::program::{AtomId, Lit as ProgramLit};

/// A rule with atoms of the component in its head.
struct Rule {
    /// The whole head; for choices one rule for each atom.
    heads: Vec<Head>,
    body: Lit,
    kind: Kind,
}

struct Head {
    lit: Lit,
    /// Its place in the component.
    own: Option<u32>,
}

enum Kind {
    /// Atoms of the component that the body needs.
    All(Vec<u32>),
    Sum {
        lower: i64,
        elements: Vec<(i64, Lit, Option<u32>)>,
    },
}

pub(crate) struct Stable {
    atoms: Vec<Lit>,
    rules: Vec<Rule>,
}

/// What the second solver says.
enum Found {
    /// A set, by place.
    Set(Vec<bool>),
    None,
    /// A limit was met first.
    Unknown,
}

/// At most this many clauses are added for one unfounded set.
const CLAUSES: usize = 4;

impl Stable {
    /// Adds the check for one component.
    pub fn add(
        solver: &mut Solver,
        rules: &Rules,
        components: &Components,
        component: u32,
        atoms: &[Lit],
        bodies: &[Lit],
    ) {
        let members = &components.atoms[component as usize];
        let mut places = HashMap::new();
        for (at, member) in members.iter().enumerate() {
            places.insert(*member, at as u32);
        }
        let own = |atom: AtomId| places.get(&atom).copied();
        let kind = |body: BodyId| match &rules.bodies[body.index()] {
            BodyDef::All(_) => Kind::All(rules.positive(body).filter_map(own).collect()),
            BodyDef::Sum { lower, elements } => {
                let element = |&(weight, lit): &(i64, ProgramLit)| {
                    let name = atoms[lit.atom().index()];
                    let name = if lit.is_positive() { name } else { !name };
                    let own = if lit.is_positive() { own(lit.atom()) } else { None };
                    (weight, name, own)
                };
                Kind::Sum { lower: *lower, elements: elements.iter().map(element).collect() }
            }
        };
        let mut theory = Stable {
            atoms: members.iter().map(|atom| atoms[atom.index()]).collect(),
            rules: Vec::new(),
        };
        let mut seen = HashSet::new();
        for &atom in members {
            for support in &rules.supports[atom.index()] {
                let (heads, body) = match support.disjunction {
                    Some(number) if !seen.insert(number) => continue,
                    Some(number) => {
                        let disjunction = &rules.disjunctions[number as usize];
                        (&disjunction.heads[..], disjunction.body)
                    }
                    None => (&[atom][..], support.body),
                };
                let head = |&atom: &AtomId| Head { lit: atoms[atom.index()], own: own(atom) };
                let heads = heads.iter().map(head).collect();
                theory.rules.push(Rule { heads, body: bodies[body.index()], kind: kind(body) });
            }
        }
        solver.add_theory(Box::new(theory));
    }

    /// A non-empty unfounded set of true atoms, by place.
    fn unfounded_set(&self, search: &Search) -> Found {
        let mut second = Solver::new();
        let members: Vec<Option<Var>> =
            self.atoms.iter().map(|&lit| search.is_true(lit).then(|| second.new_var())).collect();
        let some: Vec<Lit> = members.iter().flatten().map(|var| var.lit()).collect();
        second.add_clause(&some);
        let member = |own: Option<u32>| own.and_then(|at| members[at as usize]).map(Var::lit);
        for rule in &self.rules {
            if !search.is_true(rule.body) {
                continue;
            }
            // What excuses a member in the head: a needed member, or another atom that is true
            // and not a member.
            let mut excuses: Vec<Lit> = Vec::new();
            match &rule.kind {
                Kind::All(needed) => {
                    excuses.extend(needed.iter().filter_map(|&at| member(Some(at))));
                }
                Kind::Sum { lower, elements } => {
                    let held = || elements.iter().filter(|&&(_, lit, _)| search.is_true(lit));
                    let sum: i64 = held().map(|&(weight, _, _)| weight).sum();
                    let enough = second.new_var().lit();
                    let mut lost: Vec<(i64, Lit)> = held()
                        .filter_map(|&(weight, _, own)| Some((weight, member(own)?)))
                        .collect();
                    let excess = sum - lower + 1;
                    lost.push((excess, !enough));
                    second.add_linear(&lost, excess).expect("a part of a sum that fits");
                    excuses.push(enough);
                }
            }
            let truths = || rule.heads.iter().filter(|head| search.is_true(head.lit));
            if truths().any(|head| head.own.is_none()) {
                continue;
            }
            for head in truths() {
                let own = member(head.own).expect("true atoms may be members");
                let others = truths().filter(|other| other.own != head.own);
                let mut clause = vec![!own];
                clause.extend(&excuses);
                clause.extend(others.map(|other| !member(other.own).expect("true")));
                second.add_clause(&clause);
            }
        }
        // Conflicts are counted in the search for models only.
        let limits = sat::Limits { conflicts: None, ..search.limits().clone() };
        match second.solve(&[], &limits) {
            Answer::Sat => {
                let chosen = |var: &Option<Var>| var.is_some_and(|var| second.is_true(var.lit()));
                Found::Set(members.iter().map(chosen).collect())
            }
            Answer::Unsat => Found::None,
            Answer::Unknown => Found::Unknown,
        }
    }

    /// What keeps the rules from supporting the set, as literals that are false now.
    fn outside(&self, set: &[bool], search: &Search) -> Vec<Lit> {
        let inside = |own: Option<u32>| own.is_some_and(|at| set[at as usize]);
        let mut outside = Vec::new();
        for rule in &self.rules {
            if !rule.heads.iter().any(|head| inside(head.own)) {
                continue;
            }
            if let Kind::All(needed) = &rule.kind
                && needed.iter().any(|&at| set[at as usize])
            {
                continue;
            }
            if search.is_false(rule.body) {
                outside.push(rule.body);
                continue;
            }
            let other =
                rule.heads.iter().find(|head| !inside(head.own) && search.is_true(head.lit));
            if let Some(other) = other {
                outside.push(!other.lit);
            } else if let Kind::Sum { elements, .. } = &rule.kind {
                let gone =
                    elements.iter().filter(|&&(_, lit, own)| search.is_false(lit) && !inside(own));
                outside.extend(gone.map(|&(_, lit, _)| lit));
            } else {
                unreachable!("the set is unfounded");
            }
        }
        outside.sort_unstable();
        outside.dedup();
        outside
    }
}

impl Theory for Stable {
    fn propagate(&mut self, _: &[u32], _: &mut Search, _: &mut Vec<Lit>) -> Result<(), Conflict> {
        Ok(())
    }

    fn explain(&mut self, _: Lit, _: u32, _: &Search, _: &mut Vec<Lit>) {
        unreachable!("only clauses are added")
    }

    fn check(&mut self, search: &mut Search, _: &mut Vec<Lit>) -> Result<(), Conflict> {
        let set = match self.unfounded_set(search) {
            Found::Set(set) => set,
            Found::None => return Ok(()),
            Found::Unknown => {
                search.give_up();
                return Ok(());
            }
        };
        let outside = self.outside(&set, search);
        let members = (0..set.len()).filter(|&at| set[at]).take(CLAUSES);
        for at in members {
            let mut clause = outside.clone();
            clause.push(!self.atoms[at]);
            search.add_lemma(&clause);
        }
        Ok(())
    }
}
