//! What `stream_property/2` tells.

use crate::{
    cell::Cell,
    machine::Machine,
    native::{
        args,
        io::{any_stream, stream_mut},
    },
    stream::{Buffer, EofAction},
    throw::Outcome,
};

/// `'$stream_properties'(+Stream, -List)`: all its properties, in SWI-Prolog's order.
pub(super) fn properties(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let id = any_stream(m, cell)?;
    let mut list: Vec<Cell> = Vec::new();
    let stream = stream_mut(m, id)?;
    let (mode, input, binary) = (stream.mode.name(), stream.is_input(), stream.binary);
    let (position, recorded) = (stream.position, stream.record_position);
    let (aliases, file) = (stream.aliases.clone(), stream.file_name.clone());
    let (encoding, tty, reposition) = (stream.encoding.name(), stream.tty, stream.reposition);
    let number = stream.file_number();
    let end = match (input, stream.past_end) {
        (true, true) => Some("past"),
        (true, false) if stream.end_known() => Some("at"),
        (true, false) if number.is_none() && stream.is_at_end().unwrap_or(false) => Some("at"),
        (true, false) => Some("not"),
        _ => None,
    };
    let eof = match stream.eof_action {
        EofAction::Error => "error",
        EofAction::EofCode => "eof_code",
        EofAction::Reset => "reset",
    };
    let buffering = match stream.buffering {
        Buffer::None => "none",
        Buffer::Line => "line",
        Buffer::Full => "full",
    };
    let newline = if stream.newline_dos { "dos" } else { "posix" };
    let close = stream.close_on_abort;
    if let Some(file) = file {
        list.push(property(m, "file_name", &file));
    }
    list.push(property(m, "mode", mode));
    list.push(Cell::atom(m.atoms.intern(if input { "input" } else { "output" })));
    for alias in aliases {
        let name = m.atoms.intern("alias");
        list.push(m.store.heap.put_compound(name, &[Cell::atom(alias)]));
    }
    if let Some(number) = number {
        let name = m.atoms.intern("file_no");
        list.push(m.store.heap.put_compound(name, &[Cell::small(number)]));
    }
    if recorded {
        let parts = [position.char, position.line, position.column, position.byte];
        let parts: Vec<Cell> = parts.iter().map(|&n| m.store.heap.put_int(n)).collect();
        let name = m.atoms.intern("$stream_position");
        let value = m.store.heap.put_compound(name, &parts);
        let name = m.atoms.intern("position");
        list.push(m.store.heap.put_compound(name, &[value]));
    }
    if let Some(end) = end {
        list.push(property(m, "end_of_stream", end));
    }
    list.push(property(m, "eof_action", eof));
    list.push(property(m, "reposition", bool_name(reposition)));
    list.push(property(m, "type", if binary { "binary" } else { "text" }));
    list.push(property(m, "buffer", buffering));
    let size = m.atoms.intern("buffer_size");
    list.push(m.store.heap.put_compound(size, &[Cell::small(4096)]));
    list.push(property(m, "close_on_abort", bool_name(close)));
    if tty {
        list.push(property(m, "tty", "true"));
    }
    list.push(property(m, "encoding", encoding));
    list.push(property(m, "newline", newline));
    list.push(property(m, "representation_errors", "error"));
    args::unify_list(m, 1, &list)
}

pub(super) fn bool_name(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

pub(super) fn property(m: &mut Machine, name: &str, value: &str) -> Cell {
    let (name, value) = (m.atoms.intern(name), m.atoms.intern(value));
    m.store.heap.put_compound(name, &[Cell::atom(value)])
}
