//! Every kind against a checker of its own that says one sentence of the rules and nothing else.
//!
//! The checkers know grids of digits and lists of cells, not formulas and not the kernel. For
//! random puzzles of each kind, random grids and solutions must satisfy checker and meaning
//! alike, and of a solved puzzle every solution must satisfy all checkers.

mod checkers;

use checkers::{Board, checker};
use pencilmark_puzzle::random::{Rng, random_kinds, random_puzzle_of};
use pencilmark_puzzle::{Clue, Puzzle, Settings, Solver, brute_force};

const PER_KIND: u64 = 20;

/// Grids near the solutions: most clues hold in a few of them and fail in others.
fn grids(puzzle: &Puzzle, rng: &mut Rng) -> Vec<Vec<i64>> {
    let (grid, size) = (&puzzle.grid, puzzle.grid.size());
    let mut all: Vec<Vec<i64>> = brute_force(puzzle, 4)
        .into_iter()
        .map(|mut s| {
            s.truncate(size);
            s
        })
        .collect();
    for i in 0..40 {
        let any = |rng: &mut Rng| grid.lo() + rng.below(grid.digit_count()) as i64;
        let mut cells: Vec<i64> = match all.first() {
            Some(solution) if i % 2 == 0 => solution.clone(),
            _ => (0..size).map(|_| any(rng)).collect(),
        };
        for _ in 0..1 + rng.below(3) {
            let (a, b) = (rng.below(size), rng.below(size));
            match rng.below(2) {
                0 => cells.swap(a, b),
                _ => cells[a] = any(rng),
            }
        }
        all.push(cells);
    }
    all
}

fn by_meaning(clue: &Clue, puzzle: &Puzzle, cells: &[i64]) -> bool {
    clue.meaning(puzzle).iter().all(|f| f.eval(&|&name| cells[puzzle.position(name)]))
}

#[test]
fn every_kind_means_what_its_sentence_says() {
    let mut unchecked = Vec::new();
    for kind in random_kinds() {
        if kind == "rule" {
            continue;
        }
        let (mut yes, mut no) = (0, 0);
        for seed in 0..PER_KIND {
            let puzzle = random_puzzle_of(kind, 7000 + seed);
            let mut rng = Rng::new(seed);
            if !puzzle.vars.is_empty() {
                continue;
            }
            for cells in grids(&puzzle, &mut rng) {
                for clue in puzzle.clues_of(kind) {
                    let board = Board::new(&puzzle, &cells);
                    let Some(check) = checker(kind) else {
                        unchecked.push(kind);
                        continue;
                    };
                    let (told, meant) = (check(clue, &board), by_meaning(clue, &puzzle, &cells));
                    assert_eq!(told, meant, "{} in {cells:?}", clue.words(&puzzle));
                    yes += usize::from(told);
                    no += usize::from(!told);
                }
            }
        }
        assert!(yes > 0 && no > 0, "{kind}: {yes} hold, {no} do not");
    }
    unchecked.dedup();
    assert!(unchecked.is_empty(), "no checker for {unchecked:?}");
}

#[test]
fn solutions_pass_every_checker() {
    let mut solutions = 0;
    for kind in random_kinds() {
        for seed in 0..4 {
            let puzzle = random_puzzle_of(kind, 8000 + seed);
            let solver = Solver::new(&puzzle, Settings::default());
            for solution in solver.solutions().take(20) {
                let cells = solution.expect("no limits").cells;
                let board = Board::new(&puzzle, &cells);
                for clue in puzzle.clues.iter().filter(|c| c.kind.name != "rule") {
                    let Some(check) = checker(clue.kind.name) else { continue };
                    assert!(check(clue, &board), "{kind} {seed}: {}", clue.words(&puzzle));
                }
                solutions += 1;
            }
        }
    }
    assert!(solutions > 500, "{solutions}");
}
