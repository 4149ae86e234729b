//! Formulas: each gets a variable for its truth, and a list of what can go once it is decided.
//!
//! A partial function inside a formula may be undefined; then the relation around it is false.
//! So every expression also gets a variable that is 1 if it is defined.

use std::rc::Rc;

use super::fold::MAX_NESTING;
use super::parse::{binary, unary};
use crate::domain::Domain;
use crate::error::{FdError, Res, Stop};
use crate::expr::{Arg, Expr, Formula, Op1, Op2, Rel, Rows};
use crate::int::Int;
use crate::props::{Aux, AuxList, Prop, TruthRel};
use crate::store::Store;

impl Store {
    pub(crate) fn post_formula_inner(&mut self, formula: &Formula) -> Res {
        match formula {
            Formula::Truth(arg) => self.equate(arg, &Arg::from(1)),
            Formula::Rel(rel, a, b) => self.post(*rel, a, b),
            Formula::In(arg, dom) => self.narrow(arg, dom),
            Formula::TuplesIn(tuples, rows) => self.post_tuples(tuples, rows),
            Formula::FiniteDomain(_) => {
                self.reify(formula, &Arg::from(1))?;
                self.run_queue()
            }
            Formula::Not(a) => {
                self.reify(a, &Arg::from(0))?;
                self.run_queue()
            }
            Formula::And(a, b) => {
                self.reify(a, &Arg::from(1))?;
                self.reify(b, &Arg::from(1))?;
                self.run_queue()
            }
            Formula::Or(a, b) => {
                if let Some((var, dom)) = self.one_of(formula) {
                    return self.narrow(&var, &dom);
                }
                let (x, y) = (Arg::Var(self.new_var()), Arg::Var(self.new_var()));
                let xs = self.reify(a, &x)?;
                let ys = self.reify(b, &y)?;
                let prop = Prop::Or {
                    x: x.clone(),
                    xs: xs.into(),
                    y: y.clone(),
                    ys: ys.into(),
                    truth: Arg::from(1),
                };
                self.post_listed(&[&x, &y], prop).map(|_| ())
            }
            Formula::Xor(a, b) => self.post_formula_inner(&exclusive(a, b)),
            Formula::ImpliedBy(a, b) => self.post_implies(b, a),
            Formula::Implies(a, b) => self.post_implies(a, b),
            Formula::Iff(a, b) => self.post_iff(a, b),
        }
    }

    /// Posts an equivalence.
    pub(crate) fn post_iff(&mut self, a: &Formula, b: &Formula) -> Res {
        let truth = Arg::Var(self.new_var());
        self.reify(a, &truth)?;
        self.reify(b, &truth)?;
        self.run_queue()
    }

    fn post_implies(&mut self, a: &Formula, b: &Formula) -> Res {
        let (x, y) = (Arg::Var(self.new_var()), Arg::Var(self.new_var()));
        let mut aux = self.reify(a, &x)?;
        aux.extend(self.reify(b, &y)?);
        let prop = Prop::Implies { x: x.clone(), y: y.clone(), aux: aux.into() };
        self.post_listed(&[&x, &y], prop).map(|_| ())
    }

    /// Ties the truth of a formula to an argument.
    pub(crate) fn reify(&mut self, formula: &Formula, truth: &Arg) -> Res<Vec<Aux>> {
        let mut aux = Vec::new();
        self.reify_into(formula, truth, &mut aux, 0)?;
        Ok(aux)
    }

    fn reify_into(
        &mut self,
        formula: &Formula,
        truth: &Arg,
        aux: &mut Vec<Aux>,
        depth: usize,
    ) -> Res {
        self.narrow(truth, &Domain::words(0, 1))?;
        self.reify_kind(formula, truth, aux, depth + 1)
    }

