//! Prolog flags.

use std::collections::HashMap;

use crate::{atom::Atom, write::Attributes};

/// What quoted text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// A list of character codes.
    Codes,
    /// A list of characters.
    Chars,
    /// An atom.
    Atom,
    /// A string object.
    String,
    /// The quote is a symbol character (backquote only).
    Symbol,
}

impl Quotes {
    /// All values with their names.
    pub const ALL: [(Quotes, &'static str); 5] = [
        (Quotes::Codes, "codes"),
        (Quotes::Chars, "chars"),
        (Quotes::Atom, "atom"),
        (Quotes::String, "string"),
        (Quotes::Symbol, "symbol_char"),
    ];

    /// The value of this name.
    pub fn of_name(name: &str) -> Option<Quotes> {
        Quotes::ALL.iter().find(|(_, n)| *n == name).map(|(q, _)| *q)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Quotes::ALL.iter().find(|(q, _)| *q == self).map_or("", |(_, n)| n)
    }
}

/// Flags that every module has for itself.
#[derive(Clone, Copy, Debug)]
pub struct ModuleFlags {
    /// What `"..."` is.
    pub double_quotes: Quotes,
    /// What backquoted text is.
    pub back_quotes: Quotes,
    /// Are `\` escapes special in quotes?
    pub character_escapes: bool,
    /// Only names that start with `_` are variables.
    pub var_prefix: bool,
}

impl Default for ModuleFlags {
    fn default() -> Self {
        ModuleFlags {
            double_quotes: Quotes::String,
            back_quotes: Quotes::Codes,
            character_escapes: true,
            var_prefix: false,
        }
    }
}

/// All flags.
#[derive(Debug)]
pub struct Flags {
    modules: HashMap<Atom, ModuleFlags>,
    /// The flag `iso`.
    pub iso: bool,
    /// How attributed variables are written where no option says it.
    pub write_attributes: Attributes,
}

impl Default for Flags {
    fn default() -> Self {
        Flags { modules: HashMap::new(), iso: false, write_attributes: Attributes::Ignore }
    }
}

impl Flags {
    /// The flags of a module; those of `user` where it has none.
    pub fn module(&self, module: Atom) -> ModuleFlags {
        self.modules
            .get(&module)
            .or_else(|| self.modules.get(&Atom::USER))
            .copied()
            .unwrap_or_default()
    }

    /// The flags of a module, to change them.
    pub fn module_mut(&mut self, module: Atom) -> &mut ModuleFlags {
        let current = self.module(module);
        self.modules.entry(module).or_insert(current)
    }
}
