//! Classes of characters: `char_type/2` and `code_type/2`.
//!
//! The library enumerates; here one character is held against one class.

use super::{
    Table,
    args::{domain_error, instantiation, natural, type_error},
    text::{self, Accept},
};
use crate::{
    cell::{Cell, Tag},
    machine::Machine,
    throw::{Outcome, Throw},
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("$char_class", 4, char_class),
    ("$chars_of_class", 3, chars_of_class),
    ("$class_names", 2, class_names),
];

/// What a class says about a character.
enum Answer {
    No,
    Yes,
    /// It is in the class `name(Value)`, the value being another character.
    Char(char),
    /// The value is a number.
    Number(i32),
}

type Plain = (&'static str, fn(char) -> bool);
type WithValue = (&'static str, fn(char) -> Answer);

/// Classes without an argument, in the order in which they are enumerated.
const PLAIN: &[Plain] = &[
    ("alnum", |c| c.is_alphanumeric()),
    ("alpha", |c| c.is_alphabetic()),
    ("csym", |c| c.is_alphanumeric() || c == '_'),
    ("csymf", |c| c.is_alphabetic() || c == '_'),
    ("prolog_var_start", |c| c.is_uppercase() || c == '_'),
    ("prolog_atom_start", |c| c.is_alphabetic() && !c.is_uppercase()),
    ("prolog_identifier_continue", |c| c.is_alphanumeric() || c == '_'),
    ("prolog_symbol", |c| "#$&*+-./:<=>?@\\^~".contains(c)),
    ("csymf", |c| c.is_alphabetic() || c == '_'),
    ("decimal", |c| c.is_ascii_digit()),
    ("ascii", |c| c.is_ascii()),
    ("white", |c| c == ' ' || c == '\t'),
    ("cntrl", |c| c.is_control()),
    ("digit", |c| c.is_ascii_digit()),
    ("print", |c| !c.is_control() && (c == ' ' || !c.is_whitespace())),
    ("graph", |c| !c.is_control() && !c.is_whitespace()),
    ("lower", char::is_lowercase),
    ("upper", char::is_uppercase),
    ("punct", is_punctuation),
    ("space", char::is_whitespace),
    ("end_of_line", |c| ('\n'..='\r').contains(&c)),
    ("newline", |c| c == '\n'),
    ("period", |c| ".?!".contains(c)),
    ("quote", |c| "'\"`".contains(c)),
];

/// Classes with an argument, in the order in which they are enumerated.
const WITH_VALUE: &[WithValue] = &[
    ("lower", |c| if c.is_lowercase() { Answer::Char(upper(c)) } else { Answer::No }),
    ("upper", |c| if c.is_uppercase() { Answer::Char(lower(c)) } else { Answer::No }),
    ("to_lower", |c| Answer::Char(upper(c))),
    ("to_upper", |c| Answer::Char(lower(c))),
    ("paren", |c| match "()[]{}".find(c) {
        Some(at) => Answer::Char(char::from(b")(][}{"[at])),
        None => Answer::No,
    }),
    ("digit", |c| c.to_digit(10).map_or(Answer::No, |d| Answer::Number(d as i32))),
    ("decimal", |c| c.to_digit(10).map_or(Answer::No, |d| Answer::Number(d as i32))),
    ("xdigit", |c| c.to_digit(16).map_or(Answer::No, |d| Answer::Number(d as i32))),
];

fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control()
}

fn lower(c: char) -> char {
    let mut chars = c.to_lowercase();
    chars.next().filter(|_| chars.next().is_none()).unwrap_or(c)
}

fn upper(c: char) -> char {
    let mut chars = c.to_uppercase();
    chars.next().filter(|_| chars.next().is_none()).unwrap_or(c)
}

/// The character an argument names: a code or a one-character text.
fn character(m: &mut Machine, cell: Cell) -> Result<Option<char>, Throw> {
    if let Some(c) = text::char_of_code(cell) {
        return Ok(Some(c));
    }
    if cell == Cell::small(-1) {
        return Ok(None);
    }
    if cell.is_var() {
        return Err(instantiation(m));
    }
    let one = text::get(m, cell, Accept::NAME).and_then(|text| {
        let mut chars = text.chars();
        chars.next().filter(|_| chars.next().is_none())
    });
    match one {
        Some(c) => Ok(Some(c)),
        None if cell.tag() == Tag::Int && cell.int_value() > 0 => {
            Err(domain_error(m, "character", cell))
        }
        None => Err(type_error(m, "character", cell)),
    }
}

fn lookup(name: &str, with_value: bool, c: Option<char>) -> Option<Answer> {
    let Some(c) = c else {
        let end = name == "end_of_file" && !with_value;
        let known = with_value || end || PLAIN.iter().any(|(n, _)| *n == name);
        return known.then_some(if end { Answer::Yes } else { Answer::No });
    };
    if with_value {
        return WITH_VALUE.iter().find(|(n, _)| *n == name).map(|(_, test)| test(c));
    }
    if name == "end_of_file" {
        return Some(Answer::No);
    }
    let found = PLAIN.iter().find(|(n, _)| *n == name);
    found.map(|(_, test)| if test(c) { Answer::Yes } else { Answer::No })
}

/// The name of a class and whether it has an argument.
fn class(m: &mut Machine, cell: Cell) -> Result<(String, Option<Cell>), Throw> {
    if cell.is_atom() {
        return Ok((m.atoms.text(cell.atom_value()).to_string(), None));
    }
    match m.store.heap.compound(cell) {
        Some(compound) if compound.arity == 1 => {
            let value = m.store.heap.at(compound.first);
            Ok((m.atoms.text(compound.name).to_string(), Some(value)))
        }
        _ if cell.is_var() => Err(instantiation(m)),
        _ => Err(type_error(m, "char_type", cell)),
    }
}

/// `'$char_class'(Char, Class, Kind, _)`: is a known character in a known class? `Kind` is
/// `char` or `code`, the kind of characters in arguments.
fn char_class(m: &mut Machine) -> Outcome {
    let (char, class_cell, kind) = (m.arg(0), m.arg(1), m.arg(2));
    let c = character(m, char)?;
    let (name, value) = class(m, class_cell)?;
    let Some(answer) = lookup(&name, value.is_some(), c) else {
        return Err(type_error(m, "char_type", class_cell));
    };
    let as_code = m.atoms.text(kind.atom_value()) == "code";
    let out = match answer {
        Answer::No => return Ok(false),
        Answer::Yes => return Ok(true),
        Answer::Number(n) => Cell::small(n),
        Answer::Char(c) if as_code => text::code(c),
        Answer::Char(c) => text::char_atom(m, c),
    };
    let Some(value) = value else { return Ok(true) };
    // Arguments may be given as a character where codes are wanted, and the other way round.
    if let (Answer::Char(c), Some(given)) = (&answer, text::char_of_code(value)) {
        return Ok(*c == given);
    }
    Ok(m.store.unify(value, out))
}

/// `'$chars_of_class'(Class, Kind, List)`: all characters of a class, in order. With a value, the
/// first character that has it: SWI-Prolog enumerates the rest only for unbound values.
fn chars_of_class(m: &mut Machine) -> Outcome {
    let (class_cell, kind) = (m.arg(0), m.arg(1));
    let (name, value) = class(m, class_cell)?;
    if lookup(&name, value.is_some(), Some('a')).is_none() {
        return Err(type_error(m, "char_type", class_cell));
    }
    let as_code = m.atoms.text(kind.atom_value()) == "code";
    let wanted = match value {
        Some(v) if v.tag() == Tag::Int => Some(natural(m, v)? as i64),
        Some(v) => text::char_of_atom(m, v).map(|c| i64::from(c as u32)),
        None => None,
    };
    let mut found = Vec::new();
    if let (Some(Ok(v)), "to_lower" | "to_upper") = (wanted.map(u32::try_from), name.as_str())
        && let Some(v) = char::from_u32(v)
    {
        let c = if name == "to_lower" { lower(v) } else { upper(v) };
        let cell = if as_code { text::code(c) } else { text::char_atom(m, c) };
        return super::args::unify_list(m, 2, &[cell]);
    }
    for c in '\0'..=char::MAX {
        let holds = match lookup(&name, value.is_some(), Some(c)) {
            Some(Answer::Yes) => true,
            Some(Answer::Char(v)) => wanted.is_none_or(|w| w == i64::from(v as u32)),
            Some(Answer::Number(v)) => wanted.is_none_or(|w| w == i64::from(v)),
            _ => false,
        };
        if holds {
            found.push(if as_code { text::code(c) } else { text::char_atom(m, c) });
            if wanted.is_some() {
                break;
            }
        }
    }
    super::args::unify_list(m, 2, &found)
}

/// `'$class_names'(Plain, WithValue)`: the names of all classes.
fn class_names(m: &mut Machine) -> Outcome {
    let plain: Vec<Cell> = PLAIN.iter().map(|(name, _)| Cell::atom(m.atoms.intern(name))).collect();
    let with: Vec<Cell> =
        WITH_VALUE.iter().map(|(name, _)| Cell::atom(m.atoms.intern(name))).collect();
    Ok(super::args::unify_list(m, 0, &plain)? && super::args::unify_list(m, 1, &with)?)
}
