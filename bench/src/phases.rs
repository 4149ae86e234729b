//! Where the time of a puzzle goes: reading, building, searching, the least of many runs each.
//!
//! The least does not depend on what else the machine does, so two programs that are run in turns
//! can be compared puzzle by puzzle.

use pencilmark_puzzle::Solver;

use crate::Failure;
use crate::clock::{Clock, geometric_mean};
use crate::options::Options;
use crate::suite::covered;

/// A puzzle is run until this is over, and at least `RUNS` times.
const MICROS: f64 = 20_000.0;
const RUNS: usize = 5;

/// Prints `name, read_us, build_us, search_us, nodes` for each puzzle that ends within the limit.
pub fn run(files: &[String], options: &Options) -> Result<(), Failure> {
    let file = files.first().ok_or("bench phases FILE.jsonl")?;
    println!("# name\tread_us\tbuild_us\tsearch_us\tnodes");
    let mut all: [Vec<f64>; 4] = Default::default();
    for (record, puzzle) in covered(file, options)?.0 {
        let mut least = [f64::MAX; 3];
        let (mut nodes, mut spent, mut runs) = (0, 0.0, 0);
        while runs < RUNS || spent < MICROS {
            let clock = Clock::start();
            let read = record.read();
            let after_reading = clock.micros();
            let solver = Solver::new(&puzzle, options.settings());
            let after_building = clock.micros();
            let answer = solver.solve(2);
            let end = clock.micros();
            drop(read);
            let times = [after_reading, after_building - after_reading, end - after_building];
            least.iter_mut().zip(times).for_each(|(least, time)| *least = least.min(time));
            (nodes, spent, runs) = (answer.stats.nodes, spent + end, runs + 1);
        }
        println!("{}\t{:.2}\t{:.2}\t{:.2}\t{nodes}", record.name, least[0], least[1], least[2]);
        all.iter_mut().zip(least).for_each(|(all, time)| all.push(time));
        all[3].push(least.iter().sum());
    }
    let [read, build, search, whole] = all.map(|times| geometric_mean(&times));
    eprintln!(
        "geometric means in us: reading {read:.1}, building {build:.1}, searching {search:.1}, whole {whole:.1}"
    );
    Ok(())
}
