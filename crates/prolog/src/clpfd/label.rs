//! `labeling/2`: the options, and one answer after another from the store's own search.
//!
//! The search keeps its decisions on the store's trail, above the mark of the choice point it is
//! called from. So this choice point is special: on backtracking the machine leaves the store to
//! the search, and the bindings too. Those that the next answer has in common with the last one
//! stay; in a long search these are most.

use pencilmark_fd::{
    Arg, Branch, Expr, LabelOptions, Labeling, Objective, Order, Select, Stop, Upto,
};

use super::{
    expr::{Misfit, Reader},
    news,
    post::{misfit_error, stop_outcome},
};
use crate::{
    cell::{Cell, Tag},
    machine::{Machine, More, NonDet, choice::Choice},
    throw::{self, Throw},
};

/// The natives of this file. They must be entered with a choice point that leaves the store alone.
pub const NONDET: &[(&str, usize, NonDet)] = &[("$fd_labeling", 2, labeling)];

/// A search under way and the choice point it belongs to.
#[derive(Debug)]
pub struct Underway {
    /// Number of choice points when it began.
    pub height: usize,
    /// The search.
    pub search: Labeling,
    /// So many entries of the trail, from the choice point's own place on, are values that its
    /// last answer gave to plain constrained variables, in the order in which the store told.
    pub kept: usize,
}

/// `$fd_labeling(Options, Variables)`: both are lists.
fn labeling(m: &mut Machine, state: Option<Cell>) -> Result<More, Throw> {
    if m.fd.collecting {
        return Ok(More::Last);
    }
    let height = m.choices.len();
    if state.is_none() {
        m.fd.drop_searches(height);
        match start(m)? {
            Ok(search) => m.fd.underway.push(Underway { height, search, kept: 0 }),
            Err(stop) => return stop_outcome(m, stop).map(|_| More::No),
        }
    }
    let Some(choice) = m.choices.last().copied() else { return Ok(More::No) };
    advance(m, height, &choice)
}

fn advance(m: &mut Machine, height: usize, choice: &Choice) -> Result<More, Throw> {
    // Searches above this one belong to choice points that are gone.
    m.fd.drop_searches(height + 1);
    let Some(mut underway) = m.fd.underway.pop() else { return Ok(More::No) };
    m.restore_terms(choice, underway.kept);
    m.fd.begin(&m.store.heap);
    let first_new = m.fd.store.var_count();
    m.fd.store.renew_limits(&m.interrupt, m.deadline);
    match underway.search.next_keeping(&mut m.fd.store, underway.kept) {
        Ok(Some(held)) => {
            m.store.undo_to(choice.trail as usize + held);
            underway.kept = held + news::settle_plain(&mut m.store, &mut m.fd);
            news::settle(&mut m.store, &mut m.fd, first_new);
            if !m.fd_orders()? {
                return Ok(More::No);
            }
            if underway.search.is_last() {
                return Ok(More::Last);
            }
            m.fd.underway.push(underway);
            Ok(More::Yes(Cell::small(0)))
        }
        Ok(None) => Ok(More::No),
        Err(stop) => stop_outcome(m, stop).map(|_| More::No),
    }
}

fn start(m: &mut Machine) -> Result<Result<Labeling, Stop>, Throw> {
    let (options, vars) = read(m)?;
    Ok(Labeling::start(&mut m.fd.store, &options, &vars))
}

/// The first two arguments: options, and variables that all have finite domains.
pub(super) fn read(m: &mut Machine) -> Result<(LabelOptions, Vec<Arg>), Throw> {
    let (options, list) = (m.arg(0), m.arg(1));
    m.fd.begin(&m.store.heap);
    let mut reader = Reader { heap: &m.store.heap, atoms: &m.atoms, vars: &mut m.fd };
    let vars = match reader.args(list) {
        Ok(vars) => vars,
        Err(misfit) => return Err(misfit_error(m, misfit)),
    };
    for var in &vars {
        if !m.fd.store.arg_domain(var).is_finite() {
            return Err(throw::instantiation(&mut m.store.heap));
        }
    }
    let mut reader = Reader { heap: &m.store.heap, atoms: &m.atoms, vars: &mut m.fd };
    match parse_options(&mut reader, options) {
        Ok(options) => Ok((options, vars)),
        Err(misfit) => Err(misfit_error(m, misfit)),
    }
}

/// Options are read from left to right; each kind may be given once, except for objectives.
fn parse_options(r: &mut Reader<'_>, list: Cell) -> Result<LabelOptions, Misfit> {
    let mut options = LabelOptions::default();
    let (mut select, mut order, mut branch, mut upto) = (None, None, None, None);
    for cell in r.list(list)? {
        let cell = r.heap.deref(cell);
        if cell.is_var() {
            return Err(Misfit::Unbound);
        }
        let unknown = Misfit::Domain("labeling_option", cell);
        let (name, argument) = match cell.tag() {
            Tag::Atom => (r.atoms.text(cell.atom_value()), None),
            _ => match r.heap.compound(cell) {
                Some(c) if c.arity == 1 => (r.atoms.text(c.name), Some(r.heap.at(c.first))),
                _ => return Err(unknown),
            },
        };
        match (name, argument) {
            ("leftmost", None) => once(list, &mut select, Select::Leftmost)?,
            ("ff", None) => once(list, &mut select, Select::Ff)?,
            ("ffc", None) => once(list, &mut select, Select::Ffc)?,
            ("min", None) => once(list, &mut select, Select::Min)?,
            ("max", None) => once(list, &mut select, Select::Max)?,
            ("dom_w_deg", None) => once(list, &mut select, Select::DomWDeg)?,
            ("random_variable", Some(seed)) => {
                once(list, &mut select, Select::Random)?;
                options.seed ^= seed.int_value() as u64;
            }
            ("up", None) => once(list, &mut order, Order::Up)?,
            ("down", None) => once(list, &mut order, Order::Down)?,
            ("random_value", Some(seed)) => {
                once(list, &mut order, Order::Random)?;
                options.seed ^= seed.int_value() as u64;
            }
            ("step", None) => once(list, &mut branch, Branch::Step)?,
            ("enum", None) => once(list, &mut branch, Branch::Enum)?,
            ("bisect", None) => once(list, &mut branch, Branch::Bisect)?,
            ("upto_ground", None) => once(list, &mut upto, Upto::Ground)?,
            ("upto_in", None) => once(list, &mut upto, Upto::In)?,
            ("upto_in", Some(count)) => {
                let count = r.arg(count)?;
                once(list, &mut upto, Upto::InCount(count))?;
            }
            ("min", Some(expr)) => {
                let expr: Expr = r.expr(expr)?;
                options.objectives.push(Objective::Min(expr));
            }
            ("max", Some(expr)) => {
                let expr: Expr = r.expr(expr)?;
                options.objectives.push(Objective::Max(expr));
            }
            _ => return Err(unknown),
        }
    }
    options.select = select.unwrap_or_default();
    options.order = order.unwrap_or_default();
    options.branch = branch.unwrap_or_default();
    options.upto = upto.unwrap_or_default();
    Ok(options)
}

fn once<T: PartialEq>(list: Cell, slot: &mut Option<T>, value: T) -> Result<(), Misfit> {
    match slot {
        None => {
            *slot = Some(value);
            Ok(())
        }
        Some(old) if *old == value => Err(Misfit::Domain("nonrepeating_labeling_options", list)),
        Some(_) => Err(Misfit::Domain("consistent_labeling_options", list)),
    }
}
