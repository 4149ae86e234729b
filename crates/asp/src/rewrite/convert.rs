//! Terms and literals.

use super::{Rewriter, Scope, Use, unpool};
use crate::ast::{self, Function, LiteralKind, Relation, Sign, TermKind};
use crate::ground::arithmetic;
use crate::ir::{Aggregate, Conditional, Element, Literal, Term, Var};
use crate::source::Span;
use crate::symbol::{Name, Sym};

impl Rewriter<'_> {
    pub(super) fn term(&mut self, term: &ast::Term, usage: Use, scope: &mut Scope) -> Term {
        let span = term.span;
        match &term.kind {
            TermKind::Sym(sym) => Term::Sym(*sym),
            TermKind::Var(name) => Term::Var(self.variable(*name, span, scope)),
            TermKind::Anonymous => Term::Var(self.fresh(span, scope)),
            TermKind::Fun(name, args) => {
                if args.is_empty()
                    && let Some(value) = self.constants.get(name)
                {
                    return Term::Sym(*value);
                }
                let args: Box<[Term]> =
                    args.iter().map(|arg| self.term(arg, usage, scope)).collect();
                self.function(*name, args)
            }
            TermKind::External(name, _) => {
                self.arithmetic(Term::External(*name, span), usage, span, scope)
            }
            TermKind::Unary(op, inner) => {
                let inner = self.term(inner, Use::Value, scope);
                let folded = match &inner {
                    Term::Sym(sym) => arithmetic::unary(*op, *sym, self.symbols),
                    _ => Err(arithmetic::Failure::Undefined),
                };
                match folded {
                    Ok(value) => Term::Sym(value),
                    Err(_) => {
                        let term = Term::Unary(*op, Box::new(inner), span);
                        self.arithmetic(term, usage, span, scope)
                    }
                }
            }
            TermKind::Binary(op, sides) => {
                let left = self.term(&sides.0, Use::Value, scope);
                let right = self.term(&sides.1, Use::Value, scope);
                let folded = match (&left, &right) {
                    (Term::Sym(a), Term::Sym(b)) => arithmetic::binary(*op, *a, *b, self.symbols),
                    _ => Err(arithmetic::Failure::Undefined),
                };
                match folded {
                    Ok(value) => Term::Sym(value),
                    Err(_) => {
                        let term = Term::Binary(*op, Box::new((left, right)), span);
                        self.arithmetic(term, usage, span, scope)
                    }
                }
            }
            TermKind::Interval(sides) => {
                let low = self.term(&sides.0, Use::Value, scope);
                let high = self.term(&sides.1, Use::Value, scope);
                let var = self.fresh(span, scope);
                scope.extra.push(Literal::Range(var, low, high, span));
                Term::Var(var)
            }
            // Pools are gone.
            TermKind::Pool(terms) => match terms.first() {
                Some(first) => self.term(first, usage, scope),
                None => Term::Sym(Sym::INF),
            },
        }
    }

    /// A term that has been rewritten before: its intervals and anonymous variables are the
    /// ones made then, in the same order.
    pub(super) fn term_again(&mut self, term: &ast::Term, scope: &mut Scope) -> Term {
        let mut spans = Vec::new();
        made_variables(term, &mut spans);
        if spans.is_empty() {
            return self.term(term, Use::Value, scope);
        }
        let mut copy = term.clone();
        let names: Vec<Option<Name>> = spans
            .iter()
            .map(|span| {
                let made = scope.vars.iter().rposition(|var| var.1 == *span)?;
                let name = self.made_name(*span);
                scope.local.insert(name, made as Var);
                Some(name)
            })
            .collect();
        let mut names = names.into_iter();
        rename_made(&mut copy, &mut names);
        self.term(&copy, Use::Value, scope)
    }

    /// A name no program can contain.
    fn made_name(&mut self, span: Span) -> Name {
        self.symbols.name(&format!("#made{}:{}", span.start, span.end))
    }

    fn function(&mut self, name: Name, args: Box<[Term]>) -> Term {
        let mut values = Vec::with_capacity(args.len());
        for arg in &args {
            match arg {
                Term::Sym(sym) => values.push(*sym),
                _ => return Term::Fun(name, args),
            }
        }
        Term::Sym(self.symbols.fun(false, name, &values))
    }

    /// Arithmetic cannot be matched: a variable stands for it, and an equation says so.
    fn arithmetic(&mut self, term: Term, usage: Use, span: Span, scope: &mut Scope) -> Term {
        if usage == Use::Value {
            return term;
        }
        let var = self.fresh(span, scope);
        scope.extra.push(Literal::Compare(Relation::Equal, Term::Var(var), term, span));
        Term::Var(var)
    }

    fn variable(&mut self, name: Name, span: Span, scope: &mut Scope) -> Var {
        if let Some(var) = scope.global.get(&name).or_else(|| scope.local.get(&name)) {
            return *var;
        }
        let var = scope.vars.len() as Var;
        scope.vars.push((name, span));
        if scope.inside {
            scope.local.insert(name, var);
        } else {
            scope.global.insert(name, var);
            scope.globals.push(var);
        }
        var
    }

    pub(super) fn fresh(&mut self, span: Span, scope: &mut Scope) -> Var {
        let var = scope.vars.len() as Var;
        scope.vars.push((self.empty, span));
        if !scope.inside {
            scope.globals.push(var);
        }
        var
    }

    pub(super) fn literal(
        &mut self,
        literal: &ast::Literal,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) {
        match &literal.kind {
            LiteralKind::Bool(value) => {
                out.push(Literal::Bool(*value != (literal.sign == Sign::Not)));
            }
            LiteralKind::Atom(atom) if literal.sign == Sign::Positive => {
                let atom = self.atom(atom, Use::Pattern, scope);
                out.push(Literal::Atom(Sign::Positive, atom));
            }
            LiteralKind::Atom(atom) => {
                let atom = match has_anonymous(atom) {
                    true => self.projection(atom, scope),
                    false => self.atom(atom, Use::Value, scope),
                };
                out.push(Literal::Atom(literal.sign, atom));
            }
            LiteralKind::Comparison(left, rest) => {
                let mut left = self.side(left, scope);
                for (relation, right) in rest {
                    let right = self.side(right, scope);
                    // Chains that are negated have been taken apart before.
                    let relation =
                        if literal.sign == Sign::Not { relation.negate() } else { *relation };
                    // `f(X+1) = Y` binds X: what is inside functions is matched.
                    let span = literal.span;
                    let (a, b) = match relation {
                        Relation::Equal => (
                            self.matchable(left.clone(), span, scope),
                            self.matchable(right.clone(), span, scope),
                        ),
                        _ => (left.clone(), right.clone()),
                    };
                    out.push(match (relation, a, b) {
                        (Relation::Equal, Side::Interval(low, high, s), Side::Term(term))
                        | (Relation::Equal, Side::Term(term), Side::Interval(low, high, s)) => {
                            let var = match term {
                                Term::Var(var) => var,
                                term => {
                                    let var = self.fresh(span, scope);
                                    let same = Literal::Compare(
                                        Relation::Equal,
                                        Term::Var(var),
                                        term,
                                        span,
                                    );
                                    scope.extra.push(same);
                                    var
                                }
                            };
                            Literal::Range(var, low, high, s)
                        }
                        (relation, a, b) => {
                            let a = self.plain(a, scope);
                            let b = self.plain(b, scope);
                            Literal::Compare(relation, a, b, span)
                        }
                    });
                    left = right;
                }
            }
        }
    }

    fn side(&mut self, term: &ast::Term, scope: &mut Scope) -> Side {
        match &term.kind {
            TermKind::Interval(sides) => {
                let low = self.term(&sides.0, Use::Value, scope);
                Side::Interval(low, self.term(&sides.1, Use::Value, scope), term.span)
            }
            _ => Side::Term(self.term(term, Use::Value, scope)),
        }
    }

    fn plain(&mut self, side: Side, scope: &mut Scope) -> Term {
        match side {
            Side::Term(term) => term,
            Side::Interval(low, high, span) => {
                let var = self.fresh(span, scope);
                scope.extra.push(Literal::Range(var, low, high, span));
                Term::Var(var)
            }
        }
    }

    /// Takes arithmetic out of functions, so that they can be matched.
    fn matchable(&mut self, side: Side, span: Span, scope: &mut Scope) -> Side {
        match side {
            Side::Term(Term::Fun(name, args)) => {
                let args = args.into_iter().map(|arg| self.matchable_arg(arg, span, scope));
                Side::Term(Term::Fun(name, args.collect()))
            }
            side => side,
        }
    }

    /// A function without arithmetic inside, or the term as it is.
    pub(super) fn matchable_term(&mut self, term: Term, span: Span, scope: &mut Scope) -> Term {
        match term {
            Term::Fun(..) => self.matchable_arg(term, span, scope),
            term => term,
        }
    }

    fn matchable_arg(&mut self, term: Term, span: Span, scope: &mut Scope) -> Term {
        match term {
            Term::Fun(name, args) => {
                let args = args.into_iter().map(|arg| self.matchable_arg(arg, span, scope));
                Term::Fun(name, args.collect())
            }
            Term::Unary(..) | Term::Binary(..) | Term::External(..) => {
                self.arithmetic(term, Use::Pattern, span, scope)
            }
            term => term,
        }
    }

    pub(super) fn conditional(
        &mut self,
        part: &ast::Conditional,
        span: Span,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) {
        let (alternatives, conditions) = unpool::conditional(part);
        let mut heads = Vec::new();
        for literal in alternatives {
            match &literal.kind {
                LiteralKind::Atom(_) => heads.push(literal),
                LiteralKind::Bool(value) => {
                    if *value != (literal.sign == Sign::Not) {
                        return;
                    }
                }
                // A comparison without a value does not hold.
                LiteralKind::Comparison(..) => heads.extend(unpool::literal(&literal)),
            }
        }
        for condition in conditions {
            let id = self.next_id();
            let (heads, condition) = self.inside(scope, |this, scope| {
                let mut literals = Vec::new();
                for literal in &condition {
                    this.literal(literal, scope, &mut literals);
                }
                literals.append(&mut scope.extra);
                let convert = |literal: &ast::Literal| {
                    let mut head = Vec::new();
                    this.literal(literal, scope, &mut head);
                    head.append(&mut scope.extra);
                    head
                };
                (heads.iter().map(convert).collect::<Vec<_>>(), literals)
            });
            let mut globals = Vec::new();
            let mut add = |var: Var| {
                if scope.globals.contains(&var) && !globals.contains(&var) {
                    globals.push(var);
                }
            };
            literals_vars(&condition, &mut add);
            heads.iter().for_each(|head| literals_vars(head, &mut add));
            let conditional = Conditional { heads, condition, globals, span, id };
            out.push(Literal::Conditional(Box::new(conditional)));
        }
    }

    fn next_id(&mut self) -> usize {
        self.complex += 1;
        self.complex - 1
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of an aggregate")]
    pub(super) fn aggregate(
        &mut self,
        sign: Sign,
        function: Function,
        guards: Vec<(Relation, Term)>,
        elements: Vec<Element>,
        span: Span,
        scope: &mut Scope,
        out: &mut Vec<Literal>,
    ) {
        let id = self.next_id();
        let mut globals = Vec::new();
        let mut add = |var: Var| {
            if scope.globals.contains(&var) && !globals.contains(&var) {
                globals.push(var);
            }
        };
        for element in &elements {
            element.tuple.iter().for_each(|term| term.vars(&mut add));
            literals_vars(&element.condition, &mut add);
        }
        let aggregate = Aggregate { sign, function, guards, elements, globals, span, id };
        out.push(Literal::Aggregate(Box::new(aggregate)));
    }
}

