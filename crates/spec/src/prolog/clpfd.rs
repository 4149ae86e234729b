//! CLP(FD): solutions, propagated domains, residual goals and the toplevel's text.
//!
//! Solutions, domains and residual goals are compared as terms by the system itself (`=@=`
//! with the recorded ones), text by us. The goal is stored as a fact, expanded and called, as
//! the toplevel does; constraints that SWI-Prolog does not expand post other auxiliaries.

use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value};

use super::goals::{LIMITED, trace};
use super::suite::{Case, Finding, Judged, each, text};
use super::system::{Output, Session};
use super::text::{marked, quoted, tail, variables};
use super::toplevel::{answers_in_full, expected_text, same_text};

/// The aspects of both suites, by their place.
const SOLUTIONS: usize = 0;
const TEXT: usize = 1;
const ORDER: usize = 1;
const DOMAINS: usize = 2;
const RESIDUAL: usize = 3;

/// Goals with the answers of SWI-Prolog's toplevel.
pub(super) fn cases(file: &Path) -> std::io::Result<Vec<Case>> {
    let doc = file.with_file_name("clpfd_setup_doc.pl");
    let doc = std::fs::read_to_string(doc).unwrap_or_default();
    each(file, |record| {
        if record["error"] == "timeout" {
            return None;
        }
        let setup = match text(record, "setup") {
            "doc" => doc.clone(),
            other => other.to_string(),
        };
        let (id, record) = (text(record, "id"), record.clone());
        Some(Case::new(id, move |system, limit: Duration| {
            let program = answers_program(&record, &setup);
            let output = system.run(&Session { program: &program, limit, ..Default::default() });
            let mut findings = vec![said(&output, SOLUTIONS, "solutions")];
            let mut traced = trace(&program, &output);
            if record["error"].is_null() {
                findings.push(said(&output, DOMAINS, "domains"));
                findings.push(said(&output, RESIDUAL, "residual"));
                let (program, input) = (text_program(&setup), queries(&record));
                let session =
                    Session { program: &program, input: &input, limit, ..Default::default() };
                let output = system.run(&session);
                let right = same_text(&record, &output.stdout);
                let wanted = expected_text(&record);
                findings.push(Finding::check(TEXT, right, &wanted, output.stdout.trim()));
                traced.push_str(&format!("--- input\n{input}{}", trace(&program, &output)));
            }
            Judged { findings, trace: traced }
        }))
    })
}

/// Random conjunctions with all their solutions.
pub(super) fn random(file: &Path) -> std::io::Result<Vec<Case>> {
    each(file, |record| {
        let (id, record) = (text(record, "id"), record.clone());
        Some(Case::new(id, move |system, limit: Duration| {
            let program = random_program(&record);
            let output = system.run(&Session { program: &program, limit, ..Default::default() });
            let wanted = solutions(&record["solutions"]);
            let seen = marked(&output.stderr, "@@all ").unwrap_or("[]");
            let seen = serde_json::from_str(seen).map(|list| solutions(&list)).unwrap_or_default();
            let mut sorted = (wanted.clone(), seen.clone());
            sorted.0.sort();
            sorted.1.sort();
            let show = |list: &[Vec<i64>]| match marked(&output.stderr, "@@all ") {
                Some(_) => format!("{} solutions: {list:?}", list.len()),
                None => format!("no verdict: {}", tail(&output.stderr, 300)),
            };
            let (shown, ended) = (show(&seen), marked(&output.stderr, "@@all ").is_some());
            let wanted_text = format!("{} solutions: {wanted:?}", wanted.len());
            let same = ended && sorted.0 == sorted.1;
            let findings = vec![
                Finding::check(SOLUTIONS, same, &wanted_text, &shown),
                Finding::check(ORDER, ended && wanted == seen, &wanted_text, &shown),
                said(&output, DOMAINS, "domains"),
                said(&output, RESIDUAL, "residual"),
            ];
            Judged { findings, trace: trace(&program, &output) }
        }))
    })
}

