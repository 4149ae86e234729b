//! Loading files from programs, and what a program can ask about its loading.

use std::rc::Rc;

use crate::{
    atom::Atom,
    cell::Cell,
    machine::{
        Machine,
        assert::{Origin, Parts},
    },
    native::{
        Table, args,
        io::{Use, stream_for},
    },
    record::Record,
    throw::{self, Outcome},
};

/// The predicates.
pub const NATIVES: Table = &[
    ("$meta_modes", 2, meta_modes),
    ("$has_functions", 1, |m| {
        let term = m.arg(0);
        Ok(m.has_functions(term))
    }),
    ("$load", 3, load),
    ("$load_stream", 4, load_stream),
    ("$use_module", 2, use_module),
    ("$module_of", 2, module_of),
    ("$export_from", 3, export_from),
    ("$load_context", 2, context),
    ("$set_meta", 1, set_meta),
    ("$init_main", 1, init_main),
    ("$main_goal", 2, main_goal),
    ("$after_load", 1, |m| {
        let goal = m.arg(0);
        let record = Record::new(&mut m.store.heap, goal, false);
        if let Some(load) = m.load() {
            let line = load.line;
            load.after.push((record, line));
        }
        Ok(true)
    }),
    ("$include", 1, include),
    ("$source_module", 1, |m| {
        let module = Cell::atom(m.loader.module);
        m.unify_arg(0, module)
    }),
    ("$set_source_module", 1, |m| {
        let module = m.arg(0);
        if module.is_atom() {
            m.loader.module = module.atom_value();
            if let Some(load) = m.load() {
                load.module = module.atom_value();
            }
        }
        Ok(true)
    }),
    ("$compile_term", 1, |m| {
        let term = m.arg(0);
        m.load_term(term)?;
        Ok(true)
    }),
    ("$runtime", 2, runtime),
    ("$table_wrapper", 2, table_wrapper),
];

/// `$init_main(+Goal)`: what is run instead of the toplevel, and where it was said.
fn init_main(m: &mut Machine) -> Outcome {
    let goal = m.arg(0);
    let (file, line) = m.loader.stack.last().map_or((Atom::EMPTY, 0), |l| (l.file, l.line));
    let place = [Cell::atom(file), Cell::small(line as i32)];
    let place = m.store.heap.put_compound(Atom::COLON, &place);
    let term = m.store.heap.put_compound(Atom::AT, &[goal, place]);
    let record = Record::new(&mut m.store.heap, term, false);
    m.loader.main = Some(Rc::new(record));
    Ok(true)
}

/// `$main_goal(-Goal, -Place)`: fails where no file named one.
fn main_goal(m: &mut Machine) -> Outcome {
    let Some(record) = m.loader.main.clone() else { return Ok(false) };
    let term = record.instantiate(&mut m.store.heap);
    let Some([goal, place]) = m.store.heap.args::<2>(m.store.deref(term), Atom::AT) else {
        return Ok(false);
    };
    Ok(m.unify_arg(0, goal)? && m.unify_arg(1, place)?)
}

/// `$load(+Spec, +Again, -Module)`.
fn load(m: &mut Machine) -> Outcome {
    let (into, spec) = m.strip_module(m.arg(0), m.loader.module);
    let again = m.arg(1) == Cell::atom(Atom::TRUE);
    m.pins.push(m.x[2]);
    let module = m.load_spec(spec, into, again);
    let result = m.pins.pop().unwrap_or(m.x[2]);
    let module = module?;
    if module != into {
        let all = args::atom(m, "all");
        m.import_all(into, module, all)?;
    }
    Ok(m.store.unify(result, Cell::atom(module)))
}

/// `$load_stream(+Into, +File, +Stream, -Module)`: clauses to the end of the stream.
fn load_stream(m: &mut Machine) -> Outcome {
    let (into, file, stream) = (m.arg(0), m.arg(1), m.arg(2));
    let id = stream_for(m, stream, Use::ReadText)?;
    let (into, file) = (into.atom_value(), file.atom_value());
    m.pins.push(m.x[3]);
    let module = m.load_stream(file, id, into);
    let result = m.pins.pop().unwrap_or(m.x[3]);
    let module = module?;
    if module != into {
        let all = args::atom(m, "all");
        m.import_all(into, module, all)?;
    }
    Ok(m.store.unify(result, Cell::atom(module)))
}

/// `$use_module(+Spec, +Imports)`: imports are `all`, a list, or `except(List)`.
fn use_module(m: &mut Machine) -> Outcome {
    let (into, spec) = m.strip_module(m.arg(0), m.loader.module);
    let imports = m.x[1];
    m.pins.push(imports);
    let module = m.load_spec(spec, into, false);
    let imports = m.pins.pop().unwrap_or(imports);
    let module = module?;
    m.import_all(into, module, imports)?;
    Ok(true)
}

/// `$module_of(+Spec, -Module)`: the module of a file, which is loaded if need be; nothing of it
/// is imported.
fn module_of(m: &mut Machine) -> Outcome {
    let (into, spec) = m.strip_module(m.arg(0), m.loader.module);
    m.pins.push(m.x[1]);
    let module = m.load_spec(spec, into, false);
    let result = m.pins.pop().unwrap_or(m.x[1]);
    Ok(m.store.unify(result, Cell::atom(module?)))
}

