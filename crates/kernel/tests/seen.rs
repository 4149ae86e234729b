//! What constraints make of variables that other constraints make different: that it is seen,
//! and that the reasons name who makes them different.

mod common;

use common::valid::{Tally, check_story};
use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::reason::Story;
use pencilmark_kernel::search::{Limits, Rng, count, root_domains};
use pencilmark_kernel::{CompileOptions, Constraint, Model, Problem, VarId};

fn compiled(problem: &Problem) -> Model {
    problem.compile(&CompileOptions::default())
}

/// Looks at the reason of everything that propagation finds, by brute force.
fn reasons_hold(problem: &Problem) -> usize {
    let (model, mut tally) = (compiled(problem), Tally::default());
    let what = format!("{:?}", problem.posted());
    check_story(&Story::new(&model), &model, problem.vars().len(), &what, &mut tally);
    tally.free
}

fn post(problem: &mut Problem, constraint: Constraint) -> pencilmark_kernel::GroupId {
    let group = problem.group();
    problem.post(group, constraint);
    group
}

fn vars(problem: &mut Problem, n: usize, hi: i64) -> Vec<VarId> {
    (0..n).map(|_| problem.var(1, hi)).collect()
}

#[test]
fn two_different_digits_that_make_ten_are_no_fives() {
    let mut problem = Problem::new();
    let v = vars(&mut problem, 2, 9);
    let ten = (1..=9).map(|x| (x, 10 - x)).collect();
    let pair = post(&mut problem, Constraint::Pair { a: v[0], b: v[1], allowed: ten });
    assert_eq!(root_domains(&compiled(&problem)).expect("possible")[0].len(), 9);
    let row = post(&mut problem, Constraint::Distinct(v.clone()));
    let model = compiled(&problem);
    assert_eq!(root_domains(&model).expect("possible")[0], [1, 2, 3, 4, 6, 7, 8, 9]);
    let reason = Story::new(&model).why(v[0], 5).expect("it is gone");
    assert!(reason.groups.contains(&pair) && reason.groups.contains(&row));
    assert!(reasons_hold(&problem) > 0);
}

#[test]
fn a_value_that_the_list_holds_at_the_index_is_nowhere_else() {
    let mut problem = Problem::new();
    // Long enough not to be listed.
    let v = vars(&mut problem, 6, 6);
    let three = problem.var(3, 3);
    let list = v.clone();
    post(&mut problem, Constraint::Element { index: v[0], list, value: three });
    post(&mut problem, Constraint::Domain { var: v[0], values: vec![2, 4] });
    let row = post(&mut problem, Constraint::Distinct(v.clone()));
    let model = compiled(&problem);
    assert_eq!(root_domains(&model).expect("possible")[2], [1, 2, 4, 5, 6]);
    let reason = Story::new(&model).why(v[2], 3).expect("it is gone");
    assert!(reason.groups.contains(&row));
    assert!(reasons_hold(&problem) > 0);
}

#[test]
fn the_largest_of_different_values_is_larger() {
    let mut problem = Problem::new();
    // Long enough not to be listed.
    let v = vars(&mut problem, 6, 7);
    let largest = Constraint::Extreme { vars: v.clone(), result: v[1], max: true };
    post(&mut problem, largest);
    post(&mut problem, Constraint::Distinct(v.clone()));
    let domains = root_domains(&compiled(&problem)).expect("possible");
    assert_eq!(domains[0], [1, 2, 3, 4, 5, 6]);
    assert_eq!(domains[1], [2, 3, 4, 5, 6, 7]);
    assert!(reasons_hold(&problem) > 0);
}

