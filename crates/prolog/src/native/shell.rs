//! Commands of the operating system.

use super::{
    Table,
    args::instantiation,
    text::{self, Accept},
};
use crate::{
    atom::Atom,
    cell::Cell,
    machine::Machine,
    throw::{self, Outcome, Throw},
};

/// Predicates of this file.
pub const NATIVES: Table =
    &[("shell", 1, |m| shell(m).map(|status| status == 0)), ("shell", 2, shell_status)];

fn shell(m: &mut Machine) -> Result<i32, Throw> {
    let cell = m.arg(0);
    if cell.is_var() {
        return Err(instantiation(m));
    }
    let command = text::want(m, cell, Accept::ALL)?;
    if m.no_shell {
        let [action, kind] = ["execute", "shell"].map(|name| m.atoms.intern(name));
        return Err(throw::permission_error(&mut m.store.heap, action, kind, cell));
    }
    m.text.streams.flush_user();
    match std::process::Command::new("sh").arg("-c").arg(&*command).status() {
        Ok(status) => Ok(status.code().unwrap_or(1)),
        Err(_) => {
            let what = m.atoms.intern("shell");
            Err(throw::simple_error(&mut m.store.heap, Atom::RESOURCE_ERROR, what))
        }
    }
}

fn shell_status(m: &mut Machine) -> Outcome {
    let status = shell(m)?;
    m.unify_arg(1, Cell::small(status))
}
