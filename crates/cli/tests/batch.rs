//! Many puzzles: order, bounded waiting, closed pipes, Ctrl-C.

mod common;
use common::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::time::Duration;

/// Lines of several sizes, some bad, some without or with many solutions.
fn mixed(n: usize) -> String {
    let line = |i: usize| match i % 7 {
        0 | 4 => EASY.to_string(),
        1 => format!("{}.", &EASY[..80]),
        2 => ".".repeat(16),
        3 => format!("12{}3", ".".repeat(13)),
        5 => format!("11{}", ".".repeat(14)),
        _ => "not a puzzle".into(),
    };
    (0..n).map(|i| line(i) + "\n").collect()
}

#[test]
fn output_is_in_step_with_the_input_whatever_the_threads() {
    let input = mixed(3000);
    for line in ["solve", "check", "count --limit 50", "solve --json -n 3", "check --json"] {
        let one = feed(&format!("{line} --threads 1"), &input);
        let two = feed(&format!("{line} --threads 2"), &input);
        let many = feed(&format!("{line} --threads 7"), &input);
        assert_eq!(one.code, 2, "some are bad");
        assert_eq!(timeless(&one.out), timeless(&two.out), "{line}");
        assert_eq!(timeless(&one.out), timeless(&many.out), "{line}");
        assert_eq!(one.out.lines().count(), 3000, "{line}");
        let errors = |ran: &Ran| {
            ran.err
                .lines()
                .filter(|l| l.starts_with("<stdin>:"))
                .map(String::from)
                .collect::<Vec<_>>()
        };
        assert_eq!(errors(&one), errors(&many), "{line}");
    }
    let solved = feed("solve", &input).out;
    let lines: Vec<_> = solved.lines().take(7).collect();
    assert_eq!((lines[0], lines[4]), (SOLVED, SOLVED));
    assert!(lines[2].ends_with(" multiple") && lines[2].len() == 16 + 9, "{}", lines[2]);
    assert_eq!((lines[5], lines[6]), ("invalid", "invalid"));
}

#[test]
fn answers_do_not_depend_on_threads_inside_a_puzzle() {
    for line in [
        "count --limit 20000 --json puzzles/asp-givens.pencil",
        "candidates --json puzzles/asp-givens.pencil",
    ] {
        let one = run(&format!("{line} --threads 1")).out;
        assert_eq!(timeless(&one), timeless(&run(&format!("{line} --threads 3")).out), "{line}");
    }
}

#[test]
fn the_time_limit_of_a_puzzle_does_not_run_while_it_waits_to_be_printed() {
    // The first takes all its time. The second has more to print than may wait for the first:
    // of the 28200960 grids those with this first row, and of these every third.
    let endless = file("endless.pencil", b"grid 9\n");
    let some = file("some.pencil", b"grid 6\nthermo r1c1-6\ngiven r2c1 4\n");
    let line = format!("solve --all --time-limit 2s {} {}", endless.display(), some.display());
    for threads in [1, 2] {
        let ran = run(&format!("{line} --threads {threads}"));
        assert_eq!(ran.code, 3);
        let remark = ran.err.lines().find(|l| l.contains("some.pencil")).unwrap();
        assert!(remark.contains(": 13,056 solutions ("), "{remark}");
    }
}

#[test]
fn the_worst_exit_wins() {
    let none = format!("{}\n", "1..............1".replace("1..............1", "1.2.3.4........."));
    let code = |input: &str| feed("check", input).code;
    assert_eq!(code(&format!("{EASY}\n{EASY}\n")), 0);
    assert_eq!(code(&format!("{EASY}\n{}\n", ".".repeat(16))), 1);
    assert_eq!(code(&format!("{EASY}\nx\n{}\n{none}", ".".repeat(16))), 2);
    let ran = feed("check --nodes 0", &format!("{EASY}\n{}\n", ".".repeat(16)));
    assert_eq!((ran.code, ran.out.as_str()), (3, "unique\nunknown\n"));
}

