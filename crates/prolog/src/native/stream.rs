//! Opening, closing and asking about streams.

mod property;
mod see;

use std::{io, rc::Rc};

use super::{
    args::{domain_error, instantiation, must_be, type_error},
    io::{Use, any_stream, boolean, done, name, options, permission, stream_for, stream_mut},
    text::{self, Accept},
};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    machine::{Machine, Native},
    read::Position,
    store::NIL,
    stream::{Buffer, Encoding, EofAction, Mode, Stream, StreamId},
    throw::{self, Outcome, Throw},
};

use property::properties;
use see::{old_current, see, seen, tell, told};

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("open", 3, |m| open(m, None)),
    ("open", 4, |m| open(m, Some(3))),
    ("open_null_stream", 1, open_null),
    ("open_string", 2, open_string),
    ("close", 1, |m| close(m, None)),
    ("close", 2, |m| close(m, Some(1))),
    ("current_input", 1, |m| current(m, true)),
    ("current_output", 1, |m| current(m, false)),
    ("set_input", 1, |m| set_current(m, true)),
    ("set_output", 1, |m| set_current(m, false)),
    ("flush_output", 0, |m| flush(m, None)),
    ("flush_output", 1, |m| flush(m, Some(0))),
    ("ttyflush", 0, |m| flush(m, None)),
    ("at_end_of_stream", 0, |m| at_end(m, None)),
    ("at_end_of_stream", 1, |m| at_end(m, Some(0))),
    ("is_stream", 1, is_stream),
    ("set_stream", 2, set_stream),
    ("set_stream_position", 2, set_position),
    ("seek", 4, seek),
    ("line_count", 2, |m| count(m, |p| p.line)),
    ("line_position", 2, |m| count(m, |p| p.column)),
    ("$set_column", 2, set_column),
    ("character_count", 2, |m| count(m, |p| p.char)),
    ("byte_count", 2, |m| count(m, |p| p.byte)),
    ("$streams", 1, all_streams),
    ("$stream_properties", 2, properties),
    ("copy_stream_data", 2, |m| copy(m, None)),
    ("copy_stream_data", 3, |m| copy(m, Some(2))),
    ("read_pending_codes", 3, read_pending),
    ("see", 1, see),
    ("seen", 0, seen),
    ("seeing", 1, |m| old_current(m, true)),
    ("tell", 1, |m| tell(m, Mode::Write)),
    ("append", 1, |m| tell(m, Mode::Append)),
    ("told", 0, told),
    ("telling", 1, |m| old_current(m, false)),
    ("$capture_open", 1, capture_open),
    ("$capture_close", 2, capture_close),
    ("$tty", 1, is_tty),
];

fn open(m: &mut Machine, option_list: Option<usize>) -> Outcome {
    let (source, mode, target) = (m.arg(0), m.arg(1), m.arg(2));
    let list = match option_list {
        Some(i) => m.arg(i),
        None => NIL,
    };
    let opts = options(m, list)?;
    let mode_name = name(m, mode)?;
    let Some(mode) = Mode::of_name(&mode_name) else {
        return Err(domain_error(m, "io_mode", mode));
    };
    let mut alias = None;
    for (option, value) in &opts {
        if &**option == "alias" {
            name(m, *value)?;
            alias = Some(value.atom_value());
        }
    }
    if !target.is_var() {
        let kind = Atom::UNINSTANTIATION_ERROR;
        let formal = m.store.heap.put_compound(kind, &[target]);
        return Err(throw::error(&mut m.store.heap, formal));
    }
    if let Some(alias) = alias
        && m.text.streams.find(alias).is_some()
    {
        let option = m.atoms.intern("alias");
        let culprit = m.store.heap.put_compound(option, &[Cell::atom(alias)]);
        return Err(permission(m, "open", "source_sink", culprit));
    }
    let path = text::want(m, source, Accept::PLAIN)?;
    let mut stream = match Stream::open_file(&path, mode) {
        Ok(stream) => stream,
        Err(error) => return Err(open_error(m, source, &error)),
    };
    stream.file_name = Some(absolute(&path));
    configure(m, &mut stream, &opts)?;
    let id = m.text.streams.add(stream);
    if let Some(alias) = alias {
        m.text.streams.set_alias(id, alias);
        return m.unify_arg(2, Cell::atom(alias));
    }
    let handle = handle(m, id);
    m.unify_arg(2, handle)
}

