//! Rules ready for grounding: no pools, no intervals inside terms, no arithmetic inside the
//! atoms that bind variables, variables numbered.

use crate::ast::{Binary, Function, Relation, Sign, Signature, Unary};
use crate::program::RuleId;
use crate::source::Span;
use crate::symbol::{Name, Sym, Symbols};

/// A variable of a rule.
pub(crate) type Var = u32;

/// A predicate, numbered in order of appearance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct PredId(pub u32);

impl PredId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Term {
    Sym(Sym),
    Var(Var),
    Fun(Name, Box<[Term]>),
    Unary(Unary, Box<Term>, Span),
    Binary(Binary, Box<(Term, Term)>, Span),
    /// A call of a script function: never defined.
    External(Name, Span),
}

impl Term {
    /// Calls `f` for each occurrence of a variable.
    pub fn vars(&self, f: &mut impl FnMut(Var)) {
        match self {
            Term::Sym(_) | Term::External(..) => {}
            Term::Var(var) => f(*var),
            Term::Fun(_, args) => args.iter().for_each(|arg| arg.vars(f)),
            Term::Unary(_, term, _) => term.vars(f),
            Term::Binary(_, sides, _) => {
                sides.0.vars(f);
                sides.1.vars(f);
            }
        }
    }

    /// Whether every variable satisfies a condition.
    pub fn all_vars(&self, mut f: impl FnMut(Var) -> bool) -> bool {
        let mut all = true;
        self.vars(&mut |var| all &= f(var));
        all
    }

    /// Whether values can be matched against it: no arithmetic.
    pub fn is_pattern(&self) -> bool {
        match self {
            Term::Sym(_) | Term::Var(_) => true,
            Term::Fun(_, args) => args.iter().all(Term::is_pattern),
            _ => false,
        }
    }

    /// Whether two terms could stand for the same value. Errs on the side of yes.
    pub fn may_equal(&self, other: &Term, symbols: &Symbols) -> bool {
        match (self, other) {
            (Term::Sym(a), Term::Sym(b)) => a == b,
            (Term::Fun(f, a), Term::Fun(g, b)) => {
                f == g
                    && a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| a.may_equal(b, symbols))
            }
            (Term::Fun(..), Term::Sym(s)) | (Term::Sym(s), Term::Fun(..)) => {
                symbols.as_int(*s).is_none() && *s != Sym::INF && *s != Sym::SUP
            }
            _ => true,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub pred: PredId,
    pub args: Box<[Term]>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub tuple: Vec<Term>,
    pub condition: Vec<Literal>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    pub sign: Sign,
    pub function: Function,
    /// The aggregate is on the left.
    pub guards: Vec<(Relation, Term)>,
    pub elements: Vec<Element>,
    /// Variables of the rule that occur in elements.
    pub globals: Vec<Var>,
    pub span: Span,
    /// Unique in the program.
    pub id: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Conditional {
    /// An instance of one of these must hold; none at all is never true.
    pub heads: Vec<Vec<Literal>>,
    pub condition: Vec<Literal>,
    pub globals: Vec<Var>,
    pub span: Span,
    pub id: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Bool(bool),
    Atom(Sign, Atom),
    Compare(Relation, Term, Term, Span),
    /// The variable takes each value of an interval.
    Range(Var, Term, Term, Span),
    Aggregate(Box<Aggregate>),
    Conditional(Box<Conditional>),
}

/// An element of a choice, a head aggregate or a disjunction.
#[derive(Clone, Debug)]
pub(crate) struct HeadElement {
    /// What tells elements apart when they are counted.
    pub tuple: Vec<Term>,
    /// What is derived, all of it; nothing for elements that only count.
    pub heads: Vec<HeadLiteral>,
    pub condition: Vec<Literal>,
}

/// A literal of an element of a head, for all values of its intervals.
#[derive(Clone, Debug)]
pub(crate) struct HeadLiteral {
    /// Only disjunctions have negative ones.
    pub sign: Sign,
    pub atom: Atom,
    /// What intervals in the literal have become.
    pub ranges: Vec<Literal>,
}

impl HeadElement {
    /// Atoms that are derived.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.heads.iter().filter(|head| head.sign == Sign::Positive).map(|head| &head.atom)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Head {
    Constraint,
    Atom(Atom),
    Disjunction(Vec<HeadElement>),
    Choice {
        function: Function,
        guards: Vec<(Relation, Term)>,
        elements: Vec<HeadElement>,
        span: Span,
    },
    Weak {
        weight: Term,
        priority: Term,
        tuple: Vec<Term>,
        span: Span,
    },
    Show(Term),
    External(Atom, Option<Term>),
    Edge(Term, Term),
    Project(Atom),
}

impl Head {
    /// The atoms that instances of the head define.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        let (one, several): (Option<&Atom>, &[HeadElement]) = match self {
            Head::Atom(atom) | Head::External(atom, _) => (Some(atom), &[]),
            Head::Disjunction(elements) | Head::Choice { elements, .. } => (None, elements),
            _ => (None, &[]),
        };
        one.into_iter().chain(several.iter().flat_map(HeadElement::atoms))
    }

