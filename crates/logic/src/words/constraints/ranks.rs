//! Ranks: which numbers are smaller or larger whatever comes of them, so that there are too many.

use pencilmark_kernel::{Constraint, VarId};

use super::super::{cell, join, lost};
use crate::board::{Board, Mark, Unit};
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digits};

/// Thoughts for one step.
const MOST: usize = 6;

/// The reason in sentences, if every mark has one.
pub(super) fn reason(view: View<'_>, found: &Found, own: &Unit) -> Option<String> {
    let board = view.board;
    let mut parts: Vec<(String, Vec<Mark>)> = Vec::new();
    for &mark in &found.remove {
        let left = |c: Cell| match c == mark.cell {
            true => 1 << mark.digit,
            false => view.marks.left_of(c),
        };
        let fault = fault(board, own, &left)?;
        match parts.iter_mut().find(|(known, _)| *known == fault) {
            Some((_, marks)) => marks.push(mark),
            None => parts.push((fault, vec![mark])),
        }
    }
    let told = |(fault, marks): &(String, Vec<Mark>)| {
        format!("{}, or {fault}", join(&lost(board, marks), "and"))
    };
    (1..=MOST).contains(&parts.len()).then(|| parts.iter().map(told).collect::<Vec<_>>().join("; "))
}

/// That too many numbers are smaller than one with a rank, or too many larger.
pub(in super::super) fn fault(
    board: &Board,
    own: &Unit,
    left: &dyn Fn(Cell) -> Digits,
) -> Option<String> {
    let posted = own.posted.iter().map(|&at| &board.lowered.problem.posted()[at].constraint);
    let mut ranks = posted.filter_map(|constraint| match constraint {
        Constraint::Rank { line, others, below, above, alike: false, .. } => {
            Some((line, others, *below, *above))
        }
        _ => None,
    });
    let (line, others, below, above) = ranks.next()?;
    let cells = |vars: &[VarId]| -> Option<Vec<Cell>> {
        vars.iter().map(|var| board.lowered.cells.binary_search(var).ok()).collect()
    };
    let line = cells(line)?;
    let others: Vec<Vec<Cell>> = others.iter().map(|o| cells(o)).collect::<Option<_>>()?;
    let smaller: Vec<&Vec<Cell>> =
        others.iter().filter(|other| before(other, &line, left)).collect();
    let larger: Vec<&Vec<Cell>> =
        others.iter().filter(|other| before(&line, other, left)).collect();
    let place = |rank: usize| match (rank % 10, rank % 100) {
        (1, n) if n != 11 => format!("{rank}st"),
        (2, n) if n != 12 => format!("{rank}nd"),
        (3, n) if n != 13 => format!("{rank}rd"),
        _ => format!("{rank}th"),
    };
    let (some, verb, end) = match (smaller.len() > below, larger.len() > above) {
        (true, _) => {
            let least = place(smaller.len() + 1);
            (smaller, "smaller", format!("it would be the {least} at least"))
        }
        (_, true) => {
            let most = place(others.len() + 1 - larger.len());
            (larger, "larger", format!("it would be the {most} at most"))
        }
        _ => return None,
    };
    let mut starts: Vec<Cell> = some.iter().filter_map(|list| list.first().copied()).collect();
    starts.sort_unstable();
    starts.dedup();
    let starts: Vec<String> = starts.into_iter().map(|c| cell(board, c)).collect();
    let numbers = match some.len() {
        1 => "the number".to_string(),
        count => format!("{count} numbers"),
    };
    let begin = if some.len() == 1 { "begins" } else { "begin" };
    let are = if some.len() == 1 { "is" } else { "are" };
    Some(format!("{numbers} that {begin} in {} {are} {verb}: {end}", join(&starts, "and")))
}

/// Whether a number is smaller than another whatever comes of both.
fn before(a: &[Cell], b: &[Cell], left: &dyn Fn(Cell) -> Digits) -> bool {
    for (&a, &b) in a.iter().zip(b) {
        if a == b {
            continue;
        }
        let (most, least) = (63 - left(a).leading_zeros(), left(b).trailing_zeros());
        match most.cmp(&least) {
            std::cmp::Ordering::Less => return true,
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => return false,
        }
    }
    false
}
