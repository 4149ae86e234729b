//! Every constraint against its own meaning, on random small problems.
//!
//! The solutions of the compiled model, found with both ways of going back, are those that
//! trying all assignments finds, each once; propagation at the root takes no value that a
//! solution uses, and where a propagator claims to be complete, it leaves no other.

mod common;
mod propagators {
    pub mod formulas;
    pub mod random;
    pub mod reference;
}

use std::collections::BTreeSet;
use std::sync::Arc;

use common::valid::Tally;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};
use pencilmark_kernel::search::root_domains;
use pencilmark_kernel::{CompileOptions, Constraint, Problem, PropId, Session, Strength, VarId};
use propagators::formulas::random_formula;
use propagators::random::{KINDS, Rng, Shape, random_constraint, random_vars};
use propagators::reference::{check_reasons, compare, compare_complete, post};

/// Compares random instances of one kind over random mixes of variables.
fn kind(name: &str, instances: u64) {
    for seed in 0..instances {
        let mut rng = Rng::new(seed);
        // Trying all assignments of the last shape takes a while.
        let all = [Shape::Plain, Shape::Offsets, Shape::Wide, Shape::Huge, Shape::Large];
        for &shape in if seed % 8 == 0 { &all[..] } else { &all[..4] } {
            let mut problem = Problem::new();
            let vars = random_vars(&mut rng, &mut problem, shape);
            let constraint = random_constraint(&mut rng, &problem, &vars, name);
            post(&mut problem, constraint.clone());
            compare(&problem, &format!("{name} {shape:?} seed {seed}: {constraint:?}"));
        }
    }
}

macro_rules! kinds {
    ($($test:ident: $name:literal, $count:literal;)*) => {
        $(#[test]
        fn $test() {
            kind($name, $count);
        })*
    };
}

kinds! {
    domain: "domain", 100;
    distinct: "distinct", 200;
    cage: "cage", 200;
    linear: "linear", 400;
    chain: "chain", 150;
    pair: "pair", 150;
    pairwise: "pairwise", 250;
    table: "table", 250;
    regular: "regular", 250;
    element: "element", 250;
    count: "count", 250;
    product: "product", 300;
    abs_diff: "abs-diff", 300;
    extreme: "extreme", 250;
    div_rem: "div-rem", 300;
    lex: "lex", 250;
    reified: "reified", 300;
    same_set: "same-set", 250;
    sets: "sets", 250;
    connected: "connected", 400;
    members: "members", 300;
    alike: "alike", 400;
    variety: "variety", 400;
    filling: "filling", 300;
    rank: "rank", 400;
    unequal: "unequal", 250;
    numbered: "numbered", 250;
    visible: "visible", 400;
    or: "or", 300;
    clause: "clause", 300;
}

#[test]
fn several_constraints_together() {
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let shape = if seed % 2 == 0 { Shape::Plain } else { Shape::Wide };
        let vars = random_vars(&mut rng, &mut problem, shape);
        for _ in 0..3 {
            let name = *rng.pick(&KINDS);
            let constraint = random_constraint(&mut rng, &problem, &vars, name);
            post(&mut problem, constraint);
        }
        compare(&problem, &format!("together seed {seed}: {:?}", problem.posted()));
    }
}

#[test]
fn formulas_over_small_variables() {
    for seed in 0..1500 {
        formula(seed, Shape::Offsets);
    }
}

#[test]
fn formulas_over_many_variables() {
    // Five variables are too many to list: these are taken apart.
    for seed in 0..1500 {
        formula(seed, Shape::Many);
    }
}

#[test]
fn formulas_over_wide_variables() {
    for seed in 0..600 {
        formula(seed, Shape::Wide);
    }
}

#[test]
fn formulas_near_the_ends_of_the_numbers() {
    for seed in 0..1000 {
        formula(seed, Shape::Huge);
    }
}

fn formula(seed: u64, shape: Shape) {
    let mut rng = Rng::new(seed);
    let mut problem = Problem::new();
    let vars = random_vars(&mut rng, &mut problem, shape);
    let depth = 1 + rng.below(4);
    let formula = random_formula(&mut rng, &vars, depth);
    post(&mut problem, Constraint::Formula(formula.clone()));
    compare(&problem, &format!("formula {shape:?} seed {seed}: {formula:?}"));
}

