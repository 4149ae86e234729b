//! From statements to rules that can be grounded.
//!
//! Pools are gone before ([`unpool`]). Here constants get their values, variables numbers,
//! intervals become [`Literal::Range`], arithmetic in atoms that bind variables becomes
//! equations, heads that derive nothing become constraints.

mod collect;
mod convert;
mod count;
mod project;
pub(crate) mod unpool;

pub(crate) use convert::{ground_value, literals_vars};
pub(crate) use count::ways as pool_ways;

use std::collections::HashMap;

use crate::ast::{
    self, BodyKind, BodyPart, LiteralKind, Sign, Signature, Statement, StatementKind, TermKind,
    Unary,
};
use convert::has_anonymous;

use crate::ir::{
    Atom, Head, HeadElement, HeadLiteral, Literal, PredId, Predicates, Rule, Term, Var,
};
use crate::message::{Message, Warning};
use crate::program::RuleId;
use crate::source::Span;
use crate::symbol::{Name, Sym, Symbols};

/// What rewriting needs and makes.
pub(crate) struct Rewriter<'a> {
    pub symbols: &'a mut Symbols,
    pub predicates: &'a mut Predicates,
    pub constants: &'a HashMap<Name, Sym>,
    pub messages: &'a mut Vec<Message>,
    pub rules: Vec<Rule>,
    /// Aggregates and conditional literals so far.
    complex: usize,
    projections: HashMap<String, PredId>,
    empty: Name,
}

/// The variables of the rule being rewritten.
#[derive(Default)]
struct Scope {
    vars: Vec<(Name, Span)>,
    global: HashMap<Name, Var>,
    local: HashMap<Name, Var>,
    /// Inside an element: new names are local.
    inside: bool,
    /// Literals that rewriting terms has added to the present body or condition.
    extra: Vec<Literal>,
    globals: Vec<Var>,
}

/// How a term will be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It is evaluated.
    Value,
    /// Values are matched against it: arithmetic must not be inside.
    Pattern,
}

