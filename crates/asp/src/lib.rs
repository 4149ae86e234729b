//! Answer set programs as clingo reads them: text in, answer sets out.
//!
//! Text is parsed and grounded into a [`program::Program`], which is all that solving sees.

pub mod aspif;
pub mod program;
pub mod solve;
