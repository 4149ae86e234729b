//! Random problems against going through all assignments, and proofs checked.

mod common;

use common::{Problem, Random, check_proof, lit, model};
use pencilmark_sat::optimize::{Strategy, minimize};
use pencilmark_sat::{Answer, Limits, Lit, Solver};
use std::ops::ControlFlow;

#[test]
fn answers_agree_with_all_assignments() {
    for seed in 0..3000 {
        let random = &mut Random::new(seed);
        let vars = 2 + random.below(9);
        let clauses = random.below(5 * vars);
        let sums = random.below(4);
        let problem = Problem::random(random, vars, clauses, sums);
        let models = problem.models();
        let mut solver = Solver::new();
        let vars = problem.post(&mut solver);
        let answer = solver.solve(&[], &Limits::none());
        assert_eq!(answer == Answer::Sat, !models.is_empty(), "seed {seed}: {problem:?}");
        if answer == Answer::Sat {
            assert!(models.contains(&model(&solver, &vars)), "seed {seed}");
        }
        // Under assumptions: the answer, and that the core alone is enough.
        for _ in 0..4 {
            let len = 1 + random.below(4);
            let assumed = random.clause(problem.vars, len);
            let lits: Vec<Lit> = assumed.iter().map(|&l| lit(&vars, l)).collect();
            let fits = |m: &u32| assumed.iter().all(|&(v, s)| (m >> v & 1 == 1) == s);
            let answer = solver.solve(&lits, &Limits::none());
            assert_eq!(answer == Answer::Sat, models.iter().any(fits), "seed {seed}");
            if answer == Answer::Sat {
                let model = model(&solver, &vars);
                assert!(models.contains(&model) && fits(&model), "seed {seed}");
            } else {
                let core = solver.unsat_core().to_vec();
                assert!(core.iter().all(|lit| lits.contains(lit)), "seed {seed}");
                let core: Vec<(usize, bool)> = core
                    .iter()
                    .map(|l| (vars.iter().position(|v| *v == l.var()).unwrap(), l.is_positive()))
                    .collect();
                let fits = |m: &u32| core.iter().all(|&(v, s)| (m >> v & 1 == 1) == s);
                assert!(!models.iter().any(fits), "seed {seed}: core {core:?}");
            }
        }
    }
}

#[test]
fn enumeration_finds_each_model_once() {
    for seed in 0..3000 {
        let random = &mut Random::new(seed + 10_000);
        let vars = 2 + random.below(9);
        let clauses = random.below(3 * vars);
        let sums = random.below(3);
        let problem = Problem::random(random, vars, clauses, sums);
        let len = random.below(3);
        let assumed = random.clause(vars, len);
        let fits = |m: &u32| assumed.iter().all(|&(v, s)| (m >> v & 1 == 1) == s);
        let mut expected: Vec<u32> = problem.models().into_iter().filter(fits).collect();
        let projected = if random.below(2) == 0 { None } else { Some(random.below(1 << vars)) };
        let mask = projected.map_or(u32::MAX, |mask| mask as u32);
        expected.iter_mut().for_each(|model| *model &= mask);
        expected.sort_unstable();
        expected.dedup();
        let mut solver = Solver::new();
        let vars = problem.post(&mut solver);
        let lits: Vec<Lit> = assumed.iter().map(|&l| lit(&vars, l)).collect();
        let projection: Option<Vec<_>> = projected.map(|mask| {
            (0..vars.len()).filter(|at| mask >> at & 1 == 1).map(|at| vars[at]).collect()
        });
        // Twice: an enumeration leaves nothing behind.
        for _ in 0..2 {
            let mut found = Vec::new();
            let mut answer = solver.first_model(&lits, projection.as_deref(), &Limits::none());
            while answer == Answer::Sat {
                found.push(model(&solver, &vars) & mask);
                answer = solver.next_model(&Limits::none());
            }
            assert_eq!(answer, Answer::Unsat);
            let count = found.len();
            found.sort_unstable();
            found.dedup();
            assert_eq!(count, found.len(), "seed {seed}: a model twice");
            assert_eq!(found, expected, "seed {seed}: {problem:?}");
        }
    }
}

#[test]
fn larger_enumerations_are_complete() {
    for seed in 0..20 {
        let random = &mut Random::new(seed + 77);
        let mut problem = Problem { vars: 18, ..Problem::default() };
        for _ in 0..45 {
            problem.clauses.push(random.clause(18, 3));
        }
        let expected = problem.models();
        let mut solver = Solver::new();
        let vars = problem.post(&mut solver);
        let mut found = Vec::new();
        let mut answer = solver.first_model(&[], None, &Limits::none());
        while answer == Answer::Sat {
            found.push(model(&solver, &vars));
            answer = solver.next_model(&Limits::none());
        }
        found.sort_unstable();
        assert_eq!(found, expected, "seed {seed}");
    }
}

