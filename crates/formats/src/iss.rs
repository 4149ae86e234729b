//! The language of the Interactive Sudoku Solver: `.Cage~15~R1C1~R1C2.AntiKnight`.
//!
//! A statement is a type and its arguments. The layout (shape, boxes, jigsaw pieces) and the
//! extra cells are settled first, wherever their statements stand; then every other
//! statement becomes clues. Extra cells are variables of the puzzle: a statement about them
//! becomes a rule with the same meaning.

mod automata;
mod clues;
mod composite;
mod extra;
mod layout;
mod meaning;
mod names;
mod residual;
mod shades;
mod unknown;
mod write;

pub(crate) use write::write;

use std::borrow::Cow;
use std::ops::Range;

use pencilmark_kernel::expr::Formula;
use pencilmark_puzzle::{Clue, Name, Puzzle};

use crate::import::{Import, Reading, Trouble, clue};
use names::Names;

/// A statement, with what stands between it and its `.End` if it is a composite.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Statement<'t> {
    kind: Cow<'t, str>,
    args: Vec<Cow<'t, str>>,
    inner: Vec<Statement<'t>>,
    /// Where it stands in the text.
    at: Range<usize>,
}

impl<'t> Statement<'t> {
    fn arg(&self, at: usize) -> &str {
        self.args.get(at).map_or("", |a| a)
    }

    fn rest(&self, from: usize) -> &[Cow<'t, str>] {
        self.args.get(from..).unwrap_or_default()
    }

    fn fault(&self, message: impl Into<String>) -> Trouble {
        Trouble::new(message).at(self.at.clone())
    }
}

/// What reading is about: the puzzle so far and the names of its cells.
struct Context {
    puzzle: Puzzle,
    names: Names,
    /// How many clues composites may still make.
    budget: usize,
}

/// More clues than this no puzzle has; a short text can ask for billions.
const MAX_CLUES: usize = 100_000;

/// Whether a text can only be one of these.
pub(crate) fn fits(first: &str) -> bool {
    // Statements without a word say nothing.
    let first = first.trim_start();
    let rest = first.trim_start_matches(|c: char| c == '.' || c.is_whitespace());
    if !first.starts_with('.') {
        return false;
    }
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, after) = rest.split_at(letters);
    let known = layout::TYPES.contains(&word) || clues::is_known(word);
    match word.is_empty() {
        true => after.starts_with('~') && after[1..].starts_with(['R', 'r', 'V', 'C']),
        false => {
            known && after.chars().next().is_none_or(|c| c == '~' || c == '.' || c.is_whitespace())
        }
    }
}

pub(crate) fn read(text: &str) -> Reading<Import> {
    let text = uncommented(text);
    let statements = statements(&text)?;
    let puzzle = layout::read(&statements)?;
    let names = Names::new(&statements, &puzzle)?;
    let mut context = Context { puzzle, names, budget: MAX_CLUES };
    context.names.declare(&mut context.puzzle);
    // Other statements name the region of a cell, wherever they stand.
    if statements.iter().any(|s| s.kind == "ChaosConstruction") {
        let chaos = clue("chaos-construction");
        let size = layout::region_size(&statements)?;
        let told = size.filter(|n| *n != context.puzzle.grid.house_size());
        context.puzzle.add(match told {
            Some(size) => chaos.number(size as i64),
            None => chaos,
        });
    }
    for statement in &statements {
        for clue in context.clues(statement)? {
            let clue = context.names.settle(clue, &context.puzzle);
            clue.into_iter().for_each(|clue| context.puzzle.add(clue));
        }
    }
    Ok(Import::new(context.puzzle))
}

impl Context {
    /// The clues of a statement; they may name extra cells.
    fn clues(&mut self, statement: &Statement) -> Reading<Vec<Clue>> {
        let found = match &*statement.kind {
            "Or" | "And" | "Replicate" => composite::read(self, statement)?,
            _ => clues::read(self, statement)?,
        };
        self.budget = self
            .budget
            .checked_sub(found.len())
            .ok_or_else(|| statement.fault(format!("more than {MAX_CLUES} clues are not read")))?;
        Ok(found)
    }

