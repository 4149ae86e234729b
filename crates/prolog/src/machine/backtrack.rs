//! Failure, cuts and environments.

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    compile::instr::Pc,
    machine::{Machine, More, NativeCode, choice::Alt, setup::place},
    throw::Throw,
};

impl Machine {
    /// Goes back to the newest choice point that has something left; the place to go on at.
    pub(crate) fn backtrack(&mut self) -> Result<Pc, Throw> {
        loop {
            let Some(choice) = self.choices.last().copied() else { return Ok(place::NO_MORE) };
            if let Alt::Search(native) = choice.alt {
                // It takes back what its next answer does not share.
                self.restore_frame(&choice);
                self.restore_args(&choice);
                match self.redo(native)? {
                    Some(pc) => return Ok(pc),
                    None => continue,
                }
            }
            self.restore(&choice);
            // A cut in one of the predicate's clauses removes this choice point too.
            let height = self.choices.len() - 1;
            match choice.alt {
                Alt::Clauses(target) => {
                    self.restore_args(&choice);
                    let pc = self.targets[target as usize];
                    if self.targets[target as usize + 1] == 0 {
                        self.pop_choice();
                    } else if let Some(top) = self.choices.last_mut() {
                        top.alt = Alt::Clauses(target + 1);
                    }
                    self.b0 = height as u32;
                    return Ok(pc);
                }
                Alt::Jump(to) => return Ok(to),
                Alt::Dynamic { .. } => {
                    self.restore_args(&choice);
                    self.b0 = height as u32;
                    return self.next_dynamic(&choice);
                }
                Alt::Redo(native) => {
                    self.restore_args(&choice);
                    if let Some(pc) = self.redo(native)? {
                        return Ok(pc);
                    }
                }
                Alt::Catch | Alt::Dead | Alt::Search(_) => self.pop_choice(),
                Alt::Cleanup => {
                    let goal = self.saved[choice.args as usize];
                    self.pop_choice();
                    self.cleanups -= 1;
                    self.run_cleanup(goal, Cell::atom(Atom::FAIL))?;
                }
                Alt::Barrier => return Ok(place::NO_MORE),
            }
        }
    }

    /// Asks a native for its next answer; `None` where it has none.
    fn redo(&mut self, native: u32) -> Result<Option<Pc>, Throw> {
        let info = self.natives[native as usize];
        let state = self.x[info.arity];
        let (NativeCode::NonDet(code) | NativeCode::Search(code)) = info.code else {
            return Ok(None);
        };
        let more = code(self, Some(state)).map_err(|t| self.with_context(t, native))?;
        Ok(self.answered(more))
    }

    /// Calls a native with several answers.
    pub(crate) fn call_nondet(&mut self, native: u32) -> Result<Pc, Throw> {
        let info = self.natives[native as usize];
        let (code, alt) = match info.code {
            NativeCode::NonDet(code) => (code, Alt::Redo(native)),
            NativeCode::Search(code) => (code, Alt::Search(native)),
            NativeCode::Det(_) => return Ok(0),
        };
        self.x[info.arity] = Cell::small(0);
        self.push_choice(alt, info.arity + 1);
        let more = code(self, None).map_err(|t| self.with_context(t, native))?;
        match self.answered(more) {
            Some(pc) => Ok(pc),
            None => Ok(0),
        }
    }

    /// What becomes of the choice point of a native after it answered.
    fn answered(&mut self, more: More) -> Option<Pc> {
        match more {
            More::No => {
                // Bindings it made are undone by the choice point below.
                if let Some(choice) = self.choices.last().copied() {
                    self.restore(&choice);
                    self.fd.undo_to(choice.fd);
                }
                self.pop_choice();
                None
            }
            More::Last => {
                self.pop_choice();
                Some(place::PROCEED)
            }
            More::Yes(state) => {
                let state = crate::heap::Heap::storable(state);
                if let Some(last) = self.saved.last_mut() {
                    *last = state;
                }
                if !matches!(state.tag(), Tag::Atom | Tag::Int)
                    && let Some(choice) = self.choices.last_mut()
                {
                    // The state was made after the choice point and must outlive it.
                    choice.heap = self.store.heap.top() as u32;
                    choice.boxes = self.store.heap.boxes.len() as u32;
                    self.refresh_floors();
                }
                Some(place::PROCEED)
            }
        }
    }

    /// Removes choice points down to this height; cleanups among them run.
    #[inline]
    pub(crate) fn cut_to(&mut self, height: usize) -> Result<(), Throw> {
        if self.choices.len() <= height {
            return Ok(());
        }
        if self.cleanups > 0 {
            return self.cut_slow(height);
        }
        self.drop_choices(height);
        Ok(())
    }

    #[inline]
    pub(crate) fn drop_choices(&mut self, height: usize) {
        if let Some(first) = self.choices.get(height) {
            self.saved.truncate(first.args as usize);
            self.fd.drop_level(first.fd);
            self.choices.truncate(height);
        }
        self.refresh_floors();
    }

    fn cut_slow(&mut self, height: usize) -> Result<(), Throw> {
        let mut goals = Vec::new();
        for choice in self.choices.get(height..).unwrap_or_default().iter().rev() {
            if matches!(choice.alt, Alt::Cleanup) {
                goals.push(self.saved[choice.args as usize]);
            }
        }
        self.drop_choices(height);
        self.cleanups -= goals.len();
        // Collections while one cleanup runs move the goals of the others.
        let base = self.pins.len();
        self.pins.extend(goals.into_iter().rev());
        while self.pins.len() > base {
            let Some(goal) = self.pins.pop() else { break };
            if let Err(throw) = self.run_cleanup(goal, Cell::atom(Atom::CUT)) {
                self.pins.truncate(base);
                return Err(throw);
            }
        }
        Ok(())
    }

    /// Makes an environment with `n` slots.
    #[inline]
    pub(crate) fn allocate(&mut self, n: u32) -> Result<(), Throw> {
        let top = self.env_top();
        let end = top + 2 + n as usize;
        if end > self.stack.len() {
            self.grow_stack(end)?;
        }
        self.stack[top] = self.e as u64 | ((n as u64 + 2) << 32);
        self.stack[top + 1] = self.cp as u64 | (self.b0 as u64) << 32;
        if n > 64 {
            self.stack[top + 66..end].fill(Cell::small(0).bits());
        }
        self.e = top as u32;
        Ok(())
    }

    #[cold]
    fn grow_stack(&mut self, end: usize) -> Result<(), Throw> {
        if end * 8 > self.stack_limit || end > u32::MAX as usize / 2 {
            return Err(self.stack_overflow());
        }
        self.stack.resize((end * 2).min(self.stack_limit / 8 + 16), 0);
        Ok(())
    }

    /// Leaves the current environment.
    #[inline]
    pub(crate) fn deallocate(&mut self) {
        let e = self.e as usize;
        self.cp = self.stack[e + 1] as u32;
        self.e = self.stack[e] as u32;
    }
}
