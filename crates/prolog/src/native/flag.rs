//! Prolog flags.

use std::rc::Rc;

use super::{
    args::{domain_error, instantiation, must_be, type_error, unify_list},
    io::{boolean, name, options, permission},
    read::read_text,
};
use crate::{
    arith::OnSpecial,
    atom::Atom,
    cell::{BoxKind, Cell, Tag},
    flag::{Flag, FlagKind, INITIAL, Quotes},
    machine::{Machine, Native},
    read::ReadOptions,
    record::Record,
    throw::{Outcome, Throw},
    write::Attributes,
};

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("set_prolog_flag", 2, set),
    ("create_prolog_flag", 3, create),
    ("$prolog_flag", 2, get),
    ("$prolog_flags", 1, all),
];

/// Makes the flags of a fresh machine.
pub fn initialize(m: &mut Machine) {
    for &(name, value, writable) in INITIAL {
        let Ok(read) = read_text(m, value, &ReadOptions::default()) else { continue };
        define(m, name, read.term, !writable);
    }
}

/// Makes a flag, or gives it a new value of any type.
pub fn define(m: &mut Machine, name: &str, value: Cell, read_only: bool) {
    let name = m.atoms.intern(name);
    let kind = kind_of(m, value);
    let value = Rc::new(Record::new(&mut m.store.heap, value, false));
    m.text.flags.set(name, Flag { value, read_only, kind });
}

fn kind_of(m: &Machine, value: Cell) -> FlagKind {
    match value.tag() {
        Tag::Int => FlagKind::Integer,
        Tag::Atom => match m.atoms.text(value.atom_value()) {
            "true" | "false" => FlagKind::Bool,
            _ => FlagKind::Atom,
        },
        Tag::Boxed if value.box_kind() == BoxKind::Float => FlagKind::Float,
        Tag::Boxed if value.box_kind() == BoxKind::Big => FlagKind::Integer,
        _ => FlagKind::Term,
    }
}

fn flag_name(m: &mut Machine, cell: Cell) -> Result<Atom, Throw> {
    match cell.tag() {
        Tag::Atom => Ok(cell.atom_value()),
        _ => Err(must_be(m, "atom", cell)),
    }
}

fn set(m: &mut Machine) -> Outcome {
    let (key, value) = (m.arg(0), m.arg(1));
    if key.is_var() {
        return Err(instantiation(m));
    }
    let key = flag_name(m, key)?;
    if value.is_var() {
        return Err(instantiation(m));
    }
    let Some(flag) = m.text.flags.get(key).cloned() else {
        let name = m.atoms.shared_text(key);
        define(m, &name, value, false);
        return Ok(true);
    };
    if flag.read_only {
        return Err(permission(m, "modify", "flag", Cell::atom(key)));
    }
    let value = checked(m, &flag, value)?;
    special(m, key, value)?;
    let value = Rc::new(Record::new(&mut m.store.heap, value, false));
    m.text.flags.set(key, Flag { value, ..flag });
    Ok(true)
}

/// The value if it fits the type of the flag.
fn checked(m: &mut Machine, flag: &Flag, value: Cell) -> Result<Cell, Throw> {
    match flag.kind {
        FlagKind::Bool => match value.tag() {
            // Some switches have more than two positions.
            Tag::Atom if !matches!(m.atoms.text(value.atom_value()), "on" | "off") => {
                match m.atoms.text(value.atom_value()) {
                    "true" | "false" | "error" | "silent" | "default" => Ok(value),
                    _ => Err(type_error(m, "bool", value)),
                }
            }
            Tag::Atom => {
                let on = boolean(m, value)?;
                Ok(Cell::atom(if on { Atom::TRUE } else { Atom::FALSE }))
            }
            Tag::Int if matches!(value.int_value(), 0 | 1) => {
                Ok(Cell::atom(if value.int_value() == 1 { Atom::TRUE } else { Atom::FALSE }))
            }
            _ => Err(type_error(m, "bool", value)),
        },
        FlagKind::Atom if value.tag() != Tag::Atom => Err(type_error(m, "atom", value)),
        FlagKind::Integer if !value.is_integer() => Err(type_error(m, "integer", value)),
        FlagKind::Float => match m.store.heap.number(value) {
            Some(number) => Ok(m.store.heap.put_float(crate::arith::nearest_float(&number))),
            None => Err(type_error(m, "float", value)),
        },
        _ => Ok(value),
    }
}

