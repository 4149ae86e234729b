//! What the store knows about a variable, and domains as values (the `fdset` predicates).

use pencilmark_fd::{Arg, Bound, Domain, FdTree, Int};

use super::{
    expr::{Misfit, Parsed, Reader, integer},
    news::put_int,
    post::misfit_error,
    set::{put_domain, put_end, put_fd_set, put_tree},
};
use crate::{
    cell::Cell,
    machine::{Machine, Native},
    store::NIL,
    throw::{self, Outcome},
};

/// The natives of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("$fd_var", 1, fd_var),
    ("$fd_inf", 2, |m| reflect(m, |m, d, _| put_end(&mut m.store.heap, &mut m.atoms, &d.min()))),
    ("$fd_sup", 2, |m| reflect(m, |m, d, _| put_end(&mut m.store.heap, &mut m.atoms, &d.max()))),
    ("$fd_size", 2, |m| reflect(m, |m, d, _| put_end(&mut m.store.heap, &mut m.atoms, &d.size()))),
    ("$fd_dom", 2, |m| reflect(m, |m, d, _| show_domain(m, &d))),
    ("$fd_set", 2, |m| reflect(m, |m, d, _| put_fd_set(&mut m.store.heap, &mut m.atoms, &d))),
    ("$fd_degree", 2, |m| reflect(m, |m, _, degree| m.store.heap.put_int(degree as i64))),
    ("$fdset_of_list", 2, set_of_list),
    ("$fdset_to_list", 2, set_to_list),
    ("$fdset_of_range", 2, set_of_range),
    ("$fdset_to_range", 2, set_to_range),
    ("$fdset_min", 2, |m| bound_of(m, Domain::min, false)),
    ("$fdset_max", 2, |m| bound_of(m, Domain::max, false)),
    ("$fdset_size", 2, |m| bound_of(m, Domain::size, true)),
    ("$fdset_union", 3, |m| combine(m, FdTree::union)),
    ("$fdset_intersection", 3, |m| combine(m, FdTree::intersect)),
    ("$fdset_subtract", 3, |m| combine(m, FdTree::subtract)),
    ("$fdset_complement", 2, complement),
    ("$fdset_subset", 2, |m| test(m, Domain::subset_of)),
    ("$fdset_eq", 2, |m| test(m, |a, b| a == b)),
    ("$fdset_contains", 2, contains),
    ("$is_fdset", 1, is_set),
];

/// A single value is a range of one, as answers of `fd_dom/2` show it.
fn show_domain(m: &mut Machine, domain: &Domain) -> Cell {
    if let Some(value) = domain.value() {
        let ends = [put_int(&mut m.store.heap, &value), put_int(&mut m.store.heap, &value)];
        let name = m.atoms.intern("..");
        return m.store.heap.put_compound(name, &ends);
    }
    put_domain(&mut m.store.heap, &mut m.atoms, domain)
}

fn fd_var(m: &mut Machine) -> Outcome {
    Ok(m.fd.find(&m.store.heap, m.arg(0)).is_some())
}

fn reflect(m: &mut Machine, show: fn(&mut Machine, Domain, usize) -> Cell) -> Outcome {
    let cell = m.arg(0);
    let (domain, degree) = if let Some(var) = m.fd.find(&m.store.heap, cell) {
        (m.fd.store.domain(var).clone(), m.fd.store.degree(var))
    } else if cell.is_var() {
        (Domain::FULL, 0)
    } else if let Some(value) = integer(&m.store.heap, cell) {
        (Domain::singleton(&value), 0)
    } else {
        return Err(misfit_error(m, Misfit::Type("integer", cell)));
    };
    let shown = show(m, domain, degree);
    m.unify_arg(1, shown)
}

fn read<T>(
    m: &mut Machine,
    read: impl FnOnce(&mut Reader<'_>) -> Parsed<T>,
) -> Result<T, throw::Throw> {
    let mut reader = Reader { heap: &m.store.heap, atoms: &m.atoms, vars: &mut m.fd };
    match read(&mut reader) {
        Ok(value) => Ok(value),
        Err(misfit) => Err(misfit_error(m, misfit)),
    }
}

fn set_of_list(m: &mut Machine) -> Outcome {
    let list = m.arg(0);
    let args = read(m, |r| r.args(list))?;
    let values: Option<Vec<Int>> = args
        .into_iter()
        .map(|arg| match arg {
            Arg::Int(value) => Some(value),
            Arg::Var(_) => None,
        })
        .collect();
    let Some(values) = values else { return Err(throw::instantiation(&mut m.store.heap)) };
    let set = put_fd_set(&mut m.store.heap, &mut m.atoms, &Domain::from_values(&values));
    m.unify_arg(1, set)
}

fn set_to_list(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let domain = read(m, |r| r.fd_set(cell))?;
    if !domain.is_empty() && !domain.is_finite() {
        return Err(throw::instantiation(&mut m.store.heap));
    }
    let values: Vec<Cell> =
        domain.values().iter().map(|value| put_int(&mut m.store.heap, value)).collect();
    let list = m.store.heap.put_list_of(&values, NIL);
    m.unify_arg(1, list)
}

fn set_of_range(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let domain = read(m, |r| r.domain(cell))?;
    let set = put_fd_set(&mut m.store.heap, &mut m.atoms, &domain);
    m.unify_arg(1, set)
}

fn set_to_range(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let domain = read(m, |r| r.fd_set(cell))?;
    let shown = put_domain(&mut m.store.heap, &mut m.atoms, &domain);
    m.unify_arg(1, shown)
}

fn complement(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let tree = read(m, |r| r.tree(cell))?.complement();
    let set = put_tree(&mut m.store.heap, &mut m.atoms, &tree);
    m.unify_arg(1, set)
}

fn bound_of(m: &mut Machine, bound: fn(&Domain) -> Bound, sized: bool) -> Outcome {
    let cell = m.arg(0);
    let domain = read(m, |r| r.fd_set(cell))?;
    if domain.is_empty() && !sized {
        return Ok(false);
    }
    let end = put_end(&mut m.store.heap, &mut m.atoms, &bound(&domain));
    m.unify_arg(1, end)
}

fn combine(m: &mut Machine, join: fn(&FdTree, &FdTree) -> FdTree) -> Outcome {
    let (a, b) = (m.arg(0), m.arg(1));
    let a = read(m, |r| r.tree(a))?;
    let b = read(m, |r| r.tree(b))?;
    let set = put_tree(&mut m.store.heap, &mut m.atoms, &join(&a, &b));
    m.unify_arg(2, set)
}

fn test(m: &mut Machine, holds: fn(&Domain, &Domain) -> bool) -> Outcome {
    let (a, b) = (m.arg(0), m.arg(1));
    let a = read(m, |r| r.fd_set(a))?;
    let b = read(m, |r| r.fd_set(b))?;
    Ok(holds(&a, &b))
}

fn contains(m: &mut Machine) -> Outcome {
    let (set, value) = (m.arg(0), m.arg(1));
    let set = read(m, |r| r.fd_set(set))?;
    match integer(&m.store.heap, value) {
        Some(value) => Ok(set.contains(&value)),
        None => Err(misfit_error(m, Misfit::Type("integer", value))),
    }
}

fn is_set(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let reader = Reader { heap: &m.store.heap, atoms: &m.atoms, vars: &mut m.fd };
    Ok(reader.fd_set(cell).is_ok())
}
