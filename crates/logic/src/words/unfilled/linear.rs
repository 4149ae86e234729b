//! Why two sums cannot be equal: arrows, sums of regions, and whatever adds up to a number.

use std::collections::BTreeSet;

use pencilmark_kernel::expr::Cmp;
use pencilmark_kernel::{Constraint, VarId};

use super::super::{cells, join, runs};
use crate::board::Board;
use crate::sets::{Cell, Digits, Each};

/// That the cells that count up and those that count down are too far from each other.
pub(super) fn fault(board: &Board, unit: usize, left: &[Digits]) -> Option<String> {
    equations(board, unit).find_map(|(terms, rhs)| {
        far(board, &terms, rhs, left).or_else(|| missed(board, &terms, rhs, left))
    })
}

/// Cells with their signs, and what they make.
pub(super) type Equation = (Vec<(i64, Cell)>, i64);

pub(super) fn equations(board: &Board, unit: usize) -> impl Iterator<Item = Equation> + '_ {
    let posted = board.units[unit].posted.iter();
    posted.filter_map(|&at| match &board.lowered.problem.posted()[at].constraint {
        Constraint::Linear { terms, op: Cmp::Eq, rhs } => Some((signed(board, terms)?, *rhs)),
        _ => None,
    })
}

/// How far both sides of two equal sums reach by themselves, whatever their cells are; one side may
/// be digits that are read as one number.
pub(in crate::words) fn sides(board: &Board, unit: usize) -> Option<String> {
    let posted = board.units[unit].posted.iter().map(|&at| &board.lowered.problem.posted()[at]);
    let mut equal = posted.filter_map(|posted| match &posted.constraint {
        Constraint::Linear { terms, op: Cmp::Eq, rhs: 0 } => Some(terms),
        _ => None,
    });
    let terms = equal.next().filter(|_| equal.next().is_none())?;
    let ends = (board.value(0), board.value(board.digits - 1));
    let side = |sign: i64| -> Option<String> {
        let cell = |var: &VarId| board.lowered.cells.binary_search(var).ok();
        let term = |(k, var): &(i64, VarId)| Some((k * sign, cell(var)?));
        let all: Vec<(i64, Cell)> = terms.iter().map(term).collect::<Option<_>>()?;
        let mut own: Vec<(i64, Cell)> = all.into_iter().filter(|t| t.0 > 0).collect();
        let size: i64 = own.iter().map(|t| t.0).sum();
        own.sort_unstable_by_key(|t| -t.0);
        let read = own.iter().rev().zip(0..).all(|(t, at)| t.0 == 10_i64.pow(at));
        let names = cells(board, own.iter().map(|t| t.1));
        let verb = match own.len() {
            1 => " is",
            _ if own.iter().all(|t| t.0 == 1) => " make",
            _ if read && ends.1 < 10 => ", read as one number, make",
            _ => return None,
        };
        let (least, most) = (ends.0 * size, ends.1 * size);
        (!own.is_empty()).then(|| format!("{names}{verb} {least} to {most}"))
    };
    Some(format!("{} and {}", side(1)?, side(-1)?))
}

/// The cells of an equation, if each counts once.
fn signed(board: &Board, terms: &[(i64, VarId)]) -> Option<Vec<(i64, Cell)>> {
    let term = |&(sign, var): &(i64, VarId)| {
        Some((sign, board.lowered.cells.binary_search(&var).ok()?)).filter(|t| t.0.abs() == 1)
    };
    terms.iter().map(term).collect()
}

/// The bounds of both sides, where these leave the number out.
fn far(board: &Board, terms: &[(i64, Cell)], total: i64, left: &[Digits]) -> Option<String> {
    let side =
        |sign: i64| -> Vec<Cell> { terms.iter().filter(|t| t.0 == sign).map(|t| t.1).collect() };
    let (plus, minus) = (side(1), side(-1));
    let differ = |a: Cell, b: Cell| board.differ[a].contains(&b);
    let extent = |own: &[Cell]| extent(board, own, left, &differ);
    let (up, down) = (extent(&plus)?, extent(&minus)?);
    let make = |own: &[Cell], bound: &str, number: i64| {
        let verb = if own.len() == 1 { "is" } else { "make" };
        format!("{} {verb} {bound} {number}", cells(board, own.iter().copied()))
    };
    let parts = match (up.1 - down.0 < total, up.0 - down.1 > total) {
        (true, _) => [(&plus, "at most", up.1), (&minus, "at least", down.0)],
        (_, true) => [(&plus, "at least", up.0), (&minus, "at most", down.1)],
        _ => return None,
    };
    let told = parts.into_iter().filter(|(own, ..)| !own.is_empty());
    let told: Vec<String> = told.map(|(own, bound, number)| make(own, bound, number)).collect();
    Some(join(&told, "and"))
}

