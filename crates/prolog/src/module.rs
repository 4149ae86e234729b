//! Modules: what they export and import, and where predicates are looked for.

use std::collections::HashSet;

use crate::{atom::Atom, hash::FastMap};

/// Name and arity.
pub type Indicator = (Atom, u32);

/// One module.
#[derive(Debug, Default)]
pub struct Module {
    /// What it exports, in order.
    pub exports: Vec<Indicator>,
    /// What it imports, and from where.
    pub imports: FastMap<Indicator, Atom>,
    /// The file it was loaded from.
    pub file: Option<Atom>,
    /// Comes with the system.
    pub library: bool,
    /// Modules that undefined predicates are looked for in.
    pub bases: Vec<Atom>,
}

/// All modules.
#[derive(Debug, Default)]
pub struct Modules {
    table: FastMap<Atom, Module>,
    order: Vec<Atom>,
    /// Files that were loaded, with the module each defines.
    pub loaded: FastMap<Atom, Atom>,
    /// Libraries that are being loaded or were.
    pub libraries: HashSet<String>,
}

impl Modules {
    /// The module, if there is one.
    pub fn get(&self, name: Atom) -> Option<&Module> {
        self.table.get(&name)
    }

    /// The module, made if it is new.
    pub fn module(&mut self, name: Atom) -> &mut Module {
        self.table.entry(name).or_insert_with(|| {
            self.order.push(name);
            let bases = match name {
                Atom::SYSTEM => vec![],
                Atom::USER => vec![Atom::SYSTEM],
                _ => vec![Atom::USER],
            };
            Module { bases, ..Module::default() }
        })
    }

    /// All modules, oldest first.
    pub fn names(&self) -> &[Atom] {
        &self.order
    }

    /// Does the module come with the system?
    pub fn is_library(&self, name: Atom) -> bool {
        name == Atom::SYSTEM || self.get(name).is_some_and(|module| module.library)
    }
}
