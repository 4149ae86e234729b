//! Collecting garbage on the heap.

use crate::{compile::instr::Pc, machine::Machine, throw::Throw};

impl Machine {
    /// A collection at the next call.
    pub fn request_collection(&mut self) {
        self.collection_wanted = true;
        self.collect_at = 0;
    }

    /// Collects at a call port: the instruction at `pc` needs `n` registers.
    pub(crate) fn collect(&mut self, pc: Pc, n: usize) -> Result<(), Throw> {
        let _ = (pc, n);
        self.collection_wanted = false;
        if self.store.heap.top() * 8 > self.stack_limit {
            return Err(self.stack_overflow());
        }
        self.collect_at = (self.store.heap.top() * 2).max(1 << 20);
        Ok(())
    }
}
