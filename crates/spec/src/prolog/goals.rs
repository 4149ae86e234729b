//! Suites of single goals: each becomes a program that runs its goal and prints one verdict.
//!
//! The verdicts and the variables `R`, `B` and `BB` are those of the program with which the
//! answers of SWI-Prolog were recorded. A goal may use the same names; then the recorded
//! answer depends on it, and ours must too.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::suite::{Case, Finding, Judged, each, text};
use super::system::{Output, Session};
use super::text::{canonical, marked, tail};

/// Verdicts longer than this were cut when they were recorded.
const RECORDED_CHARS: usize = 400;

/// All records for which SWI-Prolog has an answer.
pub(super) fn all(file: &Path) -> std::io::Result<Vec<Case>> {
    each(file, |record| case(record, true))
}

/// Only the records in which SWI-Prolog does what the suite wants: the others need a newer
/// SWI-Prolog.
pub(super) fn passed(file: &Path) -> std::io::Result<Vec<Case>> {
    each(file, |record| case(record, false))
}

fn case(record: &Value, also_where_swi_differs: bool) -> Option<Case> {
    let swi = &record["swi"];
    let field = |value: &Value, key| value[key].as_str().map(String::from);
    let (verdict, stdout) = match swi["verdict"].as_str()? {
        "pass" => ("pass".to_string(), expected_stdout(record)),
        "differs" if also_where_swi_differs => match field(swi, "observed_stdout") {
            Some(stdout) => ("pass".to_string(), Some(stdout)),
            None => (field(swi, "observed")?, None),
        },
        _ => return None,
    };
    let program = program(record)?;
    let input = text(record, "stdin").to_string();
    Some(Case::new(text(record, "id"), move |system, limit: Duration| {
        let output =
            system.run(&Session { program: &program, input: &input, limit, ..Default::default() });
        let seen = seen(&output);
        let right = same_verdict(&verdict, &seen)
            && stdout.as_ref().is_none_or(|stdout| same_stdout(stdout, &output.stdout));
        let show = |verdict: &str, stdout: &str| match stdout {
            "" => verdict.to_string(),
            _ => format!("{verdict}, stdout {stdout:?}"),
        };
        let wanted = show(&verdict, stdout.as_deref().unwrap_or_default());
        let printed = if stdout.is_some() { output.stdout.as_str() } else { "" };
        Judged {
            findings: vec![Finding::check(0, right, &wanted, &show(&seen, printed))],
            trace: trace(&program, &output),
        }
    }))
}

/// What must be printed; `stdout_prefix` was printed elsewhere by the suite's own harness.
fn expected_stdout(record: &Value) -> Option<String> {
    let stdout = record["stdout"].as_str()?;
    let prefix = text(record, "stdout_prefix");
    Some(stdout.strip_prefix(prefix).unwrap_or(stdout).to_string())
}

fn same_stdout(wanted: &str, seen: &str) -> bool {
    wanted == seen || canonical(wanted) == canonical(seen)
}

fn same_verdict(wanted: &str, seen: &str) -> bool {
    let cut = |text: &str| text.chars().take(RECORDED_CHARS).collect::<String>();
    canonical(wanted) == canonical(&cut(seen))
}

/// The verdict that was printed, or why there is none.
fn seen(output: &Output) -> String {
    match marked(&output.stderr, "@@") {
        Some(verdict) => verdict.to_string(),
        None if output.timed_out => "no end in time".to_string(),
        None => format!("no verdict, exit {:?}: {}", output.code, tail(&output.stderr, 300)),
    }
}

/// A program and what it printed, for people.
pub(super) fn trace(program: &str, output: &Output) -> String {
    let Output { stdout, stderr, code, seconds, .. } = output;
    format!(
        "--- program\n{program}\n--- stdout\n{stdout}\n--- stderr\n{stderr}\n\
         --- exit {code:?} after {seconds:.3} s\n"
    )
}

/// The program, unless the record expects something unknown.
fn program(record: &Value) -> Option<String> {
    let mut program = format!("{}\n", text(record, "setup"));
    let goal = text(record, "goal");
    if goal.contains("assertion(") && text(record, "suite").starts_with("logtalk") {
        program.push_str("assertion(_,G) :- call(G).\n");
    }
    let before = [text(record, "forall"), text(record, "setup_goal")];
    let before = before.iter().filter(|g| !g.is_empty()).map(|g| format!("({g}), "));
    let goal = format!("(\n{}{goal}\n)", before.collect::<String>());
    if record["expect"]["kind"] == "answers" {
        program.push_str(LIMITED);
    }
    program.push_str(&format!("'$t'(R) :- {}.\n", verdict(record, &goal)?));
    let condition = record["condition"].as_str().unwrap_or("true");
    program.push_str(&format!("'$cond' :- {condition}.\n{MAIN}"));
    Some(program)
}

