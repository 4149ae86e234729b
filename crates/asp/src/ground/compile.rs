//! Rules with the plans for their parts.

use crate::ast::Sign;
use crate::ground::Grounder;
use crate::ground::plan::{Planner, Rows, Step};
use crate::ir::{Head, Literal, Rule};
use crate::rewrite::literals_vars;

/// A rule and the plans of what is inside its literals and head. The plans of the body depend
/// on which rows are new, so they are made apart ([`Grounder::body_plan`]).
#[derive(Debug)]
pub(crate) struct Compiled {
    pub rule: Rule,
    /// For each literal of the body: one plan for each element, or one for the condition and
    /// one for each alternative.
    pub inner: Vec<Vec<Vec<Step>>>,
    /// Whether what is inside the literal is still growing.
    pub recursive: Vec<bool>,
    /// For each element of the head: a plan for its condition, and one for each literal.
    pub head: Vec<Vec<Vec<Step>>>,
    /// Elements of the head depend on what is still growing.
    pub recursive_head: bool,
    /// Nothing is derived.
    pub constraint: bool,
    /// Unique number.
    pub number: usize,
}

impl Compiled {
    /// Whether instances may appear that no single new atom explains: every round goes through
    /// all of them.
    pub fn naive(&self) -> bool {
        self.recursive_head || self.recursive.contains(&true)
    }
}

impl Grounder<'_> {
    pub(super) fn compile(&mut self, rule: Rule, number: usize, growing: &[bool]) -> Compiled {
        let mut inner = Vec::with_capacity(rule.body.len());
        let mut recursive = Vec::with_capacity(rule.body.len());
        let mut globals = vec![false; rule.vars.len()];
        rule.globals.iter().for_each(|&var| globals[var as usize] = true);
        let grows = |literals: &[Literal]| {
            literals.iter().any(|literal| match literal {
                Literal::Atom(Sign::Positive, atom) => growing[atom.pred.index()],
                _ => false,
            })
        };
        let mut planner = Planner { domains: &mut self.domains, growing };
        let mut plan = |literals: &[Literal], before: &[Literal]| {
            let mut bound = globals.clone();
            literals_vars(before, &mut |var| bound[var as usize] = true);
            planner.order(literals, &vec![Rows::All; literals.len()], &mut bound)
        };
        for literal in &rule.body {
            let (plans, grow) = match literal {
                Literal::Aggregate(aggregate) => (
                    aggregate
                        .elements
                        .iter()
                        .map(|element| plan(&element.condition, &[]))
                        .collect(),
                    aggregate.elements.iter().any(|element| grows(&element.condition)),
                ),
                Literal::Conditional(conditional) => {
                    let heads = &conditional.heads;
                    let grow = grows(&conditional.condition) || heads.iter().any(|h| grows(h));
                    let mut plans = vec![plan(&conditional.condition, &[])];
                    plans.extend(heads.iter().map(|head| plan(head, &conditional.condition)));
                    (plans, grow)
                }
                _ => (Vec::new(), false),
            };
            inner.push(plans);
            recursive.push(grow);
        }
        let head = rule.head.elements().iter().map(|element| {
            let mut plans = vec![plan(&element.condition, &[])];
            plans.extend(element.heads.iter().map(|head| plan(&head.ranges, &element.condition)));
            plans
        });
        let head = head.collect();
        let recursive_head = rule.head.elements().iter().any(|element| grows(&element.condition));
        let constraint = matches!(rule.head, Head::Constraint);
        Compiled { rule, inner, recursive, head, recursive_head, constraint, number }
    }

    /// The plan of a rule's body. `rows` says which rows each literal ranges over.
    pub(super) fn body_plan(&mut self, rule: &Rule, rows: &[Rows], growing: &[bool]) -> Vec<Step> {
        let mut planner = Planner { domains: &mut self.domains, growing };
        planner.order(&rule.body, rows, &mut vec![false; rule.vars.len()])
    }
}
