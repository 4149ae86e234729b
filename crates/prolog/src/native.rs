//! Built-in predicates in Rust: one family a file, each with a table of its predicates.
//!
//! A native is deterministic, reads its arguments with [`Machine::arg`] and raises errors as
//! `error(Formal, _)`: the machine that called it fills in the context.

use crate::machine::Native;

pub mod args;
pub mod atom;
pub mod chars;
pub mod compare;
pub mod list;
pub mod sort;
pub mod string;
pub mod sub;
pub mod term;
pub mod text;
pub mod types;
pub mod walk;

/// Name, arity and function of predicates.
pub type Table = &'static [(&'static str, usize, Native)];

/// The tables of all families.
pub const TABLES: &[Table] = &[
    crate::clpfd::order::NATIVES,
    crate::clpfd::post::NATIVES,
    crate::clpfd::reflect::NATIVES,
    crate::clpfd::residual::NATIVES,
    atom::NATIVES,
    chars::NATIVES,
    compare::NATIVES,
    list::NATIVES,
    sort::NATIVES,
    string::NATIVES,
    sub::NATIVES,
    term::NATIVES,
    types::NATIVES,
];
