//! Helper atoms: conjunctions, disjunctions, double negation. Each is made once.

use std::collections::HashMap;
use std::rc::Rc;

use crate::ground::collect::Implication;
use crate::ground::run::Truth;
use crate::ground::{Grounder, Stop};
use crate::ir::PredId;
use crate::program::{AtomId, Body, Head, Lit, RuleId};
use crate::symbol::Sym;

/// The helper atoms made so far.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    conjunctions: HashMap<Rc<[Lit]>, Lit>,
    disjunctions: HashMap<Rc<[Lit]>, Lit>,
    /// By helper atom: what all or one of must hold.
    parts: HashMap<AtomId, Parts>,
    not_not: HashMap<Lit, Lit>,
    truth: Option<Lit>,
}

#[derive(Clone, Debug)]
enum Parts {
    All(Rc<[Lit]>),
    Any(Rc<[Lit]>),
}

impl Helpers {
    /// What a literal stands for: one of several conjunctions of literals of the program.
    pub fn ways(&self, lit: Lit) -> Vec<Vec<Lit>> {
        match self.parts.get(&lit.atom()).filter(|_| lit.is_positive()) {
            None => vec![vec![lit]],
            Some(Parts::All(lits)) => vec![lits.to_vec()],
            Some(Parts::Any(lits)) => lits.iter().flat_map(|&lit| self.ways(lit)).collect(),
        }
    }
}

/// Sorts literals and drops repetitions; `false` if one contradicts another.
pub(crate) fn tidy(lits: &mut Vec<Lit>) -> bool {
    match lits[..] {
        [] | [_] => return true,
        [a, b] => {
            if a == b {
                lits.pop();
            } else if a > b {
                lits.swap(0, 1);
            }
            return a != !b;
        }
        _ => {}
    }
    lits.sort_unstable_by_key(|lit| (lit.atom(), lit.is_positive()));
    lits.dedup();
    lits.windows(2).all(|pair| pair[0].atom() != pair[1].atom())
}

