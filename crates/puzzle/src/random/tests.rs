use super::*;
use crate::brute_force_within;
use crate::lower;

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    for seed in 0..20 {
        assert_eq!(random_puzzle(seed), random_puzzle(seed));
    }
    assert_ne!(random_puzzle(1), random_puzzle(2));
}

#[test]
fn every_kind_appears() {
    for kind in random_kinds() {
        let made =
            (0..20).filter(|&seed| random_puzzle_of(kind, seed).clues_of(kind).next().is_some());
        let made = made.count();
        assert!(made >= 6, "{kind}: {made} of 20");
    }
}

#[test]
fn puzzles_are_sound_and_small_enough() {
    let mut solvable = 0;
    for seed in 0..150 {
        let puzzle = random_puzzle(seed);
        assert_eq!(puzzle.check(), vec![], "seed {seed}");
        let found = brute_force_within(&puzzle, MAX_SOLUTIONS + 1, MAX_TRIALS);
        let found = found.unwrap_or_else(|| panic!("seed {seed} is too large"));
        assert!(found.len() <= MAX_SOLUTIONS, "seed {seed}");
        solvable += usize::from(!found.is_empty());
    }
    assert!((60..140).contains(&solvable), "{solvable} of 150 have a solution");
}

#[test]
fn kinds_tell_whether_cells_differ() {
    for kind in random_kinds() {
        for seed in 0..20 {
            let puzzle = random_puzzle_of(kind, seed);
            for clue in puzzle.clues.iter().filter(|clue| !clue.kind.differ) {
                let meaning = clue.meaning(&puzzle);
                let told = meaning.iter().find_map(crate::flaw::distinct_cells);
                assert_eq!(told, None, "{}", clue.words(&puzzle));
            }
        }
    }
}

/// Lowering and meaning are written apart: every solution by meaning must satisfy the
/// kernel constraints, and changed grids must satisfy both or neither.
#[test]
fn lowering_agrees_with_meaning() {
    for kind in random_kinds() {
        for seed in 0..12 {
            compare(&random_puzzle_of(kind, 1000 + seed), kind, seed);
        }
    }
}

fn compare(puzzle: &Puzzle, kind: &str, seed: u64) {
    let lowered = lower(puzzle);
    let vars: Vec<_> = lowered.cells.iter().chain(&lowered.vars).copied().collect();
    let mut rng = Rng::new(seed);
    let mut grids = brute_force_within(puzzle, 5, MAX_TRIALS).unwrap_or_default();
    for _ in 0..20 {
        let random = |name: &Name| {
            let (lo, hi) = puzzle.range(*name);
            lo + rng.below((hi - lo + 1) as usize) as i64
        };
        grids.push(puzzle.names().iter().map(random).collect());
    }
    for grid in grids {
        for (i, clue) in puzzle.clues.iter().enumerate() {
            let by_meaning =
                clue.meaning(puzzle).iter().all(|f| f.eval(&|&n| grid[puzzle.position(n)]));
            let value = |v| grid[vars.iter().position(|&w| w == v).unwrap()];
            let of_clue = |p: &&std::sync::Arc<pencilmark_kernel::Posted>| {
                !p.derived && p.groups.iter().any(|g| lowered.groups[g.index()] == i)
            };
            let posted = lowered.problem.posted().iter().filter(of_clue);
            let by_kernel = posted.into_iter().all(|p| p.constraint.holds(&value));
            assert_eq!(by_meaning, by_kernel, "{kind} {seed}: {} in {grid:?}", clue.words(puzzle));
        }
    }
}
