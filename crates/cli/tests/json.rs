//! The fields that programs rely on. Documented in `docs/command.md`.

mod common;
use common::*;

fn json(line: &str, input: &str) -> String {
    timeless(&feed(line, input).out)
}

#[test]
fn solve() {
    let want = r#"{"file":"<stdin>","number":1,"line":1,"solutions":[[[1,2],[2,1]],[[2,1],[1,2]]],"status":"multiple","count":2,"exact":true,"nodes":1,}"#;
    assert_eq!(json("solve --all --json", "grid 2"), format!("{want}\n"));
    let want = r#"{"file":"<stdin>","number":1,"line":1,"solutions":[],"status":"none","count":0,"exact":true,"nodes":0,}"#;
    assert_eq!(
        json("solve --json", "grid 2\ncage 2 r1c1\ncage 2 r2c2\ncage 1 r1c2\ncage 2 r2c1"),
        format!("{want}\n")
    );
}

#[test]
fn check_and_count() {
    let want = r#"{"file":"<stdin>","number":1,"line":1,"status":"multiple","count":2,"exact":false,"nodes":1,}"#;
    assert_eq!(json("check --json", "...."), format!("{want}\n"));
    let want = r#"{"file":"<stdin>","number":1,"line":1,"status":"multiple","count":2,"exact":true,"nodes":0,}"#;
    assert_eq!(json("count --json", "grid 2"), format!("{want}\n"));
}

#[test]
fn candidates() {
    let want = r#"{"file":"<stdin>","number":1,"line":1,"candidates":[[[1],[2]],[[2],[1]]],"counts":[[[1],[1]],[[1],[1]]],"cap":1000,"complete":true,"status":"unique","nodes":0,}"#;
    assert_eq!(json("candidates --counts --json", "grid 2\ngiven r1c1 1"), format!("{want}\n"));
}

#[test]
fn bad_puzzles_are_objects_too_and_the_rest_goes_on() {
    let ran = feed("check --json", "grid 4\n---\ngrid 4\ncagee 3 r1c1\n---\ngrid 1\n");
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!((lines.len(), ran.code), (3, 2));
    let want = r#"{"file":"<stdin>","number":2,"line":3,"error":"there is no statement `cagee`","errors":[{"line":4,"column":1,"width":5,"message":"there is no statement `cagee`","help":"did you mean `cage`?"}]}"#;
    assert_eq!(lines[1], want);
    assert!(lines[2].contains(r#""number":3,"line":6,"status":"unique""#), "{}", lines[2]);
    assert!(ran.err.contains("<stdin>:4:1: there is no statement `cagee`"), "{}", ran.err);
    let ran = run("check --json no-such-file");
    assert!(ran.out.contains(r#""error":"there is no such file""#), "{}", ran.out);
}
