//! From clauses to instructions.
//!
//! A clause is read from its record as a tree of goals ([`goal`]), its variables are given
//! registers or slots ([`vars`]), and code is written for head and body ([`emit`], [`args`],
//! [`control`], [`arith`]). Clauses that need more registers than there are, or that are nested
//! too deeply, are not compiled: the machine brings their term back and interprets it.

pub mod args;
pub mod arith;
pub mod control;
pub mod emit;
pub mod goal;
pub mod instr;
pub mod vars;

use crate::{atom::Atom, atom::Atoms, cell::Cell, heap::Boxed, record::Record};

pub use emit::compile;

/// What a goal of a body leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A predicate, by number.
    Pred(u32),
    /// A deterministic native that nobody can redefine.
    Native(u32),
    /// `call/N`, with this many arguments beyond the goal.
    CallN(usize),
}

/// What the compiler asks of the machine.
pub trait Linker {
    /// Names.
    fn atoms(&self) -> &Atoms;
    /// Where a goal leads.
    fn callee(&mut self, module: Atom, name: Atom, arity: usize) -> Callee;
    /// Is it a deterministic native that nobody can redefine?
    fn is_native(&self, module: Atom, name: Atom, arity: usize) -> bool;
    /// The module that goals which are only known when they run belong to.
    fn call_module(&self, module: Atom) -> Atom;
    /// A number for a constant that does not fit a cell.
    fn constant(&mut self, value: Boxed) -> u32;
}

/// A clause to compile.
pub struct Clause<'a> {
    /// Head and body.
    pub record: &'a Record,
    /// The module its goals are looked up in.
    pub module: Atom,
    /// The head, in the record.
    pub head: Cell,
    /// The body, in the record.
    pub body: Cell,
}
