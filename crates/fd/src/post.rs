//! Posting: from what the host says to propagators.
//!
//! The rules are tried in a fixed order, because they decide which propagators, auxiliary
//! variables and domains an answer shows.

use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::{Arg, Expr, Formula, Rel};
use crate::int::Int;
use crate::props::{Prop, Quick, Wake};
use crate::store::{FdVar, Store};

mod automaton;
mod fold;
mod globals;
mod linear;
mod parse;
mod reify;
mod relation;
mod scheduling;

pub use automaton::{Arc, Automaton};
pub use globals::GccOptions;
pub use scheduling::{Rectangle, Task};

impl Store {
    /// Adds a propagator, attaches it to each different variable once, and runs it.
    pub(crate) fn post_prop(&mut self, args: &[&Arg], prop: Prop) -> Res {
        let id = self.add_prop(prop);
        for (at, arg) in args.iter().enumerate() {
            if let Some(var) = self.free(arg)
                && !args[..at].iter().any(|before| self.free(before) == Some(var))
            {
                self.attach(&Arg::Var(var), id);
            }
        }
        self.trigger_once(id)
    }

    /// Adds a propagator, attaches it once per argument, and runs it.
    pub(crate) fn post_listed(&mut self, args: &[&Arg], prop: Prop) -> Res<crate::store::PropId> {
        let id = self.add_prop(prop);
        for arg in args {
            self.attach(arg, id);
        }
        self.trigger_once(id)?;
        Ok(id)
    }

    /// Restricts an argument to a domain, as a constraint of its own.
    pub(crate) fn narrow(&mut self, arg: &Arg, dom: &Domain) -> Res {
        match self.free(arg) {
            Some(var) => {
                let common = self.domain(var).intersect(dom);
                self.put(var, common)?;
                self.run_queue()?;
                self.reinforce(var);
                self.run_queue()
            }
            None => ensure(self.int(arg).is_some_and(|n| dom.contains(&n))),
        }
    }

    /// Posts a relation between two expressions.
    pub fn post_rel(&mut self, rel: Rel, left: &Expr, right: &Expr) -> Res {
        self.guarded(|s| s.post(rel, left, right))
    }

    /// Posts `X #\= Y + C` for two different open variables: what [`Store::post_rel`] does,
    /// without an expression. False if it is not of this kind; nothing is posted then.
    pub fn post_apart(&mut self, x: FdVar, y: FdVar, c: i64) -> bool {
        let (x, y) = (self.root(x), self.root(y));
        let (one, other) = (self.root_domain(x), self.root_domain(y));
        if x == y || one.is_fixed() || other.is_fixed() {
            return false;
        }
        let (Some(one), Some(other)) = (one.word_ends(), other.word_ends()) else { return false };
        let id = self.add_quick(Quick::Apart(x, y, c), Wake::Ground);
        self.attach_open(x, id);
        self.attach_open(y, id);
        // As long as both are open, all that can follow is that nothing ever will.
        if c == 0 && (one.1 < other.0 || one.0 > other.1) {
            self.kill(id);
        }
        true
    }

    /// Posts a formula as true.
    pub fn post_formula(&mut self, formula: &Formula) -> Res {
        self.guarded(|s| s.post_formula_inner(formula))
    }

    /// Restricts an argument to a domain.
    pub fn post_in(&mut self, arg: &Arg, dom: &Domain) -> Res {
        self.guarded(|s| s.narrow(arg, dom))
    }

    /// Posts that an argument is not a value, without giving unbounded domains a new turn.
    pub fn post_neq_value(&mut self, arg: &Arg, value: &Int) -> Res {
        self.guarded(|s| {
            s.exclude_value(arg, value)?;
            s.run_queue()
        })
    }

    /// Asks to be told, under the token, how two arguments compare.
    pub fn post_compare(&mut self, token: u32, a: &Arg, b: &Arg) -> Res {
        self.guarded(|s| {
            s.post_listed(&[a, b], Prop::Compare(token, a.clone(), b.clone())).map(|_| ())
        })
    }

    /// Whether any live propagator is attached.
    pub fn is_constrained(&self, var: FdVar) -> bool {
        Wake::ALL.into_iter().any(|w| self.attached(var, w).any(|p| !self.is_dead(p)))
    }
}
