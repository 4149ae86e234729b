//! Every reason is valid: its items and premises imply its conclusion, by brute force.

mod common;

use common::valid::{Tally, check_story};
use common::{random_problem, sudoku};
use pencilmark_kernel::expr::{Cmp, Expr, Formula};
use pencilmark_kernel::reason::{Conclusion, Premise, Story};
use pencilmark_kernel::search::{Limits, Rng, count};
use pencilmark_kernel::{
    CompileOptions, Constraint, DeriveOptions, Problem, Strength, VarId, derive,
};

fn check(problem: &Problem, options: &CompileOptions) -> Tally {
    let model = problem.compile(options);
    let mut tally = Tally::default();
    let what = format!("{:?}", problem.posted());
    check_story(&Story::new(&model), &model, problem.vars().len(), &what, &mut tally);
    tally
}

#[test]
fn random_problems_have_valid_reasons() {
    let mut rng = Rng::new(1);
    let mut erased = 0;
    for round in 0..600 {
        let (problem, _) = random_problem(&mut rng);
        let distinct = if round % 2 == 0 { Strength::Full } else { Strength::Weak };
        erased += check(&problem, &CompileOptions { distinct, ..Default::default() }).free;
    }
    assert!(erased > 2000, "only {erased} erasures were looked at");
}

#[test]
fn a_small_sudoku_with_derived_constraints_has_valid_reasons() {
    let (problem, _) = sudoku("1... ...3 .4.. ..2.");
    let problem = derive(&problem, &DeriveOptions::default());
    assert!(check(&problem, &CompileOptions::default()).free > 20);
}

#[test]
fn reasons_name_the_clue() {
    let (problem, cells) = sudoku("12.. .... .... ....");
    let model = problem.compile(&CompileOptions::default());
    let story = Story::new(&model);
    let given = story.why(cells[0], 3).expect("r1c1 is a given");
    assert_eq!(given.premises, []);
    let seen = story.why(cells[2], 1).expect("the row has its 1");
    assert_eq!(seen.groups[0].index(), 0, "row 1 is the first clue");
    let gone = |x| Premise::Gone(cells[0], x);
    assert_eq!(seen.premises, [gone(2), gone(3), gone(4)]);
    assert_eq!(story.why(cells[15], 1), None, "r4c4 may still be 1");
}

#[test]
fn what_differs_in_every_branch_differs() {
    let mut problem = Problem::new();
    let vars: Vec<VarId> = (0..3).map(|_| problem.var(1, 4)).collect();
    let (either, given) = (problem.group(), problem.group());
    let cage = Constraint::Cage { vars: vars.clone(), sum: 6 };
    let terms = vars.iter().map(|&v| (1, v)).collect();
    let nine = Constraint::Linear { terms, op: Cmp::Eq, rhs: 9 };
    let branches = vec![vec![cage], vec![Constraint::Distinct(vars.clone()), nine]];
    problem.post(either, Constraint::Or(branches));
    problem.post(given, Constraint::Domain { var: vars[0], values: vec![2] });
    let model = problem.compile(&CompileOptions::default());
    assert!(model.sees(vars[0], vars[1]) && model.sees(vars[1], vars[2]));
    let seen = Story::new(&model).why(vars[1], 2).expect("the first one is 2");
    assert!(seen.groups.contains(&either));
    assert!(check(&problem, &CompileOptions::default()).free > 0);
}

#[test]
fn a_branch_that_is_alone_holds_however_deep_it_is() {
    let mut problem = Problem::new();
    let vars: Vec<VarId> = (0..3).map(|_| problem.var(1, 3)).collect();
    let alone = |c| Constraint::Or(vec![vec![c]]);
    let group = problem.group();
    problem.post(group, alone(alone(Constraint::Distinct(vars.clone()))));
    let model = problem.compile(&CompileOptions::default());
    assert!(model.sees(vars[0], vars[1]) && model.sees(vars[0], vars[2]));
}

#[test]
fn one_of_some_sets_is_a_reason_to_differ() {
    let mut problem = Problem::new();
    let vars: Vec<VarId> = (0..2).map(|_| problem.var(1, 4)).collect();
    let (sets, given) = (problem.group(), problem.group());
    let all: Vec<Box<[i64]>> = vec![[1, 2].into(), [2, 3].into(), [2, 4].into()];
    problem.post(sets, Constraint::Sets { vars: vars.clone(), sets: all.into() });
    problem.post(given, Constraint::Domain { var: vars[0], values: vec![2] });
    let model = problem.compile(&CompileOptions::default());
    let seen = Story::new(&model).why(vars[1], 2).expect("the first one is 2");
    assert!(seen.groups.contains(&sets));
    assert!(check(&problem, &CompileOptions::default()).free > 0);
}

#[test]
fn assumptions_are_their_own_reason() {
    let (problem, cells) = sudoku("12.. .... .... ....");
    let model = problem.compile(&CompileOptions::default());
    let mut story = Story::new(&model);
    story.assume(cells[2], 4);
    assert_eq!(story.value(cells[3]), Some(3));
    let reason = story.why(cells[2], 3).expect("it was assumed to be 4");
    assert!(reason.items.is_empty() && reason.premises.is_empty());
}

