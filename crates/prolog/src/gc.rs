//! Collecting garbage on the heap: mark what can be reached, then slide it together.
//!
//! Sliding keeps the order of cells, which is the age of variables. It happens only at call
//! ports, where the registers in use are the arguments of the call and every environment's slots
//! in use are known from the call that waits in it. Choice points are visited from the newest to
//! the oldest; a cell that only an older one reaches is reset to what it held then (early reset),
//! and its entry on the trail goes.
//!
//! Cost: one pass over what is reachable, one over all cells. The next collection is when the
//! heap is twice what survived.

mod bits;

use crate::{
    cell::{Cell, Tag},
    compile::instr::{Instr, Live, Pc},
    heap::Heap,
    machine::{Machine, choice::Alt, setup::GLOBALS},
    throw::Throw,
};
use bits::Bits;

/// Cells below which it is not worth collecting.
const SMALLEST: usize = 1 << 20;

/// What is known while marking.
struct Marks {
    cells: Bits,
    boxes: Bits,
    /// Slots of environments that were visited.
    slots: Bits,
    /// Environments that were visited, by their first word.
    frames: Bits,
    pending: Vec<Cell>,
}

impl Marks {
    /// Marks everything a cell reaches. Cells that are no terms any more (registers and slots
    /// that are not in use may hold them) are ignored.
    fn mark(&mut self, heap: &Heap, cell: Cell) {
        self.visit(heap, cell);
        while let Some(cell) = self.pending.pop() {
            self.visit(heap, cell);
        }
    }

    fn visit(&mut self, heap: &Heap, cell: Cell) {
        match cell.tag() {
            Tag::Ref => self.cell(heap, cell.index()),
            Tag::Att | Tag::Lst => {
                self.cell(heap, cell.index());
                self.cell(heap, cell.index() + 1);
            }
            Tag::Str => {
                let i = cell.index();
                let Some(&functor) = heap.cells.get(i) else { return };
                if functor.tag() == Tag::Fun && self.cells.set(i) {
                    for arg in i + 1..=i + functor.functor_arity() {
                        self.cell(heap, arg);
                    }
                }
            }
            Tag::Boxed if cell.box_index() < heap.boxes.len() => {
                self.boxes.set(cell.box_index());
            }
            _ => {}
        }
    }

    fn cell(&mut self, heap: &Heap, index: usize) {
        let Some(&cell) = heap.cells.get(index) else { return };
        if self.cells.set(index)
            && matches!(cell.tag(), Tag::Ref | Tag::Att | Tag::Lst | Tag::Str | Tag::Boxed)
        {
            self.pending.push(cell);
        }
    }

    /// A cell after sliding.
    fn moved(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::Ref => Cell::reference(self.cells.rank(cell.index())),
            Tag::Att => Cell::attributed(self.cells.rank(cell.index())),
            Tag::Str => Cell::structure(self.cells.rank(cell.index())),
            Tag::Lst => Cell::list(self.cells.rank(cell.index())),
            Tag::Boxed => Cell::boxed(cell.box_kind(), self.boxes.rank(cell.box_index())),
            _ => cell,
        }
    }
}

impl Machine {
    /// A collection at the next call.
    pub fn request_collection(&mut self) {
        self.store.heap.collect_at = 0;
    }

    /// Collects at a call port: the instruction at `pc` needs `n` registers.
    pub(crate) fn collect(&mut self, pc: Pc, n: usize) -> Result<(), Throw> {
        self.gc_count += 1;
        self.fd.forget_kept();
        let mut marks = Marks {
            cells: Bits::new(self.store.heap.top()),
            boxes: Bits::new(self.store.heap.boxes.len()),
            slots: Bits::new(self.stack.len()),
            frames: Bits::new(self.stack.len()),
            pending: Vec::new(),
        };
        self.mark_roots(&mut marks, pc, n);
        for home in self.fd.roots_mut() {
            marks.mark(&self.store.heap, Cell::reference(*home));
        }
        self.mark_choices(&mut marks);
        self.mark_trail(&mut marks);
        marks.cells.count();
        marks.boxes.count();
        self.move_roots(&marks, n);
        for home in self.fd.roots_mut() {
            *home = marks.moved(Cell::reference(*home)).index();
        }
        self.slide(&marks);
        let live = self.store.heap.top();
        let heap = &mut self.store.heap;
        heap.recount();
        // The next collection is when the heap is twice what survived, or at the limit.
        let (limit, held) = (self.stack_limit, heap.box_bytes());
        heap.collect_at = (live * 2).max(SMALLEST).min(limit / 8).max(live + SMALLEST / 4);
        heap.payload_at = (held * 2).max(8 * SMALLEST).min(limit).max(held + 2 * SMALLEST);
        if self.used_bytes() > limit {
            return Err(self.stack_overflow());
        }
        Ok(())
    }

    fn mark_roots(&mut self, marks: &mut Marks, pc: Pc, n: usize) {
        let heap = &self.store.heap;
        for i in 0..GLOBALS {
            marks.cell(heap, i);
        }
        marks.mark(heap, Cell::small(0));
        for &cell in self.x[..n].iter().chain(&self.pins) {
            marks.mark(heap, cell);
        }
        for load in &self.loader.stack {
            load.variables.iter().for_each(|(_, cell)| marks.mark(heap, *cell));
        }
        for &(index, value) in &self.store.woken {
            marks.mark(heap, Cell::attributed(index));
            marks.mark(heap, value);
        }
        let (e, live) = match self.code[pc as usize] {
            Instr::Call { live, .. } | Instr::CallN { live, .. } => (self.e, live),
            Instr::DeallocExecute { .. } | Instr::ExecuteN { dealloc: true, .. } => {
                let cp = self.stack[self.e as usize + 1] as Pc;
                (self.stack[self.e as usize] as u32, self.live_at(cp))
            }
            _ => (self.e, self.live_at(self.cp)),
        };
        self.mark_frames(marks, e, live);
    }

