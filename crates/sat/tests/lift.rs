//! Lifting changes how models are found, not which.

mod common;

use common::{Problem, Random, model};
use pencilmark_sat::{Answer, Limits, Solver};

/// Rows of literals, one of each row at least, and pairs of a column that exclude each other.
fn crossing(random: &mut Random, rows: usize, columns: usize, share: usize) -> Problem {
    let mut problem = Problem::default();
    let mut cells = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if random.below(100) < share {
                cells.push((row, column));
            }
        }
    }
    problem.vars = cells.len();
    for row in 0..rows {
        let lits = cells.iter().enumerate().filter(|(_, cell)| cell.0 == row);
        problem.clauses.push(lits.map(|(var, _)| (var, true)).collect());
    }
    for (a, x) in cells.iter().enumerate() {
        for (b, y) in cells[..a].iter().enumerate() {
            if x.1 == y.1 || (x.0 == y.0 && random.below(10) > 0) {
                problem.clauses.push(vec![(a, false), (b, false)]);
            }
        }
    }
    for _ in 0..random.below(4) {
        if problem.vars > 2 {
            problem.clauses.push(random.clause(problem.vars, 3));
        }
    }
    problem
}

fn models(problem: &Problem, lift: bool) -> (Vec<u32>, usize) {
    let mut solver = Solver::new();
    let vars = problem.post(&mut solver);
    let found = if lift { solver.lift().all_different } else { 0 };
    let mut models = Vec::new();
    let mut answer = solver.first_model(&[], None, &Limits::none());
    while answer == Answer::Sat {
        models.push(model(&solver, &vars));
        answer = solver.next_model(&Limits::none());
    }
    models.sort_unstable();
    (models, found)
}

#[test]
fn models_stay_the_same() {
    let mut found = 0;
    for seed in 0..1500 {
        let random = &mut Random::new(seed + 31);
        let rows = 3 + random.below(3);
        let columns = (rows + random.below(3)).saturating_sub(1).min(5);
        let share = 70 + random.below(31);
        let problem = crossing(random, rows, columns, share);
        let (lifted, count) = models(&problem, true);
        let (plain, _) = models(&problem, false);
        assert_eq!(lifted, plain, "seed {seed}: {problem:?}");
        found += usize::from(count > 0);
    }
    assert!(found > 300, "only {found} problems had all-different constraints");
}

#[test]
fn pigeons_are_refuted_at_once() {
    for holes in [10, 14, 30] {
        let random = &mut Random::new(1);
        let mut problem = crossing(random, holes + 1, holes, 100);
        problem.clauses.retain(|clause| clause.len() != 3);
        let mut solver = Solver::new();
        problem.post(&mut solver);
        assert!(solver.lift().all_different > 0);
        assert_eq!(solver.solve(&[], &Limits::none()), Answer::Unsat);
        assert!(solver.stats().conflicts < 2);
    }
}

/// A Latin square with some givens, pairs only: dual clauses and matchings are found.
#[test]
fn latin_squares() {
    let size = 6;
    let var = |r: usize, c: usize, v: usize| (r * size + c) * size + v;
    let mut problem = Problem { vars: size * size * size, ..Problem::default() };
    for a in 0..size {
        for b in 0..size {
            problem.clauses.push((0..size).map(|v| (var(a, b, v), true)).collect());
            for x in 0..size {
                for y in 0..x {
                    problem.clauses.push(vec![(var(a, b, x), false), (var(a, b, y), false)]);
                    problem.clauses.push(vec![(var(a, x, b), false), (var(a, y, b), false)]);
                    problem.clauses.push(vec![(var(x, a, b), false), (var(y, a, b), false)]);
                }
            }
        }
    }
    let mut solver = Solver::new();
    let vars = problem.post(&mut solver);
    let lifted = solver.lift();
    assert_eq!(lifted.sets, 3 * size * size);
    assert!(lifted.clauses >= 2 * size * size, "{lifted:?}");
    assert_eq!(solver.solve(&[], &Limits::none()), Answer::Sat);
    assert!(problem.holds(&|v| solver.is_true(vars[v].lit())));
}