#[test]
fn bounds_of_wide_variables_have_reasons() {
    let mut problem = Problem::new();
    let (x, y) = (problem.var(0, 1000), problem.var(1, 9));
    let group = |problem: &mut Problem, c| {
        let group = problem.group();
        problem.post(group, c);
    };
    group(&mut problem, Constraint::Domain { var: y, values: vec![4, 5, 7, 9] });
    let linear = |terms: Vec<(i64, VarId)>, rhs| Constraint::Linear { terms, op: Cmp::Ge, rhs };
    group(&mut problem, linear(vec![(1, x), (-5, y)], 0));
    let model = problem.compile(&CompileOptions::default());
    let story = Story::new(&model);
    assert_eq!(story.bounds(x), (20, 1000));
    let gone = |values: &[i64]| values.iter().map(|&v| Premise::Gone(y, v)).collect::<Vec<_>>();
    // The least that answers the question: 3 may come back if only 14 is asked about.
    for (value, premises) in [(19, gone(&[1, 2, 3])), (14, gone(&[1, 2])), (4, vec![])] {
        let reason = story.why(x, value).expect("x is at least 20");
        assert_eq!(reason.conclusion, Conclusion::AtLeast(x, value + 1));
        assert_eq!(reason.premises, premises);
        assert_eq!(reason.groups.len(), 1);
    }
    assert_eq!(story.why(x, 20), None, "x may still be 20");
    assert_eq!(story.why(x, 1001), None, "x never was 1001");
}

#[test]
fn premises_lead_back_to_the_clues_through_added_variables() {
    // |a * b - c| >= 30, where the product and the difference get variables of their own.
    let mut problem = Problem::new();
    let vars: Vec<VarId> = (0..3).map(|_| problem.var(1, 9)).collect();
    let [a, b, c] = [0, 1, 2].map(|i| Expr::Var(vars[i]));
    let product = Expr::Mul(Box::new(a), Box::new(b));
    let far = Expr::Abs(Box::new(Expr::minus(product, c)));
    let group = problem.group();
    problem.post(group, Constraint::Formula(Formula::Cmp(Cmp::Ge, far, Expr::Const(70))));
    for (&var, most) in vars.iter().zip([9, 9, 5]) {
        let group = problem.group();
        let values = (1..=most).collect();
        problem.post(group, Constraint::Domain { var, values });
    }
    let model = problem.compile(&CompileOptions::default());
    let story = Story::new(&model);
    let mut open = vec![Premise::Gone(vars[0], 7)];
    let mut clues = Vec::new();
    while let Some(known) = open.pop() {
        let reason = story.why_known(known).expect("premises have reasons");
        clues.extend(reason.groups);
        open.extend(reason.premises);
    }
    assert!(clues.contains(&group), "{clues:?}");
}

/// Both sides of a sum have digits that differ, and some of one differ from some of the other: who
/// loses a digit because it sees its only place on the other side owes that to who says so.
#[test]
fn both_sides_of_a_sum_see_each_other() {
    let mut rng = Rng::new(7);
    let mut tally = Tally::default();
    for _ in 0..2000 {
        let mut problem = Problem::new();
        let vars: [VarId; 6] = std::array::from_fn(|_| problem.var(1, 7));
        let [left, right] = [&vars[..3], &vars[3..5]];
        let mut post = |constraint| {
            let group = problem.group();
            problem.post(group, constraint);
        };
        post(Constraint::Distinct([left, &vars[5..]].concat()));
        // Few values, so that few are open when the sum is looked at closely.
        for &var in &vars[..5] {
            let values = (0..3).map(|_| rng.below(7) as i64 + 1).collect();
            post(Constraint::Domain { var, values });
        }
        for &var in right {
            post(Constraint::Distinct(vec![var, left[rng.below(3) as usize]]));
        }
        let terms = left.iter().map(|&v| (1, v)).chain(right.iter().map(|&v| (-1, v))).collect();
        let rhs = rng.below(9) as i64;
        post(Constraint::Linear { terms, op: Cmp::Eq, rhs });
        let model = problem.compile(&CompileOptions::default());
        let what = format!("{:?}", problem.posted());
        check_story(&Story::new(&model), &model, problem.vars().len(), &what, &mut tally);
    }
    assert!(tally.free > 1000, "only {} erasures were looked at", tally.free);
}

