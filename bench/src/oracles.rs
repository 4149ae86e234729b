//! Random puzzles of every kind: whether SWI-Prolog, clingo and MiniZinc find the solutions that
//! we find, by the programs that we write for them. The tests ask the same of a sample.

use pencilmark_puzzle::random::{random_kinds, random_puzzle_of};
use pencilmark_puzzle::{Puzzle, Settings, Solver};
use pencilmark_spec::oracle::Oracle;

use crate::Failure;
use crate::options::Options;

/// Larger grids take the oracles minutes.
const MOST_CELLS: usize = 36;

/// `[EACH] [FIRST SEED]`: so many puzzles of each kind.
pub fn run(words: &[String], options: &Options) -> Result<(), Failure> {
    let number = |at: usize, usual: u64| words.get(at).map_or(Ok(usual), |w| w.parse());
    let (each, seed) = (number(0, 20)?, number(1, 0)?);
    let oracles = [Oracle::SwiProlog, Oracle::Clingo, Oracle::MiniZinc];
    let oracles: Vec<Oracle> = oracles.into_iter().filter_map(|o| o.find("a full run")).collect();
    println!("# kind\tpuzzles\tsolutions\t{oracles:?}");
    let (mut puzzles_asked, mut differ) = (0, 0);
    let wanted = |kind: &&str| options.only.as_ref().is_none_or(|only| kind.contains(only));
    for kind in random_kinds().into_iter().filter(wanted) {
        let all = (seed..seed + each).map(|s| (s, random_puzzle_of(kind, s)));
        let small = |p: &(u64, Puzzle)| p.1.grid.size() <= MOST_CELLS;
        let (seeds, puzzles): (Vec<u64>, Vec<Puzzle>) = all.filter(small).unzip();
        let known: Vec<_> = puzzles.iter().map(solved).collect();
        let mut verdicts = Vec::new();
        for oracle in &oracles {
            let found = oracle.solutions(&puzzles, None);
            let wrong = seeds.iter().zip(known.iter().zip(&found));
            let wrong: Vec<&u64> = wrong.filter(|(_, (a, b))| a != b).map(|(s, _)| s).collect();
            differ += wrong.len();
            verdicts.push(match wrong.is_empty() {
                true => "same".to_string(),
                false => format!("DIFFERS at seeds {wrong:?}"),
            });
        }
        puzzles_asked += puzzles.len();
        let solutions: usize = known.iter().map(Vec::len).sum();
        println!("{kind}\t{}\t{solutions}\t{}", puzzles.len(), verdicts.join("\t"));
    }
    eprintln!("{puzzles_asked} puzzles, {} oracles, {differ} differences", oracles.len());
    if differ > 0 { Err("an oracle found other solutions".into()) } else { Ok(()) }
}

/// The solutions, in the order of their digits.
fn solved(puzzle: &Puzzle) -> Vec<Vec<i64>> {
    let solver = Solver::new(puzzle, Settings::default());
    let filled = solver.solutions().filter_map(Result::ok);
    let mut all: Vec<Vec<i64>> = filled.map(|s| [s.cells, s.vars].concat()).collect();
    all.sort();
    all
}
