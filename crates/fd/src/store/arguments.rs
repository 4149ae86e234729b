//! Arguments as they are now: values filled in, aliases followed.

use super::{FdVar, Store};
use crate::domain::Domain;
use crate::expr::Arg;
use crate::int::Int;

impl Store {
    /// The argument with values filled in and aliases followed.
    pub fn deref(&self, arg: &Arg) -> Arg {
        match arg {
            Arg::Var(v) => {
                let root = self.root(*v);
                match self.var(root).dom.value() {
                    Some(value) => Arg::Int(value),
                    None => Arg::Var(root),
                }
            }
            int => int.clone(),
        }
    }

    /// The word an argument is, if it is one.
    #[inline]
    pub(crate) fn word(&self, arg: &Arg) -> Option<i64> {
        match arg {
            Arg::Var(v) => self.var(self.root(*v)).dom.fixed_word(),
            Arg::Int(n) => n.as_i64(),
        }
    }

    /// The integer an argument is, if it is one.
    #[inline]
    pub(crate) fn int(&self, arg: &Arg) -> Option<Int> {
        match arg {
            Arg::Var(v) => self.var(self.root(*v)).dom.value(),
            Arg::Int(n) => Some(n.clone()),
        }
    }

    /// The unfixed variable an argument is, if it is one.
    #[inline]
    pub(crate) fn free(&self, arg: &Arg) -> Option<FdVar> {
        match arg {
            Arg::Var(v) => {
                let root = self.root(*v);
                (!self.var(root).dom.is_fixed()).then_some(root)
            }
            Arg::Int(_) => None,
        }
    }

    /// The domain of an argument that is an unfixed variable.
    pub(crate) fn free_dom(&self, arg: &Arg) -> Option<(FdVar, Domain)> {
        let var = self.free(arg)?;
        Some((var, self.var(var).dom.clone()))
    }

    /// The domain of an argument, be it a variable or an integer.
    pub(crate) fn arg_dom(&self, arg: &Arg) -> Domain {
        match arg {
            Arg::Var(v) => self.domain(*v).clone(),
            Arg::Int(n) => Domain::singleton(n),
        }
    }

    /// Whether two arguments are the same unfixed variable.
    pub(crate) fn same(&self, a: &Arg, b: &Arg) -> bool {
        match (self.free(a), self.free(b)) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }

    // ---- changes ---------------------------------------------------------------------------
}