/// A sum takes a digit that it needs from all who see its only place, and owes that to those who
/// say that they differ.
#[test]
fn a_sum_that_needs_a_digit_names_who_differs() {
    let mut problem = Problem::new();
    let [a, b, d, outside]: [VarId; 4] = std::array::from_fn(|_| problem.var(1, 9));
    let groups: Vec<_> = (0..4).map(|_| problem.group()).collect();
    problem.post(groups[0], Constraint::Distinct(vec![a, b]));
    problem.post(groups[1], Constraint::Distinct(vec![a, outside]));
    for (var, values) in [(a, (2..=9).collect()), (d, vec![2])] {
        problem.post(groups[2], Constraint::Domain { var, values });
    }
    let terms = vec![(1, a), (1, b), (-1, d)];
    problem.post(groups[3], Constraint::Linear { terms, op: Cmp::Eq, rhs: 1 });
    let model = problem.compile(&CompileOptions::default());
    let story = Story::new(&model);
    let reason = story.why(outside, 2).expect("a is 2, since it is not 1");
    assert!(reason.groups.contains(&groups[1]), "{reason:?}");
    let mut tally = Tally::default();
    check_story(&story, &model, problem.vars().len(), "a sum that needs 2", &mut tally);
}

/// Two lines that start alike have another digit after it. Who says that a rank is sure of an order for
/// that reason also says whose cells differ.
#[test]
fn a_rank_knows_that_shared_digits_do_not_come_again() {
    let mut problem = Problem::new();
    let lists: [[VarId; 2]; 3] =
        std::array::from_fn(|_| std::array::from_fn(|_| problem.var(1, 3)));
    let [line, high, open] = lists.map(|list| list.to_vec());
    let houses: Vec<_> = lists.iter().map(|_| problem.group()).collect();
    for (list, &group) in lists.iter().zip(&houses) {
        problem.post(group, Constraint::Distinct(list.to_vec()));
    }
    let (given, rank) = (problem.group(), problem.group());
    for (var, values) in [(line[0], vec![1, 2]), (line[1], vec![1, 2]), (high[0], vec![2, 3])] {
        problem.post(given, Constraint::Domain { var, values });
    }
    // One before and one behind. If `high` were before, both would be 2, then 1, and not in order.
    let others = vec![high, open.clone()];
    let rank_of_line =
        Constraint::Rank { line, others, below: 1, above: 1, alike: false, ties: false };
    problem.post(rank, rank_of_line);
    let model = problem.compile(&CompileOptions::default());
    let story = Story::new(&model);
    let reason = story.why(open[0], 3).expect("it is before the line");
    assert!(reason.groups.contains(&houses[0]), "{reason:?}");
    let mut tally = Tally::default();
    check_story(&story, &model, problem.vars().len(), "a rank with ties", &mut tally);
    assert!(tally.free > 0);
}

/// Rows and columns of small grids, read as numbers.
#[test]
fn ranks_of_small_grids_have_valid_reasons() {
    let mut rng = Rng::new(8);
    let (mut erased, mut found) = (0, 0);
    for _ in 0..120 {
        let mut problem = Problem::new();
        let cells: [[VarId; 3]; 3] =
            std::array::from_fn(|_| std::array::from_fn(|_| problem.var(1, 3)));
        let column = |c: usize| cells.map(|row| row[c]).to_vec();
        let lines: Vec<Vec<VarId>> =
            cells.iter().map(|row| row.to_vec()).chain((0..3).map(column)).collect();
        for line in &lines {
            let group = problem.group();
            problem.post(group, Constraint::Distinct(line.clone()));
        }
        let back = |line: &Vec<VarId>| line.iter().rev().copied().collect::<Vec<VarId>>();
        let entries: Vec<Vec<VarId>> = lines.iter().flat_map(|l| [l.clone(), back(l)]).collect();
        // What is told is mostly true of one grid.
        let (turn, step) = (rng.below(3) as i64, 1 + rng.below(2) as i64);
        let digit = |v: VarId| {
            let at = cells.concat().iter().position(|&cell| cell == v).unwrap_or(0) as i64;
            (turn + at % 3 + at / 3 * step) % 3
        };
        let number = |entry: &[VarId]| entry.iter().fold(0, |n, &v| 10 * n + digit(v));
        for _ in 0..2 {
            let at = rng.below(entries.len() as u64) as usize;
            let others: Vec<_> = entries.iter().filter(|e| **e != entries[at]).cloned().collect();
            let smaller = others.iter().filter(|e| number(e) < number(&entries[at])).count();
            let below = if rng.below(5) == 0 { 1 } else { smaller };
            let (line, above) = (entries[at].clone(), others.len() - below);
            let group = problem.group();
            let rank = Constraint::Rank { line, others, below, above, alike: false, ties: true };
            problem.post(group, rank);
        }
        let var = cells[rng.below(3) as usize][rng.below(3) as usize];
        let given = problem.group();
        problem
            .post(given, Constraint::Domain { var, values: vec![common::between(&mut rng, 1, 3)] });
        erased += check(&problem, &CompileOptions::default()).free;
        let model = problem.compile(&CompileOptions::default());
        let all = count(&model, u64::MAX, &Limits::default(), 1).count;
        let vars: Vec<VarId> = cells.concat();
        assert_eq!(all, common::brute_force(&problem, &vars).len() as u64);
        found += all;
    }
    assert!(erased > 100 && found > 20, "{erased} {found}");
}
