//! Constraints on sums of numbers that are chosen.
//!
//! `:- v(s,S), v(e,E), ..., 1000*S+91*E-... != 0.` has an instance for almost every combination
//! of values. If each of `v(s,S)`, `v(e,E)`, ... holds for exactly one value (`{v(L,D): d(D)} = 1`),
//! the constraint is about one sum, and becomes a sum: `#sum{1000*D : v(s,D); ...} != 0`.

use crate::ast::{Function, Relation, Sign};
use crate::ground::aggregate::Instance;
use crate::ground::collect::Collected;
use crate::ground::compile::Compiled;
use crate::ground::linear::sum_of;
use crate::ground::plan::{Planner, Rows, Step};
use crate::ground::run::{Goal, Join};
use crate::ground::{Grounder, Stop};
use crate::ir::{Atom, Head, Literal, PredId, Rule, Term, Var};
use crate::program::Lit;
use crate::symbol::Sym;

/// With fewer combinations than this the instances are written out.
const LEAST: f64 = 2000.0;
/// With more instances of the rest than this, too.
const MOST: usize = 100_000;

/// A constraint of this kind.
struct Lifted {
    relation: Relation,
    constant: i64,
    values: Vec<Value>,
}

/// An atom with a number in it.
struct Value {
    pred: PredId,
    coefficient: i64,
    /// The column of the number.
    column: usize,
    /// An index on the other columns, and what is in them.
    index: usize,
    key: Vec<Term>,
}

/// One instance: the sum's constant, its weighted literals, the rest of the body.
struct Found {
    fixed: i64,
    weighted: Vec<(i64, Lit)>,
    body: Vec<Lit>,
}

