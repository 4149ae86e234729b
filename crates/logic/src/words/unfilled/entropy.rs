//! Squares with a low, a middling and a high digit: which of these has no cell, or only one.

use super::super::{cells, digits};
use super::erased::Thought;
use crate::board::{Board, Mark};
use crate::sets::Digits;

/// The digits of which a constraint wants one each, if it is that.
fn thirds(board: &Board, unit: usize) -> Option<[Digits; 3]> {
    let third = board.digits / 3;
    let kind = board.puzzle.clues[board.units[unit].clue].kind.name;
    let whole = kind == "global-entropy" && board.digits == 3 * third;
    whole.then(|| [0, 1, 2].map(|at| ((1 << third) - 1) << (at * third)))
}

/// Cells of which none can be low, middling or high, where one has to be.
pub(super) fn fault(board: &Board, units: &[usize], left: &[Digits]) -> Option<String> {
    let &[unit] = units else { return None };
    let own = &board.units[unit];
    let there = own.scope.iter().fold(0, |all, &c| all | left[c]);
    let none = thirds(board, unit)?.into_iter().find(|&some| some & there == 0)?;
    let those = cells(board, own.scope.iter().copied());
    Some(format!("none of {those} can be {}", digits(board, none, "or")))
}

/// What the only cell for one of them loses, and the marks of which that says nothing.
pub(super) fn erased(
    board: &Board,
    unit: usize,
    marks: &[Mark],
    left: &[Digits],
) -> (Vec<Thought>, Vec<Mark>) {
    let (mut all, mut rest): (Vec<Thought>, Vec<Mark>) = Default::default();
    let thirds = thirds(board, unit);
    for &mark in marks {
        let others = board.units[unit].scope.iter().filter(|&&c| c != mark.cell);
        let elsewhere = others.fold(0, |all, &c| all | left[c]);
        let lacks = |some: &&Digits| **some & elsewhere == 0 && **some >> mark.digit & 1 == 0;
        let inside = board.units[unit].scope.contains(&mark.cell);
        let Some(&none) = thirds.iter().flatten().find(lacks).filter(|_| inside) else {
            rest.push(mark);
            continue;
        };
        let why = format!("no other cell can be {}", digits(board, none, "or"));
        match all.iter_mut().find(|known| known.why == why) {
            Some(known) => known.marks.push(mark),
            None => all.push(Thought { marks: vec![mark], hidden: vec![], why }),
        }
    }
    (all, rest)
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::super::super::brute;
    use super::*;
    use crate::sets::Each;

    /// Whatever is left of a square: what is told to go is in no filling of it.
    #[test]
    fn the_only_cell_for_some_digits_has_one_of_them() {
        let text = "grid 6\nglobal-entropy\n";
        let board = Board::new(&pencilmark_formats::parse("six", text).expect("a puzzle"));
        let unit = board.units.iter().position(|u| u.house.is_none()).expect("a square");
        let scope = &board.units[unit].scope;
        let ways = brute::fillings(&board, unit);
        let (mut rng, mut told) = (Rng::new(8), 0);
        for _ in 0..500 {
            let mut left = vec![board.all(); board.cells];
            scope.iter().for_each(|&c| left[c] = 1 << rng.below(6) | rng.below(64));
            let marks: Vec<Mark> = scope
                .iter()
                .flat_map(|&cell| Each(left[cell]).map(move |digit| Mark { cell, digit }))
                .collect();
            for mark in erased(&board, unit, &marks, &left).0.iter().flat_map(|t| &t.marks) {
                let fits = |way: &&Vec<usize>| {
                    let mut own = scope.iter().zip(*way);
                    own.all(|(&c, &d)| match c == mark.cell {
                        true => d == mark.digit,
                        false => left[c] >> d & 1 == 1,
                    })
                };
                assert!(!ways.iter().any(|way| fits(&way)), "{left:?} {mark:?}");
                told += 1;
            }
        }
        assert!(told > 40, "{told}");
    }
}
