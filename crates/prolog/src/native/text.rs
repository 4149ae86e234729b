//! Text as natives take and give it: atoms, strings, numbers, lists of codes or characters.

use std::rc::Rc;

use super::args::{instantiation, type_error};
use crate::{
    cell::{BoxKind, Cell, Tag},
    machine::Machine,
    number::Number,
    store::NIL,
    throw::{Outcome, Throw},
};

/// Which terms count as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accept(u8);

impl Accept {
    const ATOM_BIT: u8 = 1;
    const STRING_BIT: u8 = 2;
    const NUMBER_BIT: u8 = 4;
    const LIST_BIT: u8 = 8;

    /// Atoms, strings and numbers.
    pub const ATOMIC: Accept = Accept(Accept::ATOM_BIT | Accept::STRING_BIT | Accept::NUMBER_BIT);
    /// All text.
    pub const ALL: Accept = Accept(Accept::ATOMIC.0 | Accept::LIST_BIT);
    /// Strings and lists of codes or characters.
    pub const LIST: Accept = Accept(Accept::STRING_BIT | Accept::LIST_BIT);
    /// Text that is no number.
    pub const PLAIN: Accept = Accept(Accept::ATOM_BIT | Accept::STRING_BIT | Accept::LIST_BIT);
    /// Atoms and strings.
    pub const NAME: Accept = Accept(Accept::ATOM_BIT | Accept::STRING_BIT);
    /// Numbers only.
    pub const NUMBER: Accept = Accept(Accept::NUMBER_BIT);

    fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// What SWI-Prolog says it wanted.
    fn expected(self) -> &'static str {
        match self {
            Accept::LIST => "list",
            Accept::NUMBER => "number",
            _ if self.has(Accept::LIST_BIT) => "text",
            _ if self.has(Accept::NUMBER_BIT) => "atomic",
            _ => "atom",
        }
    }
}