    pub fn elements(&self) -> &[HeadElement] {
        match self {
            Head::Disjunction(elements) | Head::Choice { elements, .. } => elements,
            _ => &[],
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub source: RuleId,
    pub span: Span,
    pub head: Head,
    pub body: Vec<Literal>,
    /// Names and places of the variables; an empty name for those we made.
    pub vars: Vec<(Name, Span)>,
    /// How many of them are global: the first ones.
    pub globals: Vec<Var>,
}

/// Predicates by number and by signature.
#[derive(Clone, Debug, Default)]
pub(crate) struct Predicates {
    pub signatures: Vec<Signature>,
    by_signature: std::collections::HashMap<Signature, PredId>,
}

impl Predicates {
    pub fn get(&mut self, signature: Signature) -> PredId {
        *self.by_signature.entry(signature).or_insert_with(|| {
            self.signatures.push(signature);
            PredId(self.signatures.len() as u32 - 1)
        })
    }

    pub fn find(&self, signature: Signature) -> Option<PredId> {
        self.by_signature.get(&signature).copied()
    }
}

/// Prints a term as clingo prints it in messages: operations in brackets.
pub(crate) fn show_term(term: &Term, vars: &[(Name, Span)], symbols: &Symbols, out: &mut String) {
    match term {
        Term::Sym(sym) => symbols.write(out, *sym),
        Term::Var(var) => {
            let name = symbols.text(vars[*var as usize].0);
            out.push_str(if name.is_empty() { "_" } else { name });
        }
        Term::Fun(name, args) => {
            let name = symbols.text(*name);
            out.push_str(name);
            if !args.is_empty() || name.is_empty() {
                out.push('(');
                for (position, arg) in args.iter().enumerate() {
                    if position > 0 {
                        out.push(',');
                    }
                    show_term(arg, vars, symbols, out);
                }
                out.push_str(if name.is_empty() && args.len() == 1 { ",)" } else { ")" });
            }
        }
        Term::Unary(op, term, _) => {
            let (open, close) = match op {
                Unary::Minus => ("-", ""),
                Unary::Complement => ("~", ""),
                Unary::Absolute => ("|", "|"),
            };
            out.push_str(open);
            show_term(term, vars, symbols, out);
            out.push_str(close);
        }
        Term::Binary(op, sides, _) => {
            out.push('(');
            show_term(&sides.0, vars, symbols, out);
            out.push_str(op.text());
            show_term(&sides.1, vars, symbols, out);
            out.push(')');
        }
        Term::External(name, _) => {
            out.push_str(&format!("function '{}' not found", symbols.text(*name)));
        }
    }
}
