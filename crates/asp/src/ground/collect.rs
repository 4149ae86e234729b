//! Elements of aggregates, conditional literals and heads, while a rule is instantiated.

use crate::ast::{Relation, Sign};
use crate::ground::aggregate::Instance;
use crate::ground::compile::Compiled;
use crate::ground::run::{Found, Goal, Join, Truth};
use crate::ground::{Grounder, Stop};
use crate::ir::{Aggregate, Conditional, HeadElement, Literal, PredId, Rule, Term, Var};
use crate::program::Lit;
use crate::symbol::Sym;

/// One instance of an element.
#[derive(Clone, Debug)]
pub(crate) struct Collected {
    pub tuple: Vec<Sym>,
    /// What it derives, if it is part of a head.
    pub head: Option<(PredId, u32)>,
    /// The condition.
    pub lits: Vec<Lit>,
}

/// One instance of a conditional literal's condition.
#[derive(Clone, Debug)]
pub(crate) struct Implication {
    /// The condition.
    pub lits: Vec<Lit>,
    /// One of these must hold; nothing if that is certain.
    pub heads: Option<Vec<Lit>>,
}

impl Grounder<'_> {
    pub(super) fn complex(
        &mut self,
        join: &Join<'_>,
        at: usize,
        literal: usize,
        assigned: &[Var],
    ) -> Result<(), Stop> {
        let recursive = join.rule.recursive[literal];
        match &join.rule.rule.body[literal] {
            Literal::Aggregate(aggregate) if recursive => {
                self.growing_aggregate(join, at, literal, aggregate, assigned)
            }
            Literal::Aggregate(aggregate) => {
                let instance = self.aggregate_instance(join.rule, literal, aggregate)?;
                if assigned.is_empty() {
                    return self.with_guards(join, at, aggregate, instance);
                }
                for value in self.possible_values(instance)? {
                    assigned.iter().for_each(|&var| self.env[var as usize] = value);
                    self.with_guards(join, at, aggregate, instance)?;
                }
                Ok(())
            }
            Literal::Conditional(conditional) => {
                self.conditional(join, at, literal, conditional, recursive)
            }
            _ => self.join(join, at + 1),
        }
    }

    /// The elements of an aggregate for the present values of its global variables.
    fn aggregate_instance(
        &mut self,
        rule: &Compiled,
        literal: usize,
        aggregate: &Aggregate,
    ) -> Result<usize, Stop> {
        let key: Vec<Sym> = aggregate.globals.iter().map(|&var| self.env[var as usize]).collect();
        if let Some(&instance) = self.instance_of.get(&(aggregate.id, key.clone())) {
            return Ok(instance);
        }
        let elements = self.elements_of(rule, literal, aggregate)?;
        let instance = self.make_instance(aggregate.function, aggregate, elements)?;
        self.instances.push(instance);
        let number = self.instances.len() - 1;
        self.instance_of.insert((aggregate.id, key), number);
        Ok(number)
    }

    pub(super) fn elements_of(
        &mut self,
        rule: &Compiled,
        literal: usize,
        aggregate: &Aggregate,
    ) -> Result<Vec<Collected>, Stop> {
        let base = self.lits.len();
        let outer = std::mem::take(&mut self.collected);
        for (element, steps) in aggregate.elements.iter().zip(&rule.inner[literal]) {
            let goal = Goal::Element { tuple: &element.tuple, base };
            self.join(&Join { steps, rule, goal }, 0)?;
        }
        Ok(std::mem::replace(&mut self.collected, outer))
    }

    fn with_guards(
        &mut self,
        join: &Join<'_>,
        at: usize,
        aggregate: &Aggregate,
        instance: usize,
    ) -> Result<(), Stop> {
        let Some(guards) = self.guard_values(&aggregate.guards, &join.rule.rule)? else {
            return Ok(());
        };
        let base = self.lits.len();
        let holds = self.guard_literals(instance, &guards)?;
        let holds = match (aggregate.sign, holds) {
            (Sign::Not, None) => Some(Vec::new()),
            (Sign::Not, Some(lits)) => match lits[..] {
                [] => None,
                [lit] => Some(vec![!lit]),
                _ => self.conjunction(lits).map(|lit| vec![!lit]).or(Some(Vec::new())),
            },
            (_, holds) => holds,
        };
        if let Some(lits) = holds {
            self.lits.extend(lits);
            let result = self.join(join, at + 1);
            self.lits.truncate(base);
            return result;
        }
        Ok(())
    }

    /// What guards compare with; nothing if a term has no value.
    pub(super) fn guard_values(
        &mut self,
        guards: &[(Relation, Term)],
        rule: &Rule,
    ) -> Result<Option<Vec<(Relation, Sym)>>, Stop> {
        let mut values = Vec::with_capacity(guards.len());
        for (relation, term) in guards {
            match self.eval(term, rule)? {
                Some(value) => values.push((*relation, value)),
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    fn growing_aggregate(
        &mut self,
        join: &Join<'_>,
        at: usize,
        literal: usize,
        aggregate: &Aggregate,
        assigned: &[Var],
    ) -> Result<(), Stop> {
        let elements = self.elements_of(join.rule, literal, aggregate)?;
        let instance: Instance = self.make_instance(aggregate.function, aggregate, elements)?;
        self.instances.push(instance);
        let number = self.instances.len() - 1;
        let values =
            if assigned.is_empty() { vec![Sym::ZERO] } else { self.possible_values(number)? };
        for value in values {
            assigned.iter().for_each(|&var| self.env[var as usize] = value);
            let Some(guards) = self.guard_values(&aggregate.guards, &join.rule.rule)? else {
                continue;
            };
            let (possible, certain) = self.guard_bounds(number, &guards);
            let lit = match aggregate.sign {
                Sign::Positive | Sign::NotNot if !possible => continue,
                Sign::Not if certain => continue,
                _ => {
                    let mut key: Vec<Sym> =
                        aggregate.globals.iter().map(|&var| self.env[var as usize]).collect();
                    key.extend(guards.iter().map(|(_, value)| *value));
                    self.deferred_atom(join.rule, literal, aggregate.id, key).lit()
                }
            };
            let lit = match aggregate.sign {
                Sign::Positive => lit,
                Sign::Not => !lit,
                Sign::NotNot => self.not_not(lit),
            };
            self.lits.push(lit);
            let result = self.join(join, at + 1);
            self.lits.pop();
            result?;
        }
        Ok(())
    }

    /// The instances of a conditional literal's condition.
    pub(super) fn implications(
        &mut self,
        rule: &Compiled,
        literal: usize,
        conditional: &Conditional,
    ) -> Result<Vec<Implication>, Stop> {
        let base = self.lits.len();
        let outer = std::mem::take(&mut self.implied);
        let steps = &rule.inner[literal][0];
        let goal = Goal::Condition { conditional, base };
        self.join(&Join { steps, rule, goal }, 0)?;
        Ok(std::mem::replace(&mut self.implied, outer))
    }

    pub(super) fn condition(
        &mut self,
        conditional: &Conditional,
        base: usize,
        rule: &Rule,
    ) -> Result<(), Stop> {
        let mut heads = Some(Vec::new());
        for (sign, atom) in &conditional.heads {
            let Some(found) = self.find_atom(atom, rule)? else { return Ok(()) };
            match self.signed(*sign, atom.pred, found, false)? {
                Truth::True => heads = None,
                Truth::False => {}
                Truth::Open(lit) => {
                    if let Some(heads) = &mut heads {
                        heads.push(lit);
                    }
                }
            }
        }
        self.implied.push(Implication { lits: self.lits[base..].to_vec(), heads });
        Ok(())
    }

    fn conditional(
        &mut self,
        join: &Join<'_>,
        at: usize,
        literal: usize,
        conditional: &Conditional,
        recursive: bool,
    ) -> Result<(), Stop> {
        let implications = self.implications(join.rule, literal, conditional)?;
        let fixed = !recursive || self.condition_is_complete(conditional);
        let simple = |i: &Implication| {
            i.lits.is_empty() && conditional.heads.len() <= 1 || i.heads.is_none()
        };
        let possible = implications
            .iter()
            .all(|i| !i.lits.is_empty() || i.heads.as_ref().is_none_or(|heads| !heads.is_empty()));
        if !possible {
            return Ok(());
        }
        let base = self.lits.len();
        if !recursive || fixed && implications.iter().all(simple) {
            match self.implication_literals(&implications, false) {
                Some(lits) => self.lits.extend(lits),
                None => return Ok(()),
            }
        } else {
            let key: Vec<Sym> =
                conditional.globals.iter().map(|&var| self.env[var as usize]).collect();
            let atom = self.deferred_atom(join.rule, literal, conditional.id, key);
            self.lits.push(atom.lit());
        }
        let result = self.join(join, at + 1);
        self.lits.truncate(base);
        result
    }

    fn condition_is_complete(&self, conditional: &Conditional) -> bool {
        conditional.condition.iter().all(|literal| match literal {
            Literal::Atom(Sign::Positive, atom) => self.complete[atom.pred.index()],
            _ => true,
        })
    }

    /// Defines the atom of an element of a head, and collects it.
    pub(super) fn head_element(
        &mut self,
        element: &HeadElement,
        base: usize,
        rule: &Rule,
    ) -> Result<(), Stop> {
        let mut tuple = Vec::with_capacity(element.tuple.len());
        for term in &element.tuple {
            match self.eval(term, rule)? {
                Some(value) => tuple.push(value),
                None => return Ok(()),
            }
        }
        let head = match &element.atom {
            None => None,
            Some(atom) => match self.find_atom(atom, rule)? {
                None => return Ok(()),
                Some(Found::Row(row)) => Some((atom.pred, row)),
                Some(Found::Absent) => {
                    let args = std::mem::take(&mut self.found_args);
                    let row = self.define(atom.pred, &args)?;
                    self.found_args = args;
                    Some((atom.pred, row))
                }
            },
        };
        self.collected.push(Collected { tuple, head, lits: self.lits[base..].to_vec() });
        Ok(())
    }

    /// The instances of the elements of a head.
    pub(super) fn head_elements(&mut self, rule: &Compiled) -> Result<Vec<Collected>, Stop> {
        let base = self.lits.len();
        let outer = std::mem::take(&mut self.collected);
        for (element, steps) in rule.rule.head.elements().iter().zip(&rule.head) {
            let goal = Goal::HeadElement { element, base };
            self.join(&Join { steps, rule, goal }, 0)?;
        }
        Ok(std::mem::replace(&mut self.collected, outer))
    }
}
