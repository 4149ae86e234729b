//! Answer sets as clingo finds them.
//!
//! Without its preprocessing (`--eq=0`): with it, clingo 5.8 accepts sets that are not minimal for
//! some programs with sums on cycles through heads; and without it some sets come twice.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Stdio};

use pencilmark_asp::program::Program;

use crate::generate::text;

const SCRIPT: &str = r#"
import sys, clingo
for text in sys.stdin.read().split("%%%%\n"):
    control = clingo.Control(["0", "--eq=0"], logger=lambda code, message: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.append(
        sum(1 << int(str(symbol)[1:]) for symbol in model.symbols(atoms=True))))
    print(*sorted(set(found)))
"#;

fn python() -> OsString {
    let named = std::env::var_os("PENCILMARK_PYTHON").filter(|name| !name.is_empty());
    named.unwrap_or_else(|| "python3".into())
}

pub fn found() -> bool {
    let mut command = Command::new(python());
    command.args(["-c", "import clingo"]).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

pub fn answer_sets(programs: &[Program]) -> Vec<Vec<u64>> {
    let texts: Vec<String> = programs.iter().map(text).collect();
    let mut child = Command::new(python())
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it was found");
    child.stdin.take().expect("piped").write_all(texts.join("%%%%\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let output = String::from_utf8(output.stdout).unwrap();
    let line = |l: &str| l.split_whitespace().map(|n| n.parse().unwrap()).collect();
    output.lines().map(line).collect()
}
