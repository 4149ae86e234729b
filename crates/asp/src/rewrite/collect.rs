//! Which variables of a statement are global.

use super::{Rewriter, Scope};
use crate::ast::{
    BodyKind, BodyPart, Guard, Head, Literal, LiteralKind, Statement, StatementKind, Term, TermKind,
};
use crate::source::Span;
use crate::symbol::Name;

/// Calls `f` for each variable of a term.
pub(super) fn variables(term: &Term, f: &mut impl FnMut(Name, Span)) {
    match &term.kind {
        TermKind::Var(name) => f(*name, term.span),
        TermKind::Sym(_) | TermKind::Anonymous => {}
        TermKind::Fun(_, args) | TermKind::External(_, args) | TermKind::Pool(args) => {
            args.iter().for_each(|arg| variables(arg, f));
        }
        TermKind::Unary(_, inner) => variables(inner, f),
        TermKind::Binary(_, sides) | TermKind::Interval(sides) => {
            variables(&sides.0, f);
            variables(&sides.1, f);
        }
    }
}

impl Rewriter<'_> {
    pub(super) fn collect_globals(&self, statement: &Statement, scope: &mut Scope) {
        let mut add = |name: Name, span: Span| {
            let next = scope.vars.len() as u32;
            scope.global.entry(name).or_insert_with(|| {
                scope.vars.push((name, span));
                scope.globals.push(next);
                next
            });
        };
        match &statement.kind {
            StatementKind::Rule(head, parts) => {
                match head {
                    Head::Literal(literal_) => literal(literal_, &mut add),
                    Head::Choice(aggregate) => guards(&aggregate.guards, &mut add),
                    Head::Aggregate(aggregate) => guards(&aggregate.guards, &mut add),
                    Head::Disjunction(_) | Head::Theory => {}
                }
                body(parts, &mut add);
            }
            StatementKind::Weak { body: parts, weight, priority, tuple } => {
                variables(weight, &mut add);
                priority.iter().chain(tuple).for_each(|term| variables(term, &mut add));
                body(parts, &mut add);
            }
            StatementKind::ShowTerm(term, parts) | StatementKind::Project(term, parts) => {
                variables(term, &mut add);
                body(parts, &mut add);
            }
            StatementKind::External(atom, parts, kind) => {
                variables(atom, &mut add);
                kind.iter().for_each(|kind| variables(kind, &mut add));
                body(parts, &mut add);
            }
            StatementKind::Edge(edges, parts) => {
                for (from, to) in edges {
                    variables(from, &mut add);
                    variables(to, &mut add);
                }
                body(parts, &mut add);
            }
            _ => {}
        }
    }
}

fn body(parts: &[BodyPart], add: &mut impl FnMut(Name, Span)) {
    for part in parts {
        match &part.kind {
            BodyKind::Literal(literal_) => literal(literal_, add),
            BodyKind::Aggregate(_, aggregate) => guards(&aggregate.guards, add),
            BodyKind::Set(_, aggregate) => guards(&aggregate.guards, add),
            BodyKind::Conditional(_) | BodyKind::Theory => {}
        }
    }
}

fn literal(literal: &Literal, add: &mut impl FnMut(Name, Span)) {
    match &literal.kind {
        LiteralKind::Bool(_) => {}
        LiteralKind::Atom(atom) => variables(atom, add),
        LiteralKind::Comparison(left, rest) => {
            variables(left, add);
            rest.iter().for_each(|(_, right)| variables(right, add));
        }
    }
}

fn guards(guards: &[Guard], add: &mut impl FnMut(Name, Span)) {
    guards.iter().for_each(|guard| variables(&guard.term, add));
}
