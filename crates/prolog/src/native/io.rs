//! Streams and options as natives take them, and the errors they raise.

use std::{io, rc::Rc};

use super::args::{domain_error, instantiation, must_be, type_error};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    machine::Machine,
    store::NIL,
    stream::{EofAction, Stream, StreamId},
    throw::{self, Throw},
};

/// What a native wants to do with a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Use {
    ReadText,
    ReadBytes,
    WriteText,
    WriteBytes,
}

impl Use {
    fn is_input(self) -> bool {
        matches!(self, Use::ReadText | Use::ReadBytes)
    }
}

/// The stream a term stands for.
pub fn any_stream(m: &mut Machine, cell: Cell) -> Result<StreamId, Throw> {
    match cell.tag() {
        Tag::Atom => match m.text.streams.find(cell.atom_value()) {
            Some(id) => Ok(id),
            None => match m.atoms.text(cell.atom_value()) {
                "current_output" => Ok(m.text.streams.output),
                "current_input" => Ok(m.text.streams.input),
                _ => Err(no_stream(m, cell)),
            },
        },
        Tag::Ref | Tag::Att => Err(instantiation(m)),
        _ => Err(domain_error(m, "stream_or_alias", cell)),
    }
}

/// `existence_error(stream, S)`.
pub fn no_stream(m: &mut Machine, cell: Cell) -> Throw {
    let kind = m.atoms.intern("stream");
    throw::existence_error(&mut m.store.heap, kind, cell)
}

/// `permission_error(Action, Type, Culprit)`.
pub fn permission(m: &mut Machine, action: &str, kind: &str, culprit: Cell) -> Throw {
    let (action, kind) = (m.atoms.intern(action), m.atoms.intern(kind));
    throw::permission_error(&mut m.store.heap, action, kind, culprit)
}

/// The stream a term stands for, if it can be used so.
pub fn stream_for(m: &mut Machine, cell: Cell, wanted: Use) -> Result<StreamId, Throw> {
    let id = any_stream(m, cell)?;
    check_use(m, id, cell, wanted)?;
    Ok(id)
}

/// The current input or output, if it can be used so.
pub fn current_for(m: &mut Machine, wanted: Use) -> Result<StreamId, Throw> {
    let (id, name) = match wanted.is_input() {
        true => (m.text.streams.input, "current_input"),
        false => (m.text.streams.output, "current_output"),
    };
    let name = Cell::atom(m.atoms.intern(name));
    check_use(m, id, name, wanted)?;
    Ok(id)
}

fn check_use(m: &mut Machine, id: StreamId, cell: Cell, wanted: Use) -> Result<(), Throw> {
    let Some(stream) = m.text.streams.get(id) else { return Err(no_stream(m, cell)) };
    let action = if wanted.is_input() { "input" } else { "output" };
    if stream.is_input() != wanted.is_input() {
        return Err(permission(m, action, "stream", cell));
    }
    let bytes = matches!(wanted, Use::ReadBytes | Use::WriteBytes);
    if bytes && !stream.binary {
        return Err(permission(m, action, "text_stream", cell));
    }
    if wanted.is_input() && stream.past_end && stream.eof_action == EofAction::Error {
        return Err(permission(m, "input", "past_end_of_stream", cell));
    }
    if wanted.is_input() && id == crate::stream::USER_INPUT {
        m.text.streams.flush_user();
    }
    Ok(())
}

/// An open stream by its number, which the caller has just looked up.
pub fn stream_mut(m: &mut Machine, id: StreamId) -> Result<&mut Stream, Throw> {
    if m.text.streams.get(id).is_none() {
        return Err(no_stream(m, NIL));
    }
    match m.text.streams.get_mut(id) {
        Some(stream) => Ok(stream),
        None => Err(Throw::Abort),
    }
}

