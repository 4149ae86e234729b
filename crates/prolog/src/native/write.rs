//! Writing terms.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

use super::{
    args::{domain_error, instantiation, int, must_be, type_error},
    io::{Use, boolean, current_for, name, options, put_text, stream_for},
};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    heap::Heap,
    machine::{Machine, Native},
    store::NIL,
    stream::{Stream, StreamId},
    throw::{Outcome, Throw},
    write::{
        Attributes, WriteOptions, Writer,
        atom::is_variable_name,
        clause::{self, Layout},
        variable_letter,
    },
};

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("write", 1, |m| write(m, None, 0, Kind::Write)),
    ("write", 2, |m| write(m, Some(0), 1, Kind::Write)),
    ("writeln", 1, |m| write(m, None, 0, Kind::Line)),
    ("writeln", 2, |m| write(m, Some(0), 1, Kind::Line)),
    ("writeq", 1, |m| write(m, None, 0, Kind::Quoted)),
    ("writeq", 2, |m| write(m, Some(0), 1, Kind::Quoted)),
    ("print", 1, |m| write(m, None, 0, Kind::Print)),
    ("print", 2, |m| write(m, Some(0), 1, Kind::Print)),
    ("write_canonical", 1, |m| write(m, None, 0, Kind::Canonical)),
    ("write_canonical", 2, |m| write(m, Some(0), 1, Kind::Canonical)),
    ("write_term", 2, |m| write_term_options(m, None, 0, 1)),
    ("write_term", 3, |m| write_term_options(m, Some(0), 1, 2)),
    ("write_length", 3, write_length),
    ("portray_clause", 1, |m| portray_clause(m, None, 0, None)),
    ("portray_clause", 2, |m| portray_clause(m, Some(0), 1, None)),
    ("portray_clause", 3, |m| portray_clause(m, Some(0), 1, Some(2))),
];

/// The predicates that write without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Write,
    Line,
    Quoted,
    Print,
    Canonical,
}

fn output(m: &mut Machine, at: Option<usize>) -> Result<StreamId, Throw> {
    match at {
        Some(i) => {
            let cell = m.arg(i);
            stream_for(m, cell, Use::WriteText)
        }
        None => current_for(m, Use::WriteText),
    }
}

fn write(m: &mut Machine, stream: Option<usize>, at: usize, kind: Kind) -> Outcome {
    let id = output(m, stream)?;
    let term = m.arg(at);
    write_kind(m, id, term, kind)?;
    if kind == Kind::Line {
        put_text(m, id, "\n")?;
    }
    Ok(true)
}

/// Writes a term to a stream as one of the predicates does.
pub fn write_kind(m: &mut Machine, id: StreamId, term: Cell, kind: Kind) -> Result<(), Throw> {
    let mut options = match kind {
        Kind::Write | Kind::Line => WriteOptions::write(),
        Kind::Quoted => WriteOptions::writeq(),
        Kind::Print => WriteOptions::print(),
        Kind::Canonical => WriteOptions::canonical(),
    };
    options.character_escapes = m.text.flags.module(Atom::USER).character_escapes;
    if kind == Kind::Canonical {
        options.names = Some(Rc::new(canonical_names(&m.store.heap, term)));
    } else {
        options.attributes = m.text.flags.write_attributes;
    }
    write_term(m, id, term, options)
}

/// Writes a term to a stream.
pub fn write_term(
    m: &mut Machine,
    id: StreamId,
    term: Cell,
    mut options: WriteOptions,
) -> Result<(), Throw> {
    if options.portray {
        let portray = m.atoms.intern("portray");
        options.portray = m.has_clauses(Atom::USER, portray, 1);
    }
    let partial = options.partial;
    let mut writer = Writer::new(&m.store.heap, &m.atoms, term, options);
    if partial {
        writer.set_last(m.text.streams.get(id).and_then(|stream| stream.last));
    }
    loop {
        let ask = writer.run(&m.store.heap, &m.atoms, &m.text.ops);
        put_text(m, id, &writer.take())?;
        let Some(ask) = ask else {
            if writer.is_done() {
                return Ok(());
            }
            continue;
        };
        let name = m.atoms.intern(if ask.attributed { "portray_attvar" } else { "portray" });
        let goal = m.store.heap.put_compound(name, &[ask.term]);
        let module = m.atoms.intern(if ask.attributed { "$attvar" } else { "user" });
        let goal = m.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), goal]);
        let old = std::mem::replace(&mut m.text.streams.output, id);
        let base = m.pins.len();
        writer.hold(&mut m.pins);
        let answer = m.solve_once(goal, Atom::USER);
        writer.release(&m.store.heap, &mut m.pins, base);
        m.text.streams.output = old;
        writer.answer(answer?);
    }
}