/// One side of a comparison.
#[derive(Clone)]
enum Side {
    Term(Term),
    Interval(Term, Term, Span),
}

/// Calls `f` for each variable of simple literals.
pub(crate) fn literals_vars(literals: &[Literal], f: &mut impl FnMut(Var)) {
    for literal in literals {
        match literal {
            Literal::Bool(_) => {}
            Literal::Atom(_, atom) => atom.args.iter().for_each(|arg| arg.vars(f)),
            Literal::Compare(_, left, right, _) => {
                left.vars(f);
                right.vars(f);
            }
            Literal::Range(var, low, high, _) => {
                f(*var);
                low.vars(f);
                high.vars(f);
            }
            Literal::Aggregate(aggregate) => {
                aggregate.globals.iter().for_each(|var| f(*var));
                aggregate.guards.iter().for_each(|(_, term)| term.vars(f));
            }
            Literal::Conditional(conditional) => conditional.globals.iter().for_each(|v| f(*v)),
        }
    }
}

pub(super) fn has_anonymous(term: &ast::Term) -> bool {
    match &term.kind {
        TermKind::Anonymous => true,
        TermKind::Sym(_) | TermKind::Var(_) => false,
        TermKind::Fun(_, args) | TermKind::External(_, args) | TermKind::Pool(args) => {
            args.iter().any(has_anonymous)
        }
        TermKind::Unary(_, inner) => has_anonymous(inner),
        TermKind::Binary(_, sides) | TermKind::Interval(sides) => {
            has_anonymous(&sides.0) || has_anonymous(&sides.1)
        }
    }
}

