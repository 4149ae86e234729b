//! Solves a ground program in clingo's intermediate format from standard input, for measuring
//! solving apart from grounding: `clingo --mode=gringo p.lp | solve_aspif 0 [options]`.
//! Prints as clingo does. Options: `-q`, `--opt-mode=M`, `--enum-mode=brave|cautious`, `--project`.

use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pencilmark_asp::aspif;
use pencilmark_asp::solve::{Limits, OptMode, Options, Projection, Reasoning, solve};

fn main() {
    let start = Instant::now();
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("readable input");
    let program = match aspif::read(&text) {
        Ok(program) => program,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(65);
        }
    };
    drop(text);
    let read = start.elapsed();
    let mut options =
        Options { models: u64::from(program.minimize.is_empty()), ..Options::default() };
    let mut quiet = false;
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "-q" => quiet = true,
            "--opt-mode=optN" => options.opt_mode = OptMode::OptN,
            "--opt-mode=ignore" => options.opt_mode = OptMode::Ignore,
            "--opt-mode=enum" => options.opt_mode = OptMode::Enum,
            "--enum-mode=brave" | "-ebrave" => options.reasoning = Reasoning::Brave,
            "--enum-mode=cautious" | "-ecautious" => options.reasoning = Reasoning::Cautious,
            "--project" => options.projection = Projection::Shown,
            "--project=project" => options.projection = Projection::Atoms,
            other => match other.strip_prefix("--time-limit=") {
                Some(seconds) => {
                    let limit = Duration::from_secs(seconds.parse().expect("seconds"));
                    options.limits = Limits { deadline: Some(start + limit), ..Limits::none() };
                }
                None => {
                    if let Ok(models) = other.trim_start_matches("-n").parse() {
                        options.models = models;
                    }
                }
            },
        }
    }
    let only_optimal = options.opt_mode == OptMode::OptN;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let outcome = solve(&program, &options, &mut |model| {
        if !quiet && (!only_optimal || model.optimal || program.minimize.is_empty()) {
            writeln!(out, "Answer: {}", model.number).expect("writable output");
            let texts: Vec<&str> =
                model.shown.iter().map(|&at| program.output[at as usize].text.as_str()).collect();
            writeln!(out, "{}", texts.join(" ")).expect("writable output");
            if !model.costs.is_empty() {
                let costs: Vec<String> = model.costs.iter().map(i64::to_string).collect();
                writeln!(out, "Optimization: {}", costs.join(" ")).expect("writable output");
            }
        }
        ControlFlow::Continue(())
    });
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(65);
        }
    };
    let verdict = match outcome.satisfiable {
        None => "UNKNOWN",
        Some(false) => "UNSATISFIABLE",
        Some(true) if outcome.optimum => "OPTIMUM FOUND",
        Some(true) => "SATISFIABLE",
    };
    let more = if outcome.exhausted { "" } else { "+" };
    writeln!(out, "{verdict}\n\nModels       : {}{more}", outcome.models).expect("writable output");
    if let (Some(costs), true) = (&outcome.costs, !program.minimize.is_empty()) {
        let costs: Vec<String> = costs.iter().map(i64::to_string).collect();
        writeln!(out, "Optimization : {}", costs.join(" ")).expect("writable output");
    }
    writeln!(out, "Time         : read {read:.2?}, all {:.2?}", start.elapsed())
        .expect("writable output");
    eprintln!("{:?}", outcome.stats);
}
