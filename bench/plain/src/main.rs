//! Plain 9x9 lines: `pencilmark-classic` beside the crate `sudoku`, in turns, in one process.
//!
//!     cargo run --release --manifest-path bench/plain/Cargo.toml -- FILE ...
//!
//! Both count solutions up to two, parsing included. Times are of the thread's processor time;
//! the least of nine turns, and the median of the nine ratios.

use sudoku::Sudoku;

/// Nanoseconds this thread was on a processor: the machine may be busy with other things.
fn cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// Microseconds a line, and solutions found in all.
fn measure(lines: usize, mut work: impl FnMut() -> u64) -> (f64, u64) {
    // The clock ticks in milliseconds, so a turn takes some tens of them.
    let times = (40_000 / lines).max(1);
    let start = cpu();
    let found: u64 = (0..times).map(|_| work()).sum();
    ((cpu() - start) as f64 / (times * lines) as f64 / 1e3, found)
}

fn main() {
    println!("{:32} {:>9} {:>9} {:>7} {:>7}", "set", "ours us", "sudoku us", "ratio", "median");
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                std::process::exit(2);
            }
        };
        let line = |line: &'_ str| line.as_bytes().get(..81)?.try_into().ok();
        let lines: Vec<[u8; 81]> =
            text.lines().filter(|l| !l.starts_with('#')).filter_map(line).collect();
        let texts: Vec<&str> = lines.iter().filter_map(|l| std::str::from_utf8(l).ok()).collect();
        if lines.is_empty() {
            continue;
        }
        let mut solver = pencilmark_classic::Solver::new();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..9 {
            let count = || lines.iter().map(|line| solver.count(line, 2).solutions).sum();
            let (time, found) = measure(lines.len(), count);
            let count = || {
                let two = |text: &&str| {
                    Sudoku::from_str_line(text).map_or(0, |s| s.solutions_count_up_to(2))
                };
                texts.iter().map(|text| two(text) as u64).sum()
            };
            let (peer, agreed) = measure(lines.len(), count);
            if found != agreed {
                eprintln!("{path}: {found} solutions here, {agreed} there");
                std::process::exit(1);
            }
            ours.push(time);
            theirs.push(peer);
        }
        let mut ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(a, b)| b / a).collect();
        for list in [&mut ours, &mut theirs, &mut ratios] {
            list.sort_by(f64::total_cmp);
        }
        let name = path.rsplit('/').next().unwrap_or(&path);
        let (a, b) = (ours[0], theirs[0]);
        println!("{name:32} {a:9.3} {b:9.3} {:7.2} {:7.2}", b / a, ratios[4]);
    }
}
