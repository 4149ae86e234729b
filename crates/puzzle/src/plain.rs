//! Plain 9x9 Sudoku in whatever form it comes: what is said beside the houses is only which digits
//! a cell may hold. It goes to the solver that is made for that.

use std::cell::RefCell;

use pencilmark_classic::{Count, Digits};
use pencilmark_kernel::search::{Limits, Progress, Search, SearchOptions, Stats, Stop};

use crate::puzzle::{Clue, Name, Puzzle};
use crate::solve::{Filled, Solver};

/// For each cell the digits it may hold, the lowest bit for 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainMarks([u16; 81]);

/// The solutions of a plain grid, as many as were asked for.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) solutions: Vec<Filled>,
    /// Why there may be others, if not because enough are found.
    pub(crate) stopped: Option<Stop>,
    pub(crate) stats: Stats,
}

impl Found {
    /// The same, found after other guesses.
    fn after(mut self, guesses: u64) -> Found {
        self.stats.nodes += guesses;
        self
    }
}

/// Whether a puzzle is plain 9x9 Sudoku with some digits told or excluded. [`Solver`] then finds
/// a few solutions many times faster than those of others.
pub fn is_plain(puzzle: &Puzzle) -> bool {
    PlainMarks::of(puzzle).is_some()
}

/// A quarter of a millisecond of guesses: nearly every puzzle needs fewer.
const QUICK: u64 = 500;

/// Guesses of the model's search, which is slow and seldom goes astray.
const LED: u64 = 500;

/// Some ten milliseconds of guesses between two looks at the clock.
const PATIENCE: u64 = 1 << 14;

thread_local! {
    static SOLVER: RefCell<pencilmark_classic::Solver> =
        RefCell::new(pencilmark_classic::Solver::new());
}

impl PlainMarks {
    /// The marks of a puzzle, if there is nothing to it but rows, columns, boxes and what single
    /// cells may hold.
    pub(crate) fn of(puzzle: &Puzzle) -> Option<PlainMarks> {
        let grid = &puzzle.grid;
        let nine = (grid.rows(), grid.cols(), grid.lo(), grid.hi()) == (9, 9, 1, 9);
        if !nine || !puzzle.vars.is_empty() {
            return None;
        }
        let (mut marks, mut houses) = ([0b1_1111_1111; 81], 0u32);
        // Houses stand first, so a clue that is more than marks is met at once.
        for clue in puzzle.clues.iter().rev() {
            match clue.kind.name {
                "given" | "candidates" | "odd" | "even" => restrict(&mut marks, clue, puzzle)?,
                _ => houses |= 1 << house(clue)?,
            }
        }
        (houses == (1 << 27) - 1).then_some(PlainMarks(marks))
    }

    /// The solutions, up to `most`, within the limits.
    fn solutions(&self, most: u64, limits: &Limits) -> Found {
        let mut found = Found::default();
        let more = |count: &Count| {
            let (more, stop) = allowed(count, limits);
            found.stopped = stop;
            more
        };
        let solutions = &mut found.solutions;
        let see = |digits: Digits| {
            solutions.push(Filled { cells: digits.0.map(i64::from).into(), vars: vec![] });
        };
        let count = SOLVER.with_borrow_mut(|solver| solver.each_of_marks(&self.0, most, more, see));
        let Count { solutions, guesses: nodes, .. } = count;
        found.stats = Stats { nodes, solutions, ..Stats::default() };
        found
    }
}

impl Solver {
    /// The solutions of a plain grid, up to `most`, within the limits. A search that takes each
    /// guess in a flash may have begun with a bad one and never notice: then the model, whose
    /// search learns where it fails, is asked in between.
    pub(crate) fn plain_solutions(&self, marks: &PlainMarks, most: u64, limits: &Limits) -> Found {
        let within = |turn: u64, spent: u64| {
            let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(spent));
            Limits { nodes: Some(left.min(turn)), ..limits.clone() }
        };
        let is_over = |found: &Found| {
            let all = limits.nodes.is_some_and(|nodes| found.stats.nodes >= nodes);
            all || found.stopped != Some(Stop::Nodes)
        };
        let quick = marks.solutions(most, &within(QUICK, 0));
        if is_over(&quick) {
            return quick;
        }
        let spent = quick.stats.nodes;
        let led = self.led(most, within(LED, spent)).after(spent);
        if is_over(&led) {
            return led;
        }
        let spent = led.stats.nodes;
        marks.solutions(most, &within(u64::MAX, spent)).after(spent)
    }

    /// The same by the model's search.
    fn led(&self, most: u64, limits: Limits) -> Found {
        let mut search = Search::new(self.model(), SearchOptions { limits, ..Default::default() });
        let mut found = Found::default();
        while (found.solutions.len() as u64) < most {
            match search.next_solution() {
                Ok(Some(solution)) => found.solutions.push(self.filled(&solution)),
                Ok(None) => break,
                Err(stop) => {
                    found.stopped = Some(stop);
                    break;
                }
            }
        }
        found.stats = search.stats();
        found
    }
}

