//! `bench`: how long the solver takes for the puzzles of a file.
//!
//! Each puzzle is solved until a second solution is found or there is none, one after the other
//! on one thread, after one round that warms up memory and caches. Reading and printing are not
//! part of the time; building a model is.

use std::ffi::OsString;
use std::fmt::Write;
use std::time::{Duration, Instant};

use lexopt::{Arg, Parser};
use pencilmark::classic;
use pencilmark::formats::Item;
use pencilmark::make::{Generator, Recipe};
use pencilmark::{ClassicLine, Limits, Settings, Solver, Status};

use crate::args::Complaint;
use crate::exit::Exit;
use crate::flags::duration;
use crate::json::Object;
use crate::report::status_word;
use crate::screen::{print, talk};
use crate::source::Source;
use crate::words::{number, plural};

/// What to measure.
#[derive(Clone, Debug)]
pub struct Order {
    files: Vec<OsString>,
    json: bool,
    time_limit: Duration,
}

/// One line for the list of commands.
pub const SUMMARY: &str = "measure how long the puzzles of a file take";

/// The help of this command.
pub const HELP: &str = "\
Measure how long the puzzles of a file take.

Usage: pencilmark bench [OPTIONS] [FILE...]

Solves each puzzle until a second solution is found or there is none, on one
thread, and prints percentiles of time and nodes and a histogram. Building a
model counts, reading does not. Without a file 1000 plain puzzles are made and
measured; `-` is standard input.

Options:
  -t, --time-limit TIME   give up on a puzzle after TIME (default 60s)
  -j, --json              one object with all figures
  -h, --help              this text

