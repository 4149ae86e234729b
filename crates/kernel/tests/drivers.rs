//! All ways to search agree with brute force and with each other.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use common::{brute_force, random_problem, sudoku};
use pencilmark_kernel::groups::{contradiction, contradictions, implied};
use pencilmark_kernel::log::Trail;
use pencilmark_kernel::search::{
    Goal, Limits, Rng, Search, SearchOptions, Stop, candidates, count, estimate, optimise, sample,
};
use pencilmark_kernel::{
    CompileOptions, Constraint, DeriveOptions, GroupId, Model, Problem, Session, Strength, VarId,
    derive,
};

fn compiled(problem: &Problem) -> Model {
    problem.compile(&CompileOptions::default())
}

fn all<U: pencilmark_kernel::log::Undo>(model: &Model, vars: &[VarId]) -> Vec<Vec<i64>> {
    let mut search = Search::<U>::with_undo(model, SearchOptions::default());
    let mut out = Vec::new();
    while let Some(solution) = search.next_solution().expect("no limits") {
        out.push(solution.values(vars));
    }
    out
}

fn sorted(mut list: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    list.sort_unstable();
    list
}

#[test]
fn frames_trail_and_session_find_what_brute_force_finds() {
    let mut rng = Rng::new(2);
    for _ in 0..400 {
        let (problem, vars) = random_problem(&mut rng);
        let expected = sorted(brute_force(&problem, &vars));
        let model = compiled(&problem);
        let frames = all::<pencilmark_kernel::log::Frames>(&model, &vars);
        let trail = all::<Trail>(&model, &vars);
        assert_eq!(frames, trail, "both ways back visit the same states");
        assert_eq!(sorted(frames), expected);
        assert_eq!(session_count(&problem), expected.len() as u64);
    }
}

/// Posts everything into a session, some of it above a level that is taken back first.
fn session_count(problem: &Problem) -> u64 {
    let mut host = Session::new();
    for def in problem.vars() {
        assert_eq!(host.var(def.lo, def.hi), def.id, "sessions number variables the same way");
    }
    host.push();
    for posted in problem.posted().iter().rev() {
        let _ = host.post(posted.constraint.clone());
    }
    let once = host.count(u64::MAX);
    host.pop();
    let mut alive = true;
    for posted in problem.posted() {
        alive &= host.post(posted.constraint.clone()).is_ok();
    }
    let again = if alive { host.count(u64::MAX) } else { 0 };
    assert_eq!(once, again, "undone constraints leave nothing behind");
    again
}

#[test]
fn every_optimisation_keeps_the_solutions() {
    let (problem, vars) = sudoku("1... .... ...3 ..2.");
    let plain = sorted(brute_force_sudoku(&problem, &vars));
    let off = |name| DeriveOptions::default().without(name).expect("its own name");
    let mut variants: Vec<_> = DeriveOptions::NAMES.into_iter().map(off).collect();
    variants.extend([DeriveOptions::NONE, DeriveOptions::default()]);
    for derivations in variants {
        for distinct in [Strength::Weak, Strength::Auto, Strength::Full] {
            let model = derive(&problem, &derivations)
                .compile(&CompileOptions { distinct, ..Default::default() });
            assert_eq!(sorted(all::<Trail>(&model, &vars)), plain);
        }
    }
}

/// Cell by cell, since 4^16 assignments are too many to list.
fn brute_force_sudoku(problem: &Problem, vars: &[VarId]) -> Vec<Vec<i64>> {
    fn go(problem: &Problem, vars: &[VarId], grid: &mut Vec<i64>, out: &mut Vec<Vec<i64>>) {
        let known = grid.len();
        let value = |v: VarId| grid[vars.iter().position(|&w| w == v).expect("a cell")];
        let done = |c: &Constraint| c.scope().iter().all(|v| vars[..known].contains(v));
        let posted = problem.posted().iter().map(|p| &p.constraint);
        if !posted.clone().filter(|c| done(c)).all(|c| c.holds(&value)) {
            return;
        }
        if known == vars.len() {
            return out.push(grid.clone());
        }
        for digit in 1..=4 {
            grid.push(digit);
            go(problem, vars, grid, out);
            grid.pop();
        }
    }
    let mut out = Vec::new();
    go(problem, vars, &mut Vec::new(), &mut out);
    out
}

