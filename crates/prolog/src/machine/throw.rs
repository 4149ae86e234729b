//! Exceptions: finding the `catch/3` that takes a ball, and running cleanups on the way.

use crate::{
    atom::Atom,
    cell::Cell,
    compile::instr::Pc,
    heap::Heap,
    machine::{Machine, choice::Alt, setup::place},
    native::args,
    record::Record,
    throw::Throw,
};

impl Machine {
    /// Enters `catch/3`: goal, catcher and recovery are in the first registers.
    pub(crate) fn catch_push(&mut self) {
        let mark = Cell::small(self.choices.len() as i32);
        self.set_slot(0, mark);
        self.x[3] = Cell::small(self.collecting.len() as i32);
        self.push_choice(Alt::Catch, 4);
    }

    /// Leaves `catch/3`; its choice point goes if nothing is left to try.
    pub(crate) fn catch_exit(&mut self) {
        let at = self.slot(0).int_value() as usize;
        if at + 1 == self.choices.len() {
            self.pop_choice();
        }
    }

    /// Enters `setup_call_cleanup/3` after the setup: register 1 has the cleanup.
    pub(crate) fn cleanup_push(&mut self) {
        let mark = Cell::small(self.choices.len() as i32);
        self.set_slot(0, mark);
        let goal = self.x[0];
        self.x[0] = self.x[1];
        self.push_choice(Alt::Cleanup, 1);
        self.x[0] = goal;
        self.cleanups += 1;
    }

    /// Leaves `setup_call_cleanup/3`: if the goal is done for good, the cleanup runs.
    pub(crate) fn cleanup_exit(&mut self) -> Result<(), Throw> {
        let at = self.slot(0).int_value() as usize;
        if at + 1 == self.choices.len() {
            let choice = self.choices[at];
            let goal = self.saved[choice.args as usize];
            self.pop_choice();
            self.cleanups -= 1;
            let reason = args::atom(self, "exit");
            self.run_cleanup(goal, reason)?;
        }
        Ok(())
    }

    /// Runs a cleanup; it may fail. `$catcher(Catcher, Cleanup)` runs if the catcher unifies
    /// with the reason.
    pub(crate) fn run_cleanup(&mut self, goal: Cell, reason: Cell) -> Result<(), Throw> {
        let name = self.atoms.intern("$catcher");
        let goal = match self.store.heap.args::<2>(self.store.deref(goal), name) {
            None => goal,
            Some([catcher, cleanup]) => {
                let parts = [catcher, cleanup].map(Heap::storable);
                let args = [Heap::storable(reason), parts[0], parts[1]];
                self.store.heap.put_compound(name, &args)
            }
        };
        self.solve_once(goal, Atom::USER).map(|_| ())
    }

    /// Unwinds to the `catch/3` that takes this, or out of the current run. The place to go on
    /// at.
    pub(crate) fn catch(&mut self, thrown: Throw) -> Result<Pc, Throw> {
        let mut thrown = thrown;
        let mut ball = self.keep(&thrown);
        let mut e = self.e;
        while let Some(choice) = self.choices.last().copied() {
            match choice.alt {
                Alt::Barrier => break,
                Alt::Cleanup => {
                    self.restore(&choice);
                    let goal = self.saved[choice.args as usize];
                    self.pop_choice();
                    self.cleanups -= 1;
                    let term = match &ball {
                        Some(record) => record.instantiate(&mut self.store.heap),
                        None => args::atom(self, "unwind"),
                    };
                    let exception = self.atoms.intern("exception");
                    let reason = self.store.heap.put_compound(exception, &[term]);
                    // The first exception counts, unless the program is to stop.
                    if let Err(other @ (Throw::Halt(_) | Throw::Abort)) =
                        self.run_cleanup(goal, reason)
                        && !matches!(thrown, Throw::Halt(_))
                    {
                        thrown = other;
                        ball = self.keep(&thrown);
                    }
                }
                Alt::Catch => {
                    // It takes the ball only while its goal is running.
                    while e > choice.e {
                        e = self.stack[e as usize] as u32;
                    }
                    self.restore(&choice);
                    self.restore_args(&choice);
                    self.collecting.truncate(self.x[3].int_value() as usize);
                    self.pop_choice();
                    if e == choice.e
                        && let Some(record) = &ball
                    {
                        let term = record.instantiate(&mut self.store.heap);
                        let height = self.store.trail.len();
                        let below = self.store.trail_below;
                        self.store.trail_below = self.store.heap.top();
                        let taken = self.store.unify(self.x[1], term);
                        self.store.trail_below = below;
                        if taken {
                            self.deallocate();
                            self.x[0] = self.x[2];
                            self.b0 = self.choices.len() as u32;
                            return Ok(place::CALL);
                        }
                        self.store.undo_to(height);
                    }
                }
                _ => {
                    self.restore(&choice);
                    self.pop_choice();
                }
            }
        }
        Err(match ball {
            Some(record) => {
                if let Some(choice) = self.choices.last().copied() {
                    self.restore(&choice);
                }
                Throw::Ball(record.instantiate(&mut self.store.heap))
            }
            None => thrown,
        })
    }

    fn keep(&mut self, thrown: &Throw) -> Option<Record> {
        match thrown {
            // Constraints do not leave the goal that an exception ends.
            Throw::Ball(ball) => {
                let attributes = !self.is_constrained(*ball);
                Some(Record::new(&mut self.store.heap, *ball, attributes))
            }
            Throw::Halt(_) | Throw::Abort => None,
        }
    }

    /// Fills the context of an error that a native raised: `context(system:Name/Arity, _)`.
    pub(crate) fn with_context(&mut self, thrown: Throw, native: u32) -> Throw {
        let info = self.natives[native as usize];
        // What a program throws stays as it is, and names of the system's own are no help.
        let name = self.atoms.text(info.name);
        if name == "throw" || name.starts_with('$') {
            return thrown;
        }
        self.in_context(thrown, info.name, info.arity)
    }

    /// Fills the context of an error that is still open.
    pub(crate) fn in_context(&mut self, thrown: Throw, name: Atom, arity: usize) -> Throw {
        let Throw::Ball(ball) = thrown else { return thrown };
        let heap = &mut self.store.heap;
        let ball = heap.deref(ball);
        let Some([formal, context]) = heap.args::<2>(ball, Atom::ERROR) else {
            return Throw::Ball(ball);
        };
        if !context.is_var() {
            return Throw::Ball(ball);
        }
        let arity = Cell::small(arity as i32);
        let indicator = heap.put_compound(Atom::SLASH, &[Cell::atom(name), arity]);
        let qualified = heap.put_compound(Atom::COLON, &[Cell::atom(Atom::SYSTEM), indicator]);
        let message = heap.new_var();
        let context = heap.put_compound(Atom::CONTEXT, &[qualified, message]);
        Throw::Ball(heap.put_compound(Atom::ERROR, &[Heap::storable(formal), context]))
    }
}
