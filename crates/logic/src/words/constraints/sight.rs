//! Cells that see each other through several constraints and have as many digits as they are: whoever sees
//! all of them that can be one of these digits is not that digit.

use super::super::{cells, digits, either, join, lost};
use crate::board::{Board, Mark};
use crate::find::View;
use crate::found::Found;
use crate::sets::{Cell, Digits, count, smallest};

/// Cells that are looked at together.
const MOST: usize = 5;

/// The reason, if all that goes does so by such cells.
pub(super) fn reason(view: View<'_>, found: &Found, units: &[usize]) -> Option<String> {
    let board = view.board;
    let left: Vec<Digits> = (0..board.cells).map(|c| view.marks.left_of(c)).collect();
    let mut all: Vec<(Vec<Cell>, Vec<Mark>)> = Vec::new();
    for &mark in &found.remove {
        let own = crowd(board, units, mark, &left)?;
        match all.iter_mut().find(|(known, marks)| *known == own && marks[0].digit == mark.digit) {
            Some((_, marks)) => marks.push(mark),
            None => all.push((own, vec![mark])),
        }
    }
    let mut told: Vec<String> = Vec::new();
    for (own, marks) in &all {
        let set = own.iter().fold(0, |all, &c| all | left[c]);
        let those = cells(board, own.iter().copied());
        let take = format!("{those} see each other and take {}", digits(board, set, "and"));
        let digit = marks[0].digit;
        let can: Vec<Cell> = own.iter().copied().filter(|&c| left[c] >> digit & 1 == 1).collect();
        let who = cells(board, marks.iter().map(|m| m.cell));
        let see = if marks.len() == 1 { "sees" } else { "see" };
        let only = match can.len() == own.len() {
            true => "all of them".into(),
            false => format!("those that can be {}, {}", board.value(digit), either(board, can)),
        };
        let outcome = join(&lost(board, marks), "and");
        let before = told.iter().any(|known| known.starts_with(&take));
        told.push(match before {
            true => format!("{who} {see} {only}, so {outcome}"),
            false => format!("{take}; {who} {see} {only}, so {outcome}"),
        });
    }
    (!told.is_empty()).then(|| format!("{}.", told.join("; ")))
}

/// The fewest cells that take the digit of a mark where its cell sees them.
fn crowd(board: &Board, units: &[usize], mark: Mark, left: &[Digits]) -> Option<Vec<Cell>> {
    let sees = |a: Cell, b: Cell| units.iter().any(|&u| board.makes_differ(u, a, b));
    let fits = |&c: &Cell| {
        let can = left[c] >> mark.digit & 1 == 1;
        c != mark.cell && count(left[c]) <= MOST && (!can || sees(c, mark.cell))
    };
    let mut own: Vec<Cell> =
        units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).filter(fits).collect();
    own.sort_unstable();
    own.dedup();
    smallest(&own, MOST, |some| {
        let set = some.iter().fold(0, |all, &c| all | left[c]);
        let apart = || (0..some.len()).all(|a| (0..a).all(|b| sees(some[a], some[b])));
        count(set) == some.len() && set >> mark.digit & 1 == 1 && apart()
    })
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::Rng;

    use super::*;
    use crate::oracle::Oracle;
    use crate::sets::Each;

    /// Whatever is left, a mark that cells which see each other take is in no filling.
    #[test]
    fn what_cells_that_see_each_other_take_goes() {
        let text = "grid 6\nanti-knight\n";
        let board = Board::new(&pencilmark_formats::parse("six", text).expect("a puzzle"));
        let oracle = Oracle::new(&board);
        let (mut rng, mut told) = (Rng::new(6), 0);
        for _ in 0..300 {
            let mut pick = || rng.below(board.units.len() as u64) as usize;
            let units = [pick(), pick(), pick()];
            let mut left = vec![board.all(); board.cells];
            let scope: Vec<Cell> =
                units.iter().flat_map(|&u| board.units[u].scope.iter().copied()).collect();
            for &c in &scope {
                left[c] = 1 << rng.below(4) | (rng.below(16) & rng.below(16));
            }
            let Ok(Some(_)) = oracle.solution(&units, &left, None, 10_000) else { continue };
            for mark in scope
                .iter()
                .flat_map(|&cell| Each(left[cell]).map(move |digit| Mark { cell, digit }))
            {
                if crowd(&board, &units, mark, &left).is_some() {
                    let found = oracle.solution(&units, &left, Some(mark), 10_000);
                    assert!(matches!(found, Ok(None)), "{left:?} {mark:?}");
                    told += 1;
                }
            }
        }
        assert!(told > 20, "{told}");
    }
}
