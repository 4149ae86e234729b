//! Natives that post constraints. Each reads its arguments into the store's own words, posts,
//! and turns what follows into bindings.

use pencilmark_fd::{
    Arg, Automaton, Expr, FdError, GccOptions, Int, Rectangle, Rel, Res, Stop, Task,
};

use super::{
    collect,
    expr::{Misfit, Parsed, Reader, integer, relation},
    news::{self, Refused},
    quick,
    residual::relation_name,
};
use crate::{
    atom::Atom,
    cell::Cell,
    machine::{Machine, Native},
    throw::{self, Outcome, Throw},
};

/// The natives of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("$fd_eq", 2, |m| relate(m, Rel::Eq)),
    ("$fd_neq", 2, |m| relate(m, Rel::Neq)),
    ("$fd_lt", 2, |m| relate(m, Rel::Lt)),
    ("$fd_gt", 2, |m| relate(m, Rel::Gt)),
    ("$fd_leq", 2, |m| relate(m, Rel::Leq)),
    ("$fd_geq", 2, |m| relate(m, Rel::Geq)),
    ("$fd_formula", 1, formula),
    ("$fd_in", 2, in_domain),
    ("$fd_ins", 2, ins_domain),
    ("$fd_in_set", 2, in_set),
    ("$fd_all_different", 1, all_different),
    ("$fd_all_distinct", 1, all_distinct),
    ("$fd_sum", 3, sum),
    ("$fd_scalar_product", 4, scalar_product),
    ("$fd_tuples_in", 2, tuples_in),
    ("$fd_element", 3, element),
    ("$fd_global_cardinality", 4, global_cardinality),
    ("$fd_circuit", 1, circuit),
    ("$fd_cumulative", 2, cumulative),
    ("$fd_disjoint2", 1, disjoint2),
    ("$fd_serialized", 2, serialized),
    ("$fd_chain", 2, chain),
    ("$fd_automaton", 5, automaton),
];

/// Posts what `build` makes of the arguments.
pub(super) fn post<T>(
    m: &mut Machine,
    build: impl FnOnce(&mut Reader<'_>) -> Parsed<T>,
    act: impl FnOnce(&mut pencilmark_fd::Store, T) -> Res,
) -> Outcome {
    m.fd.store.renew_limits(&m.interrupt, m.deadline);
    let fd = &mut m.fd;
    fd.begin(&m.store.heap);
    let first_new = fd.store.var_count();
    let mut reader = Reader { heap: &m.store.heap, atoms: &m.atoms, vars: fd };
    let built = match build(&mut reader) {
        Ok(built) => built,
        Err(misfit) => return Err(misfit_error(m, misfit)),
    };
    let result = act(&mut m.fd.store, built);
    finish(m, result, first_new)
}

/// Turns the outcome of a change of the store into bindings, failure or an error.
pub(super) fn finish(m: &mut Machine, result: Res, first_new: usize) -> Outcome {
    match result {
        Ok(()) => {
            news::settle(&mut m.store, &mut m.fd, first_new);
            // Room is looked at when the next goal is called, which may be outside of a catch.
            if first_new < m.fd.store.var_count() && m.used_bytes() / 2 > m.stack_limit {
                return Err(m.stack_overflow());
            }
            m.fd_orders()
        }
        Err(stop) => stop_outcome(m, stop),
    }
}

/// Failure, or the exception a host raises for this.
pub(super) fn stop_outcome(m: &mut Machine, stop: Stop) -> Outcome {
    let Stop::Error(error) = stop else { return Ok(false) };
    let heap = &mut m.store.heap;
    match *error {
        FdError::Instantiation => Err(throw::instantiation(heap)),
        FdError::TypeOrDomain(what, value) => {
            let what = m.atoms.intern(what);
            let value = news::put_int(heap, &value);
            Err(throw::type_error(heap, what, value))
        }
        FdError::Domain(what) => {
            let what = m.atoms.intern(what);
            let culprit = heap.new_var();
            Err(throw::domain_error(heap, what, culprit))
        }
        FdError::Interrupted => Err(m.interrupted()),
        FdError::Resource(what) => {
            let what = m.atoms.intern(what);
            Err(throw::simple_error(heap, Atom::RESOURCE_ERROR, what))
        }
    }
}

/// The exception for a term that cannot be read.
pub(super) fn misfit_error(m: &mut Machine, misfit: Misfit) -> Throw {
    let heap = &mut m.store.heap;
    match misfit {
        Misfit::Unbound => throw::instantiation(heap),
        Misfit::Domain(what, culprit) => {
            let what = m.atoms.intern(what);
            throw::domain_error(heap, what, culprit)
        }
        Misfit::Type(what, culprit) => {
            let what = m.atoms.intern(what);
            throw::type_error(heap, what, culprit)
        }
    }
}

impl Machine {
    /// Attributed variables were bound by unification: the constraint store learns of it.
    pub(crate) fn fd_wake(&mut self, woken: &[(usize, Cell)]) -> Outcome {
        self.fd.begin(&self.store.heap);
        let first_new = self.fd.store.var_count();
        match news::wake(&mut self.store, &mut self.fd, woken) {
            Ok(()) => finish(self, Ok(()), first_new),
            Err(Refused::Stop(stop)) => stop_outcome(self, stop),
            Err(Refused::NotInteger(value)) => {
                Err(throw::type_error(&mut self.store.heap, Atom::INTEGER, value))
            }
        }
    }
}

fn relate(m: &mut Machine, rel: Rel) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, relation_name(rel), 2);
    }
    // The smaller side is read last, which decides the order of fresh variables.
    let (rel, left, right) = match rel {
        Rel::Leq => (Rel::Geq, m.arg(1), m.arg(0)),
        Rel::Lt => (Rel::Gt, m.arg(1), m.arg(0)),
        _ => (rel, m.arg(0), m.arg(1)),
    };
    if let Some(done) = quick::relate(m, rel, left, right) {
        return done;
    }
    post(m, |r| Ok((r.expr(left)?, r.expr(right)?)), |s, (a, b)| s.post_rel(rel, &a, &b))
}