/// The places for which rewriting a term makes variables, in its order.
fn made_variables(term: &ast::Term, out: &mut Vec<Span>) {
    match &term.kind {
        TermKind::Anonymous | TermKind::Interval(_) => out.push(term.span),
        TermKind::Sym(_) | TermKind::Var(_) => {}
        TermKind::Fun(_, args) | TermKind::External(_, args) | TermKind::Pool(args) => {
            args.iter().for_each(|arg| made_variables(arg, out));
        }
        TermKind::Unary(_, inner) => made_variables(inner, out),
        TermKind::Binary(_, sides) => {
            made_variables(&sides.0, out);
            made_variables(&sides.1, out);
        }
    }
}

/// Puts variables where they were made; where none was (`not p(_)`), any value will do.
fn rename_made(term: &mut ast::Term, names: &mut impl Iterator<Item = Option<Name>>) {
    match &mut term.kind {
        TermKind::Anonymous | TermKind::Interval(_) => {
            term.kind = match names.next().flatten() {
                Some(name) => TermKind::Var(name),
                None => TermKind::Sym(Sym::INF),
            };
        }
        TermKind::Sym(_) | TermKind::Var(_) => {}
        TermKind::Fun(_, args) | TermKind::External(_, args) | TermKind::Pool(args) => {
            args.iter_mut().for_each(|arg| rename_made(arg, names));
        }
        TermKind::Unary(_, inner) => rename_made(inner, names),
        TermKind::Binary(_, sides) => {
            rename_made(&mut sides.0, names);
            rename_made(&mut sides.1, names);
        }
    }
}

/// A term without variables as a value, if its operations are defined.
pub(crate) fn ground_value(term: &ast::Term, rewriter: &mut Rewriter<'_>) -> Option<Sym> {
    match rewriter.term(term, Use::Value, &mut Scope::default()) {
        Term::Sym(sym) => Some(sym),
        _ => None,
    }
}