#[test]
fn behind_a_low_first_house_the_tallest_is_near() {
    let mut problem = Problem::new();
    let v = vars(&mut problem, 6, 6);
    post(&mut problem, Constraint::Visible { vars: v.clone(), count: 2 });
    post(&mut problem, Constraint::Domain { var: v[0], values: vec![2] });
    let alone = root_domains(&compiled(&problem)).expect("possible");
    assert_eq!(alone[5], [1, 2, 3, 4, 5, 6]);
    // Only the 1 fits between the 2 and the second one that is seen.
    post(&mut problem, Constraint::Distinct(v.clone()));
    let domains = root_domains(&compiled(&problem)).expect("possible");
    assert_eq!(domains[1], [1, 6]);
    assert_eq!(domains[2], [1, 3, 4, 5, 6]);
    assert_eq!(domains[3], [1, 3, 4, 5]);
    assert!(reasons_hold(&problem) > 0);
}

#[test]
fn a_branch_knows_who_differs() {
    let mut problem = Problem::new();
    let v = vars(&mut problem, 4, 4);
    let sum = |vars: &[VarId], rhs| Constraint::Linear {
        terms: vars.iter().map(|&v| (1, v)).collect(),
        op: Cmp::Eq,
        rhs,
    };
    let is = |var, value| Constraint::Domain { var, values: vec![value] };
    // The third is 2 or 3; the other two are a 1 and the 2, or a 1 and the 3, told by sums that
    // leave them alone unless the third takes its value from them.
    let branches = vec![
        vec![is(v[2], 2), sum(&[v[0], v[1]], 4), is(v[3], 4)],
        vec![is(v[2], 3), sum(&[v[0], v[1]], 6), is(v[3], 1)],
    ];
    post(&mut problem, Constraint::Or(branches));
    post(&mut problem, Constraint::Distinct(v.clone()));
    let domains = root_domains(&compiled(&problem)).expect("possible");
    assert_eq!(domains[0], [1, 2, 3, 4], "either {{1, 3}} or {{2, 4}}");
    post(&mut problem, is(v[0], 1));
    assert_eq!(root_domains(&compiled(&problem)).expect("possible")[1], [3]);
    assert!(reasons_hold(&problem) > 0);
}

/// With and without propagators that know who differs, the same number of solutions.
#[test]
fn random_problems_keep_their_solutions() {
    let mut rng = Rng::new(7);
    let mut looked_at = 0;
    for round in 0..300 {
        let mut problem = Problem::new();
        let v = vars(&mut problem, 6, 5);
        let any = |rng: &mut Rng| v[rng.below(6) as usize];
        let index = any(&mut rng);
        let value = any(&mut rng);
        post(
            &mut problem,
            Constraint::Element {
                index,
                list: v[..if round % 2 == 0 { 3 } else { 6 }].to_vec(),
                value,
            },
        );
        let (result, max) = (any(&mut rng), rng.below(2) == 0);
        post(
            &mut problem,
            Constraint::Extreme {
                vars: v[..if round % 3 == 0 { 3 } else { 6 }].to_vec(),
                result,
                max,
            },
        );
        let is = |rng: &mut Rng| Constraint::Domain {
            var: any(rng),
            values: vec![1 + rng.below(5) as i64, 1 + rng.below(5) as i64],
        };
        let branch = |rng: &mut Rng| vec![is(rng), is(rng)];
        let branches = vec![branch(&mut rng), branch(&mut rng), branch(&mut rng)];
        post(&mut problem, Constraint::Or(branches));
        let from = rng.below(4) as usize;
        post(&mut problem, Constraint::Distinct(v[from..from + 3].to_vec()));
        let found = count(&compiled(&problem), 100_000, &Limits::default(), 1);
        assert_eq!(found.count, by_hand(&problem, &v), "{:?}", problem.posted());
        looked_at += reasons_hold(&problem);
    }
    assert!(looked_at > 300, "only {looked_at} erasures were looked at");
}

fn by_hand(problem: &Problem, vars: &[VarId]) -> u64 {
    let mut found = 0;
    for n in 0..5i64.pow(6) {
        let value = |v: VarId| {
            let place = vars.iter().position(|&w| w == v).expect("one of them");
            n / 5i64.pow(place as u32) % 5 + 1
        };
        found += u64::from(problem.posted().iter().all(|p| p.constraint.holds(&value)));
    }
    found
}
