//! Lines of HoDoKu's regression library: each is a puzzle and a state in one.

use pencilmark::logic::Board;
use pencilmark::logic::library::Library;
use pencilmark::logic::story::Truth;
use pencilmark::logic::tell::Telling;

use super::find;
use crate::exit::Exit;
use crate::options::{Command, Options};
use crate::screen::{print, talk};

/// Whether a text is made of library lines.
pub fn is_library(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.next().is_some_and(|l| l.starts_with(':'))
}

/// Answers each line: `find` lists, `hint` and `explain` tell the next step.
pub fn library(options: &Options) -> Exit {
    let Some((file, text)) = &options.state else { return Exit::Bad };
    let mut exit = Exit::Yes;
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let case = match Library::parse(line) {
            Ok(case) => case,
            Err(error) => {
                talk(&format!("{}:{}: {error}\n", file.to_string_lossy(), at + 1));
                exit = exit.max(Exit::Bad);
                continue;
            }
        };
        let board = Board::new(&case.puzzle());
        let marks = case.marks(&board);
        let mut out = Vec::new();
        match (options.command, options.technique) {
            (Command::Find, Some(technique)) => {
                let found = find::instances(&board, &marks, technique);
                if found.is_empty() {
                    exit = exit.max(Exit::No);
                    if !options.quiet {
                        let (file, none) = (file.to_string_lossy(), find::none(technique.0));
                        talk(&format!("{file}:{}: {none}\n", at + 1));
                    }
                }
                find::write(&mut out, at + 1, &board, &marks, &found, (technique.1, options.json));
            }
            _ => {
                let truth = Truth::of(&board, &Default::default());
                let mut telling = Telling::new(&board, options.manner, &truth, marks);
                match telling.step() {
                    Some(step) => {
                        out.extend_from_slice(format!("{}: {}\n", at + 1, step.short).as_bytes());
                    }
                    None => exit = exit.max(Exit::No),
                }
            }
        }
        // A reader that leaves early has seen enough.
        if print(&out).is_err() {
            return exit;
        }
    }
    exit
}