/// Flags that the machine looks at in a place of their own.
fn special(m: &mut Machine, key: Atom, value: Cell) -> Result<(), Throw> {
    let key = m.atoms.shared_text(key);
    let text = match value.tag() {
        Tag::Atom => m.atoms.shared_text(value.atom_value()),
        _ => Rc::from(""),
    };
    let module = m.loader.module;
    let on = &*text == "true";
    match &*key {
        "double_quotes" | "back_quotes" => {
            let quotes = Quotes::of_name(&text).filter(|&q| match &*key {
                "double_quotes" => q != Quotes::Symbol,
                _ => q != Quotes::Atom,
            });
            let Some(quotes) = quotes else { return Err(domain_error(m, &key, value)) };
            let flags = m.text.flags.module_mut(module);
            match &*key {
                "double_quotes" => flags.double_quotes = quotes,
                _ => flags.back_quotes = quotes,
            }
        }
        "character_escapes" => m.text.flags.module_mut(module).character_escapes = on,
        "var_prefix" => m.text.flags.module_mut(module).var_prefix = on,
        "iso" => {
            m.text.flags.iso = on;
            m.text.arith.iso = on;
        }
        "prefer_rationals" => m.text.arith.prefer_rationals = on,
        "unknown" => {
            if !matches!(&*text, "error" | "fail" | "warning") {
                return Err(domain_error(m, "unknown", value));
            }
            m.text.flags.unknown = value.atom_value();
        }
        "occurs_check" => {
            if !matches!(&*text, "true" | "false" | "error") {
                return Err(domain_error(m, "occurs_check", value));
            }
            m.text.flags.occurs_check = value.atom_value();
            m.store.watched = &*text != "false";
        }
        "float_overflow" | "float_zero_div" | "float_undefined" | "float_underflow" => {
            let (state, ieee) = match &*key {
                "float_overflow" => (&mut m.text.arith.float_overflow, "infinity"),
                "float_zero_div" => (&mut m.text.arith.float_zero_div, "infinity"),
                "float_undefined" => (&mut m.text.arith.float_undefined, "nan"),
                _ => (&mut m.text.arith.float_underflow, "ignore"),
            };
            match &*text {
                "error" => *state = OnSpecial::Error,
                other if other == ieee => *state = OnSpecial::Value,
                _ => return Err(domain_error(m, &key, value)),
            }
        }
        "write_attributes" => {
            m.text.flags.write_attributes = match &*text {
                "ignore" => Attributes::Ignore,
                "dots" => Attributes::Dots,
                "write" => Attributes::Write,
                "portray" => Attributes::Portray,
                _ => return Err(domain_error(m, "write_attributes", value)),
            };
        }
        "stack_limit" => {
            if let Ok(limit) = usize::try_from(value.int_value()) {
                m.set_stack_limit(limit);
            }
        }
        _ => {}
    }
    Ok(())
}

fn create(m: &mut Machine) -> Outcome {
    let (key, value, list) = (m.arg(0), m.arg(1), m.arg(2));
    let key = flag_name(m, key)?;
    let (mut read_only, mut kind, mut keep) = (false, None, false);
    for (option, value) in options(m, list)? {
        match &*option {
            "access" => read_only = &*name(m, value)? == "read_only",
            "keep" => keep = boolean(m, value)?,
            "type" => {
                kind = Some(match &*name(m, value)? {
                    "boolean" => FlagKind::Bool,
                    "atom" => FlagKind::Atom,
                    "integer" => FlagKind::Integer,
                    "float" => FlagKind::Float,
                    _ => FlagKind::Term,
                });
            }
            _ => {}
        }
    }
    if keep && m.text.flags.get(key).is_some() {
        return Ok(true);
    }
    let found = kind_of(m, value);
    let kind = kind.unwrap_or(found);
    let expected = match kind {
        FlagKind::Bool if found != FlagKind::Bool => Some("bool"),
        FlagKind::Atom if !value.is_atom() => Some("atom"),
        FlagKind::Integer if found != FlagKind::Integer => Some("integer"),
        FlagKind::Float if !matches!(found, FlagKind::Float | FlagKind::Integer) => Some("float"),
        _ => None,
    };
    if let Some(expected) = expected {
        return Err(must_be(m, expected, value));
    }
    let value = Rc::new(Record::new(&mut m.store.heap, value, false));
    m.text.flags.set(key, Flag { value, read_only, kind });
    Ok(true)
}

fn value_of(m: &mut Machine, key: Atom) -> Option<Cell> {
    let module = m.text.flags.module(m.loader.module);
    let own = match m.atoms.text(key) {
        "double_quotes" => Some(module.double_quotes.name()),
        "back_quotes" => Some(module.back_quotes.name()),
        "character_escapes" => Some(if module.character_escapes { "true" } else { "false" }),
        "var_prefix" => Some(if module.var_prefix { "true" } else { "false" }),
        _ => None,
    };
    if let Some(own) = own {
        return Some(Cell::atom(m.atoms.intern(own)));
    }
    let record = m.text.flags.get(key)?.value.clone();
    Some(record.instantiate(&mut m.store.heap))
}

/// `'$prolog_flag'(+Name, -Value)`.
fn get(m: &mut Machine) -> Outcome {
    let key = m.arg(0);
    let key = flag_name(m, key)?;
    // A switch that is off is also `off`.
    let wanted = m.arg(1);
    if wanted.is_atom()
        && matches!(m.atoms.text(wanted.atom_value()), "on" | "off")
        && m.text.flags.get(key).is_some_and(|flag| flag.kind == FlagKind::Bool)
    {
        let on = boolean(m, wanted)?;
        let value = value_of(m, key);
        return Ok(value == Some(Cell::atom(if on { Atom::TRUE } else { Atom::FALSE })));
    }
    match value_of(m, key) {
        Some(value) => m.unify_arg(1, value),
        None => Ok(false),
    }
}

/// `'$prolog_flags'(-List)` of `Name-Value`.
fn all(m: &mut Machine) -> Outcome {
    let mut list = Vec::new();
    for key in m.text.flags.names().to_vec() {
        if let Some(value) = value_of(m, key) {
            list.push(m.store.heap.put_compound(Atom::MINUS, &[Cell::atom(key), value]));
        }
    }
    unify_list(m, 0, &list)
}
