//! Pencilmark solves Sudoku and its variants.
//!
//! A puzzle in five lines:
//!
//! ```
//! use pencilmark::{Settings, Solver, Status, parse};
//! let puzzle = parse("thermometers", "grid 4\nthermo r1c1-4\nthermo r3c4-1").unwrap();
//! let answer = Solver::new(&puzzle, Settings::default()).solve(1);
//! assert_eq!(answer.status, Status::Unique);
//! assert_eq!(answer.solutions[0].cells[..8], [1, 2, 3, 4, 3, 4, 1, 2]);
//! ```
//!
//! The same [`Solver`] tells how many solutions there are ([`Solver::count`]), which digits
//! occur in any of them ([`Solver::candidates`]) and, if there is none, which clues
//! contradict each other ([`Solver::contradiction`]):
//!
//! ```
//! use pencilmark::{Settings, Solver, parse};
//!
//! let text = "grid 4\ncage 3 r1c1-2\ncage 4 r1c3-4\n";
//! let puzzle = parse("cages", text).unwrap();
//! let solver = Solver::new(&puzzle, Settings::default());
//! let why = solver.contradiction().unwrap().expect("a row of 4 adds up to 10");
//! let words: Vec<_> = why.clues.iter().map(|&i| puzzle.clues[i].words(&puzzle)).collect();
//! assert!(words.contains(&"row 1".to_string()), "{words:?}");
//! ```
//!
//! A puzzle need not be text: [`Puzzle`] is plain data, see its crate, [`puzzle`]. Below it
//! stand [`kernel`], which solves and knows no grids, and beside it [`formats`], which reads
//! and writes and never solves. The command `pencilmark` is a thin layer over all three.

pub use pencilmark_asp as asp;
pub use pencilmark_classic as classic;
pub use pencilmark_draw as draw;
pub use pencilmark_formats as formats;
pub use pencilmark_kernel as kernel;
pub use pencilmark_logic as logic;
pub use pencilmark_make as make;
pub use pencilmark_puzzle as puzzle;

pub use pencilmark_formats::{ClassicLine, Diagnostic, parse, puzzles, write};
pub use pencilmark_kernel::search::{Candidates, Count, Limits, Progress, Stats, Stop};
pub use pencilmark_kernel::{CompileOptions, DeriveOptions, Strength};
pub use pencilmark_puzzle::{
    Answer, CellId, Clue, Contradiction, Filled, Grid, Puzzle, Settings, Solver, Status, is_plain,
};
