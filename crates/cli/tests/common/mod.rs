//! Runs the built command.
#![allow(dead_code)] // each test file uses its part

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// What a run of the command left behind.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The command, about to be given arguments.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pencilmark"));
    command.env_remove("NO_COLOR");
    command
}

/// Runs a command line; words are separated by blanks.
pub fn run(line: &str) -> Ran {
    feed(line, "")
}

/// The same with this text on standard input.
pub fn feed(line: &str, input: &str) -> Ran {
    feed_bytes(line, input.as_bytes())
}

/// The same with these bytes.
pub fn feed_bytes(line: &str, input: &[u8]) -> Ran {
    let mut command = command();
    command.args(line.split_whitespace()).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // The command may end before it has read everything.
        scope.spawn(move || stdin.write_all(input));
        ran(child.wait_with_output().unwrap())
    })
}

/// The text of a finished process.
pub fn ran(output: Output) -> Ran {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// The top of the repository, where the example puzzles are.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A file with this content, in a directory of its own.
pub fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// A JSON line without what differs from run to run.
pub fn timeless(json: &str) -> String {
    let cut = |line: &str| {
        let (before, after) = line.split_once("\"seconds\":").unwrap_or((line, ""));
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        format!("{before}{rest}\n")
    };
    json.lines().map(cut).collect()
}

/// A plain puzzle with one solution, and that solution.
pub const EASY: &str =
    "..95...371379...522....369.352.1...6...4523...81.3.2..6.3.4.8.952...1.6....3.7...";
pub const SOLVED: &str =
    "869524137137986452245173698352718946796452381481639275673245819524891763918367524";
