//! `pencilmark asp` on the command line: clingo's output, exits and options.

mod common;

use common::feed;

#[test]
fn exits_are_clingos() {
    for (line, program, code) in [
        ("asp", "{a;b}. :- not a.", 10),
        ("asp 0", "{a;b}. :- not a.", 30),
        ("asp", "a. b :- a.", 30),
        ("asp", "a. :- a.", 20),
        ("asp", "a", 65),
        ("asp", "p(X).", 65),
        ("asp no-such-file.lp", "", 65),
        ("asp --no-such-option", "", 1),
        ("asp --text", "a.", 0),
        ("asp", "#minimize{1:a}. {a}.", 30),
    ] {
        let ran = feed(line, program);
        assert_eq!(ran.code, code, "{line}: {program}\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn text_is_clingos() {
    let ran = feed("asp 0", "{a}. b(1..2). c(\"x y\") :- a. #show a/0. #show c/1.");
    let lines: Vec<&str> = ran.out.lines().skip(1).take(8).collect();
    let wanted = [
        "Reading from stdin",
        "Solving...",
        "Answer: 1",
        "",
        "Answer: 2",
        "a c(\"x y\")",
        "SATISFIABLE",
        "",
    ];
    assert_eq!(lines, wanted, "{}", ran.out);
    assert!(ran.out.contains("\nModels       : 2\nCalls        : 1\nTime "), "{}", ran.out);
}

#[test]
fn optima() {
    let program = "{a;b}. :- not a, not b. #minimize{1@2,x:a; 1@2,y:b; 3@1:b}.";
    let ran = feed("asp -q1", program);
    assert!(ran.out.contains("a\nOptimization: 1 0\nOPTIMUM FOUND\n"), "{}", ran.out);
    assert!(ran.out.contains("  Optimum    : yes\nOptimization : 1 0\n"), "{}", ran.out);
    let ran = feed("asp 0 --opt-mode=optN -q1", "{a;b}. :- not a, not b. #minimize{1,x:a;1,y:b}.");
    assert!(ran.out.contains("  Optimal    : 2\n"), "{}", ran.out);
    assert_eq!(ran.out.matches("Answer: ").count(), 2, "{}", ran.out);
}

#[test]
fn consequences() {
    let program = "{a;b}. a :- b. c.";
    let brave = feed("asp 0 -e brave", program);
    assert!(brave.out.contains("\na b c\nConsequences: [3;3]\nSATISFIABLE"), "{}", brave.out);
    assert!(brave.out.contains("  Brave      : yes\nConsequences : 3\n"), "{}", brave.out);
    let cautious = feed("asp 0 -e cautious", program);
    assert!(cautious.out.contains("Consequences : 1\n"), "{}", cautious.out);
}

#[test]
fn messages_show_the_place_and_can_be_silenced() {
    let ran = feed("asp", "q(1).\np(X) :- not q(X).\n");
    assert!(ran.err.contains("<stdin>:2:1-18: error: unsafe variables in:\n"), "{}", ran.err);
    assert!(ran.err.contains("note: 'X' is unsafe\n  p(X) :- not q(X).\n    ^\n"), "{}", ran.err);
    assert!(ran.err.contains("`not q(..)` only tests X"), "{}", ran.err);
    let ran = feed("asp", "a :- b.");
    assert!(ran.err.contains("info: atom does not occur in any rule head:\n  b\n"), "{}", ran.err);
    assert_eq!(feed("asp -W none", "a :- b.").err, "");
    let ran = feed("asp --configuration=handy -t 4", "a.");
    assert_eq!(ran.err, "pencilmark: info: no effect here: --configuration -t\n");
    assert_eq!(ran.code, 30);
}

#[test]
fn grounding_without_end_stops() {
    let ran = feed("asp --atom-limit 10000", "p(1). p(X+1) :- p(X).");
    assert_eq!(ran.code, 65);
    assert!(ran.err.contains("grounding stopped at 10000 atoms"), "{}", ran.err);
    let ran = feed("asp", "p(1). p(f(X)) :- p(X).");
    assert!(ran.err.contains("nested more than"), "{}", ran.err);
    let ran = feed("asp --time-limit 1", "p(1). p(X+1) :- p(X).");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("UNKNOWN\n\nTIME LIMIT   : 1\nModels       : 0+\n"), "{}", ran.out);
}

#[test]
fn numbers_that_do_not_fit_are_errors() {
    let ran = feed("asp", "p(9223372036854775807+X) :- X=1..2.");
    assert_eq!(ran.code, 65);
    assert!(ran.err.contains("does not fit into 64 bits"), "{}", ran.err);
    let ran = feed("asp", "p(2147483647+1).");
    assert!(ran.out.contains("p(2147483648)"), "{}", ran.out);
}

#[test]
fn why_blames_what_is_needed() {
    let program = "a. b :- a.\n{c}.\n:- b.\n:- c, d.\n";
    let ran = feed("asp --why -W none", program);
    assert_eq!(ran.code, 20);
    for (words, blamed) in [("a.", true), ("b :- a.", true), (":- b.", true), (":- c, d.", false)] {
        assert_eq!(ran.err.contains(&format!(": {words}\n")), blamed, "{words}\n{}", ran.err);
    }
}

#[test]
fn grids_and_profiles() {
    let program = "d(1..4). {s(X,Y,N): d(N)}=1 :- d(X), d(Y). :- s(X,Y,N), s(X,Z,N), Y<Z. \
                   :- s(X,Y,N), s(Z,Y,N), X<Z. s(1,1,4).";
    let ran = feed("asp --grid s/3 --profile", program);
    let drawn: Vec<&str> = ran.out.lines().skip_while(|line| !line.starts_with("4 ")).collect();
    assert_eq!(drawn[0].len(), "4 1 | 2 3".len(), "{}", ran.out);
    assert_eq!(drawn[2], "----+----", "{}", ran.out);
    assert!(ran.err.contains("instances"), "{}", ran.err);
}
