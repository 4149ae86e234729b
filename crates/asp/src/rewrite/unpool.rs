//! Statements without pools: one for each choice of alternatives.
//!
//! In heads and bodies a pool makes several statements; inside the braces of aggregates, and
//! in conditions, it makes several elements.

use crate::ast::{
    Aggregate, BodyElement, BodyKind, BodyPart, Conditional, Guard, Head, HeadElement, Literal,
    LiteralKind, Sign, Statement, StatementKind, Term, TermKind,
};

/// The statements that a statement with pools stands for.
pub(crate) fn statement(statement: &Statement) -> Vec<Statement> {
    let kinds = match &statement.kind {
        StatementKind::Rule(head, body) => {
            let bodies = bodies(body);
            let mut kinds = Vec::new();
            for head in heads(head) {
                for body in &bodies {
                    kinds.push(StatementKind::Rule(head.clone(), body.clone()));
                }
            }
            kinds
        }
        StatementKind::Weak { body, weight, priority, tuple } => {
            let mut kinds = Vec::new();
            let priorities: Vec<Option<Term>> = match priority {
                Some(priority) => term(priority).into_iter().map(Some).collect(),
                None => vec![None],
            };
            let (bodies, tuples) = (bodies(body), terms(tuple));
            for weight in term(weight) {
                for priority in &priorities {
                    for tuple in &tuples {
                        for body in &bodies {
                            kinds.push(StatementKind::Weak {
                                body: body.clone(),
                                weight: weight.clone(),
                                priority: priority.clone(),
                                tuple: tuple.clone(),
                            });
                        }
                    }
                }
            }
            kinds
        }
        StatementKind::ShowTerm(shown, body) => pairs(shown, body, StatementKind::ShowTerm),
        StatementKind::External(atom, body, kind) => {
            pairs(atom, body, |atom, body| StatementKind::External(atom, body, kind.clone()))
        }
        StatementKind::Project(atom, body) => pairs(atom, body, StatementKind::Project),
        StatementKind::Edge(edges, body) => {
            let mut kinds = Vec::new();
            for (from, to) in edges {
                for from in term(from) {
                    for to in term(to) {
                        for body in bodies(body) {
                            kinds.push(StatementKind::Edge(vec![(from.clone(), to.clone())], body));
                        }
                    }
                }
            }
            kinds
        }
        _ => return vec![statement.clone()],
    };
    kinds.into_iter().map(|kind| Statement { span: statement.span, kind }).collect()
}

fn pairs(
    shown: &Term,
    body: &[BodyPart],
    make: impl Fn(Term, Vec<BodyPart>) -> StatementKind,
) -> Vec<StatementKind> {
    let bodies = bodies(body);
    let mut kinds = Vec::new();
    for shown in term(shown) {
        for body in &bodies {
            kinds.push(make(shown.clone(), body.clone()));
        }
    }
    kinds
}

/// Every way to take one alternative of each.
fn product<T: Clone>(choices: Vec<Vec<T>>) -> Vec<Vec<T>> {
    let mut all = vec![Vec::with_capacity(choices.len())];
    for alternatives in choices {
        if let [only] = &alternatives[..] {
            all.iter_mut().for_each(|done| done.push(only.clone()));
            continue;
        }
        let mut next = Vec::with_capacity(all.len() * alternatives.len());
        for done in &all {
            for alternative in &alternatives {
                let mut done: Vec<T> = done.clone();
                done.push(alternative.clone());
                next.push(done);
            }
        }
        all = next;
    }
    all
}

fn has_pool(term: &Term) -> bool {
    match &term.kind {
        TermKind::Pool(_) => true,
        TermKind::Fun(_, args) | TermKind::External(_, args) => args.iter().any(has_pool),
        TermKind::Unary(_, term) => has_pool(term),
        TermKind::Binary(_, sides) | TermKind::Interval(sides) => {
            has_pool(&sides.0) || has_pool(&sides.1)
        }
        TermKind::Sym(_) | TermKind::Var(_) | TermKind::Anonymous => false,
    }
}

