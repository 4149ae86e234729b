//! What each command prints and how it ends.

mod common;
use common::*;

const TWO_WAYS: &str = "grid 4\ngivens\n  12..\n  34..\n  ..12\n  ..3.\n";
const NO_WAY: &str = "grid 4\ncage 3 r1c1-2\n# a comment\ncage 4 r1c3-4\n";

#[test]
fn solve_prints_rows_and_says_whether_unique() {
    let ran = run("solve puzzles/killer.pencil");
    assert_eq!((ran.code, ran.out.lines().count()), (0, 9));
    assert!(ran.out.starts_with("327814569\n954376812\n"), "{}", ran.out);
    assert!(ran.err.starts_with("puzzles/killer.pencil: one solution ("), "{}", ran.err);

    let ran = feed("solve", "grid 4");
    assert_eq!((ran.code, ran.out.lines().count()), (0, 4));
    assert!(ran.err.starts_with("<stdin>: at least 2 solutions ("), "{}", ran.err);

    let ran = feed("solve", NO_WAY);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("<stdin>: no solution ("), "{}", ran.err);
    assert_eq!(feed("solve --quiet -", NO_WAY).err, "");
}

#[test]
fn solve_prints_as_many_as_asked_for() {
    let blocks = |out: &str| out.split("\n\n").filter(|b| !b.trim().is_empty()).count();
    assert_eq!(blocks(&feed("solve -n 5", "grid 4").out), 5);
    let all = feed("solve --all", "grid 4");
    assert_eq!((blocks(&all.out), all.code), (288, 0));
    assert!(all.err.contains("288 solutions"), "{}", all.err);
    let lines = feed("solve -n 3", &".".repeat(16));
    assert_eq!(lines.out.lines().filter(|l| l.len() == 16).count(), 3);
}

#[test]
fn both_engines_find_the_same() {
    let sorted = |line: &str, input: &str| {
        let mut blocks: Vec<String> =
            feed(line, input).out.split("\n\n").map(|block| block.trim().to_string()).collect();
        blocks.sort();
        blocks
    };
    // A number of more than 64 values that nothing determines ends the learning in the middle.
    for input in ["grid 4", NO_WAY, TWO_WAYS, "grid 4\nvar w in 0..200\nrule w < r1c1 + r1c2\n"] {
        let clauses = sorted("solve --all --engine clauses", input);
        assert_eq!(clauses, sorted("solve --all", input), "{input}");
    }
    assert_eq!(feed("check --engine clauses", NO_WAY).out, "none\n");
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let ran = feed("solve --engine clauses", line);
    assert!(ran.out.starts_with("534678912672195348"), "{}", ran.out);
    let ran = run("check --engine clauses puzzles/killer.pencil puzzles/spoons.pencil");
    assert_eq!(ran.out.matches("unique").count(), 2, "{}{}", ran.out, ran.err);
    assert_eq!(feed("solve --engine steam", "grid 4").code, 2);
}

#[test]
fn solve_draws_if_told_to() {
    let ran =
        feed("solve --output grid --colour always", "grid 4\ngiven r1c1 2\nthermo r1c2-4 r2c4");
    assert_eq!(ran.code, 1, "2 cannot rise to 4 from there");
    let ran = feed("solve -o grid --color=always", "grid 4\ngiven r1c1 1\nthermo r1c1-4");
    assert!(
        ran.out.starts_with("┏━━━┯━━━┳━━━┯━━━┓\n┃ \x1b[1m1\x1b[0m │ 2 ┃ 3 │ 4 ┃\n"),
        "{}",
        ran.out
    );
    let plain = feed("solve -o grid", "grid 4\ngiven r1c1 1\nthermo r1c1-4");
    assert!(!plain.out.contains('\x1b'), "colour only on a terminal");
}

#[test]
fn several_puzzles_have_their_names_above_them() {
    let ran = run("solve puzzles/killer.pencil puzzles/miracle.pencil");
    let names: Vec<_> = ran.out.lines().filter(|l| l.starts_with('#')).collect();
    assert_eq!(
        names,
        ["# puzzles/killer.pencil: Killer Sudoku", "# puzzles/miracle.pencil: The Miracle Sudoku",]
    );
    assert!(ran.err.lines().last().unwrap().starts_with("2 puzzles: 2 unique ("), "{}", ran.err);
}