/// A goal that binds `R` to the verdict.
fn verdict(record: &Value, goal: &str) -> Option<String> {
    let expect = &record["expect"];
    let check = format!("(\n{}\n)", expect["check"].as_str().unwrap_or("true"));
    let kind = text(expect, "kind");
    Some(match kind {
        "true" => first(&format!("catch({goal},B,(R=ball(B)))"), &check, "R = pass"),
        "deterministic" => first(
            &format!("catch(setup_call_cleanup(true,{goal},Det_=true),B,(R=ball(B)))"),
            &check,
            "(Det_==true -> R = pass ; R = nondet)",
        ),
        "exists" => some(&format!("{goal},{check}"), "failed"),
        "all" => some(&format!("forall({goal},{check})"), "failed"),
        "any" => some(goal, "pass"),
        "false" => format!(
            "( catch({goal},B,(R=ball(B))) -> ( nonvar(R) -> true ; R = succeeded ) ; R = pass )"
        ),
        "all_answers" | "set_answers" | "bag_answers" => {
            let sorted = match kind {
                "all_answers" => "L_=L0_,E2_=E_",
                "set_answers" => "sort(L0_,L_),sort(E_,E2_)",
                _ => "msort(L0_,L_),msort(E_,E2_)",
            };
            let term = text(expect, "term");
            let body = format!(
                "T_ = ({term}), T_ =.. [Op_,X_,E_], findall(X_,{goal},L0_), {sorted}, \
                 call(Op_,L_,E2_)"
            );
            some(&body, "check_failed")
        }
        "answers" => answers(record, goal),
        "error" => ball(goal, &[format!("error(({}),_)", text(expect, "term"))]),
        "ball" if text(expect, "term").trim_start().starts_with('[') => {
            thrown(goal, text(expect, "term"))
        }
        "ball" => ball(goal, &[format!("({})", text(expect, "term"))]),
        "error_any" | "ball_any" => {
            let terms = expect["terms"].as_array()?.iter().filter_map(Value::as_str);
            let term =
                |t| if kind == "error_any" { format!("error(({t}),_)") } else { format!("({t})") };
            ball(goal, &terms.map(term).collect::<Vec<_>>())
        }
        _ => return None,
    })
}

/// The first solution, and what must hold of it.
fn first(call: &str, check: &str, pass: &str) -> String {
    format!(
        "( {call} -> ( nonvar(R) -> true ; {check} -> {pass} ; R = check_failed ) ; R = failed )"
    )
}

/// Some solution, or another verdict.
fn some(body: &str, otherwise: &str) -> String {
    format!("( catch(({body}),B,(R=ball(B))) -> (var(R)->R=pass;true) ; R = {otherwise} )")
}

/// An error that one of the terms subsumes.
fn ball(goal: &str, terms: &[String]) -> String {
    match terms {
        [term] => format!(
            "( catch({goal},B,true) -> ( nonvar(B) -> ( subsumes_term({term},B) -> R = pass ; \
             R = ball(B) ) ; R = succeeded ) ; R = failed )"
        ),
        _ => thrown(goal, &format!("[{}]", terms.join(","))),
    }
}

fn thrown(goal: &str, list: &str) -> String {
    format!(
        "( catch({goal},B,true) -> ( nonvar(B) -> ( member(T_,{list}), subsumes_term(T_,B) -> \
         R = pass ; R = ball(B) ) ; R = succeeded ) ; R = failed )"
    )
}

/// All answers, as variants, in order.
fn answers(record: &Value, goal: &str) -> String {
    let names = record["vars"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let names: Vec<&str> = names.collect();
    let vector = |values: Vec<String>| match values.len() {
        0 => "v".to_string(),
        _ => format!("v({})", values.join(",")),
    };
    let template = vector(names.iter().map(|name| name.to_string()).collect());
    let answers = record["expect"]["answers"].as_array().into_iter().flatten();
    let answer = |answer: &Value| {
        let value = |name: &&str| format!("({})", answer[*name].as_str().unwrap_or(name));
        vector(names.iter().map(value).collect())
    };
    let answers: Vec<String> = answers.map(answer).collect();
    format!(
        "( catch(findall({template},limit_({},{goal}),L_),B,R=ball(B)), ( nonvar(R) -> true ; \
         copy_term(L_,L1_), '$cmp'(L1_,[{}]) -> R = pass ; R = answers(L_) ) )",
        answers.len() + 2,
        answers.join(",")
    )
}

/// Up to N solutions, and comparing them.
pub(super) const LIMITED: &str = "\
limit_(N,G) :- S=s(0), call(G), arg(1,S,C0), C is C0+1, nb_setarg(1,S,C), (C>=N -> ! ; true).
'$cmp'([],[]).
'$cmp'([A|As],[B|Bs]) :- A =@= B, '$cmp'(As,Bs).
";

const MAIN: &str = "\
'$main' :- ( catch('$cond',_,fail) -> catch('$t'(R),BB,R=ball(BB)) ; R = skipped ), flush_output,
    ( R = ball(error(EE,_)) -> RR = error(EE) ; RR = R ), nl(user_error), write(user_error,'@@'),
    write_term(user_error,RR,[quoted(true),max_depth(30)]), nl(user_error), halt.
:- initialization('$main').
";
