//! Making puzzles from the command line.

mod common;

use common::{feed, run};

#[test]
fn made_puzzles_have_one_solution_whoever_asks() {
    let made = run("generate -n 12 --seed 7 --threads 1 -q");
    assert_eq!((made.code, made.out.lines().count(), made.err.as_str()), (0, 12, ""));
    assert!(made.out.lines().all(|line| line.len() == 81));
    assert_eq!(feed("check --without innies", &made.out).out, "unique\n".repeat(12));
    assert_eq!(run("generate -n 12 --seed 7 --threads 3 -q").out, made.out);
    assert_ne!(run("generate -n 12 --seed 8 -q").out, made.out);
}

#[test]
fn every_format_and_json() {
    for kinds in ["killer", "thermo kropki", "jigsaw"] {
        let made = run(&format!("generate {kinds} -n 2 --seed 3 -q"));
        assert_eq!(made.out.matches("---\n").count(), 1, "{kinds}");
        assert_eq!(feed("check", &made.out).out, "unique\n".repeat(2), "{kinds}");
    }
    let link = run("generate killer --seed 3 -q --to fpuzzles");
    assert!(link.out.starts_with("https://"), "{link:?}");
    assert_eq!(feed("check", &link.out).out, "unique\n");
    let json = run("generate --seed 3 --level easy --json");
    assert_eq!((json.code, json.err.as_str()), (0, ""));
    for field in ["\"n\":1", "\"seed\":3", "\"level\":\"easy\"", "\"solution\":[[", "\"givens\":"] {
        assert!(json.out.to_lowercase().contains(field), "{field} {}", json.out);
    }
}

#[test]
fn what_cannot_be_made_is_told() {
    let nothing = run("generate --clues 3 --time-limit 300ms --seed 1");
    assert_eq!(nothing.code, 3);
    assert!(nothing.err.contains("needed more givens"), "{}", nothing.err);
    assert_eq!(nothing.out.lines().count(), 1, "the nearest is printed");
    for (line, words) in [
        ("generate --size 7", "no boxes"),
        ("generate kilelr", "did you mean `killer`?"),
        ("generate --level silly", "easy, medium"),
        ("generate --from nowhere.pencil", "no such file"),
    ] {
        let refused = run(line);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{line}");
        assert!(refused.err.contains(words), "{line}: {}", refused.err);
    }
}

#[test]
fn shapes_get_their_numbers() {
    let shapes = "grid 6\ncage ? r1c1-3\ncage ? r2c1-2 r3c1\nsandwich ? r4c1 right\nlittle-killer ? r1c2 down-right\nthermo r5c1-4\n";
    let made = feed("generate --from - --clues ..20 --seed 2 -q", shapes);
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(!made.out.contains('?') && made.out.matches("cage").count() == 2, "{}", made.out);
    assert!(made.out.contains("sandwich") && made.out.contains("little-killer"));
    assert_eq!(feed("check", &made.out).out, "unique\n");
    assert_eq!(feed("check", shapes).code, 2, "elsewhere a number is needed");
    // Without open numbers it is givens that are found.
    let made = feed("generate --from - --seed 2 -q", "grid 4\nthermo r1c1-3\n");
    assert_eq!(feed("check", &made.out).out, "unique\n");
}

#[test]
fn a_file_is_measured() {
    let made = run("generate -n 30 --seed 5 -q").out;
    let measured = feed("bench -", &made);
    assert_eq!(measured.code, 0);
    for words in ["30 puzzles: 30 unique", "median", "a second", "the slowest is <stdin>:", "####"]
    {
        assert!(measured.out.contains(words), "{words}: {}", measured.out);
    }
    let json = feed("bench --json -", &format!("{made}garbage\n"));
    assert_eq!(json.code, 2);
    assert!(json.out.contains("\"puzzles\":30,\"unique\":30,"), "{}", json.out);
    assert_eq!(feed("bench -", "").code, 2);
}

#[test]
fn setters_get_help() {
    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let less = feed("minimise --seed 4", EASY);
    assert_eq!(less.code, 0);
    let givens = |line: &str| line.bytes().filter(u8::is_ascii_digit).count();
    assert!(givens(&less.out) < givens(EASY) && less.err.contains("taken away"), "{less:?}");
    assert_eq!(feed("check", &less.out).out, "unique\n");
    let needed = feed("redundant", &less.out);
    assert_eq!((needed.code, needed.out.as_str()), (0, ""));
    let spare = feed("redundant --kind given", EASY);
    assert_eq!(spare.code, 1);
    assert!(
        spare.out.starts_with("<stdin>:1: the given ") || spare.out.contains("r1c"),
        "{}",
        spare.out
    );

    let more = feed("complete", "grid 4\ngiven r1c1 1\n");
    assert_eq!(more.code, 0);
    assert_eq!(feed("check", &more.out).out, "unique\n");
    let dots =
        feed("complete --kind difference", "grid 4\ngivens\n  1234\n  34..\n  ....\n  ....\n");
    assert!(dots.out.contains("difference "), "{}", dots.out);
    assert_eq!(feed("check", &dots.out).out, "unique\n");
    assert_eq!(feed("complete", "grid 4\ncage 3 r1c1-2\ncage 4 r1c3-4\n").code, 1);
    assert_eq!(feed("minimise", "grid 4\n").code, 1);
}
