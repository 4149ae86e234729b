//! Programs as they are written, with places for messages.
//!
//! What the grammar says in several ways is here in one: argument pools are pools of whole
//! terms, `#minimize` and `#maximize` are weak constraints, tuples are functions without a name.

use crate::source::Span;
use crate::symbol::{Name, Sym};

/// A term and where it stands.
#[derive(Clone, Debug)]
pub struct Term {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: TermKind,
}

/// Operations on one integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `-t`; also the classical negation of a function.
    Minus,
    /// `~t`
    Complement,
    /// `|t|`
    Absolute,
}

/// Operations on two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `^`
    Xor,
    /// `?`
    Or,
    /// `&`
    And,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `\`
    Mod,
    /// `**`
    Pow,
}

impl Binary {
    /// How it is written.
    pub fn text(self) -> &'static str {
        match self {
            Binary::Xor => "^",
            Binary::Or => "?",
            Binary::And => "&",
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "/",
            Binary::Mod => "\\",
            Binary::Pow => "**",
        }
    }
}

/// The kinds of terms.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// An integer, a string, `#inf` or `#sup`.
    Sym(Sym),
    /// A variable.
    Var(Name),
    /// `_`
    Anonymous,
    /// A constant, function or tuple.
    Fun(Name, Vec<Term>),
    /// `@f(..)`, which only scripts could define.
    External(Name, Vec<Term>),
    /// An operation on one term.
    Unary(Unary, Box<Term>),
    /// An operation on two terms.
    Binary(Binary, Box<(Term, Term)>),
    /// `a..b`
    Interval(Box<(Term, Term)>),
    /// `(a;b)`
    Pool(Vec<Term>),
}

/// Negation in front of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Nothing.
    Positive,
    /// `not`
    Not,
    /// `not not`
    NotNot,
}

/// Comparison operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
}

impl Relation {
    /// How it is written.
    pub fn text(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
        }
    }

    /// The operator that holds when this one does not.
    pub fn negate(self) -> Relation {
        match self {
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
        }
    }

    /// The operator with its sides exchanged.
    pub fn mirror(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
            other => other,
        }
    }

    /// Whether it holds for things in this order.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Relation::Less => order.is_lt(),
            Relation::LessEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterEqual => order.is_ge(),
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
        }
    }
}

/// A literal and where it stands.
#[derive(Clone, Debug)]
pub struct Literal {
    /// Where, with its negation.
    pub span: Span,
    /// Negation in front of it.
    pub sign: Sign,
    /// What.
    pub kind: LiteralKind,
}

/// The kinds of literals.
#[derive(Clone, Debug)]
pub enum LiteralKind {
    /// `#true` or `#false`.
    Bool(bool),
    /// An atom: a function, a pool of functions, or the minus of such.
    Atom(Term),
    /// `a < b <= c`
    Comparison(Term, Vec<(Relation, Term)>),
}

/// `literal : condition`
#[derive(Clone, Debug)]
pub struct Conditional {
    /// What is conditional.
    pub literal: Literal,
    /// On what.
    pub condition: Vec<Literal>,
}

/// Aggregate functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Function {
    /// `#count`
    Count,
    /// `#sum`
    Sum,
    /// `#sum+`
    SumPlus,
    /// `#min`
    Min,
    /// `#max`
    Max,
}

impl Function {
    /// How it is written.
    pub fn text(self) -> &'static str {
        match self {
            Function::Count => "#count",
            Function::Sum => "#sum",
            Function::SumPlus => "#sum+",
            Function::Min => "#min",
            Function::Max => "#max",
        }
    }
}

/// What an aggregate is compared with. The aggregate is on the left side of the relation.
#[derive(Clone, Debug)]
pub struct Guard {
    /// How.
    pub relation: Relation,
    /// With what.
    pub term: Term,
}

