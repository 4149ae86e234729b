//! All kinds of clues, one family to a file.
//!
//! To add a kind, write its entry in the file of its family and list it in that file's
//! `KINDS`. Parsing, printing, documentation, lowering and the random tests follow.

mod cages;
mod cells;
mod edges;
mod global;
mod houses;
mod lines;
mod outside;
mod rules;

use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use crate::flaw::{Flaw, Part};
use crate::grid::CellId;
use crate::kind::Kind;
use crate::lower::first_repeat;
use crate::puzzle::{Clue, Name, Puzzle};

pub use cells::GIVEN;
pub use houses::{BOX, COLUMN, REGION, ROW};

/// Every kind, family by family.
pub fn all() -> impl Iterator<Item = &'static Kind> {
    let families = [
        houses::KINDS,
        cells::KINDS,
        global::KINDS,
        cages::KINDS,
        lines::KINDS,
        edges::KINDS,
        outside::KINDS,
        rules::KINDS,
    ];
    families.into_iter().flatten().copied()
}

/// The kind with this name or alias, in lower case.
pub fn find(word: &str) -> Option<&'static Kind> {
    all().find(|k| k.name == word || k.aliases.contains(&word))
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

fn sum_is(cells: &[CellId], total: i64) -> Formula<Name> {
    Formula::Cmp(Cmp::Eq, Expr::Sum(digits(cells)), Expr::Const(total))
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
    let n = smallest.len();
    let cells = if n == 1 { "cell" } else { "cells" };
    let flaw = Flaw::new(Part::Arg(at), format!("{what} of {n} {cells} cannot sum to {total}"));
    if total > largest.iter().sum() {
        return Err(flaw.help(format!("largest possible: {}", spelled(largest))));
    }
    if total < smallest.iter().sum() {
        return Err(flaw.help(format!("smallest possible: {}", spelled(smallest))));
    }
    Ok(())
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
