//! Reading terms from streams and text.

use std::rc::Rc;

use super::{
    args::{domain_error, instantiation, must_be, type_error},
    io::{Use, boolean, current_for, done, name, options, stream_for, stream_mut},
    text::{self, Accept, Form},
};
use crate::{
    atom::Atom,
    cell::Cell,
    flag::Quotes,
    machine::{Machine, Native},
    read::{self, Position, ReadOptions, ReadTerm, SyntaxError, TextSource},
    store::NIL,
    stream::{StreamId, StreamSource},
    throw::{Outcome, Throw},
    write::{WriteOptions, term_text},
};

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("read", 1, |m| read_from(m, None, 0, None)),
    ("read", 2, |m| read_from(m, Some(0), 1, None)),
    ("read_term", 2, |m| read_from(m, None, 0, Some(1))),
    ("read_term", 3, |m| read_from(m, Some(0), 1, Some(2))),
    ("read_term_from_atom", 3, read_term_from_atom),
    ("term_to_atom", 2, |m| term_to_text(m, Form::Atom)),
    ("term_string", 2, |m| term_to_text(m, Form::String)),
    ("term_string", 3, term_string),
    ("atom_to_term", 3, atom_to_term),
    ("char_conversion", 2, char_conversion),
    ("$current_char_conversion", 2, current_char_conversion),
];

/// How a module reads.
pub fn module_options(m: &Machine, module: Atom) -> ReadOptions {
    let flags = m.text.flags.module(module);
    ReadOptions {
        module,
        double_quotes: flags.double_quotes,
        back_quotes: flags.back_quotes,
        character_escapes: flags.character_escapes,
        var_prefix: flags.var_prefix,
        iso: m.text.flags.iso,
        ..ReadOptions::default()
    }
}

/// Reads a term from a stream; the inner result is the syntax error, not yet raised.
pub fn read_stream(
    m: &mut Machine,
    id: StreamId,
    options: &ReadOptions,
) -> Result<Result<ReadTerm, SyntaxError>, Throw> {
    stream_mut(m, id)?;
    let Some(stream) = m.text.streams.get_mut(id) else { return Err(Throw::Abort) };
    let mut source = StreamSource { stream, error: None };
    let heap = &mut m.store.heap;
    let result = read::read_term(heap, &mut m.atoms, &m.text.ops, &mut source, options);
    match source.error {
        Some(error) => done(m, id, Err(error)),
        None => Ok(result),
    }
}

/// Reads a term from text.
pub fn read_text(
    m: &mut Machine,
    text: &str,
    options: &ReadOptions,
) -> Result<ReadTerm, SyntaxError> {
    let mut source = TextSource::new(text);
    read::read_term(&mut m.store.heap, &mut m.atoms, &m.text.ops, &mut source, options)
}

/// The exception of a syntax error. Without a stream the text itself is in the context.
pub fn syntax_throw(m: &mut Machine, id: Option<StreamId>, error: &SyntaxError) -> Throw {
    let fault = error.fault_cell(&mut m.store.heap, &mut m.atoms);
    let formal = m.store.heap.put_compound(Atom::SYNTAX_ERROR, &[fault]);
    let Position { line, column, char, .. } = error.position;
    let mut numbers: Vec<Cell> =
        [line, column, char].iter().map(|&n| m.store.heap.put_int(n)).collect();
    let file = id.and_then(|id| m.text.streams.get(id)).and_then(|s| s.file_name.clone());
    let context = match (id, file) {
        (_, Some(file)) => {
            let (name, file) = (m.atoms.intern("file"), m.atoms.intern(&file));
            numbers.insert(0, Cell::atom(file));
            m.store.heap.put_compound(name, &numbers)
        }
        (Some(id), None) => {
            let alias = m.text.streams.get(id).and_then(|s| s.aliases.first().copied());
            let stream = alias.map_or_else(|| super::stream::handle(m, id), Cell::atom);
            numbers.insert(0, stream);
            let name = m.atoms.intern("stream");
            m.store.heap.put_compound(name, &numbers)
        }
        (None, None) => {
            let name = m.atoms.intern("string");
            let text = m.store.heap.put_string(&error.text);
            let offset = m.store.heap.put_int(error.offset);
            m.store.heap.put_compound(name, &[text, offset])
        }
    };
    Throw::Ball(m.store.heap.put_compound(Atom::ERROR, &[formal, context]))
}

