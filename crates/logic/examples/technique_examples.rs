//! Looks for an example of every technique in puzzles made at random, and prints the lines of
//! `src/technique/examples.txt`: those that are there stay, missing ones are added.
//!
//!     cargo run --release -p pencilmark-logic --example technique_examples -- SEED SECONDS

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use pencilmark_logic::example::{Example, example, line, simpler};
use pencilmark_logic::explainer::{Reach, apply, next};
use pencilmark_logic::find::{self, View};
use pencilmark_logic::library::Library;
use pencilmark_logic::{Board, Cells, Digits, ENTRIES, Found, Mark, Marks, Pattern, Technique};
use pencilmark_puzzle::{Grid, Puzzle, Settings, Solver, Status};

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| list.swap(i, self.below(i + 1)));
        list
    }
}

fn puzzle(givens: &[Option<i64>]) -> Puzzle {
    let mut puzzle = Puzzle::sudoku(Grid::nine());
    let cells: Vec<_> = puzzle.grid.cells().collect();
    for (cell, digit) in cells.into_iter().zip(givens) {
        if let Some(digit) = digit {
            puzzle.add_given(cell, *digit, None);
        }
    }
    puzzle
}

/// A puzzle with one solution and no given that could be left out.
fn make(random: &mut Random) -> Vec<Option<i64>> {
    // Nine digits at random places, one of each, have many solutions: take the first.
    let places = random.shuffled(81);
    let mut start = vec![None; 81];
    (1..=9).zip(&places).for_each(|(digit, &cell)| start[cell] = Some(digit));
    let answer = Solver::new(&puzzle(&start), Settings::default()).solve(1);
    let Some(solution) = answer.solutions.first() else { return make(random) };
    let mut givens: Vec<Option<i64>> = solution.cells.iter().map(|&d| Some(d)).collect();
    for cell in random.shuffled(81) {
        let digit = givens[cell].take();
        let answer = Solver::new(&puzzle(&givens), Settings::default()).solve(2);
        if answer.status != Status::Unique {
            givens[cell] = digit;
        }
    }
    givens
}

/// Looked for only now and then: they take long, and are there in many states.
fn is_slow(technique: Technique) -> bool {
    use Technique::*;
    let mutant = (MutantXWing..=FinnedMutantJellyfish).contains(&technique);
    mutant
        || matches!(technique, TemplateSet | TemplateDelete | DeathBlossom | FinnedFrankenJellyfish)
}

/// Whether something rated lower does it too, a chain erases marks of its own, sets overlap, a
/// turbot fish is a skyscraper or kite as well, or a grouped chain has no group or is long: right,
/// but it shows nobody what is meant.
fn is_poor(view: View<'_>, found: &Found) -> bool {
    simpler(view, found).is_some() || is_odd(view, found)
}

fn is_odd(view: View<'_>, found: &Found) -> bool {
    use Technique::{GroupedAic, Skyscraper, TurbotFish, TwoStringKite};
    if let Pattern::Sets { sets, .. } = &found.pattern {
        let apart =
            |(at, a): (usize, &(Cells, Digits))| sets[..at].iter().all(|b| (a.0 & b.0).is_empty());
        return !sets.iter().enumerate().all(apart);
    }
    let Pattern::Chain { nodes, .. } = &found.pattern else { return false };
    let own = |m: &Mark| nodes.iter().any(|n| n.digit == m.digit && n.cells.contains(&m.cell));
    let also = |t| find::all(view, t).iter().any(|f| f.remove == found.remove);
    let grouped = nodes.iter().any(|n| n.cells.len() > 1) && nodes.len() <= 8;
    found.remove.iter().any(own)
        || found.technique == GroupedAic && !grouped
        || found.technique == TurbotFish && (also(Skyscraper) || also(TwoStringKite))
}

/// Takes note of every technique that is there and not known yet, if nothing rated lower does the
/// same. Where the next step is rated lower than a slow one, it is not worth the time.
fn note_all(view: View<'_>, step: &Found, known: &mut BTreeMap<Technique, String>) {
    for entry in ENTRIES {
        let technique = entry.technique;
        let hopeless = is_slow(technique) && step.rating <= entry.rating;
        if known.contains_key(&technique) || hopeless {
            continue;
        }
        let mut all = find::all(view, technique);
        if step.technique == technique {
            all.push(step.clone());
        }
        if let Some(found) = all.iter().find(|f| !is_odd(view, f) && simpler(view, f).is_none()) {
            eprintln!("{}", entry.key);
            known.insert(technique, Library::line(entry.code, view.board, view.marks, found));
        }
    }
}

fn main() {
    let mut args = std::env::args().skip(1).filter_map(|a| a.parse().ok());
    let (seed, seconds) = (args.next().unwrap_or(1), args.next().unwrap_or(60));
    let (mut random, started) = (Random(seed), Instant::now());
    let mut known: BTreeMap<Technique, String> = BTreeMap::new();
    for entry in ENTRIES {
        // Those that something simpler does too are looked for anew.
        let poor = |e: &Example| {
            let view = View { board: &e.board, marks: &e.marks };
            is_poor(view, &e.found)
        };
        if let Some(line) = line(entry.technique)
            && !example(entry.technique).is_some_and(|e| poor(&e))
        {
            known.insert(entry.technique, line.into());
        }
    }
    while started.elapsed() < Duration::from_secs(seconds) {
        let board = Board::new(&puzzle(&make(&mut random)));
        let mut marks = Marks::start(&board);
        while !marks.is_done() {
            let view = View { board: &board, marks: &marks };
            let Some(step) = next(view, Reach::default()) else { break };
            // Where singles are left nobody looks for more.
            use Technique::{FullHouse, HiddenSingle, NakedSingle};
            if ![FullHouse, HiddenSingle, NakedSingle].contains(&step.technique) {
                note_all(view, &step, &mut known);
            }
            apply(&board, &mut marks, &step);
        }
    }
    for entry in ENTRIES {
        // A poor one is better than none.
        if let Some(line) = line(entry.technique) {
            known.entry(entry.technique).or_insert_with(|| line.into());
        }
    }
    for (technique, line) in &known {
        println!("{} {line}", technique.entry().key);
    }
    let missing = ENTRIES.iter().filter(|e| !known.contains_key(&e.technique)).map(|e| e.key);
    eprintln!("missing: {}", missing.collect::<Vec<_>>().join(" "));
}