#[test]
fn complete_where_claimed() {
    let names = [
        "table", "regular", "pair", "chain", "lex", "cage", "sets", "distinct", "sum", "domain",
        "visible", "clause",
    ];
    for name in names {
        for seed in 0..3000 {
            let mut rng = Rng::new(seed);
            let mut problem = Problem::new();
            let aligned = matches!(name, "cage" | "sets" | "distinct" | "visible");
            let shape = if aligned { Shape::Aligned } else { Shape::Distinct };
            let vars = random_vars(&mut rng, &mut problem, shape);
            let constraint = random_constraint(&mut rng, &problem, &vars, name);
            post(&mut problem, constraint.clone());
            let options = CompileOptions { distinct: Strength::Full, ..Default::default() };
            let what = format!("{name} seed {seed}: {constraint:?}");
            compare_complete(&problem, &options, &what);
        }
    }
}

#[test]
fn automata_are_complete_where_values_are_gone() {
    // The layers know the declared domains, so it takes holes in them to leave a state.
    for seed in 0..6000 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let vars = random_vars(&mut rng, &mut problem, Shape::Distinct);
        let constraint = random_constraint(&mut rng, &problem, &vars, "regular");
        for &var in &vars {
            let def = problem.def(var);
            let values = (def.lo..=def.hi).filter(|_| rng.below(3) > 0).collect();
            post(&mut problem, Constraint::Domain { var, values });
        }
        post(&mut problem, constraint.clone());
        let what = format!("regular with holes, seed {seed}: {constraint:?}");
        compare_complete(&problem, &CompileOptions::default(), &what);
    }
}

#[test]
fn clauses_are_no_tables() {
    let mut reached = 0;
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let vars = random_vars(&mut rng, &mut problem, Shape::Distinct);
        let clause = random_constraint(&mut rng, &problem, &vars, "clause");
        let Constraint::Or(branches) = &clause else { panic!("a clause is a disjunction") };
        // The same as a rule says it.
        let is = |branch: &Vec<Constraint>| match &branch[0] {
            Constraint::Domain { var, values } => Formula::In(Expr::Var(*var), values.clone()),
            other => panic!("{other:?}"),
        };
        let rule = Constraint::Formula(Formula::Or(branches.iter().map(is).collect()));
        for (constraint, what) in [(clause.clone(), "clause"), (rule, "rule")] {
            let mut problem = problem.clone();
            post(&mut problem, constraint);
            let what = format!("{what} seed {seed}: {:?}", problem.posted());
            compare_complete(&problem, &CompileOptions::default(), &what);
            let model = problem.compile(&CompileOptions::default());
            let names = (0..model.prop_count()).map(|p| model.prop_name(PropId::new(p)));
            reached += names.filter(|name| *name == "clause").count();
        }
    }
    assert!(reached > 200, "{reached}");
}

#[test]
fn some_differ_unless_another_is_among_its_values() {
    let mut tally = Tally::default();
    let (mut reached, mut narrowed) = (0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        // Of five variables with six values no rows are listed.
        let vars: Vec<VarId> = (0..5).map(|_| problem.var(0, 5)).collect();
        let mut before = 0;
        for &var in &vars {
            let one = rng.below(6) as i64;
            let values: Vec<i64> = (0..6).filter(|v| *v == one || rng.below(5) < 1).collect();
            before += values.len();
            post(&mut problem, Constraint::Domain { var, values });
        }
        let values = (0..6).filter(|_| rng.below(3) == 0).collect();
        let is = vec![Constraint::Domain { var: vars[0], values }];
        let differ = vec![Constraint::Distinct(vars[1..].to_vec())];
        let branches = if seed % 2 == 0 { vec![is, differ] } else { vec![differ, is] };
        post(&mut problem, Constraint::Or(branches));
        let what = format!("seed {seed}: {:?}", problem.posted());
        compare(&problem, &what);
        check_reasons(&problem, &what, &mut tally);
        let model = problem.compile(&CompileOptions::default());
        let names = (0..model.prop_count()).map(|p| model.prop_name(PropId::new(p)));
        reached += names.filter(|name| *name == "unless").count();
        let root = root_domains(&model).unwrap_or_default();
        narrowed += usize::from(root.iter().map(Vec::len).sum::<usize>() < before);
    }
    assert!(reached > 200 && narrowed > 50, "{reached} {narrowed}");
}

