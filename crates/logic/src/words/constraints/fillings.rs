//! Reasons by what is left: the ways to fill a constraint where there are few, or the digits that
//! it can hold; and, where there are too many of both, the rule itself and what no way has.

use super::super::{by_cells, join, list, lost, runs};
use crate::board::{Board, Unit};
use crate::find::View;
use crate::found::Found;
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cell, Digit};

/// Fillings that are looked at, and ways or combinations that are told.
const TRIED: usize = 300;
const TOLD: usize = 6;

/// The ways to fill a constraint, or the digits it can hold, where there are few.
pub(super) fn few(view: View<'_>, found: &Found, at: usize, name: &str) -> Option<String> {
    let board = view.board;
    let facts: Facts = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let open: Vec<Cell> =
        board.units[at].scope.iter().copied().filter(|&c| !facts[c].is_power_of_two()).collect();
    let mut fillings = Oracle::new(board).fillings(at, &facts, TRIED)?;
    // Nobody thinks of the same digit twice in a row: such ways are not told.
    let clash =
        |f: &[Digit], a: usize, b: usize| f[a] == f[b] && board.differ[open[a]].contains(&open[b]);
    let twice = |f: &Vec<Digit>| (0..f.len()).any(|a| (0..a).any(|b| clash(f, a, b)));
    let all = fillings.len();
    fillings.retain(|f| !twice(f));
    let name = match fillings.len() < all {
        true => format!("{name}, with no digit twice in a house"),
        false => name.to_string(),
    };
    let cells = list(board, &open);
    let outcome = join(&lost(board, &found.remove), "and");
    match &fillings[..] {
        [] => None,
        [one] => Some(format!("{name}: {cells} can only be {}.", row(board, one, "-"))),
        few if few.len() <= TOLD => {
            let ways: Vec<String> = few.iter().map(|f| row(board, f, "-")).collect();
            Some(format!("{name}: {cells} can only be {}, so {outcome}.", join(&ways, "or")))
        }
        many => {
            let sorted = |f: &Vec<Digit>| {
                let mut digits = f.clone();
                digits.sort_unstable();
                digits
            };
            let mut sets: Vec<Vec<Digit>> = many.iter().map(sorted).collect();
            sets.sort_unstable();
            sets.dedup();
            let texts: Vec<String> = sets.iter().map(|s| row(board, s, "+")).collect();
            (sets.len() <= TOLD).then(|| {
                let sets = join(&texts, "or");
                format!("{name}: {cells} hold {sets}, in some order, so {outcome}.")
            })
        }
    }
}

fn row(board: &Board, digits: &[Digit], between: &str) -> String {
    let texts: Vec<String> = digits.iter().map(|&d| board.value(d).to_string()).collect();
    texts.join(between)
}

/// The rule of a clue, and what no way to obey it has.
pub(super) fn rule(view: View<'_>, found: &Found, own: &Unit, name: &str) -> String {
    let board = view.board;
    let parts = by_cells(board, &found.remove, "|");
    let none = |part: &String| {
        let (cells, digits) = part.split_once('|').unwrap_or((part, ""));
        let digits: Vec<i64> = digits.split(' ').filter_map(|d| d.parse().ok()).collect();
        let cells: Vec<String> = cells.split(' ').map(String::from).collect();
        format!("{} in {}", join(&runs(&digits), "or"), join(&cells, "or"))
    };
    let none: Vec<String> = parts.iter().map(none).collect();
    format!(
        "{name}: {}. No way to do so with the marks that are left has {}.",
        super::super::patterns::lower(&summary(board, own)),
        join(&none, "or")
    )
}

/// What a clue requires, without the full stop, and without what it says about how to write it.
pub(super) fn summary(board: &Board, own: &Unit) -> String {
    let whole = board.puzzle.clues[own.clue].kind.summary.trim_end_matches('.');
    let told: Vec<&str> = whole.split(". ").filter(|sentence| !sentence.contains('`')).collect();
    if told.is_empty() { whole.into() } else { told.join(". ") }
}