/// The path from the root, without links resolved.
pub fn absolute(path: &str) -> Rc<str> {
    match std::path::absolute(path) {
        Ok(path) => Rc::from(path.to_string_lossy()),
        Err(_) => Rc::from(path),
    }
}

fn open_error(m: &mut Machine, source: Cell, error: &io::Error) -> Throw {
    let sink = m.atoms.intern("source_sink");
    let formal = if error.kind() == io::ErrorKind::PermissionDenied {
        let args = [Cell::atom(m.atoms.intern("open")), Cell::atom(sink), source];
        m.store.heap.put_compound(Atom::PERMISSION_ERROR, &args)
    } else {
        m.store.heap.put_compound(Atom::EXISTENCE_ERROR, &[Cell::atom(sink), source])
    };
    let message = error.to_string();
    let message = message.split(" (os error").next().unwrap_or_default();
    let message = Cell::atom(m.atoms.intern(message));
    let (system, open) = (Cell::atom(Atom::SYSTEM), Cell::atom(m.atoms.intern("open")));
    let indicator = m.store.heap.put_compound(Atom::SLASH, &[open, Cell::small(4)]);
    let place = m.store.heap.put_compound(Atom::COLON, &[system, indicator]);
    let context = m.store.heap.put_compound(Atom::CONTEXT, &[place, message]);
    Throw::Ball(m.store.heap.put_compound(Atom::ERROR, &[formal, context]))
}

fn configure(m: &mut Machine, stream: &mut Stream, opts: &[(Rc<str>, Cell)]) -> Result<(), Throw> {
    let mut bom = stream.mode == Mode::Read;
    let mut encoding = None;
    for (option, value) in opts {
        match &**option {
            "type" => match &*name(m, *value)? {
                "binary" => {
                    stream.binary = true;
                    stream.encoding = Encoding::Octet;
                    bom = false;
                }
                "text" => {
                    stream.binary = false;
                    stream.encoding = Encoding::Utf8;
                }
                _ => return Err(option_error(m, "type", *value)),
            },
            "encoding" => {
                let wanted = name(m, *value)?;
                match Encoding::of_name(&wanted) {
                    Some(found) => encoding = Some(found),
                    None => return Err(domain_error(m, "encoding", *value)),
                }
            }
            "eof_action" => stream.eof_action = eof_action(m, *value)?,
            "buffer" => stream.buffering = buffer(m, *value)?,
            "reposition" => {
                let wanted = boolean(m, *value)?;
                if wanted && !stream.reposition {
                    let option = m.atoms.intern("reposition");
                    let culprit = m.store.heap.put_compound(option, &[Cell::atom(Atom::TRUE)]);
                    return Err(permission(m, "open", "source_sink", culprit));
                }
            }
            "bom" => bom = boolean(m, *value)? && stream.mode == Mode::Read,
            "close_on_abort" => stream.close_on_abort = boolean(m, *value)?,
            "newline" => stream.newline_dos = &*name(m, *value)? == "dos",
            _ => {}
        }
    }
    if let Some(encoding) = encoding {
        stream.encoding = encoding;
    }
    if bom {
        // A device that cannot be read will say so when it is read.
        let _ = stream.take_bom();
    }
    Ok(())
}

fn option_error(m: &mut Machine, option: &str, value: Cell) -> Throw {
    let option = m.atoms.intern(option);
    let culprit = m.store.heap.put_compound(option, &[value]);
    domain_error(m, "stream_option", culprit)
}