    fn reify_kind(&mut self, formula: &Formula, b: &Arg, aux: &mut Vec<Aux>, depth: usize) -> Res {
        if depth > MAX_NESTING {
            return Err(Stop::from(FdError::Resource("formula_depth")));
        }
        let next = |e: &Expr| Expr::op2(Op2::Add, e.clone(), Expr::word(1));
        match formula {
            Formula::Truth(arg) => self.equate(arg, b),
            Formula::In(arg, dom) => {
                let prop = Prop::TruthIn(arg.clone(), dom.clone(), b.clone());
                self.reify_prop(&[arg, b], prop, aux)?;
                self.aux1(aux, b);
                Ok(())
            }
            Formula::FiniteDomain(arg) => {
                let prop = Prop::TruthFinite(arg.clone(), b.clone());
                self.reify_prop(&[arg, b], prop, aux)?;
                self.aux1(aux, b);
                Ok(())
            }
            Formula::TuplesIn(tuples, rows) => self.reify_tuples(tuples, rows, b, aux),
            Formula::Rel(rel, x, y) => match rel {
                Rel::Geq => self.reify_rel(TruthRel::Geq, x, y, b, aux),
                Rel::Eq => self.reify_rel(TruthRel::Eq, x, y, b, aux),
                Rel::Neq => self.reify_rel(TruthRel::Neq, x, y, b, aux),
                Rel::Gt => self.reify_rel(TruthRel::Geq, x, &next(y), b, aux),
                Rel::Leq => self.reify_rel(TruthRel::Geq, y, x, b, aux),
                Rel::Lt => self.reify_rel(TruthRel::Geq, y, &next(x), b, aux),
            },
            Formula::Implies(x, y) => {
                let either = Formula::Or(Box::new(Formula::Not(x.clone())), y.clone());
                self.reify_kind(&either, b, aux, depth + 1)
            }
            Formula::ImpliedBy(x, y) => {
                self.reify_kind(&Formula::Implies(y.clone(), x.clone()), b, aux, depth + 1)
            }
            Formula::Iff(x, y) => {
                let both = Formula::And(
                    Box::new(Formula::Implies(x.clone(), y.clone())),
                    Box::new(Formula::Implies(y.clone(), x.clone())),
                );
                self.reify_kind(&both, b, aux, depth + 1)
            }
            Formula::Xor(x, y) => self.reify_kind(&exclusive(x, y), b, aux, depth + 1),
            Formula::And(x, y) => match self.none_of(formula) {
                Some((var, dom)) => self.reify_kind(&Formula::In(var, dom), b, aux, depth + 1),
                None => self.reify_pair(false, x, y, b, aux, depth),
            },
            Formula::Or(x, y) => match self.one_of(formula) {
                Some((var, dom)) => self.reify_kind(&Formula::In(var, dom), b, aux, depth + 1),
                None => self.reify_pair(true, x, y, b, aux, depth),
            },
            Formula::Not(q) => {
                let inner = Arg::Var(self.new_var());
                self.reify_into(q, &inner, aux, depth + 1)?;
                let prop = Prop::Not(inner.clone(), b.clone());
                self.reify_prop(&[&inner, b], prop, aux)?;
                self.aux1(aux, b);
                Ok(())
            }
        }
    }

    /// Posts a propagator of a formula and remembers it.
    fn reify_prop(&mut self, args: &[&Arg], prop: Prop, aux: &mut Vec<Aux>) -> Res {
        let id = self.post_listed(args, prop)?;
        aux.push(Aux::Prop(id));
        Ok(())
    }

    fn reify_rel(&mut self, rel: TruthRel, x: &Expr, y: &Expr, b: &Arg, aux: &mut Vec<Aux>) -> Res {
        let mut own = Vec::new();
        let (x, dx) = self.parse_partial(x, &mut own, 0)?;
        let (y, dy) = self.parse_partial(y, &mut own, 0)?;
        aux.extend(own.iter().cloned());
        let prop = Prop::Truth {
            rel,
            dx: dx.clone(),
            x: x.clone(),
            dy: dy.clone(),
            y: y.clone(),
            aux: own.into(),
            truth: b.clone(),
        };
        self.reify_prop(&[&dx, &x, &dy, &y, b], prop, aux)?;
        self.aux1(aux, b);
        Ok(())
    }

    fn reify_pair(
        &mut self,
        or: bool,
        left: &Formula,
        right: &Formula,
        b: &Arg,
        aux: &mut Vec<Aux>,
        depth: usize,
    ) -> Res {
        let (x, y) = (Arg::Var(self.new_var()), Arg::Var(self.new_var()));
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        self.reify_into(left, &x, &mut xs, depth + 1)?;
        self.reify_into(right, &y, &mut ys, depth + 1)?;
        aux.extend(xs.iter().chain(&ys).cloned());
        let (xs, ys): (AuxList, AuxList) = (xs.into(), ys.into());
        let (px, py, truth) = (x.clone(), y.clone(), b.clone());
        let prop = if or {
            Prop::Or { x: px, xs, y: py, ys, truth }
        } else {
            Prop::And { x: px, xs, y: py, ys, truth }
        };
        self.reify_prop(&[&x, &y, b], prop, aux)?;
        self.aux3(aux, &x, &y, b);
        Ok(())
    }

