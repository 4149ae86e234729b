//! Formats on the command line: found out, forced, converted, and what is lost is told.

mod common;
use common::*;

const KILLER: &str = "grid 4\ncage 3 r1c1-2\ncage 7 r2c3-4\ngiven r4c4 1\nthermo r1c3-4\n";

#[test]
fn every_format_leads_back_to_the_same_solutions() {
    let count = feed("count", KILLER).out;
    for format in [
        "pencil",
        "json",
        "fpuzzles",
        "fpuzzles-json",
        "sudokupad",
        "sudokumaker",
        "sudokumaker-json",
        "iss",
    ] {
        let there = feed(&format!("convert --to {format}"), KILLER);
        assert_eq!((there.code, there.err.as_str()), (0, ""), "{format}");
        assert_eq!(feed("count -q", &there.out).out, count, "{format}: {}", there.out);
        let forced = feed(&format!("count -q --from {format}"), &there.out);
        assert_eq!(forced.out, count, "{format}");
    }
}

#[test]
fn a_link_can_be_the_argument() {
    let link = feed("convert --to fpuzzles", KILLER).out;
    let solved = run(&format!("count -q {}", link.trim()));
    assert_eq!((solved.code, solved.out), (0, feed("count", KILLER).out));
    let short = run("solve https://sudokupad.app/pbwqsppuho");
    assert_eq!(short.code, 2);
    assert!(short.err.contains("only the server"), "{}", short.err);
    let line = run(&format!("solve {EASY}"));
    assert_eq!(line.out.trim(), SOLVED);
}

#[test]
fn losses_are_named_on_standard_error() {
    let lost = feed("convert --to line", KILLER);
    assert_eq!((lost.code, lost.out.as_str()), (0, "...............1\n"));
    assert!(
        lost.err.contains("lost: cage (2 clues)") && lost.err.contains("lost: thermo"),
        "{}",
        lost.err
    );
    let drawn = r#"{"size":4,"line":[{"lines":[["R1C1","R1C2"]]}]}"#;
    let told = feed("check", drawn);
    assert!(told.err.contains("warning: only drawn"), "{}", told.err);
    let json = feed("check --json", drawn).out;
    assert!(json.contains("\"warnings\":[\"only drawn"), "{json}");
    assert_eq!(feed("check -q", drawn).err, "");
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let oblong = feed("convert --to fpuzzles", "grid 4x6\n");
    assert_eq!(oblong.code, 2);
    assert!(oblong.err.contains("square grids"), "{}", oblong.err);
    assert_eq!(feed("convert", KILLER).code, 2);
    assert!(feed("convert --to sdq", KILLER).err.contains("help formats"));
    assert!(run("help formats").out.contains("sudokumaker"));
}

#[test]
fn several_puzzles_stay_several() {
    let two = format!("{KILLER}---\n{KILLER}");
    let pencil = feed("convert --to pencil", &two).out;
    assert_eq!(pencil.matches("---").count(), 1);
    let lines = feed("convert --to json", &two).out;
    assert_eq!(lines.lines().count(), 2);
    assert_eq!(feed("count -q", &lines).out.lines().count(), 2);
}

#[test]
fn programs_are_written() {
    let prolog = feed("convert --to prolog", KILLER).out;
    assert!(prolog.contains("cage(3, [R1C1,R1C2])"), "{prolog}");
    assert!(feed("convert --to asp", KILLER).out.contains("cage(1,3). place(1,1,1,1; 1,2,1,2)."));
    assert!(feed("convert --to minizinc", KILLER).out.contains("solve satisfy;"));
}

#[test]
fn damaged_input_is_shown_where_it_is_damaged() {
    let bad = feed("solve", "{\n  \"size\": 9,\n  \"odd\": [{\"cell\": \"R1C10\"}]\n}\n");
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("<stdin>:3:") && bad.err.contains("^"), "{}", bad.err);
    let iss = feed("solve", ".Thermo~R1C1~R1C2\n.Cage~3~R0C1\n");
    assert!(iss.err.contains("<stdin>:2:1") && iss.err.contains("R0C1"), "{}", iss.err);
}