/// Why a list is not text.
enum ListFault {
    Partial,
    NoList,
    Element(&'static str, Cell),
}

/// The text of a term, if it is one of the accepted kinds.
pub fn get(m: &Machine, cell: Cell, accept: Accept) -> Option<Rc<str>> {
    atomic(m, cell, accept)
        .or_else(|| if accept.has(Accept::LIST_BIT) { list(m, cell).ok() } else { None })
}

/// The text of a term, or SWI-Prolog's error.
pub fn want(m: &mut Machine, cell: Cell, accept: Accept) -> Result<Rc<str>, Throw> {
    want_as(m, cell, accept, accept.expected())
}

/// As [`want`], with another name for what was expected.
pub fn want_as(
    m: &mut Machine,
    cell: Cell,
    accept: Accept,
    expected: &str,
) -> Result<Rc<str>, Throw> {
    if let Some(text) = atomic(m, cell, accept) {
        return Ok(text);
    }
    if cell.is_var() {
        return Err(instantiation(m));
    }
    if accept.has(Accept::LIST_BIT) {
        match list(m, cell) {
            Ok(text) => return Ok(text),
            Err(ListFault::Partial) => return Err(instantiation(m)),
            Err(ListFault::Element(expected, culprit)) => {
                return Err(type_error(m, expected, culprit));
            }
            Err(ListFault::NoList) => {}
        }
    }
    Err(type_error(m, expected, cell))
}

fn atomic(m: &Machine, cell: Cell, accept: Accept) -> Option<Rc<str>> {
    match cell.tag() {
        // The empty list is no atom: as text it is the empty list of codes.
        Tag::Atom if cell != NIL && accept.has(Accept::ATOM_BIT) => {
            Some(m.atoms.shared_text(cell.atom_value()))
        }
        Tag::Int if accept.has(Accept::NUMBER_BIT) => Some(Rc::from(cell.int_value().to_string())),
        Tag::Boxed if cell.box_kind() == BoxKind::Str => {
            if accept.has(Accept::STRING_BIT) {
                m.store.heap.string(cell)
            } else {
                None
            }
        }
        Tag::Boxed if accept.has(Accept::NUMBER_BIT) => {
            m.store.heap.number(cell).map(|number| Rc::from(number_text(&number)))
        }
        _ => None,
    }
}

/// The text of a list of codes or of characters; the first element decides which.
fn list(m: &Machine, cell: Cell) -> Result<Rc<str>, ListFault> {
    if cell != NIL && cell.tag() != Tag::Lst {
        return Err(ListFault::NoList);
    }
    let (elements, tail) = m.store.heap.list_prefix(cell);
    if tail != NIL && !tail.is_var() {
        return Err(ListFault::NoList);
    }
    let chars = elements.first().is_some_and(|e| char_of_atom(m, *e).is_some());
    let mut text = String::with_capacity(elements.len());
    for element in elements {
        let found = if chars { char_of_atom(m, element) } else { char_of_code(element) };
        match found {
            Some(c) => text.push(c),
            None if element.is_var() => return Err(ListFault::Partial),
            None if chars => return Err(ListFault::Element("character", element)),
            None => return Err(ListFault::Element("character_code", element)),
        }
    }
    if tail.is_var() { Err(ListFault::Partial) } else { Ok(Rc::from(text)) }
}

/// The character of a one-character atom.
pub fn char_of_atom(m: &Machine, cell: Cell) -> Option<char> {
    if !cell.is_atom() || cell == NIL {
        return None;
    }
    let mut chars = m.atoms.text(cell.atom_value()).chars();
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

/// The character of a code.
pub fn char_of_code(cell: Cell) -> Option<char> {
    if cell.tag() != Tag::Int {
        return None;
    }
    u32::try_from(cell.int_value()).ok().and_then(char::from_u32)
}

/// The atom of one character.
pub fn char_atom(m: &mut Machine, c: char) -> Cell {
    Cell::atom(m.atoms.intern(c.encode_utf8(&mut [0; 4])))
}

/// The code of a character.
pub fn code(c: char) -> Cell {
    Cell::small(c as i32)
}

/// What text becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An atom.
    Atom,
    /// A string object.
    String,
    /// A list of codes.
    Codes,
    /// A list of characters.
    Chars,
}

/// Text as a term.
pub fn put(m: &mut Machine, text: &str, form: Form) -> Result<Cell, Throw> {
    match form {
        Form::Atom => {
            if m.atoms.find(text).is_none() {
                m.room(text.len())?;
                m.grow_program(0)?;
            }
            Ok(Cell::atom(m.atoms.intern(text)))
        }
        Form::String => {
            m.room(text.len())?;
            Ok(m.store.heap.put_string(text))
        }
        Form::Codes | Form::Chars => put_units(m, text, form, NIL),
    }
}

/// Text as a list of codes or characters before `tail`.
pub fn put_units(m: &mut Machine, text: &str, form: Form, tail: Cell) -> Result<Cell, Throw> {
    m.room(length(text).saturating_mul(2 * size_of::<Cell>()))?;
    let units: Vec<Cell> = match form {
        Form::Chars => text.chars().map(|c| char_atom(m, c)).collect(),
        _ => text.chars().map(code).collect(),
    };
    Ok(m.store.heap.put_list_of(&units, tail))
}

/// Unifies argument `i` with text.
pub fn unify(m: &mut Machine, i: usize, text: &str, form: Form) -> Outcome {
    let term = put(m, text, form)?;
    m.unify_arg(i, term)
}

/// A number as it is written.
pub fn number_text(number: &Number) -> String {
    crate::write::number_text(number)
}

/// The number that all of a text is, if it is one.
pub fn parse_number(text: &str) -> Option<Number> {
    let chars: Vec<char> = text.chars().collect();
    match crate::read::parse_number(&chars) {
        Ok((number, length)) if length == chars.len() => Some(number),
        _ => None,
    }
}

/// Byte position of character `n`, which may be the end.
pub fn byte_of_char(text: &str, n: usize) -> Option<usize> {
    if text.is_ascii() {
        return (n <= text.len()).then_some(n);
    }
    text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(n)
}

/// Number of characters.
pub fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}
