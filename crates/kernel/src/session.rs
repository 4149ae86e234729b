//! A kernel for hosts that own the choice points, such as a Prolog machine.
//!
//! The host marks a level, posts constraints and narrows domains in between, and goes back
//! to any mark: domains, propagator state, constraints and variables posted since are gone.

use crate::bits::Ones;
use crate::compile::{CompileOptions, Compiler};
use crate::constraint::Constraint;
use crate::context::{Conflict, Ctx, Outcome, State};
use crate::engine;
use crate::ids::{GroupId, VarId};
use crate::log::{Cause, Trail, Undo};
use crate::model::{Mark, Model};
use crate::search::branch::{self, Scores};

/// A model that grows and shrinks with the host's levels.
///
/// ```
/// use pencilmark_kernel::{Constraint, Session};
/// let mut host = Session::new();
/// let (x, y) = (host.var(1, 3), host.var(1, 3));
/// host.push();
/// host.post(Constraint::Chain { vars: vec![x, y], strict: true }).unwrap();
/// assert_eq!(host.domain(x), [1, 2]);
/// host.pop();
/// assert_eq!(host.domain(x), [1, 2, 3]);
/// ```
pub struct Session {
    compiler: Compiler,
    state: State,
    trail: Trail,
    marks: Vec<Mark>,
    /// A conflict holds until the host goes back behind it.
    failed_at: Option<usize>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// No variables, no constraints, level 0.
    pub fn new() -> Self {
        let model = Model { edges: Some(Vec::new()), ..Model::default() };
        let state = State::root(&model);
        Self {
            compiler: Compiler::new(model, CompileOptions::default()),
            state,
            trail: Trail::new(0),
            marks: Vec::new(),
            failed_at: None,
        }
    }

    /// A new variable with the values `lo..=hi`.
    pub fn var(&mut self, lo: i64, hi: i64) -> VarId {
        let var = self.compiler.model.add_var(lo, hi.max(lo));
        self.compiler.model.declare_last();
        self.grow();
        var
    }

    /// How many levels are open.
    pub fn level(&self) -> usize {
        self.marks.len()
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.trail.push(&self.state.slab);
        self.marks.push(self.compiler.model.mark());
    }

    /// Closes the innermost level and undoes everything since it was opened.
    ///
    /// Does nothing at level 0.
    pub fn pop(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        self.trail.pop(&mut self.state.slab);
        self.compiler.model.truncate(&mark);
        self.state.slab.truncate(self.compiler.model.base.len());
        self.state.pending.truncate(self.compiler.model.queue.all.len());
        self.state.clear_pending();
        if self.failed_at.is_some_and(|level| level > self.marks.len()) {
            self.failed_at = None;
        }
    }

    /// Requires a constraint and propagates.
    pub fn post(&mut self, constraint: Constraint) -> Outcome {
        self.alive()?;
        let mark = self.compiler.model.mark();
        self.compiler.post(&constraint, &[] as &[GroupId]);
        self.grow();
        let result = engine::post(&self.compiler.model, &mut self.state, &mut self.trail, &mark);
        self.settle(result)
    }

    /// Requires a value and propagates.
    pub fn fix(&mut self, var: VarId, value: i64) -> Outcome {
        self.narrow(|ctx| ctx.fix(var, value))
    }

    /// Forbids a value and propagates.
    pub fn remove(&mut self, var: VarId, value: i64) -> Outcome {
        self.narrow(|ctx| ctx.remove(var, value))
    }

    /// Requires `lo..=hi` and propagates.
    pub fn bound(&mut self, var: VarId, lo: i64, hi: i64) -> Outcome {
        self.narrow(|ctx| {
            ctx.at_least(var, lo)?;
            ctx.at_most(var, hi)
        })
    }

    /// Smallest and largest possible value.
    pub fn bounds(&mut self, var: VarId) -> (i64, i64) {
        let ctx = self.ctx();
        (ctx.min(var), ctx.max(var))
    }

    /// The values that are left, in order; for a wide variable, its two bounds.
    pub fn domain(&self, var: VarId) -> Vec<i64> {
        let model = &self.compiler.model;
        let word = self.state.slab[var.index()];
        if model.is_small(var) {
            let offset = model.offset[var.index()];
            return Ones(word).map(|b| offset + i64::from(b)).collect();
        }
        vec![word as i64, self.state.slab[var.index() + 1] as i64]
    }

    /// Searches below the present level for the number of ways to fix all variables, up to
    /// `limit`; leaves the session as it was.
    pub fn count(&mut self, limit: u64) -> u64 {
        if self.failed_at.is_some() {
            return 0;
        }
        let scores = Scores::new(&self.compiler.model);
        let Some(choice) = branch::choose(&self.compiler.model, &self.state, &scores) else {
            return 1;
        };
        let mut found = 0;
        for yes in [true, false] {
            if found < limit {
                self.push();
                if self.narrow(|ctx| choice.apply(ctx, yes)).is_ok() {
                    found += self.count(limit - found);
                }
                self.pop();
            }
        }
        found
    }

    fn narrow(&mut self, change: impl FnOnce(&mut Ctx<'_, Trail>) -> Outcome) -> Outcome {
        self.alive()?;
        let changed = change(&mut self.ctx());
        let result = changed.and_then(|()| {
            engine::propagate(&self.compiler.model, &mut self.state, &mut self.trail)
        });
        self.settle(result)
    }

    fn ctx(&mut self) -> Ctx<'_, Trail> {
        Ctx {
            model: &self.compiler.model,
            state: &mut self.state,
            log: &mut self.trail,
            cause: Cause::Choice,
        }
    }

    fn alive(&self) -> Outcome {
        if self.failed_at.is_some() { Err(Conflict) } else { Ok(()) }
    }

    fn settle(&mut self, result: Outcome) -> Outcome {
        if result.is_err() {
            self.state.clear_pending();
            self.failed_at = Some(self.marks.len());
        }
        result
    }

    /// Gives the state the words of variables, lanes and propagators added to the model.
    fn grow(&mut self) {
        let model = &self.compiler.model;
        let known = self.state.slab.len();
        self.state.slab.extend_from_slice(&model.base[known..]);
        self.state.pending.resize(model.queue.all.len(), 0);
    }
}
