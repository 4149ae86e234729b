//! Each kind of bad input with its message. All of them exit with 2.

mod common;
use common::*;

fn refused(text: &[u8], message: &str) -> Ran {
    let ran = feed_bytes("check", text);
    assert_eq!((ran.code, ran.out.as_str()), (2, "invalid\n"), "{}", ran.err);
    assert_eq!(without_column(ran.err.lines().next().unwrap_or_default()), message);
    ran
}

/// `file:2:13: message` as `file:2: message`: which column is the reader's own affair.
fn without_column(line: &str) -> String {
    match line.splitn(4, ':').collect::<Vec<_>>()[..] {
        [file, row, column, message] if column.parse::<usize>().is_ok() => {
            format!("{file}:{row}:{message}")
        }
        _ => line.to_string(),
    }
}

#[test]
fn statements() {
    refused(b"grid 9\ntermo r1c1-3\n", "<stdin>:2: there is no statement `termo`");
    refused(b"grid 9\nthermo r1c1 r1c10\n", "<stdin>:2: r1c10 is outside the 9x9 grid");
    refused(b"grid 9\ncage 9 r1c1 r1c2 r1c1\n", "<stdin>:2: cage names r1c1 twice");
    refused(b"grid 9\ncage 28 r1c1 r1c2 r2c1\n", "<stdin>:2: cage of 3 cells cannot sum to 28");
    let clash = refused(
        b"grid 9\ngiven r1c1 5\n\ngiven r1c9 5\n",
        "<stdin>:4: r1c1 and r1c9 are both 5, in row 1",
    );
    assert!(clash.err.contains("2 | given r1c1 5") && clash.err.contains("4 | given r1c9 5"));
    let regions = refused(
        b"grid 2\nregions\n  AA\n  AB\n",
        "<stdin>:3: region has 3 cells but there are only 2 digits",
    );
    assert!(regions.err.contains("the region with r2c2 has 1 cell, not 2"), "{}", regions.err);
}

#[test]
fn lines() {
    let clash = format!("55{}", ".".repeat(79));
    refused(clash.as_bytes(), "<stdin>:1: r1c1 and r1c2 are both 5, in row 1");
    let short = format!("{EASY}\n{}\n", &EASY[1..]);
    let ran = feed("solve", &short);
    assert_eq!((ran.code, ran.out), (2, format!("{SOLVED}\ninvalid\n")));
    assert!(
        ran.err.starts_with("<stdin>:2:1: 80 characters do not make a square grid"),
        "{}",
        ran.err
    );
}

#[test]
fn a_state_without_its_puzzle() {
    let state = file("alone.state", b"hello world\n");
    let line = format!("find x-wing --from {}", state.display());
    let ran = run(&line);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    let first = format!("{}:1:1: this is a state, but no puzzle is named", state.display());
    assert!(ran.err.starts_with(&first), "{}", ran.err);
    // With a puzzle on standard input it is the state that is wrong.
    let ran = feed(&line, EASY);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("10 characters, where 81 cells were expected"), "{}", ran.err);
}

#[test]
fn files_that_are_none() {
    refused(b"", "<stdin>: there is no puzzle in this file");
    refused(b"# only talk\n", "<stdin>: there is no puzzle in this file");
    refused(b"\x7fELF\0\x01\x02", "<stdin>: this is a binary file, not a puzzle");
    let ran = run("solve puzzles");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("puzzles: this is a directory\n"), "{}", ran.err);
    let ran = run("solve no-such.pencil");
    assert_eq!((ran.code, ran.err.as_str()), (2, "no-such.pencil: there is no such file\n"));
    let ran = run("solve no-such.pencil puzzles/miracle.pencil");
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("483726159"), "the other file is still solved: {}", ran.out);
}

#[test]
fn a_hundred_megabytes() {
    let mut text = b"grid 9\n".to_vec();
    text.resize(100 << 20, b'\n');
    let line = b"thermo r1c1-4 r2c4\n";
    text[7..].chunks_exact_mut(line.len()).for_each(|c| c.copy_from_slice(line));
    let path = file("huge.pencil", &text);
    let started = std::time::Instant::now();
    let ran = run(&format!("solve {}", path.display()));
    std::fs::remove_file(path).unwrap();
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains(": a puzzle of more than 1 MB is not read"), "{}", ran.err);
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}

#[test]
fn a_hundred_megabytes_on_one_line() {
    let ran = feed_bytes("solve", &vec![b'.'; 100 << 20]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.starts_with("<stdin>:1:1: a line of more than 1 MB is not read"),
        "{}",
        ran.err
    );
}

#[test]
fn a_file_that_is_not_there_is_an_error_and_no_answer() {
    for command in ["grade", "check", "count", "solve", "hint"] {
        let ran = run(&format!("{command} no-such-file"));
        let told = "no-such-file: there is no such file\n";
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (2, "", told), "{command}");
    }
    // Of several each has its line.
    let ran = run("grade puzzles/killer.pencil no-such-file");
    assert!(ran.out.lines().nth(1) == Some("no-such-file: invalid"), "{}", ran.out);
}
