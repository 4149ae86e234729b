//! Answer set programs as clingo reads them: text in, answer sets out.
//!
//! Text is parsed ([`parser`]), rewritten and checked, and grounded into a
//! [`program::Program`], which is all that solving sees. [`load::Reader`] is the door.

pub mod aspif;
pub mod ast;
mod ground;
mod ir;
mod lexer;
pub mod load;
pub mod message;
pub mod parser;
pub mod program;
mod ranges;
mod rewrite;
mod safety;
pub mod solve;
pub mod source;
pub mod symbol;
mod table;

pub use ground::{Cost, Limits, Stop};
