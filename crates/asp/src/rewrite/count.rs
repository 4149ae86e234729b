//! How many statements and elements the pools of a statement stand for, before they are made.

use crate::ast::{BodyKind, BodyPart, Conditional, Head, Literal, LiteralKind};
use crate::ast::{Statement, StatementKind, Term, TermKind};

/// An upper bound for the statements, or the elements of one aggregate, that a statement becomes.
pub(crate) fn ways(statement: &Statement) -> u64 {
    let mut count = Count { most: 1 };
    let all = match &statement.kind {
        StatementKind::Rule(head, body) => product([count.head(head), count.body(body)]),
        StatementKind::Weak { body, weight, priority, tuple } => {
            let terms = tuple.iter().chain(priority).chain([weight]).map(term);
            product(terms.chain([count.body(body)]))
        }
        StatementKind::ShowTerm(shown, body)
        | StatementKind::External(shown, body, _)
        | StatementKind::Project(shown, body) => product([term(shown), count.body(body)]),
        StatementKind::Edge(edges, body) => {
            let edges = edges.iter().map(|(from, to)| product([term(from), term(to)]));
            product([edges.fold(0, u64::saturating_add), count.body(body)])
        }
        _ => 1,
    };
    all.max(count.most)
}

fn product(factors: impl IntoIterator<Item = u64>) -> u64 {
    factors.into_iter().fold(1, u64::saturating_mul)
}

fn term(of: &Term) -> u64 {
    match &of.kind {
        TermKind::Pool(terms) => terms.iter().map(term).fold(0, u64::saturating_add),
        TermKind::Fun(_, args) | TermKind::External(_, args) => product(args.iter().map(term)),
        TermKind::Unary(_, inner) => term(inner),
        TermKind::Binary(_, sides) | TermKind::Interval(sides) => {
            product([term(&sides.0), term(&sides.1)])
        }
        TermKind::Sym(_) | TermKind::Var(_) | TermKind::Anonymous => 1,
    }
}

fn literal(of: &Literal) -> u64 {
    match &of.kind {
        LiteralKind::Bool(_) => 1,
        LiteralKind::Atom(atom) => term(atom),
        LiteralKind::Comparison(left, rest) => {
            product(std::iter::once(left).chain(rest.iter().map(|(_, right)| right)).map(term))
        }
    }
}

fn literals(list: &[Literal]) -> u64 {
    product(list.iter().map(literal))
}

struct Count {
    /// The most elements in one place.
    most: u64,
}

impl Count {
    fn elements(&mut self, ways: impl Iterator<Item = u64>) {
        self.most = self.most.max(ways.fold(0, u64::saturating_add));
    }

    fn conditionals(&mut self, list: &[Conditional]) {
        self.elements(list.iter().map(|p| product([literal(&p.literal), literals(&p.condition)])));
    }

    fn head(&mut self, head: &Head) -> u64 {
        match head {
            Head::Literal(one) => literal(one),
            Head::Disjunction(parts) => {
                self.conditionals(parts);
                1
            }
            Head::Choice(aggregate) => {
                self.conditionals(&aggregate.elements);
                product(aggregate.guards.iter().map(|guard| term(&guard.term)))
            }
            Head::Aggregate(aggregate) => {
                self.elements(aggregate.elements.iter().map(|e| {
                    let tuple = product(e.tuple.iter().map(term));
                    product([tuple, literal(&e.literal), literals(&e.condition)])
                }));
                product(aggregate.guards.iter().map(|guard| term(&guard.term)))
            }
            Head::Theory => 1,
        }
    }

    fn body(&mut self, body: &[BodyPart]) -> u64 {
        body.iter().map(|part| self.part(part)).fold(1, u64::saturating_mul)
    }

    fn part(&mut self, part: &BodyPart) -> u64 {
        match &part.kind {
            BodyKind::Literal(one) => literal(one),
            BodyKind::Conditional(one) => {
                self.conditionals(std::slice::from_ref(one));
                1
            }
            BodyKind::Aggregate(_, aggregate) => {
                self.elements(aggregate.elements.iter().map(|element| {
                    let tuple = product(element.tuple.iter().map(term));
                    product([tuple, literals(&element.condition)])
                }));
                product(aggregate.guards.iter().map(|guard| term(&guard.term)))
            }
            BodyKind::Set(_, aggregate) => {
                self.conditionals(&aggregate.elements);
                product(aggregate.guards.iter().map(|guard| term(&guard.term)))
            }
            BodyKind::Theory => 1,
        }
    }
}
