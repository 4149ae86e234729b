//! Characters, codes and bytes, one at a time.

use super::{
    args::{domain_error, instantiation, must_be, representation, type_error},
    io::{MUCH, Use, current_for, done, put_text, stream_for, stream_mut},
    text::{char_atom, char_of_atom, char_of_code},
};
use crate::{
    arith,
    atom::Atom,
    cell::{Cell, Tag},
    machine::{Machine, Native},
    number::Number,
    stream::StreamId,
    throw::{Outcome, Throw},
};

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("get_char", 1, |m| input(m, None, 0, Form::Char, false)),
    ("get_char", 2, |m| input(m, Some(0), 1, Form::Char, false)),
    ("peek_char", 1, |m| input(m, None, 0, Form::Char, true)),
    ("peek_char", 2, |m| input(m, Some(0), 1, Form::Char, true)),
    ("get_code", 1, |m| input(m, None, 0, Form::Code, false)),
    ("get_code", 2, |m| input(m, Some(0), 1, Form::Code, false)),
    ("get0", 1, |m| input(m, None, 0, Form::Code, false)),
    ("get0", 2, |m| input(m, Some(0), 1, Form::Code, false)),
    ("peek_code", 1, |m| input(m, None, 0, Form::Code, true)),
    ("peek_code", 2, |m| input(m, Some(0), 1, Form::Code, true)),
    ("get_byte", 1, |m| input(m, None, 0, Form::Byte, false)),
    ("get_byte", 2, |m| input(m, Some(0), 1, Form::Byte, false)),
    ("peek_byte", 1, |m| input(m, None, 0, Form::Byte, true)),
    ("peek_byte", 2, |m| input(m, Some(0), 1, Form::Byte, true)),
    ("get", 1, |m| get_visible(m, None, 0)),
    ("get", 2, |m| get_visible(m, Some(0), 1)),
    ("skip", 1, |m| skip(m, None, 0)),
    ("skip", 2, |m| skip(m, Some(0), 1)),
    ("get_single_char", 1, |m| input(m, None, 0, Form::Code, false)),
    ("peek_string", 3, peek_string),
    ("put_char", 1, |m| put(m, None, 0)),
    ("put_char", 2, |m| put(m, Some(0), 1)),
    ("put_code", 1, |m| put(m, None, 0)),
    ("put_code", 2, |m| put(m, Some(0), 1)),
    ("put", 1, |m| put(m, None, 0)),
    ("put", 2, |m| put(m, Some(0), 1)),
    ("put_byte", 1, |m| put_byte(m, None, 0)),
    ("put_byte", 2, |m| put_byte(m, Some(0), 1)),
    ("nl", 0, |m| newline(m, None)),
    ("nl", 1, |m| newline(m, Some(0))),
    ("tab", 1, |m| tab(m, None, 0)),
    ("tab", 2, |m| tab(m, Some(0), 1)),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Char,
    Code,
    Byte,
}

fn open(m: &mut Machine, stream: Option<usize>, wanted: Use) -> Result<StreamId, Throw> {
    match stream {
        Some(i) => {
            let cell = m.arg(i);
            stream_for(m, cell, wanted)
        }
        None => current_for(m, wanted),
    }
}

/// What the argument of an input predicate may be.
fn check_wanted(m: &mut Machine, cell: Cell, form: Form) -> Result<(), Throw> {
    if cell.is_var() {
        return Ok(());
    }
    let fits = match form {
        Form::Byte => cell.tag() == Tag::Int && (-1..=255).contains(&cell.int_value()),
        Form::Code | Form::Char => {
            char_of_atom(m, cell).is_some()
                || cell == Cell::atom(Atom::END_OF_FILE)
                || cell.tag() == Tag::Int && (-1..=0x10_ffff).contains(&cell.int_value())
        }
    };
    if fits {
        return Ok(());
    }
    let expected = if form == Form::Byte { "in_byte" } else { "character" };
    Err(type_error(m, expected, cell))
}

