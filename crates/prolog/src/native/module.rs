//! Predicates as objects: declarations, properties, modules.

use crate::{
    atom::Atom,
    cell::Cell,
    database::Entry,
    machine::Machine,
    native::{Table, args, database::indicator},
    throw::{Outcome, Throw},
};

/// The predicates.
pub const NATIVES: Table = &[
    ("$declare", 2, declare),
    ("$autoload", 2, autoload),
    ("$pred_flags", 2, pred_flags),
    ("$visible", 2, visible),
    ("$current_preds", 2, current_preds),
    ("$current_modules", 1, |m| {
        let names: Vec<Cell> = m.modules.names().iter().map(|&a| Cell::atom(a)).collect();
        args::unify_list(m, 0, &names)
    }),
    ("$module_info", 4, module_info),
    ("$import", 3, import),
    ("$export", 2, export),
    ("$add_import_module", 2, add_base),
    ("$set_typein_module", 1, |m| {
        let module = m.arg(0);
        if module.is_atom() {
            m.loader.typein = module.atom_value();
        }
        Ok(true)
    }),
    ("$typein_module", 1, |m| {
        let module = Cell::atom(m.loader.typein);
        m.unify_arg(0, module)
    }),
    ("strip_module", 3, strip_module),
    ("$strip_module", 3, strip_module),
];

/// `$declare(+M:Name/Arity, +Property)`.
fn declare(m: &mut Machine) -> Outcome {
    let (module, name, arity) = indicator(m, m.arg(0))?;
    let property = m.arg(1);
    let property = if property.is_atom() {
        m.atoms.shared_text(property.atom_value())
    } else {
        return Err(args::must_be(m, "atom", property));
    };
    if matches!(&*property, "dynamic" | "static")
        && let Some(throw) = m.protected(module, name, arity, "modify")
    {
        return Err(throw);
    }
    let pred = m.pred(module, name, arity);
    if matches!(&*property, "dynamic" | "static" | "multifile" | "tabled") {
        m.read_clauses(pred)?;
    }
    if m.preds[pred as usize].flags.defined
        && !m.preds[pred as usize].flags.dynamic
        && &*property == "dynamic"
        && m.preds[pred as usize].live > 0
        && m.loader.depth() == 0
    {
        return Err(m.static_procedure(module, name, arity, "modify"));
    }
    let flags = &mut m.preds[pred as usize].flags;
    match &*property {
        "dynamic" => {
            flags.dynamic = true;
            flags.defined = true;
        }
        "static" => flags.dynamic = false,
        "multifile" => {
            flags.multifile = true;
            flags.defined = true;
        }
        "discontiguous" => {
            flags.discontiguous = true;
            flags.defined = true;
        }
        "tabled" => flags.tabled = true,
        "incremental" => flags.incremental = true,
        "monotonic" => flags.monotonic = true,
        "public" => flags.public = true,
        "volatile" => flags.volatile = true,
        "non_terminal" => flags.non_terminal = true,
        "system" => flags.locked = true,
        "library" => flags.library = true,
        "defined" => flags.defined = true,
        _ => {}
    }
    m.refresh_entry(pred);
    Ok(true)
}

fn lookup(m: &mut Machine) -> Result<Option<u32>, Throw> {
    let (module, head) = m.strip_module(m.arg(0), Atom::USER);
    let Some((name, arity)) = m.functor_of(head) else { return Ok(None) };
    Ok(m.definition(module, name, arity))
}

/// `$autoload(:Head)`: loads the library of a predicate that is not there yet.
fn autoload(m: &mut Machine) -> Outcome {
    let (_, head) = m.strip_module(m.arg(0), Atom::USER);
    let Some((name, arity)) = m.functor_of(head) else { return Ok(false) };
    let Some(found) = m.autoload(name, arity)? else { return Ok(false) };
    let module = Cell::atom(m.preds[found as usize].module);
    m.unify_arg(1, module)
}

/// `$pred_flags(:Head, -Properties)` of a predicate that is defined or imported.
fn pred_flags(m: &mut Machine) -> Outcome {
    let Some(pred) = lookup(m)? else { return Ok(false) };
    let info = &m.preds[pred as usize];
    let (flags, module, live, file) = (info.flags, info.module, info.live, info.file);
    let (name, arity, meta) = (info.name, info.arity, info.meta.clone());
    let entry = m.entries[pred as usize];
    let native = matches!(entry, Entry::Native(_) | Entry::NonDet(_));
    let mut list = Vec::new();
    let mut say = |m: &mut Machine, name: &str| {
        let atom = m.atoms.intern(name);
        list.push(Cell::atom(atom));
    };
    say(m, "visible");
    if flags.locked {
        say(m, "built_in");
        say(m, "system");
    }
    if native {
        say(m, "foreign");
    }
    say(m, if flags.dynamic { "dynamic" } else { "static" });
    for (set, name) in [
        (flags.multifile, "multifile"),
        (flags.discontiguous, "discontiguous"),
        (flags.tabled, "tabled"),
        (flags.ssu, "ssu"),
        (flags.incremental, "incremental"),
        (flags.monotonic, "monotonic"),
        (flags.public, "public"),
        (flags.volatile, "volatile"),
        (flags.non_terminal, "non_terminal"),
        (true, "defined"),
    ] {
        if set {
            say(m, name);
        }
    }
    if m.modules.get(module).is_some_and(|info| info.exports.contains(&(name, arity as u32))) {
        say(m, "exported");
    }
    if let Some(meta) = meta {
        let spec = m.store.heap.put_compound(name, &meta);
        let wrap = m.atoms.intern("meta_predicate");
        list.push(m.store.heap.put_compound(wrap, &[spec]));
        let transparent = m.atoms.intern("transparent");
        list.push(Cell::atom(transparent));
    }
    if !native {
        let wrap = m.atoms.intern("number_of_clauses");
        let count = Cell::small(live as i32);
        list.push(m.store.heap.put_compound(wrap, &[count]));
    }
    if file != Atom::EMPTY {
        let wrap = m.atoms.intern("file");
        list.push(m.store.heap.put_compound(wrap, &[Cell::atom(file)]));
    }
    let wrap = m.atoms.intern("implementation_module");
    list.push(m.store.heap.put_compound(wrap, &[Cell::atom(module)]));
    args::unify_list(m, 1, &list)
}

