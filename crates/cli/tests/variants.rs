//! `variants`, and the kinds in Prolog.

mod common;
use common::*;

#[test]
fn variants_lists_shows_and_refuses() {
    let all = run("variants");
    assert_eq!((all.code, all.err.as_str()), (0, ""));
    assert!(all.out.lines().count() > 90 && all.out.contains("\nrenban "), "{}", all.out);
    let one = run("variants Whisper");
    assert!(one.out.starts_with("whisper [DIFFERENCE] CELLS\n"), "{}", one.out);
    assert!(one.out.contains("ISS:          Whisper"), "{}", one.out);
    let json = run("variants --json zipper");
    assert!(json.out.starts_with("{\"name\":\"zipper\""), "{}", json.out);
    let none = run("variants thremo");
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(none.err.contains("did you mean `thermo`?"), "{}", none.err);
    assert!(run("help variants").out.contains("variants [OPTIONS] [NAME]"));
}

/// Words that people have for kinds with other names.
#[test]
fn variants_by_common_names() {
    for (word, wanted) in [
        ("kropki", &["difference", "ratio", "strict-kropki"][..]),
        ("Kropki-dots", &["difference", "ratio", "strict-kropki"]),
        ("dots", &["difference", "ratio"]),
        ("dot", &["difference", "ratio"]),
        ("Schrödinger", &["schroedinger-cells"]),
        ("Doppelgänger", &["doppelganger"]),
        ("thermos", &["thermo"]),
    ] {
        let ran = run(&format!("variants --json {word}"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{word}");
        for kind in wanted {
            let name = format!("{{\"name\":\"{kind}\"");
            assert!(ran.out.lines().any(|l| l.starts_with(&name)), "{word}, {kind}: {}", ran.out);
        }
    }
    assert_eq!(run("variants qqqs").code, 2);
}

#[test]
fn layers_are_printed_as_grids() {
    let text = "grid 4\nboxes none\nchaos-construction\ngivens\n  1234\n  2341\n  3412\n  4123\n";
    let ran = feed("solve -n 1", text);
    assert!(ran.out.contains("region:\n  1 1 1 1\n"), "{}", ran.out);
}

/// What the text of a clue posts in Prolog has the solutions that the solver finds.
#[test]
fn clues_in_prolog() {
    for clue in [
        "renban r1c1-3",
        "sandwich 0 r1c1 right",
        "zipper r1c1-3",
        "anti-taxicab",
        "region-sum-line r1c2 r1c3",
        "rule r1c1 + r2c2 = 5 or r4c4 = 1",
        "skyscraper 2 r2c4 left",
    ] {
        let goal = format!(
            "use_module(library(pencilmark)), grid(4,4,R), sudoku(R), clue(R, \"{clue}\"), \
             append(R,C), findall(C, label(C), L), length(L,N), writeln(N)"
        );
        let prolog = command().args(["prolog", "-q", "-g", &goal, "-t", "halt"]).output().unwrap();
        let prolog = ran(prolog);
        let count = feed("count -q", &format!("grid 4\n{clue}\n"));
        assert_eq!(prolog.out, count.out, "{clue}\n{}", prolog.err);
    }
}
