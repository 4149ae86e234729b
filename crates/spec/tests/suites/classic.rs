//! Plain 81-character puzzles, with one model for all of them.

use pencilmark_formats::ClassicLine;
use pencilmark_puzzle::{Answer, Settings, Solver, Status};
use pencilmark_spec::data::{find, puzzle_lines, tell};

use crate::brute;

/// How many lines of each file are solved.
const SAMPLE: usize = 300;

/// Shows each sampled line and its answer to the test.
fn each(path: &str, test: impl Fn(&str, &Answer)) {
    let Some(file) = find(path) else { return };
    let skeleton = ClassicLine::skeleton(9).unwrap();
    let solver = Solver::new(&skeleton, Settings::default());
    let lines = puzzle_lines(&file).unwrap();
    let sample = &lines[..lines.len().min(SAMPLE)];
    for line in sample {
        let givens = ClassicLine::parse(path, 1, line).unwrap().givens;
        let given = givens.iter().zip(&solver.lowered().cells).filter(|(d, _)| **d > 0);
        let given: Vec<_> = given.map(|(&d, &var)| (var, i64::from(d))).collect();
        test(line, &solver.solve_with(2, &given, |_| {}));
    }
    tell(&format!("{path}: {} of {} lines", sample.len(), lines.len()));
}

fn unique(path: &str) {
    each(path, |line, answer| {
        assert_eq!(answer.status, Status::Unique, "{path}: {line}");
        let solution = &answer.solutions[0].cells;
        let kept = line
            .chars()
            .zip(solution)
            .all(|(c, &d)| c.to_digit(10).is_none_or(|given| given == 0 || i64::from(given) == d));
        assert!(kept && is_solved(solution), "{path}: {line}");
    });
}

fn several(path: &str) {
    each(path, |line, answer| {
        assert_eq!(answer.status, Status::Multiple, "{path}: {line}");
        assert_ne!(answer.solutions[0], answer.solutions[1]);
        assert!(answer.solutions.iter().all(|s| is_solved(&s.cells)), "{path}: {line}");
    });
}

/// Whether every row, column and box has all digits.
fn is_solved(cells: &[i64]) -> bool {
    let house = |place: &dyn Fn(usize) -> usize| {
        (0..9).fold(0, |bits, i| bits | 1 << cells[place(i)]) == 0b11_1111_1110
    };
    (0..9).all(|h| {
        let corner = h / 3 * 27 + h % 3 * 3;
        house(&|i| 9 * h + i) && house(&|i| 9 * i + h) && house(&|i| corner + i / 3 * 9 + i % 3)
    })
}

#[test]
fn seventeen_clues() {
    unique("classic/17clue_20k.txt");
}

#[test]
fn hardest() {
    unique("classic/hardest_1106_375.txt");
    unique("classic/hardest_1905_11plus_20k.txt");
}

#[test]
fn magictour() {
    unique("classic/magictour_top1465.txt");
}

#[test]
fn random_minimal() {
    unique("classic/random_minimal.txt");
}

#[test]
fn easy() {
    unique("classic/easy_naked_singles.txt");
}

#[test]
fn norvig() {
    unique("classic/norvig_top95.txt");
    unique("classic/norvig_hardest11.txt");
}

#[test]
fn two_solutions() {
    several("classic/two_solutions.txt");
}

/// These have fifty solutions and more.
#[test]
fn serg() {
    several("classic/serg_benchmark_10k.txt");
}

#[test]
fn mutated_puzzles_agree_with_brute_force() {
    each("classic/mutated.txt", |line, answer| {
        let known = brute::solutions(line, 2);
        let status = [Status::None, Status::Unique, Status::Multiple][known.len()];
        assert_eq!(answer.status, status, "{line}");
        if status == Status::Unique {
            assert_eq!(answer.solutions[0].cells, known[0], "{line}");
        }
    });
}
