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
    let program = "{a;b;c}=1. #minimize{1,a:a;1,b:b;1,c:c}. d.";
    let ran = feed("asp -e brave --opt-mode=optN", program);
    assert!(ran.out.contains("  Optimum    : yes\n  Optimal    : 3\n"), "{}", ran.out);
    let ran = feed("asp -e brave --opt-mode=optN --outf=2", program);
    let (brave, optimum) = (ran.out.find("\"Brave\""), ran.out.find("\"Optimal\": 3"));
    assert!(brave.is_some() && brave < optimum, "{}", ran.out);
    let ran = feed("asp 0 --opt-mode=optN -q1", "{a;b}. :- not a, not b. #minimize{1,x:a;1,y:b}.");
    assert_eq!(ran.out.matches("Answer: ").count(), 2, "{}", ran.out);
}

#[test]
fn consequences() {
    let program = "{a;b}. a :- b. c.";
    let brave = feed("asp 0 -e brave", program);
    assert!(brave.out.contains("\nc a b\nConsequences: [3;3]\nSATISFIABLE"), "{}", brave.out);
    assert!(brave.out.contains("  Brave      : yes\nConsequences : 3\n"), "{}", brave.out);
    let cautious = feed("asp 0 -e cautious", program);
    assert!(cautious.out.contains("Consequences : 1\n"), "{}", cautious.out);
    // All of them are looked at if nothing is said.
    let ran = feed("asp -e cautious", program);
    assert!(ran.out.contains("  Cautious   : yes\n"), "{}", ran.out);
    assert_eq!(ran.code, 30);
}

#[test]
fn bounds_on_costs_are_kept() {
    let program = "{a;b}. #minimize{1:a;2:b}. :- not a, not b.";
    for (mode, code) in [("opt,0", 20), ("optN,0", 20), ("enum,0", 20), ("opt,1", 30)] {
        let ran = feed(&format!("asp 0 --opt-mode={mode}"), program);
        assert_eq!(ran.code, code, "{mode}: {}", ran.out);
    }
    assert_eq!(feed("asp 0 --opt-bound=0", program).code, 20);
}

#[test]
fn quiet_parts() {
    let program = "{a;b}=1. #minimize{1:a;2:b}. c.";
    let ran = feed("asp 0 -q2,1", program);
    let lines: Vec<&str> = ran.out.lines().skip(3).take(3).collect();
    assert!(lines[0].starts_with("Answer: "), "{}", ran.out);
    assert_eq!(lines[1..], ["Optimization: 1", "OPTIMUM FOUND"], "{}", ran.out);
    let ran = feed("asp 0 -q1,2", program);
    let lines: Vec<&str> = ran.out.lines().skip(4).take(2).collect();
    assert_eq!(lines, ["c a", "OPTIMUM FOUND"], "{}", ran.out);
}

#[test]
fn projection_leaves_out_names_that_begin_with_an_underscore() {
    let ran = feed("asp 0 --project", "{a;b;_c}.");
    assert!(ran.out.contains("\nModels       : 4\n"), "{}", ran.out);
}

#[test]
fn projection_on_atoms_that_do_not_exist_is_on_what_is_printed() {
    for program in ["{a;b}. #project x/0.", "{a;b}. d :- d. #project d/0."] {
        let ran = feed("asp 0 --project", program);
        assert!(ran.out.contains("\nModels       : 4\n"), "{program}: {}", ran.out);
        let ran = feed("asp 0 --project=project", program);
        assert!(ran.out.contains("\nModels       : 1\n"), "{program}: {}", ran.out);
    }
}

#[test]
fn constants_have_one_value() {
    for definition in ["n=(1;2)", "n=1..3", "n=X", "n=1/0", "n=f(_)"] {
        let ran = feed("asp", &format!("#const {definition}. p(n)."));
        assert_eq!(ran.code, 65, "{definition}: {}{}", ran.out, ran.err);
    }
    assert_eq!(feed("asp -c n=1 -c n=2", "p(n).").code, 65);
    assert_eq!(feed("asp -c n=f(1..2)", "p(n).").code, 65);
}

#[test]
fn options_take_no_word_that_is_not_theirs() {
    let ran = feed("asp 1 2", "a.");
    assert!(ran.err.contains("the number of models is given twice: 1 and 2"), "{}", ran.err);
    assert_eq!(ran.code, 1);
    for option in ["--sat-prepro", "--lookahead", "--no-lookahead", "--backprop"] {
        let ran = feed(&format!("asp {option} -"), "a. b.");
        assert!(ran.out.contains("\na b\n"), "{option}: {}{}", ran.out, ran.err);
    }
    // What would change the answers is refused.
    for option in ["--supp-models", "--compute=1", "--grid s/2"] {
        assert_eq!(feed(&format!("asp {option}"), "a.").code, 1, "{option}");
    }
}

