//! Against brute force: propagation removes no value of a solution, and labeling gives exactly
//! the solutions, in order.

mod support;

use support::meaning::{Values, holds};
use support::random::{Flavour, Random, conjunction};
use support::read::{Term, read};
use support::run::{No, Query};

const LOW: i64 = -4;
const HIGH: i64 = 14;

fn names(goal: &Term, found: &mut Vec<String>) {
    match goal {
        Term::Var(name) if !found.contains(name) => found.push(name.clone()),
        Term::Var(_) | Term::Int(_) => {}
        Term::Call(_, args) | Term::List(args) => args.iter().for_each(|a| names(a, found)),
    }
}

/// All solutions, the first variable slowest.
fn solutions(goal: &Term, names: &[String]) -> Vec<Vec<i64>> {
    let mut found = Vec::new();
    let mut values = vec![LOW; names.len()];
    loop {
        let env: Values = names.iter().map(String::as_str).zip(values.iter().copied()).collect();
        if holds(goal, &env) {
            found.push(values.clone());
        }
        let Some(at) = (0..values.len()).rev().find(|&at| values[at] < HIGH) else { break };
        values[at] += 1;
        values[at + 1..].fill(LOW);
    }
    found
}

fn check(text: &str) {
    let goal = read(text).unwrap();
    let mut vars = Vec::new();
    names(&goal, &mut vars);
    let expected = solutions(&goal, &vars);
    // Propagation alone keeps every solution.
    match Query::start(text) {
        Ok(query) => {
            for (name, var) in &query.names {
                let at = vars.iter().position(|v| v == name).unwrap();
                let dom = query.store.domain(*var);
                for solution in &expected {
                    assert!(dom.contains(&solution[at].into()), "{text}: {name} lost a value");
                }
            }
        }
        Err(No::Fail) => assert!(expected.is_empty(), "{text}: failed"),
        Err(no) => panic!("{text}: {no:?}"),
    }
    let labeled = format!("{text}, label([{}])", vars.join(","));
    let mut found = Vec::new();
    match Query::start(&labeled) {
        Ok(mut query) => {
            while query.next().unwrap() {
                let value = |name: &String| {
                    let (_, var) = query.names.iter().find(|(n, _)| n == name).unwrap();
                    query.store.value(*var).unwrap().as_i64().unwrap()
                };
                found.push(vars.iter().map(value).collect::<Vec<_>>());
            }
        }
        Err(No::Fail) => {}
        Err(no) => panic!("{labeled}: {no:?}"),
    }
    assert_eq!(found, expected, "{labeled}");
}

#[test]
fn random_conjunctions() {
    let mut random = Random::new(1);
    for _ in 0..120 {
        check(&conjunction(&mut random, Flavour::Finite));
    }
}

#[test]
fn each_function_alone() {
    let functions = [
        "A+B",
        "A-B",
        "A*B",
        "A//B",
        "A div B",
        "A mod B",
        "A rem B",
        "min(A,B)",
        "max(A,B)",
        "abs(A)",
        "-A",
        "A^2",
        "A^3",
        "A*A",
        "2*A-3*B",
        "A//2",
        "A//(-3)",
        "A div (-2)",
        "A mod 3",
        "A mod (-3)",
        "A rem 3",
        "A rem (-2)",
        "5//A",
        "(-5)//A",
        "5 div A",
        "7 rem A",
    ];
    for function in functions {
        for relation in ["#=", "#\\=", "#<", "#>="] {
            check(&format!("A in -4..5, B in -2\\/0..4, C in -3..8, {function} {relation} C"));
            check(&format!(
                "A in -4..5, B in -2\\/0..4, C in 0..1, C #= 1 #<==> ({function} {relation} 2)"
            ));
        }
    }
}
