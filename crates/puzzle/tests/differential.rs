//! The solver agrees with brute force on random puzzles of every kind: the whole set of
//! solutions, the number, the true candidates, in every mode of the search.

use std::collections::BTreeSet;

use pencilmark_kernel::log::Trail;
use pencilmark_kernel::search::{Limits, Search, SearchOptions, sample};
use pencilmark_kernel::{CompileOptions, DeriveOptions, Strength, derive};
use pencilmark_puzzle::random::{random_kinds, random_puzzle_of};
use pencilmark_puzzle::{Filled, Puzzle, Settings, Solver, Status, brute_force, lower};

/// Puzzles of each kind. Mixtures come by themselves: most puzzles hold several kinds.
const PER_KIND: u64 = 8;

fn flat(filled: Filled) -> Vec<i64> {
    [filled.cells, filled.vars].concat()
}

fn solved(puzzle: &Puzzle, settings: Settings) -> Vec<Vec<i64>> {
    let solver = Solver::new(puzzle, settings);
    solver.solutions().map(|s| flat(s.expect("no limits"))).collect()
}

fn as_set(list: &[Vec<i64>]) -> BTreeSet<Vec<i64>> {
    list.iter().cloned().collect()
}

fn each_random_puzzle(salt: u64, mut check: impl FnMut(&str, u64, &Puzzle)) {
    for kind in random_kinds() {
        for seed in 0..PER_KIND {
            let seed = seed + salt * 1000;
            let puzzle = random_puzzle_of(kind, seed);
            check(kind, seed, &puzzle);
        }
    }
}

#[test]
fn solutions_are_those_of_brute_force() {
    let (mut puzzles, mut with_solutions) = (0, 0);
    each_random_puzzle(0, |kind, seed, puzzle| {
        let expected = brute_force(puzzle, usize::MAX);
        let found = solved(puzzle, Settings::default());
        assert_eq!(as_set(&found), as_set(&expected), "{kind} {seed}");
        assert_eq!(found.len(), expected.len(), "{kind} {seed}: a solution came twice");
        puzzles += 1;
        with_solutions += usize::from(!found.is_empty());
    });
    assert!(puzzles > 500 && with_solutions > puzzles / 4 && with_solutions < puzzles);
}

#[test]
fn every_switch_keeps_the_solutions() {
    let off = |name| DeriveOptions::default().without(name).expect("its own name");
    let mut derivations: Vec<_> = DeriveOptions::NAMES.into_iter().map(off).collect();
    derivations.extend([DeriveOptions::NONE, DeriveOptions::default()]);
    each_random_puzzle(1, |kind, seed, puzzle| {
        let expected = as_set(&brute_force(puzzle, usize::MAX));
        for (i, &derive) in derivations.iter().enumerate() {
            let distinct = [Strength::Weak, Strength::Full][i % 2];
            let compile = CompileOptions { distinct, ..Default::default() };
            let found = solved(puzzle, Settings { derive, compile, ..Settings::default() });
            assert_eq!(as_set(&found), expected, "{kind} {seed} {derive:?} {distinct:?}");
        }
    });
}

#[test]
fn trail_threads_and_drivers_agree() {
    each_random_puzzle(2, |kind, seed, puzzle| {
        let solver = Solver::new(puzzle, Settings::default());
        let threads = Solver::new(puzzle, Settings { threads: 3, ..Settings::default() });
        let expected = brute_force(puzzle, usize::MAX);
        let n = expected.len() as u64;
        for solver in [&solver, &threads] {
            let count = solver.count(u64::MAX);
            assert_eq!((count.count, count.exact), (n, true), "{kind} {seed}");
        }
        let mut search = Search::<Trail>::with_undo(solver.model(), SearchOptions::default());
        let mut by_trail = 0;
        while search.next_solution().expect("no limits").is_some() {
            by_trail += 1;
        }
        assert_eq!(by_trail, n, "{kind} {seed}: trail");
        let status = match n {
            0 => Status::None,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        assert_eq!(solver.solve(1).status, status, "{kind} {seed}");
        let candidates = threads.candidates(1);
        for (cell, values) in candidates.values.iter().enumerate() {
            let expected: BTreeSet<i64> = expected.iter().map(|s| s[cell]).collect();
            let found: BTreeSet<i64> = values.iter().map(|&(v, _)| v).collect();
            assert_eq!(found, expected, "{kind} {seed}: candidates of cell {cell}");
        }
    });
}

#[test]
fn contradictions_really_contradict() {
    let (mut seen, mut smallest) = (0, 0);
    each_random_puzzle(3, |kind, seed, puzzle| {
        if seed % 1000 >= 4 || !brute_force(puzzle, 1).is_empty() {
            return;
        }
        let solver = Solver::new(puzzle, Settings::default());
        let why = solver.contradiction().expect("no limits").expect("there is no solution");
        // What a clue means may depend on others (an indexer on its box), so the clues stay.
        let lowered = lower(puzzle);
        let keep = |without: Option<usize>| {
            let kept = |c: usize| why.clues.contains(&c) && Some(c) != without;
            let problem = lowered.problem.restricted(|g| kept(lowered.groups[g.index()]));
            let derived = derive(&problem, &DeriveOptions::default());
            let model = derived.compile(&CompileOptions::default());
            let mut search = Search::<Trail>::with_undo(&model, SearchOptions::default());
            match search.next_solution().expect("no limits") {
                Some(_) => Status::Multiple,
                None => Status::None,
            }
        };
        assert_eq!(keep(None), Status::None, "{kind} {seed}");
        seen += 1;
        // Where refuting takes long, a clue too many may stay, and the answer says so.
        if !why.smallest {
            return;
        }
        smallest += 1;
        for &clue in &why.clues {
            assert_ne!(keep(Some(clue)), Status::None, "{kind} {seed}: clue {clue} is not needed");
        }
    });
    assert!(seen > 20 && smallest * 10 > seen * 8, "{smallest} of {seen} are smallest");
}

/// Whatever solves the clues a derived constraint names obeys it: random solutions of those
/// clues alone, searched without any derivation.
#[test]
fn derived_constraints_follow_from_the_clues_they_name() {
    let (mut derived, mut checked) = (0, 0);
    each_random_puzzle(4, |kind, seed, puzzle| {
        if seed % 1000 >= 8 {
            return;
        }
        let problem = lower(puzzle).problem;
        for fuse in [true, false] {
            let options = DeriveOptions { fuse, ..DeriveOptions::default() };
            let with = derive(&problem, &options);
            for posted in with.posted().iter().filter(|p| p.derived).step_by(7) {
                derived += 1;
                let clues = problem.restricted(|g| posted.groups.contains(&g));
                let model = clues.compile(&CompileOptions::default());
                for dive in 0..3 {
                    let limits = Limits { nodes: Some(500), ..Limits::default() };
                    let Ok(Some(solution)) = sample(&model, dive, &limits) else { continue };
                    let holds = posted.constraint.holds(&|v| solution.value(v));
                    assert!(holds, "{kind} {seed}: {posted:?} does not follow");
                    checked += 1;
                }
            }
        }
    });
    assert!(derived > 500 && checked > derived, "{checked} solutions of {derived} derivations");
}