Examples:
  pencilmark bench lines.txt
      one's own puzzles
  pencilmark bench puzzles/*.pencil
      the examples

Exit: 0 done, 2 bad input, 3 a puzzle reached the limit.
";

/// Reads the command line behind `bench`; none if help is wanted.
pub fn parse(words: &mut Parser) -> Result<Option<Order>, Complaint> {
    let mut order = Order { files: vec![], json: false, time_limit: Duration::from_secs(60) };
    while let Some(arg) = words.next().map_err(|e| e.to_string())? {
        match arg {
            Arg::Value(file) => order.files.push(file),
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Short('j') | Arg::Long("json") => order.json = true,
            Arg::Short('t') | Arg::Long("time-limit") => {
                let value = words.value().map_err(|_| "`--time-limit` needs a value")?;
                let value = value.to_string_lossy();
                let time = duration(&value);
                order.time_limit = time.map_err(|want| format!("`{value}`: expected {want}"))?;
            }
            Arg::Short(c) => return Err(format!("`bench` has no option `-{c}`")),
            Arg::Long(name) => return Err(format!("`bench` has no option `--{name}`")),
        }
    }
    Ok(Some(order))
}

/// What one puzzle took.
struct Measured {
    label: String,
    time: Duration,
    nodes: u64,
    status: Status,
}

/// Measures and prints.
pub fn serve(order: &Order) -> Exit {
    let (items, bad) = match order.files.is_empty() {
        true => (made(), 0),
        false => read(&order.files),
    };
    if items.is_empty() {
        talk("pencilmark: there is no puzzle to measure\n");
        return Exit::Bad;
    }
    let mut solver = classic::Solver::new();
    let mut all = Vec::with_capacity(items.len());
    // The first round only warms up, and is short.
    let warm = Instant::now();
    for (_, item) in items.iter().take_while(|_| warm.elapsed() < WARM) {
        measure(item, &mut solver, order.time_limit);
    }
    for (label, item) in &items {
        let (time, nodes, status) = measure(item, &mut solver, order.time_limit);
        all.push(Measured { label: label.clone(), time, nodes, status });
    }
    let text = if order.json { as_json(&all) } else { as_text(&all) };
    let _ = print(text.as_bytes());
    match all.iter().any(|m| m.status == Status::Unknown) {
        _ if bad > 0 => Exit::Bad,
        true => Exit::Limit,
        false => Exit::Yes,
    }
}

const WARM: Duration = Duration::from_millis(200);

/// The puzzles of files, and how many cannot be read.
fn read(files: &[OsString]) -> (Vec<(String, Item)>, usize) {
    let mut source = Source::new(files, None);
    let (mut items, mut bad) = (Vec::new(), 0);
    loop {
        let entries = source.take(1024);
        if entries.is_empty() {
            return (items, bad);
        }
        for entry in entries {
            let label = entry.label();
            match entry.item {
                Ok(item) => items.push((label, item)),
                Err(errors) => {
                    bad += 1;
                    errors.iter().for_each(|error| talk(&format!("{error}\n")));
                }
            }
        }
    }
}

/// A thousand plain puzzles, the same every time.
fn made() -> Vec<(String, Item)> {
    let Ok(generator) = Generator::new(Recipe { seed: 1, ..Recipe::default() }) else {
        return vec![];
    };
    let puzzle = |number| {
        let made = generator.make(number, &Limits::default()).ok()?;
        let mut line = [b'.'; 81];
        for (cell, digit) in made.puzzle.clues.iter().filter_map(|clue| clue.as_given()) {
            line[cell.index()] = b'0' + digit as u8;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        let parsed = ClassicLine::parse("made", 1, &text).ok()?;
        let origin = pencilmark::puzzle::Origin { line: 1, text };
        Some((format!("made:{}", number + 1), Item::Classic(parsed, origin)))
    };
    (0..1000).filter_map(puzzle).collect()
}

fn measure(
    item: &Item,
    plain: &mut classic::Solver,
    time_limit: Duration,
) -> (Duration, u64, Status) {
    if let Item::Classic(line, _) = item
        && let Ok(givens) = <&[u8; 81]>::try_from(&line.givens[..])
    {
        let cells = givens.map(|digit| if digit == 0 { b'.' } else { b'0' + digit });
        let started = Instant::now();
        let count = plain.count(&cells, 2);
        let status = match count.solutions {
            0 => Status::None,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        return (started.elapsed(), count.guesses, status);
    }
    let puzzle = item.clone().into_puzzle();
    let started = Instant::now();
    let limits = Limits { deadline: started.checked_add(time_limit), ..Limits::default() };
    let answer = Solver::new(&puzzle, Settings { limits, ..Settings::default() }).solve(2);
    (started.elapsed(), answer.stats.nodes, answer.status)
}

/// Shares of the puzzles that percentiles are told of.
const SHARES: [(f64, &str); 5] =
    [(0.1, "10 %"), (0.5, "median"), (0.9, "90 %"), (0.99, "99 %"), (1.0, "slowest")];

fn at_share<T: Copy>(sorted: &[T], share: f64) -> T {
    let place = (share * sorted.len() as f64).ceil() as usize;
    sorted[place.clamp(1, sorted.len()) - 1]
}

fn sorted(all: &[Measured]) -> (Vec<Duration>, Vec<u64>) {
    let mut times: Vec<Duration> = all.iter().map(|m| m.time).collect();
    let mut nodes: Vec<u64> = all.iter().map(|m| m.nodes).collect();
    times.sort_unstable();
    nodes.sort_unstable();
    (times, nodes)
}

fn statuses(all: &[Measured]) -> Vec<(&'static str, usize)> {
    let each = [Status::Unique, Status::Multiple, Status::None, Status::Unknown];
    let count = |status| all.iter().filter(|m| m.status == status).count();
    each.into_iter().map(|s| (status_word(s), count(s))).filter(|(_, n)| *n > 0).collect()
}

fn as_text(all: &[Measured]) -> String {
    let (times, nodes) = sorted(all);
    let total: Duration = times.iter().sum();
    let parts: Vec<String> =
        statuses(all).iter().map(|(word, n)| format!("{} {word}", number(*n as u64))).collect();
    let mut text = format!("{}: {}\n\n", plural(all.len() as u64, "puzzle"), parts.join(", "));
    let _ = writeln!(text, "{:>10} {:>12} {:>12}", "", "time", "nodes");
    for (share, name) in SHARES {
        let (time, nodes) = (fine(at_share(&times, share)), number(at_share(&nodes, share)));
        let _ = writeln!(text, "{name:>10} {time:>12} {nodes:>12}");
    }
    let each = total / all.len() as u32;
    let mean = nodes.iter().sum::<u64>() as f64 / all.len() as f64;
    let _ = writeln!(text, "{:>10} {:>12} {mean:>12.1}", "mean", fine(each));
    let rate = all.len() as f64 / total.as_secs_f64().max(1e-9);
    let _ = writeln!(text, "\n{} in all, {} a second", fine(total), number(rate as u64));
    if let Some(slowest) = all.iter().max_by_key(|m| m.time) {
        let _ = writeln!(text, "the slowest is {}\n", slowest.label);
    }
    text + &histogram(&times)
}

/// How many puzzles took how long, in steps of two.
fn histogram(times: &[Duration]) -> String {
    let step = |time: &Duration| time.as_nanos().max(1).ilog2();
    let (Some(first), Some(last)) = (times.iter().map(step).min(), times.iter().map(step).max())
    else {
        return String::new();
    };
    let counts: Vec<usize> =
        (first..=last).map(|s| times.iter().filter(|t| step(t) == s).count()).collect();
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let mut text = String::new();
    for (count, step) in counts.iter().zip(first..) {
        let below = fine(Duration::from_nanos(2u64.saturating_pow(step + 1)));
        // A bar for every puzzle, however few.
        let bar = (count * 50).div_ceil(most);
        let line = format!("below {below:>9} {count:>8} {}", "#".repeat(bar));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// A time with three digits.
fn fine(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "us"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    match value {
        v if v < 10.0 => format!("{v:.2} {unit}"),
        v if v < 100.0 => format!("{v:.1} {unit}"),
        v => format!("{v:.0} {unit}"),
    }
}

fn as_json(all: &[Measured]) -> String {
    let (times, nodes) = sorted(all);
    let mut out = Vec::new();
    let mut object = Object::new(&mut out);
    object.plain("puzzles", all.len());
    for (word, n) in statuses(all) {
        object.plain(word, n);
    }
    for (share, _) in SHARES {
        let name = (share * 100.0) as u32;
        object.plain(
            &format!("seconds_{name}"),
            format_args!("{:.9}", at_share(&times, share).as_secs_f64()),
        );
        object.plain(&format!("nodes_{name}"), at_share(&nodes, share));
    }
    let total: Duration = times.iter().sum();
    object.plain("seconds", format_args!("{:.9}", total.as_secs_f64()));
    object.plain("nodes", nodes.iter().sum::<u64>());
    if let Some(slowest) = all.iter().max_by_key(|m| m.time) {
        object.text("slowest", &slowest.label);
    }
    object.end_line();
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_bars() {
        let times: Vec<Duration> = (1..=100).map(Duration::from_micros).collect();
        assert_eq!(at_share(&times, 0.5), Duration::from_micros(50));
        assert_eq!(at_share(&times, 1.0), Duration::from_micros(100));
        assert_eq!(at_share(&times[..1], 0.1), Duration::from_micros(1));
        let text = histogram(&times);
        let counted: usize = text
            .lines()
            .map(|l| l.split_whitespace().nth(3).unwrap().parse::<usize>().unwrap())
            .sum();
        assert_eq!(counted, 100);
        assert_eq!(
            [950, 12_345, 2_500_000].map(|n| fine(Duration::from_nanos(n))),
            ["950 ns", "12.3 us", "2.50 ms"]
        );
    }
}