fn solutions(list: &Value) -> Vec<Vec<i64>> {
    let numbers =
        |row: &Value| row.as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
    list.as_array().into_iter().flatten().map(numbers).collect()
}

/// What the program says about an aspect: `pass`, or what is wanted and what was seen.
fn said(output: &Output, aspect: usize, name: &str) -> Finding {
    match marked(&output.stderr, &format!("@@{name} ")) {
        Some("pass") => Finding::compare(aspect, "", ""),
        Some(line) => {
            let (wanted, seen) = line.split_once(" @@seen ").unwrap_or(("", line));
            Finding::check(aspect, false, wanted, seen)
        }
        None if output.timed_out => Finding::check(aspect, false, "an end", "no end in time"),
        None => Finding::check(aspect, false, "a verdict", tail(&output.stderr, 300)),
    }
}

/// Compares the answers of the toplevel as terms.
fn answers_program(record: &Value, setup: &str) -> String {
    let goal = text(record, "goal");
    let names = variables(goal);
    let answers = record["answers"].as_array().map(Vec::as_slice).unwrap_or_default();
    let wanted = match record["error"].as_str() {
        Some(error) => format!("error({error})"),
        None => {
            let terms: Vec<String> = answers.iter().map(|a| answer_term(a, &names)).collect();
            format!("[{}]", terms.join(",\n    "))
        }
    };
    let limit = answers.len() + usize::from(record["more"] != true);
    format!(
        "{HEAD}{setup}\n{}'$wanted'({wanted}).\n{LIMITED}{COMPARE}{WITH_BINDINGS}\
         '$main' :- '$compare'({limit}), halt.\n:- initialization('$main').\n",
        goal_fact(goal, &names)
    )
}