/// How many guesses may be made before the limits are looked at again, or why there may be none.
fn allowed(count: &Count, limits: &Limits) -> (u64, Option<Stop>) {
    if let (Some(hear), true) = (&limits.progress, count.guesses > 0) {
        hear(Progress { nodes: count.guesses, solutions: count.solutions, fraction: 0.0 });
    }
    let left = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(count.guesses));
    match limits.check() {
        Ok(()) if left == 0 => (0, Some(Stop::Nodes)),
        Ok(()) => (left.min(PATIENCE), None),
        Err(stop) => (0, Some(stop)),
    }
}

/// Leaves only what a clue about single cells allows.
fn restrict(marks: &mut [u16; 81], clue: &Clue, puzzle: &Puzzle) -> Option<()> {
    if let Some((cell, digit)) = clue.as_given() {
        marks[cell.index()] &= mark(digit);
        return Some(());
    }
    for formula in clue.meaning(puzzle) {
        let [Name::Cell(cell)] = formula.variables()[..] else { return None };
        let digits = (1..=9).filter(|digit| formula.eval(&|_| *digit));
        marks[cell.index()] &= digits.map(mark).sum::<u16>();
    }
    Some(())
}

/// The bit of a digit; none of one that is in no cell.
fn mark(digit: i64) -> u16 {
    if (1..=9).contains(&digit) { 1 << (digit - 1) } else { 0 }
}

/// Which of the 27 houses of a plain grid a clue is.
fn house(clue: &Clue) -> Option<usize> {
    let cells = clue.list(0);
    let first = cells.first()?.index();
    let (row, column) = (first / 9, first % 9);
    let (number, cell): (usize, fn(usize, usize) -> usize) = match clue.kind.name {
        "row" => (row, |first, i| first + i),
        "column" => (9 + column, |first, i| first + 9 * i),
        "box" | "region" => (18 + row + column / 3, |first, i| first + 9 * (i / 3) + i % 3),
        _ => return None,
    };
    let starts = match number {
        0..9 => column == 0,
        9..18 => row == 0,
        _ => row % 3 == 0 && column % 3 == 0,
    };
    let whole = cells.len() == 9 && (0..9).all(|i| cells[i].index() == cell(first, i));
    (starts && whole).then_some(number)
}

#[cfg(test)]
mod tests {
    use pencilmark_kernel::search::{Limits, Stop};

    use super::{LED, PlainMarks, QUICK};
    use crate::grid::{CellId, Grid};
    use crate::kinds;
    use crate::lower;
    use crate::puzzle::{Clue, Puzzle};
    use crate::solve::{Filled, Settings, Solver, Status};

    fn add(puzzle: &mut Puzzle, kind: &str, cells: &[usize], numbers: &[i64]) {
        let clue = Clue::new(kinds::find(kind).expect("a kind"));
        let clue = numbers.iter().fold(clue, |clue, &number| clue.number(number));
        puzzle.add(clue.over(cells.iter().map(|&cell| CellId::new(cell)).collect::<Vec<_>>()));
    }

    /// A small generator of random numbers.
    fn below(seed: &mut u64, n: u64) -> usize {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((*seed >> 33) % n) as usize
    }

