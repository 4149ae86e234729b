//! Labeling one decision at a time, for variables that goals of other libraries wait for.
//!
//! The search of [`super::label`] tells the machine about whole answers only. A goal that
//! `freeze/2` or `dif/2` left on a variable must run as soon as the variable has a value, so
//! such variables are decided in Prolog, and the store says what to decide.

use pencilmark_fd::{Decision, LabelOptions};

use super::{label::read, news::put_int, post::stop_outcome};
use crate::{
    cell::{Cell, Tag},
    machine::{Machine, Native},
    store::NIL,
    throw::Outcome,
};

/// The natives of this file.
pub const NATIVES: &[(&str, usize, Native)] =
    &[("$fd_watched", 1, watched), ("$fd_decision", 3, decision)];

/// `$fd_watched(Variables)`: another library has put an attribute on one of them.
fn watched(m: &mut Machine) -> Outcome {
    let (cells, _) = m.store.heap.list_prefix(m.arg(0));
    let heap = &m.store.heap;
    Ok(cells
        .into_iter()
        .map(|cell| heap.deref(cell))
        .any(|cell| cell.tag() == Tag::Att && !m.fd.is_plain(heap, cell.index())))
}

/// `$fd_decision(Options, Variables, Decision)`: what to try next. `done` if all variables have
/// values; `best` if the options have an objective, which needs the whole search.
fn decision(m: &mut Machine) -> Outcome {
    let (options, vars): (LabelOptions, _) = read(m)?;
    let told = if options.objectives.is_empty() {
        match m.fd.store.next_decision(&options, &vars) {
            Ok(decision) => decision,
            Err(stop) => return stop_outcome(m, stop),
        }
    } else {
        let best = Cell::atom(m.atoms.intern("best"));
        return m.unify_arg(2, best);
    };
    let shown = match told {
        None => Cell::atom(m.atoms.intern("done")),
        Some(Decision::Step(var, value)) => {
            let value = put_int(&mut m.store.heap, &value);
            shown(m, "step", var, &[value])
        }
        Some(Decision::Enum(var, domain, down)) => {
            let mut values = domain.values();
            if down {
                values.reverse();
            }
            let cells: Vec<Cell> =
                values.iter().map(|value| put_int(&mut m.store.heap, value)).collect();
            let list = m.store.heap.put_list_of(&cells, NIL);
            shown(m, "enum", var, &[list])
        }
        Some(Decision::Bisect(var, middle, down)) => {
            let middle = put_int(&mut m.store.heap, &middle);
            shown(m, if down { "upper" } else { "lower" }, var, &[middle])
        }
    };
    m.unify_arg(2, shown)
}

/// A decision as a term: its name, the variable, and what is to be tried.
fn shown(m: &mut Machine, name: &str, var: pencilmark_fd::FdVar, rest: &[Cell]) -> Cell {
    let home = m.fd.home(m.fd.store.root(var)).or_else(|| m.fd.home(var));
    let mut args: Vec<Cell> = home.map(Cell::attributed).into_iter().collect();
    args.extend_from_slice(rest);
    let name = m.atoms.intern(name);
    m.store.heap.put_compound(name, &args)
}
