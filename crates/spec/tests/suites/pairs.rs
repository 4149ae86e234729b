//! Pairs of boards, the second of which only adds constraints or does not.

use std::collections::BTreeMap;

use pencilmark_puzzle::{Filled, Name, Puzzle};
use pencilmark_spec::data::{find, json_lines, tell};
use pencilmark_spec::{ReadError, fpuzzles};
use serde_json::Value;

use crate::{ENOUGH, solve};

/// A solution of the board with more constraints is one of the board with fewer.
#[test]
fn more_constraints_have_no_new_solutions() {
    let Some(file) = find("puzzles/fpuzzles_pairs.jsonl") else { return };
    let (mut read, mut compared) = (0, 0);
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    let records = json_lines(&file).unwrap();
    for record in &records {
        let board = |key: &str| fpuzzles::read(&fpuzzles::decode(text(&record[key]))?, true);
        let (fewer, more) = match (board("puzzle1"), board("puzzle2")) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(ReadError::Unsupported(kind)), _) | (_, Err(ReadError::Unsupported(kind))) => {
                *left_out.entry(kind).or_default() += 1;
                continue;
            }
            (a, b) => panic!("{}: {:?} {:?}", record["name"], a.err(), b.err()),
        };
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
        "puzzles/fpuzzles_pairs.jsonl: {} records, {read} covered, {compared} solutions compared, \
         left out: {left_out:?}",
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
