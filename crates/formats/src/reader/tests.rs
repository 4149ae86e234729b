//! How streams are cut into puzzles.

use super::*;
use std::io::{BufReader, Read};

fn read(text: &str) -> Vec<(Position, Result<Puzzle, Vec<Diagnostic>>)> {
    puzzles(text.as_bytes(), "t").collect()
}

fn message(text: &[u8]) -> String {
    let first = puzzles(text, "t").next().unwrap();
    first.1.unwrap_err()[0].message.clone()
}

#[test]
fn lines_and_their_errors_keep_their_numbers() {
    let text = "# two good, one bad\n1...\n\n12.\n.2.. easy\r\n";
    let got = read(text);
    let lines: Vec<_> = got.iter().map(|(p, r)| (p.number, p.line, r.is_ok())).collect();
    assert_eq!(lines, [(1, 2, true), (2, 4, false), (3, 5, true)]);
    assert_eq!(got[1].1.as_ref().unwrap_err()[0].place.line, 4);
}

#[test]
fn a_bad_first_line_is_one_error_among_plain_puzzles() {
    let good = format!("{}12345", ".".repeat(76));
    for bad in [&good[1..], &format!("{good}6"), "puzzle,rating"] {
        let got = read(&format!("\n{bad}\n{good}\n{good}\n"));
        let lines: Vec<_> = got.iter().map(|(p, r)| (p.number, p.line, r.is_ok())).collect();
        assert_eq!(lines, [(1, 2, false), (2, 3, true), (3, 4, true)], "{bad}");
    }
    let error = &read(&good[1..])[0].1.clone().unwrap_err()[0];
    assert_eq!(error.message, "80 characters do not make a square grid");
}

#[test]
fn statements_are_separated_by_three_dashes() {
    let got = read("grid 4\n---\n# nothing\n---\ngrid 6\nnonsense\n---\ngrid 9\n---\n");
    let lines: Vec<_> = got.iter().map(|(p, r)| (p.line, r.is_ok())).collect();
    assert_eq!(lines, [(1, true), (5, false), (8, true)]);
    assert_eq!(got[1].1.as_ref().unwrap_err()[0].place.line, 6);
}

#[test]
fn clashing_givens_of_a_line_are_found() {
    let line = format!("55{}", ".".repeat(79));
    let error = &read(&line)[0].1.clone().unwrap_err()[0];
    assert_eq!(error.message, "r1c1 and r1c2 are both 5, in row 1");
    assert_eq!((error.place.column, error.also.as_ref().unwrap().column), (2, 1));
}

#[test]
fn empty_and_binary_files_have_their_own_messages() {
    assert_eq!(message(b""), "there is no puzzle in this file");
    assert_eq!(message(b"# only a comment\n\n"), "there is no puzzle in this file");
    assert_eq!(message(b"\x7fELF\0\0\0"), "this is a binary file, not a puzzle");
    assert_eq!(message(b"grid 4\n\0"), "this is a binary file, not a puzzle");
    assert_eq!(message(b"grid 4\n\xff\xfe\n"), "this line is not UTF-8 text");
}

#[test]
fn a_huge_line_costs_no_memory_and_the_next_one_is_read() {
    let endless = std::io::repeat(b'x').take(50 << 20);
    let input = "1...\n".as_bytes().chain(endless).chain("\n.2..\n".as_bytes());
    let got: Vec<_> = puzzles(BufReader::new(input), "t").collect();
    assert_eq!(got.iter().map(|g| g.1.is_ok()).collect::<Vec<_>>(), [true, false, true]);
    let error = &got[1].1.as_ref().unwrap_err()[0];
    assert_eq!(error.message, "a line of more than 1 MB is not read");
}

#[test]
fn a_huge_first_line_does_not_hide_what_the_file_is() {
    let huge = "x".repeat(2 << 20);
    let plain = format!("{}12345", ".".repeat(76));
    for first in [format!("title {huge}"), format!("{}{huge}", "grid 4\nthermo r1c1-3\ntitle ")] {
        let got = read(&format!("{first}\ngrid 4\n---\ngrid 4\n"));
        assert_eq!(got.iter().map(|g| g.1.is_ok()).collect::<Vec<_>>(), [false, true]);
        let error = &got[0].1.as_ref().unwrap_err()[0];
        assert_eq!(error.message, "a line of more than 1 MB is not read");
    }
    for (above, rest) in [(format!("#{huge}"), "grid 4"), (format!("1..{huge}"), &plain)] {
        let got = read(&format!("{above}\n{rest}\n"));
        assert_eq!(got.iter().map(|g| g.1.is_ok()).collect::<Vec<_>>(), [false, true]);
        assert_eq!(got[1].0.line, 2);
    }
}

#[test]
fn the_mark_at_the_start_of_a_file_is_no_part_of_it() {
    let rows = format!("1{}\n", ".".repeat(24)) + &format!("{}\n", ".".repeat(25)).repeat(24);
    for text in ["1...\n..2.\n.3..\n...4\n", &rows] {
        let with = read(&format!("\u{feff}{text}"));
        assert_eq!(with, read(text), "{text}");
        assert_eq!((with.len(), with[0].1.is_ok()), (1, true), "{text}");
    }
    for cells in [1, 4, 9, 16, 25, 81] {
        let line = format!("1{}", ".".repeat(cells - 1));
        for text in [format!("{line}\n"), format!("{line}\n{line}\n"), "grid 4\n".into()] {
            let with = read(&format!("\u{feff}{text}"));
            assert_eq!(with, read(&text), "{text}");
            assert!(with.iter().all(|g| g.1.is_ok()), "{text}");
        }
    }
}

#[test]
fn any_number_of_lines_that_say_nothing_may_stand_above_a_puzzle() {
    for (nothing, times) in [("\n", 3 << 20), ("# nothing\n", 300_000)] {
        let above = nothing.repeat(times);
        let started = std::time::Instant::now();
        assert_eq!(message(above.as_bytes()), "there is no puzzle in this file");
        let got = read(&format!("{above}grid 4\nnonsense\n---\ngrid 4\n"));
        assert_eq!(got[0].1.as_ref().unwrap_err()[0].place.line, times + 2);
        assert_eq!((got[1].0.line, got[1].1.is_ok()), (times + 4, true));
        // Far from the minutes it takes if each line looks at all lines above it.
        assert!(started.elapsed().as_secs() < 30);
    }
}

#[test]
fn a_huge_puzzle_is_refused_and_the_next_one_is_read() {
    let text = format!("grid 4\n{}---\ngrid 4\n", "thermo r1c1-4\n".repeat(100_000));
    let got = read(&text);
    assert_eq!(got.iter().map(|g| g.1.is_ok()).collect::<Vec<_>>(), [false, true]);
}
