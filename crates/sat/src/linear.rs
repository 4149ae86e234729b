//! Linear constraints: the weights of the true literals add up to at least a bound.
//!
//! Each constraint keeps its *slack*: what the literals that are not false could add up to,
//! less the bound. Below zero it is a conflict; an open literal with more weight than slack
//! must be true. Reasons are computed when asked for: enough of the literals that were false
//! before, heaviest first.

use crate::core::{Reason, Search};
use crate::lit::Lit;

/// A linear constraint whose bound can be raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinearId(pub(crate) u32);

/// The weights of a constraint do not add up within 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

impl std::fmt::Display for Overflow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the weights of a sum do not fit into 64 bits")
    }
}

impl std::error::Error for Overflow {}

#[derive(Clone, Debug)]
pub(crate) struct Linear {
    /// Heaviest first.
    pub elements: Vec<(i64, Lit)>,
    pub total: i64,
    pub bound: i64,
    pub slack: i64,
    /// Whether the bound stays as it is.
    pub fixed: bool,
}

/// A literal's place in a constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence {
    pub linear: u32,
    pub weight: i64,
}

/// A constraint with every literal once, positive weights only.
pub(crate) struct Normal {
    pub elements: Vec<(i64, Lit)>,
    pub bound: i64,
    pub total: i64,
}

/// Brings a sum into normal form: `sum >= bound` with positive weights, no variable twice.
pub(crate) fn normalize(elements: &[(i64, Lit)], bound: i64) -> Result<Normal, Overflow> {
    // A weight for the variable plus a constant, in 128 bits: the inputs cannot overflow those.
    let mut bound = i128::from(bound);
    let mut sorted: Vec<(Lit, i128)> = Vec::with_capacity(elements.len());
    for &(weight, lit) in elements {
        let weight = i128::from(weight);
        if lit.is_positive() {
            sorted.push((lit, weight));
        } else {
            bound -= weight;
            sorted.push((!lit, -weight));
        }
    }
    sorted.sort_by_key(|&(lit, _)| lit);
    let mut merged: Vec<(Lit, i128)> = Vec::with_capacity(sorted.len());
    for (lit, weight) in sorted {
        match merged.last_mut() {
            Some((last, sum)) if *last == lit => *sum += weight,
            _ => merged.push((lit, weight)),
        }
    }
    let mut result = Vec::with_capacity(merged.len());
    let mut total = 0i128;
    for (lit, weight) in merged {
        if weight == 0 {
            continue;
        }
        let lit = if weight > 0 {
            lit
        } else {
            bound -= weight;
            !lit
        };
        total += weight.abs();
        result.push((i64::try_from(weight.abs()).map_err(|_| Overflow)?, lit));
    }
    // Room for the differences that propagation computes.
    let limit = i128::from(i64::MAX / 4);
    if total > limit || bound.abs() > limit {
        return Err(Overflow);
    }
    result.sort_by_key(|&(weight, lit)| (std::cmp::Reverse(weight), lit));
    Ok(Normal { elements: result, bound: bound as i64, total: total as i64 })
}

impl Search {
    /// Adds a constraint in normal form. All that is known must have been propagated, and
    /// there must be no decisions.
    pub(crate) fn attach_linear(&mut self, normal: Normal, fixed: bool) -> u32 {
        debug_assert!(self.level() == 0 && self.head == self.trail.len());
        let index = self.linears.len() as u32;
        let mut slack = normal.total - normal.bound;
        for &(weight, lit) in &normal.elements {
            if self.is_false(lit) {
                slack -= weight;
            }
            self.occurrences[(!lit).index()].push(Occurrence { linear: index, weight });
        }
        let Normal { elements, bound, total } = normal;
        self.linears.push(Linear { elements, total, bound, slack, fixed });
        index
    }

    /// Draws conclusions from one constraint. An error is a conflict.
    pub(crate) fn propagate_linear(&mut self, index: u32) -> Result<(), ()> {
        let linear = &self.linears[index as usize];
        let slack = linear.slack;
        if slack < 0 {
            return Err(());
        }
        if linear.elements.first().is_none_or(|&(weight, _)| weight <= slack) {
            return Ok(());
        }
        for at in 0..linear.elements.len() {
            let (weight, lit) = self.linears[index as usize].elements[at];
            if weight <= slack {
                break;
            }
            if self.is_open(lit) {
                self.enqueue(lit, Reason::Linear(index));
            }
        }
        Ok(())
    }

    /// The literals that were false and forced `lit`, or the conflict if there is none.
    pub(crate) fn explain_linear(&self, index: u32, lit: Option<Lit>, out: &mut Vec<Lit>) {
        let linear = &self.linears[index as usize];
        let before = lit.map_or(u32::MAX, |lit| self.place(lit));
        let own = lit.map_or(0, |lit| {
            linear.elements.iter().find(|&&(_, other)| other == lit).expect("in its reason").0
        });
        // What may still be lost without forcing anything.
        let mut spare = linear.total - linear.bound - own;
        for &(weight, other) in &linear.elements {
            if spare < 0 {
                break;
            }
            if self.is_false(other) && self.place(other) < before {
                out.push(other);
                spare -= weight;
            }
        }
        debug_assert!(spare < 0);
    }
}
