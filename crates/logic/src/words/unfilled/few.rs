//! The fewest cells whose marks do not go with some constraints: nothing is known of their rules
//! but what the oracle says.

use super::super::{cells, digits, join};
use crate::board::Board;
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cell, Digits, count};

/// Nodes for one question.
const NODES: u64 = 300;
/// Cells that are looked at.
const MOST_CELLS: usize = 81;
/// Characters that it may take to say what is left of them.
const LONG: usize = 300;

/// What is left of some cells, so few that none can be left out.
pub(super) fn told(board: &Board, units: &[usize], left: &[Digits]) -> Option<String> {
    let oracle = Oracle::new(board);
    let mut units = units.to_vec();
    let mut facts: Facts = left.to_vec();
    let fails = |units: &[usize], facts: &Facts| {
        matches!(oracle.solution(units, facts, None, NODES), Ok(None))
    };
    if !fails(&units, &facts) {
        // Nobody puts a digit twice into a house, named or not.
        let mates: Vec<usize> = units.iter().flat_map(|&u| oracle.mates(u)).collect();
        units.extend(mates);
        units.sort_unstable();
        units.dedup();
        if !fails(&units, &facts) {
            return None;
        }
    }
    let mut own: Vec<Cell> =
        units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
    own.sort_unstable();
    own.dedup();
    if own.len() > MOST_CELLS {
        return None;
    }
    // Cells of which much is left say little.
    own.sort_by_key(|&c| std::cmp::Reverse(count(left[c])));
    let mut needed: Vec<Cell> = Vec::new();
    for c in own {
        facts[c] = board.all();
        if left[c] != board.all() && !fails(&units, &facts) {
            facts[c] = left[c];
            needed.push(c);
        }
    }
    let told = said(board, &needed, left);
    (!needed.is_empty() && told.len() <= LONG).then_some(told)
}

/// `r1c1 is 3 and r1c2-3 are not 4 or 5`, whichever is shorter.
fn said(board: &Board, own: &[Cell], left: &[Digits]) -> String {
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
    join(&groups.iter().map(part).collect::<Vec<_>>(), "and")
}
