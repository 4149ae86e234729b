//! Which variables a propagator mentions.

use super::{Aux, Prop};
use crate::expr::Arg;
use crate::store::PropId;

impl Prop {
    /// The arguments of a propagator with a fixed number of them, in listed order.
    pub(crate) fn plain_args(&self) -> [Option<&Arg>; 3] {
        match self {
            Prop::Neq(a, b)
            | Prop::Geq(a, b)
            | Prop::LeqPlus(a, b, _)
            | Prop::AbsDiffNeq(a, b, _)
            | Prop::AbsDiffGeq(a, b, _)
            | Prop::Abs(a, b)
            | Prop::Func1(_, a, b)
            | Prop::Compare(_, a, b)
            | Prop::TruthIn(a, _, b)
            | Prop::TruthFinite(a, b)
            | Prop::Not(a, b) => [Some(a), Some(b), None],
            Prop::NeqPlus(a, b, c)
            | Prop::Plus(a, b, c)
            | Prop::Times(a, b, c)
            | Prop::Quotient(_, a, b, c)
            | Prop::Rdiv(a, b, c)
            | Prop::Mod(a, b, c)
            | Prop::Rem(a, b, c)
            | Prop::Max(a, b, c)
            | Prop::Min(a, b, c)
            | Prop::Power(a, b, c)
            | Prop::Shift(a, b, c, _)
            | Prop::Func2(_, a, b, c) => [Some(a), Some(b), Some(c)],
            _ => [None; 3],
        }
    }

    /// Everything it mentions: arguments, and auxiliary propagators that mention more.
    pub(crate) fn mentions(&self, args: &mut Vec<Arg>, props: &mut Vec<PropId>) {
        args.extend(self.plain_args().into_iter().flatten().cloned());
        let aux = |list: &[Aux], args: &mut Vec<Arg>, props: &mut Vec<PropId>| {
            for one in list {
                match one {
                    Aux::Prop(id) => props.push(*id),
                    Aux::Var(a) => args.push(a.clone()),
                    Aux::Unless(a, b) => args.extend([a.clone(), b.clone()]),
                    Aux::UnlessEither(a, b, c) => {
                        args.extend([a.clone(), b.clone(), c.clone()]);
                    }
                }
            }
        };
        match self {
            Prop::Remember(goal) => goal.each_var(&mut |v| args.push(Arg::Var(v))),
            Prop::Exclude { list, .. } | Prop::Distinct(list) | Prop::Circuit(list) => {
                args.extend(list.iter().cloned());
            }
            Prop::Element { index, list, value } => {
                args.push(index.clone());
                args.extend(list.iter().cloned());
                args.push(value.clone());
            }
            Prop::Gcc { vars, pairs, .. } => {
                args.extend(vars.iter().cloned());
                args.extend(pairs.iter().map(|p| p.1.clone()));
            }
            Prop::Serialized { goal, .. } => args.extend(goal.0.iter().cloned()),
            Prop::Tuple { tuple, .. } => args.extend(tuple.iter().cloned()),
            Prop::Linear(_, sum, _) => args.extend(sum.iter().map(|(_, v)| v)),
            Prop::TruthTuple { tuple, truth, .. } => {
                args.extend(tuple.iter().cloned());
                args.push(truth.clone());
            }
            Prop::TuplesNotIn { tuples, truth, .. } => {
                args.extend(tuples.iter().flat_map(|t| t.iter().cloned()));
                args.push(truth.clone());
            }
            Prop::KillTuples { truth, aux: list, truths } => {
                args.push(truth.clone());
                args.extend(truths.iter().cloned());
                aux(list, args, props);
            }
            Prop::Skeleton { x, y, defined, z, inner, .. } => {
                args.extend([x, y, defined, z].map(Arg::clone));
                props.push(*inner);
            }
            Prop::Truth { dx, x, dy, y, aux: list, truth, .. } => {
                args.extend([dx, x, dy, y, truth].map(Arg::clone));
                aux(list, args, props);
            }
            Prop::And { x, xs, y, ys, truth } | Prop::Or { x, xs, y, ys, truth } => {
                args.extend([x, y, truth].map(Arg::clone));
                aux(xs, args, props);
                aux(ys, args, props);
            }
            Prop::Implies { x, y, aux: list } => {
                args.extend([x.clone(), y.clone()]);
                aux(list, args, props);
            }
            _ => {}
        }
    }
}
