//! `asp`: answer sets of programs written for clingo, with clingo's options, output and exits.

mod grid;
mod ignored;
mod json;
mod options;
mod report;
mod text;
mod why;

use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pencilmark_asp::load::{Grounded, Options, Reader};
use pencilmark_asp::message::Severity;
use pencilmark_asp::solve;
use pencilmark_asp::{Limits, Stop};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

pub use options::{Asked, HELP, SUMMARY, Settings, parse};

use crate::screen::{print, talk};
use options::{Format, Warnings};
use report::{Ending, Report};

/// Deeply nested terms are gone through recursively.
const STACK: usize = 256 << 20;

/// Remarks beyond this many are only counted, as clingo does.
const REMARKS: usize = 20;

/// Runs it.
pub fn serve(settings: Settings) -> ExitCode {
    let work = move || run(&settings);
    let code = match std::thread::Builder::new().stack_size(STACK).spawn(work) {
        Ok(thread) => thread.join().unwrap_or(128),
        Err(_) => 33,
    };
    ExitCode::from(code)
}

/// Times and limits of one run.
pub(crate) struct Run<'a> {
    settings: &'a Settings,
    deadline: Option<Instant>,
    interrupt: Arc<AtomicBool>,
}

fn run(settings: &Settings) -> u8 {
    let start = Instant::now();
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The second signal ends the process at once. Without signals we go on all the same.
        let _ = flag::register_conditional_shutdown(signal, 1, interrupt.clone());
        let _ = flag::register(signal, interrupt.clone());
    }
    let deadline = settings.time_limit.map(|limit| start + limit);
    let run = Run { settings, deadline, interrupt };
    let mut report = Report::new(settings, start);
    report.reading();
    let mut reader = Reader::new();
    let ground = read(settings, &mut reader).and_then(|()| run.ground(&mut reader));
    match ground {
        Ok(grounded) => run.solve(&mut reader, &grounded, report),
        Err(failure) => {
            say(&reader, &settings.warnings);
            run.give_up(failure, report)
        }
    }
}

/// Why there is no ground program.
enum Failure {
    Parsing,
    Grounding,
    Time,
    Interrupted,
}

fn read(settings: &Settings, reader: &mut Reader) -> Result<(), Failure> {
    for definition in &settings.constants {
        if let Err(complaint) = reader.constant(definition) {
            talk(&format!("<cmd>: error: {complaint}\n"));
            return Err(Failure::Parsing);
        }
    }
    let mut failed = false;
    let stdin = ["-".to_string()];
    let files = if settings.files.is_empty() { &stdin[..] } else { &settings.files };
    for file in files {
        let result = if file == "-" {
            let mut text = Vec::new();
            io::stdin().lock().read_to_end(&mut text).map(|_| {
                reader.text("<stdin>", String::from_utf8_lossy(&text).into_owned());
            })
        } else {
            reader.file(file)
        };
        if result.is_err() {
            talk(&format!("<cmd>: error: file could not be opened:\n  {file}\n\n"));
            failed = true;
        }
    }
    if failed || reader.has_errors() { Err(Failure::Parsing) } else { Ok(()) }
}

impl Run<'_> {
    fn ground(&self, reader: &mut Reader) -> Result<Grounded, Failure> {
        let limits = Limits {
            deadline: self.deadline,
            interrupt: Some(self.interrupt.clone()),
            atoms: self.settings.atom_limit,
        };
        let options =
            Options { limits, text: self.settings.format == Format::Ground, ..Options::default() };
        reader.ground(&options).map_err(|stop| match stop {
            Stop::Time => Failure::Time,
            Stop::Interrupted => Failure::Interrupted,
            Stop::Error(_) => Failure::Grounding,
        })
    }

    fn give_up(&self, failure: Failure, mut report: Report<'_>) -> u8 {
        let ending = match failure {
            Failure::Parsing => {
                talk("*** ERROR: (pencilmark): parsing failed\n");
                Ending::Error
            }
            Failure::Grounding => {
                talk("*** ERROR: (pencilmark): grounding stopped because of errors\n");
                Ending::Error
            }
            Failure::Time => Ending::TimeLimit,
            Failure::Interrupted => Ending::Interrupted,
        };
        report.unknown(ending);
        if ending == Ending::Error { 65 } else { 1 }
    }

    fn solve(&self, reader: &mut Reader, grounded: &Grounded, mut report: Report<'_>) -> u8 {
        let settings = self.settings;
        say(reader, &settings.warnings);
        if settings.profile {
            talk(&profile(reader, grounded));
        }
        if let Some(text) = &grounded.text {
            let _ = print(text.as_bytes());
            return 0;
        }
        let program = &grounded.program;
        let solving = Instant::now();
        report.solving(program);
        let options = solve::Options {
            models: settings.models.unwrap_or(u64::from(!settings.wants_all(program))),
            opt_mode: settings.opt_mode,
            bound: settings.bound.clone(),
            strategy: settings.strategy,
            reasoning: settings.reasoning,
            projection: settings.projection(program),
            limits: solve::Limits {
                deadline: self.deadline,
                stop: Some(self.interrupt.clone()),
                conflicts: settings.conflict_limit,
            },
        };
        let outcome = solve::solve(program, &options, &mut |model| report.model(program, model));
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => {
                talk(&format!("*** ERROR: (pencilmark): {error}\n"));
                report.unknown(Ending::Error);
                return 65;
            }
        };
        let code = report.finish(program, &outcome, solving, self.deadline);
        if settings.why && outcome.satisfiable == Some(false) {
            talk(&why::explain(reader, self));
        }
        code
    }
}

/// Prints what there is to say about a program.
fn say(reader: &Reader, warnings: &Warnings) {
    let mut text = String::new();
    let mut remarks = 0;
    for message in &reader.messages {
        if let Severity::Info(kind) = message.severity {
            if !warnings.shows(kind) {
                continue;
            }
            remarks += 1;
            if remarks > REMARKS {
                continue;
            }
        }
        text.push_str(&message.render(&reader.sources));
    }
    if remarks > REMARKS {
        text.push_str(&format!("{} more remarks of this kind\n\n", remarks - REMARKS));
    }
    talk(&text);
}

/// Instances and time of each statement, the slowest first.
fn profile(reader: &Reader, grounded: &Grounded) -> String {
    let mut rows: Vec<_> = grounded.profile.iter().collect();
    rows.sort_by_key(|(rule, cost)| (std::cmp::Reverse(cost.time), **rule));
    let mut text = "  instances      time  statement\n".to_string();
    for (rule, cost) in rows {
        let Some(span) = grounded.statements.get(rule.0 as usize) else { continue };
        let place = reader.sources.place(*span);
        let words: Vec<&str> = reader.sources.slice(*span).split_whitespace().collect();
        let mut words = words.join(" ");
        if words.chars().count() > 60 {
            words = words.chars().take(57).collect::<String>() + "...";
        }
        let time = seconds(cost.time);
        text.push_str(&format!("{:>11}  {time:>7}s  {place}: {words}\n", cost.instances));
    }
    text
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
