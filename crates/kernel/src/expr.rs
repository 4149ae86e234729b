//! The kernel's small language: arithmetic and logic over variables.
//!
//! `a + 2*b = c or |a - b| >= 5` is a [`Formula`] over [`Expr`]s. Both are plain data and
//! generic in the name of a variable, so a puzzle file can speak of cells and the kernel
//! of [`crate::VarId`]s; [`Formula::map`] goes from one to the other.
//!
//! An expression may have no value: division by zero, an index outside its list, a result
//! beyond 64 bits. The comparison around it is then false (and its negation true), as in
//! Prolog's CLP(FD).

use std::sync::Arc;

use crate::automaton::Automaton;
use crate::graph::Graph;

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Cmp {
    /// Whether `a` and `b` compare so.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Cmp::Eq => a == b,
            Cmp::Ne => a != b,
            Cmp::Lt => a < b,
            Cmp::Le => a <= b,
            Cmp::Gt => a > b,
            Cmp::Ge => a >= b,
        }
    }

    /// The comparison that holds exactly when this one does not.
    pub fn negated(self) -> Cmp {
        match self {
            Cmp::Eq => Cmp::Ne,
            Cmp::Ne => Cmp::Eq,
            Cmp::Lt => Cmp::Ge,
            Cmp::Le => Cmp::Gt,
            Cmp::Gt => Cmp::Le,
            Cmp::Ge => Cmp::Lt,
        }
    }
}

/// Which way a quotient is rounded. The remainder goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Towards zero: Prolog's `//` and `rem`.
    Truncate,
    /// Towards minus infinity: Prolog's `div` and `mod`.
    Floor,
}

impl Rounding {
    /// The rounded quotient, if there is one.
    pub fn quotient(self, a: i64, b: i64) -> Option<i64> {
        let q = a.checked_div(b)?;
        let inexact = a % b != 0;
        match self {
            Rounding::Floor if inexact && (a < 0) != (b < 0) => Some(q - 1),
            _ => Some(q),
        }
    }

    /// The remainder that belongs to [`Rounding::quotient`].
    pub fn remainder(self, a: i64, b: i64) -> Option<i64> {
        let q = self.quotient(a, b)?;
        a.checked_sub(q.checked_mul(b)?)
    }
}

/// An integer expression over variables named by `V`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr<V> {
    /// A number.
    Const(i64),
    /// A variable.
    Var(V),
    /// Minus the expression.
    Neg(Box<Expr<V>>),
    /// The sum of all.
    Sum(Vec<Expr<V>>),
    /// The product of two.
    Mul(Box<Expr<V>>, Box<Expr<V>>),
    /// Quotient; no value when the divisor is 0.
    Div(Box<Expr<V>>, Box<Expr<V>>, Rounding),
    /// Remainder; no value when the divisor is 0.
    Rem(Box<Expr<V>>, Box<Expr<V>>, Rounding),
    /// Absolute value.
    Abs(Box<Expr<V>>),
    /// The smallest of a non-empty list.
    Min(Vec<Expr<V>>),
    /// The largest of a non-empty list.
    Max(Vec<Expr<V>>),
    /// The element at a position counted from 1; no value outside the list.
    Element(Box<Expr<V>>, Vec<Expr<V>>),
    /// How often the value occurs in the list.
    Count(Vec<Expr<V>>, Box<Expr<V>>),
    /// 1 if the formula holds, else 0.
    Holds(Box<Formula<V>>),
}

/// A statement over variables named by `V` that is true or false.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula<V> {
    /// Always true, or always false.
    Const(bool),
    /// A comparison.
    Cmp(Cmp, Expr<V>, Expr<V>),
    /// The expression has one of these values.
    In(Expr<V>, Vec<i64>),
    /// All values differ.
    Distinct(Vec<Expr<V>>),
    /// All hold.
    And(Vec<Formula<V>>),
    /// At least one holds.
    Or(Vec<Formula<V>>),
    /// Does not hold.
    Not(Box<Formula<V>>),
    /// Both hold or neither does.
    Iff(Box<Formula<V>>, Box<Formula<V>>),
    /// The line is read by the automaton.
    Regular(Vec<Expr<V>>, Arc<Automaton>),
    /// The places of the list that have one of the values hang together in the graph.
    Connected(Vec<Expr<V>>, Arc<Graph>, Vec<i64>),
}

