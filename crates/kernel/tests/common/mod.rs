//! Random small problems, and their solutions by trying everything.
#![allow(dead_code)] // each test binary uses its own part

pub mod define;
pub mod valid;

use std::sync::Arc;

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::search::Rng;
use pencilmark_kernel::{Constraint, Problem, VarId};

/// A number from `lo` to `hi`.
pub fn between(rng: &mut Rng, lo: i64, hi: i64) -> i64 {
    lo + rng.below((hi - lo + 1) as u64) as i64
}

/// `n` different elements of `list`.
pub fn pick(rng: &mut Rng, list: &[VarId], n: usize) -> Vec<VarId> {
    let mut rest = list.to_vec();
    (0..n).map(|_| rest.remove(rng.below(rest.len() as u64) as usize)).collect()
}

/// A problem of four to six variables with a mixture of constraints, each its own group.
pub fn random_problem(rng: &mut Rng) -> (Problem, Vec<VarId>) {
    let mut problem = Problem::new();
    let values = between(rng, 3, 5);
    let low = between(rng, -1, 2);
    let n = between(rng, 4, 6) as usize;
    let vars: Vec<VarId> = (0..n).map(|_| problem.var(low, low + values - 1)).collect();
    for _ in 0..between(rng, 2, 6) {
        let group = problem.group();
        let constraint = random_constraint(rng, &vars, low, values);
        problem.post(group, constraint);
    }
    (problem, vars)
}

fn random_constraint(rng: &mut Rng, vars: &[VarId], low: i64, values: i64) -> Constraint {
    let size = between(rng, 2, 4.min(vars.len() as i64)) as usize;
    let chosen = pick(rng, vars, size);
    let high = low + values - 1;
    match rng.below(9) {
        0 | 1 => Constraint::Distinct(pick(rng, vars, (values as usize).min(vars.len()))),
        2 => {
            let sum = between(rng, size as i64 * low + 1, size as i64 * high);
            Constraint::Cage { vars: chosen, sum }
        }
        3 => Constraint::Chain { vars: chosen, strict: rng.below(2) == 0 },
        4 => {
            let op = [Cmp::Eq, Cmp::Ne, Cmp::Le, Cmp::Gt][rng.below(4) as usize];
            let terms = chosen.iter().map(|&v| ([1, 1, -1, 2][rng.below(4) as usize], v)).collect();
            Constraint::Linear { terms, op, rhs: between(rng, -2, 2 * high) }
        }
        5 => {
            let pairs: Vec<(i64, i64)> = (low..=high)
                .flat_map(|a| (low..=high).map(move |b| (a, b)))
                .filter(|_| rng.below(3) > 0)
                .collect();
            Constraint::Pair { a: chosen[0], b: chosen[1], allowed: Arc::from(pairs) }
        }
        6 => {
            let values = (low..=high).filter(|_| rng.below(3) > 0).collect();
            Constraint::Domain { var: chosen[0], values }
        }
        7 => Constraint::Or(vec![
            vec![Constraint::Chain { vars: chosen.clone(), strict: true }],
            vec![Constraint::Linear {
                terms: vec![(1, chosen[0]), (-1, chosen[1])],
                op: Cmp::Eq,
                rhs: between(rng, 0, 2),
            }],
        ]),
        _ => {
            let row = |rng: &mut Rng| (0..size).map(|_| between(rng, low, high)).collect();
            let rows: Vec<Box<[i64]>> = (0..12).map(|_| row(rng)).collect();
            Constraint::Table { vars: chosen, rows: rows.into() }
        }
    }
}

/// Every assignment of the variables that satisfies `keep`, by trying all.
pub fn assignments(
    problem: &Problem,
    vars: &[VarId],
    keep: impl Fn(&dyn Fn(VarId) -> i64) -> bool,
) -> Vec<Vec<i64>> {
    let mut out = Vec::new();
    let mut values: Vec<i64> = vars.iter().map(|&v| problem.def(v).lo).collect();
    loop {
        let value = |v: VarId| values[vars.iter().position(|&w| w == v).expect("in scope")];
        if keep(&value) {
            out.push(values.clone());
        }
        let mut at = vars.len();
        loop {
            if at == 0 {
                return out;
            }
            at -= 1;
            if values[at] < problem.def(vars[at]).hi {
                values[at] += 1;
                break;
            }
            values[at] = problem.def(vars[at]).lo;
        }
    }
}

/// All solutions of a problem, by trying everything.
pub fn brute_force(problem: &Problem, vars: &[VarId]) -> Vec<Vec<i64>> {
    assignments(problem, vars, |value| problem.posted().iter().all(|p| p.constraint.holds(value)))
}

/// A plain Sudoku of 4 x 4 or 9 x 9 with givens, `.` for blank.
pub fn sudoku(lines: &str) -> (Problem, Vec<VarId>) {
    let text: Vec<char> = lines.chars().filter(|c| !c.is_whitespace()).collect();
    let (n, b) = if text.len() == 81 { (9, 3) } else { (4, 2) };
    assert_eq!(text.len(), n * n);
    let mut problem = Problem::new();
    let cells: Vec<VarId> = (0..n * n).map(|_| problem.var(1, n as i64)).collect();
    let shapes: [&dyn Fn(usize, usize) -> usize; 3] =
        [&|i, j| i * n + j, &|i, j| j * n + i, &|i, j| (i / b * b + j / b) * n + i % b * b + j % b];
    for shape in shapes {
        for i in 0..n {
            let group = problem.group();
            let house = (0..n).map(|j| cells[shape(i, j)]).collect();
            problem.post(group, Constraint::Distinct(house));
        }
    }
    for (cell, c) in cells.iter().zip(text) {
        if let Some(digit) = c.to_digit(10).filter(|&d| d > 0) {
            let group = problem.group();
            problem.post(group, Constraint::Domain { var: *cell, values: vec![digit.into()] });
        }
    }
    (problem, cells)
}
