//! Random statements of the expression language.

use std::sync::Arc;

use pencilmark_kernel::VarId;
use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};

use super::random::Rng;

/// A statement of at most this depth that uses every constructor sooner or later.
pub fn random_formula(rng: &mut Rng, vars: &[VarId], depth: u64) -> Formula<VarId> {
    let expr = |rng: &mut Rng| random_expr(rng, vars, depth.saturating_sub(1).min(2));
    let exprs = |rng: &mut Rng| (0..1 + rng.below(3)).map(|_| expr(rng)).collect::<Vec<_>>();
    let kinds = if depth <= 1 { 7 } else { 16 };
    let sub = |rng: &mut Rng| random_formula(rng, vars, depth - 1);
    let subs = |rng: &mut Rng| (0..rng.below(4)).map(|_| sub(rng)).collect::<Vec<_>>();
    match rng.below(kinds) {
        0..=3 => {
            let op = *rng.pick(&[Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge]);
            Formula::Cmp(op, expr(rng), expr(rng))
        }
        4 => Formula::In(expr(rng), (0..rng.below(4)).map(|_| rng.between(-3, 6)).collect()),
        5 => Formula::Distinct(exprs(rng)),
        6 => match rng.below(3) {
            0 => Formula::Const(rng.below(2) == 0),
            _ => Formula::Regular(exprs(rng), Arc::new(automaton(rng))),
        },
        7 | 8 => Formula::And(subs(rng)),
        9..=11 => Formula::Or(subs(rng)),
        12 | 13 => Formula::Not(Box::new(sub(rng))),
        _ => Formula::Iff(Box::new(sub(rng)), Box::new(sub(rng))),
    }
}

fn random_expr(rng: &mut Rng, vars: &[VarId], depth: u64) -> Expr<VarId> {
    let sub = |rng: &mut Rng| random_expr(rng, vars, depth - 1);
    let boxed = |rng: &mut Rng| Box::new(sub(rng));
    let subs =
        |rng: &mut Rng, least: u64| (0..least + rng.below(3)).map(|_| sub(rng)).collect::<Vec<_>>();
    let rounding = *rng.pick(&[Rounding::Truncate, Rounding::Floor]);
    if depth == 0 || rng.below(4) == 0 {
        return match rng.below(3) {
            0 => Expr::Const(rng.between(-3, 4)),
            _ => Expr::Var(*rng.pick(vars)),
        };
    }
    match rng.below(12) {
        0 => Expr::Neg(boxed(rng)),
        1 | 2 => Expr::Sum(subs(rng, 1)),
        3 | 4 => Expr::Mul(boxed(rng), boxed(rng)),
        5 => Expr::Div(boxed(rng), boxed(rng), rounding),
        6 => Expr::Rem(boxed(rng), boxed(rng), rounding),
        7 => Expr::Abs(boxed(rng)),
        8 => match rng.below(2) {
            0 => Expr::Min(subs(rng, 0)),
            _ => Expr::Max(subs(rng, 0)),
        },
        9 => Expr::Element(boxed(rng), subs(rng, 0)),
        10 => Expr::Count(subs(rng, 0), boxed(rng)),
        _ => Expr::Holds(Box::new(random_formula(rng, vars, depth))),
    }
}

fn automaton(rng: &mut Rng) -> Automaton {
    let states = 1 + rng.below(3) as usize;
    let state = |rng: &mut Rng| rng.below(states as u64) as usize;
    let arcs = (0..3 + rng.below(9)).map(|_| (state(rng), rng.between(-2, 4), state(rng)));
    let arcs = arcs.collect();
    Automaton { states, start: 0, accepting: vec![state(rng)], arcs }
}
