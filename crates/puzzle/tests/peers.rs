//! The programs we write, run by the systems they are for, against brute force.
//!
//! Skipped where SWI-Prolog or clingo's Python module is not installed.

use std::io::Write;
use std::process::{Command, Stdio};

use pencilmark_puzzle::random::{MAX_SOLUTIONS, MAX_TRIALS, random_puzzle, random_puzzle_of};
use pencilmark_puzzle::{Puzzle, brute_force_within, kinds, to_asp, to_prolog};

/// Reads programs separated by `%%%%`, prints the models of each sorted like a solution.
const CLINGO: &str = r#"
import sys, clingo
for text in sys.stdin.read().split("%%%%\n"):
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = [(a.name, [x.number for x in a.arguments]) for a in model.symbols(shown=True)]
            print(*[args[-1] for name, args in sorted(atoms)])
    print("end", flush=True)
"#;

fn run(program: &str, args: &[&str], input: &str) -> Option<String> {
    let child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.ok()?;
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && errors.is_empty(), "{program}: {errors}\n{input}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn installed(program: &str, args: &[&str]) -> bool {
    let status =
        Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|s| s.success())
}

fn solutions(text: &str) -> Vec<Vec<i64>> {
    let line = |l: &str| l.split_whitespace().map(|n| n.parse().expect("a number")).collect();
    let mut all: Vec<Vec<i64>> = text.lines().map(line).collect();
    all.sort();
    all
}

fn expected(puzzle: &Puzzle) -> Vec<Vec<i64>> {
    let mut all = brute_force_within(puzzle, MAX_SOLUTIONS + 1, MAX_TRIALS).expect("small enough");
    all.sort();
    all
}

/// Puzzles of every kind, and mixtures; only small grids, for the peers' sake.
fn sample(each: u64, mixed: u64) -> Vec<Puzzle> {
    let of_kind =
        kinds::all().flat_map(|k| (0..each).map(move |s| random_puzzle_of(k.name, 500 + s)));
    let mixed =
        (0..mixed).map(|s| random_puzzle_of("rule", 900 + s)).chain((0..mixed).map(random_puzzle));
    of_kind.chain(mixed).filter(|p| p.grid.size() <= 36).collect()
}

#[test]
fn swi_prolog_agrees() {
    if !installed("swipl", &["--version"]) {
        eprintln!("skipped: no swipl");
        return;
    }
    let dir = std::env::temp_dir().join(format!("pencilmark-prolog-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    for (i, puzzle) in sample(1, 15).iter().enumerate() {
        let program = to_prolog(puzzle);
        let file = dir.join(format!("p{i}.pl"));
        std::fs::write(&file, &program).expect("a temporary file");
        let found = run("swipl", &["-q", file.to_str().expect("a plain path")], "");
        let found = solutions(&found.expect("swipl runs"));
        assert_eq!(found, expected(puzzle), "{program}");
    }
    let blank = Puzzle::sudoku(pencilmark_puzzle::Grid::new(4, 4).expect("a grid"));
    let file = dir.join("blank.pl");
    std::fs::write(&file, to_prolog(&blank)).expect("a temporary file");
    let two = run("swipl", &["-q", file.to_str().expect("a plain path"), "2"], "");
    assert_eq!(two.expect("swipl runs").lines().count(), 2);
    let _ = std::fs::remove_dir_all(&dir);
}

#[test]
fn clingo_agrees() {
    if !installed("python3", &["-c", "import clingo"]) {
        eprintln!("skipped: no clingo module");
        return;
    }
    let puzzles = sample(3, 60);
    let programs: Vec<String> = puzzles.iter().map(to_asp).collect();
    let output = run("python3", &["-c", CLINGO], &programs.join("%%%%\n")).expect("clingo runs");
    let answers: Vec<&str> = output.split("end\n").collect();
    for (i, puzzle) in puzzles.iter().enumerate() {
        assert_eq!(solutions(answers[i]), expected(puzzle), "{}", programs[i]);
    }
}
