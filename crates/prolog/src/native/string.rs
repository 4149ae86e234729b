//! String objects: conversions, splitting, single characters.

use super::{
    Table,
    args::{instantiation, int, must_be, natural_or_var, type_error, unify_list},
    text::{self, Accept, Form},
};
use std::rc::Rc;

use crate::{
    cell::Cell,
    machine::Machine,
    throw::{Outcome, Throw},
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("string_codes", 2, |m| string_list(m, Form::Codes)),
    ("string_chars", 2, |m| string_list(m, Form::Chars)),
    ("string_to_atom", 2, string_to_atom),
    ("atom_string", 2, atom_string),
    ("number_string", 2, number_string),
    ("$string_code", 3, string_code),
    ("get_string_code", 3, get_string_code),
    ("text_to_string", 2, text_to_string),
    ("split_string", 4, split_string),
    ("$normalize_space", 2, normalize_space),
    ("string", 1, |m| Ok(m.store.heap.string(m.arg(0)).is_some())),
    ("$text_codes", 3, text_codes),
    ("$put_text", 3, put_text),
    ("$text_digest", 2, text_digest),
];

/// `string_codes/2` and `string_chars/2`.
fn string_list(m: &mut Machine, form: Form) -> Outcome {
    let (string, list) = (m.arg(0), m.arg(1));
    if string.is_var() {
        let text = text::want(m, list, Accept::LIST)?;
        return text::unify(m, 0, &text, Form::String);
    }
    let text = text::want(m, string, Accept::ALL)?;
    match text::get(m, list, Accept::ALL) {
        Some(other) => Ok(text == other),
        None => text::unify(m, 1, &text, form),
    }
}

fn string_to_atom(m: &mut Machine) -> Outcome {
    let (string, atom) = (m.arg(0), m.arg(1));
    if !string.is_var() {
        let text = string_text(m, string)?;
        return text::unify(m, 1, &text, Form::Atom);
    }
    let text = text::want(m, atom, Accept::ALL)?;
    text::unify(m, 0, &text, Form::String)
}

fn atom_string(m: &mut Machine) -> Outcome {
    let (atom, string) = (m.arg(0), m.arg(1));
    if let Some(text) = text::get(m, atom, Accept::ALL) {
        return match text::get(m, string, Accept::ALL) {
            Some(other) => Ok(text == other),
            None => text::unify(m, 1, &text, Form::String),
        };
    }
    if !atom.is_var() {
        return Err(type_error(m, "atom", atom));
    }
    let text = string_text(m, string)?;
    text::unify(m, 0, &text, Form::Atom)
}

/// Any text; a list that is none is not looked into.
fn string_text(m: &mut Machine, cell: Cell) -> Result<Rc<str>, Throw> {
    match text::get(m, cell, Accept::ALL) {
        Some(text) => Ok(text),
        None => Err(must_be(m, "string", cell)),
    }
}

fn number_string(m: &mut Machine) -> Outcome {
    let (number, string) = (m.arg(0), m.arg(1));
    if !number.is_var() && m.store.heap.number(number).is_none() {
        return Err(type_error(m, "number", number));
    }
    if !string.is_var() {
        let text = text::want(m, string, Accept::LIST)?;
        let Some(value) = text::parse_number(&text) else { return Ok(false) };
        let value = m.store.heap.put_number(value);
        return m.unify_arg(0, value);
    }
    if number.is_var() {
        return Err(instantiation(m));
    }
    let text = text::want(m, number, Accept::NUMBER)?;
    text::unify(m, 1, &text, Form::String)
}

/// `string_code/3` with a known index; the enumeration is in the library.
fn string_code(m: &mut Machine) -> Outcome {
    let (index, string) = (m.arg(0), m.arg(1));
    let text = text::want(m, string, Accept::PLAIN)?;
    let Some(index) = natural_or_var(m, index)? else { return Err(instantiation(m)) };
    match code_at(&text, index) {
        Some(c) => m.unify_arg(2, text::code(c)),
        None => Ok(false),
    }
}