/// What the options of a read ask for beside the term.
#[derive(Default)]
struct Wanted {
    variable_names: Option<Cell>,
    variables: Option<Cell>,
    singletons: Option<Cell>,
    term_position: Option<Cell>,
    layout: Option<Cell>,
    comments: Option<Cell>,
    /// `error`, `fail`, `quiet` or `dec10`.
    on_error: Option<Rc<str>>,
}

fn parse_options(m: &mut Machine, list: Cell) -> Result<(ReadOptions, Wanted), Throw> {
    let mut read = module_options(m, Atom::USER);
    let mut wanted = Wanted::default();
    let opts = options(m, list)?;
    for (option, value) in &opts {
        if &**option == "module" {
            name(m, *value)?;
            read = module_options(m, value.atom_value());
        }
    }
    for (option, value) in opts {
        match &*option {
            "variable_names" => wanted.variable_names = Some(value),
            "variables" => wanted.variables = Some(value),
            "singletons" => wanted.singletons = Some(value),
            "term_position" => wanted.term_position = Some(value),
            "subterm_positions" => {
                wanted.layout = Some(value);
                read.layout = true;
            }
            "comments" => {
                wanted.comments = Some(value);
                read.comments = true;
            }
            "syntax_errors" => wanted.on_error = Some(name(m, value)?),
            "double_quotes" => read.double_quotes = quotes(m, value, "double_quotes")?,
            "back_quotes" => read.back_quotes = quotes(m, value, "back_quotes")?,
            "character_escapes" => read.character_escapes = boolean(m, value)?,
            "var_prefix" => read.var_prefix = boolean(m, value)?,
            "dotlists" => read.dotlists = boolean(m, value)?,
            _ => {}
        }
    }
    Ok((read, wanted))
}

fn quotes(m: &mut Machine, value: Cell, kind: &str) -> Result<Quotes, Throw> {
    let text = name(m, value)?;
    match Quotes::of_name(&text) {
        Some(quotes) => Ok(quotes),
        None => Err(domain_error(m, kind, value)),
    }
}

fn read_from(m: &mut Machine, stream: Option<usize>, term: usize, opts: Option<usize>) -> Outcome {
    let id = match stream {
        Some(i) => {
            let cell = m.arg(i);
            stream_for(m, cell, Use::ReadText)?
        }
        None => current_for(m, Use::ReadText)?,
    };
    let list = match opts {
        Some(i) => m.arg(i),
        None => NIL,
    };
    let (read, wanted) = parse_options(m, list)?;
    loop {
        match read_stream(m, id, &read)? {
            Ok(found) => return deliver(m, term, &found, &wanted),
            Err(error) => match wanted.on_error.as_deref() {
                None | Some("error") => return Err(syntax_throw(m, Some(id), &error)),
                Some("dec10") => {}
                Some(_) => return Ok(false),
            },
        }
    }
}

/// Unifies the term and what was asked for with it.
fn deliver(m: &mut Machine, at: usize, found: &ReadTerm, wanted: &Wanted) -> Outcome {
    if !m.unify_arg(at, found.term)? {
        return Ok(false);
    }
    let mut pairs: Vec<(Cell, Cell)> = Vec::new();
    if let Some(value) = wanted.variable_names {
        pairs.push((value, names(m, found, |_| true)));
    }
    if let Some(value) = wanted.variables {
        let cells: Vec<Cell> = found.variables.iter().map(|v| v.cell).collect();
        pairs.push((value, m.store.heap.put_list_of(&cells, NIL)));
    }
    if let Some(value) = wanted.singletons
        && !(value.is_atom() && m.atoms.text(value.atom_value()) == "warning")
    {
        pairs.push((value, names(m, found, |times| times == 1)));
    }
    if let Some(value) = wanted.term_position {
        pairs.push((value, position_term(m, found.start)));
    }
    if let Some(value) = wanted.layout {
        pairs.push((value, found.layout));
    }
    if let Some(value) = wanted.comments {
        let mut list = Vec::new();
        for (place, comment) in &found.comments {
            let place = position_term(m, *place);
            let comment = m.store.heap.put_string(comment);
            list.push(m.store.heap.put_compound(Atom::MINUS, &[place, comment]));
        }
        pairs.push((value, m.store.heap.put_list_of(&list, NIL)));
    }
    Ok(pairs.into_iter().all(|(value, term)| m.store.unify(value, term)))
}