fn eof_action(m: &mut Machine, value: Cell) -> Result<EofAction, Throw> {
    match &*name(m, value)? {
        "error" => Ok(EofAction::Error),
        "eof_code" => Ok(EofAction::EofCode),
        "reset" => Ok(EofAction::Reset),
        _ => Err(domain_error(m, "eof_action", value)),
    }
}

fn buffer(m: &mut Machine, value: Cell) -> Result<Buffer, Throw> {
    match &*name(m, value)? {
        "full" | "true" => Ok(Buffer::Full),
        "line" => Ok(Buffer::Line),
        "none" | "false" => Ok(Buffer::None),
        _ => Err(domain_error(m, "buffer", value)),
    }
}

/// The handle of a stream as a term.
pub fn handle(m: &mut Machine, id: StreamId) -> Cell {
    m.text.streams.handle(&mut m.atoms, id).map_or(NIL, Cell::atom)
}

fn open_null(m: &mut Machine) -> Outcome {
    let id = m.text.streams.add(Stream::null(Mode::Write));
    let handle = handle(m, id);
    m.unify_arg(0, handle)
}

fn open_string(m: &mut Machine) -> Outcome {
    let source = m.arg(0);
    let content = text::want(m, source, Accept::ALL)?;
    let mut stream = Stream::from_text(&content);
    stream.in_memory = false;
    let id = m.text.streams.add(stream);
    let handle = handle(m, id);
    m.unify_arg(1, handle)
}

fn close(m: &mut Machine, option_list: Option<usize>) -> Outcome {
    let cell = m.arg(0);
    let mut force = false;
    if let Some(i) = option_list {
        let list = m.arg(i);
        for (option, value) in options(m, list)? {
            if &*option == "force" {
                force = boolean(m, value)?;
            }
        }
    }
    let id = any_stream(m, cell)?;
    let result = m.text.streams.close(id);
    if force {
        return Ok(true);
    }
    done(m, id, result)?;
    Ok(true)
}

fn current(m: &mut Machine, input: bool) -> Outcome {
    let cell = m.arg(0);
    let id = if input { m.text.streams.input } else { m.text.streams.output };
    if cell.is_var() {
        let handle = handle(m, id);
        return m.unify_arg(0, handle);
    }
    Ok(any_stream(m, cell)? == id)
}

fn set_current(m: &mut Machine, input: bool) -> Outcome {
    let cell = m.arg(0);
    let id = stream_for(m, cell, if input { Use::ReadText } else { Use::WriteText })?;
    if input {
        m.text.streams.input = id;
    } else {
        m.text.streams.output = id;
    }
    Ok(true)
}

fn flush(m: &mut Machine, at: Option<usize>) -> Outcome {
    let id = match at {
        Some(i) => {
            let cell = m.arg(i);
            stream_for(m, cell, Use::WriteText)?
        }
        None => m.text.streams.output,
    };
    let result = stream_mut(m, id)?.flush();
    done(m, id, result)?;
    Ok(true)
}

fn at_end(m: &mut Machine, at: Option<usize>) -> Outcome {
    let id = match at {
        Some(i) => {
            let cell = m.arg(i);
            stream_for(m, cell, Use::ReadText)?
        }
        None => m.text.streams.input,
    };
    let result = stream_mut(m, id)?.is_at_end();
    done(m, id, result)
}

fn is_stream(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    Ok(cell.is_atom() && m.text.streams.find(cell.atom_value()).is_some())
}

