//! Other solvers, run on programs that we write: SWI-Prolog, clingo, and MiniZinc with Gecode.
//!
//! All print every solution as a line of numbers: the digits row by row, then the named
//! variables. Where one is not installed, what was to be asked is left out, and told.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, Stdio};

use pencilmark_formats::{Format, export};
use pencilmark_puzzle::Puzzle;

use crate::data::left_out;
use crate::scratch::Scratch;

/// A solver written by others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// `swipl`, with its library(clpfd).
    SwiProlog,
    /// The Python module `clingo`, of the Python in `PENCILMARK_PYTHON` or of `python3`.
    Clingo,
    /// `minizinc`, with the solver that it takes by itself.
    MiniZinc,
}

/// Runs programs one after the other in one process. Each believes that it is alone: what it
/// loads is its own, and `halt` only ends it.
const SWI_PROLOG: &str = "
run(File) :-
    gensym(program, Module),
    redefine_system_predicate(Module:halt),
    assertz(Module:halt),
    load_files(Module:File, []),
    writeln(end).

is_file(Argument) :-
    \\+ atom_number(Argument, _),
    Argument \\== (--).

:- initialization(main).

main :-
    current_prolog_flag(argv, Arguments),
    include(is_file, Arguments, Files),
    forall(member(File, Files), run(File)),
    halt.
";

/// Reads programs separated by `%%%%`, prints up to N models of each like a solution.
const CLINGO: &str = r#"
import sys, clingo
for text in sys.stdin.read().split("%%%%\n"):
    control = clingo.Control([sys.argv[1], "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = [(a.name, [x.number for x in a.arguments]) for a in model.symbols(shown=True)]
            print(*[args[-1] for name, args in sorted(atoms)])
    print("end", flush=True)
"#;

impl Oracle {
    /// The oracle if it can be run; if not, `what` is left out.
    pub fn find(self, what: &str) -> Option<Oracle> {
        let (program, args) = match self {
            Oracle::SwiProlog => ("swipl".into(), ["--version"].as_slice()),
            Oracle::Clingo => (python(), ["-c", "import clingo"].as_slice()),
            Oracle::MiniZinc => ("minizinc".into(), ["--version"].as_slice()),
        };
        let mut command = Command::new(program);
        let command = command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
        if command.status().is_ok_and(|s| s.success()) {
            return Some(self);
        }
        let name = match self {
            Oracle::SwiProlog => "SWI-Prolog",
            Oracle::Clingo => "clingo",
            Oracle::MiniZinc => "MiniZinc",
        };
        left_out(&format!("{name}, {what}: not installed"));
        None
    }

    /// The solutions of each puzzle in order, up to `limit` of them if there is one.
    ///
    /// # Panics
    ///
    /// If the oracle fails or complains.
    pub fn solutions(self, puzzles: &[Puzzle], limit: Option<u64>) -> Vec<Vec<Vec<i64>>> {
        match self {
            Oracle::SwiProlog => swi_prolog(puzzles, limit),
            Oracle::Clingo => clingo(puzzles, limit),
            Oracle::MiniZinc => puzzles.iter().map(|p| minizinc(p, limit)).collect(),
        }
    }
}

fn python() -> OsString {
    let named = std::env::var_os("PENCILMARK_PYTHON").filter(|name| !name.is_empty());
    named.unwrap_or_else(|| "python3".into())
}

/// The program that users get.
pub fn program(puzzle: &Puzzle, format: Format) -> String {
    export(puzzle, format).expect("every puzzle is a program").text
}

fn swi_prolog(puzzles: &[Puzzle], limit: Option<u64>) -> Vec<Vec<Vec<i64>>> {
    let runner = Scratch::new("runner.pl", SWI_PROLOG.as_bytes());
    let file = |p| Scratch::new("puzzle.pl", program(p, Format::Prolog).as_bytes());
    let files: Vec<Scratch> = puzzles.iter().map(file).collect();
    let mut command = Command::new("swipl");
    command.arg("-q").arg(runner.path()).arg("--").args(files.iter().map(Scratch::path));
    command.args(limit.map(|n| n.to_string()));
    run(command, "").split_terminator("end\n").map(read).collect()
}

/// It prints the names of variables too, and a line below each solution.
fn minizinc(puzzle: &Puzzle, limit: Option<u64>) -> Vec<Vec<i64>> {
    let model = program(puzzle, Format::MiniZinc);
    let file = Scratch::new("puzzle.mzn", model.as_bytes());
    let mut command = Command::new("minizinc");
    match limit {
        Some(n) => command.args(["--num-solutions", &n.to_string()]),
        None => command.arg("--all-solutions"),
    };
    let command = command.arg(file.path()).stdin(Stdio::null());
    let output = command.output().expect("it was found");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Warnings are about its own libraries.
    let errors = String::from_utf8_lossy(&output.stderr);
    let fine = output.status.success() && !errors.contains("rror:") && !text.contains("UNKNOWN");
    assert!(fine, "{command:?}: {errors}\n{text}\n{model}");
    let numbers = |part: &str| part.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let parts: Vec<&str> = text.split("----------").collect();
    let mut all: Vec<Vec<i64>> = parts[..parts.len() - 1].iter().map(|p| numbers(p)).collect();
    all.sort();
    all
}

fn clingo(puzzles: &[Puzzle], limit: Option<u64>) -> Vec<Vec<Vec<i64>>> {
    let programs: Vec<String> = puzzles.iter().map(|p| program(p, Format::Asp)).collect();
    let mut command = Command::new(python());
    command.args(["-c", CLINGO]).arg(limit.unwrap_or(0).to_string());
    let output = run(command, &programs.join("%%%%\n"));
    output.split_terminator("end\n").map(read).collect()
}

/// What the command prints, in order.
fn run(mut command: Command, input: &str) -> String {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it was found");
    // A command that fails before it has read everything is caught below.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it was started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{command:?}: {errors}\n{input}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn read(text: &str) -> Vec<Vec<i64>> {
    let line = |l: &str| l.split_whitespace().map(|n| n.parse().expect("a number")).collect();
    let mut all: Vec<Vec<i64>> = text.lines().map(line).collect();
    all.sort();
    all
}
