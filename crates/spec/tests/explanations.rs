//! A sample of the suites, explained: no step contradicts the solution that the suite knows,
//! and there is always a next step until the end. The whole is `examples/explain_suite.rs`.

use std::time::{Duration, Instant};

use pencilmark_kernel::search::Limits;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::{End, Telling};
use pencilmark_logic::{Board, Marks};
use pencilmark_spec::{Expected, Record, data};

/// Steps of one puzzle, and how long it may take to solve it beforehand.
const STEPS: usize = 20;
const PATIENCE: Duration = Duration::from_secs(2);

/// Explains every so manieth puzzle of a suite; how many there were.
fn sample(suite: &str, every: usize) -> Option<usize> {
    let file = data::find(suite)?;
    let (mut puzzles, mut steps) = (0, 0);
    for record in Record::all(&file).expect("the suite can be read").iter().step_by(every) {
        let Expected::Unique(solution) = &record.expected else { continue };
        let Ok(import) = record.read() else { continue };
        let board = Board::new(&import.puzzle);
        let deadline = Instant::now().checked_add(PATIENCE);
        let truth = Truth::of(&board, &Limits { deadline, ..Limits::default() });
        if !matches!(truth, Truth::Known(_)) || solution.len() != board.cells {
            continue;
        }
        puzzles += 1;
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        for _ in 0..STEPS {
            let Some(found) = telling.advance() else {
                assert_eq!(telling.end(), End::Solved, "{suite} {}", record.name);
                break;
            };
            steps += 1;
            let is = |cell: usize, digit: usize| solution[cell] == board.value(digit);
            let wrong = found.place.iter().any(|m| !is(m.cell, m.digit))
                || found.remove.iter().any(|m| is(m.cell, m.digit));
            assert!(!wrong, "{suite} {}: {found:?}", record.name);
        }
    }
    data::tell(&format!("{suite}: {puzzles} puzzles, {steps} steps explained"));
    Some(puzzles)
}

#[test]
fn suites_are_explained() {
    let counts = [
        sample("puzzles/iss.jsonl", 12),
        sample("puzzles/fpuzzles.jsonl", 3),
        sample("puzzles/lisudoku.jsonl", 5),
        sample("puzzles/classics.jsonl", 9),
    ];
    for count in counts.into_iter().flatten() {
        assert!(count > 0);
    }
}
