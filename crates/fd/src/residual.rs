//! What is left: the constraints that still hold back an answer, as goals.
//!
//! Variables appear in the order in which they became known, each with its domain and then its
//! live propagators, by wake class and newest first. A propagator is shown once.

use std::collections::HashSet;

use crate::domain::Domain;
use crate::domain::algebra::Rounding;
use crate::expr::{Arg, Expr, Op1, Op2, Rel};
use crate::int::Int;
use crate::props::{ExcludeKind, GccRole, LinRel, Prop, TruthRel, Wake};
use crate::store::{FdVar, PropId, State, Store};

mod text;

pub use text::{ExprText, GoalText};

/// A goal of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// `X in Domain`
    In(Arg, Domain),
    /// A relation.
    Rel(Rel, Expr, Expr),
    /// A variable in the place of a formula.
    Truth(Arg),
    /// `all_different(List)`
    AllDifferent(Vec<Arg>),
    /// `all_distinct(List)`
    AllDistinct(Vec<Arg>),
    /// `circuit(List)`
    Circuit(Vec<Arg>),
    /// `serialized(Starts, Durations)`
    Serialized(Vec<Arg>, Vec<Int>),
    /// `element(Index, List, Value)`
    Element(Arg, Vec<Arg>, Arg),
    /// `global_cardinality(List, Pairs)`
    GlobalCardinality(Vec<Arg>, Vec<(Int, Arg)>),
    /// `tuples_in([Tuple], Rows)`
    TuplesIn(Vec<Arg>, Vec<Vec<Int>>),
    /// `zcompare(Order, A, B)` with the host's token for the order.
    Compare(u32, Arg, Arg),
    /// `lex_chain(Lists)`
    LexChain(Vec<Vec<Arg>>),
    /// `finite_domain(X)`
    FiniteDomain(Arg),
    /// Negation.
    Not(Box<Goal>),
    /// Conjunction.
    And(Box<Goal>, Box<Goal>),
    /// Disjunction.
    Or(Box<Goal>, Box<Goal>),
    /// Implication.
    Implies(Box<Goal>, Box<Goal>),
    /// Equivalence.
    Iff(Box<Goal>, Box<Goal>),
}

impl Goal {
    /// Calls back for every occurrence of a variable.
    pub fn each_var(&self, visit: &mut impl FnMut(FdVar)) {
        let mut exprs: Vec<&Expr> = Vec::new();
        let mut args: Vec<&Arg> = Vec::new();
        let mut goals = vec![self];
        while let Some(goal) = goals.pop() {
            match goal {
                Goal::In(a, _) | Goal::Truth(a) | Goal::FiniteDomain(a) => args.push(a),
                Goal::Rel(_, a, b) => exprs.extend([a, b]),
                Goal::AllDifferent(list)
                | Goal::AllDistinct(list)
                | Goal::Circuit(list)
                | Goal::Serialized(list, _)
                | Goal::TuplesIn(list, _) => args.extend(list),
                Goal::Element(a, list, b) => {
                    args.push(a);
                    args.extend(list);
                    args.push(b);
                }
                Goal::GlobalCardinality(list, pairs) => {
                    args.extend(list);
                    args.extend(pairs.iter().map(|p| &p.1));
                }
                Goal::Compare(_, a, b) => args.extend([a, b]),
                Goal::LexChain(lists) => args.extend(lists.iter().flatten()),
                Goal::Not(a) => goals.push(a),
                Goal::And(a, b) | Goal::Or(a, b) | Goal::Implies(a, b) | Goal::Iff(a, b) => {
                    goals.push(b);
                    goals.push(a);
                }
            }
        }
        for arg in args {
            if let Arg::Var(v) = arg {
                visit(*v);
            }
        }
        for expr in exprs {
            expr.each_var(visit);
        }
    }
}

/// Keeps track of what has been shown.
#[derive(Debug, Default)]
pub struct Shown {
    props: HashSet<PropId>,
    numbers: HashSet<u32>,
}

impl Store {
    /// The goals of an answer about these variables and whatever they are connected with.
    pub fn residuals(&self, vars: &[FdVar]) -> Vec<Goal> {
        let mut shown = Shown::default();
        let mut goals = Vec::new();
        for var in self.connected(vars) {
            goals.extend(self.residual(var, &mut shown));
        }
        goals
    }

    /// All known variables connected with these through propagators, in order.
    pub fn connected(&self, vars: &[FdVar]) -> Vec<FdVar> {
        let mut found: Vec<FdVar> = Vec::new();
        let mut seen = HashSet::new();
        let mut seen_props = HashSet::new();
        let mut stack: Vec<Arg> = vars.iter().map(|v| Arg::Var(*v)).collect();
        while let Some(arg) = stack.pop() {
            let Some(var) = self.free(&arg) else { continue };
            if !self.is_known(var) || !seen.insert(var) {
                continue;
            }
            found.push(var);
            let mut props: Vec<PropId> =
                Wake::ALL.into_iter().flat_map(|w| self.attached(var, w)).collect();
            while let Some(id) = props.pop() {
                if seen_props.insert(id) {
                    self.prop(id).mentions(&mut stack, &mut props);
                }
            }
        }
        found.sort_by_key(|v| (self.key(*v), *v));
        found
    }

