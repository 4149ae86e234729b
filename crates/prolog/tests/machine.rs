//! The machine from outside: programs as text, answers as text. An answer ends in `;` where a
//! choice point is left, which is as much part of it as the bindings.

use pencilmark_prolog::machine::Machine;

/// Answers of a query to a program.
fn ask(program: &str, query: &str) -> String {
    let mut machine = Machine::new();
    machine.consult_text("test", program).expect("loads");
    match machine.run_text(query, 5) {
        Ok(answers) => answers.join(" "),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn control_constructs_cut_locally() {
    for (query, expected) in [
        ("X = 1 ; X = 2.", "X=1; X=2."),
        ("( member(X, [1,2,3]), X > 1 -> true ; X = none ).", "X=2."),
        ("call((member(X, [1,2,3]), X > 1, !)).", "X=2."),
        ("( true, !, fail ; X = 1 ).", "false."),
        ("call(( ! ; X = 1 )).", "X=_."),
        ("( \\+ fail, ( fail *-> X = 1 ; X = 2 ) ).", "X=2."),
        ("( member(X, [1,2]) *-> true ; X = 3 ).", "X=1; X=2."),
        ("G = ( C = !, ( X = 1, C ; X = 2 ) ), call(G).", ""),
        ("forall(member(X, [1,2]), X > 0).", "X=_."),
    ] {
        let answer = anonymous(&ask("", query));
        if !expected.is_empty() {
            assert_eq!(answer, expected, "{query}");
        }
    }
}

/// Variables without their numbers.
fn anonymous(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '_' && chars.peek() == Some(&'G') {
            while chars.peek().is_some_and(|c| c.is_ascii_alphanumeric()) {
                chars.next();
            }
        }
    }
    out
}

#[test]
fn clauses_are_selected_as_in_swi_prolog() {
    let program = "p(_,a). p(_,b). p(_,c).
        r(a,x,1). r(a,y,2). r(b,x,3). r(_,z,4).
        z(1,a). z(X,b) :- X == 1. z(2,c).
        f(X,[]) :- X = 1. f(X,[_|_]) :- X = 2.";
    for (query, expected) in [
        ("p(1,a).", ";"),
        ("p(_,b).", "_=_."),
        ("r(a,y,N).", "N=2."),
        ("r(a,x,1).", "."),
        ("z(1,a).", ";"),
        ("z(1,b).", "."),
        ("f(X,[]).", "X=1."),
        ("f(X,[a]).", "X=2."),
    ] {
        let answer = anonymous(&ask(program, query));
        let first = answer.split(' ').next().unwrap_or_default();
        assert_eq!(first, expected, "{query}");
    }
}

#[test]
fn errors_have_the_context_of_their_predicate() {
    let e = |query: &str| anonymous(&ask("", &format!("catch({query}, E, true).")));
    assert_eq!(e("foo(1)"), "E=error(existence_error(procedure,/(foo,1)),/(foo,1)).");
    assert!(e("X is foo+1").contains("context(:(system,/(is,2)),_)"));
    assert!(e("a < 1").contains("context(:(system,/(<,2)),_)"));
    assert!(e("call((fail,1))").contains("type_error(callable,,(fail,1))"));
    assert_eq!(e("throw(my)"), "E=my.");
}

#[test]
fn the_database_is_seen_as_it_was() {
    let program = ":- dynamic q/1.
        q(1). q(2).
        grow :- q(X), Y is X+10, assertz(q(Y)), fail.
        grow.";
    assert_eq!(anonymous(&ask(program, "grow, findall(X, q(X), L).")), "X=_, L=[1,2,11,12].");
    assert_eq!(ask(program, "retract(q(X))."), "X=1; X=2.");
    assert_eq!(
        anonymous(&ask("", "assertz((f(X) :- g, X)), clause(f(1), B).")),
        "X=_, B=,(g,call(1))."
    );
}

#[test]
fn collections_keep_what_is_needed() {
    let program = "mk(0, []) :- !.
        mk(N, [f(N,_)|T]) :- M is N-1, mk(M, T).
        len([], 0).
        len([_|T], N) :- len(T, M), N is M+1.
        churn(0) :- !.
        churn(N) :- mk(50, L), len(L, 50), M is N-1, churn(M).
        keeps(L) :- mk(1000, L), churn(40000), len(L, 1000), L = [f(1000,X)|_], X = seen.";
    assert!(ask(program, "keeps([f(A,B)|_]).").contains("A=1000, B=seen"));
}

#[test]
fn deep_recursion_and_endless_growth_end_well() {
    let program = "len([], 0).
        len([_|T], N) :- len(T, M), N is M+1.
        grow(X) :- grow(f(X,X)).";
    assert!(
        ask(program, "numlist(1, 1000000, L), len(L, N), L = [], true ; N = done.")
            .contains("N=done")
    );
    let mut machine = Machine::new();
    machine.stack_limit = 64 << 20;
    machine.consult_text("test", program).expect("loads");
    let error = machine.run_text("grow(a).", 1).expect_err("no end");
    assert!(error.contains("resource_error(stack)"), "{error}");
    assert_eq!(machine.run_text("X = still_here.", 1), Ok(vec!["X=still_here.".to_string()]));
}

#[test]
fn attributed_variables_wake_before_the_next_goal() {
    assert_eq!(ask("", "freeze(X, fail), X = 1."), "false.");
    assert_eq!(
        ask("", "freeze(X, Y = woken), X = 1, ( var(Y) -> Z = late ; Z = Y )."),
        "X=1, Y=woken, Z=woken."
    );
    assert_eq!(ask("p(1) :- !. p(2).", "freeze(X, X > 1), p(X)."), "X=2.");
}

#[test]
fn cleanups_run_once_whatever_happens() {
    let program = ":- dynamic done/0.
        clean(G) :- setup_call_cleanup(true, G, assertz(done)).
        count(N) :- findall(x, done, L), length(L, N).";
    for goal in [
        "clean(true)",
        "\\+ clean(fail)",
        "catch(clean(throw(x)), x, true)",
        "once(clean(member(_,[1,2])))",
    ] {
        assert!(ask(program, &format!("{goal}, count(N).")).contains("N=1."), "{goal}");
    }
}

#[test]
fn tables_complete_left_recursion() {
    let program = ":- table path/2.
        edge(a,b). edge(b,c). edge(c,a).
        path(X,Y) :- path(X,Z), edge(Z,Y).
        path(X,Y) :- edge(X,Y).";
    assert!(ask(program, "findall(Y, path(a,Y), L0), sort(L0, L).").ends_with("L=[a,b,c]."));
}

#[test]
fn rules_match_without_binding() {
    let program = "len([], N) => N = 0.
        len([_|T], N) => len(T, M), N is M+1.";
    assert_eq!(ask(program, "len([a,b], N)."), "N=2.");
    assert!(ask(program, "len(_, N).").contains("existence_error(matching_rule"));
}

/// Answers of a search keep the bindings that they share. Whatever happens between two answers,
/// all triples come in order.
#[test]
fn answers_of_a_search_are_whole() {
    let expected: Vec<String> = (0..27)
        .map(|n| [n / 9, n / 3 % 3, n % 3])
        .filter(|[a, b, c]| a != b && a + b + c != 4)
        .map(|[a, b, c]| format!("[{a},{b},{c}]"))
        .collect();
    let expected = format!("[{}]", expected.join(","));
    let post = "L = [A,B,C], L ins 0..2, A #\\= B, A+B+C #\\= 4";
    for search in [
        "label(L)",
        "label(L), garbage_collect",
        "label([A]), garbage_collect, label([B,C])",
        "label([A,B]), label(L), length(M, 50), M = [_|_]",
        "label(L), ( \\+ A = 9 -> true ; true )",
        "label(L), catch(throw(ball), ball, true)",
        "freeze(B, true), label(L)",
        "label([A]), freeze(C, C >= 0), label(L)",
        "D #= A+B+C, labeling([], L), integer(D)",
        "D #= A*1000000000000000000000, label(L), D =:= A*10**21",
        "label([A,B,C,A])",
    ] {
        let query = format!("findall(L, ( {post}, {search} ), R), write_canonical(R), nl.");
        let query = format!("with_output_to(string(S), ( {} )).", query.trim_end_matches('.'));
        let answer = ask(":- use_module(library(clpfd)).", &query);
        let seen = answer.split("S=\"").nth(1).unwrap_or(&answer);
        let seen = seen.split(['\n', '\\', '"']).next().unwrap_or_default();
        assert_eq!(seen, expected, "{search}: {answer}");
    }
    // Optimisation goes over the same road: by the sum, then in order.
    let mut all: Vec<[i32; 2]> = (0..9).map(|n| [n / 3, n % 3]).collect();
    all.sort_by_key(|[a, b]| a + b);
    let expected: Vec<String> = all.iter().map(|[a, b]| format!("[{a},{b}]")).collect();
    let answer = ask(
        ":- use_module(library(clpfd)).",
        "with_output_to(string(S), forall(( L = [A,B], L ins 0..2, labeling([min(A+B)], L) ), \
         ( write_canonical(L), write(',') ))).",
    );
    assert!(answer.contains(&expected.join(",")), "{answer}");
}

#[test]
fn an_empty_grammar_body_is_the_empty_list() {
    assert_eq!(ask("", "phrase([], Ls)."), "Ls=[].");
}
