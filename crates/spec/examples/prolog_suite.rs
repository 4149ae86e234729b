//! Runs Prolog suites and prints what fails.
//!
//! ```text
//! cargo run --release -p pencilmark-spec --example prolog_suite -- \
//!     SUITE... [--id PART] [--system swipl|PATH] [--show] [--jobs N] [--every N] [--keys]
//! ```
//!
//! A suite is one of the names that are printed without any, or `all`. `--id` keeps the
//! cases whose id has this part, `--every` each Nth. `--show` prints programs and outputs,
//! `--slow` every case that takes more than a second, `--keys` only the keys of failures,
//! as they stand in the list of known differences. The system is the release build of this
//! workspace unless another is named.

use std::process::ExitCode;
use std::time::Instant;

use pencilmark_spec::data;
use pencilmark_spec::prolog::{Case, Known, Report, SUITES, Suite, System, release_build};

struct Options {
    suites: Vec<String>,
    id: String,
    system: System,
    show: bool,
    slow: bool,
    keys: bool,
    jobs: usize,
    every: usize,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let chosen = SUITES
        .iter()
        .filter(|suite| options.suites.iter().any(|name| name == suite.name || name == "all"));
    let mut complaints = 0;
    for suite in chosen {
        complaints += run(suite, &options);
    }
    ExitCode::from(u8::from(complaints > 0))
}

/// Runs one suite; how many complaints there are.
fn run(suite: &'static Suite, options: &Options) -> usize {
    let Some(file) = data::find(suite.path) else { return 0 };
    let cases = suite.cases(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let cases = cases.into_iter().filter(|case| case.id.contains(&options.id));
    let cases: Vec<Case> = cases.step_by(options.every).collect();
    let known = Known::load();
    let started = Instant::now();
    let report = Report::run(suite, &cases, &options.system, options.jobs, |case, judged| {
        if options.show {
            println!("=== {}\n{}", case.id, judged.trace);
        }
        let seconds = judged.trace.rsplit(" after ").next().and_then(|s| s.split(' ').next());
        if options.slow && seconds.and_then(|s| s.parse().ok()).is_some_and(|s: f64| s > 1.0) {
            println!("slow: {} {} s", case.id, seconds.unwrap_or_default());
        }
    });
    for failure in &report.failures {
        let listed = known.reason(&failure.key).map(|r| format!("    known: {r}\n"));
        match options.keys {
            true => println!("{}", failure.key),
            false => print!("{failure}\n{}", listed.unwrap_or_default()),
        }
    }
    for key in report.outdated(&known) {
        println!("listed, but right: {key}");
    }
    println!("{report} in {:.1} s", started.elapsed().as_secs_f64());
    report.complaints().len()
}

fn options() -> Result<Options, String> {
    let jobs = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut options = Options {
        suites: Vec::new(),
        id: String::new(),
        system: System::new(&release_build().to_string_lossy()),
        show: false,
        slow: false,
        keys: false,
        jobs,
        every: 1,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{text}: not a number"));
        match arg.as_str() {
            "--id" => options.id = value()?,
            "--system" => options.system = System::new(&value()?),
            "--show" => options.show = true,
            "--slow" => options.slow = true,
            "--keys" => options.keys = true,
            "--jobs" => options.jobs = number(value()?)?,
            "--every" => options.every = number(value()?)?.max(1),
            _ if arg == "all" || Suite::named(&arg).is_some() => options.suites.push(arg),
            _ => return Err(format!("unknown: {arg}\n{}", names())),
        }
    }
    match options.suites.is_empty() {
        true => Err(names()),
        false => Ok(options),
    }
}

fn names() -> String {
    let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
    format!("suites: {}, all", names.join(", "))
}
