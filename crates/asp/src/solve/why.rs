//! Why there is no answer set: a smallest set of source rules to blame.
//!
//! Leaving out constraints never takes answer sets away, so for them a smallest set is found
//! the usual way: each source rule's constraints share a literal that can be assumed; sets that
//! are satisfiable teach what every explanation must contain (implicit hitting sets).
//! Other rules are different: without a fact or a choice there may be fewer answer sets or
//! more. [`shrink`] therefore asks again for every subset it tries.

use std::collections::BTreeMap;

use pencilmark_sat as sat;
use sat::optimize::{Strategy, minimize};
use sat::{Answer, Limits, Lit, Solver};

use super::Error;
use super::compile::{Compiled, compile};
use crate::program::{Body, Head, Program, RuleId};

/// What [`core()`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Core {
    /// There is an answer set.
    Satisfiable,
    /// The constraints of these source rules, together with all rules that are not
    /// constraints, leave no answer set. No smaller number of them does, if `smallest`.
    Constraints {
        /// In ascending order; empty if there is no answer set without any constraint.
        sources: Vec<RuleId>,
        /// Whether it is known that no smaller set exists.
        smallest: bool,
    },
    /// A limit was met first.
    Unknown,
}

/// Which constraints are to blame for there being no answer set.
///
/// # Errors
/// If weights are too large.
pub fn core(program: &Program, limits: &Limits) -> Result<Core, Error> {
    let is_constraint = |at: usize| matches!(program.rule(at).head, Head::Disjunction([]));
    let mut compiled = compile(program, &|at| !is_constraint(at))?;
    let mut guards: BTreeMap<RuleId, Lit> = BTreeMap::new();
    for rule in program.rules().filter(|rule| matches!(rule.head, Head::Disjunction([]))) {
        let guard = *guards.entry(rule.source).or_insert_with(|| compiled.solver.new_var().lit());
        guarded(&mut compiled, guard, rule.body)?;
    }
    let guards: Vec<(RuleId, Lit)> = guards.into_iter().collect();
    let all: Vec<Lit> = guards.iter().map(|&(_, lit)| lit).collect();
    let mut kept: Vec<Lit> = program.assumptions.iter().map(|&lit| compiled.lit(lit)).collect();
    let always = kept.len();
    kept.extend(&all);
    let solver = &mut compiled.solver;
    let first = match solver.solve(&kept, limits) {
        Answer::Sat => return Ok(Core::Satisfiable),
        Answer::Unknown => return Ok(Core::Unknown),
        Answer::Unsat => solver.unsat_core().to_vec(),
    };
    kept.truncate(always);
    let mut core: Vec<Lit> = all.iter().copied().filter(|lit| first.contains(lit)).collect();
    let mut at = 0;
    while at < core.len() {
        let mut fewer = kept.clone();
        fewer.extend(core.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &lit)| lit));
        match solver.solve(&fewer, limits) {
            Answer::Unsat => {
                let found = solver.unsat_core();
                core.retain(|lit| found.contains(lit));
            }
            Answer::Sat => at += 1,
            Answer::Unknown => return Ok(named(&guards, &core, false)),
        }
    }
    let smallest = hitting_set(solver, &kept, &all, core.len(), limits)?;
    Ok(match smallest {
        Some(best) => named(&guards, &best, true),
        None if limits.expired() => named(&guards, &core, false),
        None => named(&guards, &core, true),
    })
}

fn named(guards: &[(RuleId, Lit)], core: &[Lit], smallest: bool) -> Core {
    let blamed = guards.iter().filter(|(_, lit)| core.contains(lit));
    Core::Constraints { sources: blamed.map(|&(source, _)| source).collect(), smallest }
}

/// A constraint that holds if its guard is true.
fn guarded(compiled: &mut Compiled, guard: Lit, body: Body<'_>) -> Result<(), Error> {
    match body {
        Body::Normal(lits) => {
            let mut clause: Vec<Lit> = lits.iter().map(|&lit| !compiled.lit(lit)).collect();
            clause.push(!guard);
            compiled.solver.add_clause(&clause);
        }
        Body::Sum { lower, elements } => {
            let total: i128 = elements.iter().map(|&(weight, _)| i128::from(weight)).sum();
            let total = i64::try_from(total).map_err(|_| Error::Overflow)?;
            let mut sum: Vec<(i64, Lit)> =
                elements.iter().map(|&(weight, lit)| (-weight, compiled.lit(lit))).collect();
            sum.push((total, !guard));
            compiled.solver.add_linear(&sum, 1 - lower)?;
        }
    }
    Ok(())
}

