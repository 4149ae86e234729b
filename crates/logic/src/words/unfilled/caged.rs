//! What a cage can still be made of, as it is told behind a line of a trace.

use pencilmark_kernel::Constraint;

use super::super::{cell, digit, join};
use crate::board::{Board, Mark};
use crate::sets::{Cell, Digits, Each, choose, count};
use crate::words::constraints;

/// More ways than this are no reason that somebody takes in.
const FEW: usize = 3;
/// Of more digits the ways are not looked for.
const MOST: u32 = 9;

/// The ways that are left for a cage, if they are few and none of them has what goes; of two cells
/// else what one needs in the other.
pub(super) fn erased(
    board: &Board,
    units: &[usize],
    marks: &[Mark],
    left: &[Digits],
) -> Option<String> {
    let &[at] = units else { return None };
    let unit = &board.units[at];
    let &[posted] = &unit.posted[..] else { return None };
    let Constraint::Cage { sum, .. } = board.lowered.problem.posted()[posted].constraint else {
        return None;
    };
    if unit.outside || !marks.iter().all(|m| unit.scope.contains(&m.cell)) {
        return None;
    }
    let cells: Vec<Digits> = unit.scope.iter().map(|&c| left[c]).collect();
    let gone = marks.iter().fold(0, |all: Digits, m| all | 1 << m.digit);
    let without = |ways: &Vec<Digits>| !ways.is_empty() && ways.iter().all(|way| way & gone == 0);
    let told = |&way: &Digits| {
        Each(way).map(|d| digit(board, d).to_string()).collect::<Vec<_>>().join("+")
    };
    let why = match ways(board, &cells, sum).filter(without) {
        Some(ways) => {
            let ways = join(&ways.iter().map(told).collect::<Vec<_>>(), "or");
            format!("it can only be {ways}")
        }
        None => partners(board, &unit.scope, sum, marks, left)?,
    };
    Some(format!("{}: {why}", constraints::unit(board, at)))
}

/// What the other of two cells would have to be, beside one or two digits, and is not.
fn partners(
    board: &Board,
    scope: &[Cell],
    sum: i64,
    marks: &[Mark],
    left: &[Digits],
) -> Option<String> {
    let (&[a, b], [_] | [_, _]) = (scope, marks) else { return None };
    let needs = |m: &Mark| {
        let other = if m.cell == a { b } else { a };
        let need = (0..board.digits).find(|&d| board.value(d) + board.value(m.digit) == sum)?;
        let lacks = need != m.digit && left[other] >> need & 1 == 0;
        let (own, there) = (cell(board, m.cell), cell(board, other));
        let (digit, need) = (digit(board, m.digit), digit(board, need));
        lacks.then(|| format!("{digit} in {own} needs {need} in {there}"))
    };
    Some(join(&marks.iter().map(needs).collect::<Option<Vec<_>>>()?, "and"))
}

/// The sets of different digits with a sum that the cells can take, each one of them; none if they
/// are many.
fn ways(board: &Board, cells: &[Digits], sum: i64) -> Option<Vec<Digits>> {
    let all = cells.iter().fold(0, |all, set| all | set);
    if count(all) > MOST as usize {
        return None;
    }
    let digits: Vec<usize> = Each(all).collect();
    let mut found = Vec::new();
    choose(&digits, cells.len(), &mut |some| {
        let way = some.iter().fold(0, |way: Digits, &d| way | 1 << d);
        let makes: i64 = some.iter().map(|&d| board.value(d)).sum();
        if makes == sum && can_take(cells, way) {
            found.push(way);
        }
        found.len() > FEW
    });
    (found.len() <= FEW).then_some(found)
}

/// Whether the cells can take these digits, each a different one.
fn can_take(cells: &[Digits], way: Digits) -> bool {
    let Some((&first, others)) = cells.split_first() else { return true };
    Each(first & way).any(|d| can_take(others, way & !(1 << d)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ways are those of all fillings with different digits and the sum.
    #[test]
    fn ways_are_those_of_all_fillings() {
        let board = Board::new(&pencilmark_formats::parse("plain", "grid 9\n").expect("a puzzle"));
        let mut seed = 5u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as Digits
        };
        let mut some = 0;
        for _ in 0..500 {
            let n = 2 + random() as usize % 3;
            let cells: Vec<Digits> =
                (0..n).map(|_| 1 << (random() % 9) | random() & random() & 0x1ff).collect();
            let sum = 3 + i64::from(random() as u32 % 25);
            let mut expected = Vec::new();
            fill(&board, &cells, 0, sum, &mut expected);
            expected.sort_unstable();
            expected.dedup();
            let found = ways(&board, &cells, sum).map(|mut ways| {
                ways.sort_unstable();
                ways
            });
            some += usize::from(!expected.is_empty());
            assert_eq!(found, (expected.len() <= FEW).then_some(expected), "{cells:?} {sum}");
        }
        assert!(some > 100);
    }

    /// With all else possible a 7 beside a cell without 3 is told by that 3, and not where it goes.
    #[test]
    fn one_of_two_cells_needs_what_the_other_lacks() {
        let puzzle =
            pencilmark_formats::parse("ten", "grid 9\ncage 10 r1c1-2\n").expect("a puzzle");
        let board = Board::new(&puzzle);
        let is_cage = |u: &crate::board::Unit| puzzle.clues[u.clue].kind.name == "cage";
        let cage = board.units.iter().position(is_cage).expect("the cage");
        let mut left = vec![board.all(); board.cells];
        left[0] &= !(1 << 2);
        let told = |digit| erased(&board, &[cage], &[Mark { cell: 1, digit }], &left);
        assert!(told(6).expect("a reason").ends_with(": 7 in r1c2 needs 3 in r1c1"));
        assert_eq!(told(7), None);
        // 5 and 5 are no way at all, so there is no partner to speak of.
        assert_eq!(told(4), None);
        left[0] = 0b1_1000_0000;
        let few = erased(&board, &[cage], &[Mark { cell: 1, digit: 6 }], &left);
        assert!(few.expect("a reason").ends_with(": it can only be 1+9 or 2+8"));
    }

    fn fill(board: &Board, cells: &[Digits], way: Digits, sum: i64, found: &mut Vec<Digits>) {
        match cells.split_first() {
            None if sum == 0 => found.push(way),
            None => {}
            Some((&first, others)) => {
                for d in Each(first & !way) {
                    fill(board, others, way | 1 << d, sum - board.value(d), found);
                }
            }
        }
    }
}
