//! Terms to text, spaced and quoted as SWI-Prolog does.

pub mod atom;
pub mod clause;
mod cycle;
pub mod fixed;
mod number;
mod term;

use std::{collections::HashMap, rc::Rc};

use crate::{
    atom::{Atom, Atoms},
    cell::Cell,
    heap::Heap,
    op::Ops,
};

pub use number::{float_text, number_text};
pub use term::{Ask, Writer, variable_letter};

/// How attributed variables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attributes {
    /// As other variables.
    Ignore,
    /// With `{...}` behind.
    Dots,
    /// With their attributes behind.
    Write,
    /// By the portray hook of the attribute.
    Portray,
}

/// The options of `write_term/2`.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// Quote atoms and strings that need it.
    pub quoted: bool,
    /// Write operators as other compounds.
    pub ignore_ops: bool,
    /// Write `'$VAR'(1)` as `B`.
    pub numbervars: bool,
    /// Ask the hook for each term.
    pub portray: bool,
    /// Depth at which terms are cut; 0 for never.
    pub max_depth: usize,
    /// A space after each comma between arguments.
    pub space_args: bool,
    /// Lists as `.(a,.(b,[]))`.
    pub dotlists: bool,
    /// Lists as `'[|]'(a,...)`.
    pub no_lists: bool,
    /// `{}(a)` as `{a}`.
    pub brace_terms: bool,
    /// Attributed variables.
    pub attributes: Attributes,
    /// Terms with cycles are written as `@(Template, Bindings)`.
    pub cycles: bool,
    /// Use `\` escapes between quotes.
    pub character_escapes: bool,
    /// Escapes as `\uXXXX`.
    pub unicode_escapes: bool,
    /// Quote atoms with characters beyond ASCII.
    pub quote_non_ascii: bool,
    /// Strings in backquotes.
    pub back_quoted: bool,
    /// The backquote is a symbol character.
    pub back_quote_symbol: bool,
    /// Priority above which the term gets parentheses.
    pub priority: u16,
    /// The text continues an earlier one.
    pub partial: bool,
    /// Whose operators count.
    pub module: Atom,
    /// Names of variables, by heap index.
    pub names: Option<Rc<HashMap<usize, Rc<str>>>>,
}

impl WriteOptions {
    /// What `write/1` does.
    pub fn write() -> WriteOptions {
        WriteOptions {
            quoted: false,
            ignore_ops: false,
            numbervars: true,
            portray: false,
            max_depth: 0,
            space_args: false,
            dotlists: false,
            no_lists: false,
            brace_terms: true,
            attributes: Attributes::Ignore,
            cycles: true,
            character_escapes: true,
            unicode_escapes: false,
            quote_non_ascii: false,
            back_quoted: false,
            back_quote_symbol: false,
            priority: 1200,
            partial: false,
            module: Atom::USER,
            names: None,
        }
    }

    /// What `writeq/1` does.
    pub fn writeq() -> WriteOptions {
        WriteOptions { quoted: true, ..WriteOptions::write() }
    }

    /// What `print/1` does without a hook.
    pub fn print() -> WriteOptions {
        WriteOptions { unicode_escapes: true, portray: true, ..WriteOptions::writeq() }
    }

    /// What `write_canonical/1` does; the caller sets the names.
    pub fn canonical() -> WriteOptions {
        WriteOptions {
            ignore_ops: true,
            numbervars: false,
            brace_terms: false,
            quote_non_ascii: true,
            ..WriteOptions::writeq()
        }
    }
}

/// The text of a term, without hooks.
pub fn term_text(
    heap: &Heap,
    atoms: &Atoms,
    ops: &Ops,
    term: Cell,
    options: &WriteOptions,
) -> String {
    let mut writer = Writer::new(heap, atoms, term, options.clone());
    let mut text = String::new();
    while !writer.is_done() {
        if writer.run(heap, atoms, ops).is_some() {
            writer.answer(false);
        }
        text.push_str(&writer.take());
    }
    text
}
