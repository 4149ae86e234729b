//! Every puzzle of a suite that can be read, beside what its reference needed.

use std::collections::BTreeMap;
use std::path::Path;

use pencilmark_formats::Import;
use pencilmark_puzzle::{Puzzle, Solver, Status};
use pencilmark_spec::{Record, Unread, Verdict, by_clauses};

use crate::Failure;
use crate::clock::{geometric_mean, median, micros_of, once};
use crate::options::Options;

/// What solving one puzzle took.
pub struct Run {
    pub name: String,
    pub killer: bool,
    /// Reading and building.
    pub build_us: f64,
    pub solve_us: f64,
    pub nodes: u64,
    pub iss_guesses: Option<u64>,
    pub status: Status,
    pub verdict: Verdict,
}

impl Run {
    /// Our nodes over the guesses of the reference, where it had any; each at least one.
    fn ratio(&self) -> Option<f64> {
        let done = self.status != Status::Unknown;
        self.iss_guesses.filter(|_| done).map(|g| self.nodes.max(1) as f64 / g.max(1) as f64)
    }
}

/// Solves a suite, prints a line for each puzzle and a summary on stderr.
pub fn run(files: &[String], options: &Options) -> Result<(), Failure> {
    let file = files.first().ok_or("bench suite FILE.jsonl")?;
    let mut left_out = BTreeMap::new();
    println!("# index\tname\ttypes\tbuild_us\tsolve_us\tnodes\tiss_guesses\tstatus\tagrees");
    let mut runs = Vec::new();
    for record in &records(file, options)? {
        let (read_us, read) = once(|| record.read());
        let Some(puzzle) = puzzle_of(record, read, &mut left_out)? else { continue };
        let run = measure(record, &puzzle, read_us, options);
        let guesses = run.iss_guesses.map_or("-".to_string(), |g| g.to_string());
        let agrees = match &run.verdict {
            Verdict::Agrees => "yes",
            Verdict::OverLimit => "limit",
            Verdict::Wrong(_) => "NO",
        };
        println!(
            "{}\t{}\t{}\t{:.0}\t{:.0}\t{}\t{guesses}\t{:?}\t{agrees}",
            record.index,
            record.name,
            record.types.join(" "),
            run.build_us,
            run.solve_us,
            run.nodes,
            run.status
        );
        runs.push(run);
    }
    summary(&runs, &left_out);
    Ok(())
}

/// The puzzles that can be read, and how often which kind was the reason for the others.
pub type Covered = (Vec<(Record, Puzzle)>, BTreeMap<String, usize>);

/// Reads what can be read.
pub fn covered(file: &str, options: &Options) -> Result<Covered, Failure> {
    let (mut puzzles, mut left_out) = (Vec::new(), BTreeMap::new());
    for record in records(file, options)? {
        if let Some(puzzle) = puzzle_of(&record, record.read(), &mut left_out)? {
            puzzles.push((record, puzzle));
        }
    }
    Ok((puzzles, left_out))
}

/// The records of a file that are asked for.
fn records(file: &str, options: &Options) -> Result<Vec<Record>, Failure> {
    let mut records = Record::all(Path::new(file))?;
    records.retain(|record| options.only.as_ref().is_none_or(|part| record.name.contains(part)));
    Ok(records)
}

/// The puzzle that was read; none if it has a kind that is left out, which is counted.
fn puzzle_of(
    record: &Record,
    read: Result<Import, Unread>,
    left_out: &mut BTreeMap<String, usize>,
) -> Result<Option<Puzzle>, Failure> {
    match read {
        Ok(import) => Ok(Some(import.puzzle)),
        Err(Unread::LeftOut(kind)) => {
            *left_out.entry(kind).or_default() += 1;
            Ok(None)
        }
        Err(Unread::Broken(error)) => Err(format!("{}: {error}", record.name).into()),
    }
}

