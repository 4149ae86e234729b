//! Help with a puzzle in hand.

use pencilmark_kernel::search::Limits;
use pencilmark_make::{Hopeless, complete, minimise, redundant};
use pencilmark_puzzle::{Grid, Puzzle, Settings, Solver, Status, kinds};

fn status(puzzle: &Puzzle) -> Status {
    Solver::new(puzzle, Settings::default()).solve(2).status
}

fn plain(line: &str, side: usize) -> Puzzle {
    let mut puzzle = Puzzle::sudoku(Grid::new(side, side).unwrap());
    let cells: Vec<_> = puzzle.grid.cells().collect();
    for (cell, digit) in cells.into_iter().zip(line.chars()) {
        if let Some(digit) = digit.to_digit(10) {
            puzzle.add_given(cell, digit.into(), None);
        }
    }
    puzzle
}

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_minimal_puzzle_needs_every_clue() {
    let puzzle = plain(EASY, 9);
    let limits = Limits::default();
    let (less, taken) = minimise(&puzzle, &[], 1, &limits).unwrap().unwrap();
    assert_eq!(status(&less), Status::Unique);
    assert_eq!(less.clues.len() + taken.len(), puzzle.clues.len());
    assert!(!taken.is_empty() && redundant(&less, &[], &limits, 1).unwrap().1.is_empty());
    let (unique, all) = redundant(&puzzle, &[], &limits, 2).unwrap();
    assert_eq!(unique, Status::Unique);
    for &at in &all {
        let mut less = puzzle.clone();
        less.clues.remove(at);
        assert_eq!(status(&less), Status::Unique);
    }
    assert!(taken.iter().any(|at| all.contains(at)));
    assert_eq!(minimise(&plain("", 4), &[], 1, &limits).unwrap(), Err(Status::Multiple));
    assert_eq!(minimise(&plain("11", 4), &[], 1, &limits).unwrap(), Err(Status::None));
}

#[test]
fn what_is_redundant_depends_on_no_number_of_threads() {
    for nodes in [None, Some(0), Some(3)] {
        for text in [EASY, &EASY[..60]] {
            let limits = Limits { nodes, ..Limits::default() };
            let of = |threads| redundant(&plain(text, 9), &[], &limits, threads);
            let alone = of(1);
            assert!((2..9).all(|threads| of(threads) == alone), "{nodes:?} {alone:?}");
        }
    }
}

#[test]
fn without_a_solution_nothing_is_redundant() {
    let none = plain("1112", 4);
    assert_eq!(redundant(&none, &[], &Limits::default(), 3).unwrap(), (Status::None, vec![]));
    let several = redundant(&plain("1234", 4), &[], &Limits::default(), 3).unwrap();
    let fourth = plain("1234", 4).clues.len() - 1;
    assert_eq!(several.0, Status::Multiple);
    assert!(several.1.contains(&fourth), "the last of a row follows from the others");
}

/// The fewest givens by trying all sets of cells and digits.
fn by_trying(puzzle: &Puzzle) -> usize {
    let solver = Solver::new(puzzle, Settings::default());
    let solutions: Vec<Vec<i64>> = solver.solutions().map(|s| s.unwrap().cells).collect();
    let is_enough = |cells: &[usize], target: &Vec<i64>| {
        let same = |s: &&Vec<i64>| cells.iter().all(|&c| s[c] == target[c]);
        solutions.iter().filter(same).count() == 1
    };
    (0..=puzzle.grid.size())
        .find(|&size| {
            sets(puzzle.grid.size(), size)
                .iter()
                .any(|cells| solutions.iter().any(|target| is_enough(cells, target)))
        })
        .unwrap()
}

fn sets(n: usize, size: usize) -> Vec<Vec<usize>> {
    let all = 0u32..1 << n;
    let of_size = all.filter(|mask| mask.count_ones() as usize == size);
    of_size.map(|mask| (0..n).filter(|i| mask >> i & 1 == 1).collect()).collect()
}

#[test]
fn completions_are_the_fewest() {
    for line in [
        "1.......2.......",
        "12..............",
        "1....4..........",
        "12343412........",
        "123434122143432.",
    ] {
        let puzzle = plain(line, 4);
        let found = complete(&puzzle, &kinds::GIVEN, 1, &Limits::default()).unwrap().expect(line);
        let mut more = puzzle.clone();
        more.clues.extend(found.clues.iter().cloned());
        assert_eq!(status(&more), Status::Unique, "{line}");
        let fewest = by_trying(&puzzle);
        assert!(found.clues.len() >= fewest, "{line}");
        assert!(!found.fewest || found.clues.len() == fewest, "{line} {found:?} {fewest}");
    }
    let none = plain("11..............", 4);
    let hopeless = complete(&none, &kinds::GIVEN, 1, &Limits::default()).unwrap();
    assert_eq!(hopeless, Err(Hopeless::NoSolution));
}

#[test]
fn drafts_that_lack_many_clues_are_completed_without_clues_to_spare() {
    let draft = plain("12.......3", 6);
    let found = complete(&draft, &kinds::GIVEN, 1, &Limits::default()).unwrap().unwrap();
    let mut more = draft.clone();
    more.clues.extend(found.clues.iter().cloned());
    assert_eq!(status(&more), Status::Unique);
    let own = draft.clues.len();
    for at in own..more.clues.len() {
        let mut less = more.clone();
        less.clues.remove(at);
        assert_eq!(status(&less), Status::Multiple);
    }
}

#[test]
fn completions_are_of_the_kind_asked_for() {
    let puzzle = plain("12..............", 4);
    for name in ["even", "difference", "greater", "cage", "little-killer", "x-sum", "edge-sum"] {
        let kind = kinds::find(name).unwrap();
        let found = complete(&puzzle, kind, 1, &Limits::default()).unwrap();
        let found = found.unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert!(found.clues.iter().all(|clue| clue.kind == kind));
        let mut more = puzzle.clone();
        assert_eq!(found.fewest, found.clues.len() == 1, "{name}");
        more.clues.extend(found.clues);
        assert_eq!(status(&more), Status::Unique, "{name}");
    }
    let rule = kinds::find("rule").unwrap();
    let hopeless = complete(&puzzle, rule, 1, &Limits::default()).unwrap();
    assert_eq!(hopeless, Err(Hopeless::Kind));
}
