//! Random statements of the rule language, with all its operators.

use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};

use super::rng::Rng;
use crate::grid::CellId;
use crate::puzzle::{Name, Puzzle};

/// Depth of the statements made.
const DEPTH: usize = 3;

/// A few cells, and the named variables.
pub(super) fn some_names(puzzle: &Puzzle, rng: &mut Rng) -> Vec<Name> {
    let few = 2 + rng.below(4);
    let cells = (0..few).map(|_| Name::Cell(CellId::new(rng.below(puzzle.grid.size()))));
    let cells: Vec<Name> = cells.collect();
    cells.into_iter().chain((0..puzzle.vars.len()).map(Name::Var)).collect()
}

/// A rule; if it has to fit, one that holds in the solution.
pub(super) fn random_rule(
    puzzle: &Puzzle,
    solution: &[i64],
    fits: bool,
    rng: &mut Rng,
) -> Formula<Name> {
    let names = some_names(puzzle, rng);
    let rule = random_formula(&names, DEPTH, rng);
    if !fits || rule.eval(&|&n| solution[puzzle.position(n)]) {
        return rule;
    }
    Formula::Not(Box::new(rule))
}

fn random_formula(names: &[Name], depth: usize, rng: &mut Rng) -> Formula<Name> {
    let deeper = |rng: &mut Rng| random_formula(names, depth - 1, rng);
    let several = |rng: &mut Rng| (0..1 + rng.below(3)).map(|_| deeper(rng)).collect::<Vec<_>>();
    match rng.below(if depth == 0 { 7 } else { 13 }) {
        0 => Formula::In(random_expr(names, depth, rng), random_set(rng)),
        1 => Formula::Distinct(random_list(names, depth, rng)),
        2 if rng.chance(1, 6) => Formula::Const(rng.chance(1, 2)),
        7 => Formula::And(several(rng)),
        8 | 9 => Formula::Or(several(rng)),
        10 => Formula::Not(Box::new(deeper(rng))),
        11 => Formula::Iff(Box::new(deeper(rng)), Box::new(deeper(rng))),
        _ => {
            let op = *rng.pick(&[Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge]);
            let (a, b) = (random_expr(names, depth, rng), random_expr(names, depth, rng));
            Formula::Cmp(op, a, b)
        }
    }
}

pub(super) fn random_expr(names: &[Name], depth: usize, rng: &mut Rng) -> Expr<Name> {
    if depth == 0 || rng.chance(1, 4) {
        let constant = rng.chance(1, 4);
        return match constant {
            true => Expr::Const(rng.below(12) as i64 - 2),
            false => Expr::Var(*rng.pick(names)),
        };
    }
    let one = |rng: &mut Rng| Box::new(random_expr(names, depth - 1, rng));
    let list = |rng: &mut Rng| random_list(names, depth - 1, rng);
    let round = |rng: &mut Rng| *rng.pick(&[Rounding::Floor, Rounding::Floor, Rounding::Truncate]);
    match rng.below(14) {
        0 => Expr::Neg(one(rng)),
        1..=3 => Expr::Sum(list(rng)),
        4 => Expr::minus(*one(rng), *one(rng)),
        5 => Expr::Mul(one(rng), one(rng)),
        6 => Expr::Div(one(rng), one(rng), round(rng)),
        7 => Expr::Rem(one(rng), one(rng), round(rng)),
        8 => Expr::Abs(Box::new(Expr::minus(*one(rng), *one(rng)))),
        9 => Expr::Min(list(rng)),
        10 => Expr::Max(list(rng)),
        11 => Expr::Element(one(rng), list(rng)),
        12 => Expr::Count(list(rng), one(rng)),
        _ => Expr::Holds(Box::new(random_formula(names, depth - 1, rng))),
    }
}

fn random_list(names: &[Name], depth: usize, rng: &mut Rng) -> Vec<Expr<Name>> {
    let length = 1 + rng.below(4);
    (0..length).map(|_| random_expr(names, depth.saturating_sub(1), rng)).collect()
}

fn random_set(rng: &mut Rng) -> Vec<i64> {
    let few = 1 + rng.below(4);
    (0..few).map(|_| rng.below(12) as i64 - 1).collect()
}