/// Numbers that one side makes and that are listed.
const LISTED: usize = 6;

/// All that both sides make, where none of it fits.
fn missed(board: &Board, terms: &[(i64, Cell)], total: i64, left: &[Digits]) -> Option<String> {
    let side = |sign: i64| -> (Vec<Cell>, BTreeSet<i64>) {
        let own: Vec<Cell> = terms.iter().filter(|t| t.0 == sign).map(|t| t.1).collect();
        let mut sums = BTreeSet::from([0]);
        for &c in &own {
            let values = || Each(left[c]).map(|d| board.value(d));
            sums = sums.iter().flat_map(|s| values().map(move |v| s + v)).collect();
        }
        (own, sums)
    };
    let sides = [side(1), side(-1)];
    let fits = sides[0].1.iter().any(|up| sides[1].1.contains(&(up - total)));
    if fits || sides.iter().any(|(_, sums)| sums.len() > LISTED) {
        return None;
    }
    let told = sides.iter().filter(|(own, _)| !own.is_empty()).map(|(own, sums)| {
        let verb = if own.len() == 1 { "is" } else { "make" };
        let sums: Vec<i64> = sums.iter().copied().collect();
        format!("{} {verb} {}", cells(board, own.iter().copied()), join(&runs(&sums), "or"))
    });
    Some(join(&told.collect::<Vec<_>>(), "and"))
}

/// Digits of which all sets are looked at.
const MOST_DIGITS: usize = 12;

/// The least and the most that cells make: those that differ from each other have different digits.
pub(in crate::words) fn extent(
    board: &Board,
    own: &[Cell],
    left: &[Digits],
    differ: &dyn Fn(Cell, Cell) -> bool,
) -> Option<(i64, i64)> {
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    for &c in own {
        let sees = |group: &&mut Vec<Cell>| {
            board.digits <= MOST_DIGITS && group.iter().all(|&o| differ(c, o))
        };
        match groups.iter_mut().find(sees) {
            Some(group) => group.push(c),
            None => groups.push(vec![c]),
        }
    }
    let (mut least, mut most) = (0, 0);
    for group in groups {
        let mut sets: Vec<Digits> = vec![0];
        for c in group {
            let next = |&set: &Digits| Each(left[c] & !set).map(move |d| set | 1 << d);
            sets = sets.iter().flat_map(next).collect();
            sets.sort_unstable();
            sets.dedup();
        }
        let sum = |set: &Digits| Each(*set).map(|d| board.value(d)).sum::<i64>();
        least += sets.iter().map(sum).min()?;
        most += sets.iter().map(sum).max()?;
    }
    Some((least, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What both sides can make, tried out digit by digit.
    #[test]
    fn sides_reach_as_far_as_all_digits_do() {
        let text = "grid 4\narrow r1c1-2 = r2c1-3\n";
        let board = Board::new(&pencilmark_formats::parse("pill", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("an arrow");
        let (mut pills, mut sums) = (BTreeSet::new(), BTreeSet::new());
        for way in 0..4_i64.pow(3) {
            let [a, b, c] = [way % 4 + 1, way / 4 % 4 + 1, way / 16 + 1];
            pills.insert(10 * a + b);
            sums.insert(a + b + c);
        }
        let ends =
            |all: &BTreeSet<i64>| format!("{} to {}", all.first().unwrap(), all.last().unwrap());
        let pill = format!("r1c1-2, read as one number, make {}", ends(&pills));
        let sum = format!("r2c1-3 make {}", ends(&sums));
        let told = sides(&board, unit).expect("two sides");
        let ways = [format!("{pill} and {sum}"), format!("{sum} and {pill}")];
        assert!(ways.contains(&told), "{told}");
    }
}
