//! Answer set programs: other people's cases, and random programs judged by clingo 5.8.
//!
//! Cases and messages run the command as a process of its own, because exits and texts are
//! part of what is judged; random programs run in this process.

pub mod cases;
pub mod clingo;
mod ours;
pub mod random;

pub use ours::{Answers, answers};
