//! Operators.

use super::{
    args::{domain_error, instantiation, int, must_be, type_error, unify_list},
    io::permission,
};
use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    machine::{Machine, Native},
    op::{MAX_PRIORITY, OpDef, OpType, Place},
    store::NIL,
    throw::{Outcome, Throw},
};

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] =
    &[("$op", 4, op), ("$current_ops", 5, current_ops), ("$module_ops", 2, module_ops)];

/// `'$op'(+Module, +Priority, +Type, +Names)`.
fn op(m: &mut Machine) -> Outcome {
    let (mut module, mut names) = (m.arg(0).atom_value(), m.arg(3));
    strip_module(m, &mut module, &mut names);
    let (priority_cell, type_cell) = (m.arg(1), m.arg(2));
    if module == Atom::SYSTEM {
        let culprit = m.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), names]);
        return Err(permission(m, "redefine", "operator", culprit));
    }
    if type_cell.tag() != Tag::Atom {
        return Err(must_be(m, "atom", type_cell));
    }
    let priority = int(m, priority_cell)?;
    let inherit = priority == -1 && module != Atom::USER;
    if !inherit && !(0..=i64::from(MAX_PRIORITY)).contains(&priority) {
        return Err(domain_error(m, "operator_priority", priority_cell));
    }
    let Some(kind) = OpType::of_name(m.atoms.text(type_cell.atom_value())) else {
        return Err(domain_error(m, "operator_specifier", type_cell));
    };
    let def = (!inherit).then_some(OpDef { kind, priority: priority.max(0) as u16 });
    if names.tag() == Tag::Atom {
        define(m, module, names.atom_value(), kind, def)?;
        return Ok(true);
    }
    while names.tag() == Tag::Lst {
        let mut name = m.store.heap.at(names.index());
        names = m.store.heap.at(names.index() + 1);
        let mut module = module;
        strip_module(m, &mut module, &mut name);
        if name.tag() != Tag::Atom {
            return Err(must_be(m, "atom", name));
        }
        define(m, module, name.atom_value(), kind, def)?;
    }
    match names {
        NIL => Ok(true),
        _ if names.is_var() => Err(instantiation(m)),
        _ => Err(type_error(m, "list", names)),
    }
}

fn strip_module(m: &Machine, module: &mut Atom, cell: &mut Cell) {
    while let Some([qualifier, inner]) = m.store.heap.args::<2>(*cell, Atom::COLON) {
        if qualifier.tag() != Tag::Atom {
            break;
        }
        *module = qualifier.atom_value();
        *cell = inner;
    }
}

fn define(
    m: &mut Machine,
    module: Atom,
    name: Atom,
    kind: OpType,
    def: Option<OpDef>,
) -> Result<(), Throw> {
    let priority = def.map_or(0, |d| d.priority);
    if name == Atom::COMMA {
        return Err(permission(m, "modify", "operator", Cell::atom(name)));
    }
    let bad_bar = kind.place() != Place::Infix || priority != 0 && priority < 1001;
    if name == Atom::BAR && bad_bar {
        return Err(permission(m, "create", "operator", Cell::atom(name)));
    }
    match def {
        Some(def) => m.text.ops.set(module, name, def),
        None => m.text.ops.unset(module, name, kind.place()),
    }
    Ok(())
}

/// `'$current_ops'(+Module, ?Priority, ?Type, ?Name, -List)`: all that may match, as
/// `op(Priority, Type, Name)`.
fn current_ops(m: &mut Machine) -> Outcome {
    let (mut module, mut name) = (m.arg(0).atom_value(), m.arg(3));
    strip_module(m, &mut module, &mut name);
    let (priority, kind) = (m.arg(1), m.arg(2));
    if !name.is_var() && name.tag() != Tag::Atom {
        return Err(type_error(m, "atom", name));
    }
    if !priority.is_var() {
        let value = int(m, priority)?;
        if !(1..=i64::from(MAX_PRIORITY)).contains(&value) {
            return Err(domain_error(m, "operator_priority", priority));
        }
    }
    if !kind.is_var() {
        if kind.tag() != Tag::Atom {
            return Err(type_error(m, "atom", kind));
        }
        if OpType::of_name(m.atoms.text(kind.atom_value())).is_none() {
            return Err(domain_error(m, "operator_specifier", kind));
        }
    }
    let found: Vec<(Atom, OpDef)> = match name.tag() {
        Tag::Atom => [Place::Prefix, Place::Infix, Place::Postfix]
            .iter()
            .filter_map(|&place| m.text.ops.get(module, name.atom_value(), place))
            .map(|def| (name.atom_value(), def))
            .collect(),
        _ => m.text.ops.visible(module),
    };
    let terms = op_terms(m, &found);
    unify_list(m, 4, &terms)
}

/// `'$module_ops'(+Module, -List)`: the module's own operators.
fn module_ops(m: &mut Machine) -> Outcome {
    let module = m.arg(0).atom_value();
    let found = m.text.ops.own(module);
    let terms = op_terms(m, &found);
    unify_list(m, 1, &terms)
}

fn op_terms(m: &mut Machine, found: &[(Atom, OpDef)]) -> Vec<Cell> {
    let op = m.atoms.intern("op");
    let mut terms = Vec::with_capacity(found.len());
    for &(name, def) in found {
        let kind = Cell::atom(m.atoms.intern(def.kind.name()));
        let args = [Cell::small(i32::from(def.priority)), kind, Cell::atom(name)];
        terms.push(m.store.heap.put_compound(op, &args));
    }
    terms
}
