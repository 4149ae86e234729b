//! Propagators: one variant per constraint, one file per family.
//!
//! To add one: a variant here with its wake class, `run` in a family file, its shape in
//! `residual.rs`, and a posting function. A propagator reads domains, narrows them through
//! `Store::put`, and calls `Store::kill` once it has nothing left to say. What a propagator
//! deduces, and in which order, shows in answers over unbounded domains; the families follow the
//! behaviour of library(clpfd) there.

use std::rc::Rc;

use crate::domain::Domain;
use crate::domain::algebra::Rounding;
use crate::error::Res;
use crate::expr::{Arg, Op1, Op2, Rows};
use crate::int::Int;
use crate::residual::Goal;
use crate::store::{FdVar, PropId, Store};

mod abs;
mod args;
mod bits;
mod circuit;
mod compare;
mod difference;
mod distinct;
mod element;
mod extreme;
mod gcc;
mod linear;
mod linear_words;
mod modulo;
mod order;
mod plus;
mod power;
mod quick;
mod quotient;
mod reified;
mod serialized;
mod table;
mod times;

pub(crate) use bits::{eval1, eval2};
pub(crate) use difference::exclude_around;
pub(crate) use distinct::Scratch;
pub(crate) use gcc::KeyCount;
pub(crate) use linear::Products;

/// What wakes a propagator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wake {
    /// A value.
    Ground = 0,
    /// A change of an end.
    Bounds = 1,
    /// Any change.
    Any = 2,
}

impl Wake {
    pub(crate) const ALL: [Wake; 3] = [Wake::Ground, Wake::Bounds, Wake::Any];
}

/// The usual constraints between two or three variables, in a form that the queue runs without looking at the propagator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quick {
    /// Not one of them.
    No,
    /// `X #\= Y + C`
    Apart(FdVar, FdVar, i64),
    /// `abs(X-Y) #\= C`
    Gap(FdVar, FdVar, i64),
    /// `X + Y #= Z`
    Sum(FdVar, FdVar, FdVar),
    /// `C + X #= Y`
    Shift(FdVar, FdVar, i64),
    /// `X + Y #= C`
    Total(FdVar, FdVar, i64),
    /// `X #=< Y + C`
    AtMost(FdVar, FdVar, i64),
    /// A member of a group, by its place, whose value the others must not have: first those
    /// after it if the flag is set.
    Exclude(u32, bool),
}

impl Quick {
    /// The propagator that it is all of.
    pub(crate) fn prop(self) -> Prop {
        let int = |c: i64| Arg::Int(Int::from(c));
        match self {
            // Has a propagator of its own beside it; alone it says nothing.
            Quick::No | Quick::Exclude(..) => Prop::Remember(Goal::Truth(int(1))),
            Quick::Apart(x, y, 0) => Prop::Neq(x.into(), y.into()),
            Quick::Apart(x, y, c) => Prop::NeqPlus(x.into(), y.into(), int(c)),
            Quick::Gap(x, y, c) => Prop::AbsDiffNeq(x.into(), y.into(), Int::from(c)),
            Quick::Sum(x, y, z) => Prop::Plus(x.into(), y.into(), z.into()),
            Quick::Shift(x, y, c) => Prop::Plus(int(c), x.into(), y.into()),
            Quick::Total(x, y, c) => Prop::Plus(x.into(), y.into(), int(c)),
            Quick::AtMost(x, y, c) => Prop::LeqPlus(x.into(), y.into(), Int::from(c)),
        }
    }
}

/// The relation of a linear propagator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinRel {
    Eq,
    Neq,
    Leq,
}

/// The relation of a reified propagator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TruthRel {
    Geq,
    Eq,
    Neq,
}

/// The job of one of the four propagators of a cardinality constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GccRole {
    Check,
    CheckSingle,
    Single,
    Full,
}

/// Which list a value is excluded from first, and what the answer shows.
#[derive(Clone, Debug)]
pub(crate) enum ExcludeKind {
    /// Part of `all_different`, shown once per number.
    Different(u32),
    /// Part of a matching propagator, never shown.
    Distinct,
}

/// What can go once a formula is decided.
#[derive(Clone, Debug)]
pub(crate) enum Aux {
    /// A propagator.
    Prop(PropId),
    /// A variable.
    Var(Arg),
    /// The second unless it is the first.
    Unless(Arg, Arg),
    /// The third unless it is one of the others.
    UnlessEither(Arg, Arg, Arg),
}

/// The auxiliaries of a formula.
pub(crate) type AuxList = Rc<[Aux]>;

