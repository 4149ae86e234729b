//! Where the suites are, and how their lines are read.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The folder with the suites: `PENCILMARK_SUITES`, or `../shared/data` beside the workspace.
pub fn folder() -> PathBuf {
    match std::env::var_os("PENCILMARK_SUITES") {
        Some(path) if !path.is_empty() => PathBuf::from(path),
        _ => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    }
}

/// A file of the suites; if it is not there, nothing, and it is told that it is left out.
pub fn find(path: &str) -> Option<PathBuf> {
    let file = folder().join(path);
    if file.exists() {
        return Some(file);
    }
    left_out(&format!("suite {path}: no data at {}", file.display()));
    None
}

/// Tells that something is not tested, on stderr and, for `./test` to count, as a line of
/// the file that `PENCILMARK_LEFT_OUT` names.
pub fn left_out(what: &str) {
    tell(&format!("left out: {what}"));
    let Some(list) = std::env::var_os("PENCILMARK_LEFT_OUT").filter(|f| !f.is_empty()) else {
        return;
    };
    // One write for the whole line: other tests append at the same time.
    let add = |mut file: fs::File| file.write_all(format!("{what}\n").as_bytes());
    let list = OpenOptions::new().append(true).create(true).open(list).and_then(add);
    list.expect("the file in PENCILMARK_LEFT_OUT can be written");
}

/// A line on stderr that the test harness does not swallow.
pub fn tell(line: &str) {
    // A closed stderr is no reason to fail.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The JSON values of a file, one to a line.
pub fn json_lines(file: &Path) -> std::io::Result<Vec<Value>> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).map_err(std::io::Error::other)).collect()
}

/// The lines of a text file that hold puzzles.
pub fn puzzle_lines(file: &Path) -> std::io::Result<Vec<String>> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    Ok(lines.map(String::from).collect())
}
