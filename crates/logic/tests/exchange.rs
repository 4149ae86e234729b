//! Loops and graves on boards with more than rows, columns and boxes: whatever is said to be
//! exchangeable is, in many solutions of puzzles that have many.

use pencilmark_logic::find::{self, View};
use pencilmark_logic::{Board, Each, Mark, Marks, Pattern, Technique};
use pencilmark_puzzle::{Settings, Solver};

const BOARDS: [&str; 3] = [
    "grid 6\ndiagonals\n",
    "grid 6\nregions\n AABBCC\n AABBCC\n ABBCCF\n ADDEEF\n DDEEFF\n DDEEFF\n",
    "grid 6\nthermo r1c1 r2c1 r3c1\ndiagonal +\n",
];
/// Solutions of a board that are looked at.
const SOLUTIONS: u64 = 4000;
/// States of each board: what some of its solutions have.
const STATES: usize = 200;
/// Solutions near one of which some are taken.
const NEAR: usize = 16;

/// Solutions of a puzzle, as digits from 0.
fn solutions(board: &Board) -> Vec<Vec<usize>> {
    let answer = Solver::new(&board.puzzle, Settings::default()).solve(SOLUTIONS);
    let digit = |&value: &i64| board.digit(value).expect("a digit of the grid");
    answer.solutions.iter().map(|one| one.cells.iter().map(digit).collect()).collect()
}

/// The marks of some solutions, and no others.
fn marks_of(board: &Board, some: &[&Vec<usize>]) -> Marks {
    let mut marks = Marks::start(board);
    for cell in 0..board.cells {
        let own = some.iter().fold(0u64, |all, one| all | 1 << one[cell]);
        for digit in Each(marks.of[cell] & !own).collect::<Vec<_>>() {
            marks.erase(board, Mark { cell, digit });
        }
        if let (true, None) = (own.is_power_of_two(), marks.value[cell]) {
            marks.place(board, Mark { cell, digit: own.trailing_zeros() as usize });
        }
    }
    marks
}

#[test]
fn what_a_loop_or_a_grave_exchanges_is_another_solution() {
    use Technique::{Bug2, Bug3, Bug4, BugPlusOne};
    use Technique::{UniqueLoop1, UniqueLoop2, UniqueLoop3, UniqueLoop4};
    use Technique::{UniquenessTest1, UniquenessTest2, UniquenessTest3, UniquenessTest4};
    let (mut seed, mut tally) = (1u64, vec![]);
    for text in BOARDS {
        let puzzle = pencilmark_formats::parse("board", text).expect("a puzzle");
        let board = Board::new(&puzzle);
        let all = solutions(&board);
        let (mut loops, mut graves) = (0, 0);
        assert!(all.len() > 20, "{} solutions", all.len());
        let mut next = |n: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        for _ in 0..STATES {
            // Solutions that are alike have patterns in common.
            let first = &all[next(all.len())];
            let apart = |one: &&Vec<usize>| one.iter().zip(first).filter(|(a, b)| a != b).count();
            let mut near: Vec<&Vec<usize>> = all.iter().collect();
            near.sort_by_cached_key(apart);
            let some: Vec<&Vec<usize>> = (0..3 + next(3)).map(|_| near[next(NEAR)]).collect();
            let marks = marks_of(&board, &some);
            if marks.is_broken() {
                continue;
            }
            let view = View { board: &board, marks: &marks };
            let kinds = [
                [UniqueLoop1, UniqueLoop2, UniqueLoop3, UniqueLoop4],
                [UniquenessTest1, UniquenessTest2, UniquenessTest3, UniquenessTest4],
                [BugPlusOne, Bug2, Bug3, Bug4],
            ];
            for technique in kinds.into_iter().flatten() {
                for found in find::all(view, technique) {
                    let fits = |one: &&Vec<usize>| {
                        (0..board.cells).all(|c| marks.left_of(c) >> one[c] & 1 == 1)
                    };
                    for one in all.iter().filter(fits) {
                        let mut other = one.clone();
                        match &found.pattern {
                            Pattern::Deadly { cells, digits, .. } => {
                                if cells.iter().any(|&c| digits >> one[c] & 1 == 0) {
                                    continue;
                                }
                                let swap = |d: usize| (digits & !(1 << d)).trailing_zeros();
                                cells.iter().for_each(|&c| other[c] = swap(one[c]) as usize);
                                loops += usize::from(technique >= UniqueLoop1);
                            }
                            Pattern::Grave { extra, .. } => {
                                if extra.iter().any(|m| one[m.cell] == m.digit) {
                                    continue;
                                }
                                for cell in marks.open {
                                    let own = extra.iter().filter(|m| m.cell == cell);
                                    let gone = own.fold(0u64, |all, m| all | 1 << m.digit);
                                    let rest = marks.of[cell] & !gone & !(1 << one[cell]);
                                    other[cell] = rest.trailing_zeros() as usize;
                                }
                                graves += 1;
                            }
                            pattern => panic!("{pattern:?}"),
                        }
                        assert!(holds(&board, &other), "{text}{}", found.technique.name());
                    }
                }
            }
        }
        tally.push((loops, graves));
    }
    assert!(tally.iter().all(|(loops, graves)| *loops > 0 && *graves > 0), "{tally:?}");
}

/// Whether digits keep every constraint of a board.
fn holds(board: &Board, digits: &[usize]) -> bool {
    let cells = &board.lowered.cells;
    let value = |var| {
        let cell = cells.iter().position(|v| *v == var).expect("a cell");
        board.value(digits[cell])
    };
    let mut posted = board.lowered.problem.posted().iter();
    posted.all(|posted| posted.constraint.holds(&value))
}
