//! One constraint alone at full strength where counts of single digits do not say it.

use pencilmark_kernel::search::Limits;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Marks, Technique};

/// Digits that take all cells of a clue leave no other there, and that is one step by one clue.
#[test]
fn digits_that_take_all_cells_leave_no_other() {
    for clue in
        ["contains-exactly 1 1 2 2 r1c1 r2c2 r3c3 r4c4", "contains 1 1 2 2 r1c1 r2c2 r3c3 r4c4"]
    {
        let puzzle =
            pencilmark_formats::parse("whole", &format!("grid 4\n{clue}\n")).expect("a puzzle");
        let board = Board::new(&puzzle);
        let truth = Truth::of(&board, &Limits::default());
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        let mut gone = Vec::new();
        while let Some((found, step)) = telling.found_step() {
            if found.technique != Technique::Alone {
                break;
            }
            assert!(step.long.contains("take all its cells, so"), "{clue}: {}", step.long);
            gone.extend(found.remove.iter().map(|m| (m.cell, m.digit)));
        }
        gone.sort_unstable();
        let all: Vec<_> = [0, 5, 10, 15].into_iter().flat_map(|c| [(c, 2), (c, 3)]).collect();
        assert_eq!(gone, all, "{clue}");
    }
}

/// Digits that a clue counts in the same cells are one constraint, however many they are.
#[test]
fn a_clue_that_counts_digits_is_one_constraint() {
    for clue in ["quadruple 1 1 3 4", "contains 1 1 3", "contains-exactly 1 1 3"] {
        let text = format!("grid 4\n{clue} r1-2c1-2\n");
        let board = Board::new(&pencilmark_formats::parse("one", &text).expect("a puzzle"));
        let kind = clue.split(' ').next();
        let own = board
            .units
            .iter()
            .filter(|u| Some(board.puzzle.clues[u.clue].kind.name) == kind && u.scope.len() > 1);
        let scopes: Vec<usize> = own.map(|u| u.scope.len()).collect();
        assert_eq!(scopes, [4], "{clue}");
    }
}
