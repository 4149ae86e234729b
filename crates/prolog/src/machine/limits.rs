//! Memory: what is in use, what may be, and the errors when it is not enough.
//!
//! Every 1024 calls, at each collection, and before a native makes something large, what is in
//! use is compared with the limit. Stacks, answers being collected and text being captured count
//! together. The program (clauses, records, tables, atoms) may be `PROGRAM` times as large.

use crate::{
    atom::Atom,
    cell::Cell,
    machine::{Machine, choice::Choice},
    throw::{Throw, simple_error},
};

/// How many times the stack limit clauses, tables and atoms may take,
const PROGRAM: usize = 2;
/// and how many bytes in any case: the libraries have to be read.
const PROGRAM_FLOOR: usize = 64 << 20;

impl Machine {
    /// From now on all stacks together may use so many bytes.
    pub fn set_stack_limit(&mut self, bytes: usize) {
        self.stack_limit = bytes;
        self.text.streams.room = bytes;
        self.request_collection();
    }

    /// Bytes in use on all stacks, and by answers that wait to get there.
    pub fn used_bytes(&self) -> usize {
        self.store.heap.top() * size_of::<Cell>()
            + self.store.heap.box_bytes()
            + self.env_top() * size_of::<u64>()
            + self.store.trail.len() * size_of::<(usize, Cell)>()
            + self.choices.len() * size_of::<Choice>()
            + self.saved.len() * size_of::<Cell>()
            + self.collected_bytes()
            + self.fd.store.bytes()
    }

    /// Bytes of answers that are being collected.
    pub(crate) fn collected_bytes(&self) -> usize {
        self.collecting.last().map_or(0, |answers| answers.bytes)
    }

    /// Is there room for so many bytes more? Garbage cannot be collected inside a native, so
    /// what is in use may be twice the limit; the next call decides.
    #[inline]
    pub(crate) fn room(&mut self, bytes: usize) -> Result<(), Throw> {
        if bytes < 1 << 16 { Ok(()) } else { self.much_room(bytes) }
    }

    #[cold]
    fn much_room(&mut self, bytes: usize) -> Result<(), Throw> {
        let limit = self.stack_limit;
        if bytes > limit || self.used_bytes().saturating_add(bytes) > limit.saturating_mul(2) {
            return Err(self.stack_overflow());
        }
        Ok(())
    }

    /// The program grows by so many bytes.
    pub(crate) fn grow_program(&mut self, bytes: usize) -> Result<(), Throw> {
        self.program_bytes += bytes;
        let limit =
            self.stack_limit.saturating_mul(PROGRAM).max(PROGRAM_FLOOR) + self.program_spare;
        if self.program_bytes + self.tables.bytes + self.atoms.bytes() <= limit {
            return Ok(());
        }
        self.program_bytes -= bytes;
        // Whoever handles the error needs a little.
        self.program_spare += 1 << 20;
        let what = self.atoms.intern("program_space");
        Err(simple_error(&mut self.store.heap, Atom::RESOURCE_ERROR, what))
    }

    /// The program is smaller by so many bytes.
    pub(crate) fn shrink_program(&mut self, bytes: usize) {
        self.program_bytes = self.program_bytes.saturating_sub(bytes);
    }

    /// `error(resource_error(stack), stack_overflow(Sizes))`.
    pub(crate) fn stack_overflow(&mut self) -> Throw {
        let sizes = [
            ("stack_limit", self.stack_limit / 1024),
            ("localused", self.env_top() * 8 / 1024),
            ("globalused", self.store.heap.top() * 8 / 1024),
            ("trailused", self.store.trail.len() * 16 / 1024),
            ("depth", self.depth()),
            ("choicepoints", self.choices.len()),
        ];
        let mut cells = Vec::new();
        for (name, size) in sizes {
            let name = Cell::atom(self.atoms.intern(name));
            let size = self.store.heap.put_int(size as i64);
            cells.push(self.store.heap.put_compound(Atom::EQUALS, &[name, size]));
        }
        let list = self.store.heap.put_list_of(&cells, crate::store::NIL);
        let name = self.atoms.intern("stack_overflow");
        let context = self.store.heap.put_compound(name, &[list]);
        let stack = Cell::atom(self.atoms.intern("stack"));
        let formal = self.store.heap.put_compound(Atom::RESOURCE_ERROR, &[stack]);
        Throw::Ball(self.store.heap.put_compound(Atom::ERROR, &[formal, context]))
    }

    /// How many environments there are, one returning to the other.
    pub(crate) fn depth(&self) -> usize {
        let (mut e, mut depth) = (self.e, 0);
        while e != 0 {
            e = self.stack[e as usize] as u32;
            depth += 1;
        }
        depth
    }
}
