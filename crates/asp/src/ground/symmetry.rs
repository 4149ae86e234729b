//! Constraints that say the same twice.
//!
//! `:- p(X,V), p(Y,V), X != Y.` has every instance in both orders. If exchanging variables
//! maps the body to itself, one order is enough: `X < Y`. Atoms may also map to others of the
//! same predicate if that is a symmetric relation among facts.

use crate::ast::{Relation, Sign};
use crate::ground::Grounder;
use crate::ir::{Atom, Head, Literal, Rule, Term, Var};

impl Grounder<'_> {
    pub(super) fn break_symmetry(&mut self, rule: &mut Rule) {
        if !matches!(rule.head, Head::Constraint) {
            return;
        }
        for first in 0..rule.body.len() {
            for second in first + 1..rule.body.len() {
                let Some(exchange) =
                    exchange(&rule.body[first], &rule.body[second], rule.vars.len())
                else {
                    continue;
                };
                if !self.maps_to_itself(&rule.body, &exchange) {
                    continue;
                }
                let unequal = rule.body.iter_mut().find_map(|literal| match literal {
                    Literal::Compare(
                        relation @ Relation::NotEqual,
                        Term::Var(a),
                        Term::Var(b),
                        _,
                    ) if exchange[*a as usize] == *b => Some(relation),
                    _ => None,
                });
                if let Some(relation) = unequal {
                    *relation = Relation::Less;
                    return;
                }
            }
        }
    }

    fn maps_to_itself(&self, body: &[Literal], exchange: &[Var]) -> bool {
        body.iter().all(|literal| match literal {
            Literal::Bool(_) => true,
            Literal::Atom(sign, atom) => {
                let args: Vec<Term> = atom.args.iter().map(|arg| mapped(arg, exchange)).collect();
                let same = |other: &Literal| {
                    matches!(other, Literal::Atom(s, a)
                        if s == sign && a.pred == atom.pred && *a.args == *args)
                };
                body.iter().any(same) || *sign == Sign::Positive && self.is_relation(atom, &args)
            }
            Literal::Compare(relation, left, right, _) => {
                let (left, right) = (mapped(left, exchange), mapped(right, exchange));
                body.iter().any(|other| match other {
                    Literal::Compare(r, a, b, _) => {
                        r == relation && same(a, &left) && same(b, &right)
                            || *r == relation.mirror() && same(a, &right) && same(b, &left)
                    }
                    _ => false,
                })
            }
            Literal::Range(..) | Literal::Aggregate(_) | Literal::Conditional(_) => false,
        })
    }

    /// Whether the atom holds exactly when it does with its arguments exchanged.
    fn is_relation(&self, atom: &Atom, args: &[Term]) -> bool {
        let place = |arg: &Term| atom.args.iter().position(|other| other == arg);
        let columns: Option<Vec<usize>> = args.iter().map(place).collect();
        let index = atom.pred.index();
        match columns {
            Some(columns) => self.complete[index] && self.domains[index].is_symmetric(&columns),
            None => false,
        }
    }
}

/// Which variables must be exchanged to make one atom the other.
fn exchange(first: &Literal, second: &Literal, vars: usize) -> Option<Vec<Var>> {
    let (Literal::Atom(Sign::Positive, a), Literal::Atom(Sign::Positive, b)) = (first, second)
    else {
        return None;
    };
    if a.pred != b.pred {
        return None;
    }
    let mut exchange: Vec<Var> = (0..vars as Var).collect();
    for (a, b) in a.args.iter().zip(&b.args) {
        match (a, b) {
            (Term::Var(a), Term::Var(b)) => {
                let (x, y) = (exchange[*a as usize], exchange[*b as usize]);
                let fresh = x == *a && y == *b;
                if !(fresh || x == *b && y == *a) {
                    return None;
                }
                exchange[*a as usize] = *b;
                exchange[*b as usize] = *a;
            }
            (a, b) if a == b => {}
            _ => return None,
        }
    }
    Some(exchange)
}

fn mapped(term: &Term, exchange: &[Var]) -> Term {
    match term {
        Term::Var(var) => Term::Var(exchange[*var as usize]),
        Term::Fun(name, args) => {
            Term::Fun(*name, args.iter().map(|arg| mapped(arg, exchange)).collect())
        }
        Term::Unary(op, inner, span) => Term::Unary(*op, Box::new(mapped(inner, exchange)), *span),
        Term::Binary(op, sides, span) => {
            let sides = (mapped(&sides.0, exchange), mapped(&sides.1, exchange));
            Term::Binary(*op, Box::new(sides), *span)
        }
        Term::Sym(_) | Term::External(..) => term.clone(),
    }
}

/// Equal up to places in the text.
fn same(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Unary(op, a, _), Term::Unary(other, b, _)) => op == other && same(a, b),
        (Term::Binary(op, a, _), Term::Binary(other, b, _)) => {
            op == other && same(&a.0, &b.0) && same(&a.1, &b.1)
        }
        (Term::Fun(f, a), Term::Fun(g, b)) => {
            f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (a, b) => a == b,
    }
}
