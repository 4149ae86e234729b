//! Finite ranges that comparisons leave to variables: `1 <= X, X+Y <= 5, Y >= 0`.

use std::collections::BTreeMap;

use crate::ast::{Binary, Relation, Unary};
use crate::ir::{Literal, Term, Var};
use crate::source::Span;
use crate::symbol::{Sym, Symbols};

/// `sum of coefficient * variable <= bound`
struct Inequality {
    terms: Vec<(i128, Var)>,
    bound: i128,
}

/// How often bounds are tightened: chains converge faster, the rest is cut off safely.
const PASSES: usize = 200;

/// Variables with a finite range, each with the place of a comparison that confines it.
pub(crate) fn derive(literals: &[Literal], symbols: &Symbols) -> Vec<(Var, Sym, Sym, Span)> {
    let mut inequalities = Vec::new();
    let mut places: BTreeMap<Var, Span> = BTreeMap::new();
    for literal in literals {
        match literal {
            Literal::Compare(relation, left, right, span) => {
                let (Some(mut form), Some(other)) = (linear(left, symbols), linear(right, symbols))
                else {
                    continue;
                };
                form.add(&other, -1);
                form.terms.keys().for_each(|&var| {
                    places.entry(var).or_insert(*span);
                });
                match relation {
                    Relation::Less => inequalities.push(form.at_most(-1)),
                    Relation::LessEqual => inequalities.push(form.at_most(0)),
                    Relation::Greater => inequalities.push(form.negated().at_most(-1)),
                    Relation::GreaterEqual => inequalities.push(form.negated().at_most(0)),
                    Relation::Equal => {
                        inequalities.push(form.at_most(0));
                        inequalities.push(form.negated().at_most(0));
                    }
                    Relation::NotEqual => {}
                }
            }
            Literal::Range(var, low, high, span) => {
                let mut form = Form::default();
                form.terms.insert(*var, 1);
                if let Some(high) = linear(high, symbols) {
                    let mut form = form.clone();
                    form.add(&high, -1);
                    inequalities.push(form.at_most(0));
                }
                if let Some(low) = linear(low, symbols) {
                    form.add(&low, -1);
                    inequalities.push(form.negated().at_most(0));
                }
                places.entry(*var).or_insert(*span);
            }
            _ => {}
        }
    }
    let bounds = tighten(&inequalities);
    let mut result = Vec::new();
    for (var, (low, high)) in bounds {
        if let (Some(low), Some(high), Some(span)) = (low, high, places.get(&var))
            && let (Some(low), Some(high)) = (small(low), small(high))
        {
            result.push((var, low, high, *span));
        }
    }
    result
}

/// Ranges beyond small numbers are no help: they could not be grounded.
fn small(value: i128) -> Option<Sym> {
    Sym::small_int(i64::try_from(value).ok()?)
}

type Bounds = BTreeMap<Var, (Option<i128>, Option<i128>)>;

fn tighten(inequalities: &[Inequality]) -> Bounds {
    let mut bounds: Bounds = BTreeMap::new();
    for _ in 0..PASSES {
        let mut changed = false;
        for inequality in inequalities {
            for &(coefficient, var) in &inequality.terms {
                let least = |&(c, v): &(i128, Var)| {
                    let (low, high) = bounds.get(&v).copied().unwrap_or_default();
                    let end = if c > 0 { low } else { high };
                    end.and_then(|end| c.checked_mul(end))
                };
                let others = inequality.terms.iter().filter(|(_, v)| *v != var);
                let sum = others.map(least).try_fold(0i128, |sum, part| sum.checked_add(part?));
                let Some(room) = sum.and_then(|sum| inequality.bound.checked_sub(sum)) else {
                    continue;
                };
                let entry = bounds.entry(var).or_default();
                if coefficient > 0 {
                    let high = room.div_euclid(coefficient);
                    if entry.1.is_none_or(|old| high < old) {
                        entry.1 = Some(high);
                        changed = true;
                    }
                } else {
                    // -c*x <= room means x >= -room/c, rounded up.
                    let low = -(room.div_euclid(-coefficient));
                    if entry.0.is_none_or(|old| low > old) {
                        entry.0 = Some(low);
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    bounds
}

#[derive(Clone, Default)]
struct Form {
    terms: BTreeMap<Var, i128>,
    constant: i128,
}

impl Form {
    fn add(&mut self, other: &Form, factor: i128) {
        for (&var, &coefficient) in &other.terms {
            *self.terms.entry(var).or_default() += factor * coefficient;
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        self.constant += factor * other.constant;
    }

    fn negated(&self) -> Form {
        let mut form = Form::default();
        form.add(self, -1);
        form
    }

    /// `form <= slack`
    fn at_most(&self, slack: i128) -> Inequality {
        let terms = self.terms.iter().map(|(&var, &coefficient)| (coefficient, var)).collect();
        Inequality { terms, bound: slack - self.constant }
    }
}

fn linear(term: &Term, symbols: &Symbols) -> Option<Form> {
    let mut form = Form::default();
    match term {
        Term::Sym(sym) => form.constant = i128::from(symbols.as_int(*sym)?),
        Term::Var(var) => {
            form.terms.insert(*var, 1);
        }
        Term::Unary(Unary::Minus, inner, _) => form.add(&linear(inner, symbols)?, -1),
        Term::Binary(Binary::Add, sides, _) => {
            form = linear(&sides.0, symbols)?;
            form.add(&linear(&sides.1, symbols)?, 1);
        }
        Term::Binary(Binary::Sub, sides, _) => {
            form = linear(&sides.0, symbols)?;
            form.add(&linear(&sides.1, symbols)?, -1);
        }
        Term::Binary(Binary::Mul, sides, _) => {
            let (left, right) = (linear(&sides.0, symbols)?, linear(&sides.1, symbols)?);
            if left.terms.is_empty() {
                form.add(&right, left.constant);
            } else if right.terms.is_empty() {
                form.add(&left, right.constant);
            } else {
                return None;
            }
        }
        _ => return None,
    }
    // Far away from where products could overflow.
    let far = i128::from(i64::MAX);
    let fits = form.constant.abs() <= far && form.terms.values().all(|c| c.abs() <= far);
    fits.then_some(form)
}
