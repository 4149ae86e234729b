//! Puzzle files in programs.

use std::path::Path;

use crate::{
    atom::Atom,
    machine::Machine,
    native::{Table, text},
    throw::{self, Outcome, Throw},
};

/// The predicates.
pub const NATIVES: Table = &[("$puzzle_text", 2, puzzle_text)];

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