    fn reify_tuples(
        &mut self,
        tuples: &[Vec<Arg>],
        rows: &Rows,
        b: &Arg,
        aux: &mut Vec<Aux>,
    ) -> Res {
        let mut truths = Vec::new();
        let mut props = Vec::new();
        let shared: Vec<Rc<[Arg]>> = tuples.iter().map(|t| t.clone().into()).collect();
        for tuple in &shared {
            let truth = Arg::Var(self.new_var());
            let id = self.add_prop(Prop::TruthTuple {
                tuple: tuple.clone(),
                rows: rows.clone(),
                truth: truth.clone(),
            });
            for arg in tuple.iter() {
                if self.free(arg).is_some() {
                    self.attach(arg, id);
                    self.trigger(id);
                }
            }
            self.attach(&truth, id);
            truths.push(truth);
            props.push(Aux::Prop(id));
        }
        let all = truths
            .iter()
            .map(|t| Formula::Truth(t.clone()))
            .reduce(|all, one| Formula::And(Box::new(all), Box::new(one)))
            .unwrap_or(Formula::Truth(Arg::from(1)));
        self.post_iff(&Formula::Truth(b.clone()), &all)?;
        let not_in =
            Prop::TuplesNotIn { tuples: shared.into(), rows: rows.clone(), truth: b.clone() };
        self.reify_prop(&[b], not_in, aux)?;
        let (list, all): (AuxList, Rc<[Arg]>) = (props.clone().into(), truths.clone().into());
        for truth in &truths {
            let kill =
                Prop::KillTuples { truth: truth.clone(), aux: list.clone(), truths: all.clone() };
            self.reify_prop(&[truth], kill, aux)?;
        }
        aux.extend(props);
        self.aux1(aux, b);
        for truth in &truths {
            self.aux1(aux, truth);
        }
        Ok(())
    }

    // ---- expressions that may be undefined -----------------------------------------------------

    /// The argument that equals an expression, and whether it is defined.
    fn parse_partial(&mut self, expr: &Expr, aux: &mut Vec<Aux>, depth: usize) -> Res<(Arg, Arg)> {
        if depth > MAX_NESTING {
            return Err(Stop::from(FdError::Resource("expression_depth")));
        }
        if let Some(leaf) = self.leaf(expr) {
            self.make_known(&leaf);
            return Ok((leaf, Arg::from(1)));
        }
        match expr {
            Expr::Op1(op, a) => {
                let (a, defined) = self.parse_partial(a, aux, depth + 1)?;
                let r = Arg::Var(self.new_var());
                if *op == Op1::Abs {
                    self.post(Rel::Geq, &(&r).into(), &Expr::word(0))?;
                }
                self.partial_prop(unary(*op, a.clone(), r.clone()), aux)?;
                if *op == Op1::Neg {
                    self.aux1(aux, &r);
                } else {
                    self.aux2(aux, &a, &r);
                }
                self.aux1(aux, &defined);
                Ok((r, defined))
            }
            Expr::Op2(op, a, b) => {
                let (a, da) = self.parse_partial(a, aux, depth + 1)?;
                let (b, db) = self.parse_partial(b, aux, depth + 1)?;
                let defined = self.both_defined(&da, &db, aux)?;
                let r = Arg::Var(self.new_var());
                if matches!(op, Op2::Quot | Op2::Div | Op2::Rdiv | Op2::Mod | Op2::Rem) {
                    return self.parse_skeleton(*op, a, b, defined, r, aux);
                }
                if matches!(op, Op2::Max | Op2::Min) {
                    let pairs =
                        if *op == Op2::Max { [(&r, &a), (&r, &b)] } else { [(&a, &r), (&b, &r)] };
                    for (high, low) in pairs {
                        self.partial_prop(Prop::Geq(high.clone(), low.clone()), aux)?;
                    }
                }
                self.partial_prop(binary(*op, a.clone(), b.clone(), r.clone()), aux)?;
                self.aux3(aux, &a, &b, &r);
                self.aux1(aux, &defined);
                Ok((r, defined))
            }
            Expr::Var(_) | Expr::Int(_) => Ok((Arg::from(0), Arg::from(1))),
        }
    }

    /// A function whose second argument must not be zero.
    fn parse_skeleton(
        &mut self,
        op: Op2,
        a: Arg,
        b: Arg,
        inputs: Arg,
        r: Arg,
        aux: &mut Vec<Aux>,
    ) -> Res<(Arg, Arg)> {
        let inner = self.add_prop(binary(op, a.clone(), b.clone(), r.clone()));
        aux.push(Aux::Prop(inner));
        let nonzero = Arg::Var(self.new_var());
        let skeleton = Prop::Skeleton {
            x: a.clone(),
            y: b.clone(),
            defined: nonzero.clone(),
            z: r.clone(),
            op,
            inner,
        };
        let id = self.post_listed(&[&a, &b, &nonzero, &r], skeleton)?;
        self.aux_prop(aux, id);
        let defined = Arg::Var(self.new_var());
        self.partial_and(&inputs, &nonzero, &defined, aux)?;
        self.aux1(aux, &nonzero);
        self.aux3(aux, &a, &b, &r);
        self.aux1(aux, &defined);
        Ok((r, defined))
    }

