//! Delimited continuations: `reset/3`, `shift/1`, and calling what they catch.
//!
//! A continuation is a list of `$cont$(Place, Size, Slots)`: where each environment between the
//! shift and the reset goes on, and its slots that are in use there. Slots that are not are
//! marks of choice points at most; when the continuation is called they stand for the choice
//! points of that time, so that its cuts are local.

use crate::{
    atom::Atom,
    cell::Cell,
    compile::instr::{Instr, Pc},
    heap::Heap,
    machine::{Machine, setup::place},
    native::args,
    throw::Throw,
};

impl Machine {
    /// `shift(Ball)`: goes on after the innermost `reset/3` whose ball unifies. `None` fails.
    pub(crate) fn shift(&mut self) -> Result<Option<Pc>, Throw> {
        let ball = self.store.deref(self.x[0]);
        let (mut pc, mut e) = (self.cp, self.e);
        let mut frames = Vec::new();
        loop {
            let at = e as usize;
            match pc {
                place::RESET_RETURN => {
                    let wanted = self.slot_of(e, 0);
                    let height = self.store.trail.len();
                    let below = self.store.trail_below;
                    self.store.trail_below = self.store.heap.top();
                    let fits = self.store.unify(wanted, ball);
                    self.store.trail_below = below;
                    if fits {
                        return self.leave_reset(e, &frames);
                    }
                    self.store.undo_to(height);
                    // The goal of this reset goes on inside an outer one.
                    frames.push(self.capture(pc, e));
                }
                place::HALT => return Err(self.no_reset(ball)),
                // What is left to do there is only to leave.
                place::CATCH_RETURN | place::CLEANUP_RETURN | place::PROCEED => {}
                _ => frames.push(self.capture(pc, e)),
            }
            pc = self.stack[at + 1] as u32;
            e = self.stack[at] as u32;
        }
    }

    fn leave_reset(&mut self, e: u32, frames: &[Cell]) -> Result<Option<Pc>, Throw> {
        let list = self.store.heap.put_list_of(frames, crate::store::NIL);
        let name = self.atoms.intern("call_continuation");
        let continuation = self.store.heap.put_compound(name, &[list]);
        let wanted = self.slot_of(e, 1);
        self.e = e;
        self.deallocate();
        let cp = self.cp;
        Ok(self.store.unify(wanted, continuation).then_some(cp))
    }

    fn no_reset(&mut self, ball: Cell) -> Throw {
        let reset = args::atom(self, "reset");
        let indicator = self.store.heap.put_compound(Atom::SLASH, &[reset, Cell::small(3)]);
        let ball = Heap::storable(ball);
        let formal = self.store.heap.put_compound(Atom::EXISTENCE_ERROR, &[indicator, ball]);
        let context = self.store.heap.new_var();
        Throw::Ball(self.store.heap.put_compound(Atom::ERROR, &[formal, context]))
    }

    fn slot_of(&self, e: u32, y: usize) -> Cell {
        self.store.deref(Cell::from_bits(self.stack[e as usize + 2 + y]))
    }

    /// One environment as a term.
    fn capture(&mut self, pc: Pc, e: u32) -> Cell {
        let size = (self.stack[e as usize] >> 32) as usize - 2;
        let live = match self.code.get((pc as usize).wrapping_sub(1)) {
            Some(Instr::Call { live, .. } | Instr::CallN { live, .. }) => *live,
            _ => 0,
        };
        let mut slots = Vec::new();
        for y in 0..size {
            if y < 64 && live >> y & 1 == 0 || is_cut(pc, y) {
                continue;
            }
            let value = Heap::storable(self.slot_of(e, y));
            let slot = Cell::small(y as i32);
            slots.push(self.store.heap.put_compound(Atom::MINUS, &[slot, value]));
        }
        let slots = self.store.heap.put_list_of(&slots, crate::store::NIL);
        let name = self.atoms.intern("$cont$");
        let (pc, size) = (Cell::small(pc as i32), Cell::small(size as i32));
        self.store.heap.put_compound(name, &[pc, size, slots])
    }

    /// `$resume(Frame)`: makes the environment again and goes on in it.
    pub(crate) fn reenter(&mut self) -> Result<Pc, Throw> {
        let frame = self.store.deref(self.x[0]);
        let name = self.atoms.intern("$cont$");
        let parts = self.store.heap.args::<3>(frame, name);
        let Some([pc, size, slots]) = parts else {
            return Err(args::type_error(self, "continuation", frame));
        };
        let (pc, size) = (pc.int_value() as u32, size.int_value() as usize);
        if pc as usize >= self.code.len() {
            return Err(args::type_error(self, "continuation", frame));
        }
        self.b0 = self.choices.len() as u32;
        self.allocate(size as u32)?;
        let base = self.e as usize + 2;
        let mark = Cell::small(self.choices.len() as i32).bits();
        self.stack[base..base + size].fill(mark);
        let (slots, _) = self.store.heap.list_prefix(slots);
        for slot in slots {
            let Some([y, value]) = self.store.heap.args::<2>(slot, Atom::MINUS) else { continue };
            let y = y.int_value() as usize;
            if y < size {
                self.stack[base + y] = Heap::storable(value).bits();
            }
        }
        Ok(pc)
    }
}

/// Is this slot, of the code for control constructs in called terms, a mark for the cut?
fn is_cut(pc: Pc, y: usize) -> bool {
    match pc {
        place::AND..place::IF => y == 1,
        place::IF..place::NOT => y == 2,
        _ => false,
    }
}
