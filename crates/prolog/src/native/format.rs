//! `format/1,2,3`: directives, column stops, and where the text goes.

use super::{
    args::{domain_error, instantiation, type_error},
    io::{Use, current_for, put_text, stream_for},
    text::{self, Accept, Form},
    write::{Kind, parse_options, write_kind, write_term},
};
use crate::{
    arith,
    atom::Atom,
    cell::{Cell, Tag},
    machine::{Machine, Native},
    number::Number,
    store::NIL,
    stream::{Stream, StreamId},
    throw::{self, Outcome, Throw},
    write::fixed::{float_digits, integer_digits},
};
use dashu_int::IBig;

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("format", 1, |m| format(m, None, 0, None)),
    ("format", 2, |m| format(m, None, 0, Some(1))),
    ("format", 3, |m| format(m, Some(0), 1, Some(2))),
    ("sformat", 2, |m| sformat(m, None)),
    ("sformat", 3, |m| sformat(m, Some(2))),
];

/// Most column fillers between two column stops.
const MAX_FILLERS: usize = 100;

fn format(m: &mut Machine, sink: Option<usize>, template: usize, args: Option<usize>) -> Outcome {
    let template = m.arg(template);
    let args = args.map_or(NIL, |i| m.arg(i));
    let Some(sink) = sink else {
        let id = current_for(m, Use::WriteText)?;
        return format_to(m, id, template, args);
    };
    let sink = m.arg(sink);
    if sink.tag() == Tag::Atom {
        let id = stream_for(m, sink, Use::WriteText)?;
        return format_to(m, id, template, args);
    }
    if sink.is_var() {
        return Err(instantiation(m));
    }
    let Some((form, target, tail)) = text_sink(m, sink) else {
        return Err(type_error(m, "output", sink));
    };
    let Some(written) = format_text(m, template, args)? else { return Ok(false) };
    let value = match tail {
        Some(tail) => {
            let tail = crate::heap::Heap::storable(tail);
            text::put_units(m, &written, form, tail)?
        }
        None => text::put(m, &written, form)?,
    };
    Ok(m.store.unify(target, value))
}

/// `atom(A)`, `codes(C, Tail)`, ...: the form, what to unify, and the tail.
pub fn text_sink(m: &Machine, sink: Cell) -> Option<(Form, Cell, Option<Cell>)> {
    let compound = m.store.heap.compound(sink)?;
    let target = m.store.heap.cells[compound.first..].first().copied()?;
    let form = match (m.atoms.text(compound.name), compound.arity) {
        ("atom", 1) => Form::Atom,
        ("string", 1) => Form::String,
        ("codes", 1 | 2) => Form::Codes,
        ("chars", 1 | 2) => Form::Chars,
        _ => return None,
    };
    let tail = (compound.arity == 2).then(|| m.store.heap.at(compound.first + 1));
    Some((form, target, tail))
}

fn sformat(m: &mut Machine, args: Option<usize>) -> Outcome {
    let template = m.arg(1);
    let args = args.map_or(NIL, |i| m.arg(i));
    let Some(written) = format_text(m, template, args)? else { return Ok(false) };
    text::unify(m, 0, &written, Form::String)
}

/// The text that a template and its arguments give; `None` where a goal of `~@` fails.
pub fn format_text(m: &mut Machine, template: Cell, args: Cell) -> Result<Option<String>, Throw> {
    let id = m.text.streams.add(Stream::capture());
    let result = format_to(m, id, template, args);
    let text = m.text.streams.get_mut(id).map(Stream::captured).unwrap_or_default();
    // Closing what is only in memory cannot fail.
    let _ = m.text.streams.close(id);
    result.map(|succeeded| succeeded.then_some(text))
}

/// Formats to a stream. What comes before an error is written.
fn format_to(m: &mut Machine, id: StreamId, template: Cell, args: Cell) -> Outcome {
    if template.is_var() {
        return Err(instantiation(m));
    }
    let Some(template) = text::get(m, template, Accept::ALL).filter(|_| !is_number(m, template))
    else {
        return Err(type_error(m, "text", template));
    };
    let (module, args) = arguments(m, args);
    let column = m.text.streams.get(id).map_or(0, |stream| stream.position.column.max(0) as usize);
    let mut state = State {
        out: String::new(),
        pending: Vec::new(),
        fillers: Vec::new(),
        column,
        stop: 0,
        args,
        module,
        next: 0,
    };
    let result = run(m, id, &mut state, &template.chars().collect::<Vec<_>>());
    if matches!(result, Ok(true)) && !state.fillers.is_empty() {
        state.emit();
    }
    put_text(m, id, &state.out)?;
    result
}

