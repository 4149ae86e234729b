//! Relations between expressions, by the first rule that fits.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::{Arg, Expr, Op1, Op2, Rel};
use crate::int::Int;
use crate::props::Prop;
use crate::store::Store;

/// The arguments of a binary operation that is the wanted one.
fn parts(expr: &Expr, wanted: Op2) -> Option<(&Expr, &Expr)> {
    match expr {
        Expr::Op2(op, a, b) if *op == wanted => Some((a, b)),
        _ => None,
    }
}

fn abs_of(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::Op1(Op1::Abs, a) => Some(a),
        _ => None,
    }
}

impl Store {
    /// Posts a relation and gives unbounded domains a new turn.
    pub(crate) fn post(&mut self, rel: Rel, left: &Expr, right: &Expr) -> Res {
        let next = |s: &Store, e: &Expr| match s.leaf(e) {
            Some(Arg::Int(n)) => Expr::Int(&n + &Int::ONE),
            _ => Expr::op2(Op2::Add, e.clone(), Expr::word(1)),
        };
        match rel {
            Rel::Eq => {
                let (left, right) = self.folded(left, right)?;
                self.equal(&left, &right)?;
                self.reinforce_all(&left)
            }
            Rel::Geq => {
                let (left, right) = self.folded(left, right)?;
                self.at_least(&left, &right)?;
                self.reinforce_all(&left)?;
                self.reinforce_all(&right)
            }
            Rel::Leq => self.post(Rel::Geq, right, left),
            Rel::Gt => self.post(Rel::Geq, left, &next(self, right)),
            Rel::Lt => self.post(Rel::Geq, right, &next(self, left)),
            Rel::Neq => {
                self.different(left, right)?;
                self.run_queue()
            }
        }
    }

    /// Posts `X + Y #= Z` and gives the variables of the left side a new turn: what
    /// [`Store::post_rel`] does, without an expression.
    pub fn post_plus(&mut self, sum: [&Arg; 3], left: &[&Arg]) -> Res {
        self.guarded(|s| {
            let [x, y, z] = sum.map(|arg| s.deref(arg));
            s.post_args(Prop::Plus(x, y, z))?;
            for arg in left {
                if let Arg::Var(var) = arg {
                    s.reinforce(*var);
                }
            }
            s.run_queue()
        })
    }

    fn reinforce_all(&mut self, expr: &Expr) -> Res {
        expr.each_var(&mut |v| self.reinforce(v));
        self.run_queue()
    }

    fn leaves(&self, pair: Option<(&Expr, &Expr)>) -> Option<(Arg, Arg)> {
        let (a, b) = pair?;
        Some((self.leaf(a)?, self.leaf(b)?))
    }

    fn equal(&mut self, left: &Expr, right: &Expr) -> Res {
        if let (Some(x), Some(y)) = (self.leaf(left), self.leaf(right)) {
            self.make_known(&x);
            return self.equate(&x, &y);
        }
        let sides = [(left, right), (right, left)];
        for op in [Op2::Add, Op2::Sub, Op2::Mul] {
            for (one, other) in sides {
                if let (Some(x), Some((y, z))) = (self.leaf(one), self.leaves(parts(other, op))) {
                    let prop = match op {
                        Op2::Add => Prop::Plus(y, z, x),
                        Op2::Sub => Prop::Plus(x, z, y),
                        _ => Prop::Times(y, z, x),
                    };
                    return self.post_args(prop);
                }
            }
        }
        for (one, other) in sides {
            if let (Some(x), Expr::Op1(Op1::Neg, z)) = (self.leaf(one), other)
                && let Some(z) = self.leaf(z)
            {
                return self.post_args(Prop::Times(Arg::from(-1), z, x));
            }
        }
        if let Some(sum) = self.linear(left, right) {
            return self.post_sum(Rel::Eq, sum);
        }
        for (one, other) in sides {
            if let Some(x) = self.leaf(one) {
                return self.parse(other, Some(x)).map(|_| ());
            }
        }
        let result = self.parse(left, None)?;
        self.parse(right, Some(result)).map(|_| ())
    }

