//! Requests that could exhaust memory, stack or patience end in a value.

mod support;

use std::sync::{Arc, atomic::AtomicBool};

use pencilmark_fd::*;
use support::random::{Flavour, Random, conjunction};
use support::run::{No, Query};

#[test]
fn huge_powers_are_refused() {
    let mut store = Store::new();
    let x = store.new_var();
    let tower =
        Expr::op2(Op2::Pow, Expr::word(7), Expr::op2(Op2::Pow, Expr::word(7), Expr::word(77)));
    let refused = Err(Stop::from(FdError::Resource("memory")));
    assert_eq!(store.post_rel(Rel::Eq, &Expr::Var(x), &tower), refused);
    let shift = Expr::op2(Op2::Shl, Expr::word(1), Expr::word(i64::MAX));
    assert_eq!(store.post_rel(Rel::Eq, &Expr::Var(x), &shift), refused);
}

#[test]
fn deep_expressions() {
    let mut store = Store::new();
    let (x, y) = (store.new_var(), store.new_var());
    let mut sum = Expr::word(0);
    for _ in 0..4_000 {
        sum = Expr::op2(Op2::Add, sum, Expr::op2(Op2::Mul, Expr::Var(x), Expr::Var(y)));
    }
    store.post_rel(Rel::Eq, &sum, &Expr::word(8_000)).unwrap();
    let mut sum = Expr::Var(y);
    for _ in 0..20_000 {
        sum = Expr::op2(Op2::Add, sum, Expr::op1(Op1::Abs, Expr::Var(x)));
    }
    let refused = Err(Stop::from(FdError::Resource("expression_depth")));
    assert_eq!(store.post_rel(Rel::Eq, &sum, &Expr::word(7)), refused);
    // Linear ones have no limit.
    let mut sum = Expr::Var(y);
    for _ in 0..20_000 {
        sum = Expr::op2(Op2::Add, sum, Expr::Var(x));
    }
    store.post_rel(Rel::Geq, &sum, &Expr::word(7)).unwrap();
}

#[test]
fn deep_formulas() {
    let mut store = Store::new();
    let x = store.new_var();
    let mut all = Formula::Rel(Rel::Gt, Expr::Var(x), Expr::word(0));
    for at in 0..1_000 {
        let next = Formula::Rel(Rel::Gt, Expr::Var(x), Expr::word(at));
        all = Formula::Or(Box::new(all), Box::new(next));
    }
    store.post_formula(&all).unwrap();
}

#[test]
fn long_chains_of_bindings() {
    let mut store = Store::new();
    let vars: Vec<FdVar> = (0..20_000).map(|_| store.new_var()).collect();
    for pair in vars.windows(2) {
        let next = Expr::op2(Op2::Add, Expr::Var(pair[0]), Expr::word(1));
        store.post_rel(Rel::Eq, &Expr::Var(pair[1]), &next).unwrap();
    }
    store.fix(vars[0], &5.into()).unwrap();
    assert_eq!(store.value(vars[19_999]), Some(20_004.into()));
}

#[test]
fn interrupt_stops_creeping_bounds() {
    let mut store = Store::new();
    let (x, y) = (store.new_var(), store.new_var());
    for var in [x, y] {
        store.post_in(&var.into(), &Domain::range(&0.into(), &(1 << 40).into())).unwrap();
    }
    store.set_limits(Some(Arc::new(AtomicBool::new(true))), None);
    store.post_rel(Rel::Gt, &Expr::Var(x), &Expr::Var(y)).unwrap();
    let stopped = store.post_rel(Rel::Gt, &Expr::Var(y), &Expr::Var(x));
    assert_eq!(stopped, Err(Stop::from(FdError::Interrupted)));
}

#[test]
fn huge_domains_are_labeled_lazily() {
    for branch in [Branch::Step, Branch::Enum, Branch::Bisect] {
        let mut store = Store::new();
        let list: Vec<Arg> = (0..3).map(|_| store.new_var().into()).collect();
        for var in &list {
            store.post_in(var, &Domain::range(&1.into(), &(1 << 55).into())).unwrap();
        }
        store.post_all_distinct(&list).unwrap();
        let options = LabelOptions { branch, ..LabelOptions::default() };
        let mut labeling = Labeling::start(&mut store, &options, &list).unwrap();
        assert!(labeling.next(&mut store).unwrap());
        assert!(labeling.next(&mut store).unwrap());
        let values: Vec<_> = list.iter().map(|v| store.deref(v)).collect();
        assert_eq!(values, [1.into(), 2.into(), 4.into()]);
    }
}

/// Everything a host can see of a store.
fn picture(query: &Query) -> (Vec<(String, String)>, Vec<String>) {
    (query.domains(), query.residuals())
}

#[test]
fn undo_takes_everything_back() {
    let mut random = Random::new(5);
    let mut undone = 0;
    for _ in 0..200 {
        let text = conjunction(&mut random, Flavour::Open);
        let mut query = match Query::start(&text) {
            Ok(query) => query,
            Err(No::Fail) => continue,
            Err(no) => panic!("{text}: {no:?}"),
        };
        let before = picture(&query);
        let vars: Vec<FdVar> = query.names.iter().map(|(_, v)| *v).collect();
        for _ in 0..4 {
            let mark = query.store.mark();
            for step in 0..4 {
                let var = vars[random.below(vars.len())];
                let other = vars[random.below(vars.len())];
                let value = Int::from(random.below(9) as i64 - 2);
                let product = Expr::op2(Op2::Mul, Expr::Var(var), Expr::Var(other));
                let done = match (step + random.below(4)) % 4 {
                    0 => query.store.fix(var, &value),
                    1 => query.store.unify(var, other),
                    2 => query.store.post_rel(Rel::Leq, &product, &Expr::Int(value)),
                    _ => query.store.post_all_distinct(&[var.into(), other.into(), value.into()]),
                };
                if done.is_err() {
                    break;
                }
            }
            query.store.undo_to(mark);
            assert_eq!(picture(&query), before, "{text}");
            undone += 1;
        }
    }
    assert!(undone > 100);
}