#[test]
fn optima_are_optimal() {
    for seed in 0..2000 {
        let random = &mut Random::new(seed + 5_000);
        let vars = 2 + random.below(8);
        let clauses = random.below(3 * vars);
        let sums = random.below(2);
        let problem = Problem::random(random, vars, clauses, sums);
        let levels: Vec<Vec<(i64, (usize, bool))>> = (0..1 + random.below(3))
            .map(|_| {
                let unit = random.below(2) == 0;
                let len = random.below(vars + 1);
                let lits = random.clause(vars, len);
                let weight =
                    |random: &mut Random| if unit { 1 } else { random.below(14) as i64 - 5 };
                lits.into_iter().map(|l| (weight(random), l)).collect()
            })
            .collect();
        let costs = |m: u32| -> Vec<i64> {
            let holds = |&(v, s): &(usize, bool)| (m >> v & 1 == 1) == s;
            levels
                .iter()
                .map(|level| level.iter().filter(|(_, l)| holds(l)).map(|(w, _)| w).sum())
                .collect()
        };
        let expected = problem.models().into_iter().map(costs).min();
        for strategy in [Strategy::Both, Strategy::Models, Strategy::Cores] {
            let mut solver = Solver::new();
            let vars = problem.post(&mut solver);
            let elements: Vec<Vec<(i64, Lit)>> = levels
                .iter()
                .map(|level| level.iter().map(|&(w, l)| (w, lit(&vars, l))).collect())
                .collect();
            let mut last: Option<Vec<i64>> = None;
            let limits = Limits::none();
            let optimum =
                minimize(&mut solver, &elements, &[], strategy, &limits, &mut |solver, found| {
                    assert_eq!(costs(model(solver, &vars)), found, "seed {seed}");
                    assert!(last.as_ref().is_none_or(|last| found < last.as_slice()));
                    last = Some(found.to_vec());
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert!(optimum.proven);
            assert_eq!(optimum.costs, expected, "seed {seed} {strategy:?} {problem:?} {levels:?}");
            // What is left are exactly the models of that cost.
            if let Some(expected) = &expected {
                let optimal =
                    problem.models().into_iter().filter(|&m| costs(m) == *expected).count();
                let mut count = 0;
                let mut answer = solver.first_model(&[], Some(&vars), &Limits::none());
                while answer == Answer::Sat {
                    assert_eq!(costs(model(&solver, &vars)), *expected);
                    count += 1;
                    answer = solver.next_model(&Limits::none());
                }
                assert_eq!(count, optimal, "seed {seed}");
            }
        }
    }
}

#[test]
fn proofs_of_unsatisfiable_problems_check() {
    let mut checked = 0;
    for seed in 0..40 {
        let random = &mut Random::new(seed + 900);
        let mut problem = Problem { vars: 50, ..Problem::default() };
        for _ in 0..235 {
            problem.clauses.push(random.clause(50, 3));
        }
        let mut solver = Solver::new();
        solver.record_proof();
        let vars = problem.post(&mut solver);
        match solver.solve(&[], &Limits::none()) {
            Answer::Sat => {
                assert!(problem.holds(&|var| solver.is_true(vars[var].lit())));
            }
            _ => {
                check_proof(&problem, &vars, solver.proof());
                checked += 1;
            }
        }
    }
    assert!(checked > 5, "only {checked} unsatisfiable problems");
}

/// Pigeons into holes, parity chains, colourings: problems with a known answer.
#[test]
fn structured_problems() {
    for pigeons in 3..=7 {
        for holes in pigeons - 1..=pigeons {
            let mut problem = Problem { vars: pigeons * holes, ..Problem::default() };
            for p in 0..pigeons {
                problem.clauses.push((0..holes).map(|h| (p * holes + h, true)).collect());
                for q in 0..p {
                    for h in 0..holes {
                        problem.clauses.push(vec![(p * holes + h, false), (q * holes + h, false)]);
                    }
                }
            }
            let mut solver = Solver::new();
            solver.record_proof();
            let vars = problem.post(&mut solver);
            let answer = solver.solve(&[], &Limits::none());
            assert_eq!(answer == Answer::Sat, holes == pigeons);
            if answer == Answer::Sat {
                assert!(problem.holds(&|var| solver.is_true(vars[var].lit())));
            } else if pigeons <= 6 {
                check_proof(&problem, &vars, solver.proof());
            }
        }
    }
    // x0 + x1 + ... = parity along a ring is contradictory if the parities add up to odd.
    for (size, odd) in [(10, true), (10, false), (30, true), (30, false)] {
        let mut problem = Problem { vars: size, ..Problem::default() };
        for at in 0..size {
            let next = (at + 1) % size;
            let differ = at == 0 && odd;
            problem.clauses.push(vec![(at, true), (next, differ)]);
            problem.clauses.push(vec![(at, false), (next, !differ)]);
        }
        let mut solver = Solver::new();
        problem.post(&mut solver);
        assert_eq!(solver.solve(&[], &Limits::none()) == Answer::Unsat, odd);
    }
}

#[test]
fn larger_random_problems_have_models_that_hold() {
    for seed in 0..30 {
        let random = &mut Random::new(seed + 4242);
        let mut problem = Problem { vars: 150, ..Problem::default() };
        for _ in 0..630 {
            problem.clauses.push(random.clause(150, 3));
        }
        let mut solver = Solver::new();
        let vars = problem.post(&mut solver);
        if solver.solve(&[], &Limits::none()) == Answer::Sat {
            assert!(problem.holds(&|var| solver.is_true(vars[var].lit())), "seed {seed}");
        }
    }
}

#[test]
fn limits_say_unknown() {
    let random = &mut Random::new(1);
    let mut problem = Problem { vars: 250, ..Problem::default() };
    for _ in 0..1065 {
        problem.clauses.push(random.clause(250, 3));
    }
    let mut solver = Solver::new();
    problem.post(&mut solver);
    let limits = Limits { conflicts: Some(20), ..Limits::none() };
    assert_eq!(solver.solve(&[], &limits), Answer::Unknown);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let limits = Limits { stop: Some(stop), ..Limits::none() };
    assert_eq!(solver.solve(&[], &limits), Answer::Unknown);
}