    /// Everything that some clues mean.
    fn meaning(&self, clues: &[Clue]) -> Formula<Name> {
        Formula::And(clues.iter().flat_map(|c| c.meaning(&self.puzzle)).collect())
    }
}

/// A rule of these formulas.
fn rule(formula: Formula<Name>) -> Clue {
    clue("rule").stating(formula)
}

/// Composites this deep are nobody's puzzle.
const MAX_DEPTH: usize = 50;

/// The statements of a text without comments.
fn statements(text: &str) -> Reading<Vec<Statement<'_>>> {
    let first = text.len() - text.trim_start().len();
    if !text[first..].starts_with('.') {
        return Err(Trouble::new("a statement starts with `.`").at(first..first + 1));
    }
    let mut open = vec![composite_at("".into(), vec![], 0..0)];
    let mut at = first + 1;
    for part in parts(&text[at..], b'.') {
        let place = at - 1..at + part.trim_end().len();
        at += part.len() + 1;
        let plain = without_blanks(part.trim());
        if plain.is_empty() {
            continue;
        }
        let (kind, args) = words(plain);
        match &*kind {
            "Or" | "And" | "Replicate" if open.len() > MAX_DEPTH => {
                return Err(Trouble::new("composites are nested too deep").at(place));
            }
            "Or" | "And" | "Replicate" => open.push(composite_at(kind, args, place)),
            "End" if open.len() > 1 => {
                let done = open.pop();
                open.last_mut().into_iter().zip(done).for_each(|(o, d)| o.inner.push(d));
            }
            "End" => return Err(Trouble::new("`.End` without a start").at(place)),
            _ => {
                let leaf = Statement { kind, args, inner: vec![], at: place };
                if let Some(outer) = open.last_mut() {
                    outer.inner.push(leaf);
                }
            }
        }
    }
    match open.pop() {
        Some(root) if open.is_empty() => Ok(root.inner),
        Some(unfinished) => {
            let message = format!("`.End` is missing for this `.{}`", unfinished.kind);
            Err(Trouble::new(message).at(unfinished.at))
        }
        None => Ok(vec![]),
    }
}

/// The text with its comments blank, so that places in it stay what they are.
fn uncommented(text: &str) -> Cow<'_, str> {
    if !text.contains('#') {
        return text.into();
    }
    let lines = text.split_inclusive('\n').map(|line| match line.trim_start().starts_with('#') {
        true => Cow::Owned(" ".repeat(line.len())),
        false => line.into(),
    });
    lines.collect::<String>().into()
}

fn without_blanks(part: &str) -> Cow<'_, str> {
    match part.contains(char::is_whitespace) {
        true => part.chars().filter(|c| !c.is_whitespace()).collect::<String>().into(),
        false => part.into(),
    }
}

/// What stands between separators, which are ASCII. Most of it is a few letters, for which a search
/// in large steps is longer than to look at each.
fn parts(text: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut left = Some(text);
    std::iter::from_fn(move || {
        let text = left.take()?;
        let end = text.bytes().position(|b| b == separator);
        left = end.map(|end| &text[end + 1..]);
        Some(end.map_or(text, |end| &text[..end]))
    })
}

/// The type of a statement and its arguments.
fn words(plain: Cow<'_, str>) -> (Cow<'_, str>, Vec<Cow<'_, str>>) {
    let mut args = Vec::with_capacity(plain.bytes().filter(|&b| b == b'~').count() + 1);
    match plain {
        Cow::Borrowed(plain) => args.extend(parts(plain, b'~').map(Cow::from)),
        Cow::Owned(plain) => args.extend(parts(&plain, b'~').map(|word| word.to_string().into())),
    }
    (args.remove(0), args)
}

fn composite_at<'t>(
    kind: Cow<'t, str>,
    args: Vec<Cow<'t, str>>,
    at: Range<usize>,
) -> Statement<'t> {
    Statement { kind, args, inner: vec![], at }
}

fn integer(statement: &Statement, word: &str) -> Reading<i64> {
    let number = word.parse().ok().filter(|n: &i64| n.abs() < 1_000_000_000);
    number.ok_or_else(|| statement.fault(format!("`{word}` is not a number")))
}

#[cfg(test)]
mod tests;