fn is_number(m: &Machine, cell: Cell) -> bool {
    m.store.heap.number(cell).is_some()
}

/// A list of arguments, and the module that goals among them belong to; anything else is one
/// argument.
fn arguments(m: &Machine, args: Cell) -> (Atom, Vec<Cell>) {
    let mut module = Atom::USER;
    let mut args = m.store.deref(args);
    while let Some([name, inner]) = m.store.heap.args::<2>(args, Atom::COLON) {
        if name.is_atom() {
            module = name.atom_value();
        }
        args = inner;
    }
    (module, m.store.heap.proper_list(args).unwrap_or_else(|| vec![args]))
}

struct Filler {
    at: usize,
    pad: char,
    size: usize,
}

struct State {
    /// Complete text.
    out: String,
    /// Text since the last column stop, if something is to be filled in.
    pending: Vec<char>,
    fillers: Vec<Filler>,
    column: usize,
    /// The last column stop.
    stop: usize,
    args: Vec<Cell>,
    /// Where goals of `~@` run.
    module: Atom,
    next: usize,
}

impl State {
    fn put(&mut self, c: char) {
        if self.fillers.is_empty() {
            self.out.push(c);
        } else {
            self.pending.push(c);
        }
        self.column = match c {
            '\n' | '\r' => 0,
            '\t' => (self.column + 1) | 7,
            '\u{8}' => self.column.saturating_sub(1),
            _ => self.column + 1,
        };
    }

    fn put_str(&mut self, text: &str) {
        text.chars().for_each(|c| self.put(c));
    }

    /// Shares so many blanks among the fillers, those in the middle first.
    fn distribute(&mut self, space: usize) {
        let count = self.fillers.len();
        let share = space / count;
        for filler in &mut self.fillers {
            filler.size = share;
        }
        let middle = count / 2;
        for n in 0..space - share * count {
            let index = if n % 2 == 1 { middle + n } else { middle.wrapping_sub(n) };
            if let Some(filler) = self.fillers.get_mut(index) {
                filler.size += 1;
            } else if let Some(filler) = self.fillers.first_mut() {
                filler.size += 1;
            }
        }
    }

    fn emit(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let fillers = std::mem::take(&mut self.fillers);
        let mut fillers = fillers.iter().peekable();
        for at in 0..=pending.len() {
            while let Some(filler) = fillers.next_if(|f| f.at == at) {
                self.out.extend(std::iter::repeat_n(filler.pad, filler.size));
            }
            self.out.extend(pending.get(at));
        }
    }

    fn column_stop(&mut self, stop: usize, wrap: bool) {
        let reindent = (wrap && stop < self.column)
            .then(|| self.fillers.last().map_or(' ', |filler| filler.pad));
        self.fill_to(stop, ' ');
        if let Some(pad) = reindent {
            self.out.push('\n');
            self.column = 0;
            self.fill_to(stop, pad);
        }
        self.column = stop;
        self.stop = stop;
    }

    fn fill_to(&mut self, stop: usize, pad: char) {
        if self.fillers.is_empty() {
            self.fillers.push(Filler { at: self.pending.len(), pad, size: 0 });
        }
        self.distribute(stop.saturating_sub(self.column));
        self.emit();
    }
}

/// One directive taken apart.
struct Directive {
    letter: char,
    argument: Option<usize>,
    colon: bool,
}

/// Works through a template; `false` where a goal of `~@` fails.
fn run(m: &mut Machine, id: StreamId, state: &mut State, template: &[char]) -> Outcome {
    let mut here = 0;
    while let Some(&c) = template.get(here) {
        here += 1;
        if c != '~' {
            state.put(c);
            continue;
        }
        let directive = parse(m, state, template, &mut here)?;
        if !apply(m, id, state, &directive)? {
            return Ok(false);
        }
    }
    if state.next < state.args.len() {
        if !state.fillers.is_empty() {
            state.emit();
        }
        return Err(format_error(m, "too many arguments"));
    }
    Ok(true)
}

