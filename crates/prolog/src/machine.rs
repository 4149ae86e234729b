//! The machine: everything a running Prolog has.

use crate::{atom::Atoms, cell::Cell, store::Store, text::Text, throw::Outcome};

/// A native predicate. Its arguments are in the machine's argument registers, see
/// [`Machine::arg`].
pub type Native = fn(&mut Machine) -> Outcome;

/// A running Prolog.
#[derive(Debug)]
pub struct Machine {
    /// All atoms.
    pub atoms: Atoms,
    /// Terms and the trail.
    pub store: Store,
    /// Argument registers.
    pub x: Vec<Cell>,
    /// Operators, flags, streams, arithmetic.
    pub text: Text,
}

impl Default for Machine {
    fn default() -> Self {
        let mut atoms = Atoms::new();
        let text = Text::new(&mut atoms);
        Machine { atoms, store: Store::default(), x: Vec::new(), text }
    }
}

impl Machine {
    /// The dereferenced argument `i`, from 0.
    #[inline]
    pub fn arg(&self, i: usize) -> Cell {
        self.store.deref(self.x[i])
    }

    /// Unifies argument `i` with a term.
    pub fn unify_arg(&mut self, i: usize, value: Cell) -> Outcome {
        let arg = self.x[i];
        Ok(self.store.unify(arg, value))
    }
}
