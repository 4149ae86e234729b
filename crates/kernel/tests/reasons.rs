//! Every reason is valid: its items and premises imply its conclusion, by brute force.

mod common;

use common::{assignments, random_problem, sudoku};
use pencilmark_kernel::reason::{Conclusion, Premise, Reason, Story};
use pencilmark_kernel::search::Rng;
use pencilmark_kernel::{CompileOptions, DeriveOptions, Model, Problem, Strength, VarId, derive};

fn allowed(premises: &[Premise], value: &dyn Fn(VarId) -> i64) -> bool {
    premises.iter().all(|p| match *p {
        Premise::Gone(v, x) => value(v) != x,
        Premise::AtLeast(v, x) => value(v) >= x,
        Premise::AtMost(v, x) => value(v) <= x,
    })
}

/// Tries every assignment of the variables the reason speaks of.
fn check_valid(problem: &Problem, model: &Model, reason: &Reason) {
    let mut scope: Vec<VarId> = Vec::new();
    let meanings = reason.items.iter().map(|&i| &model.items()[i].meaning);
    let of_premise = |p: &Premise| match *p {
        Premise::Gone(v, _) | Premise::AtLeast(v, _) | Premise::AtMost(v, _) => v,
    };
    let conclusion = match reason.conclusion {
        Conclusion::Not(v, _) => Some(v),
        Conclusion::Conflict => None,
    };
    let all = meanings.clone().flat_map(|m| m.scope());
    for v in all.chain(reason.premises.iter().map(of_premise)).chain(conclusion) {
        if !scope.contains(&v) {
            scope.push(v);
        }
    }
    let broken = assignments(problem, &scope, |value| {
        allowed(&reason.premises, value)
            && meanings.clone().all(|m| m.holds(value))
            && match reason.conclusion {
                Conclusion::Not(v, x) => value(v) == x,
                Conclusion::Conflict => true,
            }
    });
    let what: Vec<_> = meanings.collect();
    assert!(
        broken.is_empty(),
        "{reason:?} with {what:?} is refuted by {scope:?} = {:?}",
        broken[0]
    );
}

/// A premise must have been erased before what follows from it.
fn check_order(story: &Story<'_>, reason: &Reason) {
    let erased = story.erased();
    let Conclusion::Not(var, value) = reason.conclusion else { return };
    let at = erased.iter().position(|&e| e == (var, value)).expect("it was erased");
    for premise in &reason.premises {
        if let Premise::Gone(v, x) = *premise {
            assert!(erased[..at].contains(&(v, x)), "{premise:?} is not older than {reason:?}");
        }
    }
}

fn check_story(problem: &Problem, options: &CompileOptions) -> usize {
    let model = problem.compile(options);
    // Auxiliary variables would need a problem of their own to be enumerated.
    if model.vars().len() != problem.vars().len() {
        return 0;
    }
    let story = Story::new(&model);
    let erased = story.erased();
    for &(var, value) in &erased {
        let reason = story.why(var, value).expect("an erased value has a reason");
        check_valid(problem, &model, &reason);
        check_order(&story, &reason);
    }
    assert_eq!(story.why_failed().is_some(), story.failed());
    if let Some(reason) = story.why_failed() {
        check_valid(problem, &model, &reason);
    }
    erased.len()
}

#[test]
fn random_problems_have_valid_reasons() {
    let mut rng = Rng::new(1);
    let mut erased = 0;
    for round in 0..600 {
        let (problem, _) = random_problem(&mut rng);
        let distinct = if round % 2 == 0 { Strength::Full } else { Strength::Weak };
        erased += check_story(&problem, &CompileOptions { distinct });
    }
    assert!(erased > 2000, "only {erased} erasures were looked at");
}

#[test]
fn a_small_sudoku_with_derived_constraints_has_valid_reasons() {
    let (problem, _) = sudoku("1... ...3 .4.. ..2.");
    let problem = derive(&problem, &DeriveOptions::default());
    assert!(check_story(&problem, &CompileOptions::default()) > 20);
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
fn assumptions_are_their_own_reason() {
    let (problem, cells) = sudoku("12.. .... .... ....");
    let model = problem.compile(&CompileOptions::default());
    let mut story = Story::new(&model);
    story.assume(cells[2], 4);
    assert_eq!(story.value(cells[3]), Some(3));
    let reason = story.why(cells[2], 3).expect("it was assumed to be 4");
    assert!(reason.items.is_empty() && reason.premises.is_empty());
}