/// Solves to the proof that there is no second solution. The peer's figure for building has reading in
/// it, so ours has it, too: what the first time took is told.
pub fn measure(record: &Record, puzzle: &Puzzle, first_read_us: f64, options: &Options) -> Run {
    let build = || Solver::new(puzzle, options.settings());
    let solve = |solver: &Solver| match options.clauses {
        true => by_clauses(solver, options.limit_nodes),
        false => solver.solve(2),
    };
    let (read_us, build_us, solve_us, answer) = if options.once {
        let (build_us, solver) = once(build);
        let (solve_us, answer) = once(|| solve(&solver));
        (first_read_us, build_us, solve_us, answer)
    } else {
        let ((read_us, _), (build_us, solver)) = (micros_of(|| record.read()), micros_of(build));
        let (solve_us, answer) = micros_of(|| solve(&solver));
        (read_us, build_us, solve_us, answer)
    };
    Run {
        name: format!("{} {}", record.index, record.name),
        killer: record.types.iter().any(|t| t == "Cage"),
        build_us: read_us + build_us,
        solve_us,
        nodes: answer.stats.nodes,
        iss_guesses: record.iss_guesses,
        status: answer.status,
        verdict: record.judge(puzzle, &answer),
    }
}

fn summary(runs: &[Run], left_out: &BTreeMap<String, usize>) {
    let missing: usize = left_out.values().sum();
    let over = runs.iter().filter(|r| r.verdict == Verdict::OverLimit).count();
    eprintln!("{} puzzles, {missing} left out, {over} over the limit", runs.len());
    for run in runs {
        if let Verdict::Wrong(how) = &run.verdict {
            eprintln!("WRONG {}: {how}", run.name);
        }
    }
    let killers: Vec<&Run> = runs.iter().filter(|r| r.killer).collect();
    compare("all", &runs.iter().collect::<Vec<_>>());
    compare("killers", &killers);
    let mut slow: Vec<&Run> = runs.iter().collect();
    slow.sort_by(|a, b| b.solve_us.total_cmp(&a.solve_us));
    eprintln!("slowest:");
    slow.iter()
        .take(10)
        .for_each(|r| eprintln!("  {:>12.0} us  {:>9} nodes  {}", r.solve_us, r.nodes, r.name));
    worst("worst by nodes", runs.iter().filter(|r| !r.killer).collect());
    worst("worst killers by nodes", killers);
    if !left_out.is_empty() {
        eprintln!("left out:");
        left_out.iter().for_each(|(kind, n)| eprintln!("  {n:>3}  {kind}"));
    }
}

fn compare(what: &str, runs: &[&Run]) {
    let times: Vec<f64> = runs.iter().map(|r| r.solve_us).collect();
    let builds: Vec<f64> = runs.iter().map(|r| r.build_us).collect();
    let mut ratios: Vec<f64> = runs.iter().filter_map(|r| r.ratio()).collect();
    let better = ratios.iter().filter(|r| **r < 1.0).count();
    let worse = ratios.iter().filter(|r| **r > 1.0).count();
    let ours: u64 = runs.iter().filter(|r| r.ratio().is_some()).map(|r| r.nodes).sum();
    let theirs: u64 =
        runs.iter().filter(|r| r.ratio().is_some()).filter_map(|r| r.iss_guesses).sum();
    eprintln!(
        "{what}: {} puzzles, geometric mean {:.0} us (build {:.0} us); nodes / ISS guesses: median {:.2}, \
         geometric mean {:.2}, fewer {better}, more {worse} of {}; sum {ours} / {theirs}",
        runs.len(),
        geometric_mean(&times),
        geometric_mean(&builds),
        median(&mut ratios),
        geometric_mean(&ratios),
        ratios.len()
    );
}

fn worst(title: &str, mut runs: Vec<&Run>) {
    // Whoever hit the limit counts with the nodes it had by then.
    let ratio = |r: &Run| r.nodes.max(1) as f64 / r.iss_guesses.unwrap_or(u64::MAX).max(1) as f64;
    runs.sort_by(|a, b| ratio(b).total_cmp(&ratio(a)));
    eprintln!("{title}, relative to ISS:");
    for run in runs.iter().take(15) {
        let guesses = run.iss_guesses.map_or("-".into(), |g| g.to_string());
        let limit = if run.status == Status::Unknown { " (limit)" } else { "" };
        eprintln!("  {:>9.2}  {:>8} / {guesses:<8} {}{limit}", ratio(run), run.nodes, run.name);
    }
}
