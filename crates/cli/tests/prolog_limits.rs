//! Prolog programs that would take all memory end in a resource error.
//!
//! Each runs in a process of its own with a small stack limit: what must not happen is that the
//! process is killed, aborts, or goes on for ever.

mod common;

use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{Ran, command, ran};

/// How long one program may take on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(240);

const PROGRAM: &str = "
:- use_module(library(clpfd)).
doubled(S) :- string_concat(S, S, T), doubled(T).
doubled_atom(A) :- atom_concat(A, A, B), doubled_atom(B).
doubled_list(L) :- append(L, L, M), doubled_list(M).
joined(L) :- atomic_list_concat([b|L], A), joined([A, A]).
formatted(X) :- format(string(S), \"~w~w\", [X, X]), formatted(S).
not_last :- not_last, true.
counting(N) :- N1 is N+1, counting(N1), true.
growing(X) :- growing([X|X]).
open_choices(N) :- choice, N1 is N+1, open_choices(N1).
choice. choice.
nested(N) :- catch((N1 is N+1, nested(N1)), none, true).
negated(N) :- N1 is N+1, \\+ \\+ negated(N1).
asserting(N) :- assertz(fact(N)), N1 is N+1, asserting(N1).
recording(N) :- recordz(key, term(N, x)), N1 is N+1, recording(N1).
squared(X) :- Y is X*X, squared(Y).
sublists([], []).
sublists([X|Xs], [X|Ys]) :- sublists(Xs, Ys).
sublists([_|Xs], Ys) :- sublists(Xs, Ys).
writing :- write(abcdefghijklmnopqrstuvwxyz), writing.
shared(0, a) :- !.
shared(N, f(T, T)) :- N1 is N-1, shared(N1, T).
constrained(X) :- X #> Y, constrained(Y).
:- table tabled/2.
tabled(N, X) :- N1 is N+1, tabled(N1, X).
as --> [a], as.
";

fn runaway(goal: &str, options: &[&str]) -> Ran {
    let file = std::env::temp_dir().join(format!("pencilmark-limits-{}.pl", std::process::id()));
    std::fs::write(&file, PROGRAM).unwrap();
    let mut command = command();
    command.args(["prolog", "-q"]).args(options).args(["-g", goal, "-t", "halt"]).arg(&file);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{goal}: no end in time");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    ran(child.wait_with_output().unwrap())
}

#[test]
fn runaways_meet_the_stack_limit() {
    for goal in [
        "findall(X, repeat, _)",
        "bagof(X, repeat, _)",
        "findall(L, (repeat, numlist(1, 1000, L)), _)",
        "numlist(1, 40, L), findall(S, sublists(L, S), _)",
        "aggregate_all(bag(X), repeat, _)",
        "doubled(\"abc\")",
        "doubled_atom(abc)",
        "doubled_list([a])",
        "joined([a])",
        "formatted(x)",
        "format(atom(_), '~*c', [1000000000, 0'x])",
        "format('~t~w~1000000000|~n', [a])",
        "with_output_to(string(_), writing)",
        "shared(100, T), with_output_to(string(_), print(T))",
        "length(_, 1000000000)",
        "numlist(1, 1000000000, _)",
        "functor(_, f, 10000000)",
        "length(L, 1000000), findall(L, between(1, 100, _), _)",
        "_ is 7^7^7^7",
        "_ is 1 << 10000000000",
        "_ is 10 ** 1000000000",
        "squared(3)",
        "not_last",
        "counting(0)",
        "growing(a)",
        "open_choices(0)",
        "nested(0)",
        "negated(0)",
        "constrained(_)",
        "tabled(0, _)",
        "phrase(as, L), length(L, _)",
    ] {
        let ran = runaway(goal, &["--stack-limit=24m"]);
        assert_eq!(ran.code, 2, "{goal}: {}", ran.err);
        assert!(ran.err.contains("Stack limit (24.0Mb) exceeded"), "{goal}: {}", ran.err);
    }
}

#[test]
fn the_program_has_a_limit_too() {
    for goal in ["asserting(0)", "recording(0)"] {
        let ran = runaway(goal, &["--stack-limit=24m"]);
        assert_eq!(ran.code, 2, "{goal}: {}", ran.err);
        assert!(ran.err.contains("Not enough resources: program_space"), "{goal}: {}", ran.err);
    }
}

#[test]
fn a_program_goes_on_after_the_error() {
    let goal = "catch(findall(X, repeat, _), error(resource_error(R), _), true), R == stack, \
                findall(X, between(1, 5, X), L), sum_list(L, 15)";
    let ran = runaway(goal, &["--stack-limit=24m"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn endless_programs_meet_the_time_limit() {
    for goal in ["repeat, fail", "tab(100000000000)", "shared(100, T), print(T)"] {
        let ran = runaway(goal, &["--time-limit=1s"]);
        assert!(ran.err.contains("Time limit exceeded"), "{goal}: {}", ran.err);
    }
}