impl<'a> Rewriter<'a> {
    pub fn new(
        symbols: &'a mut Symbols,
        predicates: &'a mut Predicates,
        constants: &'a HashMap<Name, Sym>,
        messages: &'a mut Vec<Message>,
    ) -> Rewriter<'a> {
        let empty = symbols.name("");
        Rewriter {
            symbols,
            predicates,
            constants,
            messages,
            rules: Vec::new(),
            complex: 0,
            projections: HashMap::new(),
            empty,
        }
    }

    /// Adds the rules of a statement that has no pools.
    pub fn statement(&mut self, statement: &Statement, source: RuleId) {
        let mut scope = Scope::default();
        self.collect_globals(statement, &mut scope);
        let (head, body) = match &statement.kind {
            StatementKind::Rule(head, body) => {
                let Some(head) = self.head(head, &mut scope) else { return };
                (head, body)
            }
            StatementKind::Weak { body, weight, priority, tuple } => {
                let weight_term = self.term(weight, Use::Value, &mut scope);
                let priority = match priority {
                    Some(priority) => self.term(priority, Use::Value, &mut scope),
                    None => Term::Sym(self.symbols.int(0)),
                };
                let tuple = tuple.iter().map(|t| self.term(t, Use::Value, &mut scope)).collect();
                (Head::Weak { weight: weight_term, priority, tuple, span: weight.span }, body)
            }
            StatementKind::ShowTerm(term, body) => {
                (Head::Show(self.term(term, Use::Value, &mut scope)), body)
            }
            StatementKind::External(atom, body, kind) => {
                let atom = self.atom(atom, Use::Value, &mut scope);
                let kind = kind.as_ref().map(|kind| self.term(kind, Use::Value, &mut scope));
                (Head::External(atom, kind), body)
            }
            StatementKind::Project(atom, body) => {
                // Only atoms that exist are projected on.
                let atom = self.atom(atom, Use::Pattern, &mut scope);
                (Head::Project(atom), body)
            }
            StatementKind::Edge(edges, body) => {
                let Some((from, to)) = edges.first() else { return };
                let from = self.term(from, Use::Value, &mut scope);
                (Head::Edge(from, self.term(to, Use::Value, &mut scope)), body)
            }
            _ => return,
        };
        let mut literals = match &head {
            Head::Project(atom) => vec![Literal::Atom(Sign::Positive, atom.clone())],
            _ => Vec::new(),
        };
        for part in body {
            self.part(part, &mut scope, &mut literals);
        }
        literals.append(&mut scope.extra);
        let mut rule = Rule {
            source,
            span: statement.span,
            head,
            body: literals,
            vars: scope.vars,
            globals: scope.globals,
        };
        single_heads(&mut rule);
        self.rules.push(rule);
    }

    fn head(&mut self, head: &ast::Head, scope: &mut Scope) -> Option<Head> {
        Some(match head {
            ast::Head::Literal(literal) => match (&literal.kind, literal.sign) {
                (LiteralKind::Atom(atom), Sign::Positive) => {
                    Head::Atom(self.atom(atom, Use::Value, scope))
                }
                (LiteralKind::Bool(value), sign) => {
                    if *value != (sign == Sign::Not) {
                        return None;
                    }
                    Head::Constraint
                }
                (LiteralKind::Atom(atom), sign) => {
                    // `not a` in the head: a must not hold; `not not a`: it must.
                    let atom = self.atom(atom, Use::Value, scope);
                    let sign = if sign == Sign::Not { Sign::NotNot } else { Sign::Not };
                    scope.extra.push(Literal::Atom(sign, atom));
                    Head::Constraint
                }
                (LiteralKind::Comparison(..), sign) => {
                    let sign = if sign == Sign::Not { Sign::Positive } else { Sign::Not };
                    let negated = ast::Literal { sign, ..literal.clone() };
                    let mut literals = Vec::new();
                    self.literal(&negated, scope, &mut literals);
                    scope.extra.extend(literals);
                    Head::Constraint
                }
            },
            ast::Head::Disjunction(parts) => {
                let mut elements = Vec::new();
                for part in parts {
                    let (literals, conditions) = unpool::conditional(part);
                    for condition in conditions {
                        elements.push(self.inside(scope, |this, scope| {
                            this.disjunct(&literals, &condition, scope)
                        }));
                    }
                }
                Head::Disjunction(elements)
            }
            ast::Head::Choice(aggregate) => {
                let guards = self.guards(&aggregate.guards, scope);
                let mut elements = Vec::new();
                for part in &aggregate.elements {
                    elements.push(self.inside(scope, |this, scope| {
                        let mut element = this.head_element(&[], part, scope);
                        element.tuple = this.literal_tuple(&part.literal, scope);
                        element.condition.append(&mut scope.extra);
                        element
                    }));
                }
                let span = self.span_of(head);
                Head::Choice { function: aggregate.function, guards, elements, span }
            }
            ast::Head::Aggregate(aggregate) => {
                let guards = self.guards(&aggregate.guards, scope);
                let mut elements = Vec::new();
                for part in &aggregate.elements {
                    let conditional = ast::Conditional {
                        literal: part.literal.clone(),
                        condition: part.condition.clone(),
                    };
                    elements.push(self.inside(scope, |this, scope| {
                        this.head_element(&part.tuple, &conditional, scope)
                    }));
                }
                let span = self.span_of(head);
                Head::Choice { function: aggregate.function, guards, elements, span }
            }
            ast::Head::Theory => return None,
        })
    }

    fn span_of(&self, head: &ast::Head) -> Span {
        match head {
            ast::Head::Choice(aggregate) => {
                aggregate.elements.first().map_or(Span::default(), |e| e.literal.span)
            }
            ast::Head::Aggregate(aggregate) => aggregate
                .elements
                .first()
                .map_or(Span::default(), |e| e.tuple.first().map_or(e.literal.span, |t| t.span)),
            _ => Span::default(),
        }
    }

    fn head_element(
        &mut self,
        tuple: &[ast::Term],
        part: &ast::Conditional,
        scope: &mut Scope,
    ) -> HeadElement {
        let tuple = tuple.iter().map(|t| self.term(t, Use::Value, scope)).collect();
        let mut condition = Vec::new();
        let mut heads = Vec::new();
        match (&part.literal.kind, part.literal.sign) {
            (LiteralKind::Atom(atom), sign @ Sign::Positive) => {
                let atom = self.atom(atom, Use::Value, scope);
                heads.push(HeadLiteral { sign, atom, ranges: Vec::new() });
            }
            _ => self.literal(&part.literal, scope, &mut condition),
        }
        for literal in &part.condition {
            self.literal(literal, scope, &mut condition);
        }
        condition.append(&mut scope.extra);
        HeadElement { tuple, heads, condition }
    }

    /// An element of a disjunction: all alternatives of its literal must hold.
    fn disjunct(
        &mut self,
        literals: &[ast::Literal],
        condition: &[ast::Literal],
        scope: &mut Scope,
    ) -> HeadElement {
        let mut conditions = Vec::new();
        for literal in condition {
            self.literal(literal, scope, &mut conditions);
        }
        conditions.append(&mut scope.extra);
        let mut heads = Vec::new();
        for literal in literals {
            match &literal.kind {
                LiteralKind::Atom(atom) => {
                    let atom = match literal.sign != Sign::Positive && has_anonymous(atom) {
                        true => self.projection(atom, scope),
                        false => self.atom(atom, Use::Value, scope),
                    };
                    let ranges = std::mem::take(&mut scope.extra);
                    heads.push(HeadLiteral { sign: literal.sign, atom, ranges });
                }
                _ => {
                    self.literal(literal, scope, &mut conditions);
                    conditions.append(&mut scope.extra);
                }
            }
        }
        HeadElement { tuple: Vec::new(), heads, condition: conditions }
    }

    /// Runs something with names of its own, and literals of its own.
    fn inside<T>(&mut self, scope: &mut Scope, f: impl FnOnce(&mut Self, &mut Scope) -> T) -> T {
        let extra = std::mem::take(&mut scope.extra);
        scope.inside = true;
        scope.local.clear();
        let result = f(self, scope);
        scope.inside = false;
        scope.extra = extra;
        result
    }

    fn guards(&mut self, guards: &[ast::Guard], scope: &mut Scope) -> Vec<(ast::Relation, Term)> {
        guards.iter().map(|g| (g.relation, self.term(&g.term, Use::Value, scope))).collect()
    }

    /// Guards of a body aggregate: `X+1 = #sum{..}` can be solved for X.
    fn body_guards(
        &mut self,
        guards: &[ast::Guard],
        scope: &mut Scope,
    ) -> Vec<(ast::Relation, Term)> {
        let mut terms = self.guards(guards, scope);
        for ((relation, term), guard) in terms.iter_mut().zip(guards) {
            let plain = matches!(term, Term::Sym(_) | Term::Var(_));
            if *relation == ast::Relation::Equal && !plain {
                let var = Term::Var(self.fresh(guard.term.span, scope));
                let value = std::mem::replace(term, var.clone());
                let value = self.matchable_term(value, guard.term.span, scope);
                let equation = Literal::Compare(ast::Relation::Equal, var, value, guard.term.span);
                scope.extra.push(equation);
            }
        }
        terms
    }

    /// What makes a literal one element of a set, however often it is written.
    fn literal_tuple(&mut self, literal: &ast::Literal, scope: &mut Scope) -> Vec<Term> {
        let sign = match literal.sign {
            Sign::Positive => 0,
            Sign::Not => 1,
            Sign::NotNot => 2,
        };
        let sign = Term::Sym(self.symbols.int(sign));
        match &literal.kind {
            LiteralKind::Bool(value) => {
                let value = self.symbols.int(i64::from(*value));
                vec![sign, Term::Sym(value)]
            }
            LiteralKind::Atom(atom) => {
                // An interval in it has a variable already: it must not get a second one.
                vec![sign, self.term_again(atom, scope)]
            }
            LiteralKind::Comparison(left, rest) => {
                let mut tuple = vec![sign, self.term_again(left, scope)];
                for (relation, right) in rest {
                    tuple.push(Term::Sym(self.symbols.string(relation.text())));
                    tuple.push(self.term_again(right, scope));
                }
                tuple
            }
        }
    }
}