#[test]
fn values_outside_the_grid_are_printed_too() {
    let text = "grid 1x2\nvar total in 0..9\nrule r1c1 + r1c2 = total\ngiven r1c1 2\n";
    assert_eq!(feed("solve", text).out, "21\ntotal = 3\n");
    assert_eq!(feed("solve --output line", text).out, "21 total=3\n");
    assert!(
        feed("solve --json", text).out.contains(r#""solutions":[[[2,1]]],"vars":[{"total":3}]"#)
    );
}

#[test]
fn check_exits_0_only_for_exactly_one() {
    for (text, word, code) in [
        ("grid 4\nthermo r1c1-4\nthermo r3c4-1", "unique", 0),
        ("grid 4", "multiple", 1),
        (NO_WAY, "none", 1),
    ] {
        let ran = feed("check", text);
        assert_eq!((ran.out.as_str(), ran.code), (format!("{word}\n").as_str(), code));
    }
    assert_eq!(feed("check", EASY).code, 0);
    let ran = run("check puzzles/killer.pencil puzzles/spoons.pencil");
    assert_eq!(ran.out, "puzzles/killer.pencil: unique\npuzzles/spoons.pencil: unique\n");
}

#[test]
fn check_why_names_the_clues_by_their_lines() {
    let ran = feed("check --why", NO_WAY);
    let want = "\
none
  <stdin>:1: grid 4  (row 1)
  <stdin>:2: cage 3 r1c1-2  (the cage r1c1-2 with sum 3)
  <stdin>:4: cage 4 r1c3-4  (the cage r1c3-4 with sum 4)
";
    assert_eq!((ran.out.as_str(), ran.code), (want, 1));
    let json = feed("check --why --json", NO_WAY).out;
    assert!(
        json.contains(r#""why":[{"line":1,"text":"grid 4","clue":"row 1"},{"line":2,"#),
        "{json}"
    );
    assert!(json.contains(r#""smallest":true"#), "{json}");
}

#[test]
fn count_is_exact_or_says_at_least() {
    let ran = feed("count", "grid 4");
    assert_eq!((ran.out.as_str(), ran.code), ("288\n", 0));
    let ran = feed("count --limit 100", "grid 4");
    assert_eq!((ran.out.as_str(), ran.code), ("at least 100\n", 3));
    let ran = feed("count", NO_WAY);
    assert_eq!((ran.out.as_str(), ran.code), ("0\n", 0));
    let lines = format!("{EASY}\n{}\n{}\n", ".".repeat(16), ".".repeat(9));
    assert_eq!(feed("count", &lines).out, "1\n288\n12\n");
}

#[test]
fn candidates_of_each_cell() {
    let ran = feed("candidates", TWO_WAYS);
    assert_eq!((ran.out.as_str(), ran.code), ("1 2 4 3\n3 4 2 1\n4 3 1 2\n2 1 3 4\n", 0));
    let ran = feed("candidates --counts", "grid 2\n");
    assert_eq!(ran.out, "1:1,2:1 1:1,2:1\n1:1,2:1 1:1,2:1\n");
    let ran = feed("candidates --counts --cap 5", "grid 3\n");
    assert!(ran.out.starts_with("1:4,2:4,3:4 "), "{}", ran.out);
    let ran = feed("candidates --counts --cap 3", "grid 3\n");
    assert!(ran.out.starts_with("1:3+,2:3+,3:3+ "), "{}", ran.out);
    let ran = feed("candidates", NO_WAY);
    assert_eq!((ran.out.as_str(), ran.code), ("- - - -\n- - - -\n- - - -\n- - - -\n", 1));
}

#[test]
fn limits_give_unknown_and_exit_3() {
    let hard = "puzzles/little-killer-9.pencil";
    for limit in ["--nodes 1", "--time-limit 0"] {
        let ran = run(&format!("check {limit} {hard}"));
        assert_eq!((ran.out.as_str(), ran.code), ("unknown\n", 3), "{limit}");
        assert_eq!(run(&format!("solve {limit} {hard}")).code, 3);
        let ran = run(&format!("count {limit} --json {hard}"));
        assert!(
            ran.out.contains(r#""status":"unknown","count":0,"exact":false,"stopped":""#),
            "{}",
            ran.out
        );
        assert_eq!(run(&format!("candidates {limit} {hard}")).code, 3);
    }
    let ran = run("count --time-limit 100ms puzzles/asp-givens.pencil");
    assert_eq!(ran.code, 3);
    assert!(ran.out.starts_with("at least ") && ran.err.contains("the time limit was reached"));
}

#[test]
fn switches_change_the_way_but_not_the_answer() {
    let plain = run("solve --json puzzles/killer.pencil").out;
    let without =
        "--without intersections --without leftovers --without hidden-cages --without innies";
    for switches in [without, "--distinct full", "--distinct weak"] {
        let other = run(&format!("solve --json {switches} puzzles/killer.pencil")).out;
        let solution = |json: &str| json.split("\"status\"").next().unwrap().to_string();
        assert_eq!(solution(&plain), solution(&other), "{switches}");
    }
}

#[test]
fn help_and_version() {
    let ran = run("--version");
    assert_eq!(
        (ran.out.as_str(), ran.code),
        (concat!("pencilmark ", env!("CARGO_PKG_VERSION"), "\n"), 0)
    );
    for line in ["--help", "help", "help solve", "count --help"] {
        let ran = run(line);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{line}");
        assert!(ran.out.contains("Examples:"), "{line}");
    }
    let ran = run("sovle x");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("did you mean `solve`?"), "{}", ran.err);
    assert!(run("solve --jsn").err.contains("did you mean `--json`?"));
    assert_eq!(run("").code, 2);
}

/// A million solutions in a space that could not hold a fifth of them.
#[cfg(unix)]
#[test]
fn counting_takes_no_memory() {
    let script = r#"ulimit -v 120000 && exec "$0" count --limit 1000000 --threads 2 -"#;
    let mut child = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_pencilmark")])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"grid 9\ngiven r1c1 1\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "at least 1000000\n", "{said}");
}
