//! Jigsaw layouts that can be filled and some that cannot.

use std::collections::BTreeMap;

use pencilmark_puzzle::Status;
use pencilmark_spec::data::{find, json_lines, tell};
use serde_json::Value;

use crate::{ENOUGH, solve};

/// How many layouts of each set are tried.
const SAMPLE: usize = 40;

#[test]
fn layouts_can_be_filled_or_not() {
    let Some(file) = find("puzzles/jigsaw_layouts.jsonl") else { return };
    let mut sets: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for record in json_lines(&file).unwrap() {
        sets.entry(record["set"].to_string()).or_default().push(record);
    }
    for (set, records) in sets {
        let step = records.len().div_ceil(SAMPLE);
        let (mut tried, mut over) = (0, 0);
        for record in records.iter().step_by(step) {
            let text = puzzle_text(&set, record["layout"].as_str().unwrap());
            let puzzle = pencilmark_formats::import("suite", &text, None).unwrap().puzzle;
            let solvable = match solve(&puzzle, 10 * ENOUGH).status {
                Status::Unique | Status::Multiple => true,
                Status::None => false,
                Status::Unknown => {
                    over += 1;
                    continue;
                }
            };
            assert_eq!(Some(solvable), record["solvable"].as_bool(), "{set} {text}");
            tried += 1;
        }
        tell(&format!("jigsaw layouts {set}: {tried} tried"));
        assert_eq!(over, 0, "{set}: over the limit");
    }
}

/// A bare layout replaces the boxes, unless its set is about layouts that keep them.
fn puzzle_text(set: &str, layout: &str) -> String {
    match layout.starts_with('.') {
        true => layout.into(),
        false if set.contains("BOX") => format!(".Jigsaw~{layout}"),
        // Read as a bare layout, which has no boxes.
        false => layout.into(),
    }
}
