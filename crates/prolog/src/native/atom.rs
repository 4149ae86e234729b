//! Atoms, their characters, and numbers written as text.

use std::rc::Rc;

use super::{
    Table,
    args::{domain_error, instantiation, int_or_var, must_be, representation, syntax, type_error},
    text::{self, Accept, Form},
};
use crate::{
    cell::{Cell, Tag},
    machine::Machine,
    store::NIL,
    throw::{Outcome, Throw},
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("atom_length", 2, text_length),
    ("string_length", 2, text_length),
    ("atom_codes", 2, |m| atom_list(m, Form::Codes)),
    ("atom_chars", 2, |m| atom_list(m, Form::Chars)),
    ("name", 2, name),
    ("char_code", 2, char_code),
    ("number_codes", 2, |m| number_list(m, Form::Codes)),
    ("number_chars", 2, |m| number_list(m, Form::Chars)),
    ("atom_number", 2, atom_number),
    ("upcase_atom", 2, |m| change_case(m, str::to_uppercase, Form::Atom)),
    ("downcase_atom", 2, |m| change_case(m, str::to_lowercase, Form::Atom)),
    ("string_upper", 2, |m| change_case(m, str::to_uppercase, Form::String)),
    ("string_lower", 2, |m| change_case(m, str::to_lowercase, Form::String)),
    ("atomic_list_concat", 2, |m| concat_list(m, Form::Atom)),
    ("atomics_to_string", 2, |m| concat_list(m, Form::String)),
    ("atomic_list_concat", 3, concat_separated),
    ("$concat", 5, concat),
    ("$split", 5, split),
];

fn text_length(m: &mut Machine) -> Outcome {
    let (term, length) = (m.arg(0), m.arg(1));
    let text = text::want(m, term, Accept::ALL)?;
    int_or_var(m, length)?;
    let count = m.store.heap.put_int(text::length(&text) as i64);
    m.unify_arg(1, count)
}

/// `atom_codes/2` and `atom_chars/2`.
fn atom_list(m: &mut Machine, form: Form) -> Outcome {
    let (atom, list) = (m.arg(0), m.arg(1));
    if let Some(text) = text::get(m, atom, Accept::ATOMIC) {
        return unify_list_text(m, 1, &text, form);
    }
    if !atom.is_var() {
        return Err(type_error(m, "atom", atom));
    }
    let text = text::want(m, list, Accept::LIST)?;
    text::unify(m, 0, &text, Form::Atom)
}

/// Unifies argument `i`, which may be partial or another kind of text list, with text.
fn unify_list_text(m: &mut Machine, i: usize, text: &str, form: Form) -> Outcome {
    let list = m.arg(i);
    if list.is_var() {
        return text::unify(m, i, text, form);
    }
    if let Some(given) = text::get(m, list, Accept::LIST) {
        return Ok(*given == *text);
    }
    let (elements, tail) = m.store.heap.list_prefix(list);
    if tail != NIL && !tail.is_var() {
        return Err(type_error(m, "list", list));
    }
    // The first element says what the others must be.
    let is_char = |m: &Machine, cell: Cell| {
        cell.is_atom() && m.atoms.text(cell.atom_value()).chars().count() == 1
    };
    let chars = elements.iter().find(|e| !e.is_var()).is_some_and(|&e| is_char(m, e));
    for element in elements {
        let right = match chars {
            true => is_char(m, element),
            false => element.tag() == Tag::Int && (0..=0x10_ffff).contains(&element.int_value()),
        };
        if !right && !element.is_var() {
            let expected = if chars { "character" } else { "character_code" };
            return Err(type_error(m, expected, element));
        }
    }
    text::unify(m, i, text, form)
}

/// A number if the text is one, an atom otherwise.
fn name(m: &mut Machine) -> Outcome {
    let (term, codes) = (m.arg(0), m.arg(1));
    if let Some(text) = text::get(m, term, Accept::ATOMIC) {
        return unify_list_text(m, 1, &text, Form::Codes);
    }
    if !term.is_var() {
        return Err(type_error(m, "atomic", term));
    }
    let text = text::want(m, codes, Accept::ALL)?;
    match text::parse_number(&text) {
        Some(number) => {
            let number = m.store.heap.put_number(number);
            m.unify_arg(0, number)
        }
        None => text::unify(m, 0, &text, Form::Atom),
    }
}

