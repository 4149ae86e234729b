//! Answers goals, one per line, as `pencilmark-fd` sees them: for comparing with other systems.

use std::io::{BufRead, Write};

#[path = "../tests/support/mod.rs"]
mod support;

use support::run::{No, Query};

const MAX_SOLUTIONS: usize = 20_000;

fn main() {
    let stdout = std::io::stdout();
    let mut out = stdout.lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let answer = answer(&line);
        if writeln!(out, "{answer}").is_err() {
            return;
        }
    }
}

fn answer(line: &str) -> String {
    let mut query = match Query::start(line) {
        Ok(query) => query,
        Err(No::Fail) => return "fail".into(),
        Err(no) => return format!("{no:?}"),
    };
    if !query.is_labeling() {
        let domains: Vec<String> =
            query.domains().iter().map(|(n, d)| format!("{n}={d}")).collect();
        return format!("{}\t{}", domains.join(";"), query.residuals().join("\u{1f}"));
    }
    let mut solutions = Vec::new();
    loop {
        match query.next() {
            Ok(true) => {
                let values: Vec<String> = query.domains().into_iter().map(|(_, d)| d).collect();
                solutions.push(values.join(","));
            }
            Ok(false) => break,
            Err(no) => return format!("{no:?}"),
        }
        if solutions.len() > MAX_SOLUTIONS {
            break;
        }
    }
    solutions.join(";")
}