/// `['X'=_1, ...]` for the named variables that occur so often.
pub fn names(m: &mut Machine, found: &ReadTerm, times: impl Fn(usize) -> bool) -> Cell {
    let mut list = Vec::new();
    for variable in &found.variables {
        if !variable.is_anonymous() && times(variable.times) {
            let name = Cell::atom(m.atoms.intern(&variable.name));
            list.push(m.store.heap.put_compound(Atom::EQUALS, &[name, variable.cell]));
        }
    }
    m.store.heap.put_list_of(&list, NIL)
}

/// `'$stream_position'(Char, Line, Column, Byte)`.
pub fn position_term(m: &mut Machine, place: Position) -> Cell {
    let parts = [place.char, place.line, place.column, place.byte];
    let parts: Vec<Cell> = parts.iter().map(|&n| m.store.heap.put_int(n)).collect();
    let name = m.atoms.intern("$stream_position");
    m.store.heap.put_compound(name, &parts)
}

fn read_term_from_atom(m: &mut Machine) -> Outcome {
    let (source, list) = (m.arg(0), m.arg(2));
    let content = text::want(m, source, Accept::PLAIN)?;
    let (read, wanted) = parse_options(m, list)?;
    match read_text(m, &content, &read) {
        Ok(found) => deliver(m, 1, &found, &wanted),
        Err(error) => Err(syntax_throw(m, None, &error)),
    }
}

fn term_to_text(m: &mut Machine, form: Form) -> Outcome {
    let (term, source) = (m.arg(0), m.arg(1));
    if source.is_var() {
        let options = WriteOptions { numbervars: false, ..WriteOptions::writeq() };
        let written = term_text(&m.store.heap, &m.atoms, &m.text.ops, term, &options);
        return text::unify(m, 1, &written, form);
    }
    let content = text::want(m, source, Accept::ALL)?;
    let options = module_options(m, Atom::USER);
    match read_text(m, &content, &options) {
        Ok(found) => m.unify_arg(0, found.term),
        Err(error) => Err(syntax_throw(m, None, &error)),
    }
}

/// `term_string(?Term, ?String, +Options)`: options of reading or of writing.
fn term_string(m: &mut Machine) -> Outcome {
    let (term, source, list) = (m.arg(0), m.arg(1), m.arg(2));
    if source.is_var() {
        let parsed = super::write::parse_options(m, list)?;
        let options = WriteOptions { quoted: true, ..parsed.options };
        let written = super::write::captured(m, term, options)?;
        return text::unify(m, 1, &written, Form::String);
    }
    let content = text::want(m, source, Accept::ALL)?;
    let (read, wanted) = parse_options(m, list)?;
    match read_text(m, &content, &read) {
        Ok(found) => deliver(m, 0, &found, &wanted),
        Err(error) => Err(syntax_throw(m, None, &error)),
    }
}

fn atom_to_term(m: &mut Machine) -> Outcome {
    let (source, bindings) = (m.arg(0), m.arg(2));
    if source.is_var() {
        return Err(instantiation(m));
    }
    let content = text::want(m, source, Accept::ALL)?;
    if !bindings.is_var() && bindings != NIL && m.store.heap.proper_list(bindings).is_none() {
        return Err(type_error(m, "list", bindings));
    }
    let options = module_options(m, Atom::USER);
    match read_text(m, &content, &options) {
        Ok(found) => {
            let names = names(m, &found, |_| true);
            Ok(m.unify_arg(1, found.term)? && m.unify_arg(2, names)?)
        }
        Err(error) => Err(syntax_throw(m, None, &error)),
    }
}

fn char_conversion(m: &mut Machine) -> Outcome {
    let (from, to) = (m.arg(0), m.arg(1));
    let from = one_char(m, from)?;
    let to = one_char(m, to)?;
    if from == to {
        m.text.conversions.remove(&from);
    } else {
        m.text.conversions.insert(from, to);
    }
    Ok(true)
}

fn one_char(m: &mut Machine, cell: Cell) -> Result<char, Throw> {
    match text::char_of_atom(m, cell).or_else(|| text::char_of_code(cell)) {
        Some(c) => Ok(c),
        None => Err(must_be(m, "character", cell)),
    }
}

/// `'$current_char_conversion'(+Char, -Converted)`.
fn current_char_conversion(m: &mut Machine) -> Outcome {
    let from = m.arg(0);
    let from = one_char(m, from)?;
    let to = m.text.conversions.get(&from).copied().unwrap_or(from);
    let to = text::char_atom(m, to);
    m.unify_arg(1, to)
}