impl Grounder<'_> {
    /// The number of an atom in a row.
    pub(super) fn atom_of_row(&mut self, pred: PredId, row: u32) -> AtomId {
        let domain = &mut self.domains[pred.index()];
        match domain.atom(row) {
            Some(atom) => atom,
            None => {
                let atom = self.program.new_atom();
                domain.set_atom(row, atom);
                if let Some(text) = &mut self.text {
                    text.name(atom, pred, domain.row(row));
                }
                atom
            }
        }
    }

    /// The number of an atom that nothing has derived yet.
    pub(super) fn reserve(&mut self, pred: PredId, args: &[Sym]) -> AtomId {
        let (program, text) = (&mut self.program, &mut self.text);
        self.domains[pred.index()].reserve(args, || {
            let atom = program.new_atom();
            if let Some(text) = text {
                text.name(atom, pred, args);
            }
            atom
        })
    }

    /// A literal for all of these; nothing if they contradict each other.
    pub(super) fn conjunction(&mut self, mut lits: Vec<Lit>) -> Option<Lit> {
        if !tidy(&mut lits) {
            return None;
        }
        if let [lit] = lits[..] {
            return Some(lit);
        }
        if let Some(lit) = self.helpers.conjunctions.get(&lits[..]) {
            return Some(*lit);
        }
        let atom = self.program.new_atom();
        self.define_helper(Head::Disjunction(&[atom]), &lits);
        let lits: Rc<[Lit]> = lits.into();
        self.helpers.parts.insert(atom, Parts::All(lits.clone()));
        self.helpers.conjunctions.insert(lits, atom.lit());
        Some(atom.lit())
    }

    /// A literal for one of several conjunctions.
    pub(super) fn any_of(&mut self, ways: Vec<Vec<Lit>>) -> Truth {
        let mut lits = Vec::with_capacity(ways.len());
        for way in ways {
            if way.is_empty() {
                return Truth::True;
            }
            lits.extend(self.conjunction(way));
        }
        lits.sort_unstable();
        lits.dedup();
        match lits[..] {
            [] => return Truth::False,
            [lit] => return Truth::Open(lit),
            _ => {}
        }
        if let Some(lit) = self.helpers.disjunctions.get(&lits[..]) {
            return Truth::Open(*lit);
        }
        let atom = self.program.new_atom();
        for &lit in &lits {
            self.define_helper(Head::Disjunction(&[atom]), &[lit]);
        }
        let lits: Rc<[Lit]> = lits.into();
        self.helpers.parts.insert(atom, Parts::Any(lits.clone()));
        self.helpers.disjunctions.insert(lits, atom.lit());
        Truth::Open(atom.lit())
    }

    /// `not` of a literal. Of `not a` it is `not not a`, which is `a` only if all rules for `a`
    /// were known before.
    pub(super) fn negation(&mut self, lit: Lit) -> Lit {
        if !lit.is_positive() && self.open_negation.contains(&lit.atom()) {
            return self.not_not(!lit);
        }
        !lit
    }

    /// `not not` of a literal.
    pub(super) fn not_not(&mut self, lit: Lit) -> Lit {
        if !lit.is_positive() {
            return lit;
        }
        if let Some(found) = self.helpers.not_not.get(&lit) {
            return *found;
        }
        let atom = self.program.new_atom();
        self.program.add(Head::Disjunction(&[atom]), Body::Normal(&[!lit]), RuleId::NONE);
        if let Some(text) = &mut self.text {
            text.name_not(atom, lit);
        }
        self.helpers.not_not.insert(lit, !atom.lit());
        !atom.lit()
    }

    /// A literal that always holds.
    pub(super) fn truth(&mut self) -> Lit {
        if let Some(lit) = self.helpers.truth {
            return lit;
        }
        let atom = self.program.new_atom();
        self.program.add(Head::Disjunction(&[atom]), Body::Normal(&[]), RuleId::NONE);
        self.helpers.truth = Some(atom.lit());
        atom.lit()
    }

    /// Literals that say that all implications hold; nothing if one cannot. With `recursive`
    /// the rule may be needed to derive the conditions, and then an implication is more than
    /// "the condition is false or a head holds".
    pub(super) fn implication_literals(
        &mut self,
        implications: &[Implication],
        recursive: bool,
    ) -> Option<Vec<Lit>> {
        if self.text.is_some() {
            return self.implication_text(implications);
        }
        let mut all = Vec::new();
        for implication in implications {
            let Some(heads) = &implication.heads else { continue };
            let ways = heads.iter().map(|lit| vec![*lit]).collect();
            let head = self.any_of(ways);
            if implication.lits.is_empty() {
                match head {
                    Truth::True => {}
                    Truth::False => return None,
                    Truth::Open(lit) => all.push(lit),
                }
                continue;
            }
            if recursive {
                all.extend(self.nested_implication(&implication.lits, head));
                continue;
            }
            let Some(condition) = self.conjunction(implication.lits.clone()) else { continue };
            match head {
                Truth::True => {}
                Truth::False => all.push(self.negation(condition)),
                Truth::Open(lit) => {
                    let unless = self.negation(condition);
                    match self.any_of(vec![vec![lit], vec![unless]]) {
                        Truth::Open(lit) => all.push(lit),
                        Truth::True => {}
                        Truth::False => return None,
                    }
                }
            }
        }
        Some(all)
    }

    /// `(condition -> head)` in the logic of here and there: `x :- head.`,
    /// `x :- not condition.`, and for each atom of the condition `x | atom :- not not head.`
    /// Nothing if it always holds.
    pub(super) fn nested_implication(&mut self, condition: &[Lit], head: Truth) -> Option<Lit> {
        let all = self.conjunction(condition.to_vec())?;
        let head = match head {
            Truth::True => return None,
            Truth::False => return Some(self.negation(all)),
            Truth::Open(head) => head,
        };
        let atom = self.program.new_atom();
        let source = RuleId::NONE;
        let derive = Head::Disjunction(&[atom]);
        let unless = self.negation(all);
        self.program.add(derive, Body::Normal(&[unless]), source);
        self.program.add(derive, Body::Normal(&[head]), source);
        let assumed = self.not_not(head);
        for &lit in condition {
            if lit.is_positive() {
                let either = [atom, lit.atom()];
                self.program.add(Head::Disjunction(&either), Body::Normal(&[assumed]), source);
            } else {
                // `not y` in the head is `not not y` in the body.
                let mut body = vec![assumed, self.not_not(!lit)];
                if tidy(&mut body) {
                    self.program.add(derive, Body::Normal(&body), source);
                }
            }
        }
        Some(atom.lit())
    }

    /// Adds a row for an atom, and watches over their number.
    pub(super) fn define(&mut self, pred: PredId, args: &[Sym]) -> Result<u32, Stop> {
        let (row, new) = self.domains[pred.index()].define(args);
        if new {
            self.atoms += 1;
            if self.atoms > self.limits.atoms {
                return Err(self.too_many(pred, row));
            }
        }
        Ok(row)
    }
}
