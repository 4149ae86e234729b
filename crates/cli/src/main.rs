//! The `pencilmark` command: reads arguments, asks the library, prints the answers.
//!
//! Invariants: only [`screen`] and [`progress`] print, and only [`exit`] knows exit codes.
//! Data goes to standard output, everything else to standard error. Nothing that a
//! puzzle file says can stop a batch before its end.

mod album;
mod args;
mod asp;
mod batch;
mod commands;
mod confine;
mod exit;
mod flags;
mod generate;
mod grid_text;
mod help;
mod interrupt;
mod json;
mod measure;
mod options;
mod ordered;
mod picture;
mod progress;
mod prolog;
mod report;
mod screen;
#[cfg(feature = "board")]
mod serve;
mod source;
mod techniques;
mod terminal;
mod variants;
mod words;

use std::io::IsTerminal;
use std::process::ExitCode;

use args::Request;
use exit::Exit;
use options::Options;

/// Building a puzzle takes many small pieces of memory, which the system's allocator is slow at.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words = match confine::confine(std::env::args_os().skip(1)) {
        Ok(words) => words,
        Err(complaint) => return ExitCode::from(refuse(&complaint).code()),
    };
    let exit = match args::parse(words) {
        Ok(Request::Run(options)) => run(*options),
        Ok(Request::Prolog(start)) => return prolog::serve(*start),
        Ok(Request::Variants(wanted)) => match variants::variants(&wanted) {
            Ok(text) => {
                let _ = screen::print(&text);
                Exit::Yes
            }
            Err(complaint) => refuse(&complaint),
        },
        Ok(Request::Bench(order)) => measure::serve(&order),
        Ok(Request::Generate(order)) => generate::serve(&order),
        #[cfg(feature = "board")]
        Ok(Request::Serve(order)) => serve::serve(&order),
        Ok(Request::Asp(settings)) => return asp::serve(*settings),
        Ok(Request::AspRefused(complaint)) => {
            refuse(&format!("{complaint}\nTry `pencilmark help asp`."));
            return ExitCode::from(1);
        }
        Ok(Request::Techniques(None, json)) => show(&techniques::list(json)),
        Ok(Request::Techniques(Some(one), json)) => show(&techniques::one(one, json)),
        Ok(Request::Help(command)) => show(&help::help(command)),
        Ok(Request::Version) => show(&help::version()),
        Err(complaint) => refuse(&format!("{complaint}\nTry `pencilmark --help`.")),
    };
    ExitCode::from(exit.code())
}

fn run(mut options: Options) -> Exit {
    // The text of `--state` is here already, that of `--from` is not.
    if let Some((file, text)) = &mut options.state
        && text.is_empty()
    {
        match source::text(file) {
            Ok(read) => *text = read,
            Err(error) => return refuse(&error),
        }
    }
    if options.state.as_ref().is_some_and(|(_, text)| commands::is_library(text)) {
        return commands::library(&options);
    }
    let reads_stdin = options.files.is_empty() || options.files.iter().any(|f| f == "-");
    if options.files.is_empty() && std::io::stdin().is_terminal() {
        return refuse("which puzzle? Name a file, or `-` to type one in.");
    }
    if reads_stdin && options.files.iter().filter(|f| *f == "-").count() > 1 {
        return refuse("standard input, `-`, can be read only once.");
    }
    batch::run(options)
}

/// Prints a text that was asked for. A reader that leaves early has seen enough.
fn show(text: &str) -> Exit {
    let _ = screen::print(text.as_bytes());
    Exit::Yes
}

fn refuse(complaint: &str) -> Exit {
    screen::talk(&format!("pencilmark: {complaint}\n"));
    Exit::Bad
}
