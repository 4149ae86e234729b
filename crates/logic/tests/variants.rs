//! Explanations of hundreds of random puzzles of every kind: each step is implied by its
//! premises, none of these is superfluous, no solution is lost, and the end is reached.

use std::time::{Duration, Instant};

use pencilmark_kernel::search::{Limits, Search, SearchOptions};
use pencilmark_kernel::{CompileOptions, Constraint, GroupId};
use pencilmark_logic::check::Verdict;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::{End, Telling, mistakes};
use pencilmark_logic::{Board, Mark, Marks, Step};
use pencilmark_puzzle::random::{random_kinds, random_puzzle, random_puzzle_of};
use pencilmark_puzzle::{Puzzle, lower};
use pencilmark_spec::data::tell;

/// Whether the clues that a step names, and the marks it says were gone, leave no way but what
/// it concludes. Nothing is taken from the board of the explanation but their numbers: the
/// puzzle is lowered anew, and whatever rests on any other clue is left out. None: it took too
/// long to find out.
fn follows_from_clues(puzzle: &Puzzle, board: &Board, step: &Step) -> Option<bool> {
    let lowered = lower(puzzle);
    let named = |g: GroupId| step.clues.contains(&lowered.groups[g.index()]);
    let part = lowered.problem.restricted(named);
    let value = |m: &Mark| board.value(m.digit);
    let mut left: Vec<Vec<i64>> = vec![puzzle.grid.digits().collect(); board.cells];
    for mark in &step.reason.gone {
        left[mark.cell].retain(|d| *d != value(mark));
    }
    let not =
        |m: &Mark| (m.cell, left[m.cell].iter().copied().filter(|d| *d != value(m)).collect());
    let is = |m: &Mark| (m.cell, left[m.cell].iter().copied().filter(|d| *d == value(m)).collect());
    let denied: Vec<(usize, Vec<i64>)> =
        step.place.iter().map(not).chain(step.remove.iter().map(is)).collect();
    for (cell, values) in denied {
        let mut problem = part.clone();
        let group = problem.group();
        for (at, digits) in left.iter().enumerate() {
            let values = if at == cell { values.clone() } else { digits.clone() };
            problem.post(group, Constraint::Domain { var: lowered.cells[at], values });
        }
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let model = problem.compile(&CompileOptions::default());
        let mut search = Search::new(&model, SearchOptions { limits, ..Default::default() });
        if search.next_solution().ok()?.is_some() {
            return Some(false);
        }
    }
    Some(true)
}

/// What a run over many puzzles found.
#[derive(Default)]
struct Tally {
    puzzles: usize,
    steps: usize,
    unknown: usize,
}

fn explain(puzzle: &Puzzle, name: &str, tally: &mut Tally) {
    let board = Board::new(puzzle);
    let truth = Truth::of(&board, &Limits::default());
    let Truth::Known(_) = &truth else { return };
    let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
    tally.puzzles += 1;
    while let Some((step, verdict)) = telling.checked_step() {
        tally.steps += 1;
        let right = match &verdict {
            Verdict::Right => !step.technique.needs_uniqueness(),
            Verdict::RightIfUnique => step.technique.needs_uniqueness(),
            Verdict::Unknown => {
                tally.unknown += 1;
                true
            }
            Verdict::Wrong | Verdict::Superfluous => false,
        };
        assert!(right, "{name}: {verdict:?}: {} {:?}", step.short, step.reason);
        if verdict == Verdict::Right {
            match follows_from_clues(puzzle, &board, &step) {
                Some(follows) => assert!(follows, "{name}: not by its clues: {}", step.short),
                None => tally.unknown += 1,
            }
        }
        let wrong = mistakes(telling.marks(), &truth);
        assert!(wrong.is_empty(), "{name}: {} loses {wrong:?}", step.short);
        assert!(!step.long.is_empty(), "{name}: {}", step.short);
    }
    let end = telling.end();
    assert!(matches!(end, End::Solved | End::Open), "{name}: {end:?} after {} steps", tally.steps);
}

/// Seconds after which no other puzzle is begun: enough for some hundred where programs are
/// optimised; PENCILMARK_PATIENCE says otherwise.
fn patience() -> Duration {
    let seconds = std::env::var("PENCILMARK_PATIENCE").ok().and_then(|s| s.parse().ok());
    Duration::from_secs(seconds.unwrap_or(40))
}

#[test]
fn random_puzzles_are_explained_and_every_step_is_right() {
    let (started, mut tally) = (Instant::now(), Tally::default());
    let kinds = random_kinds();
    for seed in 0..300 {
        if started.elapsed() > patience() {
            break;
        }
        explain(&random_puzzle(seed), &format!("seed {seed}"), &mut tally);
        let kind = kinds[seed as usize % kinds.len()];
        explain(&random_puzzle_of(kind, seed), &format!("{kind} {seed}"), &mut tally);
    }
    tell(&format!(
        "{} random puzzles, {} steps checked, {} of them not in time",
        tally.puzzles, tally.steps, tally.unknown
    ));
    assert!(tally.puzzles > 0 && tally.steps > 0);
    assert!(tally.unknown * 100 <= tally.steps, "{} not checked", tally.unknown);
}

/// What a puzzle derives from a clue and its house is told with both.
#[test]
fn a_sandwich_is_not_told_as_its_row() {
    let texts = [
        "grid 9\nsandwich 35 r1c1 right\n",
        "grid 4\nsandwich 0 r2c1 right\ngiven r2c2 4\n",
        "grid 9\nfull-rank 1 r1c1 right\n",
    ];
    for text in texts {
        let puzzle = pencilmark_formats::parse("example", text).expect("a puzzle");
        let board = Board::new(&puzzle);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let truth = match Truth::of(&board, &limits) {
            Truth::Known(cells) => Truth::Known(cells),
            // Too many solutions to go through: no mark is known to be wrong.
            _ => Truth::Known(vec![board.all(); board.cells]),
        };
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        for _ in 0..3 {
            let Some(step) = telling.step() else { break };
            assert_eq!(follows_from_clues(&puzzle, &board, &step), Some(true), "{}", step.short);
        }
    }
}
