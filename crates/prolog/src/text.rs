//! What the text side of a machine keeps: operators, flags, streams, and the state of arithmetic.

use std::collections::HashMap;

use crate::{
    arith::{ArithState, Functions},
    atom::{Atom, Atoms},
    cell::Cell,
    flag::Flags,
    machine::Machine,
    op::Ops,
    stream::Streams,
    throw::Outcome,
};

/// Operators, flags, streams and arithmetic of a machine.
#[derive(Debug)]
pub struct Text {
    /// Operators of all modules.
    pub ops: Ops,
    /// Prolog flags.
    pub flags: Flags,
    /// Flags and random numbers of arithmetic.
    pub arith: ArithState,
    /// Names of arithmetic functions.
    pub functions: Functions,
    /// Open streams.
    pub streams: Streams,
    /// How natives call Prolog.
    pub hooks: Hooks,
    /// Characters that are read as others.
    pub conversions: HashMap<char, char>,
}

/// How natives of the text side call Prolog: the machine that runs goals fills this in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hooks {
    /// Calls a goal once.
    pub call: Option<fn(&mut Machine, Cell) -> Outcome>,
    /// Does a module define a predicate of this name and arity?
    pub defined: Option<fn(&Machine, Atom, Atom, usize) -> bool>,
}

impl Text {
    /// The state of a fresh machine.
    pub fn new(atoms: &mut Atoms) -> Text {
        Text {
            functions: Functions::new(atoms),
            ops: Ops::new(atoms),
            flags: Flags::default(),
            arith: ArithState::default(),
            streams: Streams::new(atoms),
            hooks: Hooks::default(),
            conversions: HashMap::new(),
        }
    }
}