fn set_stream(m: &mut Machine) -> Outcome {
    let (cell, property) = (m.arg(0), m.arg(1));
    let id = any_stream(m, cell)?;
    let Some(compound) = m.store.heap.compound(property).filter(|c| c.arity == 1) else {
        return Err(if property.is_var() {
            instantiation(m)
        } else {
            domain_error(m, "stream_attribute", property)
        });
    };
    let value = m.store.heap.at(compound.first);
    let attribute = m.atoms.shared_text(compound.name);
    match &*attribute {
        "alias" => {
            name(m, value)?;
            set_alias(m, id, value.atom_value());
        }
        "encoding" => {
            let wanted = name(m, value)?;
            let Some(encoding) = Encoding::of_name(&wanted) else {
                return Err(domain_error(m, "encoding", value));
            };
            let stream = stream_mut(m, id)?;
            stream.encoding = encoding;
        }
        "eof_action" => {
            let action = eof_action(m, value)?;
            stream_mut(m, id)?.eof_action = action;
        }
        "buffer" => {
            let buffering = buffer(m, value)?;
            stream_mut(m, id)?.buffering = buffering;
        }
        "type" => {
            let binary = match &*name(m, value)? {
                "binary" => true,
                "text" => false,
                _ => return Err(domain_error(m, "type", value)),
            };
            let stream = stream_mut(m, id)?;
            stream.binary = binary;
            stream.encoding = if binary { Encoding::Octet } else { Encoding::Utf8 };
        }
        "tty" => {
            let tty = boolean(m, value)?;
            stream_mut(m, id)?.tty = tty;
        }
        "record_position" => {
            let record = boolean(m, value)?;
            stream_mut(m, id)?.record_position = record;
        }
        "close_on_abort" => {
            let close = boolean(m, value)?;
            stream_mut(m, id)?.close_on_abort = close;
        }
        "file_name" => {
            let file = text::want(m, value, Accept::NAME)?;
            stream_mut(m, id)?.file_name = Some(file);
        }
        "newline" => {
            let dos = &*name(m, value)? == "dos";
            stream_mut(m, id)?.newline_dos = dos;
        }
        "line_position" => {
            let column = super::args::int(m, value)?;
            stream_mut(m, id)?.position.column = column;
        }
        "buffer_size"
        | "timeout"
        | "locale"
        | "representation_errors"
        | "close_on_exec"
        | "write_errors" => {}
        _ => return Err(domain_error(m, "stream_attribute", property)),
    }
    Ok(true)
}

fn set_alias(m: &mut Machine, id: StreamId, alias: Atom) {
    m.text.streams.set_alias(id, alias);
}

fn set_position(m: &mut Machine) -> Outcome {
    let (cell, position) = (m.arg(0), m.arg(1));
    let id = any_stream(m, cell)?;
    if position.is_var() {
        return Err(instantiation(m));
    }
    let wanted = m.atoms.intern("$stream_position");
    let Some(parts) = m.store.heap.args::<4>(position, wanted) else {
        return Err(domain_error(m, "stream_position", position));
    };
    let mut numbers = [0; 4];
    for (number, part) in numbers.iter_mut().zip(parts) {
        *number = super::args::int(m, part)?;
    }
    let [char, line, column, byte] = numbers;
    let stream = stream_mut(m, id)?;
    if !stream.reposition {
        return Err(permission(m, "reposition", "stream", cell));
    }
    let result = stream.seek(byte as u64);
    stream.position = Position { char, line, column, byte };
    done(m, id, result)?;
    Ok(true)
}

fn seek(m: &mut Machine) -> Outcome {
    let (cell, offset, method) = (m.arg(0), m.arg(1), m.arg(2));
    let id = any_stream(m, cell)?;
    let offset = super::args::int(m, offset)?;
    let method_name = name(m, method)?;
    let stream = stream_mut(m, id)?;
    if !stream.reposition {
        return Err(permission(m, "reposition", "stream", cell));
    }
    let base = match &*method_name {
        "bof" => 0,
        "current" => stream.position.byte,
        "eof" => stream.size().unwrap_or(0) as i64,
        _ => return Err(domain_error(m, "seek_method", method)),
    };
    let byte = (base + offset).max(0);
    let result = stream.seek(byte as u64);
    stream.position.char = byte;
    done(m, id, result)?;
    let byte = m.store.heap.put_int(byte);
    m.unify_arg(3, byte)
}

