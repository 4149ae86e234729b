//! Sudoku puzzles and their variants as plain data.
//!
//! A [`Puzzle`] is a [`Grid`] and a list of [`Clue`]s. Every clue has a [`Kind`], and every
//! kind is one entry of one table ([`kinds`]): name, syntax, meaning, kernel constraints,
//! words. [`lower()`] turns a puzzle into a kernel problem; [`prolog_goals`] and [`asp_rules`] turn
//! clues into programs for other systems; [`brute_force`] finds its solutions slowly and by
//! definition, to hold the fast solver to account.
//!
//! Invariants: a puzzle holds no solver state and knows no files; only a kind's own entry
//! knows what the kind means.
//!
//! ```
//! use pencilmark_puzzle::{Grid, Puzzle, lower};
//!
//! let mut puzzle = Puzzle::sudoku(Grid::nine());
//! let cell = puzzle.grid.cell(0, 4).unwrap();
//! puzzle.add_given(cell, 7, None);
//! assert_eq!(puzzle.clues.last().unwrap().words(&puzzle), "the given 7 in r1c5");
//! assert_eq!(lower(&puzzle).cells.len(), 81);
//! ```

mod asp;
mod brute;
mod drawing;
mod flaw;
mod formula_text;
mod grid;
mod ground;
mod kind;
pub mod kinds;
mod lower;
mod machine;
mod plain;
mod prolog;
mod puzzle;
#[doc(hidden)]
pub mod random;
mod regex;
mod relation;
mod solve;
mod span;
mod symmetry;

pub use asp::{ASP_DEFINED, asp_rules};
pub use brute::{brute_force, brute_force_within};
pub use drawing::{Drawing, End, Frame, Mark, Text};
pub use flaw::{Flaw, Part};
pub use formula_text::{formula_text, touching_sides};
pub use grid::{CellId, Grid};
pub use kind::{Arg, Kind, Shape, Tool};
pub use lower::{Lower, Lowered, lower};
pub use plain::is_plain;
pub use prolog::{prolog_goals, prolog_variable, to_prolog_term, to_prolog_term_of};
pub use puzzle::{Clue, Layer, Name, NamedVar, Origin, Puzzle, VALUE};
pub use regex::regex;
pub use relation::relation_told;
pub use solve::{Answer, Contradiction, Filled, Settings, Solver, Status};
