//! Numbers and givens for drawn shapes.

use std::time::{Duration, Instant};

use pencilmark_kernel::search::{Limits, Stop};
use pencilmark_make::{Bounds, Hole, Made, fill};
use pencilmark_puzzle::{Clue, Grid, Puzzle, Settings, Solver, Status, kinds};

/// Cages without sums over the left half of the rows of a grid.
fn halves(side: usize) -> (Puzzle, Vec<Hole>) {
    let puzzle = Puzzle::sudoku(Grid::new(side, side).unwrap());
    let cage = |row| {
        let cells = puzzle.grid.row(row)[..side / 2].to_vec();
        Hole(Clue::new(kinds::find("cage").unwrap()).over(cells))
    };
    let holes = (0..side).map(cage).collect();
    (puzzle, holes)
}

fn is_proper(made: &Made) -> bool {
    let answer = Solver::new(&made.puzzle, Settings::default()).solve(2);
    answer.status == Status::Unique && answer.solutions[0].cells == made.solution
}

#[test]
fn shapes_get_numbers_and_as_many_givens_as_asked_for() {
    let (mut puzzle, holes) = halves(6);
    let corner = puzzle.grid.cells().next().unwrap();
    puzzle.add_given(corner, 3, None);
    for bounds in [Bounds { lo: 0, hi: 20 }, Bounds { lo: 18, hi: 18 }] {
        for number in 0..3 {
            let made =
                fill(&puzzle, &holes, bounds, 5, number, &Limits::default(), &|_| {}).unwrap();
            assert!(is_proper(&made));
            assert_eq!(made.puzzle.clues_of("cage").count(), 6);
            assert_eq!(made.puzzle.clues_of("given").count(), made.givens);
            assert!((bounds.lo..=bounds.hi).contains(&made.givens), "{}", made.givens);
            // The puzzle's own given is there, once.
            let given = |clue: &&Clue| clue.as_given() == Some((corner, 3));
            assert_eq!(made.puzzle.clues.iter().filter(given).count(), 1);
        }
    }
}

#[test]
fn what_came_nearest_is_told_at_the_limit() {
    let (puzzle, holes) = halves(9);
    let deadline = Some(Instant::now() + Duration::from_millis(1500));
    let limits = Limits { deadline, ..Limits::default() };
    let gave_up =
        fill(&puzzle, &holes, Bounds { lo: 0, hi: 0 }, 5, 0, &limits, &|_| {}).unwrap_err();
    assert_eq!(gave_up.stop, Stop::Time);
    assert!(gave_up.attempts > 0 && !gave_up.missed.is_empty());
    assert!(gave_up.best.is_some_and(|best| best.givens > 0 && is_proper(&best)));
}