fn formula(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        let goal = m.arg(0);
        return collect::note_goal(m, goal);
    }
    let goal = m.arg(0);
    post(m, |r| r.formula(goal), |s, f| s.post_formula(&f))
}

fn in_domain(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "in", 2);
    }
    let (var, domain) = (m.arg(0), m.arg(1));
    post(
        m,
        |r| {
            let var = r.arg(var)?;
            Ok((var, r.domain(domain)?))
        },
        |s, (var, domain)| s.post_in(&var, &domain),
    )
}

fn ins_domain(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "ins", 2);
    }
    let (list, domain) = (m.arg(0), m.arg(1));
    post(
        m,
        |r| {
            let list = r.args(list)?;
            Ok((list, r.domain(domain)?))
        },
        |s, (list, domain)| list.iter().try_for_each(|var| s.post_in(var, &domain)),
    )
}

fn in_set(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "in_set", 2);
    }
    let (var, set) = (m.arg(0), m.arg(1));
    let open = match m.fd.find(&m.store.heap, var) {
        Some(var) => !m.fd.store.domain(var).is_finite(),
        None => var.is_var(),
    };
    if set.is_var() && open {
        // SWI-Prolog takes the set that says nothing, unless the domain is finite.
        let [name, inf, sup] = ["from_to", "inf", "sup"].map(|word| m.atoms.intern(word));
        let all = m.store.heap.put_compound(name, &[Cell::atom(inf), Cell::atom(sup)]);
        if !m.store.unify(set, all) {
            return Ok(false);
        }
    }
    post(
        m,
        |r| {
            let var = r.arg(var)?;
            Ok((var, r.fd_set(set)?))
        },
        |s, (var, domain)| s.post_in(&var, &domain),
    )
}

fn all_different(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "all_different", 1);
    }
    let list = m.arg(0);
    post(m, |r| r.args(list), |s, list| s.post_all_different(&list))
}

fn all_distinct(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "all_distinct", 1);
    }
    let list = m.arg(0);
    post(m, |r| r.args(list), |s, list| s.post_all_distinct(&list))
}

fn circuit(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "circuit", 1);
    }
    let list = m.arg(0);
    post(m, |r| r.args(list), |s, list| s.post_circuit(&list))
}

/// A relation given as an atom.
fn relation_arg(r: &Reader<'_>, cell: Cell, what: &'static str) -> Parsed<Rel> {
    let cell = r.heap.deref(cell);
    if cell.is_var() {
        return Err(Misfit::Unbound);
    }
    let named = cell.is_atom().then(|| relation(r.atoms.text(cell.atom_value()))).flatten();
    named.ok_or(Misfit::Domain(what, cell))
}

fn sum(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "sum", 3);
    }
    let (list, rel, value) = (m.arg(0), m.arg(1), m.arg(2));
    if rel.is_atom()
        && m.atoms.text(rel.atom_value()) == "#="
        && let Some(done) = quick::sum(m, list, value)
    {
        return done;
    }
    post(
        m,
        |r| {
            let list = r.args(list)?;
            let rel = relation_arg(r, rel, "scalar_product_relation")?;
            Ok((list, rel, r.expr(value)?))
        },
        |s, (list, rel, value)| {
            let ones = vec![Int::from(1); list.len()];
            s.post_scalar_product(&ones, &list, rel, &value)
        },
    )
}

