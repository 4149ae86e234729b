//! `see/1`, `tell/1` and their kin: streams as the first Prolog systems had them.

use std::rc::Rc;

use super::{absolute, handle, open_error};
use crate::{
    atom::Atom,
    cell::Cell,
    machine::Machine,
    native::{args::must_be, io::done},
    stream::{Mode, Stream, StreamId, USER_ERROR, USER_INPUT, USER_OUTPUT},
    throw::{Outcome, Throw},
};

pub(super) fn user_or_stream(m: &mut Machine, cell: Cell) -> Option<StreamId> {
    (cell.is_atom()).then(|| m.text.streams.find(cell.atom_value())).flatten()
}

/// The file name of an Edinburgh-style predicate, which is an atom.
pub(super) fn file_atom(m: &mut Machine, cell: Cell) -> Result<Rc<str>, Throw> {
    if cell.is_atom() {
        return Ok(m.atoms.shared_text(cell.atom_value()));
    }
    Err(must_be(m, "atom", cell))
}

pub(super) fn see(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    if cell == Cell::atom(Atom::USER) {
        m.text.streams.input = USER_INPUT;
        return Ok(true);
    }
    if let Some(id) = user_or_stream(m, cell) {
        m.text.streams.input = id;
        return Ok(true);
    }
    let path = file_atom(m, cell)?;
    let file = absolute(&path);
    let open =
        m.text.streams.all().find(|(_, s)| s.is_input() && s.file_name.as_ref() == Some(&file));
    if let Some((id, _)) = open {
        m.text.streams.input = id;
        return Ok(true);
    }
    match Stream::open_file(&path, Mode::Read) {
        Ok(mut stream) => {
            stream.file_name = Some(file);
            m.text.streams.input = m.text.streams.add(stream);
            Ok(true)
        }
        Err(error) => Err(open_error(m, cell, &error)),
    }
}

pub(super) fn seen(m: &mut Machine) -> Outcome {
    let id = m.text.streams.input;
    let result = m.text.streams.close(id);
    m.text.streams.input = USER_INPUT;
    done(m, id, result)?;
    Ok(true)
}

pub(super) fn tell(m: &mut Machine, mode: Mode) -> Outcome {
    let cell = m.arg(0);
    if cell == Cell::atom(Atom::USER) {
        m.text.streams.output = USER_OUTPUT;
        return Ok(true);
    }
    if let Some(id) = user_or_stream(m, cell) {
        m.text.streams.output = id;
        return Ok(true);
    }
    let path = file_atom(m, cell)?;
    match Stream::open_file(&path, mode) {
        Ok(mut stream) => {
            stream.file_name = Some(absolute(&path));
            m.text.streams.output = m.text.streams.add(stream);
            Ok(true)
        }
        Err(error) => Err(open_error(m, cell, &error)),
    }
}

pub(super) fn told(m: &mut Machine) -> Outcome {
    let id = m.text.streams.output;
    let result = m.text.streams.close(id);
    m.text.streams.output = USER_OUTPUT;
    done(m, id, result)?;
    Ok(true)
}

pub(super) fn old_current(m: &mut Machine, input: bool) -> Outcome {
    let id = if input { m.text.streams.input } else { m.text.streams.output };
    let value = match id {
        USER_INPUT | USER_OUTPUT | USER_ERROR => Cell::atom(Atom::USER),
        _ => handle(m, id),
    };
    m.unify_arg(0, value)
}

// ---- captured output ----
