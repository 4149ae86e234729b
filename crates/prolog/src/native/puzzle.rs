//! Puzzle files in programs.

use std::path::Path;

use pencilmark_puzzle::{Clue, Kind};

use crate::{
    atom::Atom,
    machine::Machine,
    native::{Table, text},
    throw::{self, Outcome, Throw},
};

/// The predicates.
pub const NATIVES: Table =
    &[("$puzzle_text", 2, puzzle_text), ("$clue_text", 3, clue_text), ("$kinds", 1, kinds)];

/// `$clue_text(+Before, +Statements, -Text)`: the text of a term `puzzle(Rows, Named, Goals)` with
/// the goals of the statements alone; what the lines before them bring is taken to be posted
/// already.
fn clue_text(m: &mut Machine) -> Outcome {
    let (before, statements) = (m.arg(0), m.arg(1));
    let before = text::want(m, before, text::Accept::ATOMIC)?;
    let statements = text::want(m, statements, text::Accept::ATOMIC)?;
    let before = before.trim_end();
    let known = before.lines().count();
    match pencilmark_formats::parse("clue", &format!("{before}\n{statements}\n")) {
        Ok(puzzle) => {
            let told = |clue: &Clue| clue.origin.as_ref().is_some_and(|o| o.line > known);
            let text = pencilmark_puzzle::to_prolog_term_of(&puzzle, told);
            let cell = m.store.heap.put_string(&text);
            m.unify_arg(2, cell)
        }
        Err(problems) => {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Err(flawed(m, &lines.join("\n")))
        }
    }
}

/// `$kinds(-Text)`: the text of a list of terms `kind(Name, Syntax, Meaning, Example)`, all texts
/// quoted.
fn kinds(m: &mut Machine) -> Outcome {
    let quoted = |text: &str| format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"));
    let one = |kind: &'static Kind| {
        let parts = [kind.name, &kind.synopsis(), kind.summary, kind.example].map(quoted);
        format!("kind({})", parts.join(",").replace('\n', "\\n"))
    };
    let all: Vec<String> = pencilmark_puzzle::kinds::all().map(one).collect();
    let cell = m.store.heap.put_string(&format!("[{}]", all.join(",")));
    m.unify_arg(0, cell)
}

/// `$puzzle_text(+File, -Text)`: the text of a term `puzzle(Rows, Named, Goals)`.
fn puzzle_text(m: &mut Machine) -> Outcome {
    let file = m.arg(0);
    let name = text::want(m, file, text::Accept::ATOMIC)?;
    let bytes = match std::fs::read(Path::new(&*name)) {
        Ok(bytes) => bytes,
        Err(_) => {
            let kind = m.atoms.intern("source_sink");
            return Err(throw::existence_error(&mut m.store.heap, kind, file));
        }
    };
    match pencilmark_formats::parse_bytes(&name, &bytes) {
        Ok(puzzle) => {
            let text = pencilmark_puzzle::to_prolog_term(&puzzle);
            let cell = m.store.heap.put_string(&text);
            m.unify_arg(1, cell)
        }
        Err(problems) => {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Err(flawed(m, &lines.join("\n")))
        }
    }
}

/// `error(syntax_error(Message), _)` with the whole text of the diagnostic.
fn flawed(m: &mut Machine, message: &str) -> Throw {
    let message = m.atoms.intern(message);
    throw::simple_error(&mut m.store.heap, Atom::SYNTAX_ERROR, message)
}
