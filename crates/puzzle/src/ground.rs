//! The rows, columns and boxes that most puzzles on a grid begin with, lowered once.
//!
//! A thread keeps the grounds it built last. Puzzles with the same houses then share their
//! constraints and whatever the kernel found out about them. To keep what is never asked for
//! again would cost a single puzzle a third of its building, so a ground is made when its houses
//! are met for the second time.

use std::cell::RefCell;
use std::sync::Arc;

use pencilmark_kernel::{Constraint, Ground, Problem, VarId};

use crate::grid::Grid;
use crate::kinds;
use crate::lower::first_repeat;
use crate::puzzle::{Clue, Puzzle};

/// So many are kept. To fetch from main memory what was used long ago takes longer than to make it
/// anew.
const KEPT: usize = 4;

/// So many houses that were met lately are remembered.
const MET: usize = 8;

/// Fewer houses are not worth keeping.
const LEAST: usize = 4;

thread_local! {
    static GROUNDS: RefCell<Grounds> = const { RefCell::new(Grounds { kept: vec![], met: vec![] }) };
}

struct Grounds {
    /// Those that were asked for last come first.
    kept: Vec<Known>,
    /// Houses that were met, by a number that others hardly ever have, the last ones first.
    met: Vec<u64>,
}

struct Known {
    grid: Grid,
    /// The clues whose constraints the ground has, one for each.
    clues: Vec<Clue>,
    ground: Arc<Ground>,
}

/// What the first clues of a puzzle are lowered to, and how many they are; none if they are few or
/// new.
pub(crate) fn of(puzzle: &Puzzle) -> Option<(Arc<Ground>, usize)> {
    let houses = puzzle.clues.iter().take_while(|clue| is_house(clue)).count();
    let clues = &puzzle.clues[..houses];
    if houses < LEAST {
        return None;
    }
    GROUNDS.with_borrow_mut(|all| {
        let ground = all.find(&puzzle.grid, clues).or_else(|| all.make(puzzle, clues))?;
        Some((ground, houses))
    })
}

impl Grounds {
    fn find(&mut self, grid: &Grid, clues: &[Clue]) -> Option<Arc<Ground>> {
        let same = |(a, b): (&Clue, &Clue)| std::ptr::eq(a.kind, b.kind) && a.cells == b.cells;
        let fits = |known: &Known| {
            known.grid == *grid
                && known.clues.len() == clues.len()
                && known.clues.iter().zip(clues).all(same)
        };
        let at = self.kept.iter().position(fits)?;
        self.kept[..=at].rotate_right(1);
        Some(self.kept[0].ground.clone())
    }

    /// Makes the ground of houses that were met before.
    fn make(&mut self, puzzle: &Puzzle, clues: &[Clue]) -> Option<Arc<Ground>> {
        let number = number(&puzzle.grid, clues);
        if !self.met.contains(&number) {
            self.met.truncate(MET - 1);
            self.met.insert(0, number);
            return None;
        }
        let ground = made(puzzle, clues)?;
        let (grid, clues) = (puzzle.grid.clone(), clues.to_vec());
        self.kept.truncate(KEPT - 1);
        self.kept.insert(0, Known { grid, clues, ground: ground.clone() });
        Some(ground)
    }
}

/// A number for some houses of a grid, as good as never that of others.
fn number(grid: &Grid, clues: &[Clue]) -> u64 {
    let mut number = 0u64;
    let mut add = |n: u64| number = (number.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    [grid.cols() as u64, grid.lo() as u64, grid.hi() as u64].into_iter().for_each(&mut add);
    for clue in clues {
        add(clue.list(0).len() as u64);
        clue.list(0).iter().for_each(|cell| add(cell.index() as u64));
    }
    number
}

/// Only what is the same for many puzzles: regions are as good as never.
fn is_house(clue: &Clue) -> bool {
    [&kinds::ROW, &kinds::COLUMN, &kinds::BOX].iter().any(|kind| std::ptr::eq(*kind, clue.kind))
        && clue.cells.len() == 1
}

/// None if some clue is more, or less, than a list of cells that differ.
fn made(puzzle: &Puzzle, clues: &[Clue]) -> Option<Arc<Ground>> {
    let grid = &puzzle.grid;
    let mut problem = Problem::with_room(grid.size(), clues.len());
    let cells: Vec<VarId> = grid.cells().map(|_| problem.var(grid.lo(), grid.hi())).collect();
    for clue in clues {
        let list = clue.list(0);
        if list.len() < 2 || first_repeat(list).is_some() || clue.check(puzzle).is_err() {
            return None;
        }
        let vars = list.iter().map(|cell| cells.get(cell.index()).copied()).collect::<Option<_>>();
        let group = problem.group();
        problem.post(group, Constraint::Distinct(vars?));
    }
    Ground::new(problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CellId;
    use crate::lower::lower;

    #[test]
    fn houses_that_are_met_again_are_lowered_to_the_same() {
        let mut puzzle = Puzzle::sudoku(Grid::new(6, 6).expect("a grid"));
        puzzle.add_given(CellId::new(7), 3, None);
        assert!(of(&puzzle).is_none(), "met for the first time");
        let first = of(&puzzle).expect("met for the second time");
        let again = of(&puzzle).expect("known");
        assert!(Arc::ptr_eq(&first.0, &again.0));
        assert_eq!(first.1, 18);
        let upon = lower(&puzzle);
        GROUNDS.with_borrow_mut(|all| all.kept.clear());
        GROUNDS.with_borrow_mut(|all| all.met.clear());
        assert_eq!(lower(&puzzle), upon);
    }

    #[test]
    fn other_digits_and_other_houses_are_another_ground() {
        let grid = || Grid::new(4, 4).expect("a grid");
        let known = |puzzle: &Puzzle| (0..2).find_map(|_| of(puzzle)).expect("a ground").0;
        let plain = known(&Puzzle::sudoku(grid()));
        let wide = known(&Puzzle::sudoku(grid().with_digits(0, 3).expect("digits")));
        let mut rows = Puzzle::blank(grid());
        rows.add_rows(None);
        rows.add_columns(None);
        let rows = known(&rows);
        assert!(!Arc::ptr_eq(&plain, &wide) && !Arc::ptr_eq(&plain, &rows));
        assert!(Arc::ptr_eq(&plain, &known(&Puzzle::sudoku(grid()))));
    }
}