impl<V: Clone> Expr<V> {
    /// `a - b`.
    pub fn minus(a: Expr<V>, b: Expr<V>) -> Expr<V> {
        Expr::Sum(vec![a, Expr::Neg(Box::new(b))])
    }

    /// The value under an assignment, if it has one.
    pub fn eval(&self, value: &impl Fn(&V) -> i64) -> Option<i64> {
        let pair = |a: &Expr<V>, b: &Expr<V>| Some((a.eval(value)?, b.eval(value)?));
        let all = |list: &[Expr<V>]| list.iter().map(|e| e.eval(value)).collect::<Option<Vec<_>>>();
        match self {
            Expr::Const(n) => Some(*n),
            Expr::Var(v) => Some(value(v)),
            Expr::Neg(e) => e.eval(value)?.checked_neg(),
            Expr::Sum(list) => all(list)?.into_iter().try_fold(0i64, i64::checked_add),
            Expr::Mul(a, b) => pair(a, b).and_then(|(a, b)| a.checked_mul(b)),
            Expr::Div(a, b, round) => pair(a, b).and_then(|(a, b)| round.quotient(a, b)),
            Expr::Rem(a, b, round) => pair(a, b).and_then(|(a, b)| round.remainder(a, b)),
            Expr::Abs(e) => e.eval(value)?.checked_abs(),
            Expr::Min(list) => all(list)?.into_iter().min(),
            Expr::Max(list) => all(list)?.into_iter().max(),
            Expr::Element(index, list) => {
                let i = usize::try_from(index.eval(value)?).ok()?.checked_sub(1)?;
                all(list)?.get(i).copied()
            }
            Expr::Count(list, of) => {
                let of = of.eval(value)?;
                Some(all(list)?.into_iter().filter(|&v| v == of).count() as i64)
            }
            Expr::Holds(f) => Some(f.eval(value) as i64),
        }
    }

    /// The same expression with other names for its variables.
    pub fn map<W>(&self, name: &mut impl FnMut(&V) -> W) -> Expr<W> {
        match self {
            Expr::Const(n) => Expr::Const(*n),
            Expr::Var(v) => Expr::Var(name(v)),
            Expr::Neg(e) => Expr::Neg(Box::new(e.map(name))),
            Expr::Sum(list) => Expr::Sum(map_all(list, name)),
            Expr::Mul(a, b) => Expr::Mul(Box::new(a.map(name)), Box::new(b.map(name))),
            Expr::Div(a, b, r) => Expr::Div(Box::new(a.map(name)), Box::new(b.map(name)), *r),
            Expr::Rem(a, b, r) => Expr::Rem(Box::new(a.map(name)), Box::new(b.map(name)), *r),
            Expr::Abs(e) => Expr::Abs(Box::new(e.map(name))),
            Expr::Min(list) => Expr::Min(map_all(list, name)),
            Expr::Max(list) => Expr::Max(map_all(list, name)),
            Expr::Element(i, list) => Expr::Element(Box::new(i.map(name)), map_all(list, name)),
            Expr::Count(list, of) => Expr::Count(map_all(list, name), Box::new(of.map(name))),
            Expr::Holds(f) => Expr::Holds(Box::new(f.map(name))),
        }
    }
}

