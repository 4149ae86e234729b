//! Expressions as networks of propagators, one auxiliary variable per operation.

use crate::domain::algebra::Rounding;
use crate::error::{FdError, Res, Stop};
use crate::expr::{Arg, Expr, Op1, Op2, Rel};
use crate::int::Int;
use crate::props::Prop;
use crate::store::{PropId, Store};

use super::fold::MAX_NESTING;

/// The propagator of a function of two arguments.
pub(super) fn binary(op: Op2, a: Arg, b: Arg, r: Arg) -> Prop {
    match op {
        Op2::Add => Prop::Plus(a, b, r),
        Op2::Sub => Prop::Plus(r, b, a),
        Op2::Mul => Prop::Times(a, b, r),
        Op2::Min => Prop::Min(a, b, r),
        Op2::Max => Prop::Max(a, b, r),
        Op2::Mod => Prop::Mod(a, b, r),
        Op2::Rem => Prop::Rem(a, b, r),
        Op2::Quot => Prop::Quotient(Rounding::Truncate, a, b, r),
        Op2::Div => Prop::Quotient(Rounding::Floor, a, b, r),
        Op2::Rdiv => Prop::Rdiv(a, b, r),
        Op2::Pow => Prop::Power(a, b, r),
        Op2::Shl => Prop::Shift(a, b, r, 1),
        Op2::Shr => Prop::Shift(a, b, r, -1),
        Op2::And | Op2::Or | Op2::Xor => Prop::Func2(op, a, b, r),
    }
}

/// The propagator of a function of one argument.
pub(super) fn unary(op: Op1, a: Arg, r: Arg) -> Prop {
    match op {
        Op1::Neg => Prop::Times(Arg::from(-1), a, r),
        Op1::Abs => Prop::Abs(a, r),
        _ => Prop::Func1(op, a, r),
    }
}

impl Store {
    /// Posts a propagator of plain arguments, in the order it lists them.
    pub(crate) fn post_args(&mut self, prop: Prop) -> Res {
        self.post_args_id(prop).map(|_| ())
    }

    pub(super) fn post_args_id(&mut self, prop: Prop) -> Res<PropId> {
        let args = prop.plain_args().map(Option::<&Arg>::cloned);
        let id = self.add_prop(prop);
        for arg in args.iter().flatten() {
            self.attach(arg, id);
        }
        self.trigger_once(id)?;
        Ok(id)
    }

    /// The argument that equals an expression; a wanted result becomes that argument.
    pub(super) fn parse(&mut self, expr: &Expr, result: Option<Arg>) -> Res<Arg> {
        self.parse_at(expr, result, 0)
    }

    fn parse_at(&mut self, expr: &Expr, result: Option<Arg>, depth: usize) -> Res<Arg> {
        if depth > MAX_NESTING {
            return Err(Stop::from(FdError::Resource("expression_depth")));
        }
        if let Some(leaf) = self.leaf(expr) {
            self.make_known(&leaf);
            if let Some(result) = result {
                self.equate(&leaf, &result)?;
            }
            return Ok(leaf);
        }
        match expr {
            Expr::Op1(op, a) => {
                let a = self.parse_at(a, None, depth + 1)?;
                let r = result.unwrap_or_else(|| Arg::Var(self.new_var()));
                if *op == Op1::Abs {
                    self.post(Rel::Geq, &(&r).into(), &Expr::word(0))?;
                }
                self.post_args(unary(*op, a, r.clone()))?;
                Ok(r)
            }
            Expr::Op2(op, a, b) => {
                if *op == Op2::Mul
                    && let Some((x, n)) = self.power(expr, 0)
                {
                    let r = result.unwrap_or_else(|| Arg::Var(self.new_var()));
                    self.post_args(Prop::Power(x, Arg::Int(n), r.clone()))?;
                    return Ok(r);
                }
                let a = self.parse_at(a, None, depth + 1)?;
                let b = self.parse_at(b, None, depth + 1)?;
                let r = result.unwrap_or_else(|| Arg::Var(self.new_var()));
                match op {
                    Op2::Max | Op2::Min => {
                        let rel = if *op == Op2::Max { Rel::Leq } else { Rel::Geq };
                        self.post(rel, &(&a).into(), &(&r).into())?;
                        self.post(rel, &(&b).into(), &(&r).into())?;
                    }
                    Op2::Mod | Op2::Rem | Op2::Quot | Op2::Div | Op2::Rdiv => {
                        self.post(Rel::Neq, &(&b).into(), &Expr::word(0))?;
                    }
                    _ => {}
                }
                self.post_args(binary(*op, a, b, r.clone()))?;
                Ok(r)
            }
            Expr::Var(_) | Expr::Int(_) => Ok(Arg::from(0)),
        }
    }

    /// A product of one variable with itself, as a power.
    fn power(&self, expr: &Expr, depth: usize) -> Option<(Arg, Int)> {
        if depth > MAX_NESTING {
            return None;
        }
        match expr {
            Expr::Op2(Op2::Mul, a, b) => {
                let (x, n) = self.power(a, depth + 1)?;
                let (y, m) = self.power(b, depth + 1)?;
                (x == y).then(|| (x, &n + &m))
            }
            Expr::Var(_) => match self.leaf(expr)? {
                var @ Arg::Var(_) => Some((var, Int::ONE)),
                Arg::Int(_) => None,
            },
            _ => None,
        }
    }
}
