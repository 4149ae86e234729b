//! `--why`: rules and facts that together have no answer set.

use std::collections::HashSet;
use std::ops::ControlFlow;

use pencilmark_asp::Limits;
use pencilmark_asp::load::{Options, Reader};
use pencilmark_asp::program::{Program, RuleId};
use pencilmark_asp::solve::{self, Core};

use super::Run;

/// Says which rules are to blame. Each of them is needed: without it there is an answer set.
pub fn explain(reader: &mut Reader, program: &Program, run: &Run<'_>) -> String {
    let all = reader.rules();
    // Most constraints have nothing to do with it, and that is found out without grounding.
    let limits = solve::Limits {
        deadline: run.deadline,
        stop: Some(run.interrupt.clone()),
        ..solve::Limits::default()
    };
    let mut candidates: Vec<RuleId> = all.iter().map(|(rule, _)| *rule).collect();
    if let Ok(Core::Constraints { sources, .. }) = solve::core(program, &limits) {
        let constraints: HashSet<RuleId> = constraints(program);
        candidates.retain(|rule| !constraints.contains(rule) || sources.contains(rule));
        if has_answer_set(reader, &candidates, run) != Some(false) {
            candidates = all.iter().map(|(rule, _)| *rule).collect();
        }
    }
    let blamed = solve::shrink(&candidates, |rules| has_answer_set(reader, rules, run));
    let blamed: HashSet<RuleId> = blamed.into_iter().collect();
    let mut text = "\nThese have no answer set together, and would have one without any of them:\n"
        .to_string();
    for (rule, span) in all.iter().filter(|(rule, _)| blamed.contains(rule)) {
        let _ = rule;
        let words: Vec<&str> = reader.sources.slice(*span).split_whitespace().collect();
        text.push_str(&format!("  {}: {}\n", reader.sources.place(*span), words.join(" ")));
    }
    text
}

/// Sources all of whose ground rules are constraints.
fn constraints(program: &Program) -> HashSet<RuleId> {
    let mut found = HashSet::new();
    let mut other = HashSet::new();
    for rule in program.rules() {
        match rule.head {
            pencilmark_asp::program::Head::Disjunction([]) => found.insert(rule.source),
            _ => other.insert(rule.source),
        };
    }
    found.retain(|source| !other.contains(source));
    found
}

/// Whether the program with only these rules has an answer set.
fn has_answer_set(reader: &mut Reader, rules: &[RuleId], run: &Run<'_>) -> Option<bool> {
    let limits = Limits {
        deadline: run.deadline,
        interrupt: Some(run.interrupt.clone()),
        atoms: run.settings.atom_limit,
    };
    let only = Some(rules.iter().copied().collect());
    let grounded = reader.ground(&Options { limits, only, ..Options::default() }).ok()?;
    let options = solve::Options {
        models: 1,
        opt_mode: solve::OptMode::Ignore,
        limits: solve::Limits {
            deadline: run.deadline,
            stop: Some(run.interrupt.clone()),
            ..solve::Limits::default()
        },
        ..solve::Options::default()
    };
    let stop = &mut |_: &solve::Model<'_>| ControlFlow::Break(());
    solve::solve(&grounded.program, &options, stop).ok()?.satisfiable
}
