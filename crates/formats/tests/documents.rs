//! The manual and the example puzzles, read by the parser they describe.

use std::path::{Path, PathBuf};

use pencilmark_formats::{parse, parse_bytes, puzzles, write};
use pencilmark_puzzle::{Settings, Solver, Status, kinds};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manual() -> String {
    std::fs::read_to_string(root().join("docs/puzzle-file.md")).expect("the manual page")
}

/// The fenced blocks of a language, with the line they start at.
fn blocks(page: &str, language: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut open: Option<bool> = None;
    for (i, line) in page.lines().enumerate() {
        match (open, line.strip_prefix("```")) {
            (None, Some(name)) => {
                open = Some(name.trim() == language);
                if open == Some(true) {
                    blocks.push((i + 2, String::new()));
                }
            }
            (Some(_), Some(_)) => open = None,
            (Some(true), None) => {
                let block = &mut blocks.last_mut().expect("a block is open").1;
                block.push_str(line);
                block.push('\n');
            }
            _ => {}
        }
    }
    blocks
}

#[test]
fn every_example_of_the_manual_reads() {
    let page = manual();
    let examples = blocks(&page, "pencil");
    assert!(examples.len() >= 20, "{} examples", examples.len());
    all_read("docs/puzzle-file.md", &examples);
}

#[test]
fn the_example_of_the_readme_reads() {
    let page = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let examples = blocks(&page, "pencil");
    assert_eq!(examples.len(), 1);
    all_read("README.md", &examples);
}

fn all_read(page: &str, examples: &[(usize, String)]) {
    for (line, text) in examples {
        for (_, result) in puzzles(text.as_bytes(), "example") {
            if let Err(errors) = result {
                panic!("{page}, block at line {line}:\n{}", errors[0]);
            }
        }
    }
}

#[test]
fn every_error_of_the_manual_looks_like_that() {
    let page = manual();
    let (inputs, outputs) = (blocks(&page, "pencil-with-errors"), blocks(&page, "errors"));
    assert!(!inputs.is_empty() && inputs.len() == outputs.len());
    for ((line, text), (_, want)) in inputs.iter().zip(&outputs) {
        let errors = parse("puzzle.pencil", text).expect_err("an example of errors");
        let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(shown.join("\n"), want.trim_end(), "block at line {line}");
    }
}

/// The worked examples of the rules page: each has one solution, which obeys what every rule
/// means, and is written and read back the same.
#[test]
fn every_worked_example_is_solved() {
    let page = std::fs::read_to_string(root().join("docs/rules.md")).expect("the page");
    let examples = blocks(&page, "pencil solved");
    assert_eq!(examples.len(), 20);
    for (line, text) in examples {
        let puzzle = parse("example", &text).unwrap_or_else(|e| panic!("line {line}: {}", e[0]));
        let answer = Solver::new(&puzzle, Settings::default()).solve(2);
        assert_eq!(answer.status, Status::Unique, "line {line}");
        let found = [answer.solutions[0].cells.clone(), answer.solutions[0].vars.clone()].concat();
        for clue in &puzzle.clues {
            let obeyed =
                clue.meaning(&puzzle).iter().all(|f| f.eval(&|&n| found[puzzle.position(n)]));
            assert!(obeyed, "line {line}: {}", clue.words(&puzzle));
        }
        assert_eq!(parse("again", &write(&puzzle)).unwrap(), puzzle, "line {line}");
    }
}

#[test]
fn every_kind_is_in_the_manual() {
    let page = manual();
    for kind in kinds::all() {
        let heading = format!("`{}`", kind.synopsis());
        assert!(page.contains(&heading), "{heading} is missing");
    }
}

#[test]
fn the_example_of_every_kind_reads() {
    for kind in kinds::all() {
        let words = kind.example;
        // A region of the default grid has nine cells; its example is one.
        if let Err(errors) = parse("example", words) {
            panic!("{}", errors[0]);
        }
    }
}

#[test]
fn every_puzzle_of_the_collection_reads() {
    let mut read = 0;
    for entry in std::fs::read_dir(root().join("puzzles")).expect("the puzzles") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "pencil") {
            continue;
        }
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).expect("a puzzle");
        let puzzle = parse_bytes(&name, &bytes).unwrap_or_else(|e| panic!("{}", e[0]));
        assert_eq!(parse("again", &write(&puzzle)).unwrap(), puzzle, "{name}");
        read += 1;
    }
    assert!(read >= 10, "{read}");
}
