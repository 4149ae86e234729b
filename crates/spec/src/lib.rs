//! Test suites written by other people: puzzles, and Prolog programs ([`prolog`]).
//!
//! The suites are not part of this repository: [`data::folder`] says where they are looked
//! for. Each line of a suite of puzzles is a [`Record`]: a puzzle in the format of its authors,
//! read by the importer that users have, and what they know about its solutions.

pub mod asp;
mod clauses;
pub mod clock;
pub mod data;
pub mod founding;
pub mod oracle;
pub mod prolog;
mod record;
mod scratch;
mod solution;

pub use clauses::by_clauses;
pub use record::{Expected, Record, Unread, Verdict};
pub use solution::solution_digits;
