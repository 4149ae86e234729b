//! Neumerkel's table: a text is read as one term and called.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::goals::trace;
use super::suite::{Case, Finding, Judged, each, text};
use super::system::Session;
use super::text::{marked, quoted};
use crate::scratch::Scratch;

pub(super) fn read(file: &Path) -> std::io::Result<Vec<Case>> {
    each(file, case)
}

fn case(record: &Value) -> Option<Case> {
    let swi = &record["swi"];
    let (verdict, stdout) = match swi["kind"].as_str()? {
        "output" => ("succeeds".to_string(), Some(text(swi, "text").to_string())),
        "syntax_error" => (format!("error({})", text(swi, "term")), None),
        other => (other.to_string(), None),
    };
    let input = format!("{}\n", text(record, "input"));
    let premise = record["premise"].as_str().map(|p| format!(":- {p}\n")).unwrap_or_default();
    Some(Case::new(text(record, "id"), move |system, limit: Duration| {
        let file = Scratch::new("input.pl", input.as_bytes());
        let name = quoted(&file.path().to_string_lossy());
        let program =
            format!("{premise}{RUN}'$main' :- open({name},read,S), '$run'(S), halt.\n{START}");
        let output = system.run(&Session { program: &program, limit, ..Default::default() });
        let seen = marked(&output.stderr, "@@").unwrap_or("no verdict");
        let printed = |verdict: &str, stdout: &str| format!("{verdict}, stdout {stdout:?}");
        let finding = match &stdout {
            Some(stdout) => {
                Finding::compare(0, &printed(&verdict, stdout), &printed(seen, &output.stdout))
            }
            None => Finding::compare(0, &verdict, seen),
        };
        let trace = format!("--- input\n{input}{}", trace(&program, &output));
        Judged { findings: vec![finding], trace }
    }))
}

const RUN: &str = "\
'$run'(S) :- catch(read(S,T),E,true), ( nonvar(E) -> '$threw'(E) ; '$call'(T) ).
'$call'(T) :- catch((call(T) -> R = succeeds ; R = fails),E,true),
    ( nonvar(E) -> '$threw'(E) ; '$say'(R) ).
'$threw'(error(E,_)) :- !, '$say'(error(E)).
'$threw'(B) :- '$say'(ball(B)).
'$say'(R) :- flush_output, write(user_error,'@@'), writeq(user_error,R), nl(user_error).
";

const START: &str = ":- initialization('$main').\n";