pub(crate) fn term(term: &Term) -> Vec<Term> {
    if !has_pool(term) {
        return vec![term.clone()];
    }
    let span = term.span;
    let wrap = |kind| Term { span, kind };
    match &term.kind {
        TermKind::Pool(terms) => terms.iter().flat_map(self::term).collect(),
        TermKind::Fun(name, args) => {
            terms(args).into_iter().map(|args| wrap(TermKind::Fun(*name, args))).collect()
        }
        TermKind::External(name, args) => {
            terms(args).into_iter().map(|args| wrap(TermKind::External(*name, args))).collect()
        }
        TermKind::Unary(op, inner) => {
            let alternatives = self::term(inner).into_iter();
            alternatives.map(|inner| wrap(TermKind::Unary(*op, Box::new(inner)))).collect()
        }
        TermKind::Binary(op, sides) => {
            let sides = sides_of(sides).into_iter().map(Box::new);
            sides.map(|sides| wrap(TermKind::Binary(*op, sides))).collect()
        }
        TermKind::Interval(sides) => {
            let sides = sides_of(sides).into_iter().map(Box::new);
            sides.map(|sides| wrap(TermKind::Interval(sides))).collect()
        }
        TermKind::Sym(_) | TermKind::Var(_) | TermKind::Anonymous => vec![term.clone()],
    }
}

fn sides_of(sides: &(Term, Term)) -> Vec<(Term, Term)> {
    let right = term(&sides.1);
    let mut all = Vec::new();
    for left in term(&sides.0) {
        for right in &right {
            all.push((left.clone(), right.clone()));
        }
    }
    all
}

fn terms(list: &[Term]) -> Vec<Vec<Term>> {
    product(list.iter().map(term).collect())
}

pub(crate) fn literal(literal: &Literal) -> Vec<Literal> {
    let wrap = |kind| Literal { span: literal.span, sign: literal.sign, kind };
    match &literal.kind {
        LiteralKind::Bool(_) => vec![literal.clone()],
        LiteralKind::Atom(atom) => {
            term(atom).into_iter().map(|atom| wrap(LiteralKind::Atom(atom))).collect()
        }
        LiteralKind::Comparison(left, rest) => {
            let choices = std::iter::once(term(left));
            let choices = choices.chain(rest.iter().map(|(_, right)| term(right))).collect();
            let comparison = |mut sides: Vec<Term>| {
                let rest = sides.split_off(1).into_iter().zip(rest).map(|(t, (r, _))| (*r, t));
                let rest = rest.collect();
                wrap(LiteralKind::Comparison(sides.swap_remove(0), rest))
            };
            let whole = product(choices).into_iter().map(comparison);
            match literal.sign {
                // A chain is violated if one of its links is.
                Sign::Not => whole.flat_map(|chain| links(&chain)).collect(),
                _ => whole.collect(),
            }
        }
    }
}

/// The comparisons of a chain, one by one.
fn links(literal: &Literal) -> Vec<Literal> {
    let LiteralKind::Comparison(left, rest) = &literal.kind else {
        return vec![literal.clone()];
    };
    let mut left = left;
    let mut all = Vec::new();
    for (relation, right) in rest {
        let kind = LiteralKind::Comparison(left.clone(), vec![(*relation, right.clone())]);
        all.push(Literal { kind, ..literal.clone() });
        left = right;
    }
    all
}

fn literals(list: &[Literal]) -> Vec<Vec<Literal>> {
    product(list.iter().map(literal).collect())
}

/// All alternatives of both parts.
fn conditionals(list: &[Conditional]) -> Vec<Conditional> {
    let mut all = Vec::new();
    for part in list {
        let conditions = literals(&part.condition);
        for literal in literal(&part.literal) {
            for condition in &conditions {
                all.push(Conditional { literal: literal.clone(), condition: condition.clone() });
            }
        }
    }
    all
}

