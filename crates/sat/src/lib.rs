//! A conflict-driven clause engine, with weighted sums and theories beside the clauses.
//!
//! [`Solver`] holds variables, clauses and linear constraints and answers
//! [`Solver::solve`], under assumptions if wanted, with a model or a core. A [`Theory`]
//! takes part in propagation and explains what it implied when it is asked.
//! [`Solver::next_model`] goes on to the next model without adding clauses, and
//! [`optimize`] looks for models of least cost.
//!
//! ```
//! use pencilmark_sat::{Answer, Limits, Solver};
//!
//! let mut solver = Solver::new();
//! let (a, b) = (solver.new_var().lit(), solver.new_var().lit());
//! solver.add_clause(&[a, b]);
//! solver.add_clause(&[!a, !b]);
//! assert_eq!(solver.solve(&[a], &Limits::none()), Answer::Sat);
//! assert!(solver.is_true(a) && !solver.is_true(b));
//! assert_eq!(solver.solve(&[a, b], &Limits::none()), Answer::Unsat);
//! assert_eq!(solver.unsat_core().len(), 2);
//! ```
//!
//! Invariants: the same calls give the same answers in the same order, unless a clock or a
//! flag stops a search, and then the answer is [`Answer::Unknown`]. Nothing prints.

mod analyze;
mod build;
mod clause;
mod cliques;
mod components;
mod core;
mod decide;
mod encode;
mod enumerate;
mod lift;
mod limits;
mod linear;
mod lit;
mod matching;
pub mod optimize;
mod propagate;
mod puzzle;
mod reduce;
mod restart;
mod solver;
mod sums;
mod theory;

pub use components::strong_components;
pub use core::{Search, Stats};
pub use lift::Lifted;
pub use limits::Limits;
pub use linear::{LinearId, Overflow};
pub use lit::{Lit, Var};
pub use puzzle::{Ended, PuzzleSolver};
pub use solver::{Answer, Solver, Step};
pub use theory::{Conflict, Theory};
