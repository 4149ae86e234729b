//! Against SWI-Prolog, where it is installed: the same domains and the same residual goals for
//! random conjunctions, and the same solutions in the same order for all labeling options.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};

use pencilmark_spec::data::left_out;
use support::random::{Flavour, Random, conjunction};
use support::run::{No, Query};

/// Answers each line of its input with domains and residual goals.
const PROGRAM: &str = r#"
:- use_module(library(clpfd)).
:- initialization((loop, halt)).
loop :- read_line_to_string(user_input, L),
    ( L == end_of_file -> true ; answer(L), loop ).
answer(L) :-
    ( catch(call_with_time_limit(5, text(L, T)), E, (E = time_limit_exceeded -> T = timeout ; T = error))
    -> true ; T = fail ),
    writeln(T).
text(L, T) :-
    term_string(G0, L, [variable_names(Vs)]), expand_goal(G0, G),
    (   sub_string(L, _, _, _, "label")
    ->  findall(S, (G, values(Vs, S)), Ss), atomic_list_concat(Ss, ';', T)
    ;   once(G), domains(Vs, Ds), atomic_list_concat(Ds, ';', D),
        copy_term(Vs, Copy, Gs), reverse(Copy, Named), name(Named),
        term_variables(Gs, Rest), auxiliary(Rest, Gs, 0),
        goals(Gs, Ts), atomic_list_concat(Ts, ' | ', R),
        atomic_list_concat([D, '   ', R], T)
    ).
values(Vs, S) :- findall(V, member(_=V, Vs), L), atomic_list_concat(L, ',', S).
domains([], []).
domains([N=V|Vs], [D|Ds]) :-
    ( integer(V) -> X = V ; fd_dom(V, X) ), format(string(D), "~w=~w", [N, X]), domains(Vs, Ds).
name([]).
name([N=V|Vs]) :- ( var(V) -> V = '$VAR'(N) ; true ), name(Vs).
auxiliary([], _, _).
auxiliary([V|Vs], Gs, I) :-
    count(V, Gs, N),
    (   N < 2 -> V = '$VAR'('_'), J = I
    ;   C is 65 + I mod 26, R is I // 26,
        ( R =:= 0 -> format(atom(A), "_~c", [C]) ; format(atom(A), "_~c~d", [C, R]) ),
        V = '$VAR'(A), J is I + 1
    ),
    auxiliary(Vs, Gs, J).
count(V, T, 1) :- T == V, !.
count(V, T, N) :- compound(T), !, T =.. [_|As], counts(As, V, 0, N).
count(_, _, 0).
counts([], _, N, N).
counts([A|As], V, N0, N) :- count(V, A, K), N1 is N0 + K, counts(As, V, N1, N).
goals([], []).
goals([_:G|Gs], [T|Ts]) :-
    format(string(T), "~W", [G, [numbervars(true), quoted(true), spacing(next_argument)]]),
    goals(Gs, Ts).
"#;

/// SWI-Prolog's answers, or `None` if it is not there.
fn swi(lines: &[String]) -> Option<Vec<String>> {
    let dir = std::env::temp_dir().join(format!("pencilmark-fd-{}", std::process::id()));
    std::fs::create_dir_all(&dir).ok()?;
    let program = dir.join("answers.pl");
    std::fs::write(&program, PROGRAM).ok()?;
    let child = Command::new("swipl")
        .arg("-q")
        .arg(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        left_out("fd against SWI-Prolog: swipl is not installed");
        return None;
    };
    let mut input = child.stdin.take()?;
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    let _ = std::fs::remove_dir_all(&dir);
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect())
}

fn ours(line: &str) -> String {
    let mut query = match Query::start(line) {
        Ok(query) => query,
        Err(No::Fail) if line.contains("label") => return String::new(),
        Err(No::Fail) => return "fail".into(),
        Err(no) => return format!("{no:?}"),
    };
    if query.is_labeling() {
        let mut solutions = Vec::new();
        while query.next() == Ok(true) {
            let values: Vec<String> = query.domains().into_iter().map(|(_, d)| d).collect();
            solutions.push(values.join(","));
        }
        return solutions.join(";");
    }
    let mut domains = query.domains();
    // Variables in order of appearance in the text, as the other side has them.
    domains.sort_by_key(|(name, _)| line.find(name.as_str()));
    let domains: Vec<String> = domains.iter().map(|(n, d)| format!("{n}={d}")).collect();
    format!("{}   {}", domains.join(";"), query.residuals().join(" | "))
}

/// At most so many of the lines may differ: quotients by negative constants of domains with
/// holes are wrong over there.
fn compare(lines: &[String], allowed: usize) {
    let Some(theirs) = swi(lines) else { return };
    assert_eq!(theirs.len(), lines.len(), "SWI-Prolog stopped early");
    let differs = |(line, theirs): &(&String, &String)| {
        theirs.as_str() != "timeout" && theirs.as_str() != "error" && ours(line) != **theirs
    };
    let different: Vec<_> = lines.iter().zip(&theirs).filter(differs).collect();
    for (line, theirs) in &different {
        eprintln!("{line}\n  ours   {}\n  theirs {theirs}", ours(line));
    }
    assert!(different.len() <= allowed, "{} of {} differ", different.len(), lines.len());
}

#[test]
fn residuals_of_finite_conjunctions() {
    let mut random = Random::new(2);
    let lines: Vec<String> = (0..300).map(|_| conjunction(&mut random, Flavour::Finite)).collect();
    compare(&lines, 2);
}

#[test]
fn residuals_of_open_conjunctions() {
    let mut random = Random::new(3);
    let lines: Vec<String> = (0..300).map(|_| conjunction(&mut random, Flavour::Open)).collect();
    compare(&lines, 2);
}

#[test]
fn order_of_solutions() {
    let options = [
        "",
        "leftmost",
        "ff",
        "ffc",
        "min",
        "max",
        "up",
        "down",
        "step",
        "enum",
        "bisect",
        "ff,down",
        "ffc,enum",
        "min,bisect",
        "max,down,bisect",
        "ff,enum,down",
        "min(A)",
        "max(A)",
        "min(A*B-A)",
        "max(B),min(A)",
        "ff,max(A+B)",
        "down,min(B)",
    ];
    let mut random = Random::new(4);
    let mut lines = Vec::new();
    for option in options {
        for _ in 0..6 {
            let goal = conjunction(&mut random, Flavour::Finite);
            let vars: Vec<&str> =
                ["A", "B", "C", "D"].into_iter().filter(|v| goal.contains(v)).collect();
            lines.push(format!("{goal}, labeling([{option}],[{}])", vars.join(",")));
        }
    }
    compare(&lines, 1);
}
