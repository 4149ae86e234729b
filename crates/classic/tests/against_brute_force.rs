//! The fast solver against a slow one that is easy to believe, and its two twins against
//! each other.

use pencilmark_classic::{Count, Digits, Solver};

/// A small generator of random numbers (xorshift).
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// All solutions up to a limit: the emptiest choice first, every digit tried.
fn brute_force(line: &[u8; 81], limit: usize) -> Vec<Digits> {
    fn fits(cells: &[u8; 81], at: usize, digit: u8) -> bool {
        (0..81).filter(|&other| other != at && cells[other] == digit).all(|other| {
            let (r, c, row, column) = (at / 9, at % 9, other / 9, other % 9);
            r != row && c != column && (r / 3, c / 3) != (row / 3, column / 3)
        })
    }
    fn go(cells: &mut [u8; 81], limit: usize, found: &mut Vec<Digits>) {
        let choices = |at: usize| (1..=9).filter(|&d| fits(cells, at, d)).collect::<Vec<u8>>();
        let empty = (0..81).filter(|&at| cells[at] == 0).map(|at| (choices(at), at));
        let Some((digits, at)) = empty.min_by_key(|(digits, _)| digits.len()) else {
            return found.push(Digits(*cells));
        };
        for digit in digits {
            cells[at] = digit;
            go(cells, limit, found);
            cells[at] = 0;
            if found.len() >= limit {
                return;
            }
        }
    }
    let mut cells = line.map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { 0 });
    let mut found = Vec::new();
    if (0..81).all(|at| cells[at] == 0 || fits(&cells, at, cells[at])) {
        go(&mut cells, limit, &mut found);
    }
    found
}

fn all(solver: &mut Solver, line: &[u8; 81], limit: u64) -> (Vec<Digits>, Count) {
    let mut found = Vec::new();
    let count = solver.each(line, limit, |digits| found.push(digits));
    (found, count)
}

fn line(text: &str) -> [u8; 81] {
    text.as_bytes().try_into().expect("81 characters")
}

/// A solved grid with its digits, rows, columns, bands and stacks mixed.
fn random_grid(rng: &mut Rng) -> [u8; 81] {
    let mut shuffled = |n: usize| {
        let mut list: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| list.swap(i, rng.below(i + 1)));
        list
    };
    let digits = shuffled(9);
    let mut lines = || -> Vec<usize> {
        let bands = shuffled(3);
        bands.into_iter().flat_map(|b| shuffled(3).into_iter().map(move |r| 3 * b + r)).collect()
    };
    let (rows, columns) = (lines(), lines());
    std::array::from_fn(|at| {
        let (r, c) = (rows[at / 9], columns[at % 9]);
        b'1' + digits[(3 * (r % 3) + r / 3 + c) % 9] as u8
    })
}

/// The solutions among those of the givens that have none but these digits.
fn within(found: Vec<Digits>, marks: &[u16; 81]) -> Vec<Digits> {
    let fits = |digits: &Digits| (0..81).all(|at| marks[at] >> (digits.0[at] - 1) & 1 != 0);
    found.into_iter().filter(fits).collect()
}

#[test]
fn marks_leave_the_solutions_that_have_no_others() {
    let mut rng = Rng(0x2545_f491_4f6c_dd1d);
    let (mut fewer, mut none) = (0, 0);
    for _ in 0..60 {
        let grid = random_grid(&mut rng);
        let mut clues = grid;
        (0..81).filter(|_| rng.below(2) > 0).for_each(|at| clues[at] = b'.');
        let every = brute_force(&clues, 200);
        if every.len() == 200 {
            continue;
        }
        // Some of the empty cells may not hold some of the digits, one of the grid's perhaps.
        let marks: [u16; 81] = std::array::from_fn(|at| match clues[at] {
            b'.' if rng.below(3) == 0 => rng.below(512) as u16 | 1 << (grid[at] - b'1'),
            b'.' if rng.below(60) == 0 => rng.below(512) as u16,
            b'.' => 0b1_1111_1111,
            digit => 1 << (digit - b'1'),
        });
        let mut expected = within(every.clone(), &marks);
        expected.sort_by_key(|digits| digits.0);
        for mut solver in [Solver::new(), Solver::portable()] {
            let mut found = Vec::new();
            let count = solver.each_of_marks(&marks, 200, |_| 7, |digits| found.push(digits));
            found.sort_by_key(|digits| digits.0);
            assert_eq!((&found, count.gave_up), (&expected, false));
            assert_eq!(count.solutions, expected.len() as u64);
        }
        fewer += usize::from(expected.len() < every.len());
        none += usize::from(expected.is_empty());
    }
    assert!(fewer > 10 && none > 2, "marks that say something: {fewer}, {none}");
}