    fn both_defined(&mut self, a: &Arg, b: &Arg, aux: &mut Vec<Aux>) -> Res<Arg> {
        let one = Some(Int::ONE);
        if self.int(a) == one && self.int(b) == one {
            return Ok(Arg::from(1));
        }
        let both = Arg::Var(self.new_var());
        self.partial_and(a, b, &both, aux)?;
        Ok(both)
    }

    fn partial_and(&mut self, x: &Arg, y: &Arg, truth: &Arg, aux: &mut Vec<Aux>) -> Res {
        let none: AuxList = Rc::new([]);
        let prop = Prop::And {
            x: x.clone(),
            xs: none.clone(),
            y: y.clone(),
            ys: none,
            truth: truth.clone(),
        };
        let id = self.post_listed(&[x, y, truth], prop)?;
        self.aux_prop(aux, id);
        Ok(())
    }

    fn partial_prop(&mut self, prop: Prop, aux: &mut Vec<Aux>) -> Res {
        let id = self.post_args_id(prop)?;
        self.aux_prop(aux, id);
        Ok(())
    }

    fn aux_prop(&self, aux: &mut Vec<Aux>, id: crate::store::PropId) {
        if !self.is_dead(id) {
            aux.push(Aux::Prop(id));
        }
    }

    fn aux1(&self, aux: &mut Vec<Aux>, v: &Arg) {
        if self.free(v).is_some() {
            aux.push(Aux::Var(v.clone()));
        }
    }

    fn aux2(&self, aux: &mut Vec<Aux>, x: &Arg, v: &Arg) {
        if self.free(x).is_some() {
            aux.push(Aux::Unless(x.clone(), v.clone()));
        } else {
            self.aux1(aux, v);
        }
    }

    fn aux3(&self, aux: &mut Vec<Aux>, x: &Arg, y: &Arg, v: &Arg) {
        if self.free(x).is_none() {
            self.aux2(aux, y, v);
        } else if self.free(y).is_none() {
            self.aux2(aux, x, v);
        } else {
            aux.push(Aux::UnlessEither(x.clone(), y.clone(), v.clone()));
        }
    }

    // ---- one variable, several values --------------------------------------------------------

    /// `X #= a #\/ X #= b ..`: the variable and the values.
    fn one_of(&self, formula: &Formula) -> Option<(Arg, Domain)> {
        let (var, values) = self.alternatives(formula, 0)?;
        Some((var, Domain::from_values(&values)))
    }

    /// `X #\= a #/\ X #\= b ..`: the variable and what is left.
    fn none_of(&self, formula: &Formula) -> Option<(Arg, Domain)> {
        let (var, values) = self.exclusions(formula, 0)?;
        Some((var, Domain::from_values(&values).complement()))
    }

    fn var_and_int(&self, a: &Expr, b: &Expr) -> Option<(Arg, Int)> {
        match (self.leaf(a)?, self.leaf(b)?) {
            (var @ Arg::Var(_), Arg::Int(n)) | (Arg::Int(n), var @ Arg::Var(_)) => Some((var, n)),
            _ => None,
        }
    }

    fn alternatives(&self, formula: &Formula, depth: usize) -> Option<(Arg, Vec<Int>)> {
        match formula {
            Formula::Rel(Rel::Eq, a, b) => self.var_and_int(a, b).map(|(v, n)| (v, vec![n])),
            Formula::In(v, dom) => match (self.deref(v), dom.value()) {
                (var @ Arg::Var(_), Some(n)) => Some((var, vec![n])),
                _ => None,
            },
            Formula::Or(a, b) if depth < MAX_NESTING => {
                let (x, mut xs) = self.alternatives(a, depth + 1)?;
                let (y, ys) = self.alternatives(b, depth + 1)?;
                xs.extend(ys);
                (x == y).then_some((x, xs))
            }
            _ => None,
        }
    }

    fn exclusions(&self, formula: &Formula, depth: usize) -> Option<(Arg, Vec<Int>)> {
        match formula {
            Formula::Rel(Rel::Neq, a, b) => self.var_and_int(a, b).map(|(v, n)| (v, vec![n])),
            Formula::And(a, b) if depth < MAX_NESTING => {
                let (x, mut xs) = self.exclusions(a, depth + 1)?;
                let (y, ys) = self.exclusions(b, depth + 1)?;
                xs.extend(ys);
                (x == y).then_some((x, xs))
            }
            _ => None,
        }
    }
}

fn exclusive(a: &Formula, b: &Formula) -> Formula {
    let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
    Formula::And(
        Box::new(Formula::Or(a.clone(), b.clone())),
        Box::new(Formula::Not(Box::new(Formula::And(a, b)))),
    )
}
