//! The fewest cells whose marks do not go with some constraints: nothing is known of their rules
//! but what the oracle says.

use pencilmark_kernel::VarId;

use super::super::hidden::Outside;
use super::super::{cells, digits, join};
use crate::board::Board;
use crate::oracle::{Facts, Oracle, Range};
use crate::sets::{Cell, Digits, count};

/// Nodes for one question.
const NODES: u64 = 300;
/// Cells that are looked at.
const MOST_CELLS: usize = 81;
/// Characters that it may take to say what is left of them.
const LONG: usize = 300;

/// What is left of some cells, and of values outside the grid, so few that none can be left out.
pub(super) fn told(
    board: &Board,
    units: &[usize],
    left: &[Digits],
    outside: &Outside,
) -> Option<String> {
    let oracle = Oracle::new(board);
    let with_mates = || {
        // Nobody puts a digit twice into a house, named or not.
        let mates = units.iter().flat_map(|&u| oracle.mates(u));
        let mut more: Vec<usize> = units.iter().copied().chain(mates).collect();
        more.sort_unstable();
        more.dedup();
        more
    };
    let told = |units: &[usize]| fewest(&oracle, units, left, outside);
    told(units).or_else(|| told(&with_mates()))
}

fn fewest(
    oracle: &Oracle<'_>,
    units: &[usize],
    left: &[Digits],
    outside: &Outside,
) -> Option<String> {
    let board = oracle.board();
    let mut facts: Facts = left.to_vec();
    let spoken = |var: &usize| oracle.speaks_of(units, board.lowered.vars[*var]);
    let mut beside: Vec<(usize, Vec<Range>)> =
        outside.known().filter(spoken).map(|var| (var, outside.left_of(board, var))).collect();
    let fails = |facts: &Facts, beside: &[(usize, Vec<Range>)]| {
        let beside: Vec<(VarId, &[Range])> =
            beside.iter().map(|(var, left)| (board.lowered.vars[*var], &left[..])).collect();
        matches!(oracle.solution_beside(units, facts, &beside, None, NODES), Ok(None))
    };
    if !fails(&facts, &beside) {
        return None;
    }
    let mut own: Vec<Cell> =
        units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
    own.sort_unstable();
    own.dedup();
    if own.len() > MOST_CELLS {
        return None;
    }
    // Values of which much is left say little, and so do cells.
    beside.sort_by_key(|(_, left)| left.iter().map(|(lo, hi)| hi.abs_diff(*lo)).max());
    for at in (0..beside.len()).rev() {
        let one = beside.remove(at);
        if !fails(&facts, &beside) {
            beside.insert(at, one);
        }
    }
    own.sort_by_key(|&c| std::cmp::Reverse(count(left[c])));
    let mut needed: Vec<Cell> = Vec::new();
    for c in own {
        facts[c] = board.all();
        if left[c] != board.all() && !fails(&facts, &beside) {
            facts[c] = left[c];
            needed.push(c);
        }
    }
    let mut vars: Vec<usize> = beside.iter().map(|(var, _)| *var).collect();
    vars.sort_unstable();
    let mut parts = said(board, &needed, left);
    parts.extend(outside.told(board, &vars, left));
    let told = join(&parts, "and");
    (!parts.is_empty() && told.len() <= LONG).then_some(told)
}

/// `r1c1 is 3 and r1c2-3 are not 4 or 5`, whichever is shorter.
pub(super) fn said(board: &Board, own: &[Cell], left: &[Digits]) -> Vec<String> {
    let mut groups: Vec<(Digits, Vec<Cell>)> = Vec::new();
    for &c in own.iter().rev() {
        match groups.iter_mut().find(|(digits, _)| *digits == left[c]) {
            Some((_, cells)) => cells.push(c),
            None => groups.push((left[c], vec![c])),
        }
    }
    let part = |(set, own): &(Digits, Vec<Cell>)| {
        let (is, gone) = (if own.len() == 1 { "is" } else { "are" }, board.all() & !set);
        let (not, told) = match count(gone) < count(*set) {
            true => (" not", gone),
            false => ("", *set),
        };
        format!("{} {is}{not} {}", cells(board, own.iter().copied()), digits(board, told, "or"))
    };
    groups.iter().map(part).collect()
}
