//! Aggregates in recursion.
//!
//! Their meaning: an aggregate supports something only if it holds both for what is assumed
//! and for what is derived so far. For bounds on positive weights that is a sum for the lower
//! bound and the negation of a sum for the upper one. Otherwise (negative weights, `!=`) every
//! set of elements that violates the aggregate becomes an implication: if these hold, so must
//! one of the others.

use crate::ast::{Function, Relation};
use crate::ground::run::Truth;
use crate::ground::{Grounder, Stop};
use crate::message::Message;
use crate::program::Lit;
use crate::symbol::Sym;

/// Sets of elements are listed up to this many elements.
const MOST: usize = 12;

impl Grounder<'_> {
    /// Literals that together say that a recursive aggregate satisfies its guards.
    pub(super) fn recursive_guards(
        &mut self,
        instance: usize,
        guards: &[(Relation, Sym)],
    ) -> Result<Option<Vec<Lit>>, Stop> {
        let (possible, certain) = self.guard_bounds(instance, guards);
        if !possible {
            return Ok(None);
        }
        if certain {
            return Ok(Some(Vec::new()));
        }
        let known = &self.instances[instance];
        let negative = known.weighted.iter().any(|(weight, _)| *weight < 0);
        let unequal = guards.iter().any(|(relation, _)| *relation == Relation::NotEqual);
        if !negative && !unequal {
            return self.guard_literals(instance, guards);
        }
        let weights: Vec<(Weight, Lit)> = match known.function {
            Function::Min | Function::Max => {
                let open = known.ordered.iter().filter_map(|(sym, lit)| Some((*sym, (*lit)?)));
                open.map(|(sym, lit)| (Weight::Sym(sym), lit)).collect()
            }
            _ => known.weighted.iter().map(|(w, lit)| (Weight::Int(*w), *lit)).collect(),
        };
        if weights.len() > MOST {
            let text = format!(
                "a recursive aggregate with negative weights or != has more than {MOST} open elements"
            );
            return Err(Stop::Error(Message::error(known.span, text)));
        }
        let mut all = Vec::new();
        for set in 0u32..1 << weights.len() {
            let chosen = |at: usize| set >> at & 1 == 1;
            if self.set_satisfies(instance, &weights, &chosen, guards) {
                continue;
            }
            let part = |wanted: bool| {
                let pick = weights.iter().enumerate().filter(move |(at, _)| chosen(*at) == wanted);
                pick.map(|(_, (_, lit))| *lit).collect::<Vec<Lit>>()
            };
            let (hold, rest) = (part(true), part(false));
            let head = self.any_of(rest.into_iter().map(|lit| vec![lit]).collect());
            if hold.is_empty() {
                match head {
                    Truth::True => {}
                    Truth::False => return Ok(None),
                    Truth::Open(lit) => all.push(lit),
                }
                continue;
            }
            all.extend(self.nested_implication(&hold, head));
        }
        Ok(Some(all))
    }

    fn set_satisfies(
        &self,
        instance: usize,
        weights: &[(Weight, Lit)],
        chosen: &dyn Fn(usize) -> bool,
        guards: &[(Relation, Sym)],
    ) -> bool {
        let known = &self.instances[instance];
        let picked = weights.iter().enumerate().filter(|(at, _)| chosen(*at));
        let order = |bound: Sym| match known.function {
            Function::Min | Function::Max => {
                let certain = known.ordered.iter().filter(|(_, lit)| lit.is_none());
                let open = picked.clone().filter_map(|(_, (weight, _))| match weight {
                    Weight::Sym(sym) => Some(*sym),
                    Weight::Int(_) => None,
                });
                let all = certain.map(|(sym, _)| *sym).chain(open);
                let value = if known.function == Function::Max {
                    all.max_by(|a, b| self.symbols.compare(*a, *b)).unwrap_or(Sym::INF)
                } else {
                    all.min_by(|a, b| self.symbols.compare(*a, *b)).unwrap_or(Sym::SUP)
                };
                self.symbols.compare(value, bound)
            }
            _ => {
                let sum: i64 = picked
                    .clone()
                    .map(|(_, (weight, _))| match weight {
                        Weight::Int(weight) => *weight,
                        Weight::Sym(_) => 0,
                    })
                    .sum();
                match self.symbols.as_int(bound) {
                    Some(bound) => (known.fixed + sum).cmp(&bound),
                    None if bound == Sym::INF => std::cmp::Ordering::Greater,
                    None => std::cmp::Ordering::Less,
                }
            }
        };
        guards.iter().all(|(relation, bound)| relation.holds(order(*bound)))
    }
}

#[derive(Clone, Copy)]
enum Weight {
    Int(i64),
    Sym(Sym),
}
