//! Built-in predicates in Rust: one family a file, each with a table of its predicates.
//!
//! A native is deterministic, reads its arguments with [`Machine::arg`](crate::machine::Machine::arg) and raises errors as
//! `error(Formal, _)`: the machine that called it fills in the context.

use crate::machine::{Native, NonDet};

pub mod args;
pub mod arith;
pub mod atom;
pub mod attvar;
pub mod chario;
pub mod chars;
pub mod compare;
pub mod control;
pub mod database;
pub mod factor;
pub mod file;
pub mod findall;
pub mod flag;
pub mod format;
pub mod glob;
pub mod global;
pub mod io;
pub mod list;
pub mod load;
pub mod module;
pub mod op;
pub mod puzzle;
pub mod read;
pub mod shell;
pub mod slg;
pub mod sort;
pub mod statistics;
pub mod stream;
pub mod string;
pub mod sub;
pub mod table;
pub mod term;
pub mod text;
mod trie_order;
pub mod types;
pub mod walk;
pub mod wrap;
pub mod write;

/// Name, arity and function of predicates.
pub type Table = &'static [(&'static str, usize, Native)];

/// The tables of all families.
pub const TABLES: &[Table] = &[
    crate::clpfd::collect::NATIVES,
    crate::clpfd::order::NATIVES,
    crate::clpfd::post::NATIVES,
    crate::clpfd::reflect::NATIVES,
    crate::clpfd::steps::NATIVES,
    crate::clpfd::residual::NATIVES,
    arith::NATIVES,
    atom::NATIVES,
    attvar::NATIVES,
    chario::NATIVES,
    chars::NATIVES,
    compare::NATIVES,
    control::NATIVES,
    database::NATIVES,
    factor::NATIVES,
    file::NATIVES,
    findall::NATIVES,
    flag::NATIVES,
    format::NATIVES,
    glob::NATIVES,
    global::NATIVES,
    list::NATIVES,
    load::NATIVES,
    module::NATIVES,
    op::NATIVES,
    puzzle::NATIVES,
    read::NATIVES,
    shell::NATIVES,
    slg::NATIVES,
    sort::NATIVES,
    stream::NATIVES,
    string::NATIVES,
    statistics::NATIVES,
    sub::NATIVES,
    table::NATIVES,
    term::NATIVES,
    types::NATIVES,
    wrap::NATIVES,
    write::NATIVES,
    crate::toplevel::query::NATIVES,
];

/// Name, arity and function of predicates with several answers.
pub type NonDetTable = &'static [(&'static str, usize, NonDet)];

/// The tables of predicates with several answers.
pub const NONDET_TABLES: &[NonDetTable] = &[control::NONDET, database::NONDET];

/// The tables of searches of the constraint store.
pub const SEARCH_TABLES: &[NonDetTable] = &[crate::clpfd::label::NONDET];