    /// The slots in use by a continuation.
    fn live_at(&self, cp: Pc) -> Live {
        match self.code.get((cp as usize).wrapping_sub(1)) {
            Some(Instr::Call { live, .. } | Instr::CallN { live, .. }) => *live,
            _ => Live::MAX,
        }
    }

    /// Marks an environment and those it returns to.
    fn mark_frames(&self, marks: &mut Marks, e: u32, live: Live) {
        let (mut e, mut live) = (e as usize, live);
        loop {
            let size = (self.stack[e] >> 32) as usize;
            for y in 0..size.saturating_sub(2) {
                let at = e + 2 + y;
                if (y >= 64 || live & 1 << y != 0) && marks.slots.set(at) {
                    marks.mark(&self.store.heap, Cell::from_bits(self.stack[at]));
                }
            }
            if !marks.frames.set(e) || e == 0 {
                return;
            }
            live = self.live_at(self.stack[e + 1] as Pc);
            e = self.stack[e] as u32 as usize;
        }
    }

    /// Marks what choice points need, newest first, with early reset.
    fn mark_choices(&mut self, marks: &mut Marks) {
        let mut upper = self.store.trail.len();
        let mut saved_end = self.saved.len();
        for index in (0..self.choices.len()).rev() {
            let choice = self.choices[index];
            for at in (choice.trail as usize..upper).rev() {
                let (cell, old) = self.store.trail[at];
                if cell >= GLOBALS && !marks.cells.get(cell) {
                    self.store.heap.cells[cell] = old;
                    self.store.trail[at] = (usize::MAX, old);
                }
            }
            upper = choice.trail as usize;
            for &cell in &self.saved[choice.args as usize..saved_end] {
                marks.mark(&self.store.heap, cell);
            }
            saved_end = choice.args as usize;
            let live = match choice.alt {
                Alt::Jump(to) => match self.code[to as usize] {
                    Instr::Else { live } => live,
                    _ => Live::MAX,
                },
                Alt::Catch | Alt::Cleanup | Alt::Barrier => Live::MAX,
                _ => self.live_at(choice.cp),
            };
            self.mark_frames(marks, choice.e, live);
        }
        // Below the oldest choice point nothing is ever undone.
        for entry in &mut self.store.trail[..upper] {
            entry.0 = usize::MAX;
        }
    }

    /// Old values on the trail that backtracking will bring back.
    fn mark_trail(&mut self, marks: &mut Marks) {
        for &(cell, old) in &self.store.trail {
            if cell != usize::MAX {
                marks.mark(&self.store.heap, old);
            }
        }
    }

    fn move_roots(&mut self, marks: &Marks, n: usize) {
        for cell in self.x[..n].iter_mut().chain(&mut self.pins).chain(&mut self.saved) {
            *cell = marks.moved(*cell);
        }
        for load in &mut self.loader.stack {
            load.variables.iter_mut().for_each(|(_, cell)| *cell = marks.moved(*cell));
        }
        for (index, value) in &mut self.store.woken {
            *index = marks.cells.rank(*index);
            *value = marks.moved(*value);
        }
        for at in marks.slots.iter() {
            self.stack[at] = marks.moved(Cell::from_bits(self.stack[at])).bits();
        }
        // Heights of choice points follow their cells, and the trail loses entries.
        let mut kept = 0;
        let mut at = 0;
        let trail = &mut self.store.trail;
        for choice in &mut self.choices {
            choice.heap = marks.cells.rank(choice.heap as usize) as u32;
            choice.boxes = marks.boxes.rank(choice.boxes as usize) as u32;
            while at < choice.trail as usize {
                keep_entry(trail, at, &mut kept, marks);
                at += 1;
            }
            choice.trail = kept as u32;
        }
        while at < trail.len() {
            keep_entry(trail, at, &mut kept, marks);
            at += 1;
        }
        trail.truncate(kept);
        self.frozen = marks.cells.rank(self.frozen);
        self.frozen_boxes = marks.boxes.rank(self.frozen_boxes);
    }

    fn slide(&mut self, marks: &Marks) {
        let heap = &mut self.store.heap;
        let mut to = 0;
        for from in marks.cells.iter() {
            heap.cells[to] = marks.moved(heap.cells[from]);
            to += 1;
        }
        heap.cells.truncate(to);
        let mut to = 0;
        for from in marks.boxes.iter() {
            heap.boxes.swap(to, from);
            to += 1;
        }
        heap.boxes.truncate(to);
        self.refresh_floors();
        if self.choices.is_empty() {
            self.store.trail_below = self.frozen;
        }
    }
}

fn keep_entry(trail: &mut [(usize, Cell)], at: usize, kept: &mut usize, marks: &Marks) {
    let (cell, old) = trail[at];
    if cell != usize::MAX && marks.cells.get(cell) {
        trail[*kept] = (marks.cells.rank(cell), marks.moved(old));
        *kept += 1;
    }
}
