//! The page of `pencilmark serve`: its types, its units, its bundle, and all of it in a real browser.
//!
//! Needs the program (`PENCILMARK`), node, a Chromium (`PENCILMARK_CHROMIUM`) and the page's tools
//! (`npm ci` in `board/`); `./test` sees to all of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use pencilmark_spec::data;

/// One browser at a time: what they show is timed by the page.
static ONE: Mutex<()> = Mutex::new(());

/// The file that a variable names.
fn named(variable: &str) -> Option<PathBuf> {
    let path = std::env::var_os(variable).filter(|path| !path.is_empty())?;
    Some(PathBuf::from(path)).filter(|path| path.exists())
}

/// Runs parts of `board/tests/run.mjs`.
fn run(parts: &[&str]) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let board = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../board");
    let what = format!("the board, {}", parts.join(", "));
    let [Some(program), Some(chromium)] = ["PENCILMARK", "PENCILMARK_CHROMIUM"].map(named) else {
        return data::left_out(&format!("{what}: no program or Chromium"));
    };
    let tools = board.join("node_modules/esbuild");
    if !tools.exists() || Command::new("node").arg("--version").output().is_err() {
        return data::left_out(&format!("{what}: no node, or no tools in board/node_modules"));
    }
    let done = Command::new("node")
        .arg(board.join("tests/run.mjs"))
        .args(parts)
        .env("PENCILMARK", program)
        .env("PENCILMARK_CHROMIUM", chromium)
        .output()
        .expect("node can be run");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{what}: {out}{err}");
    let passed = out.lines().filter(|line| line.starts_with('✔')).count();
    data::tell(&format!("{what}: {passed} tests passed"));
}

#[test]
fn the_page_is_made_of_its_sources() {
    run(&["types", "unit", "bundle"]);
}

#[test]
fn puzzles_are_played() {
    run(&["play"]);
}

#[test]
fn puzzles_are_set() {
    run(&["set"]);
}

#[test]
fn puzzles_are_understood() {
    run(&["understand"]);
}

#[test]
fn programs_are_run() {
    run(&["programs"]);
}

#[test]
fn everybody_can_use_it() {
    run(&["page"]);
}