fn input(m: &mut Machine, stream: Option<usize>, at: usize, form: Form, peek: bool) -> Outcome {
    let id = open(m, stream, if form == Form::Byte { Use::ReadBytes } else { Use::ReadText })?;
    let wanted = m.arg(at);
    check_wanted(m, wanted, form)?;
    let stream = stream_mut(m, id)?;
    let found = match (form, peek) {
        (Form::Byte, true) => stream.peek_byte().map(|b| b.map(i32::from)),
        (Form::Byte, false) => stream.get_byte().map(|b| b.map(i32::from)),
        (_, true) => stream.peek_char().map(|c| c.map(|c| c as i32)),
        (_, false) => stream.get_char().map(|c| c.map(|c| c as i32)),
    };
    let found = done(m, id, found)?;
    let value = match (form, found) {
        (Form::Char, None) => Cell::atom(Atom::END_OF_FILE),
        (Form::Char, Some(code)) => match char::from_u32(code as u32) {
            Some(c) => char_atom(m, c),
            None => return Err(representation(m, "character")),
        },
        (_, None) => Cell::small(-1),
        (_, Some(code)) => Cell::small(code),
    };
    m.unify_arg(at, value)
}

/// The next character that is no blank.
fn get_visible(m: &mut Machine, stream: Option<usize>, at: usize) -> Outcome {
    let id = open(m, stream, Use::ReadText)?;
    loop {
        let found = stream_mut(m, id)?.get_char();
        match done(m, id, found)? {
            Some(c) if c.is_whitespace() => {}
            Some(c) => return m.unify_arg(at, Cell::small(c as i32)),
            None => return m.unify_arg(at, Cell::small(-1)),
        }
    }
}

fn skip(m: &mut Machine, stream: Option<usize>, at: usize) -> Outcome {
    let id = open(m, stream, Use::ReadText)?;
    let cell = m.arg(at);
    let wanted = character(m, cell)?;
    loop {
        let found = stream_mut(m, id)?.get_char();
        match done(m, id, found)? {
            Some(c) if c != wanted => {}
            _ => return Ok(true),
        }
    }
}

fn peek_string(m: &mut Machine) -> Outcome {
    let id = open(m, Some(0), Use::ReadText)?;
    let cell = m.arg(1);
    let length = super::args::natural(m, cell)?;
    let text = stream_mut(m, id)?.peek_text(length);
    let text = done(m, id, text)?;
    let text = m.store.heap.put_string(&text);
    m.unify_arg(2, text)
}

/// A character, given as one or as its code.
pub fn character(m: &mut Machine, cell: Cell) -> Result<char, Throw> {
    match char_of_atom(m, cell).or_else(|| char_of_code(cell)) {
        Some(c) => Ok(c),
        None if cell.is_var() => Err(instantiation(m)),
        None if cell.tag() == Tag::Int && cell.int_value() >= 0 => {
            Err(domain_error(m, "character", cell))
        }
        None => Err(type_error(m, "character", cell)),
    }
}

fn put(m: &mut Machine, stream: Option<usize>, at: usize) -> Outcome {
    let cell = m.arg(at);
    let c = character(m, cell)?;
    let id = open(m, stream, Use::WriteText)?;
    put_text(m, id, c.encode_utf8(&mut [0; 4]))?;
    Ok(true)
}

fn put_byte(m: &mut Machine, stream: Option<usize>, at: usize) -> Outcome {
    let cell = m.arg(at);
    let byte = match cell.tag() {
        Tag::Int => u8::try_from(cell.int_value()).ok(),
        _ => None,
    };
    let Some(byte) = byte else { return Err(must_be(m, "byte", cell)) };
    let id = open(m, stream, Use::WriteBytes)?;
    let result = stream_mut(m, id)?.put_byte(byte);
    done(m, id, result)?;
    Ok(true)
}

fn newline(m: &mut Machine, stream: Option<usize>) -> Outcome {
    let id = open(m, stream, Use::WriteText)?;
    put_text(m, id, "\n")?;
    Ok(true)
}

fn tab(m: &mut Machine, stream: Option<usize>, at: usize) -> Outcome {
    let id = open(m, stream, Use::WriteText)?;
    let cell = m.arg(at);
    let count = match arith::eval(m, cell)? {
        Number::Int(count) => usize::try_from(count).unwrap_or(0),
        other => {
            let culprit = m.store.heap.put_number(other);
            return Err(type_error(m, "integer", culprit));
        }
    };
    let blanks = " ".repeat(count.min(MUCH));
    for _ in 0..count / MUCH {
        put_text(m, id, &blanks)?;
    }
    put_text(m, id, &blanks[..count % MUCH])?;
    Ok(true)
}
