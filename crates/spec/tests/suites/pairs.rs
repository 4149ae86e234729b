//! Pairs of boards, the second of which only adds constraints or does not.

use pencilmark_puzzle::{Filled, Name, Puzzle};
use pencilmark_spec::data::{find, json_lines, tell};
use serde_json::Value;

use crate::{ENOUGH, solve};

/// A solution of the board with more constraints is one of the board with fewer.
#[test]
fn more_constraints_have_no_new_solutions() {
    let Some(file) = find("puzzles/fpuzzles_pairs.jsonl") else { return };
    let (mut read, mut compared) = (0, 0);
    let records = json_lines(&file).unwrap();
    for record in &records {
        let board = |key: &str| {
            let import = pencilmark_formats::import("suite", text(&record[key]), None);
            import.unwrap_or_else(|e| panic!("{}: {}", record["name"], e[0])).puzzle
        };
        let (fewer, more) = (board("puzzle1"), board("puzzle2"));
        read += 1;
        if record["puzzle2_inherits_puzzle1"] != true {
            continue;
        }
        for solution in solve(&more, ENOUGH).solutions {
            compared += 1;
            assert!(obeys(&fewer, &solution), "{}", record["name"]);
        }
    }
    tell(&format!(
        "puzzles/fpuzzles_pairs.jsonl: {} records, {read} covered, {compared} solutions compared",
        records.len()
    ));
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn obeys(puzzle: &Puzzle, filled: &Filled) -> bool {
    let value = |name: &Name| match name {
        Name::Cell(cell) => filled.cells[cell.index()],
        Name::Var(i) => filled.vars[*i],
    };
    puzzle.clues.iter().all(|clue| clue.meaning(puzzle).iter().all(|f| f.eval(&value)))
}
