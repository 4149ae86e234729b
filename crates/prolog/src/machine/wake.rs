//! Interruptions at call ports: hooks of attributed variables, collection, limits.

use std::{sync::atomic::Ordering, time::Instant};

use crate::{
    atom::Atom,
    cell::{Cell, Tag},
    compile::instr::Pc,
    heap::Heap,
    machine::{Machine, setup::place},
    store::{NIL, WATCHED},
    throw::{self, Throw},
};

impl Machine {
    /// Something may be due at a call port: the instruction at `pc` uses `n` registers. The
    /// place to go on at (`pc` itself if nothing changed), or `None` to fail.
    #[cold]
    pub(crate) fn attend_port(&mut self, pc: Pc, n: usize) -> Result<Option<Pc>, Throw> {
        self.poll()?;
        if self.store.watched && !self.check_occurs()? {
            return Ok(None);
        }
        if self.held > 0 {
            if self.used_bytes() / 2 > self.stack_limit {
                return Err(self.stack_overflow());
            }
        } else if self.store.heap.top() > self.store.heap.collect_at
            || self.used_bytes() > self.stack_limit
        {
            self.collect(pc, n)?;
        }
        if self.store.woken.is_empty() {
            return Ok(Some(pc));
        }
        self.wake(pc, n)
    }

    /// Stops a run that someone interrupts, or whose time is over.
    pub(crate) fn poll(&mut self) -> Result<(), Throw> {
        if self.interrupt.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() > deadline)
        {
            return Err(self.interrupted());
        }
        Ok(())
    }

    /// The same at `call/N`.
    #[inline]
    pub(crate) fn port_n(&mut self, pc: Pc, n: usize) -> Result<Option<Pc>, Throw> {
        self.inferences += 1;
        if self.inferences & 0x3ff == 0
            || !self.store.woken.is_empty()
            || self.store.heap.cells.len() > self.store.heap.collect_at
        {
            return self.attend_port(pc, n + 1);
        }
        Ok(Some(pc))
    }

    /// Why the run stops: someone asked for it, or its time is over.
    pub(crate) fn interrupted(&mut self) -> Throw {
        if self.interrupt.swap(false, Ordering::Relaxed) {
            return Throw::Abort;
        }
        self.deadline = None;
        self.time_limit()
    }

    fn time_limit(&mut self) -> Throw {
        let name = self.atoms.intern("time_limit_exceeded");
        Throw::Ball(Cell::atom(name))
    }

    /// Do variables that were bound since the last call not occur in what they were bound to?
    /// With the flag `occurs_check` set to `error` it is an error if they do.
    fn check_occurs(&mut self) -> Result<bool, Throw> {
        let (watched, woken) = std::mem::take(&mut self.store.woken)
            .into_iter()
            .partition(|&(index, _)| index & WATCHED != 0);
        self.store.woken = woken;
        let watched: Vec<(usize, Cell)> = watched;
        for (index, value) in watched {
            let index = index & !WATCHED;
            if !occurs(&self.store.heap, index, value) {
                continue;
            }
            if self.text.flags.occurs_check == Atom::TRUE {
                return Ok(false);
            }
            let variable = Cell::reference(index);
            self.store.assign(index, variable);
            let name = self.atoms.intern("occurs_check");
            let formal = self.store.heap.put_compound(name, &[variable, value]);
            return Err(throw::error(&mut self.store.heap, formal));
        }
        Ok(true)
    }

    /// Runs the hooks of variables that were bound: native ones now, others by a call of
    /// `$wakeup/1` after which execution resumes at `pc` with `n` registers.
    #[cold]
    pub(crate) fn wake(&mut self, pc: Pc, n: usize) -> Result<Option<Pc>, Throw> {
        if self.store.watched && !self.check_occurs()? {
            return Ok(None);
        }
        let mut goals = Vec::new();
        while !self.store.woken.is_empty() {
            let woken = std::mem::take(&mut self.store.woken);
            if !self.fd_wake(&woken)? {
                return Ok(None);
            }
            for (index, value) in woken {
                if !self.wake_one(index, value, &mut goals)? {
                    return Ok(None);
                }
            }
        }
        if goals.is_empty() {
            return Ok(Some(pc));
        }
        let list = self.store.heap.put_list_of(&goals, NIL);
        self.interrupt_with(pc, n, self.known.wakeup, &[list]).map(Some)
    }

    fn wake_one(
        &mut self,
        index: usize,
        value: Cell,
        goals: &mut Vec<Cell>,
    ) -> Result<bool, Throw> {
        let mut chain = self.store.heap.at(index + 1);
        let value = self.store.deref(value);
        while let Some([module, attribute, rest]) = self.store.heap.args::<3>(chain, Atom::ATT) {
            if module != Cell::atom(self.fd.module) {
                let name = self.known.call_hook;
                goals.push(self.store.heap.put_compound(name, &[module, attribute, value]));
            }
            chain = rest;
        }
        Ok(true)
    }

    /// Saves `n` registers and calls a predicate, after which the instruction at `pc` runs.
    pub(crate) fn interrupt_with(
        &mut self,
        pc: Pc,
        n: usize,
        pred: u32,
        args: &[Cell],
    ) -> Result<Pc, Throw> {
        self.allocate(n as u32 + 1)?;
        self.set_slot(0, Cell::small(pc as i32));
        for i in 0..n {
            let value = self.valid(self.x[i]);
            self.set_slot(i as u32 + 1, value);
        }
        for (i, &arg) in args.iter().enumerate() {
            self.x[i] = Heap::storable(arg);
        }
        self.cp = place::RESUME;
        self.b0 = self.choices.len() as u32;
        self.enter_slow(pred)
    }

    /// A register that is not in use may hold anything; such values are not kept.
    fn valid(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::Ref | Tag::Att | Tag::Str | Tag::Lst if cell.index() >= self.store.heap.top() => {
                NIL
            }
            Tag::Boxed if cell.box_index() >= self.store.heap.boxes.len() => NIL,
            Tag::Fun => NIL,
            _ => cell,
        }
    }

    /// Restores what [`Machine::interrupt_with`] saved.
    pub(crate) fn resume(&mut self) -> Pc {
        let e = self.e as usize;
        let n = (self.stack[e] >> 32) as usize - 3;
        let pc = self.slot(0).int_value() as Pc;
        for i in 0..n {
            self.x[i] = self.slot(i as u32 + 1);
        }
        self.b0 = (self.stack[e + 1] >> 32) as u32;
        self.deallocate();
        pc
    }
}

/// Does following what a term is made of lead to this cell?
fn occurs(heap: &Heap, index: usize, term: Cell) -> bool {
    let mut pending = vec![term];
    let mut seen = crate::hash::FastMap::default();
    while let Some(mut cell) = pending.pop() {
        while cell.tag() == Tag::Ref {
            if cell.index() == index {
                return true;
            }
            let next = heap.cells[cell.index()];
            if next == cell {
                break;
            }
            cell = next;
        }
        if let Some(compound) = heap.compound(cell)
            && seen.insert(cell.index(), ()).is_none()
        {
            // The variable may be an argument itself, which its value has taken the place of.
            let args = compound.first..compound.first + compound.arity;
            if args.contains(&index) {
                return true;
            }
            pending.extend_from_slice(&heap.cells[args]);
        }
    }
    false
}
