//! The program as solving needs it: no rule that can never apply, each body once, and every
//! disjunction as one normal rule for each of its atoms, with the others negated.
//!
//! Shifting keeps exactly the answer sets where no two atoms of a head depend on each other;
//! where they do, the shifted rules still say what supports a single atom, and `stable` looks
//! at the disjunctions themselves ([`Rules::disjunctions`]).

use std::collections::HashMap;

use super::Error;
use super::compile::Watch;
use crate::program::{AtomId, Body, Head, Lit, Program};

/// A body, by its number in [`Rules::bodies`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct BodyId(pub u32);

impl BodyId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// When a rule applies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BodyDef {
    /// All of these, sorted.
    All(Box<[Lit]>),
    /// At least `lower` of these weights.
    Sum { lower: i64, elements: Box<[(i64, Lit)]> },
}

/// A rule that may make an atom true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Support {
    pub body: BodyId,
    /// The atom may stay false although the body holds.
    pub choice: bool,
    /// The number of the disjunction it comes from, if it does.
    pub disjunction: Option<u32>,
}

/// A rule with several atoms in its head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Disjunction {
    pub heads: Box<[AtomId]>,
    pub body: BodyId,
}

/// What is known about an atom on sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    True,
    /// No rule has it in its head.
    False,
    No,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub known: Vec<Known>,
    pub bodies: Vec<BodyDef>,
    /// By atom: what can make it true.
    pub supports: Vec<Vec<Support>>,
    pub disjunctions: Vec<Disjunction>,
    /// Bodies of constraints with two literals, as pairs of literals, sorted, each once.
    pub pairs: Vec<(Lit, Lit)>,
    /// Other bodies of constraints.
    pub forbidden: Vec<BodyDef>,
    numbers: HashMap<BodyDef, BodyId>,
}

impl Rules {
    /// Reads a program, leaving out the rules for which `keep` is false.
    pub fn new(
        program: &Program,
        keep: &dyn Fn(usize) -> bool,
        watch: &mut Watch<'_>,
    ) -> Result<Rules, Error> {
        let atoms = program.atom_count() as usize + 1;
        let mut rules = Rules {
            known: vec![Known::False; atoms],
            supports: vec![Vec::new(); atoms],
            ..Rules::default()
        };
        let kept = || program.rules().enumerate().filter(|&(at, _)| keep(at));
        for (_, rule) in kept() {
            let (Head::Disjunction(heads) | Head::Choice(heads)) = rule.head;
            for head in heads {
                if rules.known[head.index()] == Known::False {
                    rules.known[head.index()] = Known::No;
                }
            }
            if let (Head::Disjunction(&[atom]), Body::Normal([])) = (rule.head, rule.body) {
                rules.known[atom.index()] = Known::True;
            }
        }
        let mut lits = Vec::new();
        for (_, rule) in kept() {
            watch.step()?;
            let Some(body) = rules.body(rule.body, &mut lits) else { continue };
            match rule.head {
                Head::Disjunction([]) => rules.forbid(body),
                Head::Disjunction(heads) => rules.disjunction(heads, body),
                Head::Choice(heads) => {
                    let id = rules.intern(body);
                    for &head in heads {
                        rules.support(head, Support { body: id, choice: true, disjunction: None });
                    }
                }
            }
        }
        rules.pairs.sort_unstable();
        rules.pairs.dedup();
        for supports in &mut rules.supports {
            // The same body twice counts once, and as a choice only if both are.
            supports.sort_by_key(|support| (support.body, support.choice));
            supports.dedup_by_key(|support| support.body);
        }
        // Every body is in it a second time.
        rules.numbers = HashMap::new();
        Ok(rules)
    }