#[test]
fn numbers_chosen_one_by_one_are_summed_before_grounding() {
    let start = "d(0..9). {v(L,D): d(D)}=1 :- L=(s;e;n;d;m;o;r;y). :- v(L,D), v(M,D), L<M. \
                 :- v(s,0). :- v(m,0). ";
    let all = "v(s,S), v(e,E), v(n,N), v(d,D), v(m,M), v(o,O), v(r,R), v(y,Y)";
    let (left, right) = ("1000*S+100*E+10*N+D+1000*M+100*O+10*R+E", "10000*M+1000*O+100*N+10*E+Y");
    for rest in [
        format!(":- {all}, {left} != {right}."),
        format!("ok :- {all}, {left} = {right}. :- not ok."),
    ] {
        let ran = feed("asp 0 --time-limit=60", &format!("{start} {rest} #show v/2."));
        let wanted = "v(s,9) v(e,5) v(n,6) v(d,7) v(m,1) v(o,0) v(r,8) v(y,2)";
        assert!(ran.out.contains(wanted), "{}", ran.out);
        assert_eq!(ran.code, 30, "{}", ran.out);
    }
}

#[test]
fn large_recursive_aggregates() {
    // More elements than could be listed set by set, negative weights, `!=`.
    let program = "{a(1..20)}. x :- #sum{-1,I : b(I); 2,I : a(I)} >= 17. b(I) :- x, a(I). \
                   y :- #sum{2,I : c(I)} != 7. c(I) :- y, a(I). \
                   :- not x. :- not a(1..20).";
    let ran = feed("asp 0 --time-limit=60", program);
    assert!(ran.out.contains("\nModels       : 1\n"), "{}", ran.out);
}

#[test]
fn pools_have_an_end() {
    let program = format!("p({}).", vec!["(1;2)"; 40].join(","));
    let ran = feed("asp", &program);
    assert_eq!(ran.code, 65);
    assert!(ran.err.contains("the pools of this statement stand for"), "{}", ran.err);
    // Long bodies are no problem.
    let program = format!("p :- {}.", vec!["not q"; 50_000].join(","));
    assert_eq!(feed("asp -W none", &program).code, 30);
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
    // Few atoms, whose parts are shared: written out, the last one would fill the memory.
    let ran = feed("asp -q", "p(0,s). p(N+1,f(X,X)) :- p(N,X), N<60.");
    assert!(ran.err.contains("a term has more than 1000000 characters"), "{}", ran.err);
    assert_eq!(ran.code, 65);
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
    // Without its domain a choice fails, too, but that is not the reason.
    let program = "n(1..4). h(1..3).\n{at(N,H): h(H)}=1 :- n(N).\n:- at(A,H), at(B,H), A<B.\n";
    let ran = feed("asp --why -q", program);
    assert!(ran.err.contains("(no smaller set does)"), "{}", ran.err);
    assert!(ran.err.contains(": :- at(A,H), at(B,H), A<B.\n"), "{}", ran.err);
    let ran = feed("asp --why -q", "{a;b}.\n:- not a.\n:- a.\n:- b.\n");
    assert!(ran.err.ends_with(": :- not a.\n  <stdin>:3:1-6: :- a.\n"), "{}", ran.err);
    // Statements that are no rules can be needed, too.
    let ran = feed("asp --why", "{e(1..2)}. #edge(X,3-X) : e(X). :- not e(1). :- not e(2).");
    assert!(ran.err.contains(": #edge(X,3-X) : e(X).\n"), "{}", ran.err);
    let ran = feed("asp --why", "{a}. #external x. [true] :- x, a. :- not a.");
    assert!(ran.err.contains(": #external x. [true]\n"), "{}", ran.err);
    let ran = feed("asp --why", "{a}. #external x. [true] :- not a. :- a.");
    assert!(!ran.err.contains("#external"), "{}", ran.err);
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
    // Values may be any terms, and several in a cell are a finding, not a choice.
    let ran = feed("asp --grid s/3 -V0", "s(1,1,f(3)). s(1,2,\"a,b)\"). s(2,2,1). s(2,2,2).");
    let lines: Vec<&str> = ran.out.lines().map(str::trim).collect();
    assert!(lines.contains(&"f(3) \"a,b)\"") && lines.contains(&".    1,2"), "{}", ran.out);
    let ran = feed("asp --grid s/3", "s(a,b,1).");
    assert_eq!(
        ran.err,
        "pencilmark: info: --grid: s(a,b,1) has no row and column to be drawn at\n"
    );
    let ran = feed("asp 0 --grid t/3", "{s(1,1,1)}.");
    assert_eq!(ran.err, "pencilmark: info: --grid: no atom of t/3 to draw\n");
}
