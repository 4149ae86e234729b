//! A sum of cells of which some count double, or as minus their digit: what a digit counts for, and
//! what it leaves for the others.

use std::collections::BTreeSet;

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, VarId};
use pencilmark_puzzle::{Name, VALUE};

use super::super::{capital, cell, cells, join, lost, runs};
use super::{together, unit};
use crate::board::Board;
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digit, Each};

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
