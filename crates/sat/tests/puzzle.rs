//! The kernel's constraints inside the clause engine, against trying all values.

mod common;

use common::Random;
use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_kernel::{CompileOptions, Constraint, Problem, VarId};
use pencilmark_sat::{Ended, PuzzleSolver};

fn constraint(random: &mut Random, vars: &[VarId]) -> Constraint {
    let mut some = |least: usize| {
        let mut chosen: Vec<VarId> = Vec::new();
        let count = least + random.below(vars.len() + 1 - least);
        while chosen.len() < count {
            let var = vars[random.below(vars.len())];
            if !chosen.contains(&var) {
                chosen.push(var);
            }
        }
        chosen
    };
    let few = some(2);
    match random.below(8) {
        0 => Constraint::Distinct(few),
        1 => Constraint::Cage { sum: (few.len() * 3) as i64, vars: few },
        2 => Constraint::Chain { vars: few, strict: random.below(2) == 0 },
        3 => {
            let terms = few.into_iter().map(|var| (random.below(7) as i64 - 3, var)).collect();
            let op = [Cmp::Eq, Cmp::Le, Cmp::Ne][random.below(3)];
            Constraint::Linear { terms, op, rhs: random.below(8) as i64 }
        }
        4 => {
            let allowed: Vec<(i64, i64)> =
                (0..7).map(|_| (1 + random.below(4) as i64, 1 + random.below(4) as i64)).collect();
            Constraint::Pair { a: few[0], b: few[1], allowed: allowed.into() }
        }
        5 => {
            let far = |a: i64, b: i64| (a - b).abs() > 1;
            let pairs = (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b)));
            let allowed: Vec<(i64, i64)> = pairs.filter(|&(a, b)| far(a, b)).collect();
            Constraint::Pairwise { vars: few, allowed: allowed.into() }
        }
        6 => Constraint::Extreme { result: few[0], vars: few[1..].to_vec(), max: true },
        _ => {
            let rows: Vec<Box<[i64]>> =
                (0..6).map(|_| few.iter().map(|_| 1 + random.below(4) as i64).collect()).collect();
            Constraint::Table { vars: few, rows: rows.into() }
        }
    }
}

#[test]
fn solutions_are_those_of_the_constraints() {
    let mut conflicts = 0;
    let mut stops = 0;
    for seed in 0..600 {
        let random = &mut Random::new(seed + 2024);
        let mut problem = Problem::new();
        let count = 3 + random.below(3);
        let vars: Vec<VarId> = (0..count).map(|_| problem.var(1, 4)).collect();
        let group = problem.group();
        let mut constraints: Vec<Constraint> =
            (0..2 + random.below(3)).map(|_| constraint(random, &vars)).collect();
        for constraint in &constraints {
            problem.post(group, constraint.clone());
        }
        if random.below(2) == 0 {
            // Two sums of more than 64 values, which have no literals, and something about them.
            let terms = |random: &mut Random| -> Vec<(i64, VarId)> {
                vars.iter().map(|&var| (random.below(40) as i64 - 10, var)).collect()
            };
            let (first, second) = (terms(random), terms(random));
            let sums = [problem.var(-1000, 1000), problem.var(-1000, 1000)];
            for (sum, terms) in sums.into_iter().zip([&first, &second]) {
                let terms = terms.iter().copied().chain([(-1, sum)]).collect();
                problem.post(group, Constraint::Linear { terms, op: Cmp::Eq, rhs: 0 });
            }
            let rhs = random.below(60) as i64 - 20;
            let op = [Cmp::Eq, Cmp::Le][random.below(2)];
            let both = vec![(1, sums[0]), (-1, sums[1])];
            problem.post(group, Constraint::Linear { terms: both, op, rhs });
            let minus = second.iter().map(|&(c, v)| (-c, v));
            let terms = first.iter().copied().chain(minus).collect();
            constraints.push(Constraint::Linear { terms, op, rhs });
        }
        let mut search = PuzzleSolver::new(problem.compile(&CompileOptions::default())).unwrap();
        // A few clauses beside the constraints.
        let mut clauses: Vec<Vec<(usize, i64)>> = Vec::new();
        for _ in 0..random.below(25) {
            let clause: Vec<(usize, i64)> =
                (0..2).map(|_| (random.below(count), 1 + random.below(4) as i64)).collect();
            let lits = |&(at, value): &(usize, i64)| search.lit(vars[at], value as u32 - 1);
            let lits: Option<Vec<_>> = clause.iter().map(|v| lits(v).map(|lit| !lit)).collect();
            // A value that is ruled out makes the clause true.
            if let (Some(lits), Some(solver)) = (lits, search.solver()) {
                solver.add_clause(&lits);
            }
            clauses.push(clause);
        }
        let mut found: Vec<Vec<i64>> = Vec::new();
        // Three of four searches are stopped at each conflict, and go on.
        let step = if seed % 4 == 0 { u64::MAX } else { 1 };
        loop {
            let nodes = search.conflicts().saturating_add(step);
            match search.next_solution(&Limits { nodes: Some(nodes), ..Limits::default() }) {
                Ok(Some(solution)) => found.push(solution.values(&vars)),
                Ok(None) => break,
                Err(Ended::Stopped(Stop::Nodes)) => stops += 1,
                Err(ended) => panic!("seed {seed}: {ended:?}"),
            }
        }
        found.sort();
        let mut expected = Vec::new();
        for number in 0..4usize.pow(count as u32) {
            let values: Vec<i64> = (0..count)
                .rev()
                .map(|at| 1 + (number / 4usize.pow(at as u32) % 4) as i64)
                .collect();
            let value = |var: VarId| values[vars.iter().position(|&v| v == var).unwrap()];
            let clauses_hold =
                clauses.iter().all(|clause| clause.iter().any(|&(at, value)| values[at] != value));
            if clauses_hold && constraints.iter().all(|constraint| constraint.holds(&value)) {
                expected.push(values);
            }
        }
        expected.sort();
        assert_eq!(found, expected, "seed {seed}: {constraints:?}");
        conflicts += search.conflicts();
    }
    assert!(conflicts > 100, "hardly any reason was asked for");
    assert!(stops > 50, "only {stops} stops");
}

#[test]
fn a_number_that_nothing_determines_is_no_solution() {
    let mut problem = Problem::new();
    let (x, wide) = (problem.var(1, 3), problem.var(0, 1000));
    let group = problem.group();
    problem
        .post(group, Constraint::Linear { terms: vec![(1, x), (-1, wide)], op: Cmp::Le, rhs: 0 });
    let mut search = PuzzleSolver::new(problem.compile(&CompileOptions::default())).unwrap();
    assert_eq!(search.next_solution(&Limits::default()), Err(Ended::Open(wide)));
}
