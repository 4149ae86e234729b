//! Squares with a low, a middling and a high digit: which of these has no cell, or only one.

use super::super::{cells, digits};
use super::erased::Thought;
use crate::board::{Board, Mark};
use crate::sets::{Cell, Digits};

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

/// What goes because the others have too few cells for the digits that are wanted beside it, and the
/// marks of which that says nothing.
pub(in crate::words) fn erased(
    board: &Board,
    unit: usize,
    marks: &[Mark],
    left: &[Digits],
) -> (Vec<Thought>, Vec<Mark>) {
    let (mut all, mut rest): (Vec<Thought>, Vec<Mark>) = Default::default();
    let thirds = thirds(board, unit);
    for &mark in marks {
        match thirds.and_then(|thirds| short(board, unit, thirds, mark, left)) {
            None => rest.push(mark),
            Some(why) => match all.iter_mut().find(|known| known.why == why) {
                Some(known) => known.marks.push(mark),
                None => all.push(Thought { marks: vec![mark], hidden: vec![], why }),
            },
        }
    }
    (all, rest)
}

/// Why the others do not have the digits that are wanted beside a mark.
fn short(
    board: &Board,
    unit: usize,
    thirds: [Digits; 3],
    mark: Mark,
    left: &[Digits],
) -> Option<String> {
    let scope = &board.units[unit].scope;
    if !scope.contains(&mark.cell) {
        return None;
    }
    let others = || scope.iter().copied().filter(|&c| c != mark.cell);
    let wanted: Vec<Digits> =
        thirds.into_iter().filter(|some| some >> mark.digit & 1 == 0).collect();
    let places =
        |some: Digits| -> Vec<Cell> { others().filter(|&c| left[c] & some != 0).collect() };
    if let Some(&none) = wanted.iter().find(|&&some| places(some).is_empty()) {
        return Some(format!("no other cell can be {}", digits(board, none, "or")));
    }
    // Two that are to be in one cell.
    let both = wanted.iter().fold(0, |all, some| all | some);
    let full: Vec<Cell> = others().filter(|&c| left[c] & both == 0).collect();
    let few = others().count() - full.len() < wanted.len();
    few.then(|| {
        let own = thirds.iter().find(|some| *some >> mark.digit & 1 == 1).copied().unwrap_or(0);
        format!("{} are {} already", cells(board, full), digits(board, own, "or"))
    })
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::super::super::brute;
    use super::*;
    use crate::sets::Each;

    /// Whatever is left of a square: what is told to go is in no filling of it.
    #[test]
    fn the_others_have_too_few_cells_for_what_is_wanted() {
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
