//! Explains puzzle files and tells the length of every step: its technique, how many constraints
//! it cites, its words, how often it supposes something, and its processor time.
//!
//!     cargo run --release -p pencilmark-spec --example explain_files -- 30 FILE...
//!
//! The number is how many seconds a puzzle may take. With `--verify` every step is checked,
//! which is in the times.

use std::time::{Duration, Instant};

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::Verdict;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::Telling;
use pencilmark_logic::{Board, Marks};
use pencilmark_spec::clock::processor_time as clock;

fn main() {
    let start = Instant::now();
    let (flags, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let verify = flags.iter().any(|flag| flag == "--verify");
    let text = flags.iter().any(|flag| flag == "--text");
    let Some((seconds, files)) = words.split_first() else { return };
    let seconds = seconds.parse().unwrap_or(30);
    for file in files {
        let Ok(read) = std::fs::read_to_string(file) else { continue };
        let Ok(puzzle) = pencilmark_formats::parse(file, &read) else { continue };
        let board = Board::new(&puzzle);
        let truth = Truth::of(&board, &Limits::default());
        let telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        let limits = Limits {
            deadline: Instant::now().checked_add(Duration::from_secs(4 * seconds)),
            ..Limits::default()
        };
        let mut telling = telling.within(&limits);
        let begun = clock(start);
        loop {
            let before = clock(start);
            if before - begun > Duration::from_secs(seconds) {
                println!("{file} LATE");
                break;
            }
            let step = match verify {
                true => telling.checked_step(),
                false => telling.step().map(|step| (step, Verdict::Right)),
            };
            let Some((step, verdict)) = step else {
                println!("{file} END {:?} {:?}", telling.end(), clock(start) - begun);
                break;
            };
            let took = clock(start) - before;
            let (count, cases) = (step.long.split(' ').count(), step.long.matches(" If ").count());
            let lines = step.long.matches(" Then ").count() + step.long.matches(": then ").count();
            println!(
                "{file} {} {:?} {} {count} {lines} {cases} {:.1}",
                step.n,
                step.technique,
                step.reason.units.len(),
                took.as_secs_f64() * 1000.0
            );
            if text {
                println!("    {}", step.long);
            }
            if !matches!(verdict, Verdict::Right | Verdict::RightIfUnique) {
                println!("{file} WRONG {} {verdict:?}: {}", step.n, step.long);
            }
        }
    }
}
