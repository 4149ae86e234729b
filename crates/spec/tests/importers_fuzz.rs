//! Puzzles of other people, damaged in every way, through every importer: a puzzle or an error
//! with a reason, never a panic, in bounded time and memory.
//!
//! The examples are the suites' own inputs, and what our writers make of them.

use std::time::{Duration, Instant};

use pencilmark_formats::{FORMATS, Format, export, import};
use pencilmark_puzzle::random::Rng;
use pencilmark_spec::data::{find, json_lines};

/// The inputs of a suite, spread over the file.
fn inputs(file: &str, count: usize) -> Vec<String> {
    let Some(path) = find(&format!("puzzles/{file}")) else { return vec![] };
    let records = json_lines(&path).expect("lines of JSON");
    let step = (records.len() / count).max(1);
    let input = |record: &serde_json::Value| {
        ["input", "json", "layout"].iter().find_map(|key| match &record[*key] {
            serde_json::Value::String(text) => Some(text.clone()),
            serde_json::Value::Null => None,
            other => Some(other.to_string()),
        })
    };
    records.iter().step_by(step).filter_map(input).collect()
}

/// Real examples of every format that has any, ours made from them for the others.
fn examples() -> Vec<String> {
    let files = ["iss", "fpuzzles", "classics", "lisudoku", "sudokupad_fpuzzles", "jigsaw_layouts"];
    let mut all: Vec<String> =
        files.iter().flat_map(|f| inputs(&format!("{f}.jsonl"), 8)).collect();
    let mut written = Vec::new();
    for text in all.iter().step_by(4) {
        let Ok(found) = import("example", text, None) else { continue };
        for info in FORMATS.iter().filter(|f| f.writes() && f.reads()) {
            written.extend(export(&found.puzzle, info.format).ok().map(|e| e.text));
        }
    }
    all.extend(written);
    all
}

const PIECES: &[&str] = &[
    "99999999999999999999999",
    "-1",
    "1e999",
    "0.5",
    "null",
    "[[",
    "}}",
    "\"",
    "\\u0000",
    "~",
    ".",
    "R99C99",
    "VX1",
    ".Or",
    ".End",
    ".Replicate~____",
    ".Shape~25x25~1-64",
    "\u{feff}",
    "é",
    "\0",
    "\"size\":25,",
    "\"cells\":[]",
    "\"lines\":[[[[]]]]",
    "%",
    "%ZZ",
    "//",
    "J99",
    "=999999999",
];

fn damage(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut bytes: Vec<u8> = text.bytes().collect();
    for _ in 0..1 + rng.below(5) {
        let at = rng.below(bytes.len().max(1)).min(bytes.len());
        match rng.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(..at)),
            2 if at < bytes.len() => bytes[at] ^= 1 << rng.below(7),
            3 if at < bytes.len() => bytes[at] = rng.next_u64() as u8,
            4 => drop(bytes.splice(at..at, rng.pick(PIECES).bytes())),
            5 => {
                // The end of another example.
                let from = rng.below(other.len().max(1)).min(other.len());
                bytes.truncate(at);
                bytes.extend(&other.as_bytes()[from..]);
            }
            6 => {
                // A number becomes a huge one.
                let digit = (at..bytes.len()).find(|&i| bytes[i].is_ascii_digit());
                let nines = std::iter::repeat_n(b'9', 1 + rng.below(25));
                digit.into_iter().for_each(|i| drop(bytes.splice(i..i + 1, nines.clone())));
            }
            _ => {
                let end = (at + rng.below(200)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let many = if rng.chance(1, 50) { 4000 } else { 2 };
                drop(bytes.splice(at..at, piece.repeat(many)));
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a text in the format it seems to have and in another one.
fn read(text: &str, rng: &mut Rng) {
    let formats: Vec<Format> = FORMATS.iter().filter(|f| f.reads()).map(|f| f.format).collect();
    for format in [None, Some(*rng.pick(&formats))] {
        let started = Instant::now();
        match import("fuzz", text, format) {
            Ok(found) => assert!(found.puzzle.grid.size() <= 625),
            Err(errors) => {
                assert!((1..=10).contains(&errors.len()));
                for error in &errors {
                    let told = error.to_string();
                    let start: String = told.chars().take(400).collect();
                    assert!(
                        !error.message.is_empty() && told.len() < 20_000,
                        "{format:?}: {start}"
                    );
                }
            }
        }
        let took = started.elapsed();
        assert!(took < Duration::from_secs(120), "{took:?} for {format:?}: {:.300}", text);
    }
}

/// The most memory that the process ever had, in megabytes, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

#[test]
fn damaged_examples_have_reasons() {
    let examples = examples();
    let mut rng = Rng::new(11);
    for example in &examples {
        read(example, &mut rng);
        for _ in 0..25 {
            let other = rng.pick(&examples).clone();
            let text = damage(example, &other, &mut rng);
            read(&text, &mut rng);
        }
    }
    if let Some(peak) = peak() {
        assert!(peak < 1500, "{peak} MB");
    }
}

/// Megabytes of what starts like an example.
#[test]
fn megabytes_end() {
    let mut rng = Rng::new(12);
    let starts = [
        "{\"size\":9,\"grid\":[",
        "{\"a\":",
        "[",
        ".Cage~5~R1C1",
        ".Or",
        "3x3::k:",
        "SumoCueV1=1",
        "9jx:",
        "https://f-puzzles.com/?load=N4Ig",
        "scl",
        "grid 9\nrule (",
        "|1.2|",
        "1 2 3 ",
        "AABB",
        "%",
    ];
    for start in starts {
        for unit in [
            "1",
            "a",
            "[",
            "{\"a\":",
            "\"x\",",
            ".Thermo~R1C1~R1C2",
            "=1",
            "~R1C1",
            "0:",
            "\n",
            "(",
            "A",
        ] {
            let text = format!("{start}{}", unit.repeat(1_000_000 / unit.len()));
            read(&text, &mut rng);
        }
    }
    if let Some(peak) = peak() {
        assert!(peak < 1500, "{peak} MB");
    }
}