#[test]
fn a_house_leaves_no_hidden_single() {
    // A cell that takes its hidden single gives up others, which may then be hidden too.
    for seed in 0..2000 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let vars: Vec<VarId> = (0..6).map(|_| problem.var(1, 6)).collect();
        for &var in &vars {
            let values = (1..=6).filter(|_| rng.below(5) > 2).collect();
            post(&mut problem, Constraint::Domain { var, values });
        }
        post(&mut problem, Constraint::Distinct(vars));
        let Some(root) = root_domains(&problem.compile(&CompileOptions::default())) else {
            continue;
        };
        for value in 1..=6 {
            let mut places = root.iter().filter(|domain| domain.contains(&value));
            let (first, second) = (places.next(), places.next());
            let hidden = second.is_none() && first.is_some_and(|domain| domain.len() > 1);
            assert!(!hidden, "seed {seed}: {value} in {root:?}");
        }
    }
}

#[test]
fn elements_and_counts_are_complete() {
    // Five variables of six values are not listed, so these are the propagators' own.
    for seed in 0..120 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let vars: Vec<VarId> = (0..5).map(|_| problem.var(0, 5)).collect();
        for &var in &vars {
            let values = (0..=5).filter(|_| rng.below(5) > 1).collect();
            post(&mut problem, Constraint::Domain { var, values });
        }
        let list = vars[2..].to_vec();
        post(
            &mut problem,
            match seed % 2 {
                0 => Constraint::Element { index: vars[0], list, value: vars[1] },
                _ => Constraint::Count {
                    vars: vars[1..].to_vec(),
                    values: vec![1, 4],
                    count: vars[0],
                },
            },
        );
        compare_complete(&problem, &CompileOptions::default(), &format!("seed {seed}"));
    }
}

#[test]
fn counts_reach_beyond_a_word_of_places() {
    // Two of seventy are gone at the ends, and sixty-eight or more are wanted: all the others.
    for (few, wanted) in [(false, 68), (true, 0)] {
        let mut problem = Problem::new();
        let vars: Vec<VarId> = (0..70).map(|_| problem.var(1, 2)).collect();
        let count = problem.var(0, 70);
        for var in [vars[0], vars[69]] {
            post(&mut problem, Constraint::Domain { var, values: vec![2] });
        }
        let values = if few { (0..=wanted).collect() } else { (wanted..=70).collect() };
        post(&mut problem, Constraint::Domain { var: count, values });
        post(&mut problem, Constraint::Count { vars, values: vec![1], count });
        let root = root_domains(&problem.compile(&CompileOptions::default())).expect("possible");
        let middle = if few { 2 } else { 1 };
        assert!(root[1..69].iter().all(|domain| *domain == [middle]), "{few}: {root:?}");
        assert_eq!(root[0], [2], "{few}");
        assert_eq!(root[70], [wanted, wanted], "{few}: the bounds of a wide domain");
    }
}

#[test]
fn covers_are_complete() {
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let vars: Vec<_> = (0..1 + rng.below(5)).map(|_| problem.var(1, 6)).collect();
        for &var in &vars {
            let values = (1..=6).filter(|_| rng.below(3) > 0).collect();
            post(&mut problem, Constraint::Domain { var, values });
        }
        // Each value is in one of the groups, or in none.
        let mut groups = vec![Vec::new(); rng.below(5) as usize];
        for v in 1..=6 {
            if let Some(group) = groups.get_mut(rng.below(5) as usize) {
                group.push(v);
            }
        }
        post(&mut problem, Constraint::Cover { vars, groups: groups.into() });
        compare_complete(&problem, &CompileOptions::default(), &format!("cover seed {seed}"));
    }
}

#[test]
fn renban_sets_are_complete() {
    let pairs = |k: i64| {
        let all = (1..=9).flat_map(|a| (1..=9).map(move |b| (a, b)));
        all.filter(|&(a, b): &(i64, i64)| a != b && (a - b).abs() < k).collect::<Arc<[_]>>()
    };
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let n = 2 + rng.below(3) as usize;
        let vars: Vec<VarId> = (0..n).map(|_| problem.var(1, 9)).collect();
        for &var in &vars {
            let values = (1..=9).filter(|_| rng.below(3) > 0).collect();
            post(&mut problem, Constraint::Domain { var, values });
        }
        post(&mut problem, Constraint::Pairwise { vars, allowed: pairs(n as i64) });
        compare_complete(&problem, &CompileOptions::default(), &format!("renban seed {seed}"));
    }
}

