//! The kernel's constraints inside the clause engine, against trying all values.

mod common;

use common::Random;
use pencilmark_kernel::{Constraint, VarId};
use pencilmark_sat::{Answer, Domains, Limits, Lit, Solver};

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
    match random.below(5) {
        0 => Constraint::Distinct(few),
        1 => Constraint::Cage { sum: (few.len() * 3) as i64, vars: few },
        2 => Constraint::Chain { vars: few, strict: random.below(2) == 0 },
        3 => {
            let terms = few.into_iter().map(|var| (random.below(7) as i64 - 3, var)).collect();
            let op = [
                pencilmark_kernel::expr::Cmp::Eq,
                pencilmark_kernel::expr::Cmp::Le,
                pencilmark_kernel::expr::Cmp::Ne,
            ][random.below(3)];
            Constraint::Linear { terms, op, rhs: random.below(8) as i64 }
        }
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
    for seed in 0..400 {
        let random = &mut Random::new(seed + 2024);
        let mut solver = Solver::new();
        let mut domains = Domains::new();
        let count = 3 + random.below(3);
        let vars: Vec<VarId> = (0..count).map(|_| domains.var(&mut solver, 1, 4)).collect();
        let constraints: Vec<Constraint> =
            (0..2 + random.below(3)).map(|_| constraint(random, &vars)).collect();
        for constraint in &constraints {
            domains.post(constraint.clone());
        }
        let lits: Vec<Vec<Lit>> = vars
            .iter()
            .map(|&var| (1..=4).map(|value| domains.lit(var, value).unwrap()).collect())
            .collect();
        // A few clauses beside the constraints.
        let mut clauses: Vec<Vec<(usize, i64)>> = Vec::new();
        for _ in 0..random.below(25) {
            let clause: Vec<(usize, i64)> =
                (0..2).map(|_| (random.below(count), 1 + random.below(4) as i64)).collect();
            let negated: Vec<Lit> =
                clause.iter().map(|&(at, value)| !lits[at][value as usize - 1]).collect();
            solver.add_clause(&negated);
            clauses.push(clause);
        }
        domains.attach(&mut solver);
        let mut found: Vec<Vec<i64>> = Vec::new();
        let mut answer = solver.first_model(&[], None, &Limits::none());
        while answer == Answer::Sat {
            let value = |lits: &Vec<Lit>| {
                1 + lits.iter().position(|&lit| solver.is_true(lit)).unwrap() as i64
            };
            found.push(lits.iter().map(value).collect());
            answer = solver.next_model(&Limits::none());
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
        conflicts += solver.stats().conflicts;
    }
    assert!(conflicts > 100, "hardly any reason was asked for");
}