/// A constraint at work.
#[derive(Debug)]
pub(crate) enum Prop {
    /// Only remembered for answers.
    Remember(Goal),
    Exclude {
        list: Rc<[Arg]>,
        at: usize,
        kind: ExcludeKind,
    },
    Distinct(Rc<[Arg]>),
    Circuit(Rc<[Arg]>),
    Element {
        index: Arg,
        list: Rc<[Arg]>,
        value: Arg,
    },
    Gcc {
        vars: Rc<[Arg]>,
        pairs: Rc<[(Int, Arg)]>,
        state: usize,
        role: GccRole,
    },
    Serialized {
        i: Arg,
        di: Int,
        j: Arg,
        dj: Int,
        goal: Rc<(Vec<Arg>, Vec<Int>)>,
        number: u32,
    },
    Tuple {
        tuple: Rc<[Arg]>,
        rows: Rows,
        state: usize,
    },
    Neq(Arg, Arg),
    Geq(Arg, Arg),
    /// `X #=< Y + C`
    LeqPlus(Arg, Arg, Int),
    /// `X #\= Y + Z`
    NeqPlus(Arg, Arg, Arg),
    AbsDiffNeq(Arg, Arg, Int),
    AbsDiffGeq(Arg, Arg, Int),
    Linear(LinRel, Products, Int),
    Plus(Arg, Arg, Arg),
    Times(Arg, Arg, Arg),
    Quotient(Rounding, Arg, Arg, Arg),
    Rdiv(Arg, Arg, Arg),
    Mod(Arg, Arg, Arg),
    Rem(Arg, Arg, Arg),
    Abs(Arg, Arg),
    Max(Arg, Arg, Arg),
    Min(Arg, Arg, Arg),
    Power(Arg, Arg, Arg),
    /// `X << (Y*sign)`
    Shift(Arg, Arg, Arg, i64),
    Func1(Op1, Arg, Arg),
    Func2(Op2, Arg, Arg, Arg),
    /// Tells the host's token how two arguments compare.
    Compare(u32, Arg, Arg),
    TruthIn(Arg, Domain, Arg),
    TruthTuple {
        tuple: Rc<[Arg]>,
        rows: Rows,
        truth: Arg,
    },
    TuplesNotIn {
        tuples: Rc<[Rc<[Arg]>]>,
        rows: Rows,
        truth: Arg,
    },
    KillTuples {
        truth: Arg,
        aux: AuxList,
        truths: Rc<[Arg]>,
    },
    TruthFinite(Arg, Arg),
    /// A partial function that waits until it is defined.
    Skeleton {
        x: Arg,
        y: Arg,
        defined: Arg,
        z: Arg,
        op: Op2,
        inner: PropId,
    },
    Truth {
        rel: TruthRel,
        dx: Arg,
        x: Arg,
        dy: Arg,
        y: Arg,
        aux: AuxList,
        truth: Arg,
    },
    And {
        x: Arg,
        xs: AuxList,
        y: Arg,
        ys: AuxList,
        truth: Arg,
    },
    Or {
        x: Arg,
        xs: AuxList,
        y: Arg,
        ys: AuxList,
        truth: Arg,
    },
    Not(Arg, Arg),
    Implies {
        x: Arg,
        y: Arg,
        aux: AuxList,
    },
}

impl Prop {
    /// What wakes it.
    pub(crate) fn wake(&self) -> Wake {
        match self {
            Prop::Neq(..)
            | Prop::NeqPlus(..)
            | Prop::AbsDiffNeq(..)
            | Prop::Exclude { .. }
            | Prop::Linear(LinRel::Neq, ..) => Wake::Ground,
            Prop::LeqPlus(..)
            | Prop::Linear(..)
            | Prop::Plus(..)
            | Prop::Geq(..)
            | Prop::Gcc { role: GccRole::Single | GccRole::CheckSingle, .. } => Wake::Bounds,
            _ => Wake::Any,
        }
    }