fn parse(
    m: &mut Machine,
    state: &mut State,
    template: &[char],
    here: &mut usize,
) -> Result<Directive, Throw> {
    let at = |i: usize| template.get(i).copied().unwrap_or('\0');
    let mut argument = None;
    match at(*here) {
        '0'..='9' => {
            let mut value = 0usize;
            while let Some(digit) = at(*here).to_digit(10) {
                value = match value.checked_mul(10).and_then(|v| v.checked_add(digit as usize)) {
                    Some(value) if i32::try_from(value).is_ok() => value,
                    _ => return Err(format_error(m, "argument overflow")),
                };
                *here += 1;
            }
            argument = Some(value);
        }
        '*' => {
            let cell = need(m, state)?;
            if cell.tag() != Tag::Int
                || i32::try_from(cell.int_value()).is_err()
                || cell.int_value() < 0
            {
                return Err(format_error(m, "no or negative integer for `*' argument"));
            }
            argument = Some(cell.int_value() as usize);
            *here += 1;
        }
        '`' if *here < template.len() => {
            argument = Some(at(*here + 1) as usize);
            *here += 2;
        }
        _ => {}
    }
    // An argument says how much is written, if it is not a character.
    m.room(argument.unwrap_or(0).saturating_mul(size_of::<char>()))?;
    let colon = at(*here) == ':';
    *here += usize::from(colon);
    // An argument at the very end is taken for the directive itself.
    if *here >= template.len() && argument.is_some() && *here > 0 {
        *here -= 1;
    }
    let letter = at(*here);
    *here += 1;
    Ok(Directive { letter, argument, colon })
}

/// The next argument.
fn need(m: &mut Machine, state: &mut State) -> Result<Cell, Throw> {
    match state.args.get(state.next) {
        Some(&cell) => {
            state.next += 1;
            Ok(m.store.deref(cell))
        }
        None => Err(format_error(m, "not enough arguments")),
    }
}

/// `format(Message)`.
fn format_error(m: &mut Machine, message: &str) -> Throw {
    let (name, message) = (m.atoms.intern("format"), m.atoms.intern(message));
    let formal = m.store.heap.put_compound(name, &[Cell::atom(message)]);
    throw::error(&mut m.store.heap, formal)
}

/// `format_argument_type(Letter, Argument)`.
fn argument_error(m: &mut Machine, letter: char, argument: Cell) -> Throw {
    let name = m.atoms.intern("format_argument_type");
    let letter = text::char_atom(m, letter);
    let formal = m.store.heap.put_compound(name, &[letter, argument]);
    throw::error(&mut m.store.heap, formal)
}