fn scalar_product(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "scalar_product", 4);
    }
    let (cs, vs, rel, value) = (m.arg(0), m.arg(1), m.arg(2), m.arg(3));
    post(
        m,
        |r| {
            let cs = integers(r, cs)?;
            let vs = r.args(vs)?;
            let rel = relation_arg(r, rel, "scalar_product_relation")?;
            Ok((cs, vs, rel, r.expr(value)?))
        },
        |s, (cs, vs, rel, value)| {
            if cs.len() != vs.len() {
                return Err(Stop::Fail);
            }
            s.post_scalar_product(&cs, &vs, rel, &value)
        },
    )
}

/// A list of integers.
fn integers(r: &Reader<'_>, list: Cell) -> Parsed<Vec<Int>> {
    r.list(list)?.into_iter().map(|cell| one_integer(r, cell)).collect()
}

fn one_integer(r: &Reader<'_>, cell: Cell) -> Parsed<Int> {
    let cell = r.heap.deref(cell);
    if cell.is_var() {
        return Err(Misfit::Unbound);
    }
    integer(r.heap, cell).ok_or(Misfit::Type("integer", cell))
}

fn tuples_in(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "tuples_in", 2);
    }
    let (tuples, relation) = (m.arg(0), m.arg(1));
    post(m, |r| r.tuples(tuples, relation), |s, (tuples, rows)| s.post_tuples_in(&tuples, &rows))
}

fn element(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "element", 3);
    }
    let (index, list, value) = (m.arg(0), m.arg(1), m.arg(2));
    post(
        m,
        |r| {
            let list = r.args(list)?;
            Ok((r.arg(index)?, list, r.arg(value)?))
        },
        |s, (index, list, value)| s.post_element(&index, &list, &value),
    )
}

fn chain(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "chain", 2);
    }
    let (list, rel) = (m.arg(0), m.arg(1));
    post(
        m,
        |r| {
            let list = r.args(list)?;
            let rel = relation_arg(r, rel, "chain_relation")?;
            match rel {
                Rel::Neq => Err(Misfit::Domain("chain_relation", r.heap.deref(Cell::small(0)))),
                _ => Ok((list, rel)),
            }
        },
        |s, (list, rel)| s.post_chain(&list, rel),
    )
}

/// `$fd_global_cardinality(Vars, Keys, Counts, Options)`: the library has taken the pairs apart
/// and checked that keys differ. Options is `none`, `value`, or `cost(C, Matrix)` with either.
fn global_cardinality(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "$fd_global_cardinality", 4);
    }
    let (vars, keys, counts, options) = (m.arg(0), m.arg(1), m.arg(2), m.arg(3));
    post(
        m,
        |r| {
            let vars = r.args(vars)?;
            let keys = integers(r, keys)?;
            let counts = r.args(counts)?;
            let pairs: Vec<(Int, Arg)> = keys.into_iter().zip(counts).collect();
            let mut chosen = GccOptions::default();
            for option in r.list(options)? {
                let option = r.heap.deref(option);
                if option.is_atom() {
                    chosen.value_consistency |= r.atoms.text(option.atom_value()) == "value";
                } else if let Some(c) = r.heap.compound(option)
                    && c.arity == 2
                {
                    let cost = r.arg(r.heap.cells[c.first])?;
                    let rows = r.list(r.heap.cells[c.first + 1])?;
                    let matrix = rows.into_iter().map(|row| integers(r, row));
                    chosen.cost = Some((cost, matrix.collect::<Parsed<_>>()?));
                }
            }
            Ok((vars, pairs, chosen))
        },
        |s, (vars, pairs, options)| s.post_global_cardinality(&vars, &pairs, &options),
    )
}

/// The arguments of each compound of a list, the first `n` of them as variables or integers.
fn rows_of<const N: usize>(r: &mut Reader<'_>, list: Cell) -> Parsed<Vec<[Arg; N]>> {
    let mut rows = Vec::new();
    for cell in r.list(list)? {
        let cell = r.heap.deref(cell);
        let compound = r.heap.compound(cell).ok_or(Misfit::Type("compound", cell))?;
        if compound.arity < N {
            return Err(Misfit::Type("task", cell));
        }
        let mut args = Vec::with_capacity(N);
        for i in 0..N {
            args.push(r.arg(r.heap.cells[compound.first + i])?);
        }
        rows.push(args.try_into().map_err(|_| Misfit::Unbound)?);
    }
    Ok(rows)
}

