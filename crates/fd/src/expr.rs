//! What a host posts: expressions, relations and formulas over variables and integers.

use std::rc::Rc;

use crate::domain::Domain;
use crate::int::Int;
use crate::store::FdVar;

/// A variable or an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A variable, which may meanwhile have a value.
    Var(FdVar),
    /// An integer.
    Int(Int),
}

impl From<FdVar> for Arg {
    fn from(var: FdVar) -> Arg {
        Arg::Var(var)
    }
}

impl From<i64> for Arg {
    fn from(word: i64) -> Arg {
        Arg::Int(Int::from(word))
    }
}

impl From<Int> for Arg {
    fn from(int: Int) -> Arg {
        Arg::Int(int)
    }
}

/// Functions of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op1 {
    /// `-X`
    Neg,
    /// `abs(X)`
    Abs,
    /// `\X`
    Not,
    /// `msb(X)`
    Msb,
    /// `lsb(X)`
    Lsb,
    /// `popcount(X)`
    Popcount,
}

/// Functions of two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op2 {
    /// `X+Y`
    Add,
    /// `X-Y`
    Sub,
    /// `X*Y`
    Mul,
    /// `min(X,Y)`
    Min,
    /// `max(X,Y)`
    Max,
    /// `X mod Y`
    Mod,
    /// `X rem Y`
    Rem,
    /// `X//Y`
    Quot,
    /// `X div Y`
    Div,
    /// `X rdiv Y`
    Rdiv,
    /// `X^Y`
    Pow,
    /// `X<<Y`
    Shl,
    /// `X>>Y`
    Shr,
    /// `X/\Y`
    And,
    /// `X\/Y`
    Or,
    /// `X xor Y`
    Xor,
}

/// An integer expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A variable.
    Var(FdVar),
    /// An integer.
    Int(Int),
    /// One argument.
    Op1(Op1, Box<Expr>),
    /// Two arguments.
    Op2(Op2, Box<Expr>, Box<Expr>),
}

impl From<&Arg> for Expr {
    fn from(arg: &Arg) -> Expr {
        match arg {
            Arg::Var(v) => Expr::Var(*v),
            Arg::Int(n) => Expr::Int(n.clone()),
        }
    }
}

impl Expr {
    /// A function of one argument.
    pub fn op1(op: Op1, a: Expr) -> Expr {
        Expr::Op1(op, Box::new(a))
    }

    /// A function of two arguments.
    pub fn op2(op: Op2, a: Expr, b: Expr) -> Expr {
        Expr::Op2(op, Box::new(a), Box::new(b))
    }

    /// A word.
    pub fn word(word: i64) -> Expr {
        Expr::Int(Int::from(word))
    }

    /// Calls back for every occurrence of a variable, left to right.
    pub fn each_var(&self, visit: &mut impl FnMut(FdVar)) {
        if let Expr::Var(v) = self {
            return visit(*v);
        }
        let mut stack = vec![self];
        while let Some(expr) = stack.pop() {
            match expr {
                Expr::Var(v) => visit(*v),
                Expr::Int(_) => {}
                Expr::Op1(_, a) => stack.push(a),
                Expr::Op2(_, a, b) => {
                    stack.push(b);
                    stack.push(a);
                }
            }
        }
    }
}

/// How two expressions compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rel {
    /// `#=`
    Eq,
    /// `#\=`
    Neq,
    /// `#<`
    Lt,
    /// `#>`
    Gt,
    /// `#=<`
    Leq,
    /// `#>=`
    Geq,
}

/// A table of allowed rows.
pub type Rows = Rc<[Box<[Int]>]>;

/// A formula whose truth is 0 or 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A variable that is 0 or 1, or one of these.
    Truth(Arg),
    /// A relation.
    Rel(Rel, Expr, Expr),
    /// Membership.
    In(Arg, Domain),
    /// Each tuple is a row of the table.
    TuplesIn(Vec<Vec<Arg>>, Rows),
    /// The domain is finite.
    FiniteDomain(Arg),
    /// Negation.
    Not(Box<Formula>),
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// At least one.
    Or(Box<Formula>, Box<Formula>),
    /// Exactly one.
    Xor(Box<Formula>, Box<Formula>),
    /// If the first, then the second.
    Implies(Box<Formula>, Box<Formula>),
    /// If the second, then the first.
    ImpliedBy(Box<Formula>, Box<Formula>),
    /// Both or none.
    Iff(Box<Formula>, Box<Formula>),
}
