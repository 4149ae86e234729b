//! Random solutions.
//!
//! **Bias.** Plain 9x9 grids: three boxes on the diagonal are filled evenly, the rest by one of
//! the first solutions at random; then digits, rows, columns and bands are exchanged at random.
//! So within a class of grids that are the same but for such exchanges every grid is equally
//! likely, but the classes are not: those that the solver reaches first come more often. Other
//! boards are filled by search with random values, which favours solutions in sparse parts of
//! the tree. For play nobody sees a difference; do not count classes with it.

use pencilmark_classic::Solver as Classic;
use pencilmark_kernel::search::{Limits, Search, SearchOptions};
use pencilmark_puzzle::Solver;

use crate::chance::Chance;

/// Solutions to choose from once three boxes are filled.
const FIRST: u64 = 16;

/// A filled plain 9x9 grid, row by row.
pub fn random_grid(chance: &mut Chance) -> [u8; 81] {
    let mut line = [b'.'; 81];
    for corner in [0, 30, 60] {
        for (place, digit) in chance.order(9).into_iter().enumerate() {
            line[corner + 9 * (place / 3) + place % 3] = b'1' + digit as u8;
        }
    }
    let mut found = Vec::new();
    Classic::new().each(&line, FIRST, |digits| found.push(digits.0));
    // Three boxes that do not see each other can always be completed.
    let Some(&grid) = chance.pick(&found) else { return [0; 81] };
    exchanged(&grid, chance)
}

/// The same grid with digits, rows, columns, bands and stacks exchanged, or on its side.
fn exchanged(grid: &[u8; 81], chance: &mut Chance) -> [u8; 81] {
    let lines = |chance: &mut Chance| -> Vec<usize> {
        let bands = chance.order(3);
        bands
            .into_iter()
            .flat_map(|b| chance.order(3).into_iter().map(move |l| 3 * b + l))
            .collect()
    };
    let (rows, columns, digits) = (lines(chance), lines(chance), chance.order(9));
    let turned = chance.happens(1, 2);
    std::array::from_fn(|at| {
        let (row, column) = (rows[at / 9], columns[at % 9]);
        let from = if turned { 9 * column + row } else { 9 * row + column };
        digits[usize::from(grid[from]) - 1] as u8 + 1
    })
}

/// A random solution of a board, if one is found soon.
pub(crate) fn random_solution(
    solver: &Solver,
    chance: &mut Chance,
    nodes: u64,
    limits: &Limits,
) -> Option<Vec<i64>> {
    let limits = Limits { nodes: Some(nodes), ..limits.clone() };
    let options = SearchOptions { limits, seed: Some(chance.seed()) };
    let found = Search::new(solver.model(), options).next_solution().ok()??;
    Some(found.values(&solver.lowered().cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_filled_properly_and_differ() {
        let mut seen = std::collections::HashSet::new();
        let mut corner = [0; 9];
        for attempt in 0..1800 {
            let grid = random_grid(&mut Chance::new(3, 0, attempt));
            for house in 0..9 {
                let row = |i: usize| 9 * house + i;
                let column = |i: usize| 9 * i + house;
                let square = |i: usize| 27 * (house / 3) + 3 * (house % 3) + 9 * (i / 3) + i % 3;
                for cells in [&row as &dyn Fn(usize) -> usize, &column, &square] {
                    let digits: u16 = (0..9).map(|i| 1 << grid[cells(i)]).sum();
                    assert_eq!(digits, 0b11_1111_1110);
                }
            }
            corner[usize::from(grid[0]) - 1] += 1;
            assert!(seen.insert(grid));
        }
        // Six standard deviations around 200.
        assert!(corner.iter().all(|n| (120..=280).contains(n)), "{corner:?}");
    }
}