fn guards(list: &[Guard]) -> Vec<Vec<Guard>> {
    let alternatives = |guard: &Guard| {
        let guard_with = |term| Guard { relation: guard.relation, term };
        term(&guard.term).into_iter().map(guard_with).collect()
    };
    product(list.iter().map(alternatives).collect())
}

fn aggregates<E: Clone>(aggregate: &Aggregate<E>, elements: E) -> Vec<Aggregate<E>> {
    let with =
        |guards| Aggregate { function: aggregate.function, guards, elements: elements.clone() };
    guards(&aggregate.guards).into_iter().map(with).collect()
}

fn heads(head: &Head) -> Vec<Head> {
    match head {
        Head::Literal(lit) => head_literals(lit).into_iter().map(Head::Literal).collect(),
        // Taken apart when rewritten: alternatives of a literal must all hold.
        Head::Disjunction(parts) => vec![Head::Disjunction(parts.clone())],
        Head::Choice(aggregate) => {
            let elements = conditionals(&aggregate.elements);
            aggregates(aggregate, elements).into_iter().map(Head::Choice).collect()
        }
        Head::Aggregate(aggregate) => {
            let mut elements = Vec::new();
            for element in &aggregate.elements {
                let (tuples, conditions) = (terms(&element.tuple), literals(&element.condition));
                for literal in literal(&element.literal) {
                    for tuple in &tuples {
                        for condition in &conditions {
                            elements.push(HeadElement {
                                tuple: tuple.clone(),
                                literal: literal.clone(),
                                condition: condition.clone(),
                            });
                        }
                    }
                }
            }
            aggregates(aggregate, elements).into_iter().map(Head::Aggregate).collect()
        }
        Head::Theory => vec![Head::Theory],
    }
}

/// In a head alternatives must all hold, and so must all links of a chain.
fn head_literals(lit: &Literal) -> Vec<Literal> {
    let positive = Literal { sign: Sign::Positive, ..lit.clone() };
    let all = literal(&positive);
    let chains = match lit.sign {
        Sign::Not => all,
        _ => all.iter().flat_map(links).collect(),
    };
    chains.into_iter().map(|chain| Literal { sign: lit.sign, ..chain }).collect()
}

fn bodies(body: &[BodyPart]) -> Vec<Vec<BodyPart>> {
    product(body.iter().map(part).collect())
}

fn part(part: &BodyPart) -> Vec<BodyPart> {
    let kinds: Vec<BodyKind> = match &part.kind {
        BodyKind::Literal(lit) => literal(lit).into_iter().map(BodyKind::Literal).collect(),
        // Pools in conditional literals are taken apart when they are rewritten: alternatives
        // of the literal are a disjunction there, those of the condition are more instances.
        BodyKind::Conditional(_) | BodyKind::Theory => vec![part.kind.clone()],
        BodyKind::Aggregate(sign, aggregate) => {
            let mut elements = Vec::new();
            for element in &aggregate.elements {
                let conditions = literals(&element.condition);
                for tuple in terms(&element.tuple) {
                    for condition in &conditions {
                        let (tuple, condition) = (tuple.clone(), condition.clone());
                        elements.push(BodyElement { tuple, condition });
                    }
                }
            }
            let with = |aggregate| BodyKind::Aggregate(*sign, aggregate);
            aggregates(aggregate, elements).into_iter().map(with).collect()
        }
        BodyKind::Set(sign, aggregate) => {
            let elements = conditionals(&aggregate.elements);
            let with = |aggregate| BodyKind::Set(*sign, aggregate);
            aggregates(aggregate, elements).into_iter().map(with).collect()
        }
    };
    kinds.into_iter().map(|kind| BodyPart { span: part.span, kind }).collect()
}

/// The alternatives of a conditional literal: of its literal, and of its condition.
pub(crate) fn conditional(part: &Conditional) -> (Vec<Literal>, Vec<Vec<Literal>>) {
    (literal(&part.literal), literals(&part.condition))
}
