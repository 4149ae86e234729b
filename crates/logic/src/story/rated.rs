//! How hard it is to follow several constraints, or a contradiction, in tenths.
//!
//! More constraints are harder, and so are more lines: each end of a case is a line, so more cases are
//! harder, too. What the lines add is what the length of a chain adds in Sudoku Explainer.

use crate::find::chains::links::longer;
use crate::found::Refuted;
use crate::technique::Technique;

/// Lines that a refutation is taken to have which nobody has told: more than those that are told.
const UNTOLD: usize = 20_000;

/// So many constraints together, without what their lines add.
pub(crate) fn several(size: usize) -> u32 {
    match size {
        0..=1 => 26,
        2 => Technique::Several.entry().rating,
        3 => 40,
        4 => 52,
        5 => 66,
        6 => 72,
        7 => 78,
        n => 78 + 3 * (n as u32 - 7),
    }
}

/// What one thought over so many constraints is: the more it takes the less it is seen at a glance.
pub(crate) fn one_thought(size: usize) -> u32 {
    several(2) + 2 * (size as u32).saturating_sub(2)
}

/// What the lines of a refutation add.
pub(crate) fn lines(told: &Refuted) -> u32 {
    longer(2 * told.length())
}

/// A contradiction.
pub(crate) fn contradiction(told: &Refuted) -> u32 {
    Technique::Contradiction.entry().rating + lines(told)
}

/// A contradiction whose lines nobody knows.
pub(crate) fn untold() -> u32 {
    Technique::Contradiction.entry().rating + longer(2 * UNTOLD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Mark;
    use crate::found::Consequence;

    /// A refutation of so many lines in so many cases.
    fn of(lines: usize, cases: usize) -> Refuted {
        let mark = Mark { cell: 0, digit: 0 };
        let line = Consequence {
            marks: vec![],
            hidden: vec![],
            units: vec![],
            joint: None,
            fails: vec![],
        };
        let case = Refuted { trace: vec![line; lines], ..Refuted::of(mark) };
        Refuted { cases: vec![case; cases], ..Refuted::of(mark) }
    }

    #[test]
    fn more_constraints_lines_and_cases_are_never_easier() {
        assert!((0..40).all(|n| several(n) < several(n + 1) || n == 0));
        assert!((2..40).all(|n| one_thought(n) < one_thought(n + 1)));
        let rating = |lines, cases| contradiction(&of(lines, cases));
        for n in 1..60 {
            assert!(rating(n, 1) <= rating(n + 1, 1) && rating(4, n) <= rating(4, n + 1));
            assert!(rating(n, 1) < rating(4 * n, 1) && rating(4, n) < rating(4, 4 * n));
        }
        assert!(rating(16, 600) < untold());
    }
}