/// A set of fewer than `known` guards that cannot hold together, smallest of all. Nothing if
/// there is none, or a limit was met.
fn hitting_set(
    solver: &mut Solver,
    always: &[Lit],
    guards: &[Lit],
    known: usize,
    limits: &Limits,
) -> Result<Option<Vec<Lit>>, Error> {
    // Sets of guards of which every explanation contains one.
    let mut needed: Vec<Vec<usize>> = Vec::new();
    loop {
        let Some(candidate) = smallest_hit(guards.len(), &needed, limits)? else {
            return Ok(None);
        };
        if candidate.iter().filter(|&&chosen| chosen).count() >= known {
            return Ok(None);
        }
        let mut chosen = candidate;
        loop {
            let mut assumed = always.to_vec();
            assumed.extend((0..guards.len()).filter(|&at| chosen[at]).map(|at| guards[at]));
            match solver.solve(&assumed, limits) {
                Answer::Unknown => return Ok(None),
                Answer::Unsat => {
                    return Ok(Some(assumed.split_off(always.len())));
                }
                Answer::Sat => {}
            }
            // Whatever this model satisfies belongs to the same satisfiable set.
            let grown: Vec<bool> = guards.iter().map(|&lit| solver.is_true(lit)).collect();
            if grown == chosen {
                break;
            }
            chosen = grown;
        }
        // Add what can be added one by one; the rest is what every explanation must touch.
        for at in 0..guards.len() {
            if chosen[at] {
                continue;
            }
            let mut assumed = always.to_vec();
            assumed.extend((0..guards.len()).filter(|&i| chosen[i] || i == at).map(|i| guards[i]));
            match solver.solve(&assumed, limits) {
                Answer::Sat => chosen[at] = true,
                Answer::Unsat => {}
                Answer::Unknown => return Ok(None),
            }
        }
        needed.push((0..guards.len()).filter(|&at| !chosen[at]).collect());
    }
}

/// The smallest choice that contains a member of each set.
fn smallest_hit(
    count: usize,
    sets: &[Vec<usize>],
    limits: &Limits,
) -> Result<Option<Vec<bool>>, Error> {
    let mut solver = Solver::new();
    let vars: Vec<Lit> = (0..count).map(|_| solver.new_var().lit()).collect();
    for set in sets {
        let clause: Vec<Lit> = set.iter().map(|&at| vars[at]).collect();
        solver.add_clause(&clause);
    }
    let level = vars.iter().map(|&lit| (1, lit)).collect();
    let mut best = None;
    let optimum =
        minimize(&mut solver, &[level], &[], Strategy::Both, limits, &mut |solver, _| {
            best = Some(vars.iter().map(|&lit| solver.is_true(lit)).collect());
            std::ops::ControlFlow::Continue(())
        })?;
    Ok(best.filter(|_| optimum.proven))
}

/// Leaves members out of a set one by one while `has_answer_set` says no. Every single member
/// of the result is needed: without it there is an answer set, or it is not known whether.
/// `None` from the question means: not known.
pub fn shrink<T: Clone>(all: &[T], mut has_answer_set: impl FnMut(&[T]) -> Option<bool>) -> Vec<T> {
    let mut kept = all.to_vec();
    // Large parts first: most members have nothing to do with it.
    let mut size = kept.len().div_ceil(2).max(1);
    loop {
        let mut changed = false;
        let mut start = 0;
        while start < kept.len() {
            let end = (start + size).min(kept.len());
            let mut fewer = kept.clone();
            fewer.drain(start..end);
            if has_answer_set(&fewer) == Some(false) {
                kept = fewer;
                changed = true;
            } else {
                start = end;
            }
        }
        // Leaving one out may make another one superfluous: go on until nothing changes.
        if size == 1 && !changed {
            return kept;
        }
        if !changed || size > 1 {
            size = (size / 2).max(1);
        }
    }
}