fn start(line: &str) -> Child {
    let mut command = command();
    command.args(line.split_whitespace()).current_dir(root());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn whoever_feeds_lines_gets_each_answer_at_once() {
    let mut child = start("solve --threads 2");
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..5 {
        writeln!(input, "{EASY}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), SOLVED);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    for line in [
        "solve --all puzzles/asp-givens.pencil",
        "solve --all --json puzzles/asp-givens.pencil",
        "solve --all -q puzzles/asp-givens.pencil puzzles/asp-givens.pencil",
    ] {
        let mut child = start(line);
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut [0; 300]).unwrap();
        drop(output);
        let ran = ran(child.wait_with_output().unwrap());
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        assert!(!ran.err.contains("panic") && !ran.err.contains("ipe"), "{}", ran.err);
    }
}

#[cfg(unix)]
mod interrupted {
    use super::*;

    fn signal(child: &Child, signal: &str) {
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success());
    }

    fn stop(line: &str) -> Ran {
        let child = start(line);
        std::thread::sleep(Duration::from_millis(700));
        signal(&child, "-INT");
        ran(child.wait_with_output().unwrap())
    }

    #[test]
    fn a_count_tells_how_far_it_came() {
        for threads in [1, 2] {
            let ran = stop(&format!("count --threads {threads} puzzles/asp-givens.pencil"));
            assert_eq!(ran.code, 130, "{}", ran.err);
            let number = ran.out.trim_end().strip_prefix("at least ").unwrap();
            assert!(number.parse::<u64>().unwrap() > 100, "{number}");
            assert!(ran.err.contains("interrupted"), "{}", ran.err);
        }
        let ran = stop("count --json puzzles/asp-givens.pencil");
        assert!(ran.out.contains(r#""exact":false,"stopped":"interrupted""#), "{}", ran.out);
    }

    #[test]
    fn to_be_terminated_is_the_same() {
        let child = start("count puzzles/asp-givens.pencil");
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, "-TERM");
        let ran = ran(child.wait_with_output().unwrap());
        assert_eq!(ran.code, 130);
        assert!(ran.out.starts_with("at least "), "{}", ran.out);
    }

    #[test]
    fn solutions_found_so_far_are_complete_lines() {
        let mut child = start("solve --all --json puzzles/asp-givens.pencil");
        let mut output = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).unwrap();
            text
        });
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, "-INT");
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let text = reader.join().unwrap();
        assert!(text.ends_with("}\n") && text.contains(r#"]],"status":"multiple""#));
    }

    #[test]
    fn waiting_for_input_is_nothing_to_report() {
        for line in ["solve --threads 1", "check --threads 2"] {
            let mut child = start(line);
            let input = child.stdin.take().unwrap();
            std::thread::sleep(Duration::from_millis(300));
            signal(&child, "-INT");
            assert_eq!(child.wait().unwrap().code(), Some(130), "{line}");
            drop(input);
        }
    }

    #[test]
    fn a_batch_stops_even_while_another_thread_waits_for_input() {
        let mut child = start("solve --all -o line --threads 2");
        let mut input = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || output.read_to_end(&mut Vec::new()));
        writeln!(input, "{}", ".".repeat(81)).unwrap();
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, "-INT");
        assert_eq!(child.wait().unwrap().code(), Some(130));
        drop(input);
        reader.join().unwrap().unwrap();
    }
}

#[test]
fn every_puzzle_has_its_paragraph() {
    let input = "1.3..........2.4\n11..............\n123....4........\n1.3..........2.4\n";
    let out = feed("solve -n 2 -q", input).out;
    let blocks: Vec<_> = out.split_terminator("\n\n").collect();
    assert_eq!((blocks.len(), blocks[1], blocks[2]), (4, "invalid", "none"), "{out}");
}

/// Lines of 81 characters have a solver of their own; options of the general one go to that.
#[test]
fn plain_lines_have_the_answers_of_the_general_solver() {
    let mut state = 12345u32;
    let mut below = |n: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % n
    };
    let mut input = String::new();
    for _ in 0..400 {
        let mut line = SOLVED.as_bytes().to_vec();
        (0..40 + below(60)).for_each(|_| line[below(81)] = b'.');
        // A digit that may be wrong: some of these have no solution.
        if below(2) == 0 {
            line[below(81)] = b'1' + below(9) as u8;
        }
        input.extend(line.iter().map(|&b| char::from(b)));
        input.push('\n');
    }
    for line in ["check", "count --limit 40"] {
        let own = feed(line, &input).out;
        let general = feed(&format!("{line} --without innies"), &input).out;
        assert_eq!(own, general, "{line}");
    }
    let statuses = feed("check", &input).out;
    for word in ["none", "unique", "multiple"] {
        assert!(statuses.lines().filter(|l| *l == word).count() > 5, "{word}: {statuses}");
    }
    // Guesses are counted by the solver that made them.
    let mut solver = pencilmark::classic::Solver::new();
    let json = feed("check --json", &input).out;
    for (line, answer) in input.lines().zip(json.lines()).filter(|(_, a)| a.contains("nodes")) {
        let guesses = solver.count(line.as_bytes().try_into().unwrap(), 2).guesses;
        assert!(answer.contains(&format!("\"nodes\":{guesses},")), "{guesses}: {answer}");
    }
    let own = feed("solve", &input).out;
    let general = feed("solve --without innies", &input).out;
    for (a, b) in own.lines().zip(general.lines()) {
        // Which of several solutions comes first is up to the solver.
        assert!(a == b || a.ends_with("multiple") && b.ends_with("multiple"), "{a} {b}");
    }
}