impl<V: Clone> Formula<V> {
    /// Whether it holds under an assignment.
    pub fn eval(&self, value: &impl Fn(&V) -> i64) -> bool {
        match self {
            Formula::Const(b) => *b,
            Formula::Cmp(op, a, b) => match (a.eval(value), b.eval(value)) {
                (Some(a), Some(b)) => op.holds(a, b),
                _ => false,
            },
            Formula::In(e, set) => e.eval(value).is_some_and(|v| set.contains(&v)),
            Formula::Distinct(list) => {
                let values: Option<Vec<_>> = list.iter().map(|e| e.eval(value)).collect();
                values.is_some_and(|mut v| {
                    v.sort_unstable();
                    v.windows(2).all(|w| w[0] != w[1])
                })
            }
            Formula::And(list) => list.iter().all(|f| f.eval(value)),
            Formula::Or(list) => list.iter().any(|f| f.eval(value)),
            Formula::Not(f) => !f.eval(value),
            Formula::Iff(a, b) => a.eval(value) == b.eval(value),
            Formula::Regular(line, automaton) => {
                let word: Option<Vec<_>> = line.iter().map(|e| e.eval(value)).collect();
                word.is_some_and(|w| automaton.accepts(&w))
            }
            Formula::Connected(list, graph, values) => {
                let found: Option<Vec<_>> = list.iter().map(|e| e.eval(value)).collect();
                let inside = |f: Vec<i64>| f.iter().map(|v| values.contains(v)).collect::<Vec<_>>();
                found.is_some_and(|found| graph.connects(&inside(found)))
            }
        }
    }

    /// The same statement with other names for its variables.
    pub fn map<W>(&self, name: &mut impl FnMut(&V) -> W) -> Formula<W> {
        let many = |list: &[Formula<V>], name: &mut _| list.iter().map(|f| f.map(name)).collect();
        match self {
            Formula::Const(b) => Formula::Const(*b),
            Formula::Cmp(op, a, b) => Formula::Cmp(*op, a.map(name), b.map(name)),
            Formula::In(e, set) => Formula::In(e.map(name), set.clone()),
            Formula::Distinct(list) => Formula::Distinct(map_all(list, name)),
            Formula::And(list) => Formula::And(many(list, name)),
            Formula::Or(list) => Formula::Or(many(list, name)),
            Formula::Not(f) => Formula::Not(Box::new(f.map(name))),
            Formula::Iff(a, b) => Formula::Iff(Box::new(a.map(name)), Box::new(b.map(name))),
            Formula::Regular(line, a) => Formula::Regular(map_all(line, name), a.clone()),
            Formula::Connected(list, graph, values) => {
                Formula::Connected(map_all(list, name), graph.clone(), values.clone())
            }
        }
    }

    /// Its variables in order of first appearance, each once.
    pub fn variables(&self) -> Vec<V>
    where
        V: PartialEq,
    {
        let mut seen: Vec<V> = Vec::new();
        self.map(&mut |v: &V| {
            if !seen.contains(v) {
                seen.push(v.clone());
            }
        });
        seen
    }
}

fn map_all<V: Clone, W>(list: &[Expr<V>], name: &mut impl FnMut(&V) -> W) -> Vec<Expr<W>> {
    list.iter().map(|e| e.map(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(n: i64) -> Expr<()> {
        Expr::Const(n)
    }

    #[test]
    fn rounding_goes_with_its_remainder() {
        for (a, b) in [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, -3)] {
            for round in [Rounding::Truncate, Rounding::Floor] {
                let q = round.quotient(a, b).unwrap();
                assert_eq!(q * b + round.remainder(a, b).unwrap(), a);
            }
        }
        assert_eq!(Rounding::Floor.quotient(-7, 2), Some(-4));
        assert_eq!(Rounding::Truncate.quotient(-7, 2), Some(-3));
        assert_eq!(Rounding::Floor.quotient(1, 0), None);
        assert_eq!(Rounding::Floor.quotient(i64::MIN, -1), None);
    }

    #[test]
    fn an_expression_without_value_makes_its_comparison_false() {
        let undefined = Expr::Div(Box::new(lit(1)), Box::new(lit(0)), Rounding::Floor);
        let equal = Formula::Cmp(Cmp::Eq, undefined.clone(), undefined);
        assert!(!equal.eval(&|_| 0));
        assert!(Formula::Not(Box::new(equal)).eval(&|_| 0));
    }

    #[test]
    fn elements_count_from_one() {
        let pick = |i| Expr::Element(Box::new(lit(i)), vec![lit(7), lit(8)]).eval(&|_| 0);
        assert_eq!([pick(0), pick(1), pick(2), pick(3)], [None, Some(7), Some(8), None]);
    }
}