#[test]
fn threads_do_not_change_an_answer() {
    // Many solutions and far more nodes than one thread does alone.
    let (problem, _) = sudoku(&format!("{}{}", "12345678.", ".".repeat(72)));
    let model = compiled(&problem);
    let limits = Limits { nodes: None, ..Default::default() };
    let one = count(&model, 60_000, &limits, 1);
    let many = count(&model, 60_000, &limits, 4);
    assert_eq!(one, many);
    assert_eq!((one.count, one.exact), (60_000, false));
}

/// The limit holds for all parts together, and where it ends the search does not depend on threads.
#[test]
fn nodes_are_limited_over_all_parts() {
    let (problem, _) = sudoku(&format!("{}{}", "12345678.", ".".repeat(72)));
    let model = compiled(&problem);
    for most in [5_000, 20_000, 70_000] {
        let limits = Limits { nodes: Some(most), ..Default::default() };
        let one = count(&model, u64::MAX, &limits, 1);
        assert_eq!((one.exact, one.stopped), (false, Some(Stop::Nodes)));
        // A look at several values counts as so many nodes at once.
        assert!((most..most + 200).contains(&one.stats.nodes), "{most}: {:?}", one.stats);
        for threads in [2, 5] {
            assert_eq!(count(&model, u64::MAX, &limits, threads), one, "{most}, {threads} threads");
        }
    }
}

#[test]
fn an_exact_count_is_the_same_on_many_threads() {
    let givens =
        "........1....2.......3....4.5.......6....4.3.......7..8.......2.......6..1.......";
    let (problem, vars) = sudoku(givens);
    let model = compiled(&problem);
    let few = count(&model, 20_000, &Limits::default(), 1);
    let more = count(&model, 20_000, &Limits::default(), 3);
    assert_eq!(few, more);
    let one = candidates(&model, &vars, 1, &Limits::default(), 1);
    let four = candidates(&model, &vars, 1, &Limits::default(), 4);
    assert_eq!(one, four);
}

#[test]
fn empty_4x4_has_288_solutions() {
    let (problem, _) = sudoku(&".".repeat(16));
    let answer = count(&compiled(&problem), u64::MAX, &Limits::default(), 2);
    assert_eq!((answer.count, answer.exact), (288, true));
}

#[test]
fn true_candidates_are_those_of_all_solutions() {
    let mut rng = Rng::new(3);
    for _ in 0..150 {
        let (problem, vars) = random_problem(&mut rng);
        let solutions = brute_force(&problem, &vars);
        for cap in [1, 3, 1000] {
            let found = candidates(&compiled(&problem), &vars, cap, &Limits::default(), 2);
            for (i, values) in found.values.iter().enumerate() {
                let def = &problem.vars()[i];
                let expected: Vec<(i64, u64)> = (def.lo..=def.hi)
                    .map(|x| (x, solutions.iter().filter(|s| s[i] == x).count() as u64))
                    .filter(|&(_, n)| n > 0)
                    .map(|(x, n)| (x, n.min(cap)))
                    .collect();
                assert_eq!(*values, expected, "cap {cap}");
            }
        }
    }
}

/// Few enough solutions to go through them all, though not in the first turn.
#[test]
fn counted_candidates_of_a_few_thousand_solutions() {
    let (problem, vars) = sudoku(THOUSANDS);
    let model = compiled(&problem);
    let solutions = all::<Trail>(&model, &vars);
    assert!(solutions.len() > 3000, "{} solutions", solutions.len());
    for cap in [2, 50, 1_000_000] {
        let found = candidates(&model, &vars, cap, &Limits::default(), 1);
        assert_eq!(found.values, tally(&solutions, cap), "cap {cap}");
        assert!(found.complete);
        assert_eq!(found, candidates(&model, &vars, cap, &Limits::default(), 3));
    }
}

