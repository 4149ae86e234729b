//! A sum of cells of which some count double, or as minus their digit: what a digit counts for, and
//! what it leaves for the others.

use std::collections::BTreeSet;

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, VarId};
use pencilmark_puzzle::{Name, VALUE};

use super::super::{capital, cell, cells, either, join, lost, runs};
use super::{together, unit};
use crate::board::{Board, Shape};
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digit, Each};
use crate::step::house_name;

/// Kinds that say that some cells count for something else.
const KINDS: [&str; 3] = ["doublers", "negators", "multipliers"];
/// Thoughts for one step.
const MOST: usize = 6;
/// What cells make is listed up to so many numbers.
const LISTED: usize = 5;

/// The reason in sentences, if each digit fails whichever cells count for something else.
pub(super) fn reason(view: View<'_>, found: &Found, units: &[usize]) -> Option<String> {
    let board = view.board;
    let (factor, what) = factor(board)?;
    let kind = |u: usize| board.puzzle.clues[board.units[u].clue].kind.name;
    let own = |u: &&usize| !KINDS.contains(&kind(**u)) && board.units[**u].house.is_none();
    let mut sums = units.iter().filter(own);
    let (&at, None) = (sums.next()?, sums.next()) else { return None };
    let (terms, total) = terms(board, at)?;
    let counts = |d: Digit| [board.value(d), factor * board.value(d)];
    let mut parts = Vec::new();
    for m in &found.remove {
        let others: Vec<Cell> = terms.iter().copied().filter(|&c| c != m.cell).collect();
        if others.len() + 1 != terms.len() || parts.len() == MOST {
            return None;
        }
        let mut made: BTreeSet<i64> = BTreeSet::from([0]);
        for &c in &others {
            let values: Vec<i64> = Each(view.marks.left_of(c)).flat_map(counts).collect();
            made = made.iter().flat_map(|s| values.iter().map(move |v| s + v)).collect();
        }
        let left: Vec<i64> = counts(m.digit).iter().map(|v| total - v).collect();
        if left.iter().any(|s| made.contains(s)) {
            return None;
        }
        let list = |numbers: &[i64]| join(&runs(numbers), "or");
        let (first, last) = (*made.first()?, *made.last()?);
        let all: Vec<i64> = made.into_iter().collect();
        let made = match all.len() <= LISTED {
            true => list(&all),
            false if left.iter().all(|s| *s < first) => format!("at least {first}"),
            false if left.iter().all(|s| *s > last) => format!("at most {last}"),
            false => list(&all),
        };
        let verb = if others.len() == 1 { "counts for" } else { "make" };
        parts.push(format!(
            "{} in {} counts for {} and leaves {} for {}, which {verb} {made}",
            board.value(m.digit),
            cell(board, m.cell),
            list(&counts(m.digit)),
            list(&left),
            cells(board, others)
        ));
    }
    let others: Vec<usize> = units.iter().copied().filter(|u| *u != at).collect();
    let (name, by) = (capital(&unit(board, at)), together(board, &others));
    let lost = join(&lost(board, &found.remove), "and");
    Some(format!(
        "{name}, where {by} may make cells count {what}: {}. So {lost}.",
        parts.join("; ")
    ))
}

/// Cells of a sum that are looked at.
const MOST_CELLS: usize = 7;
/// Sums that are told to show that one is missing.
const MISSING: usize = 8;

/// Why a cell counts for something else: what it would leave for the others of a sum if it did not.
pub(in super::super) fn decided(view: View<'_>, var: usize, units: &[usize]) -> Option<String> {
    let board = view.board;
    let (factor, _) = factor(board)?;
    let own = board.puzzle.cell_of(Name::Var(var))?.index();
    let kind = |u: usize| board.puzzle.clues[board.units[u].clue].kind.name;
    let mut sums = units.iter().filter(|&&u| !KINDS.contains(&kind(u)));
    let (&at, None) = (sums.next()?, sums.next()) else { return nowhere_else(view, own, units) };
    let (terms, total) = terms(board, at)?;
    let others: Vec<Cell> = terms.iter().copied().filter(|&c| c != own).collect();
    if others.len() + 1 != terms.len() || others.is_empty() || terms.len() > MOST_CELLS {
        return None;
    }
    let made = made(view, &others, factor);
    let made: BTreeSet<i64> = made.into_iter().map(|(sum, _)| sum).collect();
    let counts: Vec<i64> = Each(view.marks.left_of(own)).map(|d| board.value(d)).collect();
    let mut left: Vec<i64> = counts.iter().map(|v| total - v).collect();
    left.sort_unstable();
    if left.iter().any(|sum| made.contains(sum)) {
        return None;
    }
    let (first, last) = (*made.first()?, *made.last()?);
    let all: Vec<i64> = made.into_iter().collect();
    let list = |numbers: &[i64]| join(&runs(numbers), "or");
    let made = match (left.iter().all(|s| *s < first), left.iter().all(|s| *s > last)) {
        _ if first == last => first.to_string(),
        (true, _) => format!("at least {first}"),
        (_, true) => format!("at most {last}"),
        _ if all.len() <= MISSING => list(&all),
        _ => return None,
    };
    let verb = if others.len() == 1 { "counts for" } else { "make" };
    Some(format!(
        "if it were not, it would count for {} and leave {} for {}, which {verb} {made}",
        list(&counts),
        list(&left),
        cells(board, others)
    ))
}