/// A disjunction of one atom without a condition is a rule like others.
fn single_heads(rule: &mut Rule) {
    let Head::Disjunction(elements) = &rule.head else { return };
    let [HeadElement { heads, condition, .. }] = &elements[..] else { return };
    let [HeadLiteral { sign: Sign::Positive, atom, ranges }] = &heads[..] else { return };
    if condition.is_empty() && ranges.is_empty() {
        rule.head = Head::Atom(atom.clone());
    }
}

/// Sign, name and arguments of an atom.
pub(crate) fn signature_of(atom: &ast::Term) -> Option<(bool, Name, &[ast::Term])> {
    match &atom.kind {
        TermKind::Fun(name, args) => Some((false, *name, args)),
        TermKind::Unary(Unary::Minus, inner) => match &inner.kind {
            TermKind::Fun(name, args) => Some((true, *name, args)),
            _ => None,
        },
        _ => None,
    }
}

impl Rewriter<'_> {
    fn atom(&mut self, atom: &ast::Term, usage: Use, scope: &mut Scope) -> Atom {
        let (negative, name, args) = signature_of(atom).unwrap_or((false, self.empty, &[]));
        let signature = Signature { negative, name, arity: args.len() as u32 };
        let pred = self.predicates.get(signature);
        let args = args.iter().map(|arg| self.term(arg, usage, scope)).collect();
        Atom { pred, args, span: atom.span }
    }

    fn part(&mut self, part: &BodyPart, scope: &mut Scope, out: &mut Vec<Literal>) {
        match &part.kind {
            BodyKind::Literal(literal) => self.literal(literal, scope, out),
            BodyKind::Conditional(conditional) => {
                self.conditional(conditional, part.span, scope, out)
            }
            BodyKind::Aggregate(sign, aggregate) => {
                let guards = self.body_guards(&aggregate.guards, scope);
                let mut elements = Vec::new();
                for element in &aggregate.elements {
                    self.warn_of_globals(element, scope);
                    elements.push(self.inside(scope, |this, scope| {
                        let tuple: Vec<Term> =
                            element.tuple.iter().map(|t| this.term(t, Use::Value, scope)).collect();
                        let mut condition = Vec::new();
                        for literal in &element.condition {
                            this.literal(literal, scope, &mut condition);
                        }
                        condition.append(&mut scope.extra);
                        let span = element.tuple.first().map_or(part.span, |t| t.span);
                        crate::ir::Element { tuple, condition, span }
                    }));
                }
                self.aggregate(*sign, aggregate.function, guards, elements, part.span, scope, out);
            }
            BodyKind::Set(sign, aggregate) => {
                let guards = self.body_guards(&aggregate.guards, scope);
                let mut elements = Vec::new();
                for element in &aggregate.elements {
                    elements.push(self.inside(scope, |this, scope| {
                        let mut condition = Vec::new();
                        this.literal(&element.literal, scope, &mut condition);
                        let tuple = this.literal_tuple(&element.literal, scope);
                        for literal in &element.condition {
                            this.literal(literal, scope, &mut condition);
                        }
                        condition.append(&mut scope.extra);
                        crate::ir::Element { tuple, condition, span: element.literal.span }
                    }));
                }
                self.aggregate(*sign, aggregate.function, guards, elements, part.span, scope, out);
            }
            BodyKind::Theory => {}
        }
    }

    fn warn_of_globals(&mut self, element: &ast::BodyElement, scope: &Scope) {
        let mut found = None;
        for term in &element.tuple {
            collect::variables(term, &mut |name, span| {
                if found.is_none() && scope.global.contains_key(&name) {
                    found = Some((name, span));
                }
            });
        }
        if let Some((name, span)) = found {
            let text = "global variable in tuple of aggregate element";
            let message = Message::info(Warning::GlobalVariable, span, text);
            self.messages.push(message.detail(self.symbols.text(name)));
        }
    }
}
