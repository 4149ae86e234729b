//! Elements of aggregates, conditional literals and heads, while a rule is instantiated.

use crate::ast::{Function, Relation, Sign};
use crate::ground::compile::Compiled;
use crate::ground::plan::Step;
use crate::ground::run::{Found, Goal, Join, Truth};
use crate::ground::{Grounder, Stop};
use crate::ir::{
    Aggregate, Atom, Conditional, Head, HeadElement, HeadLiteral, Literal, PredId, Rule, Term, Var,
};
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
        let instance = self.make_instance(aggregate.function, aggregate, elements, false)?;
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
                [lit] => Some(vec![self.negation(lit)]),
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
        let instance = self.make_instance(aggregate.function, aggregate, elements, true)?;
        self.instances.push(instance);
        let number = self.instances.len() - 1;
        let values =
            if assigned.is_empty() { vec![Sym::ZERO] } else { self.possible_values(number)? };
        for value in values {
            assigned.iter().for_each(|&var| self.env[var as usize] = value);
            let Some(guards) = self.guard_values(&aggregate.guards, &join.rule.rule)? else {
                continue;
            };
            let (possible, _) = self.guard_bounds(number, &guards);
            let lit = match aggregate.sign {
                Sign::Positive if !possible => continue,
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
    ) -> Result<Vec<Implication>, Stop> {
        let base = self.lits.len();
        let outer = std::mem::take(&mut self.implied);
        if let [steps, plans @ ..] = &rule.inner[literal][..] {
            self.join(&Join { steps, rule, goal: Goal::Condition { plans, base } }, 0)?;
        }
        Ok(std::mem::replace(&mut self.implied, outer))
    }

    pub(super) fn condition(
        &mut self,
        rule: &Compiled,
        plans: &[Vec<Step>],
        base: usize,
    ) -> Result<(), Stop> {
        let outer = std::mem::take(&mut self.alternatives);
        let inner = self.lits.len();
        for steps in plans {
            self.join(&Join { steps, rule, goal: Goal::Alternative { base: inner } }, 0)?;
        }
        let ways = std::mem::replace(&mut self.alternatives, outer);
        let certain = ways.iter().any(Vec::is_empty);
        let heads = (!certain).then(|| {
            ways.into_iter().filter_map(|way| self.conjunction(way)).collect::<Vec<Lit>>()
        });
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
        let implications = self.implications(join.rule, literal)?;
        let fixed = !recursive || self.condition_is_complete(conditional);
        let one = conditional.heads.len() <= 1;
        let simple = |i: &Implication| {
            i.heads.as_ref().is_none_or(|heads| i.lits.is_empty() && one && heads.len() <= 1)
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
        if let Head::Choice { function, span, .. } = &rule.head
            && *function != Function::Count
            && self.weight(*function, &tuple, *span, rule.span).is_none()
        {
            // An element without a weight is no element; one that `#sum+` does not count is.
            let first = tuple.first().copied();
            if first.is_none_or(|first| self.symbols.as_int(first).is_none()) {
                return Ok(());
            }
        }
        let head = match element.heads.first() {
            None => None,
            Some(literal) => match self.defined(&literal.atom, rule)? {
                None => return Ok(()),
                Some(row) => Some((literal.atom.pred, row)),
            },
        };
        self.collected.push(Collected { tuple, head, lits: self.lits[base..].to_vec() });
        Ok(())
    }

    /// The row of a head's atom, added if it is new; nothing if it has no value.
    pub(super) fn defined(&mut self, atom: &Atom, rule: &Rule) -> Result<Option<u32>, Stop> {
        Ok(match self.find_atom(atom, rule)? {
            None => None,
            Some(Found::Row(row)) => Some(row),
            Some(Found::Absent) => {
                let args = std::mem::take(&mut self.found_args);
                let row = self.define(atom.pred, &args);
                self.found_args = args;
                Some(row?)
            }
        })
    }

    /// The instances of the elements of a choice.
    pub(super) fn head_elements(&mut self, rule: &Compiled) -> Result<Vec<Collected>, Stop> {
        let base = self.lits.len();
        let outer = std::mem::take(&mut self.collected);
        for (element, plans) in rule.rule.head.elements().iter().zip(&rule.head) {
            let goal = Goal::HeadElement { element, base };
            self.join(&Join { steps: &plans[0], rule, goal }, 0)?;
        }
        Ok(std::mem::replace(&mut self.collected, outer))
    }

    /// The instances of the elements of a disjunction.
    pub(super) fn disjuncts(&mut self, rule: &Compiled) -> Result<Vec<Disjunct>, Stop> {
        let base = self.lits.len();
        let outer = std::mem::take(&mut self.disjuncts);
        for (number, element) in rule.rule.head.elements().iter().enumerate() {
            if let [steps, plans @ ..] = &rule.head[number][..] {
                let goal = Goal::Disjunct { element, number, plans, base };
                self.join(&Join { steps, rule, goal }, 0)?;
            }
        }
        Ok(std::mem::replace(&mut self.disjuncts, outer))
    }

    pub(super) fn disjunct(
        &mut self,
        rule: &Compiled,
        element: &HeadElement,
        number: usize,
        plans: &[Vec<Step>],
        base: usize,
    ) -> Result<(), Stop> {
        // Conditions that give the literals the same variables are one element.
        let mut key = Vec::new();
        for head in &element.heads {
            let made = |var: Var| {
                head.ranges.iter().any(|range| matches!(range, Literal::Range(v, ..) if *v == var))
            };
            for arg in &head.atom.args {
                arg.vars(&mut |var| {
                    if !made(var) {
                        key.push(self.env[var as usize]);
                    }
                });
            }
        }
        self.disjuncts.push(Disjunct {
            number,
            key,
            positive: Vec::new(),
            negative: Vec::new(),
            lits: self.lits[base..].to_vec(),
        });
        for (literal, steps) in element.heads.iter().zip(plans) {
            self.join(&Join { steps, rule, goal: Goal::HeadLiteral { literal } }, 0)?;
        }
        Ok(())
    }

    pub(super) fn head_literal(&mut self, literal: &HeadLiteral, rule: &Rule) -> Result<(), Stop> {
        if literal.sign == Sign::Positive {
            if let Some(row) = self.defined(&literal.atom, rule)?
                && let Some(disjunct) = self.disjuncts.last_mut()
            {
                disjunct.positive.push((literal.atom.pred, row));
            }
            return Ok(());
        }
        let Some(found) = self.find_atom(&literal.atom, rule)? else { return Ok(()) };
        let truth = self.signed(literal.sign, literal.atom.pred, found, false)?;
        if let Some(disjunct) = self.disjuncts.last_mut() {
            disjunct.negative.push(truth);
        }
        Ok(())
    }
}

/// One instance of an element of a disjunction.
#[derive(Clone, Debug)]
pub(crate) struct Disjunct {
    /// The element.
    pub number: usize,
    /// Instances with the same key are the same disjunct, under several conditions.
    pub key: Vec<Sym>,
    /// Atoms that all hold if it does.
    pub positive: Vec<(PredId, u32)>,
    /// What else must hold.
    pub negative: Vec<Truth>,
    /// The condition.
    pub lits: Vec<Lit>,
}
