//! Patterns of file names: `wildcard_match/2,3` and the expansion of names.

use super::{
    args::{self, syntax, unify_list},
    text::{self, Accept},
};
use crate::{
    cell::Cell,
    machine::Machine,
    native::Table,
    throw::{Outcome, Throw},
};

/// The predicates.
pub const NATIVES: Table =
    &[("$wildcard_match", 3, wildcard_match), ("$expand_pattern", 2, expand)];

/// One step of a pattern.
#[derive(Debug, Clone)]
enum Step {
    Char(char),
    Any,
    Star,
    /// Characters from one to another.
    Set(Vec<(char, char)>),
    /// Alternatives, each with the rest of the pattern still to come.
    Either(Vec<Vec<Step>>),
}

/// Parses a pattern; `None` where a bracket is not closed.
fn parse(pattern: &str) -> Option<Vec<Step>> {
    // One open level for each brace: its finished alternatives and the steps before it.
    let mut levels: Vec<(Vec<Step>, Vec<Vec<Step>>)> = Vec::new();
    let mut steps = Vec::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '*' => steps.push(Step::Star),
            '?' => steps.push(Step::Any),
            '\\' => steps.push(Step::Char(chars.next().unwrap_or('\\'))),
            '[' => steps.push(Step::Set(set(&mut chars)?)),
            '{' => levels.push((std::mem::take(&mut steps), Vec::new())),
            ',' if !levels.is_empty() => {
                let done = std::mem::take(&mut steps);
                levels.last_mut()?.1.push(done);
            }
            '}' if !levels.is_empty() => {
                let (before, mut alternatives) = levels.pop()?;
                alternatives.push(std::mem::replace(&mut steps, before));
                steps.push(Step::Either(alternatives));
            }
            c => steps.push(Step::Char(c)),
        }
    }
    levels.is_empty().then_some(steps)
}

fn set(chars: &mut std::str::Chars<'_>) -> Option<Vec<(char, char)>> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    loop {
        match chars.next()? {
            ']' if !ranges.is_empty() => return Some(ranges),
            '\\' => {
                let c = chars.next()?;
                ranges.push((c, c));
            }
            '-' if !ranges.is_empty() => match chars.next()? {
                ']' => {
                    ranges.push(('-', '-'));
                    return Some(ranges);
                }
                to => ranges.last_mut()?.1 = to,
            },
            c => ranges.push((c, c)),
        }
    }
}

/// Does the text fit? Alternatives are tried from a stack of (steps left, place in the text);
/// steps left are in reverse, so that the next one is the last.
fn matches(steps: &[Step], text: &[char], fold: bool) -> bool {
    let same = |a: char, b: char| a == b || fold && a.to_lowercase().eq(b.to_lowercase());
    let start: Vec<Step> = steps.iter().rev().cloned().collect();
    let mut pending = vec![(start, 0)];
    while let Some((mut left, at)) = pending.pop() {
        let Some(step) = left.pop() else {
            if at == text.len() {
                return true;
            }
            continue;
        };
        let next = text.get(at).copied();
        match step {
            Step::Char(c) if next.is_some_and(|n| same(c, n)) => pending.push((left, at + 1)),
            Step::Any if next.is_some() => pending.push((left, at + 1)),
            Step::Set(ranges) => {
                let inside = |n: char| {
                    let folded = |c: char| c.to_lowercase().next().unwrap_or(c);
                    ranges.iter().any(|&(from, to)| {
                        (from..=to).contains(&n)
                            || fold && (folded(from)..=folded(to)).contains(&folded(n))
                    })
                };
                if next.is_some_and(inside) {
                    pending.push((left, at + 1));
                }
            }
            Step::Star => {
                if left.is_empty() {
                    return true;
                }
                pending.extend((at..=text.len()).map(|place| (left.clone(), place)));
            }
            Step::Either(alternatives) => {
                for alternative in alternatives {
                    let mut all = left.clone();
                    all.extend(alternative.into_iter().rev());
                    pending.push((all, at));
                }
            }
            _ => {}
        }
    }
    false
}

fn pattern(m: &mut Machine) -> Result<(String, Vec<Step>), Throw> {
    let cell = m.arg(0);
    let source = text::want(m, cell, Accept::PLAIN)?.to_string();
    match parse(&source) {
        Some(steps) => Ok((source, steps)),
        None => Err(syntax(m, "Unmatched bracket in pattern")),
    }
}

/// `$wildcard_match(+Pattern, +Text, +Fold)`.
fn wildcard_match(m: &mut Machine) -> Outcome {
    let (_, steps) = pattern(m)?;
    let cell = m.arg(1);
    let subject: Vec<char> = text::want(m, cell, Accept::PLAIN)?.to_string().chars().collect();
    let fold = args::natural(m, m.arg(2))? == 1;
    Ok(matches(&steps, &subject, fold))
}

/// `$expand_pattern(+Pattern, -Files)`: the files whose paths fit, segment by segment.
fn expand(m: &mut Machine) -> Outcome {
    let (source, _) = pattern(m)?;
    let mut found = vec![if source.starts_with('/') { "/".to_string() } else { String::new() }];
    for segment in source.split('/').filter(|s| !s.is_empty()) {
        let join = |base: &String, name: &str| match base.as_str() {
            "" => name.to_string(),
            base if base.ends_with('/') => format!("{base}{name}"),
            base => format!("{base}/{name}"),
        };
        let special = segment.contains(['*', '?', '[', '{']);
        let steps = parse(segment).unwrap_or_default();
        let mut next = Vec::new();
        for base in &found {
            if !special {
                let path = join(base, segment);
                if std::path::Path::new(&path).exists() {
                    next.push(path);
                }
                continue;
            }
            let directory = if base.is_empty() { "." } else { base };
            let Ok(entries) = std::fs::read_dir(directory) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let chars: Vec<char> = name.chars().collect();
                let hidden = name.starts_with('.') && !segment.starts_with('.');
                if !hidden && matches(&steps, &chars, false) {
                    next.push(join(base, &name));
                }
            }
        }
        found = next;
    }
    found.sort();
    let cells: Vec<Cell> = found.iter().map(|name| args::atom(m, name)).collect();
    unify_list(m, 1, &cells)
}