fn char_code(m: &mut Machine) -> Outcome {
    let (char, code) = (m.arg(0), m.arg(1));
    let known = if char.is_var() {
        None
    } else {
        match text::char_of_atom(m, char) {
            Some(c) => Some(c),
            None => return Err(type_error(m, "character", char)),
        }
    };
    let value = int_or_var(m, code)?;
    match (known, value) {
        (Some(c), _) => m.unify_arg(1, text::code(c)),
        (None, None) => Err(instantiation(m)),
        (None, Some(_)) => match text::char_of_code(code) {
            Some(c) => {
                let atom = text::char_atom(m, c);
                m.unify_arg(0, atom)
            }
            None => Err(type_error(m, "character_code", code)),
        },
    }
}

/// `number_codes/2` and `number_chars/2`.
fn number_list(m: &mut Machine, form: Form) -> Outcome {
    let (number, list) = (m.arg(0), m.arg(1));
    if !number.is_var() && m.store.heap.number(number).is_none() {
        return Err(type_error(m, "number", number));
    }
    if let Some(written) = text::get(m, number, Accept::NUMBER) {
        // `number_codes(3, "03")` holds: what is no text yet is made, what is text is read.
        if text::get(m, list, Accept::LIST).is_none() {
            return unify_list_text(m, 1, &written, form);
        }
    }
    let text = text::want(m, list, Accept::LIST)?;
    let spaced = text.trim_start();
    match text::parse_number(spaced) {
        Some(value) => {
            let value = m.store.heap.put_number(value);
            m.unify_arg(0, value)
        }
        None => Err(syntax(m, "illegal_number")),
    }
}

fn atom_number(m: &mut Machine) -> Outcome {
    let (atom, number) = (m.arg(0), m.arg(1));
    if let Some(text) = text::get(m, atom, Accept::NAME) {
        return match text::parse_number(&text) {
            Some(value) => {
                let value = m.store.heap.put_number(value);
                m.unify_arg(1, value)
            }
            None => Ok(false),
        };
    }
    match text::get(m, number, Accept::NUMBER) {
        Some(_) if !atom.is_var() => Ok(false),
        Some(text) => text::unify(m, 0, &text, Form::Atom),
        None if number.is_var() && !atom.is_var() => Err(type_error(m, "atom", atom)),
        None => Err(must_be(m, "number", number)),
    }
}

fn change_case(m: &mut Machine, change: fn(&str) -> String, form: Form) -> Outcome {
    let (term, given) = (m.arg(0), m.arg(1));
    let expected = if term == NIL { "atom" } else { "atomic" };
    let text = text::want_as(m, term, Accept::ATOMIC, expected)?;
    // One character stays one character: `ß` has no capital.
    let changed: String = text
        .chars()
        .map(|c| {
            let mut buffer = [0; 4];
            let other = change(c.encode_utf8(&mut buffer));
            let mut chars = other.chars();
            match (chars.next(), chars.next()) {
                (Some(one), None) => one,
                _ => c,
            }
        })
        .collect();
    if given.is_var() {
        return text::unify(m, 1, &changed, form);
    }
    let expected = if form == Form::Atom { "atom" } else { "string" };
    match text::get(m, given, Accept::ALL) {
        Some(given) => Ok(*given == *changed),
        None => Err(type_error(m, expected, given)),
    }
}

/// The text of the elements of a list, joined; `None` where something is unbound.
fn joined(m: &mut Machine, list: Cell, separator: &str) -> Result<Option<String>, Throw> {
    let (elements, tail) = m.store.heap.list_prefix(list);
    let mut all = String::new();
    for (i, &element) in elements.iter().enumerate() {
        if element.is_var() {
            return Ok(None);
        }
        let text = text::want_as(m, element, Accept::ATOMIC, "text")?;
        if i > 0 {
            all.push_str(separator);
        }
        m.room(all.len() + text.len())?;
        all.push_str(&text);
    }
    match tail {
        NIL => Ok(Some(all)),
        _ if tail.is_var() => Ok(None),
        _ => Err(type_error(m, "list", tail)),
    }
}

fn concat_list(m: &mut Machine, form: Form) -> Outcome {
    let list = m.arg(0);
    match joined(m, list, "")? {
        Some(text) => text::unify(m, 1, &text, form),
        None => Err(instantiation(m)),
    }
}

