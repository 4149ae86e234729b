//! What each derivation is worth: the killers of a suite with it and without.

use crate::Failure;
use crate::clock::median;
use pencilmark_kernel::DeriveOptions;

use crate::options::Options;
use crate::suite::{covered, measure};
use pencilmark_spec::Verdict;

/// Prints totals and medians with everything, then with each derivation off.
pub fn run(files: &[String], options: &Options) -> Result<(), Failure> {
    let file = files.first().ok_or("bench ablate FILE.jsonl")?;
    let (puzzles, _) = covered(file, options)?;
    let killers: Vec<_> =
        puzzles.iter().filter(|(r, _)| r.types.iter().any(|t| t == "Cage")).collect();
    println!(
        "# without\tpuzzles\tover_limit\ttotal_nodes\tmedian_nodes\ttotal_ms\tmedian_us\tbuild_ms"
    );
    let mut ways = vec![("nothing", options.clone())];
    for name in DeriveOptions::NAMES {
        ways.push((name, options.leaving_out(name)?));
    }
    for (name, options) in ways {
        let runs: Vec<_> = killers.iter().map(|(r, p)| measure(r, p, 0.0, &options)).collect();
        let wrong = runs.iter().find(|r| matches!(r.verdict, Verdict::Wrong(_)));
        if let Some(run) = wrong {
            return Err(format!("without {name}, {} is wrong: {:?}", run.name, run.verdict).into());
        }
        let over = runs.iter().filter(|r| r.verdict == Verdict::OverLimit).count();
        let mut nodes: Vec<f64> = runs.iter().map(|r| r.nodes as f64).collect();
        let mut times: Vec<f64> = runs.iter().map(|r| r.solve_us).collect();
        let build: f64 = runs.iter().map(|r| r.build_us).sum();
        let (all_nodes, all_time): (f64, f64) = (nodes.iter().sum(), times.iter().sum());
        println!(
            "{name}\t{}\t{over}\t{all_nodes}\t{}\t{:.1}\t{:.0}\t{:.1}",
            runs.len(),
            median(&mut nodes),
            all_time / 1e3,
            median(&mut times),
            build / 1e3
        );
    }
    Ok(())
}
