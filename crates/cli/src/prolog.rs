//! `prolog`: runs Prolog programs, with the options of `swipl`.
//!
//! The words after the first file are arguments of the program unless they name Prolog files,
//! so this command reads its line by itself instead of from the tables of the puzzle commands.

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lexopt::{Arg, Parser};
use pencilmark_prolog::toplevel::{Start, run};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::args::Complaint;
use crate::exit::Exit;
use crate::flags::{bytes, duration};

/// One line for the list of commands.
pub const SUMMARY: &str = "run Prolog programs with constraints (CLP(FD))";

/// The help of this command.
pub const HELP: &str = "\
Run Prolog programs with constraints (CLP(FD)).

Usage: pencilmark prolog [OPTIONS] [FILE...] [ARGUMENT...]

Loads the files and asks for queries, as `swipl` does. The first word that is no
Prolog file, and all after it, are arguments of the program. Queries may also
come through a pipe.

Options:
  -g, --goal GOAL         run GOAL when the files are loaded; can be repeated
  -t, --toplevel GOAL     run GOAL instead of asking for queries: `-t halt`
  -s, -l, -f FILE         load FILE
  -q, --quiet             no banner and no remarks
  -T, --time-limit TIME   stop after TIME: 30s, 5m, 1.5h
      --stack-limit SIZE  memory for the stacks: 500m, 2g (default 1g)
      --no-shell          refuse to start commands of the operating system
  -h, --help              this text
      --                  the rest are arguments of the program

Examples:
  pencilmark prolog zebra.pl
      load a program and ask it
  pencilmark prolog -g main -t halt queens.pl
      run main and end
  echo 'X #> 3, X #< 6.' | pencilmark prolog -q clp.pl
      queries from a pipe

Exit: as `swipl`: 0, or 1 if a goal of the command line fails, 2 if it raises an
error; halt(N) ends with N.
";

/// Reads the words after `prolog`. `None`: help was asked for.
pub fn parse(words: &mut Parser) -> Result<Option<Start>, Complaint> {
    let mut start = Start::default();
    while let Some(arg) = words.next().map_err(|e| e.to_string())? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Short('q') | Arg::Long("quiet") => start.quiet = true,
            Arg::Short('g') | Arg::Long("goal") => start.goals.push(value(words, "-g GOAL")?),
            Arg::Short('t') | Arg::Long("toplevel") => {
                start.toplevel = Some(value(words, "-t GOAL")?);
            }
            Arg::Short('s' | 'l' | 'f') => {
                let file = value(words, "-s FILE")?;
                if file != "none" {
                    start.files.push(file);
                }
            }
            Arg::Short('T') | Arg::Long("time-limit") => {
                let text = value(words, "--time-limit TIME")?;
                let limit = duration(&text)
                    .map_err(|want| format!("`--time-limit {text}`: expected {want}"))?;
                start.time_limit = Some(limit);
            }
            Arg::Long("stack-limit" | "stack_limit") => {
                let text = value(words, "--stack-limit SIZE")?;
                let limit = bytes(&text)
                    .map_err(|want| format!("`--stack-limit {text}`: expected {want}"))?;
                start.stack_limit = Some(limit);
            }
            Arg::Long("no-shell") => start.no_shell = true,
            Arg::Long("no-tty" | "nodebug" | "no-debug" | "traditional") => {}
            Arg::Value(word) => {
                return rest(start, word, words).map(Some);
            }
            Arg::Short(c) => return Err(format!("`pencilmark prolog` has no option `-{c}`")),
            Arg::Long(name) => {
                return Err(format!("`pencilmark prolog` has no option `--{name}`"));
            }
        }
    }
    Ok(Some(start))
}

fn value(words: &mut Parser, what: &str) -> Result<String, Complaint> {
    let value = words.value().map_err(|_| format!("a value is missing: {what}"))?;
    Ok(value.to_string_lossy().into_owned())
}

/// Files and then arguments. After `--` there are only arguments.
fn rest(mut start: Start, first: OsString, words: &mut Parser) -> Result<Start, Complaint> {
    let raw = words.raw_args().map_err(|e| e.to_string())?;
    let mut texts =
        std::iter::once(first).chain(raw).map(|word| word.to_string_lossy().into_owned());
    // lexopt swallows a leading `--`: what follows it is no file then. A word that looks like
    // one is still taken for one, as there is no telling any more.
    let mut files = true;
    let is_file = |text: &str| text.ends_with(".pl") || text.ends_with(".prolog");
    for text in texts.by_ref() {
        let named = start.files.is_empty() || is_file(&text);
        if files && text == "--" {
            files = false;
        } else if files && named && text != "--" {
            start.files.push(text);
        } else {
            files = false;
            start.arguments.push(text);
        }
    }
    Ok(start)
}

/// Runs it. Ctrl-C stops the goal that runs; pressed again before it has, the process.
pub fn serve(mut start: Start) -> ExitCode {
    let asked = Arc::new(AtomicBool::new(false));
    let code = i32::from(Exit::Interrupted.code());
    let listening = flag::register_conditional_shutdown(SIGINT, code, asked.clone())
        .and_then(|_| flag::register(SIGINT, asked.clone()));
    if listening.is_ok() {
        start.interrupt = Some(asked);
    }
    ExitCode::from(run(&start) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(line: &str) -> Start {
        let mut words = Parser::from_args(line.split(' '));
        parse(&mut words).unwrap().unwrap()
    }

    #[test]
    fn files_come_before_arguments() {
        let found = start("-q -g main a.pl b.pl x y.pl --z");
        assert!(found.quiet);
        assert_eq!(found.goals, ["main"]);
        assert_eq!(found.files, ["a.pl", "b.pl"]);
        assert_eq!(found.arguments, ["x", "y.pl", "--z"]);
        assert_eq!(start("a.pl -- b.pl").arguments, ["b.pl"]);
    }

    #[test]
    fn limits() {
        let found = start("--time-limit 2s --stack-limit 500m a.pl");
        assert_eq!(found.time_limit, Some(std::time::Duration::from_secs(2)));
        assert_eq!(found.stack_limit, Some(500 << 20));
    }
}
