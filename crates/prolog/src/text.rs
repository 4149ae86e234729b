//! What the text side of a machine keeps: operators, flags, streams, and the state of arithmetic.

use std::collections::HashMap;

use crate::{
    arith::{ArithState, Functions},
    atom::Atoms,
    flag::Flags,
    op::Ops,
    stream::Streams,
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
    /// Characters that are read as others.
    pub conversions: HashMap<char, char>,
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
            conversions: HashMap::new(),
        }
    }
}