    /// The goals of one variable.
    pub fn residual(&self, var: FdVar, shown: &mut Shown) -> Vec<Goal> {
        let var = self.root(var);
        if !self.is_known(var) {
            return Vec::new();
        }
        let dom = self.domain(var);
        let mut goals = Vec::new();
        if !dom.is_full() || self.all_dead(var) {
            goals.push(Goal::In(Arg::Var(var), dom.clone()));
        }
        for wake in Wake::ALL {
            for id in self.attached(var, wake) {
                if !self.is_dead(id) && shown.props.insert(id) {
                    self.prop_goals(id, shown, &mut goals);
                }
            }
        }
        goals
    }

    fn expr(&self, arg: &Arg) -> Expr {
        Expr::from(&self.deref(arg))
    }

    fn list(&self, args: &[Arg]) -> Vec<Arg> {
        args.iter().map(|a| self.deref(a)).collect()
    }

    fn prop_goals(&self, id: PropId, shown: &mut Shown, goals: &mut Vec<Goal>) {
        let e = |a: &Arg| self.expr(a);
        let op2 = |op, a: &Arg, b: &Arg| Expr::op2(op, self.expr(a), self.expr(b));
        let eq = |l, r| Goal::Rel(Rel::Eq, l, r);
        let truth = |a: &Arg| Box::new(Goal::Truth(self.deref(a)));
        let iff = |g, b: &Arg| Goal::Iff(Box::new(g), truth(b));
        let goal = match &*self.prop(id) {
            Prop::Remember(goal) => self.fill(goal),
            Prop::Exclude { list, kind, .. } => match kind {
                ExcludeKind::Different(number) if shown.numbers.insert(*number) => {
                    Goal::AllDifferent(self.list(list))
                }
                _ => return,
            },
            Prop::Distinct(list) => Goal::AllDistinct(self.list(list)),
            Prop::Circuit(list) => Goal::Circuit(self.list(list)),
            Prop::Element { index, list, value } => {
                Goal::Element(self.deref(index), self.list(list), self.deref(value))
            }
            Prop::Gcc { vars, pairs, role: GccRole::Full, .. } => Goal::GlobalCardinality(
                self.list(vars),
                pairs.iter().map(|(k, n)| (k.clone(), self.deref(n))).collect(),
            ),
            Prop::Serialized { goal, number, .. } if shown.numbers.insert(*number) => {
                Goal::Serialized(self.list(&goal.0), goal.1.clone())
            }
            Prop::Gcc { .. }
            | Prop::Serialized { .. }
            | Prop::TuplesNotIn { .. }
            | Prop::KillTuples { .. } => return,
            Prop::Tuple { tuple, rows, state } => {
                let State::Rows(left) = self.state(*state) else { return };
                let rows = left.iter().map(|&at| rows[at as usize].to_vec()).collect();
                Goal::TuplesIn(self.list(tuple), rows)
            }
            Prop::Neq(a, b) => Goal::Rel(Rel::Neq, e(a), e(b)),
            Prop::Geq(a, b) => Goal::Rel(Rel::Geq, e(a), e(b)),
            Prop::LeqPlus(x, y, c) => {
                Goal::Rel(Rel::Leq, e(x), Expr::op2(Op2::Add, e(y), Expr::Int(c.clone())))
            }
            Prop::NeqPlus(x, y, z) => Goal::Rel(Rel::Neq, e(x), op2(Op2::Add, y, z)),
            Prop::AbsDiffNeq(x, y, c) | Prop::AbsDiffGeq(x, y, c) => {
                let rel = match &*self.prop(id) {
                    Prop::AbsDiffNeq(..) => Rel::Neq,
                    _ => Rel::Geq,
                };
                let abs = Expr::op1(Op1::Abs, op2(Op2::Sub, x, y));
                Goal::Rel(rel, abs, Expr::Int(c.clone()))
            }
            Prop::Linear(rel, sum, c) => {
                let (cs, vs): (Vec<Int>, Vec<Arg>) = sum.iter().unzip();
                let rel = match rel {
                    LinRel::Eq => Rel::Eq,
                    LinRel::Neq => Rel::Neq,
                    LinRel::Leq => Rel::Leq,
                };
                let (left, right) = self.sides(&cs, &vs, c);
                Goal::Rel(rel, left, right)
            }
            Prop::Abs(x, y) => eq(e(y), Expr::op1(Op1::Abs, e(x))),
            Prop::Max(x, y, z) => eq(e(z), op2(Op2::Max, x, y)),
            Prop::Min(x, y, z) => eq(e(z), op2(Op2::Min, x, y)),
            Prop::Func1(op, a, r) => eq(e(r), Expr::op1(*op, e(a))),
            Prop::Func2(op, a, b, r) => eq(e(r), op2(*op, a, b)),
            Prop::Plus(x, y, z) => eq(op2(Op2::Add, x, y), e(z)),
            Prop::Times(x, y, z) => eq(op2(Op2::Mul, x, y), e(z)),
            Prop::Quotient(Rounding::Truncate, x, y, z) => eq(op2(Op2::Quot, x, y), e(z)),
            Prop::Quotient(Rounding::Floor, x, y, z) => eq(op2(Op2::Div, x, y), e(z)),
            Prop::Rdiv(x, y, z) => eq(op2(Op2::Rdiv, x, y), e(z)),
            Prop::Mod(x, y, z) => eq(op2(Op2::Mod, x, y), e(z)),
            Prop::Rem(x, y, z) => eq(op2(Op2::Rem, x, y), e(z)),
            Prop::Power(x, y, z) => eq(op2(Op2::Pow, x, y), e(z)),
            Prop::Shift(x, y, z, 1) => eq(op2(Op2::Shl, x, y), e(z)),
            Prop::Shift(x, y, z, _) => eq(op2(Op2::Shr, x, y), e(z)),
            Prop::Compare(token, a, b) => Goal::Compare(*token, self.deref(a), self.deref(b)),
            Prop::TruthIn(v, dom, b) => iff(Goal::In(self.deref(v), dom.clone()), b),
            Prop::TruthFinite(v, b) => iff(Goal::FiniteDomain(self.deref(v)), b),
            Prop::TruthTuple { tuple, rows, truth: b } => {
                let rows = rows.iter().map(|r| r.to_vec()).collect();
                iff(Goal::TuplesIn(self.list(tuple), rows), b)
            }
            Prop::Skeleton { x, y, defined, z, op, .. } => {
                let is_one = || Goal::Rel(Rel::Eq, self.expr(defined), Expr::word(1));
                let inner = eq(op2(*op, x, y), e(z));
                goals.push(Goal::Implies(Box::new(is_one()), Box::new(inner)));
                let nonzero = Goal::Rel(Rel::Neq, e(y), Expr::word(0));
                Goal::Implies(Box::new(nonzero), Box::new(is_one()))
            }
            Prop::Truth { rel, dx, x, dy, y, truth: b, .. } => {
                let rel = match rel {
                    TruthRel::Geq => Rel::Geq,
                    TruthRel::Eq => Rel::Eq,
                    TruthRel::Neq => Rel::Neq,
                };
                let mut goal = Goal::Rel(rel, e(x), e(y));
                let open = |a: &Arg| self.int(a) != Some(Int::ONE);
                goal = match (open(dx), open(dy)) {
                    (false, false) => goal,
                    (false, true) => Goal::And(truth(dy), Box::new(goal)),
                    (true, false) => Goal::And(truth(dx), Box::new(goal)),
                    (true, true) => {
                        let both = Goal::And(truth(dx), truth(dy));
                        Goal::And(Box::new(both), Box::new(goal))
                    }
                };
                iff(goal, b)
            }
            Prop::And { x, y, truth: b, .. } => iff(Goal::And(truth(x), truth(y)), b),
            Prop::Or { x, y, truth: b, .. } => iff(Goal::Or(truth(x), truth(y)), b),
            Prop::Not(x, y) => iff(Goal::Not(truth(x)), y),
            Prop::Implies { x, y, .. } => Goal::Implies(truth(x), truth(y)),
        };
        goals.push(goal);
    }