/// `$export_from(+Module, +From, +Imports)`: what a module imports from another it exports too.
fn export_from(m: &mut Machine) -> Outcome {
    let (module, from, imports) = (m.arg(0), m.arg(1), m.arg(2));
    if module.is_atom() && from.is_atom() {
        let wanted = m.wanted(from.atom_value(), imports);
        let exports = &mut m.modules.module(module.atom_value()).exports;
        for item in wanted {
            let indicator = (item.known_as, item.arity);
            if !exports.contains(&indicator) {
                exports.push(indicator);
            }
        }
    }
    Ok(true)
}

/// `$load_context(+Key, -Value)`.
fn context(m: &mut Machine) -> Outcome {
    let key = m.arg(0);
    if !key.is_atom() {
        return Ok(false);
    }
    let key = m.atoms.shared_text(key.atom_value());
    let Some(load) = m.loader.stack.last() else { return Ok(false) };
    let (file, line) = (load.file, load.line);
    let value = match &*key {
        "source" => Cell::atom(load.source),
        "file" => Cell::atom(file),
        "line" => Cell::small(line as i32),
        "caller" => {
            let (name, arity) = m.loader.caller;
            let parts = [Cell::atom(m.atoms.intern(name)), Cell::small(arity)];
            m.store.heap.put_compound(Atom::SLASH, &parts)
        }
        "module" => Cell::atom(m.loader.module),
        "variable_names" => {
            let variables = load.variables.clone();
            let pairs: Vec<Cell> = variables
                .into_iter()
                .map(|(name, cell)| {
                    let name = Cell::atom(m.atoms.intern(&name));
                    m.store.heap.put_compound(Atom::EQUALS, &[name, cell])
                })
                .collect();
            m.store.heap.put_list_of(&pairs, crate::store::NIL)
        }
        _ => return Ok(false),
    };
    m.unify_arg(1, value)
}

/// `$set_meta(:Spec)`: a `meta_predicate` declaration.
fn set_meta(m: &mut Machine) -> Outcome {
    let (module, spec) = m.strip_module(m.arg(0), m.loader.module);
    let Some(compound) = m.store.heap.compound(spec) else {
        return Err(args::must_be(m, "callable", spec));
    };
    let cells: Vec<Cell> =
        (0..compound.arity).map(|i| m.store.heap.at(compound.first + i)).collect();
    let pred = m.pred(module, compound.name, compound.arity);
    if cells.iter().all(|c| c.is_atomic()) {
        m.preds[pred as usize].meta = Some(cells.into());
    }
    Ok(true)
}

fn include(m: &mut Machine) -> Outcome {
    let spec = m.arg(0);
    let text = m.path_text(spec).unwrap_or_default();
    let Some(path) = m.find_file(&text) else {
        let kind = m.atoms.intern("source_sink");
        return Err(throw::existence_error(&mut m.store.heap, kind, spec));
    };
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let file = m.atoms.intern(&path.to_string_lossy());
    // Places are those in the included file while it is read.
    let outer = m.load().map(|load| (std::mem::replace(&mut load.file, file), load.line));
    let result = m.load_terms(&text);
    if let (Some((outer, line)), Some(load)) = (outer, m.load()) {
        (load.file, load.line) = (outer, line);
    }
    result?;
    Ok(true)
}

/// `$runtime(-CpuSeconds, -WallSeconds)`.
fn runtime(m: &mut Machine) -> Outcome {
    let cpu = m.store.heap.put_float(crate::arith::cpu_time());
    let wall = m.store.heap.put_float(m.started.elapsed().as_secs_f64());
    Ok(m.unify_arg(0, cpu)? && m.unify_arg(1, wall)?)
}

/// `$table_wrapper(:Head, +Body)`: the clause that asks the table, instead of any before.
fn table_wrapper(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.arg(0), m.loader.module);
    let Some((name, arity)) = m.functor_of(head) else { return Ok(false) };
    let body = m.arg(1);
    let pred = m.pred(module, name, arity);
    m.read_clauses(pred)?;
    let clauses: Vec<u32> = m.live_clauses(pred).collect();
    for clause in clauses {
        m.erase(clause);
    }
    let parts = Parts { module, body_module: Atom::SYSTEM, head, body, ssu: false };
    m.add_clause(parts, true, Origin::NONE)?;
    let info = &mut m.preds[pred as usize];
    info.flags.tabled = true;
    info.load = m.loader.count;
    Ok(true)
}

/// `$meta_modes(:Goal, -Modes)`: the modes of a meta-predicate as one-character atoms and digits.
fn meta_modes(m: &mut Machine) -> Outcome {
    let (module, goal) = m.strip_module(m.arg(0), Atom::USER);
    let Some((name, arity)) = m.functor_of(goal) else { return Ok(false) };
    let Some(modes) = m.meta_modes(module, name, arity) else { return Ok(false) };
    let modes: Vec<Cell> = modes
        .chars()
        .map(|c| match c.to_digit(10) {
            Some(digit) => Cell::small(digit as i32),
            None => args::atom(m, c.encode_utf8(&mut [0; 4])),
        })
        .collect();
    args::unify_list(m, 1, &modes)
}