/// `$fd_cumulative(Tasks, Limit)` with tasks as `task(S, D, E, C, _)`.
fn cumulative(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "$fd_cumulative", 2);
    }
    let (tasks, limit) = (m.arg(0), m.arg(1));
    post(
        m,
        |r| {
            let tasks = rows_of::<4>(r, tasks)?;
            Ok((tasks, one_integer(r, limit)?))
        },
        |s, (tasks, limit)| {
            let tasks: Vec<Task> = tasks
                .into_iter()
                .map(|[start, duration, end, need]| Task { start, duration, end, need })
                .collect();
            s.post_cumulative(&tasks, &limit)
        },
    )
}

fn disjoint2(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "disjoint2", 1);
    }
    let list = m.arg(0);
    post(
        m,
        |r| rows_of::<4>(r, list),
        |s, rows| {
            let rectangles: Vec<Rectangle> = rows
                .into_iter()
                .map(|[x, width, y, height]| Rectangle { x, width, y, height })
                .collect();
            s.post_disjoint2(&rectangles)
        },
    )
}

fn serialized(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "serialized", 2);
    }
    let (starts, durations) = (m.arg(0), m.arg(1));
    post(
        m,
        |r| {
            let starts = r.args(starts)?;
            Ok((starts, integers(r, durations)?))
        },
        |s, (starts, durations)| s.post_serialized(&starts, &durations),
    )
}

/// `$fd_automaton(Signature, Sources, Sinks, Arcs, Counting)`: states are numbers, arcs are
/// `arc(From, Label, To, Updates)`; Counting is
/// `counting(Expressions, Counters, Template, Elements, Initials, Finals)`.
fn automaton(m: &mut Machine) -> Outcome {
    if m.fd.collecting {
        return collect::note(m, "$fd_automaton", 5);
    }
    let args: [Cell; 5] = std::array::from_fn(|i| m.arg(i));
    post(m, |r| read_automaton(r, args), |s, automaton| s.post_automaton(&automaton))
}

fn read_automaton(r: &mut Reader<'_>, args: [Cell; 5]) -> Parsed<Automaton> {
    let [signature, sources, sinks, arcs, counting] = args;
    let small = |r: &Reader<'_>, cell: Cell| -> Parsed<i64> {
        one_integer(r, cell)?.as_i64().ok_or(Misfit::Type("integer", cell))
    };
    let numbers = |r: &Reader<'_>, list: Cell| -> Parsed<Vec<i64>> {
        r.list(list)?.into_iter().map(|cell| small(r, cell)).collect()
    };
    let mut automaton = Automaton {
        signature: r.args(signature)?,
        sources: numbers(r, sources)?,
        sinks: numbers(r, sinks)?,
        ..Automaton::default()
    };
    for arc in r.list(arcs)? {
        let arc = r.heap.deref(arc);
        let c = r.heap.compound(arc).ok_or(Misfit::Type("arc", arc))?;
        if c.arity != 4 {
            return Err(Misfit::Type("arc", arc));
        }
        automaton.arcs.push(pencilmark_fd::Arc {
            from: small(r, r.heap.cells[c.first])?,
            label: one_integer(r, r.heap.cells[c.first + 1])?,
            to: small(r, r.heap.cells[c.first + 2])?,
            updates: numbers(r, r.heap.cells[c.first + 3])?,
        });
    }
    let c = r.heap.compound(counting).ok_or(Misfit::Type("counting", counting))?;
    let part = |i: usize| r.heap.cells[c.first + i];
    let (expressions, counters, template) = (part(0), part(1), part(2));
    let (elements, initials, finals) = (part(3), part(4), part(5));
    for list in r.list(expressions)? {
        let list = r.list(list)?.into_iter().map(|e| r.expr(e)).collect::<Parsed<Vec<Expr>>>()?;
        automaton.updates.push(list);
    }
    let variables = |r: &mut Reader<'_>, list: Cell| -> Parsed<Vec<pencilmark_fd::FdVar>> {
        let args = r.args(list)?;
        args.into_iter()
            .map(|arg| match arg {
                Arg::Var(var) => Ok(var),
                Arg::Int(_) => Err(Misfit::Unbound),
            })
            .collect()
    };
    automaton.counters = variables(r, counters)?;
    automaton.template = variables(r, template)?;
    for element in r.list(elements)? {
        let element = r.args(element)?;
        automaton.elements.push(element);
    }
    automaton.initials = r.args(initials)?;
    automaton.finals = r.args(finals)?;
    Ok(automaton)
}
