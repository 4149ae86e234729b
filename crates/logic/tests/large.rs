//! Boards of more than 128 cells: their sets of cells are wider, their patterns the same.

use std::sync::Arc;

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::Verdict;
use pencilmark_logic::find::sight::WideBoard;
use pencilmark_logic::find::{self, View};
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Marks, Technique};
use pencilmark_puzzle::{Grid, Puzzle};

fn sixteen() -> Board {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/sixteen.pencil");
    let text = std::fs::read_to_string(path).expect("an example puzzle");
    Board::new(&pencilmark_formats::parse("sixteen", &text).expect("a puzzle"))
}

/// Checks the first steps of a board; their techniques.
fn checked(board: &Board, truth: &Truth, steps: usize) -> Vec<Technique> {
    let mut telling = Telling::new(board, Manner::default(), truth, Marks::start(board));
    let mut seen = Vec::new();
    while seen.len() < steps {
        let Some((step, verdict)) = telling.checked_step() else { break };
        assert_eq!(verdict, Verdict::Right, "{}", step.short);
        assert!(!step.marks.is_empty() || !step.place.is_empty(), "{}", step.short);
        seen.push(step.technique);
    }
    seen
}

#[test]
fn sixteen_digits_have_patterns_too() {
    use Technique::{Claiming, HiddenPair, HiddenSingle, Pointing, XWing};
    let board = sixteen();
    let truth = Truth::of(&board, &Limits::default());
    let seen = checked(&board, &truth, 29);
    for technique in [HiddenSingle, Pointing, Claiming, HiddenPair, XWing] {
        assert!(seen.contains(&technique), "{technique:?}: {seen:?}");
    }
}

/// A filled grid of 25 digits, from which every third cell of some rows is taken.
#[test]
fn twenty_five_digits_are_explained() {
    let solution = |r: usize, c: usize| (5 * (r % 5) + r / 5 + c) % 25;
    let mut puzzle = Puzzle::sudoku(Grid::new(25, 25).expect("a grid"));
    let cells: Vec<_> = puzzle.grid.cells().collect();
    for (at, &cell) in cells.iter().enumerate() {
        let (r, c) = (at / 25, at % 25);
        if r % 2 == 0 || c % 3 != 0 {
            puzzle.add_given(cell, solution(r, c) as i64 + 1, None);
        }
    }
    let board = Board::new(&puzzle);
    assert_eq!((board.cells, board.houses.len()), (625, 75));
    let truth = Truth::Known((0..625).map(|at| 1 << solution(at / 25, at % 25)).collect());
    let seen = checked(&board, &truth, 20);
    assert_eq!(seen.len(), 20);
    let single = |t: &Technique| {
        matches!(t, Technique::FullHouse | Technique::HiddenSingle | Technique::NakedSingle)
    };
    assert!(seen.iter().all(single), "{seen:?}");
}

/// What is looked for on boards of any size.
const SHARED: [Technique; 19] = {
    use Technique::*;
    [
        FullHouse,
        HiddenSingle,
        NakedSingle,
        Pointing,
        Claiming,
        NakedPair,
        NakedTriple,
        NakedQuadruple,
        HiddenPair,
        HiddenTriple,
        HiddenQuadruple,
        XWing,
        Swordfish,
        Jellyfish,
        Squirmbag,
        Whale,
        XYWing,
        XYZWing,
        WWing,
    ]
};

/// The same finders, on sets of one sort and of the other, find the same.
#[test]
fn wide_sets_find_what_small_ones_find() {
    const LINES: [&str; 3] = [
        "..94.51.2.4........7..9.5.........98..86..4.1.....7...6.48..9...5.14......75..6..",
        "...18..95.3.7.28...........3...2.4.8..5.9..1.62....97.218........6..85.....9.....",
        ".......5.5...2.8....25.8..9....1.4...6..7...2.8.....9.......1.67....9..423......5",
    ];
    let (mut compared, mut seen) = (0, Vec::new());
    for line in LINES {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        let cells: Vec<_> = puzzle.grid.cells().collect();
        for (cell, c) in cells.into_iter().zip(line.bytes()).filter(|(_, c)| c.is_ascii_digit()) {
            puzzle.add_given(cell, i64::from(c - b'0'), None);
        }
        let small = Board::new(&puzzle);
        let wide = Arc::new(WideBoard::new(&small));
        let wide = Board { patterns: false, wide: Some(wide), ..small.clone() };
        let truth = Truth::of(&small, &Limits::default());
        let start = Marks::start(&small);
        let mut telling = Telling::new(&small, Manner::default(), &truth, start).quick();
        loop {
            let marks = telling.marks().clone();
            for technique in SHARED {
                let found = find::all(View { board: &wide, marks: &marks }, technique);
                let view = View { board: &small, marks: &marks };
                assert_eq!(found, find::all(view, technique), "{technique:?}");
                compared += found.len();
                if !found.is_empty() && !seen.contains(&technique) {
                    seen.push(technique);
                }
            }
            if telling.advance().is_none() {
                break;
            }
        }
    }
    assert!(compared > 200 && seen.len() >= 14, "{compared} {seen:?}");
}
