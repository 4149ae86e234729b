//! Which variables of a clause live in registers and which need a slot of the environment.
//!
//! A chunk is a stretch of code in which registers keep their values: it ends at a call, at the
//! start of an alternative, and where branches that call something meet again. A variable that
//! occurs in two chunks is permanent.

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    compile::goal::{Goal, deref, parts},
    record::Record,
};

/// No variable.
pub const NONE: u32 = u32::MAX;

/// What is known of one variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// How often it occurs.
    pub count: u32,
    /// The chunk of its occurrences so far.
    chunk: u32,
    /// Occurs in several chunks.
    pub permanent: bool,
    /// Its slot, if permanent.
    pub slot: u32,
    /// The last goal that has it.
    pub last: u32,
}

/// The variables of a clause, found by their place in its record.
pub struct Vars<'a> {
    record: &'a Record,
    index: Vec<u32>,
    /// The variables, by first occurrence.
    pub list: Vec<Var>,
    chunks: u32,
}

impl<'a> Vars<'a> {
    /// No variables yet.
    pub fn new(record: &'a Record) -> Vars<'a> {
        Vars { record, index: vec![NONE; record.cells.len()], list: Vec::new(), chunks: 0 }
    }

    /// The variable that a dereferenced cell of the record is.
    pub fn of(&self, cell: Cell) -> usize {
        self.index[cell.index()] as usize
    }

    /// Notes every variable of a term; calls `seen` for each occurrence in order.
    pub fn each(record: &Record, term: Cell, mut seen: impl FnMut(Cell)) {
        let mut pending = vec![term];
        while let Some(cell) = pending.pop() {
            let cell = deref(record, cell);
            match cell.tag() {
                Tag::Ref => seen(cell),
                Tag::Str | Tag::Lst => {
                    if let Some((_, args)) = parts(record, cell) {
                        pending.extend(args.iter().rev());
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes the occurrences in the head.
    pub fn head(&mut self, args: &[Cell]) {
        for &arg in args {
            self.term(arg, 0, 0);
        }
    }

    fn term(&mut self, term: Cell, no: u32, chunk: u32) {
        let record = self.record;
        Vars::each(record, term, |cell| self.occurs(cell, no, chunk));
    }

    fn occurs(&mut self, cell: Cell, no: u32, chunk: u32) {
        let known = self.index[cell.index()];
        if known == NONE {
            self.index[cell.index()] = self.list.len() as u32;
            self.list.push(Var { count: 1, chunk, permanent: false, slot: NONE, last: no });
            return;
        }
        let var = &mut self.list[known as usize];
        var.count += 1;
        var.permanent |= var.chunk != chunk;
        var.last = var.last.max(no);
    }

    fn fresh(&mut self) -> u32 {
        self.chunks += 1;
        self.chunks
    }

    /// Notes the occurrences in a body that starts in `chunk`; gives the chunk it ends in.
    pub fn body(
        &mut self,
        goal: &Goal,
        chunk: u32,
        native: &dyn Fn(Atom, Atom, usize) -> bool,
    ) -> u32 {
        match goal {
            Goal::Call { no, module, name, args } => {
                for &arg in args {
                    self.term(arg, *no, chunk);
                }
                if native(*module, *name, args.len()) { chunk } else { self.fresh() }
            }
            Goal::Meta { no, goal, .. } => {
                self.term(*goal, *no, chunk);
                self.fresh()
            }
            Goal::Cut { .. } | Goal::True | Goal::Fail => chunk,
            Goal::Unify { no, left, right }
            | Goal::Is { no, left, right }
            | Goal::Compare { no, left, right, .. }
            | Goal::Same { no, left, right, .. } => {
                self.term(*left, *no, chunk);
                self.term(*right, *no, chunk);
                chunk
            }
            Goal::Test { no, arg, .. } => {
                self.term(*arg, *no, chunk);
                chunk
            }
            Goal::Seq(goals) => goals.iter().fold(chunk, |chunk, g| self.body(g, chunk, native)),
            Goal::If { cond, then, other, soft, .. } => {
                let guard = cond.is_guard() && !soft;
                let inner = self.body(cond, chunk, native);
                self.body(then, inner, native);
                let alternative = if guard { chunk } else { self.fresh() };
                self.body(other, alternative, native);
                if goal.is_simple(native) { chunk } else { self.fresh() }
            }
            Goal::Or { left, right, .. } => {
                self.body(left, chunk, native);
                let alternative = self.fresh();
                self.body(right, alternative, native);
                self.fresh()
            }
            Goal::Not { goal: inner, .. } => {
                self.body(inner, chunk, native);
                if goal.is_guard() { chunk } else { self.fresh() }
            }
        }
    }

    /// Gives permanent variables their slots; the number of slots.
    pub fn slots(&mut self) -> u32 {
        let mut slots = 0;
        for var in self.list.iter_mut().filter(|var| var.permanent) {
            var.slot = slots;
            slots += 1;
        }
        slots
    }
}

/// Calls `seen` with every variable occurrence of a goal.
pub fn goal_vars(record: &Record, goal: &Goal, seen: &mut dyn FnMut(Cell)) {
    match goal {
        Goal::Call { args, .. } => {
            args.iter().for_each(|&arg| Vars::each(record, arg, &mut *seen));
        }
        Goal::Meta { goal, .. } => Vars::each(record, *goal, &mut *seen),
        Goal::Cut { .. } | Goal::True | Goal::Fail => {}
        Goal::Unify { left, right, .. }
        | Goal::Is { left, right, .. }
        | Goal::Compare { left, right, .. }
        | Goal::Same { left, right, .. } => {
            Vars::each(record, *left, &mut *seen);
            Vars::each(record, *right, &mut *seen);
        }
        Goal::Test { arg, .. } => Vars::each(record, *arg, &mut *seen),
        Goal::Seq(goals) => goals.iter().for_each(|g| goal_vars(record, g, seen)),
        Goal::If { cond, then, other, .. } => {
            for goal in [cond, then, other] {
                goal_vars(record, goal, seen);
            }
        }
        Goal::Or { left, right, .. } => {
            goal_vars(record, left, seen);
            goal_vars(record, right, seen);
        }
        Goal::Not { goal, .. } => goal_vars(record, goal, seen),
    }
}
