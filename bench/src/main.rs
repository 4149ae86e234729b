//! Measures the solver inside one process. `bench/README.md` says what the timers cover.
//!
//! ```text
//! bench founding FILE.pencil ...     build, first solution, proof
//! bench modes FILE.pencil ...        counting and true candidates
//! bench classic FILE [N]             81-character lines with one shared model
//! bench suite FILE.jsonl [OPTIONS]   every covered puzzle of a suite, beside its reference
//! bench phases FILE.jsonl [OPTIONS]  the same, the least of many runs by phase
//! bench ablate FILE.jsonl [OPTIONS]  the killers of a suite with each derivation off
//! bench sat [OPTIONS]                the clause engine beside batsat
//! bench oracles [EACH] [SEED]        random puzzles of every kind, asked of other solvers
//! ```
//!
//! Options: `--limit-nodes N` (2,000,000), `--without intersections|leftovers|hidden-cages|innies`,
//! `--without-count-totals`, `--distinct weak|full|auto`, `--only SUBSTRING` of a name, `--most N`
//! solutions to count (100,000).

mod ablate;
mod classic;
mod clock;
mod founding;
mod modes;
mod options;
mod oracles;
mod phases;
mod sat;
mod suite;

use std::process::ExitCode;

use options::Options;

/// As in the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Why a measurement could not be made.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words.push(String::new());
    }
    let command = words.remove(0);
    let done = Options::parse(words).and_then(|(options, files)| match command.as_str() {
        "founding" => founding::run(&files, &options),
        "modes" => modes::run(&files, &options),
        "classic" => classic::run(&files, &options),
        "suite" => suite::run(&files, &options),
        "phases" => phases::run(&files, &options),
        "ablate" => ablate::run(&files, &options),
        "sat" => sat::run(&files, &options),
        "oracles" => oracles::run(&files, &options),
        _ => Err("usage: bench founding|modes|classic|suite|phases|ablate|sat|oracles FILE ... [OPTIONS]"
            .into()),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("bench: {failure}");
            ExitCode::FAILURE
        }
    }
}