#[test]
fn reasons_follow_from_the_constraints_they_name() {
    let tally = reasons(&[Shape::Plain, Shape::Offsets, Shape::Plain], 60);
    assert!(tally.free > 5000, "{tally:?}");
}

#[test]
fn reasons_that_move_bounds_follow_too() {
    let tally = reasons(&[Shape::Wide, Shape::Many, Shape::Huge], 150);
    assert!(tally.bounds > 1000, "{tally:?}");
    assert!(tally.left_out * 100 < tally.free, "{tally:?}");
}

#[test]
fn reasons_about_added_variables_follow_too() {
    let mut tally = Tally::default();
    for seed in 0..2400 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let shape = *rng.pick(&[Shape::Many, Shape::Large, Shape::Wide, Shape::Huge]);
        let vars = random_vars(&mut rng, &mut problem, shape);
        for _ in 0..2 {
            let depth = 1 + rng.below(4);
            let formula = random_formula(&mut rng, &vars, depth);
            post(&mut problem, Constraint::Formula(formula));
        }
        let domain = random_constraint(&mut rng, &problem, &vars, "domain");
        post(&mut problem, domain);
        check_reasons(&problem, &format!("seed {seed}: {:?}", problem.posted()), &mut tally);
    }
    assert!(tally.added > 1000 && tally.bounds > 100, "{tally:?}");
    assert!(tally.left_out * 20 < tally.free, "{tally:?}");
}

/// Checks every reason of random problems.
fn reasons(shapes: &[Shape], instances: u64) -> Tally {
    let mut tally = Tally::default();
    for name in KINDS {
        for seed in 0..instances {
            let mut rng = Rng::new(seed);
            let mut problem = Problem::new();
            let shape = shapes[seed as usize % shapes.len()];
            let vars = random_vars(&mut rng, &mut problem, shape);
            for name in [name, "domain", "distinct"] {
                let constraint = random_constraint(&mut rng, &problem, &vars, name);
                post(&mut problem, constraint);
            }
            let what = format!("{name} seed {seed}: {:?}", problem.posted());
            check_reasons(&problem, &what, &mut tally);
        }
    }
    tally
}

#[test]
fn a_host_that_posts_and_takes_back_counts_the_same() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let vars = random_vars(&mut rng, &mut problem, Shape::Many);
        let mut host = Session::new();
        problem.vars().iter().for_each(|def| assert_eq!(host.var(def.lo, def.hi), def.id));
        for name in ["formula", "or"] {
            let constraint = random_constraint(&mut rng, &problem, &vars, name);
            let passing = random_constraint(&mut rng, &problem, &vars, "formula");
            host.push();
            let _ = host.post(passing);
            host.pop();
            let _ = host.post(constraint.clone());
            post(&mut problem, constraint);
        }
        let expected = propagators::reference::brute_force(&problem).len() as u64;
        assert_eq!(host.count(u64::MAX), expected, "seed {seed}: {:?}", problem.posted());
    }
}