/// What aggregates in heads and bodies have in common.
#[derive(Clone, Debug)]
pub struct Aggregate<E> {
    /// The function; `#count` if it is written as a set.
    pub function: Function,
    /// What it is compared with, at most two.
    pub guards: Vec<Guard>,
    /// What is in the braces.
    pub elements: E,
}

/// `tuple : condition` in a body aggregate.
#[derive(Clone, Debug)]
pub struct BodyElement {
    /// The tuple, whose first term is the weight.
    pub tuple: Vec<Term>,
    /// When it counts.
    pub condition: Vec<Literal>,
}

/// `tuple : literal : condition` in a head aggregate.
#[derive(Clone, Debug)]
pub struct HeadElement {
    /// The tuple, whose first term is the weight.
    pub tuple: Vec<Term>,
    /// What is derived and counted.
    pub literal: Literal,
    /// When.
    pub condition: Vec<Literal>,
}

/// One part of a body.
#[derive(Clone, Debug)]
pub struct BodyPart {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: BodyKind,
}

/// The kinds of parts of a body.
#[derive(Clone, Debug)]
pub enum BodyKind {
    /// A literal.
    Literal(Literal),
    /// `literal : condition`
    Conditional(Conditional),
    /// `#sum { tuple : condition } > 3`
    Aggregate(Sign, Aggregate<Vec<BodyElement>>),
    /// `{ literal : condition } > 3`
    Set(Sign, Aggregate<Vec<Conditional>>),
    /// `&name { .. }`
    Theory,
}

/// What a rule derives.
#[derive(Clone, Debug)]
pub enum Head {
    /// A literal.
    Literal(Literal),
    /// Several, possibly conditional.
    Disjunction(Vec<Conditional>),
    /// `{ literal : condition } = 1`
    Choice(Aggregate<Vec<Conditional>>),
    /// `#sum { tuple : literal : condition } = 3`
    Aggregate(Aggregate<Vec<HeadElement>>),
    /// `&name { .. }`
    Theory,
}

/// A predicate: `-name/arity`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// Whether it is classically negated.
    pub negative: bool,
    /// Its name.
    pub name: Name,
    /// How many arguments.
    pub arity: u32,
}

/// A statement and where it stands.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Where, up to and with its full stop.
    pub span: Span,
    /// What.
    pub kind: StatementKind,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `head :- body.`
    Rule(Head, Vec<BodyPart>),
    /// `:~ body. [weight@priority, tuple]`
    Weak {
        /// When it costs.
        body: Vec<BodyPart>,
        /// How much.
        weight: Term,
        /// At which level; 0 if not said.
        priority: Option<Term>,
        /// The rest of the tuple.
        tuple: Vec<Term>,
    },
    /// `#minimize{}.`: costs exist, even if nothing costs.
    EmptyMinimize,
    /// `#show.`
    ShowNothing,
    /// `#show p/1.`
    ShowSignature(Signature),
    /// `#show term : body.`
    ShowTerm(Term, Vec<BodyPart>),
    /// `#defined p/1.`
    Defined(Signature),
    /// `#const name = term.`
    Const {
        /// The constant.
        name: Name,
        /// What it stands for.
        term: Term,
        /// Whether it wins over `-c`.
        overrides: bool,
    },
    /// `#external atom : body. [type]`
    External(Term, Vec<BodyPart>, Option<Term>),
    /// `#project p/1.`
    ProjectSignature(Signature),
    /// `#project atom : body.`
    Project(Term, Vec<BodyPart>),
    /// `#edge (a,b;c,d) : body.`
    Edge(Vec<(Term, Term)>, Vec<BodyPart>),
    /// `#heuristic atom : body. [weight, modifier]`
    Heuristic(Term, Vec<BodyPart>),
    /// `#program name(parameters).`
    Program(Name, usize),
    /// `#include "file".`
    Include(String),
    /// `#include <name>.`
    IncludeSystem(String),
    /// `#theory`
    Theory,
    /// `#script`
    Script,
}
