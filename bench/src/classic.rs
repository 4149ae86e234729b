//! Plain puzzles, one to a line, with the general solver and one shared model.

use std::collections::HashMap;
use std::path::Path;

use pencilmark_formats::ClassicLine;
use pencilmark_kernel::VarId;
use pencilmark_puzzle::{Solver, Status};

use crate::Failure;
use crate::clock::Clock;
use crate::options::Options;

/// Counts to two on the first `N` lines of a file.
pub fn run(words: &[String], options: &Options) -> Result<(), Failure> {
    let file = words.first().ok_or("bench classic FILE [N]")?;
    let most = words.get(1).map_or(Ok(usize::MAX), |n| n.parse())?;
    let lines = pencilmark_spec::data::puzzle_lines(Path::new(file))?;
    let lines = lines.iter().take(most).enumerate();
    let puzzles: Vec<ClassicLine> = lines
        .map(|(i, l)| ClassicLine::parse(file, i + 1, l))
        .collect::<Result<_, _>>()
        .map_err(|e| e.to_string())?;
    let n = puzzles.first().ok_or("no puzzles")?.n;
    if puzzles.iter().any(|p| p.n != n) {
        return Err("puzzles of several sizes".into());
    }
    let skeleton = ClassicLine::skeleton(n).ok_or("no grid of this size")?;
    let solver = Solver::new(&skeleton, options.settings());
    let givens: Vec<Vec<(VarId, i64)>> = puzzles.iter().map(|p| givens(&solver, p)).collect();

    let (mut nodes, mut found) = (0, HashMap::new());
    let clock = Clock::start();
    for givens in &givens {
        let answer = solver.solve_with(2, givens, |_| {});
        nodes += answer.stats.nodes;
        *found.entry(status(answer.status)).or_insert(0u64) += 1;
    }
    let micros = clock.micros();
    let count = givens.len() as f64;
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_unstable();
    let found: Vec<_> = found.iter().map(|(what, n)| format!("{what}:{n}")).collect();
    println!("# puzzles\tus_per_puzzle\tnodes_per_puzzle\tsolutions");
    println!("{count}\t{:.2}\t{:.2}\t{}", micros / count, nodes as f64 / count, found.join(" "));
    Ok(())
}

fn givens(solver: &Solver, line: &ClassicLine) -> Vec<(VarId, i64)> {
    let cells = &solver.lowered().cells;
    let given = line.givens.iter().enumerate().filter(|(_, d)| **d > 0);
    given.map(|(i, &d)| (cells[i], i64::from(d))).collect()
}

fn status(status: Status) -> &'static str {
    match status {
        Status::None => "0",
        Status::Unique => "1",
        Status::Multiple => "2+",
        Status::Unknown => "unknown",
    }
}
