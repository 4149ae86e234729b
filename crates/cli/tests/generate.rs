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
        ("generate --must x-wing --must-not x-wing", "X-Wing"),
        ("generate --must death-blossom", "never looked for"),
        ("generate --size 4 --mask 1............... --symmetry flip", "not symmetric by flip"),
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
    // Where the givens are may be said without saying what they are.
    let places = "grid 4\nthermo r1c1-3\ngiven r2c1 ? r3c3 ? r4c1-2 ? r4c4 ?\n";
    let made = feed("generate --from - --seed 2 --to line -q", places);
    assert_eq!(made.code, 0, "{}", made.err);
    let shown: Vec<usize> = made.out.match_indices(char::is_numeric).map(|m| m.0).collect();
    assert_eq!(shown, [4, 10, 12, 13, 15], "{}", made.out);
    let made = feed("generate --from - --seed 2 -q", places);
    assert_eq!(feed("check", &made.out).out, "unique\n");
    assert_eq!(feed("check", places).code, 2);
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

    // What a line cannot hold is not lost.
    let draft =
        ".3.......6..195....98....6.8...6...34..8.3..1....2...6.6....28....419..5....8....\n";
    let dots = feed("complete --kind difference", draft);
    assert_eq!((dots.code, feed("check", &dots.out).out.as_str()), (0, "unique\n"));
    assert!(dots.err.contains("fewer do not do") && !dots.err.contains("lost"), "{}", dots.err);
    assert_eq!(dots.out.matches("difference ").count(), 1);
}

#[test]
fn setters_are_told_how_many_solutions_there_are() {
    let (none, several) = ("grid 4\ncage 3 r1c1-2\ncage 4 r1c3-4\n", "grid 4\nthermo r1c1-3\n");
    for command in ["minimise", "redundant"] {
        let told = feed(command, none);
        assert_eq!((told.code, told.out.as_str()), (1, ""), "{command}");
        assert!(told.err.contains("there is no solution"), "{command}: {}", told.err);
        let json = feed(&format!("{command} --json"), none).out;
        assert!(json.contains("\"status\":\"none\""), "{command}: {json}");
        let json = feed(&format!("{command} --json"), several).out;
        assert!(json.contains("\"status\":\"multiple\""), "{command}: {json}");
    }
    assert!(feed("minimise", several).err.contains("there are several solutions"));
    let made = run("generate -n 3 --minimal --seed 6 -q").out;
    let needed = feed("redundant", &made);
    assert!(needed.err.contains("3 puzzles: 3 unique"), "{}", needed.err);
}

#[test]
fn programs_hear_how_it_goes() {
    let heard = run("generate --clues 3 --time-limit 700ms --seed 1 --progress");
    assert_eq!(heard.code, 3);
    assert!(heard.err.contains("{\"puzzles\":0,\"attempts\":"), "{}", heard.err);
}