/// Too many solutions to go through them all: every value is looked for.
#[test]
fn counted_candidates_of_countless_solutions() {
    let (problem, vars) = sudoku(&".".repeat(81));
    let model = compiled(&problem);
    let found = candidates(&model, &vars, 20, &Limits::default(), 3);
    assert_eq!(found.values, vec![(1..=9).map(|digit| (digit, 20)).collect::<Vec<_>>(); 81]);
    assert_eq!(found, candidates(&model, &vars, 20, &Limits::default(), 1));
}

#[test]
fn candidates_keep_to_the_node_limit() {
    let (problem, vars) = sudoku(THOUSANDS);
    let model = compiled(&problem);
    let whole = candidates(&model, &vars, 1_000_000, &Limits::default(), 1);
    for nodes in [0, 10, 1000, 1500, 3000] {
        let limits = Limits { nodes: Some(nodes), ..Default::default() };
        let part = candidates(&model, &vars, 1_000_000, &limits, 1);
        assert_eq!(part, candidates(&model, &vars, 1_000_000, &limits, 3));
        assert_eq!((part.complete, part.stopped), (false, Some(Stop::Nodes)), "{nodes} nodes");
        assert!(part.stats.nodes <= nodes + nodes / 8, "{} of {nodes}", part.stats.nodes);
        for (some, all) in part.values.iter().zip(&whole.values) {
            let known = |&(value, n)| all.iter().any(|&(v, m)| v == value && n <= m);
            assert!(some.iter().all(known), "{some:?} of {all:?}");
        }
    }
}

/// A puzzle with some thousands of solutions.
const THOUSANDS: &str =
    "53..7....6..19.....98....6.8...6...3...8....17...2.....6....28....4.9............";

/// For each variable its values with their number of solutions, up to a cap.
fn tally(solutions: &[Vec<i64>], cap: u64) -> Vec<Vec<(i64, u64)>> {
    let of = |i: usize, x: i64| solutions.iter().filter(|s| s[i] == x).count() as u64;
    let values = |i| (1..=9).map(move |x| (x, of(i, x).min(cap))).filter(|&(_, n)| n > 0).collect();
    (0..solutions[0].len()).map(values).collect()
}

#[test]
fn samples_are_solutions_and_seeds_matter() {
    let (problem, vars) = sudoku(&".".repeat(16));
    let model = compiled(&problem);
    let draw = |seed| sample(&model, seed, &Limits::default()).unwrap().unwrap().values(&vars);
    let value = |grid: Vec<i64>| move |v: VarId| grid[v.index()];
    let kinds: std::collections::HashSet<Vec<i64>> = (0..200).map(draw).collect();
    assert!(kinds.len() > 100, "only {} of 288 grids in 200 draws", kinds.len());
    for grid in kinds {
        let value = value(grid);
        assert!(problem.posted().iter().all(|p| p.constraint.holds(&value)));
    }
    assert_eq!(draw(5), draw(5));
}

#[test]
fn the_estimate_comes_near() {
    let (problem, _) = sudoku(&".".repeat(16));
    let found = estimate(&compiled(&problem), 4000, 1, &Limits::default()).unwrap();
    assert!((found.mean - 288.0).abs() < 5.0 * found.error.max(1.0), "{found:?}");
}

#[test]
fn optimise_finds_the_best_of_all() {
    let mut rng = Rng::new(4);
    for _ in 0..150 {
        let (problem, vars) = random_problem(&mut rng);
        let values: Vec<i64> = brute_force(&problem, &vars).iter().map(|s| s[0]).collect();
        let best = |goal| {
            let best = optimise(&compiled(&problem), vars[0], goal, &Limits::default());
            assert!(best.proved);
            best.solution.map(|s| s.value(vars[0]))
        };
        assert_eq!(best(Goal::Maximise), values.iter().max().copied());
        assert_eq!(best(Goal::Minimise), values.iter().min().copied());
    }
}

