//! Expressions that are already numbers.

use std::borrow::Cow;

use crate::error::{Res, Stop};
use crate::expr::{Arg, Expr, Op2};
use crate::int::Int;
use crate::props::{eval1, eval2};
use crate::store::Store;

/// How deep an expression may nest before it is refused.
pub(super) const MAX_NESTING: usize = 5_000;

fn mentions(expr: &Expr, kept: impl Fn(Op2) -> bool) -> bool {
    if matches!(expr, Expr::Var(_) | Expr::Int(_)) {
        return false;
    }
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        match expr {
            Expr::Var(_) | Expr::Int(_) => {}
            Expr::Op1(_, a) => stack.push(a),
            Expr::Op2(op, ..) if kept(*op) => return true,
            Expr::Op2(_, a, b) => stack.extend([&**a, &**b]),
        }
    }
    false
}

impl Store {
    /// The value of an expression without free variables, if it has one.
    pub fn eval(&self, expr: &Expr) -> Res<Option<Int>> {
        match self.fold(expr, 0) {
            Err(Stop::Fail) => Ok(None),
            other => other,
        }
    }

    pub(super) fn fold(&self, expr: &Expr, depth: usize) -> Res<Option<Int>> {
        if depth > MAX_NESTING {
            return Ok(None);
        }
        Ok(match expr {
            Expr::Var(v) => self.int(&Arg::Var(*v)),
            Expr::Int(n) => Some(n.clone()),
            Expr::Op1(op, a) => match self.fold(a, depth + 1)? {
                Some(a) => Some(eval1(*op, &a)?),
                None => None,
            },
            Expr::Op2(op, a, b) => {
                let Some(a) = self.fold(a, depth + 1)? else { return Ok(None) };
                let Some(b) = self.fold(b, depth + 1)? else { return Ok(None) };
                match op {
                    Op2::Quot | Op2::Mod | Op2::Rem | Op2::Div | Op2::Rdiv if b.is_zero() => None,
                    Op2::Pow if b.sign() < 0 && a != Int::from(-1) => None,
                    _ => Some(eval2(*op, &a, &b)?),
                }
            }
        })
    }

    /// Both sides of a relation, each replaced by its value if it has one. Goals with these
    /// operations are taken as they are, because library(clpfd) does not compile them to
    /// arithmetic either, and the rules of posting see the difference.
    pub(super) fn folded<'a>(
        &self,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Res<(Cow<'a, Expr>, Cow<'a, Expr>)> {
        let kept = |op| matches!(op, Op2::Rem | Op2::Div | Op2::Rdiv);
        if mentions(left, kept) || mentions(right, kept) {
            return Ok((Cow::Borrowed(left), Cow::Borrowed(right)));
        }
        let value = |expr: &'a Expr| -> Res<Cow<'a, Expr>> {
            Ok(match expr {
                Expr::Int(_) | Expr::Var(_) => Cow::Borrowed(expr),
                _ => match self.fold(expr, 0)? {
                    Some(value) => Cow::Owned(Expr::Int(value)),
                    None => Cow::Borrowed(expr),
                },
            })
        };
        Ok((value(left)?, value(right)?))
    }

    /// The argument an expression is, if it is a variable or an integer.
    pub(super) fn leaf(&self, expr: &Expr) -> Option<Arg> {
        match expr {
            Expr::Var(v) => Some(self.deref(&Arg::Var(*v))),
            Expr::Int(n) => Some(Arg::Int(n.clone())),
            _ => None,
        }
    }
}
