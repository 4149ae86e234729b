//! Counting and true candidates of puzzle files: reading, building and searching.

use std::path::Path;

use pencilmark_puzzle::{Settings, Solver};

use crate::Failure;
use crate::clock::micros_of;
use crate::options::Options;

/// Prints one line for each file; counting ends at the solutions that are asked for.
pub fn run(files: &[String], options: &Options) -> Result<(), Failure> {
    println!("# name\tcount_us\tsolutions\tcandidates_us\tcandidates");
    let settings =
        Settings { derive: options.derive, compile: options.compile, ..Settings::default() };
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let read = || pencilmark_formats::parse(file, &text);
        if let Err(errors) = read() {
            return Err(errors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("\n")
                .into());
        }
        let solver = || read().map(|puzzle| Solver::new(&puzzle, settings.clone()));
        let (count_us, count) = micros_of(|| solver().map(|s| s.count(options.most).count));
        let (marks_us, marks) = micros_of(|| {
            solver().map(|s| s.candidates(1).values.iter().map(Vec::len).sum::<usize>())
        });
        let (Ok(count), Ok(marks)) = (count, marks) else { continue };
        let name = Path::new(file).file_stem().map_or(file.clone(), |s| s.to_string_lossy().into());
        println!("{name}\t{count_us:.1}\t{count}\t{marks_us:.1}\t{marks}");
    }
    Ok(())
}