    /// Whether it waits until the quick ones are done.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(
            self,
            Prop::Distinct(_)
                | Prop::Circuit(_)
                | Prop::Gcc { role: GccRole::Single | GccRole::Full, .. }
        )
    }

    /// Whether its own changes do not wake it.
    pub(crate) fn is_shielded(&self) -> bool {
        matches!(
            self,
            Prop::Tuple { .. }
                | Prop::Distinct(_)
                | Prop::Gcc { role: GccRole::Single | GccRole::Full, .. }
        )
    }

    /// Its quick form, if it has one, and whether that says all.
    pub(crate) fn quick(&self) -> (Quick, bool) {
        let small = |c: &Int| c.as_i64().filter(|c| c.unsigned_abs() <= 1 << 60);
        let quick = match self {
            Prop::Neq(Arg::Var(x), Arg::Var(y)) => Some((Quick::Apart(*x, *y, 0), true)),
            // With zero it becomes another propagator.
            Prop::NeqPlus(Arg::Var(x), Arg::Var(y), Arg::Int(c)) => {
                small(c).filter(|c| *c != 0).map(|c| (Quick::Apart(*x, *y, c), true))
            }
            Prop::NeqPlus(Arg::Var(x), Arg::Int(c), Arg::Var(y)) => {
                small(c).filter(|c| *c != 0).map(|c| (Quick::Apart(*x, *y, c), false))
            }
            Prop::AbsDiffNeq(Arg::Var(x), Arg::Var(y), c) => {
                small(c).filter(|c| *c >= 0).map(|c| (Quick::Gap(*x, *y, c), true))
            }
            Prop::Plus(Arg::Var(x), Arg::Var(y), Arg::Var(z)) => {
                Some((Quick::Sum(*x, *y, *z), true))
            }
            Prop::Plus(Arg::Int(c), Arg::Var(x), Arg::Var(y)) => {
                small(c).map(|c| (Quick::Shift(*x, *y, c), true))
            }
            Prop::Plus(Arg::Var(x), Arg::Int(c), Arg::Var(y)) => {
                small(c).map(|c| (Quick::Shift(*x, *y, c), false))
            }
            Prop::Plus(Arg::Var(x), Arg::Var(y), Arg::Int(c)) => {
                small(c).map(|c| (Quick::Total(*x, *y, c), true))
            }
            Prop::LeqPlus(Arg::Var(x), Arg::Var(y), c) => {
                small(c).map(|c| (Quick::AtMost(*x, *y, c), true))
            }
            _ => None,
        };
        quick.unwrap_or((Quick::No, false))
    }

    /// Runs it once.
    pub(crate) fn run(&self, s: &mut Store, id: PropId) -> Res {
        match self {
            Prop::Remember(_) => Ok(()),
            Prop::Exclude { list, at, kind } => difference::exclude(s, list, *at, kind),
            Prop::Distinct(list) => distinct::run(s, list),
            Prop::Circuit(list) => circuit::run(s, list),
            Prop::Element { index, list, value } => element::run(s, id, index, list, value),
            Prop::Gcc { vars, pairs, state, role } => gcc::run(s, vars, pairs, *state, *role),
            Prop::Serialized { i, di, j, dj, .. } => serialized::run(s, id, (i, di), (j, dj)),
            Prop::Tuple { tuple, rows, state } => table::run(s, id, tuple, rows, *state),
            Prop::Neq(a, b) => difference::neq(s, id, a, b),
            Prop::Geq(a, b) => order::geq(s, id, a, b),
            Prop::LeqPlus(x, y, c) => order::leq_plus(s, id, x, y, c),
            Prop::NeqPlus(x, y, z) => difference::neq_plus(s, id, x, y, z),
            Prop::AbsDiffNeq(x, y, c) => difference::abs_diff_neq(s, id, x, y, c),
            Prop::AbsDiffGeq(x, y, c) => difference::abs_diff_geq(s, id, x, y, c),
            Prop::Linear(rel, sum, c) => linear::run(s, id, *rel, sum, c),
            Prop::Plus(x, y, z) => plus::run(s, id, x, y, z),
            Prop::Times(x, y, z) => times::run(s, id, x, y, z),
            Prop::Quotient(rounding, x, y, z) => quotient::run(s, id, *rounding, x, y, z),
            Prop::Rdiv(x, y, z) => quotient::exact(s, id, x, y, z),
            Prop::Mod(x, y, z) => modulo::modulo(s, id, x, y, z),
            Prop::Rem(x, y, z) => modulo::remainder(s, id, x, y, z),
            Prop::Abs(x, y) => abs::run(s, id, x, y),
            Prop::Max(x, y, z) => extreme::max(s, id, x, y, z),
            Prop::Min(x, y, z) => extreme::min(s, id, x, y, z),
            Prop::Power(x, y, z) => power::run(s, id, x, y, z),
            Prop::Shift(x, y, z, sign) => bits::shift(s, id, x, y, z, *sign),
            Prop::Func1(op, a, r) => bits::func1(s, id, *op, a, r),
            Prop::Func2(op, a, b, r) => bits::func2(s, id, *op, a, b, r),
            Prop::Compare(token, a, b) => compare::run(s, id, *token, a, b),
            Prop::TruthIn(v, dom, b) => reified::member(s, id, v, dom, b),
            Prop::TruthTuple { tuple, rows, truth } => table::truth(s, id, tuple, rows, truth),
            Prop::TuplesNotIn { tuples, rows, truth } => table::not_in(s, id, tuples, rows, truth),
            Prop::KillTuples { truth, aux, truths } => table::retire(s, truth, aux, truths),
            Prop::TruthFinite(v, b) => reified::finite(s, id, v, b),
            Prop::Skeleton { x, y, defined, z, inner, .. } => {
                reified::skeleton(s, id, [x, y, z], defined, *inner)
            }
            Prop::Truth { rel, dx, x, dy, y, aux, truth } => {
                reified::relation(s, id, *rel, (dx, x), (dy, y), aux, truth)
            }
            Prop::And { x, xs, y, ys, truth } => reified::and(s, id, (x, xs), (y, ys), truth),
            Prop::Or { x, xs, y, ys, truth } => reified::or(s, id, (x, xs), (y, ys), truth),
            Prop::Not(x, y) => reified::not(s, id, x, y),
            Prop::Implies { x, y, aux } => reified::implies(s, id, x, y, aux),
        }
    }
}
