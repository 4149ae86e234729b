//! SWI-Prolog, clingo and MiniZinc, through the programs we write for them, against the solver: whole
//! sets of solutions. On small random puzzles of every kind brute force is asked too, so
//! that it is clear who is wrong. The founding puzzles are too big for brute force.
//!
//! Left out, and told, where an oracle is not installed.

use pencilmark_formats::Format;
use pencilmark_puzzle::random::{
    MAX_SOLUTIONS, MAX_TRIALS, random_kinds, random_puzzle, random_puzzle_of,
};
use pencilmark_puzzle::{Grid, Puzzle, Settings, Solver, brute_force_within};
use pencilmark_spec::founding;
use pencilmark_spec::oracle::{self, Oracle};

/// The solutions, in the order of their digits.
fn solved(puzzle: &Puzzle) -> Vec<Vec<i64>> {
    let solver = Solver::new(puzzle, Settings::default());
    let filled = solver.solutions().map(|s| s.expect("no limits"));
    let mut all: Vec<Vec<i64>> = filled.map(|s| [s.cells, s.vars].concat()).collect();
    all.sort();
    all
}

fn program(oracle: Oracle, puzzle: &Puzzle) -> String {
    match oracle {
        Oracle::SwiProlog => oracle::program(puzzle, Format::Prolog),
        Oracle::Clingo => oracle::program(puzzle, Format::Asp),
        Oracle::MiniZinc => oracle::program(puzzle, Format::MiniZinc),
    }
}

/// Puzzles of every kind, and mixtures; only small grids, for the oracles' sake.
fn sample(each: u64, mixed: u64) -> Vec<Puzzle> {
    let of_kind = random_kinds()
        .into_iter()
        .flat_map(|kind| (0..each).map(move |s| random_puzzle_of(kind, 500 + s)));
    let mixed =
        (0..mixed).map(|s| random_puzzle_of("rule", 900 + s)).chain((0..mixed).map(random_puzzle));
    of_kind.chain(mixed).filter(|p| p.grid.size() <= 36).collect()
}

fn agrees_on_small_puzzles(oracle: Oracle, puzzles: &[Puzzle]) {
    let Some(oracle) = oracle.find("small puzzles") else { return };
    let answers = oracle.solutions(puzzles, None);
    assert_eq!(answers.len(), puzzles.len());
    for (puzzle, answer) in puzzles.iter().zip(answers) {
        let known = brute_force_within(puzzle, MAX_SOLUTIONS + 1, MAX_TRIALS);
        let mut known = known.expect("small enough");
        known.sort();
        assert_eq!(answer, known, "{oracle:?} against brute force\n{}", program(oracle, puzzle));
        assert_eq!(solved(puzzle), answer, "the solver\n{}", program(oracle, puzzle));
    }
}

#[test]
fn swi_prolog_on_random_puzzles() {
    agrees_on_small_puzzles(Oracle::SwiProlog, &sample(1, 15));
}

#[test]
fn clingo_on_random_puzzles() {
    agrees_on_small_puzzles(Oracle::Clingo, &sample(3, 60));
}

#[test]
fn minizinc_on_random_puzzles() {
    agrees_on_small_puzzles(Oracle::MiniZinc, &sample(1, 10));
}

/// Kinds with layers have too many values for brute force, so they have puzzles of their own.
const LAYERED: [&str; 7] = [
    "grid 4\nboxes none\nchaos-construction\ngivens\n  1234\n  2143\n  3...\n  ....\n\
     rule region(r1c1) = region(r1c2) and region(r1c2) = region(r1c3)\n",
    "grid 4\nboxes none\nchaos-construction\nchaos-arrow r1c1\nchaos-count r2c2 others\n\
     givens\n  2...\n  .31.\n  .4..\n  ...3\n",
    "grid 3x4\ndigits 1-2\nrows none\ncolumns none\nyin-yang\n\
     rule each cell a in grid(): a = shade(a) + 1\nrule shade(r1c1) = 1\n",
    "grid 4\ndoublers\ncage 6 r1c1-2\nthermo r3c3 r3c4 r4c4\ngiven r1c1 = 2 r4c1 = 3\n",
    "grid 4\nnegators\nsum 0 r1c1-2 r2c1\nx-sum 5 r4c1 right\ngiven r2c2 = 4\n",
    "grid 4\nmultipliers 3\nlittle-killer 18 r1c1 dr\nwhisper 4 r2c1-3\ngiven r4c4 = 1\n",
    "grid 3\ndigits 0-3\nschroedinger-cells\nsum 4 r1c1 r2c2 r3c3\nwhisper 2 r1c1-3\n",
];

