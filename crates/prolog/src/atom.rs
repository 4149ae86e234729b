//! Atoms: interned names.

use std::rc::Rc;

use crate::hash::FastMap;

/// An interned name.
///
/// The empty list [`Atom::NIL`] is a constant of its own: it is written `[]` but differs from the
/// atom `'[]'`, as in SWI-Prolog 7 and later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(pub u32);

macro_rules! known_atoms {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($name),* }
        #[allow(missing_docs)]
        impl Atom {
            $(pub const $name: Atom = Atom(Index::$name as u32);)*
        }
        const KNOWN: &[&str] = &[$($text),*];
    };
}

// The first two entries are constants that are not interned by their text: the empty list, and
// the name of dicts as compound terms.
known_atoms! {
    NIL = "[]";
    DICT = "C'dict'";
    DOT = "[|]";
    CURLY = "{}";
    EMPTY = "";
    COMMA = ",";
    SEMICOLON = ";";
    ARROW = "->";
    SOFT_ARROW = "*->";
    NECK = ":-";
    QUERY = "?-";
    DCG_ARROW = "-->";
    SSU_ARROW = "=>";
    BAR = "|";
    CUT = "!";
    NOT = "\\+";
    MINUS = "-";
    PLUS = "+";
    STAR = "*";
    SLASH = "/";
    SLASHES = "//";
    CARET = "^";
    COLON = ":";
    EQUALS = "=";
    LESS = "<";
    GREATER = ">";
    AT = "@";
    VAR = "$VAR";
    CALL = "call";
    TRUE = "true";
    FALSE = "false";
    FAIL = "fail";
    ERROR = "error";
    USER = "user";
    SYSTEM = "system";
    END_OF_FILE = "end_of_file";
    TYPE_ERROR = "type_error";
    DOMAIN_ERROR = "domain_error";
    EXISTENCE_ERROR = "existence_error";
    PERMISSION_ERROR = "permission_error";
    REPRESENTATION_ERROR = "representation_error";
    EVALUATION_ERROR = "evaluation_error";
    RESOURCE_ERROR = "resource_error";
    SYNTAX_ERROR = "syntax_error";
    INSTANTIATION_ERROR = "instantiation_error";
    UNINSTANTIATION_ERROR = "uninstantiation_error";
    CONTEXT = "context";
    PROCEDURE = "procedure";
    INTEGER = "integer";
    CALLABLE = "callable";
    ATT = "att";
    CONSTRAINED = "$constrained";
}

/// The table of all atoms of a machine.
#[derive(Debug)]
pub struct Atoms {
    names: Vec<Rc<str>>,
    index: FastMap<Rc<str>, Atom>,
    /// Bytes of all names.
    text_bytes: usize,
}

impl Default for Atoms {
    fn default() -> Self {
        Atoms::new()
    }
}

impl Atoms {
    /// A table with the atoms the machine itself refers to.
    pub fn new() -> Atoms {
        let names: Vec<Rc<str>> = KNOWN.iter().map(|&text| Rc::from(text)).collect();
        let index = names
            .iter()
            .enumerate()
            .skip(2)
            .map(|(i, name)| (name.clone(), Atom(i as u32)))
            .collect();
        Atoms { names, index, text_bytes: 0 }
    }

    /// The atom of this name, made if it is new. The text `[]` gives `'[]'`, not the empty list.
    pub fn intern(&mut self, text: &str) -> Atom {
        if let Some(&atom) = self.index.get(text) {
            return atom;
        }
        let name: Rc<str> = Rc::from(text);
        let atom = Atom(self.names.len() as u32);
        self.text_bytes += text.len();
        self.names.push(name.clone());
        self.index.insert(name, atom);
        atom
    }

    /// The atom of this name, if there is one already.
    pub fn find(&self, text: &str) -> Option<Atom> {
        self.index.get(text).copied()
    }

    /// A new atom that no text reads as: a handle, written as this text. It is like an atom in
    /// all but name, see [`Atoms::is_handle`].
    pub fn new_handle(&mut self, text: &str) -> Atom {
        let atom = Atom(self.names.len() as u32);
        self.text_bytes += text.len();
        self.names.push(Rc::from(text));
        atom
    }

    /// Is this a handle of a stream or the like, and not an atom proper?
    pub fn is_handle(&self, atom: Atom) -> bool {
        atom != Atom::NIL && self.index.get(&self.names[atom.0 as usize]) != Some(&atom)
    }

    /// The text of an atom.
    pub fn text(&self, atom: Atom) -> &str {
        &self.names[atom.0 as usize]
    }

    /// The text of an atom, shared, so that the table can be changed while it is used.
    pub fn shared_text(&self, atom: Atom) -> Rc<str> {
        self.names[atom.0 as usize].clone()
    }

    /// Bytes of the table: each name is in a list and an index, and has two counts.
    pub fn bytes(&self) -> usize {
        self.text_bytes + self.names.len() * 64
    }

    /// How many atoms there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never true: the machine's own atoms are always there.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_list_is_not_the_quoted_atom() {
        let mut atoms = Atoms::new();
        assert_ne!(atoms.intern("[]"), Atom::NIL);
        assert_eq!(atoms.intern("[|]"), Atom::DOT);
        assert_eq!(atoms.text(Atom::NIL), "[]");
        let foo = atoms.intern("foo");
        assert_eq!(atoms.intern("foo"), foo);
        assert_eq!(atoms.find("foo"), Some(foo));
        assert_eq!(atoms.find("bar"), None);
    }
}
