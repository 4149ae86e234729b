//! Expressions that are already numbers.

use crate::error::{Res, Stop};
use crate::expr::{Arg, Expr, Op2};
use crate::int::Int;
use crate::props::{eval1, eval2};
use crate::store::Store;

/// How deep an expression may nest before it is refused.
pub(super) const MAX_NESTING: usize = 5_000;

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
                    Op2::Quot | Op2::Mod | Op2::Rem | Op2::Div if b.is_zero() => None,
                    Op2::Rdiv => None,
                    Op2::Pow if b.sign() < 0 && a != Int::from(-1) => None,
                    _ => Some(eval2(*op, &a, &b)?),
                }
            }
        })
    }

    /// The expression, or its value if it has one.
    pub(super) fn folded(&self, expr: &Expr) -> Res<Expr> {
        Ok(match expr {
            Expr::Int(_) => expr.clone(),
            _ => match self.fold(expr, 0)? {
                Some(n) => Expr::Int(n),
                None => expr.clone(),
            },
        })
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
