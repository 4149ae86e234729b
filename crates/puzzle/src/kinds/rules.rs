//! Rules of the puzzle's own, in the rule language.

use crate::flaw::{Flaw, Part};
use crate::formula_text::formula_told;
use crate::kind::{Arg, Kind, Shape};
use crate::span::fits;

pub(crate) static KINDS: &[&Kind] = &[&RULE];

static RULE: Kind = Kind {
    name: "rule",
    aliases: &[],
    args: &[Arg::new("formula", Shape::Formula)],
    summary: "The statement holds.",
    example: "rule r1c1 + r1c2 = 10 or r9c9 = 3",
    check: |clue, puzzle| match &clue.formula {
        Some(formula) if !fits(formula, puzzle) => {
            let message = "numbers in this rule can get too large";
            Err(Flaw::new(Part::Arg(0), message).help("every result must fit 64 bits"))
        }
        _ => Ok(()),
    },
    differ: true,
    meaning: |clue, _| clue.formula.iter().cloned().collect(),
    lower: |clue, _, lower| match &clue.ways[..] {
        [] => clue.formula.iter().for_each(|f| lower.formula(f)),
        ways => lower.either(ways),
    },
    words: |clue, puzzle| {
        if let Some(name) = &clue.called {
            return name.clone();
        }
        let Some(formula) = &clue.formula else {
            return "an empty rule".into();
        };
        // As written it is shorter: quantifiers are expanded in the formula.
        let written = clue.origin.as_ref().and_then(|o| {
            let (_, rest) = o.text.trim().split_once(char::is_whitespace)?;
            Some(rest.split('#').next()?.trim().to_string())
        });
        let text = written.unwrap_or_else(|| formula_told(formula, puzzle));
        format!("the rule `{text}`")
    },
    ..Kind::PLAIN
};