/// All solutions, and what propagation alone does.
fn random_program(record: &Value) -> String {
    let goal = text(record, "goal");
    let names = record["vars"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let names: Vec<String> = names.map(String::from).collect();
    let propagation = &record["swi_propagation"];
    let wanted = match propagation.as_object() {
        Some(_) => format!("[{}]", answer_term(propagation, &names)),
        None => "[]".to_string(),
    };
    format!(
        "{HEAD}{}'$wanted'({wanted}).\n{LIMITED}{COMPARE}{WITHOUT_BINDINGS}{ALL}\
         '$main' :- '$all', '$compare'(1), halt.\n:- initialization('$main').\n",
        goal_fact(goal, &names)
    )
}

/// `'$goal'(Vector, Names, Goal).`
fn goal_fact(goal: &str, names: &[String]) -> String {
    let named: Vec<String> = names.iter().map(|n| format!("{}={n}", quoted(n))).collect();
    format!("'$goal'([{}], [{}], (\n{goal}\n)).\n", names.join(","), named.join(","))
}

/// `a(Vector, Residual, Domains)`; variables that are not bound stand for themselves.
fn answer_term(answer: &Value, names: &[String]) -> String {
    let no_object = Map::new();
    let bindings = answer["bindings"].as_object().unwrap_or(&no_object);
    let domains = answer["domains"].as_object().unwrap_or(&no_object);
    let single =
        |name: &String| domains.get(name).and_then(Value::as_str).filter(|d| is_integer(d));
    let value = |name: &String| match bindings.get(name).and_then(Value::as_str) {
        Some(value) => format!("({value})"),
        None => single(name).unwrap_or(name).to_string(),
    };
    let vector: Vec<String> = names.iter().map(value).collect();
    let residual = answer["residual"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let residual: Vec<String> = residual.map(|goal| format!("({goal})")).collect();
    let domain = |name: &String| {
        let domain = domains.get(name)?.as_str()?;
        Some(format!("{}-({domain})", quoted(name)))
    };
    let domains: Vec<String> = names.iter().filter_map(domain).collect();
    format!("a([{}], [{}], [{}])", vector.join(","), residual.join(","), domains.join(","))
}

fn is_integer(text: &str) -> bool {
    text.parse::<i128>().is_ok()
}

/// What the toplevel loads before the query.
fn text_program(setup: &str) -> String {
    format!(":- use_module(library(clpfd)).\n{}{setup}\n", answers_in_full())
}

/// The query, `;` for every further answer, and an empty line where more would come.
fn queries(record: &Value) -> String {
    let answers = record["answers"].as_array().map_or(0, Vec::len);
    let more = usize::from(record["more"] != true);
    let semicolons = ";\n".repeat((answers + more).saturating_sub(1));
    format!("{}.\n{semicolons}\n", text(record, "goal"))
}

const HEAD: &str = ":- use_module(library(clpfd)).\n:- style_check(-singleton).\n";

/// `'$compare'(N)`: the first N answers with what is wanted.
const COMPARE: &str = "\
'$compare'(N) :- '$goal'(Vs,Ns,G0), '$wanted'(W), catch(expand_goal(G0,G),_,G=G0),
    catch('$answers'(N,Vs,Ns,G,L),E,true),
    ( nonvar(E) -> '$error'(E,W)
    ; '$vectors'(L,V1), '$vectors'(W,V2), '$say'(solutions,V2,V1),
      '$domains'(L,D1), '$domains'(W,D2), '$say'(domains,D2,D1),
      '$residual'(L,R1), '$residual'(W,R2), '$say'(residual,R2,R1) ).
'$answers'(N,Vs,Ns,G,L) :-
    findall(a(C,Gs,Ds),
        limit_(N,(call(G), '$doms'(Ns,Ds), copy_term(Vs,C,Gs0), '$bare'(Gs0,Gs))), L).
'$doms'([],[]).
'$doms'([N=X|Ns],Ds) :- ( integer(X) -> Ds=[N-X|Es] ; '$fd'(X,D) -> Ds=[N-D|Es] ; Ds=Es ),
    '$doms'(Ns,Es).
'$fd'(X,D) :- var(X), fd_var(X), fd_dom(X,D).
'$bare'([],[]).
'$bare'([G|Gs],[B|Bs]) :- ( G = clpfd:B0 -> B = B0 ; B = G ), '$bare'(Gs,Bs).
'$error'(error(E0,_),W) :- !, copy_term(E0,E,_), '$say'(solutions,W,error(E)).
'$error'(E,W) :- '$say'(solutions,W,ball(E)).
'$vectors'([],[]).
'$vectors'([a(V,_,_)|L],[V|Vs]) :- '$vectors'(L,Vs).
'$vectors'(error(E),error(E)).
'$domains'([],[]).
'$domains'([a(_,_,D)|L],[D|Ds]) :- '$domains'(L,Ds).
'$domains'(error(_),[]).
'$residual'([],[]).
'$residual'([a(V,R,_)|L],[C|Rs]) :- '$seen'(V,R,C), '$residual'(L,Rs).
'$residual'(error(_),[]).
'$say'(What,W,S) :- flush_output, write(user_error,'@@'), write(user_error,What), write(user_error,' '),
    ( '$same'(W,S) -> write(user_error,pass)
    ; print(user_error,W), write(user_error,' @@seen '), print(user_error,S) ), nl(user_error).
'$same'(error(A),B) :- !, error(A) =@= B.
'$same'(A,B) :- is_list(B), '$cmp'(B,A).
";

/// Whether variables were unified is part of the answer where bindings are recorded.
const WITH_BINDINGS: &str = "'$seen'(V,R,V-R).\n";
const WITHOUT_BINDINGS: &str = "'$seen'(_,R,R).\n";

const ALL: &str = "\
'$all' :- '$goal'(Vs,_,G), findall(Vs,(call(G),label(Vs)),L),
    write(user_error,'@@all '), write(user_error,L), nl(user_error).
";
