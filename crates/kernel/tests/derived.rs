//! What is derived from several constraints together follows from the clues it names.

mod common;

use common::brute_force;
use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_kernel::search::{Rng, Search, SearchOptions};
use pencilmark_kernel::{
    CompileOptions, Constraint, DeriveOptions, Posted, Problem, VarId, derive,
};

/// Different ones, equal ones in the three ways of saying so, and houses that are chosen.
fn random_problem(rng: &mut Rng) -> (Problem, Vec<VarId>) {
    let mut problem = Problem::new();
    let digits: Vec<VarId> = (0..4).map(|_| problem.var(1, 3)).collect();
    let choices: Vec<VarId> = (0..3).map(|_| problem.var(1, 2)).collect();
    let pick = |rng: &mut Rng, vars: &[VarId]| vars[rng.below(vars.len() as u64) as usize];
    for _ in 0..1 + rng.below(2) {
        let mut some = vec![pick(rng, &digits), pick(rng, &digits), pick(rng, &digits)];
        some.sort_unstable();
        some.dedup();
        let group = problem.group();
        problem.post(group, Constraint::Distinct(some));
    }
    for _ in 0..1 + rng.below(3) {
        let from = if rng.below(2) == 0 { &digits } else { &choices };
        let (a, b) = (pick(rng, from), pick(rng, from));
        let same = Formula::Cmp(Cmp::Eq, Expr::Var(a), Expr::Var(b));
        let group = problem.group();
        problem.post(
            group,
            match rng.below(3) {
                0 => Constraint::Formula(same),
                1 => Constraint::Formula(Formula::And(vec![same])),
                _ => Constraint::Linear { terms: vec![(1, a), (-1, b)], op: Cmp::Eq, rhs: 0 },
            },
        );
    }
    let group = problem.group();
    // Now and then a house is missing: then nothing follows.
    for house in 1..=2 - i64::from(rng.below(4) == 0) {
        let (choices, vars) = (choices.clone(), digits[..3].to_vec());
        problem.post(group, Constraint::Members { choices, vars, house, all: vec![] });
    }
    let vars = digits.into_iter().chain(choices).collect();
    (problem, vars)
}

#[test]
fn derived_constraints_follow_from_the_clues_they_name() {
    let (mut rng, mut differences, mut members) = (Rng::new(7), 0, 0);
    for _ in 0..300 {
        let (problem, vars) = random_problem(&mut rng);
        let whole = derive(&problem, &DeriveOptions::default());
        let (known, new) = whole.posted().split_at(problem.posted().len());
        for derived in new {
            let named = |p: &&Posted| p.groups.iter().all(|g| derived.groups.contains(g));
            let mut alone = Problem::new();
            for def in problem.vars() {
                alone.var(def.lo, def.hi);
            }
            let group = alone.group();
            for posted in known.iter().filter(named) {
                alone.post(group, posted.constraint.clone());
            }
            for row in brute_force(&alone, &vars) {
                let value = |v: VarId| row[vars.iter().position(|&w| w == v).unwrap()];
                assert!(derived.constraint.holds(&value), "{derived:?} of {known:?}");
            }
            match &derived.constraint {
                Constraint::Linear { op: Cmp::Ne, .. } => differences += 1,
                Constraint::Distinct(_) => members += 1,
                _ => {}
            }
        }
        let model = whole.compile(&CompileOptions::default());
        let mut search = Search::new(&model, SearchOptions::default());
        let mut found = Vec::new();
        while let Some(solution) = search.next_solution().expect("no limits") {
            found.push(solution.values(&vars));
        }
        found.sort_unstable();
        let mut expected = brute_force(&problem, &vars);
        expected.sort_unstable();
        assert_eq!(found, expected, "{known:?}");
    }
    assert!(differences > 100 && members > 100, "{differences} differences, {members} houses");
}

/// Houses are compared with each other; a file with thousands of them must not fill the memory.
#[test]
fn thousands_of_houses_do_not_multiply() {
    let derived_of = |houses: usize| {
        let (mut problem, mut rng) = (Problem::new(), Rng::new(5));
        let vars: Vec<VarId> = (0..81).map(|_| problem.var(1, 9)).collect();
        for _ in 0..houses {
            let mut house = vars.clone();
            for i in 0..9 {
                house.swap(i, i + rng.below(81 - i as u64) as usize);
            }
            let group = problem.group();
            problem.post(group, Constraint::Distinct(house[..9].to_vec()));
        }
        derive(&problem, &DeriveOptions::default()).posted().len() - houses
    };
    let (some, many) = (derived_of(500), derived_of(5_000));
    assert!(some > 0, "houses that cross say something");
    assert_eq!(some, many);
}
