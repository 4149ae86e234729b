//! What a line erases of a cell that nothing after it takes: a line that goes takes with it why others
//! said so much.

use super::Guide;
use crate::found::Refuted;
use crate::oracle::{Facts, Look};
use crate::sets::Cell;

/// Lines beyond which nobody looks for marks that can be spared.
const LINES: usize = 120;

impl Guide<'_> {
    /// The same without what lines say of cells for nothing; the last lines first, for what they alone
    /// took can go then.
    pub(super) fn without_spare_marks(&self, told: Refuted, root: &Facts, look: Look) -> Refuted {
        let lines = told.lines();
        let mut best = told;
        for path in lines.iter().rev().filter(|_| lines.len() <= LINES) {
            let mut cells: Vec<Cell> = best.marks_at(path).iter().map(|m| m.cell).collect();
            cells.sort_unstable();
            cells.dedup();
            // All that a line says was asked for before.
            for cell in cells.iter().filter(|_| cells.len() > 1) {
                let mut without = best.clone();
                without.marks_at(path).retain(|m| m.cell != *cell);
                let some = !without.marks_at(path).is_empty();
                if some && self.holds(&without, root.clone(), look, false) {
                    best = without;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Mark};
    use crate::found::Consequence;
    use crate::story::{Manner, Truth};

    /// Row 1 takes 1 from three cells, of which only two matter for box 1.
    #[test]
    fn a_line_says_no_more_than_is_used() {
        let board = Board::new(&pencilmark_formats::parse("plain", "grid 4\n").expect("a puzzle"));
        let truth = Truth::of(&board, &Default::default());
        let guide = Guide::new(&board, Manner::default(), &truth);
        let unit =
            |scope: [usize; 4]| board.units.iter().position(|u| u.scope == scope).expect("a house");
        let mark = |cell: usize| Mark { cell, digit: 0 };
        let line = |cells: &[usize]| Consequence {
            marks: cells.iter().map(|&c| mark(c)).collect(),
            hidden: vec![],
            units: vec![unit([0, 1, 2, 3])],
            joint: None,
            fails: vec![],
        };
        let mut root: Facts = vec![board.all(); board.cells];
        [4, 5].into_iter().for_each(|c: usize| root[c] &= !1);
        let end = vec![unit([0, 1, 4, 5])];
        let told = Refuted { trace: vec![line(&[0, 1, 3])], units: end, ..Refuted::of(mark(2)) };
        let brief = guide.without_spare_marks(told, &root, Look::Close);
        assert_eq!(brief.trace, [line(&[0, 1])]);
    }
}
