//! Explains every puzzle of a suite that has one solution, and counts the steps.
//!
//!     cargo run --release -p pencilmark-spec --example explain_suite -- puzzles/iss.jsonl 20
//!     cargo run --release -p pencilmark-spec --example explain_suite -- puzzles/iss.jsonl 20 Killer
//!
//! The number is how many seconds a puzzle may take; a third word is part of a name, and only
//! puzzles that have it are explained; `--every=8` takes every eighth, `--at=159,160` those with these
//! numbers. With `--verify` every step is
//! checked, too, with every line of its trace, and the verdicts are counted; checking is not in the
//! times. Printed is, for each puzzle, how the explanation ended, how many steps took how many
//! constraints, and its slowest step, with `--steps` every step with its time; at the end the sums and the
//! times of steps. Times are processor
//! time where the system tells it: a busy machine does not make a step slower.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pencilmark_kernel::search::Limits;
use pencilmark_logic::check::Verdict;
use pencilmark_logic::story::{Manner, Truth};
use pencilmark_logic::tell::{End, Telling};
use pencilmark_logic::{Board, Marks, Pattern, Step, Technique};
use pencilmark_spec::clock::processor_time as clock;
use pencilmark_spec::{Record, data};

/// Named patterns, one constraint, two, three ... together, contradictions.
const COLUMNS: usize = 11;

fn column(step: &Step) -> usize {
    match step.technique {
        Technique::Alone => 1,
        Technique::Several => step.level.clamp(2, COLUMNS - 2),
        Technique::Contradiction => COLUMNS - 1,
        _ => 0,
    }
}

fn main() {
    let start = Instant::now();
    let (flags, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let verify = flags.iter().any(|flag| flag == "--verify");
    let steps = flags.iter().any(|flag| flag == "--steps");
    let every = flags.iter().find_map(|flag| flag.strip_prefix("--every=")?.parse().ok());
    let at = flags.iter().find_map(|flag| flag.strip_prefix("--at="));
    let at: Option<Vec<usize>> =
        at.map(|at| at.split(',').filter_map(|n| n.parse().ok()).collect());
    let mut args = words.into_iter();
    let mut verdicts: Vec<(Verdict, usize)> = Vec::new();
    let suite = args.next().unwrap_or_else(|| "puzzles/iss.jsonl".into());
    let seconds = args.next().and_then(|s| s.parse().ok()).unwrap_or(20);
    let part = args.next().unwrap_or_default();
    let Some(file) = data::find(&suite) else { return };
    let records = Record::all(&file).expect("the suite can be read");
    let (mut ends, mut sums) = ([0; 4], [0; COLUMNS]);
    let mut times: Vec<Duration> = Vec::new();
    let (mut unread, mut unsolved, mut searched) = (0, 0, 0);
    let every = every.unwrap_or(1usize).max(1);
    let asked =
        |r: &&Record| r.name.contains(&part) && at.as_ref().is_none_or(|at| at.contains(&r.index));
    for record in records.iter().step_by(every).filter(asked) {
        let Ok(puzzle) = record.read() else {
            unread += 1;
            continue;
        };
        let board = Board::new(&puzzle.puzzle);
        let deadline = Instant::now().checked_add(Duration::from_secs(seconds));
        let limits = Limits { deadline, ..Limits::default() };
        let truth = Truth::of(&board, &limits);
        match &truth {
            Truth::Known(cells) if cells.iter().all(|d| d.is_power_of_two()) => {}
            _ => {
                unsolved += 1;
                continue;
            }
        }
        let alarm = Alarm::after(Duration::from_secs(seconds), start);
        let limits = Limits { cancel: Some(alarm.rung.clone()), ..Limits::default() };
        let telling = Telling::new(&board, Manner::default(), &truth, Marks::start(&board));
        let mut telling = telling.within(&limits);
        let (mut counts, mut untold) = ([0; COLUMNS], 0);
        let (begun, mut slowest) = (clock(start), Duration::ZERO);
        loop {
            let before = telling.marks().clone();
            let started = clock(start);
            let Some((found, step)) = telling.found_step() else { break };
            let now = clock(start);
            times.push(now - started);
            slowest = slowest.max(now - started);
            counts[column(&step)] += 1;
            if let Pattern::Absurd { refuted, .. } = &found.pattern {
                untold += usize::from(refuted.is_partly_told());
            }
            if steps {
                let (took, name) = (now - started, step.technique.entry().name);
                println!("{:>5} {took:>9.1?} {name} {}", step.n, step.level);
            }
            if verify {
                let verdict = telling.check_lines(&before, &found, &step);
                if !matches!(verdict, Verdict::Right | Verdict::RightIfUnique) {
                    println!("{verdict:?}: {} {}: {}", record.name, step.n, step.long);
                }
                match verdicts.iter_mut().find(|(v, _)| *v == verdict) {
                    Some((_, n)) => *n += 1,
                    None => verdicts.push((verdict, 1)),
                }
            }
        }
        let (place, end) = match telling.end() {
            End::Solved if counts[COLUMNS - 1] == 0 => (0, "to the end"),
            End::Solved => (1, "to the end, with contradictions"),
            End::Late => (2, "too slow"),
            _ => (3, "stuck"),
        };
        ends[place] += 1;
        sums.iter_mut().zip(counts).for_each(|(s, c)| *s += c);
        let whole = clock(start) - begun;
        let mut open = match end {
            "too slow" => format!(" {} marks left", telling.marks().total()),
            _ => String::new(),
        };
        if untold > 0 {
            open += &format!(" {untold} in part");
            searched += untold;
        }
        println!(
            "{:>4} {end:<32} {counts:?} {whole:.1?} slowest {slowest:.1?}{open} {}",
            record.index, record.name
        );
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
    println!("not read {unread}; not one solution, or not found in time {unsolved}");
    println!("patterns, one constraint, 2, 3, ... {sums:?} contradictions last");
    println!(
        "{searched} of these contradictions take very many cases, of which the first are told and the others counted"
    );
    if verify {
        println!("checked: {verdicts:?}");
    }
    println!("{} steps: median {:.1?}, 95 of 100 within {:.1?}", times.len(), at(50), at(95));
}

/// Rings when the processor has worked for so long; on a busy machine the time of day runs faster.
struct Alarm {
    rung: Arc<AtomicBool>,
    off: Arc<AtomicBool>,
}

impl Alarm {
    fn after(time: Duration, start: Instant) -> Alarm {
        let alarm = Alarm { rung: Arc::default(), off: Arc::default() };
        let (rung, off, until) = (alarm.rung.clone(), alarm.off.clone(), clock(start) + time);
        std::thread::spawn(move || {
            while !off.load(Ordering::Relaxed) && clock(start) < until {
                std::thread::sleep(Duration::from_millis(20));
            }
            rung.store(true, Ordering::Relaxed);
        });
        alarm
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.off.store(true, Ordering::Relaxed);
    }
}
