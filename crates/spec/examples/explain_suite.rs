//! Explains every puzzle of a suite that has one solution, and counts the steps.
//!
//!     cargo run --release -p pencilmark-spec --example explain_suite -- puzzles/iss.jsonl 20
//!
//! The number is how many seconds a puzzle may take. Printed is, for each puzzle, how the
//! explanation ended and how many steps took how many constraints; at the end the sums and
//! the times of steps.

use std::time::{Duration, Instant};

use pencilmark_kernel::search::Limits;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::{End, Telling};
use pencilmark_logic::{Board, Found, Marks, Pattern, Technique};
use pencilmark_spec::{Record, data};

/// Named patterns, one constraint, two, three ... together, contradictions.
const COLUMNS: usize = 11;

fn column(found: &Found) -> usize {
    match &found.pattern {
        Pattern::Alone { .. } => 1,
        Pattern::Several { units } => units.len().min(COLUMNS - 2),
        _ if found.technique == Technique::Contradiction => COLUMNS - 1,
        _ => 0,
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let suite = args.next().unwrap_or_else(|| "puzzles/iss.jsonl".into());
    let seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(20);
    let Some(file) = data::find(&suite) else { return };
    let records = Record::all(&file).expect("the suite can be read");
    let (mut ends, mut sums) = ([0; 4], [0; COLUMNS]);
    let mut times: Vec<Duration> = Vec::new();
    for record in records {
        let Ok(puzzle) = record.read() else { continue };
        let board = Board::new(&puzzle.puzzle);
        let deadline = Instant::now().checked_add(Duration::from_secs(seconds));
        let limits = Limits { deadline, ..Limits::default() };
        let truth = Truth::of(&board, &limits);
        match &truth {
            Truth::Known(cells) if cells.iter().all(|d| d.is_power_of_two()) => {}
            _ => continue,
        }
        let mut telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        let mut counts = [0; COLUMNS];
        let mut late = false;
        loop {
            let started = Instant::now();
            let Some(found) = telling.advance() else { break };
            times.push(started.elapsed());
            counts[column(&found)] += 1;
            late = deadline.is_some_and(|d| Instant::now() > d);
            if late {
                break;
            }
        }
        let (place, end) = match telling.end() {
            End::Solved if counts[COLUMNS - 1] == 0 => (0, "to the end"),
            End::Solved => (1, "to the end, with contradictions"),
            _ if late => (2, "too slow"),
            _ => (3, "stuck"),
        };
        ends[place] += 1;
        sums.iter_mut().zip(counts).for_each(|(s, c)| *s += c);
        println!("{:>4} {end:<32} {counts:?} {}", record.index, record.name);
    }
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    println!(
        "to the end {}, of these with contradictions {}; too slow {}; stuck {}",
        ends[0] + ends[1],
        ends[1],
        ends[2],
        ends[3]
    );
    println!("patterns, one constraint, 2, 3, ... {sums:?} contradictions last");
    println!("a step: median {:?}, 95 of 100 within {:?}", at(50), at(95));
}
