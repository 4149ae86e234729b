//! Clues about the whole grid: what cells at some distance must not do.

use pencilmark_kernel::expr::{Cmp, Expr, Formula};

use super::{digit, distance, sound};
use crate::grid::{CellId, Grid};
use crate::kind::{Kind, Tool};
use crate::lower::Lower;
use crate::puzzle::{Name, Puzzle};

pub(crate) static KINDS: &[&Kind] = &[&ANTI_KING, &ANTI_KNIGHT, &NON_CONSECUTIVE];

// Half of each move: the other half is the same pair from its other end.
const KING: &[(isize, isize)] = &[(1, 1), (1, -1)];
const KNIGHT: &[(isize, isize)] = &[(1, 2), (1, -2), (2, 1), (2, -1)];
pub(super) const SIDE: &[(isize, isize)] = &[(0, 1), (1, 0)];

static ANTI_KING: Kind = Kind {
    name: "anti-king",
    aliases: &["antiking"],
    args: &[],
    summary: "Cells that touch diagonally differ.",
    example: "anti-king",
    check: sound,
    meaning: |_, puzzle| differ(&puzzle.grid, KING),
    lower: |_, puzzle, lower| lower_differ(&puzzle.grid, KING, lower),
    words: |_, _| "the anti-king rule".into(),
    elsewhere: &[
        (Tool::FPuzzles, "antiking"),
        (Tool::SudokuMaker, "12"),
        (Tool::Iss, "AntiKing"),
        (Tool::Rangsk, "king"),
    ],
    ..Kind::PLAIN
};

static ANTI_KNIGHT: Kind = Kind {
    name: "anti-knight",
    aliases: &["antiknight"],
    args: &[],
    summary: "Cells a knight's move of chess apart differ.",
    example: "anti-knight",
    check: sound,
    meaning: |_, puzzle| differ(&puzzle.grid, KNIGHT),
    lower: |_, puzzle, lower| lower_differ(&puzzle.grid, KNIGHT, lower),
    words: |_, _| "the anti-knight rule".into(),
    elsewhere: &[
        (Tool::FPuzzles, "antiknight"),
        (Tool::SudokuMaker, "13"),
        (Tool::Iss, "AntiKnight"),
        (Tool::Rangsk, "knight"),
    ],
    ..Kind::PLAIN
};

static NON_CONSECUTIVE: Kind = Kind {
    name: "non-consecutive",
    aliases: &["nonconsecutive"],
    args: &[],
    summary: "Orthogonal neighbours are not consecutive, unless a difference or ratio dot is \
              between them.",
    example: "non-consecutive",
    check: sound,
    meaning: |_, puzzle| {
        let apart = |(a, b)| Formula::Cmp(Cmp::Ne, distance(a, b, puzzle), Expr::Const(1));
        undotted(puzzle).into_iter().map(apart).collect()
    },
    lower: |_, puzzle, lower| {
        for (a, b) in undotted(puzzle) {
            lower.pair(a, b, ("non-consecutive", 1), |x, y| (x - y).abs() != 1);
        }
    },
    words: |_, _| "the non-consecutive rule".into(),
    elsewhere: &[
        (Tool::FPuzzles, "nonconsecutive"),
        (Tool::SudokuMaker, "15"),
        (Tool::Rangsk, "difference:neg1"),
    ],
    ..Kind::PLAIN
};

pub(super) fn pairs<'a>(
    grid: &'a Grid,
    moves: &'a [(isize, isize)],
) -> impl Iterator<Item = (CellId, CellId)> + 'a {
    let from = move |cell| {
        moves.iter().filter_map(move |&(down, right)| Some((cell, grid.step(cell, down, right)?)))
    };
    grid.cells().flat_map(from)
}

fn differ(grid: &Grid, moves: &[(isize, isize)]) -> Vec<Formula<Name>> {
    let one = |(a, b)| Formula::Cmp(Cmp::Ne, digit(a), digit(b));
    pairs(grid, moves).map(one).collect()
}

fn lower_differ(grid: &Grid, moves: &[(isize, isize)], lower: &mut Lower<'_>) {
    pairs(grid, moves).for_each(|(a, b)| lower.distinct(&[a, b]));
}

/// Neighbours without a dot. A dot says something about its pair, and what it says may
/// well be that the pair is consecutive.
pub(super) fn undotted(puzzle: &Puzzle) -> Vec<(CellId, CellId)> {
    let dots = puzzle.clues_of("difference").chain(puzzle.clues_of("ratio"));
    let dotted: Vec<_> = dots.flat_map(super::neighbours).collect();
    let free = |&(a, b): &(CellId, CellId)| !dotted.contains(&(a, b)) && !dotted.contains(&(b, a));
    pairs(&puzzle.grid, SIDE).filter(free).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds;
    use crate::puzzle::Clue;

    #[test]
    fn moves_on_the_nine_by_nine() {
        let grid = Grid::nine();
        assert_eq!(pairs(&grid, SIDE).count(), 144);
        assert_eq!(pairs(&grid, KING).count(), 128);
        assert_eq!(pairs(&grid, KNIGHT).count(), 224);
    }

    #[test]
    fn dots_are_exempt_from_non_consecutive_both_ways_round() {
        for kind in ["difference", "ratio"] {
            let mut puzzle = Puzzle::sudoku(Grid::nine());
            let backwards = [CellId::new(1), CellId::new(0)];
            puzzle.clues.push(Clue::new(kinds::find(kind).unwrap()).number(2).over(backwards));
            assert_eq!(undotted(&puzzle).len(), 143);
            assert_eq!((NON_CONSECUTIVE.meaning)(&Clue::new(&NON_CONSECUTIVE), &puzzle).len(), 143);
        }
    }
}
