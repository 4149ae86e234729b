//! Goals belong to the module that calls them, and imports can be renamed or left out. What is
//! expected is what SWI-Prolog 9.0.4 answers to the same files.

use std::path::PathBuf;

use pencilmark_prolog::machine::Machine;

/// A folder with these files, and the answer to a query there.
fn ask(name: &str, files: &[(&str, &str)], query: &str) -> String {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("pencilmark-modules-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    let mut machine = Machine::new();
    let main = folder.join("main.pl").display().to_string();
    machine.run_text(&format!("consult('{main}')."), 1).expect("loads");
    let answer = match machine.run_text(query, 5) {
        Ok(answers) => answers.join(" "),
        Err(error) => format!("error: {error}"),
    };
    std::fs::remove_dir_all(&folder).unwrap();
    answer
}

const OWN: &str = ":- module(own, [run/2]).
f(3). f(1). f(2). f(1).
sq(X, Y) :- Y is X*X.
greater(A, B) :- A >= B.
acc(X, A, B) :- B is A+X.
word --> [w].
run(limit, L) :- findall(X, limit(2, f(X)), L).
run(order, L) :- findall(X, order_by([asc(X)], f(X)), L).
run(distinct, L) :- findall(X, distinct(X, f(X)), L).
run(nth, X) :- call_nth(f(X), 2).
run(offset, L) :- findall(X, offset(1, f(X)), L).
run(aggregate, C) :- aggregate(count, X^f(X), C).
run(lambda, L) :- maplist([X,Y]>>sq(X, Y), [1,2,3], L).
run(nested, L) :- maplist([X,Y]>>(G = sq(X, Y), call(G)), [1,2], L).
run(fold, S) :- foldl([X,A,B]>>acc(X, A, B), [1,2,3], 0, S).
run(most, M) :- max_member(greater, M, [3,1,2]).
run(term, Y) :- G = sq(3, Y), call(G).
run(all, L) :- G = findall(X, f(X), L), call(G).
run(part, L) :- G = maplist(sq), call(G, [1,2], L).
run(conjunction, X) :- G = ( f(X), X < 3 ), once(G).
run(grammar, T) :- G = phrase(word, [w|T]), call(G).
run(context, M) :- G = context_module(M), call(G).
run(clause, X) :- G = clause(f(X), true), once(G).
run(not, yes) :- G = (\\+ f(9)), call(G).
";

#[test]
fn goals_belong_to_the_module_that_calls_them() {
    let files = [("own.pl", OWN), ("main.pl", ":- use_module(own).\n")];
    for (name, expected) in [
        ("limit", "[3,1]"),
        ("order", "[1,1,2,3]"),
        ("distinct", "[3,1,2]"),
        ("nth", "1"),
        ("offset", "[1,2,1]"),
        ("aggregate", "4"),
        ("lambda", "[1,4,9]"),
        ("nested", "[1,4]"),
        ("fold", "6"),
        ("most", "1"),
        ("term", "9"),
        ("all", "[3,1,2,1]"),
        ("part", "[1,4]"),
        ("conjunction", "1"),
        ("grammar", "[]"),
        ("context", "own"),
        ("clause", "3"),
        ("not", "yes"),
    ] {
        let answer = ask(name, &files, &format!("once(run({name}, X))."));
        assert_eq!(answer, format!("X={expected}."), "{name}");
    }
}

#[test]
fn imports_can_be_renamed_or_left_out() {
    let home = ":- module(home, [a/1, b/1, c/2]).\na(1). b(2). c(3, 4).\n";
    let again = ":- module(again, []).\n:- reexport(home, [a/1 as aa, c/2]).\n";
    let other = ":- module(other, []).\n:- reexport(home, except([a/1, c/2 as cc])).\n";
    let found = "findall(G, ( member(G, [a(_), b(_), c(_,_), aa(_), cc(_,_), x(_)]), \
                 catch(G, _, fail) ), L).";
    for (name, main, expected) in [
        ("as", ":- use_module(home, [a/1 as x]).", "[x(1)]"),
        ("except", ":- use_module(home, except([a/1])).", "[b(2),c(3,4)]"),
        ("again", ":- use_module(again).", "[c(3,4),aa(1)]"),
        ("other", ":- use_module(other).", "[b(2),cc(3,4)]"),
    ] {
        let files =
            [("home.pl", home), ("again.pl", again), ("other.pl", other), ("main.pl", main)];
        let answer = ask(name, &files, found);
        let list = answer.rsplit("L=").next().unwrap_or_default().trim_end_matches('.');
        assert_eq!(list, expected, "{name}: {answer}");
    }
}

#[test]
fn what_is_exported_again_is_what_was_asked_for() {
    let files = [
        ("ma.pl", ":- module(ma, [p/1, q/1]).\np(1). q(a).\n"),
        ("mb.pl", ":- module(mb, [p/1, r/1]).\np(2). r(b).\n"),
        ("both.pl", ":- module(both, []).\n:- reexport(ma, [q/1]).\n:- reexport(mb, [r/1]).\n"),
        ("list.pl", ":- module(list, []).\n:- reexport([ma]).\n"),
        ("main.pl", ":- use_module(both).\n:- use_module(list).\n"),
    ];
    assert_eq!(ask("again", &files, "q(X), r(Y), p(Z)."), "X=a, Y=b, Z=1.");
}