/// Turns an error of the system into an exception.
pub fn done<T>(m: &mut Machine, id: StreamId, result: io::Result<T>) -> Result<T, Throw> {
    result.map_err(|error| {
        if error.kind() == io::ErrorKind::OutOfMemory {
            return m.stack_overflow();
        }
        let handle = super::stream::handle(m, id);
        let kind = m.atoms.intern("io_error");
        let action = match m.text.streams.get(id) {
            Some(stream) if stream.is_input() => "read",
            _ => "write",
        };
        let action = Cell::atom(m.atoms.intern(action));
        let formal = m.store.heap.put_compound(kind, &[action, handle]);
        let message = Cell::atom(m.atoms.intern(&error.to_string()));
        let place = m.store.heap.new_var();
        let context = m.store.heap.put_compound(Atom::CONTEXT, &[place, message]);
        Throw::Ball(m.store.heap.put_compound(Atom::ERROR, &[formal, context]))
    })
}

/// Bytes that are written at once; before more the machine looks for interrupts.
pub const MUCH: usize = 1 << 16;

/// Writes text to a stream.
pub fn put_text(m: &mut Machine, id: StreamId, text: &str) -> Result<(), Throw> {
    if text.len() >= MUCH {
        m.poll()?;
    }
    if let Some(stream) = m.text.streams.get_mut(id) {
        let result = stream.put_str(text);
        if stream.is_broken() {
            return Err(Throw::Halt(0));
        }
        return done(m, id, result);
    }
    Ok(())
}

/// Options that may stand as an atom.
const SWITCHES: &[&str] = &[
    "quoted",
    "ignore_ops",
    "numbervars",
    "portray",
    "portrayed",
    "dotlists",
    "no_lists",
    "brace_terms",
    "character_escapes",
    "character_escapes_unicode",
    "quote_non_ascii",
    "cycles",
    "partial",
    "fullstop",
    "nl",
    "var_prefix",
    "bom",
    "force",
    "reposition",
    "close_on_abort",
];

/// Takes an option list apart: names with their values. `Name=Value` is `Name(Value)`, and an
/// atom `Name(true)`; what is no option at all is an error.
pub fn options(m: &mut Machine, list: Cell) -> Result<Vec<(Rc<str>, Cell)>, Throw> {
    let mut found = Vec::new();
    let mut rest = m.store.deref(list);
    while rest.tag() == Tag::Lst {
        let option = m.store.heap.at(rest.index());
        rest = m.store.heap.at(rest.index() + 1);
        match option.tag() {
            Tag::Ref | Tag::Att => return Err(instantiation(m)),
            Tag::Atom => {
                let name = m.atoms.shared_text(option.atom_value());
                if !SWITCHES.contains(&&*name) {
                    return Err(type_error(m, "option", option));
                }
                found.push((name, Cell::atom(Atom::TRUE)));
            }
            _ => match m.store.heap.compound(option) {
                Some(compound) if compound.arity == 1 => {
                    let value = m.store.heap.at(compound.first);
                    found.push((m.atoms.shared_text(compound.name), value));
                }
                Some(compound) if compound.arity == 2 && compound.name == Atom::EQUALS => {
                    let name = m.store.heap.at(compound.first);
                    let value = m.store.heap.at(compound.first + 1);
                    match name.tag() {
                        Tag::Atom => {
                            found.push((m.atoms.shared_text(name.atom_value()), value));
                        }
                        _ => return Err(type_error(m, "option", option)),
                    }
                }
                _ => return Err(type_error(m, "option", option)),
            },
        }
    }
    if rest != NIL {
        return Err(must_be(m, "list", rest));
    }
    Ok(found)
}

/// An option that is a truth value.
pub fn boolean(m: &mut Machine, cell: Cell) -> Result<bool, Throw> {
    let text = match cell.tag() {
        Tag::Atom => m.atoms.text(cell.atom_value()),
        _ => return Err(must_be(m, "bool", cell)),
    };
    match text {
        "true" | "on" => Ok(true),
        "false" | "off" => Ok(false),
        _ => Err(type_error(m, "bool", cell)),
    }
}

/// An option that is an atom.
pub fn name(m: &mut Machine, cell: Cell) -> Result<Rc<str>, Throw> {
    match cell.tag() {
        Tag::Atom => Ok(m.atoms.shared_text(cell.atom_value())),
        _ => Err(must_be(m, "atom", cell)),
    }
}
