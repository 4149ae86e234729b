//! What we say about a program.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pencilmark_asp::load::{Options, Reader};
use pencilmark_asp::solve;
use pencilmark_asp::{Limits, Stop};

/// All answer sets of a program; the optimal ones if something is minimised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answers {
    /// Each as its sorted atoms in one line, sorted.
    Models(Vec<String>),
    /// The program is refused.
    Refused,
    /// It took too long, or is too large.
    Unknown,
}

/// Grounds and solves a text.
pub fn answers(text: &str, most: usize, patience: Duration) -> Answers {
    let deadline = Some(Instant::now() + patience);
    let mut reader = Reader::new();
    reader.text("program.lp", text.to_string());
    if reader.has_errors() {
        return Answers::Refused;
    }
    let limits = Limits { deadline, atoms: 100_000, ..Limits::default() };
    let grounded = match reader.ground(&Options { limits, ..Options::default() }) {
        Ok(grounded) => grounded,
        Err(Stop::Error(message)) if message.help.iter().any(|h| h.contains("without end")) => {
            return Answers::Unknown;
        }
        Err(Stop::Error(_)) => return Answers::Refused,
        Err(_) => return Answers::Unknown,
    };
    let program = &grounded.program;
    let mut models = Vec::new();
    let options = solve::Options {
        opt_mode: solve::OptMode::OptN,
        limits: solve::Limits { deadline, ..solve::Limits::default() },
        ..solve::Options::default()
    };
    let optimizes = !program.minimize.is_empty();
    let outcome = solve::solve(program, &options, &mut |model| {
        if optimizes && !model.optimal {
            return ControlFlow::Continue(());
        }
        let output = |&at: &u32| program.output[at as usize].text.as_str();
        let mut atoms: Vec<&str> = model.shown.iter().map(output).collect();
        atoms.sort_unstable();
        models.push(atoms.join(" "));
        if models.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match outcome {
        Ok(outcome) if outcome.exhausted => {
            models.sort_unstable();
            Answers::Models(models)
        }
        Ok(_) => Answers::Unknown,
        Err(_) => Answers::Refused,
    }
}