#[test]
fn no_more_guesses_are_made_than_are_allowed() {
    let marks = [0b1_1111_1111; 81];
    let mut asked = Vec::new();
    let more = |count: &Count| {
        asked.push(count.guesses);
        if count.guesses < 30 { 10 } else { 0 }
    };
    let count = Solver::new().each_of_marks(&marks, u64::MAX, more, |_| {});
    assert!(count.gave_up);
    assert_eq!((count.guesses, asked), (30, vec![0, 10, 20, 30]));
}

#[test]
fn finds_what_brute_force_finds() {
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let mut seen = [0; 3];
    for round in 0..400 {
        let mut puzzle = random_grid(&mut rng);
        for _ in 0..70 {
            let at = rng.below(81);
            if puzzle.iter().filter(|&&b| b != b'.').count() > 24 {
                puzzle[at] = b'.';
            }
        }
        // Every third puzzle gets a digit that need not fit.
        if round % 3 == 0 {
            puzzle[rng.below(81)] = b'1' + rng.below(9) as u8;
        }
        let mut expected = brute_force(&puzzle, 200);
        let (mut found, count) = all(&mut Solver::new(), &puzzle, 200);
        seen[expected.len().min(2)] += 1;
        assert_eq!(found.len() as u64, count.solutions);
        if expected.len() < 200 {
            expected.sort_by_key(|d| d.0);
            found.sort_by_key(|d| d.0);
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(&puzzle));
        } else {
            assert_eq!(found.len(), 200);
        }
    }
    assert!(seen.iter().all(|&n| n > 15), "none, one and several: {seen:?}");
}

#[test]
fn the_twins_search_the_same_tree() {
    let mut rng = Rng(77);
    let (mut fast, mut portable) = (Solver::new(), Solver::portable());
    for _ in 0..300 {
        let mut puzzle = random_grid(&mut rng);
        (0..90).for_each(|_| puzzle[rng.below(81)] = b'0');
        assert_eq!(all(&mut fast, &puzzle, 20), all(&mut portable, &puzzle, 20));
    }
}

#[test]
fn clues_that_clash_have_no_solution() {
    for (a, b) in [(0, 1), (0, 8), (0, 72), (0, 10), (0, 20), (40, 50), (79, 80), (3, 75)] {
        let mut puzzle = [b'.'; 81];
        (puzzle[a], puzzle[b]) = (b'9', b'9');
        assert_eq!(Solver::new().count(&puzzle, 2).solutions, 0, "cells {a} and {b}");
        puzzle[b] = b'8';
        assert_eq!(Solver::new().count(&puzzle, 2).solutions, 2, "cells {a} and {b}");
    }
}

#[test]
fn a_limit_is_kept() {
    let empty = [b'.'; 81];
    for limit in [0, 1, 2, 1000] {
        assert_eq!(Solver::new().count(&empty, limit).solutions, limit);
    }
}

#[test]
fn known_puzzles() {
    // Arto Inkala's of 2010, and one of Gordon Royle's with 17 clues.
    let hard = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
    let solved =
        "145327698839654127672918543496185372218473956753296481367542819984761235521839764";
    let (solution, count) = Solver::new().solve(&line(hard));
    assert_eq!((count.solutions, solution), (1, Some(Digits(line(solved).map(|b| b - b'0')))));
    let royle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    assert_eq!(Solver::new().count(&line(royle), 2).solutions, 1);
}
