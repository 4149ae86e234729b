//! `--why`: rules and facts that leave no answer set.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use pencilmark_asp::Limits;
use pencilmark_asp::load::{Options, Reader};
use pencilmark_asp::program::RuleId;
use pencilmark_asp::solve::{self, Blame, Effort};

use super::Run;

/// After so much work a set is printed although a smaller one may exist. Not a time: the same
/// program gets the same answer.
const EFFORT: Effort = Effort { conflicts: 20_000, sets: 400 };

/// Says which rules and facts are to blame.
pub fn explain(reader: &mut Reader, run: &Run<'_>) -> String {
    let limits = Limits {
        deadline: run.deadline,
        interrupt: Some(run.interrupt.clone()),
        atoms: run.settings.atom_limit,
    };
    // Facts stay in the ground program, so that they can be blamed.
    let options = Options { limits, keep_facts: true, ..Options::default() };
    let said = reader.messages.len();
    let grounded = reader.ground(&options);
    reader.messages.truncate(said);
    let limits = solve::Limits {
        deadline: run.deadline,
        stop: Some(run.interrupt.clone()),
        ..solve::Limits::default()
    };
    let blamed = grounded.ok().map(|grounded| solve::blame(&grounded.program, EFFORT, &limits));
    let (sources, smallest) = match blamed {
        Some(Ok(Blame::Rules { sources, smallest })) => (sources, smallest),
        _ if run.interrupt.load(Ordering::Relaxed) => {
            return "\nInterrupted before it was known which rules leave no answer set.\n".into();
        }
        _ => return "\nThere was no time to find out which rules leave no answer set.\n".into(),
    };
    let blamed: HashSet<RuleId> = sources.into_iter().collect();
    let mut text = "\nThese leave no answer set, whichever of the other rules are kept".to_string();
    text.push_str(match smallest {
        true => " (no smaller set does):\n",
        false => "\n(each is needed; whether a smaller set does it was not found out):\n",
    });
    for (_, span) in reader.rules().iter().filter(|(rule, _)| blamed.contains(rule)) {
        let words: Vec<&str> = reader.sources.slice(*span).split_whitespace().collect();
        text.push_str(&format!("  {}: {}\n", reader.sources.place(*span), words.join(" ")));
    }
    text
}
