//! Choice points: what to do when a goal fails, and what to restore for it.

use crate::{compile::instr::Pc, database::Key, machine::Machine};

/// What happens when execution comes back to a choice point.
#[derive(Clone, Copy, Debug)]
pub enum Alt {
    /// Further clauses of a static predicate, from this target on.
    Clauses(u32),
    /// Code of the same clause.
    Jump(Pc),
    /// Further clauses of a dynamic predicate.
    Dynamic {
        /// The chain of clauses.
        chain: u32,
        /// The next clause that may match.
        position: i64,
        /// The key of its first argument.
        key: Key,
        /// Clauses that were there at this time.
        generation: u64,
        /// The predicate.
        pred: u32,
    },
    /// A native with several answers; its state is the last saved register.
    Redo(u32),
    /// A search of the constraint store, which goes back on its own.
    Search(u32),
    /// `catch/3`: nothing more to try.
    Catch,
    /// A goal with a cleanup: it runs now.
    Cleanup,
    /// The start of a nested run.
    Barrier,
    /// Nothing: its goal committed.
    Dead,
}

/// One choice point.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// What to do.
    pub alt: Alt,
    /// Environment.
    pub e: u32,
    /// Continuation.
    pub cp: Pc,
    /// Cut of the predicate that made it.
    pub b0: u32,
    /// Heights of heap, boxes, trail, environments.
    pub heap: u32,
    /// Boxes.
    pub boxes: u32,
    /// Trail.
    pub trail: u32,
    /// Environments below are protected.
    pub env_top: u32,
    /// Where its registers are saved.
    pub args: u32,
    /// Mark of the constraint store.
    pub fd: u32,
}

impl Machine {
    /// A choice point with the first `n` registers.
    #[inline]
    pub(crate) fn push_choice(&mut self, alt: Alt, n: usize) {
        let args = self.saved.len() as u32;
        self.saved.extend_from_slice(&self.x[..n]);
        let env_top = self.env_top() as u32;
        let heap = self.store.heap.top();
        let fd = self.fd.new_level();
        self.choices.push(Choice {
            alt,
            e: self.e,
            cp: self.cp,
            b0: self.b0,
            heap: heap as u32,
            boxes: self.store.heap.boxes.len() as u32,
            trail: self.store.trail.len() as u32,
            env_top,
            args,
            fd,
        });
        self.store.trail_below = heap;
        self.env_floor = env_top;
    }

    /// Takes the state back to the newest choice point, which stays.
    #[inline]
    pub(crate) fn restore(&mut self, choice: &Choice) {
        self.restore_terms(choice, 0);
        self.restore_frame(choice);
        if !matches!(choice.alt, Alt::Search(_)) {
            self.fd.undo_to(choice.fd);
        }
    }

    /// Takes bindings back to the newest choice point, but for the first `kept` that were made
    /// after it, and drops the terms made since.
    #[inline]
    pub(crate) fn restore_terms(&mut self, choice: &Choice, kept: usize) {
        self.store.undo_to(choice.trail as usize + kept);
        self.store.heap.cells.truncate(self.frozen.max(choice.heap as usize));
        if self.store.heap.boxes.len() > choice.boxes as usize {
            self.store.heap.boxes.truncate(self.frozen_boxes.max(choice.boxes as usize));
        }
    }

    /// Makes the environment of a choice point the current one.
    #[inline]
    pub(crate) fn restore_frame(&mut self, choice: &Choice) {
        self.e = choice.e;
        self.cp = choice.cp;
        self.b0 = choice.b0;
    }

    /// Brings the saved registers of the newest choice point back.
    #[inline]
    pub(crate) fn restore_args(&mut self, choice: &Choice) {
        let saved = &self.saved[choice.args as usize..];
        self.x[..saved.len()].copy_from_slice(saved);
    }

    /// Removes the newest choice point without taking anything back.
    #[inline]
    pub(crate) fn pop_choice(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.args as usize);
            self.fd.drop_level(choice.fd);
        }
        self.refresh_floors();
    }

    /// What the newest choice point protects.
    #[inline]
    pub(crate) fn refresh_floors(&mut self) {
        match self.choices.last() {
            Some(choice) => {
                self.store.trail_below = self.frozen.max(choice.heap as usize);
                self.env_floor = choice.env_top;
            }
            None => {
                self.store.trail_below = 0;
                self.env_floor = 0;
            }
        }
    }

    /// Where the next environment goes.
    #[inline]
    pub(crate) fn env_top(&self) -> usize {
        let own = self.e + (self.stack[self.e as usize] >> 32) as u32;
        own.max(self.env_floor) as usize
    }
}