fn apply(m: &mut Machine, id: StreamId, state: &mut State, directive: &Directive) -> Outcome {
    let Directive { letter, argument, colon } = *directive;
    match letter {
        '~' => state.put('~'),
        'a' => {
            let cell = need(m, state)?;
            let text = match cell {
                NIL => Some("[]".into()),
                _ => text::get(m, cell, Accept::ATOMIC),
            };
            match text {
                Some(text) => state.put_str(&text),
                None => return Err(argument_error(m, letter, cell)),
            }
        }
        'c' => {
            let cell = need(m, state)?;
            let Some(c) = text::char_of_code(cell) else {
                return Err(argument_error(m, letter, cell));
            };
            (0..argument.unwrap_or(1)).for_each(|_| state.put(c));
        }
        's' => {
            let cell = need(m, state)?;
            let text = match is_number(m, cell) {
                true => None,
                false => text::get(m, cell, Accept::ALL),
            };
            match text {
                Some(text) => {
                    let limit = argument.unwrap_or(usize::MAX);
                    text.chars().take(limit).for_each(|c| state.put(c));
                }
                None => return Err(argument_error(m, letter, cell)),
            }
        }
        'e' | 'E' | 'f' | 'g' | 'G' => {
            let cell = need(m, state)?;
            let number = arith::eval(m, cell)?;
            state.put_str(&float_digits(&number, letter, argument.unwrap_or(6)));
        }
        'd' | 'D' | 'r' | 'R' | 'I' => integer(m, state, letter, argument)?,
        'i' => {
            need(m, state)?;
        }
        'w' | 'q' | 'p' | 'k' => {
            let cell = need(m, state)?;
            let kind = match letter {
                'w' => Kind::Write,
                'q' => Kind::Quoted,
                'p' => Kind::Print,
                _ => Kind::Canonical,
            };
            nested(m, id, state, |m, inner| write_kind(m, inner, cell, kind))?;
        }
        'W' => {
            if state.args.len() - state.next < 2 {
                return Err(format_error(m, "not enough arguments"));
            }
            let (cell, options) = (need(m, state)?, need(m, state)?);
            let parsed = parse_options(m, options)?;
            nested(m, id, state, |m, inner| write_term(m, inner, cell, parsed.options))?;
        }
        '@' => {
            let goal = need(m, state)?;
            let mut succeeded = false;
            let module = state.module;
            nested(m, id, state, |m, inner| {
                let old = std::mem::replace(&mut m.text.streams.output, inner);
                let result = m.solve_once(goal, module);
                m.text.streams.output = old;
                succeeded = result?;
                Ok(())
            })?;
            if !succeeded {
                return Ok(false);
            }
        }
        'n' => (0..argument.unwrap_or(1)).for_each(|_| state.put('\n')),
        'N' => {
            let count = argument.unwrap_or(1);
            let count = if state.column == 0 { count.saturating_sub(1) } else { count };
            (0..count).for_each(|_| state.put('\n'));
        }
        't' => {
            if state.fillers.len() >= MAX_FILLERS {
                return Err(format_error(m, "Too many tab stops"));
            }
            let pad = argument.and_then(|code| char::from_u32(code as u32)).unwrap_or(' ');
            state.fillers.push(Filler { at: state.pending.len(), pad, size: 0 });
        }
        '|' => state.column_stop(argument.unwrap_or(state.column), colon),
        '+' => state.column_stop(state.stop + argument.unwrap_or(8), colon),
        _ => {
            let kind = m.atoms.intern("format_character");
            let culprit = text::char_atom(m, letter);
            return Err(throw::existence_error(&mut m.store.heap, kind, culprit));
        }
    }
    Ok(true)
}

fn integer(
    m: &mut Machine,
    state: &mut State,
    letter: char,
    argument: Option<usize>,
) -> Result<(), Throw> {
    let cell = need(m, state)?;
    let value = match arith::eval(m, cell)? {
        Number::Int(value) => IBig::from(value),
        Number::Big(value) => value,
        _ => return Err(argument_error(m, letter, cell)),
    };
    let text = match letter {
        'd' => integer_digits(&value, 10, argument.unwrap_or(0), None),
        'D' => integer_digits(&value, 10, argument.unwrap_or(0), Some((3, ','))),
        'I' => integer_digits(&value, 10, 0, Some((argument.unwrap_or(3), '_'))),
        _ => {
            let base = argument.unwrap_or(8);
            if !(2..=36).contains(&base) {
                let culprit = Cell::int(base as i64).unwrap_or(Cell::small(0));
                return Err(domain_error(m, "radix", culprit));
            }
            let digits = integer_digits(&value, base as u32, 0, None);
            if letter == 'R' { digits.to_ascii_uppercase() } else { digits }
        }
    };
    state.put_str(&text);
    Ok(())
}

/// Adds what a predicate writes. It sees the column it starts in.
fn nested(
    m: &mut Machine,
    id: StreamId,
    state: &mut State,
    write: impl FnOnce(&mut Machine, StreamId) -> Result<(), Throw>,
) -> Result<(), Throw> {
    let mut capture = Stream::capture();
    capture.position.column = state.column as i64;
    capture.tty = m.text.streams.get(id).is_some_and(|stream| stream.tty);
    let inner = m.text.streams.add(capture);
    // A hook may run a program, and a program may move the heap.
    let base = m.pins.len();
    m.pins.extend_from_slice(&state.args);
    let result = write(m, inner);
    state.args = m.pins.drain(base..).collect();
    let text = m.text.streams.get_mut(inner).map(Stream::captured).unwrap_or_default();
    // Closing what is only in memory cannot fail.
    let _ = m.text.streams.close(inner);
    state.put_str(&text);
    result
}