    /// Some cells told, odd, even or with some candidates only, true in one grid or nearly so.
    fn random(seed: &mut u64) -> Puzzle {
        let digit = |cell: usize| (3 * (cell / 9) + cell / 27 + cell % 9) as i64 % 9 + 1;
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        for cell in 0..81 {
            let digit = if below(seed, 120) == 0 { below(seed, 9) as i64 + 1 } else { digit(cell) };
            match below(seed, 9) {
                0..3 => puzzle.add_given(CellId::new(cell), digit, None),
                3 => add(&mut puzzle, if digit % 2 == 0 { "even" } else { "odd" }, &[cell], &[]),
                4 => {
                    let other = below(seed, 9) as i64 + 1;
                    add(&mut puzzle, "candidates", &[cell], &[digit, other]);
                }
                _ => {}
            }
        }
        puzzle
    }

    fn sorted(mut found: Vec<Filled>) -> Vec<Filled> {
        found.sort();
        found
    }

    #[test]
    fn marks_give_what_the_model_gives() {
        let (mut seed, mut seen) = (1, [0; 3]);
        for _ in 0..60 {
            let puzzle = random(&mut seed);
            let solver = Solver::new(&puzzle, Settings::default());
            let answer = solver.solve(900);
            assert!(solver.plain().is_some());
            let model = solver.solutions().take(900).collect::<Result<Vec<_>, _>>().unwrap();
            assert_eq!(sorted(answer.solutions.clone()), sorted(model.clone()));
            assert_eq!(solver.count(900).count, model.len() as u64);
            assert_eq!(answer.complete, model.len() < 900);
            seen[model.len().min(2)] += 1;
        }
        assert!(seen.iter().all(|&times| times > 3), "none, one and several: {seen:?}");
    }

    #[test]
    fn nothing_but_marks_is_plain() {
        let plain = |change: fn(&mut Puzzle)| {
            let mut puzzle = Puzzle::sudoku(Grid::nine());
            change(&mut puzzle);
            PlainMarks::of(&puzzle).is_some()
        };
        assert!(plain(|_| {}));
        assert!(plain(|puzzle| add(puzzle, "odd", &[0, 5, 80], &[])));
        assert!(!plain(|puzzle| add(puzzle, "greater", &[0, 1], &[])));
        assert!(!plain(|puzzle| add(
            puzzle,
            "diagonal",
            &[0, 10, 20, 30, 40, 50, 60, 70, 80],
            &[]
        )));
        assert!(!plain(|puzzle| drop(puzzle.clues.remove(12))));
        assert!(!plain(|puzzle| puzzle.clues[20].cells[0].swap(0, 3)));
        assert!(PlainMarks::of(&Puzzle::sudoku(Grid::new(6, 6).unwrap())).is_none());
    }

    #[test]
    fn limits_are_kept() {
        let puzzle = Puzzle::sudoku(Grid::nine());
        let marks = PlainMarks::of(&puzzle).expect("plain");
        let limits = Limits { nodes: Some(20), ..Limits::default() };
        let found = marks.solutions(u64::MAX, &limits);
        assert_eq!((found.stats.nodes, found.stopped), (20, Some(Stop::Nodes)));
        let late = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
        assert_eq!(marks.solutions(u64::MAX, &late).stopped, Some(Stop::Time));
        let settings = Settings { limits, ..Settings::default() };
        assert_eq!(Solver::new(&puzzle, settings).solve(2).status, Status::Unknown);
    }

    /// Where the first guess is bad and solutions are many, the model finds two.
    #[test]
    fn a_search_that_goes_astray_is_helped() {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        let line =
            ".....6....59.....82....8....45........3........6..3.54...325..6..................";
        for (cell, digit) in line.bytes().enumerate().filter(|(_, byte)| *byte != b'.') {
            puzzle.add_given(CellId::new(cell), i64::from(digit - b'0'), None);
        }
        let solver = Solver::new(&puzzle, Settings::default());
        let marks = solver.plain().expect("plain");
        assert!(marks.solutions(2, &Limits::default()).stats.nodes > 10 * (QUICK + LED));
        let answer = solver.solve(2);
        assert_eq!(answer.status, Status::Multiple);
        assert!(answer.stats.nodes <= QUICK + LED);
    }

    #[test]
    fn a_plain_puzzle_is_lowered_when_somebody_asks_for_it() {
        let mut puzzle = Puzzle::sudoku(Grid::nine());
        puzzle.add_given(CellId::new(3), 4, None);
        let solver = Solver::new(&puzzle, Settings::default());
        assert_eq!(*solver.lowered(), lower(&puzzle));
    }
}