#[test]
fn an_expression_is_optimised() {
    use pencilmark_kernel::expr::Expr;
    let mut rng = Rng::new(7);
    let mut with_solutions = 0;
    for _ in 0..100 {
        let (mut problem, vars) = random_problem(&mut rng);
        let score = |s: &[i64]| s[0] * s[1] - s[2];
        let values: Vec<i64> = brute_force(&problem, &vars).iter().map(|s| score(s)).collect();
        let var = |i: usize| Expr::Var(vars[i]);
        let product = Expr::Mul(Box::new(var(0)), Box::new(var(1)));
        let objective = problem.objective(Expr::minus(product, var(2)));
        let model = compiled(&problem);
        for (goal, expected) in
            [(Goal::Maximise, values.iter().max()), (Goal::Minimise, values.iter().min())]
        {
            let best = optimise(&model, objective, goal, &Limits::default());
            assert!(best.proved);
            assert_eq!(best.solution.map(|s| s.value(objective)), expected.copied());
        }
        with_solutions += usize::from(!values.is_empty());
    }
    assert!(with_solutions > 30);
}

#[test]
fn limits_stop_and_say_so() {
    let (problem, _) = sudoku(&".".repeat(81));
    let model = compiled(&problem);
    let nodes = Limits { nodes: Some(10_000), ..Default::default() };
    let answer = count(&model, u64::MAX, &nodes, 2);
    assert_eq!((answer.exact, answer.stopped), (false, Some(Stop::Nodes)));
    let past = Limits { deadline: Some(Instant::now()), ..Default::default() };
    assert_eq!(count(&model, u64::MAX, &past, 2).stopped, Some(Stop::Time));
    let flag = Arc::new(AtomicBool::new(true));
    let cancelled = Limits { cancel: Some(flag), ..Default::default() };
    assert_eq!(count(&model, u64::MAX, &cancelled, 1).stopped, Some(Stop::Cancelled));
}

#[test]
fn a_model_that_was_not_finished_answers_nothing() {
    let (problem, vars) = sudoku(&"1...".repeat(4));
    let flag = Arc::new(AtomicBool::new(true));
    let limits = Limits { cancel: Some(flag), ..Default::default() };
    let model = problem.compile_within(&CompileOptions::default(), &limits);
    let free = Limits::default();
    assert_eq!(count(&model, 1, &free, 2).stopped, Some(Stop::Cancelled));
    assert_eq!(sample(&model, 1, &free), Err(Stop::Cancelled));
    assert!(estimate(&model, 1, 1, &free).is_err());
    assert_eq!(candidates(&model, &vars, 1, &free, 1).stopped, Some(Stop::Cancelled));
}

#[test]
fn a_search_goes_on_after_a_stop() {
    let (problem, vars) = sudoku(&".".repeat(16));
    let model = compiled(&problem);
    let whole = all::<Trail>(&model, &vars);
    let limits = Limits { nodes: Some(100), ..Default::default() };
    let mut search = Search::new(&model, SearchOptions { limits, ..Default::default() });
    let mut found = Vec::new();
    let stop = loop {
        match search.next_solution() {
            Ok(Some(solution)) => found.push(solution.values(&vars)),
            Ok(None) => unreachable!("288 solutions need more than 100 nodes"),
            Err(stop) => break stop,
        }
    };
    assert_eq!(stop, Stop::Nodes);
    assert_eq!(found, whole[..found.len()]);
}

#[test]
fn progress_is_told_and_grows() {
    let (problem, _) = sudoku(&".".repeat(81));
    let last = Arc::new(AtomicU64::new(0));
    let seen = last.clone();
    let hear = move |p: pencilmark_kernel::search::Progress| {
        assert!((0.0..=1.0).contains(&p.fraction));
        seen.fetch_max(p.solutions, Ordering::Relaxed);
    };
    let limits = Limits { progress: Some(Arc::new(hear)), ..Default::default() };
    count(&compiled(&problem), 50_000, &limits, 2);
    assert!(last.load(Ordering::Relaxed) > 10_000);
}