impl Grounder<'_> {
    /// Remembers that exactly one of these atoms holds, if that is what a choice says.
    pub(super) fn note_exactly_one(&mut self, elements: &[Collected], guards: &[(Relation, Sym)]) {
        let one = |&(relation, value): &(Relation, Sym)| {
            value.small() == Some(1) && relation == Relation::Equal
        };
        let between = guards.len() == 2
            && [Relation::LessEqual, Relation::GreaterEqual].iter().all(|wanted| {
                guards.iter().any(|&(r, value)| r == *wanted && value.small() == Some(1))
            });
        if !(guards.len() == 1 && guards.iter().all(one) || between) {
            return;
        }
        let plain = |element: &Collected| element.head.filter(|_| element.lits.is_empty());
        let Some(mut rows) = elements.iter().map(plain).collect::<Option<Vec<_>>>() else { return };
        rows.sort_unstable();
        rows.dedup();
        if rows.len() == elements.len() {
            self.exactly_one.insert(rows);
        }
    }

    /// Grounds a constraint on a sum of chosen numbers as one sum for each instance of the rest.
    /// False if it is not one.
    pub(super) fn lift(&mut self, rule: &Rule, number: usize) -> Result<bool, Stop> {
        if !matches!(rule.head, Head::Constraint)
            || self.exactly_one.is_empty()
            || self.text.is_some()
            || self.keep_facts
        {
            return Ok(false);
        }
        let Some((lifted, rest)) = self.lifted(rule) else { return Ok(false) };
        let rest = Rule { body: rest, ..rule.clone() };
        let growing = vec![false; self.domains.len()];
        let compiled = self.compile(rest, number, &growing);
        let rows = vec![Rows::All; compiled.rule.body.len()];
        let mut bound = vec![false; compiled.rule.vars.len()];
        let mut planner = Planner { domains: &mut self.domains, growing: &growing };
        let steps = planner.order(&compiled.rule.body, &rows, &mut bound);
        // The rest must give values to everything but the numbers.
        let keys = lifted.values.iter().flat_map(|value| &value.key);
        if steps.iter().any(|step| matches!(step, Step::Never))
            || !keys.into_iter().all(|term| term.all_vars(|var| bound[var as usize]))
        {
            return Ok(false);
        }
        let Some(found) = self.lifted_instances(&compiled, &steps, &lifted)? else {
            return Ok(false);
        };
        self.source = rule.source;
        self.profile.entry(rule.source).or_default().instances += found.len() as u64;
        for Found { fixed, weighted, body } in found {
            self.instances.push(Instance::sum(fixed, weighted));
            let instance = self.instances.len() - 1;
            // What the constraint forbids.
            let zero = -lifted.constant;
            match lifted.relation {
                Relation::Less => self.forbid_less(instance, zero, &body),
                Relation::LessEqual => self.forbid_less(instance, zero + 1, &body),
                Relation::Greater => self.forbid_more(instance, zero, &body),
                Relation::GreaterEqual => self.forbid_more(instance, zero - 1, &body),
                Relation::NotEqual => {
                    self.forbid_less(instance, zero, &body);
                    self.forbid_more(instance, zero, &body);
                }
                Relation::Equal => {}
            }
            self.instances.pop();
        }
        Ok(true)
    }

    /// The sum in a constraint, and the other literals.
    fn lifted(&mut self, rule: &Rule) -> Option<(Lifted, Vec<Literal>)> {
        let sums = rule.body.iter().enumerate().filter_map(|(at, literal)| match literal {
            Literal::Compare(relation, left, right, _) if *relation != Relation::Equal => {
                let (terms, constant) = sum_of(left, right)?;
                (terms.len() >= 3).then_some((at, *relation, terms, constant))
            }
            _ => None,
        });
        let (place, relation, terms, constant) = sums.into_iter().next()?;
        let constant = i64::try_from(constant).ok()?;
        let mut values = Vec::new();
        let mut taken = vec![place];
        let mut combinations = 1.0;
        for &(var, coefficient) in &terms {
            let has = |literal: &Literal| {
                let mut found = false;
                crate::rewrite::literals_vars(std::slice::from_ref(literal), &mut |v| {
                    found |= v == var;
                });
                found
            };
            let mut places = (0..rule.body.len()).filter(|&at| at != place && has(&rule.body[at]));
            let (at, None) = (places.next()?, places.next()) else { return None };
            let Literal::Atom(Sign::Positive, atom) = &rule.body[at] else { return None };
            if taken.contains(&at) {
                return None;
            }
            taken.push(at);
            let value = self.value(atom, var, coefficient)?;
            let domain = &mut self.domains[atom.pred.index()];
            combinations *= f64::from(domain.distinct(value.column));
            values.push(value);
        }
        if combinations < LEAST {
            return None;
        }
        let rest = rule.body.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        let rest: Vec<Literal> = rest.map(|(_, literal)| literal.clone()).collect();
        Some((Lifted { relation, constant, values }, rest))
    }

    fn value(&mut self, atom: &Atom, var: Var, coefficient: i64) -> Option<Value> {
        let column = atom.args.iter().position(|arg| *arg == Term::Var(var))?;
        let others = || atom.args.iter().enumerate().filter(|(at, _)| *at != column);
        if others().any(|(_, arg)| !arg.all_vars(|v| v != var)) {
            return None;
        }
        let domain = &mut self.domains[atom.pred.index()];
        // Integers only, and products that fit.
        let (low, high) = domain.range(column)?;
        let far = low.abs().max(high.abs()).checked_mul(coefficient.abs())?;
        if far > 1 << 40 {
            return None;
        }
        let columns: Vec<usize> = others().map(|(at, _)| at).collect();
        let index = domain.index(&columns);
        let key = others().map(|(_, arg)| arg.clone()).collect();
        Some(Value { pred: atom.pred, coefficient, column, index, key })
    }

    /// The sum for each instance of the other literals; nothing if an atom with a number may hold
    /// for several, or for none.
    fn lifted_instances(
        &mut self,
        compiled: &Compiled,
        steps: &[Step],
        lifted: &Lifted,
    ) -> Result<Option<Vec<Found>>, Stop> {
        self.env.clear();
        self.env.resize(compiled.rule.vars.len(), Sym::INF);
        self.lits.clear();
        let outer = std::mem::take(&mut self.collected);
        let vars: Vec<Term> = (0..compiled.rule.vars.len() as Var).map(Term::Var).collect();
        let goal = Goal::Element { tuple: &vars, base: 0 };
        let result = self.join(&Join { steps, rule: compiled, goal }, 0);
        let instances = std::mem::replace(&mut self.collected, outer);
        result?;
        if instances.len() > MOST {
            return Ok(None);
        }
        let mut found = Vec::new();
        for instance in instances {
            self.env = instance.tuple;
            match self.sum_of_values(compiled, lifted)? {
                Values::Sum(fixed, weighted) => {
                    found.push(Found { fixed, weighted, body: instance.lits });
                }
                Values::Never => {}
                Values::Several => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    fn sum_of_values(&mut self, compiled: &Compiled, lifted: &Lifted) -> Result<Values, Stop> {
        let mut fixed = 0i64;
        let mut weighted = Vec::new();
        for value in &lifted.values {
            let mut key = Vec::with_capacity(value.key.len());
            for term in &value.key {
                match self.eval(term, &compiled.rule)? {
                    Some(sym) => key.push(sym),
                    None => return Ok(Values::Never),
                }
            }
            let domain = &self.domains[value.pred.index()];
            let mut rows = Vec::new();
            let mut next = domain.first(value.index, &key);
            while let Some(row) = next {
                rows.push((value.pred, row));
                next = domain.next(value.index, row);
            }
            if rows.is_empty() {
                return Ok(Values::Never);
            }
            rows.sort_unstable();
            if !self.exactly_one.contains(&rows) {
                return Ok(Values::Several);
            }
            for (pred, row) in rows {
                let domain = &self.domains[pred.index()];
                let Some(number) = domain.row(row)[value.column].small() else {
                    return Ok(Values::Several);
                };
                let weight = number * value.coefficient;
                if domain.is_fact(row) {
                    fixed += weight;
                } else if weight != 0 {
                    weighted.push((weight, self.atom_of_row(pred, row).lit()));
                }
            }
        }
        Ok(Values::Sum(fixed, weighted))
    }
}

enum Values {
    /// A constant and weighted literals.
    Sum(i64, Vec<(i64, Lit)>),
    /// There is no instance.
    Never,
    /// It is not known that exactly one value holds.
    Several,
}

impl Instance {
    /// A sum of these.
    fn sum(fixed: i64, weighted: Vec<(i64, Lit)>) -> Instance {
        let mut instance = Instance::empty(Function::Sum);
        (instance.fixed, instance.weighted) = (fixed, weighted);
        crate::ground::aggregate::merge_literals(&mut instance, false);
        instance
    }
}
