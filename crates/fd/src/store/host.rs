//! The host's own changes: it has bound variables, or made two of them one.

use super::{FdVar, Store};
use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::int::Int;

impl Store {
    /// The host bound a variable to an integer.
    pub fn fix(&mut self, var: FdVar, value: &Int) -> Res {
        self.guarded(|s| s.bind(var, value))
    }

    /// The host unified two variables.
    pub fn unify(&mut self, a: FdVar, b: FdVar) -> Res {
        self.guarded(|s| s.equate(&Arg::Var(a), &Arg::Var(b)))
    }

    /// The host bound several variables in one unification: all values count from the start,
    /// then each variable wakes its propagators in turn.
    pub fn fix_all(&mut self, news: &[(FdVar, Int)]) -> Res {
        self.guarded(|s| s.bind_all(news))
    }

    pub(crate) fn bind_all(&mut self, news: &[(FdVar, Int)]) -> Res {
        let mut woken = Vec::with_capacity(news.len());
        for (var, value) in news {
            let var = self.root(*var);
            match self.var(var).dom.value() {
                Some(fixed) => ensure(fixed == *value)?,
                None => {
                    ensure(self.var(var).dom.contains(value))?;
                    self.assign(var, value);
                    woken.push(var);
                }
            }
        }
        for var in woken {
            self.trigger_valued(var);
            self.run_queue()?;
        }
        Ok(())
    }

    /// Runs whatever is queued.
    pub fn propagate(&mut self) -> Res {
        self.guarded(Store::run_queue)
    }
}