#[test]
fn every_propagator_is_reached() {
    let mut missing: BTreeSet<&str> = BTreeSet::from([
        "house",
        "all-distinct",
        "cage",
        "sum",
        "at-most",
        "equal",
        "differ",
        "chain",
        "pair",
        "same-set",
        "values",
        "pairwise",
        "table",
        "regular",
        "element",
        "count",
        "product",
        "abs-diff",
        "extreme",
        "div-rem",
        "lex",
        "reified",
        "or",
        "check",
    ]);
    for seed in 0..400 {
        for shape in [Shape::Plain, Shape::Aligned, Shape::Wide, Shape::Huge, Shape::Large] {
            for name in KINDS {
                let mut rng = Rng::new(seed);
                let mut problem = Problem::new();
                let vars = random_vars(&mut rng, &mut problem, shape);
                let constraint = random_constraint(&mut rng, &problem, &vars, name);
                post(&mut problem, constraint);
                let model = problem.compile(&CompileOptions::default());
                for prop in 0..model.prop_count() {
                    missing.remove(model.prop_name(PropId::new(prop)));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_variable_of_one_value_excludes_it_elsewhere() {
    let mut problem = Problem::new();
    let (a, b) = (problem.var(5, 5), problem.var(5, 6));
    post(&mut problem, Constraint::Distinct(vec![a, b]));
    compare(&problem, "one value");
}

#[test]
fn a_sum_that_excludes_values_from_its_own_variables() {
    // Both of a and b are needed, so c, which sees them, loses 2 while the sum is at work.
    for order in [[0, 1, 2, 3], [2, 3, 0, 1], [3, 0, 2, 1]] {
        let mut problem = Problem::new();
        let vars: Vec<VarId> = (0..4).map(|_| problem.var(1, 9)).collect();
        let left: [&[i64]; 4] = [&[1, 2], &[1, 2], &[2, 5], &[3, 6]];
        for (&var, values) in vars.iter().zip(left) {
            post(&mut problem, Constraint::Domain { var, values: values.to_vec() });
        }
        post(&mut problem, Constraint::Distinct(vec![vars[0], vars[1], vars[2]]));
        post(&mut problem, Constraint::Distinct(vec![vars[2], vars[3]]));
        let terms = order.map(|i| (if i < 2 { 1 } else { -1 }, vars[i])).to_vec();
        post(&mut problem, Constraint::Linear { terms, op: Cmp::Eq, rhs: -5 });
        compare(&problem, &format!("{order:?}"));
    }
}

#[test]
fn sums_of_variables_that_see_each_other() {
    // Signs and coefficients split them into groups that see one another across.
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let mut problem = Problem::new();
        let vars: Vec<VarId> = (0..5).map(|_| problem.var(1, 6)).collect();
        for &var in &vars {
            let values = (1..=6).filter(|_| rng.below(5) > 2).collect();
            post(&mut problem, Constraint::Domain { var, values });
        }
        for _ in 0..3 {
            let some = vars.iter().copied().filter(|_| rng.below(5) > 1).collect();
            post(&mut problem, Constraint::Distinct(some));
        }
        let mut terms: Vec<_> = vars.iter().map(|&v| (*rng.pick(&[1, 1, -1, -1, 2]), v)).collect();
        terms.rotate_left(rng.below(5) as usize);
        let rhs = rng.between(-6, 8);
        post(&mut problem, Constraint::Linear { terms, op: Cmp::Eq, rhs });
        compare(&problem, &format!("seed {seed}: {:?}", problem.posted()));
    }
}

#[test]
fn products_beyond_64_bits_make_their_comparison_false() {
    let big = 1 << 40;
    let mut problem = Problem::new();
    let vars: Vec<VarId> = (0..5).map(|_| problem.var(big, big + 1)).collect();
    let var = |i: usize| Expr::Var(vars[i]);
    let product = Expr::Mul(Box::new(var(0)), Box::new(var(1)));
    let sum = Expr::Sum(vec![product, var(2), var(3), var(4)]);
    let positive = Formula::Cmp(Cmp::Gt, sum, Expr::Const(0));
    let negative = Formula::Not(Box::new(positive.clone()));
    let mut denied = problem.clone();
    post(&mut problem, Constraint::Formula(positive));
    compare(&problem, "overflow");
    post(&mut denied, Constraint::Formula(negative));
    compare(&denied, "overflow denied");
}

#[test]
fn unbounded_variables_are_narrowed_not_enumerated() {
    let mut problem = Problem::new();
    let (x, y) = (problem.var(i64::MIN, i64::MAX), problem.var(i64::MIN, i64::MAX));
    let (q, r) = (problem.var(i64::MIN, i64::MAX), problem.var(i64::MIN, i64::MAX));
    post(&mut problem, Constraint::Domain { var: x, values: vec![-17, 40] });
    post(&mut problem, Constraint::Domain { var: y, values: vec![-5, 0, 3] });
    let rounding = Rounding::Floor;
    let divide = Constraint::DivRem { a: x, b: y, quotient: q, remainder: r, rounding };
    post(&mut problem, divide);
    let model = problem.compile(&CompileOptions::default());
    let found = propagators::reference::solutions(&problem, &model);
    let expected = [[-17, -5, 3, -2], [-17, 3, -6, 1], [40, -5, -8, 0], [40, 3, 13, 1]];
    assert_eq!(found, expected.map(|row| row.to_vec()));
}