/// The size of the smallest contradicting set, by trying all subsets.
fn smallest_core(problem: &Problem, vars: &[VarId]) -> Option<u32> {
    let n = problem.group_count();
    let unsat = |set: u32| {
        let part = problem.restricted(|g| set >> g.index() & 1 == 1);
        brute_force(&part, vars).is_empty()
    };
    (0..1u32 << n).filter(|&set| unsat(set)).map(u32::count_ones).min()
}

#[test]
fn contradictions_are_smallest() {
    let mut rng = Rng::new(5);
    let mut contradictory = 0;
    for _ in 0..150 {
        let (problem, vars) = random_problem(&mut rng);
        let expected = smallest_core(&problem, &vars);
        let core = contradiction(&problem, &Limits::default()).unwrap();
        // All that is shown on the way contradicts itself as well, and is ever smaller.
        let mut sizes = Vec::new();
        let mut see = |groups: &[GroupId]| {
            let part = problem.restricted(|g| groups.contains(&g));
            assert!(brute_force(&part, &vars).is_empty());
            sizes.push(groups.len());
        };
        let again = contradictions(&problem, &Limits::default(), &mut see).unwrap();
        assert_eq!(again, core);
        assert!(sizes.is_sorted_by(|a, b| a > b));
        assert_eq!(sizes.first(), core.as_ref().map(|_| problem.group_count()).as_ref());
        assert_eq!(core.as_ref().map(|c| c.groups.len() as u32), expected);
        if let Some(core) = core {
            assert!(core.smallest);
            let part = problem.restricted(|g| core.groups.contains(&g));
            assert!(brute_force(&part, &vars).is_empty());
            contradictory += 1;
        }
    }
    assert!(contradictory > 20, "only {contradictory} problems were contradictory");
}

#[test]
fn a_clue_can_be_implied_though_solutions_are_countless() {
    let (mut problem, cells) = sudoku(&".".repeat(81));
    let cage = problem.group();
    let row: Vec<VarId> = cells[..9].to_vec();
    problem.post(cage, Constraint::Cage { vars: row, sum: 45 });
    assert_eq!(implied(&problem, cage, &Limits::default()), Ok(true));
    let short = problem.group();
    let vars = cells[..2].to_vec();
    problem.post(short, Constraint::Cage { vars, sum: 10 });
    assert_eq!(implied(&problem, short, &Limits::default()), Ok(false));
}

#[test]
fn implied_clues_are_those_without_which_nothing_is_new() {
    let mut rng = Rng::new(6);
    for _ in 0..100 {
        let (problem, vars) = random_problem(&mut rng);
        let with = brute_force(&problem, &vars).len();
        for g in (0..problem.group_count()).map(GroupId::new) {
            let without = brute_force(&problem.restricted(|h| h != g), &vars).len();
            assert_eq!(implied(&problem, g, &Limits::default()), Ok(with == without));
        }
    }
}

/// Who asks for two solutions gets the proof of one search, which learns on its way, not those of many
/// parts that do not.
#[test]
fn a_proof_is_not_split_soon() {
    let mut problem = Problem::new();
    let group = problem.group();
    // Eight pigeons, and nobody tells at once that there are seven holes.
    let vars: Vec<VarId> = (0..8).map(|_| problem.var(1, 7)).collect();
    let apart: Vec<(i64, i64)> =
        (1..=7).flat_map(|a| (1..=7).map(move |b| (a, b))).filter(|(a, b)| a != b).collect();
    for (i, &a) in vars.iter().enumerate() {
        for &b in &vars[..i] {
            // One way of a disjunction: cells that are not known to differ outside of it.
            let pair = Constraint::Pair { a, b, allowed: apart.clone().into() };
            problem.post(group, Constraint::Or(vec![vec![pair]]));
        }
    }
    let model = problem.compile(&CompileOptions::default());
    let mut search = Search::new(&model, SearchOptions::default());
    assert_eq!(search.next_solution(), Ok(None));
    let proof = search.stats().nodes;
    assert!(proof > 5_000, "{proof} nodes: a search that is split after 4,096 would show here");
    for threads in [1, 3] {
        let found = count(&model, 2, &Limits::default(), threads);
        assert_eq!((found.count, found.exact, found.stats.nodes), (0, true, proof));
    }
}
