//! Test suites written by other people: puzzles, and Prolog programs ([`prolog`]).
//!
//! The suites are not part of this repository: [`data::folder`] says where they are looked
//! for. Each line of a suite of puzzles is a [`Record`]: a puzzle in the format of its authors, and
//! what they know about its solutions.
//!
//! Invariant: a reader understands a puzzle completely or refuses it with
//! [`ReadError::Unsupported`], naming the first thing it does not know. Nothing is skipped
//! in silence, so a wrong answer is never the reader's politeness.

pub mod asp;
pub mod data;
pub mod founding;
pub mod fpuzzles;
pub mod iss;
pub mod killer;
pub mod oracle;
pub mod prolog;
mod record;
pub mod say;
mod scratch;
mod solution;

use std::fmt;

pub use record::{Expected, Record, Verdict};
pub use solution::solution_digits;

/// Why a puzzle of a suite was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It uses a kind of clue that the reader does not know.
    Unsupported(String),
    /// It is not in the format it claims to be in.
    Broken(String),
}

impl ReadError {
    /// A kind of clue that is not known.
    pub fn unsupported(kind: impl Into<String>) -> ReadError {
        ReadError::Unsupported(kind.into())
    }

    /// Something that does not fit the format.
    pub fn broken(what: impl Into<String>) -> ReadError {
        ReadError::Broken(what.into())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Unsupported(kind) => write!(f, "unsupported: {kind}"),
            ReadError::Broken(what) => write!(f, "not readable: {what}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// What a reader gives back.
pub type Reading<T> = Result<T, ReadError>;