/// What cells make, each way with those that count for something else: of two cells in a house one
/// at most does.
fn made(view: View<'_>, own: &[Cell], factor: i64) -> BTreeSet<(i64, Vec<Cell>)> {
    let board = view.board;
    let apart = |a: Cell, b: Cell| {
        let mut both = board.houses_of[a].iter().filter(|h| board.houses_of[b].contains(h));
        both.any(|&h| board.houses[h].shape != Shape::Other)
    };
    let mut made: BTreeSet<(i64, Vec<Cell>)> = BTreeSet::from([(0, vec![])]);
    for &c in own {
        let mut next = BTreeSet::new();
        for (sum, changed) in &made {
            for value in Each(view.marks.left_of(c)).map(|d| board.value(d)) {
                next.insert((sum + value, changed.clone()));
                if !changed.iter().any(|&o| apart(o, c)) {
                    let with = changed.iter().copied().chain([c]).collect();
                    next.insert((sum + factor * value, with));
                }
            }
        }
        made = next;
    }
    made
}

/// That no other cell of a house is left: which of their cells sums change.
fn nowhere_else(view: View<'_>, own: Cell, units: &[usize]) -> Option<String> {
    let board = view.board;
    let (factor, _) = factor(board)?;
    let kind = |u: usize| board.puzzle.clues[board.units[u].clue].kind.name;
    let word = match units.iter().map(|&u| kind(u)).find(|kind| KINDS.contains(kind))? {
        "doublers" => "doubled",
        "negators" => "negated",
        _ => "multiplied",
    };
    let (mut parts, mut shut): (Vec<String>, Vec<Cell>) = Default::default();
    for &at in units.iter().filter(|&&u| !KINDS.contains(&kind(u))) {
        let (terms, total) = terms(board, at)?;
        if terms.len() > MOST_CELLS {
            return None;
        }
        let ways = made(view, &terms, factor);
        let ways = ways.iter().filter(|(sum, _)| *sum == total);
        let mut may: Vec<Cell> = ways.flat_map(|(_, changed)| changed.iter().copied()).collect();
        may.sort_unstable();
        may.dedup();
        let which = match may.is_empty() {
            true => format!("no cell {word}"),
            false => format!("{} {word}", either(board, may.iter().copied())),
        };
        parts.push(format!("{} is made only with {which}", unit(board, at)));
        shut.extend(terms.into_iter().filter(|c| !may.contains(c)));
    }
    let home = board.houses_of[own].iter().find(|&&h| {
        let house = &board.houses[h];
        house.shape != Shape::Other && house.list.iter().all(|c| *c == own || shut.contains(c))
    })?;
    let (home, name) = (house_name(board, *home), cell(board, own));
    Some(format!("{}, so in {home} only {name} is left for it", join(&parts, "and")))
}

/// How many times its digit a cell may count for, and how that is said.
fn factor(board: &Board) -> Option<(i64, String)> {
    let mut own = board.puzzle.clues.iter().filter(|c| KINDS.contains(&c.kind.name));
    let (clue, None) = (own.next()?, own.next()) else { return None };
    Some(match clue.kind.name {
        "doublers" => (2, "double".into()),
        "negators" => (-1, "as minus their digit".into()),
        _ => {
            let factor = *clue.numbers.first()?;
            (factor, format!("{factor} times"))
        }
    })
}

/// The cells of a sum of what cells count for, and the sum.
fn terms(board: &Board, at: usize) -> Option<(Vec<Cell>, i64)> {
    let &[posted] = &board.units[at].posted[..] else { return None };
    let Constraint::Linear { terms, op: Cmp::Eq, rhs } =
        &board.lowered.problem.posted()[posted].constraint
    else {
        return None;
    };
    let puzzle = &board.puzzle;
    let (_, first) = puzzle.layers.iter().find(|(layer, _)| layer.name == VALUE)?;
    let cell = |&(k, var): &(i64, VarId)| {
        let place = board.lowered.vars.iter().position(|v| *v == var)?;
        let value = (*first..first + puzzle.grid.size()).contains(&place) && k == 1;
        puzzle.cell_of(Name::Var(place)).filter(|_| value).map(|c| c.index())
    };
    Some((terms.iter().map(cell).collect::<Option<_>>()?, *rhs))
}