/// `atomic_list_concat/3`: joins, or splits where the list is not known.
fn concat_separated(m: &mut Machine) -> Outcome {
    let (list, separator, whole) = (m.arg(0), m.arg(1), m.arg(2));
    let separator_text = text::want_as(m, separator, Accept::ATOMIC, "text")?;
    if whole.is_var() {
        return match joined(m, list, &separator_text)? {
            Some(text) => text::unify(m, 2, &text, Form::Atom),
            None => Err(instantiation(m)),
        };
    }
    let (elements, tail) = m.store.heap.list_prefix(list);
    let complete = tail == NIL && elements.iter().all(|e| !e.is_var());
    if complete && let Some(text) = joined(m, list, &separator_text)? {
        return text::unify(m, 2, &text, Form::Atom);
    }
    if tail != NIL && !tail.is_var() {
        return Err(type_error(m, "list", list));
    }
    if separator_text.is_empty() {
        return Err(domain_error(m, "non_empty_atom", separator));
    }
    let text = text::want(m, whole, Accept::ATOMIC)?;
    let parts: Vec<Cell> =
        text.split(&*separator_text).map(|part| Cell::atom(m.atoms.intern(part))).collect();
    super::args::unify_list(m, 0, &parts)
}

/// The form that concatenation gives: an atom, a string, or for `text` what the parts are.
fn form_of(m: &Machine, kind: Cell, parts: &[Cell]) -> Form {
    match m.atoms.text(kind.atom_value()) {
        "string" => Form::String,
        "text" if parts.iter().any(|p| m.store.heap.string(*p).is_some()) => Form::String,
        _ => Form::Atom,
    }
}

/// `'$concat'(A, B, Whole, Kind, Plan)`: does what is deterministic, and says `done`; or says
/// `split(N)` where the whole is to be cut at each of the places 0 to N.
fn concat(m: &mut Machine) -> Outcome {
    let (left, right, whole, kind) = (m.arg(0), m.arg(1), m.arg(2), m.arg(3));
    let form = form_of(m, kind, &[left, right, whole]);
    let l = part(m, left)?;
    let r = part(m, right)?;
    let done = super::args::atom(m, "done");
    if let (Some(l), Some(r)) = (&l, &r) {
        if !whole.is_var() {
            let text = part(m, whole)?.unwrap_or_else(|| Rc::from(""));
            let same =
                text.len() == l.len() + r.len() && text.starts_with(&**l) && text.ends_with(&**r);
            return Ok(same && m.unify_arg(4, done)?);
        }
        m.room(l.len() + r.len())?;
        let text = format!("{l}{r}");
        return Ok(text::unify(m, 2, &text, form)? && m.unify_arg(4, done)?);
    }
    let Some(text) = part(m, whole)? else { return Err(instantiation(m)) };
    let (i, rest) = match (&l, &r) {
        (Some(l), None) => (1, text.strip_prefix(&**l)),
        (None, Some(r)) => (0, text.strip_suffix(&**r)),
        _ => {
            let n = m.store.heap.put_int(text::length(&text) as i64);
            let split = m.atoms.intern("split");
            let plan = m.store.heap.put_compound(split, &[n]);
            return m.unify_arg(4, plan);
        }
    };
    match rest {
        Some(rest) => Ok(text::unify(m, i, rest, form)? && m.unify_arg(4, done)?),
        None => Ok(false),
    }
}

/// The text of a part, or `None` where it is not known.
fn part(m: &mut Machine, cell: Cell) -> Result<Option<Rc<str>>, Throw> {
    if cell.is_var() {
        return Ok(None);
    }
    let expected = if cell == NIL { "atom" } else { "atomic" };
    text::want_as(m, cell, Accept::ATOMIC, expected).map(Some)
}

/// `'$split'(N, A, B, Whole, Kind)`: cuts text after N characters.
fn split(m: &mut Machine) -> Outcome {
    let (at, whole, kind) = (m.arg(0), m.arg(3), m.arg(4));
    let form = form_of(m, kind, &[whole]);
    let text = text::want(m, whole, Accept::ATOMIC)?;
    let at = super::args::natural(m, at)?;
    let Some(byte) = text::byte_of_char(&text, at) else {
        return Err(representation(m, "size_t"));
    };
    let (left, right) = text.split_at(byte);
    Ok(text::unify(m, 1, left, form)? && text::unify(m, 2, right, form)?)
}