#[test]
fn oracles_on_puzzles_with_layers() {
    let read = |text: &&str| pencilmark_formats::parse("layers", text).expect("a puzzle");
    let puzzles: Vec<Puzzle> = LAYERED.iter().map(read).collect();
    for oracle in [Oracle::SwiProlog, Oracle::Clingo, Oracle::MiniZinc] {
        let Some(oracle) = oracle.find("puzzles with layers") else { continue };
        let answers = oracle.solutions(&puzzles, None);
        for ((puzzle, answer), text) in puzzles.iter().zip(answers).zip(LAYERED) {
            assert!(!answer.is_empty(), "{oracle:?}: no solution\n{text}");
            assert_eq!(solved(puzzle), answer, "{oracle:?}\n{text}");
        }
    }
}

/// Numbers that have no value for some digits, in comparisons, `in` and `not in`.
const WITHOUT_VALUE: [&str; 7] = [
    "r1c1 / r1c2 not in {1}",
    "r1c1 / r1c2 not in {}",
    "r1c3 not in {r1c1 mod r1c2, 2}",
    "not r1c1 / r1c2 in {1}",
    "r1c1 / r1c2 not in {1} or r1c3 = 3",
    "element(r1c1, r1c2, r1c3) not in {1, 2}",
    "element(r1c3, quot(r1c1, r1c2), r1c1) not in {1}",
];

#[test]
fn oracles_on_numbers_without_value() {
    let head = "grid 1x3\ndigits 0-3\nrows none\ncolumns none\nboxes none\nrule ";
    let read = |rule: &&str| pencilmark_formats::parse("rule", &format!("{head}{rule}\n"));
    let puzzles: Vec<Puzzle> = WITHOUT_VALUE.iter().map(|r| read(r).expect("a puzzle")).collect();
    for oracle in [Oracle::SwiProlog, Oracle::Clingo, Oracle::MiniZinc] {
        agrees_on_small_puzzles(oracle, &puzzles);
    }
}

/// The worked examples of the rules page have one solution, says clingo too.
#[test]
fn clingo_on_worked_examples() {
    let Some(oracle) = Oracle::Clingo.find("worked examples") else { return };
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let blocks = page.split("```pencil solved\n").skip(1);
    let text = |block: &str| block.split("```").next().unwrap_or_default().to_string();
    let read = |block| pencilmark_formats::parse("rules.md", &text(block)).expect("a puzzle");
    let puzzles: Vec<Puzzle> = blocks.map(read).collect();
    for (i, (puzzle, answer)) in puzzles.iter().zip(oracle.solutions(&puzzles, None)).enumerate() {
        assert_eq!((answer.len(), &answer), (1, &solved(puzzle)), "example {}", i + 1);
    }
}

#[test]
fn programs_stop_at_a_limit() {
    let blank = [Puzzle::sudoku(Grid::new(4, 4).expect("a grid"))];
    for oracle in [Oracle::SwiProlog, Oracle::Clingo, Oracle::MiniZinc] {
        let Some(oracle) = oracle.find("a limit") else { continue };
        assert_eq!(oracle.solutions(&blank, Some(2))[0].len(), 2);
    }
}

fn agrees_on_founding_puzzles(oracle: Oracle, names: &[&str]) {
    let Some(oracle) = oracle.find("founding puzzles") else { return };
    let puzzles: Vec<Puzzle> = names.iter().map(|name| founding::puzzle(name)).collect();
    let answers = oracle.solutions(&puzzles, None);
    for ((name, puzzle), answer) in names.iter().zip(&puzzles).zip(answers) {
        assert_eq!(solved(puzzle), answer, "{name}");
    }
}

#[test]
fn swi_prolog_on_founding_puzzles() {
    let from_the_documents = ["killer", "spoons", "irregular", "latin1", "latin2", "latin3"];
    agrees_on_founding_puzzles(Oracle::SwiProlog, &from_the_documents);
    let others = ["miracle", "arrow", "little-killer", "disjoint-groups", "latin-square-7"];
    agrees_on_founding_puzzles(Oracle::SwiProlog, &others);
}

/// All but the one with too many solutions.
#[test]
fn clingo_on_founding_puzzles() {
    let names: Vec<String> = founding::names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (countless, finite): (Vec<&str>, _) = names.iter().partition(|name| **name == "asp-givens");
    assert_eq!((countless.len(), finite.len()), (1, 14));
    agrees_on_founding_puzzles(Oracle::Clingo, &finite);
}