/// `get_string_code/3`: a place outside the text is an error.
fn get_string_code(m: &mut Machine) -> Outcome {
    let (index, string) = (m.arg(0), m.arg(1));
    let text = text::want(m, string, Accept::ALL)?;
    let place = int(m, index)?;
    if let Some(c) = usize::try_from(place).ok().and_then(|place| code_at(&text, place)) {
        return m.unify_arg(2, text::code(c));
    }
    let length = m.store.heap.put_int(text::length(&text) as i64);
    let range = m.atoms.intern("range");
    let range = m.store.heap.put_compound(range, &[Cell::small(1), length]);
    let name = crate::atom::Atom::DOMAIN_ERROR;
    let formal = m.store.heap.put_compound(name, &[range, index]);
    Err(crate::throw::error(&mut m.store.heap, formal))
}

/// The character at a place, counted from one.
fn code_at(text: &str, place: usize) -> Option<char> {
    let n = place.checked_sub(1)?;
    if text.is_ascii() {
        text.as_bytes().get(n).map(|&b| char::from(b))
    } else {
        text.chars().nth(n)
    }
}

fn text_to_string(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let text = text::want(m, term, Accept::PLAIN)?;
    text::unify(m, 1, &text, Form::String)
}

/// Cuts at any of the separator characters and strips padding from both ends of each part.
/// Separators that are padding too collapse, since parts may strip beyond their own ends.
fn split_string(m: &mut Machine) -> Outcome {
    let (string, separators, padding) = (m.arg(0), m.arg(1), m.arg(2));
    let text = text::want(m, string, Accept::PLAIN)?;
    let separators = text::want(m, separators, Accept::PLAIN)?;
    let padding = text::want(m, padding, Accept::PLAIN)?;
    let is_padding = |c: char| padding.contains(c);
    let mut parts = Vec::new();
    let mut rest = text.trim_matches(is_padding);
    loop {
        match rest.find(|c| separators.contains(c)) {
            Some(at) => {
                let after = rest[at..].chars().next().map_or(1, char::len_utf8);
                parts.push(rest[..at].trim_matches(is_padding));
                rest = &rest[at + after..];
            }
            None => {
                parts.push(rest.trim_matches(is_padding));
                break;
            }
        }
    }
    let cells: Vec<Cell> = parts.iter().map(|part| m.store.heap.put_string(part)).collect();
    unify_list(m, 3, &cells)
}

/// The words of a text with single blanks between them, as a string.
fn normalize_space(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let text = text::want_as(m, term, Accept::ALL, "atomic")?;
    let words: Vec<&str> = text.split_whitespace().collect();
    text::unify(m, 1, &words.join(" "), Form::String)
}

/// `'$text_codes'(Text, Codes, Tail)`: the codes of any text as a difference list.
fn text_codes(m: &mut Machine) -> Outcome {
    let (term, tail) = (m.arg(0), m.arg(2));
    let text = text::want(m, term, Accept::ALL)?;
    let codes = text::put_units(m, &text, Form::Codes, tail)?;
    m.unify_arg(1, codes)
}

/// `'$put_text'(Text, Form, Term)`: any text as an `atom`, `string`, `codes` or `chars`.
fn put_text(m: &mut Machine) -> Outcome {
    let (term, form) = (m.arg(0), m.arg(1));
    let text = text::want(m, term, Accept::ALL)?;
    let form = match form.is_atom().then(|| m.atoms.text(form.atom_value())) {
        Some("atom") => Form::Atom,
        Some("string") => Form::String,
        Some("chars") => Form::Chars,
        _ => Form::Codes,
    };
    text::unify(m, 2, &text, form)
}

/// `'$text_digest'(Text, Hex)`: 40 hexadecimal digits that differ where texts do.
fn text_digest(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    let text = text::want(m, term, Accept::ALL)?;
    let mut digest = String::new();
    for seed in 0..5u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        digest.push_str(&format!("{:08x}", (hash ^ hash >> 32) as u32));
    }
    text::unify(m, 1, &digest, Form::Atom)
}
