//! The puzzles in `puzzles/` at the top of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use pencilmark_puzzle::Puzzle;

/// Where they are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles")
}

/// Their names without the ending, in order.
///
/// # Panics
///
/// If the folder cannot be read.
pub fn names() -> Vec<String> {
    let files = fs::read_dir(folder()).expect("the folder is there");
    let files = files.map(|entry| entry.expect("it can be listed").path());
    let files = files.filter(|path| path.extension().is_some_and(|e| e == "pencil"));
    let name = |path: PathBuf| path.file_stem().map(|s| s.to_string_lossy().into_owned());
    let mut names: Vec<String> = files.filter_map(name).collect();
    names.sort();
    names
}

/// One of them, by its name without the ending.
///
/// # Panics
///
/// If it is not there or cannot be read.
pub fn puzzle(name: &str) -> Puzzle {
    let file = folder().join(name).with_extension("pencil");
    let text = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    pencilmark_formats::parse_bytes(name, &text).unwrap_or_else(|errors| panic!("{errors:?}"))
}
