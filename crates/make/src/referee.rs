//! Whether some givens leave one solution: asked dozens of times for each puzzle, so the board
//! is compiled once and only givens change.

use pencilmark_classic::Solver as Classic;
use pencilmark_kernel::search::Limits;
use pencilmark_puzzle::{Grid, Puzzle, Settings, Solver, Status};

/// What some givens leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// One solution.
    Unique,
    /// Another one besides the one they were taken from.
    Other(Vec<i64>),
    /// None at all.
    None,
    /// It takes too long to tell.
    Unknown,
}

/// Tells what givens leave on one board.
pub(crate) enum Referee {
    /// Rows, columns and boxes.
    Plain(Classic),
    /// Any other.
    General(Box<Solver>),
}

/// A puzzle that takes more nodes than this is not one that people solve.
const NODES: u64 = 300;

impl Referee {
    pub(crate) fn new(board: &Puzzle, limits: &Limits) -> Referee {
        if is_plain(board) {
            return Referee::Plain(Classic::new());
        }
        let limits = Limits { nodes: Some(NODES), ..limits.clone() };
        let settings = Settings { limits, ..Settings::default() };
        Referee::General(Box::new(Solver::new(board, settings)))
    }

    /// What is left of the solutions if only these cells of one are shown.
    pub(crate) fn verdict(&mut self, solution: &[i64], shown: &[bool]) -> Verdict {
        match self {
            Referee::Plain(solver) => {
                let mut line = [b'.'; 81];
                for (at, cell) in line.iter_mut().enumerate().filter(|(at, _)| shown[*at]) {
                    *cell = b'0' + solution[at] as u8;
                }
                let mut other = None;
                let count = solver.each(&line, 2, |found| {
                    let found = found.0.map(i64::from);
                    if found[..] != *solution {
                        other = Some(found.to_vec());
                    }
                });
                match (count.solutions, other) {
                    (0, _) => Verdict::None,
                    (_, Some(other)) => Verdict::Other(other),
                    _ => Verdict::Unique,
                }
            }
            Referee::General(solver) => {
                let cells = &solver.lowered().cells;
                let givens: Vec<_> = (0..cells.len())
                    .filter(|&at| shown[at])
                    .map(|at| (cells[at], solution[at]))
                    .collect();
                let answer = solver.solve_with(2, &givens, |_| {});
                let other = answer.solutions.into_iter().map(|f| f.cells).find(|c| c != solution);
                match (answer.status, other) {
                    (_, Some(other)) => Verdict::Other(other),
                    (Status::Unique, _) => Verdict::Unique,
                    (Status::None, _) => Verdict::None,
                    // Two fillings of the variables outside the grid are one solution to a person,
                    // but not to those who count.
                    (Status::Multiple | Status::Unknown, _) => Verdict::Unknown,
                }
            }
        }
    }

    pub(crate) fn is_unique(&mut self, solution: &[i64], shown: &[bool]) -> bool {
        self.verdict(solution, shown) == Verdict::Unique
    }
}

/// Whether a board has the houses of plain Sudoku and nothing else.
pub(crate) fn is_plain(board: &Puzzle) -> bool {
    let plain = Puzzle::sudoku(Grid::nine());
    board.grid == plain.grid && board.vars.is_empty() && board.clues == plain.clues
}
