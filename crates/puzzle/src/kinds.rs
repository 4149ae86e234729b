//! All kinds of clues, one family to a file.
//!
//! To add a kind, write its entry in the file of its family and list it in that file's
//! `KINDS`. Parsing, printing, documentation, lowering and the random tests follow.

mod along;
mod cages;
mod cells;
mod edges;
mod global;
mod houses;
mod indexers;
mod line_sums;
mod lines;
mod modifiers;
mod negative;
mod offsets;
mod outside;
mod patterns;
mod ranks;
pub(crate) mod regions;
mod rules;
mod sets;

use std::collections::HashMap;
use std::sync::LazyLock;

use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::Kind;
use crate::lower::first_repeat;
use crate::puzzle::{Clue, Name, Puzzle, VALUE};

pub use cells::GIVEN;
pub use houses::{BOX, COLUMN, REGION, ROW};

/// Every kind, family by family.
pub fn all() -> impl Iterator<Item = &'static Kind> {
    let families = [
        houses::KINDS,
        cells::KINDS,
        indexers::KINDS,
        global::KINDS,
        offsets::KINDS,
        negative::KINDS,
        patterns::KINDS,
        cages::KINDS,
        sets::KINDS,
        lines::KINDS,
        along::KINDS,
        line_sums::KINDS,
        edges::KINDS,
        outside::KINDS,
        ranks::KINDS,
        regions::KINDS,
        modifiers::KINDS,
        rules::KINDS,
    ];
    families.into_iter().flatten().copied()
}

/// The kind with this name or alias, in lower case.
pub fn find(word: &str) -> Option<&'static Kind> {
    static NAMES: LazyLock<HashMap<&str, &Kind>> = LazyLock::new(|| {
        let mut names = HashMap::new();
        for kind in all() {
            for name in [kind.name].iter().chain(kind.aliases) {
                names.entry(*name).or_insert(kind);
            }
        }
        names
    });
    NAMES.get(word).copied()
}

/// The digit of a cell, in a formula.
fn digit(cell: CellId) -> Expr<Name> {
    Expr::Var(Name::Cell(cell))
}

/// The digits of some cells, in a formula.
fn digits(cells: &[CellId]) -> Vec<Expr<Name>> {
    cells.iter().map(|&c| digit(c)).collect()
}

fn distinct(cells: &[CellId]) -> Formula<Name> {
    Formula::Distinct(digits(cells))
}

/// What a cell counts for, in a formula.
fn value(cell: CellId, puzzle: &Puzzle) -> Expr<Name> {
    Expr::Var(puzzle.value_of(cell))
}

/// What some cells count for, in a formula.
fn values(cells: &[CellId], puzzle: &Puzzle) -> Vec<Expr<Name>> {
    cells.iter().map(|&c| value(c, puzzle)).collect()
}

fn sum(cells: &[CellId], puzzle: &Puzzle) -> Expr<Name> {
    Expr::Sum(values(cells, puzzle))
}

fn sum_is(cells: &[CellId], total: i64, puzzle: &Puzzle) -> Formula<Name> {
    compare(sum(cells, puzzle), Cmp::Eq, Expr::Const(total))
}

fn compare(a: Expr<Name>, op: Cmp, b: Expr<Name>) -> Formula<Name> {
    Formula::Cmp(op, a, b)
}

fn number(n: i64) -> Expr<Name> {
    Expr::Const(n)
}

/// How far apart two cells are.
fn distance(a: CellId, b: CellId, puzzle: &Puzzle) -> Expr<Name> {
    Expr::Abs(Box::new(Expr::minus(value(a, puzzle), value(b, puzzle))))
}

/// How often a digit occurs among some cells.
fn count(cells: &[CellId], digit: i64) -> Expr<Name> {
    Expr::Count(digits(cells), Box::new(Expr::Const(digit)))
}

/// Whether cells count for something else than their digits.
fn has_values(puzzle: &Puzzle) -> bool {
    puzzle.layer(VALUE).is_some()
}

/// A statement about every two of some cells, the earlier one first.
fn pairwise(
    cells: &[CellId],
    mut one: impl FnMut(CellId, CellId) -> Formula<Name>,
) -> Vec<Formula<Name>> {
    let pairs = (0..cells.len()).flat_map(|i| (i + 1..cells.len()).map(move |j| (i, j)));
    pairs.map(|(i, j)| one(cells[i], cells[j])).collect()
}

/// The regions that clues speak of: boxes, or if there are none the irregular regions.
fn regions(puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let of = |kind| puzzle.clues_of(kind).map(|c| c.list(0).to_vec()).collect::<Vec<_>>();
    let boxes = of("box");
    if boxes.is_empty() { of("region") } else { boxes }
}

fn needs(condition: bool, message: &str) -> Result<(), Flaw> {
    if condition { Ok(()) } else { Err(Flaw::new(Part::Whole, message)) }
}

/// A list may not name a cell twice.
fn once(what: &str, cells: &[CellId], puzzle: &Puzzle) -> Result<(), Flaw> {
    let Some(cell) = first_repeat(cells) else {
        return Ok(());
    };
    let message = format!("{what} visits {} twice", puzzle.grid.name(cell));
    Err(Flaw::new(Part::Cell(cell), message))
}

fn sound(_: &Clue, _: &Puzzle) -> Result<(), Flaw> {
    Ok(())
}

/// Consecutive cells of the clue's first list.
fn neighbours(clue: &Clue) -> impl Iterator<Item = (CellId, CellId)> {
    clue.list(0).windows(2).map(|w| (w[0], w[1]))
}

/// A list whose digits differ cannot name a cell twice, nor be longer than the digits.
fn can_differ(what: &str, cells: &[CellId], puzzle: &Puzzle) -> Result<(), Flaw> {
    if let Some(cell) = first_repeat(cells) {
        let message = format!("{what} names {} twice", puzzle.grid.name(cell));
        return Err(Flaw::new(Part::Cell(cell), message));
    }
    let n = puzzle.grid.digit_count();
    if cells.len() > n {
        let message = format!("{what} has {} cells but there are only {n} digits", cells.len());
        return Err(Flaw::new(Part::Whole, message));
    }
    Ok(())
}

/// A sum must lie between the smallest and the largest that the addends allow.
fn can_sum(
    what: &str,
    at: usize,
    total: i64,
    smallest: &[i64],
    largest: &[i64],
) -> Result<(), Flaw> {
    let spelled = |addends: &[i64]| {
        let total: i64 = addends.iter().sum();
        let words: Vec<_> = addends.iter().map(i64::to_string).collect();
        match addends.len() {
            2..=9 => format!("{} = {total}", words.join("+")),
            _ => total.to_string(),
        }
    };
    let possible = if total > largest.iter().sum() {
        format!("largest possible: {}", spelled(largest))
    } else if total < smallest.iter().sum() {
        format!("smallest possible: {}", spelled(smallest))
    } else {
        return Ok(());
    };
    let n = smallest.len();
    let cells = if n == 1 { "cell" } else { "cells" };
    let message = format!("{what} of {n} {cells} cannot sum to {total}");
    Err(Flaw::new(Part::Arg(at), message).help(possible))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_unique() {
        let mut words: Vec<&str> =
            all().flat_map(|k| k.aliases.iter().copied().chain([k.name])).collect();
        let n = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), n);
    }

    #[test]
    fn every_kind_is_documented() {
        for kind in all() {
            assert!(kind.summary.ends_with('.'), "{}", kind.name);
            assert!(kind.example.starts_with(kind.name), "{}", kind.name);
        }
    }
}