/// The text of a term written with options, hooks included.
pub fn captured(m: &mut Machine, term: Cell, options: WriteOptions) -> Result<String, Throw> {
    let id = m.text.streams.add(Stream::capture());
    let result = write_term(m, id, term, options);
    let text = m.text.streams.get_mut(id).map(Stream::captured).unwrap_or_default();
    // Closing what is only in memory cannot fail.
    let _ = m.text.streams.close(id);
    result.map(|()| text)
}

/// Names for the variables of a term: `A`, `B`, ... for those that occur again, `_` for others.
pub fn canonical_names(heap: &Heap, term: Cell) -> HashMap<usize, Rc<str>> {
    let (order, repeated) = variable_occurrences(heap, term);
    let mut names = HashMap::new();
    let mut next = 0;
    for variable in order {
        if repeated.contains(&variable) {
            names.insert(variable, Rc::from(variable_letter(next)));
            next += 1;
        } else {
            names.insert(variable, Rc::from("_"));
        }
    }
    names
}

/// The plain variables of a term in order of occurrence, and which of them occur again.
pub fn variable_occurrences(heap: &Heap, term: Cell) -> (Vec<usize>, HashSet<usize>) {
    let mut order = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    let mut repeated = HashSet::new();
    let mut visited: HashSet<u64> = HashSet::new();
    let mut stack = vec![term];
    while let Some(cell) = stack.pop() {
        let cell = heap.deref(cell);
        match cell.tag() {
            Tag::Ref | Tag::Att => {
                if seen.insert(cell.index()) {
                    order.push(cell.index());
                } else {
                    repeated.insert(cell.index());
                }
            }
            Tag::Str | Tag::Lst => {
                // Shared subterms are walked again, so that their variables count twice, but a
                // term in a circle only twice.
                if !visited.insert(cell.bits()) && visited.len() > 100_000 {
                    continue;
                }
                if let Some(compound) = heap.compound(cell) {
                    let args = compound.first..compound.first + compound.arity;
                    stack.extend(args.rev().map(|i| heap.cells[i]));
                }
            }
            _ => {}
        }
        if stack.len() > 10_000_000 {
            break;
        }
    }
    (order, repeated)
}

fn write_term_options(m: &mut Machine, stream: Option<usize>, term: usize, list: usize) -> Outcome {
    let list = m.arg(list);
    let parsed = parse_options(m, list)?;
    let id = output(m, stream)?;
    let term = m.arg(term);
    write_term(m, id, term, parsed.options)?;
    if parsed.fullstop {
        let last = m.text.streams.get(id).and_then(|stream| stream.last);
        let space = last.is_some_and(crate::read::class::is_symbol);
        put_text(m, id, if space { " ." } else { "." })?;
        put_text(m, id, if parsed.newline { "\n" } else { " " })?;
    } else if parsed.newline {
        put_text(m, id, "\n")?;
    }
    Ok(true)
}

/// Options of `write_term/2`, with those that are about the end of the text.
#[derive(Debug)]
pub struct Parsed {
    /// How to write.
    pub options: WriteOptions,
    /// A full stop at the end.
    pub fullstop: bool,
    /// A newline at the end.
    pub newline: bool,
    /// The longest text `write_length/3` measures.
    pub max_length: Option<i64>,
}

/// Reads the options of `write_term/2`.
pub fn parse_options(m: &mut Machine, list: Cell) -> Result<Parsed, Throw> {
    let opts = options(m, list)?;
    let flags = m.text.flags.module(Atom::USER);
    let mut options = WriteOptions {
        numbervars: false,
        character_escapes: flags.character_escapes,
        unicode_escapes: true,
        attributes: m.text.flags.write_attributes,
        ..WriteOptions::write()
    };
    let mut numbervars = None;
    let mut parsed = (false, false, None);
    for (option, value) in opts {
        match &*option {
            "quoted" => options.quoted = boolean(m, value)?,
            "ignore_ops" => options.ignore_ops = boolean(m, value)?,
            "numbervars" => numbervars = Some(boolean(m, value)?),
            "portray" | "portrayed" => options.portray = boolean(m, value)?,
            "max_depth" => options.max_depth = int(m, value)?.max(0) as usize,
            "spacing" => match &*name(m, value)? {
                "standard" => options.space_args = false,
                "next_argument" => options.space_args = true,
                _ => return Err(domain_error(m, "spacing", value)),
            },
            "dotlists" => options.dotlists = boolean(m, value)?,
            "no_lists" => options.no_lists = boolean(m, value)?,
            "brace_terms" => options.brace_terms = boolean(m, value)?,
            "character_escapes" => options.character_escapes = boolean(m, value)?,
            "character_escapes_unicode" => options.unicode_escapes = boolean(m, value)?,
            "quote_non_ascii" => options.quote_non_ascii = boolean(m, value)?,
            "cycles" => options.cycles = boolean(m, value)?,
            "partial" => options.partial = boolean(m, value)?,
            "fullstop" => parsed.0 = boolean(m, value)?,
            "nl" => parsed.1 = boolean(m, value)?,
            "max_length" => parsed.2 = Some(int(m, value)?),
            "module" => {
                name(m, value)?;
                options.module = value.atom_value();
            }
            "priority" => {
                let priority = int(m, value)?;
                options.priority = match u16::try_from(priority) {
                    Ok(priority) if priority <= 1200 => priority,
                    _ => return Err(domain_error(m, "operator_priority", value)),
                };
            }
            "attributes" => {
                options.attributes = match &*name(m, value)? {
                    "ignore" => Attributes::Ignore,
                    "dots" => Attributes::Dots,
                    "write" => Attributes::Write,
                    "portray" => Attributes::Portray,
                    _ => return Err(domain_error(m, "write_option", list)),
                };
            }
            "back_quotes" => match &*name(m, value)? {
                "string" => options.back_quoted = true,
                "symbol_char" => options.back_quote_symbol = true,
                "codes" | "chars" => {}
                _ => return Err(domain_error(m, "back_quotes", value)),
            },
            "blobs" => {
                name(m, value)?;
            }
            "variable_names" => options.names = Some(Rc::new(variable_names(m, value)?)),
            _ => {}
        }
    }
    options.numbervars = numbervars.unwrap_or(options.portray);
    let (fullstop, newline, max_length) = parsed;
    Ok(Parsed { options, fullstop, newline, max_length })
}