fn count(m: &mut Machine, part: fn(Position) -> i64) -> Outcome {
    let cell = m.arg(0);
    let id = any_stream(m, cell)?;
    let value = part(stream_mut(m, id)?.position);
    let value = m.store.heap.put_int(value);
    m.unify_arg(1, value)
}

/// `$set_column(+Stream, +Column)`: what was written since takes no room.
fn set_column(m: &mut Machine) -> Outcome {
    let column = super::args::int(m, m.arg(1))?;
    let id = any_stream(m, m.arg(0))?;
    stream_mut(m, id)?.position.column = column;
    Ok(true)
}

fn all_streams(m: &mut Machine) -> Outcome {
    let ids: Vec<StreamId> = m.text.streams.all().map(|(id, _)| id).collect();
    let handles: Vec<Cell> = ids.into_iter().map(|id| handle(m, id)).collect();
    super::args::unify_list(m, 0, &handles)
}

fn copy(m: &mut Machine, limit: Option<usize>) -> Outcome {
    let (from, to) = (m.arg(0), m.arg(1));
    let from = stream_for(m, from, Use::ReadText)?;
    let to = stream_for(m, to, Use::WriteText)?;
    let mut left = match limit {
        Some(i) => {
            let cell = m.arg(i);
            super::args::natural(m, cell)?
        }
        None => usize::MAX,
    };
    let mut text = String::new();
    while left > 0 {
        let next = stream_mut(m, from)?.get_char();
        match done(m, from, next)? {
            Some(c) => text.push(c),
            None => break,
        }
        left -= 1;
    }
    super::io::put_text(m, to, &text)?;
    Ok(true)
}

fn read_pending(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let id = stream_for(m, cell, Use::ReadText)?;
    let mut codes = Vec::new();
    while codes.len() < 4096 {
        let next = stream_mut(m, id)?.get_char();
        match done(m, id, next)? {
            Some(c) => codes.push(text::code(c)),
            None => break,
        }
    }
    let tail = if codes.is_empty() { NIL } else { m.arg(2) };
    let list = m.store.heap.put_list_of(&codes, tail);
    if codes.is_empty() {
        return Ok(m.unify_arg(1, list)? && m.unify_arg(2, NIL)?);
    }
    m.unify_arg(1, list)
}

// ---- see and tell ----

/// `'$capture_open'(-State)`: output goes to memory from now on.
fn capture_open(m: &mut Machine) -> Outcome {
    let old = m.text.streams.output;
    let id = m.text.streams.add(Stream::capture());
    m.text.streams.output = id;
    let name = m.atoms.intern("capture");
    let parts = [handle(m, id), handle(m, old)];
    let state = m.store.heap.put_compound(name, &parts);
    m.unify_arg(0, state)
}

/// `'$capture_close'(+State, -String)`: what was written since, and output goes where it went.
fn capture_close(m: &mut Machine) -> Outcome {
    let state = m.arg(0);
    let name = m.atoms.intern("capture");
    let Some([captured, old]) = m.store.heap.args::<2>(state, name) else {
        return Err(type_error(m, "capture", state));
    };
    let id = any_stream(m, captured)?;
    let written = stream_mut(m, id)?.captured();
    let closed = m.text.streams.close(id);
    done(m, id, closed)?;
    if let Some(old) = m.text.streams.find(old.atom_value()) {
        m.text.streams.output = old;
    }
    let written = m.store.heap.put_string(&written);
    m.unify_arg(1, written)
}

fn is_tty(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    if cell.tag() != Tag::Atom {
        return Err(must_be(m, "stream", cell));
    }
    let id = any_stream(m, cell)?;
    Ok(stream_mut(m, id)?.tty)
}