    fn at_least(&mut self, left: &Expr, right: &Expr) -> Res {
        if let Some(sum) = self.linear(left, right) {
            return self.sum_at_least(sum);
        }
        if let (Some((x, y)), Some(Arg::Int(c))) = (parts(left, Op2::Sub), self.leaf(right)) {
            let (x, y) = (self.parse(x, None)?, self.parse(y, None)?);
            return self.post_args(Prop::LeqPlus(y, x, -&c));
        }
        if let (Some(Arg::Int(x)), Some((z, a))) = (self.leaf(left), parts(right, Op2::Add))
            && let Some(Arg::Int(a)) = self.leaf(a)
        {
            return self.at_least(&Expr::Int(&x - &a), z);
        }
        if let (Some(inner), Some(Arg::Int(least))) = (abs_of(left), self.leaf(right)) {
            if let Some((x, y)) = parts(inner, Op2::Sub) {
                let (x, y) = (self.parse(x, None)?, self.parse(y, None)?);
                return self.post_args(Prop::AbsDiffGeq(x, y, least));
            }
            let x = self.parse(inner, None)?;
            if least.sign() > 0 {
                let outside = Domain::from_intervals(&[
                    (Bound::Inf, Bound::N(-&least)),
                    (Bound::N(least), Bound::Sup),
                ]);
                return self.narrow(&x, &outside);
            }
            return Ok(());
        }
        if let (Some(Arg::Int(most)), Some(inner)) = (self.leaf(left), abs_of(right)) {
            let x = self.parse(inner, None)?;
            ensure(most.sign() >= 0)?;
            return self.narrow(&x, &Domain::range(&Bound::N(-&most), &Bound::N(most)));
        }
        let (x, y) = (self.parse(left, None)?, self.parse(right, None)?);
        self.post_geq(&x, &y)
    }

    fn sum_at_least(&mut self, sum: super::linear::Linear) -> Res {
        let words: Vec<Option<i64>> = sum.cs.iter().map(Int::as_i64).collect();
        match (words.as_slice(), sum.vs.as_slice()) {
            ([Some(1)], [a]) => self.post_geq(a, &Arg::Int(sum.c)),
            ([Some(-1)], [a]) => self.post_geq(&Arg::Int(-&sum.c), a),
            ([Some(sign @ (1 | -1)), Some(other)], [a, b]) if sign == other => {
                let total = self.new_var();
                for arg in [&Arg::Var(total), a, b] {
                    self.make_known(arg);
                }
                let plus = Expr::op2(Op2::Add, a.into(), b.into());
                self.post(Rel::Eq, &plus, &Expr::Var(total))?;
                if *sign == 1 {
                    self.post_geq(&Arg::Var(total), &Arg::Int(sum.c))
                } else {
                    self.post_geq(&Arg::Int(-&sum.c), &Arg::Var(total))
                }
            }
            ([Some(1), Some(-1)], [a, b]) => self.difference_at_least(a, b, &sum.c),
            ([Some(-1), Some(1)], [a, b]) => self.difference_at_least(b, a, &sum.c),
            _ => self.post_sum(Rel::Geq, sum),
        }
    }

    pub(super) fn difference_at_least(&mut self, a: &Arg, b: &Arg, c: &Int) -> Res {
        if c.is_zero() {
            return self.post_geq(a, b);
        }
        self.post_prop(&[b, a], Prop::LeqPlus(b.clone(), a.clone(), -c))
    }

    fn different(&mut self, left: &Expr, right: &Expr) -> Res {
        let sides = [(left, right), (right, left)];
        let (x, y) = (self.leaf(left), self.leaf(right));
        match (&x, &y) {
            (Some(x), Some(Arg::Int(n))) => return self.exclude_value(x, n),
            (Some(Arg::Int(n)), Some(y)) => return self.exclude_value(y, n),
            (Some(x), Some(y)) => return self.post_neq(x, y),
            _ => {}
        }
        for op in [Op2::Add, Op2::Sub, Op2::Mul] {
            for (one, other) in sides {
                let (Some(x), Some((y, z))) = (self.leaf(one), self.leaves(parts(other, op)))
                else {
                    continue;
                };
                return match op {
                    Op2::Add => self.post_args(Prop::NeqPlus(x, y, z)),
                    Op2::Sub => self.post_args(Prop::NeqPlus(y, x, z)),
                    _ => {
                        let product = Arg::Var(self.new_var());
                        self.post_args(Prop::Times(y, z, product.clone()))?;
                        self.post_neq(&x, &product)
                    }
                };
            }
        }
        for (one, other) in sides {
            if let (Some(Arg::Int(c)), Some(inner)) = (self.leaf(one), abs_of(other))
                && let Some((y, z)) = parts(inner, Op2::Sub)
            {
                let (y, z) = (self.parse(y, None)?, self.parse(z, None)?);
                return self.post_args(Prop::AbsDiffNeq(y, z, c));
            }
        }
        if let Some(sum) = self.linear(left, right) {
            return self.post_sum(Rel::Neq, sum);
        }
        for op in [Op2::Add, Op2::Sub] {
            for (one, other) in sides {
                if let Some((y, z)) = parts(other, op) {
                    let x = self.parse(one, None)?;
                    let (y, z) = (self.parse(y, None)?, self.parse(z, None)?);
                    return self.post_args(if op == Op2::Add {
                        Prop::NeqPlus(x, y, z)
                    } else {
                        Prop::NeqPlus(y, x, z)
                    });
                }
            }
        }
        let (x, y) = (self.parse(left, None)?, self.parse(right, None)?);
        self.post_neq(&x, &y)
    }
}
