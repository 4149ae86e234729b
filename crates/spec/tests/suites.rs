//! Puzzles of other people, solved and compared with what they know.
//!
//! A wrong answer fails. A puzzle that reaches the node limit is named and counted, not
//! failed; `PENCILMARK_SUITE_NODES` raises the limit. Without the data each suite says so
//! and passes.

#[path = "suites/brute.rs"]
mod brute;
#[path = "suites/classic.rs"]
mod classic;
#[path = "suites/layouts.rs"]
mod layouts;
#[path = "suites/pairs.rs"]
mod pairs;

use std::collections::BTreeMap;

use pencilmark_kernel::search::Limits;
use pencilmark_puzzle::{Answer, Puzzle, Settings, Solver};
use pencilmark_spec::data::{find, tell};
use pencilmark_spec::{ReadError, Record, Verdict};

/// Up to two solutions, within the limit.
fn solve(puzzle: &Puzzle) -> Answer {
    let nodes = std::env::var("PENCILMARK_SUITE_NODES").ok().and_then(|n| n.parse().ok());
    let limits = Limits { nodes: Some(nodes.unwrap_or(20_000)), ..Default::default() };
    Solver::new(puzzle, Settings { limits, ..Default::default() }).solve(2)
}

/// Solves a suite. Of all its records this many in a hundred must be solved, so that a
/// reader that refuses everything does not pass.
fn check(path: &str, percent: usize) {
    let Some(file) = find(path) else { return };
    let records = Record::all(&file).unwrap();
    let (mut covered, mut solved) = (0, 0);
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    let (mut over, mut wrong) = (Vec::new(), Vec::new());
    for record in &records {
        let label = format!("{} {}", record.index, record.name);
        let puzzle = match record.read() {
            Ok(puzzle) => puzzle,
            Err(ReadError::Unsupported(kind)) => {
                *left_out.entry(kind).or_default() += 1;
                continue;
            }
            Err(error) => {
                wrong.push(format!("{label}: {error}"));
                continue;
            }
        };
        covered += 1;
        match record.judge(&puzzle, &solve(&puzzle)) {
            Verdict::Agrees => solved += 1,
            Verdict::OverLimit => over.push(label),
            Verdict::Wrong(how) => wrong.push(format!("{label}: {how}")),
        }
    }
    let kinds: Vec<_> = left_out.iter().map(|(kind, n)| format!("{kind} {n}")).collect();
    tell(&format!("{path}: {} records, {covered} covered, {solved} solved", records.len()));
    tell(&format!("    left out: {}", kinds.join(", ")));
    tell(&format!("    over the limit ({}): {}", over.len(), over.join("; ")));
    assert!(wrong.is_empty(), "{path}:\n{}", wrong.join("\n"));
    assert!(solved * 100 >= records.len() * percent, "{path}: only {solved} solved");
}

#[test]
fn interactive_sudoku_solver() {
    check("puzzles/iss.jsonl", 45);
}

#[test]
fn fpuzzles() {
    check("puzzles/fpuzzles.jsonl", 80);
}

#[test]
fn lisudoku() {
    check("puzzles/lisudoku.jsonl", 90);
}

#[test]
fn sudokupad() {
    check("puzzles/sudokupad_fpuzzles.jsonl", 40);
}

#[test]
fn classics() {
    check("puzzles/classics.jsonl", 100);
}

#[test]
fn cracking_the_cryptic() {
    check("puzzles/ctc_sample.jsonl", 30);
}

/// Where a record has the puzzle in two formats, both readings have its solution.
#[test]
fn both_readings_hold_for_the_known_solution() {
    for path in ["puzzles/iss.jsonl", "puzzles/fpuzzles.jsonl", "puzzles/lisudoku.jsonl"] {
        let Some(file) = find(path) else { continue };
        for record in Record::all(&file).unwrap() {
            let Some(Ok(puzzle)) = record.read_as_iss() else { continue };
            assert_eq!(record.misread(&puzzle), None, "{path} {}", record.name);
        }
    }
}
