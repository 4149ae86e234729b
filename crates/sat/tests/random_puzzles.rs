//! Random puzzles of every kind: the clause engine must find the solutions that the kernel finds.
//!
//! `PENCILMARK_FUZZ=N` makes N puzzles of each kind instead of ten.

use std::collections::BTreeSet;

use pencilmark_kernel::search::Limits;
use pencilmark_puzzle::random::{random_kinds, random_puzzle_of};
use pencilmark_puzzle::{Settings, Solver};
use pencilmark_sat::{Ended, PuzzleSolver};

/// Puzzles with more solutions than this are compared by their number only up to it.
const MOST: usize = 300;

#[test]
fn clauses_and_propagation_agree() {
    let (mut compared, mut solutions, mut conflicts, mut open) = (0, 0, 0, 0);
    let seeds: u64 = std::env::var("PENCILMARK_FUZZ").map_or(10, |n| n.parse().expect("a number"));
    for kind in random_kinds() {
        for seed in 0..seeds {
            let puzzle = random_puzzle_of(kind, seed + 4711);
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let solver = Solver::new(&puzzle, Settings { limits, ..Settings::default() });
            let expected: Result<BTreeSet<Vec<i64>>, _> = solver
                .solutions()
                .take(MOST + 1)
                .map(|f| f.map(|f| [f.cells, f.vars].concat()))
                .collect();
            let Ok(expected) = expected else { continue };
            let lowered = solver.lowered();
            let mut search = PuzzleSolver::new(solver.model().clone()).unwrap();
            let mut found = BTreeSet::new();
            let complete = loop {
                match search.next_solution(&Limits { nodes: Some(200_000), ..Limits::default() }) {
                    _ if found.len() > MOST => break true,
                    Ok(None) => break true,
                    Ok(Some(solution)) => {
                        let cells = solution.values(&lowered.cells);
                        let new = found.insert([cells, solution.values(&lowered.vars)].concat());
                        assert!(new, "{kind} {seed}: the same solution twice");
                    }
                    Err(Ended::Open(_)) => {
                        open += 1;
                        break false;
                    }
                    Err(ended) => panic!("{kind} {seed}: {ended:?}"),
                }
            };
            if !complete {
                continue;
            }
            if expected.len() <= MOST {
                assert_eq!(found, expected, "{kind} {seed}");
            } else {
                assert!(found.len() > MOST, "{kind} {seed}");
            }
            compared += 1;
            solutions += found.len();
            conflicts += search.conflicts();
        }
    }
    println!("{compared} puzzles, {solutions} solutions, {conflicts} conflicts, {open} left open");
    assert!(compared > 700 && conflicts > 700, "{compared} puzzles, {conflicts} conflicts");
}
