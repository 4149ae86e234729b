//! What is derived from several constraints together follows from the clues it names.

mod common;

use std::sync::Arc;

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
            let named = |p: &&Arc<Posted>| p.groups.iter().all(|g| derived.groups.contains(g));
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

/// A grid of 9 x 9 with its houses, and the diagonals that go down from these cells to the left
/// or to the right, each with a sum.
fn with_diagonals(diagonals: &[(usize, usize, bool)], sum: impl Fn(&[usize]) -> i64) -> Problem {
    let mut problem = Problem::new();
    let cells: Vec<VarId> = (0..81).map(|_| problem.var(1, 9)).collect();
    let row = |i: usize, k: usize| 9 * i + k;
    let column = |i: usize, k: usize| 9 * k + i;
    let block = |i: usize, k: usize| 27 * (i / 3) + 3 * (i % 3) + 9 * (k / 3) + k % 3;
    let kinds: [&dyn Fn(usize, usize) -> usize; 3] = [&row, &column, &block];
    for place in kinds {
        for i in 0..9 {
            let house = (0..9).map(|k| cells[place(i, k)]).collect();
            let group = problem.group();
            problem.post(group, Constraint::Distinct(house));
        }
    }
    for &(row, column, right) in diagonals {
        let steps = (0..9 - row)
            .map(|k| (row + k, if right { column + k } else { column.wrapping_sub(k) }));
        let places: Vec<usize> =
            steps.take_while(|&(_, c)| c < 9).map(|(r, c)| 9 * r + c).collect();
        let terms = places.iter().map(|&i| (1, cells[i])).collect();
        let group = problem.group();
        let rhs = sum(&places);
        problem.post(group, Constraint::Linear { terms, op: Cmp::Eq, rhs });
    }
    problem
}

const SIDE_BY_SIDE: [(usize, usize, bool); 4] =
    [(0, 8, false), (0, 7, false), (1, 8, false), (2, 8, false)];

#[test]
fn joined_sums_hold_where_their_parts_do() {
    // Every grid that follows the pattern solves its own diagonals; digits are renamed.
    let mut rng = Rng::new(11);
    let mut joined = 0;
    for _ in 0..200 {
        let mut names: Vec<i64> = (1..=9).collect();
        (1..9).rev().for_each(|i| names.swap(i, rng.below(i as u64 + 1) as usize));
        let digit = |i: usize| names[(i / 9 * 3 + i / 27 + i % 9) % 9];
        let problem =
            with_diagonals(&SIDE_BY_SIDE, |places| places.iter().map(|&i| digit(i)).sum());
        let whole = derive(&problem, &DeriveOptions::default());
        for derived in &whole.posted()[problem.posted().len()..] {
            assert!(derived.constraint.holds(&|v| digit(v.index())), "{derived:?}");
            let long =
                matches!(&derived.constraint, Constraint::Linear { terms, .. } if terms.len() > 12);
            joined += usize::from(long);
        }
    }
    assert!(joined > 0, "no sums were joined");
}

#[test]
fn sums_side_by_side_that_leave_no_room_are_refuted_together() {
    // Four diagonals of 50 would need 200 in boxes that have room for 198.
    let problem = with_diagonals(&SIDE_BY_SIDE, |_| 50);
    let root = |options: &DeriveOptions| {
        let model = derive(&problem, options).compile(&CompileOptions::default());
        pencilmark_kernel::search::root_domains(&model).is_some()
    };
    assert!(!root(&DeriveOptions::default()));
    assert!(root(&DeriveOptions::default().without("joined").expect("a switch")));
}

/// The cells of a 9 x 9 grid, its rows, columns and boxes with a clue each, both diagonals, and
/// eight sums beside the diagonals, as random digits make them.
fn sums_beside_diagonals(rng: &mut Rng) -> Problem {
    let mut problem = Problem::new();
    let cells: Vec<VarId> = (0..81).map(|_| problem.var(1, 9)).collect();
    let mut house = |list: Vec<usize>| {
        let group = problem.group();
        problem.post(group, Constraint::Distinct(list.iter().map(|&c| cells[c]).collect()));
    };
    for i in 0..9 {
        house((0..9).map(|j| 9 * i + j).collect());
    }
    for i in 0..9 {
        house((0..9).map(|j| 9 * j + i).collect());
    }
    for i in 0..9 {
        house((0..9).map(|j| 27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3).collect());
    }
    house((0..9).map(|i| 10 * i).collect());
    house((0..9).map(|i| 8 * i + 8).collect());
    let values: Vec<i64> = (0..81).map(|_| 1 + rng.below(9) as i64).collect();
    for (row, column) in [(2, 0), (1, 0), (0, 1), (0, 2)] {
        for mirrored in [false, true] {
            let line = (0..9).map_while(|i| {
                let (r, c) = (row + i, column + i);
                let c = if mirrored { 8usize.checked_sub(c) } else { Some(c).filter(|c| *c < 9) };
                Some(9 * r + c.filter(|_| r < 9)?)
            });
            let line: Vec<usize> = line.collect();
            let rhs = line.iter().map(|&c| values[c]).sum();
            let terms = line.iter().map(|&c| (1, cells[c])).collect();
            let group = problem.group();
            problem.post(group, Constraint::Linear { terms, op: Cmp::Eq, rhs });
        }
    }
    problem
}

/// The clues that a derived sum names, some added and some taken away, give its terms and its
/// right side; and there are some that take a diagonal.
#[test]
fn sums_across_houses_add_up() {
    let (mut rng, mut seen) = (Rng::new(3), 0);
    for _ in 0..40 {
        let problem = sums_beside_diagonals(&mut rng);
        let diagonals = problem.posted()[27..29].iter().flat_map(|p| p.groups.clone());
        let diagonals: Vec<_> = diagonals.collect();
        let whole = derive(&problem, &DeriveOptions::default());
        let (known, new) = whole.posted().split_at(problem.posted().len());
        for derived in new {
            let Constraint::Linear { terms, op: Cmp::Eq, rhs } = &derived.constraint else {
                continue;
            };
            let named =
                known.iter().filter(|p| p.groups.iter().all(|g| derived.groups.contains(g)));
            let rows: Vec<(Vec<i64>, i64)> = named
                .map(|posted| {
                    let mut row = vec![0; 81];
                    match &posted.constraint {
                        Constraint::Distinct(vars) => {
                            vars.iter().for_each(|v| row[v.index()] = 1);
                            (row, 45)
                        }
                        Constraint::Linear { terms, rhs, .. } => {
                            terms.iter().for_each(|(c, v)| row[v.index()] = *c);
                            (row, *rhs)
                        }
                        other => panic!("{other:?}"),
                    }
                })
                .collect();
            let mut wanted = vec![0; 81];
            terms.iter().for_each(|(c, v)| wanted[v.index()] = *c);
            assert!(adds_up(&rows, &wanted, *rhs), "{terms:?} = {rhs}");
            seen += usize::from(derived.groups.iter().any(|g| diagonals.contains(g)));
        }
    }
    assert!(seen > 20, "{seen}");
}

/// Whether some of the rows, each added or taken away at most once, give the wanted one.
fn adds_up(rows: &[(Vec<i64>, i64)], wanted: &[i64], rhs: i64) -> bool {
    let Some(((row, sum), others)) = rows.split_first() else {
        return rhs == 0 && wanted.iter().all(|w| *w == 0);
    };
    [-1, 0, 1].into_iter().any(|factor| {
        let left: Vec<i64> = wanted.iter().zip(row).map(|(w, r)| w - factor * r).collect();
        adds_up(others, &left, rhs - factor * sum)
    })
}
