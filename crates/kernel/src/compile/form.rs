//! Linear forms and comparisons between them.

use crate::constraint::Constraint;
use crate::expr::{Cmp, Expr, Formula};
use crate::ids::VarId;
use crate::model::Model;
use crate::prop::bounds::{Range, times};

/// `terms + constant`; each variable once, no zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) terms: Vec<(i64, VarId)>,
    pub(super) constant: i64,
}

impl Form {
    pub(super) fn number(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    pub(super) fn var(var: VarId) -> Self {
        Self { terms: vec![(1, var)], constant: 0 }
    }

    /// `self + scale * other`; none if a coefficient leaves 64 bits.
    pub(super) fn plus(mut self, scale: i64, other: &Form) -> Option<Self> {
        self.constant = self.constant.checked_add(scale.checked_mul(other.constant)?)?;
        for &(c, v) in &other.terms {
            let c = scale.checked_mul(c)?;
            match self.terms.iter_mut().find(|(_, w)| *w == v) {
                Some((d, _)) => *d = d.checked_add(c)?,
                None => self.terms.push((c, v)),
            }
        }
        self.terms.retain(|&(c, _)| c != 0);
        Some(self)
    }

    /// What values it can have.
    pub(super) fn range(&self, model: &Model) -> Range {
        let start = (i128::from(self.constant), i128::from(self.constant));
        self.terms.iter().fold(start, |sum, &(c, v)| {
            let (lo, hi) = model.bounds(v);
            let term = times((c.into(), c.into()), (lo.into(), hi.into()));
            (sum.0.saturating_add(term.0), sum.1.saturating_add(term.1))
        })
    }
}

/// A linear comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Compare {
    pub(super) terms: Vec<(i64, VarId)>,
    pub(super) op: Cmp,
    pub(super) rhs: i64,
}

impl Compare {
    /// `a op b`; none if a number leaves 64 bits.
    pub(super) fn new(op: Cmp, a: &Form, b: &Form) -> Option<Self> {
        // Constants may both be near the ends: they are subtracted apart.
        let strip = |f: &Form| Form { terms: f.terms.clone(), constant: 0 };
        let terms = strip(a).plus(-1, &strip(b))?.terms;
        Some(Self { terms, op, rhs: b.constant.checked_sub(a.constant)? })
    }

    pub(super) fn var(var: VarId, op: Cmp, rhs: i64) -> Self {
        Self { terms: vec![(1, var)], op, rhs }
    }

    /// Never true.
    pub(super) fn never() -> Self {
        Self { terms: Vec::new(), op: Cmp::Ne, rhs: 0 }
    }

    pub(super) fn negated(&self) -> Self {
        Self { op: self.op.negated(), ..self.clone() }
    }

    /// As simple constraints that all hold: none if it is always true.
    pub(super) fn constraints(&self, model: &Model) -> Vec<Constraint> {
        let &Compare { ref terms, op, rhs } = self;
        match terms[..] {
            [] if op.holds(0, rhs) => vec![],
            [] => vec![Constraint::Or(vec![])],
            [(c, var)] if model.is_small(var) => {
                let (lo, hi) = model.bounds(var);
                let holds = |&v: &i64| match i64::try_from(i128::from(c) * i128::from(v)) {
                    Ok(product) => op.holds(product, rhs),
                    // Beyond any number: it compares as its sign does.
                    Err(_) => op.holds((c.signum() * v.signum()).saturating_mul(i64::MAX), 0),
                };
                vec![Constraint::Domain { var, values: (lo..=hi).filter(holds).collect() }]
            }
            [(1, a), (-1, b)] | [(-1, b), (1, a)] if chain(a, b, op, rhs).is_some() => {
                chain(a, b, op, rhs).into_iter().collect()
            }
            _ => vec![Constraint::Linear { terms: terms.clone(), op, rhs }],
        }
    }
}

/// `a - b op rhs` as a line of two that rises, if it is one.
fn chain(a: VarId, b: VarId, op: Cmp, rhs: i64) -> Option<Constraint> {
    let (vars, strict) = match (op, rhs) {
        (Cmp::Lt, 0) | (Cmp::Le, -1) => (vec![a, b], true),
        (Cmp::Le, 0) | (Cmp::Lt, 1) => (vec![a, b], false),
        (Cmp::Gt, 0) | (Cmp::Ge, 1) => (vec![b, a], true),
        (Cmp::Ge, 0) | (Cmp::Gt, -1) => (vec![b, a], false),
        _ => return None,
    };
    Some(Constraint::Chain { vars, strict })
}

/// Whether an expression is a sum of multiples of variables as it is written.
pub(super) fn is_linear(e: &Expr<VarId>) -> bool {
    match e {
        Expr::Const(_) | Expr::Var(_) => true,
        Expr::Neg(e) => is_linear(e),
        Expr::Sum(list) => list.iter().all(is_linear),
        Expr::Mul(a, b) => is_linear(a) && is_linear(b) && (is_ground(a) || is_ground(b)),
        _ => false,
    }
}

/// Whether an expression has no variables.
pub(super) fn is_ground(e: &Expr<VarId>) -> bool {
    let mut ground = true;
    e.map(&mut |_| ground = false);
    ground
}

/// The formula with negations only before atoms, and without nested lists of one kind.
pub(super) fn normal(f: &Formula<VarId>, positive: bool) -> Formula<VarId> {
    match f {
        Formula::Const(b) => Formula::Const(*b == positive),
        Formula::Not(f) => normal(f, !positive),
        Formula::And(list) if positive => Formula::And(normal_all(list, positive, true)),
        Formula::Or(list) if !positive => Formula::And(normal_all(list, positive, true)),
        Formula::And(list) | Formula::Or(list) => Formula::Or(normal_all(list, positive, false)),
        Formula::Iff(a, b) => {
            Formula::Iff(Box::new(normal(a, true)), Box::new(normal(b, positive)))
        }
        atom if positive => atom.clone(),
        atom => Formula::Not(Box::new(atom.clone())),
    }
}

fn normal_all(list: &[Formula<VarId>], positive: bool, and: bool) -> Vec<Formula<VarId>> {
    let mut out = Vec::with_capacity(list.len());
    for f in list {
        match normal(f, positive) {
            Formula::And(inner) if and => out.extend(inner),
            Formula::Or(inner) if !and => out.extend(inner),
            other => out.push(other),
        }
    }
    out
}