fn variable_names(m: &mut Machine, list: Cell) -> Result<HashMap<usize, Rc<str>>, Throw> {
    let (elements, tail) = m.store.heap.list_prefix(list);
    let mut names = HashMap::new();
    for element in elements {
        if element.is_var() {
            return Err(instantiation(m));
        }
        let Some([name, variable]) = m.store.heap.args::<2>(element, Atom::EQUALS) else {
            return Err(type_error(m, "variable_assignment", element));
        };
        if name.tag() != Tag::Atom {
            return Err(must_be(m, "atom", name));
        }
        let text = m.atoms.shared_text(name.atom_value());
        if !is_variable_name(&text) {
            return Err(domain_error(m, "variable_name", name));
        }
        if variable.is_var() {
            names.entry(variable.index()).or_insert(text);
        }
    }
    if tail != NIL {
        return Err(must_be(m, "list", tail));
    }
    Ok(names)
}

fn portray_clause(
    m: &mut Machine,
    stream: Option<usize>,
    at: usize,
    list: Option<usize>,
) -> Outcome {
    let id = output(m, stream)?;
    let term = m.arg(at);
    let mut names = canonical_names(&m.store.heap, term);
    if let Some(list) = list {
        let list = m.arg(list);
        if let Some(given) = parse_options(m, list)?.options.names {
            names.extend(given.iter().map(|(&index, name)| (index, name.clone())));
        }
    }
    let text = clause_text(m, term, names);
    put_text(m, id, &text)?;
    Ok(true)
}

/// The text of a clause as `portray_clause/1` writes it, with these names for its variables.
pub fn clause_text(m: &Machine, term: Cell, names: HashMap<usize, Rc<str>>) -> String {
    let goal_args = |name: Atom, arity: usize| {
        match (m.atoms.text(name), arity) {
            ("catch", 3) => return Some(vec![true, false, true]),
            ("call", 1) => return Some(vec![true]),
            _ => {}
        }
        let pred = [Atom::USER, Atom::SYSTEM]
            .iter()
            .filter_map(|&module| m.pred_index.get(&(module, name, arity as u32)))
            .find(|&&pred| m.preds[pred as usize].meta.is_some())?;
        let meta = m.preds[*pred as usize].meta.as_ref()?;
        Some(meta.iter().map(|spec| spec.tag() == Tag::Int).collect())
    };
    let layout = Layout {
        heap: &m.store.heap,
        atoms: &m.atoms,
        ops: &m.text.ops,
        names: Rc::new(names),
        goal_args: &goal_args,
        module: Atom::USER,
    };
    clause::clause_text(&layout, term)
}

impl Machine {
    /// Has a predicate clauses of its own in a module?
    fn has_clauses(&self, module: Atom, name: Atom, arity: u32) -> bool {
        self.pred_index
            .get(&(module, name, arity))
            .is_some_and(|&pred| self.preds[pred as usize].live > 0)
    }
}

fn write_length(m: &mut Machine) -> Outcome {
    let (term, list) = (m.arg(0), m.arg(2));
    let parsed = parse_options(m, list)?;
    let text = captured(m, term, parsed.options)?;
    let length = text.chars().count() as i64;
    if parsed.max_length.is_some_and(|limit| length > limit) {
        return Ok(false);
    }
    let length = m.store.heap.put_int(length);
    m.unify_arg(1, length)
}