    /// A body without what is known. Nothing if it can never hold.
    fn body(&self, body: Body<'_>, lits: &mut Vec<Lit>) -> Option<BodyDef> {
        match body {
            Body::Normal(all) => {
                lits.clear();
                for &lit in all {
                    match self.value(lit) {
                        Some(true) => {}
                        Some(false) => return None,
                        None => lits.push(lit),
                    }
                }
                lits.sort_unstable();
                lits.dedup();
                let opposite =
                    lits.iter().any(|lit| lit.is_positive() && lits.binary_search(&!*lit).is_ok());
                (!opposite).then(|| BodyDef::All(lits.as_slice().into()))
            }
            Body::Sum { lower, elements } => {
                let mut lower = i128::from(lower);
                let mut open: Vec<(i64, Lit)> = Vec::with_capacity(elements.len());
                for &(weight, lit) in elements {
                    match self.value(lit) {
                        Some(true) => lower -= i128::from(weight),
                        Some(false) => {}
                        None => open.push((weight, lit)),
                    }
                }
                if lower <= 0 {
                    return Some(BodyDef::All([].into()));
                }
                let total: i128 = open.iter().map(|&(weight, _)| i128::from(weight)).sum();
                if total < lower {
                    return None;
                }
                open.sort_unstable_by_key(|&(weight, lit)| (lit, weight));
                let lower = lower as i64;
                Some(BodyDef::Sum { lower, elements: open.into() })
            }
        }
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        match self.known[lit.atom().index()] {
            Known::No => None,
            Known::True => Some(lit.is_positive()),
            Known::False => Some(!lit.is_positive()),
        }
    }

    fn forbid(&mut self, body: BodyDef) {
        match &body {
            BodyDef::All(lits) if lits.len() == 2 => self.pairs.push((lits[0], lits[1])),
            _ => self.forbidden.push(body),
        }
    }

    fn intern(&mut self, body: BodyDef) -> BodyId {
        let next = BodyId(self.bodies.len() as u32);
        *self.numbers.entry(body).or_insert_with_key(|body| {
            self.bodies.push(body.clone());
            next
        })
    }

    fn support(&mut self, head: AtomId, support: Support) {
        if self.known[head.index()] != Known::No {
            return;
        }
        // A body that needs the atom cannot be what makes it true.
        if let BodyDef::All(lits) = &self.bodies[support.body.index()]
            && lits.binary_search(&head.lit()).is_ok()
        {
            return;
        }
        self.supports[head.index()].push(support);
    }

    fn disjunction(&mut self, heads: &[AtomId], body: BodyDef) {
        if heads.iter().any(|head| self.known[head.index()] == Known::True) {
            return;
        }
        let mut heads = heads.to_vec();
        heads.sort_unstable();
        heads.dedup();
        if let BodyDef::All(lits) = &body
            && heads.iter().any(|head| lits.binary_search(&head.lit()).is_ok())
        {
            return;
        }
        if let [head] = heads[..] {
            let body = self.intern(body);
            self.support(head, Support { body, choice: false, disjunction: None });
            return;
        }
        let lits = match body {
            BodyDef::All(lits) => lits,
            BodyDef::Sum { .. } => {
                // The sum gets a name, so that shifting can put literals beside it.
                let body = self.intern(body);
                let name = AtomId(self.known.len() as u32);
                self.known.push(Known::No);
                self.supports.push(vec![Support { body, choice: false, disjunction: None }]);
                [name.lit()].into()
            }
        };
        let body = self.intern(BodyDef::All(lits.clone()));
        let number = Some(self.disjunctions.len() as u32);
        for &head in &heads {
            let mut shifted = lits.to_vec();
            shifted.extend(heads.iter().filter(|&&other| other != head).map(|other| !other.lit()));
            shifted.sort_unstable();
            shifted.dedup();
            let body = self.intern(BodyDef::All(shifted.into()));
            self.support(head, Support { body, choice: false, disjunction: number });
        }
        self.disjunctions.push(Disjunction { heads: heads.into(), body });
    }

    /// The atoms a body needs, each as often as it occurs.
    pub fn positive(&self, body: BodyId) -> impl Iterator<Item = AtomId> + '_ {
        let (all, sum): (&[Lit], &[(i64, Lit)]) = match &self.bodies[body.index()] {
            BodyDef::All(lits) => (lits, &[]),
            BodyDef::Sum { elements, .. } => (&[], elements),
        };
        all.iter()
            .copied()
            .chain(sum.iter().map(|&(_, lit)| lit))
            .filter(|lit| lit.is_positive())
            .map(Lit::atom)
    }
}
