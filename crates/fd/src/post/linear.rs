//! Linear expressions: collecting terms, and the constraints made of them.

use crate::error::{Res, Stop, ensure};
use crate::expr::{Arg, Expr, Op1, Op2, Rel};
use crate::int::Int;
use crate::props::LinRel;
use crate::store::{FdVar, Store};

/// Greatest common divisor, never negative.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Without a constant: is a variable a multiple of what all other factors share, in the cases
/// that [`Store::post_divisibility`] looks for?
fn has_multiple(products: &[(i64, FdVar)]) -> bool {
    (0..products.len()).any(|at| {
        let Some(next) = products.get(at + 1).or_else(|| products[..at].last()) else {
            return false;
        };
        if next.0.abs() == 1 || gcd(products[at].0, next.0) != 1 {
            return false;
        }
        let others = products[..at].iter().chain(&products[at + 1..]);
        others.fold(0, |g, (c, _)| gcd(*c, g)) > 1
    })
}

/// `cs * vs REL c`
pub(super) struct Linear {
    pub(super) cs: Vec<Int>,
    pub(super) vs: Vec<Arg>,
    pub(super) c: Int,
}

type Terms = Vec<(FdVar, Int)>;

impl Store {
    /// Both sides as one sum, variables in their order; `None` if not linear or without variables.
    pub(super) fn linear(&mut self, left: &Expr, right: &Expr) -> Option<Linear> {
        let mut terms = Vec::new();
        let low = self.collect(left, Int::ONE, &mut terms)?;
        let high = self.collect(right, Int::from(-1), &mut terms)?;
        self.join(terms, -&(&low + &high))
    }

    /// Adds the terms of an expression; the constant part is the result.
    pub(super) fn collect(&self, expr: &Expr, factor: Int, terms: &mut Terms) -> Option<Int> {
        let mut constant = Int::ZERO;
        let mut stack = vec![(expr, factor)];
        while let Some((expr, factor)) = stack.pop() {
            match expr {
                Expr::Var(_) | Expr::Int(_) => match self.leaf(expr)? {
                    Arg::Var(v) => terms.push((v, factor)),
                    Arg::Int(n) => constant = &constant + &(&factor * &n),
                },
                Expr::Op1(Op1::Neg, a) => stack.push((a, -&factor)),
                Expr::Op2(Op2::Add, a, b) => {
                    stack.push((b, factor.clone()));
                    stack.push((a, factor));
                }
                Expr::Op2(Op2::Sub, a, b) => {
                    stack.push((b, -&factor));
                    stack.push((a, factor));
                }
                Expr::Op2(Op2::Mul, a, b) => match (self.leaf(a), self.leaf(b)) {
                    (Some(Arg::Int(n)), _) => stack.push((b, &factor * &n)),
                    (_, Some(Arg::Int(n))) => stack.push((a, &factor * &n)),
                    _ => return None,
                },
                _ => return None,
            }
        }
        Some(constant)
    }

    pub(super) fn join(&mut self, mut terms: Terms, c: Int) -> Option<Linear> {
        if terms.is_empty() {
            return None;
        }
        terms.sort_by_key(|(v, _)| (self.key(*v), *v));
        let mut joined: Terms = Vec::with_capacity(terms.len());
        for (v, n) in terms {
            match joined.last_mut() {
                Some((last, sum)) if *last == v => *sum = &*sum + &n,
                _ => joined.push((v, n)),
            }
        }
        let (mut cs, mut vs) = (Vec::new(), Vec::new());
        for (v, n) in joined {
            if n.is_zero() {
                self.make_known(&Arg::Var(v));
            } else {
                cs.push(n);
                vs.push(Arg::Var(v));
            }
        }
        Some(Linear { cs, vs, c })
    }

    /// Posts a sum as a linear propagator.
    pub(super) fn post_sum(&mut self, rel: Rel, sum: Linear) -> Res {
        let Linear { cs, vs, c } = sum;
        match rel {
            Rel::Eq => self.post_sum_equal(cs, vs, c),
            Rel::Neq => self.post_linear(LinRel::Neq, cs, vs, c),
            Rel::Leq => self.post_linear(LinRel::Leq, cs, vs, c),
            Rel::Lt => self.post_linear(LinRel::Leq, cs, vs, &c - &Int::ONE),
            Rel::Geq | Rel::Gt => {
                let cs = cs.iter().map(|n| -n).collect();
                let c = if rel == Rel::Gt { &c + &Int::ONE } else { c };
                self.post_linear(LinRel::Leq, cs, vs, -&c)
            }
        }
    }

    fn post_sum_equal(&mut self, cs: Vec<Int>, vs: Vec<Arg>, c: Int) -> Res {
        let zero = c.is_zero();
        let (cs, c) = match cs.split_first() {
            None => {
                ensure(zero)?;
                (cs, c)
            }
            Some((first, rest)) => {
                // A single coefficient divides with its sign.
                let by = rest.iter().fold(first.clone(), |g, n| n.gcd(&g));
                ensure(c.mod_floor(&by) == Some(Int::ZERO))?;
                let divide = |n: &Int| n.div_trunc(&by).unwrap_or(Int::ZERO);
                (cs.iter().map(divide).collect(), divide(&c))
            }
        };
        if zero {
            self.post_divisibility(&cs, &vs)?;
        }
        self.post_linear(LinRel::Eq, cs, vs, c)
    }