    /// A remembered goal with values filled in.
    fn fill(&self, goal: &Goal) -> Goal {
        match goal {
            Goal::LexChain(lists) => Goal::LexChain(lists.iter().map(|l| self.list(l)).collect()),
            other => other.clone(),
        }
    }

    /// Positive terms left, negative ones right, the constant where it is positive.
    fn sides(&self, cs: &[Int], vs: &[Arg], c: &Int) -> (Expr, Expr) {
        let mut constant = -c;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (n, v) in cs.iter().zip(vs) {
            match self.deref(v) {
                Arg::Int(value) => constant = &constant + &(n * &value),
                Arg::Var(v) if n.sign() < 0 => right.push((-n, v)),
                Arg::Var(v) => left.push((n.clone(), v)),
            }
        }
        let sum = |terms: Vec<(Int, FdVar)>| {
            terms
                .into_iter()
                .map(|(n, v)| {
                    if n == Int::ONE {
                        Expr::Var(v)
                    } else {
                        Expr::op2(Op2::Mul, Expr::Int(n), Expr::Var(v))
                    }
                })
                .reduce(|all, one| Expr::op2(Op2::Add, all, one))
        };
        let minus = -&constant;
        match (sum(left), sum(right)) {
            (left, right) if constant.is_zero() => {
                let zero = || Expr::word(0);
                (left.unwrap_or_else(zero), right.unwrap_or_else(zero))
            }
            (left, None) => (left.unwrap_or(Expr::word(0)), Expr::Int(minus)),
            (None, Some(right)) => (Expr::Int(constant), right),
            (Some(left), Some(right)) if constant.sign() < 0 => {
                (left, Expr::op2(Op2::Add, right, Expr::Int(minus)))
            }
            (Some(left), Some(right)) => (Expr::op2(Op2::Add, left, Expr::Int(constant)), right),
        }
    }
}
