//! Explanations of hundreds of random puzzles of every kind: each step is implied by its
//! premises, none of these is superfluous, no solution is lost, and the end is reached.

use std::time::{Duration, Instant};

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::Verdict;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::{End, Telling, mistakes};
use pencilmark_logic::{Board, Marks};
use pencilmark_puzzle::Puzzle;
use pencilmark_puzzle::random::{random_kinds, random_puzzle, random_puzzle_of};
use pencilmark_spec::data::tell;

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