    /// Without a constant, a variable is a multiple of what all other coefficients share.
    fn post_divisibility(&mut self, cs: &[Int], vs: &[Arg]) -> Res {
        let sizes: Vec<Int> = cs.iter().map(Int::abs).collect();
        for at in 0..sizes.len() {
            let Some(neighbour) = sizes.get(at + 1).or_else(|| sizes[..at].last()) else {
                continue;
            };
            if *neighbour == Int::ONE || sizes[at].gcd(neighbour) != Int::ONE {
                continue;
            }
            let others = sizes[..at].iter().chain(&sizes[at + 1..]);
            let shared = others.fold(neighbour.clone(), |g, n| n.gcd(&g));
            if shared > Int::ONE {
                let fresh = self.new_var();
                self.make_known(&vs[at]);
                self.make_known(&Arg::Var(fresh));
                let product = Expr::op2(Op2::Mul, Expr::Int(shared), Expr::Var(fresh));
                self.post(Rel::Eq, &(&vs[at]).into(), &product)?;
            }
        }
        Ok(())
    }

    /// Posts that a sum of products equals a word (`Rel::Eq`) or is at least that (`Rel::Geq`),
    /// for open variables with finite domains: what [`Store::post_rel`] does with more than three
    /// terms, without an expression. `None` if it is not of this kind; nothing is posted then.
    pub fn post_products(
        &mut self,
        rel: Rel,
        products: &mut Vec<(i64, FdVar)>,
        total: i64,
    ) -> Option<Res> {
        for (_, var) in products.iter_mut() {
            *var = self.root(*var);
            let (lo, hi) = self.root_domain(*var).finite_ends()?;
            if lo == hi || !self.is_known(*var) {
                return None;
            }
        }
        products.sort_unstable_by_key(|(_, v)| (self.key(*v), *v));
        products.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.0 = kept.0.saturating_add(next.0);
            }
            same
        });
        let small = |c: i64| c != 0 && c.unsigned_abs() <= 1 << 32;
        if products.is_empty()
            || total.unsigned_abs() > 1 << 60
            || !products.iter().all(|(c, _)| small(*c))
        {
            return None;
        }
        match rel {
            Rel::Eq => self.post_products_equal(products, total),
            Rel::Geq => self.post_products_at_least(products, total),
            _ => None,
        }
    }

    fn post_products_equal(
        &mut self,
        products: &mut [(i64, FdVar)],
        mut total: i64,
    ) -> Option<Res> {
        // A single factor divides with its sign.
        let by = match products {
            [(factor, _)] => *factor,
            _ => products.iter().fold(0, |g, (c, _)| gcd(*c, g)),
        };
        if total % by != 0 {
            return Some(Err(Stop::Fail));
        }
        let zero = total == 0;
        if by != 1 {
            products.iter_mut().for_each(|(c, _)| *c /= by);
            total /= by;
        }
        if zero && has_multiple(products) {
            return None;
        }
        Some(self.guarded(|s| s.post_words(LinRel::Eq, products, total)))
    }

    fn post_products_at_least(&mut self, products: &mut [(i64, FdVar)], total: i64) -> Option<Res> {
        let int = Arg::from;
        match *products {
            [(1, a)] => Some(self.guarded(|s| s.post_geq(&a.into(), &int(total)))),
            [(-1, a)] => Some(self.guarded(|s| s.post_geq(&int(-total), &a.into()))),
            [(1, a), (-1, b)] | [(-1, b), (1, a)] => Some(
                self.guarded(|s| s.difference_at_least(&a.into(), &b.into(), &Int::from(total))),
            ),
            [(1, _), (1, _)] | [(-1, _), (-1, _)] => None,
            _ => {
                products.iter_mut().for_each(|(c, _)| *c = -*c);
                Some(self.guarded(|s| s.post_words(LinRel::Leq, products, -total)))
            }
        }
    }

    /// Posts the relation between a scalar product and an expression.
    pub fn post_scalar_product(&mut self, cs: &[Int], vs: &[Arg], rel: Rel, value: &Expr) -> Res {
        self.guarded(|s| s.scalar_product(cs, vs, rel, value))
    }

    pub(super) fn scalar_product(&mut self, cs: &[Int], vs: &[Arg], rel: Rel, value: &Expr) -> Res {
        let mut terms = Vec::new();
        let mut constant = Int::ZERO;
        for (c, v) in cs.iter().zip(vs) {
            match self.deref(v) {
                Arg::Var(v) => terms.push((v, c.clone())),
                Arg::Int(n) => constant = &constant + &(c * &n),
            }
        }
        if rel == Rel::Eq
            && terms.is_empty()
            && let Some(value) = self.leaf(value)
        {
            return self.equate(&value, &Arg::Int(constant));
        }
        // The list's variables become known before anything is posted, in their order.
        let linear = self.collect(value, Int::from(-1), &mut terms);
        if linear.is_some() {
            vs.iter().for_each(|v| self.make_known(v));
        }
        if let Some(right) = linear
            && let Some(sum) = self.join(terms, -&(&constant + &right))
        {
            return self.post_sum(rel, sum);
        }
        let mut total = Expr::word(0);
        for (c, v) in cs.iter().zip(vs) {
            let next = self.new_var();
            self.make_known(&Arg::Var(next));
            self.make_known(v);
            let term = Expr::op2(Op2::Mul, Expr::Int(c.clone()), v.into());
            let sum = Expr::op2(Op2::Add, total, term);
            self.post(Rel::Eq, &Expr::Var(next), &sum)?;
            total = Expr::Var(next);
        }
        self.post(rel, &total, value)
    }
}
