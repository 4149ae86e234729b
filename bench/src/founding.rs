//! Puzzle files: time to build the model, to the first solution, and to the proof.

use std::hint::black_box;
use std::path::Path;

use pencilmark_kernel::search::{Search, SearchOptions, Stats};
use pencilmark_puzzle::Solver;

use crate::Failure;
use crate::clock::median_micros;
use crate::options::Options;

/// Prints one line for each file.
pub fn run(files: &[String], options: &Options) -> Result<(), Failure> {
    println!("# name\tbuild_us\tfirst_us\ttwo_us\tsolutions\tnodes");
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let puzzle = pencilmark_formats::parse(file, &text).map_err(|errors| {
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        })?;
        let settings = options.settings();
        let build = median_micros(|| {
            black_box(Solver::new(black_box(&puzzle), settings.clone()));
        });
        let solver = Solver::new(&puzzle, settings.clone());
        let first = median_micros(|| {
            black_box(search(&solver, &settings, 1));
        });
        let two = median_micros(|| {
            black_box(search(&solver, &settings, 2));
        });
        let stats = search(&solver, &settings, 2);
        let name = Path::new(file).file_stem().map_or(file.clone(), |s| s.to_string_lossy().into());
        let (solutions, nodes) = (stats.solutions, stats.nodes);
        println!("{name}\t{build:.1}\t{first:.1}\t{two:.1}\t{solutions}\t{nodes}");
    }
    Ok(())
}

/// A fresh search up to so many solutions.
fn search(solver: &Solver, settings: &pencilmark_puzzle::Settings, wanted: u64) -> Stats {
    let options = SearchOptions { limits: settings.limits.clone(), ..Default::default() };
    let mut search = Search::new(solver.model(), options);
    while search.stats().solutions < wanted && matches!(search.next_solution(), Ok(Some(_))) {}
    search.stats()
}
