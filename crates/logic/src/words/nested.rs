//! How what a line erases fails by its constraints one at a time, in brackets behind the line.

use super::followed::{self, Known};
use super::hidden::one_of;
use super::patterns::lower;
use super::{cell, digit, refuted};
use crate::board::Board;
use crate::found::Refuted;
use crate::sets::Digits;

/// What would follow from it, up to what cannot be: `with 5 in r3c4, r3c6 cannot be 5 (row 3); then
/// there is no place for 5 in box 4`.
pub(super) fn told(board: &Board, fails: &Refuted, left: &[Digits], known: &Known<'_>) -> String {
    let (mut left, mut known) = (left.to_vec(), known.clone());
    let at = fails.assumed;
    let with = match fails.value {
        Some((var, value)) => {
            known.outside.suppose(var, value);
            format!("if {}", one_of(board, var, &[value]))
        }
        None => {
            left[at.cell] = 1 << at.digit;
            format!("with {} in {}", digit(board, at.digit), cell(board, at.cell))
        }
    };
    let lines = followed::followed(board, &fails.trace, fails.empty, &mut left, &mut known);
    let sentences = match fails.empty {
        Some(empty) => {
            let supposed = fails.value.is_none().then_some(at.cell);
            followed::emptied(board, (empty, supposed), &lines, &left)
        }
        None => {
            let end = refuted::impossible(board, fails, &left, &mut known);
            followed::sentences(&lines) + &end
        }
    };
    let clauses: Vec<String> =
        sentences.trim().trim_end_matches('.').split(". ").map(lower).collect();
    let told = clauses.join("; ");
    format!("{with}, {}", told.strip_prefix("then ").unwrap_or(&told))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Mark;
    use crate::found::Consequence;

    #[test]
    fn what_would_follow_is_one_clause() {
        let board = Board::new(&pencilmark_formats::parse("plain", "grid 4\n").expect("a puzzle"));
        let house =
            |cells: [usize; 4]| board.units.iter().position(|u| u.scope == cells).expect("a house");
        let (row, square) = (house([0, 1, 2, 3]), house([0, 1, 4, 5]));
        let mut left = vec![board.all(); board.cells];
        [2, 3].into_iter().for_each(|c: usize| left[c] &= !1);
        let mark = |cell: usize| Mark { cell, digit: 0 };
        let line = Consequence {
            marks: vec![mark(0), mark(1)],
            hidden: vec![],
            units: vec![square],
            joint: None,
            fails: vec![],
        };
        let fails = Refuted { trace: vec![line], units: vec![row], ..Refuted::of(mark(4)) };
        assert_eq!(
            told(&board, &fails, &left, &Known::new(&board)),
            "with 1 in r2c1, r1c1-2 cannot be 1 (box 1); then there is no place for 1 in row 1"
        );
    }
}