/// `$visible(:Head, -Module)`: where a defined predicate comes from.
fn visible(m: &mut Machine) -> Outcome {
    let Some(pred) = lookup(m)? else { return Ok(false) };
    let module = Cell::atom(m.preds[pred as usize].module);
    m.unify_arg(1, module)
}

/// `$current_preds(+Module, -Indicators)` of all predicates with a definition.
fn current_preds(m: &mut Machine) -> Outcome {
    let module = m.arg(0);
    let mut found = Vec::new();
    for pred in &m.preds {
        if module.is_atom() && module.atom_value() == pred.module && pred.flags.defined {
            found.push((pred.name, pred.arity));
        }
    }
    let cells: Vec<Cell> = found
        .into_iter()
        .map(|(name, arity)| {
            let arity = Cell::small(arity as i32);
            m.store.heap.put_compound(Atom::SLASH, &[Cell::atom(name), arity])
        })
        .collect();
    args::unify_list(m, 1, &cells)
}

/// `$module_info(+Module, -Class, -File, -Exports)`.
fn module_info(m: &mut Machine) -> Outcome {
    let name = m.arg(0);
    if !name.is_atom() {
        return Ok(false);
    }
    let name = name.atom_value();
    let Some(info) = m.modules.get(name) else { return Ok(false) };
    let class = match name {
        Atom::USER => "user",
        _ if name == Atom::SYSTEM => "system",
        _ if info.library => "library",
        _ => "user",
    };
    let file = info.file.unwrap_or(Atom::NIL);
    let exports = info.exports.clone();
    let class = m.atoms.intern(class);
    let cells: Vec<Cell> = exports
        .into_iter()
        .map(|(name, arity)| {
            let arity = Cell::small(arity as i32);
            m.store.heap.put_compound(Atom::SLASH, &[Cell::atom(name), arity])
        })
        .collect();
    Ok(m.unify_arg(1, Cell::atom(class))?
        && m.unify_arg(2, Cell::atom(file))?
        && args::unify_list(m, 3, &cells)?)
}

/// `$import(+Into, +From, +Name/Arity)`.
fn import(m: &mut Machine) -> Outcome {
    let (into, from) = (m.arg(0), m.arg(1));
    let (_, name, arity) = indicator(m, m.arg(2))?;
    if into.is_atom() && from.is_atom() {
        m.import(into.atom_value(), from.atom_value(), name, arity);
    }
    Ok(true)
}

/// `$export(+Module, +Name/Arity)`.
fn export(m: &mut Machine) -> Outcome {
    let module = m.arg(0);
    let (_, name, arity) = indicator(m, m.arg(1))?;
    if module.is_atom() {
        let exports = &mut m.modules.module(module.atom_value()).exports;
        if !exports.contains(&(name, arity as u32)) {
            exports.push((name, arity as u32));
        }
    }
    Ok(true)
}

fn add_base(m: &mut Machine) -> Outcome {
    let (module, base) = (m.arg(0), m.arg(1));
    if module.is_atom() && base.is_atom() {
        let bases = &mut m.modules.module(module.atom_value()).bases;
        if !bases.contains(&base.atom_value()) {
            bases.insert(0, base.atom_value());
        }
    }
    Ok(true)
}

fn strip_module(m: &mut Machine) -> Outcome {
    let context = m.loader.module;
    let (module, term) = m.strip_module(m.arg(0), context);
    Ok(m.unify_arg(1, Cell::atom(module))? && m.unify_arg(2, term)?)
}

impl Machine {
    /// Makes a predicate of one module visible in another.
    pub fn import(&mut self, into: Atom, from: Atom, name: Atom, arity: usize) {
        if into == from {
            return;
        }
        self.modules.module(into).imports.insert((name, arity as u32), from);
        if let Some(pred) = self.find_pred(into, name, arity)
            && !self.preds[pred as usize].flags.defined
        {
            self.entries[pred as usize] = Entry::Undefined;
        }
    }
}
